# SPDX-License-Identifier: GPL-3.0-or-later
# What of build/bench/coral.tsv (coral.sh) met its condition: a line for each function
# that not all runs met, and the summary. Exit 1 below 98 %, or without rows.
FNR == 1 {
	next
}

{
	runs++
	n[$1]++
	met += $5 != "-"
	solved[$1] += $5 != "-"
	size[$1] = $2 " variables, " $3 " conjuncts"
	evaluations["all", runs] = $5 == "-" ? 1e300 : $5 + 0
}

END {
	for (f in n) {
		functions++
		if (solved[f] < n[f])
			printf "coral%d: %s: met by %d of %d\n", f, size[f], solved[f], n[f]
	}
	if (runs)
		printf "coral: %d functions, %d of %d runs met, %.1f %%; median %.0f evaluations\n",
			functions, met, runs, 100 * met / runs, median(evaluations, "all", runs)
	exit !runs || met < 0.98 * runs
}
