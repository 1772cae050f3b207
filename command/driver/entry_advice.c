/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * entry_advice.c - why a typed target cannot be linked.
 *
 * The linker only says that a symbol is missing. So the command is run again with an
 * option that lets the linker accept missing symbols; the program that it makes tells
 * by its sections whether a unit has the entry, and which functions there are.
 */
#include "command/driver/cc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/base/process.h"
#include "me/ir.h"
#include "me/schema.h"
#include "prover/executable/section.h"
#include "system/option.h"

enum { SHOWN = 3 }; /* candidates at the most */

/* ---- the link, again */

/* The program is in the file `output`, which relink_done() removes. */
struct relink {
	char output[32];
	int fd;
	int status; /* the linker's, or -1 */
};

static void relink_done(struct relink *r)
{
	if (r->fd >= 0) {
		close(r->fd);
		unlink(r->output);
	}
}

static void relink_run(struct command *command, const struct words *line,
		       const char *option, struct relink *r)
{
	struct process run = {0};

	strcpy(r->output, "/tmp/me-link-XXXXXX");
	r->fd = mkstemp(r->output);
	words_add_all(&run.words, line);
	words_add(&run.words, option);
	words_add(&run.words, "-o"); /* the last one counts */
	words_add(&run.words, r->output);
	r->status = r->fd >= 0 && process_run(command, &run) == 0 ? run.status : -1;
	process_done(&run);
}

static bool has_section(const char *program, const char *name)
{
	char why[SECTION_WHY];
	struct section_file file;
	Elf_Scn *section;
	Elf_Data *data;
	const bool has = section_open(&file, program, why) == 0 &&
			 section_find(&file, name, &section, &data, why) == 0;

	section_close(&file);
	return has;
}

/* ---- names of functions as they are written in entry= */

/* `s_` and `__m_MOD_s` of Fortran: s and m::s. Others are left as they are. */
static void spell_fortran(char *name, bool fortran)
{
	char *module = strncmp(name, "__", 2) == 0 ? strstr(name, "_MOD_") : NULL;
	const size_t n = strlen(name);

	if (module) {
		memmove(name, name + 2, (size_t)(module - name - 2));
		memmove(module - 2, "::", 2);
		memmove(module, module + 5, strlen(module + 5) + 1);
	} else if (fortran && n > 1 && name[n - 1] == '_') {
		name[n - 1] = '\0';
	}
}

/* The names of .me_ir, one a line, as `nm -C` has them. */
static int names_read(struct command *command, const char *program,
		      struct text_buffer *names)
{
	char why[SECTION_WHY], *ir = NULL;
	struct process run = {0};
	size_t size;

	if (section_read(program, ME_IR_SECTION, &ir, &size, why))
		return -1;
	for (char *line = ir; line && *line;) {
		char *end = strchr(line, '\n');
		if (strncmp(line, "function ", 9) == 0)
			text_add(names, "%.*s\n", (int)strcspn(line + 9, " \n"),
				 line + 9);
		line = end ? end + 1 : NULL;
	}
	free(ir);
	words_add(&run.words, "c++filt");
	run.input = names->bytes;
	run.input_size = names->size;
	if (process_run(command, &run) == 0 && run.status == 0) {
		text_done(names);
		*names = run.output;
		run.output = (struct text_buffer){0};
	}
	process_done(&run);
	return text_string(names) ? 0 : -1;
}

/* ---- which of them are near */

struct candidate {
	const char *name;
	unsigned distance;
};

/* The name without result, parameters and, if `last`, scopes: `f` of `int n::f(int)`.
 */
static char *unscoped_name(const char *name, bool last)
{
	const char *at = name;
	size_t n = strcspn(name, "(<");

	if (n == 0) /* (anonymous namespace)::f */
		return strdup(name);
	for (size_t i = 0; i < n; i++)
		if (name[i] == ' ' || (last && name[i] == ':'))
			at = name + i + 1;
	char *plain = strndup(at, n - (size_t)(at - name));
	for (char *c = plain; c && *c; c++)
		*c = (char)tolower((unsigned char)*c);
	return plain;
}

/* By the whole plain names; one that differs in its scopes alone is as near as a
 * letter. */
