# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with a main() that draw their values by __VERIFIER_nondet_int() and the like:
# me-cc --nondet makes targets of them, and all commands work on these.
. "$ME_ROOT/tests/check.sh"

# nondet NAME [FLAG...] < source: builds NAME/fuzz_target.
nondet() {
	mkdir -p "$1"
	cat > "$1/$1.c"
	(cd "$1" && "$me_cc" -g -O0 "--nondet=$2" "${@:3}" "$1.c" -o fuzz_target) > "$1/build.log" 2>&1 ||
		not_ok "nondet_build_$1" "$(tail -n 5 "$1/build.log")"
}

# ---- values, assumptions, errors

nondet drawn 6 <<'E2C'
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error() { __assert_fail("0", "drawn.c", 3, "reach_error"); }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: { reach_error(); abort(); } } }
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int();
extern _Bool __VERIFIER_nondet_bool();
int count;
int main()
{
	double x = __VERIFIER_nondet_double();
	int n = __VERIFIER_nondet_int();
	assume_abort_if_not(x > 1.5 && x < 2.5);
	while (__VERIFIER_nondet_bool()) {
		n = (int)(n + 1u);
		count++;
	}
	double y = __VERIFIER_nondet_double();
	if (n == 77 && count == 3)
		__VERIFIER_assert(x * y != 6.25);
	return 0;
}
E2C
search drawn
check_equal nondet_ends 77 $?
check_equal nondet_all 0 "$(goals_left drawn/log)"
# The error is one failure, and no assumption is one.
check_line nondet_one_failure 'with 1 distinct fault:$' drawn/log
crash=$(cd drawn && ls crash-* | head -n 1)
check_line nondet_error 'SIGABRT in reach_error drawn.c:3' drawn/log
# Six values of each function, and 0 behind them; in the order in which they are drawn.
(cd drawn && ./fuzz_target --draws "$crash" corpus/*) > draws.log 2> draws.err
check_line nondet_draws '^\{"kind":"draws","file":"crash-[0-9a-f]*","ended":"signal","signal":"ABRT","cut":false,"draws":\[\["double","[^"]*"\],\["int","74"\],\["bool","1"\],\["bool","1"\],\["bool","1"\],\["bool","0"\],\["double","[^"]*"\]\]\}$' draws.log
check_equal nondet_draws_return "$(ls drawn/corpus | wc -l)" "$(grep -c '"ended":"returns"' draws.log)"
head -c 78 /dev/zero | tr '\0' '\1' > ones
printf '\1\1\1\1\1\1' > many
head -c 24 /dev/zero >> many
for i in 1 2 3 4 5 6; do printf '\0\0\0\0\0\0\0\100' >> many; done
drawn/fuzz_target --draws many > many.log 2>&1
check_line nondet_behind '"draws":\[\["double","2"\],\["int","0"\],(\["bool","1"\],){6}\["bool","0"\],\["double","2"\]\]' many.log
# gcov's counts are those of the program.
(cd drawn && "$me" cover fuzz_target corpus "$crash") > cover.log 2>&1
check_line nondet_cover 'the rest +.* 14/14 100.0% +14/14 100.0%' cover.log
check_no_line nondet_cover_own '^(__VERIFIER_nondet|__me_nondet_(abort|exit))' cover.log
# No proof contradicts a run.
if command -v z3 > /dev/null && command -v $first > /dev/null; then
	"$me" prove --functions=__VERIFIER_assert --timeout=1 --unwind=4 drawn/fuzz_target drawn/corpus > prove.log 2>&1
	check_no_line nondet_sound '__VERIFIER_assert.*infeasible' prove.log
	check_line nondet_proves '^[0-9]+ of 2 goals resolved' prove.log
else
	skip nondet_sound 'there are no two solvers'
fi
nondet never 2 <<'E2C'
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void)
{
	int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
	if (n > 10 && n < 12) {
		if (n != 11)
			return 1;
		if (m == n)
			return 2;
	}
	return 0;
}
E2C
search never
check_equal nondet_never_left 1 "$(goals_left never/log)"
if command -v z3 > /dev/null && command -v $first > /dev/null; then
	"$me" prove never/fuzz_target never/corpus > never.log 2>&1
	check_line nondet_proof '^never.c:7:6: main: `if \(n != 11\). is never true: infeasible' never.log
	check_line nondet_proof_all '^[0-9]+ of ([0-9]+) goals resolved: [0-9]+ covered, 1 infeasible' never.log
fi
# Named values, simple ones.
"$me" corpus minimise --output=few drawn/fuzz_target drawn/corpus > few.log 2>&1
"$me" corpus simplify drawn/fuzz_target few >> few.log 2>&1
"$me" corpus export drawn/fuzz_target few > few.json
check_line nondet_simple '"v.nondet_int":\[(71|74),0,0,0,0,0\]' few.json
check_same nondet_simple_covers "$("$me" score --json drawn/fuzz_target drawn/corpus | grep '"kind":"score"')" \
	"$("$me" score --json drawn/fuzz_target few | grep '"kind":"score"')"

# ---- standard headers, exit(), weak functions, arguments, state; a preprocessed file,
# compiled first and linked later

mkdir parts
cat > parts/source.c <<'E2C'
#include <stdio.h>
#include <stdlib.h>
unsigned int __VERIFIER_nondet_uint(void);
float __VERIFIER_nondet_float(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __VERIFIER_assume(int);
void __VERIFIER_error(void);
static int calls;
static int deep(float f)
{
	if (f == 0.25f)
		exit(3);
	return f < 0;
}
int main(int argc, char **argv)
{
	unsigned a = __VERIFIER_nondet_uint();
	float f = __VERIFIER_nondet_float();
	__VERIFIER_assume(a % 2 == 0);
	if (argc == 1 && !argv[1] && __VERIFIER_nondet_uchar() == 200)
		fputs("", stdout);
	if (calls++)
		__VERIFIER_error();
	if (__VERIFIER_nondet_ulonglong() == 18000000000000000000ull)
		abort();
	if (deep(f) && a == 1000)
		__VERIFIER_error();
	return 0;
}
E2C
(cd parts && "$CC" -E source.c -o source.i && "$me_cc" -g -O0 --nondet=2 -c source.i && "$me_cc" --nondet=2 -O0 source.o -o fuzz_target) \
	> parts.log 2>&1
check_equal nondet_parts 0 $?
search parts
# calls is 0 in each run, argc is 1: two sides and the one in front of them are left.
check_equal nondet_parts_left 3 "$(goals_left parts/log)"
check_line nondet_parts_failure 'with 1 distinct fault:$' parts/log
(cd parts && "$me" cover fuzz_target corpus) > parts.cover 2>&1
check_line nondet_parts_twin '^deep +.* 2/2 100.0% +2/2 100.0%' parts.cover

# ---- a program that draws nothing, and wrong uses

nondet none 1 <<'E2C'
int main(void)
{
	return 0;
}
E2C
search none -runs=10
check_equal nondet_none 0 $?
check_equal nondet_count 1 "$(status_of count.log "$me_cc" -O0 --nondet=0 none/none.c -o x)"
check_line nondet_count_says '^me-cc: --nondet: wants a number from 1 to 100000$' count.log
check_equal nondet_entry 1 "$(status_of entry.log "$me_cc" -O0 --nondet -fplugin-arg-me-entry=main none/none.c -o x)"
check_line nondet_entry_says "main\(\) is the entry; leave entry= out" entry.log
check_equal nondet_O2 1 "$(status_of O2.log "$me_cc" -O2 --nondet none/none.c -o x)"
target typed f <<'E2C'
int f(int a)
{
	return a > 3;
}
E2C
check_equal nondet_draws_typed 1 "$(status_of typed.log typed/fuzz_target --draws ones)"
check_line nondet_draws_typed_says 'ERROR: me: --draws: the target was built without --nondet' typed.log
