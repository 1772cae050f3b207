/* SPDX-License-Identifier: GPL-3.0-or-later */
/* taint.c - reads runs, and tests the bytes of an input in groups. */
#include "harness/bytes/taint.h"

#include <stdlib.h>
#include <string.h>

#include "harness/rungoal/decisions.h"

/* ---- the reading of a run */

static int is_run_goal(const struct goals *g, uint32_t goal)
{
	return goal == g->program->run_goal;
}

static struct typed_operand operand_at(uint32_t site, ucoord bits)
{
	return (struct typed_operand){(enum me_type)trace.program->sites[site]->type,
				      (uint64_t)bits};
}

void site_operands(uint32_t site, struct typed_operand out[2])
{
	for (int k = 0; k < 2; k++)
		out[k] = operand_at(site, trace.sites[site].operand[k]);
}

static void turn_operands(struct typed_operand out[2])
{
	const uint32_t site = decisions_turn();
	ucoord bits[2];

	decisions_turn_operands(bits);
	for (int k = 0; k < 2; k++)
		out[k] = site == PROGRAM_NONE ? (struct typed_operand){ME_VOID, 0}
					      : operand_at(site, bits[k]);
}

int goal_is_reached(const struct goals *g, uint32_t goal,
		    const struct goal_place *place)
{
	return is_run_goal(g, goal) ? decisions_followed() >= place->followed
				    : trace_passed(goal);
}

void goal_place_of(const struct goals *g, uint32_t goal, struct goal_place *out)
{
	if (is_run_goal(g, goal)) {
		out->site = decisions_turn();
		out->path = out->followed = decisions_followed();
		turn_operands(out->operands);
		return;
	}
	out->site = program_goal_site(g->program, goal);
	out->followed = 0;
	out->path = trace.record.aim_path;
	site_operands(out->site, out->operands);
}

static uint32_t decisions_left(void)
{
	uint32_t most, length;

	decisions_nearest(&most, &length);
	return length - decisions_followed();
}

