/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interpret_check.c - whether the interpreter of exported GIMPLE agrees bit for bit
 *with the compiled function:
 *
 *	interpret_check TARGET FUNCTION LIBRARY RUNS SEED
 *
 * TARGET carries the GIMPLE, LIBRARY has the function and all that it calls, compiled
 *from the same source. Arguments are drawn from special values, small numbers and
 *random bits; a pointer gets 16 doubles. Results and what the pointers point to are
 *compared, with any NaN equal to any other.
 */
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/interpret.h"

enum { BUFFER = 16, ARGUMENTS = 6 };

/* In the calling convention of x86-64 integers and doubles are counted apart, so that
 * one type serves all functions of at most 6 of each. */
typedef double double_fn(long, long, long, long, long, long, double, double, double,
			 double, double, double);
typedef long integer_fn(long, long, long, long, long, long, double, double, double,
			double, double, double);

static void *library;
static uint64_t state;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1du;
}

/* ---- native calls */

static bool call_native(void *function, const struct type *types,
			const struct value *values, unsigned count, struct type type,
			struct value *result)
{
	long i[ARGUMENTS] = {0};
	double d[ARGUMENTS] = {0};
	unsigned integers = 0, doubles = 0;

	if (!function || type.bits > 64)
		return false;
	for (unsigned k = 0; k < count; k++) {
		if (types[k].bits > 64 || integers == ARGUMENTS ||
		    doubles == ARGUMENTS || types[k].kind == TYPE_OTHER)
			return false;
		if (types[k].kind == TYPE_FLOAT)
			memcpy(&d[doubles++], &values[k].low, 8);
		else
			i[integers++] = value_extend(types[k], values[k]);
	}
	if (type.kind == TYPE_FLOAT) {
		const double x =
		    ((double_fn *)function)(i[0], i[1], i[2], i[3], i[4], i[5], d[0],
					    d[1], d[2], d[3], d[4], d[5]);
		memcpy(&result->low, &x, 8);
	} else {
		result->low = (uint64_t)((integer_fn *)function)(
		    i[0], i[1], i[2], i[3], i[4], i[5], d[0], d[1], d[2], d[3], d[4],
		    d[5]);
	}
	*result = value_cut(type, *result);
	return true;
}

static bool call_outside(void *context, const char *name, const struct type *types,
			 const struct value *values, unsigned count, struct type type,
			 struct value *result)
{
	(void)context;
	return call_native(dlsym(library, name), types, values, count, type, result);
}

/* ---- arguments */

static double draw_double(void)
{
	static const double special[] = {
	    0.0,    1.0,    0.5,      2.0,	1e-300, 1e300,	  INFINITY,
	    NAN,    5e-324, 3.0,      2.2e-308, 1e-10,	0x1p52,	  0x1p31,
	    0x1p63, M_PI,   M_PI_2,   709.78,	-1.0,	1e22,	  0.1,
	    1e-5,   42.5,   0x1p1023, 1.7e308,	745.1,	0x1p-1022};
	const uint64_t r = draw();
	double x;

	switch (r % 4) {
	case 0:
		x = special[r / 4 % (sizeof special / sizeof *special)];
		break;
	case 1:
		x = (double)(int64_t)(r >> 16) * 0x1p-30 * (double)(r / 4 % 7);
		break;
	case 2: { /* a special value's neighbour */
		uint64_t bits;
		x = special[r / 4 % (sizeof special / sizeof *special)];
		memcpy(&bits, &x, 8);
		bits += r / 1024 % 5 - 2;
		memcpy(&x, &bits, 8);
		break;
	}
	default: {
		const uint64_t bits = draw();
		memcpy(&x, &bits, 8);
	}
	}
	return draw() % 2 ? x : -x;
}

static struct value draw_value(struct type type, double *buffer)
{
	struct value v = {0, 0};

	if (type.kind == TYPE_POINTER) {
		for (int i = 0; i < BUFFER; i++)
			buffer[i] = draw_double();
		v.low = (uint64_t)(uintptr_t)buffer;
	} else if (type.kind == TYPE_FLOAT && type.bits == 64) {
		const double x = draw_double();
		memcpy(&v.low, &x, 8);
	} else if (type.kind == TYPE_FLOAT) {
		const float x = (float)draw_double();
		memcpy(&v.low, &x, 4);
	} else {
		v.low = draw() % 2 ? draw() : draw() % 17 - 8;
	}
	return value_cut(type, v);
}

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
	if (interpret(run, f, arguments, &result))
		return -1;
	interpret_done(run);
	agree = !f->has_result || same(type, expected, result);
	for (uint32_t i = 0; i < f->parameter_count; i++)
		agree &= same_buffers(computed[i], drawn[i]);
	if (!agree)
		complain(f, arguments, expected, result);
	return !agree;
}

static int check_all(const struct program *program, const char *name,
		     unsigned long runs)
{
	const struct function *f = graph_find(program, name, NULL);
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
	struct program program;
	char why[256];
	char *text;
	size_t size;

	if (argc != 6) {
		fprintf(stderr,
			"usage: interpret_check TARGET FUNCTION LIBRARY RUNS SEED\n");
		return 2;
	}
	library = dlopen(argv[3], RTLD_NOW);
	state = strtoul(argv[5], NULL, 10) * 0x9e3779b97f4a7c15u | 1;
	if (!library || section_read(argv[1], ME_IR_SECTION, &text, &size, why) ||
	    graph_read(&program, text, size, why)) {
		fprintf(stderr, "interpret_check: %s\n", library ? why : dlerror());
		return 1;
	}
	const int failed = check_all(&program, argv[2], strtoul(argv[4], NULL, 10));
	graph_done(&program);
	free(text);
	return failed;
}
