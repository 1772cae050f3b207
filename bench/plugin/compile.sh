#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-compile: CPU time of the compiler with and without the plugin, on N (300; 0:
# all) of GCC's own tests, drawn by SEED (1), in the nine configurations of `make torture`
# by turns (compile.c says how). Written to build/bench/compile.tsv; the sums by
# configuration and of all are printed. FLAGS (-fno-checking) are added: with -fchecking
# the compiler checks itself after each pass, with -w it makes no warnings.
# Environment: CC, ME_BUILD.
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
suite=$(sh tests/torture/unpack.sh)
mkdir -p build/bench
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# A build in the meantime does not change what is measured.
cp "$build/me.so" "$scratch/me.so"
LC_ALL=C TMPDIR=$scratch "$build/bench/compile" "$suite" "$scratch/me.so" "$scratch/work" \
	"$CC" "${SEED:-1}" "${N:-300}" "${FLAGS:--fno-checking}" > build/bench/compile.tsv
awk -F '\t' '
function line(name, without, with) {
	printf "%-10s %9.1f s without %9.1f s with the plugin: %.2f times\n", name,
		without / 1000, with / 1000, without ? with / without : 0
}
!$5 { left++; next }
!$6 { print $1 " " $2 ": does not compile with the plugin"; failed++; next }
{
	if (!($2 in plain)) order[++n] = $2
	plain[$2] += $3; with[$2] += $4; plain_all += $3; with_all += $4; tests++
}
END {
	for (i = 1; i <= n; i++) line(order[i], plain[order[i]], with[order[i]])
	printf "%d tests, %d left out, %d fail with the plugin\n", tests, left, failed
	line("all", plain_all, with_all)
	exit failed || !tests
}' build/bench/compile.tsv
