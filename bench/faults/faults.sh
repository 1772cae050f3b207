#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-faults: functions with one fault each, of kinds that public reports tell of
# (faults.tsv; the sources name the reports), each searched for 10 s of CPU by
#	me		the line of README.md: entry=NAME without notes, -g -O0 and the flags of its row
#	libfuzzer	a driver written by hand (fault_drivers.c), ASan and UBSan, a timeout of 1 s,
#			until the first finding; what is Fortran has no coverage there
#	random		the same driver with values at random, half of them special
# ME has told a fault when its session ends with an error, and a line of its summary matches the
# row, or when it says that finite arguments make a result that is not; a rival when it ends by any
# finding. Then noise.sh: the default line on functions without
# known faults.
#
# OUT/faults/NAME/SEED.tsv has what a seed gave until it is measured again; OUT/faults.tsv gets a
# row for each function: the seeds that told it, and the CPU that all seeds took. A summary is the
# last line. Exit 1 below 95 % of functions and seeds, where ME is below a rival on a function, or
# as noise.sh says.
# Environment: CC, ME_BUILD; OUT (build/bench); CPU (10); SEEDS (3), how many; ONLY, names;
# CONTENDERS, not all of the three; NOISE=0, without the last part.
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
out=${OUT:-$PWD/build/bench}
case $out in /*) ;; *) out=$PWD/$out ;; esac
CPU=${CPU:-10}
export CC ME_BUILD CPU out
here=bench/faults

# $out/faults/{libfuzzer,random}.{c,cc,f90} have the drivers of a language.
make_rivals() {
	checks=-fsanitize=address,undefined,float-cast-overflow
	flags="-g -O1 -w -I. $checks -fno-sanitize-recover=all"
	bin=$out/faults
	if [ "${CONTENDERS:-}" = me ] || { [ -f $bin/random.f90 ] &&
		[ -z "$(find $here bench/base -newer $bin/random.f90 -type f)" ]; }; then
		return
	fi
	gfortran -g -O1 -w -fcheck=bounds -fsanitize=address -c $here/fault_tables.f90 -o $bin/tables.o
	for language in c cc f90; do
		case $language in
		c) set -- clang $here/fault_drivers.c ;;
		cc) set -- clang++ $here/fault_drivers.cc ;;
		f90) set -- clang -DFORTRAN $here/fault_drivers.c ;;
		esac
		"$@" $flags -fsanitize=fuzzer-no-link -c -o $bin/drivers.o
		objects="$bin/drivers.o"
		[ $language != f90 ] || objects="$objects $bin/tables.o -L$(dirname "$(gfortran -print-file-name=libgfortran.so)") -lgfortran"
		clang $flags -fsanitize=fuzzer-no-link -c $here/fault_values.c -o $bin/values.o
		clang++ $checks -fsanitize=fuzzer $bin/values.o $objects -lm -o $bin/libfuzzer.$language
		clang $flags -DRANDOM=1 -c $here/fault_values.c -o $bin/values.o
		clang++ $checks $bin/values.o $objects -lm -o $bin/random.$language
	done
}

# One contender's run in a directory of its own; prints whether it told the fault, and its CPU.
run() { # contender name source seed report
	contender=$1 name=$2 language=${3##*.} seed=$4 report=$5
	mkdir corpus
	case $contender in
	me) set -- ../../fuzz_target -seed=$seed corpus ;;
	libfuzzer) set -- ../../../libfuzzer.$language -seed=$seed -timeout=1 -rss_limit_mb=1024 corpus ;;
	random) set -- ../../../random.$language $name $seed ;;
	esac
	FAULT=$name ASAN_OPTIONS=handle_segv=1 $out/budget -t $CPU report "$@" > log 2>&1 < /dev/null
	read -r cpu status < report
	told=0
	if [ $contender != me ]; then
		[ $status = 124 ] || [ $status = 0 ] || told=1
	elif [ $status != 0 ] && sed -n 's/^INFO: me:  *[^ ]*: [0-9]* runs*: //p' log | grep -Eq "$report"; then
		told=1
	elif sed -n '/^INFO: me: finite arguments make/p' log | grep -Eq "$report"; then
		told=1
	fi
	printf '%s\t%s\n' $told $cpu
	rm -r corpus
}

measure() { # name source seed report
	rm -rf $out/faults/$1/$3 $out/faults/$1/$3.tsv
	for contender in ${CONTENDERS:-me libfuzzer random}; do
		dir=$out/faults/$1/$3/$contender
		mkdir -p $dir
		printf "$1\t$3\t$contender\t%s\n" "$(cd $dir && run $contender "$1" "$2" $3 "$4")"
	done > $out/faults/$1/$3.part
	mv $out/faults/$1/$3.part $out/faults/$1/$3.tsv
}

mkdir -p $out/faults
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -o $out/budget bench/base/budget.c
make_rivals
failed=0
grep -v '^#' $here/faults.tsv | awk -F'\t' -v names=" ${ONLY:-} " '
	names ~ /^ *$/ || index(names, " " $1 " ")' > $out/faults.rows
while IFS=$tab read -r name source report flags; do
	mkdir -p $out/faults/$name
	case $source in *.cc) driver=me-c++ ;; *.f90) driver=me-fortran ;; *) driver=me-cc ;; esac
	[ "$flags" != - ] || flags=
	ME_CC=$CC $ME_BUILD/$driver -w -g -O0 -fplugin-arg-me-entry=$name $flags $here/$source -lm \
		-o $out/faults/$name/fuzz_target
	for seed in $(seq ${SEEDS:-3}); do
		measure $name $source $seed "$report"
	done
done < $out/faults.rows
cut -f1 $out/faults.rows | while read -r name; do
	for seed in $(seq ${SEEDS:-3}); do cat $out/faults/$name/$seed.tsv; done
done | awk -F'\t' -v seeds=${SEEDS:-3} -v table=$out/faults.tsv -f $here/faults.awk || failed=1
[ "${NOISE:-1}" = 0 ] || sh $here/noise.sh || failed=1
exit $failed
