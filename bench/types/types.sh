#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-types: generates small functions over all languages and types, each with one
# branch behind an exact condition, builds them, and counts those whose branch is found within
# a second of CPU. Results: build/bench/types.tsv; the functions: build/bench/types.
#	types.sh
# Environment: CC, ME_BUILD; SEED (1), COUNT (200).
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
dir=build/bench/types

# One row of types_generate: the target, and its plain twin.
if [ "${1:-}" = --one ]; then
	cd $dir/"$2"
	arg=-fplugin-arg-me
	case $3 in
	*.cc) cc=me-c++ plain=$(echo "$CC" | sed 's/gcc/g++/') ;;
	*.f90) cc=me-fortran plain=$(echo "$CC" | sed 's/gcc/gfortran/') ;;
	*) cc=me-cc plain=$CC ;;
	esac
	case $3 in *.f90) line=-ffree-line-length-none ;; *) line= ;; esac
	$ME_BUILD/$cc -w -g -O0 $line $arg-entry="$4" "$3" ../mark.o -lm -o fuzz_target
	$plain -w -O0 $line -fplugin=$ME_BUILD/me.so $arg-twin $arg-entry="$4" -c "$3" \
		-o plain.o
	$plain plain.o ../mark.o $ME_BUILD/libme-replay.a -lstdc++ -lm -lrt -lpthread -ldl -o twin
	exit
fi

rm -rf $dir
mkdir -p $dir
options="-O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -I."
$CC $options -o $dir/generate bench/types/types_generate.c bench/types/types_function.c \
	bench/types/types_number.c bench/types/types_carrier.c bench/types/types_shape.c
$CC $options -o $dir/search bench/types/types.c bench/base/spawn.c
$CC $options -c bench/types/types_mark.c -o $dir/mark.o
$dir/generate $dir "${SEED:-1}" "${COUNT:-200}" > $dir.rows
cut -f 1-3 $dir.rows | tr '\t\n' '\0\0' | xargs -0 -n 3 -P 2 sh bench/types/types.sh --one
exec $dir/search $dir $dir.rows "${SEED:-1}" $dir.tsv
