/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes.c - runs a bytes target; bytes_start.c makes its frames. */
#include "harness/bytes/bytes.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "harness/goals/describe.h"
#include "harness/pristine/leftovers.h"
#include "harness/search/search.h"

static struct bytes_target *bytes_of(struct subject *s)
{
	return (struct bytes_target *)s;
}

/* ---- runs */

static void bytes_take(struct subject *s, const uint8_t *bytes, size_t size)
{
	bytes_input_hold(&bytes_of(s)->in, bytes, size);
}

static int bytes_put(struct subject *s, const coord *x)
{
	struct bytes_target *b = bytes_of(s);
	struct fields fields = {b->in.base.data, b->in.base.size, b->fields, s->n};
	const size_t most = bytes_input_most(&b->in, s->max_size);

	if (!bytes_buffer_room(&b->in.out, most + 1))
		return 0;
	b->in.out.size = fields_write(&fields, x, b->in.out.data, most);
	bytes_input_hold_out(&b->in);
	return 1;
}

/* What lies behind the input is to be a sanitizer's matter. */
static void bytes_prepare(struct subject *s)
{
	struct bytes_target *b = bytes_of(s);

	b->in.copy = malloc(b->in.size);
	if (b->in.copy)
		memcpy(b->in.copy, b->in.data, b->in.size);
	b->in.at = b->in.copy ? b->in.copy : b->in.data;
}

static int bytes_call(struct subject *s)
{
	struct bytes_target *b = bytes_of(s);

	leftovers_begin();
	const int result = b->target(b->in.copy ? b->in.copy : b->in.data, b->in.size);
	leftovers_end();

	return s->type == SUBJECT_BYTES ? result : 0;
}

/* An input that was written to: libFuzzer calls that a crash. */
static int bytes_clear(struct subject *s)
{
	struct bytes_target *b = bytes_of(s);
	int written = b->in.copy && memcmp(b->in.copy, b->in.data, b->in.size);

	free(b->in.copy);
	b->in.copy = NULL;
	return written ? SIGABRT : 0;
}

static struct input bytes_held(const struct subject *s)
{
	const struct bytes_target *b = (const struct bytes_target *)s;

	return (struct input){b->in.data, b->in.size};
}

static const uint8_t *bytes_encode(const struct subject *s, struct input in,
				   uint8_t *room, size_t *size)
{
	(void)s;
	(void)room;
	*size = in.size;
	return in.data;
}

static void bytes_show(struct subject *s, FILE *out)
{
	describe_bytes(out, bytes_of(s)->in.data, bytes_of(s)->in.size);
}

/* ---- repairing */

/* Of an equality that failed, though it held in the base. */
static int repair_broken(struct bytes_target *b)
{
	struct typed_operand operands[2];
	const uint32_t site = equalities_broken(b, operands);

	return site != PROGRAM_NONE &&
	       repair_try(&b->in.repair, site, &operands[0], &operands[1],
			  b->in.out.data, b->in.out.size);
}

/* After a run that turned away at an equality, and after one that did not. */
static int repair_held(struct subject *s, struct search *search, uint32_t goal)
{
	struct bytes_target *b = bytes_of(s);
	const struct goals *g = search->goals;
	struct goal_turn turn;

	if (b->in.data != b->in.out.data)
		return 0;
	const int reached = goal_is_reached(g, goal, &b->place),
		  turned = !reached && goal_turn_of(g, goal, &turn);
	if (turned && !b->in.repair.repairs)
		b->turned = turn.level;
	if (!reached && repair_broken(b))
		return 1;
	if (!turned) {
		repair_succeeded(&b->in.repair);
		return 0;
	}
	const unsigned op = trace.program->sites[turn.site]->op;
	return (op == ME_EQ || op == ME_NE) &&
	       turn.operands[0].bits != turn.operands[1].bits &&
	       repair_try(&b->in.repair, turn.site, &turn.operands[0],
			  &turn.operands[1], b->in.out.data, b->in.out.size);
}

/* ---- as a subject */

static void bytes_account(struct subject *s, unsigned closed, double cost)
{
	interpret_account(&bytes_of(s)->interpreter, bytes_of(s)->how, closed, cost);
}

static const struct subject_kind kind = {
    .take = bytes_take,
    .put = bytes_put,
    .prepare = bytes_prepare,
    .call = bytes_call,
    .clear = bytes_clear,
    .held = bytes_held,
    .encode = bytes_encode,
    .begin = bytes_start,
    .repair = repair_held,
    .account = bytes_account,
    .show = bytes_show,
};

int bytes_init(struct bytes_target *b, bytes_fn *target, int seeks_run)
{
	memset(b, 0, sizeof *b);
	b->target = target;
	b->subject.kind = &kind;
	b->subject.type = seeks_run ? SUBJECT_BYTES_RUN : SUBJECT_BYTES;
	b->subject.n_most = INTERPRET_MOST;
	b->subject.axes = b->axes;
	b->subject.types = b->types;
	interpret_init(&b->interpreter);
	bytes_log_init(&b->listener, &b->in);
	return bytes_input_init(&b->in);
}
