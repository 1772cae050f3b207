/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parameter.cc - the entry's parameters: where one is, refusals, and the record. */
#include "plugin/gcc.h"
#include "plugin/entry/parameter.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/symbol.h"

unsigned parameter_position(tree entry, const parameter *p)
{
	unsigned position = 0;

	for (tree d = DECL_ARGUMENTS(entry); d != p->decl; d = DECL_CHAIN(d))
		position++;
	return position;
}

bool parameter_refuse(tree entry, const parameter *p, const char *why)
{
	tree type = TREE_TYPE(p->decl);

	error_at(
	    DECL_SOURCE_LOCATION(entry),
	    "plugin me: entry %qs cannot be driven: parameter %u (%qs, of type %qT): "
	    "%s",
	    options.entry, parameter_position(entry, p) + 1, p->name, type, why);
	return false;
}

bool parameter_refuse_entry(tree entry, const char *what, const char *name)
{
	error_at(DECL_SOURCE_LOCATION(entry),
		 "plugin me: entry %qs has no parameter %s%s", options.entry, what,
		 name);
	return false;
}

int parameter_find(const auto_vec<parameter> *parameters, const char *name)
{
	for (unsigned i = 0; i < parameters->length(); i++)
		if (symbol_same_name(name, (*parameters)[i].name))
			return i;
	return -1;
}

/* ---- the record */

static tree write_fields(const parameter *p)
{
	tree type = record_type("uubbhuqqqqp", sizeof(struct me_field));
	tree table = table_declare("fields", type);
	auto_vec<tree> values;

	for (unsigned i = 0; i < p->fields.length(); i++) {
		const parameter_field *f = &p->fields[i];
		const record_member members[] = {
		    f->offset,
		    f->count,
		    f->code,
		    f->limited ? ME_FIELD_RANGE : 0,
		    0,
		    0,
		    (HOST_WIDE_INT)f->low[0],
		    (HOST_WIDE_INT)f->low[1],
		    (HOST_WIDE_INT)f->high[0],
		    (HOST_WIDE_INT)f->high[1],
		    string_address(f->path),
		};
		values.safe_push(record_value(type, members, 11));
	}
	table_define(table, type, &values, NULL);
	return table;
}

tree parameters_write(const auto_vec<parameter> *parameters)
{
	tree type = record_type("ppppuuuubbhu", sizeof(struct me_parameter));
	tree table = table_declare("parameters", type);
	auto_vec<tree> values;

	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		const record_member members[] = {
		    string_address(p->name),
		    string_address(p->literal),
		    string_address(p->element),
		    address_at(write_fields(p), 0),
		    p->fields.length(),
		    p->count,
		    p->size,
		    p->length_of,
		    p->passing,
		    p->rank ? p->flags | ME_PARAMETER_DESCRIBED : p->flags,
		    0,
		    0,
		};
		values.safe_push(record_value(type, members, 12));
	}
	table_define(table, type, &values, NULL);
	return table;
}
