/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alias.cc - pointers that may lead into what another one leads to: an input more says
 * whether and where (enum me_alias). Two pointers that are the ends of a range are made by a driver.
 */
#include "plugin/gcc.h"
#include "plugin/entry/body.h"
#include "plugin/entry/parameter.h"

/* ---- ranges */

/* Whether the names are those of a beginning and of its end: first2 and last2, xbegin and xend. */
static bool is_end_name(const char *first, const char *last)
{
	static const char *const names[][2] = {{"first", "last"}, {"begin", "end"},
					       {"beg", "end"},	  {"start", "end"},
					       {"start", "stop"}, {"start", "finish"}};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
		const char *at = strstr(first, names[i][0]);
		const size_t before = at ? at - first : 0;
		const size_t n = strlen(names[i][0]), k = strlen(names[i][1]);
		if (at && strncmp(first, last, before) == 0 &&
		    strncmp(last + before, names[i][1], k) == 0 &&
		    strcmp(at + n, last + before + k) == 0)
			return true;
	}
	return strcmp(first, "b") == 0 && strcmp(last, "e") == 0;
}

static tree ranged_type(tree decl)
{
	tree type = TREE_TYPE(decl);

	return TYPE_MAIN_VARIANT(TREE_CODE(type) == REFERENCE_TYPE ? TREE_TYPE(type)
								   : type);
}

tree range_end(tree first)
{
	tree type = ranged_type(first);

	if (!lang_GNU_CXX() || !DECL_NAME(first))
		return NULL_TREE;
	for (tree d = DECL_CHAIN(first); d && ranged_type(d) == type; d = DECL_CHAIN(d))
		if (DECL_NAME(d) && is_end_name(IDENTIFIER_POINTER(DECL_NAME(first)),
						IDENTIFIER_POINTER(DECL_NAME(d))))
			return d;
	return NULL_TREE;
}

void ranges_hand_over(tree entry)
{
	for (tree d = DECL_ARGUMENTS(entry); d && !options_has_notes();
	     d = DECL_CHAIN(d)) {
		tree end =
		    TREE_CODE(TREE_TYPE(d)) == POINTER_TYPE ? range_end(d) : NULL_TREE;
		tree to = end ? TREE_TYPE(TREE_TYPE(d)) : NULL_TREE;
		if (!to || !(SCALAR_FLOAT_TYPE_P(to) || INTEGRAL_TYPE_P(to)))
			continue;
		char *why = xasprintf("%s and %s are the ends of a range",
				      IDENTIFIER_POINTER(DECL_NAME(d)),
				      IDENTIFIER_POINTER(DECL_NAME(end)));
		parameter_hand_over(NULL, why);
		free(why);
	}
}

/* ---- pointers that may be equal */

static bool same_fields(const parameter *a, const parameter *b)
{
	if (a->size != b->size || a->fields.length() != b->fields.length())
		return false;
	for (unsigned i = 0; i < a->fields.length(); i++) {
		const parameter_field *f = &a->fields[i], *g = &b->fields[i];
		if (f->offset != g->offset || f->count != g->count ||
		    f->code != g->code || f->limited != g->limited ||
		    (f->limited && (memcmp(f->low, g->low, sizeof f->low) ||
				    memcmp(f->high, g->high, sizeof f->high))))
			return false;
	}
	return true;
}

/* Why p may not lie in what `of` points to; null: it may. */
static const char *alias_refusal(const parameter *p, const parameter *of)
{
	if (lang_GNU_Fortran())
		return "arguments of Fortran do not overlap";
	if (p == of || p->passing != ME_BY_POINTER || of->passing != ME_BY_POINTER ||
	    !p->size)
		return "it takes two pointers to lie in one array";
	if ((p->flags | of->flags) & ME_PARAMETER_RESTRICT)
		return "restrict says that it overlaps with nothing";
	if (of->alias_of != ME_NO_PARAMETER)
		return "the other array lies in a third one";
	return same_fields(p, of) ? NULL
				  : "both have to have elements of one type and range";
}

bool alias_is_shared(const parameter_list *parameters, const parameter *p)
{
	const bool is_reference =
	    p->decl && TREE_CODE(TREE_TYPE(p->decl)) == REFERENCE_TYPE;

	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *q = &(*parameters)[i];
		if (q->alias_of != ME_NO_PARAMETER &&
		    (q == p || is_reference || &(*parameters)[q->alias_of] == p))
			return true;
	}
	return false;
}

void aliases_guess(tree entry, parameter_list *parameters)
{
	auto_vec<bool> targets;
	location_t where;

	targets.safe_grow_cleared(parameters->length());
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].alias_of != ME_NO_PARAMETER)
			targets[(*parameters)[i].alias_of] = true;
	for (unsigned of = 0; of < parameters->length(); of++)
		for (unsigned i = 0; i < parameters->length(); i++) {
			parameter *p = &(*parameters)[i];
			if (p->alias_of != ME_NO_PARAMETER || targets[i] ||
			    alias_refusal(p, &(*parameters)[of]) ||
			    !body_compares(entry, parameters, i, of, &where))
				continue;
			p->alias_of = of;
			targets[of] = true;
			p->alias_at = where;
			parameter_add_text(
			    xasprintf("%s:alias(%s)", p->name, (*parameters)[of].name));
		}
}

bool aliases_add(tree entry, parameter_list *parameters)
{
	const unsigned count = parameters->length();

	for (unsigned i = 0; i < count; i++) {
		const unsigned of = (*parameters)[i].alias_of;
		if (of == ME_NO_PARAMETER)
			continue;
		const char *why = alias_refusal(&(*parameters)[i], &(*parameters)[of]);
		if (why)
			return parameter_refuse(entry, &(*parameters)[i], why);
		const char *name = (*parameters)[i].name, *in = (*parameters)[of].name;
		parameter *p = parameter_add(parameters, concat(name, " in ", in, NULL),
					     unsigned_char_type_node, ME_ALIAS_BEFORE,
					     ME_PARAMETER_ALIAS);
		p->placed = i;
		p->inside = of;
	}
	return true;
}
