/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary_run.c - one run of a callee for a pair of input and output. The interpreter
 * works on the memory of its process, where a stray pointer of the callee would do
 * harm: so it gets a process of its own, and leaves what it found in memory that is
 * shared.
 */
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prover/interpret/interpret.h"
#include "prover/cover/summary.h"

enum {
	STEP_LIMIT = 1000000, /* statements of a run */
	GLOBAL_LIMIT = 16, /* variables that it may come to */
	GLOBAL_SIZE = 256, /* bytes of each */
	INPUT_LIMIT = 1024,
	GOAL_LIMIT = 4096,
};

/* What a run leaves. */
struct trail {
	bool returned, too_much;
	struct value result;
	uint8_t output[INPUT_LIMIT];
	bool met[GOAL_LIMIT];
	size_t global_count;
	struct {
		const struct function *function;
		const struct object *object;
		uint8_t after[GLOBAL_SIZE];
	} globals[GLOBAL_LIMIT];
};

/* ---- in the process of the run */

struct running {
	struct trail *trail;
	const struct prove_goal *goals;
	size_t goal_count;
	const struct function *function;
};

/* Of what is not exported, the functions of the library that only compute. */
static bool call_library(void *context, const char *name, const struct type *types,
			 const struct value *arguments, unsigned count,
			 struct type type, struct value *result)
{
	static const struct {
		const char *name;
		double (*one)(double);
		double (*two)(double, double);
	} known[] = {{"sin", sin, NULL},     {"cos", cos, NULL},
		     {"tan", tan, NULL},     {"asin", asin, NULL},
		     {"acos", acos, NULL},   {"atan", atan, NULL},
		     {"sinh", sinh, NULL},   {"cosh", cosh, NULL},
		     {"tanh", tanh, NULL},   {"exp", exp, NULL},
		     {"expm1", expm1, NULL}, {"log", log, NULL},
		     {"log1p", log1p, NULL}, {"log10", log10, NULL},
		     {"log2", log2, NULL},   {"sqrt", sqrt, NULL},
		     {"cbrt", cbrt, NULL},   {"fabs", fabs, NULL},
		     {"floor", floor, NULL}, {"ceil", ceil, NULL},
		     {"rint", rint, NULL},   {"trunc", trunc, NULL},
		     {"round", round, NULL}, {"pow", NULL, pow},
		     {"atan2", NULL, atan2}, {"fmod", NULL, fmod},
		     {"hypot", NULL, hypot}, {"fmin", NULL, fmin},
		     {"fmax", NULL, fmax},   {"copysign", NULL, copysign}};
	double x[2] = {0, 0};

	(void)context;
	name = gimple_builtin_name(name);
	if (count < 1 || count > 2 || type.kind != TYPE_FLOAT || type.bits != 64)
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (types[i].kind != TYPE_FLOAT || types[i].bits != 64)
			return false;
		memcpy(&x[i], &arguments[i].low, 8);
	}
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(name, known[i].name) != 0 ||
		    (count == 1 ? !known[i].one : !known[i].two))
			continue;
		x[0] = count == 1 ? known[i].one(x[0]) : known[i].two(x[0], x[1]);
		memcpy(&result->low, &x[0], 8);
		return true;
	}
	return false;
}

static void note_goal(void *context, const struct function *function, uint32_t goal)
{
	struct running *r = context;

	for (size_t i = 0; i < r->goal_count && function == r->function; i++)
		if (!strcmp(r->goals[i].name, function->goals[goal].name))
			r->trail->met[i] = true;
}

static void note_global(void *context, const struct function *function,
			const struct object *object, const void *memory)
{
	struct trail *t = context;

	if (object->kind == OBJECT_CONST)
		return;
	if (t->global_count == GLOBAL_LIMIT || object->size > GLOBAL_SIZE || !memory) {
		t->too_much = true;
		return;
	}
	t->globals[t->global_count].function = function;
	t->globals[t->global_count].object = object;
	memcpy(t->globals[t->global_count++].after, memory, object->size);
}

