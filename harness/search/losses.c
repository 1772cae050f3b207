/* SPDX-License-Identifier: GPL-3.0-or-later */
/* losses.c - see losses.h. */
#include "harness/search/losses.h"

#include "mcmc/axis.h"

enum {
	FREE = 8, /* lost runs that a session may begin with */
	PRICE = 1 << 17, /* runs that have to return for each further one */
	FEW = 2, /* up to so many lost runs say nothing about a value */
	TRY = 256, /* one of so many runs that are expected to be lost is made */
	ODDS = 4, /* runs that return for each lost one, if a value is not the cause */
};

static unsigned long long mix(unsigned long long key, unsigned long long value)
{
	key = (key ^ value) * 0x9e3779b97f4a7c15u;
	return key ^ key >> 31;
}

/* Of the value, or with `by_size` of its sign and its leading bits: of an integer its
 * size to a quarter of a power of two, of a float a range of exponents. */
static unsigned long long key_of(size_t i, coord value, int by_size)
{
	ucoord size = value < 0 ? -(ucoord)value : (ucoord)value;
	const unsigned bits = axis_width(&(struct axis){.low = 0, .high = (coord)size});
	const unsigned shift = by_size && bits > 3 ? bits - 3 : 0;
	const ucoord leading = size >> shift;
	const unsigned long long key =
	    mix(mix(i, (unsigned)by_size << 8 | shift), (unsigned)(value < 0));

	return mix(mix(key, (unsigned long long)leading),
		   (unsigned long long)(leading >> 64)) |
	       1;
}

static size_t slot_of(unsigned long long key)
{
	return key >> 1 & (LOSSES_KEYS - 1);
}

static void note_lost(struct losses *l, unsigned long long key)
{
	struct losses_key *k = &l->keys[slot_of(key)];

	if (k->key != key)
		*k = (struct losses_key){key, 0, 0};
	k->lost++;
}

static void note_return(struct losses *l, unsigned long long key)
{
	struct losses_key *k = &l->keys[slot_of(key)];

	if (k->key == key)
		k->returned++;
}

static int is_suspect(const struct losses *l, unsigned long long key)
{
	const struct losses_key *k = &l->keys[slot_of(key)];

	return k->key == key && k->lost > FEW && k->returned / ODDS < k->lost;
}

void losses_note_lost(struct losses *l, const coord *x, size_t n)
{
	l->lost++;
	for (size_t i = 0; i < n; i++) {
		note_lost(l, key_of(i, x[i], 0));
		note_lost(l, key_of(i, x[i], 1));
	}
}

void losses_note_return(struct losses *l, const coord *x, size_t n)
{
	l->returned++;
	for (size_t i = 0; l->lost && i < n; i++) {
		note_return(l, key_of(i, x[i], 0));
		note_return(l, key_of(i, x[i], 1));
	}
}

int losses_expects(struct losses *l, const coord *x, size_t n)
{
	if (l->lost < FREE || (l->lost - FREE) * PRICE < l->returned)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (is_suspect(l, key_of(i, x[i], 0)) ||
		    is_suspect(l, key_of(i, x[i], 1)))
			return ++l->expected % TRY != 0;
	return 0;
}
