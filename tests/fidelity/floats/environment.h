/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * environment.h - the floating-point environment as the processor has it: control words
 * and exception flags of SSE and of x87. That of subnormal operands is none of C's.
 */
#ifndef FLOATS_ENVIRONMENT_H
#define FLOATS_ENVIRONMENT_H

#include <stdint.h>

enum { FLUSH_TO_ZERO = 1 << 15, SUBNORMALS_ARE_ZERO = 1 << 6, FLAGS = 0x3d };

static inline uint32_t sse_control(void)
{
	uint32_t word;

	__asm__ volatile("stmxcsr %0" : "=m"(word) : : "memory");
	return word;
}

static inline uint32_t x87_control(void)
{
	uint16_t word;

	__asm__ volatile("fnstcw %0" : "=m"(word) : : "memory");
	return word;
}

/* Flags of SSE and, 8 bits higher, of x87, with the depth of its stack. */
static inline uint32_t raised(void)
{
	uint16_t status;

	__asm__ volatile("fnstsw %0" : "=m"(status) : : "memory");
	return (sse_control() & FLAGS) | (status & (FLAGS | 0x3800u)) << 8;
}

/* Rounds in one of four ways, SSE with some of its bits above; no flag is raised. */
static inline void set_environment(unsigned rounding, uint32_t sse_bits)
{
	uint32_t sse = 0x1f80 | rounding << 13 | sse_bits;
	uint16_t x87 = (uint16_t)(0x37f | rounding << 10);

	__asm__ volatile("ldmxcsr %0; fnclex; fldcw %1"
			 :
			 : "m"(sse), "m"(x87)
			 : "memory");
}

#endif
