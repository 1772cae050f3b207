/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * status.h - a line on the terminal that says how far a long command is: rewritten in
 * place, a second apart at least, and erased before anything else is printed. There is
 * none where stderr is no terminal.
 */
#ifndef COMMAND_STATUS_H
#define COMMAND_STATUS_H

#include <stdbool.h>
#include <stddef.h>

struct status {
	bool is_on, is_drawn;
	double drawn_at; /* of clock_now() */
	size_t goals; /* in scope; 0: not known yet */
	size_t covered, infeasible;
	unsigned long long executions; /* of the target, in all */
	char doing[200];
};

/* From now on stop_asked() draws it. */
void status_begin(struct status *status);
/* The status of a command that has none is null. */
void status_erase(struct status *status);
/* What is being done: "searching". */
void status_do(struct status *status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
