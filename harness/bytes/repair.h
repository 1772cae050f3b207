/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * repair.h - repairs lengths and checksums: if a run fails at an equality that held
 * before, and the input contains one operand, the other operand is written in its
 * place.
 */
#ifndef HARNESS_REPAIR_H
#define HARNESS_REPAIR_H

#include "harness/input/operand_fields.h"

enum { REPAIR_MOST = 4, REPAIR_SITES = 64, REPAIR_FIELDS = 6, REPAIR_PATIENCE = 32 };

struct repair {
	/* What is known about sites, by their number modulo REPAIR_SITES. */
	struct repair_site {
		uint32_t site;
		unsigned failures; /* in a row; REPAIR_PATIENCE: no further repairs */
		int known; /* writing to `field` has repaired it before */
		struct field field;
	} sites[REPAIR_SITES];
	unsigned repairs; /* of the current input */
	/* The last repair, which is undone if it was wrong. */
	uint32_t site;
	unsigned tries; /* at this site */
	struct field field;
	uint8_t before[16];
	int pending; /* the last repair is not confirmed yet */
};

/* A new input begins. */
void repair_begin(struct repair *m);

/*
 * The run of the input failed at an equality with these operands, a != b: tries a
 * repair, and changes the input. Returns 0 if nothing is left to try; then the input is
 * restored.
 */
int repair_try(struct repair *m, uint32_t site, const struct operand *a,
	       const struct operand *b, uint8_t *data, size_t size);

/* The run passed the site of the last repair. */
void repair_succeeded(struct repair *m);

#endif
