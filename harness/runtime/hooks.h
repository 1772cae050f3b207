/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hooks.h - what the hooks of include/me/abi.h have in common. */
#ifndef HARNESS_HOOKS_H
#define HARNESS_HOOKS_H

#include "harness/runtime/distance.h"
#include "harness/runtime/switches.h"
#include "harness/runtime/trace.h"

/* Of the switch whose hook comes next. */
extern struct switch_text hook_switch_text;

/* Takes the distances of a comparison into account; a and b are its operands. */
void hook_note(struct me_site *site, struct distance *d, uint64_t a, uint64_t b);

/* Puts back what __me_observe has kept. */
void hook_leave_observer(const struct me_environment *environment);

#endif
