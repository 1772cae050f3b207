# SPDX-License-Identifier: GPL-3.0-or-later
# The tree is layered as HACKING.md's table says: includes and calls go down only, from folder
# to folder and from file to file, and files that are named are there. The table is read here;
# there is no second one. The files that call each other in a cycle today are in
# tests/known-cycles; a cycle with another file fails.
. "$ME_ROOT/tests/check.sh"
known=/dev/null # a file of includes that are overlooked

# ---- what is read

# From the table: `inner FOLDER NAME RANK` and `may FOLDER FOLDER`. A folder that may include
# anything is checked where it has inner folders, `open FOLDER`: what of its own it includes is below.
order() { # tree
	awk -F '|' '/^\| folder \| .* \| its folders, the lowest first \| may include \|$/ {inside = 1; next}
		!/^\|/ {inside = 0}
		!inside || /^\|-/ {next}
		{
			gsub(/ /, "", $2)
			gsub(/\([^)]*\)/, "", $4)
			gsub(/ /, "", $4)
			if ($5 ~ /anything/) {
				if (!$4)
					next
				print "open", $2
				$5 = ""
			}
			print "may", $2, $2
			n = split($4, inner, ",")
			for (i = 1; i <= n; i++)
				print "inner", $2, inner[i], i
			gsub(/ /, "", $5)
			n = split($5, below, ",")
			for (i = 1; i <= n; i++)
				print "may", $2, below[i]
		}' "$1/HACKING.md"
}

sources() { # tree: the source files of the table's folders
	order "$1" | awk '$1 == "may" && $2 == $3 {print $2}' | while read -r folder; do
		(cd "$1" && find "$folder" -name '*.[ch]' -o -name '*.cc')
	done | sort -u
}

