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
#include "gimple-walk.h"

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
