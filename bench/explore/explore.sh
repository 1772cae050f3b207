#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-explore: what the exploration of paths adds to searches and proofs.
# PARTS=fdlibm: each function of Fdlibm is searched until the search stops by itself; what it
# leaves open is proven, and what is still open explored; beside that the function is explored
# alone, from nothing. The table is of medians over the seeds, runs that did not follow their
# predictions of all. Into build/bench/explore.tsv: function, seed, goals, open after the search, open
# after proofs, closed by the exploration, its runs, of these diverged and not followed; alone:
# covered, diverged, not followed.
# PARTS=one: `me explore --until-covered` on functions with one if against the target's own search, which
# ends when both sides are met, by the clock and in CPU time; into build/bench/explore-one.tsv
# (one.awk).
# PARTS=kinds, library, labels and covers: part_kinds.sh, part_library.sh, part_labels.sh and
# part_covers.sh say what they are; library takes hours, and is none of the default.
# A table and a summary of each part last. Exit 1 when a run takes a prefix that was proven
# infeasible.
# Environment: CC, ME_BUILD; PARTS (one fdlibm kinds labels covers); ONLY, names of functions;
# SECONDS_EACH, of each exploration by the clock (20), proofs have three times as many; TIMEOUT, of
# a solver's run (5); SEEDS (7, of fdlibm and labels 1).
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
me=$build/me
out=$build/bench/explore
seconds=${SECONDS_EACH:-20}
mkdir -p $out

member() { # name file: of the summary, 0 when there is none
	sed -n 's/.*"kind":"summary".*"'"$1"'":\([0-9.a-z]*\).*/\1/p' "$2" | grep . || echo 0
}

explore() { # target corpus file option...
	explored=$1 corpus=$2 file=$3
	shift 3
	"$me" explore --json --until-covered --strategy=fitness --time="$seconds" \
		--timeout="${TIMEOUT:-5}" "$@" "$explored" "$corpus" > "$file" 2> "$file.err" || true
}

# ---- Fdlibm: what is open after searches and proofs

fdlibm_row() { # name seed
	target=build/subjects/fdlibm/$1/fuzz_target
	dir=$out/$1.$2
	rm -rf $dir
	mkdir -p $dir/corpus $dir/alone
	$target -seed=$2 $dir/corpus > $dir/search.log 2>&1 || true
	"$me" prove --json --timeout="${TIMEOUT:-5}" --time=$((3 * seconds)) $target \
		$dir/corpus > $dir/prove.json 2> $dir/prove.err || true
	goals=$(member goals $dir/prove.json)
	searched=$(sed -n 's/^INFO: me: stop: .*; \([0-9]*\) of [0-9]* goals covered.*/\1/p' $dir/search.log | tail -n 1)
	resolved=$(member resolved $dir/prove.json)
	if [ "$resolved" -lt "$goals" ]; then
		explore $target $dir/corpus $dir/rest.json --seed=$2
	else
		echo '{"kind":"summary"}' > $dir/rest.json
	fi
	explore $target $dir/alone $dir/alone.json --seed=$2
	printf '%s\t%s' "$1" $2
	for value in "$goals" $((goals - searched)) $((goals - resolved)) \
		"$(member covered_here $dir/rest.json)" "$(member runs $dir/rest.json)" \
		"$(member diverged $dir/rest.json)" "$(member lost $dir/rest.json)" \
		"$(member covered $dir/alone.json)" "$(member runs $dir/alone.json)" \
		"$(member diverged $dir/alone.json)" "$(member lost $dir/alone.json)"; do
		printf '\t%s' "$value"
	done
	echo
}

