# SPDX-License-Identifier: GPL-3.0-or-later
# The median of of[key, 1], ..., of[key, n], the lower one of two; 0 when n is 0.
#	awk -f bench/base/median.awk -f SUMMARY.awk
function median(of, key, n,    i, j, t, sorted) {
	for (i = 1; i <= n; i++) {
		t = of[key, i]
		for (j = i - 1; j > 0 && sorted[j] > t; j--)
			sorted[j + 1] = sorted[j]
		sorted[j + 1] = t
	}
	return n ? sorted[int((n + 1) / 2)] : 0
}
