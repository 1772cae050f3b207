/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * target.h - macros for the code under test. They are empty where the plugin is not, so
 * that the code goes on compiling without it. The plugin defines __ME__.
 */
#ifndef ME_TARGET_H
#define ME_TARGET_H

#ifdef __ME__
/* Leaves a function without hooks and counters: ME_IGNORE static int f(void) ... */
#define ME_IGNORE __attribute__((me_ignore))
#else
#define ME_IGNORE
#endif

#endif
