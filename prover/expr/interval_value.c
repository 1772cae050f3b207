/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/expr/interval_value.h"

#include <math.h>

#include "prover/expr/node.h"

/* Each reading narrows the other where it does not cross the other's ends. */
static void agree(struct value_interval *i, unsigned width)
{
	const uint64_t mask = node_mask(width);

	if (i->low >> (width - 1) == i->high >> (width - 1)) {
		const int64_t least = node_signed(width, i->low),
			      most = node_signed(width, i->high);
		i->least = least > i->least ? least : i->least;
		i->most = most < i->most ? most : i->most;
	}
	if (i->least >= 0 || i->most < 0) {
		const uint64_t low = (uint64_t)i->least & mask,
			       high = (uint64_t)i->most & mask;
		i->low = low > i->low ? low : i->low;
		i->high = high < i->high ? high : i->high;
	}
}

struct value_interval interval_of_all(unsigned sort)
{
	struct value_interval i = {.may_be_false = true, .may_be_true = true};

	if (interval_is_bits(sort)) {
		i.high = node_mask(sort);
		i.least = node_signed(sort, (uint64_t)1 << (sort - 1));
		i.most = (int64_t)(i.high >> 1);
	}
	i.from = -INFINITY;
	i.to = INFINITY;
	i.may_be_nan = true;
	return i;
}

struct value_interval interval_of_both(unsigned width, __int128 low, __int128 high,
				       __int128 least, __int128 most)
{
	struct value_interval i = interval_of_all(width);

	if (low >> width == high >> width) { /* all wrap around alike */
		i.low = (uint64_t)low & node_mask(width);
		i.high = (uint64_t)high & node_mask(width);
	}
	if (least >= i.least && most <= i.most) {
		i.least = (int64_t)least;
		i.most = (int64_t)most;
	}
	agree(&i, width);
	return i;
}

/* Beyond what a reading of 64 bits can be: it says nothing. */
struct value_interval interval_of_truth(bool may_be_false, bool may_be_true)
{
	struct value_interval i = interval_of_all(SORT_BOOL);

	i.may_be_false = may_be_false;
	i.may_be_true = may_be_true;
	return i;
}

struct value_interval interval_of_numbers(double from, double to, bool may_be_nan)
{
	struct value_interval i = interval_of_all(SORT_F64);

	i.from = from;
	i.to = to;
	i.may_be_nan = may_be_nan;
	return i;
}

struct value_interval interval_of_none(bool may_be_nan)
{
	return interval_of_numbers(INFINITY, -INFINITY, may_be_nan);
}

static const __int128 unknown = (__int128)1 << 64;

struct value_interval interval_of_bits(unsigned width, uint64_t low, uint64_t high)
{
	return interval_of_both(width, low, high, -unknown, unknown);
}

struct value_interval interval_of_signed(unsigned width, int64_t least, int64_t most)
{
	return interval_of_both(width, 0, unknown, least, most);
}

struct value_interval interval_join(const struct value_interval *a,
				    const struct value_interval *b)
{
	return (struct value_interval){
	    .may_be_false = a->may_be_false | b->may_be_false,
	    .may_be_true = a->may_be_true | b->may_be_true,
	    .low = a->low < b->low ? a->low : b->low,
	    .high = a->high > b->high ? a->high : b->high,
	    .least = a->least < b->least ? a->least : b->least,
	    .most = a->most > b->most ? a->most : b->most,
	    .from = a->from < b->from ? a->from : b->from,
	    .to = a->to > b->to ? a->to : b->to,
	    .may_be_nan = a->may_be_nan | b->may_be_nan};
}

struct value_interval interval_meet(unsigned sort, const struct value_interval *a,
				    const struct value_interval *b)
{
	struct value_interval i = {.may_be_false = a->may_be_false & b->may_be_false,
				   .may_be_true = a->may_be_true & b->may_be_true,
				   .low = a->low > b->low ? a->low : b->low,
				   .high = a->high < b->high ? a->high : b->high,
				   .least = a->least > b->least ? a->least : b->least,
				   .most = a->most < b->most ? a->most : b->most,
				   .from = a->from > b->from ? a->from : b->from,
				   .to = a->to < b->to ? a->to : b->to,
				   .may_be_nan = a->may_be_nan & b->may_be_nan};

	if (interval_is_bits(sort) && !interval_is_empty(&i))
		agree(&i, sort);
	return i;
}

bool interval_is_same(const struct value_interval *a, const struct value_interval *b)
{
	return a->may_be_false == b->may_be_false && a->may_be_true == b->may_be_true &&
	       a->low == b->low && a->high == b->high && a->least == b->least &&
	       a->most == b->most && a->from == b->from && a->to == b->to &&
	       a->may_be_nan == b->may_be_nan;
}

bool interval_is_empty(const struct value_interval *i)
{
	return (!i->may_be_true && !i->may_be_false) || i->low > i->high ||
	       i->least > i->most || (i->from > i->to && !i->may_be_nan);
}

struct value_interval interval_negated(const struct value_interval *a)
{
	return interval_of_numbers(-a->to, -a->from, a->may_be_nan);
}

struct value_interval interval_magnitude(const struct value_interval *a)
{
	if (a->from >= 0)
		return *a;
	if (a->to <= 0)
		return interval_negated(a);
	return interval_of_numbers(0, -a->from > a->to ? -a->from : a->to,
				   a->may_be_nan);
}

/* What of the bits is a number: `infinity` and what is below it, with that sign. */
static void read_half(struct value_interval *i, unsigned sort, uint64_t first,
		      uint64_t last, uint64_t infinity)
{
	if (first > last)
		return;
	i->may_be_nan |= last > infinity;
	if (first > infinity)
		return;
	const double one = node_number(sort, first),
		     other = node_number(sort, last < infinity ? last : infinity);
	const double low = one < other ? one : other, high = one < other ? other : one;
	i->from = low < i->from ? low : i->from;
	i->to = high > i->to ? high : i->to;
}

struct value_interval interval_read(unsigned sort, const struct value_interval *a)
{
	const uint64_t infinity = node_bits(sort, INFINITY);
	const uint64_t sign = sort == SORT_F32 ? (uint64_t)1 << 31 : (uint64_t)1 << 63;
	struct value_interval i = interval_of_none(false);

	read_half(&i, sort, a->low, a->high < sign ? a->high : sign - 1, infinity);
	read_half(&i, sort, a->low > sign ? a->low : sign, a->high, infinity | sign);
	return i;
}

uint64_t interval_half(unsigned sort, unsigned format, uint64_t low, uint64_t high)
{
	const uint64_t sign = sort ? (uint64_t)1 << (sort - 1) : 0;
	const uint64_t infinity = format == SORT_F32   ? 0x7f800000u | (low & sign)
				  : format == SORT_F64 ? 0x7ff0000000000000u | (low & sign)
						       : UINT64_MAX;

	if (low < sign && high >= sign)
		return sign - 1;
	return low <= infinity && high > infinity ? infinity : low + (high - low) / 2;
}
