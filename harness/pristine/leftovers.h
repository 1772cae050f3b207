/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * leftovers.h - what a run leaves in its process beside variables: handlers for the exit
 * (exit_handlers.h), open files, another working directory, a random sequence that goes
 * on. It is undone after the run, so that the next one begins as a program does and the
 * harness keeps its own descriptors and directory.
 *
 * A run that leaves nothing costs a few comparisons: of the head of libc's list of streams,
 * of one word of its random numbers, and of a flag that chdir() sets.
 */
#ifndef HARNESS_LEFTOVERS_H
#define HARNESS_LEFTOVERS_H

/* From now on leftovers of runs are undone, if `undoes`. Call it before the first run. */
void leftovers_watch(int undoes);

/* A run begins; it has returned: its exit handlers are called, as a part of it. */
void leftovers_begin(void);
void leftovers_end(void);

/* Ends the process where it is one that the program has forked in a run: such a child that
 * returned from the function under test would make the session's next runs as well. Done in
 * leftovers_end(), too. */
void leftovers_end_stray(void);

/* After a run, however it ended. */
void leftovers_undo(void);

/* Back to the working directory of the start. May be called in a signal handler. */
void leftovers_return_home(void);

#endif
