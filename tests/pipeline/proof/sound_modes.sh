# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because a run changes the modes of floating-point arithmetic: how
# it rounds, whether subnormal numbers are flushed, and how many bits x87 keeps. What is
# marked as never true is infeasible all the same.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# has FLAG: whether the processor has it.
has() {
	grep -qw "$1" /proc/cpuinfo && return
	skip "with_$1" "the processor has no $1"
	return 1
}

# A proof of a program that changes no mode; and one with a truncation in an object
# that is not read, which sets a mode and restores it.
cat > truncate.c <<'E2'
long truncated(long double x) { return (long)x; }
E2
check object_truncate "$CC" -O2 -c truncate.c -o truncate.o
more=../truncate.o
if [ $first != cvc5 ]; then skip truncates 'bitwuzla does not know numbers of 80 bits'; else
	taken truncates '' 'truncates(3)'
fi <<'E2'
long truncated(long double);
int truncates(long double x)
{
	if (x > 1 && x * 2 < 1) /* never true */
		return 2;
	if (truncated(x) == 3) /* taken */
		return 1;
	return 0;
}
E2
# What each program has is none, whatever the linker makes of it.
cat > startup.s <<'E2'
	.text
	.type deregister_tm_clones, @function
deregister_tm_clones:
	.byte 0x48, 0x8d, 0x3d, 0xd9, 0xa5, 0x2b, 0 # lea 0x2ba5d9(%rip), %rdi
	ret
	.type after, @function
after:	ret
	.size after, . - after
	.section .note.GNU-stack, "", @progbits
E2
check object_startup "$CC" -c startup.s -o startup.o
more=../startup.o
if [ $first != cvc5 ]; then skip startup 'bitwuzla does not know numbers of 80 bits'; else
	taken startup '' 'startup(3)'
fi <<'E2'
int startup(long double x)
{
	if (x > 1 && x * 2 < 1) /* never true */
		return 2;
	if (x == 3) /* taken */
		return 1;
	return 0;
}
E2
more=

# ---- structures that hold the modes, changed

taken fenv_struct '' 'fenv_struct(0x1p-1030, 7654321)' <<'E2'
#include <fenv.h>
static int same(int m) { return m; }
int fenv_struct(double x, int m)
{
	fenv_t e;
	double y;

	fegetenv(&e);
	e.__mxcsr |= 0x8040;
	fesetenv(&e);
	y = x * 2;
	e.__mxcsr &= ~0x8040;
	fesetenv(&e);
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	if (m > 5 && m < 5) /* never true */
		return 2;
	return 0;
}
E2

taken fenv_struct87 '' 'fenv_struct87(6, 7654321)' <<'E2'
#include <fenv.h>
static int same(int m) { return m; }
int fenv_struct87(long double x, int m)
{
	fenv_t e;
	long double y;
	fegetenv(&e);
	e.__control_word &= ~0x300;
	fesetenv(&e);
	y = 1.0L + 0x1p-60L * (x > 3);
	e.__control_word |= 0x300;
	fesetenv(&e);
	if (x > 5 && y == 1) /* taken */
		if (same(m) == 7654321) /* taken */
			return 1;
	return 0;
}
E2

