# SPDX-License-Identifier: GPL-3.0-or-later
# Loops that are not unwound, by bounds of what they change: each assertion is proven, or not,
# whichever pass it fails in, behind which loop and around which one.
. "$ME_ROOT/tests/check.sh"

echo 'double drawn(void) { return 0.5; } float drawn_float(void) { return 1; }' > drawn.c
"$CC" -c drawn.c -o drawn.o

cat > loops.h <<'E2C'
#include <assert.h>
#include <math.h>
double drawn(void);
float drawn_float(void);
E2C

# proves NAME: the last assertion of loops.h's text behind it, in a function of that name. What ends
# with _fails is not proven.
proves() {
	{ cat loops.h && cat; } > "$1.c"
	"$me_cc" -g -O0 -w -fplugin-arg-me-entry=$1 -fplugin-arg-me-kinds=assert "$1.c" drawn.o -lm -o "$1" \
		> "$1.notes" 2>&1 || not_ok "build_$1" "$(cat "$1.notes")"
	"$me" prove --json --no-search --kinds=assert --solvers=cvc5=/bin/false,z3=/bin/false --unwind=1 "$1" "$1.corpus" > "$1.log" 2>&1
	case $1 in
	*_holds) check_line "$1" '"verdict":"infeasible(\[round-to-nearest\])?","how":"(intervals|by simplification)"' "$1.log" ;;
	*) check_line "$1_ended" '"kind":"summary"' "$1.log"
		check_no_line "$1" '"verdict":"infeasible["[]' "$1.log" ;;
	esac
}

# ---- recurrences

proves leaking_holds <<'E2C'
void leaking_holds(int n)
{
	double s = 0, x, last = 0;
	for (int i = 0; i < n; i++) {
		x = drawn();
		if (!(x >= -1 && x <= 1))
			return;
		s = 0.99 * s + x - last;
		last = x;
		assert(fabs(s) <= 1000);
	}
}
E2C

proves leaking_fails <<'E2C'
void leaking_fails(int n)
{
	double s = 0, x, last = 0;
	for (int i = 0; i < n; i++) {
		x = drawn();
		if (!(x >= -1 && x <= 1))
			return;
		s = 0.99 * s + x - last;
		last = x;
		assert(fabs(s) <= 1.9);
	}
}
E2C

# Of second order: no bounds hold from one pass to the next.
proves second_holds <<'E2C'
void second_holds(int n)
{
	double x, next, state = 0, before = 0;
	for (int i = 0; i < n; i++) {
		x = drawn();
		if (!(x >= 0 && x <= 1))
			return;
		next = 1.4 * state - 0.7 * before + 0.5 * x;
		before = state;
		state = next;
		assert(fabs(state) <= 8);
	}
}
E2C

proves second_fails <<'E2C'
void second_fails(int n)
{
	double x, next, state = 0, before = 0;
	for (int i = 0; i < n; i++) {
		x = drawn();
		if (!(x >= 0 && x <= 1))
			return;
		next = 1.4 * state - 0.7 * before + 0.5 * x;
		before = state;
		state = next;
		assert(fabs(state) <= 1.6);
	}
}
E2C

