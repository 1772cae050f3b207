/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switch_places.cc - gives each switch the place where it was written.
 *
 * Of a switch inside of another one GCC's gimplifier makes
 *
 *	{	<- the place
 *		switch (value) <...>	<- no place
 *		...
 *	}
 *
 * so that it can warn of what falls through. The next pass, lower, removes the braces and
 * the place with them; a condition without a place is taken for one of the compiler's.
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"
#include "plugin/unit/symbol.h"
#include "gimple-walk.h"

enum { LINES_MOST = 1 << 16, LINE_MOST = 4096 };

static tree place_switch(gimple_stmt_iterator *at, bool *handled, walk_stmt_info *)
{
	gbind *braces = dyn_cast<gbind *>(gsi_stmt(*at));
	gimple *first = braces ? gimple_seq_first_stmt(gimple_bind_body(braces)) : NULL;

	*handled = false;
	if (first && gimple_code(first) == GIMPLE_SWITCH && !gimple_has_location(first))
		gimple_set_location(first, gimple_location(braces));
	return NULL_TREE;
}

void shape_place_switches(function *fun)
{
	walk_stmt_info info;

	memset(&info, 0, sizeof info);
	walk_gimple_seq(gimple_body(fun->decl), place_switch, NULL, &info);
}

/* ---- Fortran */

/* 1 where the line begins a SELECT, -1 where it ends one. */
static int select_depth(const char *line)
{
	line += strspn(line, " \t0123456789");
	const size_t name =
	    strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			 "0123456789_");
	const char *after = line + name + strspn(line + name, " \t");
	const bool ends = !strncasecmp(line, "end", 3);

	if (*after == ':')
		line = after + 1 + strspn(after + 1, " \t");
	line += ends ? 3 + strspn(line + 3, " \t") : 0;
	if (strncasecmp(line, "select", 6))
		return 0;
	line += 6 + strspn(line + 6, " \t");
	if (ends)
		return -1;
	return !strncasecmp(line, "case", 4) || !strncasecmp(line, "type", 4) ||
	       !strncasecmp(line, "rank", 4);
}

static location_t place_at(location_t near, unsigned line, const char *text)
{
	const line_map_ordinary *map = NULL;

	near = linemap_resolve_location(line_table, near, LRK_SPELLING_LOCATION, &map);
	if (!map || ORDINARY_MAP_STARTING_LINE_NUMBER(map) > line)
		return near;
	return linemap_position_for_line_and_column(line_table, map, line,
						    1 + strspn(text, " \t"));
}

static bool is_type_guard(const char *line)
{
	line += strspn(line, " \t0123456789");
	if (strncasecmp(line, "type", 4) && strncasecmp(line, "class", 5))
		return false;
	line += strcspn(line, "eEsS") + 1;
	line += strspn(line, "sS \t");
	return !strncasecmp(line, "is", 2) && strchr(" \t(", line[2]);
}

/* The place of the last SELECT before `last` that is open there, or of the last TYPE IS or
 * CLASS IS. */
static location_t place_before(location_t last, bool of_guard)
{
	const expanded_location at = expand_location(last);
	FILE *in = at.file ? fopen(at.file, "r") : NULL;
	auto_vec<location_t> open;
	char text[LINE_MOST];

	for (int line = 1;
	     in && line <= at.line && line < LINES_MOST && fgets(text, sizeof text, in);
	     line++) {
		const int depth = of_guard ? is_type_guard(text) : select_depth(text);
		if (depth > 0)
			open.safe_push(place_at(last, line, text));
		else if (depth < 0 && !open.is_empty() && line < at.line)
			open.pop();
	}
	if (in)
		fclose(in);
	return open.is_empty() ? last : open.last();
}

location_t shape_select_place(location_t last)
{
	return place_before(last, false);
}

/* Whether it asks for the type of an object of a class. */
static bool asks_type(gcond *condition)
{
	tree value = gimple_cond_lhs(condition);
	gimple *made = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;

	if (!made)
		return false;
	if (!is_gimple_assign(made))
		return symbol_is_called(made, "_gfortran_is_extension_of");
	tree field = gimple_assign_rhs1(made);
	return TREE_CODE(field) == COMPONENT_REF &&
	       symbol_is_named(TREE_OPERAND(field, 1), "_hash");
}

location_t shape_type_place(gimple *stmt, location_t place)
{
	gcond *condition = dyn_cast<gcond *>(stmt);
	edge taken, other;

	if (!condition || !asks_type(condition))
		return place;
	/* What stands behind the guard comes before the end of the source. */
	extract_true_false_edges_from_block(gimple_bb(stmt), &taken, &other);
	const int end = expand_location(place).line;
	for (gimple_stmt_iterator i = gsi_start_bb(taken->dest); !gsi_end_p(i);
	     gsi_next(&i)) {
		const location_t at = gimple_location(gsi_stmt(i));
		if (at != UNKNOWN_LOCATION && expand_location(at).line < end)
			return place_before(at, true);
	}
	return place;
}
