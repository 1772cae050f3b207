/* SPDX-License-Identifier: GPL-3.0-or-later */
/* thunk.h - the functions by which the harness calls the entry. */
#ifndef PLUGIN_THUNK_H
#define PLUGIN_THUNK_H

#include "plugin/entry/parameter.h"

/* A function of (void **slots, void *result) that calls the entry; as me_entry.call. */
tree thunk_build(tree entry, const auto_vec<parameter> *parameters);

/* As me_entry.call_catching; null if no exception is possible. */
tree thunk_build_catching(tree entry, tree thunk);

#endif
