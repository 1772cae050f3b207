# SPDX-License-Identifier: GPL-3.0-or-later
# What of build/bench/condition_coral.tsv (condition_coral.sh) was solved: a line for each
# method and variant of a table, with the median over the seeds, the least and the most;
# of a variant also as a fraction of the default's median, with the p of the Mann-Whitney
# test. Exit 1 when all 84 functions
# were given to Concolic Walk and the median is below 75, or the portfolio solved less
# than 98 %, or without rows.
FNR == 1 {
	next
}

{
	key = $1 "\t" $5 "\t" $6
	if (!(key in seen)) {
		seen[key] = ++keys
		name[keys] = key
	}
	if (!((key, $2) in functions)) {
		functions[key, $2] = 1
		count[key]++
	}
	seeds[key] = $7 > seeds[key] ? $7 : seeds[key]
	solved[key, $7] += $10 != "-"
	evaluations[key] += $8
	ms[key] += $9
	runs[key]++
	all[key] += $10 != "-"
}

END {
	for (i = 1; i <= keys; i++) {
		key = name[i]
		split(key, part, "\t")
		least = most = solved[key, 1]
		for (s = 1; s <= seeds[key]; s++) {
			least = solved[key, s] < least ? solved[key, s] : least
			most = solved[key, s] > most ? solved[key, s] : most
		}
		half = median(solved, key, seeds[key])
		if (part[3] == "default")
			base[part[1], part[2]] = half
		printf "%s: %s %s: %d of %d solved (%d to %d in %d seeds)", part[1], part[2],
			part[3], half, count[key], least, most, seeds[key]
		if (part[1] == "ablations" && base[part[1], part[2]]) {
			for (s = 1; s <= seeds[key]; s++) {
				x[s] = solved["ablations\tcw\tdefault", s]
				y[s] = solved[key, s]
			}
			printf ", %.3f of the default, p %.3f", half / base[part[1], part[2]],
				mann_whitney(x, seeds[key], y, seeds[key])
		}
		printf "; %.0f evaluations, %.2f ms of CPU a run\n",
			evaluations[key] / runs[key], ms[key] / runs[key]
		if (part[2] == "cw" && part[3] == "default" && count[key] == 84 && half < 75)
			failed = 1
		if (part[2] == "portfolio" && all[key] < 0.98 * runs[key])
			failed = 1
	}
	exit !keys || failed
}
