/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shown_result.h - a result that is no number, as its driver shows it (me/shown.h). */
#ifndef HARNESS_SHOWN_RESULT_H
#define HARNESS_SHOWN_RESULT_H

#include <stddef.h>

/* The text of the next result is written there; it stays as it is where no driver has one. */
void shown_result_ask(char *text, size_t room);

#endif
