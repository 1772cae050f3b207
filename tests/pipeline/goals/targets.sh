# SPDX-License-Identifier: GPL-3.0-or-later
# labels=SVR: weak mutation of what is assigned to. On a program small enough to run all
# inputs, the label of a mutant is covered by exactly those inputs that leave other values
# behind when the mutated assignment, compiled, is executed instead.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

# The assignments, in their order: I of integers, D of doubles, V of elements of v.
cat > body.h <<'E2'
	I(a, b + 1)
	if (a > 2) {
		I(x, a * 2)
		I(*p, c)
	}
	V(a & 1, b)
	if (x >= 0 && x < 3) {
		V(x, c)
		V(2, v[x])
	}
	I(*p, x)
	D(d, e * c)
	D(e, d / c)
	if (v[1] > 0)
		D(e, 2)
	I(b, b)
	I(a, a + x)
E2
cat > subject.c <<'E2'
#define I(target, value) target = value;
#define D(target, value) target = value;
#define V(index, value) v[index] = value;
int subject(int a, int b, int c)
{
	int x = 1, v[3] = {0, 1, 2};
	int *p = a > b ? &a : &x;
	double d = c, e = 0.5 * b;
#include "body.h"
	return a + b + x + v[0] + v[1] + v[2] + (d < e);
}
E2
cat > oracle.c <<'E2'
#include <math.h>
#include <stdio.h>
static struct state {
	int a, b, c, x, v[3], *p;
	double d, e;
} s;
enum mutant { NONE, A, B, C, X, FIRST_REAL, REAL_D = FIRST_REAL, REAL_E, FIRST_INDEX,
	      INDEX_A = FIRST_INDEX, INDEX_B, INDEX_C, INDEX_X, MUTANTS };
static const char *const names[] = {"", "a", "b", "c", "x", "d", "e", "index.a",
				    "index.b", "index.c", "index.x"};
static int number, at, stop, reached;
static enum mutant mutant;

static int *integer(enum mutant m)
{
	return m == A ? &s.a : m == B ? &s.b : m == C ? &s.c : &s.x;
}
/* The place that is assigned to. */
static int *place(int *target, int is_element)
{
	if (mutant == NONE || (mutant >= FIRST_REAL && mutant < FIRST_INDEX))
		return target;
	if (mutant < FIRST_REAL)
		return integer(mutant);
	const int j = *integer((enum mutant)(mutant - FIRST_INDEX + A));
	return is_element && j >= 0 && j < 3 ? &s.v[j] : target;
}
static double *real(double *target)
{
	return mutant == REAL_D ? &s.d : mutant == REAL_E ? &s.e : target;
}
#define ASSIGN(plain, mutated, value)                                                  \
	{                                                                              \
		if (at++ == stop) {                                                    \
			reached = 1;                                                   \
			mutated = value;                                               \
			return;                                                        \
		}                                                                      \
		plain = value;                                                         \
	}
#define I(target, value) ASSIGN(target, *place(&(target), 0), value)
#define V(index, value) ASSIGN(v[index], *place(&v[index], 1), value)
#define D(target, value) ASSIGN(target, *real(&(target)), value)
#define a s.a
#define b s.b
#define c s.c
#define x s.x
#define v s.v
#define p s.p
#define d s.d
#define e s.e
static void body(void)
{
	at = reached = 0;
	/* Each assignment counts, whether it is reached or not. */
#define AT(n) at = n;
#include "numbered.h"
}
#undef a
#undef b
#undef c
#undef x
#undef v
#undef p
#undef d
#undef e
static struct state result(int a, int b, int c, enum mutant m)
{
	s = (struct state){a, b, c, 1, {0, 1, 2}, NULL, c, 0.5 * b};
	s.p = a > b ? &s.a : &s.x;
	mutant = m;
	body();
	return s;
}
static int differ(double one, double two)
{
	return one != two && !(isnan(one) && isnan(two));
}
static int differs(const struct state *one, const struct state *two)
{
	return one->a != two->a || one->b != two->b || one->c != two->c ||
	       one->x != two->x || one->v[0] != two->v[0] || one->v[1] != two->v[1] ||
	       one->v[2] != two->v[2] || differ(one->d, two->d) || differ(one->e, two->e);
}
static void run(int a, int b, int c)
{
	for (stop = 0; stop < 12; stop++) {
		const struct state plain = result(a, b, c, NONE);
		for (int m = A; m < MUTANTS && reached; m++) {
			const struct state other = result(a, b, c, (enum mutant)m);
			if (differs(&plain, &other))
				printf("%d %d.%s\n", number, stop, names[m]);
		}
	}
}
#include "all_inputs.h"
ALL_INPUTS(-2, 4, -2, 4, -2, 4)
E2
awk '/[IDV]\(/ {sub(/[IDV]\(/, "{ AT(" n++ ") &"); $0 = $0 " }"} {print}' body.h > numbered.h
check_equal assignments 12 "$(grep -c AT numbered.h)"
run_oracle -w -lm | sort -u > wanted

