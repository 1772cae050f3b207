# SPDX-License-Identifier: GPL-3.0-or-later
# The medians of build/bench/bytes.tsv (bytes.sh), and what of the measure is met.
#
# A parser is met when it covers no less than `off`. A goal is met when it was solved
# below 1 s of CPU and, unless it is one of the plain ones, with at most a tenth of the
# executions that `off` needs; what was not solved needs infinitely many.
BEGIN {
	never = 1e300
	split("float double long_double range", list, " ")
	for (i in list)
		plain[list[i]] = 1
}

FNR == 1 {
	next
}

!($2 in kind) {
	kind[$2] = $1
	order[++names] = $2
}

{
	n[$2, $3]++
	solved[$2, $3] += $5 == 1
	early[$2] += $8 != 124 # 124: by the limit of CPU time
	value[$2, $3, n[$2, $3]] = $5 + 0
	executions[$2, $3, n[$2, $3]] = $1 == "goal" && $5 == 1 ? $6 + 0 : never
	cpu[$2, $3, n[$2, $3]] = $1 == "goal" && $5 == 1 ? $7 + 0 : never
}

function of_method(of, name, method) {
	return median(of, name SUBSEP method, n[name, method])
}

function shown(number, format) {
	return number == never ? "-" : sprintf(format, number)
}

function parser(name,    full, off) {
	full = of_method(value, name, "auto")
	off = of_method(value, name, "off")
	printf "%-12s %10d %10d  %s%s\n", name, full, off, full >= off ? "met" : "BELOW",
		early[name] ? sprintf(" (%d sessions ended early)", early[name]) : ""
	return full >= off
}

function goal(name,    ours, theirs, seconds, met) {
	ours = of_method(executions, name, "auto")
	theirs = of_method(executions, name, "off")
	seconds = of_method(cpu, name, "auto")
	met = seconds < 1 && (name in plain || ours * 10 <= theirs)
	printf "%-12s %4d/%d %10s %8s %5d/%d %10s  %s\n", name, solved[name, "auto"],
		n[name, "auto"], shown(ours, "%d"), shown(seconds, "%.3f"),
		solved[name, "off"], n[name, "off"], shown(theirs, "%d"), met ? "met" : "MISSED"
	return met
}

END {
	printf "%-12s %10s %10s\n", "parser", "cov", "cov, off"
	for (i = 1; i <= names; i++)
		if (kind[order[i]] == "parser") {
			parsers++
			parsers_met += parser(order[i])
		}
	printf "\n%-12s %6s %10s %8s %7s %10s\n", "goal", "solved", "executions", "CPU s",
		"off", "executions"
	for (i = 1; i <= names; i++)
		if (kind[order[i]] == "goal") {
			goals++
			goals_met += goal(order[i])
		}
	printf "\nbytes: not below off on %d of %d parsers, %d of %d goals met\n",
		parsers_met, parsers, goals_met, goals
	exit !names || parsers_met < parsers || goals_met < goals
}
