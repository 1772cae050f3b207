# SPDX-License-Identifier: GPL-3.0-or-later
# The summary of build/bench/cost.tsv: geometric means, and the worst function.
NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}
{
	ratio = $column["closed_ratio"]
	if (ratio > worst) {
		worst = ratio
		name = $1
	}
	closed += log(ratio)
	open += log($column["open_ratio"])
	clang += log($column["clang_fuzzer_ratio"])
	n++
}
END {
	if (!n)
		exit 1
	printf "bench-cost: closed geomean %.2f (worst %s %.2f), open %.2f, clang %.2f\n", \
		exp(closed / n), name, worst, exp(open / n), exp(clang / n)
}
