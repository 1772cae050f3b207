/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * linked.h - the program of a target: its exported units, and what was linked to them.
 *
 * The target's own key of proofs (me/verdicts.h) covers the exported units. Objects
 * that are not exported can change what a proof rests on: by a function in the place of
 * the library's, by instructions that change the modes of arithmetic, by other names
 * for a variable. Where they do, the key is another one.
 */
#ifndef COMMAND_LINKED_H
#define COMMAND_LINKED_H

#include "command/base/command.h"
#include "command/target/build_record.h"
#include "prover/ir/gimple.h"

/* Reads the program, and completes the key in the record. Returns 0, or -1 after a
 * message. Call gimple_done() in any case. */
int linked_read(struct command *command, struct build_record *record,
		struct program *program);

#endif
