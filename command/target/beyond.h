/* SPDX-License-Identifier: GPL-3.0-or-later */
/* beyond.h - a line about goals that the entry can reach and that are out of scope. */
#ifndef COMMAND_BEYOND_H
#define COMMAND_BEYOND_H

#include "command/target/build_record.h"

/* "3 goals in g() of other.c are reachable and out of scope; --goals=all takes them
 * in", cut at `size` bytes; "" if there are none. */
void beyond_text(const struct build_record *record, char *text, size_t size);

#endif
