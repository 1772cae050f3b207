#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-bytes: targets with an LLVMFuzzerTestOneInput, against the same binary with
# --method=off and the same CPU time, from an empty corpus, for each seed:
#	parsers	three of Debian's packages: what libFuzzer says is covered when the corpus
#		that a session left is read again (sides of branches and functions)
#	goals	one exact condition each: CPU time and executions, inner ones counted,
#		until it was met, by the target's own count (bench/bytes/goal.h)
# build/bench/bytes.tsv has a row for each run; the table of medians is printed, and a
# summary as the last line.
# Environment: CC, ME_BUILD; SEEDS (5) of a parser, and three times as many of a goal, since
# some need few executions with half of the seeds and thousands with the others; CPU,
# seconds for each run (10); ONLY, names of subjects instead of all.
set -eu
cd "$(dirname "$0")/../.."
CC=${CC:-gcc}
ME_BUILD=${ME_BUILD:-build}
export CC
SEEDS=${SEEDS:-5}
CPU=${CPU:-10}
parsers='stb_image jsmn rapidjson'
goals='cubic product sine text offset float double long_double range'
out=build/bench/bytes

fail() {
	echo "bytes.sh: $*" >&2
	exit 1
}

build() { # name
	source=$(ls bench/bytes/$1.c*)
	case $source in *.cc) wrapper=me-c++ ;; *) wrapper=me-cc ;; esac
	case " $goals " in *" $1 "*) with=$out/goal.o ;; *) with= ;; esac
	mkdir -p $out/$1
	$ME_BUILD/$wrapper -w -g -O1 -I. $source $with -lm -o $out/$1/fuzz_target ||
		fail "$1: not built"
}

# One session, in a directory of its own: $out/NAME/METHOD.SEED.
run() { # name method seed
	dir=$out/$1/$2.$3
	mkdir -p $dir/corpus
	(cd $dir && status=0 &&
		../../limit $CPU ../fuzz_target -seed=$3 --method=$2 -print_final_stats=1 \
			corpus > log 2>&1 < /dev/null || status=$?
	echo $status > status)
}

covered() { # in its directory
	../../limit 60 ../fuzz_target --method=off -runs=0 corpus 2>&1 < /dev/null |
		sed -n 's/.*INITED cov: \([0-9]*\) .*/\1/p' | tail -n 1
}

# The row of a session: kind name method seed covered-or-met executions cpu status
tell() { # name method seed
	case " $parsers " in
	*" $1 "*)
		value=$(cd $out/$1/$2.$3 && covered)
		printf 'parser\t%s\t%s\t%s\t%s\t-\t-\t' $1 $2 $3 ${value:-0}
		;;
	*)
		sed -n 's/^BENCH: met //p' $out/$1/$2.$3/log | {
			read -r executions cpu || executions=- cpu=-
			met=0
			# The input is kept, and does it again.
			artifact=$(ls $out/$1/$2.$3/crash-* 2>/dev/null | head -n 1)
			if [ "$artifact" ] && ! $out/$1/fuzz_target $artifact \
				> $out/$1/$2.$3/again 2>&1 < /dev/null; then
				met=$(grep -c '^BENCH: met 1 ' $out/$1/$2.$3/again)
			fi
			printf 'goal\t%s\t%s\t%s\t%s\t%s\t%s\t' $1 $2 $3 $met $executions $cpu
		}
		;;
	esac
	cat $out/$1/$2.$3/status
}

seeds_of() { # name
	case " $goals " in *" $1 "*) echo $((3 * SEEDS)) ;; *) echo $SEEDS ;; esac
}

for name in ${ONLY:-}; do
	case " $parsers $goals " in *" $name "*) ;; *) fail "$name: no such subject" ;; esac
done
rm -rf $out
mkdir -p $out
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -o $out/limit bench/base/limit.c
$CC -O2 -std=gnu11 -Wall -Wextra -I. -c bench/bytes/goal.c -o $out/goal.o
printf 'kind\tname\tmethod\tseed\tvalue\texecutions\tcpu\tstatus\n' > $out.tsv
for name in ${ONLY:-$parsers $goals}; do
	build $name
	for seed in $(seq $(seeds_of $name)); do
		run $name auto $seed &
		run $name off $seed
		wait
		tell $name auto $seed >> $out.tsv
		tell $name off $seed >> $out.tsv
	done
done
awk -F'\t' -f bench/base/median.awk -f bench/bytes/bytes.awk $out.tsv
