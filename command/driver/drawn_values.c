/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/driver/drawn_values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/text.h"
#include "command/driver/gcc_options.h"
#include "corpus/files/corpus.h"
#include "me/ir.h"

static const char prefix[] = "__VERIFIER_nondet_";

/* As the rules of SV-COMP name them. */
static const struct draw_type {
	const char *name, *type;
} types[] = {
    {"bool", "_Bool"},
    {"char", "char"},
    {"schar", "signed char"},
    {"uchar", "unsigned char"},
    {"short", "short"},
    {"ushort", "unsigned short"},
    {"int", "int"},
    {"uint", "unsigned"},
    {"unsigned", "unsigned"},
    {"unsigned_int", "unsigned"},
    {"long", "long"},
    {"ulong", "unsigned long"},
    {"longlong", "long long"},
    {"ulonglong", "unsigned long long"},
    {"int128", "__int128"},
    {"uint128", "unsigned __int128"},
    {"size_t", "unsigned long"},
    {"u8", "unsigned char"},
    {"u16", "unsigned short"},
    {"u32", "unsigned"},
    {"loff_t", "long long"},
    {"sector_t", "unsigned long"},
    {"float", "float"},
    {"double", "double"},
};

enum { TYPES = sizeof types / sizeof *types };

const char *nondet_type(const char *name)
{
	for (size_t i = 0; i < TYPES; i++)
		if (strcmp(types[i].name, name) == 0)
			return types[i].type;
	return "int";
}

void nondet_compile_words(struct words *line)
{
	words_add_each(line, "-fplugin-arg-me-nondet",
		       "-fplugin-arg-me-entry=" ME_NONDET_ENTRY);
}

/* ---- the functions that are named */

static void name_note(bool named[TYPES], const unsigned char *name, size_t length)
{
	for (size_t i = 0; i < TYPES; i++)
		if (strlen(types[i].name) == length &&
		    memcmp(types[i].name, name, length) == 0)
			named[i] = true;
}

static void bytes_scan(bool named[TYPES], const unsigned char *bytes, size_t size)
{
	const size_t length = sizeof prefix - 1;
	const unsigned char *at = bytes, *end = bytes + size;

	while ((at = memmem(at, (size_t)(end - at), prefix, length)) != NULL) {
		const unsigned char *name = at += length;
		while (at < end && (isalnum(*at) || *at == '_'))
			at++;
		name_note(named, name, (size_t)(at - name));
	}
}

/* Files that cannot be read are the compiler's to report. */
static void files_scan(bool named[TYPES], const struct words *arguments)
{
	for (size_t i = 0; i < arguments->count; i++) {
		const char *word = arguments->items[i];
		unsigned char *bytes;
		size_t size;

		if (*word != '-' && corpus_read_regular(word, &bytes, &size) == 0) {
			bytes_scan(named, bytes, size);
			free(bytes);
		}
		i += option_takes_word(word);
	}
}

/* ---- */

int nondet_link_words(struct command *command, const struct words *arguments,
		      unsigned count, struct words *line)
{
	bool named[TYPES] = {false};
	struct text_buffer draws = {0};
	char *include = NULL;

	files_scan(named, arguments);
	for (size_t i = 0; i < TYPES; i++)
		if (named[i])
			text_add(&draws, "X(%s,%s,%u)", types[i].name, types[i].type,
				 count);
	if (draws.size)
		words_add_format(line, "-DME_NONDET(X)=%s", text_string(&draws));
	text_done(&draws);
	const int err = command_own_file(command, "include", &include);
	words_add(line, "-xc");
	words_add_format(line, "%s/me/nondet.c", include ? include : "");
	words_add(line, "-xnone");
	free(include);
	return err;
}
