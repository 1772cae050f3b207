/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_reader.h - the operations of a function. */
#ifndef PLUGIN_FPE_READER_H
#define PLUGIN_FPE_READER_H

#include "plugin/exceptions/fpe_operation.h"

/* Adds all operations of floating point that have goals, in the order of the blocks. What
 * observers compute is left out. */
void fpe_read(function *fun, vec<operation> *all);

#endif
