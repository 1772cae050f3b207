/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_layout.c - the size of an input in a file. */
#include "prover/ir/entry_layout.h"

size_t entry_scalar_size(enum me_type type)
{
	switch (type) {
	case ME_BOOL:
	case ME_I8:
	case ME_U8:
		return 1;
	case ME_I16:
	case ME_U16:
		return 2;
	case ME_I32:
	case ME_U32:
	case ME_F32:
		return 4;
	case ME_F80:
		return 10;
	case ME_I128:
	case ME_U128:
	case ME_F128:
		return 16;
	default:
		return 8;
	}
}

size_t entry_element_size(const struct entry_parameter *p)
{
	size_t size = 0;

	for (size_t i = 0; i < p->field_count; i++)
		size += p->fields[i].count * entry_scalar_size(p->fields[i].type);
	return size;
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
