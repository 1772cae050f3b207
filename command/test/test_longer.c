/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_longer.c - arrays that are too short for a branch. Where a branch is not taken that an
 * integer decides by a constant, `if (run == 255)`, and arrays have fewer elements than that
 * because nobody says how many there are, their length may be what keeps the branch away:
 * they become so long that what counts their elements goes beyond the constant.
 *
 * As what test_mend.c finds, this goes into entry= as guesses: "x:~258".
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/test/testing.h"
#include "corpus/tools/named_scalars.h"
#include "me/ir.h"
#include "prover/executable/section.h"
#include "prover/ir/gimple.h"
#include "system/allocation.h"

enum {
	CONSTANT_MOST = 256, /* larger ones are no lengths that tests have */
	TWICE_MOST =
	    64, /* a constant up to which each second element may be no one's */
	CONDITION_DEEP = 6, /* operations that make up a condition */
};

/* ---- constants of conditions */

static const struct statement *definition(const struct function *f, uint32_t name)
{
	for (uint32_t b = 0; b < f->block_count; b++)
		for (uint32_t i = 0; i < f->blocks[b].statement_count; i++) {
			const struct statement *s = &f->blocks[b].statements[i];
			if (s->kind == STATEMENT_ASSIGN && s->result == name)
				return s;
		}
	return NULL;
}

/* Whether it is a wide copy of a character or of a bool, which count nothing. */
static bool is_narrow(const struct function *f, const struct gimple_operand *o)
{
	const struct statement *s =
	    o->kind == OPERAND_NAME ? definition(f, o->number) : NULL;

	return o->type.bits <= 8 ||
	       (s && s->code == CODE_CONVERT && s->operands[0].type.bits <= 8);
}

/* Of integers that are compared: the constant, up to CONSTANT_MOST; or 0. */
static long compared_with(const struct function *f, const struct gimple_operand *a,
			  const struct gimple_operand *b)
{
	if (b->kind != OPERAND_CONSTANT)
		return a->kind == OPERAND_CONSTANT ? compared_with(f, b, a) : 0;
	const int64_t c = value_extend(b->type, (struct value){b->low, b->high});
	const bool is_integer =
	    b->type.kind == TYPE_SIGNED || b->type.kind == TYPE_UNSIGNED;

	return a->kind == OPERAND_NAME && is_integer && !is_narrow(f, a) && c > 0 &&
		       c <= CONSTANT_MOST
		   ? (long)c
		   : 0;
}

/* The largest one that the truth value is made of. */
static long made_of(const struct function *f, const struct gimple_operand *o, int deep)
{
	const struct statement *s = o->kind == OPERAND_NAME && deep < CONDITION_DEEP
					? definition(f, o->number)
					: NULL;
	long most = 0;

	if (!s)
		return 0;
	if (code_compares(s->code))
		return compared_with(f, &s->operands[0], &s->operands[1]);
	for (uint32_t i = 0; i < s->operand_count; i++) {
		const long c = made_of(f, &s->operands[i], deep + 1);
		most = c > most ? c : most;
	}
	return most;
}

/* That of the condition which decides the goal; or 0. */
static long constant_of(const struct gimple_program *p,
			const struct build_record *record, const struct build_goal *g)
{
	const struct function *f = gimple_find(
	    p, g->function, g->local ? record->units[g->unit].source : NULL);
	const uint32_t number = f ? gimple_goal(f, g->name) : GIMPLE_NONE;

	if (number == GIMPLE_NONE || f->goals[number].block >= f->block_count)
		return 0;
	const struct block_end *end = &f->blocks[f->goals[number].block].end;
	if (end->kind != END_COND)
		return 0;
	const long own = compared_with(f, &end->operands[0], &end->operands[1]),
		   left = made_of(f, &end->operands[0], 0);
	return own > left ? own : left;
}

/* ---- arrays that become longer */

/* Whether nobody but a guess says how many elements the parameter has. */
static bool is_guessed(const struct entry *entry, size_t i)
{
	const struct me_parameter *p = &entry->parameters[i];
	bool is_counted = (p->flags & ME_PARAMETER_STRING) != 0;

	for (size_t k = 0; k < entry->parameter_count; k++)
		is_counted |= entry->parameters[k].length_of == i;
	return p->passing == ME_BY_POINTER && p->count > 1 && !p->counted_by &&
	       (entry->is_driver ? is_counted
				 : p->flags & ME_PARAMETER_DEFAULT &&
				       (is_counted || p->flags & ME_PARAMETER_GUESSED));
}

/* How many extents the array of assumed shape has. */
static unsigned extents_of(const struct entry *entry, size_t i)
{
	unsigned count = 0;

	for (size_t k = 0; k < entry->parameter_count; k++)
		count += entry->parameters[k].length_of == i &&
			 entry->parameters[k].flags & ME_PARAMETER_EXTENT;
	return count;
}

static void item_add(json_t *items, char *key, char *item, const char *why)
{
	json_object_set_new(
	    items, key,
	    json_pack("{s:o, s:o}", "item", json_text(item), "why", json_text(why)));
	free(item);
	free(key);
}

