# SPDX-License-Identifier: GPL-3.0-or-later
# Summary of explore-one.tsv: function, seed, of the search seconds by the clock and of CPU, the same
# of me explore, whether each covered the side. Exit 1 when the medians of me explore, summed, are over
# 1.5 times the search's by the clock, or one seed leaves open what the search covers.

{
	n[$1]++
	for (k = 3; k <= 6; k++)
		value[$1, k, n[$1]] = $k
	met_search[$1] += $7 > 0
	met_explore[$1] += $8 > 0
	last = $1 > last ? $1 : last
}

function median(i, k, count, list, a, b, t) {
	count = n[i]
	for (a = 1; a <= count; a++)
		list[a] = value[i, k, a] + 0
	for (a = 1; a <= count; a++)
		for (b = a + 1; b <= count; b++)
			if (list[b] < list[a]) {
				t = list[a]
				list[a] = list[b]
				list[b] = t
			}
	return list[int((count + 1) / 2)]
}

END {
	print "one if: median seconds of me explore and of the search, by the clock and of CPU, and in how many seeds each covers it"
	for (i = 1; i <= last; i++) {
		for (k = 3; k <= 6; k++)
			sum[k] += at[k] = median(i, k)
		ratio = at[5] / (at[3] > 0.001 ? at[3] : 0.001)
		most = ratio > most ? ratio : most
		fails += met_explore[i] < met_search[i]
		printf "%2d  %6.3f %6.3f  ratio %5.2f  CPU %6.3f %6.3f  %d %d of %d\n", i, at[5], at[3], ratio,
			at[6], at[4], met_explore[i], met_search[i], n[i]
	}
	ratio = sum[3] ? sum[5] / sum[3] : 0
	printf "one: %d functions, by the clock %.3f s and %.3f s, ratio %.2f, at most %.2f; CPU %.3f s and %.3f s, ratio %.2f; less covered in %d\n",
		last, sum[5], sum[3], ratio, most, sum[6], sum[4], sum[4] ? sum[6] / sum[4] : 0, fails
	exit ratio > 1.5 || fails
}
