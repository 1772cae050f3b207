# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests share that run a target with all inputs of a small program, which lie in
# inputs/ (tests/all_inputs.h); read after check.sh.

# For each traced input: FILE "GOAL".
met_by_input() { # target file...
	"$@" --trace inputs/* 2> trace.err | sed -n 's/^{.*"file":"inputs\/\([^"]*\)","met":\[\(.*\)\]}$/\1 \2/p' |
		awk '{n = split($2, id, ","); for (i = 1; i <= n; i++) print $1, id[i]}'
}

# Of these, FILE LABEL of decisions, without what exclusive ors add to a name.
labels_of_decisions() {
	sed -n 's/"[^:]*:\(\(dc\|cc\|mcc\|mcdc\|ncc\)\.[^"]*\)"$/\1/p' |
		sed 's/\(mcdc\.[0-9]*\.[0-9]*\.[a-z]*\.[a-z]*\)\.[TF]*$/\1/' | sort -u
}

# Builds oracle.c, which writes inputs/, and runs it.
run_oracle() { # compiler flag...
	"$CC" -I"$ME_ROOT/tests" "$@" oracle.c -o oracle && mkdir inputs && ./oracle
}
