# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that look as if no input took them: what takes them is not in the text of the
# function. A plain build shows that they are taken; `me prove` may not call them
# infeasible. What is marked as never true is infeasible all the same.
. "$ME_ROOT/tests/check.sh"

. "$ME_ROOT/tests/taken.sh"

# ---- the rounding mode, changed on the way

taken rounded '' 'rounded(1, 1e-20)' <<'E2'
#include <fenv.h>
int rounded(double x, double y)
{
	double a = x + y, b;
	int r = 0;

	fesetround(FE_UPWARD);
	b = x + y;
	fesetround(FE_TONEAREST);
	if (a != b && a == a) /* taken */
		r = 1;
	if (x > 1 && x + y > 5 && x < 1) /* never true */
		r = 2;
	return r;
}
E2

taken elsewhere '' 'elsewhere(1, 1e-20)' <<'E2'
#include <fenv.h>
static void up(void) { fesetround(FE_UPWARD); }
int elsewhere(double x, double y)
{
	double a = x + y, b;

	up();
	b = x + y;
	if (a < b) /* taken */
		return 1;
	return 0;
}
E2

taken assembled '' 'assembled(1, 1e-20)' <<'E2'
int assembled(double x, double y)
{
	double a = x + y, b;
	unsigned old, up;

	__asm__ volatile("stmxcsr %0" : "=m"(old));
	up = (old & ~0x6000) | 0x4000;
	__asm__ volatile("ldmxcsr %0" : : "m"(up));
	b = x + y;
	__asm__ volatile("ldmxcsr %0" : : "m"(old));
	if (a < b) /* taken */
		return 1;
	return 0;
}
E2

fortran upward <<'E2'
integer function upward(x, y)
	use ieee_arithmetic
	double precision, intent(in) :: x, y
	double precision :: a, b
	a = x + y
	call ieee_set_rounding_mode(ieee_up)
	b = x + y
	upward = 0
	if (a < b) upward = 1 ! taken
end function
E2

fortran abrupt <<'E2'
integer function abrupt(x)
	use ieee_arithmetic
	double precision, intent(in) :: x
	double precision :: half
	call ieee_set_underflow_mode(.false.)
	half = x * 0.5d0
	abrupt = 0
	if (half == 0d0 .and. x > 1d-308) abrupt = 1 ! taken
end function
E2

# ---- what a nested function shares with the one around it

taken nested '' 'nested(5)' <<'E2'
int nested(int n)
{
	int shared = 0, own = 0;
	void set(int k) { shared = k; }

	set(n);
	if (shared == 5) /* taken */
		return 1;
	if (own == 5) /* never true */
		return 2;
	return 0;
}
E2

fortran internal <<'E2'
integer function internal(n)
	integer, intent(in) :: n
	integer :: shared
	shared = 0
	call set(n)
	internal = 0
	if (shared == 5) internal = 1 ! taken
	if (n > 5 .and. n < 5) internal = 2 ! never true
contains
	subroutine set(k)
		integer, intent(in) :: k
		shared = k
	end subroutine
end function
E2

# ---- stores beyond an object, however large it is

taken beyond ,n:0..4000 'found()' <<'E2'
int beyond(int n)
{
	int flag = 0, many[2000];

	if (n < 2000) {
		many[n] = 7;
		if (flag == 7) /* never true */
			return 2;
	} else {
		many[n] = 7;
		if (flag == 7) /* taken */
			return 1;
	}
	return 0;
}
/* The stack is not laid out alike by all compilers. */
int found(void)
{
	for (int n = 2000; n < 2008; n++)
		if (beyond(n) == 1)
			return 1;
	return 0;
}
E2

# ---- copies of more bytes than there is room for

taken counted '' 'counted(12)' <<'E2'
#include <string.h>
int counted(unsigned char n)
{
	int flag = 0;
	char to[8], from[64];

	memset(from, 1, sizeof from);
	if (from[n & 63] != 1) /* never true */
		return 3;
	if (n <= 8) {
		memcpy(to, from, n);
		if (flag) /* never true */
			return 2;
	} else {
		memcpy(to, from, n < 12 ? n : 12);
		if (flag) /* taken */
			return 1;
	}
	return 0;
}
E2

# ---- bytes that are no value of their type

taken truth '' 'truth(5)' <<'E2'
int truth(unsigned char c)
{
	static _Bool global;
	union { unsigned char c; _Bool b; } u, v;
	int i;

	v.c = c & 1;
	i = v.b;
	if (i == 5) /* never true */
		return 2;
	i = global;
	if (i == 5) /* never true */
		return 3;
	global = c & 1;
	u.c = c;
	i = u.b;
	if (i == 5) /* taken */
		return 1;
	return 0;
}
E2

