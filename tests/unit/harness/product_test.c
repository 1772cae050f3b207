/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The product of the distances to boundaries: its order is that of the product, in each
 * kind of distance, also where the product of doubles would be 0 or infinite. */
#include "harness/search/search.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "harness/program/program.h"
#include "tests/unit/me_check.h"

enum { SITES = 4 };

static const struct me_predicate at = {.kind = "boundary", .name = "lt.at"};
static const struct me_predicate below = {.kind = "boundary", .name = "lt.below"};

static struct me_site site[SITES];
static struct me_site *sites[SITES];
static struct me_goal goal[SITES];
static const struct me_goal *program_goals[SITES];
static struct program_unit unit;
static uint32_t site_unit[SITES], touched[SITES];
static struct trace_goal cells[SITES];
static unsigned char done[SITES];
static struct program program = {.site_count = SITES,
				 .goal_count = SITES,
				 .units = &unit,
				 .sites = sites,
				 .goals = program_goals,
				 .site_unit = site_unit};
static const struct goals goals = {.program = &program, .done = done};

/* A run has passed all sites, each the place of one boundary. */
static void make(enum distance_kind kind)
{
	trace.session.kind = kind;
	trace.run = 7;
	trace.program = &program;
	trace.goals = cells;
	trace.touched = touched;
	for (uint32_t i = 0; i < SITES; i++) {
		site[i] = (struct me_site){.kind = ME_SITE_PREDICATE, .goal = i};
		goal[i] = (struct me_goal){.predicate = &at};
		sites[i] = &site[i];
		program_goals[i] = &goal[i];
		cells[i].run = trace.run;
		touched[i] = i;
		done[i] = 0;
	}
}

static uint64_t image(double d)
{
	uint64_t bits = (uint64_t)d;

	if (trace.session.kind == DISTANCE_REAL ||
	    trace.session.kind == DISTANCE_FLOPSY)
		memcpy(&bits, &d, sizeof bits);
	return bits;
}

static double of(uint32_t n, const double *factors)
{
	for (uint32_t i = 0; i < n; i++)
		cells[i].distance = image(factors[i]);
	trace.record.touched_count = n;
	return product_value(&goals);
}

static double of_two(double a, double b)
{
	return of(2, (const double[]){a, b});
}

/* ---- checks */

static int is_near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * fabs(b);
}

/* Each kind measures the same numbers. */
static void check_kinds(void)
{
	static const enum distance_kind kinds[] = {DISTANCE_ULP, DISTANCE_REAL,
						   DISTANCE_FLOPSY};
	const double factors[] = {3, 5, 1, 7};

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		make(kinds[k]);
		check(is_near(of(SITES, factors), 1 + log2(105)), "product_value",
		      "not 1 + log2 of the product");
		check(of(0, NULL) == 1 && of_two(1, 1) == 1, "product_of_none",
		      "not 1");
		check(of_two(3, 3) > of_two(2, 4) && of_two(2, 4) == of_two(1, 8),
		      "product_order", "not that of the product");
	}
	make(DISTANCE_BOOLEAN);
	check(of_two(1, 1) == 1 && of_two(1, 0) == 0, "product_boolean", "not 1 and 0");
}

/* Below 1 the product has its order, too. */
static void check_fractions(void)
{
	make(DISTANCE_REAL);
	check(of_two(0.25, 4) == 1, "product_one", "not 1");
	check(is_near(of_two(0.25, 0.5), 1.0 / (1 + 3)), "product_fraction",
	      "not 1 / (1 - log2 of the product)");
	check(of_two(0.5, 0.5) > of_two(0.25, 0.5) && of_two(0.25, 1) < 1 &&
		  of_two(0.25, 0.5) > 0,
	      "product_fractions", "not in their order above 0");
}

static void check_extremes(void)
{
	const double tiny[] = {DBL_TRUE_MIN, DBL_TRUE_MIN, DBL_TRUE_MIN, 2};
	const double tinier[] = {DBL_TRUE_MIN, DBL_TRUE_MIN, DBL_TRUE_MIN, 1};
	const double huge[] = {DBL_MAX, DBL_MAX, DBL_MAX, 1};
	const double huger[] = {DBL_MAX, DBL_MAX, DBL_MAX, 2};

	make(DISTANCE_REAL);
	check(of(4, tinier) > 0 && of(4, tiny) > of(4, tinier), "product_underflow",
	      "0, or without an order");
	check(isfinite(of(4, huger)) && of(4, huge) < of(4, huger), "product_overflow",
	      "infinite, or without an order");
	check(is_near(of(4, huge), 1 + 3 * 1024), "product_huge", "another logarithm");
	check(of_two(DBL_TRUE_MIN, DBL_MAX) < of_two(DBL_TRUE_MIN * 2, DBL_MAX) &&
		  is_near(of_two(0x1p-1074, 0x1p1023), 1.0 / (1 + 51)),
	      "product_far_apart", "one factor hides the other");
}

static void check_zero(void)
{
	make(DISTANCE_REAL);
	check(of_two(0, DBL_MAX) == 0 && of_two(DBL_MAX, 0) == 0 &&
		  of_two(0, INFINITY) == 0 && of_two(INFINITY, 0) == 0,
	      "product_zero", "not 0 beside a huge factor");
	check(of_two(0, DBL_TRUE_MIN) == 0, "product_zero_tiny", "not 0");
	check(isfinite(of_two(2, INFINITY)), "product_infinite", "not finite");
	make(DISTANCE_ULP);
	check(of_two(0, 0x1p63) == 0 && of_two(0x1p63, 0) == 0, "product_zero_ulp",
	      "not 0");
}

/* Goals that are closed, not reached, or no equality are no factors. */
static void check_others(void)
{
	make(DISTANCE_REAL);
	done[0] = 1;
	check(of_two(0, 8) == 4, "product_closed", "is a factor");
	make(DISTANCE_REAL);
	cells[0].run--;
	check(of_two(0, 8) == 4, "product_stale", "is a factor");
	make(DISTANCE_REAL);
	goal[0].predicate = &below;
	check(of_two(0, 8) == 4, "product_below", "is a factor");
	make(DISTANCE_REAL);
	site[0].kind = ME_SITE_COND;
	check(of_two(0, 8) == 4, "product_condition", "is a factor");
}

int main(void)
{
	check_kinds();
	check_fractions();
	check_extremes();
	check_zero();
	check_others();
	return me_check_failures != 0;
}
