# SPDX-License-Identifier: GPL-3.0-or-later
# A row of the table `criteria` (labels.sh), of the seconds of each seed.
{
	until_last["last", NR] = $1
	until_end["end", NR] = $2
}
END {
	print "criteria", name, criterion, labels, covered, ever, missed, infeasible,
		labels - ever - infeasible, sprintf("%.2f", median(until_last, "last", NR)),
		sprintf("%.2f", median(until_end, "end", NR))
}
