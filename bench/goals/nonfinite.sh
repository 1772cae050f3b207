#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-nonfinite: the functions of docs/findings.md, of GSL's source package, which succeed
# with a result that is not finite: how many the default line names, without an option. Only the
# function's own file is instrumented, the rest is the system's libgsl.
#	build/bench/nonfinite.tsv	function, seeds in which it is named, in which a call that is
#		named reproduces with the system's library alone, the first such call and result
# The sums are printed last. Exit 1 when fewer than 40 functions are named by a call that reproduces.
# Environment: CC, ME_BUILD; FUNCTIONS, names instead of all; SEEDS (1), how many; CPU (60), seconds
# after which a session that has not ended is asked to end.
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
export ME_BUILD
out=$PWD/build/bench/nonfinite
mkdir -p $out
package=$PWD/$(sh bench/subjects/others.sh unpack gsl)
flags="-DGSL_COERCE_DBL(x)=(x) -DHAVE_IEEE_COMPARISONS=1 -I$package/me -I$package -I$package/specfunc"
$CC -w -O2 bench/base/budget.c -o $out/budget
$CC -O2 -I$package/me -c bench/subjects/gsl_errors.c -o $out/gsl_errors.o

# The calls that a session names.
calls() { # name seed
	rm -rf $out/$1/corpus
	mkdir $out/$1/corpus
	(cd $out/$1 && ../budget -t ${CPU:-60} report ./fuzz_target -seed=$2 corpus) > $out/$1/log 2>&1 < /dev/null || true
	sed -n 's/.*finite arguments make .*: \(gsl_sf_.*\)/\1/p' $out/$1/log
}

row() { # name
	named=0 again=0 first=-
	for seed in $(seq ${SEEDS:-1}); do
		calls $1 $seed > $out/$1/calls
		[ ! -s $out/$1/calls ] || named=$((named + 1))
		while read -r call; do
			result=$(sh bench/goals/reproduce.sh "$call" $out/$1/again) || continue
			again=$((again + 1))
			[ "$first" != - ] || first="$call: $result"
			break
		done < $out/$1/calls
	done
	printf '%s\t%d\t%d\t%s\n' $1 $named $again "$first"
}

for name in ${FUNCTIONS:-$(sed -n 's/^| `\(gsl_sf_[A-Za-z0-9_]*\)(.*/\1/p' docs/findings.md)}; do
	awk -F'\t' -v OFS='\t' -v name=$name -v package=$package -v flags="$flags" -v errors=$out/gsl_errors.o '
		$1 == name {print $1, $3, "-", package "/" $2, flags, errors " -lgsl -lgslcblas -lm"}' \
		bench/subjects/gsl.tsv | sh tools/target.sh $out
	row $name
done | tee $out.tsv
awk -F'\t' -v seeds=${SEEDS:-1} '
	2 * $2 > seeds {named++}
	2 * $3 > seeds {again++}
	END {
		printf "nonfinite: %d functions, %d seeds; in most seeds named by the default line: %d, by a call " \
			"that reproduces with the library of the system: %d\n", NR, seeds, named, again
		exit again < 40
	}' $out.tsv
