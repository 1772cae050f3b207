# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that do not return: their branches are covered by an input that stays out of the
# corpus, and `me prove --complete` says whether another run through them returns.
. "$ME_ROOT/tests/check.sh"

# says NAME MARK PATTERN LOG SOURCE: of the line with /* MARK */.
says() {
	line=$(grep -n "/\* $2 \*/" "$5" | cut -d: -f1)
	check_line "$1" "^$5:$line:.*$3" "$4"
}

cat > ends.c <<'E2'
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
static void quit(int x)
{
	if (x > 1000) /* deep */
		abort();
}
int ends(int x, double y, int *p)
{
	int i, sum = 0;

	assert(x != 77); /* fails */
	assert(y * y >= 0 || y != y); /* holds */
	if (x == 5) /* undefined */
		__builtin_unreachable();
	if (x == 6) /* exit */
		exit(0);
	if (x == 7) /* _exit */
		_exit(3);
	if (x == 8) /* trap */
		__builtin_trap();
	if (x == 10) /* null */
		sum = *(int *)0;
	if (x > 200) /* later */
		sum = 1;
	if (x == 11) /* either */
		if (y > 2)
			abort();
	for (i = 0; i < (x & 7); i++)
		sum += p[0] & i;
	quit(x);
	return sum == 7;
}
E2
target ends ends -w < ends.c
corpus=ends.corpus
"$me" prove --timeout=10 ends/fuzz_target $corpus > ends.log 2>&1
aside='covered by ends.corpus.me/crash-[0-9a-f]{40}, which'
says assert_fails fails "$aside ends with SIGABRT\$" ends.log ends.c
check_line assert_holds "^ends.c:$(grep -n 'holds \*/' ends.c | cut -d: -f1):.*is never false: infeasible \(" ends.log
says exits exit "$aside exits\$" ends.log ends.c
says exits_at_once _exit "$aside exits\$" ends.log ends.c
says traps trap "$aside ends with SIGILL\$" ends.log ends.c
if [ "$sanitized" ]; then # UBSan's check comes first
	says undefined undefined "$aside a sanitizer stops\$" ends.log ends.c
else
	says undefined undefined "covered by ends.corpus/[0-9a-f]{40}, which reaches __builtin_unreachable\$" ends.log ends.c
fi
says null null "$aside ends with SIGSEGV\$" ends.log ends.c
says inlined deep "$aside ends with SIGABRT\$" ends.log ends.c
check_line all_resolved '^([0-9]+) of \1 goals resolved' ends.log
check_no_line nothing_complete_unasked 'complete' ends.log

# The corpus can be replayed, and what was kept aside does what was said.
check corpus_returns ends/fuzz_target -runs=0 $corpus
crash=$(sed -n 's/.*assert(x != 77).*covered by \(.*crash-[0-9a-f]*\),.*/\1/p' ends.log)
check_equal crash_name "${crash##*crash-}" "$(sha1sum < "$crash" | cut -c1-40)"
ends/fuzz_target "$crash" > crash.log 2>&1
check_line crash_fails "Assertion .x != 77. failed" crash.log

# Its own words: the run is told of before the target dies, and those behind it as well.
first=$(ls $corpus/* | head -n 1)
ends/fuzz_target --trace "$crash" "$first" > trace.log 2> /dev/null
check_line trace_ended '^\{"kind":"run","file":".*crash-[0-9a-f]*","ended":"signal","signal":"ABRT","met":\[("[^"]+",?)+\]\}' trace.log

# ---- the stronger question

"$me" prove --timeout=10 --complete ends/fuzz_target $corpus > complete.log 2>&1
for mark in fails undefined exit _exit trap deep; do
	says "never_completes_$mark" $mark ', never completes \(' complete.log ends.c
done
# never NAME MARK: of the line with that mark nothing is proven.
never() {
	line=$(grep -n "/\* $2 \*/" ends.c | cut -d: -f1)
	check_line "$1_told" "^ends.c:$line:.*covered by" complete.log
	check_no_line "$1" "^ends.c:$line:.*(never completes \\(|is never)" complete.log
}
never null_is_not_proven null
never complete_covered later
check_line complete_holds 'is never false: infeasible \(' complete.log
"$me" prove --timeout=10 --complete ends/fuzz_target $corpus > again.log 2>&1
unnamed() { grep complete "$1" | sed 's/covered by [^ ,]*/covered/'; }
check_same complete_same "$(unnamed complete.log)" "$(unnamed again.log)"
check_line verdicts_apart ' never-completes ' $corpus.me/verdicts
"$me" prove --timeout=10 ends/fuzz_target $corpus > plain.log 2>&1
check_equal plain_as_before "$(grep -c 'infeasible' ends.log)" "$(grep -c 'infeasible' plain.log)"
# What never completes is no branch that the search may leave alone.
"$me" cover ends/fuzz_target $corpus > cover.log 2>&1
check_line cover_tells_missing 'x == 6.*is true: only by inputs that fail$' cover.log
check_no_line cover_tells_apart 'x == 6.*infeasible' cover.log

