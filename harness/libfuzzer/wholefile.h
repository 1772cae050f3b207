/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wholefile.h - what the files that libFuzzer writes need of a session. */
#ifndef HARNESS_WHOLEFILE_H
#define HARNESS_WHOLEFILE_H

typedef void wholefile_remake_fn(void);

/* When the directory of a file has disappeared, remake() may make it again; then the
 * file is written. Without it the session ends. */
void wholefile_remake_by(wholefile_remake_fn *remake);

#endif
