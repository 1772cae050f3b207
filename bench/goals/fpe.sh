#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-fpe: floating-point exceptions (goals=fpe) in the special functions of
# bench/subjects/gsl.tsv, out of GSL's source package: specfunc and what it calls in sys, complex,
# poly and err are instrumented, the rest is the system's libgsl.
#	build/bench/fpe.tsv		for each function: goals met by ME in CPU seconds, by random
#		bits (--method=random) in ten times that, those that random bits alone met,
#		overflows met by ME, whether the function itself says that it succeeded with a
#		result that is not finite, and whether that reproduces
#	build/bench/fpe.findings	calls that do so in a program linked to the system's libgsl:
#		function, call, result
#	build/bench/fpe.missed		goals that random bits alone met
# The sums are printed last. Exit 1 when a goal is missed, or ME meets less than twice what
# random bits meet.
# Environment: CC, ME_BUILD; ONLY, names of functions; CPU (2), seconds; SEED (1); RATIO (10), how
# much more CPU random bits get, 0: they are left out.
set -eu
cd "$(dirname "$0")/../.."
CC=${CC:-gcc}
case ${ME_BUILD:=build} in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
CPU=${CPU:-2}
RATIO=${RATIO:-10}
export CC
out=$PWD/build/bench/fpe
objects=$PWD/build/subjects/fpe
mkdir -p $out $objects
: > $out.tsv
: > $out.findings
: > $out.missed
package=$PWD/$(sh bench/subjects/others.sh unpack gsl)
# The macro is configure's, where doubles are not kept in longer registers.
flags="-w -g -O0 -fplugin-arg-me-goals=fpe -DGSL_COERCE_DBL(x)=(x) -I$package/me"
$CC -w -O2 bench/base/budget.c -o $out/budget
$CC -O2 -I$package/me -c bench/subjects/gsl_errors.c -o $objects/gsl_errors.o

# A file that does not compile without configure's header comes from the system's library.
archive() {
	[ ! $objects/libfpe.a -nt $ME_BUILD/me.so ] || return 0
	rm -f $objects/libfpe.a
	for file in $package/specfunc/*.c $package/sys/*.c $package/complex/*.c $package/poly/*.c \
		$package/err/*.c; do
		case $file in */test*) continue ;; esac
		folder=$(dirname $file)
		object=$objects/$(basename $folder)_$(basename $file .c).o
		$ME_BUILD/me-cc $flags -I$folder -c $file -o $object 2> $object.log || continue
		ar q $objects/libfpe.a $object 2> /dev/null
	done
	ranlib $objects/libfpe.a
}

# One contender, in the directory $out/NAME/CONTENDER; prints the goals that its corpus meets.
contend() { # name contender seconds option...
	dir=$out/$1/$2 target=$objects/$1 seconds=$3
	rm -rf $dir
	mkdir -p $dir/corpus
	shift 3
	(cd $dir && $out/budget $seconds report $target -seed=${SEED:-1} --goals=all --goal=fpe \
		--n_start=1000000000 "$@" -artifact_prefix=./ corpus) > $dir/log 2>&1 < /dev/null
	timeout 120 $ME_BUILD/me show --goals=all --goal=fpe $target $dir/corpus > $dir/shown \
		2> $dir/show.log || true
	sed -n 's/^    [^ ]*: \(.*\): \(fpe.*\)/\1:\2/p' $dir/shown | sort -u
}

# The first input of ME's with which the function says that all is well, as a call.
succeeds() { # name
	awk -v goal=" $1: fpe.success." '
		/^[^ ]/ {sub(/^[^ ]*: /, ""); call = $0}
		index($0, goal) {print call; exit}' $out/$1/me/shown
}

# Whether the call does so when it is the system's library that is called; prints its results.
reproduce() { # call
	sed 's/&([^)]*gsl_sf_result[a-z0-9_]*){[^}]*}/(void *)\&r[n++]/g' << E2 > $out/call.c
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf.h>
#include <stdio.h>
int main(void)
{
	gsl_sf_result_e10 r[8] = {{0, 0, 0}}; /* begins as gsl_sf_result does */
	int n = 0, status, bad = 0;
	gsl_set_error_handler_off();
	status = $1;
	printf("%s,", status ? "an error" : "GSL_SUCCESS");
	for (int i = 0; i < n; i++) {
		printf(" %g", r[i].val);
		bad |= !gsl_finite(r[i].val);
	}
	putchar('\n');
	return status || !bad;
}
E2
	$CC -w $out/call.c -lgsl -lgslcblas -lm -o $out/call 2> $out/call.log || return 1
	timeout 20 $out/call
}

row() { # name
	contend $1 me $CPU > $out/$1.me
	: > $out/$1.random
	[ $RATIO = 0 ] || contend $1 random $((RATIO * CPU)) --method=random > $out/$1.random
	comm -13 $out/$1.me $out/$1.random > $out/$1.only
	sed "s/^/$1	/" $out/$1.only >> $out.missed
	call=$(succeeds $1) says=no again=-
	if [ "$call" ]; then
		says=yes again=no
		if result=$(reproduce "$call"); then
			again=yes
			printf '%s\t%s\t%s\n' $1 "$call" "$result" >> $out.findings
		fi
	fi
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' $1 $(grep -c . < $out/$1.me) \
		$(grep -c . < $out/$1.random) $(grep -c . < $out/$1.only) \
		$(grep -c 'overflow$' < $out/$1.me) $says $again
}

archive
grep -v '^#' bench/subjects/gsl.tsv | grep '	specfunc/' > $out/rows
while read -r name file entry; do
	case " ${ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
	{ [ $objects/$name -nt $objects/libfpe.a ] && [ $objects/$name -nt $ME_BUILD/libme.a ]; } ||
		$ME_BUILD/me-cc $flags -I$package/specfunc -fplugin-arg-me-entry=$entry $package/$file \
			$objects/gsl_errors.o $objects/libfpe.a -lgsl -lgslcblas -lm -o $objects/$name
	row $name < /dev/null
done < $out/rows | tee -a $out.tsv
cat $out.findings
awk -F'\t' -v ratio=$RATIO '
	{
		me += $2; random += $3; missed += $4; overflows += $5
		says += $6 == "yes"; again += $7 == "yes"
	}
	END {
		printf "fpe: %d functions; goals met: %d, by random bits in %d times the CPU %d, by " \
			"these alone %d; overflows %d; functions that succeed with a result that is not " \
			"finite: %d, reproduced with the library of the system: %d\n", NR, me, ratio, random,
			missed, overflows, says, again
		exit !NR || missed || me < 2 * random
	}' $out.tsv
