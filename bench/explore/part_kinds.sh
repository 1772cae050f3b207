# SPDX-License-Identifier: GPL-3.0-or-later
# The part `kinds` of explore.sh, sourced: programs of the eleven kinds that Concolic Walk's
# paper has (programs.tsv, and coral's functions from bench/minimisers/coral), explored from
# nothing by each method. What counts in programs of one condition is its target statement,
# elsewhere all branches. Into build/bench/explore-kinds.tsv: program, lines of its source
# without comments, method, seed, goals, covered, seconds by the clock.
# Environment: METHODS (simplify smt cw portfolio), SEEDS (7), SECONDS_EACH (20), ONLY, names of
# programs; CORAL, numbers of coral's functions (1 to 84).

kinds_lines() { # source
	$CC -fpreprocessed -dD -E -P "$1" 2> /dev/null | grep -c '[^[:space:]]'
}

kinds_build() { # name entry source flags
	mkdir -p $out/kinds/$1
	[ "$4" != - ] || set -- "$1" "$2" "$3" ''
	$build/me-cc -w -g -O0 -fplugin-arg-me-entry=$2 $4 "$3" -o $out/kinds/$1/fuzz_target -lm \
		2> $out/kinds/$1/notes || {
		cat $out/kinds/$1/notes >&2
		exit 1
	}
}

# The ids of the goals that count.
kinds_goals() { # target reach|branch|if
	$1 --goals | awk -v what=$2 "$json"'
		/^{"kind":"goal"/ && member("scope") == "true" && (what == "if" ?
			member("function") ~ /^coral/ && member("name") ~ /[.]0$/ :
			member("type") == what) {last = member("goal"); if (what != "if") print last}
		END {if (what == "if") print last}' | sort -u
}

kinds_met() { # target corpus
	find $2 -type f -exec $1 --trace {} + 2> /dev/null |
		sed -n 's/.*"met":\[\(.*\)\].*/\1/p' | tr -d '"' | tr ',' '\n' | sort -u
}

kinds_run() { # name lines what
	dir=$out/kinds/$1
	kinds_goals $dir/fuzz_target $3 > $dir/goals
	for method in ${METHODS:-simplify smt cw portfolio}; do
		for seed in $(seq ${SEEDS:-7}); do
			rm -rf $dir/c $dir/c.me
			mkdir $dir/c
			begun=$(date +%s.%N)
			"$me" explore --json --seed=$seed --solve=$method --until-covered --strategy=fair \
				--max-time=$seconds --timeout="${TIMEOUT:-5}" $dir/fuzz_target $dir/c \
				> $dir/$method.$seed.json 2> $dir/$method.$seed.err < /dev/null || true
			printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' $1 $2 $method $seed $(wc -l < $dir/goals) \
				$(kinds_met $dir/fuzz_target $dir/c | comm -12 - $dir/goals | wc -l) \
				$(echo "$(date +%s.%N) $begun" | awk '{printf "%.2f", $1 - $2}')
		done
	done
}

kinds() {
	. bench/base/json.sh
	{
		grep -v '^#' bench/explore/programs.tsv | while IFS=$tab read -r name entry source flags what; do
			case " ${ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
			kinds_build $name $entry bench/explore/programs/$source $flags
			kinds_run $name $(kinds_lines bench/explore/programs/$source) $what
		done
		mkdir -p $out/kinds/generated
		$CC -O1 -std=gnu11 -I. bench/minimisers/coral/generate.c -lm -o $out/kinds/generate
		for number in ${CORAL-$(seq 84)}; do
			source=$out/kinds/generated/$number.c
			$out/kinds/generate $number | # without the calls that count
				sed '/coral_call/d; /^int coral_met/d; s/coral_met()/1/' > $source
			kinds_build coral-$number coral$number $source -
			kinds_run coral-$number $(kinds_lines $source) if
		done
	} > $build/bench/explore-kinds.tsv
	awk -F '\t' -f bench/base/median.awk -f bench/base/mann_whitney.awk \
		-f bench/explore/kinds.awk $build/bench/explore-kinds.tsv
}
