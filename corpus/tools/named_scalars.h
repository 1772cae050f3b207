/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * named_scalars.h - the scalars of a typed target's input by their names, in the order of
 * the file.
 *
 * The name of a scalar is its parameter, the element that a pointer points to, the member
 * of a structure, and the index in it: `n`, `x[2]`, `p[1].in.v[3]`; an array of one
 * dimension has elements, however it is passed. Whether a pointer is null is `x=null`. A
 * parameter without a name is `#1` by its position. A list is what differs in the last
 * number alone, and has the name without that: `x`, `p[1].in.v`.
 */
#ifndef COMMAND_NAMED_SCALARS_H
#define COMMAND_NAMED_SCALARS_H

#include "command/base/text.h"
#include "command/target/build_record.h"
#include "corpus/files/corpus.h"
#include "value/layout.h"

struct scalar_name {
	const char *parameter, *path; /* path: "" for an element itself */
	uint32_t element, index;
	bool is_null; /* whether the pointer is; the numbers are 0 */
};

struct named_scalar {
	struct scalar_name name;
	enum me_type type;
	size_t offset; /* in the file */
	/* The greatest length, the count of elements; ME_NO_PARAMETER: it is no length. */
	uint32_t length_most;
	bool has_element, has_index; /* others differ from it in these */
	bool is_text; /* a character of a text that a NUL follows */
	uint32_t text_length; /* of its first character: its bytes; else 0 */
};

struct named_scalars {
	struct entry entry;
	struct layout layout;
	coord *x; /* room for an input */
	struct named_scalar *list;
	size_t count;
	size_t size; /* bytes of an input */
	char (*positions)[24]; /* names of parameters that have none */
};

/* Lists the scalars of a typed target. named_scalars_done() also after an error. */
int named_scalars_read(struct command *command, const struct build_record *record,
		       struct named_scalars *s);
void named_scalars_done(struct named_scalars *s);

/* The input of a file's bytes as the target passes it to its entry: `size` bytes of its
 * own, values in their ranges. */
void named_scalars_canonical(const struct named_scalars *s, const uint8_t *file,
			     size_t size, uint8_t *bytes);

/* Which of a typed target's inputs pass a NaN or an infinity; of a bytes target none does.
 * *special, by input: the caller frees. 0, or -1 after a message. */
int special_inputs(struct command *command, const struct build_record *record,
		   const struct corpus_list *inputs, bool **special);

/* The name of one scalar, or of the list that it is in. */
void scalar_name_print(const struct named_scalar *scalar, struct text_buffer *out);
void scalar_name_print_list(const struct named_scalar *scalar, struct text_buffer *out);
/* Whether it is in a list of several. */
bool scalar_is_listed(const struct named_scalar *scalar);

/* Reads either name, which points into `text` then. 0, or -1: it is none. `last` is the
 * number that counts the scalars of the list. */
int scalar_name_read(char *text, struct scalar_name *name, uint32_t **last);

/* An order of all names; 0: the same. */
int scalar_name_compare(const struct scalar_name *a, const struct scalar_name *b);

#endif
