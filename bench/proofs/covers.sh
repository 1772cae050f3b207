#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-covers: the algorithms of prover/explore/cover.h on 80 random programs
# (diamonds_generate.c, ten of 2 to 9 diamonds each), each from an empty corpus:
#	seed, diamonds, branches, infeasible, branches that a search of RUNS evaluations covers,
#	then for statement cover, path cover by prefixes over the integers, the same with
#	blocking clauses as in the paper, and by prefixes over bits:
#	queries, inputs, inputs whose runs took exactly their path, seconds of the session by the
#	clock and of CPU, CPU of the checks of proofs, and of the whole command without them,
#	whether PATHS or the time was the end
# into build/bench/covers.tsv, and the sums last, beside the paper's. Exit 1 when two algorithms
# disagree, or a branch is unknown to the first, or the search covers what was called infeasible.
# Environment: CC, ME_BUILD; RUNS (20000); SEEDS (1 to 80); PATHS (100000) and TIMEOUT (20), the end
# of one program; CUT_PATHS (200) and CUT_TIMEOUT (1), that of the last two.
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
out=$build/bench/covers
mkdir -p $out
. bench/base/json.sh
# In memory where that can be: a file system makes files slowly where many were removed just
# before, by whomever, and it is not what is measured.
corpora=$(mktemp -d /dev/shm/covers.XXXXXX 2>/dev/null || mktemp -d $out/corpora.XXXXXX)
trap 'rm -rf $corpora' EXIT
trap 'exit 1' HUP INT TERM
$CC -O1 -o $out/generate bench/proofs/diamonds_generate.c

# cover SEED NAME ALGORITHM[,KEY...] OPTION...: leaves $out/SEED.NAME; prints its columns
cover() {
	log=$out/$1.$2
	corpus=$corpora/$1.$2
	target=$out/$1.target
	algorithm=$3,statistics
	shift 3
	rm -f $log.stopped
	$build/me prove --json --time=0 --timeout=${TIMEOUT:-20} --algorithm=$algorithm "$@" \
		$target $corpus > $log
	awk "$json"'/^{"kind":"verdict"/ {
			verdict = member("verdict")
			sub(/^infeasible.*/, "infeasible", verdict)
			print member("goal"), verdict
		}' $log > $log.verdicts
	awk -v log_file=$log "$json"'
		/^{"kind":"verdict"/ && member("verdict") ~ /^(unknown|time-is-up)$/ &&
			member("why") !~ /the run refutes the model/ {limit = 1}
		/^{"kind":"summary"/ {
			inputs = member("models") + member("near_inputs")
			if (member("incomplete") != "") stopped = limit = 1
			check = member("check_cpu_seconds")
			printf "\t%d\t%d\t%d\t%.3f\t%.3f\t%.3f\t%.3f\t%d", member("session_queries"), inputs,
				member("confirmed"), member("session_seconds"), member("session_cpu_seconds"),
				check, member("all_cpu_seconds") - check, limit
			print inputs > (log_file ".inputs")
			if (stopped) print > (log_file ".stopped")
		}' $log
}

# row SEED: exit 1 when something is classified wrongly
row() {
	diamonds=$((($1 - 1) / 10 + 2))
	$out/generate $1 $diamonds > $out/$1.c
	$build/me-cc -g -O0 -fplugin-arg-me-entry=diamonds $out/$1.c -o $out/$1.target
	mkdir $corpora/$1.search
	search=$($out/$1.target -seed=1 -runs=${RUNS:-20000} $corpora/$1.search 2>&1 |
		sed -n 's/.* \([0-9]*\) of [0-9]* goals covered.*/\1/p' | tail -n 1)
	columns=$(cover $1 statement statement
		cover $1 integers prefix,integers
		cover $1 blocking path,integers,$cut
		cover $1 path prefix,$cut)
	branches=$(grep -c 'covered$\|infeasible$' $out/$1.statement.verdicts || true)
	never=$(grep -c 'infeasible$' $out/$1.statement.verdicts || true)
	printf '%s\t%s\t%s\t%s\t%s%s\n' $1 $diamonds $branches $never "${search:-0}" "$columns"
	check $1
}

is_whole() { # SEED.NAME
	[ ! -f $out/$1.stopped ] && ! grep -q '\(unknown\|time-is-up\)$' $out/$1.verdicts
}

# check SEED: says what is wrong
check() {
	# A path cover that went to its end tells each branch too.
	! is_whole $1.path || cmp -s $out/$1.statement.verdicts $out/$1.path.verdicts || {
		echo "covers.sh: seed $1: statement cover and path cover differ" >&2
		return 1
	}
	# Both ways over the integers find the same paths, unless one was cut.
	if [ ! -f $out/$1.integers.stopped ] && [ ! -f $out/$1.blocking.stopped ] &&
		! cmp -s $out/$1.integers.inputs $out/$1.blocking.inputs; then
		echo "covers.sh: seed $1: the path covers over the integers differ" >&2
		return 1
	fi
	# Over the integers more is infeasible: what only wrapping takes.
	grep 'infeasible$' $out/$1.statement.verdicts > $out/$1.never || true
	grep -q '\(unknown\|time-is-up\)$' $out/$1.integers.verdicts || ! grep -Fvxf $out/$1.integers.verdicts $out/$1.never > /dev/null || {
		echo "covers.sh: seed $1: infeasible, but not over the integers" >&2
		return 1
	}
	if [ "${search:-0}" -gt $((branches - never)) ]; then
		echo "covers.sh: seed $1: the search covers what was called infeasible" >&2
		return 1
	fi
	if grep -q '\(unknown\|time-is-up\)$' $out/$1.statement.verdicts; then
		echo "covers.sh: seed $1: unknown branches" >&2
		return 1
	fi
}

wrong=0
cut="paths=${CUT_PATHS:-200} --timeout=${CUT_TIMEOUT:-1}"
: > $out.tsv
for seed in ${SEEDS:-$(seq 80)}; do
	row $seed > $out/row || wrong=$((wrong + 1))
	tee -a $out.tsv < $out/row
done
awk -F'\t' -v wrong=$wrong '
	{branches += $3; never += $4
		for (k = 0; k < 4; k++) {
			i = 6 + 8 * k
			q[k] += $i; models[k] += $(i + 1); own[k] += $(i + 2); clock[k] += $(i + 3)
			cpu[k] += $(i + 4); check[k] += $(i + 5); all[k] += $(i + 6); cut[k] += $(i + 7)
			if ($i > most[k]) most[k] = $i
		}}
	function line(name, k, paper) {
		printf "%-24s %7d queries (at most %d a program), %7.2f s by the clock, %7.2f s of CPU, " \
			"checks %.2f s, all but them %.2f s; %d of %d inputs took their path; %d programs limited; " \
			"paper: %s\n", name, q[k], most[k], clock[k], cpu[k], check[k], all[k], own[k], models[k],
			cut[k], paper
	}
	END {
		printf "%d programs, %d branches, %d infeasible, %d programs classified wrongly\n", NR, branches, never, wrong
		line("statement cover", 0, "854 / 11.81 s, at most 20 a program")
		line("path cover, integers", 1, "69777 / 13.12 s")
		line("path cover, blocking", 2, "69777 / 13.12 s")
		line("path cover, bits", 3, "-")
		exit wrong != 0 || NR == 0
	}' $out.tsv
