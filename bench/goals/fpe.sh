#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-fpe: floating-point exceptions (kinds=fpe) in the special functions of
# bench/subjects/gsl.tsv, out of GSL's source package: specfunc and what it calls in sys, complex,
# poly and err are instrumented, nothing else of GSL is left for these functions to call.
#	build/bench/fpe.tsv		for each function and seed: goals met by ME in CPU seconds,
#		by random bits (keep.c --bits) in ten times that, those that random bits alone
#		met, overflows met by ME, whether the function itself says that it succeeded with
#		a result that is not finite, and whether that reproduces
#	build/bench/fpe.findings	calls that do so in a program linked to the system's libgsl:
#		function, call, result
#	build/bench/fpe.missed		goals that random bits alone met, by seed
#	build/bench/fpe.median		function, goals that ME meets in most seeds, that random bits
#		do, and those of the latter that are not of the former
# A goal is met when `me show` says so of an input that the contender has left; both have the
# same instrumented functions. The sums are printed last. Exit 1 when a goal of random bits in most
# seeds is none of ME's, or ME meets less than twice as many.
# Environment: CC, ME_BUILD; FUNCTIONS, names instead of all; SEEDS (1), how many; CPU (10),
# seconds: where runs are long, ME goes on finding for longer than random bits do; RATIO (10),
# how much more CPU random bits get, 0: they are left out; JOBS (1), how many runs at a time;
# RANDOM_FROM, a directory: what random bits meet is not measured again, but taken from
# NAME.SEED.random there, the lists of an earlier run (build/bench/fpe) with the same budget.
#	fpe.sh --one NAME SEED	one row
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
export ME_BUILD CPU=${CPU:-10} RATIO=${RATIO:-10}
out=$PWD/build/bench/fpe
objects=$PWD/build/subjects/fpe
mkdir -p $out $objects
package=$PWD/$(sh bench/subjects/others.sh unpack gsl)
# The macros are configure's, where doubles are not kept in longer registers.
flags="-w -g -O0 -fplugin-arg-me-kinds=fpe -DGSL_COERCE_DBL(x)=(x) -DHAVE_IEEE_COMPARISONS=1"
flags="$flags -I$package/me -I$package"

# Files that others include do not compile alone.
archive() {
	[ ! $objects/libfpe.a -nt $ME_BUILD/me.so ] || return 0
	rm -rf $objects
	mkdir -p $objects
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

target() { # name
	mkdir -p $objects/$1
	awk -F'\t' -v OFS='\t' -v name=$1 -v package=$package -v flags="$flags -I$package/specfunc" \
		-v libs="$objects/gsl_errors.o $objects/libfpe.a -lgsl -lgslcblas" '
		$1 == name {print $1, $3, "-", package "/" $2, flags, libs " -lm"}' \
		bench/subjects/gsl.tsv > $objects/$1/rows
	sh tools/target.sh $objects < $objects/$1/rows
	[ $RATIO = 0 ] || [ "${RANDOM_FROM:-}" ] || sh bench/rivals/keep.sh $objects < $objects/$1/rows
}

# One contender, in the directory $out/NAME.SEED/CONTENDER; prints the goals that its corpus meets.
contend() { # name seed contender seconds
	dir=$out/$1.$2/$3
	rm -rf $dir
	mkdir -p $dir/corpus
	case $3 in
	me) set -- $1 $4 $objects/$1/fuzz_target -seed=$2 --functions=all --kinds=fpe \
		--starts=1000000000 -artifact_prefix=./ corpus ;;
	random) set -- $1 $4 $objects/$1/keep corpus --bits $2 ;;
	esac
	target=$objects/$1/fuzz_target seconds=$2
	shift 2
	(cd $dir && $out/budget $seconds report "$@") > $dir/log 2>&1 < /dev/null || true
	timeout 900 $ME_BUILD/me show --hex --functions=all --kinds=fpe $target $dir/corpus > $dir/shown \
		2> $dir/show.log || true
	sed -n 's/^    [^ ]*: \(.*\): \(fpe.*\)/\1:\2/p' $dir/shown | sort -u
}

