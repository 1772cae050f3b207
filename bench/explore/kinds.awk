# SPDX-License-Identifier: GPL-3.0-or-later
# Summary of explore-kinds.tsv: for each kind (a program, or all whose names begin alike) and
# method the median over the seeds of the covered share, per cent; the mean over the kinds,
# weighted by the lines of their sources; the CPU seconds; and what cw and the portfolio do beside
# the others, with the p of Mann and Whitney's test for each kind whose shares differ. Coverage
# per second is a kind's share by the CPU seconds that its runs took, weighted likewise.

BEGIN {
	LEAST_CPU = 0.01 # what the clock of CPU time tells apart
}

{
	kind = $1
	sub(/-[0-9]+$/, "", kind)
	if (!(kind in lines))
		kinds[++kind_count] = kind
	if (!($3 in method_seen)) {
		method_seen[$3] = 1
		methods[++method_count] = $3
	}
	if (!(($1, "counted") in seen)) {
		seen[$1, "counted"] = 1
		if (kind == "coral" || !(kind in lines))
			lines[kind] += $2
	}
	goals[kind, $3, $4] += $5
	covered[kind, $3, $4] += $6
	cpu[$3, $4] += $7
	kind_cpu[kind, $3, $4] += $7
	if ($4 > seeds)
		seeds = $4
}

function share(kind, method, seed) {
	return goals[kind, method, seed] ? 100 * covered[kind, method, seed] / goals[kind, method, seed] : 0
}

function p_of(kind, one, other, x, y, seed) {
	for (seed = 1; seed <= seeds; seed++) {
		x[seed] = share(kind, one, seed)
		y[seed] = share(kind, other, seed)
	}
	return mann_whitney(x, seeds, y, seeds)
}

function named(kind, p) {
	return sprintf(" %s (p %.3f)", kind, p)
}

function compare(one, other, i, kind, p, less, more, alike) {
	if (!(one in method_seen) || !(other in method_seen))
		return
	for (i = 1; i <= kind_count; i++) {
		kind = kinds[i]
		p = p_of(kind, one, other)
		if (p >= 0.05)
			alike = alike named(kind, p)
		else if (median(shares, kind SUBSEP one, seeds) < median(shares, kind SUBSEP other, seeds))
			less = less named(kind, p)
		else
			more = more named(kind, p)
	}
	printf "%s beside %s: %.2f times the coverage, %.2f times the coverage per second; more on%s; less on%s; " \
		"no difference shown on%s\n", one, other,
		weighted[other] ? weighted[one] / weighted[other] : 0,
		rate[other] ? rate[one] / rate[other] : 0,
		more ? more : " none", less ? less : " none", alike ? alike : " none"
}

END {
	printf "%-10s %6s", "kind", "lines"
	for (m = 1; m <= method_count; m++)
		printf " %10s", methods[m]
	print ""
	for (i = 1; i <= kind_count; i++) {
		kind = kinds[i]
		all_lines += lines[kind]
		printf "%-10s %6d", kind, lines[kind]
		for (m = 1; m <= method_count; m++) {
			for (seed = 1; seed <= seeds; seed++) {
				shares[kind, methods[m], seed] = share(kind, methods[m], seed)
				rates[kind, methods[m], seed] = share(kind, methods[m], seed) / \
					(kind_cpu[kind, methods[m], seed] + LEAST_CPU)
			}
			value = median(shares, kind SUBSEP methods[m], seeds)
			weighted[methods[m]] += lines[kind] * value
			rate[methods[m]] += lines[kind] * median(rates, kind SUBSEP methods[m], seeds)
			printf " %10.1f", value
		}
		print ""
	}
	printf "%-10s %6d", "weighted", all_lines
	for (m = 1; m <= method_count; m++)
		printf " %10.1f", weighted[methods[m]] / all_lines
	printf "\n%-10s %6s", "CPU s", ""
	for (m = 1; m <= method_count; m++) {
		for (seed = 1; seed <= seeds; seed++)
			times[methods[m], seed] = cpu[methods[m], seed]
		printf " %10.1f", median(times, methods[m], seeds)
	}
	printf "\n%-10s %6s", "share / s", ""
	for (m = 1; m <= method_count; m++)
		printf " %10.2f", rate[methods[m]] / all_lines
	print ""
	compare("cw", "simplify")
	compare("cw", "mixed")
	compare("smt+cw", "smt")
	compare("portfolio", "smt")
	compare("portfolio", "cw")
}
