/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * literals.h - the characters that the program compares others with: the second
 * operands of comparisons that have been the same in each run, and the cases of
 * switches. A text is likely to change its meaning where such a character comes in.
 */
#ifndef HARNESS_LITERALS_H
#define HARNESS_LITERALS_H

#include <stddef.h>
#include <stdint.h>

struct literals {
	struct literal_site *sites; /* what is known of each, by its id */
	size_t site_room;
	unsigned char characters[256]; /* those known, without order */
	size_t count;
	unsigned short uses[256]; /* sites that compare with it */
};

/* literals_done() is due in the end. */
void literals_init(struct literals *l);
void literals_done(struct literals *l);

/* Learns from the sites that the last run touched. */
void literals_note_run(struct literals *l);

#endif
