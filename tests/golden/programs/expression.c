/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic in text: terms, factors, parentheses, one function by its name. */
#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64, DEEPEST = 16 };

struct reader {
	const char *at;
	int depth, failed;
};

static double sum(struct reader *r);

static double fail(struct reader *r)
{
	r->failed = 1;
	return 0;
}

static double factor(struct reader *r)
{
	if (r->depth > DEEPEST)
		return fail(r);
	if (*r->at == '-') {
		r->at++;
		return -factor(r);
	}
	if (isdigit((unsigned char)*r->at)) {
		char *rest;
		const double value = strtod(r->at, &rest);
		r->at = rest;
		return value;
	}
	const int is_root = !strncmp(r->at, "sqrt", 4);
	r->at += is_root ? 4 : 0;
	if (*r->at != '(')
		return fail(r);
	r->at++;
	r->depth++;
	const double value = sum(r);
	r->depth--;
	if (*r->at != ')')
		return fail(r);
	r->at++;
	return is_root ? sqrt(value) : value;
}

static double product(struct reader *r)
{
	double value = factor(r);

	while (*r->at == '*' || *r->at == '/')
		value = *r->at++ == '*' ? value * factor(r) : value / factor(r);
	return value;
}

static double sum(struct reader *r)
{
	double value = product(r);

	while (*r->at == '+' || *r->at == '-')
		value = *r->at++ == '+' ? value + product(r) : value - product(r);
	return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[LONGEST + 1] = "";
	struct reader r = {text, 0, 0};

	memcpy(text, data, size < LONGEST ? size : LONGEST);
	const double value = sum(&r);
	if (!r.failed && !*r.at && value == 42.5)
		abort();
	return 0;
}
