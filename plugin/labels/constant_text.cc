/* SPDX-License-Identifier: GPL-3.0-or-later */
/* constant_text.cc - reads numbers as constants. */
#include "plugin/gcc.h"
#include "plugin/labels/constant_text.h"

bool constant_has_type(tree type)
{
	if (SCALAR_FLOAT_TYPE_P(type))
		return !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type));
	return (TREE_CODE(type) == INTEGER_TYPE || TREE_CODE(type) == BOOLEAN_TYPE) &&
	       TYPE_PRECISION(type) <= 64;
}

bool constant_is_number(const char *text)
{
	char *end;

	strtod(text, &end);
	return end != text && !*end && strspn(text, "+-.0123456789");
}

static tree read_integer(tree type, const char *text)
{
	const bool negative = *text == '-';
	const char *digits = text + (negative || *text == '+');
	char *end;

	errno = 0;
	const unsigned HOST_WIDE_INT magnitude = strtoull(digits, &end, 0);
	if (!ISDIGIT(*digits) || *end || errno)
		return NULL_TREE;
	const widest_int n = negative ? -widest_int(magnitude) : widest_int(magnitude);
	return wi::fits_to_tree_p(n, type) ? wide_int_to_tree(type, n) : NULL_TREE;
}

static tree read_float(tree type, const char *text)
{
	REAL_VALUE_TYPE exact, r;

	if (!constant_is_number(text))
		return NULL_TREE;
	real_from_string(&exact, *text == '+' ? text + 1 : text);
	real_convert(&r, TYPE_MODE(type), &exact);
	return build_real(type, r);
}

tree constant_read(tree type, const char *text)
{
	return SCALAR_FLOAT_TYPE_P(type) ? read_float(type, text)
					 : read_integer(type, text);
}
