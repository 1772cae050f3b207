# SPDX-License-Identifier: GPL-3.0-or-later
# The means of build/bench/parsers.tsv (parsers.sh): a parser is met where ME's mean is
# above those of both kinds of libFuzzer.
FNR == 1 {
	next
}

!($1 in seen) {
	seen[$1] = 1
	order[++names] = $1
}

{
	n[$1, $2]++
	sum[$1, $2] += $4
	early[$1] += $5 != 124 # 124: by the limit of CPU time
	all[$1] = $6
}

function mean(name, contender) {
	return n[name, contender] ? sum[name, contender] / n[name, contender] : 0
}

END {
	printf "%-12s %8s %10s %10s %14s\n", "parser", "branches", "ME", "libFuzzer", "value profile"
	for (i = 1; i <= names; i++) {
		name = order[i]
		ours = mean(name, "me")
		plain = mean(name, "libfuzzer")
		profile = mean(name, "profile")
		above = ours > plain && ours > profile
		met += above
		printf "%-12s %8d %10.1f %10.1f %14.1f  %s%s\n", name, all[name], ours, plain, profile,
			above ? "above" : "NOT ABOVE",
			early[name] ? sprintf(" (%d sessions ended early)", early[name]) : ""
	}
	printf "\nparsers: above both kinds of libFuzzer on %d of %d\n", met, names
	exit !names || met < names
}
