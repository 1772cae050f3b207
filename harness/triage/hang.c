/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/triage/hang.h"

#include <string.h>

static int is_same(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static void note_first(struct hang *h, const struct backtrace_frame *frames,
		       size_t count)
{
	h->count = count;
	for (size_t i = 0; i < count; i++)
		h->outer[i] = frames[count - 1 - i].function;
}

/* Up to the first that the stack has not had before. */
static size_t common(const struct hang *h, const struct backtrace_frame *frames,
		     size_t count)
{
	size_t n = 0;

	while (n < h->count && n < count &&
	       is_same(h->outer[n], frames[count - 1 - n].function))
		n++;
	return n;
}

/* Without those that have been called since the last look, and what they call. */
static size_t staying(const struct backtrace_frame *frames, size_t count, size_t n)
{
	while (n > 1) {
		const struct backtrace_frame *f = &frames[count - n];
		if (f->is_program && !(f->entries && *f->entries))
			break;
		n--;
	}
	return n;
}

int hang_look(struct hang *h)
{
	static struct backtrace_frame frames[HANG_DEPTH];

	h->is_looking = 1;
	const size_t count = backtrace_frames(frames, HANG_DEPTH);
	h->is_looking = 0;
	if (!h->looks)
		note_first(h, frames, count);
	else
		h->count = staying(frames, count, common(h, frames, count));
	for (size_t i = 0; i < count; i++)
		if (frames[i].entries)
			*frames[i].entries = 0;
	return ++h->looks == HANG_LOOKS;
}

size_t hang_inner(const struct hang *h, const struct backtrace_frame *frames,
		  size_t count)
{
	const size_t n = common(h, frames, count);

	return n ? count - n : 0;
}
