/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_text.cc - the text of an exported function as it grows. */
#include "plugin/gcc.h"
#include "plugin/export/export.h"
#include "me/ir.h"
#include "gimple-pretty-print.h"
#include "pretty-print.h"

void ir_put(struct ir_text *t, const char *format, ...)
{
	char line[512];
	va_list arguments;

	va_start(arguments, format);
	int n = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	if (n < 0 || (size_t)n >= sizeof line)
		internal_error("plugin me: a token of %d characters", n);
	for (int i = 0; i < n; i++)
		t->bytes.safe_push(line[i]);
}

void ir_put_quoted(struct ir_text *t, const char *text)
{
	t->bytes.safe_push('"');
	for (const char *c = text; *c; c++) {
		if (*c == '"' || *c == '\\')
			t->bytes.safe_push('\\');
		t->bytes.safe_push((unsigned char)*c < ' ' ? ' ' : *c);
	}
	t->bytes.safe_push('"');
}

void ir_put_name(struct ir_text *t, const char *name)
{
	for (const char *c = name; *c; c++)
		t->bytes.safe_push(ISALNUM(*c) || strchr("_.$", *c) || *c & 0x80 ? *c
										 : '_');
}

/* The comment is for a person; a statement of many lines keeps its first. */
static void put_comment(struct ir_text *t, gimple *stmt)
{
	pretty_printer printer;

	pp_gimple_stmt_1(&printer, stmt, 0, TDF_NONE);
	const char *text = pp_formatted_text(&printer);
	ir_put(t, " # ");
	for (int i = 0; i < 100 && text[i] && text[i] != '\n'; i++)
		t->bytes.safe_push(text[i]);
}

void ir_put_end(struct ir_text *t, gimple *stmt)
{
	expanded_location at = expand_location(gimple_location(stmt));

	if (at.line)
		ir_put(t, " @%d:%d", at.line, at.column);
	put_comment(t, stmt);
	ir_put(t, "\n");
}

unsigned HOST_WIDE_INT ir_hash(const struct ir_text *t)
{
	unsigned HOST_WIDE_INT hash = ME_IR_HASH_START;
	bool comment = false;

	for (unsigned i = 0; i < t->bytes.length(); i++) {
		comment = t->bytes[i] != '\n' && (comment || t->bytes[i] == '#');
		if (comment)
			continue;
		hash = (hash ^ (unsigned char)t->bytes[i]) * ME_IR_HASH_PRIME;
	}
	return hash;
}
