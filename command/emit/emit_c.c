/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * emit_c.c - tests in C: of a typed target a program that makes each call in a process of its
 * own; of a program that draws, for each run a file that defines what it calls for its values.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/driver/drawn_values.h"
#include "command/emit/emitted.h"
#include "command/target/build_record.h"
#include "command/target/target_trace.h"
#include "system/allocation.h"

/* As docs/licence.md says. */
#define NOTICE                                                                         \
	"/* Made by `me emit`. It is yours: the GPL of ME does not extend to it. */\n"

/* ---- calls */

struct calls {
	struct emitted *e;
	struct entry entry;
	struct trace_end *ends; /* of each input; not told: it returns */
	struct text_buffer functions, rows;
	bool is_fortran, has_references;
	bool has_aliases; /* arrays may lie in each other */
};

/* Each call has a process of its own, so that static variables are as they were at the
 * start, as in runs of a search, and one that fails or never ends hides no other. */
#define HEAD                                                                           \
	NOTICE "/* Says of each call that does not end as it did for ME how it ends. " \
	       "The exit code is 1 when\n * one that returned for ME does not. */\n"   \
	       "#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
/* An array of a driver is declared with the most elements that it has: [4], of which 0 are passed. */
#define SHORTER                                                                        \
	"\n#if defined __GNUC__ && !defined __clang__\n"                               \
	"#pragma GCC diagnostic ignored \"-Wstringop-overflow\"\n#endif\n"
#define REFERENCES                                                                     \
	"#include <type_traits>\n\n"                                                   \
	"/* Gives variables to parameters that are references. */\n"                   \
	"template <class R, class... P>\n"                                             \
	"static void me_call(R (*function)(P...),\n"                                   \
	"\t\t    typename std::remove_cv<\n"                                           \
	"\t\t\ttypename std::remove_reference<P>::type>::type... values)\n"            \
	"{\n\tfunction(static_cast<P>(values)...);\n}\n"
#define TESTS                                                                          \
	"\nstatic const struct {\n"                                                    \
	"\tvoid (*run)(void);\n"                                                       \
	"\tunsigned seconds;\n"                                                        \
	"\tint returns;\n"                                                             \
	"\tconst char *expected;\n"                                                    \
	"} me_tests[] = {\n"
#define MAIN                                                                           \
	"};\n\n"                                                                       \
	"enum { ME_RETURNED = 125 };\n\n"                                              \
	"int main(void)\n{\n"                                                          \
	"\tint failed = 0;\n\n"                                                        \
	"\tfor (unsigned i = 0; i < sizeof me_tests / sizeof *me_tests; i++) {\n"      \
	"\t\tint status = 0;\n"                                                        \
	"\t\tprintf(\"test %%u\\n\", i + 1);\n"                                        \
	"\t\tfflush(stdout);\n"                                                        \
	"\t\tconst pid_t process = fork();\n"                                          \
	"\t\tif (process < 0) {\n\t\t\tperror(\"fork\");\n\t\t\treturn 1;\n\t\t}\n"    \
	"\t\tif (process == 0) {\n"                                                    \
	"\t\t\talarm(me_tests[i].seconds);\n"                                          \
	"\t\t\tme_tests[i].run();\n"                                                   \
	"\t\t\tfflush(stdout);\n"                                                      \
	"\t\t\t_exit(ME_RETURNED);\n"                                                  \
	"\t\t}\n"                                                                      \
	"\t\twaitpid(process, &status, 0);\n"                                          \
	"\t\tconst int returned =\n"                                                   \
	"\t\t    WIFEXITED(status) && WEXITSTATUS(status) == ME_RETURNED;\n"           \
	"\t\tif (returned == me_tests[i].returns)\n\t\t\tcontinue;\n"                  \
	"\t\tfailed |= me_tests[i].returns;\n"                                         \
	"\t\tprintf(\"test %%u %%s %%d; for ME it %%s\\n\", i + 1,\n"                  \
	"\t\t       returned ? \"returns,\"\n"                                         \
	"\t\t\t: WIFSIGNALED(status) ? \"ends by signal\" : \"exits with\",\n"         \
	"\t\t       returned ? 0\n"                                                    \
	"\t\t\t: WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status),\n"      \
	"\t\t       me_tests[i].expected);\n"                                          \
	"\t}\n"                                                                        \
	"\treturn failed;\n}\n"

enum { SECONDS = 10, SECONDS_ENDLESS = 2 };

