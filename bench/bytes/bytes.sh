#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-bytes: targets with an LLVMFuzzerTestOneInput, from an empty corpus, for each
# seed:
#	parsers	six of Debian's packages, beside clang's libFuzzer (parsers.sh)
#	goals	one exact condition each, against the same binary with --method=off and the
#		same CPU time: CPU time and executions, inner ones counted, until it was
#		met, by the target's own count (bench/bytes/goal.h)
# build/bench/bytes.tsv has a row for each run of a goal; the tables are printed, and a
# summary as the last line.
# Environment: CC, ME_BUILD; PARTS (parsers goals); SEEDS (5) of a parser, and three times
# as many of a goal, since some need few executions with half of the seeds and thousands
# with the others; CPU, seconds for each run of a goal (10); ONLY, names of goals instead
# of all. Those of parsers.sh.
. "$(dirname "$0")/../base/start.sh"
SEEDS=${SEEDS:-5}
goal_cpu=${CPU:-10}
PARTS=${PARTS:-parsers goals}
goals='cubic product sine text offset float double long_double range'
out=build/bench/bytes

build() { # name
	mkdir -p $out/$1
	$ME_BUILD/me-cc -w -g -O1 -I. -DGOAL_$1 bench/bytes/goals.c $out/goal.o -lm -o $out/$1/fuzz_target ||
		fail "$1: not built"
}

# One session, in a directory of its own: $out/NAME/METHOD.SEED.
run() { # name method seed
	dir=$out/$1/$2.$3
	mkdir -p $dir/corpus
	(cd $dir && status=0 &&
		../../limit $goal_cpu ../fuzz_target -seed=$3 --method=$2 -print_final_stats=1 \
			corpus > log 2>&1 < /dev/null || status=$?
	echo $status > status)
}

# The row of a session: name method seed met executions cpu status
tell() { # name method seed
	sed -n 's/^BENCH: met //p' $out/$1/$2.$3/log | {
		read -r executions cpu || executions=- cpu=-
		met=0
		# The input is kept, and does it again.
		artifact=$(ls $out/$1/$2.$3/crash-* 2>/dev/null | head -n 1)
		if [ "$artifact" ] && ! $out/$1/fuzz_target $artifact \
			> $out/$1/$2.$3/again 2>&1 < /dev/null; then
			met=$(grep -c '^BENCH: met 1 ' $out/$1/$2.$3/again)
		fi
		printf '%s\t%s\t%s\t%s\t%s\t%s\t' $1 $2 $3 $met $executions $cpu
	}
	cat $out/$1/$2.$3/status
}

run_goals() {
	rm -rf $out
	mkdir -p $out
	$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -o $out/limit bench/base/limit.c
	$CC -O2 -std=gnu11 -Wall -Wextra -I. -c bench/bytes/goal.c -o $out/goal.o
	printf 'name\tmethod\tseed\tmet\texecutions\tcpu\tstatus\n' > $out.tsv
	for name in ${ONLY:-$goals}; do
		build $name
		for seed in $(seq $((3 * SEEDS))); do
			run $name auto $seed &
			run $name off $seed
			wait
			tell $name auto $seed >> $out.tsv
			tell $name off $seed >> $out.tsv
		done
	done
	awk -F'\t' -f bench/base/median.awk -f bench/bytes/bytes.awk $out.tsv
}

for name in ${ONLY:-}; do
	case " $goals " in *" $name "*) ;; *) fail "$name: no such goal" ;; esac
done
failed=0
case " $PARTS " in *' parsers '*) ME_BUILD=$ME_BUILD ONLY= sh bench/bytes/parsers.sh || failed=1 ;; esac
case " $PARTS " in *' goals '*) run_goals || failed=1 ;; esac
exit $failed
