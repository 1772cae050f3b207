/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/entry_record.h"

#include "value/type.h"

const struct entry_flag entry_flags[] = {
    {"nullable", ME_PARAMETER_NULLABLE},
    {"string", ME_PARAMETER_STRING},
    {"described", ME_PARAMETER_DESCRIBED},
    {"extent", ME_PARAMETER_EXTENT},
    {"default", ME_PARAMETER_DEFAULT},
    {"restrict", ME_PARAMETER_RESTRICT},
    {"default_range", ME_PARAMETER_DEFAULT_RANGE},
    {NULL, 0},
};

size_t entry_element_size(const struct me_parameter *p)
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

static bool has_scalar(const struct me_parameter *p, enum me_type type)
{
	for (size_t i = 0; i < p->field_count; i++)
		if (scalar_class(p->fields[i].type) == type)
			return true;
	return false;
}

bool entry_may_share(const struct me_parameter *a, const struct me_parameter *b)
{
	if (a->passing != ME_BY_POINTER || b->passing != ME_BY_POINTER ||
	    (a->flags | b->flags) & ME_PARAMETER_RESTRICT)
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
		const struct me_parameter *p = &entry->parameters[i];
		size += !!(p->flags & ME_PARAMETER_NULLABLE) +
			p->count * entry_element_size(p);
	}
	return size;
}