# In memory, which the loop has no names for.
for bound in 2:holds 1.7:fails; do
	proves memory_${bound#*:} <<-E2C
	static double state;
	void memory_${bound#*:}(int n, double x)
	{
		if (!(x >= 0 && x <= 1))
			return;
		state = 0;
		for (int i = 0; i < n; i++) {
			state = 0.5 * state + 0.99 * x;
			assert(state <= ${bound%:*});
		}
	}
	E2C
done

proves limited_holds <<'E2C'
void limited_holds(int n)
{
	float x, d, y = 0, s, r;
	for (int i = 0; i < n; i++) {
		x = drawn_float();
		d = drawn_float();
		if (!(x >= -128 && x <= 128 && d >= 0 && d <= 16))
			return;
		s = y;
		y = x;
		r = x - s;
		if (r <= -d)
			y = s - d;
		else if (r >= d)
			y = s + d;
		assert(y >= -129 && y <= 129);
	}
}
E2C

# To nearest 2^24 + 1 is 2^24; upward it is not.
proves counted_holds <<'E2C'
void counted_holds(float x)
{
	float z = 42;
	while (x < 1e30f) {
		x = x * 1.5f;
		z = z + 1;
	}
	assert(z >= 42 && z <= 16777216);
}
E2C

proves counted_fails <<'E2C'
void counted_fails(float x)
{
	float z = 42;
	while (x < 1e7f) {
		x = x + 1;
		z = z + 1;
	}
	assert(z <= 16777215);
}
E2C

# The same in each run, and known to nearest.
for bound in 990:holds 1000:fails; do
	proves drift_${bound#*:} <<-E2C
	void drift_${bound#*:}(int n)
	{
		float t = 0;
		for (int i = 0; i < 10000; i++)
			t += 0.1f;
		assert(t != 1000 && t > ${bound%:*} && t < 1010);
	}
	E2C
done

# ---- a pass that fails: of the first ones, of those that stand for all, of those behind them

for pass in 0 1 15 16 30 31 32 60; do
	proves pass_${pass}_fails <<-E2C
	void pass_${pass}_fails(int n)
	{
		double x = 0.5;
		for (int i = 0; i < $((pass + 9)) && i < n; i++) {
			assert(i != $pass);
			x = 0.5 * x + 0.25;
		}
	}
	E2C
done

# ---- behind a loop, and around one

for k in 1 16 31 40; do
	proves behind_${k}_fails <<-E2C
	void behind_${k}_fails(double x)
	{
		int i;
		if (!(x >= 0 && x <= 1))
			return;
		for (i = 0; i < $k; i++)
			x = 0.5 * x + 0.25;
		for (int j = 0; j < 20; j++)
			x = 0.5 * x;
		assert(i != $k);
	}
	E2C
	proves inside_${k}_fails <<-E2C
	void inside_${k}_fails(double x)
	{
		int sum = 0;
		if (!(x >= 0 && x <= 1))
			return;
		for (int i = 0; i < 20; i++)
			for (int j = 0; j < $k; j++) {
				x = 0.5 * x + 0.25;
				assert(++sum != $((k + 3)));
			}
	}
	E2C
done

# No run comes to the second loop.
proves never_fails <<'E2C'
void never_fails(float u)
{
	float b = 0, c = 0;
	for (int i = 0; i < 10; i++)
		b = b > 0.25f ? -1 : 0.5f * b;
	assert(b >= 1.5f);
	for (int i = 0; i < 35; i++)
		c = 0.5f * c + 1;
}
E2C

proves nan_fails <<'E2C'
void nan_fails(int n)
{
	double s = 0;
	for (int i = 0; i < n; i++) {
		s = 0.5 * s + drawn();
		if (s > 1)
			s = 1;
		if (s < -1)
			s = -1;
	}
	assert(s <= 1);
}
E2C

# ---- what conditions of one pass say of an element, however long the array is, until it is written

cat > elements.c <<'E2C'
long number_of(const char *s)
{
	long n = 0;
	int i = 0;

	while (((s[i] <= 13 && s[i] >= 9) || s[i] == 32) && s[i] != 0)
		i++;
	while (s[i] >= 48 && s[i] <= 57 && s[i] != 0)
		n = n * 10 + (s[i++] - 48);
	return n;
}
int changed(int *x, int n, int j)
{
	int count = 0;

	for (int i = 0; i < n; i++) {
		int before = x[i];
		x[j] = 7;
		if (x[i] != before)
			count++;
	}
	return count;
}
E2C
for f in number_of changed; do
	"$me_cc" -g -O0 -fplugin-arg-me-entry=$f elements.c -o $f > $f.build 2>&1
	"$me" prove --time=60 $f $f.corpus > $f.log 2>&1
done
check_equal elements_once 2 "$(grep -c 'is never false: infeasible' number_of.log)"
check_line elements_changed '`if \(x\[i\] != before\)` is true: covered' changed.log
check_no_line elements_feasible "is never" changed.log
