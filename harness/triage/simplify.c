/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simplify.c - simpler numbers, typed inputs, inputs of bytes, and files. */
#include "harness/triage/simplify.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "harness/records/json_writer.h"
#include "harness/records/records.h"
#include "mcmc/axis.h"

/* ---- numbers */

enum { DIGITS_MOST = 21, SMALL_MOST = 10 };

/* The least number of significant digits by which the number is itself again. */
static int digits_of(const struct axis *axis, coord c, long double v)
{
	char text[64];

	for (int n = 1; n < DIGITS_MOST; n++) {
		snprintf(text, sizeof text, "%.*Le", n - 1, v);
		if (axis_from_long_double(axis, strtold(text, NULL)) == c)
			return n;
	}
	return DIGITS_MOST;
}

unsigned simple_number_rank(const struct axis *axis, coord c)
{
	const long double v = axis_to_long_double(axis->kind, c), size = fabsl(v);
	const unsigned negative = signbit(v) != 0;

	if (isnan(v))
		return 10002 + negative;
	if (isinf(v))
		return 10000 + negative;
	if (size == 0)
		return negative;
	const unsigned whole = size == floorl(size);
	if (whole && size <= SMALL_MOST)
		return 2 * (unsigned)size + negative;
	/* A long exponent reads worse than a few digits; 2000 reads better than 8000. */
	const long double scale = floorl(log10l(size));
	const unsigned leading = (unsigned)(size / powl(10, scale));
	return 60 + 60 * (unsigned)digits_of(axis, c, v) +
	       20 * (unsigned)fminl(fabsl(scale), 200) + 40 * !whole + 2 * leading +
	       negative;
}

struct number_list {
	const struct axis *axis;
	coord *out; /* by rank */
	unsigned ranks[SIMPLE_NUMBERS];
	size_t count;
	unsigned rank; /* of the number that is to be replaced */
};

static void add_simple_number(struct number_list *l, long double v)
{
	const coord c = axis_clamp(l->axis, axis_from_long_double(l->axis, v));
	const unsigned rank = simple_number_rank(l->axis, c);
	size_t at = l->count;

	if (l->count == SIMPLE_NUMBERS || rank >= l->rank)
		return;
	for (size_t i = 0; i < l->count; i++)
		if (l->out[i] == c)
			return;
	for (; at && l->ranks[at - 1] > rank; at--) {
		l->out[at] = l->out[at - 1];
		l->ranks[at] = l->ranks[at - 1];
	}
	l->out[at] = c;
	l->ranks[at] = rank;
	l->count++;
}

static void add_shorter_numbers(struct number_list *l, long double v)
{
	char text[64];

	for (int n = 1; n <= 6; n++) {
		snprintf(text, sizeof text, "%.*Le", n - 1, v);
		add_simple_number(l, strtold(text, NULL));
	}
}

size_t simple_numbers(const struct axis *axis, coord c, coord out[SIMPLE_NUMBERS])
{
	static const long double few[] = {0,   1,   -1,	 2,    3,    5,	    10,
					  -2,  0.5, 4,	 -0.5, 1.5,  100,   1000,
					  -10, 1e6, 1e9, -1e6, 1e20, 1e100, 1e300};
	const long double v = axis_to_long_double(axis->kind, c);
	struct number_list list = {
	    .axis = axis, .out = out, .rank = simple_number_rank(axis, c)};

	for (size_t i = 0; i < sizeof few / sizeof *few; i++)
		add_simple_number(&list, few[i]);
	if (isnan(v) || isinf(v))
		return list.count;
	add_simple_number(&list, truncl(v));
	add_shorter_numbers(&list, v);
	add_simple_number(&list, -v);
	for (int i = 1; i <= 8; i++) /* towards 0, for bounds */
		add_shorter_numbers(&list, ldexpl(v, -i));
	return list.count;
}

/* ---- inputs of typed targets */

enum { PASSES_MOST = 20 };

struct typed_trial {
	const struct layout *layout;
	struct input_attempt *attempt;
	coord *x, *tried;
	uint8_t *bytes; /* of `tried` */
};

