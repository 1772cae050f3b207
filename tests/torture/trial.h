/* SPDX-License-Identifier: GPL-3.0-or-later */
/* trial.h - one test in one configuration: compared without and with the plugin. */
#ifndef TORTURE_TRIAL_H
#define TORTURE_TRIAL_H

#include "tests/torture/book.h"
#include "tests/torture/measure.h"

struct trial_books {
	struct book *plain, *results; /* measured without, compared */
};

/* Makes the trial and enters its result, the fields
 *
 *	verdict, sites, skipped, conditions, ms without, ms with, why, kinds skipped
 *
 * 0, or -1 when the result could not be written. */
int trial_run(const struct measure_place *p, const struct trial_books *books,
	      const struct suite_test *t, const struct measure_configuration *c);

#endif
