/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - tokens of the exported text. */
#include "prover/ir/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void scan_fail(struct scan *scan, const char *format, ...)
{
	va_list arguments;
	int n;

	if (scan->failed)
		return;
	scan->failed = true;
	n = snprintf(scan->why, SCAN_WHY,
		     "line %u of the exported GIMPLE: ", scan->line);
	va_start(arguments, format);
	vsnprintf(scan->why + n, SCAN_WHY - (size_t)n, format, arguments);
	va_end(arguments);
	scan->at = scan->end;
}

static bool is_scan_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct scan *scan)
{
	while (scan->at < scan->end && is_scan_blank(*scan->at))
		scan->at++;
}

static bool ends_token(char c)
{
	return is_scan_blank(c) || c == '\n' || c == '[' || c == ']' || c == ';' ||
	       c == '"';
}

struct token scan_token(struct scan *scan)
{
	struct token token;

	skip_blanks(scan);
	token.text = scan->at;
	token.length = 0;
	if (scan->at == scan->end || *scan->at == '\n' || *scan->at == '#' ||
	    *scan->at == '@')
		return token;
	do
		scan->at++;
	while (scan->at < scan->end && !ends_token(token.text[0]) &&
	       !ends_token(*scan->at));
	token.length = (size_t)(scan->at - token.text);
	return token;
}

struct token scan_peek(const struct scan *scan)
{
	struct scan copy = *scan;

	return scan_token(&copy);
}

bool scan_at_end(const struct scan *scan)
{
	return scan_peek(scan).length == 0;
}

bool scan_more(const struct scan *scan)
{
	return !scan->failed && scan->at < scan->end;
}

uint32_t scan_line(struct scan *scan)
{
	uint32_t line = 0;

	if (!scan_at_end(scan))
		scan_fail(scan, "unexpected '%.*s'", (int)scan_peek(scan).length,
			  scan_peek(scan).text);
	skip_blanks(scan);
	if (scan->at < scan->end && *scan->at == '@')
		for (scan->at++;
		     scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9';
		     scan->at++)
			line = 10 * line + (uint32_t)(*scan->at - '0');
	while (scan->at < scan->end && *scan->at != '\n')
		scan->at++;
	if (scan->at < scan->end)
		scan->at++;
	else
		scan_fail(scan, "the last line is cut off");
	scan->line++;
	return line;
}

bool token_is(struct token token, const char *text)
{
	return strlen(text) == token.length &&
	       memcmp(token.text, text, token.length) == 0;
}

bool scan_take(struct scan *scan, const char *text)
{
	if (!token_is(scan_peek(scan), text))
		return false;
	scan_token(scan);
	return true;
}

void scan_expect(struct scan *scan, const char *text)
{
	if (!scan_take(scan, text))
		scan_fail(scan, "'%s' is missing", text);
}

bool token_number(struct token token, int base, uint64_t *value)
{
	static const char digits[] = "0123456789abcdef";

	*value = 0;
	for (size_t i = 0; i < token.length; i++) {
		const char *digit = memchr(digits, token.text[i], (size_t)base);
		if (!digit || __builtin_mul_overflow(*value, (uint64_t)base, value) ||
		    __builtin_add_overflow(*value, (uint64_t)(digit - digits), value))
			return false;
	}
	return token.length > 0;
}

uint64_t scan_number(struct scan *scan)
{
	const struct token token = scan_token(scan);
	uint64_t value;

	if (token_number(token, 10, &value))
		return value;
	scan_fail(scan, "'%.*s' is no number", (int)token.length, token.text);
	return 0;
}

size_t scan_quoted(struct scan *scan, char *out, size_t size)
{
	size_t n = 0;

	skip_blanks(scan);
	if (scan->at == scan->end || *scan->at != '"') {
		scan_fail(scan, "a text in quotes is missing");
		out[0] = '\0';
		return 0;
	}
	scan->at++;
	while (scan->at < scan->end && *scan->at != '"' && *scan->at != '\n') {
		if (*scan->at == '\\' && scan->at + 1 < scan->end)
			scan->at++;
		if (n + 1 < size)
			out[n++] = *scan->at;
		scan->at++;
	}
	out[n] = '\0';
	if (scan->at == scan->end || *scan->at != '"')
		scan_fail(scan, "a text in quotes has no end");
	else
		scan->at++;
	return n;
}
