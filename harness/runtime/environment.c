/* SPDX-License-Identifier: GPL-3.0-or-later */
/* environment.c - the floating-point environment, restored before each run. */
#include "harness/runtime/environment.h"

#include <errno.h>
#include <xmmintrin.h>

/* Of x87's status word: exceptions; the number of the top register; and what fxam says
 * of it, which is EMPTY where C3 and C0 are set and C2 is not. */
enum { EXCEPTIONS = 0x3f, TOP = 0x3800, CLASS = 0x4500, EMPTY = 0x4100 };

void environment_note(struct environment *e)
{
	e->sse = _mm_getcsr() & ~_MM_EXCEPT_MASK;
	__asm__ volatile("fnstcw %0" : "=m"(e->x87));
}

/* Before any other instruction of x87, since an exception that is raised and not masked
 * would trap there. */
static void clear_exceptions(void)
{
	uint16_t status;

	__asm__ volatile("fnstsw %0" : "=m"(status));
	if (status & EXCEPTIONS)
		__asm__ volatile("fnclex");
}

/* A program may leave numbers in the registers, by MMX without emms, say: the next
 * ones that are loaded would become NaNs. */
static int has_numbers(void)
{
	uint16_t status;

	__asm__ volatile("fxam\n\tfnstsw %0" : "=m"(status));
	return (status & TOP) || (status & CLASS) != EMPTY;
}

static void restore_words(const struct environment *e)
{
	uint16_t control;

	errno = 0;
	if (_mm_getcsr() != e->sse)
		_mm_setcsr(e->sse);
	__asm__ volatile("fnstcw %0" : "=m"(control));
	if (control != e->x87)
		__asm__ volatile("fldcw %0" : : "m"(e->x87));
}

void environment_begin(const struct environment *e)
{
	clear_exceptions();
	restore_words(e);
}

void environment_restore(const struct environment *e)
{
	clear_exceptions();
	if (has_numbers())
		__asm__ volatile("fninit");
	restore_words(e);
}
