/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/input/shown_result.h"

/* Of the driver, by ME_SHOWS(). */
void __me_shows(char *text, unsigned long room, const void *result)
    __attribute__((weak));

static char *asked;
static size_t asked_room;

void shown_result_ask(char *text, size_t room)
{
	asked = text;
	asked_room = room;
}

/* Called behind each call of a driver that shows its result. */
void __me_returned(const void *result);
__attribute__((visibility("default"))) void __me_returned(const void *result)
{
	if (asked && __me_shows)
		__me_shows(asked, asked_room, result);
}
