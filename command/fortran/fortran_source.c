/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_source.c - statements of free and fixed form, and the interfaces among them. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/fortran/fortran_source.h"
#include "corpus/files/corpus.h"

static bool has_ending(const char *path, const char *const *endings, size_t count)
{
	const char *ending = strrchr(path, '.');

	for (size_t i = 0; ending && i < count; i++)
		if (strcasecmp(ending, endings[i]) == 0)
			return true;
	return false;
}

bool fortran_is_fixed(const char *path)
{
	static const char *const fixed[] = {".f", ".for", ".ftn", ".fpp"};

	return has_ending(path, fixed, sizeof fixed / sizeof *fixed);
}

bool fortran_is_source(const char *path)
{
	static const char *const free[] = {".f90", ".f95", ".f03", ".f08", ".f18"};

	return fortran_is_fixed(path) ||
	       has_ending(path, free, sizeof free / sizeof *free);
}

/* ---- statements */

/* Adds a line without its comment, in small letters outside of texts, and blanks as one.
 * *quote: the text that is open. */
static void line_add(struct text_buffer *out, const char *at, size_t size, char *quote)
{
	for (size_t i = 0; i < size && (*quote || at[i] != '!'); i++) {
		const char c = at[i];
		if (*quote)
			*quote = c == *quote ? 0 : *quote;
		else if (c == '\'' || c == '"')
			*quote = c;
		if (!*quote && (c == ' ' || c == '\t')) {
			if (out->size && out->bytes[out->size - 1] != ' ')
				text_add_char(out, ' ');
		} else {
			text_add_char(out,
				      *quote ? c : (char)tolower((unsigned char)c));
		}
	}
}

static void statement_end(struct fortran_source *s, struct text_buffer *text)
{
	char *at = text->bytes;

	while (text->size && text->bytes[text->size - 1] == ' ')
		text->bytes[--text->size] = '\0';
	if (text->size) {
		at += *at == ' ';
		words_add(&s->statements, at);
	}
	text->size = 0;
	if (text->bytes)
		*text->bytes = '\0';
}

/* Whether a line of free form goes on: it ends in &, which is taken off. */
static bool goes_on(struct text_buffer *text)
{
	while (text->size && text->bytes[text->size - 1] == ' ')
		text->bytes[--text->size] = '\0';
	if (!text->size || text->bytes[text->size - 1] != '&')
		return false;
	text->bytes[--text->size] = '\0';
	return true;
}

static void free_read(struct fortran_source *s, const char *bytes)
{
	struct text_buffer text = {0};
	char quote = 0;

	for (const char *at = bytes, *end; *at; at = *end ? end + 1 : end) {
		end = strchrnul(at, '\n');
		const char *from = at + strspn(at, " \t");
		if (from >= end || *from == '!' || *from == '#')
			continue;
		from += *from == '&' && text.size;
		line_add(&text, from, (size_t)(end - from), &quote);
		if (!goes_on(&text)) {
			statement_end(s, &text);
			quote = 0;
		}
	}
	statement_end(s, &text);
	text_done(&text);
}

enum { FIXED_LABEL = 6, FIXED_LINE = 72 };

static void fixed_read(struct fortran_source *s, const char *bytes)
{
	struct text_buffer text = {0};
	char quote = 0;

	for (const char *at = bytes, *end; *at; at = *end ? end + 1 : end) {
		end = strchrnul(at, '\n');
		size_t size = (size_t)(end - at);
		if (!size || strchr("cC*!#dD", *at))
			continue;
		const char *tab =
		    memchr(at, '\t', size < FIXED_LABEL ? size : FIXED_LABEL);
		const bool is_more =
		    !tab && size >= FIXED_LABEL && !strchr(" 0", at[FIXED_LABEL - 1]);
		const size_t skip = tab ? (size_t)(tab + 1 - at) : FIXED_LABEL;
		if (!is_more) {
			statement_end(s, &text);
			quote = 0;
		}
		size = size > FIXED_LINE ? FIXED_LINE : size;
		if (size > skip)
			line_add(&text, at + skip, size - skip, &quote);
	}
	statement_end(s, &text);
	text_done(&text);
}

