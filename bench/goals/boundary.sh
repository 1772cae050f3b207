#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-boundary: boundary values (kinds=boundary) of Fdlibm's 40 functions, from empty
# corpora, by `me resolve` with branches and boundaries as goals:
#	build/bench/boundary.tsv	for each function: conditions with a boundary; those of them
#		whose two sides were both taken; of these the ones with an input or a proof at,
#		below and above their boundary; boundary goals, those met, those proven, those
#		open; CPU of the search, CPU of the solvers
#	build/bench/boundary.misses	the open goals of conditions whose sides were both taken:
#		FILE:LINE, function, goal, why
# The sums and the share of conditions without are printed last. Exit 1 when more than 5 % of
# the conditions whose sides were both taken are without one of the three.
# Environment: ME_BUILD; ONLY, names of functions; MAX_TIME (60), seconds for a function.
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
out=$build/bench/boundary
subjects=build/subjects/boundary
mkdir -p $out
: > $out.tsv
: > $out.misses

. bench/base/json.sh

sh bench/subjects/fdlibm.sh list ${ONLY:-} |
	awk -F'\t' -v OFS='\t' '{$5 = $5 " -fplugin-arg-me-kinds=boundary"; print}' > $out/rows
sh tools/target.sh $subjects < $out/rows

# What became of a function's goals: the last verdict of each, and what the corpus meets.
row() { # name
	awk -v OFS='\t' -v name=$1 -v misses=$out.misses "$json"'
		function state(goal) {
			return goal in met || verdict[goal] == "covered" ? "met" :
				verdict[goal] ~ /^infeasible(\[|$)/ ? "proven" : "open"
		}
		/^{"kind":"goal"/ && member("scope") == "true" {
			goal = member("goal")
			condition = goal
			if (member("type") == "boundary") {
				sub(/boundary\./, "", condition)
				sub(/\.[a-z]*$/, "", condition)
				place[goal] = member("file") ":" member("line")
				of[goal] = condition
				bounded[condition] = condition !~ /:data/
			} else {
				sub(/\.[0-9]*$/, "", condition)
				side[goal] = condition
			}
		}
		/^{"kind":"run"/ {
			sub(/.*"met":\[/, "")
			for (n = split($0, all, "\""); n > 1; n -= 2)
				met[all[n - 1]]
		}
		/^{"kind":"verdict"/ {
			verdict[member("goal")] = member("verdict")
			why[member("goal")] = member("why")
		}
		/^{"kind":"summary"/ {
			search = member("search_seconds")
			solvers = member("solver_seconds")
		}
		END {
			for (goal in side)
				taken[side[goal]] += state(goal) == "met"
			for (goal in of) {
				count[state(goal)]++
				if (state(goal) != "open")
					continue
				open[of[goal]]++
				if (taken[of[goal]] > 1)
					print place[goal], name, goal, verdict[goal] ": " why[goal] >> misses
			}
			for (condition in bounded)
				if (bounded[condition]) {
					conditions++
					both += taken[condition] > 1
					whole += taken[condition] > 1 && !open[condition]
				}
			print name, conditions + 0, both + 0, whole + 0,
				count["met"] + count["proven"] + count["open"], count["met"] + 0,
				count["proven"] + 0, count["open"] + 0,
				sprintf("%.2f", search), sprintf("%.2f", solvers)
		}' $out/$1.goals $out/$1.runs $out/$1.log
}

while IFS=$tab read -r name rest; do
	target=$subjects/$name/fuzz_target
	rm -rf $out/$name $out/$name.me
	$build/me resolve --json --functions=static --kinds=branch,boundary --timeout=5 \
		--time="${MAX_TIME:-60}" $target $out/$name > $out/$name.log 2>&1 || true
	$target --functions=static --goals > $out/$name.goals
	find $out/$name -type f -exec $target --functions=static --trace {} + > $out/$name.runs 2> /dev/null ||
		true
	row $name
done < $out/rows | tee -a $out.tsv
cat $out.misses
awk -F'\t' '
	{
		conditions += $2; both += $3; whole += $4; goals += $5; met += $6
		proven += $7; open += $8; search += $9; solvers += $10
	}
	END {
		printf "boundary: %d functions, %d conditions with a boundary, both sides taken of %d; " \
			"inputs or proofs at, below and above: %d, without: %.1f %%; %d goals: %d met, " \
			"%d proven, %d open; CPU: search %.1f s, solvers %.1f s\n", NR, conditions,
			both, whole, both ? 100 * (both - whole) / both : 100, goals, met, proven,
			open, search, solvers
		exit !both || both - whole > 0.05 * both
	}' $out.tsv