# ---- bytes that are no part of a number

if [ $first != cvc5 ]; then skip padded 'bitwuzla does not know numbers of 80 bits'; else
	taken padded '' 'with(77) && with(0) == 0'
fi <<'E2'
#include <string.h>
int padded(long double x)
{
	unsigned char bytes[16];

	memcpy(bytes, &x, sizeof bytes);
	if (bytes[9] == 0 && x < 0) /* never true */
		return 2;
	if (bytes[12] == 77) /* taken */
		return 1;
	return 0;
}
/* The caller's stack is what lies in the padding. */
int with(int byte)
{
	long double x = 3;
	struct { long double x; } s;
	int (*call)(typeof(s)) = (void *)padded;

	memset(&s, byte, sizeof s);
	memcpy(&s, &x, 10);
	return call(s);
}
E2

# ---- labels of a type of their own

taken labels '' 'labels(-1, -300) == 9 && labels(-15, -299) == 2' <<'E2'
int labels(signed char c, short h)
{
	int n = 0;

	switch (c) { /* takes case -1, -20 ... -10 */
	case -1:
		n = 1;
		break;
	case -20 ... -10:
		n = 2;
		break;
	}
	switch (h) { /* takes case -300 */
	case -300:
		n += 8;
		break;
	case 300:
		if (h < 0) /* never true */
			return 3;
	}
	return n;
}
E2
check_no_line labels_taken 'never takes.*infeasible' labels/log

# ---- a weak variable that nobody defines

taken weak '' 'weak(3)' <<'E2'
extern int nowhere __attribute__((weak));
static int here;
int weak(int n)
{
	int *p = n > 3 ? &here : &n;

	if (p == 0) /* never true */
		return 2;
	if (&nowhere == 0 && n == 3) /* taken */
		return 1;
	return 0;
}
E2

# ---- a function that only a library calls, by a variable that others may see

taken library ,x:2 'library((int[]){2, 1})' <<'E2'
#include <stdlib.h>
static int seen;
static int order(const void *a, const void *b)
{
	if (*(const int *)a == *(const int *)b + 1) /* taken */
		seen = 1;
	return 0;
}
int (*compare)(const void *, const void *) = order;
int library(int *x)
{
	static const int same[2] = {1, 1};

	order(same, same + 1);
	qsort(x, 2, sizeof *x, compare);
	return seen;
}
E2

# ---- an argument that the callee takes from another register

more=-std=gnu17
taken unprototyped ,n:0..1 'unprototyped(2, 1)' <<'E2'
int callee();
int unprototyped(double x, long n)
{
	if (callee(n) == 1) /* taken */
		return 1;
	return 0;
}
int callee(double x) { return x > 1; }
E2
more=

# ---- a weak definition that gives way to another unit's

echo '__attribute__((weak)) int limit(int n) { return n & 1; }' > limit.c
more=../limit.c
taken overridden '' 'overridden(1000001)' <<'E2'
int limit(int n) { return n * 3; }
int overridden(int n)
{
	if (limit(n) == 3000003) /* taken */
		return 1;
	if (n > 5 && n < 5) /* never true */
		return 2;
	return 0;
}
E2

# ---- a truth value of more than one byte

for bytes in 2 4 8; do
	fortran logical$bytes <<E2
integer function logical$bytes(x)
	integer, intent(in) :: x
	integer($bytes) :: i
	logical($bytes) :: l, held
	equivalence (i, l)
	common /kept/ held
	logical$bytes = 0
	if (held .and. x > 5 .and. x < 5) logical$bytes = 9 ! never true
	held = x > 7
	if (held .and. x < 3) logical$bytes = 8 ! never true
	i = int(iand(x, 257), $bytes)
	if (l) then
		if (x == 256) logical$bytes = 1 ! taken
	end if
end function
E2
done

# ---- a function that begins with a loop

taken returning ',n:0..9' 'returning(8, 12)' <<'E2'
static int lower(int n)
{
	do
		n -= 3;
	while (n > 3);
	return n;
}
int returning(int n, int k)
{
again:
	if (n > 7) {
		n -= 5;
		k -= 5;
		goto again;
	}
	if (n > 7) /* never true */
		return 2;
	if (lower(n) > 3) /* never true */
		return 3;
	if (n == 3 && k == 7) /* taken */
		return 1;
	return 0;
}
E2
