#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which source file calls which, as the objects of a build have it:
#	cycles.sh [BUILD]	the files that are in a cycle, a line each
#	cycles.sh --calls [BUILD]	`FROM TO` for each file that needs a symbol of another one
# A symbol counts where one file defines it, not weakly. What runs inputs again in a gcov twin is never in one
# program with what it replaces, and is left out.
set -u
calls=0
[ "${1:-}" != --calls ] || { calls=1; shift; }
build=${1:-build}
for objects in "$build/obj" "$build/pic"; do
	[ -d "$objects" ] || continue
	find "$objects" -name '*.o' ! -path '*/obj/tests/*' ! -path '*/obj/me.o' ! -path '*/replay/*' |
		xargs nm -A -P 2> /dev/null | sed "s|^$objects/||"
done | awk -v calls=$calls '
	# FILE.o: NAME TYPE ...
	{
		file = $1
		sub(/\.o:$/, "", file)
		if ($3 == "U") {
			if (!seen[file, $2]++)
				uses[file] = uses[file] " " $2
		} else if ($2 != "kill" && $3 ~ /^[TDBRC]$/ && by[$2] != file)
			by[$2] = by[$2] == "" ? file : "-"
		files[file] = 1
	}
	function print_calls(file, list, count, i, to) {
		count = split(uses[file], list, " ")
		for (i = 1; i <= count; i++) {
			to = by[list[i]]
			if (to != "" && to != "-" && to != file && !seen[file, "calls", to]++)
				print file, to
		}
	}
	# Strongly connected components, by Tarjan.
	function visit(file, list, count, i, to) {
		low[file] = at[file] = ++visits
		stack[++depth] = file
		on[file] = 1
		count = split(uses[file], list, " ")
		for (i = 1; i <= count; i++) {
			to = by[list[i]]
			if (to == "" || to == "-" || to == file)
				continue
			if (!at[to])
				visit(to)
			if (on[to] && low[to] < low[file])
				low[file] = low[to]
		}
		if (low[file] == at[file])
			leave(file)
	}
	function leave(file, cycle, size, top) {
		do {
			top = stack[depth--]
			on[top] = 0
			cycle = cycle top "\n"
			size++
		} while (top != file)
		if (size > 1)
			printf "%s", cycle
	}
	END {
		for (file in files)
			if (calls)
				print_calls(file)
			else if (!at[file])
				visit(file)
	}' | sort
