/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "harness/triage/simple_number.h"
#include "harness/triage/simplify.h"
#include "mcmc/axis.h"

enum { PASSES_MOST = 20 };

struct typed_input {
	const struct layout *layout;
	struct attempt *attempt;
	coord *x, *tried;
	uint8_t *bytes; /* of `tried` */
};

/* Whether `tried` is like the input; then it is the input. */
static int take_tried(struct typed_input *in)
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

static void begin_attempt(struct typed_input *in)
{
	memcpy(in->tried, in->x, in->layout->n * sizeof *in->x);
}

static int is_simplest(const struct axis *axis, coord c)
{
	return c == axis_clamp(axis, 0);
}

/* All of them, then halves, quarters ... become 0. */
static void clear_blocks(struct typed_input *in)
{
	const size_t n = in->layout->n;

	for (size_t size = n; size > 1; size /= 2)
		for (size_t i = 0; i < n; i += size) {
			begin_attempt(in);
			for (size_t k = i; k < n && k < i + size; k++)
				in->tried[k] = axis_clamp(&in->layout->axes[k], 0);
			take_tried(in);
		}
}

static int simplify_scalar(struct typed_input *in, size_t i)
{
	const struct axis *axis = &in->layout->axes[i];
	coord simpler[SIMPLE_NUMBERS];
	const size_t count =
	    is_simplest(axis, in->x[i]) ? 0 : simple_numbers(axis, in->x[i], simpler);

	for (size_t k = 0; k < count; k++) {
		begin_attempt(in);
		in->tried[i] = simpler[k];
		if (take_tried(in))
			return 1;
	}
	return 0;
}

static int simplify_all(struct typed_input *in)
{
	int changed = 0;

	for (size_t i = 0; i < in->layout->n; i++)
		changed |= simplify_scalar(in, i);
	return changed;
}

void simplify_typed(const struct layout *l, struct attempt *attempt, uint8_t *bytes)
{
	struct typed_input in = {.layout = l, .attempt = attempt};

	in.x = calloc(l->n + 1, sizeof *in.x);
	in.tried = calloc(l->n + 1, sizeof *in.tried);
	in.bytes = malloc(l->file_size + 1);
	if (in.x && in.tried && in.bytes) {
		layout_decode(l, bytes, l->file_size, in.x);
		clear_blocks(&in);
		for (int k = 0; k < PASSES_MOST && simplify_all(&in); k++)
			;
		layout_encode(l, in.x, bytes);
	}
	free(in.x);
	free(in.tried);
	free(in.bytes);
}
