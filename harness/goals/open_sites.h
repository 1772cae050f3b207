/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * open_sites.h - which sites are open: their hooks are called. What is aimed at changes with
 * each descent, and of thousands of sites few change with it, so that only those are told.
 */
#ifndef HARNESS_OPEN_SITES_H
#define HARNESS_OPEN_SITES_H

#include "harness/program/program.h"

struct open_sites {
	const struct program *program;
	/* What is sought, as goals.h says it. */
	const unsigned char *done; /* one byte a goal */
	const unsigned char *decision_sites; /* one byte a site */
	const unsigned char *also_open; /* one byte a site that is open too; or null */
	int opens_decisions; /* the decision sites are open */
	int armed; /* predicates are computed although their goals are closed */
	/* One for each site. */
	unsigned char *wanted; /* it is open whatever is aimed at */
	unsigned char *told; /* 1 or 0: what it was told last; else nothing is known */
	uint32_t *goal; /* of its first side */
};

/* Both arrays stay the caller's. No site is wanted. 0, or -1 when out of memory. */
int open_sites_init(struct open_sites *o, const struct program *program,
		    const unsigned char *done, const unsigned char *decision_sites);
void open_sites_done(struct open_sites *o);

/* All sites are told again, the next time: what is told depends on more (trace_open). */
void open_sites_forget(struct open_sites *o);

/* Finds the sites that are wanted: goals, or what else is sought, have changed. */
void open_sites_want(struct open_sites *o);

/* Tells sites what they are to do from now on: the aim (goals_aim), or also_open, has changed. */
void open_sites_tell(struct open_sites *o);

#endif