static bool begins(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

bool fortran_source_read(struct fortran_source *s, const char *path)
{
	unsigned char *bytes = NULL;
	size_t size;

	memset(s, 0, sizeof *s);
	s->is_fixed = fortran_is_fixed(path);
	if (corpus_read(path, &bytes, &size) != CORPUS_OK)
		return false;
	if (s->is_fixed)
		fixed_read(s, (char *)bytes);
	else
		free_read(s, (char *)bytes);
	free(bytes);
	for (size_t i = 0; i < s->statements.count; i++)
		s->has_program |= begins(s->statements.items[i], "program ");
	return true;
}

void fortran_source_done(struct fortran_source *s)
{
	words_done(&s->statements);
}

/* ---- names in statements */

bool fortran_in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Where the word stands by itself, or null. */
static const char *word_find(const char *text, const char *word)
{
	const size_t size = strlen(word);

	for (const char *at = text; (at = strstr(at, word)); at++)
		if ((at == text || !fortran_in_name(at[-1])) &&
		    !fortran_in_name(at[size]))
			return at;
	return NULL;
}

/* "subroutine NAME", "real(8) function NAME", also behind prefixes. */
static bool is_head(const char *text, const char *name)
{
	static const char *const words[] = {"subroutine ", "function "};

	if (begins(text, "end"))
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		const char *at = strstr(text, words[i]);
		const size_t size = strlen(name);
		if (!at || (at != text && fortran_in_name(at[-1])) ||
		    strcspn(text, "'\"=") < (size_t)(at - text))
			continue;
		at += strlen(words[i]);
		if (!size ||
		    (strncmp(at, name, size) == 0 && !fortran_in_name(at[size])))
			return true;
	}
	return false;
}

static bool is_type_head(const char *text, const char *name)
{
	const char *colons = strstr(text, "::");
	const size_t size = strlen(name);

	if (!begins(text, "type") || text[4] == '(')
		return false;
	const char *at = colons ? colons + 2 : text + 4;
	at += strspn(at, " ");
	return strncmp(at, name, size) == 0 && !fortran_in_name(at[size]);
}

static bool is_end(const char *text)
{
	return strcmp(text, "end") == 0 || begins(text, "end subroutine") ||
	       begins(text, "end function") || begins(text, "endsubroutine") ||
	       begins(text, "endfunction") || begins(text, "end procedure");
}

/* Behind the end of the procedure whose head is statement i. */
static size_t procedure_end(const struct fortran_source *s, size_t i)
{
	for (unsigned open = 0; i < s->statements.count; i++) {
		open += is_head(s->statements.items[i], "");
		if (open && is_end(s->statements.items[i]) && --open == 0)
			return i + 1;
	}
	return i;
}

/* ---- declarations */

static void words_put(json_t *d, const char *word)
{
	struct text_buffer text = {0};
	const char *old = json_member_text(d, "words");

	text_add(&text, "%s%s ", *old ? old : " ", word);
	json_object_set_new(d, "words", json_text(text_string(&text)));
	text_done(&text);
}

/* The base of a type, "" where the statement begins with none; *rest: behind it. */
static const char *base_of(const char *text, const char **rest)
{
	static const struct {
		const char *word, *base;
	} bases[] = {{"double precision", "REAL"},
		     {"integer", "INTEGER"},
		     {"real", "REAL"},
		     {"logical", "LOGICAL"},
		     {"complex", "COMPLEX"},
		     {"character", "CHARACTER"},
		     {"type(", "DERIVED"},
		     {"type (", "DERIVED"},
		     {"class(", "CLASS"},
		     {"class (", "CLASS"}};

	for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
		const size_t size = strlen(bases[i].word);
		if (strncmp(text, bases[i].word, size) ||
		    fortran_in_name(text[size - 1] == '(' ? ' ' : text[size]))
			continue;
		const char *at = text + size - (text[size - 1] == '(');
		at += strspn(at, " ");
		if (*at == '*')
			at += 1 + strspn(at + 1, "0123456789 ");
		if (*at == '(') {
			long open = 0;
			do
				open += (*at == '(') - (*at == ')');
			while (*at && (at++, open));
		}
		*rest = at;
		return bases[i].base;
	}
	return "";
}

/* Dimensions of "(:, 3)". */
static long rank_of(const char *text)
{
	long rank = 1, open = 0;

	if (*text != '(')
		return 0;
	for (; *text; text++) {
		open += (*text == '(') - (*text == ')');
		rank += *text == ',' && open == 1;
		if (!open)
			break;
	}
	return rank;
}

/* Takes what the statement declares of the name. */
static void declaration_take(json_t *d, const char *statement)
{
	const char *name = json_member_text(d, "name"), *rest = statement;
	const char *base = base_of(statement, &rest);
	const char *colons = strstr(rest, "::");
	const char *list = colons ? colons + 2 : rest;
	const char *own = word_find(list, name);
	const char *dimension = strstr(rest, "dimension(");

	if (!*base || !own)
		return;
	json_object_set_new(d, "base", json_text(base));
	own += strlen(name);
	long rank = rank_of(own + strspn(own, " "));
	if (!rank && dimension && colons && dimension < colons)
		rank = rank_of(dimension + 9);
	json_object_set_new(d, "rank", json_integer(rank));
	if (colons && strstr(rest, "intent(in)") && strstr(rest, "intent(in)") < colons)
		words_put(d, "DUMMY(IN)");
	if (colons && strstr(rest, "value") && strstr(rest, "value") < colons)
		words_put(d, "VALUE");
	if (colons && strstr(rest, "allocatable"))
		words_put(d, "ALLOCATABLE");
	if (colons && strstr(rest, "pointer"))
		words_put(d, "POINTER");
}