/* Whether `tried` is like the input; then it is the input. */
static int take_tried_scalars(struct typed_trial *in)
{
	const struct layout *l = in->layout;

	if (!memcmp(in->x, in->tried, l->n * sizeof *in->x))
		return 0;
	layout_encode(l, in->tried, in->bytes);
	if (!attempt_is_alike(in->attempt, in->bytes, l->file_size))
		return 0;
	memcpy(in->x, in->tried, l->n * sizeof *in->x);
	return 1;
}

static void begin_attempt(struct typed_trial *in)
{
	memcpy(in->tried, in->x, in->layout->n * sizeof *in->x);
}

static int is_simplest(const struct axis *axis, coord c)
{
	return c == axis_clamp(axis, 0);
}

/* All of them, then halves, quarters ... become 0. */
static void clear_blocks(struct typed_trial *in)
{
	const size_t n = in->layout->n;

	for (size_t size = n; size > 1; size /= 2)
		for (size_t i = 0; i < n; i += size) {
			begin_attempt(in);
			for (size_t k = i; k < n && k < i + size; k++)
				in->tried[k] = axis_clamp(&in->layout->axes[k], 0);
			take_tried_scalars(in);
		}
}

static int simplify_scalar(struct typed_trial *in, size_t i)
{
	const struct axis *axis = &in->layout->axes[i];
	coord simpler[SIMPLE_NUMBERS];
	const size_t count =
	    is_simplest(axis, in->x[i]) ? 0 : simple_numbers(axis, in->x[i], simpler);

	for (size_t k = 0; k < count; k++) {
		begin_attempt(in);
		in->tried[i] = simpler[k];
		if (take_tried_scalars(in))
			return 1;
	}
	return 0;
}

static int simplify_scalars(struct typed_trial *in)
{
	int changed = 0;

	for (size_t i = 0; i < in->layout->n; i++)
		changed |= simplify_scalar(in, i);
	return changed;
}

static void simplify_typed(const struct layout *l, struct input_attempt *attempt,
			   uint8_t *bytes)
{
	struct typed_trial in = {.layout = l, .attempt = attempt};

	in.x = calloc(l->n + 1, sizeof *in.x);
	in.tried = calloc(l->n + 1, sizeof *in.tried);
	in.bytes = malloc(l->file_size + 1);
	if (in.x && in.tried && in.bytes) {
		layout_decode(l, bytes, l->file_size, in.x);
		clear_blocks(&in);
		for (int k = 0; k < PASSES_MOST && simplify_scalars(&in); k++)
			;
		layout_encode(l, in.x, bytes);
	}
	free(in.x);
	free(in.tried);
	free(in.bytes);
}

/* ---- inputs of bytes targets */

struct bytes_trial {
	struct input_attempt *attempt;
	uint8_t *bytes, *tried;
	size_t size;
	const char *simple; /* values of bytes, the simplest first */
	size_t simple_count;
};

/* Whether the first `size` bytes of `tried` are like the input; then they are the
 * input. */
static int take_tried_bytes(struct bytes_trial *in, size_t size)
{
	if (!attempt_is_alike(in->attempt, in->tried, size))
		return 0;
	memcpy(in->bytes, in->tried, size);
	in->size = size;
	return 1;
}

static int delete_block(struct bytes_trial *in, size_t at, size_t count)
{
	memcpy(in->tried, in->bytes, at);
	memcpy(in->tried + at, in->bytes + at + count, in->size - at - count);
	return take_tried_bytes(in, in->size - count);
}

/* From the end to the start: what is left keeps its place that way. */
static int delete_blocks(struct bytes_trial *in, size_t count)
{
	int changed = 0;

	for (size_t end = in->size; end >= count; end -= count)
		changed |= delete_block(in, end - count, count);
	return changed;
}

static void delete_bytes(struct bytes_trial *in)
{
	int changed = 1;

	for (size_t count = in->size; count; count /= 2)
		delete_blocks(in, count);
	while (changed && in->size)
		changed = delete_blocks(in, 1);
}

static size_t rank_of_byte(const struct bytes_trial *in, uint8_t byte)
{
	const char *found = memchr(in->simple, byte, in->simple_count);

	return found ? (size_t)(found - in->simple) : in->simple_count;
}

