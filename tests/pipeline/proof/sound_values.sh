# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because values and memory are what the machine makes of them,
# not what the source seems to say. What is marked as never true is infeasible all the
# same. Where `same` is called the first, rough question is no answer.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- a distance of pointers that is no multiple of the size

taken apart '' 'found()' <<'E2'
struct three { double x, y, z; };
static struct three first[3], second[3];
int apart(int n)
{
	struct three *p = (struct three *)((char *)first + n), *q = second;
	long d = q - p;

	if (d > 1L << 60 || d < -(1L << 60)) /* taken */
		return 1;
	p = &first[n & 3];
	q = &first[1];
	if (p - q == 3) /* never true */
		return 2;
	return 0;
}
int found(void)
{
	for (int n = 0; n < 24; n++)
		if (apart(n) == 1)
			return 1;
	return 0;
}
E2

taken halves '' 'halves(-1, 7654321)' <<'E2'
static int same(int m) { return m; }
int halves(int n, int m)
{
	int x[2];
	long d = (int *)((char *)x + n) - x;

	if (n == -1 && d == -1 && same(m) == 7654321) /* taken */
		return 1;
	if (n == 4 && d != 1) /* never true */
		return 2;
	return 0;
}
E2

# ---- which of two NaNs a sum is

taken payload '' 'payload(__builtin_nan(""), -__builtin_nan("5"))' <<'E2'
#include <string.h>
static double same(double y) { return y; }
int payload(double x, double y)
{
	double s = x + y, t = x + same(y);
	unsigned long i, j;

	memcpy(&i, &s, 8);
	memcpy(&j, &t, 8);
	if (i != j) /* taken */
		return 1;
	if (s == s && s != t) /* never true */
		return 2;
	return 0;
}
E2

# ---- x87 with fewer bits, and what a restored state of the processor changes

more=-mpc64
taken shorter ',x:0..10' 'shorter(6, 7654321)' <<'E2'

static int same(int m) { return m; }
int shorter(long double x, int m)
{
	long double y = 1.0L + 0x1p-60L * (x > 3);

	if (x > 5)
		if (y == 1) /* taken */
			if (same(m) == 7654321) /* taken */
				return 1;
	return 0;
}
E2
more=

more=-mfxsr
taken restored '' 'restored(1, 1e-20)' <<'E2'
#include <immintrin.h>
int restored(double x, double y)
{
	static char area[512] __attribute__((aligned(16)));
	double a = x + y, b;

	_fxsave(area);
	*(unsigned *)(area + 24) |= 0x4000;
	_fxrstor(area);
	b = x + y;
	*(unsigned *)(area + 24) &= ~0x4000u;
	_fxrstor(area);
	if (a < b) /* taken */
		return 1;
	return 0;
}
E2
more=

# ---- variables of a call that has returned

taken returned '' 'returned(5, 7654321)' <<'E2'
static int *far(void)
{
	int a[4];
	int *p = a;

	return p;
}
static int other(int n)
{
	int b[4];
	int *p = b;

	p[0] = p[1] = p[2] = p[3] = n;
	return b[0];
}
static int same(int m) { return m; }
int returned(int n, int m)
{
	int *p = far();

	p[0] = p[1] = p[2] = p[3] = n;
	other(n + 1);
	if (p[0] == n + 1 || p[1] == n + 1 || p[2] == n + 1) /* taken */
		if (same(m) == 7654321) /* taken */
			return 1;
	return 0;
}
E2

# ---- variables whose scope has ended

# From 13 on other ones share a place.
if [ "$sanitized" ]; then
	skip ended 'with sanitizers each variable has a place of its own'
elif with_gcc -lt 13 ended; then
taken ended '' 'ended(5, 7654321)' <<'E2'
static int same(int m) { return m; }
int ended(int n, int m)
{
	double *p = 0, *q = 0, sum = 0;

	for (int i = 0; i < 2; i++) {
		double own[8];

		q = own;
		q[0] = i;
		sum += own[0];
	}
	if (sum != 1) /* never true */
		return 2;
	for (int i = 0; i < 2; i++) {
		if (i == 0) {
			double a[8];

			a[0] = n;
			p = a;
		} else {
			double b[8];

			b[0] = 5;
			p[0] = 7;
			if (b[0] == 7 && same(m) == 7654321) /* taken */
				return 1;
		}
	}
	return 0;
}
E2
fi

