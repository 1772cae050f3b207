/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_dump.c - the dump of gfortran's parse tree, line by line, into a unit. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/base/words.h"
#include "command/fortran/fortran_unit.h"

enum { NEST_MOST = 32 };

struct dump_reader {
	json_t *unit, *scopes, *types;
	json_t *symbol; /* that the lines tell of, or null */
	bool is_new; /* the line behind "symtree" is its type */
	bool in_components, in_code;
	json_t *scope;
	long scope_at, indent;
	struct {
		long indent, scope;
	} nest[NEST_MOST]; /* modules and procedures around */
	size_t depth;
};

/* ---- lists in parentheses */

/* The items of "(a (b c) d)" from behind its first parenthesis on; returns what is behind. */
static const char *items_read(const char *text, struct words *items)
{
	struct text_buffer item = {0};
	long open = 0;
	char quote = 0;

	for (; *text; text++) {
		const char c = *text;
		if (quote) {
			quote = c == quote ? 0 : quote;
		} else if (c == '\'' || c == '"') {
			quote = c;
		} else if (c == '(' || c == '[') {
			open++;
		} else if (c == ')' || c == ']') {
			if (open-- == 0)
				break;
		} else if (c == ' ' && open == 0) {
			if (item.size)
				words_add(items, text_string(&item));
			item.size = 0;
			continue;
		}
		text_add_char(&item, c);
	}
	if (item.size)
		words_add(items, text_string(&item));
	text_done(&item);
	return *text ? text + 1 : text;
}

static void set(json_t *object, const char *name, const char *text)
{
	json_object_set_new(object, name, json_text(text));
}

/* "(CHARACTER 8 1)" */
static void type_read(json_t *d, const char *text)
{
	struct words items = {0};

	items_read(text + (*text == '('), &items);
	const char *const second = items.count > 1 ? items.items[1] : "";
	set(d, "base", items.count ? items.items[0] : "UNKNOWN");
	if (fortran_is(d, "CHARACTER")) {
		set(d, "length", strcmp(second, "()") == 0 ? "" : second);
		json_object_set_new(
		    d, "kind",
		    json_integer(items.count > 2 ? atoi(items.items[2]) : 1));
		json_object_set_new(d, "deferred", json_boolean(items.count > 3));
	} else if (fortran_is(d, "DERIVED") || fortran_is(d, "CLASS")) {
		set(d, "of", second);
	} else {
		json_object_set_new(d, "kind", json_integer(atoi(second)));
	}
	words_done(&items);
}

/* "(2 [0] AS_EXPLICIT 1 lda 1 n )" */
static void shape_read(json_t *d, const char *text)
{
	struct words items = {0};
	json_t *bounds = json_array();

	items_read(text + (*text == '('), &items);
	if (items.count > 2) {
		json_object_set_new(d, "rank", json_integer(atoi(items.items[0])));
		set(d, "shape", items.items[2]);
	}
	for (size_t i = 3; i < items.count; i++)
		json_array_append_new(
		    bounds,
		    json_text(strcmp(items.items[i], "()") ? items.items[i] : ""));
	json_object_set_new(d, "bounds", bounds);
	words_done(&items);
}

/* " A B " of the items. */
static void words_set(json_t *d, const struct words *items, size_t from)
{
	struct text_buffer text = {0};

	text_add(&text, " ");
	for (size_t i = from; i < items->count; i++)
		text_add(&text, "%s ", items->items[i]);
	set(d, "words", text_string(&text));
	text_done(&text);
}

/* "(val (REAL 8) ALLOCATABLE DIMENSION (1 [0] AS_DEFERRED () () ) PRIVATE)" */
static void component_read(struct dump_reader *r, const char *text)
{
	struct words items = {0};
	json_t *d = json_object();

	items_read(text + 1, &items);
	if (items.count > 1 && *items.items[0] != '_') {
		set(d, "name", items.items[0]);
		type_read(d, items.items[1]);
		words_set(d, &items, 2);
		for (size_t i = 2; i < items.count; i++)
			if (*items.items[i] == '(' && strstr(items.items[i], "AS_"))
				shape_read(d, items.items[i]);
		json_array_append(json_object_get(r->symbol, "components"), d);
	} else if (items.count > 1 && strcmp(items.items[0], "_data") == 0) {
		type_read(d, items.items[1]);
		json_object_set(r->symbol, "data", json_object_get(d, "of"));
	}
	json_decref(d);
	words_done(&items);
}

/* "PROCEDURE, PASS, PUBLIC :: area => square_area" */
static void binding_read(struct dump_reader *r, const char *text)
{
	const char *name = strstr(text, ":: "), *arrow = strstr(text, " => ");

	if (!name || !arrow || strncmp(text, "PROCEDURE", 9) != 0)
		return;
	json_t *bindings = json_object_get(r->symbol, "bindings");
	char *key = strndup(name + 3, (size_t)(arrow - name - 3));
	if (key)
		json_object_set_new(bindings, key, json_text(arrow + 4));
	free(key);
}

/* ---- symbols */