/* The end of an argument: the next comma or bracket that is not inside of others. */
static const char *argument_end(const char *at)
{
	bool quoted = false;

	for (int depth = 0; *at; at++) {
		if (quoted && *at == '\\' && at[1])
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (!quoted && strchr("({[", *at))
			depth++;
		else if (!quoted && depth && strchr(")}]", *at))
			depth--;
		else if (!quoted && !depth && strchr(",)", *at))
			break;
	}
	return at;
}

/* What an argument of a call passes. */
enum passed { PASSED_VALUE, PASSED_ARRAY, PASSED_ADDRESS, PASSED_POINTER };

/* "(int[]){1, 2}", "*(int[]){1}", "&(struct p){1}", and a text or a null pointer. */
static enum passed passed_as(const char *at, const char *end)
{
	at += *at == '*';
	const char *bracket = memchr(at, '[', (size_t)(end - at));
	const char *brace = memchr(at, '{', (size_t)(end - at));

	if (*at == '(' && bracket && brace && bracket < brace)
		return PASSED_ARRAY;
	if (at[0] == '&' && at[1] == '(' && brace)
		return PASSED_ADDRESS;
	return strchr("&\"", *at) || strncmp(at, "NULL", 4) == 0 ||
		       strncmp(at, "nullptr", 7) == 0
		   ? PASSED_POINTER
		   : PASSED_VALUE;
}

/* "int me_0[] = {1, 2};" of "(int[]){1, 2}": C++ takes no address of such a value. */
static void variable_add(struct text_buffer *out, size_t number, const char *at,
			 const char *end)
{
	const char *type = strchr(at, '(') + 1;
	const char *close = memchr(type, ')', (size_t)(end - type));
	const size_t name = strcspn(type, "[)");

	text_add(out, "\t%.*s me_%zu%.*s = %.*s;\n", (int)name, type, number,
		 (int)(close - type - (ptrdiff_t)name), type + name,
		 (int)(end - close - 1), close + 1);
}

/* The argument "y", "y + 1" or "y[1]", where y is another parameter's array; -1: it is
 * something else. */
static long parameter_named(const struct calls *c, const char *at, const char *end)
{
	const size_t n = strcspn(at, " [,)");

	for (size_t p = 0; at + n <= end && p < c->entry.parameter_count; p++)
		if (strncmp(c->entry.parameters[p].name, at, n) == 0 &&
		    !c->entry.parameters[p].name[n] &&
		    c->entry.parameters[p].passing == ME_BY_POINTER)
			return (long)p;
	return -1;
}

/* Behind what sets global variables. */
static const char *call_start(const struct calls *c, const char *call)
{
	const char *name = c->e->record.entry.source_name, *at = call;

	while ((at = strstr(at, name)) && at[strlen(name)] != '(')
		at++;
	return at ? at : call;
}

/* A call of a function of C++, or with arrays in each other: arrays and what is passed by its
 * address are variables, and so are the values that references are given. */
static void call_add_variables(struct calls *c, const char *call)
{
	struct text_buffer arguments = {0};
	const char *start = call_start(c, call), *at = strchr(start, '(');
	const size_t name = (size_t)(at - start);
	bool has_reference = false;

	for (size_t p = 0; *at && *at != ')' && p < c->entry.parameter_count; p++) {
		at++;
		at += strspn(at, " ");
		const char *end = argument_end(at);
		const enum passed passed = passed_as(at, end);
		const long other = parameter_named(c, at, end);
		const char *star = *at == '*' ? "*" : "";
		at += *at == '*';
		has_reference |= c->entry.parameters[p].passing == ME_BY_POINTER &&
				 passed == PASSED_VALUE && other < 0;
		text_add(&arguments, p ? ", " : "");
		if (passed == PASSED_ARRAY || passed == PASSED_ADDRESS) {
			variable_add(&c->functions, p, at, end);
			text_add(&arguments, "%sme_%zu",
				 passed == PASSED_ADDRESS ? "&" : star, p);
		} else if (other >= 0) {
			at += strlen(c->entry.parameters[other].name);
			text_add(&arguments, "me_%ld%.*s", other, (int)(end - at), at);
		} else {
			text_add(&arguments, "%.*s", (int)(end - at), at);
		}
		at = end;
	}
	c->has_references |= has_reference;
	if (start > call)
		text_add(&c->functions, "\t%.*s\n", (int)(start - call), call);
	text_add(&c->functions, has_reference ? "\tme_call(%.*s%s" : "\t%.*s(%s",
		 (int)name, start, has_reference ? ", " : "");
	text_add(&c->functions, "%s%s", text_string(&arguments), *at ? at : ")");
	text_done(&arguments);
}

