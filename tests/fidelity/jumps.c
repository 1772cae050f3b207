/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control that does not go by the book: longjmp, computed goto, asm goto, nested
 * functions and jumps out of them, arrays of variable length. */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf out;

static int deep(int n)
{
	int local[n + 1];

	for (int i = 0; i <= n; i++)
		local[i] = i * i;
	if (n > 6)
		longjmp(out, local[n]);
	return n < 0 ? 0 : deep(n + 2) + local[n / 2];
}

static int jumps(int n)
{
	volatile int times = 0;
	int got = setjmp(out);

	times++;
	if (got > 60)
		return got + times;
	if (got && times > 3)
		return -got;
	return deep(n + times);
}

static int interpret(const char *program)
{
	static const void *const labels[] = {&&add, &&multiply, &&test, &&end};
	int value = 1;

next:
	goto *labels[strchr("+*?.", *program++) - "+*?."];
add:
	value += 3;
	goto next;
multiply:
	value *= value > 10 ? 2 : 3;
	goto next;
test:
	if (value > 30)
		goto end;
	goto next;
end:
	return value;
}

static int by_asm(int n)
{
	__asm__ goto("testl %0, %0; jne %l1" : : "r"(n) : "cc" : not_zero);
	return n == 0 ? 100 : 101;
not_zero:
	if (n < 5)
		return 102;
	__asm__ goto("jmp %l0" : : : : never, far);
never:
	return 103;
far:
	return n > 7 ? 104 : 105;
}

static int nested(int n)
{
	__label__ leave;
	int sum = 0;

	void visit(int k)
	{
		if (k > n)
			goto leave;
		sum += k > 2 ? k : 1;
		visit(k + 1);
	}
	int apply(void (*f)(int), int k)
	{
		f(k);
		return k < 0;
	}
	sum += apply(visit, 0);
leave:
	return sum;
}

static int lengths(int n)
{
	int total = 0;

	for (int i = 1; i < n; i++) {
		char text[i];
		int grid[i][n];
		memset(text, i, sizeof text);
		grid[i - 1][n - 1] = text[i / 2];
		if (sizeof grid > 100 && grid[i - 1][n - 1] == i)
			total += (int)sizeof text;
		if (i > 7)
			continue;
		total++;
	}
	return total;
}

int main(void)
{
	for (int n = 0; n < 12; n++)
		printf("%d %d %d %d\n", jumps(n), by_asm(n), nested(n), lengths(n));
	printf("%d %d\n", interpret("+*?+*?+*."), interpret("+++++++++++?*."));
	return 0;
}