static unsigned name_distance(const char *wanted, const char *name)
{
	unsigned least = EDIT_DISTANCE_NAME;

	for (int last = 0; last < 2; last++) {
		char *a = unscoped_name(wanted, last), *b = unscoped_name(name, last);
		const unsigned d =
		    a && b ? edit_distance(a, b) + (unsigned)last : least;
		least = d < least ? d : least;
		free(a);
		free(b);
	}
	return least;
}

/* Keeps the nearest ones in order. */
static void candidate_add(struct candidate *list, const char *name, unsigned distance)
{
	for (int i = 0; i < SHOWN; i++) {
		if (list[i].name && list[i].distance <= distance)
			continue;
		memmove(list + i + 1, list + i, (size_t)(SHOWN - 1 - i) * sizeof *list);
		list[i] = (struct candidate){name, distance};
		return;
	}
}

/* Adds "; did you mean f, or g?" */
static void candidates_tell(struct text_buffer *text, const char *wanted, char *names)
{
	struct candidate list[SHOWN] = {{NULL, 0}};
	const bool fortran = strstr(names, "_MOD_") || strstr(names, "_\n");
	char *last = unscoped_name(wanted, true);
	const unsigned most = last ? 1 + (unsigned)strlen(last) / 3 : 0;

	for (char *name = strtok(names, "\n"); name; name = strtok(NULL, "\n")) {
		spell_fortran(name, fortran);
		const unsigned d = name_distance(wanted, name);
		if (d <= most)
			candidate_add(list, name, d);
	}
	for (int i = 0; i < SHOWN && list[i].name; i++)
		text_add(text, "%s%s", i ? ", or " : "; did you mean ", list[i].name);
	text_add(text, list[0].name ? "?" : "; none has a name like it");
	free(last);
}

/* ---- */

/* The name that entry= begins with, up to a comma that is not inside of parentheses. */
char *entry_name(const char *entry)
{
	int depth = 0;
	size_t n = 0;

	for (; entry[n] && (entry[n] != ',' || depth > 0); n++)
		depth += (entry[n] == '(' || entry[n] == '<') -
			 (entry[n] == ')' || entry[n] == '>');
	return strndup(entry, n);
}

static void absence_tell(struct command *command, const char *program,
			 const char *wanted)
{
	struct text_buffer names = {0}, text = {0};

	text_add(&text, "no instrumented file defines this function");
	if (names_read(command, program, &names) == 0)
		candidates_tell(&text, wanted,
				names.bytes ? names.bytes : (char[]){""});
	if (text_string(&text))
		command_fail(command, NULL, "entry=%s: %s", wanted, text_string(&text));
	text_done(&names);
	text_done(&text);
}

void entry_advise(struct command *command, const struct words *line, const char *entry)
{
	char *wanted = entry_name(entry);
	struct relink r;

	relink_run(command, line, "-Wl,--unresolved-symbols=ignore-all", &r);
	if (wanted && r.status == 0 && !has_section(r.output, "me_entries"))
		absence_tell(command, r.output, wanted);
	relink_done(&r);
	free(wanted);
}

/* The symbol of the entry's record (entry_symbol of the plugin). */
static void require_entry(struct text_buffer *option, const char *name)
{
	text_add(option, "-Wl,--require-defined=__me_entry_");
	for (; *name; name++)
		text_add_char(
		    option,
		    isalnum((unsigned char)*name) || strchr("$.", *name) ? *name : '_');
}

int entry_check(struct command *command, const struct words *line, const char *program,
		const char *entry)
{
	struct text_buffer option = {0};
	struct relink r;

	if (!has_section(program, ME_TARGET_NOTE) || has_section(program, "me_units"))
		return 0;
	char *name = entry_name(entry);
	require_entry(&option, name ? name : "");
	relink_run(command, line, text_string(&option), &r);
	if (r.status > 0)
		command_fail(
		    command, program,
		    "entry=%s: nothing in it is instrumented; compile the "
		    "source files with me-cc and entry= too, not only link them",
		    name ? name : "");
	relink_done(&r);
	text_done(&option);
	free(name);
	return r.status > 0 ? -1 : 0;
}