# ---- in front of the elements that are passed

taken front ',x:4,n:len(x)' 'front((int[]){7, 8, 9} + 1, 2, 7654321)' <<'E2'
static int same(int m) { return m; }
int front(int *x, int n, int m)
{
	if (n == 2 && x[-1] == 7 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- from a null pointer by an index to anywhere

taken by_index '' 'by_index(3, (long)&found / 4)' <<'E2'

int found;
int by_index(int n, long at)
{
	static int s;
	int *p = n > 5 ? &s : 0;

	if (n == 2) {
		s = 0;
		p[1] = 5;
		if (s != 0) /* never true */
			return 2;
	}
	if (n == 3) {
		found = 0;
		p[at] = 5;
		if (found == 5) /* taken */
			return 1;
	}
	return 0;
}
E2

# ---- one pointer to many objects, to the last of which the store does not fit

taken astray ,k:17..30 'found()' <<'E2'
static int same(int m) { return m; }
int astray(unsigned k, long at, int m)
{
	int v0[2], v1[2], v2[2], v3[2], v4[2], v5[2], v6[2], v7[2], v8[2], v9[2];
	int w0[2], w1[2], w2[2], w3[2], w4[2], w5[2], w6[2], w7[2], w8[2], w9[2];
	int flag = 0, *p = k == 1   ? v1
			   : k == 2  ? v2
			   : k == 3  ? v3
			   : k == 4  ? v4
			   : k == 5  ? v5
			   : k == 6  ? v6
			   : k == 7  ? v7
			   : k == 8  ? v8
			   : k == 9  ? v9
			   : k == 10 ? w0
			   : k == 11 ? w1
			   : k == 12 ? w2
			   : k == 13 ? w3
			   : k == 14 ? w4
			   : k == 15 ? w5
			   : k == 16 ? w6
			   : k == 17 ? w7
			   : k == 18 ? w8
				     : w9;
	int other = k + 1;

	if (k != 19 || at < 0)
		at = 0;
	p[at] = 7;
	if (other == 7 && k == 19 && same(m) == 7654321) /* taken */
		return 1;
	return flag && v0[0];
}
int found(void)
{
	for (long at = 0; at < 64; at++)
		if (astray(19, at, 7654321) == 1)
			return 1;
	return 0;
}
E2

# ---- texts, and structures that overlap

taken text ',s:16' 'text("abcdefghijkl")' <<'E2'
#include <string.h>
int text(char *s)
{
	int other = 0, flag = 0;
	char to[8], large[32];

	strcpy(large, s);
	if (other) /* never true */
		return 2;
	strcpy(large, "short");
	if (other) /* never true */
		return 3;
	strcpy(to, s);
	if (flag) /* taken */
		return 1;
	return 0;
}
E2

taken printed ',s:16,n:0..20' 'printed("abcdefghijklmno", 20, 7654321)' <<'E2'
#include <stdio.h>
static int same(int m) { return m; }
int printed(char *s, int n, int m)
{
	int other = 0, flag = 0;
	char to[8], large[32];

	snprintf(large, sizeof large, "%s", s);
	if (other) /* never true */
		return 2;
	snprintf(to, n, "%s", s);
	if (flag && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken unlimited ',s:16' 'unlimited("abcdefghijklmno", 7654321)' <<'E2'
#include <stdio.h>
static int same(int m) { return m; }
int unlimited(char *s, int m)
{
	int flag = 0;
	char to[8];

	sprintf(to, "%s", s);
	if (flag && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

taken mixed '' 'mixed(3, 7654321)' <<'E2'
struct six { int x[6]; };
static int same(int m) { return m; }
int mixed(int n, int m)
{
	int v[8], w[8];

	for (int i = 0; i < 8; i++)
		v[i] = n + i;
	*(struct six *)w = *(struct six *)v;
	if (w[5] != n + 5) /* never true */
		return 2;
	*(struct six *)(v + 1) = *(struct six *)v;
	if (v[5] != n + 4 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- an address in a value that has no formula

taken hidden '' 'hidden(5, 7654321)' <<'E2'
#include <stdio.h>
static int same(int m) { return m; }
int hidden(int n, int m)
{
	int x = 0;
	unsigned __int128 w = (unsigned long)&x;

	w = w << 64 | w >> 64;
	if (n == 5 && x) /* never true */
		return 2;
	sscanf("5", "%d", (int *)(unsigned long)(w >> 64));
	if (x == 5 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# ---- constants of C++ that are neither numbers nor pointers

mkdir -p members
cat > members/members.cc <<'E2'
typedef decltype(nullptr) null;
struct pair { int a, b; };
static int of(int pair::*member, const pair &p) { return p.*member; }
static int none(null p) { return p == nullptr; }
extern "C" int members(int n)
{
	pair p = {n, n + 1};
	int pair::*member = n > 3 ? &pair::a : &pair::b;
	int pair::*nowhere = nullptr;
	null nothing = nullptr;

	if (member == &pair::b && n > 5) /* never true */
		return 2;
	if (nowhere != nullptr) /* never true */
		return 3;
	if (of(member, p) != (n > 3 ? n : n + 1)) /* never true */
		return 4;
	if (none(nothing) && of(&pair::b, p) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
cplusplus members

# ---- arithmetic that tells whether it overflows: beside the same in more bits

taken overflows '' 'overflows(255, -128, 1, 2) == 1 && overflows(128, -1, 65536, 65536) == 2 &&
	overflows(1, 1, -65536, 32768) == 0 && overflows(1, -1, 3, 0xffffffff) == 4' <<'E2'
#define SAME(OP, SIGN, A, B, T)                                                        \
	({                                                                             \
		T r;                                                                   \
		const int over = __builtin_##OP##_overflow(A, B, &r);                  \
		const long long exact = (long long)(A)SIGN(B);                         \
		r == (T)exact && over == ((T)exact != exact);                          \
	})
#define ALL(OP, SIGN, A, B)                                                            \
	(SAME(OP, SIGN, A, B, signed char) && SAME(OP, SIGN, A, B, unsigned char) &&   \
	 SAME(OP, SIGN, A, B, short) && SAME(OP, SIGN, A, B, unsigned short) &&        \
	 SAME(OP, SIGN, A, B, int) && SAME(OP, SIGN, A, B, unsigned) &&                \
	 SAME(OP, SIGN, A, B, long))
int overflows(unsigned char a, signed char b, int c, unsigned d)
{
	unsigned char small;
	int word;
	long wide;

	if (!ALL(add, +, a, b) || !ALL(sub, -, a, b) || !ALL(sub, -, b, a)) /* never true */
		return 11;
	if (!ALL(mul, *, a, a) || !ALL(mul, *, a, b) || !ALL(mul, *, b, b)) /* never true */
		return 12;
	if (!SAME(add, +, c, d, int) || !SAME(sub, -, d, c, unsigned)) /* never true */
		return 13;
	if (__builtin_mul_overflow(c, d, &wide)) /* never true */
		return 14;
	if (a == 255 && !__builtin_add_overflow(a, b, &small) && small == 127) /* taken */
		return 1;
	if (a == 128 && __builtin_mul_overflow(c, d, &word) && word == 0) /* taken */
		return 2;
	if (c == 3 && __builtin_add_overflow_p(c, d, c) && !__builtin_sub_overflow(c, d + 1, &word)) /* taken */
		return 4;
	return 0;
}
E2

# ---- a place of a large table

taken large '' 'found()' <<'E2'
static const double t[101] = {[3] = 7, [40] = -5, [99] = 2, [100] = 9};
int large(int i, double x)
{
	if (i < 0 || i > 99 || !(x >= 0 && x < 100))
		return 0;
	if (t[i + 1] == 9 && t[i] == 2) /* taken */
		return 1;
	if (t[i + 1] > 9) /* never true */
		return 2;
	if (((const float *)t)[2 * i + 1] == 2.4375) /* taken */
		return 3;
	if (t[(int)(x / 2)] < -4) /* taken */
		return 5;
	return 0;
}
int found(void)
{
	int seen = 0;

	for (int i = 0; i < 100; i++)
		seen |= 1 << large(i, i) | 1 << large(i, 80);
	return (seen & 0x2a) == 0x2a;
}
E2
taken between '' '(between(3.5), between(200), 1)' <<'E2'
static const double t[101] = {[3] = 7, [40] = -5, [99] = 2, [100] = 9};
int between(double x)
{
	if (!(x >= 0 && x < 100))
		return 0;
	int i = (int)x;
	if (t[i] + (x - i) * (t[i + 1] - t[i]) > 9.5) /* never true */
		return 1;
	return 2;
}
E2