/* Not that of a type in a function or an unnamed namespace. */
static bool has_spelling(const char *type)
{
	return !strpbrk(type, "({");
}

/* By its source, which the tests include: a function of C++ may have a name of C. */
static bool is_cxx(const struct emitted *e)
{
	static const char *const endings[] = {".cc",  ".cpp", ".cxx",
					      ".c++", ".C",   ".cp"};
	const char *ending = strrchr(e->record.entry.file, '.');

	for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++)
		if (strcmp(ending, endings[i]) == 0)
			return true;
	return strncmp(e->record.entry.name, "_Z", 2) == 0;
}

static void call_add(void *context, size_t input, const char *call)
{
	struct calls *c = context;
	const struct trace_end *end = &c->ends[input];
	const bool returns = end->kind == ME_END_RETURNS;

	c->is_fortran |=
	    strncmp(call, "call ", 5) == 0 || strncmp(call, "r = ", 4) == 0;
	text_add(&c->functions, "\nstatic void me_test_%zu(void)\n{\n", input + 1);
	if (*end->thrown)
		text_add(&c->functions, "\ttry {\n");
	if (is_cxx(c->e) || c->has_aliases)
		call_add_variables(c, call);
	else
		text_add(&c->functions, "\t%s", call);
	text_add(&c->functions, ";\n");
	if (*end->thrown)
		text_add(
		    &c->functions,
		    "\t} catch (%s%s%s) {\n\t\treturn;\n\t}\n\t__builtin_abort();\n",
		    has_spelling(end->thrown) ? "const " : "...",
		    has_spelling(end->thrown) ? end->thrown : "",
		    has_spelling(end->thrown) ? " &" : "");
	text_add(&c->functions, "}\n");
	text_add(&c->rows, "\t{me_test_%zu, %d, %d, \"%s%s\"},\n", input + 1,
		 returns ? SECONDS : SECONDS_ENDLESS, returns,
		 *end->thrown ? "ends with " : me_ends[end->kind].which,
		 *end->thrown ? end->thrown : end->signal);
}

static void end_note(void *context, const char *path, const struct trace_run *run)
{
	struct calls *c = context;

	for (size_t i = 0; i < c->e->inputs.count; i++)
		if (strcmp(c->e->inputs.paths[i], path) == 0)
			c->ends[i] = run->end;
}

static int calls_read(struct calls *c)
{
	struct emitted *e = c->e;

	c->ends = array_new(e->inputs.count, sizeof *c->ends);
	int err = trace_inputs(e->command, &e->record, &e->inputs, end_note, c);
	if (!err)
		err = target_calls(e->command, e->record.target, &e->inputs,
				   CALLS_SOURCE, call_add, c);
	if (!err && c->is_fortran)
		err =
		    command_fail(e->command, e->record.target,
				 "--format=c: the entry is not of C; `me show` prints "
				 "the calls");
	return err;
}

/* The tests have a main of their own; that of the source gets another name. */
static void source_add(struct text_buffer *out, const char *file, bool is_driver)
{
	unsigned char *bytes = NULL;
	size_t size;
	const bool has_main = corpus_read_regular(file, &bytes, &size) == CORPUS_OK &&
			      strstr((const char *)bytes, "main");

	free(bytes);
	text_add(out, HEAD "%s\n%s#include \"%s\"\n%s", is_driver ? SHORTER : "",
		 has_main ? "#define main me_main_of_the_source\n" : "", file,
		 has_main ? "#undef main\n" : "");
}

static int calls_write(struct emitted *e, emit_fn *emit, void *context)
{
	struct calls c = {.e = e};
	struct text_buffer out = {0};
	int err = entry_json_read(e->command, &e->record, &c.entry);

	for (size_t i = 0; i < c.entry.parameter_count; i++)
		c.has_aliases |=
		    (c.entry.parameters[i].flags & ME_PARAMETER_ALIAS) != 0;
	if (!err)
		err = calls_read(&c);
	source_add(&out, e->record.entry.file, c.entry.is_driver);
	text_add(&out, "%s", c.has_references ? REFERENCES : "");
	text_add(&out, "%s" TESTS "%s" MAIN, text_string(&c.functions),
		 text_string(&c.rows));
	if (!err)
		err = emit(context, is_cxx(e) ? "test.cc" : "test.c", &out);
	text_done(&out);
	text_done(&c.functions);
	text_done(&c.rows);
	free(c.ends);
	entry_json_done(&c.entry);
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
