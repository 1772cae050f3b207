/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * directives.cc - attributes of Fortran's procedures, which the source has as comments in the
 * lines above a procedure:
 *
 *	!me$ driver mean_
 *	!me$ notes x:8,n:len(x)
 *	!me$ notes t:0..1
 *	subroutine mean_driver(n, x, t)
 *
 * They are what me_driver, me_notes and me_ignore are in C; the symbol behind `driver`, as in
 * ME_DRIVER_OF, may be left out. Functions of the front end,
 * __copy_m_T of a type T and the like, have no goals either.
 */
#include "plugin/gcc.h"
#include "plugin/front_end.h"
#include "plugin/unit/symbol.h"

enum { LINE_MOST = 4096 };

static const char sign[] = "!me$";

struct directive {
	int line;
	char *text; /* without the sign and blanks around */
};

/* Those of one file: the last one that was asked for. */
static struct {
	char *file;
	auto_vec<directive> list;
} known;

static void list_clear(void)
{
	for (unsigned i = 0; i < known.list.length(); i++)
		free(known.list[i].text);
	known.list.truncate(0);
	free(known.file);
	known.file = NULL;
}

static void line_add(int number, char *line)
{
	line += strspn(line, " \t");
	if (strncasecmp(line, sign, sizeof sign - 1) != 0)
		return;
	line += sizeof sign - 1;
	line += strspn(line, " \t");
	size_t size = strcspn(line, "\r\n");
	while (size && strchr(" \t", line[size - 1]))
		size--;
	known.list.safe_push({number, xstrndup(line, size)});
}

static void file_read(const char *file)
{
	if (known.file && !strcmp(known.file, file))
		return;
	list_clear();
	known.file = xstrdup(file);
	FILE *in = fopen(file, "r");
	char line[LINE_MOST];
	for (int at = 1; in && fgets(line, sizeof line, in);) {
		line_add(at, line);
		at += strchr(line, '\n') != NULL;
	}
	if (in)
		fclose(in);
}

static const char *text_at(int line)
{
	for (unsigned i = 0; i < known.list.length(); i++)
		if (known.list[i].line == line)
			return known.list[i].text;
	return NULL;
}

/* What stands behind the word that the text begins with, or null. */
static const char *behind(const char *text, const char *word)
{
	const size_t size = strlen(word);

	if (strncasecmp(text, word, size) || !strchr(" \t", text[size]))
		return NULL;
	return text + size + strspn(text + size, " \t");
}

static void attribute_add(tree decl, const char *name, tree value)
{
	DECL_ATTRIBUTES(decl) =
	    tree_cons(get_identifier(name), value, DECL_ATTRIBUTES(decl));
}

static tree text_value(const char *text)
{
	return build_tree_list(NULL_TREE, build_string(strlen(text) + 1, text));
}

/* A line of notes comes before those below it. */
static char *notes_join(const char *text, char *below)
{
	char *all = concat(text, below && *below ? "," : "", below, NULL);

	free(below);
	return all;
}

static void attributes_read(tree decl)
{
	char *notes = NULL;
	int line = DECL_SOURCE_LINE(decl);

	file_read(DECL_SOURCE_FILE(decl));
	while (const char *text = text_at(--line)) {
		const char *rest = behind(text, "notes");
		const char *driven = behind(text, "driver");
		if (rest)
			notes = notes_join(rest, notes);
		else if (driven)
			attribute_add(decl, "me_driver", text_value(driven));
		else if (!strcasecmp(text, "driver") || !strcasecmp(text, "ignore"))
			attribute_add(decl,
				      TOLOWER(*text) == 'd' ? "me_driver" : "me_ignore",
				      NULL_TREE);
		else
			warning_at(DECL_SOURCE_LOCATION(decl), 0,
				   "plugin me: %<!me$ %s%> is none of %<driver%>, "
				   "%<notes%> and %<ignore%>",
				   text);
	}
	if (notes)
		attribute_add(decl, "me_notes", text_value(notes));
	free(notes);
}

void directives_read(void)
{
	cgraph_node *node;

	if (!lang_GNU_Fortran())
		return;
	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	/* Not of a region in a module's procedure, __m_MOD_f._omp_fn.0. */
	if (startswith(IDENTIFIER_POINTER(DECL_NAME(node->decl)), "__") &&
	    !symbol_of_region(node->decl))
		attribute_add(node->decl, "me_driver", NULL_TREE);
	else if (DECL_SOURCE_FILE(node->decl) && !DECL_ARTIFICIAL(node->decl))
		attributes_read(node->decl);
	list_clear();
}
