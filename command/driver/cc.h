/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cc.h - the parts of me-cc.
 *
 * command/driver holds me-cc: it compiles and links as GCC does, with the plugin and the
 * library, and records how. What it does not know it passes on unchanged.
 */
#ifndef COMMAND_CC_H
#define COMMAND_CC_H

#include "command/base/command.h"
#include "command/base/words.h"

/* ---- clang.c: clang's flags for fuzzing as GCC's */

/*
 * Adds GCC's equivalent of a flag of clang: the other sanitizers for
 * -fsanitize=fuzzer,... (the plugin replaces `fuzzer` and -fsanitize-coverage=) by
 * GCC's names, without those that GCC has not; -g1 for -gline-tables-only; nothing for
 * flags without a meaning here, such as -stdlib=, ignore lists of sanitizers, and
 * clang's own coverage.
 *
 * Returns false, and adds nothing, if the word is not a flag of clang alone.
 */
bool clang_flag_translate(struct words *out, const char *word);

/* Whether a flag is -fsanitize= with `fuzzer` in its list: link a fuzz target. */
bool clang_links_fuzzer(const char *word);

/* ---- entry_advice.c: why a typed target cannot be linked */

/*
 * After a link that failed: if the reason is that no unit defines the entry, says so,
 * and which functions have a name that is near (command->failure). `line` is the
 * command that failed, `entry` the value of entry=. The link is done again, into a
 * temporary file.
 */
void entry_advise(struct command *command, const struct words *line, const char *entry);

/* The name that entry= begins with; the caller frees. */
char *entry_name(const char *entry);

/* After a link that succeeded: fails if the program would be a typed target and has
 * neither an instrumented unit nor, from a library, the entry. */
int entry_check(struct command *command, const struct words *line, const char *program,
		const char *entry);

/* ---- written_driver.c: an entry whose arguments are no numbers */

/* Files, where the plugin says why it refuses the entry, and then tells its types. */
struct written_driver {
	int refusal, types; /* -1: none */
	bool is_plain; /* it is written with less (driver_file.h) */
	bool may_be_plainer; /* set when it is written: that would be another one */
};

/* Makes the files and adds the plugin's options for them. Where there can be none nothing is
 * added. Call written_driver_done() in any case. */
void written_driver_begin(struct written_driver *w, const char *entry,
			  struct words *words);
/* Where the words say what the plugin has told of this entry before (refusal=, types=), as
 * `me test` does: takes them out, and opens the files; returns whether it is refused. */
bool written_driver_known(struct written_driver *w, struct words *words);
/* Whether the plugin has refused the entry there. */
bool written_driver_wanted(const struct written_driver *w);
/* Writes the driver beside what is made, and puts it and its entry into the words in place of
 * the source and the entry that was refused. Where none can be written they stay as they are, and
 * a note says why. 0, or -1 with the failure noted. */
int written_driver_make(struct command *command, struct words *arguments,
			struct written_driver *w);
void written_driver_done(const struct written_driver *w);
/* Adds me-cc and the options among these words, without the plugin's and without files: what a
 * driver's source is compiled with. 0, or -1 with the failure noted. */
int driver_compile_words(struct command *command, const struct words *arguments,
			 struct words *out);

/* ---- link_record.c: an object that records in the program how it was linked. It defines
 * __me_link_record: the directory, NUL, the command in quoted words, NUL. */

struct link_record {
	int fd; /* -1: none */
	char path[64]; /* a path by which other programs find the object while this one
			  runs */
};

/*
 * Assembles the record of the command `words` in the current directory, with the
 * compiler `compiler` and the options of `words` that select the machine. The object is
 * in memory, so that no file remains however the program ends. Call link_record_done()
 * also after an error.
 */
int link_record_make(struct command *command, const struct words *compiler,
		     const struct words *words, struct link_record *record);
void link_record_done(struct link_record *record);

#endif
