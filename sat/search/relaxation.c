/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/relaxation.h"

#include <math.h>

#include "sat/number/float_arithmetic.h"
#include "sat/search/violation.h"

static bool is_real(const struct trial *t, size_t input)
{
	return t->e.nodes[t->e.inputs[input]].sort.kind >= SORT_WORD;
}

static double weight(const struct trial *t, size_t input, enum relaxation_scale scale)
{
	double x;

	if (scale == RELAXATION_EVEN)
		return 1;
	x = node_number(&t->e, t->e.inputs[input]);
	return isfinite(x) && x != 0 ? x * x : 1;
}

/* How much the gap is to change. */
static double change(const struct trial *t, const struct violation *v)
{
	const struct node *n = &t->e.nodes[v->atom];
	const double gap = violation_gap(&t->e, v);
	/* An inequality is passed by up to as much as it was missed by. */
	const double beyond = 1 + gsl_rng_uniform(t->rng);

	if (!isfinite(gap))
		return 0;
	if (n->operation == OP_EQUAL || n->operation == OP_FP_EQ)
		return v->wanted ? -gap : gsl_rng_uniform(t->rng) - 0.5;
	/* At equality any small step does. */
	return gap != 0 ? -gap * beyond
			: (v->wanted ? -1 : 1) * gsl_rng_uniform(t->rng) * 1e-3;
}

static void move(struct trial *t, size_t input, double by)
{
	const uint32_t node = t->e.inputs[input];
	const struct sort sort = t->e.nodes[node].sort;
	const double to = node_number(&t->e, node) + by;

	if (by == 0 || !isfinite(to))
		return;
	if (sort.kind == SORT_FLOAT)
		t->e.values[node] = float_of_double(sort, to);
	else if (to > -1 && to < ldexp(1, sort.width < 127 ? sort.width : 127))
		t->e.values[node] = (word)nearbyint(fabs(to)) & word_mask(sort.width);
	t->e.values[node] = trial_clamp(t, input, t->e.values[node]);
}

bool relaxation_step(struct trial *t, uint32_t constraint, enum relaxation_scale scale)
{
	struct violation v;
	double norm = 0, by;

	if (!violation_find(&t->e, constraint, true, &v) ||
	    !violation_is_comparison(&t->e, &v))
		return false;
	violation_slopes(&t->e, &v, t->slopes);
	for (size_t i = 0; i < t->e.input_count; i++)
		if (t->e.inputs[i] < v.atom && is_real(t, i)) {
			const double slope = t->slopes[t->e.inputs[i]];

			norm += slope * slope * weight(t, i, scale);
		}
	by = change(t, &v) / norm;
	if (!isfinite(by) || by == 0)
		return false;
	for (size_t i = 0; i < t->e.input_count; i++)
		if (t->e.inputs[i] < v.atom && is_real(t, i))
			move(t, i,
			     by * t->slopes[t->e.inputs[i]] * weight(t, i, scale));
	return true;
}

void relaxation_run(struct trial *t, enum relaxation_scale scale, unsigned steps)
{
	while (steps-- > 0 && !trial_is_over(t)) {
		if (!relaxation_step(t, trial_violated(t), scale))
			repair_constraint(&t->repair, trial_violated(t), true);
		trial_run(t);
	}
}
