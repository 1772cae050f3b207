#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-coral: 84 functions of one if each, in the manner of CORAL's benchmark
# (coral/generate.c), searched from nothing until the condition is met or RUNS
# evaluations are made. build/bench/coral.tsv has a row for each run: function, variables,
# conjuncts, seed, and the evaluations when the condition was first met, or `-`.
# The last line says how many runs met it; exit 1 when less than 98 % did.
# Environment: CC, ME_BUILD; SEEDS (5), RUNS (1000000), METHOD (auto), ONLY, numbers of
# functions instead of all.
. "$(dirname "$0")/../base/start.sh"
SEEDS=${SEEDS:-5}
RUNS=${RUNS:-1000000}
METHOD=${METHOD:-auto}
out=build/bench/coral

build() { # number
	$out/generate $1 > $out/$1.c || fail "$1: no such function"
	$ME_BUILD/me-cc -w -g -O0 -fplugin-arg-me-entry=coral$1 $out/$1.c $out/count.o -lm \
		-o $out/$1 || fail "$1: not built"
}

search() { # number seed
	corpus=$out/$1.$2
	rm -rf $corpus
	mkdir $corpus
	status=0
	$out/$1 -seed=$2 --method=$METHOD -runs=$RUNS $corpus > $corpus.log 2>&1 || status=$?
	# 72: interrupted where the condition was met.
	case $status in 0 | 72) ;; *) fail "$corpus.log: the session ended with $status" ;; esac
	evaluations=$(sed -n 's/^BENCH: met //p' $corpus.log)
	printf '%s\t%s\t%s\t%s\t%s\n' $1 $(grep -o 'double x' $out/$1.c | wc -l) \
		$(($(grep -c '&&' $out/$1.c) + 1)) $2 ${evaluations:--}
	rm -rf $corpus $corpus.log $corpus.me
}

rm -rf $out
mkdir -p $out
$CC -O2 -std=gnu11 -Wall -Wextra -I. bench/minimisers/coral/generate.c -lm -o $out/generate
$CC -O2 -std=gnu11 -Wall -Wextra -c bench/minimisers/count.c -o $out/count.o
printf 'function\tvariables\tconjuncts\tseed\tevaluations\n' > $out.tsv
for number in ${ONLY:-$(seq 84)}; do
	build $number
	for seed in $(seq $SEEDS); do
		search $number $seed >> $out.tsv
	done
done
awk -F'\t' -f bench/base/median.awk -f bench/minimisers/coral/coral.awk $out.tsv
