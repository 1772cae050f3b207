/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * variation.h - small random changes of texts and of bytes, and the characters that come in.
 */
#ifndef HARNESS_VARIATION_H
#define HARNESS_VARIATION_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

/* ---- literals */

/* The characters that the program compares others with: the second operands of comparisons
 * that have been equal in each run, and the cases of switches. A text is likely to change
 * its meaning where such a character comes in. */
struct literals {
	struct literal_site *sites; /* what is known of each, by its id */
	size_t site_room;
	unsigned char characters[256]; /* those known, without order */
	size_t count;
	unsigned short uses[256]; /* sites that compare with it */
};

void literals_init(struct literals *l);

/* Learns from the sites that the last run touched. */
void literals_note_run(struct literals *l);

/* ---- texts */

struct text_piece {
	const unsigned char *bytes;
	size_t length;
};

/* Where new characters come from. Each may be empty. */
struct text_sources {
	struct text_piece literals; /* what the program compares characters with */
	struct text_piece other; /* a text to copy pieces from */
};

/* A text is changed as somebody does who edits it: a character or some are inserted,
 * removed, replaced, repeated, exchanged, or copied from another text. What stands behind
 * moves with them, so that a text keeps the structure that a program has parsed.
 * Makes one change, sometimes several, of a text of `length` bytes that has room for
 * `most`, at least 1; returns its new length. What does not fit in is cut off. */
size_t text_vary(unsigned char *text, size_t length, size_t most,
		 const struct text_sources *from, gsl_rng *rng);

/* ---- bytes */

/* libFuzzer's own mutations are not used for the bases of descents: libFuzzer attributes
 * them to the next input that it receives, and learns from that.
 * Changes, inserts, deletes or copies bytes, one to four times. Data has room for
 * `most` bytes, at least `size`; returns the new size. */
size_t vary_bytes(uint8_t *data, size_t size, size_t most, gsl_rng *rng);

/* A byte; small numbers, such as counts and offsets, are as likely as all others. */
uint8_t vary_byte(gsl_rng *rng);

#endif
