/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_checked.c - arguments of procedures that check them as BLAS and LAPACK do, and call
 * XERBLA where they do not fit each other: letters from those that LSAME is asked for, leading
 * dimensions from what they are compared with, work arrays that are no inputs.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/fortran/fortran_reference.h"
#include "command/wrapper/fortran_wrapping.h"

enum {
	ORDER_MOST = 4, /* of a matrix */
	MATRIX = 64, /* elements of an array with a leading dimension */
	VECTOR = 24, /* of another one */
	WORK = 600,
	LETTERS_MOST = 12,
};

static const char *name_of(const json_t *d)
{
	return json_member_text(d, "name");
}

static bool begins(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

/* The next statement that has the text; *at: how many were looked at. */
static const char *statement_find(const struct fortran_driver *f, const char *text,
				  size_t *at)
{
	const json_t *code = json_object_get(f->scope, "code"), *line;

	while ((line = json_array_get(code, (*at)++))) {
		const char *found = strstr(json_member_text(line, "text"), text);
		if (found)
			return found + strlen(text);
	}
	return NULL;
}

bool fortran_is_checked(const struct fortran_driver *f)
{
	size_t at = 0;

	return statement_find(f, "CALL xerbla ", &at) != NULL;
}

/* ---- letters */

static void letter_add(char *letters, char c)
{
	const size_t size = strlen(letters);

	if (isgraph((unsigned char)c) && size + 2 < LETTERS_MOST &&
	    !strchr(letters, c)) {
		letters[size] = c;
		letters[size + 1] = '\0';
	}
}

/* Those that LSAME compares the argument with. */
static void letters_asked(const struct fortran_driver *f, const char *name,
			  char *letters)
{
	char *call = wrap_format(":%s) ('", name);
	const json_t *line;
	size_t i;

	json_array_foreach(json_object_get(f->scope, "code"), i, line)
	{
		const char *at = json_member_text(line, "text");
		while (call && (at = strstr(at, call))) {
			at += strlen(call);
			letter_add(letters, *at);
		}
	}
	free(call);
}

/* What an argument of that name has by custom. */
static void letters_of_name(const char *name, char *letters)
{
	static const char *const customs[][2] = {
	    {"uplo", "UL"},    {"trans", "NTC"}, {"side", "LR"},
	    {"diag", "NU"},    {"norm", "1IFM"}, {"job", "NVASIO"},
	    {"fact", "NFE"},   {"range", "AVI"}, {"comp", "NIV"},
	    {"vect", "NVQPB"}, {"direct", "FB"}, {"storev", "CR"},
	    {"equed", "NRCB"}, {"sort", "NS"},	 {"sense", "NEVB"},
	    {"balanc", "NPSB"}};

	for (size_t i = 0; i < sizeof customs / sizeof *customs; i++)
		if (begins(name, customs[i][0]))
			for (const char *c = customs[i][1]; *c; c++)
				letter_add(letters, *c);
}

/* One of the letters, or one that is wrong. */
static void letter_make(struct fortran_driver *f, const json_t *d,
			const struct fortran_place *p)
{
	char letters[LETTERS_MOST] = "";
	char *choice = wrap_format("%s_choice", p->path);

	letters_asked(f, name_of(d), letters);
	if (!*letters)
		letters_of_name(name_of(d), letters);
	letter_add(letters, '?');
	char *value = fortran_choice(f, choice, 1, (long)strlen(letters), p);
	text_add(
	    &f->w->objects,
	    "character(len=%zu), parameter :: %s_letters = '%s'\ncharacter :: %s\n",
	    strlen(letters), p->path, letters, p->path);
	fortran_line(p, "%s = %s_letters(%s:%s)", p->path, p->path, value, value);
	free(value);
	free(choice);
}

/* ---- integers */

static bool is_scalar(const json_t *d, const char *base)
{
	return fortran_is(d, base) && !json_object_get(d, "rank");
}

static bool is_work_length(const char *name)
{
	return begins(name, "lwork") || begins(name, "liwork") ||
	       begins(name, "lrwork") || begins(name, "lwrk");
}

/* Whether an array has it as its first dimension. */
static bool is_leading(const struct fortran_driver *f, const json_t *d)
{
	const json_t *other;

	for (size_t i = 0; (other = fortran_dummy(f->w->unit, f->scope, i)); i++) {
		const char *bound = json_string_value(
		    json_array_get(json_object_get(other, "bounds"), 1));
		const char *colon = bound ? strchr(bound, ':') : NULL;
		if (number_in(other, "rank") > 1 && colon &&
		    strcmp(colon + 1, name_of(d)) == 0)
			return true;
	}
	return false;
}

/* Sizes of a problem: what is none of the others. */
static bool is_order(const struct fortran_driver *f, const json_t *d)
{
	const char *name = name_of(d);

	return is_scalar(d, "INTEGER") && !begins(name, "inc") &&
	       !begins(name, "info") && !is_work_length(name) && !is_leading(f, d);
}

/* "max(1, m, n)" */
static char *largest_order(const struct fortran_driver *f)
{
	struct text_buffer text = {0};
	const json_t *d;
	char *whole;

	text_add(&text, "max(1");
	for (size_t i = 0; (d = fortran_dummy(f->w->unit, f->scope, i)); i++)
		if (is_order(f, d))
			text_add(&text, ", %s", name_of(d));
	text_add(&text, ")");
	whole = strdup(text_string(&text));
	text_done(&text);
	return whole;
}

/* Whether all names in the expression are arguments, or MAX and MIN. */
static bool is_of_arguments(const struct fortran_driver *f, const char *text)
{
	while (*text) {
		const size_t size = strcspn(text, " ()+-*/,");
		char *name = strndup(text, size);
		const json_t *d =
		    name ? fortran_symbol(f->w->unit, f->scope, name) : NULL;
		const bool is =
		    !size || isdigit((unsigned char)*text) ||
		    (name && (!strcmp(name, "max") || !strcmp(name, "min"))) ||
		    (fortran_is_dummy(d) && is_order(f, d));
		free(name);
		if (!is)
			return false;
		text += size + (text[size] != '\0');
	}
	return true;
}

/* The least value that the procedure accepts. */
static char *least_leading(const struct fortran_driver *f, const char *name)
{
	char *check =
	    wrap_format("(< %s:%s ", json_member_text(f->scope, "name"), name);
	const char *found;
	size_t at = 0;
	char *whole = NULL;

	while (check && !whole && (found = statement_find(f, check, &at))) {
		char *text =
		    strndup(found, (size_t)(fortran_expression_end(found) - found));
		whole = text ? fortran_expression(text) : NULL;
		free(text);
		if (whole && !is_of_arguments(f, whole)) {
			free(whole);
			whole = NULL;
		}
	}
	free(check);
	return whole ? whole : largest_order(f);
}

/* The least value, one more or one less: which is wrong. */
static void leading_make(struct fortran_driver *f, const json_t *d,
			 const struct fortran_place *p)
{
	char *least = least_leading(f, name_of(d));
	char *more = wrap_format("%s_more", p->path);
	struct fortran_place behind = *p;
	char *value = fortran_choice(f, more, -1, 1, p);

	/* The sizes are set before. */
	behind.body = &f->w->after;
	text_add(&f->w->objects, "integer(%ld) :: %s\n", number_in(d, "kind"), p->path);
	fortran_line(&behind, "%s = %s + %s", p->path, least, value);
	free(value);
	free(more);
	free(least);
}

static void integer_make(struct fortran_driver *f, const json_t *d,
			 const struct fortran_place *p)
{
	const char *name = name_of(d);
	char *type = fortran_type_text(f->w->unit, d);

	if (begins(name, "info")) {
		text_add(&f->w->objects, "%s :: %s\n", type, p->path);
		fortran_line(p, "%s = 0", p->path);
	} else if (is_leading(f, d)) {
		leading_make(f, d, p);
	} else {
		const long low = begins(name, "inc") ? -2 : -1;
		const long high = begins(name, "inc")	 ? 2
				  : is_work_length(name) ? WORK / 2
							 : ORDER_MOST;
		fortran_parameter(f, type, p->path, "", p);
		wrap_note(f->w, "%s:%ld..%ld", p->path, low, high);
	}
	free(type);
}

/* ---- arrays */

static bool is_work(const char *name)
{
	return strstr(name, "work") != NULL || strstr(name, "wrk") != NULL;
}

static void array_make(struct fortran_driver *f, const json_t *d,
		       const struct fortran_place *p)
{
	char *type = fortran_type_text(f->w->unit, d), room[16];

	if (is_work(name_of(d))) {
		text_add(&f->w->objects, "%s :: %s(%d)\n", type, p->path, WORK);
	} else {
		snprintf(room, sizeof room, "%d",
			 number_in(d, "rank") > 1 ? MATRIX : VECTOR);
		fortran_parameter(f, type, p->path, room, p);
		if (fortran_is(d, "INTEGER"))
			wrap_note(f->w, "%s:1..%d", p->path, ORDER_MOST);
	}
	free(type);
}

char *fortran_checked_argument(struct fortran_driver *f, const json_t *d,
			       const char *name, const struct fortran_place *p)
{
	struct fortran_place here = *p;

	if (strstr(json_member_text(d, "length"), ":"))
		return NULL;
	here.path = name;
	f->w->own = name;
	if (is_scalar(d, "CHARACTER"))
		letter_make(f, d, &here);
	else if (is_scalar(d, "INTEGER"))
		integer_make(f, d, &here);
	else if (json_object_get(d, "rank") && !fortran_is(d, "CHARACTER"))
		array_make(f, d, &here);
	else
		return NULL;
	return wrap_format("%s", name);
}

void fortran_checked_finish(struct fortran_driver *f)
{
	text_add(&f->w->statements, "%s", text_string(&f->w->after));
	wrap_guess(
	    f->w, "sizes are at most %d, leading dimensions one more than they must be",
	    ORDER_MOST);
	if (!fortran_procedure(f->w->unit, "xerbla"))
		text_add(
		    &f->handler,
		    "! An argument that is wrong is told by INFO: the library's own "
		    "XERBLA stops the program.\n"
		    "!me$ driver\nsubroutine xerbla(name, info)\n  character(len=*) "
		    ":: name\n  integer :: info\nend subroutine\n\n");
}
