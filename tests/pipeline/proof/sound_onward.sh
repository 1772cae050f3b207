# SPDX-License-Identifier: GPL-3.0-or-later
# Branches of callees, behind and in front of loops that are too long to be unwound. What
# is marked as never true is infeasible: no run comes there from the loop.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# Infeasible within a bound is no proof.
infeasible='infeasible [(]'

# ---- a loop behind the goal

taken behind ',n:0..100000' 'behind(7)' <<'E2'
static int count(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i & 3;
	return sum;
}
static int part(int n, int scale)
{
	int r = 0;

	if (n < 3)
		r = scale ? 1 : 2; /* never true */
	else if (n > 5)
		r = count(n) + (scale ? 3 : 4);
	return r;
}
int behind(int n)
{
	const int r = part(n, 0);

	if (n == 7) /* taken */
		return 1;
	return r == 4711;
}
E2

# ---- a loop in front of it: in the caller, in another callee, in a call of the same one

taken again ',n:0..1000' 'again(200)' <<'E2'
static int seen;
static int small(int n)
{
	if (n == 200) /* taken */
		return 1;
	return 0;
}
static int count(int n)
{
	int k = 0;

	while (k < n)
		k++;
	return k;
}
int again(int n)
{
	int r = small(0);

	r += count(n) > 150;
	return r && small(n);
}
E2

taken turn ',n:0..1000' 'turn(300)' <<'E2'
static int part(int i, int n)
{
	int k = 0;

	if (i == 1 && n == 300) /* taken */
		return -1;
	while (k < n)
		k++;
	return k;
}
int turn(int n)
{
	for (int i = 0; i < 2; i++)
		if (part(i, n) < 0) /* taken */
			return 1;
	return 0;
}
E2

# ---- loops as any of their iterations: what they carry, by a name, memory or a pointer

taken carried ',n:0..40,m:0..9' 'carried(11, 5) & 1' <<'E2'
static int *kept;
static void put(int v)
{
	if (kept)
		*kept = v;
}
static int number;
static int next(void) { return ++number; }
static struct { _Bool at; } yes;
static int raw(int n)
{
	unsigned char *byte = (unsigned char *)&yes;

	*byte = 0;
	for (int i = 0; i < n; i++) {
		int k = yes.at;
		if (k == 2) /* taken */
			return 64;
		*byte = 2;
	}
	return 0;
}
int carried(int n, int m)
{
	int array[40] = {0}, late = 0, r = 0, k = 0;
	int *p = array;

	r |= raw(n);
	kept = 0;
	number = 0;
	for (int i = 0; i < n; i++) {
		array[3] = 0;
		put(m);
		if (array[3]) /* taken */
			r |= 1;
		if (k == 30) /* taken */
			r |= 2;
		if (next() == 20) /* taken */
			r |= 4;
		k = 2 * k + 2;
		kept = &array[3];
	}
	kept = 0;
	for (int i = 0; i < n; i++)
		*p++ = i;
	if (array[9] == 9) /* taken */
		r |= 8;
	if (m == 5)
		goto inside;
	for (int i = 0; i < n; i++) {
		late++;
	inside:
		if (late == 0) /* taken */
			r |= 16;
		for (int j = 0; j < i; j++)
			if (i * j == 600) /* taken */
				r |= 32;
	}
	return r;
}
E2

taken whatever '' 'whatever(2, 1) == 4' <<'E2'
static int inner(int a, char mode)
{
	if (mode == 'y') /* never true */
		return 1;
	if (a == 7) /* taken */
		return 2;
	return 0;
}
static int outer(int a, char mode) { return inner(a, mode) + inner(a, mode); }
int whatever(unsigned n, int x)
{
	int sum = 0, flag = 0;

	for (unsigned i = 0; i < n; i++)
		sum = sum ^ (int)(7 * i);
	if (flag) /* never true */
		return 8;
	while (x > 100)
		x -= n & 3;
	if (x > 100) /* never true */
		return 6;
	if (sum == 7) /* taken */
		return outer(sum, 'n');
	return 0;
}
E2

# ---- what a call's block ends with

taken ended ',n:0..1000' 'ended(300)' <<'E2'
static int count(int n)
{
	int k = 0;

	while (k < n)
		k++;
	return k;
}
static int part(int n)
{
	if (count(n) == 300) /* taken */
		return 1;
	return 0;
}
int ended(int n) { return part(n); }
E2

# ---- a recursion, and a callee of it

taken deep ',n:0..200' 'deep(150)' <<'E2'
static int last(int n)
{
	if (n == 150) /* taken */
		return 1;
	return 0;
}
static int down(int n, int first) { return n ? down(n - 1, first) : last(first); }
int deep(int n) { return last(0) + down(n, n); }
E2

# ---- a library that calls it, and a jump back to the caller

taken called ',n:0..300' 'called(200)' <<'E2'
#include <stdlib.h>
static int seen;
static int order(const void *a, const void *b)
{
	if (*(const int *)a == 200) /* taken */
		seen = 1;
	return 0;
}
static int count(int n)
{
	int k = 0;

	while (k < n)
		k++;
	return k;
}
int called(int n)
{
	int v[2] = {1, 1};

	order(v, v);
	v[0] = v[1] = count(n);
	qsort(v, 2, sizeof *v, order);
	return seen;
}
E2

taken back ',n:0..300' 'back(200)' <<'E2'
#include <setjmp.h>
static jmp_buf buffer;
static int near(int n)
{
	if (n == 200) /* taken */
		return 1;
	return 0;
}
static void away(int n)
{
	int k = 0;

	while (k < n)
		k++;
	if (k > 150)
		longjmp(buffer, 1);
}
int back(int n)
{
	volatile int again = 0;

	if (setjmp(buffer))
		again = n;
	else if (near(0) == 0)
		away(n);
	else
		return 2;
	return again && near(again);
}
E2

cat > throw.cc <<'E2'
extern "C" int thrown(int n);
static int near(int n)
{
	if (n == 200) /* taken */
		return 1;
	return 0;
}
static int count(int n)
{
	int k = 0;

	while (k < n)
		k++;
	if (k > 150)
		throw k;
	return 0;
}
int thrown(int n)
{
	int r = near(0);

	try {
		r = count(n);
	} catch (int k) {
		r = near(k);
	}
	return r;
}
E2
mkdir thrown && cp throw.cc thrown/thrown.cc
cplusplus thrown
