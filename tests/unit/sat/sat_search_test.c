/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program of a system against the meaning of its terms, its distances, and what the
 * search finds. */
#include <gsl/gsl_rng.h>
#include <string.h>

#include "sat/search/evaluator.h"
#include "sat/search/propagation.h"
#include "sat/search/satisfy.h"
#include "tests/unit/me_check.h"

enum { TRIALS = 3000 };

static gsl_rng *rng;

static word any_float(struct sort sort)
{
	const word exponent = word_mask(sort.exponent - 1u) - 4 + draw_below(rng, 8);
	const word bits = draw_bits(rng, sort.width);

	if (draw_below(rng, 4) == 0)
		return float_canonical(sort, bits);
	return (bits & ~(word_mask(sort.exponent) << (sort.significand - 1))) |
	       exponent << (sort.significand - 1);
}

/* x OP y = z, and z < x, for all operations that have a fast way. */
static bool make_system(struct system *s, struct formula *f, struct sort sort,
			enum term_operation operation)
{
	const term_id r = term_variable(f, sort_rounding());
	const term_id x = term_variable(f, sort), y = term_variable(f, sort);
	const term_id z = term_variable(f, sort);
	const term_id operands[] = {r, x, y};
	const unsigned count = operation == OP_FP_SQRT ? 2 : 3;
	const term_id result = term_make(f, operation, sort, 0, operands, count);
	const term_id roots[] = {
	    term_binary(f, OP_FP_LEQ, sort_bool(), result, z),
	    term_not(f, term_binary(f, OP_EQUAL, sort_bool(), result, y)),
	    term_binary(f, OP_FP_LT, sort_bool(), z, x),
	};

	system_init(s, f, roots, 3);
}

/* Some inputs, or all of them: only what depends on them is computed anew. */
static void randomize(struct evaluator *e)
{
	const bool all = draw_below(rng, 4) == 0;

	for (size_t i = 0; i < e->input_count; i++) {
		const struct sort sort = e->nodes[e->inputs[i]].sort;

		if (!all && draw_below(rng, 3) != 0)
			continue;

		*evaluator_input(e, i) = sort.kind == SORT_ROUNDING
					     ? draw_below(rng, 3) * 2
					     : any_float(sort);
	}
}

/* Whether each node has the value that its operands give. */
static bool is_exact(const struct evaluator *e)
{
	for (uint32_t i = 0; i < e->count; i++) {
		const struct node *n = &e->nodes[i];
		struct sort sorts[TERM_OPERANDS];
		word values[TERM_OPERANDS], wanted;

		for (unsigned k = 0; k < n->count; k++) {
			sorts[k] = e->nodes[n->operands[k]].sort;
			values[k] = e->values[n->operands[k]];
		}
		if (n->count == 0)
			continue;
		if (!term_compute(term_at(e->formula, n->term), sorts, values, &wanted))
			return false;
		if (e->values[i] != wanted)
			return false;
		/* One of the two distances is 0: that to the value. */
		if (n->sort.kind == SORT_BOOL && !(e->distances[i][wanted != 0] == 0 &&
						   e->distances[i][wanted == 0] > 0))
			return false;
	}
	return true;
}

static bool program_agrees(struct sort sort, enum term_operation operation)
{
	struct formula f;
	struct system s;
	struct evaluator e;
	bool good = true;

	formula_init(&f);
	make_system(&s, &f, sort, operation);
	evaluator_init(&e, &s);
	for (int i = 0; i < TRIALS && good; i++) {
		double sum;

		e.metric = (enum metric)(i / 10 % METRICS);
		randomize(&e);
		sum = evaluator_run(&e);
		good = is_exact(&e);
		for (size_t k = 0; k < e.constraint_count; k++)
			good = good && (sum > 0 || e.values[e.constraints[k]]);
	}
	evaluator_done(&e);
	system_done(&s);
	formula_done(&f);
	return good;
}

static void check_programs(void)
{
	static const enum term_operation operations[] = {
	    OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV, OP_FP_SQRT};
	const struct sort sorts[] = {sort_float(8, 24), sort_float(11, 53),
				     sort_float(5, 11)};
	bool good = true;

	for (unsigned i = 0; i < 3; i++)
		for (unsigned k = 0; k < 5; k++)
			good = good && program_agrees(sorts[i], operations[k]);
	check(good, "sat_program", "a value or a distance differs");
}

/* The value for an operand with which an operation is the target, where there is one.
 */
