# SPDX-License-Identifier: GPL-3.0-or-later
# Rows of path.sh: function, input, decisions, method, covered or open, evaluations.
# Prints the paths that each method covers of each function, then each method's sum, with the
# median of its evaluations to a path that it covers, and last the summary: with the best single method
# and the functions that have fewer different paths than most. Exit 1 when auto falls short.
!($1 in paths) {functions[++f] = $1}
!($4 in covered) {methods[++m] = $4; covered[$4] = 0}
{
	if (!seen[$1, $2]++) { paths[$1]++; all++ }
	hit = $5 == "covered"
	covered[$4] += hit
	of[$1, $4] += hit
	if (hit)
		cost[$4, covered[$4]] = $6
}
END {
	printf "%-24s %6s", "function", "paths"
	for (i = 1; i <= m; i++)
		printf " %8.8s", methods[i]
	print ""
	for (k = 1; k <= f; k++) {
		printf "%-24s %6d", functions[k], paths[functions[k]]
		for (i = 1; i <= m; i++)
			printf " %8d", of[functions[k], methods[i]]
		print ""
	}
	for (i = 1; i <= m; i++) {
		printf "%s: %d of %d paths covered (%.1f %%), median %s evaluations\n", methods[i],
			covered[methods[i]], all, 100 * covered[methods[i]] / (all ? all : 1),
			covered[methods[i]] ? median(cost, methods[i], covered[methods[i]]) : "-"
		if ("auto" in covered && covered[methods[i]] > covered["auto"]) {
			print methods[i] " covers more than auto"
			short = 1
		}
	}
	if (!all || ("auto" in covered && covered["auto"] < 0.9 * all)) {
		print "auto covers less than 90 %"
		short = 1
	}
	for (k = 1; k <= f; k++)
		most = paths[functions[k]] > most ? paths[functions[k]] : most
	for (k = 1; k <= f; k++)
		few += paths[functions[k]] < most
	for (i = 1; i <= m; i++)
		if (methods[i] != "auto" && (!best || covered[methods[i]] > covered[best]))
			best = methods[i]
	printf "path: %d functions, %d of them with fewer paths than %d; %d paths; auto covers %d (%.1f %%)", f, few,
		most, all, covered["auto"], 100 * covered["auto"] / (all ? all : 1)
	printf best ? ", the best single method, %s, %d\n" : "\n", best, covered[best]
	exit short + 0
}
