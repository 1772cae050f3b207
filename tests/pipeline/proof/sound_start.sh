# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with a main() begin with the initial values of their variables: where nothing that is not
# walked may have changed them before. What is drawn is an input, and anything behind the last one;
# a program without inputs is decided by its run.
. "$ME_ROOT/tests/check.sh"

# program NAME OPTION...: builds NAME.c, and proves its assertions into NAME.log. Each stands in a
# line of its own with HOLDS, FAILS, or, where the proof is not asked for, TRUE.
program() {
	name=$1
	shift
	"$me_cc" -g -O0 -w -fplugin-arg-me-kinds=assert "$@" "$name.c" -lm -o "$name" > "$name.notes" 2>&1 ||
		not_ok "build_$name" "$(cat "$name.notes")"
	"$me" prove --json --no-search --kinds=assert --timeout=2 --unwind=4 "$name" "$name.corpus" > "$name.log" 2>&1
	# The lines of the source whose assertions are proven.
	sed -n 's/.*"line":\([0-9]*\),.*"verdict":"infeasible.*/\1/p' "$name.log" | sort > "$name.proven"
	grep -n FAILS "$name.c" | sed 's/:.*//' | sort > "$name.fails"
	grep -n HOLDS "$name.c" | sed 's/:.*//' | sort > "$name.holds"
	check_equal "${name}_sound" '' "$(comm -12 "$name.proven" "$name.fails")"
	check_equal "${name}_proven" '' "$(comm -13 "$name.proven" "$name.holds")"
}

cat > start.c <<'E2C'
#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
void outside(void), set_later(void);
int a = 3, b, c = 1, e, buffer[4] = {1, 2, 3, 4}, shared = 2, from_outside = 5, told;
static int g, h = 7, *p = &h, later;
static union { float f; int i; } both = {1.5f};
static struct { char k; double v[3]; } record = {'x', {1, 2}};
static const char *text = "abc";
volatile int changing = 6;
static int order(const void *x, const void *y) { g++; return *(const int *)x - *(const int *)y; }
static void step(int n) { if (n > 0) { e++; step(n - 1); } }
void set_later(void) { later = 1; }
static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*chosen)(void) = two, (*both_ways[2])(void) = {one, two};
static int counted(void) { static int calls = 10; return ++calls; }

int main(int argc, char **argv)
{
	int which = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), sum = 0;

	switch (which) {
	case 0: assert(a == 3 && b == 0 && c == 1); /* HOLDS */ break;
	case 1: assert(both.i == 0x3fc00000 && record.v[1] == 2 && record.v[2] == 0); /* HOLDS */ break;
	case 2: qsort(buffer, 4, sizeof *buffer, order);
		assert(g == 0); /* FAILS */ break;
	case 3: *p = x;
		assert(h == 7); /* FAILS */ break;
	case 4: for (int i = 0; i < 3; i++) b++;
		assert(b == 3); /* HOLDS */ break;
	case 5: for (int i = 0; i < x; i++) c++;
		assert(c == 1); /* FAILS */ break;
	case 6: step(x);
		assert(e == 0); /* FAILS */ break;
	case 7: outside();
		assert(from_outside == 5); /* FAILS */ break;
	case 8: outside();
		assert(later == 0); /* FAILS */ break;
	case 9: counted();
		assert(counted() == 12); /* HOLDS */ break;
	case 10: for (int i = 0; i < 3; i++) sum += __VERIFIER_nondet_uchar() == 200;
		assert(sum < 3); /* TRUE */ /* FAILS: two values are drawn, and there may be more */ break;
	case 11: __VERIFIER_assume(x > 5);
		assert(x > 4); /* HOLDS */ break;
	case 12: __VERIFIER_assume(x > 5);
		assert(x > 6); /* FAILS */ break;
	case 13: assert(changing == 6); /* TRUE: volatile */ break;
	case 14: sscanf("8", "%d", &a);
		assert(a == 3); /* FAILS */ break;
	case 15: if (x > 0) outside();
		assert(x > 0 || shared == 2); /* TRUE */
		assert(shared == 2); /* FAILS */ break;
	case 16: assert(argc == 1); /* HOLDS */ break;
	case 17: memcpy(buffer, &x, sizeof x);
		assert(buffer[0] == 1); /* FAILS */ break;
	case 18: assert(chosen() == 2 && both_ways[0]() == 1); /* HOLDS */ break;
	case 19: if (x) chosen = one;
		assert(chosen() == 2); /* FAILS */ break;
	case 20: atoi(argv[0]);
		assert(told == 0); /* TRUE */ break;
	}
	return 0;
}
E2C
cat > outside.c <<'E2C'
extern int shared, from_outside;
extern void set_later(void);
void outside(void) { shared = 3; from_outside = 6; set_later(); }
E2C
"$CC" -c outside.c -o outside.o
program start --nondet=2 outside.o
# The same function, seen.
cp start.c seen.c
program seen --nondet=2 outside.c

# What a constructor changes, in whatever unit, is not what stands there.
cat > made.c <<'E2C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int made, other = 2;
int main(void)
{
	if (__VERIFIER_nondet_int() > 3)
		assert(made == 0); /* FAILS */
	assert(other == 2); /* TRUE */
	return 0;
}
E2C
cat > maker.c <<'E2C'
extern int made;
__attribute__((constructor)) static void make(void) { made = 4; }
E2C
program made --nondet=2 maker.c

# Without inputs the run decides: with what the library computes, in the modes that the program sets.
# But not what an undefined value, the clock or another file says.
cat > alone.c <<'E2C'
#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static float narrowed(int mode, double d) { fesetround(mode); return (float)d; }
int outside(void);
int main(void)
{
	int undefined, gamma[2];
	double two = 2;
	assert(pow(two, 0.5) > 1.41 && pow(two, 0.5) < 1.42); /* HOLDS */
	assert(narrowed(FE_DOWNWARD, 0x1p128) == 0x1.fffffep127f); /* HOLDS */
	assert(narrowed(FE_UPWARD, 1 + 0x1p-40) > 1); /* HOLDS */
	assert(fegetround() == FE_UPWARD); /* HOLDS */
	assert(time(NULL) > 1000); /* TRUE, FAILS with another clock */
	if (!getenv("ME_SOUND_START")) assert(undefined != 12345); /* TRUE, FAILS for another value */
	assert(memcmp(gamma, "abcdefgh", 8)); /* TRUE, FAILS for other contents */
	assert(gamma[1] != 77); /* TRUE, FAILS likewise */
	assert(rand() != 5); /* TRUE, FAILS with another seed */
	assert(outside() == 1); /* TRUE, FAILS for what is not seen */
	return 0;
}
E2C
echo 'int outside(void) { return 1; }' > one.c && "$CC" -c one.c -o one.o
program alone --nondet one.o
check_line alone_says 'pow\(two, 0\.5\).*"infeasible\[round-to-nearest\].*the only run' alone.log