/* What counts the elements stays that, and goes as far. */
static void length_keep(const struct entry *entry, size_t k, const char *of, long count,
			json_t *items)
{
	const struct me_parameter *n = &entry->parameters[k];
	const struct me_field *field = n->fields;

	if (!entry->is_driver)
		item_add(items, string_copy(n->name),
			 string_format("%s:~len(%s)", n->name, of), "");
	if (field->flags & ME_FIELD_RANGE && field->high[0] < (uint64_t)count)
		item_add(
		    items, string_format("%s..", n->name),
		    string_format("%s:~%d..%ld", n->name, (int)field->low[0], count),
		    "");
}

static void array_lengthen(const struct entry *entry, size_t i, long count,
			   const char *why, json_t *items)
{
	const struct me_parameter *p = &entry->parameters[i];
	char *told = string_format("%s: %ld elements, for %s", p->name, count, why);

	item_add(items, string_copy(p->name),
		 string_format("%s:~%s%ld%s", p->name, extents_of(entry, i) ? ".." : "",
			       count, p->flags & ME_PARAMETER_NULLABLE ? "?" : ""),
		 told);
	for (size_t k = 0; k < entry->parameter_count; k++)
		if (entry->parameters[k].length_of == i &&
		    !(entry->parameters[k].flags & ME_PARAMETER_EXTENT))
			length_keep(entry, k, p->name, count, items);
	free(told);
}

/* ---- what is not taken */

static bool is_open(const json_t *goal)
{
	const char *verdict = json_member_text(goal, "verdict");

	return strcmp(verdict, "open") == 0 || (strcmp(verdict, "infeasible") == 0 &&
						*json_member_text(goal, "assumes"));
}

static int program_read(const struct testing *t, const struct build_record *record,
			struct gimple_program *program)
{
	char why[256], *text = NULL;
	size_t size = 0;
	int err = 0;

	if (section_read(record->target, ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(program, text, size, why))
		err = command_fail(t->command, record->target, "%s", why);
	free(text);
	return err;
}

/* *best becomes the goal where its constant is larger. */
static void take_larger(const struct gimple_program *program,
			const struct build_record *record, const struct build_goal *g,
			const struct build_goal **best, long *constant)
{
	const long c = constant_of(program, record, g);

	if (c > *constant) {
		*constant = c;
		*best = g;
	}
}

/* The goal that is not taken, of those with the largest constant; *constant: that. Without a
 * report, any goal. */
static const struct build_goal *goal_beyond(const struct gimple_program *program,
					    const struct build_record *record,
					    const json_t *goals, long *constant)
{
	const struct build_goal *best = NULL;
	const json_t *goal;
	size_t index;

	*constant = 0;
	for (size_t i = 0; !goals && i < record->goal_count; i++) {
		const struct build_goal *g = &record->goals[i];
		if (g->scope && g->is_branch)
			take_larger(program, record, g, &best, constant);
	}
	json_array_foreach(goals, index, goal)
	{
		const size_t i =
		    build_record_goal(record, json_member_text(goal, "goal"));
		if (is_open(goal) && i < record->goal_count)
			take_larger(program, record, &record->goals[i], &best,
				    constant);
	}
	return best;
}

/* Whether it has fewer elements, and may have so many. */
static bool is_short(const struct entry *entry, size_t i, long count)
{
	return is_guessed(entry, i) && extents_of(entry, i) <= 1 &&
	       entry->parameters[i].count < (uint32_t)count;
}

/* What is read decides how long runs of it are: where there is such an array, others stay. */
static void arrays_lengthen(const struct entry *entry, long constant, const char *why,
			    json_t *items)
{
	const long count = constant <= TWICE_MOST ? 2 * constant + 2 : constant + 2;
	bool any_read = false;

	for (size_t i = 0; i < entry->parameter_count; i++)
		any_read |= is_short(entry, i, count) &&
			    entry->parameters[i].flags & ME_PARAMETER_CONST;
	for (size_t i = 0; i < entry->parameter_count; i++)
		if (is_short(entry, i, count) &&
		    (!any_read || entry->parameters[i].flags & ME_PARAMETER_CONST))
			array_lengthen(entry, i, count, why, items);
}

int test_longer(struct testing *t, struct test_function *f,
		const struct build_record *record, const json_t *goals, json_t **items)
{
	struct gimple_program program = {0};
	struct named_scalars scalars = {0};
	long constant;

	*items = json_object();
	if (!record->entry.name || *f->notes)
		return 0;
	int err = program_read(t, record, &program);
	const struct build_goal *g =
	    err ? NULL : goal_beyond(&program, record, goals, &constant);
	if (g)
		err = named_scalars_read(t->command, record, &scalars);
	if (g && !err) {
		char why[64];
		snprintf(why, sizeof why, "%ld at line %u", constant, g->line);
		arrays_lengthen(&scalars.entry, constant, why, *items);
	}
	named_scalars_done(&scalars);
	gimple_done(&program);
	return err;
}
