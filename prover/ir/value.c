/* SPDX-License-Identifier: GPL-3.0-or-later */
/* value.c - values of exported types, and how they lie in memory. */
#include "prover/ir/value.h"

#include <string.h>

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

struct value value_load(struct type type, const void *from)
{
	struct value v = {0, 0};

	memcpy(&v, from, type.bits == 80 ? 10 : type_size(type));
	return value_truncate(type, v);
}

void value_store(struct type type, struct value v, void *to)
{
	memcpy(to, &v, type_size(type));
}
