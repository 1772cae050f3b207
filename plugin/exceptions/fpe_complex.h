/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_complex.h - operations of complex numbers. */
#ifndef PLUGIN_FPE_COMPLEX_H
#define PLUGIN_FPE_COMPLEX_H

#include "plugin/exceptions/fpe_operation.h"

/* Adds the operations that have goals of a sum, a difference, a product, a quotient or a
 * conversion of complex numbers to an SSA name: one for each part of its result. The
 * statements that read parts are put around the statement. Where no goal is possible
 * nothing is added, and nothing changed. */
void complex_operations(gassign *stmt, vec<operation> *all);

#endif
