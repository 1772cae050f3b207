/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "corpus/tools/exported.h"

#include <stdlib.h>
#include <string.h>

struct exported_scalar *exported_add(struct exported_reading *r)
{
	if (r->count == r->room) {
		const size_t room = 2 * r->room + 16;
		struct exported_scalar *grown =
		    realloc(r->scalars, room * sizeof *grown);
		if (!grown)
			return NULL;
		r->scalars = grown;
		r->room = room;
	}
	return &r->scalars[r->count++];
}

void exported_done(struct exported_reading *r)
{
	free(r->scalars);
	memset(r, 0, sizeof *r);
}

static const char digits[] = "0123456789abcdef";

void exported_hex(const uint8_t *bytes, size_t size, struct text *out)
{
	for (size_t i = 0; i < size; i++) {
		text_add_char(out, digits[bytes[i] >> 4]);
		text_add_char(out, digits[bytes[i] & 15]);
	}
}

int exported_unhex(const char *text, struct text *out)
{
	for (; text[0] && text[1]; text += 2) {
		const char *high = strchr(digits, text[0]);
		const char *low = strchr(digits, text[1]);
		if (!high || !low)
			return -1;
		text_add_char(out, (char)((high - digits) << 4 | (low - digits)));
	}
	return *text || out->failed ? -1 : 0;
}
