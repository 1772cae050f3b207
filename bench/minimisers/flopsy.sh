#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-flopsy: the six functions of FloPSy's paper, searched by each minimiser alone,
# by the portfolio (auto), and given to z3 as formulas over the reals with operations that it
# does not know uninterpreted, as Pex does. flopsy/forms.h has the forms.
# avm and es run with FloPSy's distance, and on the form in which distances add up too.
# build/bench/flopsy.tsv has a row for each run: form, function, method, seed, and the
# evaluations when the goal was first met, or `-`. The target's own calls are counted, all
# that the search makes; a run of z3 counts as 1. flopsy/flopsy.awk prints the medians and
# says what of the measure is met, in the last line and by the exit status.
# Environment: CC, ME_BUILD; SEEDS (30), RUNS (100000 evaluations each), METHODS, ONLY,
# names of functions, FORMS (1 2 3 4), JOBS.
. "$(dirname "$0")/../base/start.sh"
SEEDS=${SEEDS:-30}
RUNS=${RUNS:-100000}
functions='beale freudenstein_roth helical_valley powell rosenbrock wood'
methods='auto signed simplex powell valley basin-hopping de relay avm avm-ordered es
	es-ordered random z3'
ONLY=${ONLY:-$functions}
METHODS=${METHODS:-$methods}
FORMS=${FORMS:-1 2 3 4}
out=build/bench/flopsy

within() { # what list word...
	what=$1 list=$2
	shift 2
	for word; do
		case " $(echo $list) " in *" $word "*) ;; *) fail "$word: no such $what" ;; esac
	done
}

build() { # function form
	arity=$(sed -n 's/^#define ENTRY [a-z_]*(\(.*\))$/\1/p' bench/minimisers/flopsy/$1.c |
		tr ',' '\n' | wc -l)
	$ME_BUILD/me-cc -w -g -O0 -I. -DFORM=$2 -fplugin-arg-me-entry=$1 bench/minimisers/flopsy/$1.c \
		$out/count.o -lm -o $out/$1.$2 || fail "$1: not built"
	$CC -w -O0 -I. -DFORM=$2 -DENTRY_NAME=$1 -DARITY=$arity bench/minimisers/flopsy/check.c \
		bench/minimisers/flopsy/$1.c -lm -o $out/$1.$2.check ||
		fail "$1: no check built"
}

# The numbers of z3's model, one a line; nothing when it has none.
model() { # function form
	case $2 in 1) goal=table ;; 3) goal=system ;; *) goal=squares ;; esac
	variables=$(sed -n 's/^(declare-const \(x[0-9]\) Real)$/\1/p' bench/minimisers/flopsy/$1.smt2)
	{
		echo '(set-option :pp.decimal true)(set-option :pp.decimal_precision 30)'
		cat bench/minimisers/flopsy/$1.smt2
		echo "(assert $goal)(check-sat)(get-value ($(echo $variables)))"
	} > $out/$1.$2.smt2
	z3 -T:20 $out/$1.$2.smt2 2> /dev/null |
		sed -n 's/^ *(*(x[0-9] (*\(-\{0,1\}\) *\([0-9][0-9.]*\)?\{0,1\})*$/\1\2/p'
}

ask_z3() { # function form
	evaluations=-
	command -v z3 > /dev/null && $out/$1.$2.check $(model $1 $2) 2> /dev/null &&
		evaluations=1
	printf '%s\t%s\tz3\t1\t%s\n' $2 $1 $evaluations
}

search() { # function form method seed
	corpus=$out/$1.$2.$3.$4
	rm -rf $corpus
	mkdir $corpus
	case $3 in avm | es) distance=flopsy ;; *) distance=ulp ;; esac
	status=0
	$out/$1.$2 -seed=$4 --method=$3,distance=$distance -runs=$RUNS $corpus \
		> $corpus.log 2>&1 || status=$?
	# 72: interrupted where the goal was met.
	case $status in 0 | 72) ;; *) fail "$corpus.log: the session ended with $status" ;; esac
	evaluations=$(sed -n 's/^BENCH: met //p' $corpus.log)
	printf '%s\t%s\t%s\t%s\t%s\n' $2 $1 $3 $4 ${evaluations:--}
	rm -rf $corpus $corpus.log $corpus.me
}

# All sessions of one method on one function in one form.
run() { # function form method
	if [ $3 = z3 ]; then
		ask_z3 $1 $2
		return
	fi
	for seed in $(seq $SEEDS); do
		search $1 $2 $3 $seed
	done
}

# The form whose distances add up is for the two methods that are compared with the paper's.
is_asked() { # form method
	case $1:$2 in
	2:avm | 2:es) return 0 ;;
	2:*) return 1 ;;
	esac
}

if [ "${1:-}" = run ]; then
	run $2 $3 $4
	exit
fi
within function "$functions" $ONLY
within method "$methods" $METHODS
within form '1 2 3 4' $FORMS
rm -rf $out
mkdir -p $out
$CC -O2 -std=gnu11 -Wall -Wextra -I. -c bench/minimisers/count.c -o $out/count.o
for function in $ONLY; do
	for form in $FORMS; do
		build $function $form
		for method in $METHODS; do
			! is_asked $form $method || echo $function $form $method
		done
	done
done > $out/list
xargs -P ${JOBS:-1} -n 3 sh bench/minimisers/flopsy.sh run < $out/list > $out.rows
{
	printf 'form\tfunction\tmethod\tseed\tevaluations\n'
	sort $out.rows
} > $out.tsv
rm $out.rows
awk -F'\t' -v runs=$RUNS -v seeds=$SEEDS -f bench/base/median.awk \
	-f bench/minimisers/flopsy/flopsy.awk $out.tsv
