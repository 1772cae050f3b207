# SPDX-License-Identifier: GPL-3.0-or-later
# The Mann-Whitney U test of two samples, two-tailed and exact: the share of all divisions of
# the pooled values, ties with their mean rank, whose rank sum is at least as far from the
# expected one. For samples of together at most 40 values.
#	mann_whitney(x, n, y, m)	x[1..n] and y[1..m] are numbers

function mann_whitney(x, n, y, m, value, twice, ways, i, j, k, r, less, same, sum, mean, all, far) {
	for (i = 1; i <= n + m; i++)
		value[i] = i <= n ? x[i] : y[i - n]
	for (i = 1; i <= n + m; i++) { # twice the rank is whole
		less = same = 0
		for (j = 1; j <= n + m; j++)
			if (value[j] < value[i])
				less++
			else if (value[j] == value[i])
				same++
		twice[i] = 2 * less + same + 1
		if (i <= n)
			sum += twice[i]
	}
	mean = n * (n + m + 1)
	# ways[k, r]: how often k of the values have the doubled rank sum r
	ways[0, 0] = 1
	for (i = 1; i <= n + m; i++)
		for (k = n < i ? n : i; k >= 1; k--)
			for (r = 2 * mean; r >= twice[i]; r--)
				if ((k - 1, r - twice[i]) in ways)
					ways[k, r] += ways[k - 1, r - twice[i]]
	for (r = 0; r <= 2 * mean + 2; r++)
		if ((n, r) in ways) {
			all += ways[n, r]
			if (distance_of(r - mean) >= distance_of(sum - mean))
				far += ways[n, r]
		}
	return all ? far / all : 1
}

function distance_of(d) {
	return d < 0 ? -d : d
}