static int simplify_bytes_at(struct bytes_trial *in, size_t at, size_t count,
			     size_t rank)
{
	int any = 0;

	memcpy(in->tried, in->bytes, in->size);
	for (size_t i = at; i < at + count; i++)
		if (rank_of_byte(in, in->tried[i]) > rank) {
			in->tried[i] = (uint8_t)in->simple[rank];
			any = 1;
		}
	return any && take_tried_bytes(in, in->size);
}

/* Large blocks become the simplest bytes together, then one byte after the other the
 * simplest that it can. */
static void simplify_all_bytes(struct bytes_trial *in)
{
	for (size_t count = in->size; count > 1; count /= 2)
		for (size_t i = 0; i + count <= in->size; i += count)
			simplify_bytes_at(in, i, count, 0);
	for (size_t i = 0; i < in->size; i++)
		for (size_t rank = 0; rank < rank_of_byte(in, in->bytes[i]); rank++)
			if (simplify_bytes_at(in, i, 1, rank))
				break;
}

static int are_text(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isprint(bytes[i]) && !isspace(bytes[i]))
			return 0;
	return size > 0;
}

/* The new size. */
static size_t simplify_bytes(struct input_attempt *attempt, uint8_t *bytes, size_t size)
{
	static const char of_text[] = {'0', '1', '2', ' ', 'a', 'A'};
	static const char of_any[] = {0, 1, 2, '0', ' ', (char)0xff};
	const int text = are_text(bytes, size);
	struct bytes_trial in = {.attempt = attempt,
				 .bytes = bytes,
				 .tried = malloc(size + 1),
				 .size = size,
				 .simple = text ? of_text : of_any,
				 .simple_count = text ? sizeof of_text : sizeof of_any};

	if (in.tried) {
		delete_bytes(&in);
		simplify_all_bytes(&in);
		delete_bytes(&in);
	}
	free(in.tried);
	return in.size;
}

/* ---- files */

static void print_simplified(const char *from, const char *to, size_t size,
			     const struct input_attempt *attempt)
{
	static struct json_writer line;

	json_writer_begin(&line, records_file());
	json_writer_text(&line, "kind", "simplified");
	json_writer_text(&line, "file", from);
	json_writer_text(&line, "to", to);
	json_writer_number(&line, "bytes", (long)size);
	json_writer_number(&line, "runs", (long)(attempt->most - attempt->left) + 1);
	json_writer_end(&line);
}

/* The bytes in a buffer that holds at least a whole typed input. */
static uint8_t *copy_of(const struct layout *l, const unsigned char *bytes,
			size_t *size)
{
	const size_t room = l && l->file_size > *size ? l->file_size : *size;
	uint8_t *copy = calloc(room + 1, 1);

	if (!copy)
		return NULL;
	memcpy(copy, bytes, *size);
	if (l)
		*size = l->file_size;
	return copy;
}

/* What is read, and where the result goes. */
struct simplify_request {
	const struct attempt_kind *kind;
	const struct layout *layout;
	const char *path, *directory;
};

static const char *simplify_input(const struct simplify_request *s, uint8_t *bytes,
				  size_t size)
{
	struct input_attempt attempt;
	char to[PATH_MAX];

	if (!attempt_begin(&attempt, s->kind, bytes, size))
		return attempt.error ? "no process can be made" : s->kind->unfit;
	if (s->layout)
		simplify_typed(s->layout, &attempt, bytes);
	else
		size = simplify_bytes(&attempt, bytes, size);
	if (attempt.error)
		return "no process can be made";
	const int err =
	    s->kind->write(&attempt, s->directory, bytes, size, to, sizeof to);
	if (!err)
		print_simplified(s->path, to, size, &attempt);
	return err ? corpus_strerror(err) : NULL;
}

const char *simplify_file(const struct attempt_kind *kind, const struct layout *l,
			  const char *path, const char *directory)
{
	const struct simplify_request s = {kind, l, path, directory};
	unsigned char *bytes;
	size_t size;
	const int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	uint8_t *copy = copy_of(l, bytes, &size);
	const char *error = copy ? simplify_input(&s, copy, size) : "out of memory";
	free(copy);
	free(bytes);
	return error;
}
