# SPDX-License-Identifier: GPL-3.0-or-later
# README.md and the task pages in docs/ as they stand there. Of each page, in a directory
# of its own: the files of its code blocks (```c roots.c), then every `$ COMMAND` of its
# indented blocks, in the order of the text. Each command succeeds, and prints the lines
# that the page shows below it: these and no others, in that order; `...` stands for any
# lines. What differs from run to run or from machine to machine is left out of that:
# names of inputs, their values, times, numbers of a session, names of solvers.
# `make` of the tree is not run, but its targets are; `make install` is, into the directory.
. "$ME_ROOT/tests/check.sh"
unset MAKEFLAGS MFLAGS
pages='README.md docs/test.md docs/install.md docs/typed-target.md docs/cxx-fortran.md
	docs/bytes-target.md docs/proofs.md docs/paths.md docs/explore.md docs/sat.md docs/whole-builds.md
	docs/custom-goal.md docs/labels.md docs/triage.md docs/corpus.md docs/oss-fuzz.md
	docs/verifier-programs.md docs/drivers.md
	docs/farm.md docs/options.md'

make() { # argument...
	case " $* " in
	*' install '*)
		command make -s -C "$ME_ROOT" CC="$CC" MODE="${sanitized:+asan}" \
			B="$ME_BUILD" DESTDIR="$PWD/stage" "$@"
		return
		;;
	esac
	[ ! -f Makefile ] || { command make "$@"; return; }
	for word; do
		case $word in *=*) continue ;; esac
		grep -Eq "^$word:|^\.PHONY:.* $word( |\$)" "$ME_ROOT/Makefile" || {
			echo "make: no target $word"
			return 1
		}
	done
}

has_solvers() {
	command -v z3 > /dev/null && command -v $first > /dev/null
}

# Why the command cannot be run here; nothing when it can.
unfit() { # command
	case $1 in
	*'me prove '*|*'me resolve '*|*'me explore '*|*'me test '*)
		has_solvers || echo 'there are no two solvers' ;;
	*'me sat '*)
		[ -x "$ME_BUILD/me-sat" ] || echo 'built without Z3' ;;
	*'cmake '*)
		command -v cmake > /dev/null || echo 'there is no cmake' ;;
	*'pkg-config --libs'*|*plain_gcc*|*-specs=*)
		[ ! "$sanitized" ] || echo 'the sanitized library does not link so' ;;
	esac
}

