/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bytes_start.c - the start of a descent: a base that reaches the goal's site, its
 * fields, found in the comparison log or by taint inference, and the vector of their
 * values.
 */
#include "harness/bytes/bytes.h"

#include <string.h>

#include "harness/search/search.h"
#include "harness/input/variation.h"
#include "mcmc/axis.h"

enum {
	BUDGET = 600, /* runs of one group testing */
	LABELS = 8, /* of a switch, tried directly */
	SURE = 2, /* tries of a goal before its bases are varied */
	VARIATIONS = 64, /* of a base, until one reaches the site */
	MORE = 16, /* bytes appended to an input in which no byte has an effect */
};

/* ---- runs */

struct probing {
	struct bytes_target *bytes;
	struct search *search;
	uint32_t goal;
};

static int run_probe(void *context, const uint8_t *data, size_t size,
		     struct observation *out)
{
	const struct probing *p = context;
	struct bytes_target *b = p->bytes;

	if (search_is_over(p->search, p->goal) ||
	    !bytes_buffer_room(&b->in.out, size + 1))
		return 0;
	memcpy(b->in.out.data, data, size);
	b->in.out.size = size;
	bytes_input_hold_out(&b->in);
	search_run_held(p->search);
	if (search_is_over(p->search, p->goal))
		return 0;
	goal_observe(p->search->goals, p->goal, &b->place, out);
	/* A wrong turn that was repaired still counts. */
	if (size == b->in.base.size && !memcmp(b->in.out.data, b->in.base.data, size)) {
		out->reached = 0;
		out->level = b->turned;
	}
	return 1;
}

/* Runs the base; 0 if it does not reach the goal's site, or not the place of the base
 * before it, or is no longer needed. */
static int run_base(struct bytes_target *b, struct search *s, uint32_t goal)
{
	bytes_input_hold(&b->in, b->in.base.data, b->in.base.size);
	search_run_held(s);
	if (search_is_over(s, goal) || !goal_is_reached(s->goals, goal, &b->place))
		return 0;
	goal_place_of(s->goals, goal, &b->place);
	return 1;
}

static int take_base(struct bytes_target *b, struct search *s, uint32_t goal,
		     struct input base)
{
	struct goals *g = s->goals;
	int is_best = base.data == g->list[goal].best;

	if (!bytes_buffer_room(&b->in.base, base.size + 1))
		return 0;
	memcpy(b->in.base.data, base.data, base.size);
	b->in.base.size = base.size;
	b->place.followed = 0;
	if (run_base(b, s, goal))
		return 1;
	/* It was the best with other values of static variables, perhaps. */
	if (is_best && !search_is_over(s, goal))
		goals_forget(g, goal);
	return 0;
}

/* ---- what moves the reading */

/* The taint of the base, inferred now or before; null if that was interrupted. */
static const struct taint *find_taint(struct bytes_target *b, struct search *s,
				      uint32_t goal, uint64_t path)
{
	struct probing p = {b, s, goal};
	struct taint_search search = {
	    run_probe,		 &p,  b->in.base.data, b->in.base.size,
	    b->subject.max_size, {0}, BUDGET};
	int found;
	struct taint_entry *e = taint_look_up(&b->cache, b->place.site, path, &found);

	goal_observe(s->goals, goal, &b->place, &search.seen);
	if (found) {
		int holds = taint_holds(&search, &e->taint);
		if (holds)
			return holds > 0 ? &e->taint : NULL;
		taint_done(&e->taint);
	}
	if (!taint_find(&search, &e->taint))
		return &e->taint;
	taint_done(&e->taint);
	e->key = 0;
	return NULL;
}

/* One of the bytes that decide the path to the site; 0 if there is none. */
static int draw_turn(const struct taint *f, gsl_rng *rng, size_t *offset)
{
	size_t n = 0;

	for (size_t i = 0; i < f->count; i++)
		if (f->bytes[i].effect == EFFECT_TURNS &&
		    gsl_rng_uniform_int(rng, ++n) == 0)
			*offset = f->bytes[i].offset;
	return n > 0;
}

/* If bytes that influence the reading also decide the path to the site, the two may be
 * separate in another input: varies the base and such a byte until the run reaches the
 * site; otherwise runs the base again. 0 if that does not, or is no longer needed. */
static int vary_base(struct bytes_target *b, struct search *s, uint32_t goal,
		     const struct taint *f)
{
	size_t turn = 0;
	size_t size = b->in.base.size;
	const size_t most = bytes_input_most(&b->in, b->subject.max_size);

	if (!bytes_buffer_room(&b->in.base, most + 1) ||
	    !bytes_buffer_room(&b->origin, size + 1))
		return 0;
	memcpy(b->origin.data, b->in.base.data, size);
	for (int i = 0; i < VARIATIONS; i++) {
		memcpy(b->in.base.data, b->origin.data, size);
		b->in.base.size = vary_bytes(b->in.base.data, size, most, s->rng);
		if (draw_turn(f, s->rng, &turn) && turn < b->in.base.size)
			b->in.base.data[turn] = vary_byte(s->rng);
		if (run_base(b, s, goal))
			return 1;
		if (search_is_over(s, goal))
			return 0;
	}
	memcpy(b->in.base.data, b->origin.data, size);
	b->in.base.size = size;
	return run_base(b, s, goal);
}

