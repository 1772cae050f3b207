/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * script.h - the commands of an SMT-LIB script and where they stand. The inside of a
 * command is left to Z3.
 */
#ifndef SAT_SCRIPT_H
#define SAT_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

enum { SCRIPT_WHY = 512 };

/* What is wrong, and where: line and column count from 1; line 0: the whole file. */
struct script_error {
	unsigned line, column;
	char why[SCRIPT_WHY];
};

/* Fills an error. Returns -1. */
int script_fail(struct script_error *error, unsigned line, unsigned column,
		const char *format, ...) __attribute__((format(printf, 4, 5)));

struct script_command {
	size_t begin, end; /* in the text, with its parentheses */
	size_t name, name_end;
	unsigned line, column;
	bool is_gone; /* undone by (pop) or (reset): script_part() leaves it out */
};

struct script {
	char *text; /* ended by a NUL; of `size` bytes */
	size_t size;
	struct script_command *commands;
	size_t count, room;
};

/* Splits the text, which the script takes over. Returns 0, or -1 and says why; then the
 * script is empty. */
int script_init(struct script *script, char *text, size_t size,
		struct script_error *error);
void script_done(struct script *script);

bool script_is(const struct script *script, const struct script_command *command,
	       const char *name);

/* The first word behind the name, in *length bytes: that of a declaration is what it
 * declares. */
const char *script_word(const struct script *script,
			const struct script_command *command, size_t *length);

/*
 * The text up to command `end`, with spaces in place of commands that are gone or that
 * `keeps` rejects, so that lines and columns stay the same. The caller frees it; null
 * when memory is out.
 */
typedef bool script_keeps_fn(const struct script *script,
			     const struct script_command *command);
char *script_part(const struct script *script, size_t end, script_keeps_fn *keeps);

/* The next expression at or behind *at, which moves behind it; its length in *length,
 * null at a closing parenthesis. */
const char *script_expression(const struct script *script, size_t *at, size_t *length);

/* Where the list behind a command's name begins for script_expression(), as in
 * (get-value (TERM...)); 0 when there is none. */
size_t script_list(const struct script *script, const struct script_command *command);

/* The line and column of that byte. */
void script_place(const struct script *script, size_t at, struct script_error *error);

/* Where a symbol stands in the text; all 0 before the search. */
struct script_symbol {
	size_t at;
	size_t term; /* the parenthesis of the term that it is the operation of */
};

/*
 * The next place of a symbol in a command, behind the name of the command and behind
 * symbol->at. It is the whole symbol, and no part of a comment, of a text or of a symbol
 * in bars. False when there is none.
 */
bool script_symbol(const struct script *script, const struct script_command *command,
		   const char *name, struct script_symbol *symbol);

#endif