/* The name that a procedure of bind(c) has for the linker. */
static void label_read(struct dump_reader *r, const char *line)
{
	static const char word[] = "binding_label: '";
	const char *at = strstr(line, word);
	char *label = at ? strdup(at + sizeof word - 1) : NULL;

	if (!label)
		return;
	label[strcspn(label, "'")] = '\0';
	set(r->symbol, "label", label);
	free(label);
}

static void symbol_begin(struct dump_reader *r, const char *line)
{
	const char *at = strstr(line, "symbol: '");
	const char *end = at ? strchr(at + 9, '\'') : NULL;

	r->symbol = NULL;
	r->in_components = false;
	if (!end || strstr(end, "from namespace"))
		return;
	char *name = strndup(at + 9, (size_t)(end - at - 9));
	r->symbol = json_object();
	set(r->symbol, "name", name ? name : "");
	label_read(r, end);
	json_object_set_new(r->symbol, "components", json_array());
	json_object_set_new(r->symbol, "bindings", json_object());
	free(name);
	r->is_new = true;
}

/* Where it is kept once its attributes are known. */
static void symbol_place(struct dump_reader *r)
{
	const char *name = json_member_text(r->symbol, "name");
	const bool is_type = fortran_has(r->symbol, "DERIVED");

	if (is_type) {
		const char *words = json_member_text(r->symbol, "words");
		const char *use = strstr(words, "USE-ASSOC(");
		char *module = use ? strndup(use + 10, strcspn(use + 10, ")"))
				   : strdup(json_member_text(r->scope, "name"));
		set(r->symbol, "module", module ? module : "");
		if (!use)
			json_object_set_new(r->symbol, "scope",
					    json_integer(r->scope_at));
		free(module);
	}
	json_t *into = is_type ? r->types : json_object_get(r->scope, "symbols");
	/* A type stands where it is defined before where it is used. */
	json_t *first = is_type ? json_object_get(into, name) : NULL;
	if (first) {
		json_decref(r->symbol);
		r->symbol = first;
	} else {
		json_object_set_new(into, name, r->symbol);
	}
}

static void attributes_read(struct dump_reader *r, const char *text)
{
	struct words items = {0};

	items_read(text + 1, &items);
	words_set(r->symbol, &items, 0);
	words_done(&items);
	if (fortran_has(r->symbol, "MODULE") && !strstr(text, "USE-ASSOC"))
		json_object_set_new(r->scope, "module", json_true());
	symbol_place(r);
}

static void names_read(struct dump_reader *r, const char *as, const char *text)
{
	struct words items = {0};
	json_t *names = json_array();

	items_read(text, &items);
	for (size_t i = 0; i < items.count; i++)
		json_array_append_new(names, json_text(items.items[i]));
	json_object_set_new(r->symbol, as, names);
	words_done(&items);
}

/* A line that tells of the symbol. */
static void symbol_line(struct dump_reader *r, const char *line)
{
	if (r->is_new && strncmp(line, "type spec : ", 12) == 0) {
		type_read(r->symbol, line + 12);
		r->is_new = false;
	} else if (strncmp(line, "attributes: ", 12) == 0) {
		attributes_read(r, line + 12);
	} else if (strncmp(line, "components:", 11) == 0) {
		r->in_components = true;
	} else if (strncmp(line, "hash:", 5) == 0) {
		r->in_components = false;
	} else if (strncmp(line, "PROCEDURE, ", 11) == 0) {
		binding_read(r, line);
	} else if (r->in_components && *line == '(') {
		component_read(r, line);
	} else if (strncmp(line, "Array spec:", 11) == 0) {
		shape_read(r->symbol, line + 11);
	} else if (strncmp(line, "Formal arglist: ", 16) == 0) {
		names_read(r, "formal", line + 16);
	} else if (strncmp(line, "variables : ", 12) == 0) {
		names_read(r, "variables", line + 12);
	} else if (strncmp(line, "result: ", 8) == 0) {
		set(r->symbol, "result", line + 8);
	} else if (strncmp(line, "value: ", 7) == 0) {
		set(r->symbol, "value", line + 7);
	}
}

/* ---- scopes */

static void scope_begin(struct dump_reader *r, long indent)
{
	while (r->depth && r->nest[r->depth - 1].indent >= indent)
		r->depth--;
	r->scope = json_object();
	json_object_set_new(r->scope, "symbols", json_object());
	json_object_set_new(r->scope, "code", json_array());
	json_object_set_new(r->scope, "parent",
			    json_integer(r->depth ? r->nest[r->depth - 1].scope : -1));
	r->scope_at = (long)json_array_size(r->scopes);
	json_array_append_new(r->scopes, r->scope);
	if (r->depth < NEST_MOST) {
		r->nest[r->depth].indent = indent;
		r->nest[r->depth++].scope = r->scope_at;
	}
	r->symbol = NULL;
	r->in_code = false;
}

static void code_add(struct dump_reader *r, long indent, const char *line)
{
	json_array_append_new(json_object_get(r->scope, "code"),
			      json_pack("{s:I, s:o}", "indent", (json_int_t)indent,
					"text", json_text(line)));
}

