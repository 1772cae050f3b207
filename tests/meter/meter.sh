#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make meter: figures of the product's sources, and beside them those of a commit:
#	meter.sh [BASE]
# It counts and never fails. Cycles by calls are read from the objects of build/, and from those of
# build/golden/tree where that is BASE (tests/golden/golden.sh).
set -u
cd "$(dirname "$0")/../.."
tools=$PWD/tests/meter
folders='include value plugin mcmc corpus gcov-tools system harness prover sat command tools'

repeated() { # kind, of definitions on standard input
	awk -F '\t' -v kind="$1" '$1 == kind && n[$2]++ == 1 {count++} END {print count + 0}'
}

# Lines of code, functions of more than 50 lines.
code() { # file...
	awk '
		FNR == 1 {comment = 0; start = 0}
		/^\{/ {start = FNR}
		/^\}/ {long_functions += start && FNR - start > 50; functions += start > 0; start = 0}
		{
			line = $0
			gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
			if (comment) {
				if (line !~ /\*\//)
					next
				sub(/.*\*\//, "", line)
				comment = 0
			}
			if (sub(/\/\*.*/, "", line))
				comment = 1
			sub(/\/\/.*/, "", line)
			lines += line ~ /[^ \t]/
		}
		END {
			print "lines of code\t" lines
			print "functions\t" functions
			print "functions above 50 lines\t" long_functions + 0
		}' "$@"
}

# Headers that their own source and at most one other file include.
narrow_headers() { # file...
	awk '
		/^[ \t]*#[ \t]*include[ \t]*"/ {
			name = $0
			sub(/^[^"]*"/, "", name)
			sub(/".*/, "", name)
			if (name !~ /\//) {
				folder = FILENAME
				sub(/[^\/]*$/, "", folder)
				name = folder name
			}
			sub(/^me\//, "include/me/", name)
			own = FILENAME
			sub(/\.[a-z]*$/, "", own)
			if (own ".h" != name)
				n[name]++
		}
		END {
			for (i = 1; i < ARGC; i++)
				count += ARGV[i] ~ /\.h$/ && n[ARGV[i]] < 2
			print count + 0
		}' "$@"
}

# Of the state that all files see, the fields that more than one module writes: those of a run's
# request and record each by itself.
written_fields() { # file...
	awk '
		{
			line = $0
			module = FILENAME
			sub(/\.[a-z]*$/, "", module)
			gsub(/trace\.(asked|record|session)\./, "trace.", line)
			while (match(line, /(^|[^a-z_.>])trace\.[a-z_]+(\[[^]]*\])*(\.[a-z_]+)* *([-+*\/|&^]?=[^=]|\+\+|--)|(\+\+|--)trace\.[a-z_]+/)) {
				field = substr(line, RSTART, RLENGTH)
				sub(/^[^t]*trace\./, "", field)
				sub(/[^a-z_].*/, "", field)
				if (!seen[field, module]++)
					writers[field]++
				line = substr(line, RSTART + RLENGTH)
			}
		}
		END {
			for (field in writers)
				count += writers[field] > 1
			print count + 0
		}' "$@"
}

# Of the other page of options, those before and behind its second title.
option_rows() { # 0 or 1
	[ ! -f docs/methods.md ] || awk -v part="$1" '/^# /{title++}
		/^\| `/ {n[title - 1]++}
		END {print n[part] + 0}' docs/methods.md
}

figures() { # tree
	cd "$1" || return
	set -- $(git ls-files -- $folders 2> /dev/null || find $folders -type f)
	[ -d .git ] || set -- $(find $folders -type f 2> /dev/null)
	echo "lines	$(cat "$@" | wc -l)"
	set -- $(printf '%s\n' "$@" | grep -E '\.(c|cc|h)$')
	code "$@"
	echo "sources and headers	$#"
	wc -l "$@" | awk '$2 != "total" {small += $1 < 50; large += $1 > 400}
		END {print "files below 50 lines\t" small + 0; print "files above 400 lines\t" large + 0}'
	echo "headers with one other includer	$(narrow_headers "$@")"
	definitions=$(awk -f "$tools/definitions.awk" "$@" | sort -u)
	echo "tags defined more than once	$(echo "$definitions" | repeated tag)"
	echo "static functions of one name	$(echo "$definitions" | repeated static)"
	echo "file names that occur twice	$(printf '%s\n' "$@" | sed 's|.*/||' | sort | uniq -d | wc -l)"
	echo "fields of trace with two writers	$(written_fields "$@")"
	echo "rows of options, for users	$(grep -c '^| `' docs/options.md)"
	echo "rows of options, of methods	$(option_rows 0)"
	echo "rows of options, of programs	$(option_rows 1)"
	echo "files in cycles by calls	$([ ! -d build/obj ] && echo - || sh "$tools/cycles.sh" | wc -w)"
}

figures "$PWD" > build/meter.now
[ "${1:-}" ] || {
	awk -F '\t' '{printf "%-36s %8s\n", $1, $2}' build/meter.now
	exit 0
}
commit=$(git rev-parse --verify -q "$1^{commit}") || {
	echo "meter.sh: $1: no such commit"
	exit 0
}
tree=build/golden/tree
if [ "$(git -C $tree rev-parse HEAD 2> /dev/null)" != "$commit" ]; then
	tree=build/meter.tree
	rm -rf $tree
	mkdir -p $tree
	git archive "$commit" | tar -x -C $tree
fi
(figures "$PWD/$tree") > build/meter.base
paste build/meter.base build/meter.now | awk -F '\t' -v base="$(git log -1 --format=%h "$commit")" '
	BEGIN {printf "%-36s %8s %8s\n", "", base, "now"}
	{printf "%-36s %8s %8s\n", $1, $2, $4}'
