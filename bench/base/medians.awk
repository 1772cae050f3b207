# SPDX-License-Identifier: GPL-3.0-or-later
# One row for all seeds: awk -F '\t' -v keys=N -f median.awk -f medians.awk ROWS. The first N
# columns say of what a row is, the next one is its seed, and is left out. Of a column of
# numbers the median is printed, of others what all rows have, or `mixed`.

{
	key = $1
	for (i = 2; i <= keys; i++)
		key = key "\t" $i
	if (!(key in rows))
		order[++count] = key
	n = ++rows[key]
	for (i = keys + 2; i <= NF; i++) {
		value[key, i, n] = $i
		if ($i !~ /^-?[0-9.]+$/)
			is_text[key, i] = 1
	}
	if (NF > columns)
		columns = NF
}

function common(key, i,    n) {
	for (n = 2; n <= rows[key]; n++)
		if (value[key, i, n] != value[key, i, 1])
			return "mixed"
	return value[key, i, 1]
}

END {
	for (k = 1; k <= count; k++) {
		key = order[k]
		line = key
		for (i = keys + 2; i <= columns; i++)
			line = line "\t" (is_text[key, i] ? common(key, i) : median(value, key SUBSEP i, rows[key]))
		print line
	}
}