/* Doubles from 0 on are in the order of their bits. */
static uint64_t image_of(double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static void observe_run(const struct goals *g, uint32_t goal, struct observation *out)
{
	struct typed_operand operands[2];

	turn_operands(operands);
	out->level = decisions_left();
	out->distance = image_of(goals_value(g, goal));
	for (int k = 0; k < 2; k++)
		out->operand[k] = operands[k].bits;
}

void goal_observe(const struct goals *g, uint32_t goal, const struct goal_place *place,
		  struct observation *out)
{
	memset(out, 0, sizeof *out);
	out->reached = goal_is_reached(g, goal, place);
	if (is_run_goal(g, goal)) {
		observe_run(g, goal, out);
		return;
	}
	out->level =
	    trace.record.turn.run == trace.run ? trace.record.turn.level : UINT32_MAX;
	if (!out->reached)
		return;
	const struct trace_site *at = &trace.sites[program_goal_site(g->program, goal)];
	out->distance = trace.goals[goal].distance;
	out->operand[0] = at->operand[0];
	out->operand[1] = at->operand[1];
}

int goal_turn_of(const struct goals *g, uint32_t goal, struct goal_turn *out)
{
	const struct trace_turn *turn = &trace.record.turn;

	if (is_run_goal(g, goal)) {
		*out = (struct goal_turn){.site = decisions_turn(),
					  .level = decisions_left()};
		turn_operands(out->operands);
		return out->site != PROGRAM_NONE;
	}
	if (turn->run != trace.run)
		return 0;
	*out = (struct goal_turn){.site = turn->site, .level = turn->level};
	site_operands(turn->site, out->operands);
	return 1;
}

/* ---- taint inference */

/* How the bytes of a block are changed. */
enum change {
	CHANGE_ALL, /* each bit */
	CHANGE_LOW, /* the lowest bit: a digit stays a digit */
	CHANGE_MIDDLE, /* a small letter becomes a control character or a capital */
	CHANGE_DIGIT, /* to '1', or '1' to '2': text that is a number */
};

struct finder {
	const struct taint_search *s;
	struct taint *out;
	uint8_t *trial; /* equals the base between two runs */
	unsigned left; /* runs */
	enum change change; /* of blocks */
	int failed; /* out of memory, or a run was refused */
	struct observation last;
};

static uint8_t changed(uint8_t byte, enum change change)
{
	switch (change) {
	case CHANGE_ALL:
		return byte ^ 0xff;
	case CHANGE_LOW:
		return byte ^ 1;
	case CHANGE_MIDDLE:
		return byte ^ 0x10;
	default:
		return byte == '1' ? '2' : '1';
	}
}

static enum effect effect_of(const struct observation *a, const struct observation *b)
{
	if (!b->reached)
		return EFFECT_TURNS;
	return a->distance != b->distance || a->operand[0] != b->operand[0] ||
		       a->operand[1] != b->operand[1]
		   ? EFFECT_MOVES
		   : EFFECT_NONE;
}

static enum effect run_changed(struct finder *f, const uint8_t *data, size_t size)
{
	if (f->failed || !f->left)
		return EFFECT_NONE;
	f->left--;
	if (!f->s->run(f->s->context, data, size, &f->last)) {
		f->failed = 1;
		return EFFECT_NONE;
	}
	return effect_of(&f->s->seen, &f->last);
}

static enum effect probe(struct finder *f, size_t from, size_t to, enum change change)
{
	for (size_t i = from; i < to; i++)
		f->trial[i] = changed(f->s->base[i], change);
	enum effect effect = run_changed(f, f->trial, f->s->size);
	memcpy(f->trial + from, f->s->base + from, to - from);
	return effect;
}

static void add_byte(struct finder *f, const struct taint_byte *byte)
{
	struct taint *o = f->out;

	if (o->count == o->room) {
		size_t room = o->room ? 2 * o->room : 16;
		struct taint_byte *grown = realloc(o->bytes, room * sizeof *grown);
		if (!grown) {
			f->failed = 1;
			return;
		}
		o->bytes = grown;
		o->room = room;
	}
	o->bytes[o->count++] = *byte;
}

static uint64_t distance_apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* A byte whose change makes the run miss the site may change the reading if it is
 * changed more carefully. */
static int test_byte(struct finder *f, size_t at)
{
	enum change careful[] = {f->change, CHANGE_LOW, CHANGE_MIDDLE};
	struct taint_byte byte = {(uint32_t)at, UINT32_MAX, 0, EFFECT_NONE};

	for (int i = 0; i < 3 && byte.effect != EFFECT_MOVES; i++) {
		enum effect effect = probe(f, at, at + 1, careful[i]);
		if (effect > byte.effect)
			byte.effect = effect;
		if (effect == EFFECT_TURNS && f->last.level < byte.level)
			byte.level = f->last.level;
		if (effect == EFFECT_MOVES)
			byte.change =
			    distance_apart(f->last.distance, f->s->seen.distance);
		if (byte.effect == EFFECT_NONE)
			break;
	}
	if (byte.effect != EFFECT_NONE)
		add_byte(f, &byte);
	return byte.effect != EFFECT_NONE;
}

/* Whether the block has an effect; `known`: it has one. */
static int split_block(struct finder *f, size_t from, size_t to, int known)
{
	if (to - from == 1)
		return test_byte(f, from);
	if (!known && probe(f, from, to, f->change) == EFFECT_NONE)
		return 0;
	size_t middle = from + (to - from) / 2;
	int first = split_block(f, from, middle, 0);
	split_block(f, middle, to, !first);
	return 1;
}

static void test_size(struct finder *f)
{
	size_t n = f->s->size;
	enum effect more = EFFECT_NONE, less = EFFECT_NONE;

	f->trial[n] = 0;
	if (n < f->s->max_size)
		more = run_changed(f, f->trial, n + 1);
	if (n)
		less = run_changed(f, f->trial, n - 1);
	f->out->size = more > less ? more : less;
}

int taint_find(const struct taint_search *s, struct taint *out)
{
	struct finder f = {s, out, malloc(s->size + 1), s->budget, CHANGE_ALL, 0, {0}};

	if (!f.trial)
		return -1;
	memcpy(f.trial, s->base, s->size);
	test_size(&f);
	if (s->size)
		split_block(&f, 0, s->size, 0);
	if (s->size && !out->count) {
		f.change = CHANGE_DIGIT;
		split_block(&f, 0, s->size, 0);
	}
	free(f.trial);
	return f.failed ? -1 : 0;
}

/* Changes all but the bytes of *i. */
static enum effect probe_others(struct finder *f, const struct taint *i)
{
	const size_t n = f->s->size;

	for (size_t at = 0; at < n; at++)
		f->trial[at] = changed(f->s->base[at], f->change);
	for (size_t k = 0; k < i->count; k++)
		if (i->bytes[k].offset < n)
			f->trial[i->bytes[k].offset] = f->s->base[i->bytes[k].offset];
	return run_changed(f, f->trial, n);
}

int taint_holds(const struct taint_search *s, const struct taint *i)
{
	struct finder f = {s, NULL, malloc(s->size + 1), 2, CHANGE_ALL, 0, {0}};

	if (!f.trial)
		return -1;
	enum effect effect = probe_others(&f, i);
	if (effect == EFFECT_NONE && !i->count) {
		f.change = CHANGE_DIGIT;
		effect = probe_others(&f, i);
	}
	free(f.trial);
	return f.failed ? -1 : effect == EFFECT_NONE;
}

void taint_done(struct taint *i)
{
	free(i->bytes);
	memset(i, 0, sizeof *i);
}

/* ---- the cache */

struct taint_entry *taint_look_up(struct taint_cache *c, uint32_t site, uint64_t path,
				  int *found)
{
	uint64_t key = (path ^ site) * 0x9e3779b97f4a7c15u | 1;
	struct taint_entry *e = &c->entries[key >> 54];

	*found = e->key == key;
	if (!*found) {
		taint_done(&e->taint);
		e->key = key;
	}
	return e;
}
