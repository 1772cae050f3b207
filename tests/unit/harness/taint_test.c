/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Group testing finds exactly the bytes that count, in O(k log n) runs; lengths and
 * checksums are repaired; minimisation's credit falls when it brings nothing.
 */
#include "harness/bytes/taint.h"

#include <string.h>

#include "harness/bytes/bytes.h"
#include "harness/bytes/energy.h"
#include "tests/unit/me_check.h"

enum { SIZE = 1024 };

/* Bytes 100..103 are the operand, 700 is another one's sign, and 10 has to be 'M'. */
static unsigned runs, runs_allowed;

static int run(void *context, const uint8_t *data, size_t size, struct observation *out)
{
	uint32_t u;

	(void)context;
	if (runs++ >= runs_allowed)
		return 0;
	memset(out, 0, sizeof *out);
	out->reached = size > 700 && data[10] == 'M';
	out->level = 3;
	memcpy(&u, data + 100, 4);
	out->operand[0] = u;
	out->operand[1] = size > 700 && data[700] & 0x80;
	out->distance = u;
	return 1;
}

static int has(const struct taint *f, uint32_t offset, enum effect effect)
{
	for (size_t i = 0; i < f->count; i++)
		if (f->bytes[i].offset == offset)
			return f->bytes[i].effect == effect;
	return 0;
}

static int find(struct taint *f, unsigned allowed)
{
	uint8_t base[SIZE] = {[10] = 'M', [101] = 9};
	struct taint_search s = {run, NULL, base, SIZE, SIZE, {0}, 600};

	memset(f, 0, sizeof *f);
	runs = 0;
	runs_allowed = 1;
	run(NULL, base, SIZE, &s.seen);
	runs = 0;
	runs_allowed = allowed;
	return taint_find(&s, f);
}

static void check_influence(void)
{
	struct taint f;
	int err = find(&f, 600);

	check(!err && f.count == 6 && has(&f, 100, EFFECT_MOVES) &&
		  has(&f, 101, EFFECT_MOVES) && has(&f, 102, EFFECT_MOVES) &&
		  has(&f, 103, EFFECT_MOVES) && has(&f, 700, EFFECT_MOVES),
	      "taint_moves", "not the bytes that move the reading");
	check(has(&f, 10, EFFECT_TURNS), "taint_turns", "not the byte that turns away");
	check(f.size == EFFECT_NONE, "taint_size", "the size has no effect");
	check(runs <= 90, "taint_runs", "more than k log n runs");
	taint_done(&f);
	check(find(&f, 5) == -1, "taint_interrupted", "runs after a refused one");
	taint_done(&f);
}

static void check_cache(void)
{
	static struct taint_cache cache;
	int found;

	taint_look_up(&cache, 3, 77, &found);
	check(!found, "taint_cache_new", "found in an empty cache");
	taint_look_up(&cache, 3, 77, &found);
	check(found, "taint_cache_kept", "not found again");
	taint_look_up(&cache, 3, 78, &found);
	check(!found, "taint_cache_path", "another way is another entry");
}

/* A length of 16 bits, big-endian, that says 9 of an input of 12 bytes; the first try
 * may be another place with the same value. */
static void check_repair(void)
{
	static struct input_repair m;
	uint8_t data[12] = {1, 1, 0, 9, 5, 5, 5, 5, 5, 5, 5, 5};
	struct typed_operand a = {ME_U64, 9}, b = {ME_U64, 12};
	int tries = 0;

	repair_begin(&m);
	while (!(data[2] == 0 && data[3] == 12) && repair_try(&m, 4, &a, &b, data, 12))
		tries++;
	check(data[3] == 12 && tries <= REPAIR_MOST, "repair_length",
	      "it was not written");
	check(data[0] == 1 && data[1] == 1 && data[4] == 5, "repair_nothing_else",
	      "other bytes were changed");
	repair_succeeded(&m);
	data[3] = 7;
	a.bits = 7;
	repair_begin(&m);
	check(repair_try(&m, 4, &a, &b, data, 12) && data[3] == 12, "repair_remembered",
	      "the field that served is not the first one tried");
	uint8_t other[4] = {5, 5, 5, 5};
	repair_begin(&m);
	check(!repair_try(&m, 8, &a, &b, other, 4) && other[0] == 5, "repair_nothing",
	      "nothing of it stands in the input");
}

/* The part of all cost that is minimisation's when it closes `closed` goals a slice,
 * and so many in reach are untried. */
static double part(unsigned closed, uint32_t untried)
{
	struct energy s;
	double inner = 0, all = 0;

	energy_init(&s, 20);
	for (int i = 0; i < 10000000; i++) {
		energy_fuzzed(&s, 1, i % 100000 == 0, untried);
		all++;
		if (!energy_allows(&s))
			continue;
		energy_minimised(&s, 1000, closed);
		inner += 1000;
	}
	return inner / (all + inner);
}

static void check_share(void)
{
	check(part(0, 0) < 0.13, "energy_without_progress",
	      "for nothing more than a tenth, and what there is to begin with");
	check(part(1, 0) > 0.5, "energy_fertile", "it brings more than libFuzzer does");
	check(part(0, 3) > 2 * part(0, 0), "energy_untried",
	      "goals that were never tried get no more");
}

int main(void)
{
	check_influence();
	check_cache();
	check_repair();
	check_share();
	return me_check_failures != 0;
}