static int has_no_effect(const struct taint *f)
{
	return !f->count && f->size == EFFECT_NONE;
}

/* The taint of the base with some zeros appended, as text and not as bytes: if no byte
 * has an effect, the input may be too short. */
static const struct taint *lengthen(struct bytes_target *b, struct search *s,
				    uint32_t goal)
{
	size_t size = b->in.base.size + MORE;

	if (size > b->subject.max_size || !bytes_buffer_room(&b->in.base, size + 1))
		return NULL;
	memset(b->in.base.data + b->in.base.size, '0', MORE);
	b->in.base.size = size;
	return run_base(b, s, goal) ? find_taint(b, s, goal, ~b->place.path) : NULL;
}

/* ---- a frame and its values */

static void set_frame(struct bytes_target *b, size_t n, coord *x)
{
	b->subject.n = n;
	for (size_t i = 0; i < n; i++) {
		b->axes[i] = field_axis(&b->fields[i], b->subject.max_size);
		b->types[i] = b->fields[i].type;
		x[i] =
		    axis_clamp(&b->axes[i], field_read(&b->fields[i], b->in.base.data,
						       b->in.base.size));
	}
}

/* The values that the operands are compared with: each other, or the labels of the
 * goal's side. */
static size_t wanted_values(const struct search *s, const struct bytes_target *b,
			    uint32_t goal, struct typed_operand *out, int *is_switch)
{
	const struct program *p = s->goals->program;
	const uint32_t side = p->goals[goal]->side;
	size_t n = 0;

	*is_switch = 0;
	if (b->place.site == PROGRAM_NONE)
		return 0;
	const struct me_site *site = p->sites[b->place.site];
	*is_switch = site->kind == ME_SITE_SWITCH && goal != p->run_goal;
	if (site->type >= ME_F80 || site->type == ME_VOID) /* not all of it is kept */
		return 0;
	if (!*is_switch) {
		out[0] = b->place.operands[1];
		out[1] = b->place.operands[0];
		return 2;
	}
	for (uint32_t i = 0; i < site->case_count && n < LABELS; i++)
		if (site->cases[i].side == side)
			out[n++] = (struct typed_operand){(enum me_type)site->type,
							  (uint64_t)site->cases[i].low};
	return n;
}

/* Whether field i of the frame at hand has, with the value c, the operand that is to
 * become value k of wanted_values. */
static int holds_operand(const struct bytes_target *b, size_t i, coord c, size_t k,
			 int is_switch)
{
	return c == operand_value(&b->place.operands[is_switch ? 0 : k], &b->fields[i],
				  b->subject.max_size);
}

/* Tries field i with a value and its neighbours; 0 when the goal is finished. */
static int try_value(struct bytes_target *b, struct search *s, uint32_t goal, size_t i,
		     const struct typed_operand *value)
{
	coord wanted = operand_value(value, &b->fields[i], b->subject.max_size);
	coord kept = b->direct[i];

	for (int step = 0; step < 3; step++) {
		b->direct[i] =
		    axis_clamp(&b->axes[i], wanted + (step == 2 ? -1 : step));
		search_run(s, b->direct);
		if (search_is_over(s, goal))
			return 0;
	}
	b->direct[i] = kept;
	return 1;
}

/* Input-to-state: if the input contains one operand, writes the other one in its place.
 * 0 when the goal is finished. */
static int try_directly(struct bytes_target *b, struct search *s, uint32_t goal,
			const struct interpret_case *c, enum interpretation how)
{
	struct typed_operand values[LABELS];
	int is_switch;
	size_t n = interpret(&b->interpreter, c, how, s->rng, b->fields);
	size_t count = wanted_values(s, b, goal, values, &is_switch);
	int left = 1;

	set_frame(b, n, b->direct);
	for (size_t i = 0; i < n && left; i++)
		for (size_t k = 0; k < count && left; k++)
			left = !holds_operand(b, i, b->direct[i], k, is_switch) ||
			       try_value(b, s, goal, i, &values[k]);
	interpret_account(&b->interpreter, how, (unsigned)(s->closed - b->closed),
			  (double)(s->evaluations - b->began));
	return left;
}

/* A value at or beyond `value`, in the direction from `now`: a bound is also met beyond
 * it, and earlier conditions have to hold again. At any scale or, for a float, at that
 * of the value. */
