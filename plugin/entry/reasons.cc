/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reasons.cc - what was guessed of the parameters, with the places in the body that say so. */
#include "plugin/gcc.h"
#include "plugin/entry/parameter.h"
#include "plugin/goals/written_text.h"

enum { LINE_MOST = 60 };

/* Appends to a text, and frees both. */
static char *append(char *text, char *more)
{
	char *all = concat(text, more, NULL);

	free(text);
	free(more);
	return all;
}

/* " (table.c:8: `s += x[i];`)" */
static char *place_text(location_t where)
{
	const expanded_location at = expand_location(where);
	char text[WRITTEN_TEXT_MAX];

	if (where == UNKNOWN_LOCATION || !at.file)
		return xstrdup("");
	if (!text_line(at.file, at.line, text))
		return xasprintf(" (%s:%d)", lbasename(at.file), at.line);
	const text_span line = text_trim({text, text + strcspn(text, "\n")});
	const int length = (int)(line.end - line.begin);
	return xasprintf(" (%s:%d: `%.*s%s`)", lbasename(at.file), at.line,
			 MIN(length, (int)LINE_MOST), line.begin,
			 length > LINE_MOST ? "..." : "");
}

/* "x, y and z": the arrays that have the length. */
static char *arrays_text(const parameter_list *parameters, unsigned n)
{
	auto_vec<const char *> names;
	char *text = xstrdup("");

	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[n].length_of == i || (*parameters)[i].counted_by == n)
			names.safe_push((*parameters)[i].name);
	for (unsigned i = 0; i < names.length(); i++)
		text = append(text, xasprintf("%s%s",
					      !i		       ? ""
					      : i + 1 < names.length() ? ", "
								       : " and ",
					      names[i]));
	return text;
}

static char *range_text(const parameter_field *f)
{
	return xasprintf("%lld..%lld", (long long)f->low[0], (long long)f->high[0]);
}

static char *integer_text(const parameter_list *parameters, unsigned n)
{
	const parameter *p = &(*parameters)[n];
	const bool is_length = p->length_of != ME_NO_PARAMETER;
	const unsigned of = is_length ? p->length_of : p->limited_for;

	if (of == ME_NO_PARAMETER)
		return NULL;
	const parameter *array = &(*parameters)[of];
	if (array->used_at == UNKNOWN_LOCATION)
		return NULL;
	char *text = is_length
			 ? append(xstrdup("length of "), arrays_text(parameters, n))
			 : append(range_text(&p->fields[0]),
				  xasprintf(", for the size of %s", array->name));
	if (is_length && p->limited_for != ME_NO_PARAMETER)
		text = append(append(text, xstrdup(", ")), range_text(&p->fields[0]));
	return append(text, place_text(array->used_at));
}

/* Its size, unless that is a length, and null. */
static char *array_text(const parameter_list *parameters, unsigned n)
{
	const parameter *p = &(*parameters)[n];
	char *text = xstrdup("");
	bool is_sized =
	    p->used_at != UNKNOWN_LOCATION && p->counted_by == ME_NO_PARAMETER;

	for (unsigned i = 0; i < parameters->length(); i++)
		is_sized &= (*parameters)[i].length_of != n;

	if (is_sized)
		text = append(
		    xasprintf("%u element%s", p->count, p->count == 1 ? "" : "s"),
		    place_text(p->used_at));
	if (p->null_at != UNKNOWN_LOCATION)
		text = append(
		    append(text, xasprintf("%smay be %s", is_sized ? ", " : "",
					   lang_GNU_Fortran() ? "absent" : "null")),
		    place_text(p->null_at));
	if (p->alias_at != UNKNOWN_LOCATION)
		text =
		    append(append(text, xasprintf("%smay lie in %s", *text ? ", " : "",
						  (*parameters)[p->alias_of].name)),
			   place_text(p->alias_at));
	if (*text)
		return text;
	free(text);
	return NULL;
}

char *reasons_text(const parameter_list *parameters)
{
	char *all = xstrdup("");

	for (unsigned i = 0; i < parameters->length(); i++) {
		const parameter *p = &(*parameters)[i];
		char *text = integer_text(parameters, i);
		if (!text)
			text = array_text(parameters, i);
		if (text)
			all = append(all, append(xasprintf("%s: ", p->name),
						 append(text, xstrdup("\n"))));
	}
	return all;
}
