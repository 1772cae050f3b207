# SPDX-License-Identifier: GPL-3.0-or-later
# The medians, and the least and greatest, of the sums that explore-library.tsv has for each of
# several seeds: goals covered, searches, those that found an input, and their share.
#	awk -F '\t' -f bench/base/median.awk -f library_seeds.awk ROWS

$2 == "refused" || $2 == "broken" {next}

{
	if (!($2 in seeds))
		methods[++method_count] = $2
	if (!(($2, $18) in number))
		number[$2, $18] = ++seeds[$2]
	n = number[$2, $18]
	covered[$2, n] += $4
	invoked[$2, n] += $7
	solved[$2, n] += $8
}

function spread(of, key, n, format,    i, low, high) {
	low = high = of[key, 1]
	for (i = 2; i <= n; i++) {
		if (of[key, i] < low)
			low = of[key, i]
		if (of[key, i] > high)
			high = of[key, i]
	}
	return sprintf(format " (" format " to " format ")", median(of, key, n), low, high)
}

END {
	for (i = 1; i <= method_count; i++) {
		m = methods[i]
		for (n = 1; n <= seeds[m]; n++)
			share[m, n] = invoked[m, n] ? 100 * solved[m, n] / invoked[m, n] : 0
		print m ", medians of " seeds[m] " seeds: covered " spread(covered, m, seeds[m], "%d") \
			", invoked " spread(invoked, m, seeds[m], "%d") ", solved " \
			spread(solved, m, seeds[m], "%d") ", " spread(share, m, seeds[m], "%.1f") " %"
	}
}
