/* SPDX-License-Identifier: GPL-3.0-or-later */
/* server.h - the process that a session's database lives in. */
#ifndef HARNESS_SERVER_H
#define HARNESS_SERVER_H

#include "harness/database/store.h"

/*
 * Forks the process, which is no child of this one: what the program under test waits for
 * is not met by it. It sends all rows and MESSAGE_DONE, then keeps what it is sent, and
 * ends when the session's end of the socket is closed, also by a kill; what has arrived
 * until then is committed. Returns the session's end, or -1. The texts of the store
 * outlive the call.
 */
int server_start(const struct store *store);

#endif
