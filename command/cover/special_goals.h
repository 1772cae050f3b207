/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special_goals.h - goals that only inputs with a NaN or an infinity meet. */
#ifndef COMMAND_SPECIAL_GOALS_H
#define COMMAND_SPECIAL_GOALS_H

#include "command/target/build_record.h"
#include "corpus/files/corpus.h"

/* Which of a typed target's inputs pass a NaN or an infinity; of a bytes target none does.
 * *special, by input: the caller frees. 0, or -1 after a message. */
int special_inputs(struct command *command, const struct build_record *record,
		   const struct corpus_list *inputs, bool **special);

/* Sets only_special of the goals that these inputs met, but no finite one of them. They are run
 * where there is a special one. 0, or -1 after a message. */
int special_goals_note(struct command *command, struct build_record *record,
		       const struct corpus_list *inputs);

#endif
