/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hooks.c - what an instrumented program that is no fuzz target needs, in place of
 * libme. With ME_OPEN in the environment all sites are open from the first constructor
 * on: the hooks are called at every comparison, and change what a function may change.
 */
#include <cpuid.h>
#include <stdint.h>

#include "me/abi.h"

extern struct me_unit __start_me_units[] __attribute__((weak));
extern struct me_unit __stop_me_units[] __attribute__((weak));
#define ABI_SYMBOL(number_) ABI_NAME(number_)
#define ABI_NAME(number_) __me_abi_##number_
const uint32_t ABI_SYMBOL(ME_ABI) = ME_ABI;

__attribute__((target("avx"))) static void spoil_wide(void)
{
	__asm__ volatile("vzeroall" : : : "memory");
}

__attribute__((target("avx512f,avx512bw"))) static void spoil_widest(void)
{
	__asm__ volatile("vpxorq %%zmm16, %%zmm16, %%zmm16\n\t"
			 "vmovdqa64 %%zmm16, %%zmm17; vmovdqa64 %%zmm16, %%zmm18\n\t"
			 "vmovdqa64 %%zmm16, %%zmm31\n\t"
			 "kxnorq %%k1, %%k1, %%k1; kmovq %%k1, %%k2; kmovq %%k1, %%k7"
			 :
			 :
			 : "memory");
}

static int has_wide, has_widest; /* registers */

/* By the bits of XCR0, 6 of AVX, e0 of AVX-512, what the system keeps. Not with
 * __builtin_cpu_supports: some tests link without libgcc. */
static void find_registers(void)
{
	unsigned a, b, c, d, state;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
		return;
	__asm__ volatile("xgetbv" : "=a"(state), "=d"(d) : "c"(0));
	has_wide = (state & 0x6) == 0x6;
	has_widest = (state & 0xe6) == 0xe6 &&
		     __get_cpuid_count(7, 0, &a, &b, &c, &d) && b & bit_AVX512BW;
}

/* Overwrites the registers that a function may overwrite, so that a hook that the
 * compiler believes to keep them shows. The call costs the caller what any call does.
 */
static void spoil(void)
{
	__asm__ volatile(
	    "mov $0x5a5a5a5a, %%eax; mov %%eax, %%ecx; mov %%eax, %%edx\n\t"
	    "mov %%eax, %%esi; mov %%eax, %%edi; mov %%rax, %%r8\n\t"
	    "mov %%rax, %%r9; mov %%rax, %%r10; mov %%rax, %%r11\n\t"
	    "movq %%rax, %%xmm0; movq %%rax, %%xmm1; movq %%rax, %%xmm2\n\t"
	    "movq %%rax, %%xmm3; movq %%rax, %%xmm4; movq %%rax, %%xmm5\n\t"
	    "movq %%rax, %%xmm6; movq %%rax, %%xmm7; movq %%rax, %%xmm8\n\t"
	    "movq %%rax, %%xmm9; movq %%rax, %%xmm10; movq %%rax, %%xmm11\n\t"
	    "movq %%rax, %%xmm12; movq %%rax, %%xmm13; movq %%rax, %%xmm14\n\t"
	    "movq %%rax, %%xmm15; emms"
	    :
	    :
	    : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "xmm0",
	      "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
	      "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)",
	      "st(2)", "st(3)", "st(4)", "st(5)", "st(6)", "st(7)", "cc", "memory");
	if (has_wide)
		spoil_wide();
	if (has_widest)
		spoil_widest();
}

/* A site of none of the units is no site: the hook was called with something else. */
static void take_site(const struct me_site *site)
{
	for (const struct me_unit *u = __start_me_units; u < __stop_me_units; u++) {
		const uintptr_t offset = (uintptr_t)site - (uintptr_t)u->sites;
		if (offset < u->site_count * sizeof *site && offset % sizeof *site == 0)
			return;
	}
	if (&__start_me_units[0] < &__stop_me_units[0])
		__builtin_trap();
}

void __me_compare(struct me_site *site, uint64_t a, uint64_t b)
{
	take_site(site);
	(void)a, (void)b;
	spoil();
}

void __me_compare_f80(struct me_site *site, long double a, long double b)
{
	take_site(site);
	(void)a, (void)b;
	spoil();
}

void __me_compare_128(struct me_site *site, unsigned __int128 a, unsigned __int128 b)
{
	take_site(site);
	(void)a, (void)b;
	spoil();
}

void __me_switch(struct me_site *site, uint64_t value)
{
	take_site(site);
	(void)value;
	spoil();
}

void __me_texts(struct me_site *site, const void *a, uint64_t a_size, const void *b,
		uint64_t b_size, int64_t result)
{
	take_site(site);
	(void)a, (void)a_size, (void)b, (void)b_size, (void)result;
	spoil();
}

void __me_number(struct me_site *site, const char *text, uint64_t size, uint32_t base)
{
	take_site(site);
	(void)text, (void)size, (void)base;
	spoil();
}

void __me_format(struct me_site *site, const char *text, const char *format)
{
	take_site(site);
	(void)text, (void)format;
	spoil();
}

enum { ALL_MASKED = 0x1f80 }; /* of MXCSR: no exception traps */

/* As libme's, but for errno: what UBSan checks, calls nothing. */
void __me_observe(struct me_environment *environment, uint32_t uses_x87)
{
	uint32_t mxcsr;

	environment->uses_x87 = uses_x87;
	if (uses_x87)
		__asm__ volatile("fnstenv %0" : "=m"(environment->x87));
	__asm__ volatile("stmxcsr %0" : "=m"(environment->mxcsr));
	mxcsr = environment->mxcsr | ALL_MASKED;
	__asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
	spoil();
}

void __me_predicate(struct me_site *site, uint64_t truth,
		    struct me_environment *environment)
{
	take_site(site);
	(void)truth;
	spoil();
	if (!environment)
		return;
	if (environment->uses_x87)
		__asm__ volatile("fldenv %0" : : "m"(environment->x87));
	__asm__ volatile("ldmxcsr %0" : : "m"(environment->mxcsr));
}

void *__me_throw(void *object, void *destructor)
{
	(void)object;
	return destructor;
}

/* No function of libc: the program may define it. */
static int begins(const char *s, const char *start)
{
	while (*start && *s == *start)
		s++, start++;
	return !*start;
}

__attribute__((constructor(101))) static void open_sites(int argc, char **argv,
							 char **env)
{
	int open = 0;

	(void)argc, (void)argv;
	find_registers();
	for (; *env; env++)
		open |= begins(*env, "ME_OPEN=");
	for (struct me_unit *u = __start_me_units; open && u < __stop_me_units; u++)
		for (volatile uint8_t *s = u->state; s < u->state + u->site_count; s++)
			*s = 1;
}
