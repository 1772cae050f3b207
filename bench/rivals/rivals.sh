#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# ME and two rivals on a set of typed targets, from an empty corpus, with the same CPU time,
# that of all their processes together (bench/base/budget.c):
#	rivals.sh SET		OUT/SET.rows are rows as tools/target.sh reads them
# The contenders are
#	me		./fuzz_target, which does not stop before its time unless no goal is left
#	libfuzzer	the same target with --method=off and a value profile, which goes on
#			after crashes and after inputs that take longer than a second
#	random		bits at random and special values, each run limited to 0.2 s (keep.c)
# What is counted are the branches of the function's file that gcov (me cover) sees taken
# by what a contender has left: its corpus, inputs that crash or are slow, and the empty
# input, which libFuzzer runs and never writes. `me cover` runs those of them that take a
# branch of their own (keep.c), and leaves a run after 10 s.
#
# OUT/SET/NAME/SEED.tsv has what a seed gave, with the inputs beside it, until it is measured
# again; so a set can be measured in parts. OUT/SET.tsv gets the medians of all that was
# measured with this CPU and these SEEDS; a summary is the last line. Exit status: of
# rivals.awk.
# Environment: CC, ME_BUILD; OUT, a directory (build/bench); CPU, seconds for each contender;
# FUNCTIONS, names instead of all; SEEDS (5), how many; JOBS (1), how many runs at a time;
# OPTIONS, more options of ME's; CONTENDERS, not all of the three; GAIN and LEAST, of
# rivals.awk.
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
out=${OUT:-$PWD/build/bench}
export CC ME_BUILD CPU

# One contender's run, in the directory RUN: what it leaves is in corpus, failures and tmp.
run() { # target contender seed
	case $2 in
	me) set -- $1/fuzz_target -seed=$3 --functions=all --starts=1000000000 ${OPTIONS:-} ;;
	libfuzzer) set -- $1/fuzz_target -seed=$3 --functions=all --method=off -use_value_profile=1 \
		-fork=1 -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=0 -timeout=1 ;;
	random) set -- $1/keep corpus --random $3 ;;
	esac
	case $1 in */fuzz_target) set -- "$@" -artifact_prefix=failures/ corpus ;; esac
	mkdir -p corpus failures tmp
	TMPDIR=$PWD/tmp $out/budget $CPU report "$@" > log 2>&1 < /dev/null
}

# Prints branches taken, and all of the functions that were entered, of a report by `me cover
# --json`.
branches() {
	awk '/"rest":/ {exit}
		/"(lines|conditions|branches|calls)":/ {part = $1}
		/"covered":/ {covered[part] = $2 + 0}
		/"total":/ {total[part] = $2 + 0}
		/"name":/ {
			taken += covered["\"branches\":"]
			all += covered["\"lines\":"] ? total["\"branches\":"] : 0
		}
		END {print taken + 0, all + 0}'
}

# In RUN, after a run; a job of -fork that was killed has left its inputs in tmp.
count() { # target
	target=$1
	: > failures/empty
	mkdir kept
	set -- corpus failures $(find tmp -type d -path 'tmp/*/C*')
	$target/keep kept "$@" 2> keep.log || return 1
	[ "$(ls kept)" ] || cp failures/empty kept
	$ME_BUILD/me cover --json $target/fuzz_target kept > cover.json 2> cover.log || return 1
	branches < cover.json
	rm -r corpus failures tmp cover.json kept.me
}

# One function and one seed: a row for each contender.
measure() { # set name seed
	dir=$out/$1/$2/$3
	rm -rf $dir $dir.tsv
	mkdir -p $dir
	for contender in ${CONTENDERS:-me libfuzzer random}; do
		mkdir $dir/$contender
		counts=$(cd $dir/$contender && run $out/$1/$2 $contender $3 && count $out/$1/$2) || {
			echo "rivals.sh: $dir/$contender: could not be measured" >&2
			return 1
		}
		read -r cpu status < $dir/$contender/report
		printf "$2\t$3\t$contender\t%s\t%s\t$cpu\t$status\t$CPU\n" $counts
	done > $dir.part
	mv $dir.part $dir.tsv
}

if [ "$1" = --one ]; then
	shift
	measure "$@"
	exit
fi
mkdir -p $out/$1
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -o $out/budget bench/base/budget.c
sh tools/target.sh $out/$1 < $out/$1.rows
sh bench/rivals/keep.sh $out/$1 < $out/$1.rows
cut -f1 $out/$1.rows | while read -r name; do
	seq ${SEEDS:-5} | sed "s/^/$1 $name /"
done | xargs -n 3 -P "${JOBS:-1}" sh bench/rivals/rivals.sh --one || failed=1
cat $out/$1/*/*.tsv 2>/dev/null |
	awk -F'\t' -v set=$1 -v cpu=$CPU -v seeds="${SEEDS:-5}" -v gain="${GAIN:-0}" \
		-v least="${LEAST:-}" -v table=$out/$1.tsv -f bench/base/median.awk \
		-f bench/rivals/rivals.awk
exit ${failed:-0}
