#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-triage: `me triage` on inputs by which a library with 12 planted bugs
# (planted.c) fails; planted_inputs.c draws them by a seed, and their names tell the bug.
#	build/bench/triage.tsv	for each seed: artifacts, those that fail, groups, bugs planted,
#		groups that mix bugs, bugs in several groups; seconds by the clock for each
#		artifact; bytes of the inputs that stand for groups, and of the simplified ones
# The last line is the sum. Exit 1 unless each seed's groups are just the bugs.
# Environment: CC, ME_BUILD; SEEDS (3), how many; COUNT (40), inputs for each bug; HANGS (5),
# inputs for the one that is a hang; RUNS (3), of each input.
#	triage.sh target DIRECTORY	builds planted_inputs and the target `planted` there
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac

make_target() { # directory
	mkdir -p $1
	$CC -O2 -I. bench/triage/planted_inputs.c -lm -o $1/planted_inputs
	ME_CC=$CC $ME_BUILD/me-cc -g -O2 -fsanitize=signed-integer-overflow \
		-fno-sanitize-recover=all bench/triage/planted.c -lm -o $1/planted
}

bytes_of() { # files on standard input, one a line
	while read -r file; do wc -c < $file; done | awk '{n += $1} END {print n + 0}'
}

one_seed() { # seed
	rm -rf $dir/$1
	mkdir -p $dir/$1/found
	$dir/planted_inputs $dir/$1/found $1 ${COUNT:-40} ${HANGS:-5}
	start=$(date +%s%N)
	$ME_BUILD/me triage --json --runs=${RUNS:-3} --timeout=1 $dir/planted \
		$dir/$1/found > $dir/$1/json || [ $? = 4 ] # it fails
	end=$(date +%s%N)
	judged=$(awk -f bench/triage/judge.awk < $dir/$1/json)
	sed -n 's/^{"kind":"group".*"artifact":"\([^"]*\)".*/\1/p' $dir/$1/json > $dir/$1/shown
	# xargs ends with 123 where the command does with 4.
	xargs $ME_BUILD/me triage --json --runs=1 --timeout=1 --simplify=$dir/$1/simple \
		$dir/planted < $dir/$1/shown > $dir/$1/simplified || [ $? = 123 ]
	sed -n 's/^{"kind":"group".*"simpler":"\([^"]*\)".*/\1/p' $dir/$1/simplified > $dir/$1/simpler
	echo "$1 $judged $(((end - start) / 1000)) $(bytes_of < $dir/$1/shown) $(bytes_of < $dir/$1/simpler)" |
		awk -v OFS='\t' '{$8 = sprintf("%.3f", $8 / 1e6 / $2); print}'
}

if [ "${1:-}" = target ]; then
	make_target $2
	exit
fi
dir=build/bench/triage
make_target $dir
out=build/bench/triage.tsv
printf '# seed\tartifacts\tfailing\tgroups\tplanted\tmixed\tsplit\tseconds\tbytes\tsimplified\n' > $out
for seed in $(seq ${SEEDS:-3}); do
	one_seed $seed >> $out
done
cat $out
awk -F'\t' '!/^#/ {
		seeds++
		artifacts += $2
		good += $4 == $5 && !$6 && !$7 && $2 == $3
		groups += $4
		planted += $5
		seconds += $8 * $2
		bytes += $9
		simple += $10
	}
	END {
		printf "%d of %d seeds exact: %d groups of %d planted, %d artifacts, %.3f s each; the inputs shown %d bytes, simplified %d\n",
			good, seeds, groups, planted, artifacts, seconds / artifacts, bytes, simple
		exit good != seeds
	}' $out
