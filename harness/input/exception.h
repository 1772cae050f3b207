/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exception.h - exceptions of C++ that leave the entry function: which of them end the run
 * as a return does, and what they are called.
 *
 * An exception that a `throw` of the program's own code raised, with a type that has a name,
 * is a result: what a check of arguments tells its caller. So is one of a class of a library
 * that is not C++'s own. Any other one is a fault, and finds
 * no handler: std::terminate() is called where it is thrown, so that the stack tells the place.
 */
#ifndef HARNESS_EXCEPTION_H
#define HARNESS_EXCEPTION_H

#include <stddef.h>

enum exceptions { EXCEPTIONS_OWN, EXCEPTIONS_FAULTS, EXCEPTIONS_RESULTS };

/* Which exceptions are results: those of the program's own code, none, or all. */
void exceptions_are(enum exceptions which);

/* A call of the entry begins. */
void exception_begin(void);

/* Whether an exception has left the entry since then; its type, as the source spells it, is
 * in `type`. */
int exception_left(char *type, size_t size);
/* The same without its type. */
int exception_has_left(void);
/* As exception_left(), of one that found no handler: std::terminate() is at work. */
int exception_refused(char *type, size_t size);

/* What exception_left() reads: for processes that share it. */
void *exception_state(size_t *size);

#endif
