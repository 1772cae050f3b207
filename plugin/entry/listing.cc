/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.cc - the functions that a unit defines, as lines of text. */
#include "plugin/gcc.h"
#include "plugin/entry/class_type.h"
#include "plugin/entry/listing.h"
#include "plugin/plugin_options.h"

#include <sys/wait.h>

/* Whether the front end has made it: __copy_m_T, which it does not mark as artificial. */
static bool is_of_fortran(const char *name)
{
	return lang_GNU_Fortran() && startswith(name, "__");
}

/* Whether GCC has made it, or it is part of another function or of an object's life. */
static bool is_unwritten(tree decl)
{
	const char *name = DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";

	return !*name || DECL_ARTIFICIAL(decl) || decl_function_context(decl) ||
	       is_of_fortran(name) || startswith(name, "__ct") ||
	       startswith(name, "__dt") || strchr(name, '.') ||
	       !DECL_STRUCT_FUNCTION(decl);
}

static location_t place_of(tree decl)
{
	location_t start = DECL_STRUCT_FUNCTION(decl)->function_start_locus;
	location_t place =
	    start > BUILTINS_LOCATION ? start : DECL_SOURCE_LOCATION(decl);

	return linemap_resolve_location(line_table, place, LRK_MACRO_EXPANSION_POINT,
					NULL);
}

static bool is_of_main_file(location_t place)
{
	const line_map *map = linemap_lookup(line_table, place);

	return map && MAIN_FILE_P(linemap_check_ordinary(map));
}

void listing_see(tree decl)
{
	if ((!options.list && !options_want_types()) ||
	    TREE_CODE(decl) != FUNCTION_DECL)
		return;
	/* A member function that its class defines is in the object where it is used. */
	if (lang_GNU_CXX() || (!TREE_PUBLIC(decl) && DECL_DECLARED_INLINE_P(decl))
		? is_of_main_file(place_of(decl))
		: !TREE_PUBLIC(decl))
		class_keep_function(decl);
	if (options_want_types() && is_of_main_file(place_of(decl)))
		class_complete(decl);
}

static const char *listed_kind(tree decl, location_t place)
{
	const char *symbol = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));

	if (MAIN_NAME_P(DECL_NAME(decl)) || !strcmp(symbol, "MAIN__"))
		return "main";
	if (!is_of_main_file(place))
		return "included";
	if (lang_GNU_CXX() && class_is_closed(decl))
		return "private";
	return TREE_PUBLIC(decl) && !DECL_EXTERNAL(decl) ? "external" : "static";
}

/* The module's name and the procedure's of __module_MOD_procedure; to be freed. */
static char *fortran_name(const char *symbol, const char *name)
{
	const char *module = startswith(symbol, "__") ? strstr(symbol, "_MOD_") : NULL;

	return module ? xasprintf("%.*s::%s", (int)(module - symbol - 2), symbol + 2,
				  module + 5)
		      : xstrdup(name);
}

void listing_where(tree decl, struct listed *where)
{
	const bool has_body = DECL_STRUCT_FUNCTION(decl);
	const location_t place = has_body ? place_of(decl) : DECL_SOURCE_LOCATION(decl);
	const char *symbol = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
	const char *plain = IDENTIFIER_POINTER(DECL_NAME(decl));
	const bool is_here =
	    !has_body || !strcmp(DECL_SOURCE_FILE(decl), LOCATION_FILE(place));

	where->kind = listed_kind(decl, place);
	where->symbol = symbol + (*symbol == '*');
	where->file = is_here ? DECL_SOURCE_FILE(decl) : LOCATION_FILE(place);
	where->line = is_here ? DECL_SOURCE_LINE(decl) : LOCATION_LINE(place);
	where->name = lang_GNU_CXX() ? xstrdup(lang_hooks.decl_printable_name(decl, 1))
				     : fortran_name(symbol, plain);
}

void listing_done(struct listed *where)
{
	free(where->name);
}

void listing_each(listing_fn *take, void *context)
{
	cgraph_node *node;
	auto_vec<tree> all;

	FOR_EACH_FUNCTION_WITH_GIMPLE_BODY(node)
	if (!node->clone_of && !is_unwritten(node->decl) &&
	    !in_system_header_at(place_of(node->decl)))
		all.safe_push(node->decl);
	for (unsigned i = all.length(); i--;) {
		struct listed where;
		listing_where(all[i], &where);
		take(all[i], &where, context);
		listing_done(&where);
	}
}

static void write_function(tree decl, const struct listed *where, void *out)
{
	fprintf((FILE *)out, "%s\t%d\t%s\t%s\t%s\n", where->kind, where->line,
		where->symbol, where->name,
		lang_GNU_CXX() ? lang_hooks.decl_printable_name(decl, 2) : where->name);
}

void listing_write(void)
{
	if (!options.list)
		return;
	FILE *out = fopen(options.list, "w");
	if (out)
		listing_each(write_function, out);
	if (!out || fclose(out))
		error("plugin me: %qs: %m", options.list);
}

/* ---- what entry= would say */

/* The text of DIR/asked; null where there is none. */
static char *asked_names(void)
{
	char *path = concat(options.refusals, "/asked", NULL), *names = NULL;
	size_t room = 0;
	FILE *file = fopen(path, "r");

	if (file && getdelim(&names, &room, '\0', file) < 0)
		names = NULL;
	if (file)
		fclose(file);
	free(path);
	return names;
}

static bool is_asked(tree decl, const struct listed *where, const char *names)
{
	enum { NAME_MOST = 200 };

	return strlen(where->symbol) <= NAME_MOST &&
	       (names ? strstr(names, IDENTIFIER_POINTER(DECL_NAME(decl))) != NULL
		      : !strcmp(where->kind, "external"));
}

/* What a unit of very many functions leaves is asked when it is built. */
enum { ASKING_SECONDS = 2 };

struct asking {
	listing_ask_fn *ask;
	char *names;
	time_t begin;
};

static void ask_of(tree decl, const struct listed *where, void *context)
{
	const struct asking *a = (const struct asking *)context;

	if (!is_asked(decl, where, a->names) || time(NULL) - a->begin > ASKING_SECONDS)
		return;
	fflush(NULL); /* or the child writes it too */
	const pid_t child = fork();
	if (child > 0)
		waitpid(child, NULL, 0);
	if (child)
		return;
	options.entry = where->symbol;
	options.types_for = strpbrk(where->name, "<=,(") ? where->symbol : where->name;
	options.refusal = xasprintf("%s/%s.refusal", options.refusals, where->symbol);
	options.types = xasprintf("%s/%s.types", options.refusals, where->symbol);
	if (freopen("/dev/null", "w", stderr))
		a->ask();
	_exit(SUCCESS_EXIT_CODE);
}

void listing_ask(listing_ask_fn *ask)
{
	if (!options.refusals)
		return;
	struct asking a = {ask, asked_names(), time(NULL)};
	listing_each(ask_of, &a);
	free(a.names);
}
