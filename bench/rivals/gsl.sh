#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-gsl: the functions of bench/subjects/gsl_numbers.tsv, out of GSL's source package,
# searched by ME and its rivals (rivals.sh says how, and what its variables are) for 20 s of CPU
# each; what they call of other files is the system's libgsl:
#	gsl.sh
#	gsl.sh list [NAME...]	the rows that tools/target.sh reads
# With 5 seeds all take 65 * 5 * 60 s of CPU, five and a half hours, and what the counts take.
# Environment: TABLE (gsl_numbers), another table of bench/subjects: gsl has 66 functions chosen
# by hand.
# Exit 1 when ME takes fewer branches than a rival of any function, or in all less than
# 10 % more than the better one.
set -eu
cd "$(dirname "$0")/../.."
table=bench/subjects/${TABLE:-gsl_numbers}.tsv
if [ "${1:-}" = list ]; then
	shift
	package=$(sh bench/subjects/others.sh unpack gsl)
	mkdir -p build/bench
	${CC:-gcc} -O2 -I$package/me -c bench/subjects/gsl_errors.c -o build/bench/gsl_errors.o
	for name in ${*:-$(grep -v '^#' $table | cut -f1)}; do
		awk -F'\t' -v OFS='\t' -v name="$name" -v dir=$package '
			$1 == name {
				folder = $2
				sub("/.*", "", folder)
				print $1, $3, "-", dir "/" $2, "-I" dir "/me -I" dir "/" folder,
					"build/bench/gsl_errors.o -lgsl -lgslcblas -lm", "gsl"
				found = 1
			}
			END { exit !found }' $table || {
			echo "gsl.sh: $name: not in $table" >&2
			exit 1
		}
	done
	exit
fi
out=${OUT:-build/bench}
mkdir -p $out
sh bench/rivals/gsl.sh list ${FUNCTIONS:-} > $out/gsl.rows
CPU=${CPU:-20} GAIN=10 exec sh bench/rivals/rivals.sh gsl
