/* SPDX-License-Identifier: GPL-3.0-or-later */
/* custom_goal.c - what a user's object is told of a run, and the r that it makes of it. */
#include "harness/rungoal/custom_goal.h"

#include <dlfcn.h>
#include <float.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/program/module.h"
#include "harness/program/own_process.h"
#include "harness/program/program.h"
#include "harness/records/records.h"
#include "harness/runtime/hooks.h"
#include "me/custom.h"
#include "system/signal_name.h"
#include "value/type.h"

typedef const struct me_custom *custom_fn(const struct me_custom_library *library);

static struct {
	const struct me_custom *goal;
	const char *file;
	double r, least;
	const struct me_site *wrong; /* where r became no number from 0 on, or null */
	const char *calling; /* its function that is at work, or null */
	unsigned long long calls; /* of its functions */
	const struct me_site *at; /* the decision that it was told of, or null */
	int met;
	char id[PROGRAM_ID_SIZE];
} custom = {.least = -1};

/* ---- operands */

static long double long_double_of(enum me_type type, ucoord bits)
{
	struct decimal decimal;

	switch (type) {
	case ME_F128:
		return type_number(type, type_from_bits(type, bits >> 32));
	case ME_D32:
	case ME_D64:
	case ME_D128:
		decimal_read(type, bits, &decimal);
		return decimal_to_double(&decimal);
	case ME_I128:
		return (long double)(coord)bits;
	case ME_U128:
		return (long double)bits;
	default:
		return type_number(type, type_from_bits(type, bits));
	}
}

static struct me_custom_operand operand_of(enum me_type type, ucoord bits)
{
	return (struct me_custom_operand){
	    type, {(uint64_t)bits, (uint64_t)(bits >> 64)}, long_double_of(type, bits)};
}

static ucoord operand_bits(const struct me_custom_operand *o)
{
	return (ucoord)o->bits[1] << 64 | o->bits[0];
}

static double distance(enum me_op op, const struct me_custom_operand *a,
		       const struct me_custom_operand *b)
{
	struct distance d = {{UINT64_MAX, UINT64_MAX}, 0};

	if (op >= ME_OP_COMPARISONS || a->type != b->type)
		return DBL_MAX;
	if (a->type == ME_F80)
		distance_of_f80(trace.session.kind, op, a->value, b->value, &d);
	else if (a->type == ME_I128 || a->type == ME_U128 || a->type == ME_F128 ||
		 a->type == ME_D128)
		distance_of_128(trace.session.kind, op, a->type, operand_bits(a),
				operand_bits(b), &d);
	else
		distance_of(trace.session.kind, op, a->type, a->bits[0], b->bits[0],
			    &d);
	return distance_value(trace.session.kind, d.to[0]);
}

static const struct me_custom_library library = {ME_CUSTOM_VERSION, distance};

static void call_begin(const char *function)
{
	custom.calling = function;
	custom.calls++;
}

static void call_end(void)
{
	custom.calling = NULL;
}

/* ---- in the hooks */

static void take_r(const struct me_site *site, double r)
{
	if (r >= 0)
		custom.r = r;
	else
		custom.wrong = site;
}

/* The object's own code calls no hook, and the program sees nothing of it. */
static void tell_custom(const struct me_site *site, uint32_t taken,
			const struct distance *d, ucoord a, ucoord b)
{
	const struct program *p = trace.program;
	const uint32_t goal = program_site_goal(p, site->id) + taken;
	struct me_environment environment;

	__me_observe(&environment, 1);
	trace_listening_here = 0;
	program_goal_id(p, goal, custom.id, sizeof custom.id);
	const struct me_custom_decision decision = {
	    .site = site->id,
	    .goal = custom.id,
	    .function = program_goal_function(p, goal)->name,
	    .file = site->file,
	    .line = site->line,
	    .column = site->column,
	    .op = site->op,
	    .taken = taken,
	    .a = operand_of(site->type, a),
	    .b = operand_of(site->type, b),
	    .distance = {distance_value(trace.session.kind, d->to[0]),
			 distance_value(trace.session.kind, d->to[1])}};
	custom.at = site;
	call_begin("pen()");
	take_r(site, custom.goal->pen(&decision, custom.r));
	call_end();
	trace_listening_here = 1;
	hook_leave_observer(&environment);
}

