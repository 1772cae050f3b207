# SPDX-License-Identifier: GPL-3.0-or-later
# awk -f labels.awk labels-paper.tsv MEDIANS: a table of each program and criterion
# with the paper's figures below it, and whether these hold where both explorations came to
# their end, but for labels on paths that solvers left unknown, which count as paths: P* has at most as
# many paths as P has, times the labels on a path and one more
# (Theorem 7); all ways cover the same labels (Theorem 8, and for P' Theorem 3); P* with label
# deletion takes at most 3.5 times the paths of P, and 7 times its CPU seconds. Exit 1 when
# one does not.

FNR == 1 {
	file++
}

/^#/ {
	next
}

file == 1 {
	for (i = 1; i <= 8; i++)
		paper[$1, $2, i] = $(i + 2)
	next
}

{
	key = $1 SUBSEP $2
	if (!(key in seen)) {
		seen[key] = 1
		name[++count] = $1
		criterion[count] = $2
	}
	paths[key, $3] = $4 + $5
	unknown[key, $3] = $17
	ended[key, $3] = $14 == "true" || $18 == "ended"
	cpu[key, $3] = $9
	if ($11 > total[key])
		total[key] = $11
	covered[key, $3] = $12
	if ($13 > infeasible[key])
		infeasible[key] = $13
	whole[key, $3] = $14 == "true"
	on_path[key, $3] = $15
	same[key, $3] = $16 == "same"
}

function check(what, good) {
	checked++
	if (good)
		return
	failures++
	print "not so: " what
}

# A figure of an exploration that was ended by its time has a plus, one with unknown labels a
# question mark.
function cell(key, way, value) {
	return value (whole[key, way] ? "" : ended[key, way] ? "?" : "+")
}

function row(key, i, w) {
	printf "%-10s %-8s", name[i], criterion[i]
	for (w = 1; w <= 4; w++)
		printf " %8s", cell(key, way[w], paths[key, way[w]])
	for (w = 1; w <= 4; w++)
		printf " %8s", cell(key, way[w], sprintf("%.1f", cpu[key, way[w]]))
	printf "  %d/%d, %d infeasible\n", covered[key, "idl"], total[key], infeasible[key]
	if (!((name[i], criterion[i], 1) in paper))
		return
	printf "%19s", "paper"
	for (w = 1; w <= 8; w++)
		printf " %8s", paper[name[i], criterion[i], w] ? paper[name[i], criterion[i], w] : "-"
	print ""
}

function check_row(key, i, of, w) {
	of = name[i] " " criterion[i] ": "
	if (whole[key, "P"] && ended[key, "tight"])
		check(of "|P*| <= (mk + 1) |P|",
			paths[key, "tight"] + unknown[key, "tight"] <= (on_path[key, "tight"] + 1) * paths[key, "P"])
	if (whole[key, "P"] && whole[key, "idl"]) {
		check(of "paths of P* with deletion at most 3.5 times those of P",
			paths[key, "idl"] <= 3.5 * paths[key, "P"])
		check(of "CPU of P* with deletion at most 7 times that of P",
			cpu[key, "idl"] <= 7 * cpu[key, "P"])
		paths_p += paths[key, "P"]
		paths_idl += paths[key, "idl"]
		cpu_p += cpu[key, "P"]
		cpu_idl += cpu[key, "idl"]
	}
	for (w = 2; w <= 3; w++)
		if (whole[key, "idl"] && ended[key, way[w]])
			check(of way[w] " covers the labels that idl covers", same[key, way[w]])
}

END {
	split("P direct tight idl", way, " ")
	printf "%-19s %35s %35s\n", "", "paths", "CPU seconds"
	printf "%-10s %-8s %8s %8s %8s %8s %8s %8s %8s %8s  labels\n", "program", "labels", "P", "P'",
		"P*", "P* idl", "P", "P'", "P*", "P* idl"
	for (i = 1; i <= count; i++)
		row(name[i] SUBSEP criterion[i], i)
	print "+: it was ended by its time; ?: some labels on paths are unknown"
	for (i = 1; i <= count; i++)
		check_row(name[i] SUBSEP criterion[i], i)
	printf "P* with deletion beside P: %.2f times the paths, %.2f times the CPU; %d of %d checks hold\n",
		paths_p ? paths_idl / paths_p : 0, cpu_p ? cpu_idl / cpu_p : 0, checked - failures, checked
	exit failures > 0
}
