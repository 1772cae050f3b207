# SPDX-License-Identifier: GPL-3.0-or-later
# How the groups of `me triage --json` (the lines on standard input) agree with the bugs that
# the artifacts' names tell, N-K for bug N. Prints, separated by tabs: artifacts, those that
# fail, groups, bugs, groups that have artifacts of several bugs, bugs in several groups.
BEGIN {OFS = "\t"}
/^\{"kind":"artifact"/ {
	artifacts++
	file = $0
	sub(/^.*"file":"([^"]*\/)?/, "", file)
	sub(/-.*/, "", file)
	if (!(file in bug)) {
		bug[file] = 1
		bugs++
	}
	if (!match($0, /"group":[0-9]+/))
		next
	failing++
	group = substr($0, RSTART + 8, RLENGTH - 8)
	if (!(group in seen)) {
		seen[group] = 1
		groups++
	}
	if (!((group, file) in pair)) {
		pair[group, file] = 1
		if (++of_group[group] == 2)
			mixed++
		if (++of_bug[file] == 2)
			split_bugs++
	}
}
END {print artifacts + 0, failing + 0, groups + 0, bugs + 0, mixed + 0, split_bugs + 0}
