#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-labels: goals that are labels (docs/labels.md), searched, proven and scored. Into
# build/bench/labels.tsv, whose rows begin with the name of a table:
#	criteria	for each program of programs.tsv and each of CC, MCC, MCDC and WM: labels;
#		covered in the median of the seeds; covered by any means, which are all of its
#		seeds, the prover, LONG evaluations of each method of METHODS and very many inputs
#		without a search (brute.c); of these the ones that less than half of the seeds
#		covered; infeasible by proof; unknown; CPU seconds, in the median, until the last
#		label was covered, and until the search ended
#	instrumentation	for each program with MCDC and with WM, and each instrumentation: CPU
#		seconds, evaluations of the program and of labels in one search of RUNS evaluations
#	score	for some programs: inputs, labels, CPU seconds of a plain replay and of `me score`
#	fdlibm	for each of Fdlibm's functions with MCDC and with WM: labels, covered, infeasible,
#		unknown
# Labels that were missed are printed, summary lines last. Exit 1 when a label was missed, a
# search came to its last label after more than a second, label deletion did not halve the
# evaluations of labels of WM, or a score took more than three replays.
# Environment: CC, ME_BUILD; OUT (build/bench/labels), where all goes; TABLES, names of these;
# CRITERIA, of the tables criteria and fdlibm; ONLY, names of programs; FUNCTIONS, of Fdlibm's;
# SEEDS (5); LONG (300000); METHODS (auto random); TIMEOUT (2) and MAX_TIME (20), seconds of a
# query, and of all proofs about a program; SEARCH_TIME (10), seconds of a search of Fdlibm's;
# RUNS (20000); INPUTS (5000).
. "$(dirname "$0")/../base/start.sh"
me=$ME_BUILD/me
out=${OUT:-build/bench/labels}
. bench/base/json.sh
. bench/labels/parts.sh
rm -rf $out
mkdir -p $out
: > $out.tsv
status=0
for table in ${TABLES:-criteria instrumentation score fdlibm}; do
	. bench/labels/table_$table.sh
done
awk -F'\t' -f bench/labels/summary.awk $out.tsv || status=1
exit $status
