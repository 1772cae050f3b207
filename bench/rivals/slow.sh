#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-slow: functions whose loops run for seconds or for ever on many inputs, searched
# by ME and its rivals (rivals.sh says how, and what its variables are) for 10 s of CPU
# each: of bench/subjects/, those of slow.tsv out of Fdlibm, one of gsl.tsv, and those of slow/.
# Exit 1 when ME takes fewer branches than a rival of any function, or of __ieee754_jn fewer
# than 40 of 43.
set -eu
cd "$(dirname "$0")/../.."
rows() {
	TABLE=slow sh bench/subjects/fdlibm.sh list
	TABLE=gsl sh bench/rivals/gsl.sh list gsl_sf_bessel_Jn_e
	for name in collatz newton power; do
		printf '%s\t%s\t-\tbench/subjects/slow/%s.c\t-I.\t-lm\t-\n' $name $name $name
	done
}
out=${OUT:-build/bench}
mkdir -p $out
rows | awk -F'\t' -v names=" ${FUNCTIONS:-} " '
	names ~ /^ *$/ || index(names, " " $1 " ")' > $out/slow.rows
CPU=${CPU:-10} LEAST=__ieee754_jn:40 exec sh bench/rivals/rivals.sh slow
