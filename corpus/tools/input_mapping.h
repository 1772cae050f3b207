/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input_mapping.h - an input of one signature as an input of another one: each value goes
 * where its name is, whatever the type is there. Where no value comes from, a length is
 * the count of elements, and all else 0, or the nearest value in its range.
 */
#ifndef COMMAND_INPUT_MAPPING_H
#define COMMAND_INPUT_MAPPING_H

#include "corpus/tools/exported.h"

/* What happens to values on their way. */
enum mapping_event {
	MAPPING_NEW, /* no value came: it is the default */
	MAPPING_UNMAPPED, /* nothing has the name: the value is left out */
	MAPPING_ROUNDED, /* the type has not the value: it is the nearest one */
	MAPPING_UNFIT, /* the type has nothing near: it is the default */
	MAPPING_LIMITED, /* the value is outside of its range: it is the bound */
	MAPPING_EVENTS
};

struct mapping_note {
	enum mapping_event event;
	char *name; /* of the parameter and its member */
	size_t values, inputs;
	size_t last; /* input in which it was counted */
};

/* Start with all zeros. */
struct input_mapping {
	const struct named_scalars *to;
	size_t *by_name; /* numbers of its scalars, sorted by name */
	bool *given; /* by scalar: a value has come */
	size_t inputs;
	struct mapping_note *notes;
	size_t note_count, note_room;
	bool failed; /* out of memory */
};

/* 0, or -1 when out of memory. input_mapping_done() in any case. */
int input_mapping_init(struct input_mapping *m, const struct named_scalars *to);
void input_mapping_done(struct input_mapping *m);

/* Writes m->to->size bytes. 0, or -1 when out of memory. */
int input_mapping_apply(struct input_mapping *m, const struct exported_input *input,
			uint8_t *bytes);

/* "new", "unmapped", ...: as a line of JSON says it. */
const char *mapping_event_name(enum mapping_event event);

#endif
