#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the plain programs of each row that it reads (tools/target.sh says what a row is):
#	plain.sh DIR < rows
# DIR/NAME/twin is the function at -O0 under gcov, its notes DIR/NAME/subject.gcno;
# DIR/NAME/plain the function at -O2, for random search.
# Environment: CC, as in the Makefile.
. "$(dirname "$0")/../base/start.sh"

while IFS=$tab read -r name entry signature source flags libs rest; do
	out=$1/$name
	if [ -f $out/plain ] && [ -z "$(find bench/subjects/plain.[ch] bench/subjects/call.awk \
		bench/subjects/*.tsv bench/base/*.h $source -newer $out/plain)" ]; then
		continue
	fi
	mkdir -p $out
	rm -f $out/subject.gc*
	echo "$signature" | awk -v name=$name -f bench/subjects/call.awk > $out/call.c
	$CC -w -g -O0 --coverage $flags -c $source -o $out/subject.o
	$CC -w -O2 -fno-builtin -I. $out/call.c bench/subjects/plain.c $out/subject.o $libs \
		-lgcov -lm -o $out/twin
	$CC -w -O2 $flags -c $source -o $out/plain.o
	$CC -w -O2 -fno-builtin -I. $out/call.c bench/subjects/plain.c $out/plain.o $libs -lm \
		-o $out/plain
done