static void check_inverses(void)
{
	static const enum term_operation operations[] = {OP_BV_ADD, OP_BV_SUB,
							 OP_BV_XOR, OP_BV_MUL};
	const struct sort sort = sort_word(32);
	bool good = true;

	for (int i = 0; i < TRIALS && good; i++) {
		struct formula f;
		struct system s;
		struct evaluator e;
		term_id x[2], root;
		const unsigned k = (unsigned)i % 2;
		const word target = draw_bits(rng, 32);

		formula_init(&f);
		x[0] = term_variable(&f, sort);
		x[1] = term_variable(&f, sort);
		root = term_make(&f, operations[i % 4], sort, 0, x, 2);
		root = term_binary(&f, OP_BV_ULT, sort_bool(), root,
				   term_constant(&f, sort, target));
		system_init(&s, &f, &root, 1);
		evaluator_init(&e, &s);
		*evaluator_input(&e, 0) = draw_bits(rng, 32) | 1;
		*evaluator_input(&e, 1) = draw_bits(rng, 32) | 1;
		evaluator_run(&e);
		for (uint32_t node = 0; node < e.count; node++)
			if (e.nodes[node].operation == operations[i % 4]) {
				*evaluator_input(&e, k) =
				    inverse_operand(&e, rng, node, k, target);
				evaluator_run(&e);
				good = good && e.values[node] == target;
			}
		evaluator_done(&e);
		system_done(&s);
		formula_done(&f);
	}
	check(good, "sat_inverse", "the target is missed");
}

/* x * x + y = 3 and y < x in Float64, where y defines nothing. */
static uint64_t search(unsigned long seed, word *values, bool *found)
{
	const struct sort sort = sort_float(11, 53);
	const struct satisfy_options options = {.seed = seed, .runs = 100000};
	struct formula f;
	struct system s;
	term_id r, x, y, product, roots[2];
	uint64_t runs;

	formula_init(&f);
	r = term_constant(&f, sort_rounding(), ROUND_NEAREST_EVEN);
	x = term_variable(&f, sort);
	y = term_variable(&f, sort);
	product = term_make(&f, OP_FP_MUL, sort, 0, (term_id[]){r, x, x}, 3);
	roots[0] = term_binary(
	    &f, OP_FP_EQ, sort_bool(),
	    term_make(&f, OP_FP_ADD, sort, 0, (term_id[]){r, product, y}, 3),
	    term_constant(&f, sort, float_of_double(sort, 3)));
	roots[1] = term_binary(&f, OP_FP_LT, sort_bool(), y, x);
	system_init(&s, &f, roots, 2);
	*found = satisfy(&s, &options, values, &runs) == SATISFY_FOUND;
	system_done(&s);
	formula_done(&f);
	return runs;
}

static void check_search(void)
{
	const struct sort sort = sort_float(11, 53);
	word values[2], again[2];
	bool found, found_again;
	const uint64_t runs = search(7, values, &found);
	const uint64_t runs_again = search(7, again, &found_again);
	const double x = float_to_double(sort, values[0]);
	const double y = float_to_double(sort, values[1]);

	check(found && x * x + y == 3 && y < x, "sat_search", "no solution");
	check(found_again && runs == runs_again &&
		  memcmp(values, again, sizeof(values)) == 0,
	      "sat_search_again", "one seed, two searches");
}

/* Definitions: x = y + 1 and y = 2 leave nothing to search. */
static void check_definitions(void)
{
	const struct sort sort = sort_word(8);
	struct formula f;
	struct system s;
	term_id x, y, roots[3];
	bool good;

	formula_init(&f);
	x = term_variable(&f, sort);
	y = term_variable(&f, sort);
	roots[0] = term_binary(
	    &f, OP_EQUAL, sort_bool(), x,
	    term_binary(&f, OP_BV_ADD, sort, y, term_constant(&f, sort, 1)));
	roots[1] =
	    term_binary(&f, OP_EQUAL, sort_bool(), term_constant(&f, sort, 2), y);
	roots[2] = term_binary(&f, OP_BV_ULT, sort_bool(), y, x);
	system_init(&s, &f, roots, 3);
	good = s.count == 0 && !s.is_false &&
	       term_at(&f, s.definitions[0])->value == 3 &&
	       term_at(&f, s.definitions[1])->value == 2;
	check(good, "sat_definitions", "something is left");
	system_done(&s);
	/* x = x + 1 defines nothing. */
	roots[0] = term_binary(
	    &f, OP_EQUAL, sort_bool(), x,
	    term_binary(&f, OP_BV_ADD, sort, x, term_constant(&f, sort, 1)));
	system_init(&s, &f, roots, 1);
	good = s.count == 1 && s.definitions[0] == TERM_NONE;
	check(good, "sat_no_definition", "x is defined by itself");
	system_done(&s);
	formula_done(&f);
}

int main(void)
{
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	check_programs();
	check_inverses();
	check_search();
	check_definitions();
	gsl_rng_free(rng);
	return me_check_failures != 0;
}
