/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * subject.h - what is run: the entry function of a typed target (typed.h) or the user's
 * LLVMFuzzerTestOneInput (bytes.h), behind one set of functions. The search, the
 * archive and the session with libFuzzer know nothing else of it.
 *
 * A subject holds one input at a time, the one that `call` runs. The frame says what a
 * descent moves: n scalars, each an axis of an objective. Of a typed target it is all
 * of the input, or the numbers in its texts; of a bytes target it is made for each
 * start.
 *
 * harness/goals holds what is sought (goals.h): goals, their verdicts, the best input of
 * each; and, here, what is run. It starts no run.
 */
#ifndef HARNESS_SUBJECT_H
#define HARNESS_SUBJECT_H

#include <stddef.h>
#include <stdio.h>

#include "harness/input/variation.h"
#include "mcmc/objective.h"
#include "me/abi.h"

/* An input in the form in which its subject keeps it: opaque to others. */
struct input {
	const void *data;
	size_t size; /* bytes at data */
};

struct search;
struct subject;

/* What the search and the session with libFuzzer do for one kind of target and not for
 * another they decide by this. */
enum subject_type {
	/* A call. All inputs have one form: files of one size, into which mutations are
	 * brought; libFuzzer's defaults are those of a call. The frame is the input's. Slices
	 * alternate with mutations, the more of these the more they bring. A failing run does
	 * not end the session, and the search ends the process when nothing is left to do. */
	SUBJECT_TYPED,
	/* A stream of bytes. A frame is made of an input that reached the goal's site, and is
	 * a guess of what the bytes mean: no input comes of random vectors alone. Slices are
	 * paid for with energy (energy.h); libFuzzer gets an input that closed a goal at
	 * once, writes what it finds into the corpus by itself, and goes on until it is
	 * stopped. Its runs stay fast: sites are open for a descent in slices alone, and
	 * hooks enabled in a sample of its runs. The target may reject an input: what such
	 * a run takes does not count. */
	SUBJECT_BYTES,
	/* The same where the goal is one over the whole run. It may well be that of an input
	 * that the target rejects, and the search ends by itself. */
	SUBJECT_BYTES_RUN,
};

struct subject_kind {
	/* Holds the input of a file's bytes, which stay until the next one is held. */
	void (*take)(struct subject *s, const uint8_t *bytes, size_t size);
	/* Holds the input of a vector of the frame; x stays. 0 when there is none. */
	int (*put)(struct subject *s, const coord *x);
	/* Runs what is held; the target's result: -1 is of an input that is not wanted.
	 * An inner run stands between `prepare` and `clear`, also when it was left in
	 * the middle; clear returns 0, or the number of a signal for what was done
	 * wrong. */
	void (*prepare)(struct subject *s);
	int (*call)(struct subject *s);
	int (*clear)(struct subject *s);
	/* Whether the last run, of the vector x of the whole frame, has overwritten what
	 * coordinate i was in memory. Null: no run does. */
	int (*overwrites)(const struct subject *s, const coord *x, size_t i);
	/* What is held, until the next one is. */
	struct input (*held)(const struct subject *s);
	/* What is held as coordinates of one frame, that of the whole session, and how
	 * many there are. Null where a failing run ends the session. */
	const coord *(*coordinates)(const struct subject *s, size_t *n);
	/* The file's bytes of an input: in `room` (subject->file_size bytes), or its
	 * own. */
	const uint8_t *(*encode)(const struct subject *s, struct input in,
				 uint8_t *room, size_t *size);
	/* Makes the frame of a descent from `base` to the goal aimed at, and x its
	 * start. May run inputs. 0 when there is nothing to move, or no need any more.
	 */
	int (*begin)(struct subject *s, struct search *search, uint32_t goal,
		     struct input base, coord *x);
	/* Changes a text in x, a vector of the frame, as variation.h says, with
	 * pieces of `other`, an input; 0 when it has none. Null: there are none, or
	 * libFuzzer's mutations do it. */
	int (*vary_text)(struct subject *s, coord *x, struct input other,
			 struct text_piece literals, gsl_rng *rng);
	/* x, a vector of the frame, is where the descent is to start: may run it,
	 * change it and make another frame of it, until the descent ends. 0 as above.
	 * Null: it never does. */
	int (*settle)(struct subject *s, struct search *search, coord *x);
	/* After a run that did not get to the goal's site: changes what is held so that
	 * the next one may; 0 when it cannot. Null: it never can. */
	int (*repair)(struct subject *s, struct search *search, uint32_t goal);
	/* Holds the k-th simpler variant of an input whose run was too long; 0 when
	 * there are no more. Null: there are none. */
	int (*simplify)(struct subject *s, struct input in, unsigned k);
	/* The descent from `begin` has ended: goals closed, and what it has cost. */
	void (*account)(struct subject *s, unsigned closed, double cost);
	/* The input as C. */
	void (*show)(struct subject *s, FILE *out);
	/* The input as text, cut to `size`; and where in the input's memory a faulty
	 * access was, 0 when it was elsewhere. A null address: that which `clear`
	 * found. Null: there are none. */
	void (*describe)(const struct subject *s, struct input in, char *out,
			 size_t size);
	int (*describe_address)(const struct subject *s, const void *address, char *out,
				size_t size);
	/* Whether such an access is only outside of what is guessed of the input; `advice`:
	 * what would say more of it. Null: nothing is guessed. */
	int (*is_assumed)(const struct subject *s, const void *address, int is_write,
			  char *advice, size_t size);
	/* How far it is outside, in elements; negative in front. 0, or a null function: that is
	 * not known. */
	long (*outside)(const struct subject *s, const void *address);
};

struct subject {
	const struct subject_kind *kind;
	enum subject_type type;
	size_t file_size; /* 0 where it varies */
	size_t max_size; /* of what descents make, where it varies */
	size_t n; /* coordinates of the frame */
	size_t n_most; /* of any frame */
	int has_texts; /* vary_text finds one in some inputs */
	size_t
	    weight; /* a descent gets the evaluations of so many coordinates, where the
			   frame is no guess */
	const struct axis *axes; /* n */
	const enum me_type *types; /* n */
};

static inline int subject_ends_by_itself(const struct subject *s)
{
	return s->type != SUBJECT_BYTES;
}

#endif
