/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * comparison_log.h - a log of the texts that a run compares or searches for, and of the
 * numbers that it reads from texts. They can be written directly into an input
 * (input-to-state). Typed and bytes targets both use it.
 *
 * Only the runs between comparison_log_begin() and comparison_log_end() are logged. A
 * text in the buffer of an input is identified by its address (`at`), a copy of it by
 * its bytes.
 */
#ifndef HARNESS_COMPARISON_LOG_H
#define HARNESS_COMPARISON_LOG_H

#include "harness/runtime/numbers.h"
#include "harness/runtime/texts.h"

/* If there are more different texts or numbers, the log holds the last ones; of a
 * longer text it holds the first bytes. */
enum {
	COMPARISON_LOG_TEXTS = 64,
	COMPARISON_LOG_NUMBERS = 32,
	COMPARISON_LOG_BYTES = 64,
	COMPARISON_LOG_REMEMBERED = 32
};

/* One of the two texts of a call. */
struct comparison_log_side {
	const unsigned char *at; /* its address in the run; null: it had none */
	uint32_t length; /* bytes logged, without a terminating NUL */
	unsigned char bytes[COMPARISON_LOG_BYTES];
};

/* Two texts that were compared, or a text and what was searched in it; for sscanf, a
 * text and a sample that its format reads. */
struct comparison_log_text {
	const struct me_site *site;
	struct comparison_log_side side[2];
};

/* A number that the run read, or tried to read (length 0). */
struct comparison_log_number {
	const struct me_site *site;
	const unsigned char *at; /* its first byte, after blanks */
	uint32_t length; /* 0: no number is there */
	struct number_form form;
	unsigned char
	    bytes[COMPARISON_LOG_BYTES]; /* the number's text; no more than `length` */
};

struct comparison_log {
	int on;
	uint32_t text_count,
	    number_count; /* all that were added since comparison_log_begin() */
	struct comparison_log_text texts[COMPARISON_LOG_TEXTS];
	struct comparison_log_number numbers[COMPARISON_LOG_NUMBERS];
	/* Texts that differed in any run, logged or not: the last pair for each site
	 * and each of its constants. */
	uint32_t remembered_count;
	struct comparison_log_text remembered[COMPARISON_LOG_REMEMBERED];
};

extern struct comparison_log comparison_log;

/* Clears the log and starts it. */
void comparison_log_begin(void);
void comparison_log_end(void);

/* The number of records, and the k-th record, counted from the last one. */
uint32_t comparison_log_text_count(void);
uint32_t comparison_log_number_count(void);
uint32_t comparison_log_remembered_count(void);
const struct comparison_log_text *comparison_log_text_back(uint32_t k);

/* For hooks: adds a record unless it is already there; texts that differ are remembered
 * even if the run is not logged. */
void comparison_log_add_text(const struct me_site *site, const struct text_call *c);
void comparison_log_add_format(const struct me_site *site, const char *text,
			       const char *format);
void comparison_log_add_number(const struct me_site *site,
			       const struct number_place *n);

#endif
