/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * driver.h - for drivers of C, which `me driver` writes: what they need of libc, declared behind a
 * source that may have made macros of other names of it. No header of the system is included.
 */
#ifndef ME_DRIVER_H
#define ME_DRIVER_H

#include "me/target.h"

#ifdef __GNUC__
#pragma GCC system_header
#endif

#ifndef NULL
#define NULL ((void *)0)
#endif

typedef __SIZE_TYPE__ size_t;

void *(malloc)(size_t);
void *(memcpy)(void *, const void *, size_t);
size_t(strlen)(const char *);

#endif
