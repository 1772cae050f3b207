/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_json.h - the entry as the target describes it, for the prover. */
#ifndef COMMAND_ENTRY_JSON_H
#define COMMAND_ENTRY_JSON_H

#include "command/target/build_record.h"
#include "value/entry_record.h"

/* Fails when the target is not typed. The strings are the record's. Call
 * entry_json_done() in any case. */
int entry_json_read(struct command *command, const struct build_record *record,
		    struct entry *entry);
void entry_json_done(struct entry *entry);

#endif
