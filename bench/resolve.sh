#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-resolve: `me resolve` of each function of bench/fdlibm.tsv, from an empty corpus:
#	function, branches resolved, branches, CPU of the search, CPU of the solvers, proofs in
#	every rounding mode, proofs in round-to-nearest
# into build/bench/resolve.tsv. Then RUNS (10000) inputs at random of each function against its
# proofs (bench/sound.c), after make bench-interpret, on which that rests. The sums last. Exit 1
# when a branch is left or a proof is wrong.
# Environment: CC, ME_BUILD; RUNS; ONLY, names of functions instead of all.
set -eu
cd "$(dirname "$0")/.."
CC=${CC:-gcc}
build=${ME_BUILD:-build}
out=$build/bench/resolve
tab=$(printf '\t')
names=${ONLY:-$(grep -v '^#' bench/fdlibm.tsv | cut -f1)}
mkdir -p $out
sh tools/fdlibm.sh ${ONLY:-}

# resolve NAME: leaves NAME.log, prints the row
resolve() {
	rm -rf $out/$1 $out/$1.me
	$build/me resolve --timeout=5 build/subjects/fdlibm/$1/fuzz_target $out/$1 > $out/$1.log 2>&1 || true
	any=$(grep -c ': infeasible (' $out/$1.log || true)
	nearest=$(grep -c 'infeasible \[round-to-nearest\]' $out/$1.log || true)
	sed -n 's/^\([0-9]*\) of \([0-9]*\) branches resolved; search \([0-9.]*\) s, .* \([0-9.]*\) s of solvers$/\1 \2 \3 \4/p' \
		$out/$1.log | awk -v OFS='\t' -v name=$1 -v any=$any -v nearest=$nearest \
		'{print name, $1, $2, $3, $4, any, nearest}'
}

for name in $names; do
	resolve $name
done | tee $out.tsv
: > $out.sound
RUNS=2000 sh bench/interpret.sh | tail -n 1
$CC -O2 -g -D_GNU_SOURCE -I. -Iinclude -o $out.check bench/sound.c $build/obj/prover/*.o -ldl -lm
for name in $names; do
	$out.check build/subjects/fdlibm/$name/fuzz_target $name \
		$build/bench/interpret/$name.so $out/$name.me/verdicts "${RUNS:-10000}" >> $out.sound ||
		cat $out.sound
done
awk -F'\t' '{runs += $2; edges += $3; proofs += $4; wrong += $5}
	END {printf "%d runs, %d edges taken, %d proofs, %d wrong\n", runs, edges, proofs, wrong
		exit wrong != 0 || runs == 0}' $out.sound
sort -t "$tab" -k5,5n $out.tsv | awk -F'\t' '{resolved += $2; all += $3; search += $4; solvers += $5; any += $6; nearest += $7
		total[NR] = $4 + $5}
	END {
		printf "%d of %d branches resolved in %d functions; CPU: search %.2f s, solvers %.2f s, " \
			"median function %.2f s; %d proofs in every rounding mode, %d to nearest\n",
			resolved, all, NR, search, solvers, total[int((NR + 1) / 2)], any, nearest
		exit resolved != all || NR == 0
	}'
