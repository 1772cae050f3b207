/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * answers.h - a fuzz target, and what it answers when it is asked for something instead of a
 * search (me/schema.h).
 */
#ifndef HARNESS_ANSWERS_H
#define HARNESS_ANSWERS_H

#include "harness/bytes/bytes.h"
#include "harness/goals/decision_path.h"
#include "harness/libfuzzer/user.h"
#include "harness/main/requests.h"
#include "harness/search/typed.h"

/* Defined in include/me/nondet.c. */
extern const char __me_nondet_program __attribute__((weak));

/* Everything that main allocates; it is never freed. */
struct target {
	struct harness_options options;
	struct program program;
	struct goals goals;
	struct layout layout;
	struct typed typed;
	struct bytes_target bytes;
	struct subject *subject; /* of one of these */
	struct environment environment; /* of each traced run */
	struct state state;
	int restores; /* the state, before each run */
	int fuzzes; /* libFuzzer has the counters */
	struct sink sink;
	struct path path; /* of --kinds=path */
	char path_name[20];
	const struct me_entry *entry; /* null: a bytes target */
	user_test_fn *test; /* of a bytes target */
};

/* What the options ask for; an exit code. */
int target_answer(struct target *t, int argc, char **argv);

#endif
