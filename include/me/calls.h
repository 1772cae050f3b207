/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calls.h - what `me explore` and TARGET --calls say to each other behind the record "ready"
 * (me/schema.h): a struct me_call on the target's standard input asks for a call, and a struct
 * me_call_result on its standard output answers. The function is one that is declared const, of at most ME_CALL_ARGUMENTS
 * scalars and with a scalar result.
 */
#ifndef ME_CALLS_H
#define ME_CALLS_H

#include <stdint.h>

enum { ME_CALL_ARGUMENTS = 3, ME_CALL_NAME = 256 };

struct me_call {
	uint64_t address; /* in the executable's file; 0: it is in a library */
	uint64_t arguments[ME_CALL_ARGUMENTS]; /* extended to 64 bits */
	uint8_t
	    is_float[ME_CALL_ARGUMENTS]; /* it goes into a floating-point register */
	uint8_t count;
	uint8_t returns_float;
	char name[ME_CALL_NAME]; /* ended by a NUL; "" if there is an address */
};

struct me_call_result {
	uint64_t value; /* its lowest bits are the result */
	uint64_t returned; /* 0: it did not, or there is no such function */
};

#endif
