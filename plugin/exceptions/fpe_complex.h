/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_complex.h - operations of complex numbers. */
#ifndef PLUGIN_FPE_COMPLEX_H
#define PLUGIN_FPE_COMPLEX_H

#include "plugin/exceptions/fpe_operation.h"

/* The real part of a complex constant or SSA name, or the imaginary one; else the value
 * itself, or null. What reads it is put before the statement. */
tree complex_part(gimple *before, enum tree_code which, tree value);

/* Adds the two operations that a sum, a difference, a product, a quotient or a
 * conversion of complex numbers is, one for each part of its result: all but `kinds`,
 * which is 0. Other statements add nothing. The statements that read the parts are put
 * before the statement and behind it. */
void complex_operations(gassign *stmt, vec<operation> *all);

#endif
