# SPDX-License-Identifier: GPL-3.0-or-later
# Summary of one seed's rows of explore-library.tsv: for each method FloPSy's columns, and what
# was said of the functions that were not explored.
#	awk -F '\t' -v seed=N -f library.awk ROWS

$2 == "refused" || $2 == "broken" {
	left[$2]++
	why = $3
	sub(/.*cannot be driven: /, "", why)
	gsub(/parameter [0-9]+ |\([^)]*\): /, "", why)
	gsub(/‘[^’]*’|'[^']*'/, "...", why)
	reasons[$2 ": " why]++
	next
}

{
	if (!($2 in functions))
		methods[++method_count] = $2
	functions[$2]++
	goals[$2] += $3
	covered[$2] += $4
	share[$2] += $3 ? 100 * $4 / $3 : 100
	cpu[$2] += $5
	limit[$2] += $6 == 124
	ended[$2] += $6 != 0 && $6 != 124
	if ($6 != 0 && $6 != 124)
		print $1 ", " $2 ": exit status " $6
	invoked[$2] += $7
	where[$2] += $7 > 0
	solved[$2] += $8
	timeouts[$2] += $9
	failed[$2] += $10
	fixed[$2] += $11
	diverged[$2] += $12
	lost[$2] += $13
	refuted[$2] += $14
	before[$2] += $15
	silent[$2] += $16 == "-"
	add($2, $16, types)
	add($2, $17, operators)
	if ($12 + $14 > 0)
		print $1 ", " $2 ": " $12 " runs diverged, " $14 " prefixes refuted"
	if (($1, "off") in of)
		if ($4 < of[$1, "off"])
			less[$2]++
		else if ($4 > of[$1, "off"])
			more[$2]++
	if ($2 == "smt")
		of[$1, "off"] = $4
}

# text: "name":number,...
function add(method, text, sums, i, n, parts, pair) {
	n = split(text, parts, ",")
	for (i = 1; i <= n; i++)
		if (split(parts[i], pair, ":") == 2) {
			gsub(/"/, "", pair[1])
			sums[method, pair[1]] += pair[2]
			names[pair[1]] = 1
		}
}

function shares(method, title, list, sums, i, n, kinds, all) {
	n = split(list, kinds, " ")
	for (i = 1; i <= n; i++)
		all += sums[method, kinds[i]]
	printf "  %s:", title
	for (i = 1; i <= n; i++)
		printf " %s %d (%.1f %%)", kinds[i], sums[method, kinds[i]], all ? 100 * sums[method, kinds[i]] / all : 0
	print ""
}

END {
	print "seed " seed
	format = "%-9s %9s %7s %8s %7s %8s %7s %8s %9s %7s %8s %7s %6s %6s\n"
	printf format, "method", "functions", "goals", "covered", "mean %", "CPU s", "limit", "invoked", "in funct.", "solved", "timeouts", "failed", "fixed", "share"
	for (i = 1; i <= method_count; i++) {
		m = methods[i]
		printf format, m, functions[m], goals[m], covered[m], sprintf("%.2f", share[m] / functions[m]), sprintf("%.0f", cpu[m]),
			limit[m], invoked[m], where[m], solved[m], timeouts[m], failed[m], fixed[m],
			invoked[m] ? sprintf("%.1f", 100 * solved[m] / invoked[m]) : "-"
	}
	for (i = 1; i <= method_count; i++) {
		m = methods[i]
		printf "%s: %d runs diverged, %d ended before, %d not followed, %d prefixes refuted, %d ended with an error, %d without a summary", m, diverged[m], before[m], lost[m], refuted[m], ended[m], silent[m]
		print m == "smt" ? "" : sprintf("; more than smt on %d functions, less on %d", more[m], less[m])
		if (invoked[m]) {
			shares(m, "types", "double float integer", types)
			shares(m, "operators", "multiply add divide pow call sqrt round convert integer", operators)
		}
	}
	print left["refused"] + 0 " functions cannot be an entry, " left["broken"] + 0 " could not be built:"
	for (why in reasons)
		print "  " reasons[why] "  " why
}
