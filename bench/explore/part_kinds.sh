# SPDX-License-Identifier: GPL-3.0-or-later
# The part `kinds` of explore.sh, sourced: programs of the eleven kinds that Concolic Walk's
# paper has (programs.tsv, and coral's functions from bench/minimisers/coral), explored from
# nothing by each method until it has used SECONDS_EACH of CPU time, with its solvers. What
# counts in programs of one condition is its target statement, elsewhere all branches. Into
# build/bench/explore-kinds.tsv: program, lines of its source without comments, method, seed,
# goals, covered, seconds of CPU. The method smt+cw is no run: as in the paper, it has what the
# inputs of smt's run and those of cw's cover together.
# Environment: METHODS (simplify mixed smt cw portfolio), SEEDS (7), SECONDS_EACH (20), ONLY,
# names of programs; CORAL, numbers of coral's functions (1 to 84); KEEP=1: runs whose results
# are there are not made again.

kinds_lines() { # source
	$CC -fpreprocessed -dD -E -P "$1" 2> /dev/null | grep -c '[^[:space:]]'
}

kinds_build() { # name entry source flags
	[ "${KEEP:-}" ] && [ -x $out/kinds/$1/fuzz_target ] && return
	rm -rf $out/kinds/$1
	mkdir -p $out/kinds/$1
	[ "$4" != - ] || set -- "$1" "$2" "$3" ''
	$build/me-cc -w -g -O0 -fplugin-arg-me-entry=$2 $4 "$3" -o $out/kinds/$1/fuzz_target -lm \
		2> $out/kinds/$1/notes || {
		cat $out/kinds/$1/notes >&2
		exit 1
	}
}

# The ids of the goals that count.
kinds_goals() { # target reach|branch
	$1 --goals | awk -v what=$2 "$json"'
		/^{"kind":"goal"/ && member("scope") == "true" && member("type") == what {
			print member("goal")
		}' | sort -u
}

kinds_met() { # target corpus
	find $2 -type f -exec $1 --trace {} + 2> /dev/null |
		sed -n 's/.*"met":\[\(.*\)\].*/\1/p' | tr -d '"' | tr ',' '\n' | sort -u
}

# One run: its goals that count into METHOD.SEED.met, its CPU seconds into METHOD.SEED.cpu.
kinds_explore() { # directory method seed what
	rm -rf $1/c $1/c.me
	mkdir $1/c
	$out/budget $seconds $1/$2.$3.cpu "$me" explore --json --seed=$3 --solve=$2 \
		--kinds=$4 --until-covered --strategy=fair --timeout="${TIMEOUT:-5}" $1/fuzz_target $1/c \
		> $1/$2.$3.json 2> $1/$2.$3.err < /dev/null || true
	kinds_met $1/fuzz_target $1/c | comm -12 - $1/goals > $1/$2.$3.met
}

kinds_row() { # name lines method seed seconds met...
	dir=$out/kinds/$1
	printf '%s\t%s\t%s\t%s\t%s\t' $1 $2 $3 $4 $(wc -l < $dir/goals)
	seconds_used=$5
	shift 5
	printf '%s\t%s\n' $(sort -u "$@" | wc -l) $seconds_used
}

kinds_run() { # name lines what
	dir=$out/kinds/$1
	kinds_goals $dir/fuzz_target $3 > $dir/goals
	for seed in $(seq ${SEEDS:-7}); do
		for method in ${METHODS:-simplify mixed smt cw portfolio}; do
			[ "${KEEP:-}" ] && [ -e $dir/$method.$seed.met ] ||
				kinds_explore $dir $method $seed $3
			kinds_row $1 $2 $method $seed $(cut -f 1 $dir/$method.$seed.cpu) \
				$dir/$method.$seed.met
		done
		[ -e $dir/smt.$seed.met ] && [ -e $dir/cw.$seed.met ] || continue
		kinds_row $1 $2 smt+cw $seed $(cut -f 1 $dir/smt.$seed.cpu $dir/cw.$seed.cpu |
			awk '{sum += $1} END {printf "%.2f", sum}') $dir/smt.$seed.met $dir/cw.$seed.met
	done
}

kinds() {
	. bench/base/json.sh
	$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -o $out/budget bench/base/budget.c
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
			$out/kinds/generate $number | # a target statement, no calls that count
				sed 's/^void counted_call.*/#include <me\/target.h>/; /counted_call/d
					/^int counted_met/d; s/return counted_met()/ME_REACH()/' > $source
			kinds_build coral-$number coral$number $source -
			kinds_run coral-$number $(kinds_lines $source) reach
		done
	} > $build/bench/explore-kinds.tsv
	awk -F '\t' -f bench/base/median.awk -f bench/base/mann_whitney.awk \
		-f bench/explore/kinds.awk $build/bench/explore-kinds.tsv
}