fdlibm() {
	sh bench/subjects/fdlibm.sh ${ONLY:-}
	sh bench/subjects/fdlibm.sh list ${ONLY:-} > $out/rows
	for seed in $(seq ${SEEDS:-1}); do
		while IFS=$tab read -r name rest; do
			fdlibm_row $name $seed < /dev/null
		done < $out/rows
	done > $build/bench/explore.tsv
	awk -F '\t' -v keys=1 -f bench/base/median.awk -f bench/base/medians.awk $build/bench/explore.tsv |
		awk -F '\t' 'BEGIN {
			format = "%-12s %6s %9s %9s %9s %6s %9s %6s %10s %6s %9s %6s\n"
			printf format, "function", "goals", "open: 1", "open: 2", "explored", "runs", "diverged", "lost", "alone", "runs", "diverged", "lost"
		}
		{
			printf format, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
			for (i = 2; i <= NF; i++)
				sum[i] += $i
		}
		END {
			printf format, "all", sum[2], sum[3], sum[4], sum[5], sum[6], sum[7], sum[8], sum[9], sum[10], sum[11], sum[12]
			print "open: 1 after the search, 2 after the proofs; alone: covered by me explore from nothing"
		}'
	awk -F '\t' '{
			runs += $7 + $11
			diverged += $8 + $12
			lost += $9 + $13
			closed += $6
		} END {
			printf "explore: %d runs of all seeds, %d diverged, %d not followed; %d goals closed that " \
				"searches and proofs had left\n", runs, diverged, lost, closed
		}' $build/bench/explore.tsv
	if grep -l '"refuted":[1-9]' $out/*/*.json; then
		echo 'a prefix that was proven infeasible was taken'
		return 1
	fi
}

# ---- functions with one if: time against the search's

one_source() { # number: the condition
	sed -n "$1p" << 'E2'
x == 12345
x * 7 == 12341
(x ^ (int)0x5a5a5a5a) == 77
y == 2.5
y * y == 2.25
y + x == 1000.125
y > 1e300 && y < 1.0001e300
(float)y == 0.1f
x / 3 == -4711 && x % 3 == -1
y * 3 - x == 0 && x > 100
sin(y) == 1
x > 5 && sqrt(x + 0.5) > 40000
E2
}

times_of() { # command...: seconds by the clock, and of CPU, of it and of what it starts
	bash -c 'TIMEFORMAT="%R %U %S"; exec 3>&2; { time "$@" > /dev/null 2>&1 < /dev/null; } 2>&1' times "$@" |
		awk '{print $1 "\t" $2 + $3}'
}

one() {
	number=1
	while condition=$(one_source $number) && [ "$condition" ]; do
		dir=$out/one/$number
		rm -rf $dir
		mkdir -p $dir
		printf '#include <math.h>\nint one(int x, double y)\n{\n\tif (%s)\n\t\treturn 1;\n\treturn (int)(y != y);\n}\n' \
			"$condition" > $dir/one.c
		(cd $dir && CC=$CC "$OLDPWD/$build/me-cc" -g -O0 -fplugin-arg-me-entry=one one.c -lm -o fuzz_target)
		seed=1
		while [ $seed -le "${SEEDS:-7}" ]; do
			rm -rf $dir/s $dir/s.me $dir/e $dir/e.me
			mkdir $dir/s $dir/e
			searched=$(times_of $dir/fuzz_target -seed=$seed $dir/s)
			explored=$(times_of "$me" explore --json --seed=$seed --until-covered $dir/fuzz_target $dir/e)
			for corpus in s e; do
				$dir/fuzz_target --trace $dir/$corpus/* 2> /dev/null |
					grep -c '"one:0.0"' > $dir/$corpus.met || true
			done
			printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$number" $seed "$searched" "$explored" \
				"$(cat $dir/s.met)" "$(cat $dir/e.met)"
			seed=$((seed + 1))
		done
		number=$((number + 1))
	done > $build/bench/explore-one.tsv
	awk -F '\t' -f bench/explore/one.awk $build/bench/explore-one.tsv
}

. bench/explore/part_kinds.sh
. bench/explore/part_library.sh
. bench/explore/part_labels.sh
. bench/explore/part_covers.sh
for part in ${PARTS:-one fdlibm kinds labels covers}; do
	$part
done
