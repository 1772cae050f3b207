/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_conversion.h - the predicates of an operation that converts to an integer. */
#ifndef PLUGIN_FPE_CONVERSION_H
#define PLUGIN_FPE_CONVERSION_H

#include "plugin/exceptions/fpe_operation.h"
#include "plugin/goals/observer_code.h"

/* Emits: the number is none of the integer type's; it is, and has a fraction. */
tree converts_badly(struct observer_code *c, const struct operation *o);
tree loses_fraction(struct observer_code *c, const struct operation *o);

#endif
