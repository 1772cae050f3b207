/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * orphans.h - processes that a child has started and left: this process becomes their
 * parent, whatever process group or session they are in, and can end them.
 */
#ifndef SYSTEM_ORPHANS_H
#define SYSTEM_ORPHANS_H

#include <sys/types.h>

/* From now on orphans become children of this process. Those that it has already are
 * none. Called again it does nothing. */
void orphans_adopt(void);

/* A child that was started here is no orphan, until it has been waited for. */
void orphans_except(pid_t child);
void orphans_forget(pid_t child);

/* Kills all orphans, and those that they leave, and waits for them. */
void orphans_kill(void);

#endif
