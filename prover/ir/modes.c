/* SPDX-License-Identifier: GPL-3.0-or-later */
/* modes.c - what may change the modes of floating-point arithmetic. */
#include "prover/ir/modes.h"

#include <stdbool.h>
#include <string.h>

struct changer {
	const char *name;
	unsigned modes;
};

static const struct changer calls[] = {
    {"fesetround", MODE_ROUNDING},
    {"__builtin_ia32_ldmxcsr", MODE_ROUNDING | MODE_FLUSHING},
    {"__builtin_ia32_fldenv", MODE_ROUNDING | MODE_PRECISION},
    {"__ieee_arithmetic_MOD_ieee_set_rounding_mode", MODE_ROUNDING},
    {"__ieee_arithmetic_MOD_ieee_set_underflow_mode", MODE_FLUSHING},
    {"fesetenv", MODE_ALL}, /* a structure holds all modes, and may be changed */
    {"feupdateenv", MODE_ALL},
    {"feholdexcept", MODE_ALL},
    {"fesetmode", MODE_ALL},
    {"__ieee_exceptions_MOD_ieee_set_status", MODE_ALL},
    {"__ieee_arithmetic_MOD_ieee_set_modes", MODE_ALL},
    {"__ieee_exceptions_MOD_ieee_set_modes", MODE_ALL},
    {"__builtin_ia32_fxrstor", MODE_ALL},
    {"__builtin_ia32_fxrstor64", MODE_ALL},
    {"__builtin_ia32_xrstor", MODE_ALL},
    {"__builtin_ia32_xrstor64", MODE_ALL},
    {"__builtin_ia32_xrstors", MODE_ALL},
    {"__builtin_ia32_xrstors64", MODE_ALL},
    {"setcontext", MODE_ALL},
    {"swapcontext", MODE_ALL},
};

static const struct changer words[] = {
    {"ldmxcsr", MODE_ROUNDING | MODE_FLUSHING},
    {"fldcw", MODE_ROUNDING | MODE_PRECISION},
    {"fldenv", MODE_ROUNDING | MODE_PRECISION},
    {"finit", MODE_ROUNDING | MODE_PRECISION},
    {"fninit", MODE_ROUNDING | MODE_PRECISION},
    {"fsave", MODE_ROUNDING | MODE_PRECISION},
    {"fnsave", MODE_ROUNDING | MODE_PRECISION},
    {"rstor", MODE_ALL},
    {".byte", MODE_ALL}, /* and other data: any instruction */
    {".word", MODE_ALL},
    {".long", MODE_ALL},
    {".quad", MODE_ALL},
    {".insn", MODE_ALL},
};

unsigned modes_of_call(const char *name)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (strcmp(name, calls[i].name) == 0)
			return calls[i].modes;
	return 0;
}

unsigned modes_of_assembly(const char *text)
{
	unsigned modes = 0;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(text, words[i].name))
			modes |= words[i].modes;
	return modes;
}

/* ---- machine code */

/* The fields of a ModRM byte. */
static unsigned group_of(uint8_t modrm)
{
	return modrm >> 3 & 7;
}

static bool is_memory(uint8_t modrm)
{
	return modrm >> 6 != 3;
}

/* The bytes of an instruction with one byte of opcode and an operand in memory; 0:
 * there are too few. */
static size_t instruction_length(const uint8_t *code, size_t size)
{
	if (size < 3)
		return 0;
	const unsigned mod = code[1] >> 6, rm = code[1] & 7;
	const bool has_sib = rm == 4;
	const unsigned base = has_sib ? code[2] & 7 : rm;
	const size_t displacement = mod == 1 ? 1 : mod == 2 || base == 5 ? 4 : 0;

	return 2 + has_sib + displacement;
}

static bool is_fldcw(const uint8_t *code, size_t size)
{
	return size >= 2 && code[0] == 0xd9 && is_memory(code[1]) &&
	       group_of(code[1]) == 5;
}

/* fist, fistp or fisttp, of 16, 32 or 64 bits. */
static bool is_integer_store(const uint8_t *code, size_t size)
{
	if (size < 2 || (code[0] != 0xdb && code[0] != 0xdf) || !is_memory(code[1]))
		return false;
	const unsigned group = group_of(code[1]);
	return (group >= 1 && group <= 3) || (group == 7 && code[0] == 0xdf);
}

/* In `fldcw; fistp; fldcw`, as which compilers truncate, the place of the second fldcw,
 * which restores the control word; 0: it is another sequence. */
static size_t end_of_truncation(const uint8_t *code, size_t size)
{
	const size_t first = instruction_length(code, size);

	if (!first || first >= size || !is_integer_store(code + first, size - first))
		return 0;
	const size_t second = instruction_length(code + first, size - first);
	const size_t both = first + second;
	return second && both < size && is_fldcw(code + both, size - both) ? both : 0;
}

/* The opcodes 0f ae and 0f c7. */
static unsigned modes_of_state(uint8_t opcode, uint8_t modrm)
{
	const unsigned group = group_of(modrm);

	if (!is_memory(modrm))
		return 0;
	if (opcode == 0xae && group == 2)
		return MODE_ROUNDING | MODE_FLUSHING; /* ldmxcsr */
	if (opcode == 0xae && (group == 1 || group == 5))
		return MODE_ALL; /* fxrstor, xrstor */
	return opcode == 0xc7 && group == 3 ? MODE_ALL : 0; /* xrstors */
}

/* The opcodes c4 and c5: the prefix of vldmxcsr, whose opcode is ae. */
static unsigned modes_of_prefixed(const uint8_t *code, size_t size)
{
	const size_t prefix = code[0] == 0xc5 ? 2 : 3;
	const bool is_map_1 = prefix == 2 || (code[1] & 0x1f) == 1;

	if (size < prefix + 2 || !is_map_1 || code[prefix] != 0xae)
		return 0;
	return modes_of_state(0xae, code[prefix + 1]);
}

static unsigned modes_of_x87(uint8_t opcode, uint8_t modrm)
{
	const unsigned group = group_of(modrm);

	if (opcode == 0xdb)
		return modrm == 0xe3 ? MODE_PRECISION : 0; /* fninit */
	if (!is_memory(modrm))
		return 0;
	if (opcode == 0xd9) /* fldenv, fldcw */
		return group == 4 || group == 5 ? MODE_PRECISION : 0;
	return group == 4 || group == 6 ? MODE_PRECISION : 0; /* frstor, fnsave */
}

static unsigned modes_of_instruction(const uint8_t *code, size_t size)
{
	switch (code[0]) {
	case 0x0f:
		return size > 2 ? modes_of_state(code[1], code[2]) : 0;
	case 0xc4:
	case 0xc5:
		return modes_of_prefixed(code, size);
	case 0xd9:
	case 0xdb:
	case 0xdd:
		return size > 1 ? modes_of_x87(code[0], code[1]) : 0;
	default:
		return 0;
	}
}

size_t modes_next(const uint8_t *code, size_t size, size_t at, unsigned *modes)
{
	size_t restores = size;

	for (; at < size; at++) {
		*modes = modes_of_instruction(code + at, size - at);
		if (!*modes || at == restores)
			continue;
		const size_t end = is_fldcw(code + at, size - at)
				       ? end_of_truncation(code + at, size - at)
				       : 0;
		if (!end)
			return at;
		restores = at + end;
	}
	return size;
}
