# SPDX-License-Identifier: GPL-3.0-or-later
# report.awk - counts the verdicts in results.tsv (trial.h has its fields) of one key.
BEGIN {
	FS = "\t"
	verdicts = "same left link crash fails builds warns differs open blind"
	count = split(verdicts, verdict, " ")
}
$3 == key {
	part = $1
	if (part !~ /^gcc\.c-torture/) sub(/\/.*/, "", part)
	else { sub(/^gcc\.c-torture\//, "", part); part = "c-torture/" part; sub(/\/[^\/]*$/, "", part) }
	sub(/^c-torture\/execute\/.*/, "c-torture/execute", part)
	row = part " " $2
	if (!(row in rows)) { rows[row]; order[++n] = row }
	number[row, $4]++
	sum[$4]++
	trials++
	if ($4 != "left") { plain += $8; with += $9; hooks += $5 - $6; skipped += $6 }
	if ($4 == "left") why[$10]++
	else if ($4 != "same" && $4 != "link") finding[++found] = $4 " " $2 " " $1 ": " $10
	kinds = split($11, list, ";")
	for (i = 1; i < kinds; i++) kind[list[i]]++
}
END {
	printf "%-28s %-9s", "part", "flags"
	for (v = 1; v <= count; v++) printf " %7s", verdict[v]
	print ""
	for (i = 1; i <= n; i++) {
		split(order[i], r, " ")
		printf "%-28s %-9s", r[1], r[2]
		for (v = 1; v <= count; v++) printf " %7d", number[order[i], verdict[v]]
		print ""
	}
	print ""
	for (w in why) printf "left out, %s: %d\n", w, why[w]
	for (k in kind) printf "skipped at -O0, %s: %d\n", k, kind[k]
	printf "comparisons hooked: %d, skipped: %d (%.2f %%)\n", hooks, skipped,
		hooks + skipped ? 100 * skipped / (hooks + skipped) : 0
	printf "CPU of the compiler: %.1f s without, %.1f s with the plugin (%.2f times)\n",
		plain / 1000, with / 1000, plain ? with / plain : 0
	print ""
	for (i = 1; i <= found && i <= 200; i++) print finding[i]
	print trials + 0 " trials, " found + 0 " findings"
	exit found > 0 || !trials
}
