/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of numbers, as text: a header, lines of fields, a sum in the last one. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 3, FIELD = 32 };

struct table {
	unsigned rows;
	double sum[COLUMNS];
};

/* The next field, at most FIELD - 1 characters, into `field`; what ended it. */
static int next_field(const char **text, const char *end, char *field)
{
	size_t n = 0;

	while (*text < end && **text != ',' && **text != '\n') {
		if (n < FIELD - 1)
			field[n++] = **text;
		++*text;
	}
	field[n] = '\0';
	return *text < end ? *(*text)++ : 0;
}

static int read_row(struct table *t, const char **text, const char *end)
{
	char field[FIELD];

	for (int i = 0; i < COLUMNS; i++) {
		char *rest;
		const int stop = next_field(text, end, field);
		const double value = strtod(field, &rest);

		if (rest == field || *rest)
			return -1;
		t->sum[i] += value;
		if ((i + 1 < COLUMNS) != (stop == ','))
			return -1;
	}
	t->rows++;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data, *end = text + size;
	struct table table = {0};

	if (size < 6 || memcmp(text, "a,b,c\n", 6))
		return 0;
	text += 6;
	while (text < end)
		if (read_row(&table, &text, end))
			return 0;
	if (table.rows > 2 && table.sum[0] == 12.5 && table.sum[1] < -1e6)
		abort();
	return 0;
}
