/* SPDX-License-Identifier: GPL-3.0-or-later */
/* losses.c - see losses.h. */
#include "harness/search/losses.h"

#include "mcmc/axis.h"

enum {
	FREE = 8, /* lost runs that a session may begin with */
	PRICE = 1 << 17, /* runs that have to return for each further one */
	FEW = 2, /* up to so many lost runs say nothing about a value */
	TRY = 256, /* one of so many runs that are expected to be lost is made */
	RARE = 16, /* runs that return for each lost one, where these are the exception */
	ODDS = 4, /* runs that return for each lost one, if a value is not the cause */
};

static unsigned long long mix(unsigned long long key, unsigned long long value)
{
	key = (key ^ value) * 0x9e3779b97f4a7c15u;
	return key ^ key >> 31;
}

/* What inputs may have in common: a value; its sign and its leading bits, of an integer
 * its size to a quarter of a power of two, of a float a range of exponents; or its sign
 * and roughly its size. */
enum level { VALUE, SIZE, ROUGH_SIZE, LEVELS };
enum { LEADING_BITS = 3, ROUGH_BITS = 4 };

static ucoord class_of(ucoord size, enum level level)
{
	const unsigned bits = axis_width(&(struct axis){.low = 0, .high = (coord)size});

	switch (level) {
	case VALUE:
		return size;
	case SIZE:
		return bits > LEADING_BITS
			   ? (size >> (bits - LEADING_BITS)) | (ucoord)bits << 8
			   : size;
	default:
		return bits / ROUGH_BITS;
	}
}

static unsigned long long key_of(size_t i, coord value, enum level level)
{
	const ucoord size = value < 0 ? -(ucoord)value : (ucoord)value;
	const ucoord class = class_of(size, level);
	const unsigned long long key = mix(mix(i, level), (unsigned)(value < 0));

	return mix(mix(key, (unsigned long long)class),
		   (unsigned long long)(class >> 64)) |
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
	for (size_t i = 0; i < n; i++)
		for (int level = 0; level < LEVELS; level++)
			note_lost(l, key_of(i, x[i], (enum level)level));
}

void losses_note_return(struct losses *l, const coord *x, size_t n)
{
	l->returned++;
	for (size_t i = 0; l->lost && i < n; i++)
		for (int level = 0; level < LEVELS; level++)
			note_return(l, key_of(i, x[i], (enum level)level));
}

int losses_are_rare(const struct losses *l)
{
	return l->returned / RARE >= l->lost;
}

int losses_expects(struct losses *l, const coord *x, size_t n)
{
	if (l->lost < FREE || (l->lost - FREE) * PRICE < l->returned)
		return 0;
	for (size_t i = 0; i < n; i++)
		for (int level = 0; level < LEVELS; level++)
			if (is_suspect(l, key_of(i, x[i], (enum level)level)))
				return ++l->expected % TRY != 0;
	return 0;
}
