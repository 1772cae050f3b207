/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wholefile.h - what the files that libFuzzer writes and deletes need of a session. */
#ifndef HARNESS_WHOLEFILE_H
#define HARNESS_WHOLEFILE_H

#include "harness/search/sink.h"

/* When the directory of a file disappears, the sink makes it again, and the file is
 * written; without a sink the session ends. */
void wholefile_remake_by(struct sink *sink);

/* libFuzzer writes its inputs itself: a line that announces one is printed when the file is
 * there, and one that it deletes for another goes when that is there. */
void wholefile_orders(struct sink *sink);

#endif
