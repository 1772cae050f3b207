/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comparison_log.h - the texts that a run compared or looked for, and the numbers that
 * it read from texts: what can be written into an input directly. Typed and bytes
 * targets use both.
 *
 * A run is listened to where somebody asks for it: comparison_log_begin, the run,
 * comparison_log_end. What lies in the buffer of an input is known by its address
 * (`at`), what was copied from there by its bytes.
 */
#ifndef HARNESS_COMPARISON_LOG_H
#define HARNESS_COMPARISON_LOG_H

#include "harness/runtime/numbers.h"
#include "harness/runtime/texts.h"

/* Of more different texts or numbers than these the last ones are kept, and of a longer
 * text the first bytes. */
enum { HEARD_TEXTS = 64, HEARD_NUMBERS = 32, HEARD_BYTES = 64, HEARD_REMEMBERED = 32 };

/* One of the two texts of a call. */
struct comparison_log_side {
	const unsigned char *at; /* where it lay in the run; null: nowhere */
	uint32_t length; /* bytes heard, without a NUL that ends them */
	unsigned char bytes[HEARD_BYTES];
};

/* Two texts that were compared, or where one was looked for and what; of sscanf a text
 * and one that its format reads. */
struct comparison_log_text {
	const struct me_site *site;
	struct comparison_log_side side[2];
};

/* A number that was read, or looked for in vain (length 0). */
struct comparison_log_number {
	const struct me_site *site;
	const unsigned char *at; /* its first byte, behind blanks */
	uint32_t length; /* 0: no number is there */
	struct number_form form;
	unsigned char bytes[HEARD_BYTES]; /* the number's text; no more than `length` */
};

struct comparison_log {
	int on;
	uint32_t text_count,
	    number_count; /* those ever added since comparison_log_begin */
	struct comparison_log_text texts[HEARD_TEXTS];
	struct comparison_log_number numbers[HEARD_NUMBERS];
	/* Texts that differed in any run, heard or not: the last ones of each site and
	 * of each of its constants. */
	uint32_t remembered_count;
	struct comparison_log_text remembered[HEARD_REMEMBERED];
};

extern struct comparison_log heard;

/* Forgets all and listens. */
void comparison_log_begin(void);
void comparison_log_end(void);

/* How many records there are, and the k-th from the last one on. */
uint32_t comparison_log_text_count(void);
uint32_t comparison_log_number_count(void);
uint32_t comparison_log_remembered_count(void);
const struct comparison_log_text *comparison_log_text_back(uint32_t k);

/* For hooks: adds what is not there yet; texts that differ are remembered, too. */
void comparison_log_add_text(const struct me_site *site, const struct text_call *c);
void comparison_log_add_format(const struct me_site *site, const char *text,
			       const char *format);
void comparison_log_add_number(const struct me_site *site,
			       const struct number_place *n);

#endif
