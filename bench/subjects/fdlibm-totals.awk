# SPDX-License-Identifier: GPL-3.0-or-later
# Files: totals of gcov-totals.awk, coverme-table3.csv, fdlibm.tsv (fields by tabs).
# Prints both counts of each function; fails when gcov's branches are not the list's.
/^#/ { next }
FILENAME ~ /totals$/ {
	split($0, t, " ")
	count[t[1]] = $0
	next
}
FILENAME ~ /\.csv$/ {
	gsub(/"[^"]*"/, "-")
	split($0, c, ",")
	paper[c[2]] = c[4] + 0 "\t" c[5] + 0 "\t" c[6] + 0
	next
}
!head++ {
	form = "%-20s %9s %7s %9s %7s %9s %7s\n"
	printf form, "function", "lines", "paper", "branches", "paper", "calls", "paper"
}
{
	if (split(count[$1], t, " ") == 0 || !($6 in paper)) {
		print $1 ": not counted, or not in the paper's table"
		bad++
		next
	}
	split(paper[$6], p, "\t")
	printf form, $1, t[2], p[1], t[4], p[2], t[7], p[3]
	branches += t[4]
	printed += p[2]
	n++
	if (t[4] != $7) {
		print $1 ": " t[4] " branches, fdlibm.tsv says " $7
		bad++
	}
}
END {
	printf form, n " functions", "", "", branches, printed, "", ""
	exit bad > 0
}
