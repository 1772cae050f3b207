/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * scan.h - tokens of the exported text. After the first error every token is empty, so
 * that a reader needs to check `failed` only now and then; `why` describes that error.
 */
#ifndef PROVER_SCAN_H
#define PROVER_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SCAN_WHY 256

struct scan {
	const char *at, *end;
	unsigned line;
	bool failed;
	char *why; /* SCAN_WHY bytes */
};

struct token {
	const char *text;
	size_t length; /* 0: there is none */
};

void scan_fail(struct scan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next token of the line; [ ] and ; are tokens of their own, comments are skipped.
 */
struct token scan_token(struct scan *scan);
struct token scan_peek(const struct scan *scan);
/* Whether only a location is left in the line; reads it. */
bool scan_at_end(const struct scan *scan);
/* Goes to the next line; returns the location's line in the source, or 0. */
uint32_t scan_line(struct scan *scan);
bool scan_more(const struct scan *scan);

bool token_is(struct token token, const char *text);
/* Reads the token if it is the next one. */
bool scan_take(struct scan *scan, const char *text);
void scan_expect(struct scan *scan, const char *text);
uint64_t scan_number(struct scan *scan);
/* "TEXT" into `out`, truncated to `size`; returns its length. */
size_t scan_quoted(struct scan *scan, char *out, size_t size);

/* The number in a token; false if it is none. */
bool token_number(struct token token, int base, uint64_t *value);

#endif
