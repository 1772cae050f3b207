/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/coordinate.h"

enum { AXIS_BITS = 96 };

static unsigned hidden_bits(struct sort sort)
{
	return sort.width > AXIS_BITS ? sort.width - AXIS_BITS : 0;
}

coord coordinate_of(struct sort sort, word value)
{
	const unsigned hidden = hidden_bits(sort);

	if (sort.kind == SORT_FLOAT)
		return float_order(sort, value) >> hidden;
	return (coord)(value >> hidden);
}

word coordinate_value(struct sort sort, coord c, word value)
{
	const unsigned hidden = hidden_bits(sort);
	const word low = value & word_mask(hidden);

	if (sort.kind != SORT_FLOAT)
		return (word)c << hidden | low;
	if (c < 0)
		return float_at(sort,
				-1 - (signed_word)((word)(-1 - c) << hidden | low));
	return float_at(sort, (signed_word)((word)c << hidden | low));
}
