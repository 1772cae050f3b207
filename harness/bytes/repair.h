/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * repair.h - lengths and checksums: where a run turns away at an equality that held
 * before, and one operand of it stands in the input, the other one is written there.
 */
#ifndef HARNESS_REPAIR_H
#define HARNESS_REPAIR_H

#include "harness/input/operand_fields.h"

enum { MEND_MOST = 4, MEND_SITES = 64, MEND_FIELDS = 6, MEND_PATIENCE = 32 };

struct mender {
	/* What is known of sites, by their number modulo MEND_SITES. */
	struct repair_site {
		uint32_t site;
		unsigned failures; /* in a row; MEND_PATIENCE: it is given up */
		int known; /* field has mended it before */
		struct field field;
	} sites[MEND_SITES];
	unsigned mends; /* of the input at hand */
	/* The last one of them, to be taken back when it was wrong. */
	uint32_t site;
	unsigned tries; /* at this site */
	struct field field;
	uint8_t before[16];
	int pending; /* not yet known to have been right */
};

/* An input of another vector comes. */
void repair_begin(struct mender *m);

/*
 * The run of the input turned away at an equality, with these operands, a != b: changes
 * the input. 0 when it knows nothing more to try; the input is then as it was.
 */
int mend(struct mender *m, uint32_t site, const struct operand *a,
	 const struct operand *b, uint8_t *data, size_t size);

/* The run got past the site of the last mend. */
void repair_succeeded(struct mender *m);

#endif
