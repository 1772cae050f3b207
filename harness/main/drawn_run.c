/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * drawn_run.c - the values that a run draws, noted in memory that its process shares.
 */
#include "harness/main/requests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/goals/describe.h"
#include "harness/program/shared_memory.h"
#include "harness/records/records.h"
#include "system/signal_name.h"

enum { DRAWS_SIZE = 1 << 22 };

static struct drawn {
	size_t size;
	int is_cut; /* there was no room for all */
	char text[DRAWS_SIZE]; /* ["int","5"],["double","0.5"] */
} * drawn; /* null: nothing is recorded */

void __me_drawn(const char *name, const void *value, size_t size)
    __attribute__((visibility("default")));

/* ---- values as text */

static int is_unsigned(const char *name)
{
	return *name == 'u' || !strcmp(name, "bool") || !strcmp(name, "size_t") ||
	       !strcmp(name, "sector_t");
}

static void print_drawn_integer(const char *name, const void *value, size_t size,
				char *out)
{
	unsigned __int128 bits = 0;
	char digits[48];
	int n = 0;

	memcpy(&bits, value, size);
	const int negative = !is_unsigned(name) && bits >> (8 * size - 1) & 1;
	if (negative)
		bits = ((unsigned __int128)1 << (8 * size - 1) << 1) - bits;
	do
		digits[n++] = (char)('0' + (int)(bits % 10));
	while (bits /= 10);
	if (negative)
		*out++ = '-';
	while (n)
		*out++ = digits[--n];
	*out = 0;
}

/* As many digits as give the number back. */
static void print_draw(const char *name, const void *value, size_t size, char *out)
{
	float f;
	double d;

	if (!strcmp(name, "float")) {
		memcpy(&f, value, sizeof f);
		sprintf(out, "%.9g", (double)f);
	} else if (!strcmp(name, "double")) {
		memcpy(&d, value, sizeof d);
		sprintf(out, "%.17g", d);
	} else {
		print_drawn_integer(name, value, size, out);
	}
}

void __me_drawn(const char *name, const void *value, size_t size)
{
	char text[64];

	if (!drawn || size > sizeof(__int128))
		return;
	if (drawn->size + 128 > DRAWS_SIZE) {
		drawn->is_cut = 1;
		return;
	}
	print_draw(name, value, size, text);
	drawn->size +=
	    (size_t)sprintf(drawn->text + drawn->size, "%s[\"%.40s\",\"%s\"]",
			    drawn->size ? "," : "", name, text);
}

/* ---- the run */

static void print_draws(const char *file, const struct apart *a)
{
	const enum me_end end = apart_end(a);
	char *name = describe_string(file);
	FILE *out = records_out();

	fprintf(out, "{\"kind\":\"draws\",\"file\":%s,\"ended\":\"%s",
		name ? name : "\"\"", me_ends[end].name);
	if (end == ME_END_SIGNAL)
		fprintf(out, "\",\"signal\":\"%s", signal_name(WTERMSIG(a->status)));
	fprintf(out, "\",\"cut\":%s,\"draws\":[%s]}\n",
		drawn->is_cut ? "true" : "false", drawn->text);
	free(name);
}

const char *drawn_run_print(const struct traced_run *run, const char *file)
{
	struct apart end;

	if (!drawn)
		drawn = shared_memory(sizeof *drawn);
	if (!drawn)
		return "out of memory";
	drawn->size = 0;
	drawn->is_cut = 0;
	*drawn->text = 0;
	const char *error = traced_run_make(run, file, &end);
	if (!error)
		print_draws(file, &end);
	return error;
}
