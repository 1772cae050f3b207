/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes that move a reading are found, and what was found for another input is
 * known not to hold for this one. */
#include "harness/bytes/taint.h"

#include <string.h>

#include "tests/unit/me_check.h"

/* The reading is the byte at the place that byte 0 names; beyond the end it is not
 * reached. With `digits` only what is a digit counts. */
struct reader {
	int digits;
	unsigned runs;
};

static int run(void *context, const uint8_t *data, size_t size, struct observation *out)
{
	struct reader *r = context;

	memset(out, 0, sizeof *out);
	r->runs++;
	out->reached = size && data[0] < size;
	if (!out->reached)
		return 1;
	uint8_t byte = data[data[0]];
	if (r->digits && (byte < '0' || byte > '9'))
		byte = 0;
	out->distance = out->operand[0] = byte;
	return 1;
}

static struct taint_search search_for(struct reader *r, const uint8_t *data,
				      size_t size)
{
	struct taint_search s = {run, r, data, size, 64, {0}, 600};

	run(r, data, size, &s.seen);
	r->runs = 0;
	return s;
}

static int has(const struct taint *i, uint32_t offset, enum effect effect)
{
	for (size_t k = 0; k < i->count; k++)
		if (i->bytes[k].offset == offset)
			return i->bytes[k].effect == effect;
	return 0;
}

static void places(void)
{
	uint8_t first[40] = {7}, second[40] = {23}, third[40] = {7, 1, 2, 3};
	struct reader r = {0, 0};
	struct taint found = {0};
	struct taint_search s = search_for(&r, first, sizeof first);

	check(!taint_find(&s, &found) && found.count == 2, "taint_count", "not 2");
	check(has(&found, 7, EFFECT_MOVES), "taint_moves", "not byte 7");
	check(has(&found, 0, EFFECT_TURNS) || has(&found, 0, EFFECT_MOVES),
	      "taint_place", "not byte 0");
	check(r.runs < 40, "taint_runs", "as many as bytes");
	s = search_for(&r, third, sizeof third);
	check(taint_holds(&s, &found) == 1 && r.runs == 1, "taint_holds",
	      "it does not");
	s = search_for(&r, second, sizeof second);
	check(taint_holds(&s, &found) == 0, "taint_of_another", "it holds");
	taint_done(&found);
}

/* Nothing found in an input without digits says nothing of one where one may stand. */
static void digits(void)
{
	uint8_t empty[1] = {0}, longer[4] = {1, 'x', 'y', 'z'};
	struct reader r = {1, 0};
	struct taint found = {0};
	struct taint_search s = search_for(&r, empty, 0);

	check(!taint_find(&s, &found) && !found.count, "taint_empty", "bytes");
	s = search_for(&r, longer, sizeof longer);
	check(taint_holds(&s, &found) == 0, "taint_empty_holds", "it holds");
	taint_done(&found);
}

static void budget(void)
{
	uint8_t data[8] = {3};
	struct reader r = {0, 0};
	struct taint found = {0};
	struct taint_search s = search_for(&r, data, sizeof data);

	s.budget = 0;
	check(!taint_find(&s, &found) && !r.runs, "taint_budget", "runs");
	taint_done(&found);
}

int main(void)
{
	places();
	digits();
	budget();
	return me_check_failures != 0;
}
