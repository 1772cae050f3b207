/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile.h - keeps our code out of what GCC's own profile counts. */
#ifndef PLUGIN_PROFILE_H
#define PLUGIN_PROFILE_H

#include "plugin/sites/shape.h"

/* Whether the function, which is the current one, is to be instrumented after GCC's
 * profile of it is made. */
bool profile_comes_first(const function *fun);
/* Keeps the shape of such a function. */
void profile_wait(struct shape *s);
/* The shape that was kept for the function, without the sites that are gone; null:
 * none. The caller deletes it. */
struct shape *profile_take(const function *fun);
/* For the garbage collector: the statements of all shapes that are kept. */
void profile_mark(void *, void *);
/* Whether cold calls are calls to the passes that follow. */
void profile_sees_calls(bool sees);

#endif
