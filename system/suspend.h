/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * suspend.h - process groups that are suspended with us and go on with us. A terminal's
 * SIGTSTP comes to our own group alone: without this, what we have started would go on.
 * The time does not count for clock_now().
 */
#ifndef SYSTEM_SUSPEND_H
#define SYSTEM_SUSPEND_H

#include <sys/types.h>

/* From now on the group is, which our SIGTSTP must not reach before: where that is
 * ignored, or for more than some tens of groups, nothing happens. */
void suspend_add(pid_t group);
void suspend_remove(pid_t group);

#endif
