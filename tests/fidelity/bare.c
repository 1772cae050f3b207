/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions without a frame of their own, functions chosen by the dynamic linker before
 * anything is set up, and code that runs before main, before other constructors and
 * after exit. */
#include <stdio.h>
#include <stdlib.h>

__attribute__((naked, noinline)) static int third(int a, int b, int c)
{
	(void)a, (void)b;
	if (c)
		__asm__("mov %edx, %eax; ret");
	__asm__("mov %edx, %eax; ret");
}

__attribute__((naked, noinline)) static long red_zone(long a)
{
	__asm__("mov %rdi, -8(%rsp); mov -8(%rsp), %rax; add $1, %rax; ret");
}

static int plain_version(int n)
{
	return n > 3 ? n : 3;
}

static int other_version(int n)
{
	return n > 3 ? n : -3;
}

static int (*choose(void))(int)
{
	int features;

	__asm__("mov $1, %0" : "=r"(features));
	return features > 0 ? plain_version : other_version;
}

__attribute__((ifunc("choose"))) int chosen(int n);

static int early, order[4], orders;

static void note(int which)
{
	if (orders < 4)
		order[orders++] = which;
}

__attribute__((constructor(101))) static void first(void)
{
	early = chosen(2) == 3 ? 7 : 8;
	note(1);
}

__attribute__((constructor)) static void later(void)
{
	note(early == 7 ? 2 : 9);
}

static void before(void)
{
	note(early ? 5 : 6);
}
__attribute__((section(".preinit_array"), used)) static void (*preinit)(void) = before;

__attribute__((destructor(101))) static void last(void)
{
	if (orders > 3)
		puts("last");
}

static void at_exit(void)
{
	if (early > 6)
		puts("at exit");
}

int main(void)
{
	atexit(at_exit);
	note(3);
	printf("%d %ld %d\n", third(1, 2, 42), red_zone(41), chosen(9));
	printf("%d %d %d %d\n", order[0], order[1], order[2], order[3]);
	return early;
}
