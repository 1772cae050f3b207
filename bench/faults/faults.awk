# SPDX-License-Identifier: GPL-3.0-or-later
# Reads the runs of faults.sh: function, seed, contender, 1 if it told the fault, CPU. Writes a
# table and prints it with a summary as the last line:
#	-v seeds=N -v table=FILE
# Exit status 1 below 95 % of functions and seeds, or where ME is below a rival on a function.
BEGIN {
	split("me libfuzzer random", contenders, " ")
	print "function\tme\tlibfuzzer\trandom\tseeds\tme_cpu_s\tlibfuzzer_cpu_s\trandom_cpu_s" > table
}

!($1 in known) {
	known[$1] = 1
	order[++functions] = $1
}

{
	told[$1, $3] += $4
	cpu[$1, $3] += $5
	runs[$1, $3]++
	all[$3] += $4
	used[$3] += $5
}

END {
	for (i = 1; i <= functions; i++) {
		name = order[i]
		row = sprintf("%-18s", name)
		printf "%s", name > table
		for (c = 1; c <= 3; c++) {
			printf "\t%d", told[name, contenders[c]] > table
			row = row sprintf("  %s %d of %d (%.1f s)", contenders[c], told[name, contenders[c]],
				runs[name, contenders[c]], cpu[name, contenders[c]])
		}
		printf "\t%d", seeds > table
		for (c = 1; c <= 3; c++)
			printf "\t%.2f", cpu[name, contenders[c]] > table
		print "" > table
		below = told[name, "me"] < told[name, "libfuzzer"] || told[name, "me"] < told[name, "random"]
		belows += below
		print row (below ? "  BELOW" : told[name, "me"] < seeds ? "  missed" : "")
	}
	most = functions * seeds
	printf "bench-faults: %d functions, %d seeds: told by me %d of %d, libfuzzer %d, random %d; " \
		"CPU %.0f s, %.0f s, %.0f s; %d functions below a rival\n", functions, seeds, all["me"], most,
		all["libfuzzer"], all["random"], used["me"], used["libfuzzer"], used["random"], belows
	exit !functions || belows > 0 || all["me"] < 0.95 * most
}
