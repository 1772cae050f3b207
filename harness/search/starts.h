/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * starts.h - start values of descents. They come from the type alone or from operands
 * of comparisons at run time; nothing here depends on the subject.
 */
#ifndef HARNESS_STARTS_H
#define HARNESS_STARTS_H

#include <gsl/gsl_rng.h>

#include "harness/goals/subject.h"
#include "harness/input/scalar_taint.h"

enum { STARTS_OPERANDS = 256 };

#define STARTS_NONE ((size_t)-1)

/* Operands seen, the last STARTS_OPERANDS different ones. */
struct starts {
	struct {
		enum me_type type;
		uint64_t bits;
	} operands[STARTS_OPERANDS];
	unsigned count; /* those ever added */
};

/* Adds the operands of the sites that the last run touched. */
void starts_note_run(struct starts *s);

/* A value of the type inside the axis: random bits, a special value of the type, or an
 * operand. */
coord starts_value(const struct starts *s, enum me_type type, const struct axis *axis,
		   gsl_rng *rng);

/* A vector of values for the frame at hand. */
void starts_vector(const struct starts *s, const struct subject *f, gsl_rng *rng,
		   coord *x);

/* Changes at least one coordinate of x, seldom an untainted one; `taint` may be null. */
void starts_mutate(const struct starts *s, const struct scalar_taint *taint,
		   const struct subject *f, gsl_rng *rng, coord *x);

/*
 * If a coordinate of x is the first operand of a comparison in the last run, sets it to
 * the value of the second operand. The comparisons are that of the site and the data
 * sites, whose stored results the site may test. Returns the coordinate, a random one
 * if there are several, or STARTS_NONE.
 */
size_t starts_equalise(const struct subject *f, uint32_t site, gsl_rng *rng, coord *x);

#endif
