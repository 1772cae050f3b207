/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guide.h - distances of conditions that only test a flag. The outcome itself stays
 * that of the condition's own operands: only the distance to the other side is
 * replaced.
 */
#ifndef HARNESS_GUIDE_H
#define HARNESS_GUIDE_H

#include "harness/runtime/trace.h"

/* For a site with ME_SITE_FLAG: by its guide. */
void guide_apply(const struct me_site *site, struct distance *d);
/* For a predicate whose guide is one flag: how many of the comparisons that decide the
 * flag hold in the pass that ends; the next pass begins at 0. For others 0. */
uint32_t guide_parts(const struct me_site *site);
/* The same for a side of a condition, where the flag is made again in each iteration of
 * a loop: `all = all && a[i] == b[i]`. 0 for other flags. */
uint32_t guide_loop_parts(const struct me_site *site, int side);
/* For a kept site (trace.h): the nearest of the comparisons that may have made
 * the flag.
 */
void guide_apply_kept(const struct me_site *site, struct distance *d);

#endif
