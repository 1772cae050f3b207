#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-verify: 80 functions of verify_*.c, half of which have an assertion that fails for
# some arguments, each by
#	me	`me prove --kinds=assert`, from an empty corpus
#	cbmc	bounded model checking, where it is installed: apt-get install cbmc
# in 20 s by the clock. OUT/verify.tsv: function, tool, what it says (holds, fails, unknown),
# seconds; then how many of each half are right, and which are not. Exit 1 when a verdict is wrong,
# below 88 % right, or where cbmc has more of a half.
# Environment: CC, ME_BUILD; OUT (build/bench); SECONDS (20); ONLY, names or parts of them;
# CONTENDERS, not both; JOBS (1).
. "$(dirname "$0")/../base/start.sh"
OUT=${OUT:-$PWD/build/bench}
SECONDS=${SECONDS:-20} # stop: by the clock
export OUT SECONDS
here=bench/verify

# All assertions of a function as one answer.
by_me() { # file name
	dir=$OUT/verify/$2
	rm -rf $dir && mkdir -p $dir
	"$ME_BUILD/me-cc" -g -O0 -w -fplugin-arg-me-entry=$2 -fplugin-arg-me-kinds=assert $here/$1 -lm \
		-o $dir/fuzz_target > $dir/notes 2>&1 || { cat $dir/notes >&2; return; }
	"$ME_BUILD/me" prove --json --kinds=assert --time=$SECONDS $dir/fuzz_target $dir/corpus \
		> $dir/log 2>&1 || true
	awk '/^{"kind":"verdict"/ {
			n++
			fails += /"verdict":"covered"/
			holds += /"verdict":"infeasible(\[round-to-nearest\])?"/
		}
		/^{"kind":"summary"/ {done = 1}
		END {print fails ? "fails" : done && holds == n && n ? "holds" : "unknown"}' $dir/log
}

by_cbmc() { # file name
	log=$OUT/verify/$2.cbmc
	timeout $SECONDS cbmc --function $2 $checks --unwind 40 --unwinding-assertions $here/$1 \
		> $log 2>&1 || true
	awk '/assertion.*FAILURE/ && !/unwinding/ {fails = 1}
		/^VERIFICATION SUCCESSFUL/ {holds = 1}
		END {print fails ? "fails" : holds ? "holds" : "unknown"}' $log
}

if [ "${1:-}" = --one ]; then
	checks=
	! cbmc --help 2> /dev/null | grep -q no-standard-checks || checks=--no-standard-checks
	for tool in $CONTENDERS; do
		start=$(date +%s.%N)
		answer=$(by_$tool $2 $3)
		printf '%s\t%s\t%s\t%.1f\n' $3 $tool "${answer:-unknown}" \
			"$(echo "$(date +%s.%N) - $start" | bc)"
	done
	exit
fi
CONTENDERS=${CONTENDERS:-me cbmc}
if [ "${CONTENDERS#*cbmc}" != "$CONTENDERS" ] && ! command -v cbmc > /dev/null; then
	echo 'cbmc is not installed, and is left out'
	CONTENDERS=$(echo "$CONTENDERS" | sed s/cbmc//)
fi
export CONTENDERS
mkdir -p $OUT/verify
(cd $here && grep -o '^void [a-z_]*_\(holds\|fails\)(' verify_*.c | sed 's/:void / /; s/($//') |
	awk -v only="${ONLY:-}" 'BEGIN {n = split(only, word, " ")}
		{for (i = n ? 1 : 0; i <= n; i++) if (!n || index($2, word[i])) {print; next}}' |
	xargs -n 2 -P "${JOBS:-1}" sh $here/verify.sh --one > $OUT/verify.part
sort $OUT/verify.part > $OUT/verify.tsv
awk -F'\t' '
	{
		want = $1 ~ /_holds$/ ? "holds" : "fails"
		all[$2, want]++
		right[$2, want] += $3 == want
		wrong[$2] += $3 != want && $3 != "unknown"
		if ($3 != want)
			left[$2] = left[$2] "\n\t" $1 ": " $3
		seconds[$2] += $4
		tools[$2]
	}
	END {
		for (tool in tools) {
			n = all[tool, "holds"] + all[tool, "fails"]
			r = right[tool, "holds"] + right[tool, "fails"]
			printf "%s: %d of %d that hold, %d of %d that fail, %d wrong; %.0f s%s\n", tool,
				right[tool, "holds"], all[tool, "holds"], right[tool, "fails"],
				all[tool, "fails"], wrong[tool], seconds[tool], left[tool]
			failed += tool == "me" && (r < 0.88 * n || wrong[tool])
			failed += right[tool, "holds"] > right["me", "holds"] ||
				right[tool, "fails"] > right["me", "fails"]
		}
		exit failed || !NR
	}' $OUT/verify.tsv