# What may differ becomes 0, F (a name of an input) or S (a solver).
plain() { # file
	sed -E 's/[0-9a-f]{40}/F/g; s/\b(cvc5|z3|bitwuzla)\b/S/g
		s/[0-9.]+ s\b/0 s/g; s/[0-9]+ queries/0 queries/g
		s/, and no start fails another check of UBSan.s//
		/^INFO: me: stop/{s/, [0-9]+ evaluations.*//; b}
		/^(INFO|#)/s/(0x[0-9a-f]+|[0-9]+(\.[0-9]+)?)/0/g
		/(F:|^  ) ([a-z]+ = |call )?[A-Za-z0-9_]+\(/{
			s/-?(__builtin_[a-z]+\([^)]*\)|0x[0-9a-f.]+(p[-+][0-9]+)?|[0-9]+(\.[0-9]+)?([ed][-+]?[0-9]+)?u?)/0/g
			s/([[{])[-0., ]*([]}])/\10\2/g
		}
		s/ +/ /g; s/ $//; /^$/d' "$1"
}

# Whether what was printed is what is shown; says what is missing.
compare() { # shown printed
	plain "$1" > shown.plain
	plain "$2" > printed.plain
	awk 'NR == FNR {want[++n] = $0; next}
		{got[++m] = $0}
		# Lines i.. of what is shown are lines j.. of what was printed.
		function fits(i, j, k) {
			for (; i <= n && want[i] != "..."; i++)
				if (j > m || want[i] != got[j++]) {
					if (i > far) far = i
					return 0
				}
			if (i > n)
				return j > m
			for (k = j; k <= m + 1; k++)
				if (fits(i + 1, k)) return 1
			return 0
		}
		END {
			if (!fits(1, 1))
				print far ? "not printed: " want[far] : "more was printed"
		}' shown.plain printed.plain
}

# Splits a page: the files of its code blocks; commands and what is shown below them,
# N.cmd and N.out. A line of the text without an indent ends an output.
split() { # page
	awk '/^```[a-z]+ [A-Za-z0-9._]+$/ {file = $2; next}
		/^```/ {fenced = !fenced && file == ""; file = ""; next}
		file != "" {print > file; next}
		fenced {next}
		/^    \$ / {n++; print substr($0, 7) > (n ".cmd"); open = 1; next}
		/^    / && open {print substr($0, 5) > (n ".out"); next}
		/^    / {print > "stray"; next}
		/^$/ {next}
		{open = 0}' "$1"
}

# The links of a page lead to files and headings.
links() { # page
	for link in $(grep -o '](\([^)]*\))' "$1" | sed 's/^](//; s/)$//'); do
		case $link in *://*) continue ;; esac
		to=$(dirname "$1")/${link%%#*}
		[ "${link%%#*}" ] || to=$1
		[ -f "$to" ] || echo "$link: no such file"
		case $link in *#*) ;; *) continue ;; esac
		grep '^#' "$to" | tr 'A-Z ' 'a-z-' | tr -cd 'a-z0-9_\n-' | sed 's/^-*//' |
			grep -Fqx "${link#*#}" || echo "$link: no such heading"
	done
}

one_page() { # page
	name=$(basename "$1" .md)
	mkdir "$name" && cd "$name" || exit
	ln -s "$ME_BUILD" build
	mkdir bin text
	ln -s "$(command -v "$CC")" bin/gcc
	PATH=$PWD/bin:$ME_BUILD:$PATH
	split "$ME_ROOT/$1"
	check_equal "page_${name}_stray" '' "$(cat stray 2> /dev/null)"
	n=1
	while [ -f $n.cmd ]; do
		test="page_${name}_$n"
		why=$(unfit "$(cat $n.cmd)")
		if [ "$why" ]; then
			skip "$test" "$why"
			n=$((n + 1))
			continue
		fi
		eval "$(cat $n.cmd)" > $n.log 2>&1 < /dev/null
		status=$?
		# `me triage`, `me farm`, `me resolve` and `me test` end with 4 when the program fails.
		case "$status $(cat $n.cmd)" in
		"0 "* | "4 me triage "* | "4 me farm "* | "4 me resolve "* | "4 me test "*) ok "$test" ;;
		*) not_ok "$test" "$(cat $n.cmd) ($status): $(tail -n 5 $n.log)" ;;
		esac
		[ -f $n.out ] || : > $n.out
		# Sanitizers have exit codes and reports of their own.
		[ "$sanitized" ] && grep -q '^exit code' $n.out ||
			check_equal "${test}_output" '' \
				"$([ ! -s $n.out ] || compare $n.out $n.log)"
		n=$((n + 1))
	done
	echo $((n - 1)) > ../"$name.count"
}

# Files of the tree that a text names are there.
named_files() { # page
	grep -oP '(?<![\w/-])(include|plugin|mcmc|corpus|gcov-tools|system|harness|prover|sat|command|tools|bench|tests)(/[a-z_0-9]+)+\.(cc|c|h|sh|tsv)\b' \
		"$1" | sort -u | while read -r file; do
		[ -f "$ME_ROOT/$file" ] || echo "$file"
	done
}
for text in HACKING.md docs/tour.md docs/decisions.md docs/fidelity.md docs/results.md docs/findings.md; do
	check_equal "text_files_$text" '' "$(named_files "$ME_ROOT/$text")"
	check_equal "text_links_$text" '' "$(links "$ME_ROOT/$text")"
done
printf 'see tools/no_such.sh' > named
check_equal text_files_finds tools/no_such.sh "$(named_files named)"

for page in $pages; do
	case $page in */proofs.md)
		has_solvers || {
			skip page_proofs "there are no two solvers"
			continue
		}
		;;
	esac
	(one_page "$page")
	check_equal "page_links_$page" '' "$(links "$ME_ROOT/$page")"
done
check page_commands [ "$(cat README.count)" -ge 8 ] # the shortest page that has some
total=$(cat ./*.count | awk '{n += $1} END {print n}')
[ "$total" -ge 20 ] && ok page_commands_all || not_ok page_commands_all "only $total"

# The comparison itself finds what is missing, what is wrong, and what is too much.
printf 'one\n...\ntwo\nthree\n' > wanted
compared() { # name printed answer
	printf "$2" > got
	check_equal "page_compare_$1" "$3" "$(compare wanted got)"
}
compared same 'one\nmore\nand more\n\ntwo\nthree\n' ''
compared nothing_between 'one\ntwo\nthree\n' ''
compared twice 'one\ntwo\nfour\ntwo\nthree\n' ''
compared missing 'one\ntwo\n' 'not printed: three'
compared order 'two\none\nthree\n' 'not printed: one'
compared other 'one\ntwo\n3\n' 'not printed: three'
compared more 'one\ntwo\nthree\nfour\n' 'not printed: two'
