/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resident.h - how much memory the process has. */
#ifndef HARNESS_RESIDENT_H
#define HARNESS_RESIDENT_H

#include <stddef.h>

/* Megabytes of resident pages; 0 when the system does not tell. A signal handler may
 * call it. */
size_t resident_mb(void);

#endif
