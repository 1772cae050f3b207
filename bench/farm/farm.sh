#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-farm: `me farm` on three parsers of bench/bytes, from empty corpora:
#	one	--local=1, one session of each with 2 * RUNS executions
#	two	--local=2, two sessions of each with RUNS executions
# So both make the same number of executions. build/bench/farm.tsv has a row for each seed:
# seconds by the clock of the whole farm, with the merge and the report; the CPU seconds of the
# process that has used most, and of all; and the goals that the merged corpora cover (me
# score). The medians are the last line. On a machine that is not idle only CPU seconds tell how
# much faster two are.
# Environment: CC, ME_BUILD; SEEDS (3), how many; RUNS (200000).
# Exit 1 when two cover fewer goals than one, by the median of the seeds.
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
export CC ME_CC="$CC"
SEEDS=${SEEDS:-3}
RUNS=${RUNS:-200000}
out=build/bench/farm

build() { # name compiler source
	$ME_BUILD/$2 -w -g -O1 bench/bytes/$3 -lm -o $out/$1
}

# Prints: seconds, CPU seconds of the longest process, CPU seconds, goals covered.
farm() { # directory seed processes sessions runs
	rm -rf $out/$1
	/bin/bash -c 'TIMEFORMAT="%R %U %S"; time "$@" 2>&1' bench $ME_BUILD/me farm -v --local=$3 \
		--seed=$2 --seeds=$4 --session=100000 --time=10-0 --target-args=-runs=$5 \
		$out/$1 $out/jsmn $out/stb_image $out/rapidjson > $out/$1.log 2> $out/$1.time || {
		tail -n 5 $out/$1.log >&2
		exit 1
	}
	covered=$(sed -n 's/^ *[0-9]* *\([0-9]*\) .*  all 3 merged targets$/\1/p' $out/$1.log)
	longest=$(sed -n 's/^me: note: of .* had \([0-9.]*\) s .* merges \([0-9.]*\) s$/\1 \2/p' $out/$1.log)
	awk -v covered="$covered" -v longest="$longest" '{
			split(longest, cpu, " ")
			printf "%.1f\t%.2f\t%.2f\t%d\n", $1, cpu[1] + cpu[2], $2 + $3, covered
		}' $out/$1.time
}

mkdir -p $out
build jsmn me-cc jsmn.c
build stb_image me-cc stb_image.c
build rapidjson me-c++ rapidjson.cc
printf '# seed\tone\tone_longest\tone_cpu\tone_covered\ttwo\ttwo_longest\ttwo_cpu\ttwo_covered\n' > $out.tsv
for seed in $(seq $SEEDS); do
	printf '%s\t%s\t%s\n' $seed "$(farm one.$seed $((1000 * seed)) 1 1 $((2 * RUNS)))" \
		"$(farm two.$seed $((1000 * seed)) 2 2 $RUNS)" >> $out.tsv
done
cat $out.tsv
awk -F'\t' -f bench/base/median.awk -f /dev/stdin $out.tsv << 'END'
!/^#/ {
	n++
	clock["x", n] = $2 / $6
	speed["x", n] = $3 / $7
	cpu["x", n] = $8 / $4
	covered["x", n] = $9 / $5
	one["x", n] = $5
	two["x", n] = $9
}
END {
	printf "%d seeds, medians: two sessions at once are %.2f times as fast as one by CPU seconds (%.2f by the clock), with %.2f times the CPU time; they cover %.3f times as many goals (%d, by one %d)\n",
		n, median(speed, "x", n), median(clock, "x", n), median(cpu, "x", n), median(covered, "x", n), median(two, "x", n), median(one, "x", n)
	exit median(covered, "x", n) < 1
}
END