taken femode '' 'femode(0x1p-1030, 7654321)' <<'E2'
#define _GNU_SOURCE
#define __STDC_WANT_IEC_60559_BFP_EXT__
#include <fenv.h>
static int same(int m) { return m; }
int femode(double x, int m)
{
	femode_t e;
	double y;
	fegetmode(&e);
	e.__mxcsr |= 0x8040;
	fesetmode(&e);
	y = x * 2;
	e.__mxcsr &= ~0x8040;
	fesetmode(&e);
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
# ---- instructions

taken setcsr '' 'setcsr(0x1p-1030, 7654321)' <<'E2'
#include <immintrin.h>
static int same(int m) { return m; }
int setcsr(double x, int m)
{
	double y;
	_mm_setcsr(_mm_getcsr()| 0x8040);
	y = x * 2;
	_mm_setcsr(_mm_getcsr()& ~0x8040);
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

more=-mavx
has avx && taken vsetcsr '' 'vsetcsr(0x1p-1030, 7654321)' <<'E2'
static int same(int m) { return m; }
int vsetcsr(double x, int m)
{
	double y;
	unsigned c = 0x1f80 | 0x8040, d = 0x1f80;
	__asm__ volatile("vldmxcsr %0" : : "m"(c));
	y = x * 2;
	__asm__ volatile("vldmxcsr %0" : : "m"(d));
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

more=-mxsave
has xsave && taken xrstors '' 'xrstors(0x1p-1030, 7654321)' <<'E2'
#include <immintrin.h>
static int same(int m) { return m; }
static char area[4096] __attribute__((aligned(64)));
int xrstors(double x, int m)
{
	double y;
	_xsave(area, 3);
	*(unsigned *)(area + 24) |= 0x8040;
	_xrstor(area, 3);
	y = x * 2;
	*(unsigned *)(area + 24) &= ~0x8040;
	_xrstor(area, 3);
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
more=

# ---- instructions of objects that were built without the plugin

cat > obj1.c <<'E2'
#include <immintrin.h>
void on(void) { _mm_setcsr(_mm_getcsr()| 0x8040); }
void off(void) { _mm_setcsr(_mm_getcsr()& ~0x8040); }
E2
check object_1 "$CC" -O0 -c obj1.c -o obj1.o
more=../obj1.o
taken object_csr '' 'object_csr(0x1p-1030, 7654321)' <<'E2'
void on(void), off(void);
static int same(int m) { return m; }
int object_csr(double x, int m)
{
	double y;
	on();
	y = x * 2;
	off();
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

cat > obj2.c <<'E2'
void on(void) { unsigned short c = 0x37f & ~0x300;  __asm__ volatile("fldcw %0" : : "m"(c));}
void off(void) { unsigned short c = 0x37f;  __asm__ volatile("fldcw %0" : : "m"(c));}
E2
check object_2 "$CC" -O0 -c obj2.c -o obj2.o
more=../obj2.o
taken object_cw '' 'object_cw(6, 7654321)' <<'E2'
void on(void), off(void);
static int same(int m) { return m; }
int object_cw(long double x, int m)
{
	long double y;
	on();
	y = 1.0L + 0x1p-60L * (x > 3);
	off();
	if (x > 5 && y == 1) /* taken */
		if (same(m) == 7654321) /* taken */
			return 1;
	return 0;
}
E2

cat > obj3.c <<'E2'
#include <immintrin.h>
void on(void) { _mm_setcsr(_mm_getcsr()| 0x4000); }
void off(void) { _mm_setcsr(_mm_getcsr()& ~0x4000); }
E2
check object_3 "$CC" -O0 -c obj3.c -o obj3.o
more=../obj3.o
taken object_round '' 'object_round(1, 1e-20, 7654321)' <<'E2'
void on(void), off(void);
static int same(int m) { return m; }
int object_round(double x, double z, int m)
{
	double y = x + z, w;
	on();
	w = x + z;
	off();
	if (y < w && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# What is run before main, in the section that the C runtime's objects begin and end.
cat > obj4.c <<'E2'
__attribute__((used)) static unsigned short word = 0x7f; /* numbers of 24 bits */
__asm__(".section .init,\"ax\",@progbits\n\tfldcw word(%rip)\n\t.text");
E2
check object_4 "$CC" -O0 -c obj4.c -o obj4.o
more=../obj4.o
taken object_init '' 'object_init(6, 7654321)' <<'E2'
static int same(int m) { return m; }
int object_init(long double x, int m)
{
	long double y = 1.0L + 0x1p-60L * (x > 3);
	if (x > 5 && y == 1) /* taken */
		if (same(m) == 7654321) /* taken */
			return 1;
	return 0;
}
E2
more=
# ---- by a function's address

taken indirect '' 'indirect(0x1p-1030, 7654321)' <<'E2'
#include <fenv.h>
static int same(int m) { return m; }
int (*volatile set)(const fenv_t *) = fesetenv;
int indirect(double x, int m)
{
	fenv_t e;
	double y;

	fegetenv(&e);
	e.__mxcsr |= 0x8040;
	set(&e);
	y = x * 2;
	e.__mxcsr &= ~0x8040;
	set(&e);
	if (x > 0 && y == 0 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2

# A loop that all runs make alike is followed to its end, far beyond a bound, in the mode that it has.
more=
taken settled '' 'settled(3)' <<'E2'
int settled(int n)
{
	double x = 1, next = x / 2.5;

	while (next != x) {
		x = next;
		next = x / 2.5;
	}
	if (x != 0) /* never true */
		return 2;
	if (n == 3) /* taken */
		return 1;
	return 0;
}
E2
check_line settled_mode 'x != 0.*infeasible \[round-to-nearest\]' settled/log
taken turned '' 'turned(3)' <<'E2'
#include <fenv.h>
int turned(int n)
{
	double x = 1, next;

	if (n == 3)
		fesetround(FE_UPWARD);
	next = x / 2.5;
	while (next != x) {
		x = next;
		next = x / 2.5;
	}
	if (x != 0) /* taken */
		return 1;
	return 0;
}
E2

# ---- the rounding mode is followed: where it is known, and not behind what may change it

cat > setter.c <<'E2'
#include <fenv.h>
void set_up(int up) { if (up) fesetround(FE_UPWARD); }
E2
check object_setter "$CC" -c setter.c -o setter.o
more=../setter.o
taken followed '' 'followed(1.0, 9, 1)' <<'E2'
#include <fenv.h>
#include <math.h>
void set_up(int);
static double tiny = 0x1p-60;
static double sum(double x) { return x + tiny; }
static void upward(void) { fesetround(FE_UPWARD); }
int followed(double x, int which, int m)
{
	double y = 0, up, down;

	tiny = 0x1p-60;
	if (!(fabs(x) <= 2 && fabs(x) > 0.5))
		return 0;
	fesetround(FE_TONEAREST);
	switch (which) {
	case 0:
		y = sum(x) - x;
		if (y > tiny * 2) /* never true */
			return 2;
		break;
	case 1:
		fesetround(FE_UPWARD);
		up = x + tiny;
		if (up == x) /* never true */
			return 3;
		fesetround(FE_DOWNWARD);
		down = x + tiny;
		if (down != x) /* never true */
			return 4;
		if (fegetround() != FE_DOWNWARD) /* never true */
			return 5;
		break;
	case 2:
		if (m)
			fesetround(FE_UPWARD);
		if (1 + tiny == 1) /* taken */
			y = 1;
		if (1 + tiny > 1) /* taken */
			y = 2;
		break;
	case 3:
		fesetround(m);
		if (1 + tiny > 1) /* taken */
			y = 3;
		break;
	case 4:
		upward();
		if (1 + tiny == 1) /* never true */
			return 6;
		break;
	case 5:
		for (int i = 0; i < (m & 3); i++)
			fesetround(i == 2 ? FE_UPWARD : FE_TONEAREST);
		if (1 + tiny > 1) /* taken */
			y = 4;
		break;
	case 9:
		set_up(m);
		if (1 + tiny > 1) /* taken */
			return 1;
		if (fegetround() != FE_TONEAREST) /* taken */
			y = 5;
		break;
	}
	fesetround(FE_TONEAREST);
	return y > 0 ? 7 : 0;
}
E2
more=
