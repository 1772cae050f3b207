/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * emit_c.c - tests in C: of a typed target a program that makes all calls; of a program
 * that draws, for each run a file that defines what it calls for its values.
 */
#include <stdio.h>
#include <string.h>

#include "command/driver/drawn_values.h"
#include "command/emit/emitted.h"
#include "command/target/entry_json.h"
#include "command/target/target_trace.h"

/* As docs/licence.md says. */
#define NOTICE                                                                         \
	"/* Made by `me emit`. It is yours: the GPL of ME does not extend to it. */\n"

/* ---- calls */

struct calls {
	struct text_buffer out;
	bool is_fortran;
};

static void call_add(void *context, size_t input, const char *call)
{
	struct calls *c = context;

	c->is_fortran |=
	    strncmp(call, "call ", 5) == 0 || strncmp(call, "r = ", 4) == 0;
	text_add(&c->out, "\tputs(\"test %zu\");\n\t%s;\n", input + 1, call);
}

static int calls_write(struct emitted *e, emit_fn *emit, void *context)
{
	struct calls c = {.is_fortran = false};
	int err;

	text_add(&c.out,
		 NOTICE "/* Each call returns, or fails as it did for ME. */\n"
			"#include <stdio.h>\n\n#include \"%s\"\n\nint main(void)\n{\n",
		 e->record.entry.file);
	err = target_calls(e->command, e->record.target, &e->inputs, call_add, &c);
	text_add(&c.out, "\treturn 0;\n}\n");
	if (!err && c.is_fortran)
		err =
		    command_fail(e->command, e->record.target,
				 "--format=c: the entry is not of C; `me show` prints "
				 "the calls");
	if (!err)
		err = emit(context, "test.c", &c.out);
	text_done(&c.out);
	return err;
}

/* ---- draws */

static const char *draw_name(const struct emitted_run *run, size_t i)
{
	const char *name =
	    json_string_value(json_array_get(json_array_get(run->draws, i), 0));

	return name ? name : "";
}

static void value_add(struct text_buffer *out, const char *value)
{
	const bool negative = *value == '-';

	value += negative;
	if (strcmp(value, "inf") == 0 || strcmp(value, "nan") == 0)
		text_add(out, "%s__builtin_%s(%s)", negative ? "-" : "", value,
			 *value == 'n' ? "\"\"" : "");
	else if (strpbrk(value, ".e"))
		text_add(out, "%s%s", negative ? "-" : "", value);
	else if (strcmp(value, "9223372036854775808") == 0 && negative)
		text_add(out, "-9223372036854775807 - 1");
	else
		text_add(out, "%s%s%s", negative ? "-" : "", value,
			 strlen(value) > 18 ? "u" : "");
}

static void test_function_add(struct text_buffer *out, const struct emitted_run *run,
			      const char *name)
{
	text_add(out,
		 "\n%s __VERIFIER_nondet_%s(void)\n{\n\tstatic const %s values[] = {",
		 nondet_type(name), name, nondet_type(name));
	for (size_t i = 0; i < json_array_size(run->draws); i++) {
		if (strcmp(draw_name(run, i), name) != 0)
			continue;
		value_add(out, json_string_value(
				   json_array_get(json_array_get(run->draws, i), 1)));
		text_add(out, ", ");
	}
	text_add(
	    out,
	    "};\n\tstatic unsigned next;\n\n"
	    "\treturn next < sizeof values / sizeof *values ? values[next++] : 0;\n"
	    "}\n");
}

/* All functions that the program names, also those that the run does not call: they are
 * the members of the entry's structure. */
static void functions_add(struct text_buffer *out, const struct emitted_run *run,
			  const struct entry *entry)
{
	static const char prefix[] = "nondet_";

	for (size_t p = 0; p < entry->parameter_count; p++)
		for (size_t f = 0; f < entry->parameters[p].field_count; f++) {
			const char *path = entry->parameters[p].fields[f].path;
			if (strncmp(path, prefix, sizeof prefix - 1) == 0)
				test_function_add(out, run, path + sizeof prefix - 1);
		}
}

static int draws_write(struct emitted *e, emit_fn *emit, void *context)
{
	struct entry entry;
	int err = entry_json_read(e->command, &e->record, &entry);

	for (size_t i = 0; i < e->run_count && !err; i++) {
		const struct emitted_run *run = &e->runs[i];
		struct text_buffer out = {0};
		char name[48];

		snprintf(name, sizeof name, "testcase-%zu.c", i + 1);
		text_add(&out,
			 NOTICE
			 "/* Link it with the program. For ME its run %s%s. */\n",
			 me_ends[run->end.kind].which, run->end.signal);
		functions_add(&out, run, &entry);
		err = emit(context, name, &out);
		text_done(&out);
	}
	entry_json_done(&entry);
	return err;
}

static int tests_write(struct emitted *e, emit_fn *emit, void *context)
{
	return emitted_draws(e) ? draws_write(e, emit, context)
				: calls_write(e, emit, context);
}

const struct emit_format emit_c = {tests_write, false};
