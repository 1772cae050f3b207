/* SPDX-License-Identifier: GPL-3.0-or-later */
/* enumeration.cc - the values that an enumeration has unless entry= limits it. */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
#include "plugin/entry/parameter.h"

/* The enumerators from the least to the greatest; of flags, whose enumerators are powers of
 * two with a gap, all combinations. */
static bool enumerators_of(tree type, HOST_WIDE_INT *low, HOST_WIDE_INT *high)
{
	HOST_WIDE_INT bits = 0, count = 0;
	bool are_flags = true;

	for (tree v = TYPE_VALUES(type); v; v = TREE_CHAIN(v)) {
		tree number = TREE_VALUE(v);
		if (TREE_CODE(number) == CONST_DECL)
			number = DECL_INITIAL(number);
		if (!number || !tree_fits_shwi_p(number))
			return false;
		HOST_WIDE_INT n = tree_to_shwi(number);
		are_flags &= n >= 0;
		bits |= n;
		*low = count ? MIN(*low, n) : n;
		*high = count ? MAX(*high, n) : n;
		count++;
	}
	for (tree v = TYPE_VALUES(type); are_flags && v; v = TREE_CHAIN(v)) {
		tree number = TREE_CODE(TREE_VALUE(v)) == CONST_DECL
				  ? DECL_INITIAL(TREE_VALUE(v))
				  : TREE_VALUE(v);
		are_flags = !(tree_to_shwi(number) & (tree_to_shwi(number) - 1));
	}
	if (are_flags && *high >= count) {
		*low = 0;
		*high = bits;
	}
	return count > 1;
}

static bool fits_field(const parameter_field *f, HOST_WIDE_INT n)
{
	unsigned bits = 8u << (f->code - ME_I8) % 4;

	if (TYPE_UNSIGNED(f->type))
		return n >= 0 && (bits == 64 || n >> bits == 0);
	return bits == 64 || n >> (bits - 1) == (n < 0 ? -1 : 0);
}

/* An enumeration has its enumerators as values, and others where the body asks. */
void enumeration_read(tree entry, parameter_list *parameters, unsigned of,
		      parameter_field *f)
{
	HOST_WIDE_INT range[2];

	if (TREE_CODE(f->type) != ENUMERAL_TYPE || f->limited || f->code < ME_I8 ||
	    f->code > ME_U64 || !enumerators_of(f->type, &range[0], &range[1]))
		return;
	HOST_WIDE_INT low = range[0], high = range[1];
	body_asks_enumeration(entry, parameters, of, f, range);
	low = fits_field(f, range[0]) ? range[0] : low;
	high = fits_field(f, range[1]) ? range[1] : high;
	f->limited = f->is_default = true;
	f->low[0] = (uint64_t)low;
	f->high[0] = (uint64_t)high;
	parameter *p = &(*parameters)[of];
	for (const parameter_field *before = p->fields.begin(); before < f; before++)
		if (!strcmp(before->path, f->path))
			return;
	parameter_add_text(xasprintf("%s%s%s:%ld..%ld", p->name, *f->path ? "." : "",
				     f->path, (long)low, (long)high));
}
