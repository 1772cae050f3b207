#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-condition_coral: path conditions of functions of one if each, solved from
# all zeros by the searches of prover/search. The functions are those of make bench-coral
# and more of their kind (bench/minimisers/coral/generate.c). The tables:
#	methods		each method on the 84 functions
#	ablations	Concolic Walk with one parameter changed at a time
#	planted		the portfolio on 300 functions
# build/bench/condition_coral.tsv has a row for each run (condition_coral.c says which
# columns) behind the name of its table. The last lines are the medians over the seeds;
# exit 1 when Concolic Walk solves less than 75 of 84, or the portfolio less than 98 %.
# Environment: CC, ME_BUILD; TABLES (all), SEEDS (7), BUDGET (100000), METHODS, ONLY, numbers
# of functions instead of all.
. "$(dirname "$0")/../base/start.sh"
TABLES=${TABLES:-methods ablations planted}
SEEDS=${SEEDS:-7}
BUDGET=${BUDGET:-100000}
METHODS=${METHODS:-random avm es relay cw portfolio}
out=build/bench/condition_coral

build() { # number
	[ -x $out/$1 ] && return
	$out/generate $1 > $out/$1.c || fail "$1: no such function"
	$ME_BUILD/me-cc -w -g -O0 -fplugin-arg-me-entry=coral$1 $out/$1.c $out/count.o -lm \
		-o $out/$1 || fail "$1: not built"
}

solve() { # table number method variant
	build $2
	point=$(sed -n '1s/.*(\(.*\)).*/\1/p' $out/$2.c | tr -d ,)
	$out/solve $out/$2 coral$2 $3 $SEEDS $BUDGET $4 $point > $out/rows ||
		fail "$2: $3 failed"
	sed "s/^/$1	/" $out/rows >> $out.tsv
}

table() { # name
	case $1 in
	methods)
		for number in ${ONLY:-$(seq 84)}; do
			for method in $METHODS; do solve methods $number $method default; done
		done
		;;
	ablations)
		for number in ${ONLY:-$(seq 84)}; do
			for variant in default T=0 T=n nobisect I=10 I=75 I=300 R=3 R=25 R=100; do
				# A walk ends by itself.
				BUDGET=10000000 solve ablations $number cw $variant
			done
		done
		;;
	planted)
		for number in ${ONLY:-$(seq 300)}; do solve planted $number portfolio default; done
		;;
	*) fail "$1: no such table" ;;
	esac
}

rm -rf $out
mkdir -p $out
libraries=
nm -A $ME_BUILD/obj/prover/condition/condition_point.o | grep -q 'U glp_' && libraries=-lglpk
$CC -O2 -std=gnu11 -Wall -Wextra -I. bench/minimisers/coral/generate.c -lm -o $out/generate
$CC -O2 -std=gnu11 -Wall -Wextra -c bench/minimisers/count.c -o $out/count.o
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -I. -Iinclude bench/explore/condition_coral.c \
	$ME_BUILD/obj/prover/ir/*.o $ME_BUILD/obj/prover/executable/*.o $ME_BUILD/obj/prover/expr/*.o \
	$ME_BUILD/obj/prover/encode/*.o $ME_BUILD/obj/prover/solver/*.o $ME_BUILD/obj/prover/condition/*.o $ME_BUILD/obj/prover/search/*.o $ME_BUILD/obj/value/*.o $ME_BUILD/obj/mcmc/*.o \
	$ME_BUILD/obj/system/*.o $libraries -lgsl -lgslcblas -lelf -lm -o $out/solve
printf 'table\tfunction\tvariables\tconjuncts\tmethod\tvariant\tseed\tevaluations\tms\tby\n' > $out.tsv
for t in $TABLES; do
	table $t
done
awk -F'\t' -f bench/base/median.awk -f bench/base/mann_whitney.awk -f bench/explore/condition_coral.awk $out.tsv
