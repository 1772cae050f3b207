/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * module.h - the program under test and the instrumented shared libraries in it: those
 * that it was linked with, and those that it loads later by dlopen. A library that was
 * loaded stays: its records are in use.
 *
 * The room harness/program says what the process under test consists of: its modules
 * and units, their sites, goals and static variables, and the symbols of its code. It
 * runs nothing. It includes include/me alone.
 */
#ifndef HARNESS_MODULE_H
#define HARNESS_MODULE_H

#include "me/abi.h"

/* The program itself, then the libraries in the order in which they came: a list by
 * `next`. */
const struct me_module *module_first(void);

/* How many there are. */
uint32_t module_count(void);

/* Whether one of them is a shared library. */
int module_has_library(void);

/* Whether the unit, or any, calls one of these functions by its name; null ends the list. */
int module_unit_calls(const struct me_unit *unit, const char *const *names);
int module_calls(const char *const *names);

/* One more, of the harness's own; it is no library. */
void module_append(struct me_module *module);

/* Calls `arrived` for each library that comes from now on, before its own constructors
 * run. */
typedef void module_fn(void *context, const struct me_module *module);
void module_watch(module_fn *arrived, void *context);

/* Whether there is a library that was built by another version of me. */
int module_is_unfit(void);

#endif
