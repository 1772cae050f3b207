#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Fdlibm's functions out of Debian's package newlib-source:
#	fdlibm.sh [NAME...]	the targets of bench/subjects/fdlibm.tsv (all), in
#				build/subjects/fdlibm/NAME/fuzz_target; those of
#				TABLE, another of bench/subjects/, in build/subjects/TABLE
#	fdlibm.sh list [NAME...]  the rows that tools/target.sh reads
#	fdlibm.sh totals	gcov's totals beside the paper's; exit 1 when one
#				differs from the column `branches`
# A target is one file instrumented alone; what it calls in libm comes, built plain,
# from the same package: build/subjects/libfdlibm.a.
# Environment: CC, as in the Makefile; ME_BUILD, for tools/target.sh; TABLE.
. "$(dirname "$0")/../base/start.sh"
table=${TABLE:-fdlibm}
subjects=build/subjects
newlib=$subjects/newlib
include="-I$newlib/libc/include -I$newlib/libm/common"

# What two runs at a time may both make gets its name when it is whole; the second one
# throws its own away.
publish() { # made name
	mv -T "$1" "$2" 2>/dev/null || rm -rf "$1"
}

unpack() {
	[ ! -d $newlib ] || return 0
	set -- /usr/src/newlib/newlib-*.tar.xz
	[ -f "$1" ] || fail "no /usr/src/newlib/newlib-*.tar.xz: install newlib-source"
	mkdir -p $newlib.$$
	tar -xJf "$1" -C $newlib.$$ --strip-components=2 --wildcards \
		'*/newlib/libm/math' '*/newlib/libm/common' '*/newlib/libc/include'
	publish $newlib.$$ $newlib
}

# Hidden: libm.so and libgsl.so go on calling the system's own functions.
archive() {
	[ ! $subjects/libfdlibm.a -nt bench/subjects/fdlibm.sh ] || return 0
	objects=$subjects/libfdlibm.$$
	mkdir -p $objects
	echo 'int *__errno(void); int *__errno_location(void);
	int *__errno(void) { return __errno_location(); }' > $objects/errno.c
	root=$PWD
	(cd $objects && $CC -w -O2 -fno-builtin -fno-strict-aliasing -fvisibility=hidden \
		-I$root/$newlib/libc/include -I$root/$newlib/libm/common -c errno.c \
		$root/$newlib/libm/math/[eks]*_*.c $root/$newlib/libm/common/s*_*.c \
		$root/$newlib/libm/common/math_err*.c)
	ar rcs $objects.a $objects/*.o
	rm -r $objects
	publish $objects.a $subjects/libfdlibm.a
}

rows() {
	grep -v '^#' bench/subjects/$table.tsv
}

list() { # [name...]
	for name in ${*:-$(rows | cut -f1)}; do
		rows | awk -F'\t' -v OFS='\t' -v name="$name" -v dir=$newlib/libm \
			-v headers="$include" -v libs="$subjects/libfdlibm.a -lm" '
			$1 == name {
				flags = ($5 == "-" ? "" : $5 " ") headers
				print $1, $2, $4, dir "/" $3, flags, libs, $6
				found = 1
			}
			END { exit !found }' || fail "$name: not in bench/subjects/$table.tsv"
	done
}

# Compiles every file of the list under plain gcov, counts, and sets the counts of
# each function beside the paper's columns.
totals() {
	work=$subjects/totals.$$
	gcov=gcov-$($CC -dumpversion | sed 's/\..*//')
	mkdir -p $work
	rows | cut -f3,5 | sort -u | while IFS=$tab read -r file flags; do
		[ "$flags" != - ] || flags=
		stem=$work/$(basename $file .c)
		$CC -w -g -O0 --coverage $flags $include -c $newlib/libm/$file -o $stem.o
		$gcov -b -c -t $stem.gcno 2>/dev/null | awk -f bench/subjects/gcov-totals.awk
	done > $work/totals
	status=0
	awk -F'\t' -f bench/subjects/fdlibm-totals.awk $work/totals bench/subjects/coverme-table3.csv \
		bench/subjects/fdlibm.tsv || status=1
	rm -r $work
	return $status
}

unpack
archive
case ${1:-} in
totals) totals ;;
list)
	shift
	list "$@"
	;;
*) list "$@" | sh tools/target.sh $subjects/$table ;;
esac
