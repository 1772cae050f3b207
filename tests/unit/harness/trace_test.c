/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hooks are those of the thread that runs the input, while it runs one. */
#include "harness/runtime/trace.h"

#include <pthread.h>

#include "tests/unit/me_check.h"

static const uint32_t nothing[] = {ME_NEXT_END};
static uint8_t state[1], counters[2];
static struct me_site sites[] = {
    {.kind = ME_SITE_COND, .op = ME_LT, .type = ME_I64, .sides = 2, .file = "f.c"}};
static struct me_goal goals[] = {{.side = 0, .counter = counters, .next = nothing},
				 {.side = 1, .counter = counters + 1, .next = nothing}};
static struct me_function functions[] = {
    {.name = "f", .source_name = "f", .returns = ME_NO_FLAG, .next = nothing}};
static struct me_unit unit
    __attribute__((section("me_units"), used)) = {.abi = ME_ABI,
						  .source = "f.c",
						  .site_count = 1,
						  .goal_count = 2,
						  .function_count = 1,
						  .sites = sites,
						  .state = state,
						  .goals = goals,
						  .functions = functions};

static void *compare(void *unused)
{
	__me_compare(&sites[0], 3, 5);
	return unused;
}

/* How many sites a hook in this thread, or in another one, leaves as passed. */
static uint32_t passed(int other_thread)
{
	pthread_t thread;

	const struct run_request request = run_request_plain();

	trace_begin(&request);
	if (other_thread && !pthread_create(&thread, NULL, compare, NULL))
		pthread_join(thread, NULL);
	else if (!other_thread)
		compare(NULL);
	return trace.record.touched_count;
}

int main(void)
{
	struct program program;

	if (program_init(&program, NULL) ||
	    trace_init(&program, &(struct trace_session){DISTANCE_ULP})) {
		check(0, "trace_init", "out of memory");
		return 1;
	}
	check(passed(0) == 0, "trace_before_a_run", "a hook was heard");
	trace_listen(1);
	check(passed(1) == 0, "trace_other_thread", "its hook was heard");
	check(passed(0) == 1, "trace_this_thread", "its hook was not heard");
	check(trace.sites[0].to[0] == 0 && trace.sites[0].to[1] != 0, "trace_distances",
	      "3 < 5 is not at 0 from its true side alone");
	trace_listen(0);
	check(passed(0) == 0, "trace_after_a_run", "a hook was heard");
	trace_done();
	program_done(&program);
	return me_check_failures != 0;
}
