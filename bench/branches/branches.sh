#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-fdlibm, make bench-others: builds the set's targets and gcov twins and measures
# them (branches.c says what):
#	branches.sh SET
# Exit 1 when a row falls short of what the summary claims: each such row is named.
# Environment: CC, ME_BUILD; SEEDS (5); ONLY, names of functions instead of all.
. "$(dirname "$0")/../base/start.sh"
case $1 in
fdlibm) rows=bench/subjects/fdlibm.sh table=bench/subjects/coverme-table3.csv ;;
others) rows=bench/subjects/others.sh table=- ;;
*)
	echo "branches.sh: $1: neither fdlibm nor others" >&2
	exit 2
	;;
esac
out=build/bench
mkdir -p $out
rm -rf $out/$1/*/run
sh $rows list ${ONLY:-} > $out/$1.rows
sh tools/target.sh build/subjects/$1 < $out/$1.rows
sh bench/subjects/plain.sh $out/$1 < $out/$1.rows
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -I. -o $out/branches \
	bench/branches/*.c bench/base/spawn.c -lm
exec $out/branches $1 $out/$1.rows $table "${SEEDS:-5}" \
	gcov-"$($CC -dumpversion | sed 's/\..*//')"
