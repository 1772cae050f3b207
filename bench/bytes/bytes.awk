# SPDX-License-Identifier: GPL-3.0-or-later
# The medians of build/bench/bytes.tsv (bytes.sh), and what of the measure is met.
#
# A goal is met when it was solved
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

!($1 in seen) {
	seen[$1] = 1
	order[++names] = $1
}

{
	n[$1, $2]++
	solved[$1, $2] += $4 == 1
	executions[$1, $2, n[$1, $2]] = $4 == 1 ? $5 + 0 : never
	cpu[$1, $2, n[$1, $2]] = $4 == 1 ? $6 + 0 : never
}

function of_method(of, name, method) {
	return median(of, name SUBSEP method, n[name, method])
}

function shown(number, format) {
	return number == never ? "-" : sprintf(format, number)
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
	printf "\n%-12s %6s %10s %8s %7s %10s\n", "goal", "solved", "executions", "CPU s",
		"off", "executions"
	for (i = 1; i <= names; i++)
		met += goal(order[i])
	printf "\ngoals: %d of %d met\n", met, names
	exit !names || met < names
}
