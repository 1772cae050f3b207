/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * operand_names.cc - walks an expression, and from a temporary on to the statement that
 * defines it. The arguments of a call are left out: some of them no source wrote.
 */
#include "plugin/gcc.h"
#include "plugin/goals/operand_names.h"

/* So many statements of temporaries are followed, one in another. */
enum { MAX_DEPTH = 6 };

struct name_walk {
	vec<const char *> *names;
	int depth;
};

static bool is_word(const char *text)
{
	for (; *text; text++)
		if (!ISALNUM(*text) && *text != '_')
			return false;
	return true;
}

/* The name of a variable, member or function if a source can have it; or null. */
static const char *name_of(tree decl)
{
	if (!decl || !DECL_NAME(decl) || DECL_ARTIFICIAL(decl))
		return NULL;
	const char *name = IDENTIFIER_POINTER(DECL_NAME(decl));
	return startswith(name, "__") || !is_word(name) ? NULL : name;
}

static void add_name(tree decl, vec<const char *> *names)
{
	const char *name = name_of(decl);

	for (unsigned i = 0; name && i < names->length(); i++)
		if (strcmp((*names)[i], name) == 0)
			return;
	if (name)
		names->safe_push(name);
}

static void walk(tree operand, struct name_walk *w);

/* What the statement that defines a temporary computes it from. */
static void walk_definition(gimple *def, struct name_walk *w)
{
	if (!def || w->depth == MAX_DEPTH)
		return;
	w->depth++;
	if (is_gimple_call(def))
		add_name(gimple_call_fndecl(def), w->names);
	else if (is_gimple_assign(def))
		for (unsigned i = 1; i < gimple_num_ops(def); i++)
			walk(gimple_op(def, i), w);
	w->depth--;
}

static tree visit(tree *at, int *walk_subtrees, void *data)
{
	struct name_walk *const w = (struct name_walk *)data;

	if (TYPE_P(*at) || DECL_P(*at) || TREE_CODE(*at) == SSA_NAME ||
	    TREE_CODE(*at) == CALL_EXPR)
		*walk_subtrees = 0;
	if (TREE_CODE(*at) == SSA_NAME && name_of(SSA_NAME_VAR(*at)))
		add_name(SSA_NAME_VAR(*at), w->names);
	else if (TREE_CODE(*at) == SSA_NAME)
		walk_definition(SSA_NAME_DEF_STMT(*at), w);
	else if (TREE_CODE(*at) == CALL_EXPR)
		add_name(get_callee_fndecl(*at), w->names);
	else if (DECL_P(*at))
		add_name(*at, w->names);
	return NULL_TREE;
}

static void walk(tree operand, struct name_walk *w)
{
	walk_tree_without_duplicates(&operand, visit, w);
}

void operand_names(tree operand, vec<const char *> *names)
{
	struct name_walk w = {names, 0};

	walk(operand, &w);
}

/* ---- in a text */

static bool is_in_word(char c)
{
	return ISALNUM(c) || c == '_';
}

/* The word that begins in the span first; empty when there is none. */
static text_span next_word(text_span s)
{
	while (s.begin < s.end && (!is_in_word(*s.begin) || ISDIGIT(*s.begin)))
		for (bool digits = ISDIGIT(*s.begin++);
		     digits && s.begin < s.end && is_in_word(*s.begin); s.begin++)
			;
	const char *end = s.begin;
	while (end < s.end && is_in_word(*end))
		end++;
	return {s.begin, end};
}

bool names_word(text_span s)
{
	const text_span word = next_word(s);

	return word.begin < word.end;
}

static bool is_name(text_span word, const char *name)
{
	const size_t length = word.end - word.begin;

	return strlen(name) == length &&
	       !(text_is_fortran() ? strncasecmp(word.begin, name, length)
				   : strncmp(word.begin, name, length));
}

static bool is_among(text_span word, const vec<const char *> &all)
{
	for (unsigned i = 0; i < all.length(); i++)
		if (is_name(word, all[i]))
			return true;
	return false;
}

int names_count(text_span s, const char *name)
{
	int count = 0;

	for (text_span word = next_word(s); word.begin < word.end;
	     word = next_word({word.end, s.end}))
		count += is_name(word, name);
	return count;
}

int names_match(text_span s, const vec<const char *> &all)
{
	if (!all.length())
		return 0;
	for (unsigned i = 0; i < all.length(); i++)
		if (!names_count(s, all[i]))
			return 0;
	for (text_span word = next_word(s); word.begin < word.end;
	     word = next_word({word.end, s.end}))
		if (!is_among(word, all))
			return 1;
	return 2;
}

bool names_are_once(text_span s, const vec<const char *> &all)
{
	for (unsigned i = 0; i < all.length(); i++)
		if (names_count(s, all[i]) != 1)
			return false;
	return all.length() > 0;
}
