# SPDX-License-Identifier: GPL-3.0-or-later
# A line for each table of labels.tsv; exit 1 when a figure is not what labels.sh says.
$1 == "criteria" {
	rows++
	labels += $4
	covered += $5
	missed += $7
	infeasible += $8
	unknown += $9
	slowest = $10 > slowest + 0 ? $10 : slowest
	bad += $7 > 0 || $10 >= 1
}
$1 == "instrumentation" {
	evaluated[$3, $4] += $7
	seconds[$3, $4] += $5
	compared[$3]
}
$1 == "score" {
	scored++
	ratio = $6 / $5
	worst = ratio > worst ? ratio : worst
	bad += ratio > 3
}
$1 == "fdlibm" {
	functions[$2]
	of[$3]
	all[$3] += $4
	met[$3] += $5
	proven[$3] += $6
	open[$3] += $7
}
END {
	if (rows)
		printf "labels: %d programs and criteria, %d labels: %d covered in the median, " \
			"%d missed, %d infeasible, %d unknown; the last one after %.2f s at the most\n",
			rows, labels, covered, missed, infeasible, unknown, slowest
	for (criterion in compared) {
		saved = evaluated[criterion, "tight"] / evaluated[criterion, "idl-2"]
		printf "instrumentation: %s: evaluations of labels: direct %d, tight %d, idl-1 %d, " \
			"idl-2 %d: %.1f times fewer than tight; CPU %.1f, %.1f, %.1f, %.1f s\n",
			criterion, evaluated[criterion, "direct"], evaluated[criterion, "tight"],
			evaluated[criterion, "idl-1"], evaluated[criterion, "idl-2"], saved,
			seconds[criterion, "direct"], seconds[criterion, "tight"],
			seconds[criterion, "idl-1"], seconds[criterion, "idl-2"]
		bad += criterion == "WM" && saved < 2
	}
	if (scored)
		printf "score: %d programs: at the most %.2f times a plain replay\n", scored, worst
	for (criterion in of)
		printf "fdlibm: %s: %d functions, %d labels: %d covered, %d infeasible, %d unknown\n",
			criterion, length(functions), all[criterion], met[criterion],
			proven[criterion], open[criterion]
	exit bad > 0
}
