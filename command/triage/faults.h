/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * faults.h - the distinct faults that other commands tell beside their own results: those
 * of the artifacts that sessions have listed, run again in the target as it is now, and
 * folded as `me triage` does.
 */
#ifndef COMMAND_FAULTS_H
#define COMMAND_FAULTS_H

#include "command/triage/triage.h"
#include "corpus/files/corpus.h"

/* Adds the files that sessions on the corpus have listed (CORPUS.me/artifacts), and that are
 * still there; those that `me prove` has written, and those of faults_simplify(). 0, or -1 after
 * a message. */
int faults_list(struct command *command, const char *corpus, struct corpus_list *list);

/* Runs the files, once each, and folds their failures; the caller calls triage_done(). 0, or
 * -1 after a message. */
int faults_find(struct command *command, const char *target,
		const struct corpus_list *files, struct triage *t);

/* Both for one corpus. *t is zero or what was found before, which stays where there are no more
 * files now, or no time to run them. The caller calls triage_done(). 0, or -1 after a message. */
int faults_of_corpus(struct command *command, const char *target, const char *corpus,
		     struct triage *t);

/* Has the target write simpler inputs into CORPUS.me/simpler, where faults_list() finds them, for
 * the first failures that are quick to run again; they are what is shown. 0, or -1 after a
 * message. */
int faults_simplify(struct triage *t, const char *corpus);

/* A paragraph for each, and lines for what only leaves what was assumed; nothing where there is
 * none. */
void faults_print(const struct triage *t, FILE *out);
/* The same as lines of JSON, those of `me triage --json`. 0, or -1 when out of memory. */
int faults_print_lines(const struct triage *t, FILE *out);
/* The same as lines of `me triage --json` have it, in an array. */
json_t *faults_json(const struct triage *t);
/* Those that are no failures, since they only leave what was assumed. */
json_t *faults_outside_json(const struct triage *t);

#endif
