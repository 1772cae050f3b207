/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * emit_testcomp.c - a test suite in the exchange format of Test-Comp, version 1.1:
 * metadata.xml, and for each run a file of the values in the order in which they are drawn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "command/base/process.h"
#include "command/driver/drawn_values.h"
#include "command/emit/emitted.h"

#define DECLARATION "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
#define DOCTYPE(ROOT)                                                                  \
	"<!DOCTYPE " ROOT " PUBLIC \"+//IDN sosy-lab.org//DTD test-format " ROOT       \
	" 1.1//EN\" \"https://sosy-lab.org/test-format/" ROOT "-1.1.dtd\">\n"

static void add_escaped(struct text_buffer *out, const char *text)
{
	for (; *text; text++)
		switch (*text) {
		case '&':
			text_add(out, "&amp;");
			break;
		case '<':
			text_add(out, "&lt;");
			break;
		case '>':
			text_add(out, "&gt;");
			break;
		case '"':
			text_add(out, "&quot;");
			break;
		default:
			text_add_char(out, *text);
		}
}

static void add_element(struct text_buffer *out, const char *name, const char *content)
{
	text_add(out, "  <%s>", name);
	add_escaped(out, content);
	text_add(out, "</%s>\n", name);
}

/* ---- the suite */

/* SHA-256 of the program's source, by the program of coreutils. */
static int add_hash(struct emitted *e, const struct build_unit *unit,
		    struct text_buffer *out)
{
	struct process run = {.directory = unit->directory};
	char hash[65];

	words_add_each(&run.words, "sha256sum", "--", unit->source);
	const int err = process_check(e->command, &run);
	if (!err) {
		const char *line = text_string(&run.output);
		/* In front of a name that is escaped stands a backslash. */
		snprintf(hash, sizeof hash, "%s", line + (*line == '\\'));
		add_element(out, "programhash", hash);
	}
	process_done(&run);
	return err;
}

/* Now, or SOURCE_DATE_EPOCH, with which two suites are the same. */
static void add_time(struct text_buffer *out)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	const time_t now =
	    epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
	struct tm parts;
	char text[64];

	gmtime_r(&now, &parts);
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
	add_element(out, "creationtime", text);
}

static int metadata_make(struct emitted *e, struct text_buffer *out)
{
	const struct build_unit *unit = emitted_program(e);
	char architecture[16];

	snprintf(architecture, sizeof architecture, "%zubit", 8 * sizeof(void *));
	text_add(out, DECLARATION DOCTYPE("test-metadata") "<test-metadata>\n");
	add_element(out, "sourcecodelang", "C");
	add_element(out, "producer", "ME");
	add_element(out, "specification", e->property);
	add_element(out, "programfile", unit->source);
	const int err = add_hash(e, unit, out);
	add_element(out, "entryfunction", "main");
	add_element(out, "architecture", architecture);
	add_time(out);
	text_add(out, "</test-metadata>\n");
	return err;
}

static void testcase_make(const struct emitted_run *run, struct text_buffer *out)
{
	text_add(out, DECLARATION DOCTYPE("testcase") "<testcase%s>\n",
		 strcmp(run->end.signal, "ABRT") == 0 ? " coversError=\"true\"" : "");
	for (size_t i = 0; i < json_array_size(run->draws); i++) {
		const json_t *draw = json_array_get(run->draws, i);
		const char *name = json_string_value(json_array_get(draw, 0));
		const char *value = json_string_value(json_array_get(draw, 1));
		text_add(out, "  <input type=\"%s\">%s</input>\n",
			 nondet_type(name ? name : ""), value ? value : "0");
	}
	text_add(out, "</testcase>\n");
}

static int suite_write(struct emitted *e, emit_fn *emit, void *context)
{
	struct text_buffer metadata = {0};
	int err = metadata_make(e, &metadata);

	if (!err)
		err = emit(context, "metadata.xml", &metadata);
	text_done(&metadata);
	for (size_t i = 0; i < e->run_count && !err; i++) {
		struct text_buffer testcase = {0};
		char name[48];
		snprintf(name, sizeof name, "testcase-%zu.xml", i + 1);
		testcase_make(&e->runs[i], &testcase);
		err = emit(context, name, &testcase);
		text_done(&testcase);
	}
	return err;
}

const struct emit_format emit_testcomp = {suite_write, true};
