/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signature.h - the parameters of the entry function, read from its declaration. */
#ifndef PLUGIN_SIGNATURE_H
#define PLUGIN_SIGNATURE_H

#include "plugin/entry/parameter.h"

/* Reads the parameters and applies the counts, lengths and ranges that options.h has
 * for them. Reports what cannot be driven as an error and returns false. */
bool parameters_read(tree entry, auto_vec<parameter> *parameters);

#endif
