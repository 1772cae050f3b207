/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exported.h - inputs as named values in a file: written by `me corpus export`, read by
 * `me corpus import`. One constant record a format; docs/corpus.md describes them.
 */
#ifndef COMMAND_EXPORTED_H
#define COMMAND_EXPORTED_H

#include "command/base/text.h"
#include "corpus/tools/named_scalars.h"
#include "corpus/tools/scalar_value.h"

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
	struct text *out;
};

struct export_format {
	const char *name;
	/* What stands before all inputs. */
	int (*begin)(struct export *e);
	/* `bytes`: of a typed target canonical. 0, or -1 when out of memory. */
	int (*input)(struct export *e, const char *file, const uint8_t *bytes,
		     size_t size);
	/* Whether a file that begins so is of this format. */
	bool (*is_of)(const char *text);
	/* Reads the text of a whole file; notes PATH:LINE:COLUMN and what is wrong. */
	int (*read)(struct command *command, const char *path, const char *text,
		    exported_fn *take, void *context);
};

extern const struct export_format export_json, export_csv;

/* For readers: what was read of one input so far. Start with all zeros. */
struct exported_reading {
	struct exported_scalar *scalars;
	size_t count, room;
};

/* The next scalar, to be filled in; null when out of memory. */
struct exported_scalar *exported_add(struct exported_reading *r);
void exported_done(struct exported_reading *r);

/* Bytes as hexadecimal digits, and back; -1: these are none. */
void exported_hex(const uint8_t *bytes, size_t size, struct text *out);
int exported_unhex(const char *digits, struct text *out);

#endif
