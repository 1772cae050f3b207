/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * positions.h - where files are read and written that the program has opened before its first
 * run, and how long they are: both are the kernel's, and processes that are forked share them.
 * What is written into a file that others may write to (O_APPEND) stays.
 */
#ifndef HARNESS_POSITIONS_H
#define HARNESS_POSITIONS_H

/* At the start of main(), before the harness has opened a file. */
void positions_note(void);
/* Before a run: as they were noted. Allocates nothing. */
void positions_restore(void);

#endif
