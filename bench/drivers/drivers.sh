#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-drivers: `me driver` on a seeded sample of the external functions of libraries, out of
# Debian's source packages (libraries.tsv). For each function a row of build/bench/drivers.tsv:
#	library, function, source, driven | refused | broken (the driver does not compile) | private, why
# and of the first TESTS of each library, by `me test` with SECONDS for each:
#	branches, those covered, faults, accesses outside of what was assumed
# A table of the libraries, the reasons, and a summary are printed.
# Environment: CC, ME_BUILD; SEED (1), COUNT (40) functions of each library, TESTS (5), SECONDS (2),
# ONLY='gsl qhull' for some libraries.
. "$(dirname "$0")/../base/start.sh"
build=$(cd $ME_BUILD && pwd)
export ME_CC="$CC"
out=$build/bench/drivers
jobs=2

rows() {
	grep -v '^#' bench/drivers/libraries.tsv |
		awk -F'\t' -v names=" ${ONLY:-} " 'names ~ /^ *$/ || index(names, " " $1 " ")'
}

# One source: its object, for the archive.
if [ "${1:-}" = --object ]; then
	compiler=$CC
	case $3 in *.c) ;; *) compiler=$(echo "$CC" | sed 's/gcc/g++/') ;; esac
	object=$4/objects/$(echo "$3" | tr /. __).o
	(cd $2 && $compiler -w -g -O1 $5 -c $3 -o $object) 2> /dev/null || exit 0
	! nm $object | grep -q ' T main$' || rm $object
	exit
fi

# One function: its driver, and the driver's object.
if [ "${1:-}" = --driver ]; then
	dir=$2 flags=$3 work=$4 source=${5#+} symbol=$6 tests=${5%%[!+]*}
	at=$work/drivers/$symbol
	mkdir -p $at
	case $source in *.c) me=me-cc file=$at/driver.c ;; *) me=me-c++ file=$at/driver.cc ;; esac
	state=driven why=
	if ! (cd $dir && timeout 60 $build/me driver --output=$file $source $symbol -- $flags) > $at/entry 2> $at/log; then
		state=refused why=$(sed -n 's/.*cannot be driven: //p; s/^[^ ]*: \(defines no.*\)/\1/p' $at/log | head -n 1)
		[ -n "$why" ] || why=$(head -n 1 $at/log)
	elif ! (cd $at && timeout 60 $build/$me -w -g -O0 -fplugin-arg-me-entry=$(sed 's/.*entry=//' entry) \
		$flags $(grep -o -m 1 -e -fno-access-control $file) -c $file -o driver.o) > $at/log 2>&1; then
		state=broken why=$(grep -m 1 -E "error|symbol" $at/log || :)
	fi
	[ $state != broken ] || [ -n "$why" ] || why="it takes the compiler more than a minute"
	[ $state != driven ] || ! grep -q -e -fno-access-control $file || state=private
	tested="-$tab-$tab-$tab-"
	if [ $state = driven ] && [ -n "$tests" ]; then
		rm -rf "$dir/$source.me"
		(cd $dir && timeout 180 $build/me test --json --time=${SECONDS:-2} $source $symbol -- $flags $work/library.a \
			-lgslcblas -lm) > $at/json 2> $at/log < /dev/null || :
		tested=$(tr '}' '\n' < $at/json | awk '/"verdict":/ {n++} /"verdict": *"covered"/ {covered++}
			/"kind": *"group"/ {if (/"type": *"outside/) outside++; else faults++}
			END {printf "%d\t%d\t%d\t%d", n, covered, faults, outside}')
	fi
	printf '%s\t%s\t%s\t%s\t%s\n' "$symbol" "$source" $state "$(echo "$why" | tr '\t' ' ')" "$tested" > $at/row
	exit
fi

# External functions: symbol, source.
functions() { # directory
	for object in $1/objects/*.o; do
		nm --defined-only $object | awk -v source="$(cat ${object%.o}.source)" '$2 == "T" && $3 !~ /C[12]E|D[012]E/ {print $3 "\t" source}'
	done | sort -u -t"$tab" -k1,1
}

library() { # package language sources flags
	dir=$PWD/$(sh bench/subjects/others.sh unpack $1)
	work=$out/$1
	flags=$(echo "$4" | sed "s|@|$dir|g")
	if [ ! -f $work/library.a ] || [ ! -f $work/functions ]; then
		rm -rf $work
		mkdir -p $work/objects
		(cd $dir && find . -name '*.c*' ! -path './me/*' ! -name 'test*' ! -name '*_test.c' | sed 's|^\./||') |
			grep -E "$3" | sort > $work/sources
		tr '\n' '\0' < $work/sources | xargs -0 -P $jobs -I{} sh bench/drivers/drivers.sh --object $dir {} $work "$flags"
		while read -r source; do
			object=$work/objects/$(echo "$source" | tr /. __)
			[ ! -f $object.o ] || echo "$source" > $object.source
		done < $work/sources
		ar rcs $work/library.a $work/objects/*.o
		functions $work > $work/functions
	fi
	rm -rf $work/drivers
	awk -F'\t' -v seed=${SEED:-1} 'BEGIN {srand(seed)} {print rand() "\t" $0}' $work/functions | sort -n |
		cut -f 2- | head -n ${COUNT:-40} > $work/sample
	# One that is tested has a + in front of its source.
	awk -F'\t' -v tests=${TESTS:-5} '{printf "%s%s\n%s\n", NR <= tests ? "+" : "", $2, $1}' $work/sample |
		tr '\n' '\0' |
		xargs -0 -n 2 -P $jobs sh bench/drivers/drivers.sh --driver $dir "$flags" $work
	cat $work/drivers/*/row | sed "s/^/$1\t/"
}

mkdir -p $out
rows | while IFS=$tab read -r package language sources flags; do
	library $package $language "$sources" "$flags" < /dev/null
done > $out.tsv
awk -F'\t' '{
		n[$1, $4]++; total[$4]++
		if ($4 != "driven" && $4 != "private") why[$1 "\t" $2 "\t" $4 ": " $5]
		names[$1]
		if ($6 != "-") {
			branches[$1] += $6; covered[$1] += $7; faults[$1] += $8; outside[$1] += $9
			tested[$1]++; faulty[$1] += $8 > 0; all_tested++; all_faulty += $8 > 0
		}
	}
	END {
		printf "%-14s %7s %7s %7s %7s | %6s %9s %8s %6s %7s\n", "library", "driven", "refused", "broken", "private",
			"tested", "branches", "covered", "faults", "outside"
		for (name in names)
			printf "%-14s %7d %7d %7d %7d | %6d %9d %8d %6d %7d\n", name, n[name, "driven"], n[name, "refused"],
				n[name, "broken"], n[name, "private"], tested[name], branches[name], covered[name],
				faults[name], outside[name]
		for (row in why)
			print row
		printf "bench-drivers: %d of %d functions driven, %d refused, %d drivers do not compile; %d of %d tested without a fault\n",
			total["driven"], NR - total["private"], total["refused"], total["broken"],
			all_tested - all_faulty, all_tested
	}' $out.tsv
