/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * address.h - accesses outside of the elements of parameters: what they are of, and which of
 * them are only outside of a number of elements that was guessed.
 */
#ifndef HARNESS_ADDRESS_H
#define HARNESS_ADDRESS_H

#include "harness/input/arguments.h"

/* Says where in the buffers an address lies whose access was a fault: "y[4], past the
 * end of y (4 elements of 8 bytes)", of Fortran "y(5), past ...". 0 when it lies near none. */
int address_print(const struct layout *l, const void *address, char *out, size_t size);

/* How many elements lie between the array whose room has the address and that, from 1 on;
 * negative in front of it; 0: no array's room has it. */
long address_outside(const struct layout *l, const void *address);

/*
 * Whether nothing but a guess says that the element is none: it is past the end of an array
 * that neither the source nor entry= gives a size, or its index comes from other arguments
 * of which nothing is known; `advice`: the item of entry= that
 * would say more. An array has
 * the length that all its indices are compared with: behind it is a fault, unless it is 0.
 * A null address: that in front of which the last call has written (l->damaged).
 */
int address_is_assumed(const struct layout *l, const void *address, int is_write,
		       char *advice, size_t size);

#endif
