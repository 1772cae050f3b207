/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes_input.c - what is held, and the buffers of a descent. */
#include "harness/bytes/bytes_input.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t nothing[1];

int bytes_buffer_room(struct bytes_buffer *b, size_t size)
{
	if (b->room >= size)
		return 1;
	uint8_t *grown = realloc(b->data, 2 * size);
	if (!grown)
		return 0;
	b->data = grown;
	b->room = 2 * size;
	return 1;
}

int bytes_input_init(struct bytes_input *in)
{
	memset(in, 0, sizeof *in);
	in->data = nothing;
	return bytes_buffer_room(&in->base, 1) && bytes_buffer_room(&in->out, 1) ? 0
										 : -1;
}

void bytes_input_done(struct bytes_input *in)
{
	free(in->copy);
	free(in->base.data);
	free(in->out.data);
	memset(in, 0, sizeof *in);
}

void bytes_input_hold(struct bytes_input *in, const uint8_t *data, size_t size)
{
	in->data = data ? data : nothing;
	in->size = size;
}

void bytes_input_hold_out(struct bytes_input *in)
{
	repair_begin(&in->repair);
	bytes_input_hold(in, in->out.data, in->out.size);
}

size_t bytes_input_most(const struct bytes_input *in, size_t max_size)
{
	return in->base.size > max_size ? in->base.size : max_size;
}
