/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prover_modes_test.c - what changes the modes of floating-point arithmetic. */
#include "prover/ir/modes.h"

#include <stdio.h>

#include "tests/unit/me_check.h"

struct code {
	const char *name;
	uint8_t bytes[16];
	size_t size, at; /* `at` of the instruction; size: there is none */
	unsigned modes;
};

static const struct code codes[] = {
    {"ldmxcsr", {0x90, 0x0f, 0xae, 0x55, 0xfc}, 5, 1, MODE_ROUNDING | MODE_FLUSHING},
    {"stmxcsr", {0x90, 0x0f, 0xae, 0x5d, 0xfc}, 5, 5, 0},
    {"mfence", {0x90, 0x0f, 0xae, 0xf0, 0x90}, 5, 5, 0},
    {"vldmxcsr", {0xc5, 0xf8, 0xae, 0x14, 0x24}, 5, 0, MODE_ROUNDING | MODE_FLUSHING},
    {"vldmxcsr_r8",
     {0xc4, 0xc1, 0x78, 0xae, 0x10},
     5,
     0,
     MODE_ROUNDING | MODE_FLUSHING},
    {"fxrstor", {0x0f, 0xae, 0x0f}, 3, 0, MODE_ALL},
    {"xrstor", {0x48, 0x0f, 0xae, 0x2f}, 4, 1, MODE_ALL},
    {"xrstors", {0x0f, 0xc7, 0x1f}, 3, 0, MODE_ALL},
    {"fldcw", {0xd9, 0x6d, 0xfe, 0xc3}, 4, 0, MODE_PRECISION},
    {"fldenv", {0xd9, 0x27}, 2, 0, MODE_PRECISION},
    {"fninit", {0xdb, 0xe3}, 2, 0, MODE_PRECISION},
    {"frstor", {0xdd, 0x27}, 2, 0, MODE_PRECISION},
    {"fnsave", {0xdd, 0x37}, 2, 0, MODE_PRECISION},
    {"fnstcw", {0xd9, 0x7d, 0xfe, 0xc3}, 4, 4, 0},
    {"truncation",
     {0xd9, 0x6c, 0x24, 0x0c, 0xdf, 0x7d, 0xe8, 0xd9, 0x6d, 0xfe},
     10,
     10,
     0},
    {"not_restored", {0xd9, 0x6d, 0xfc, 0xdf, 0x7d, 0xe8, 0xc3}, 7, 0, MODE_PRECISION},
    {"behind",
     {0xd9, 0x6d, 0xfc, 0xdb, 0x1f, 0xd9, 0x6d, 0xfe, 0xd9, 0x2f},
     10,
     8,
     MODE_PRECISION},
    {"cut", {0x90, 0x0f, 0xae}, 3, 3, 0},
    {"cut_prefix", {0xc4, 0xc1, 0x78, 0xae}, 4, 4, 0}};

static void test_codes(void)
{
	char why[64];

	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
		const struct code *c = &codes[i];
		unsigned modes = 0;
		const size_t at = modes_next(c->bytes, c->size, 0, &modes);
		snprintf(why, sizeof why, "found at %zu with modes %u", at, modes);
		check(at == c->at && (at == c->size || modes == c->modes), c->name,
		      why);
	}
}

static void test_texts(void)
{
	check(modes_of_assembly("assembly: vldmxcsr %0") ==
		  (MODE_ROUNDING | MODE_FLUSHING),
	      "text_vldmxcsr", "other modes");
	check(modes_of_assembly("assembly: FXRSTOR64 (%rax)") == MODE_ALL,
	      "text_fxrstor", "other modes");
	check(modes_of_assembly("assembly: fnstcw %0") == 0, "text_fnstcw",
	      "other modes");
	check(modes_of_call("fesetround") == MODE_ROUNDING, "call_fesetround",
	      "other modes");
	check(modes_of_call("fesetenv") == MODE_ALL, "call_fesetenv", "other modes");
	check(modes_of_call("fegetenv") == 0, "call_fegetenv", "other modes");
}

int main(void)
{
	test_codes();
	test_texts();
	return me_check_failures != 0;
}
