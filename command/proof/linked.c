/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * linked.c - the program of a target: its exported units, and what was linked to them.
 *
 * The target's own key of proofs (me/verdicts.h) covers the exported units. Objects that
 * are not exported can change what a proof rests on: by a function in the place of the
 * library's, by instructions that change the modes of arithmetic, by other names for a
 * variable. Where they do, the key is another one.
 */
#include "command/proof/verdict_file.h"

#include <stdlib.h>

#include "me/verdicts.h"
#include "prover/encode/encode.h"
#include "prover/executable/executable.h"
#include "prover/executable/section.h"

/* Whether the executable defines what the library would, in an object of its own. */
static bool library_is_replaced(const struct gimple_program *p, const char *name)
{
	return symbol_table_defines(p, name) && !gimple_find(p, name, NULL);
}

static uint64_t mix_calls(uint64_t key, const struct gimple_program *p,
			  const struct block *block)
{
	for (uint32_t i = 0; i < block->statement_count; i++) {
		const struct statement *s = &block->statements[i];
		if (!s->callee || !(s->flags & CALL_BUILTIN))
			continue;
		const char *name = gimple_builtin_name(s->callee);
		if (library_is_replaced(p, name))
			key = me_verdicts_hash_text(key, name);
	}
	return key;
}

static uint64_t mix_functions(uint64_t key, const struct gimple_program *p)
{
	for (size_t i = 0; i < p->defined_count; i++)
		if (encode_knows(p->defined[i]) &&
		    library_is_replaced(p, p->defined[i]))
			key = me_verdicts_hash_text(key, p->defined[i]);
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t b = 0; b < p->functions[i].block_count; b++)
			key = mix_calls(key, p, &p->functions[i].blocks[b]);
	return key;
}

static size_t count_objects(const struct gimple_program *p)
{
	size_t count = 0;

	for (size_t i = 0; i < p->function_count; i++)
		count += p->functions[i].object_count;
	return count;
}

/* What the symbol table may change of a variable. */
static uint8_t state_of(const struct object *o)
{
	return (uint8_t)(o->is_volatile | o->has_size << 1);
}

static void note_objects(const struct gimple_program *p, uint8_t *states)
{
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t k = 0; k < p->functions[i].object_count; k++)
			*states++ = state_of(&p->functions[i].objects[k]);
}

/* The variables of which it has changed something; not those of the C library, which
 * are the same in all builds. */
static uint64_t mix_objects(uint64_t key, const struct gimple_program *p,
			    const uint8_t *before)
{
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t k = 0; k < p->functions[i].object_count; k++) {
			const struct object *o = &p->functions[i].objects[k];
			if (*before++ == state_of(o) ||
			    !symbol_table_defines(p, o->name))
				continue;
			key = me_verdicts_hash_text(key, o->name);
			key = me_verdicts_hash(key, &o->size, sizeof o->size);
		}
	return key;
}

/* The functions that code without an export may call. */
static uint64_t mix_exposed(uint64_t key, const struct gimple_program *p)
{
	for (size_t i = 0; i < p->function_count; i++)
		if (p->functions[i].is_exposed)
			key = me_verdicts_hash_text(key, p->functions[i].name);
	return key;
}

static unsigned modes_of(const struct gimple_program *p)
{
	return (unsigned)p->may_round | (unsigned)p->may_flush << 1 |
	       (unsigned)p->may_shorten << 2 | (unsigned)p->catches_signals << 3;
}

static int read_linked(struct build_record *record, struct gimple_program *p, char *why)
{
	const unsigned before = modes_of(p);
	uint8_t *objects = array_new(count_objects(p) + 1, 1);
	uint64_t *key = &record->entry.key;

	note_objects(p, objects);
	const int err = executable_read(p, record->target, why);
	if (!err) {
		const unsigned modes = modes_of(p);
		*key = mix_objects(mix_functions(*key, p), p, objects);
		*key = mix_exposed(*key, p);
		if (modes != before)
			*key = me_verdicts_hash(*key, &modes, sizeof modes);
	}
	free(objects);
	return err ? -1 : 0;
}

int linked_read(struct command *command, struct build_record *record,
		struct gimple_program *program)
{
	char why[256];
	char *text = NULL;
	size_t size = 0;
	int err = 0;

	if (section_read(record->target, ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(program, text, size, why) || read_linked(record, program, why))
		err = command_fail(command, record->target, "%s", why);
	free(text);
	return err;
}
