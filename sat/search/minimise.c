/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/minimise.h"

#include <stdlib.h>

#include "sat/search/violation.h"

static void to_point(struct trial *t, const coord *x)
{
	for (size_t i = 0; i < t->e.input_count; i++) {
		const struct sort sort = t->e.nodes[t->e.inputs[i]].sort;
		word *value = evaluator_input(&t->e, i);

		*value = coordinate_value(sort, x[i], *value);
	}
}

/* The first constraint that does not hold gives the sign. */
static enum objective_status eval(void *context, const coord *x, struct reading *out)
{
	struct trial *t = context;
	struct violation v;

	to_point(t, x);
	out->value = trial_run(t);
	for (size_t i = 0; i < t->e.constraint_count; i++) {
		const uint32_t constraint = t->e.constraints[i];

		if (node_is(&t->e, constraint, true))
			continue;
		if (violation_find(&t->e, constraint, true, &v)) {
			out->sign = violation_sign(&t->e, &v);
			out->site = v.atom + 1;
		}
		break;
	}
	return trial_is_over(t) ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

int minimise_run(struct trial *t, const struct minimiser *method)
{
	static const struct minimiser_options options = {.n_iter = 5, .temperature = 1};
	const struct objective objective = {t->e.input_count, t->axes, eval, t};
	coord *x = calloc(t->e.input_count + 1, sizeof(*x));
	void *state = NULL;

	if (!x)
		return -1;
	for (size_t i = 0; i < t->e.input_count; i++) {
		const struct sort sort = t->e.nodes[t->e.inputs[i]].sort;

		x[i] = axis_clamp(&t->axes[i],
				  coordinate_of(sort, *evaluator_input(&t->e, i)));
	}
	state = method->start(&objective, &options, t->rng, x);
	while (state && !trial_is_over(t) && method->step(state) == MINIMISER_GO_ON)
		;
	if (state && !t->is_solved)
		trial_to_best(t);
	method->stop(state);
	free(x);
	return state ? 0 : -1;
}