static void line_read(struct dump_reader *r, const char *line)
{
	const long indent = (long)strspn(line, " ");

	line += indent;
	if (strncmp(line, "Namespace:", 10) == 0)
		scope_begin(r, indent);
	else if (!r->scope || !*line || strcmp(line, "CONTAINS") == 0)
		return;
	else if (strncmp(line, "procedure name = ", 17) == 0)
		set(r->scope, "name", line + 17);
	else if (strcmp(line, "code:") == 0)
		r->in_code = true;
	else if (r->in_code)
		code_add(r, indent, line);
	else if (strncmp(line, "symtree: ", 9) == 0)
		symbol_begin(r, line);
	else if (r->symbol)
		symbol_line(r, line);
}

/* ---- functions */

static void signature_add(const json_t *unit, const json_t *d, struct text_buffer *text)
{
	char *type = fortran_type_text(unit, d), *bounds = fortran_bounds_text(d);

	text_add(text, "%s :: %s%s", type ? type : "procedure",
		 json_member_text(d, "name"), bounds ? bounds : "");
	free(type);
	free(bounds);
}

static char *signature(const json_t *unit, const json_t *scope)
{
	const json_t *result = fortran_result(unit, scope), *d;
	struct text_buffer text = {0};
	char *whole;

	text_add(&text, "%s %s(", result ? "function" : "subroutine",
		 json_member_text(scope, "name"));
	for (size_t i = 0; (d = fortran_dummy(unit, scope, i)); i++) {
		text_add(&text, "%s", i ? "; " : "");
		signature_add(unit, d, &text);
	}
	text_add(&text, ")");
	if (result) {
		text_add(&text, " ");
		signature_add(unit, result, &text);
	}
	whole = strdup(text_string(&text));
	text_done(&text);
	return whole;
}

static void function_add(json_t *unit, size_t number, const json_t *scope)
{
	const json_t *around = fortran_scope(
	    unit, (long)json_integer_value(json_object_get(scope, "parent")));
	const char *name = json_member_text(scope, "name");
	const char *module = json_member_text(around, "name");
	const char *label = json_member_text(fortran_self(unit, scope), "label");
	struct text_buffer full = {0}, symbol = {0};
	char *text = signature(unit, scope);

	text_add(&full, "%s%s%s", module, around ? "::" : "", name);
	if (*label)
		text_add(&symbol, "%s", label);
	else if (around)
		text_add(&symbol, "__%s_MOD_%s", module, name);
	else
		text_add(&symbol, "%s_", name);
	json_array_append_new(json_object_get(unit, "functions"),
			      json_pack("{s:s, s:s, s:s, s:I}", "name",
					text_string(&full), "symbol",
					text_string(&symbol), "text", text ? text : "",
					"scope", (json_int_t)number));
	text_done(&full);
	text_done(&symbol);
	free(text);
}

/* Those by which a procedure with ENTRY statements is called: its own name is one, and each has a scope
 * like the procedure's, which the compiler calls "master.0.NAME". */
static void entries_add(json_t *unit)
{
	json_t *scopes = json_object_get(unit, "scopes"), *symbol;
	const size_t count = json_array_size(scopes);
	const char *name;

	for (size_t i = 0; i < count; i++) {
		json_t *scope = json_array_get(scopes, i);
		if (strncmp(json_member_text(scope, "name"), "master.", 7) != 0)
			continue;
		json_object_foreach(json_object_get(scope, "symbols"), name, symbol)
		{
			if (!fortran_has(symbol, "ENTRY"))
				continue;
			json_t *own = json_copy(scope);
			set(own, "name", name);
			json_array_append_new(scopes, own);
		}
	}
}

/* Procedures of modules and those of no module, which the source has written. */
static void functions_add(json_t *unit)
{
	const json_t *scope;
	size_t number;

	entries_add(unit);
	json_array_foreach(json_object_get(unit, "scopes"), number, scope)
	{
		const json_t *around = fortran_scope(
		    unit, (long)json_integer_value(json_object_get(scope, "parent")));
		const json_t *self = fortran_self(unit, scope);
		const bool is_inner =
		    around && !json_is_true(json_object_get(around, "module"));
		if (self && !is_inner && fortran_has(self, "PROCEDURE") &&
		    !fortran_has(self, "ENTRY-MASTER") &&
		    !fortran_has(self, "ARTIFICIAL"))
			function_add(unit, number, scope);
	}
}

json_t *fortran_unit_read(const char *dump)
{
	struct dump_reader r = {
	    .unit = json_object(), .scopes = json_array(), .types = json_object()};
	const char *end;

	set(r.unit, "language", "fortran");
	json_object_set_new(r.unit, "scopes", r.scopes);
	json_object_set_new(r.unit, "types", r.types);
	json_object_set_new(r.unit, "functions", json_array());
	for (const char *at = dump; at && *at; at = *end ? end + 1 : end) {
		end = strchrnul(at, '\n');
		size_t size = (size_t)(end - at);
		while (size && at[size - 1] == ' ')
			size--;
		char *line = strndup(at, size);
		if (line)
			line_read(&r, line);
		free(line);
	}
	functions_add(r.unit);
	return r.unit;
}
