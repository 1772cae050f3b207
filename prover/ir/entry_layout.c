/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_layout.c - the size of an input in a file. */
#include "prover/ir/entry_layout.h"

#include "value/type.h"

size_t entry_element_size(const struct entry_parameter *p)
{
	size_t size = 0;

	for (size_t i = 0; i < p->field_count; i++)
		size += p->fields[i].count * type_scalar_size(p->fields[i].type);
	return size;
}

/* Signed and unsigned integers are one type here. */
static enum me_type scalar_class(enum me_type type)
{
	return type >= ME_U8 && type <= ME_U64 ? type - ME_U8 + ME_I8
	       : type == ME_U128	       ? ME_I128
					       : type;
}

static bool has_scalar(const struct entry_parameter *p, enum me_type type)
{
	for (size_t i = 0; i < p->field_count; i++)
		if (scalar_class(p->fields[i].type) == type)
			return true;
	return false;
}

bool entry_may_share(const struct entry_parameter *a, const struct entry_parameter *b)
{
	if (!a->by_pointer || !b->by_pointer || a->is_restrict || b->is_restrict)
		return false;
	if (has_scalar(a, ME_I8) || has_scalar(b, ME_I8))
		return true;
	for (size_t i = 0; i < a->field_count; i++)
		if (has_scalar(b, scalar_class(a->fields[i].type)))
			return true;
	return false;
}

size_t entry_file_size(const struct entry *entry)
{
	size_t size = 0;

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct entry_parameter *p = &entry->parameters[i];
		size += p->nullable + p->count * entry_element_size(p);
	}
	return size;
}
