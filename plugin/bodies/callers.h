/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers.h - what the calls of the entry in its own unit pass for its parameters: evidence where
 * its body says nothing. */
#ifndef PLUGIN_CALLERS_H
#define PLUGIN_CALLERS_H

/* Bytes of the smallest array that a call passes for the parameter of that number; 0: of none is
 * the size known. *where: the call. */
HOST_WIDE_INT callers_bytes(tree entry, unsigned of, location_t *where);

/* Whether a call passes a null pointer. */
bool callers_pass_null(tree entry, unsigned of, location_t *where);

/* Whether each call that passes an array of known size for one parameter passes a constant for
 * the other, and that is the number of its elements, of so many bytes; and there is one. */
bool callers_count(tree entry, unsigned array, HOST_WIDE_INT element, unsigned integer,
		   location_t *where);

#endif
