/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * describe.h - what the target tells of itself (records.h): JSON lines for the other
 * programs of me, calls for people.
 */
#ifndef HARNESS_DESCRIBE_H
#define HARNESS_DESCRIBE_H

#include <stdio.h>

#include "harness/goals/decision_path.h"
#include "harness/goals/goals.h"
#include "harness/input/call_text.h"

/* The lines of --units, --goals and --trace are those of me/schema.h. input_size: bytes
 * of an input of the entry. */
void describe_units(const struct program *p, const struct me_entry *entry,
		    size_t input_size);

/* path: that of --kinds=path, or empty. */
void describe_goals(const struct goals *g, const struct me_entry *entry,
		    const struct path *path);

/* On standard error: how many goals the entry can reach that are out of scope. */
void describe_beyond(const struct goals *g);

/* The entry with all that is assumed of its parameters, as entry= takes it, and the reasons. */
void describe_notes(const struct me_entry *entry, FILE *out);
/* At the start of a session: what is assumed, and the reasons of some parameters. */
void describe_assumed(const struct me_entry *entry);

/* On standard error, a line for each pointer that is never null and that the entry
 * compares with null: how it may be null too. */
void describe_never_null(const struct goals *g, const struct me_entry *entry);

/* The id of the next goal in scope, from number *next on, that the last run met; 0 when
 * there is none. May be called in a handler of signals. */
int describe_met_next(const struct goals *g, uint32_t *next, char *id, size_t size);

/* A member of an object of JSON behind others: a comma, its name, the text as a string. */
void describe_member(FILE *out, const char *name, const char *text);
/* The text as a string of JSON, with its quotes; the caller frees it. Null when out of
 * memory. */
char *describe_string(const char *text);

/* The record of --show: the call as source; for people, or null. */
void describe_shown(const char *file, const char *call, const char *shown);

/* `LLVMFuzzerTestOneInput((const uint8_t[]){0x1, 0x2}, 2)`. */
void describe_bytes(FILE *out, const uint8_t *bytes, size_t size);

/* The call of the entry (harness/input/call_text.h). */
void describe_call(FILE *out, const struct layout *l, const coord *x,
		   enum text_form form);

#endif