static void custom_jump(const struct me_site *site, uint32_t taken,
			const struct distance *d)
{
	if (trace.asked.decision_sites[site->id] && !custom.wrong)
		tell_custom(site, taken, d, trace.operands[0], trace.operands[1]);
}

static void custom_choose(const struct me_site *site, uint64_t value, uint32_t taken)
{
	static const struct distance none;

	if (trace.asked.decision_sites[site->id] && !custom.wrong)
		tell_custom(site, taken, &none, value, 0);
}

/* ---- around a run */

void custom_check(void)
{
	char text[1000];

	if (!custom.wrong)
		return;
	snprintf(text, sizeof text,
		 "--custom=%s: at %s:%u pen() returned no number from 0 on",
		 custom.file, custom.wrong->file, custom.wrong->line);
	records_error(NULL, text);
	__me_exit_now(1);
}

static void custom_begin(void)
{
	custom_check();
	custom.r = custom.goal->r0;
	custom.met = 0;
	custom.at = NULL;
	call_begin("begin()");
	if (custom.goal->begin)
		custom.goal->begin();
	call_end();
	trace_pass_run_goal();
}

static void custom_end(void)
{
	custom_check();
	custom.at = NULL;
	call_begin("met()");
	custom.met = custom.goal->met ? custom.goal->met(custom.r) != 0 : custom.r == 0;
	call_end();
	if (custom.met)
		run_goal_meet();
	if (custom.least < 0 || custom.r < custom.least)
		custom.least = custom.r;
}

static double value(void)
{
	if (custom.met)
		return 0;
	return custom.r == 0 ? 1 : custom.r < DBL_MAX ? custom.r : DBL_MAX;
}

static void read_run(struct reading *out)
{
	*out = (struct reading){value(), 0, 0};
}

const struct trace_listener custom_listener = {.begin = custom_begin,
					       .jump = custom_jump,
					       .select = custom_choose,
					       .end = custom_end,
					       .read = read_run,
					       .nearness = value};

unsigned long long custom_call(void)
{
	return custom.calling ? custom.calls : 0;
}

void custom_judge(int number)
{
	char place[300] = "", how[40] = "called exit()", text[1000];

	if (!custom.calling)
		return;
	if (custom.at)
		snprintf(place, sizeof place, "at %s:%u ", custom.at->file,
			 custom.at->line);
	if (number == SIGVTALRM)
		snprintf(how, sizeof how, "did not return");
	else if (number > 0)
		snprintf(how, sizeof how, "failed: SIG%s", signal_name(number));
	else if (number)
		snprintf(how, sizeof how, "failed");
	snprintf(text, sizeof text, "--custom=%s: %s%s %s", custom.file, place,
		 custom.calling, how);
	records_error(NULL, text);
	__me_exit_now(1);
}

/* ---- set-up */

static int custom_fail(const char **error, const char *why)
{
	static char message[600];

	snprintf(message, sizeof message, "%s", why);
	*error = message;
	return -1;
}

static custom_fn *open_object(const char *file, const char **error)
{
	/* A name without a slash would be looked for elsewhere. */
	char *path = realpath(file, NULL);
	const uint32_t modules = module_count();
	void *object = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;

	if (!path)
		custom_fail(error, "no such file");
	else if (!object)
		custom_fail(error, dlerror());
	free(path);
	/* The object's variables would be put back before each run. */
	if (object && module_count() != modules) {
		custom_fail(error,
			    "it is instrumented; compile it with the plain compiler");
		return NULL;
	}
	void *found = object ? dlsym(object, "me_custom") : NULL;
	if (object && !found)
		custom_fail(error, "it defines no function me_custom()");
	custom_fn *function;
	memcpy(&function, &found, sizeof function);
	return function;
}

int custom_load(const char *file, const char **error)
{
	custom_fn *const function = open_object(file, error);

	if (!function)
		return -1;
	custom.goal = function(&library);
	if (!custom.goal)
		return custom_fail(error, "me_custom() gives no goal");
	if (custom.goal->version != ME_CUSTOM_VERSION)
		return custom_fail(error,
				   "it was built with another version of me/custom.h");
	if (!custom.goal->pen)
		return custom_fail(error, "its goal has no pen()");
	if (!(custom.goal->r0 >= 0))
		return custom_fail(error, "its r0 is no number from 0 on");
	custom.file = file;
	return 0;
}

const char *custom_name(void)
{
	return custom.goal->name ? custom.goal->name : "";
}

double custom_least(void)
{
	return custom.least;
}
