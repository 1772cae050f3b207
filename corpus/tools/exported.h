/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exported.h - inputs as named values in a file: written by `me corpus export`, read by
 * `me corpus import`. One constant record a format; docs/corpus.md describes them.
 */
#ifndef COMMAND_EXPORTED_H
#define COMMAND_EXPORTED_H

#include "command/base/usage.h"
#include "corpus/tools/named_scalars.h"
#include "value/scalar_value.h"

/* An input that was read: scalars of any signature, in any order. */
struct exported_scalar {
	struct scalar_name name;
	struct scalar_value value;
};

struct exported_input {
	const char *file; /* its name in the corpus that it comes from, or "" */
	unsigned line; /* where it stands */
	const struct exported_scalar *scalars; /* of a typed target */
	size_t scalar_count;
	const uint8_t *bytes; /* of a bytes target; else null */
	size_t size;
};

/* Told of each input; -1 ends the reading, and has noted why. What the input points to
 * lives until the function returns. */
typedef int exported_fn(void *context, const struct exported_input *input);

/* What is written: inputs of one target. */
struct export
{
	const struct build_record *record;
	const struct named_scalars *scalars; /* null: of a bytes target */
	size_t count; /* inputs that follow */
	struct text_buffer *out;
};

/* A constant record in a file of its own, exported_NAME.c. */
struct export_format {
	/* What stands before all inputs. */
	void (*begin)(struct export *e);
	/* `bytes`: of a typed target canonical. */
	void (*input)(struct export *e, const char *file, const uint8_t *bytes,
		      size_t size);
	/* Whether a file that begins so is of this format. */
	bool (*is_of)(const char *text);
	/* Reads the text of a whole file; notes PATH:LINE:COLUMN and what is wrong. */
	int (*read)(struct command *command, const char *path, const char *text,
		    exported_fn *take, void *context);
};

/* The names of --format=; the first is the usual one. */
/* clang-format off */
#define EXPORT_FORMATS(FORMAT, BETWEEN) \
	FORMAT(export, json) BETWEEN \
	FORMAT(export, csv)
/* clang-format on */

enum { EXPORT_FORMATS(FORMAT_NUMBER, ) EXPORT_FORMAT_COUNT };

EXPORT_FORMATS(FORMAT_RECORD, )

/* For readers: what was read of one input so far. Start with all zeros. */
struct exported_reading {
	struct exported_scalar *scalars;
	size_t count, room;
};

/* The next scalar, to be filled in. */
struct exported_scalar *exported_add(struct exported_reading *r);
void exported_done(struct exported_reading *r);

/* Bytes as hexadecimal digits, and back; -1: these are none. */
void exported_hex(const uint8_t *bytes, size_t size, struct text_buffer *out);
int exported_unhex(const char *digits, struct text_buffer *out);

/* ---- an input of one signature as an input of another one */

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
};

void input_mapping_init(struct input_mapping *m, const struct named_scalars *to);
void input_mapping_done(struct input_mapping *m);

/* Writes m->to->size bytes. */
void input_mapping_apply(struct input_mapping *m, const struct exported_input *input,
			 uint8_t *bytes);

/* "new", "unmapped", ...: as a line of JSON says it. */
const char *mapping_event_name(enum mapping_event event);

#endif
