/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constructs of C that few programs have; each compiles and keeps its meaning. With
 * OWN_MAIN a program that prints what it computes. */
#include <setjmp.h>
#include <stdarg.h>
#include <alloca.h>
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
typedef double v2 __attribute__((vector_size(16)));
typedef int v4 __attribute__((vector_size(16)));
struct bits {
	unsigned a : 3;
	int b : 5;
	_Bool c : 1;
	unsigned long d : 40;
};
static jmp_buf env;
extern int weak_one(void) __attribute__((weak));
static int computed(int n)
{
	static void *t[] = {&&a, &&b, &&c};
	if (n < 0 || n > 2)
		return 0;
	goto *t[n];
a:
	return 1;
b:
	return 2;
c:
	return 3;
}
static int nested(int n)
{
	int inner(int k)
	{
		return k > n ? k : n;
	}
	return inner(3) + inner(n);
}
static int nonlocal(int n)
{
	__label__ out;
	void jump(void)
	{
		if (n > 5)
			goto out;
	}
	jump();
	return 1;
out:
	return 2;
}
static int vla(int n)
{
	if (n < 1 || n > 10)
		return 0;
	int a[n];
	for (int i = 0; i < n; i++)
		a[i] = i;
	return a[n - 1] == 9;
}
static int asm_goto(int n)
{
	asm goto("testl %0,%0; jne %l1" : : "r"(n) : "cc" : l);
	return 0;
l:
	return 1;
}
static int wide(__int128 a, unsigned __int128 b)
{
	return a < 5 || b > 7 ? a == -1 : b != 3;
}
static int quad(_Float128 q)
{
	if (q < 2.0q)
		return 1;
	return q == 3.0q;
}
static int dec(_Decimal64 q)
{
	if (q < 2.0dd)
		return 1;
	return q == 3.0dd;
}
static int cplx(double complex z)
{
	if (z == 1.0 + 2.0 * I)
		return 1;
	return creal(z) < 3;
}
static int bits(struct bits b)
{
	if (b.a == 5)
		return 1;
	if (b.b < -3)
		return 2;
	if (b.c)
		return 3;
	return b.d > 1ul << 39;
}
static int vec(v2 a, v2 b)
{
	v2 c = a + b;
	v4 m = {1, 2, 3, 4};
	m = m > 2;
	return c[0] == 2.5 && m[2];
}
static int jumps(double x)
{
	if (setjmp(env))
		return 1;
	if (x > 3)
		longjmp(env, 1);
	return 0;
}
static int va(int n, ...)
{
	va_list l;
	va_start(l, n);
	int s = 0;
	while (n-- > 0)
		s += va_arg(l, int);
	va_end(l);
	return s;
}
static int sw128(unsigned long long u)
{
	switch (u) {
	case 0 ... 3:
		return 1;
	case ~0ull:
		return 2;
	default:
		return __builtin_expect(u > 4, 0) ? 3 : 4;
	}
}
static int big(int n)
{
	switch (n) {
#define C(x)                                                                           \
	case x:                                                                        \
	case x + 1:                                                                    \
		return x;
		C(0)
		C(10) C(20) C(30) C(40) C(50) C(60) C(70) C(80) C(90) C(100) C(110)
		    C(120) C(130) case 200 ... 2000 : return 5;
	}
	return 0;
}
static __thread int tls;
_Atomic int at;
static int atomic(int n)
{
	if (__atomic_compare_exchange_n(&at, &n, 3, 0, 5, 5))
		return 1;
	return ++tls > 1;
}
static int unreachable(int n)
{
	if (n > 3)
		__builtin_unreachable();
	return n;
}
static int overflow(int n)
{
	int r;
	if (__builtin_add_overflow(n, 5, &r))
		return 1;
	if (__builtin_mul_overflow(n, 3, &r))
		return 2;
	return r;
}
static void cleanup(int *p)
{
	if (*p > 3)
		at++;
}
static int clean(int n)
{
	__attribute__((cleanup(cleanup))) int k = n;
	if (k < 0)
		return 1;
	return 2;
}
static inline __attribute__((always_inline)) int ai(int n)
{
	return n > 7 ? 1 : n < 2;
}
__attribute__((noreturn)) static void die(int n)
{
	if (n > 3)
		exit(1);
	abort();
}
static int ptrs(int *p, int *q, int (*f)(int))
{
	if (p < q)
		return 1;
	if (!f)
		return 2;
	if (f == ai)
		return 3;
	return p - q > 4;
}
static int str(const char *s)
{
	if (!strcmp(s, "abc"))
		return 1;
	return s[0] == 'x';
}
static int gotos(int n)
{
	if (n)
		goto in;
	while (n < 10) {
	in:
		n++;
		if (n == 5)
			break;
	}
	return n;
}
static int tern(int a, int b, int c)
{
	return a ? b ? 1 : c : b && c ?: a;
}
static int com(double x)
{
	return (x<1, x> 2) + !(x <= 3) + !!(x != x);
}
int alias_target(int n)
{
	return n == 3;
}
int aliased(int n) __attribute__((alias("alias_target")));
static int ifunc_impl(int n)
{
	return n > 1;
}
static void *resolve(void)
{
	return (void *)ifunc_impl;
}
int by_ifunc(int n) __attribute__((ifunc("resolve")));
double clones(double x)
{
	if (x < 1)
		return 2;
	return x;
}
__attribute__((constructor)) static void ctor(void)
{
	if (at > 3)
		at = 0;
}
__attribute__((optimize("O3"))) int opt3(int *p)
{
	int s = 0;
	for (int i = 0; i < 8; i++)
		s += p[i] > 3;
	return s;
}
__attribute__((naked)) void nak(void)
{
	asm("ret");
}
inline int gnu_inl(int n)
{
	return n > 3;
}
extern inline __attribute__((gnu_inline)) int gnu_ext(int n)
{
	if (n > 3)
		return 1;
	return 0;
}
int odd(double x, int n, unsigned long long u, int *p)
{
	int q = 0;
	static int pair[2];
	struct bits b = {n, n >> 3, n & 1, u};
	if (weak_one)
		weak_one();
	q += computed(n) + nested(n) + nonlocal(n) + vla(n) + asm_goto(n) + wide(n, u) +
	     quad(x) + dec(n);
	q += cplx(x) + bits(b) + vec((v2){x, 1}, (v2){1, x}) + jumps(x) + va(2, n, 3) +
	     sw128(u) + big(n);
	q += atomic(n) + unreachable(n & 3) + overflow(n) + clean(n) + ai(n) +
	     ptrs(pair, pair + 1, ai) + str("abd") + gotos(n & 7) + tern(n, q, 1) + com(x) +
	     aliased(n) + by_ifunc(n) + clones(x) + opt3((int[8]){n});
	if (n == 12345678 && !p)
		die(n);
	return q;
}