static coord beyond(const struct axis *axis, coord now, coord value, gsl_rng *rng)
{
	unsigned fraction = axis_fraction_bits(axis->kind);
	unsigned scale = (unsigned)gsl_rng_uniform_int(rng, axis_width(axis) + 1);
	if (fraction && gsl_rng_uniform_int(rng, 4))
		scale = fraction - 12 + (unsigned)gsl_rng_uniform_int(rng, 16);
	coord step = (coord)((long double)((ucoord)1 << scale) * gsl_rng_uniform(rng));

	return axis_add(axis, value, now < value ? step : -step);
}

/* Most descents start with the other operand's value in a field that contains one
 * operand. */
static void leap(struct bytes_target *b, struct search *s, uint32_t goal, coord *x)
{
	struct typed_operand values[LABELS];
	int is_switch;
	size_t count = wanted_values(s, b, goal, values, &is_switch);

	if (!count || gsl_rng_uniform_int(s->rng, 4) == 0)
		return;
	for (size_t i = 0; i < b->subject.n; i++) {
		size_t k = gsl_rng_uniform_int(s->rng, count);
		coord value =
		    operand_value(&values[k], &b->fields[i], b->subject.max_size);
		if (holds_operand(b, i, x[i], k, is_switch))
			x[i] = beyond(&b->axes[i], x[i], value, s->rng);
	}
}

/* ---- the start */

/* From here on the cost is that of an interpretation. */
static void begin_account(struct bytes_target *b, const struct search *s)
{
	b->closed = s->closed;
	b->began = s->evaluations;
}

/* Writes the texts that the target compares with into the base, and finds the numbers
 * that it reads. 0 when the goal is finished. */
static int log_base(struct bytes_target *b, struct search *s, uint32_t goal,
		    int briefly)
{
	if (!s->goals->program->has_texts)
		return 1;
	b->listener.max_size = b->subject.max_size;
	if (bytes_log_texts(&b->listener, s, goal, briefly ? 1 : DIRECT_RUNS) ==
	    OBJECTIVE_STOP)
		return 0;
	bytes_log_numbers(&b->listener, s);
	begin_account(b, s);
	return run_base(b, s, goal);
}

/* Tries the fields from the comparison log directly; 1, with b->how, if they become the
 * frame, -1 when the goal is finished. */
static int begin_logged(struct bytes_target *b, struct search *s, uint32_t goal,
			const struct interpret_case *c)
{
	if (!c->logged_count)
		return 0;
	if (!try_directly(b, s, goal, c, INTERPRET_LOGGED))
		return -1;
	b->how = INTERPRET_LOGGED;
	if (interpret_draw_logged(&b->interpreter, c, s->rng))
		return 1;
	begin_account(b, s);
	return run_base(b, s, goal) ? 0 : -1;
}

/* Tries fields from taint inference; 1, or 0 if there are none. */
static int begin_tainted(struct bytes_target *b, struct search *s, uint32_t goal,
			 struct interpret_case *c)
{
	const struct taint *taint = find_taint(b, s, goal, b->place.path);
	size_t turn = 0;

	if (taint && s->goals->list[goal].tries > SURE &&
	    draw_turn(taint, s->rng, &turn) && gsl_rng_uniform_int(s->rng, 2)) {
		if (!vary_base(b, s, goal, taint))
			return 0;
		taint = find_taint(b, s, goal, b->place.path);
	}
	if (taint && has_no_effect(taint))
		taint = lengthen(b, s, goal);
	if (!taint || has_no_effect(taint))
		return 0;
	c->base = b->in.base.data;
	c->size = b->in.base.size;
	c->taint = taint;
	return try_directly(b, s, goal, c, INTERPRET_OPERANDS);
}

int bytes_start(struct subject *subject, struct search *s, uint32_t goal,
		struct input base, coord *x)
{
	struct bytes_target *b = (struct bytes_target *)subject;

	begin_account(b, s);
	int briefly =
	    s->goals->list[goal].tries > SURE && gsl_rng_uniform_int(s->rng, 2);
	equalities_forget(b, s);
	if (!take_base(b, s, goal, base) || !log_base(b, s, goal, briefly))
		return 0;
	if (s->goals->list[goal].tries > SURE && b->subject.type == SUBJECT_BYTES) {
		equalities_find(b, s);
		if (!run_base(b, s, goal))
			return 0;
	}
	const struct listener *l = &b->listener;
	struct interpret_case c = {b->in.base.data,   b->in.base.size, NULL,
				   b->place.operands, l->fields,       l->count,
				   l->evident};
	int by_log = begin_logged(b, s, goal, &c);
	if (by_log < 0 || (!by_log && !begin_tainted(b, s, goal, &c)))
		return 0;
	size_t n =
	    by_log ? interpret(&b->interpreter, &c, b->how, s->rng, b->fields)
		   : interpret_draw(&b->interpreter, &c, s->rng, b->fields, &b->how);
	set_frame(b, n, x);
	leap(b, s, goal, x);
	return n > 0;
}
