/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_json.cc - JSON on a stream. */
#include "plugin/gcc.h"
#include "plugin/bodies/uses.h"
#include "plugin/bodies/variants.h"
#include "plugin/entry/types_json.h"

types_output output;

static void put_string(const char *text)
{
	putc('"', output.out);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if (*c == '"' || *c == '\\' || *c < ' ')
			fprintf(output.out, "\\u%04x", *c);
		else
			putc(*c, output.out);
	putc('"', output.out);
}

void put_name(const char *name)
{
	fputs(output.separator, output.out);
	put_string(name);
	putc(':', output.out);
	output.separator = ",";
}

void put_text(const char *name, const char *text)
{
	put_name(name);
	put_string(text);
}

void put_number(const char *name, HOST_WIDE_INT n)
{
	put_name(name);
	fprintf(output.out, HOST_WIDE_INT_PRINT_DEC, n);
}

void put_true(const char *name, bool is)
{
	if (!is)
		return;
	put_name(name);
	fputs("true", output.out);
}

void begin(char bracket)
{
	fputs(output.separator, output.out);
	putc(bracket, output.out);
	output.separator = "";
}

void begin_member(const char *name, char bracket)
{
	put_name(name);
	putc(bracket, output.out);
	output.separator = "";
}

void end(char bracket)
{
	putc(bracket, output.out);
	output.separator = ",";
}

void put_element(HOST_WIDE_INT n)
{
	fputs(output.separator, output.out);
	fprintf(output.out, HOST_WIDE_INT_PRINT_DEC, n);
	output.separator = ",";
}

void put_element(const char *text)
{
	fputs(output.separator, output.out);
	put_string(text);
	output.separator = ",";
}

void put_compared(const decl_use *u)
{
	put_true("negative", u->negative);
	put_true("ordered", u->is_ordered);
	if (u->compared)
		put_number("compared", u->compared);
	if (u->stored)
		put_number("stored", u->stored);
}

/* An array of numbers that others compare with null, as one that was not set up, has elements. */
static bool may_be_null(const decl_use *u)
{
	const bool is_array = TREE_CODE(u->decl) == FIELD_DECL && u->indexed &&
			      u->length && POINTER_TYPE_P(TREE_TYPE(u->decl)) &&
			      !RECORD_OR_UNION_TYPE_P(TREE_TYPE(TREE_TYPE(u->decl)));

	return u->null && (u->null_reached || !is_array);
}

void put_pointer(const decl_use *u)
{
	put_true("null", may_be_null(u));
	put_true("opened", u->opened);
	put_true("opened_bytes", u->opened_bytes);
}

void put_container(const decl_use *u)
{
	put_true("sized", u->sized);
	put_true("size_told", u->size_told || (u->rows_told && u->columns_told));
	put_true("unsized", u->elements && !u->sized);
	put_true("rows_alike", u->row_elements && !u->row_sized);
	put_true("row_sized", u->row_first);
	put_true("is_index", u->is_index);
	put_true("permuted", u->permuted);
}

static void put_decl(const char *name, tree decl)
{
	if (decl && DECL_NAME(decl))
		put_text(name, IDENTIFIER_POINTER(DECL_NAME(decl)));
}

void put_stride(const decl_use *u)
{
	put_decl("stride", u->stride);
	if (u->stride && u->stride_times)
		put_number("stride_times", u->stride_times);
}

/* A parameter or a member, or what stands for that which it points to. */
static void put_place(const char *name, tree decl)
{
	const decl_use *u = decl ? uses_of(decl) : NULL;

	put_decl(name, u && u->outer ? u->outer : decl);
}

void put_ends(const decl_use *u)
{
	put_place("ends_at", u->ends_at);
	put_place("begins_at", u->begins_at);
	put_true("end_is_last", u->end_reached && !u->end_behind);
	if (u->left && !uses_note(u->left)->increased)
		put_decl("left", u->left);
	put_true("moved", u->moved && !(u->outer && uses_of(u->outer)->indexed));
}

void put_elements(const decl_use *u, tree decl)
{
	static const char *const kinds[] = {"",	       "indices",     "later",
					    "parents", "permutation", "offsets"};
	const elements_kind kind = uses_elements(decl);

	if (lang_GNU_CXX() || lang_GNU_Fortran())
		return;
	if (kind != ELEMENTS_ANY) {
		put_text("elements_are", kinds[kind]);
		put_true("elements_end", u->elements_end);
		put_true("offsets_full", u->offsets_full);
		put_true("elements_any_order",
			 u->elements_descend ||
			     (u->offsets_full && u->elements_differ));
		if (u->elements_below) {
			put_decl("elements_below", u->elements_below);
			put_true("elements_outside",
				 DECL_CONTEXT(u->elements_below) != DECL_CONTEXT(decl));
		}
	}
	/* One that is compared may be any. */
	if (u->subscript_of && TREE_CODE(decl) == PARM_DECL && !u->is_ordered &&
	    !u->ends_below && !VAR_P(u->subscript_of)) {
		put_decl("subscript_of", u->subscript_of);
		if (uses_of(u->subscript_of))
			put_decl("subscript_below", uses_of(u->subscript_of)->length);
	}
	put_decl("offsets_by", u->offsets_by);
	put_true("met_by_elements", u->met_by_elements && !u->met_by_others);
	put_decl("within", u->within);
	put_true("exceeds", u->exceeds);
	put_true("masks", u->masks);
	put_true("asked_negative", u->asked_negative);
}

/* The pointers to the structure that are read and not asked for. */
static void put_needs(tree record, const variant *v)
{
	begin_member("needs", '[');
	for (unsigned i = 0; i < v->needs.length(); i++) {
		tree to = TREE_TYPE(TREE_TYPE(v->needs[i]));
		char *path =
		    TYPE_MAIN_VARIANT(to) == record && !v->tested.contains(v->needs[i])
			? variants_path(record, v->needs[i])
			: NULL;
		if (path)
			put_element(path);
		free(path);
	}
	end(']');
}

void put_variants(tree type)
{
	tree record = TYPE_MAIN_VARIANT(type);
	auto_vec<symtab_node *> reached;
	variants all;

	if (!variants_is_node(record, record))
		return;
	uses_reached(&reached);
	variants_read(record, &reached, &all);
	put_decl("tag", all.tag);
	begin_member("variants", '[');
	for (unsigned i = 0; all.tag && i < all.list.length(); i++) {
		const variant *v = all.list[i];
		begin('{');
		put_number("value", v->value);
		put_true("other", v->is_other);
		put_decl("union", v->of_union);
		put_needs(record, v);
		end('}');
	}
	end(']');
}
