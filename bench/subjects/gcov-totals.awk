# SPDX-License-Identifier: GPL-3.0-or-later
# Reads the output of `gcov -b -c -t`; prints for each function
#	name lines executed branches executed taken calls executed
# "executed" of the branches is what the paper calls condition coverage, "taken" its
# branch coverage.
/^function / {
	name = $2
	if (!(name in lines))
		order[++n] = name
	lines[name] += 0
	next
}
/^branch / {
	branches[name]++
	met[name] += !/never executed/
	taken[name] += !/never executed/ && $4 > 0
	next
}
/^call / {
	calls[name]++
	called[name] += !/never executed/
	next
}
/^ *([0-9]+\*?|#####|=====): *[0-9]+:/ {
	lines[name]++
	ran[name] += !/^ *[#=]/
}
END {
	for (i = 1; i <= n; i++) {
		f = order[i]
		print f, lines[f], ran[f] + 0, branches[f] + 0, met[f] + 0, taken[f] + 0, \
			calls[f] + 0, called[f] + 0
	}
}
