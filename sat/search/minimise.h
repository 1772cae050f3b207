/* SPDX-License-Identifier: GPL-3.0-or-later */
/* minimise.h - the minimisers of mcmc/ on a system of constraints. */
#ifndef SAT_MINIMISE_H
#define SAT_MINIMISE_H

#include "mcmc/minimiser.h"
#include "sat/search/trial.h"

/* Runs the method from the point until it ends or the trial is over; the point is then
 * the lowest one that was found. Returns 0, or -1 when memory is out. */
int minimise_run(struct trial *t, const struct minimiser *method);

#endif
