/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bytes/length.h"

/* PATIENCE: runs, for each bit of the limit; libFuzzer's -len_control. */
enum { SHORTEST = 4, PATIENCE = 100 };

void length_init(struct length *l)
{
	*l = (struct length){SHORTEST, 0, 0};
}

static size_t bits_of(size_t n)
{
	size_t bits = 0;

	for (; n > 1; n /= 2)
		bits++;
	return bits;
}

size_t length_allowed(struct length *l, unsigned long long runs,
		      unsigned long long kept, size_t size, size_t max_size)
{
	if (!l->limit)
		return max_size;
	if (l->kept != kept) {
		l->kept = kept;
		l->since = runs;
	}
	if (l->limit < max_size && runs - l->since > PATIENCE * bits_of(l->limit)) {
		l->limit += bits_of(l->limit);
		l->since = runs;
	}
	size_t allowed = size > l->limit ? size : l->limit;
	return allowed < max_size ? allowed : max_size;
}
