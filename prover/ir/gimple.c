/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gimple.c - types and their values, and the names of GIMPLE's codes. */
#include "prover/ir/gimple.h"

#include <string.h>

static const struct {
	const char *name;
	enum code code;
} codes[] = {
    {"move", CODE_MOVE},
    {"nop_expr", CODE_CONVERT},
    {"convert_expr", CODE_CONVERT},
    {"float_expr", CODE_FLOAT},
    {"fix_trunc_expr", CODE_TRUNCATE},
    {"view_convert_expr", CODE_VIEW},
    {"negate_expr", CODE_NEGATE},
    {"abs_expr", CODE_ABS},
    {"absu_expr", CODE_ABSU},
    {"bit_not_expr", CODE_NOT},
    {"truth_not_expr", CODE_TRUTH_NOT},
    {"paren_expr", CODE_PAREN},
    {"plus_expr", CODE_ADD},
    {"minus_expr", CODE_SUBTRACT},
    {"mult_expr", CODE_MULTIPLY},
    {"pointer_plus_expr", CODE_POINTER_ADD},
    {"pointer_diff_expr", CODE_POINTER_DIFF},
    {"trunc_div_expr", CODE_DIVIDE},
    {"trunc_mod_expr", CODE_REMAINDER},
    {"rdiv_expr", CODE_FLOAT_DIVIDE},
    {"exact_div_expr", CODE_EXACT_DIVIDE},
    {"lshift_expr", CODE_SHIFT_LEFT},
    {"rshift_expr", CODE_SHIFT_RIGHT},
    {"lrotate_expr", CODE_ROTATE_LEFT},
    {"rrotate_expr", CODE_ROTATE_RIGHT},
    {"bit_and_expr", CODE_AND},
    {"bit_ior_expr", CODE_OR},
    {"bit_xor_expr", CODE_XOR},
    {"truth_and_expr", CODE_TRUTH_AND},
    {"truth_or_expr", CODE_TRUTH_OR},
    {"truth_xor_expr", CODE_TRUTH_XOR},
    {"min_expr", CODE_MIN},
    {"max_expr", CODE_MAX},
    {"cond_expr", CODE_SELECT},
    {"lt_expr", CODE_LT},
    {"le_expr", CODE_LE},
    {"eq_expr", CODE_EQ},
    {"ne_expr", CODE_NE},
    {"ge_expr", CODE_GE},
    {"gt_expr", CODE_GT},
    {"unordered_expr", CODE_UNORDERED},
    {"ordered_expr", CODE_ORDERED},
    {"unlt_expr", CODE_UNLT},
    {"unle_expr", CODE_UNLE},
    {"ungt_expr", CODE_UNGT},
    {"unge_expr", CODE_UNGE},
    {"uneq_expr", CODE_UNEQ},
    {"ltgt_expr", CODE_LTGT},
};

enum code code_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (strlen(codes[i].name) == length &&
		    memcmp(codes[i].name, name, length) == 0)
			return codes[i].code;
	return CODE_UNKNOWN;
}

bool code_compares(enum code code)
{
	return code >= CODE_LT && code <= CODE_LTGT;
}

size_t type_size(struct type type)
{
	if (type.kind == TYPE_OTHER)
		return 0;
	if (type.size)
		return type.size;
	if (type.kind == TYPE_FLOAT && type.bits == 80)
		return 16;
	return type.bits <= 8	 ? 1
	       : type.bits <= 16 ? 2
	       : type.bits <= 32 ? 4
	       : type.bits <= 64 ? 8
				 : 16;
}

bool type_is_integer(struct type type)
{
	return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED ||
	       type.kind == TYPE_POINTER;
}

/* ---- values of exported types, and how they lie in memory */

struct value value_truncate(struct type type, struct value v)
{
	if (type.bits <= 64)
		v.high = 0;
	if (type.bits < 64)
		v.low &= ((uint64_t)1 << type.bits) - 1;
	else if (type.bits > 64 && type.bits < 128)
		v.high &= ((uint64_t)1 << (type.bits - 64)) - 1;
	return v;
}

int64_t value_extend(struct type type, struct value v)
{
	const unsigned spare = type.bits < 64 ? 64u - type.bits : 0;

	if (type.kind != TYPE_SIGNED)
		return (int64_t)v.low;
	return (int64_t)(v.low << spare) >> spare;
}