# For each traced input: FILE LABEL.
covered() { # target
	met_by_input "$1" | sed -n 's/"[^"]*:svr\.\([^"]*\)"$/\1/p' | sort -u
}
build() { # target compiler flag...
	target=$1 compiler=$2
	shift 2
	"$compiler" -g "$@" -fplugin-arg-me-entry=subject,a:-2..4,b:-2..4,c:-2..4 \
		-fplugin-arg-me-any-O -fplugin-arg-me-labels=SVR -c subject.c -o "$target.o" > "$target.log" 2>&1
	"$compiler" "$target.o" -o "$target" >> "$target.log" 2>&1
}
build c "$me_cc" -O0
covered ./c > c.got
check c_labels_where_the_mutants_differ cmp wanted c.got
build direct "$me_cc" -O0 -fplugin-arg-me-instrumentation=direct
covered ./direct > direct.got
check direct_labels_where_the_mutants_differ cmp wanted direct.got
build cxx "$ME_BUILD/me-c++" -O2 -x c++
covered ./cxx > cxx.got
check cxx_labels_where_the_mutants_differ cmp wanted cxx.got
for some in 2.a 5.index.x 3.b 8.d; do
	check_line "some_of_$some" " $some\$" wanted
done

# ---- which variables, and what the labels say

cat > text.c <<'E2'
struct pair { int left; unsigned char byte; };
static int kept;
int text(int a, const int b, double x, struct pair *s, int *q, short n)
{
	int none, one = 4;
	a = one * 2;
	{
		int inner = 7, a = 3;
		a = inner;
		kept = a;
	}
	none = a;
	s->left = one;
	s->byte = 5;
	x = one;
	a = q++[1];
	for (int i = 0; i < 2; i++)
		one += i;
	n = 3;
	return one;
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=text,s:2,q:4 -fplugin-arg-me-labels=SVR -c text.c -o text.o > build.log 2>&1
"$me_cc" text.o -o text >> build.log 2>&1
./text --goals | sed -n 's/.*"name":"svr\.[0-9]*\.\([^"]*\)".*"line":\([0-9]*\),.*"never":"never has \([^"]*\)".*/\2 \1: \3/p' |
	LC_ALL=C sort > texts
LC_ALL=C sort > texts.wanted <<'E2'
6 one: a != (one * 2) || one != (one * 2)
9 inner: a != inner
9 one: a != inner || one != inner
10 a: kept != a
10 inner: kept != a || inner != a
10 one: kept != a || one != a
12 one: one != a
13 a: &s->left != &a && (s->left != one || a != one)
13 one: &s->left != &one && (s->left != one)
18 a: one != (one + i) || a != (one + i)
18 i: one != (one + i) || i != (one + i)
E2
check texts cmp texts texts.wanted
check_line effects_are_named 'text.c:16:.* no labels of svr here: the target or the value has side effects' build.log
# They are asked for by name.
"$me_cc" -g -O0 -fplugin-arg-me-entry=text,s:2,q:4 -fplugin-arg-me-labels=WM -c text.c -o text.o > build.log 2>&1
"$me_cc" text.o -o wm >> build.log 2>&1
./wm --goals > wm.goals
check_no_line not_in_wm '"type":"svr"' wm.goals

# ---- the search, and the program as it was

mkdir found
./c -seed=1 -runs=20000 found > log 2>&1
"$me" score --labels=SVR ./c found > score 2>&1
check_line search_covers_them "^subject  svr +$(cut -d' ' -f2 wanted | sort -u | wc -l)/[0-9]+\$" score
cat > main.c <<'E2'
#include <stdio.h>
int subject(int a, int b, int c);
int main(void)
{
	for (int a = -3; a < 9; a++)
		for (int b = -3; b < 9; b++)
			printf("%d\n", subject(a, b, a ^ b));
}
E2
"$CC" -w subject.c main.c -o plain && ./plain > plain.out
"$me_cc" -w -g -O0 -fplugin-arg-me-labels=SVR,WM,DCC subject.c main.c -o changed > build.log 2>&1
./changed > changed.out
check changes_nothing cmp plain.out changed.out
