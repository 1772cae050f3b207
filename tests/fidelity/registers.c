/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values in all kinds of registers, in the red zone and on the stack, that a comparison
 * must leave alone: what calls its hook may be no call for the compiler. */
#include <stdint.h>
#include <stdio.h>

typedef double wide __attribute__((vector_size(32)));
typedef double widest __attribute__((vector_size(64)));

#define SUMS(name_, type_, lanes_, target_)                                            \
	__attribute__((noinline, target(target_))) static double name_(                \
	    const double *x, int n)                                                    \
	{                                                                              \
		type_ sum = {0}, product = {0};                                        \
                                                                                       \
		for (int i = 0; i < n; i++) {                                          \
			type_ term = (type_){} + x[i];                                 \
			sum += term;                                                   \
			if (x[i] > 2)                                                  \
				product += term * sum;                                 \
		}                                                                      \
		sum += product;                                                        \
		return sum[0] + 3 * sum[1] + 5 * sum[lanes_ - 1];                      \
	}

SUMS(narrow_sum, wide, 4, "sse2")
SUMS(wide_sum, wide, 4, "avx2")
SUMS(widest_sum, widest, 8, "avx512f,avx512bw")

/* Without AVX itself, and part of a function with it. */
static inline int above(double x, float limit)
{
	return x > limit ? 3 : 1;
}

__attribute__((noinline, target("avx2"))) static double inlined(const double *x, int n)
{
	wide sum = {1, 2, 3, 4};

	for (int i = 0; i < n; i++)
		sum = sum * above(x[i], 2) + x[i];
	return sum[0] + sum[1] + sum[2] + sum[3];
}

/* What a function overwrites is known to those that call it. */
__attribute__((noinline)) static int apart(double x, float limit)
{
	return x > limit ? 3 : 1;
}

__attribute__((noinline, target("avx2"))) static double calls(const double *x, int n)
{
	wide sum = {1, 2, 3, 4};

	for (int i = 0; i < n; i++)
		sum = sum * apart(x[i], 2) + x[i];
	return sum[0] + sum[1] + sum[2] + sum[3];
}

__attribute__((noinline)) static long double extended_calls(long double x, int n)
{
	long double sum = x;

	for (int i = 0; i < n; i++)
		sum = sum * x + apart(i, 2);
	return sum;
}

__attribute__((noinline, target("avx512f,avx512bw"))) static uint64_t
masks(const unsigned char *text, int n)
{
	typedef char bytes __attribute__((vector_size(64)));
	bytes found = {0}, letters;

	for (int i = 0; i < 64; i++)
		letters[i] = (char)text[i];
	for (int i = 0; i < n; i++) {
		bytes same = letters == (char)text[i];
		found = text[i] > 'm' ? found | same : found ^ same;
	}
	uint64_t bits = 0;
	for (int i = 0; i < 64; i++)
		bits = 3 * bits + (uint64_t)(found[i] != 0);
	return bits;
}

__attribute__((noinline)) static long double extended(long double x, int n)
{
	long double a = x, b = x / 3, c = x / 7, d = 1;

	for (int i = 0; i < n; i++) {
		if (i % 3 == 1)
			a = a * b - c;
		d += (double)a < 3 ? c : b;
	}
	return a + b * c + d;
}

/* A leaf: its array is in the red zone. */
__attribute__((noinline)) static long leaf(long a, long b)
{
	volatile long kept[12];
	long sum = 0;

	for (int i = 0; i < 12; i++)
		kept[i] = a * i;
	for (int i = 0; i < 12; i++)
		if (kept[i] > b || (char)i == (char)b)
			sum += kept[i] * (i + 1);
	return sum;
}

__attribute__((noinline)) static int many(int a, int b, int c, int d, short e, char f,
					  unsigned g, unsigned char h, uint64_t i)
{
	int j = a ^ b, k = c + d, l = e - f;

	while (i--) {
		if (a < b)
			a += k;
		if (c >= d)
			c -= l;
		j = e == f ? j + 1 : j * 3;
		k = g < h ? k ^ a : k + j;
		if (i == 0x123456789abcdef)
			l = 0;
	}
	return a + 2 * b + 3 * c + 5 * d + 7 * j + 11 * k + 13 * l + (int)g;
}

/* The address is that of the stack pointer. */
__attribute__((noinline)) static int lowest(char *p)
{
	char here[8];

	__asm__("" : "=m"(here));
	return p == here ? 1 : p > here ? 2 : 3;
}

int main(void)
{
	static const double x[] = {1, 2.5, -3, 4.25, 1e10, 0, 7, 2, 3};
	unsigned char text[64];
	char c;

	for (int i = 0; i < 64; i++)
		text[i] = (unsigned char)('a' + i * 7 % 26);
	__builtin_cpu_init();
	printf("%a\n", narrow_sum(x, 9));
	if (__builtin_cpu_supports("avx2"))
		printf("%a %a %a\n", wide_sum(x, 9), inlined(x, 9), calls(x, 9));
	if (__builtin_cpu_supports("avx512bw"))
		printf("%a %llx\n", widest_sum(x, 9),
		       (unsigned long long)masks(text, 64));
	printf("%La %La %ld\n", extended(5, 20), extended_calls(1.25L, 9), leaf(3, 8));
	printf("%d %d\n", many(1, 2, 3, 4, 5, 6, 7, 8, 9), lowest(&c));
}
