/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_inputs.c - files and units that procedures read, from the statements of a dump. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/fortran/fortran_reference.h"
#include "command/fortran/fortran_unit.h"

/* What a procedure hands on to another one that reads it is seen in so many rounds. */
enum { ROUNDS = 3 };

static const char *const facts[] = {"read", "numbers", "namelist", "binary"};

struct inputs_reader {
	json_t *unit, *scope;
	long number; /* of the scope */
	const char
	    *numbers; /* of the READ whose list comes: where that begins; or null */
	json_t *into; /* the unit of that READ, or null */
};

static void facts_copy(json_t *to, const json_t *from)
{
	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
		if (!json_object_get(to, facts[i]) && json_object_get(from, facts[i]))
			json_object_set(to, facts[i], json_object_get(from, facts[i]));
}

/* Notes the fact of the procedure's own file, and of the unit that it got, unless null. */
static void fact_set(struct inputs_reader *r, json_t *d, const char *fact,
		     json_t *value)
{
	if (!json_object_get(r->scope, fact))
		json_object_set(r->scope, fact, value);
	if (d && !json_object_get(d, fact))
		json_object_set(d, fact, value);
	json_decref(value);
}

/* The variable in "UNIT=scope:u" of the line; or null. */
static json_t *unit_of(const struct inputs_reader *r, const char *line)
{
	const char *at = strstr(line, " UNIT=");
	struct fortran_reference ref;

	return at && fortran_reference_parts(r->unit, r->scope, at + 6, 0, &ref) &&
		       fortran_is(ref.declaration, "INTEGER")
		   ? ref.declaration
		   : NULL;
}

static bool opens_unit(const struct inputs_reader *r, const json_t *d)
{
	const json_t *line;
	size_t i;

	json_array_foreach(json_object_get(r->scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text");
		if (strncmp(text, "OPEN ", 5) == 0 && unit_of(r, text) == d)
			return true;
	}
	return false;
}

/* "READ UNIT=load:u FMT=-1 IOSTAT=load:ierr" */
static void read_see(struct inputs_reader *r, const char *line)
{
	const char *group = strstr(line, " NML=");
	const bool is_text =
	    strstr(line, " UNIT=") && !unit_of(r, line) && strchr(line, ':');
	json_t *d = unit_of(r, line);

	r->into = d && json_object_get(d, "unit") ? d : NULL;
	fact_set(r, r->into, "read", json_true());
	if (group) {
		char *name = strndup(group + 5, strcspn(group + 5, " "));
		fact_set(r, r->into, "namelist",
			 json_pack("{s:I, s:s}", "scope", (json_int_t)r->number, "name",
				   name ? name : ""));
		free(name);
	} else if (strstr(line, " FMT=-1")) {
		r->numbers = "";
	} else if (!strstr(line, " FMT=") && !is_text) {
		fact_set(r, r->into, "binary", json_true());
	}
}

/* The first item of a list-directed READ, "TRANSFER load:n": of a text too, which is a line of a file. */
static void item_see(struct inputs_reader *r, const char *line)
{
	struct fortran_reference ref;
	const bool is_known =
	    fortran_reference_parts(r->unit, r->scope, line + 9, 0, &ref);

	if (is_known && fortran_is(ref.declaration, "INTEGER"))
		fact_set(r, r->into, "numbers", json_text("integer"));
	else if (is_known && fortran_is(ref.declaration, "REAL"))
		fact_set(r, r->into, "numbers", json_text("real"));
	r->numbers = NULL;
}

static bool uses_unit(const char *line)
{
	static const char *const words[] = {"READ ", "WRITE ", "REWIND ", "BACKSPACE "};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strncmp(line, words[i], strlen(words[i])) == 0)
			return true;
	return false;
}

/* "CALL skip ((load:u) (load:n))": what the other one does with its dummy arguments. */
static void call_see(struct inputs_reader *r, const char *line)
{
	char *name = strndup(line + 5, strcspn(line + 5, " "));
	const json_t *called = name ? fortran_procedure(r->unit, name) : NULL, *dummy;
	const char *at = strchr(line + 5, '(');
	struct fortran_reference ref;

	free(name);
	for (size_t i = 0; called && at && (dummy = fortran_dummy(r->unit, called, i));
	     i++) {
		at += strspn(at, " ");
		at += i == 0;
		if (*at != '(' ||
		    !fortran_reference_parts(r->unit, r->scope, at + 1, 0, &ref))
			break;
		if (json_object_get(dummy, "unit") ||
		    json_object_get(dummy, "opened")) {
			json_t *d = ref.declaration;
			const bool is_given =
			    fortran_is_dummy(d) || strchr(ref.text, '%');
			const char *as =
			    json_object_get(dummy, "unit") ? "unit" : "opened";
			facts_copy(r->scope, dummy);
			if (is_given)
				facts_copy(d, dummy);
			if (is_given && !opens_unit(r, d))
				json_object_set_new(d, as, json_true());
		}
		at = fortran_expression_end(at);
	}
}

static void line_see(struct inputs_reader *r, const char *line)
{
	const char *file = strstr(line, " FILE=");
	struct fortran_reference ref;
	json_t *d;

	if (uses_unit(line) && (d = unit_of(r, line)) && fortran_is_dummy(d) &&
	    !fortran_has(d, "DUMMY(OUT)") && !opens_unit(r, d))
		json_object_set_new(d, "unit", json_true());
	if ((strncmp(line, "OPEN ", 5) == 0 || strncmp(line, "INQUIRE ", 8) == 0) &&
	    file && fortran_reference_parts(r->unit, r->scope, file + 6, 0, &ref))
		json_object_set_new(ref.declaration, "opened", json_true());
	else if (strncmp(line, "READ ", 5) == 0)
		read_see(r, line);
	else if (strncmp(line, "TRANSFER ", 9) == 0 && r->numbers)
		item_see(r, line);
	else if (strncmp(line, "CALL ", 5) == 0)
		call_see(r, line);
}

/* What is read in the procedure is so of each file that it opens, and of units that it got: a line too,
 * of which numbers are read. */
static void files_finish(struct inputs_reader *r)
{
	const json_t *line, *d;
	size_t i;

	for (i = 0; (d = fortran_dummy(r->unit, r->scope, i)); i++)
		if (json_object_get(d, "unit") && json_object_get(d, "read"))
			facts_copy((json_t *)d, r->scope);

	json_array_foreach(json_object_get(r->scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text");
		const char *file = strstr(text, " FILE=");
		struct fortran_reference ref;
		if (strncmp(text, "OPEN ", 5) == 0 && file &&
		    fortran_reference_parts(r->unit, r->scope, file + 6, 0, &ref))
			facts_copy(ref.declaration, r->scope);
	}
}

void fortran_inputs_read(json_t *unit)
{
	json_t *scope;
	const json_t *line;
	size_t i, k;

	for (int round = 0; round < ROUNDS; round++)
		json_array_foreach(json_object_get(unit, "scopes"), i, scope)
		{
			struct inputs_reader r = {
			    .unit = unit, .scope = scope, .number = (long)i};
			json_array_foreach(json_object_get(scope, "code"), k, line)
			    line_see(&r, json_member_text(line, "text"));
			files_finish(&r);
		}
}
