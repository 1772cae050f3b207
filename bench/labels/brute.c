/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * brute.c - which labels any of very many inputs covers, found without the search: the
 * main of a program that is compiled with labels and linked without libme.
 *
 *	brute DRAWS SEED VALUE...
 *
 * runs the entry with all combinations of the values, where these are at most DRAWS,
 * and with DRAWS inputs at random, in which a coordinate is one of the values, another
 * coordinate or near to one of these, or random bits. Ranges that entry= gives hold.
 * Prints the ids of the labels that were covered, one a line.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/random.h"
#include "mcmc/axis.h"
#include "me/goal.h"
#include "value/type.h"

enum { MOST_COORDINATES = 64, MOST_VALUES = 64, ARENA = 4096 };

extern struct me_unit __start_me_units[], __stop_me_units[];
extern const struct me_entry __start_me_entries[];

/* ---- the hooks */

const uint32_t ME_ABI_NAME = 0, ME_ABI_ENTRY = 0;

void __me_observe(struct me_environment *environment, uint32_t uses_x87)
{
	(void)environment;
	(void)uses_x87;
}

/* Says that the label is closed too: from now on it is not evaluated. */
void __me_predicate(struct me_site *site, uint64_t truth,
		    struct me_environment *environment)
{
	(void)environment;
	if (!truth)
		return;
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		if (site >= u->sites && site < u->sites + u->site_count) {
			u->state[site - u->sites] = 0;
			*u->goals[site->goal].counter = 1;
		}
}

static void open_labels(void)
{
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->site_count; i++)
			u->state[i] = u->sites[i].kind == ME_SITE_PREDICATE;
}

static void print_covered(void)
{
	char id[1024];

	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->goal_count; i++) {
			const struct me_goal *goal = &u->goals[i];
			const struct me_function *f = &u->functions[goal->function];
			if (!goal->predicate || !*goal->counter)
				continue;
			const struct me_goal_name name = {
			    .function = f->name,
			    .source = f->flags & ME_FUNCTION_LOCAL ? u->source : NULL,
			    .copy = 1,
			    .kind = goal->predicate->kind,
			    .name = goal->predicate->name};
			me_goal_id(&name, id, sizeof id);
			puts(id);
		}
}

/* ---- coordinates: the scalars of the entry's parameters */

struct coordinate {
	void *at;
	enum me_type type;
	int has_range;
	int64_t low, high;
};

static struct coordinate coordinates[MOST_COORDINATES];
static size_t coordinate_count;
static void *slots[MOST_COORDINATES];
static _Alignas(16) unsigned char arena[ARENA];
static double values[MOST_VALUES];
static size_t value_count;

static void fail(const char *why)
{
	fprintf(stderr, "brute: %s\n", why);
	exit(1);
}

static size_t type_size(enum me_type type)
{
	if (type == ME_BOOL || type > ME_F64)
		fail("a parameter of a type that it cannot draw");
	return type_memory_size(type);
}

static void add_fields(const struct me_parameter *p, unsigned char *element)
{
	for (uint32_t f = 0; f < p->field_count; f++)
		for (uint32_t i = 0; i < p->fields[f].count; i++) {
			const struct me_field *field = &p->fields[f];
			struct coordinate *c = &coordinates[coordinate_count++];
			if (coordinate_count > MOST_COORDINATES)
				fail("too many coordinates");
			c->type = (enum me_type)field->type;
			c->at = element + field->offset + i * type_size(c->type);
			c->has_range = field->flags & ME_FIELD_RANGE;
			c->low = (int64_t)field->low[0];
			c->high = (int64_t)field->high[0];
		}
}

/* A string has a NUL behind its elements: the arena is 0 there. */
static void take_parameters(const struct me_entry *entry)
{
	unsigned char *at = arena;

	for (uint32_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		if (at + (size_t)p->count * p->size + 32 > arena + ARENA)
			fail("parameters that are too large");
		slots[i] = at;
		for (uint32_t k = 0; k < p->count; k++, at += p->size)
			add_fields(p, at);
		at += 17 + (15 - (size_t)(at - arena) % 16);
	}
}

/* ---- inputs */

static void put_bits(const struct coordinate *c, uint64_t bits)
{
	const int64_t n = (int64_t)bits;

	if (c->has_range && !type_is_float(c->type) && (n < c->low || n > c->high))
		bits = (uint64_t)c->low +
		       bits % ((uint64_t)c->high - (uint64_t)c->low + 1);
	memcpy(c->at, &bits, type_size(c->type));
}

static void put(const struct coordinate *c, double value)
{
	const struct axis axis = type_axis(c->type);

	if (type_is_float(c->type))
		type_store_memory(c->type, axis_from_double(&axis, value), c->at);
	else
		put_bits(c, fabs(value) < 0x1p62 ? (uint64_t)(int64_t)value : 0);
}

static double get(const struct coordinate *c)
{
	return (double)type_number(c->type, type_load_memory(c->type, c->at));
}

static double near(const struct coordinate *c, double value, uint64_t how)
{
	if (!type_is_float(c->type) || how % 8 > 5)
		return value + (double)(how % 3) - 1;
	if (how % 8 > 3)
		return how % 2 ? -value : 2 * value;
	return how % 8 < 2 ? value : nextafter(value, how % 2 ? INFINITY : -INFINITY);
}

static void draw(const struct coordinate *c, uint64_t *state)
{
	const uint64_t way = random_draw(state), how = random_draw(state);
	const double value = values[way / 8 % value_count];
	const struct coordinate *other = &coordinates[way / 8 % coordinate_count];

	switch (way % 8) {
	case 0:
		put_bits(c, how);
		break;
	case 1:
	case 2:
		put(c, near(c, get(other), how));
		break;
	case 3:
		put(c, near(c, value, how));
		break;
	case 4: /* a sum or a difference */
		put(c, get(other) + (how % 2 ? 1 : -1) *
					get(&coordinates[how / 2 % coordinate_count]));
		break;
	default:
		put(c, value);
	}
}

/* ---- runs */

static void run(const struct me_entry *entry)
{
	static _Alignas(16) unsigned char result[16];
	unsigned char before[ARENA];
	void *pointers[MOST_COORDINATES];

	for (uint32_t i = 0; i < entry->parameter_count; i++)
		pointers[i] = slots[i];
	memcpy(before, arena, sizeof before);
	entry->call(pointers, result);
	memcpy(arena, before, sizeof before);
}

static void run_all(const struct me_entry *entry, size_t from)
{
	if (from == coordinate_count) {
		run(entry);
		return;
	}
	for (size_t i = 0; i < value_count; i++) {
		put(&coordinates[from], values[i]);
		run_all(entry, from + 1);
	}
}

int main(int argc, char **argv)
{
	const struct me_entry *entry = __start_me_entries;

	if (argc < 4 || argc - 3 > MOST_VALUES)
		fail("usage: brute DRAWS SEED VALUE...");
	const double draws = atof(argv[1]);
	uint64_t state = strtoull(argv[2], NULL, 10);
	for (int i = 3; i < argc; i++)
		values[value_count++] = atof(argv[i]);
	take_parameters(entry);
	open_labels();
	if (pow((double)value_count, (double)coordinate_count) <= draws)
		run_all(entry, 0);
	for (double i = 0; i < draws; i++) {
		for (size_t k = 0; k < coordinate_count; k++)
			draw(&coordinates[k], &state);
		run(entry);
	}
	print_covered();
	return 0;
}
