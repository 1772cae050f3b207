/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * explore_calls.c - asks the target for calls (me/calls.h). A search asks for the same
 * arguments again and again: what they gave is kept, in a table in which a newer call takes
 * the place of an older one. Functions whose calls crash or hang too often are not called
 * any more.
 */
#include "command/explore/exploring.h"

#include <stdlib.h>
#include <string.h>

#include "me/calls.h"
#include "prover/executable/machine_function.h"
#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "system/clock.h"
#include "system/stop.h"

_Static_assert((int)ME_CALL_ARGUMENTS == (int)NATIVE_ARGUMENTS,
	       "the target calls what a search asks for");

enum {
	WALL_SECONDS =
	    2, /* by the clock, for a call; the target ends it before by its CPU */
	FAILURES = 64, /* calls of a function that do not return */
	STALLS = 3, /* those that the clock has ended */
	ROWS = 1 << 16, /* calls that are kept */
};

struct called_function {
	char *name;
	uint64_t address; /* 0: it is in a library */
	unsigned failures, stalls;
};

struct called_row {
	uint32_t function; /* its number + 1; 0: no call */
	bool returned;
	uint64_t arguments[NATIVE_ARGUMENTS], value;
};

struct explore_calls {
	struct native_caller caller;
	struct target_server server;
	bool failed; /* it cannot be run */
	struct called_function *functions;
	size_t count, room;
	struct called_row *rows;
};

/* ---- functions */

/* Where the function is in the executable. A linker may have made its name a local one. */
static uint64_t address_in(const struct machine_functions *m, const char *name)
{
	uint64_t local = 0;

	for (size_t i = 0; i < m->count; i++) {
		if (strcmp(m->list[i].name, name) != 0)
			continue;
		if (!m->list[i].is_local)
			return m->list[i].address;
		local = m->list[i].address;
	}
	return local;
}

static uint64_t function_address(const struct exploring *x, const char *name)
{
	struct machine_functions functions = {0};
	struct section_file file;
	char why[SECTION_WHY];
	uint64_t address = 0;

	if (!section_open(&file, x->options->proof.target, why) &&
	    !machine_functions_read(&functions, &file, why))
		address = address_in(&functions, name);
	free(functions.list);
	section_close(&file);
	return address;
}

static size_t function_number(const struct exploring *x, const char *name)
{
	struct explore_calls *c = x->calls;

	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->functions[i].name, name) == 0)
			return i;
	c->functions =
	    array_grow(c->functions, c->count, &c->room, sizeof *c->functions);
	c->functions[c->count] = (struct called_function){
	    .name = strdup(name), .address = function_address(x, name)};
	return c->count++;
}

/* ---- the target */

static bool calls_start(struct exploring *x)
{
	struct target_server *server = &x->calls->server;

	if (!server->target)
		target_server_init(server, x->session.command, x->session.record.target,
				   "--calls");
	server->is_over = stop_asked;
	return target_server_start(server) == 0;
}

/* False: there is no answer. */
static bool ask_target(struct exploring *x, const struct me_call *call,
		       struct me_call_result *result)
{
	struct child *child = &x->calls->server.child;

	if (!calls_start(x)) {
		x->calls->failed = true;
		return false;
	}
	child->deadline = clock_now() + WALL_SECONDS;
	child->output.size = child->errors.size = 0;
	if (!child_write(child, call, sizeof *call))
		return false;
	while (child->output.size < sizeof *result)
		if (child->out < 0 || !child_read(child))
			return false;
	memcpy(result, child->output.bytes, sizeof *result);
	return true;
}

/* ---- one call */

/* The callee may look at more bits of an integer than its type has. */
static uint64_t extended(struct native_type type, uint64_t value)
{
	const bool is_negative =
	    !type.is_float && !type.is_unsigned && value >> (type.bits - 1) & 1;

	return is_negative ? value | ~node_mask(type.bits)
			   : value & node_mask(type.bits);
}

static bool describe(const struct called_function *function,
		     const struct native_function *f, const uint64_t *arguments,
		     struct me_call *call)
{
	const size_t length = strlen(function->name);

	*call = (struct me_call){
	    .address = function->address,
	    .count = (uint8_t)native_function_count(f),
	    .returns_float = native_function_result(f).is_float,
	};
	for (unsigned i = 0; i < call->count; i++) {
		const struct native_type type = native_function_argument(f, i);
		call->arguments[i] = extended(type, arguments[i]);
		call->is_float[i] = type.is_float;
	}
	if (!function->address && length < ME_CALL_NAME)
		memcpy(call->name, function->name, length);
	return function->address || length < ME_CALL_NAME;
}

static struct called_row *call_row(struct explore_calls *c, uint32_t function,
				   const struct me_call *call)
{
	uint64_t hash = function;

	for (int i = 0; i < NATIVE_ARGUMENTS; i++) {
		hash = (hash ^ call->arguments[i]) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 29;
	}
	return &c->rows[hash % ROWS];
}

/* Fills the row; false: nothing is known of the call. */
static bool row_ask(struct exploring *x, size_t number, const struct me_call *call,
		    struct called_row *row)
{
	struct called_function *function = &x->calls->functions[number];
	struct me_call_result result;

	if (x->calls->failed || function->failures >= FAILURES ||
	    function->stalls >= STALLS)
		return false;
	if (!ask_target(x, call, &result)) {
		target_server_end(&x->calls->server);
		function->stalls++;
		return false;
	}
	function->failures += !result.returned;
	*row = (struct called_row){.function = (uint32_t)number + 1,
				   .returned = result.returned,
				   .value = result.value};
	memcpy(row->arguments, call->arguments, sizeof row->arguments);
	return true;
}

static bool call_opaque(void *context, const struct native_function *f,
			const uint64_t arguments[NATIVE_ARGUMENTS], uint64_t *result)
{
	struct exploring *x = context;
	const size_t number = function_number(x, f->name);
	struct me_call call;

	if (!describe(&x->calls->functions[number], f, arguments, &call))
		return false;
	struct called_row *row = call_row(x->calls, (uint32_t)number + 1, &call);
	const bool is_kept =
	    row->function == number + 1 &&
	    memcmp(row->arguments, call.arguments, sizeof row->arguments) == 0;
	if ((!is_kept && !row_ask(x, number, &call, row)) || !row->returned)
		return false;
	*result = row->value & node_mask(native_function_result(f).bits);
	return true;
}

/* ---- */

void explore_calls_begin(struct exploring *x)
{
	x->calls = array_new(1, sizeof *x->calls);
	x->calls->rows = array_new(ROWS, sizeof *x->calls->rows);
	x->calls->caller = (struct native_caller){call_opaque, x};
	x->caller = &x->calls->caller;
}

void explore_calls_end(struct exploring *x)
{
	struct explore_calls *c = x->calls;

	if (!c)
		return;
	target_server_done(&c->server);
	for (size_t i = 0; i < c->count; i++)
		free(c->functions[i].name);
	free(c->functions);
	free(c->rows);
	free(c);
	x->calls = NULL;
	x->caller = NULL;
}
