/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_uses.c - uses of arrays and pointers, read from the statements of a dump. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/fortran/fortran_reference.h"
#include "command/fortran/fortran_unit.h"

enum {
	LOOPS_MOST = 16,
	DIMENSIONS_MOST = 15,
	SUBSTITUTED_MOST = 3,
	ALLOCATED_MOST = 8
};

struct loop {
	long indent;
	char *variable, *last; /* as the dump has them */
};

struct uses_reader {
	json_t *unit;
	const json_t *scope;
	const json_t *array; /* whose index is read */
	struct loop loops[LOOPS_MOST];
	size_t depth;
};

static char *expression_copy(const char *text)
{
	return strndup(text, (size_t)(fortran_expression_end(text) - text));
}

static bool reference_read(const struct uses_reader *r, const char *text,
			   struct fortran_reference *out)
{
	return fortran_reference_parts(r->unit, r->scope, text, 0, out);
}

/* ---- lengths */

/* What a local variable is assigned first, or null. */
static const char *assigned(const struct uses_reader *r, const char *variable)
{
	const json_t *line;
	size_t i;

	json_array_foreach(json_object_get(r->scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text");
		const size_t size = strlen(variable);
		if (strncmp(text, "ASSIGN ", 7) == 0 &&
		    strncmp(text + 7, variable, size) == 0 && text[7 + size] == ' ')
			return text + 8 + size;
	}
	return NULL;
}

/* Without conversions and MIN and MAX with constants around. */
static const char *inside(const char *text)
{
	while (strncmp(text, "__convert_", 10) == 0 && strstr(text, "[[(("))
		text = strstr(text, "[[((") + 4;
	return text;
}

static bool length_read(const struct uses_reader *r, const char *text, char *of,
			size_t of_size, long *more, unsigned depth);

static bool is_size(const char *text)
{
	return strncmp(text, "size[", 5) == 0 || strncmp(text, "__size", 6) == 0 ||
	       strncmp(text, "ubound[", 7) == 0 || strncmp(text, "__ubound", 8) == 0;
}

/* Whether it has its size before the call: of local arrays and results nothing is known then. */
static bool is_sized_before(const struct fortran_reference *ref)
{
	const json_t *d = ref->declaration;

	return strchr(ref->text, '%') ||
	       (fortran_is_dummy(d) &&
		!(fortran_has(d, "DUMMY(OUT)") && fortran_is_allocatable(d)));
}

/* Whether the size of the array itself is in the expression: its length is its own. */
static bool asks_size(const struct uses_reader *r, const char *text)
{
	const char *end = fortran_expression_end(text);
	struct fortran_reference ref;

	for (const char *at = text; at < end; at++)
		if (is_size(at) && (at = strstr(at, "(("), at) &&
		    reference_read(r, at + 2, &ref) && ref.declaration == r->array)
			return true;
	return false;
}

/* Of MIN and MAX: the first of their arguments that is one. */
static bool length_among(const struct uses_reader *r, const char *text, char *of,
			 size_t of_size, long *more, unsigned depth)
{
	const char *at = strstr(text, "[[(");

	if (asks_size(r, text))
		return false;
	for (at = at ? at + 3 : ""; *at == '('; at += strspn(at, " ")) {
		if (length_read(r, at + 1, of, of_size, more, depth))
			return true;
		at = fortran_expression_end(at);
	}
	return false;
}

/* The integer that the expression is, and how many more; false: another expression. */
static bool length_read(const struct uses_reader *r, const char *text, char *of,
			size_t of_size, long *more, unsigned depth)
{
	struct fortran_reference ref;

	text = inside(text);
	if (strncmp(text, "__min", 5) == 0 || strncmp(text, "__max", 5) == 0)
		return length_among(r, text, of, of_size, more, depth);
	if (*text == '(' && strchr("+-", text[1]) && text[2] == ' ') {
		const char *second = fortran_expression_end(text + 3);
		if (*second != ' ' || !isdigit((unsigned char)second[1]))
			return false;
		if (!length_read(r, text + 3, of, of_size, more, depth))
			return false;
		*more += (text[1] == '-' ? -1 : 1) * atol(second + 1);
		return true;
	}
	if (is_size(text)) {
		const char *at = strstr(text, "((");
		if (!at || !reference_read(r, at + 2, &ref) || !is_sized_before(&ref))
			return false;
		snprintf(of, of_size, "size(%.200s)", ref.text);
		return true;
	}
	if (!reference_read(r, text, &ref) || ref.indices ||
	    !fortran_is(ref.declaration, "INTEGER"))
		return false;
	if (!strchr(ref.text, '%') && !fortran_is_dummy(ref.declaration)) {
		char *variable = expression_copy(text);
		const char *value =
		    variable && depth < SUBSTITUTED_MOST ? assigned(r, variable) : NULL;
		free(variable);
		return value && length_read(r, value, of, of_size, more, depth + 1);
	}
	snprintf(of, of_size, "%s", ref.text);
	json_object_set_new(ref.declaration, "length", json_true());
	return true;
}

/* "%n" where both are members of one object. */
static const char *beside(const char *array, const char *of)
{
	const char *last = strrchr(array, '%'), *own = strrchr(of, '%');

	return last && own && last - array == own - of &&
		       strncmp(array, of, (size_t)(last - array)) == 0
		   ? own
		   : of;
}

static void extent_set(json_t *array, const char *array_text, size_t dimension,
		       const char *of, long more)
{
	json_t *extents = json_object_get(array, "extents");
	const char *short_of = beside(array_text, of);
	char sized[300];

	if (json_object_get(array, "sized")) {
		json_object_del(array, "extents");
		return;
	}
	/* "size(%val)": of an array in the same object. */
	if (strncmp(of, "size(", 5) == 0) {
		snprintf(sized, sizeof sized, "size(%s", beside(array_text, of + 5));
		short_of = sized;
		if (strncmp(of + 5, array_text, strlen(array_text)) == 0 &&
		    of[5 + strlen(array_text)] == ')')
			return;
	}
	/* A component is in many objects: only what stands beside it tells of all. */
	if (strchr(array_text, '%') && *short_of != '%' &&
	    strncmp(short_of, "size(%", 6) != 0)
		return;
	if (!extents) {
		extents = json_array();
		json_object_set_new(array, "extents", extents);
	}
	while (json_array_size(extents) <= dimension)
		json_array_append_new(extents, json_null());
	json_t *old = json_array_get(extents, dimension);
	const bool is_same = strcmp(json_member_text(old, "of"), short_of) == 0;
	if (json_is_object(old) &&
	    (!is_same || json_integer_value(json_object_get(old, "more")) >= more))
		return;
	json_array_set_new(
	    extents, dimension,
	    json_pack("{s:s, s:I}", "of", short_of, "more", (json_int_t)more));
}

/* ---- one index */

static const struct loop *loop_of(const struct uses_reader *r, const char *index)
{
	const size_t size = (size_t)(fortran_expression_end(index) - index);

	for (size_t i = r->depth; i--;)
		if (strlen(r->loops[i].variable) == size &&
		    strncmp(r->loops[i].variable, index, size) == 0)
			return &r->loops[i];
	return NULL;
}

/* Elements of another array, also less one: these are indices. */
static bool index_mark(const struct uses_reader *r, const char *text)
{
	struct fortran_reference ref;

	text = inside(text);
	while (*text == '(' && strchr("+-", text[1]))
		text = inside(text + 3);
	if (!reference_read(r, text, &ref) || !ref.indices ||
	    !fortran_is(ref.declaration, "INTEGER"))
		return false;
	json_object_set_new(ref.declaration, "index", json_true());
	return true;
}

/* What the procedure compares the variable with, of that length in the dump; or null. */
static const char *compared(const struct uses_reader *r, const char *variable,
			    size_t size)
{
	static const char *const operators[] = {"(<= ", "(> ", "(< ", "(>= "};
	const json_t *line;
	size_t i;

	json_array_foreach(json_object_get(r->scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text");
		for (size_t k = 0; k < sizeof operators / sizeof *operators; k++)
			for (const char *at = text; (at = strstr(at, operators[k]));) {
				at += strlen(operators[k]);
				if (strncmp(at, variable, size) == 0 &&
				    at[size] == ' ' &&
				    !isdigit((unsigned char)at[size + 1]))
					return at + size + 1;
			}
	}
	return NULL;
}

/* An index that is a variable, compared with the length; or the length itself. */
static void variable_read(struct uses_reader *r, const struct fortran_reference *array,
			  const char *text, size_t dimension, long more)
{
	const char *last =
	    compared(r, text, (size_t)(fortran_expression_end(text) - text));
	char of[256];
	long further = more;

	if ((last && length_read(r, last, of, sizeof of, &more, 0)) ||
	    length_read(r, text, of, sizeof of, &further, 0))
		extent_set(array->declaration, array->text, dimension, of,
			   last ? more : further);
}

/* How large a local array is made, "ALLOCATE s:work(s:m % n)": the text of its first dimension, or null. */
static const char *allocated_size(const struct uses_reader *r, const char *name)
{
	const size_t size = strlen(name);
	const json_t *line;
	size_t i;

	json_array_foreach(json_object_get(r->scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text"), *at = text;
		if (strncmp(text, "ALLOCATE", 8) == 0)
			while ((at = strstr(at + 1, name)))
				if (at[-1] == ':' && at[size] == '(')
					return at + size + 1;
	}
	return NULL;
}

/* The elements are indices of a local array whose size is beside them: "below", that size. */
static void below_mark(struct uses_reader *r, const struct fortran_reference *array,
		       const char *text, size_t dimension)
{
	const json_t *bounds = json_object_get(array->declaration, "bounds");
	const char *last = json_string_value(json_array_get(bounds, 1));
	struct fortran_reference elements;
	char of[256];
	long more = 0;

	if (dimension || strchr(array->text, '%') ||
	    fortran_is_dummy(array->declaration) ||
	    !reference_read(r, inside(text), &elements))
		return;
	if (!last || !*last)
		last = allocated_size(r, array->text);
	if (last && length_read(r, last, of, sizeof of, &more, 0) && !more &&
	    strncmp(of, "size(", 5) != 0 && *beside(elements.text, of) == '%')
		json_object_set_new(elements.declaration, "below",
				    json_text(beside(elements.text, of)));
}

static void index_read(struct uses_reader *r, const struct fortran_reference *array,
		       const char *index, size_t dimension)
{
	char of[256];
	long more = 0;
	const size_t low = strspn(index, "0123456789");
	const char *text = inside(index + (low && index[low] == ':' ? low + 1 : 0));

	r->array = array->declaration;

	if (*text == '(' && strchr("+-", text[1]) && text[2] == ' ') {
		const char *second = fortran_expression_end(text + 3);
		if (*second != ' ' || !isdigit((unsigned char)second[1])) {
			index_mark(r, text);
			return;
		}
		more = (text[1] == '-' ? -1 : 1) * atol(second + 1);
		text = inside(text + 3);
	}
	const struct loop *loop = loop_of(r, text);
	if (loop && index_mark(r, loop->last)) {
		json_object_set_new(array->declaration, "indexed", json_true());
	} else if (loop || strncmp(text, "size[", 5) == 0) {
		if (length_read(r, loop ? loop->last : text, of, sizeof of, &more, 0))
			extent_set(array->declaration, array->text, dimension, of,
				   more);
	} else if (index_mark(r, text)) {
		json_object_set_new(array->declaration, "indexed", json_true());
		below_mark(r, array, text, dimension);
	} else {
		variable_read(r, array, text, dimension, more);
	}
}

static void indices_read(struct uses_reader *r, const struct fortran_reference *array)
{
	const char *at = array->indices;

	for (size_t i = 0; at && i < DIMENSIONS_MOST; i++) {
		at += strspn(at, " ");
		const char *end = fortran_expression_end(at);
		if (*end != ':')
			index_read(r, array, at, i);
		end += strcspn(end, ",)");
		at = *end == ',' ? end + 1 : NULL;
	}
}

/* ---- statements */

/* A procedure asks whether the variable or component is there. */
static void tested_add(const struct uses_reader *r, json_t *d)
{
	json_t *list = json_object_get(d, "tested");

	if (!list) {
		list = json_array();
		json_object_set_new(d, "tested", list);
	}
	json_array_append_new(list, json_text(json_member_text(r->scope, "name")));
}

/* Whether the reference is what size() or ubound() asks for: "__size0[[((t % x)". */
static bool is_asked(const char *line, const char *at)
{
	while (at > line && strchr("([", at[-1]))
		at--;
	if (*at != '[')
		return false;
	while (at > line && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
		at--;
	return is_size(at);
}

/* size(y) /= n: its size is its own. size(y) > 1 says nothing of others, and y%used == size(y%list) is whether
 * it is full. */
static bool is_sized(const struct uses_reader *r, const char *line, const char *at,
		     const struct fortran_reference *ref)
{
	static const char size[] = "size[((";
	const char *from = at - (sizeof size - 1);
	struct fortran_reference other;

	if (strncmp(line, "IF ", 3) != 0 || !fortran_is_behind(line, at, size))
		return false;
	const char *end = fortran_expression_end(from);
	const char *with = fortran_compared_with(line, from);
	const bool is_full = with && reference_read(r, with, &other) &&
			     !other.indices &&
			     fortran_is(other.declaration, "INTEGER") &&
			     *beside(ref->text, other.text) == '%';
	return !is_full && (*end != ' ' || !isdigit((unsigned char)end[1]));
}

static void reference_use(struct uses_reader *r, const char *line, const char *at,
			  const struct fortran_reference *ref)
{
	json_t *d = ref->declaration;
	json_t *type = (json_t *)fortran_type_of(r->unit, d);
	struct fortran_reference from;

	for (unsigned i = 1; strncmp(line, "ALLOCATE", 8) != 0; i++) {
		if (!fortran_reference_parts(r->unit, r->scope, at, i, &from))
			break;
		indices_read(r, &from);
		if (from.end == ref->end)
			break;
	}
	if (fortran_is_behind(line, at, "allocated[[((") ||
	    fortran_is_behind(line, at, "associated[[((") ||
	    fortran_is_behind(line, at, "allocated[((") ||
	    fortran_is_behind(line, at, "associated[(("))
		tested_add(r, d);
	if (is_asked(line, at))
		json_object_set_new(d, "asked", json_true());
	if (fortran_asks_negative(line, at, ref->end))
		json_object_set_new(d, "negative", json_true());
	if (is_sized(r, line, at, ref))
		json_object_set_new(d, "sized", json_true());
	if (fortran_is_behind(line, at, "POINTER ASSIGN ") &&
	    json_object_get(d, "tested") &&
	    reference_read(r, ref->end + strspn(ref->end, " "), &from))
		tested_add(r, from.declaration);
	if (strncmp(line, "DEALLOCATE", 10) == 0 && fortran_is_pointer(d)) {
		json_object_set_new(d, "freed", json_true());
		if (type)
			json_object_set_new(type, "freed", json_true());
	}
}

/* "ALLOCATE  s:this % row(4) s:this % col(4)": components that are there together, "together", their names;
 * and those of which an integer beside them counts the elements that are used, "counted". */
static void allocation_read(struct uses_reader *r, const char *line)
{
	struct fortran_reference all[ALLOCATED_MOST];
	size_t count = 0;

	for (const char *at = line; (at = strchr(at, ' ')) && count < ALLOCATED_MOST;) {
		at += strspn(at, " ");
		if (!reference_read(r, at, &all[count]))
			continue;
		at = all[count].end;
		count += strchr(all[count].text, '%') && all[count].indices;
	}
	for (size_t i = 0; i < count; i++) {
		json_t *d = all[i].declaration, *names = json_array();
		const json_t *extent = json_array_get(json_object_get(d, "extents"), 0);
		const char *of = json_member_text(extent, "of");
		char length[256];
		long more = 0;
		const bool is_of =
		    length_read(r, all[i].indices, length, sizeof length, &more, 0);
		for (size_t k = 0; k < count; k++)
			if (*beside(all[i].text, all[k].text) == '%' && k != i)
				json_array_append_new(
				    names, json_text(strrchr(all[k].text, '%') + 1));
		json_object_set_new(d, "together", names);
		if (!is_of && *of == '%' && !json_object_get(d, "counted"))
			json_object_set_new(d, "counted", json_true());
		else if (is_of && strcmp(beside(all[i].text, length), of) == 0)
			json_object_set_new(d, "counted", json_false());
	}
}

/* Takes the extents, unless they are those of the array itself. */
static void extents_take(struct fortran_reference *array, const json_t *extents)
{
	const char *of = json_member_text(json_array_get(extents, 0), "of");
	char own[300];

	snprintf(own, sizeof own, "size(%s)", array->text);
	if (strcmp(of, own) != 0 && !json_object_get(array->declaration, "sized"))
		json_object_set(array->declaration, "extents", (json_t *)extents);
}

/* Of the array that is assigned another one, both arguments as a whole. */
static void length_share(struct fortran_reference *to, struct fortran_reference *from)
{
	const json_t *own = json_object_get(to->declaration, "extents");
	const json_t *given = json_object_get(from->declaration, "extents");
	char of[300];

	if (own && !given) {
		extents_take(from, own);
	} else if (given && !own) {
		extents_take(to, given);
	} else if (!own) {
		snprintf(of, sizeof of, "size(%s)", to->text);
		extent_set(from->declaration, from->text, 0, of, 0);
	}
}

static bool is_vector(const struct fortran_reference *ref)
{
	return !ref->indices && !strchr(ref->text, '%') && is_sized_before(ref) &&
	       json_integer_value(json_object_get(ref->declaration, "rank")) == 1;
}

/* "ASSIGN x(FULL) (+ y(FULL) 1)": the arguments have one length. */
static void lengths_join(const struct uses_reader *r, const char *line)
{
	struct fortran_reference to, from;

	if (!reference_read(r, line, &to) || !is_vector(&to))
		return;
	for (const char *at = to.end; *at; at++)
		if (strchr(" (", *at) && reference_read(r, at + 1, &from) &&
		    is_vector(&from) && from.declaration != to.declaration)
			length_share(&to, &from);
}

static void loop_begin(struct uses_reader *r, long indent, const char *text)
{
	const char *equals = strchr(text, '='), *last, *step;

	if (!equals || r->depth == LOOPS_MOST)
		return;
	last = fortran_expression_end(equals + 1);
	step = *last ? fortran_expression_end(last + 1) : last;
	struct loop *loop = &r->loops[r->depth++];
	loop->indent = indent;
	loop->variable = strndup(text, (size_t)(equals - text));
	loop->last = *step == ' ' && step[1] == '-' ? expression_copy(equals + 1)
						    : expression_copy(last + !!*last);
}

static void loops_end(struct uses_reader *r, long indent)
{
	while (r->depth && r->loops[r->depth - 1].indent >= indent) {
		r->depth--;
		free(r->loops[r->depth].variable);
		free(r->loops[r->depth].last);
	}
}

static void line_use(struct uses_reader *r, long indent, const char *line)
{
	struct fortran_reference ref;
	char before = ' ';

	loops_end(r, indent);
	for (const char *at = line; *at; before = *at++)
		if ((isalpha((unsigned char)*at) || *at == '_') &&
		    strchr(" (=,[", before) && reference_read(r, at, &ref))
			reference_use(r, line, at, &ref);
	if (strncmp(line, "ASSIGN ", 7) == 0)
		lengths_join(r, line + 7);
	if (strncmp(line, "ALLOCATE ", 9) == 0)
		allocation_read(r, line);
	if (strncmp(line, "DO ", 3) == 0)
		loop_begin(r, indent, line + 3);
}

static void scopes_read(json_t *unit)
{
	const json_t *scope, *line;
	size_t i, k;

	json_array_foreach(json_object_get(unit, "scopes"), i, scope)
	{
		struct uses_reader r = {.unit = unit, .scope = scope};
		if (fortran_has(fortran_self(unit, scope), "ARTIFICIAL"))
			continue;
		json_array_foreach(json_object_get(scope, "code"), k, line) line_use(
		    &r, (long)json_integer_value(json_object_get(line, "indent")),
		    json_member_text(line, "text"));
		loops_end(&r, -1);
	}
}

void fortran_uses_read(json_t *unit)
{
	/* A pointer that is assigned may be tested behind that. */
	for (int i = 0; i < 2; i++)
		scopes_read(unit);
}
