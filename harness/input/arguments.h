/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * arguments.h - an input of a typed target as the arguments of its entry function in memory
 * (value/layout.h has its other forms), and the call of that.
 *
 * The folder harness/input knows the forms of an input and changes between them without
 * loss: files, vectors of coordinates, values in memory, fields and texts in bytes. It
 * runs nothing. It may include harness/runtime, value and mcmc.
 */
#ifndef HARNESS_ARGUMENTS_H
#define HARNESS_ARGUMENTS_H

#include "harness/program/program.h"
#include "value/layout.h"

/* Lays out the entry, with its memory; 0, or -1 when out of memory. A buffer ends at inaccessible address
 * space, and behind as much of it lies its first page: accesses outside of it are faults,
 * as far as indices of 32 bits reach. */
int arguments_init(struct layout *l, const struct me_entry *entry);
/* The first parameter around which less address space could be had than an int reaches
 * as an index; or null. */
const char *arguments_leave_room(const struct layout *l);
void arguments_done(struct layout *l);

/* How many bytes of the stack below a call a run may read without having set them: 0: none;
 * UINT32_MAX: nobody knows. A layout is told by its unset_stack. */
uint32_t arguments_unset_stack(const struct program *program);

/* Stores the whole vector in the arguments of the entry function. */
void arguments_store(const struct layout *l, const coord *x);

/* How many elements of a text lie behind its NUL, which it is not given: its memory ends with that. */
uint32_t arguments_behind_text(const struct layout *l, const struct layout_parameter *p,
			       const coord *x);

/* Where the coordinate is, which a pointer leads to; null: none does, or it is null. */
const void *arguments_pointed(const struct layout *l, const struct layout_parameter *p,
			      size_t i);

/* After a call with x: whether coordinate i is a scalar behind a pointer, and is another
 * one there now. */
int arguments_overwritten(const struct layout *l, const coord *x, size_t i);
/* After a call with x: x with what is now behind the pointers. */
void arguments_load(const struct layout *l, const coord *x, coord *out);
/* The call that is under way accesses what is in front of that parameter's elements, in accessible
 * memory: the access faults. Its elements are accessible again behind arguments_open(), which is called
 * when a run is over, however it ends. */
void arguments_close(const char *parameter);
void arguments_open(const struct layout *l);

/* Calls the entry on the stored arguments. If it has written just in front of a buffer,
 * sets l->damaged, and prints so and raises SIGABRT unless l->returns; reads there are detected only at
 * the border of a page. l->is_rejected: an assumption of its source did not hold. */
void arguments_call(struct layout *l);

#endif
