# SPDX-License-Identifier: GPL-3.0-or-later
# The part `covers` of explore.sh, sourced: random programs of diamonds, as in bench-covers,
# explored from nothing until each goal is covered or proven: by a statement cover first
# (--strategy=statement), and side by side (fitness, fair). Into build/bench/explore-covers.tsv:
# seed, diamonds, strategy, goals, covered, infeasible, runs of the target, queries, seconds by the
# clock. Exit 1 when two strategies contradict each other.
# Environment: DIAMONDS, seeds of programs (3 13 to 73: one of 2 to 9 diamonds each);
# STRATEGIES (statement fitness fair); SECONDS_EACH (20).

covers_explore() { # directory strategy
	rm -rf $1/c $1/c.me
	mkdir $1/c
	"$me" explore --json --until-covered --strategy=$2 --time="$seconds" $1/fuzz_target $1/c \
		> $1/$2.json 2> $1/$2.err < /dev/null || true
	awk "$json"'/^{"kind":"verdict"/ {print member("goal"), substr(member("verdict"), 1, 10)}' \
		$1/$2.json | sort -u > $1/$2.verdicts
	printf '%s\t%s\t%s' $seed $diamonds $2
	for value in goals covered infeasible runs queries seconds; do
		printf '\t%s' "$(member $value $1/$2.json)"
	done
	echo
}

covers() {
	. bench/base/json.sh
	mkdir -p $out/covers
	$CC -O1 -o $out/covers/generate bench/proofs/diamonds_generate.c
	for seed in ${DIAMONDS:-3 13 23 33 43 53 63 73}; do
		diamonds=$(((seed - 1) / 10 + 2))
		dir=$out/covers/$seed
		mkdir -p $dir
		$out/covers/generate $seed $diamonds > $dir/diamonds.c
		CC=$CC $build/me-cc -g -O0 -fplugin-arg-me-entry=diamonds $dir/diamonds.c -o $dir/fuzz_target
		rm -f $dir/*.verdicts
		for strategy in ${STRATEGIES:-statement fitness fair}; do
			covers_explore $dir $strategy
		done
		cat $dir/*.verdicts | sort -u | cut -d' ' -f1 | uniq -d > $dir/contradicted
		if [ -s $dir/contradicted ]; then
			echo "covers: seed $seed: two strategies contradict each other" >&2
			return 1
		fi
	done > $build/bench/explore-covers.tsv
	awk -F '\t' '
		!($3 in goals) {order[++n] = $3}
		{goals[$3] += $4; covered[$3] += $5; infeasible[$3] += $6; runs[$3] += $7; queries[$3] += $8
			clock[$3] += $9; programs[$3]++; whole[$3] += $4 > 0 && $4 == $5 + $6}
		END {
			for (i = 1; i <= n; i++) {
				s = order[i]
				printf "%-10s %d of %d programs resolved; of %d goals %d covered, %d infeasible; %d runs, %d queries, %.1f s\n",
					s, whole[s], programs[s], goals[s], covered[s], infeasible[s], runs[s], queries[s], clock[s]
			}
		}' $build/bench/explore-covers.tsv
}
