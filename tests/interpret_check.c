/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interpret_check.c - whether the interpreter of exported GIMPLE agrees bit for bit
 * with the compiled function:
 *
 *	interpret_check TARGET FUNCTION LIBRARY RUNS SEED
 *
 * TARGET carries the GIMPLE, LIBRARY has the function and all that it calls, compiled
 * from the same source. Arguments are drawn from special values, small numbers and
 * random bits; a pointer gets 16 doubles. Results and what the pointers point to are
 * compared, with any NaN equal to any other.
 */
#include <errno.h>
#include <stdio.h>

#include "me/ir.h"
#include "tests/native.h"

/* ---- comparing */

static bool is_nan(struct type type, struct value v)
{
	double d;
	float f;

	memcpy(&d, &v.low, 8);
	memcpy(&f, &v.low, 4);
	return type.kind == TYPE_FLOAT && (type.bits == 64 ? isnan(d) : isnan(f));
}

static bool same(struct type type, struct value a, struct value b)
{
	return a.low == b.low || (is_nan(type, a) && is_nan(type, b));
}

static bool same_buffers(const double *a, const double *b)
{
	for (int i = 0; i < BUFFER; i++)
		if (memcmp(&a[i], &b[i], 8) != 0 && !(isnan(a[i]) && isnan(b[i])))
			return false;
	return true;
}

static void complain(const struct function *f, const struct value *arguments,
		     struct value native, struct value ours)
{
	printf("%s:", f->name);
	for (uint32_t i = 0; i < f->parameter_count; i++)
		printf(" %016llx", (unsigned long long)arguments[i].low);
	printf(": compiled %016llx, interpreted %016llx\n",
	       (unsigned long long)native.low, (unsigned long long)ours.low);
}

/* One run on fresh arguments: 0 when both agree, 1 when not, -1 when it cannot be run.
 */
static int check_once(struct interpreter *run, const struct function *f, void *native)
{
	double drawn[ARGUMENTS][BUFFER], kept[ARGUMENTS][BUFFER];
	struct value arguments[ARGUMENTS], expected = {0, 0}, result;
	struct type types[ARGUMENTS];
	const struct type type = f->has_result ? f->result : (struct type){0};
	bool agree;

	memset(drawn, 0, sizeof drawn);
	for (uint32_t i = 0; i < f->parameter_count; i++) {
		types[i] = f->parameters[i].type;
		arguments[i] = draw_value(types[i], drawn[i]);
	}
	memcpy(kept, drawn, sizeof drawn);
	if (!call_native(native, types, arguments, f->parameter_count, type, &expected))
		return -1;
	double computed[ARGUMENTS][BUFFER];
	memcpy(computed, drawn, sizeof drawn);
	memcpy(drawn, kept, sizeof drawn);
	run->steps = 10000000;
	errno = 0;
	const int err = interpret(run, f, arguments, &result);
	interpret_done(run);
	if (err)
		return -1;
	agree = !f->has_result || same(type, expected, result);
	for (uint32_t i = 0; i < f->parameter_count; i++)
		agree &= same_buffers(computed[i], drawn[i]);
	if (!agree)
		complain(f, arguments, expected, result);
	return !agree;
}

static int check_all(const struct gimple_program *program, const char *name,
		     unsigned long runs)
{
	const struct function *f = gimple_find(program, name, NULL);
	void *native = dlsym(library, name);
	struct interpreter run = {.program = program, .call = call_outside};
	unsigned long differ = 0;

	if (!f || !native || f->parameter_count > ARGUMENTS) {
		printf("%s: not found\n", name);
		return 1;
	}
	for (unsigned long i = 0; i < runs; i++) {
		const int outcome = check_once(&run, f, native);
		if (outcome < 0) {
			printf("%s: %s\n", name, run.why);
			return 1;
		}
		differ += (unsigned long)outcome;
	}
	printf("%s: %lu runs, %lu differ\n", name, runs, differ);
	return differ != 0;
}

int main(int argc, char **argv)
{
	struct gimple_program program;
	char why[256];
	char *text;
	size_t size;

	if (argc != 6) {
		fprintf(stderr,
			"usage: interpret_check TARGET FUNCTION LIBRARY RUNS SEED\n");
		return 2;
	}
	library = dlopen(argv[3], OPEN_FLAGS);
	state = strtoul(argv[5], NULL, 10) * 0x9e3779b97f4a7c15u | 1;
	if (!library || section_read(argv[1], ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(&program, text, size, why)) {
		fprintf(stderr, "interpret_check: %s\n", library ? why : dlerror());
		return 1;
	}
	const int failed = check_all(&program, argv[2], strtoul(argv[4], NULL, 10));
	gimple_done(&program);
	free(text);
	return failed;
}
