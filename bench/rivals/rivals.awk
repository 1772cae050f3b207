# SPDX-License-Identifier: GPL-3.0-or-later
# Reads the runs of rivals.sh: function, seed, contender, branches taken, branches of
# the functions that were entered, CPU, status, the limit of CPU. Writes the medians to a
# table and prints them, and a summary as the last line:
#	-v set=NAME -v table=FILE
#	-v cpu=LIMIT -v seeds=N	other limits and seeds above N are passed over
#	-v gain=PERCENT		ME takes in all so many more branches than the better rival
#	-v least=NAME:BRANCHES	and so many of that function, if it was measured
# Exit status 1 when that is not so, or ME is below a rival on any function.
BEGIN {
	split("me libfuzzer random", contenders, " ")
	head = "function\tbranches\tme\tlibfuzzer\trandom\tseeds\tme_cpu_s"
	print head > table
}

$8 != cpu || $2 > seeds {
	next
}

!($1 in branches) {
	order[++functions] = $1
}

{
	if ($5 > branches[$1])
		branches[$1] = $5
	n = ++runs[$1, $3]
	taken[$1, $3, n] = $4
	used[$1, $3, n] = $6
}

function of_contender(of, name, contender) {
	if (!runs[name, contender])
		return 0 # it was not run
	return median(of, name SUBSEP contender, runs[name, contender])
}

function complain(text) {
	print "bench-" set ": " text
	failed = 1
}

# Says what of the row falls short.
function judge(name, value,    i, bad) {
	for (i = 2; i <= 3; i++)
		if (value[1] < value[i])
			bad = bad ", " value[i] " by " contenders[i]
	if (name == wanted[1] && value[1] < wanted[2])
		bad = bad ", " wanted[2] " wanted"
	if (bad)
		below[++belows] = name ": " value[1] " branches" bad
}

function row(name,    i, value) {
	for (i = 1; i <= 3; i++) {
		value[i] = of_contender(taken, name, contenders[i])
		total[i] += value[i]
	}
	all += branches[name]
	printf "%s\t%d\t%d\t%d\t%d\t%d\t%.2f\n", name, branches[name], value[1],
		value[2], value[3], runs[name, "me"], of_contender(used, name, "me") > table
	printf "%-32s %5d  me %5d  libfuzzer %5d  random %5d  of %d seeds\n", name, branches[name],
		value[1], value[2], value[3], runs[name, "me"]
	judge(name, value)
}

END {
	split(least, wanted, ":")
	for (i = 1; i <= functions; i++)
		row(order[i])
	for (i = 1; i <= belows; i++)
		complain(below[i])
	better = total[2] > total[3] ? total[2] : total[3]
	if (total[1] * 100 < better * (100 + gain))
		complain("less than " gain " % more branches than the better rival")
	printf "bench-%s: %d functions, %d branches; me %d, libfuzzer %d, random %d; " \
		"%+.1f %% to the better rival; %d functions below\n", set, functions, all,
		total[1], total[2], total[3], better ? 100 * (total[1] / better - 1) : 0, belows
	exit failed || !functions
}