static json_t *declaration_read(const struct fortran_source *s, size_t from, size_t end,
				const char *name)
{
	json_t *d = json_object();

	json_object_set_new(d, "name", json_text(name));
	json_object_set_new(d, "base", json_text("UNKNOWN"));
	for (size_t i = from; i < end; i++)
		declaration_take(d, s->statements.items[i]);
	return d;
}

/* ---- interfaces */

/* The name at the place. The caller frees. */
static char *name_at(const char *at)
{
	size_t size = 0;

	at += strspn(at, " (");
	while (fortran_in_name(at[size]))
		size++;
	return strndup(at, size);
}

static void dummies_read(const struct fortran_source *s, size_t from, size_t end,
			 const char *list, json_t *dummies)
{
	for (const char *at = list; *at && *at != ')';) {
		char *name = name_at(at + 1);
		if (name && *name)
			json_array_append_new(dummies,
					      declaration_read(s, from, end, name));
		free(name);
		at += 1 + strcspn(at + 1, ",)");
	}
}

const char *fortran_type_begin(const char *head)
{
	static const char *const words[] = {"pure ", "elemental ", "recursive ",
					    "impure ", "module "};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (begins(head, words[i]))
			return fortran_type_begin(head + strlen(words[i]));
	return head;
}

static json_t *result_read(const struct fortran_source *s, size_t from, size_t end,
			   const char *own)
{
	const char *head = s->statements.items[from], *rest;
	const char *result = word_find(head, "result");
	char *name = result ? name_at(result + 6) : strdup(own);
	json_t *d = declaration_read(s, from, end, name ? name : own);
	const char *base = base_of(fortran_type_begin(head), &rest);

	if (*base)
		json_object_set_new(d, "base", json_text(base));
	free(name);
	return d;
}

/* Of the body that begins at that statement. */
static json_t *body_read(const struct fortran_source *s, size_t from, const char *name)
{
	const char *head = s->statements.items[from], *list;
	const size_t end = procedure_end(s, from);
	const bool is_function = word_find(head, "function") != NULL;
	json_t *all = json_object(), *text = json_array(), *dummies = json_array();

	json_object_set_new(all, "name", json_text(name));
	json_object_set_new(all, "subroutine", json_boolean(!is_function));
	list = word_find(head, is_function ? "function" : "subroutine");
	list = list ? strchr(list, '(') : NULL;
	if (list)
		dummies_read(s, from, end, list, dummies);
	json_object_set_new(all, "dummies", dummies);
	if (is_function)
		json_object_set_new(all, "result", result_read(s, from, end, name));
	for (size_t i = from; i < end; i++)
		json_array_append_new(text, json_text(s->statements.items[i]));
	json_object_set_new(all, "text", text);
	return all;
}

/* The interface of that name in an interface block from one statement to another. */
static json_t *block_find(const struct fortran_source *s, size_t from, size_t end,
			  const char *name)
{
	bool inside = false;

	for (size_t i = from; i < end; i++) {
		const char *text = s->statements.items[i];
		if (begins(text, "interface") || begins(text, "abstract interface"))
			inside = true;
		else if (begins(text, "end interface") || begins(text, "endinterface"))
			inside = false;
		else if (inside && is_head(text, name))
			return body_read(s, i, name);
	}
	return NULL;
}

/* "procedure(NAME), pointer :: f" */
static json_t *named_interface(const struct fortran_source *s, const char *statement)
{
	char *name = name_at(strchr(statement, '('));
	json_t *found = name ? block_find(s, 0, s->statements.count, name) : NULL;

	if (!found && name && *name) {
		found = json_object();
		json_object_set_new(found, "procedure", json_text(name));
	}
	free(name);
	return found;
}

json_t *fortran_interface(const struct fortran_source *s, const char *in,
			  const char *name)
{
	size_t from = 0, end;

	while (from < s->statements.count && !is_head(s->statements.items[from], in) &&
	       !is_type_head(s->statements.items[from], in))
		from++;
	if (from == s->statements.count)
		return NULL;
	if (is_head(s->statements.items[from], in))
		end = procedure_end(s, from);
	else
		for (end = from; end < s->statements.count &&
				 !begins(s->statements.items[end], "end type") &&
				 !begins(s->statements.items[end], "endtype");)
			end++;
	for (size_t i = from; i < end; i++) {
		const char *text = s->statements.items[i], *colons = strstr(text, "::");
		if ((begins(text, "procedure(") || begins(text, "procedure (")) &&
		    colons && word_find(colons, name))
			return named_interface(s, text);
	}
	return block_find(s, from + 1, end, name);
}
