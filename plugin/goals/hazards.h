/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hazards.h - what may happen when an expression is evaluated once more, or earlier
 * than the program does. */
#ifndef PLUGIN_HAZARDS_H
#define PLUGIN_HAZARDS_H

/* Or-ed. */
enum {
	HAZARD_TRAP = 1, /* it may trap: memory behind a pointer, n / 0, an index */
	HAZARD_EFFECT = 2, /* it changes something, or may; or is not known to us */
};

unsigned hazards_of(tree expression);

#endif
