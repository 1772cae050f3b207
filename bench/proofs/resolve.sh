#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-resolve: `me resolve` of each function of the sets, from an empty corpus:
#	fdlibm	bench/subjects/fdlibm.tsv	pointer	bench/subjects/fdlibm-pointer.tsv
#	float	bench/subjects/fdlibm-float.tsv	others	bench/subjects/others.tsv
#	lapack	bench/subjects/lapack.tsv
# into build/bench/resolve.tsv: set, function, goals resolved, branches, CPU of the search,
# CPU of the solvers, proofs in every rounding mode, proofs in round-to-nearest, branches
# infeasible within a bound, unknown ones, queries that were unsat, of them unsat anew for the
# second solver, runs against the proofs, of them wrong (sound.c: RUNS inputs and the
# corpus, in all four rounding modes). A table of each set, the sums last. Exit 1 when a proof
# is wrong, a query is not unsat anew, or too little is resolved: less than all of fdlibm, less
# than 98 % of pointer, float and others together or of lapack.
# Environment: CC, ME_BUILD; SET, one of the sets; RUNS (10000); ONLY, names of functions;
# MAX_TIME (300), seconds for the proofs of a function.
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
out=$build/bench/resolve
mkdir -p $out
: > $out.tsv

. bench/base/json.sh

table_of() { # set
	case $1 in
	fdlibm | others | lapack) echo $1 ;;
	*) echo fdlibm-$1 ;;
	esac
}

# The targets of a set are built, then its rows are printed.
rows() { # set
	case $1 in
	others | lapack)
		TABLE=$1 sh bench/subjects/others.sh ${ONLY:-}
		TABLE=$1 sh bench/subjects/others.sh list ${ONLY:-}
		;;
	*)
		TABLE=$(table_of $1) sh bench/subjects/fdlibm.sh ${ONLY:-}
		TABLE=$(table_of $1) sh bench/subjects/fdlibm.sh list ${ONLY:-}
		;;
	esac
}

# Proofs' queries, each given to the solver that is named last in it.
ask_anew() { # directory: prints how many there are, and how many are unsat
	queries=0 again=0
	for query in $1/*.unsat.smt2; do
		[ -f "$query" ] || continue
		queries=$((queries + 1))
		case $(tail -n 1 $query) in
		*z3) answer=$(z3 -smt2 -T:300 $query | head -n 1) ;;
		*cvc5) answer=$(cvc5 --lang=smt2 --fp-exp --tlimit=300000 $query 2> /dev/null | head -n 1) ;;
		*) answer=$(bitwuzla $query | head -n 1) ;;
		esac
		[ "$answer" != unsat ] || again=$((again + 1))
		[ "$answer" = unsat ] || echo "$query: $answer" >&2
	done
	echo "$queries $again"
}

# The entry's object without the search, linked with sound.c.
sound() { # name entry source flags libraries
	$CC -fplugin=$PWD/$build/me.so -w -g -O0 -fplugin-arg-me-entry=$2 $4 -c $3 \
		-o $out/$1.o
	$CC -w -O2 -g -D_GNU_SOURCE -I. -Iinclude bench/proofs/sound.c $out/$1.o \
		$build/pic/harness/input/arguments.o $build/pic/harness/input/exception.o $build/pic/value/*.o $build/pic/harness/program/module.o $build/pic/harness/program/state.o \
		$build/pic/mcmc/axis.o $build/pic/corpus/files/*.o \
		$5 -lm -ldl -o $out/$1.sound
	$out/$1.sound $out/$1.me/verdicts $out/$1 "${RUNS:-10000}"
}

# resolve SET NAME ENTRY SOURCE FLAGS LIBRARIES: leaves NAME.log, prints the row
resolve() {
	rm -rf $out/$2 $out/$2.me $out/$2.queries
	$build/me resolve --json --functions=static --timeout=5 --time="${MAX_TIME:-300}" --dump=$out/$2.queries \
		build/subjects/$(table_of $1)/$2/fuzz_target $out/$2 > $out/$2.log 2>&1 || true
	anew=$(ask_anew $out/$2.queries)
	checked=$(sound "$2" "$3" "$4" "$5" "$6" 2>&1) || true
	rm -rf $out/$2.queries
	awk -v OFS='\t' -v set=$1 -v name=$2 -v anew="$anew" -v checked="$checked" "$json"'
		# Each round tells the verdicts of all that is open: the last one counts.
		/^{"kind":"verdict"/ {verdict[member("goal")] = member("verdict")}
		/^{"kind":"summary"/ {
			resolved = member("resolved"); all = member("goals")
			search = sprintf("%.2f", member("search_seconds"))
			solvers = sprintf("%.2f", member("solver_seconds"))
		}
		END {
			for (key in verdict) {
				any += verdict[key] == "infeasible"
				nearest += verdict[key] == "infeasible[round-to-nearest]"
				within += verdict[key] == "infeasible-within"
				unknown += verdict[key] ~ /^(unknown|time-is-up)$/
			}
			split(anew, query, " ")
			n = split(checked, word, "[\t\n]")
			runs = word[n - 4]; wrong = word[n]
			if (runs !~ / runs$/) { print checked > "/dev/stderr"; wrong = 1 }
			print set, name, resolved + 0, all + 0, search, solvers, any + 0, nearest + 0,
				within + 0, unknown + 0, query[1], query[2], runs + 0, wrong + 0
		}' $out/$2.log
}

for set in ${SET:-fdlibm pointer float others lapack}; do
	rows $set > $out/rows
	while IFS=$tab read -r name entry signature source flags libs rest; do
		resolve $set "$name" "$entry" "$source" "$flags" "$libs" < /dev/null
	done < $out/rows | tee -a $out.tsv
done
awk -F'\t' -v OFS='\t' '{print $0, $5 + $6}' $out.tsv | sort -t "$tab" -k15,15n | awk -F'\t' '
	function row(set) {
		printf "%s: %d of %d goals resolved (%.1f %%) in %d functions; CPU: search %.2f s, " \
			"solvers %.2f s, median function %.2f s; %d proofs in every rounding mode, " \
			"%d to nearest, %d within a bound, %d unknown; %d of %d queries unsat anew; " \
			"%d runs, %d wrong\n", set, resolved[set], all[set],
			100 * resolved[set] / (all[set] ? all[set] : 1), n[set], search[set],
			solvers[set], time[set, int((n[set] + 1) / 2)], any[set], nearest[set],
			within[set], unknown[set], again[set], queries[set], runs[set], wrong[set]
		if (wrong[set] || again[set] != queries[set] ||
		    (set == "fdlibm" && resolved[set] < all[set]) ||
		    ((set == middle || set == "lapack") && resolved[set] < 0.98 * all[set]))
			failed = 1
	}
	function add(set) {
		n[set]++; resolved[set] += $3; all[set] += $4; search[set] += $5
		solvers[set] += $6; any[set] += $7; nearest[set] += $8; within[set] += $9
		unknown[set] += $10; queries[set] += $11; again[set] += $12
		runs[set] += $13; wrong[set] += $14; time[set, n[set]] = $15
		if (!$4)
			failed = 1
	}
	BEGIN {
		middle = "pointer, float, others"
	}
	{
		add($1)
		if ($1 != "fdlibm" && $1 != "lapack")
			add(middle)
	}
	END {
		for (i = split("fdlibm pointer float others lapack", sets, " "); i >= 1; i--)
			names = sets[i] " " names
		for (i = 1; i <= split(names, sets, " "); i++)
			if (n[sets[i]])
				row(sets[i])
		if (n[middle])
			row(middle)
		exit failed || NR == 0
	}'