/* Calls on texts: sizes of every kind, results that nobody wants, calls that end a block. */
static int text_sign(int v)
{
	return (v > 0) - (v < 0);
}

int texts(const char *a, short n, const volatile char *v)
{
	static int (*const by_pointer)(const char *, const char *) = strcmp;
	const char *fixed = n > 2 ? "abc" : "abd";
	char *end = NULL, copy[8] = "";
	double d = 0;
	int r = 0, i = 0;

	memcmp(a, fixed, 0);
	strcmp(a, "x");
	r += text_sign(strcmp(a, "abc")) + 3 * text_sign(strcmp(fixed, a));
	r += 9 * text_sign(strncmp(a, fixed, (size_t)n)) + 27 * (memcmp(a, "ab", 2) == 0);
	r += 81 * text_sign(by_pointer(a, fixed)) + (strchr(a, *v) != NULL);
	r += strstr(a, "b") != NULL ? 1000 : memchr(a, -1, 2) != NULL;
	r += memmem(a, strlen(a), fixed, n & 3) != NULL;
	copy[0] = (char)n;
	r += (int)strtol(a, &end, n & 15 ? 10 : 16) + (int)(end - a) + atoi(copy);
	return r + 7 * sscanf(a, "%d%lf", &i, &d) + i + (d > 1);
}

#ifdef OWN_MAIN
int main(void)
{
	static const char words[][8] = {"", "abc", "abd", "ab", "12 3.5", "0x1f", "b"};
	static const double numbers[] = {0, -0.0, 1, 2, 2.5, 3, 4, -7, 1e300, 0.0 / 0.0, 1 / 0.0};
	static const int integers[] = {0, 1, 2, 3, 4, 5, 7, 9, 10, 130, 201, -1, -1000, 2147483647};

	for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
		for (unsigned k = 0; k < sizeof integers / sizeof *integers; k++) {
			int n = integers[k];
			printf("%d\n", odd(numbers[i], n, n * 0x100000001u, &n));
		}
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		for (short n = -1; n < 5; n++)
			printf("%d\n", texts(words[i], n, words[i]));
	return 0;
}
#endif
