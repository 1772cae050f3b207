/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signal_name.h - signals as their macros name them. */
#ifndef SYSTEM_SIGNAL_NAME_H
#define SYSTEM_SIGNAL_NAME_H

/* "SEGV" for SIGSEGV; "?" for a number that is none of Linux's standard signals. Safe
 * in a handler. glibc has sigabbrev_np only since 2.32. */
const char *signal_name(int number);

#endif
