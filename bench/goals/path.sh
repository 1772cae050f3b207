#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-path: paths of Fdlibm's functions, each searched by each method from an empty
# corpus. The paths are those of DRAWS inputs at random (path/inputs.c), the first
# PATHS different ones; the search is shown the path and no input. Into build/bench/path.tsv:
# function, seed and number of the input, decisions, method, covered or not, evaluations. A table, and a
# summary of each method last. Exit 1 when auto covers less than 90 %, or less than one of the
# minimisers by itself.
# Environment: CC, ME_BUILD; FORCE=1, with -fplugin-arg-me-force; PATHS (20); DRAWS (100); SEEDS (3),
# of the inputs and the searches; RUNS (30000), evaluations of a search; METHODS, auto and all
# minimisers; ONLY, names of functions.
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
out=$build/bench/path
rm -rf $out
mkdir -p $out
$CC -O2 -std=gnu11 -Wall -Wextra -I. -o $out/inputs bench/goals/path/inputs.c -lm
sh bench/subjects/fdlibm.sh ${ONLY:-}
sh bench/subjects/fdlibm.sh list ${ONLY:-} > $out/rows
subjects=build/subjects/fdlibm
if [ "${FORCE:-}" ]; then
	subjects=$subjects-force
	awk -F '\t' -v OFS='\t' '{$5 = $5 " -fplugin-arg-me-force"; print}' $out/rows |
		sh tools/target.sh $subjects
fi

# Of a signature double:double,double*2 the number of doubles.
count_doubles() {
	echo "$1" | awk -F '[:,]' '{for (i = 2; i <= NF; i++) {split($i, n, "*"); sum += n[2] ? n[2] : 1}
		print sum}'
}

# The first different paths, in files of the inputs' numbers.
draw_paths() { # target directory
	i=0 n=0
	while [ $i -lt "${DRAWS:-100}" ] && [ $n -lt "${PATHS:-20}" ]; do
		$1 --path-of $2/inputs/$i > $2/path 2> /dev/null
		sum=$(cksum < $2/path)
		if grep -q : $2/path && ! grep -qxF "$sum" $2/sums; then
			echo "$sum" >> $2/sums
			mv $2/path $2/paths/$i
			n=$((n + 1))
		fi
		i=$((i + 1))
	done
}

search() { # target path method seed: covered and evaluations
	$1 --kinds=path --path=$2 --method=$3 -seed=$4 -runs="${RUNS:-30000}" 2>&1 |
		awk '/^INFO: me: path: covered/ {covered = 1}
			/^INFO: me: stop: / {
				for (i = 1; i < NF; i++)
					if ($(i + 1) ~ /^evaluations/)
						evaluations = $i
			}
			END {print (covered ? "covered" : "open") "\t" evaluations + 0}'
}

first=$(head -n 1 $out/rows | cut -f 1)
# All names of --method=, but those that are no minimiser.
all=$($subjects/$first/fuzz_target --help=methods | sed -n '/^NAME is/,$s/^  \([a-z-]*\) .*/\1/p')
while IFS=$tab read -r name entry signature rest; do
	target=$subjects/$name/fuzz_target
	for seed in $(seq "${SEEDS:-3}"); do
		drawn=$out/$name.$seed
		mkdir -p $drawn/inputs $drawn/paths
		: > $drawn/sums
		$out/inputs $seed "${DRAWS:-100}" "$(count_doubles "$signature")" $drawn/inputs
		draw_paths $target $drawn
		for path in $drawn/paths/*; do
			for method in ${METHODS:-auto $all}; do
				printf '%s\t%s\t%s\t%s\t%s\n' "$name" $seed.${path##*/} \
					"$(wc -l < $path)" $method \
					"$(search $target $path $method $seed < /dev/null)"
			done
		done
	done
done < $out/rows > $out.tsv
awk -F '\t' -f bench/base/median.awk -f bench/goals/path/summary.awk $out.tsv
