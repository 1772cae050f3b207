# SPDX-License-Identifier: GPL-3.0-or-later
# `me prove --summaries`: pairs of input and output stand for calls that cannot be walked.
# They find witnesses, and prove nothing.
. "$ME_ROOT/tests/check.sh"

# 5000 turns, whatever the input is: no unwinding gets to their end.
cat > mix.h <<'E2'
static unsigned mix(unsigned x)
{
	for (int i = 0; i < 5000; i++)
		x = (x ^ x >> 15) * 0x2c1b3c6du + 12345u;
	return x;
}
E2
cat > value.c <<'E2'
#include <stdio.h>
#include "mix.h"
int main(void) { return !printf("%uu\n", mix(77)); }
E2
"$CC" value.c -o value || not_ok value_built
cat > sums.c <<'E2'
#include <math.h>
#include "mix.h"
static unsigned calls;

static int split(double x, unsigned *low, int *kept)
{
	if (x > 8) {
		*low = mix(99);
		return 1;
	}
	*low = mix(*kept);
	return 0;
}
static unsigned count(unsigned x)
{
	calls++;
	return mix(x) & 0xff;
}
static unsigned deep(unsigned n)
{
	return n == 0 ? 7 : deep(n - 1) * 3 + 1;
}
static double wave(double x) { mix(3); return sin(x); }
int sums(int which, unsigned a, unsigned b, double x, double y)
{
	unsigned low = 5;
	int kept = 3;

	switch (which) {
	case 0:
		if (mix(a) == b) /* any */
			return 1;
		break;
	case 1:
		if (mix(17) == b) /* constant */
			return 2;
		break;
	case 2:
		if (mix(a & 255) == HIDDEN) /* hidden */
			return 3;
		break;
	case 3:
		if (split(x, &low, &kept) == 1 && low == b) /* pointer */
			return 4;
		break;
	case 4:
		if (split(x, &low, &kept) == 0 && low == b && kept == 3) /* frame */
			return 5;
		break;
	case 5:
		if (count(a) + calls == b) /* global */
			return 6;
		break;
	case 6:
		if (deep(300) == b) /* recursion */
			return 7;
		break;
	case 7:
		if (wave(x) + 2 == y) /* library */
			return 11;
		break;
	}
	return 0;
}
E2
sed -i "s/HIDDEN/$(./value)/" sums.c
mkdir sums
(cd sums && "$me_cc" -g -O0 -w -fplugin-arg-me-entry=sums ../sums.c -lm -o fuzz_target) > build.log 2>&1 ||
	not_ok build_sums "$(tail -n 3 build.log)"

# says NAME MARK PATTERN LOG
says() {
	line=$(grep -n "/\* $2 \*/" sums.c | cut -d: -f1)
	check_line "$1" "^(\.\./)?sums.c:$line:.*$3" "$4"
}
"$me" prove --timeout=1 sums/fuzz_target plain > plain.log 2>&1
"$me" prove --timeout=1 --summaries --statistics sums/fuzz_target corpus > sums.log 2>&1
for mark in any constant pointer frame global recursion library; do
	says "without_$mark" "$mark" 'never true(\?| :|: infeasible within)' plain.log
	check_equal "with_$mark" 2 "$(sed -n "s/^[^ ]*sums.c:$(grep -n "/\* $mark \*/" sums.c | cut -d: -f1):.* covered by .*/x/p" sums.log | wc -l | sed 's/[2-9]/2/')"
done
says hidden_unknown hidden 'is never true. unknown' sums.log
check_no_line nothing_within 'within' sums.log
check_line statistics '^[0-9]+ summaries of callees, [1-9][0-9]* of them under the caller.s constants: [0-9]+ pairs of input and output; [1-9][0-9]* of [0-9]+ branches covered by them' sums.log

# An input takes what no pair of the summary did: a verdict of infeasible would be wrong.
printf '\2\0\0\0\115\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' > hidden
mkdir -p taken && cp hidden taken
"$me" prove --timeout=1 sums/fuzz_target taken > taken.log 2>&1
says hidden_is_covered hidden 'covered by' taken.log
check_no_line hidden_is_taken "sums.c:$(grep -n '/\* hidden \*/' sums.c | cut -d: -f1):.*never true" taken.log

# ---- where no pair fits, calls are walked, and proofs are made as without summaries

cat > walk.c <<'E2'
static unsigned half(unsigned x) { return x >> 1 ^ 5; }
static int bit(unsigned x) { return x & 1; }
int walk(unsigned a)
{
	if (half(a) == 21)
		return 8;
	if (bit(a) == 2) /* never */
		return 9;
	return 0;
}
E2
target walk walk < walk.c
"$me" prove --timeout=5 --summaries --dump=queries walk/fuzz_target walk.corpus > walk.log 2>&1
check_line walked_resolved '^4 of 4 goals resolved' walk.log
check_same walked_proofs "$(grep -n 'never \*/' walk.c | cut -d: -f1)" "$(sed -n 's/^walk.c:\([0-9]*\):.*: infeasible (.*/\1/p' walk.log)"
check_equal walked_kept 1 "$(grep -c infeasible walk.corpus.me/verdicts)"
# A query that is kept as unsat is one of the proof: it names who confirmed it.
check_equal walked_queries "$(ls queries | grep -c 'unsat')" "$(grep -l "^; unsat: .*$first, z3\|^; unsat: .*z3, $first" queries/*.unsat.smt2 | wc -l)"

check_equal summaries_usage 2 "$(status_of usage.log "$me" prove --summaries --algorithm=path sums/fuzz_target x)"
check_line summaries_usage_says 'wants --algorithm=goal' usage.log