# ---- only together with other values, and only beyond the first unwinding

cat > later.c <<'E2'
#include <stdlib.h>
int later(int n, int m)
{
	int s = 0, i;

	if (n > 40) /* after 40 turns */
		s = 1;
	if (m == 3) /* sometimes */
		s = 2;
	for (i = 0; i < n; i++)
		s += i & 1;
	if (m == 3 && n != 20)
		abort();
	return s == 7;
}
E2
target later later < later.c
for algorithm in goal statement; do
	rm -rf later.corpus later.corpus.me
	"$me" prove --timeout=10 --complete --algorithm=$algorithm later/fuzz_target later.corpus > later.$algorithm 2>&1
	check_no_line "later_${algorithm}_no_proof" 'infeasible \(|completes \(' later.$algorithm
	check_line "later_${algorithm}_turns" 'n > 40.* covered by later.corpus/' later.$algorithm
	check_no_line "later_${algorithm}_known" 'unknown' later.$algorithm
done
check_no_line later_sometimes '^later.c:8:.*complete' later.goal

cat > endless.c <<'E2'
int endless(unsigned n)
{
	volatile unsigned k = 0;

	if (n == 9) /* a loop that changes something */
		for (;;)
			k = k + n;
	if (n == 10) /* hang */
		for (;;)
			;
	if (n == 12) /* one that ends */
		while (k < 3)
			k = k + 1;
	return k;
}
E2
target endless endless < endless.c
"$me" prove --timeout=10 --complete endless/fuzz_target endless.corpus > endless.log 2>&1
check_line endless_proven 'n == 9.*which hangs, never completes \(' endless.log
says never_completes_hang hang \
	'covered by endless.corpus.me/timeout-[0-9a-f]{40}, which hangs, never completes \(' endless.log endless.c
check_no_line endless_ends 'n == 12.*complete' endless.log
"$me" prove --timeout=10 --complete endless/fuzz_target endless.corpus > endless.again 2>&1
check_line complete_kept '; 0 queries' endless.again

# ---- a search that a failure ends goes on, for its time; the failure is a witness

cat > crashes.c <<'E2'
#include <stdlib.h>
int crashes(int n, double x)
{
	if (n == 87654321) /* crash */
		abort();
	if (x * x == 42.25 && n == 12345) /* behind */
		return 1;
	return 0;
}
E2
target crashes crashes < crashes.c
check_equal resolve_fault_code 4 "$(status_of resolve.log "$me" resolve --timeout=5 crashes/fuzz_target crashes.corpus)"
check_line resolve_goes_on 'runs failed, their inputs are in crashes.corpus.me' resolve.log
says resolve_crash crash 'covered by crashes.corpus.me/crash-[0-9a-f]{40}, which ends with SIGABRT' resolve.log crashes.c
check_line resolve_faults '^1 distinct fault$' resolve.log
check_line resolve_fault '^1\. abort in crashes crashes.c:5 \(1 artifact\)$' resolve.log
check_line resolve_fault_call '^   crashes\(87654321, ' resolve.log
check_line resolve_fault_again '^   to run it again: crashes/fuzz_target crashes.corpus.me/simpler/crash-' resolve.log
check_equal prove_fault_code 0 "$(status_of prove.log "$me" prove --json crashes/fuzz_target crashes.corpus)"
check_line prove_faults '^\{"kind":"group","number":1,"type":"abort".*"call":"crashes\(87654321, ' prove.log
check_line resolve_finds_more '^6 of 6 goals resolved' resolve.log

# ---- many runs that take long: looked at first, then run again to their ends

cat > long.c <<'E2'
#include <time.h>
int late(unsigned n)
{
	volatile int k;
	int found = 0;

	for (clock_t end = clock() + CLOCKS_PER_SEC / 3; n < 9 && clock() < end;)
		for (k = 0; k < 100000; k++)
			;
	if (n == 7) /* after a third of a second */
		found = 1;
	while (n == 9)
		;
	return found;
}
E2
target long late < long.c
mkdir long.corpus
for n in 001 002 003 004 005 007 011; do printf "\\$n\\0\\0\\0" > long.corpus/$n; done # octal
"$me" prove --timeout=10 long/fuzz_target long.corpus > long.log 2>&1
check_line long_returns '^([0-9]+) of \1 goals resolved: \1 covered' long.log
check_line long_hang 'n == 9.*covered by long.corpus/011, which hangs$' long.log
check_no_line long_returned 'n == 7' long.log
long/fuzz_target --trace --trace-limit=0.1 long.corpus/007 > trace.log 2> /dev/null
check_line long_trace_limit '^\{"kind":"run","file":"long.corpus/007","ended":"timeout"' trace.log
check_equal long_trace_limit_bad 1 "$(status_of bad.log long/fuzz_target --trace --trace-limit=x long.corpus/007)"
check_line long_trace_limit_says '--trace-limit=x: .*number' bad.log