# `FROM TO` for each include of a file of the tree, but for those of the tree's list.
includes() { # tree
	(cd "$1" && sources . | xargs awk '
		/^[ \t]*#[ \t]*include[ \t]*"/ {
			to = $0
			sub(/^[^"]*"/, "", to)
			sub(/".*/, "", to)
			if (to !~ /\//) { # one beside it, or a header of GCC
				beside = FILENAME
				sub(/[^\/]*$/, "", beside)
				to = beside to
				if ((getline line < to) < 0)
					next
				close(to)
			}
			sub(/^me\//, "include/me/", to)
			print FILENAME, to
		}') | grep -vxFf "$known"
}

# ---- what is wrong

# A file beside the inner folders of its folder is below all of them when it is a header, and
# above all of them when it is a source.
upward() {
	sed 's/^/include /' $of/includes | awk '
		$1 == "inner" {rank[$2 "/" $3] = $4; layered[$2] = 1; next}
		$1 == "may" {may[$2 " " $3] = 1; folders[$2] = 1; next}
		$1 == "open" {open[$2] = 1; next}
		function folder(file) {
			while (sub(/\/[^\/]*$/, "", file))
				if (file in folders)
					return file
			return ""
		}
		function rank_of(file, in_folder, rest) {
			rest = substr(file, length(in_folder) + 2)
			if (rest ~ /\//) {
				sub(/\/.*/, "", rest)
				return rank[in_folder "/" rest]
			}
			return rest ~ /\.h$/ ? 0 : 1000
		}
		{
			from = folder($2)
			to = folder($3)
			if (!may[from " " to] && !open[from])
				print $2 " includes " $3 ": " from " may not include " (to ? to : "that")
			else if (from == to && layered[from] && rank_of($2, from) < rank_of($3, to))
				print $2 " includes " $3 ": upward"
		}' $of/order -
}

# A file below a folder lies in it, or in one of its inner folders.
misplaced() {
	sed 's/^/file /' $of/sources | awk '
		$1 == "inner" {known[$2 "/" $3] = 1}
		$1 == "may" {known[$2] = folder[$2] = 1}
		$1 == "file" {
			place = beside = $2
			sub(/\/[^\/]*$/, "", beside)
			while (sub(/\/[^\/]*$/, "", place) && !(place in known))
				;
			if (!(place in known) || (place in folder && place != beside))
				print "in no folder of the table: " $2
		}' $of/order -
}

# What an open folder has stands in its inner folders, scripts and tables too.
beside() { # tree
	awk '$1 == "open" {print $2}' $of/order | while read -r folder; do
		(cd "$1" && find "$folder" -maxdepth 1 -type f -exec echo 'beside the inner folders:' {} \;)
	done
}

# `FILE names PATH` where there is no such file; NAME in a path stands for any word. What
# pipelines name may be of their own making.
lost() { # tree
	folders=$(awk '$1 == "may" && $2 == $3 {print $2}' $of/order | paste -s -d '|' -)
	path="($folders)/[A-Za-z0-9_/-]+(\.[a-z][a-z0-9]*)+"
	(cd "$1" && find . -path ./build -prune -o -path ./.git -prune -o \
		-path ./tests/pipeline -prune -o \
		-type f -exec grep -oEI "(^|[^A-Za-z0-9_}/).\$-])$path" /dev/null {} + | sed 's|^\./||; s/:[^A-Za-z]*/ names /' | sort -u |
		while read -r from names path; do
			case $path in *[A-Z][A-Z]*) continue ;; esac
			[ -e "$path" ] || echo "$from names $path"
		done)
}

# The loops of a list of pairs.
loops() {
	LC_ALL=C tsort 2>&1 > /dev/null | sed 's/^tsort: //' | awk '
		/input contains a loop/ {
			if (loop) print "cycle:" loop
			loop = ""
			next
		}
		{loop = loop " " $0}
		END {if (loop) print "cycle:" loop}'
}

# A module is a source file with its header. A header without a source belongs to those
# who include it: what it includes, they include.
modules() { # `FROM TO` for modules
	{
		sed 's/^/file /' $of/sources
		sed 's/^/include /' $of/includes
	} | awk '
		function module(file) {
			sub(/\.[a-z]*$/, "", file)
			return file
		}
		function walk(from, at, n, list, i) {
			if (at != from && source[at]) {
				print from, at
				return
			}
			n = split(to[at], list, " ")
			for (i = 1; i <= n; i++)
				if (!seen[from " " list[i]]++)
					walk(from, list[i])
		}
		$1 == "file" && $2 !~ /\.h$/ {source[module($2)] = 1}
		$1 == "include" {to[module($2)] = to[module($2)] " " module($3)}
		END {for (m in source) walk(m, m)}' | awk '$1 != $2' | sort
}

# What is read of a tree is read once, into files that `of` names.
breaches() { # tree
	of=$(mktemp -d)
	order "$1" > $of/order
	sources "$1" > $of/sources
	includes "$1" > $of/includes
	breaches_of "$1"
	rm -r $of
}

breaches_of() { # tree
	misplaced
	upward
	beside "$1"
	lost "$1"
	loops < $of/includes
	modules | loops
	sed 's|/[^/]*$||' $of/sources | sort | uniq -c |
		awk '$1 > 30 {print $2 ": " $1 " source files"}'
	(cd "$1" && xargs wc -l) < $of/sources |
		awk '$2 != "total" && $1 > 600 {print $2 ": " $1 " lines"}'
	# A program of an open folder is known by its folder.
	grep -vE "^($(awk '$1 == "open" {printf "%s|", $2}' $of/order)no-folder)/" $of/sources > $of/product
	sed 's|.*/||' $of/product | sort | uniq -d | sed 's/^/two files: /'
	(cd "$1" && xargs awk -f "$ME_ROOT/tests/meter/definitions.awk" /dev/null) < $of/product | sort -u |
		awk -F '\t' '$1 == "tag" && n[$2]++ == 1 {print "two definitions: struct " $2}'
}

# ---- each breach is seen, in a small tree

mkdir -p small/low small/high/cellar small/high/roof/gable small/include/me
cat > small/HACKING.md <<'E2'
| folder | what is in it | its folders, the lowest first | may include |
|---|---|---|---|
| include/me | contracts | | |
| low | the ground, with | | include/me |
| high | a small | cellar (dark, cold), roof | low, include/me |
| free | whatever | | anything |
| open | measurements | ruler (of wood), scale | anything |
E2
touch small/include/me/word.h small/low/ground.h small/high/base.h
printf '#include <stdio.h>\n#include "high/cellar/coal.h"\n' > small/high/cellar/coal.c
printf '#include "low/ground.h"\n#include "me/word.h"\n' > small/high/cellar/coal.h
printf '#include "high/cellar/coal.h"\n#include "high/base.h"\n' > small/high/roof/tile.c
printf '#include "high/roof/tile.h"\n' > small/high/small.c
touch small/high/roof/tile.h
mkdir -p small/open/ruler small/open/scale
printf '#include "open/ruler/inch.h"\n#include "high/roof/tile.h"\n' > small/open/scale/coal.h
printf '/* build/open/scale/gone.c, open/scale/NAME.c */\n' > small/open/ruler/inch.h
printf '#include "high/cellar/coal.h"\n' > small/high/roof/gable/window.c
check_equal layers_sound '' "$(breaches small)"

breach() { # name wanted file text...
	rm -rf bad
	cp -r small bad
	breach_name=$1 wanted=$2
	shift 2
	while [ $# -gt 0 ]; do
		mkdir -p "bad/${1%/*}"
		printf "$2" >> "bad/$1"
		shift 2
	done
	check_equal "layers_$breach_name" "$wanted" "$(breaches bad)"
}

breach up 'high/cellar/dig.c includes high/roof/tile.h: upward' \
	high/cellar/dig.c '#include "high/roof/tile.h"\n'
breach up_nested 'high/cellar/deep/dig.c includes high/roof/tile.h: upward' \
	high/cellar/deep/dig.c '#include "high/roof/tile.h"\n'
breach up_from_below 'high/base.h includes high/cellar/deep.h: upward' \
	high/base.h ' # include "high/cellar/deep.h"\n' high/cellar/deep.h ''
breach folder 'low/ground.h includes high/base.h: low may not include high' \
	low/ground.h '#include "high/base.h"\n'
breach outside 'low/ground.h includes free/air.h: low may not include that' \
	low/ground.h '#include "free/air.h"\n'
breach folder_unknown 'in no folder of the table: high/shed/rake.c' \
	high/shed/rake.c '#include "high/base.h"\n'
breach open_up 'open/ruler/foot.c includes open/scale/coal.h: upward' \
	open/ruler/foot.c '#include "open/scale/coal.h"\n'
breach open_unknown 'in no folder of the table: open/shed/rake.c' open/shed/rake.c ''
breach open_beside 'beside the inner folders: open/rake.sh' open/rake.sh ''
breach lost 'low/notes names open/scale/gone.c' low/notes '\tsh open/scale/gone.c $(B)/open/none.c\n'
breach headers 'cycle: low/a.h low/b.h' \
	low/a.h '#include "low/b.h"\n' low/b.h '#include "low/a.h"\n'
breach modules 'cycle: low/a low/b' \
	low/a.h '' low/b.h '' low/a.c '#include "low/b.h"\n' low/b.c '#include "low/a.h"\n'
breach modules_by_header 'cycle: low/a low/b' low/a.h '' low/b.h '' \
	low/between.h '#include "low/b.h"\n' \
	low/a.c '#include "low/between.h"\n' low/b.c '#include "low/a.h"\n'
breach internal_header '' low/a.h '' low/a_internal.h '#include "low/a.h"\n' \
	low/a.c '#include "low/a_internal.h"\n' low/a_part.c '#include "low/a_internal.h"\n'
breach lines 'low/long.c: 601 lines' low/long.c "$(printf '%601s' '' | sed 's/ /x\\n/g')"
breach names 'two files: coal.h' low/coal.h ''
breach tags 'two definitions: struct lump' low/ground.h 'struct lump {\n};\n' high/base.h 'struct lump {\n'
many=
for i in $(seq 31); do many="$many low/f$i.c x"; done
breach files 'low: 32 source files' $many

# Without its table nothing is known of a tree.
printf '| folder | rooms |\n|---|---|\n| low | |\n' > bad/HACKING.md
check_equal layers_no_table '' "$(order bad)"
# What is listed is overlooked.
printf '#include "high/roof/tile.h"\n' > small/high/cellar/dig.c
echo 'high/cellar/dig.c high/roof/tile.h' > overlooked
known=$PWD/overlooked
check_equal layers_overlooked '' "$(breaches small)"

# ---- the tree

includes "$ME_ROOT" > all
check_line layers_read '^harness/main/main.c harness/bytes/bytes.h$' all
known=/dev/null
check_equal layers_of_the_tree '' \
	"$(breaches "$ME_ROOT" | tr '\n' ' ')"

# Nothing lies at the top but what HACKING.md names; a tree without git has what it was made with.
[ ! -e "$ME_ROOT/.git" ] || check_equal layers_top 'COPYING HACKING.md Makefile README.md' \
	"$(git -C "$ME_ROOT" ls-files | grep -v / | grep -v '^[.]' | xargs)"

# ---- calls, as the objects have them

# Those of `FROM TO` lines from standard input that go up; a file is called by its header, where
# it has one.
upward_calls() { # tree
	awk 'NR == FNR {
			name = $0
			sub(/\.[a-z]*$/, "", name)
			if (/\.h$/)
				header[name] = $0
			else
				source[name] = $0
			next
		}
		$1 in source && $2 in source {
			print source[$1], $2 in header ? header[$2] : source[$2]
		}' $of/sources - > $of/includes
	upward
}

of=$(mktemp -d)
order "$ME_ROOT" > $of/order
sources "$ME_ROOT" > $of/sources
check_equal layers_calls_up 'prover/expr/expr.c includes prover/verify/goal_verdict.h: upward' \
	"$(echo prover/expr/expr prover/verify/goal_verdict | upward_calls)"
(cd "$ME_ROOT" && sh tests/meter/cycles.sh --calls "$ME_BUILD") > calls
check_line layers_calls_read '^prover/verify/goal_verdict prover/encode/' calls
check_equal layers_calls '' "$(upward_calls < calls | sed 's/ includes / calls /' | tr '\n' ' ')"
rm -r $of
(cd "$ME_ROOT" && sh tests/meter/cycles.sh "$ME_BUILD") > cycles
sed 's/[ \t]*#.*//; /^$/d' "$ME_ROOT/tests/known-cycles" > known
check_equal layers_new_cycles '' "$(grep -vxFf known cycles | tr '\n' ' ')"
check_equal layers_old_cycles '' "$(grep -vxFf cycles known | tr '\n' ' ')"

# Each `make bench-NAME` that runs NAME.sh finds one such script.
sed -n 's/^benches = .*bench-,\(.*\))$/\1/p' "$ME_ROOT/Makefile" | tr ' ' '\n' > benches
check_line layers_benches '^resolve$' benches
check_equal layers_bench_scripts '' "$(while read -r name; do
	find "$ME_ROOT/bench" -name "$name.sh" | wc -l | sed "s/^/$name: /"
done < benches | grep -v ': 1$')"

# Comments that a formatter has wrapped badly: ` *word`.
torn() { # files of C from standard input
	xargs awk '/^ \*[[:alnum:](]/ {print FILENAME ":" FNR}'
}
printf '/*\n * one\n *two\n */\n' > torn.c
check_equal layers_torn torn.c:3 "$(echo torn.c | torn)"
check_equal layers_torn_comments '' "$(cd "$ME_ROOT" && git ls-files '*.c' '*.cc' '*.h' | torn)"