# The first input of ME's with which the function says that all is well, as a call.
succeeds() { # name seed
	awk -v goal=" $1: fpe.success." '
		/^[^ ]/ {sub(/^[^ ]*: /, ""); call = $0}
		index($0, goal) {print call; exit}' $out/$1.$2/me/shown
}

row() { # name seed
	base=$out/$1.$2
	mkdir -p $base
	: > $base.findings
	contend $1 $2 me $CPU > $base.me
	: > $base.random
	if [ "${RANDOM_FROM:-}" ]; then
		cat $RANDOM_FROM/$1.$2.random > $base.random
	elif [ $RATIO != 0 ]; then
		contend $1 $2 random $((RATIO * CPU)) > $base.random
	fi
	comm -13 $base.me $base.random > $base.only
	call=$(succeeds $1 $2) says=no again=-
	if [ "$call" ]; then
		says=yes again=no
		if result=$(sh bench/goals/reproduce.sh "$call" $base.call); then
			again=yes
			printf '%s\t%s\t%s\n' $1 "$call" "$result" > $base.findings
		fi
	fi
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' $1 $2 $(grep -c . < $base.me) \
		$(grep -c . < $base.random) $(grep -c . < $base.only) \
		$(grep -c 'overflow$' < $base.me) $says $again > $base.row
	cat $base.row
}

if [ "${1:-}" = --one ]; then
	target $2
	row $2 $3 < /dev/null
	exit
fi
$CC -w -O2 bench/base/budget.c -o $out/budget
archive
$CC -O2 -I$package/me -c bench/subjects/gsl_errors.c -o $objects/gsl_errors.o
for name in ${FUNCTIONS:-$(grep -v '^#' bench/subjects/gsl.tsv | grep '	specfunc/' | cut -f1)}; do
	target $name
	for seed in $(seq ${SEEDS:-1}); do echo $name $seed; done
done > $out/list
xargs -P ${JOBS:-1} -n 2 sh bench/goals/fpe.sh --one < $out/list
: > $out.tsv
: > $out.findings
: > $out.missed
while read -r name seed; do
	cat $out/$name.$seed.row >> $out.tsv
	cat $out/$name.$seed.findings >> $out.findings
	sed "s/^/$name	/" $out/$name.$seed.only >> $out.missed
done < $out/list
# A goal's name and, for each contender, in how many seeds it meets the goal.
for name in $(cut -d' ' -f1 $out/list | uniq); do
	for contender in me random; do
		for seed in $(seq ${SEEDS:-1}); do sed "s/^/$contender	/" $out/$name.$seed.$contender; done
	done | awk -F'\t' -v OFS='\t' -v name=$name -v seeds=${SEEDS:-1} '
		{count[$1, $2]++; goals[$2] = 1}
		function most(contender, goal) {return 2 * count[contender, goal] > seeds}
		END {
			for (goal in goals) {
				me += most("me", goal)
				random += most("random", goal)
				missed += most("random", goal) && !most("me", goal)
			}
			print name, me + 0, random + 0, missed + 0
		}'
done > $out.median
cat $out.findings
awk -F'\t' -v ratio=$RATIO '
	FILENAME !~ /median$/ {runs++}
	!($1 in seen) {seen[$1] = 1; functions++}
	$7 == "yes" && !($1 in says) {says[$1] = 1; successes++}
	$8 == "yes" && !($1 in again) {again[$1] = 1; reproduced++}
	FILENAME ~ /median$/ {me += $2; random += $3; missed += $4; next}
	{alone += $5; overflows += $6}
	END {
		printf "fpe: %d functions, %d runs; goals met in most seeds: %d, by random bits in %d " \
			"times the CPU %d, by these alone %d (of single runs %d); overflows %d; functions " \
			"that succeed with a result that is not finite: %d, reproduced with the library " \
			"of the system: %d\n",
			functions, runs, me, ratio, random, missed, alone, overflows, successes, reproduced
		exit !runs || missed || me < 2 * random
	}' $out.tsv $out.median
