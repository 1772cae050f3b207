#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds keep.c with the entry of each row that it reads (tools/target.sh says what a
# row is), the object without the search:
#	keep.sh DIR < rows
# The program is DIR/NAME/keep; one that is newer than DIR/NAME/fuzz_target is left alone.
# Environment: CC, as in the Makefile; ME_BUILD.
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
pic=$ME_BUILD/pic

while IFS=$tab read -r name entry signature source flags libs rest; do
	out=$1/$name
	if [ -f $out/keep ] && [ -z "$(find $out/fuzz_target bench/rivals/keep.c bench/base/*.h \
		-newer $out/keep)" ]; then
		continue
	fi
	mkdir -p $out
	$CC -fplugin=$ME_BUILD/me.so -w -g -O0 -fplugin-arg-me-entry=$entry $flags -c $source \
		-o $out/keep.o
	$CC -w -O2 -g -D_GNU_SOURCE -I. -Iinclude bench/rivals/keep.c $out/keep.o \
		$pic/harness/input/arguments.o $pic/value/*.o $pic/harness/input/exception.o \
		$pic/harness/program/module.o \
		$pic/harness/program/program.o \
		$pic/harness/program/state.o $pic/harness/program/own_process.o \
		$pic/harness/runtime/*.o $pic/mcmc/axis.o $pic/corpus/files/*.o $pic/system/clock.o $libs -lm -ldl -o $out/keep
done
