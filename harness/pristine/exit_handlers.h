/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exit_handlers.h - what a run registers for the end of its program: destructors of static
 * and thread-local objects, and functions given to atexit() and on_exit(). A program runs
 * once and calls them at its end; a session runs many times, and the objects are made
 * again in each run. So they are called when the run has returned, as a part of it, and
 * are forgotten where it was left.
 *
 * Threads that the program starts keep theirs. A program that is linked statically has
 * libc's own functions: there all handlers wait for the end of the process.
 */
#ifndef HARNESS_EXIT_HANDLERS_H
#define HARNESS_EXIT_HANDLERS_H

/* What this thread registers from now on belongs to a run; what an earlier one has left is
 * forgotten. */
void exit_handlers_begin(void);
/* Calls the run's handlers, the last one first, and ends it. */
void exit_handlers_call(void);
/* Forgets the run's handlers, and ends it; may be called again. */
void exit_handlers_drop(void);

#endif
