/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backtrace.h - what a program counter belongs to. */
#ifndef HARNESS_BACKTRACE_H
#define HARNESS_BACKTRACE_H

#include <stddef.h>
#include <stdint.h>

/* Of a signal's handler that interrupted the program at pc: whether the run can be left there. It
 * lies in an instrumented function, by the symbol table, or in one of the C library that holds no
 * lock and that such a function called. 0 in a stripped program. Allocates no memory by malloc. */
int backtrace_may_leave(uintptr_t pc);

/* lockless.c: finds the functions of the C library that hold no lock; not for a handler, since that
 * may allocate. Whether pc lies in one of them. */
void lockless_find(void);
int lockless_has(uintptr_t pc);

/* Reads the symbols and lines of all that is loaded, which the first use of the
 * functions here does otherwise; processes forked from now on have them. Not for a
 * handler. */
void backtrace_prepare(void);

/* Of the functions below: called in a handler of this harness, they look at what the
 * handler interrupted. */

/* Whether the program itself has called abort(), assert() has, or an exception that it
 * threw and nothing catches. */
int backtrace_aborts(void);

/* The same of exit(), _exit() and _Exit(), which statements of Fortran call. */
int backtrace_exits(void);

/* From now on the stacks that others ask for are left out where known() says that they
 * have been printed. */
void backtrace_omit(int (*known)(void));

enum { BACKTRACE_TOP = 3 }; /* frames that tell failures apart */

/* A number of the innermost functions of the program on the stack and, if `with_lines`,
 * of the lines where they are; recursion counts once. The same in all processes of a
 * program. */
uint64_t backtrace_key(int with_lines);

/* These functions, innermost first, and their lines, as numbers. */
struct backtrace_top {
	unsigned count;
	uint64_t functions[BACKTRACE_TOP], lines[BACKTRACE_TOP];
};

/* The innermost of them as `in FUNCTION FILE:LINE`, FILE without directories; "" when
 * there is none. *top: all of them; or null. */
void backtrace_place(char *text, size_t size, struct backtrace_top *top);

/* A function on the stack. Its names stay valid. */
struct backtrace_frame {
	uintptr_t pc;
	const char *function, *file; /* null: not known */
	int line; /* 0: not known */
	unsigned times; /* in a recursion */
	unsigned char is_program; /* it was instrumented, or is inlined in such a one */
	unsigned char is_inlined; /* into the one that follows */
	uint8_t *entries; /* the counter of its calls; null: it has none */
};

/* The stack, innermost first, down to the entry; what was inlined has frames of its own,
 * and a recursion shows each place once. Returns how many there are, `most` at most. */
size_t backtrace_frames(struct backtrace_frame *frames, size_t most);

/* The same of a stack that another one has looked at: pcs[0..count-1] lie in the calls,
 * innermost first. Not for a handler. */
size_t backtrace_frames_at(const uintptr_t *pcs, size_t count,
			   struct backtrace_frame *frames, size_t most);

#endif
