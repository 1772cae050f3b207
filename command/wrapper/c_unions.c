/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_unions.c - unions: a value of one of their members, which a parameter chooses, or the tag
 * beside it. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* `tag`: the expression that chooses; null: a parameter of its own. */
static char *union_make(struct wrapping *w, const json_t *type, const char *name,
			const char *tag, const struct value_place *at)
{
	const json_t *members = json_object_get(type, "members"), *member;
	struct text_buffer choice = {0};
	char *is = wrap_format("%s_is", name), *which = NULL;
	size_t index;

	if (tag)
		which = wrap_format("%s", tag);
	else if (is)
		which =
		    wrap_range(w, "int", is, 0, (long)json_array_size(members) - 1, at);
	json_array_foreach(members, index, member)
	{
		const char *own = json_member_text(member, "name");
		char *one = wrap_format("%s_%s", name, own);
		char *path = wrap_format("%s.%s", at->path, own);
		char *indent = wrap_format("%s\t", at->indent);
		struct text_buffer inner = {0};
		struct value_place here = *at;
		here.path = path ? path : "";
		here.statements = &inner;
		here.indent = indent ? indent : at->indent;
		here.deep++;
		char *value = *w->why ? NULL
				      : w->make(w, type_of(w->unit, member, "type"),
						one ? one : own, member, &here);
		const bool is_list = value && *value == '{';
		char *cast = is_list ? wrap_format("__typeof__(%s)", path) : NULL;
		text_add(&choice, "%s%sif (%s == %zu) {\n",
			 index ? " else " : at->indent, "", which ? which : "0", index);
		if (!is_list)
			text_add(&choice, "%s\t%s = %s;\n", at->indent, path,
				 value ? value : "0");
		else if (!type_is(type_of(w->unit, member, "type"), "array"))
			text_add(&choice, "%s\t%s = (%s)%s;\n", at->indent, path,
				 cast ? cast : "", value);
		text_add(&choice, "%s%s}", inner.size ? text_string(&inner) : "",
			 at->indent);
		free(cast);
		free(value);
		free(indent);
		free(path);
		free(one);
		text_done(&inner);
	}
	text_add(at->statements, "%s\n", text_string(&choice));
	text_done(&choice);
	free(which);
	free(is);
	return *w->why ? NULL : wrap_format("{0}");
}

char *make_tagged(struct wrapping *w, const json_t *type, const char *name,
		  const char *value, size_t before, const struct value_place *at)
{
	char *tag = before ? wrap_format("(int)%s - %zu", value, before)
			   : wrap_format("(int)%s", value);
	char *made = union_make(w, type, name, tag, at);

	wrap_guess(w, "%s says which member of the union is set, in their order",
		   value);
	free(tag);
	return made;
}

char *make_union(struct wrapping *w, const json_t *type, const char *name,
		 const struct value_place *at)
{
	struct value_place here = *at;
	const char *own;

	if (*at->path)
		return union_make(w, type, name, NULL, at);
	own = wrap_name(w, name);
	here.path = own;
	char *declared = c_declaration(w->unit, type_plain(w->unit, type), own);
	text_add(&w->objects, "\t%s = {0};\n", declared);
	free(declared);
	free(union_make(w, type, name, NULL, &here));
	return *w->why ? NULL : wrap_format("%s", own);
}