static void run_callee(const struct callee *callee, const struct program *program,
		       const uint8_t *input, uint8_t flip, struct running *running)
{
	const struct function *f = callee->function;
	struct trail *t = running->trail;
	struct interpreter run = {.program = program,
				  .steps = STEP_LIMIT,
				  .call = call_library,
				  .meet = note_goal,
				  .context = running,
				  .flip = flip};
	struct arena arena = {0};
	struct value *arguments =
	    arena_get(&arena, f->parameter_count + 1u, sizeof *arguments);

	memcpy(t->output, input, callee->size);
	for (uint32_t i = 0; i < f->parameter_count; i++) {
		const struct entry_parameter *p = &callee->entry.parameters[i];
		uint8_t *at = t->output + callee->at[i], bits[16] = {0};
		if (p->by_pointer) {
			arguments[i].low = (uint64_t)(uintptr_t)at;
			for (uint32_t k = 0; k < p->size; k++)
				at[k] ^= flip;
			continue;
		}
		memcpy(bits, at, entry_scalar_size(p->fields[0].type));
		arguments[i] = value_load(f->parameters[i].type, bits);
	}
	t->returned = interpret(&run, f, arguments, &t->result) == 0;
	interpret_globals(&run, note_global, t);
}

/* ---- pairs */

static bool run_apart(const struct callee *callee, const struct program *program,
		      const uint8_t *input, uint8_t flip, struct running *running)
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0) {
		alarm(SUMMARY_SECONDS * 5);
		run_callee(callee, program, input, flip, running);
		_exit(0);
	}
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return false;
	return status == 0 && running->trail->returned && !running->trail->too_much;
}

static void take_globals(struct summary_pair *pair, const struct trail *t,
			 struct arena *arena)
{
	pair->global_count = t->global_count;
	pair->globals = arena_get(arena, t->global_count + 1, sizeof *pair->globals);
	for (size_t i = 0; i < t->global_count; i++) {
		struct summary_global *g = &pair->globals[i];
		const struct object *o = t->globals[i].object;
		g->function = t->globals[i].function;
		g->object = o;
		g->before = arena_get(arena, o->size + 1, 1);
		g->after = arena_get(arena, o->size + 1, 1);
		if (o->bytes)
			memcpy(g->before, o->bytes, o->size);
		memcpy(g->after, t->globals[i].after, o->size);
	}
}

/* Whether a byte is the same in both runs, or in both what it was before. */
static bool byte_agrees(uint8_t before, uint8_t after, uint8_t other)
{
	const uint8_t flipped = before ^ 0xff;

	return other == after || (after == before && other == flipped);
}

/* With other memory the run does the same: it only writes. */
static bool agrees(const struct callee *callee, const struct summary_pair *pair,
		   const struct trail *other)
{
	bool same = pair->result.low == other->result.low &&
		    pair->result.high == other->result.high &&
		    pair->global_count == other->global_count;

	for (size_t i = 0; i < callee->size; i++)
		same = same &&
		       byte_agrees(pair->input[i], pair->output[i], other->output[i]);
	for (size_t i = 0; same && i < pair->global_count; i++) {
		const struct summary_global *g = &pair->globals[i];
		for (uint64_t k = 0; k < g->object->size; k++)
			same = same && byte_agrees(g->before[k], g->after[k],
						   other->globals[i].after[k]);
	}
	return same;
}

bool summary_run(const struct callee *callee, const struct program *program,
		 const uint8_t *input, struct summary_pair *pair, struct arena *arena,
		 const struct prove_goal *goals, size_t count, bool *met)
{
	struct trail *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE,
			       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct running running = {t, goals, count, callee->function};
	bool made = false;

	if (t == MAP_FAILED)
		return false;
	if (callee->size > INPUT_LIMIT || count > GOAL_LIMIT ||
	    !run_apart(callee, program, input, 0, &running))
		goto out;
	made = true;
	memcpy(met, t->met, count * sizeof *met);
	pair->input = arena_get(arena, callee->size + 1, 1);
	pair->output = arena_get(arena, callee->size + 1, 1);
	memcpy(pair->input, input, callee->size);
	memcpy(pair->output, t->output, callee->size);
	pair->result = t->result;
	take_globals(pair, t, arena);
	memset(t, 0, sizeof *t);
	pair->reads_memory = !run_apart(callee, program, input, 0xff, &running) ||
			     !agrees(callee, pair, t);
out:
	munmap(t, sizeof *t);
	return made;
}
