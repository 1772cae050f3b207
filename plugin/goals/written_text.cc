/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_text.cc - reads lines of a source, and finds the ends of operands in them. The
 * definitions of macros, as text, are the preprocessor's; arguments are put in the place
 * of parameters.
 */
#define INCLUDE_STRING
#define INCLUDE_VECTOR
#include "plugin/gcc.h"
#include "plugin/goals/written_text.h"
#include "plugin/front_end.h"

enum { MAX_LINES = 8, MAX_BEFORE = 4 };

/* ---- lines */

/* A comment as spaces; returns its end. */
static char *blank(char *at, const char *end)
{
	for (; *at && at < end; at++)
		*at = *at == '\n' ? '\n' : ' ';
	return at;
}

/* What stands between two quotes as a word, but for letters and digits; returns the place
 * of the second one. A quote behind a digit is one inside of a number. */
static char *hide_quoted(char *begin, char *at)
{
	const char quote = *at;

	if (quote == '\'' && at > begin && ISDIGIT(at[-1]))
		return at;
	for (at++; *at && *at != quote && *at != '\n'; at++) {
		if (*at == '\\' && at[1] && at[1] != '\n')
			*at++ = '_';
		*at = ISALNUM(*at) ? *at : '_';
	}
	return *at ? at : at - 1;
}

static void hide_comments(char *text)
{
	for (char *at = text; *at; at++) {
		const char *end = !strncmp(at, "/*", 2)	  ? strstr(at + 2, "*/")
				  : !strncmp(at, "//", 2) ? strchr(at, '\n')
							  : NULL;
		if (*at == '"' || *at == '\'')
			at = hide_quoted(text, at);
		else if (end)
			at = blank(at, *end == '*' ? end + 2 : end) - 1;
	}
}

/* The lines from `first` on and before `last`, as they stand; *start: where `line`, one of them,
 * begins. */
static bool lines_read(const char *file, int first, int last, int line, char *text,
		       size_t *start)
{
	FILE *in = file ? fopen(file, "r") : NULL;
	size_t length = 0;

	if (!in)
		return false;
	*start = 0;
	for (int c, at = 1; at < last && (c = getc(in)) != EOF; at += c == '\n') {
		if (at >= first && length + 1 < WRITTEN_TEXT_MAX)
			text[length++] = (char)c;
		if (c == '\n' && at == line - 1)
			*start = length;
	}
	fclose(in);
	text[length] = '\0';
	return length != 0;
}

bool text_line(const char *file, int line, char *text)
{
	size_t start;

	return lines_read(file, line, line + 1, line, text, &start);
}

bool text_read(const char *file, int line, char *text, size_t *start)
{
	*start = 0;
	if (lang_GNU_Fortran())
		return text_line(file, line, text);
	if (!lines_read(file, line - MAX_BEFORE, line + MAX_LINES, line, text, start))
		return false;
	hide_comments(text);
	return true;
}

/* ---- ends of operands */

bool text_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

bool text_is_in_name(char c)
{
	return ISALNUM(c) || c == '_';
}

text_span text_trim(text_span s)
{
	while (s.begin < s.end && text_is_space(*s.begin))
		s.begin++;
	while (s.end > s.begin && text_is_space(s.end[-1]))
		s.end--;
	return s;
}

static int nesting(char c)
{
	return c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
}

const char *text_closing(text_span s)
{
	int depth = 0;

	for (const char *at = s.begin; at < s.end; at++) {
		depth += nesting(*at);
		if (!depth)
			return at;
	}
	return s.end;
}

/* The length of Fortran's .and. or .or. there, or 0. */
static int dotted_and(const char *at)
{
	return !lang_GNU_Fortran()	      ? 0
	       : !strncasecmp(at, ".and.", 5) ? 5
	       : !strncasecmp(at, ".or.", 4)  ? 4
					      : 0;
}

bool text_is_and_or(const char *at)
{
	return !strncmp(at, "&&", 2) || !strncmp(at, "||", 2);
}

static bool is_assignment(const char *begin, const char *at)
{
	return *at == '=' && at[1] != '=' && at > begin && !strchr("<>=!", at[-1]);
}

/* Whether one of == and !=, or its second character, is there. */
static bool is_equality(const char *begin, const char *at)
{
	return ((*at == '=' || *at == '!') && at[1] == '=') ||
	       (*at == '=' && at > begin && (at[-1] == '=' || at[-1] == '!'));
}

/* Whether no expression goes on before that place of the text. */
static bool is_end(const char *begin, const char *at)
{
	return is_assignment(begin, at) || strchr(";{},", *at);
}

/* Whether the operand of a comparison cannot go on before that place. */
static bool is_border(const char *begin, const char *at)
{
	return is_end(begin, at) || *at == '?' || *at == ':' || dotted_and(at) ||
	       (!lang_GNU_Fortran() && (strchr("&|^", *at) || is_equality(begin, at)));
}

/* What follows the last `return` of the span, which may be behind an `if (...)`. */
static const char *skip_return(text_span s)
{
	static const char word[] = "return";
	const size_t length = sizeof word - 1;

	for (const char *at = s.end; at-- > s.begin;)
		if (at + length < s.end && !strncmp(at, word, length) &&
		    !text_is_in_name(at[length]) &&
		    (at == s.begin || text_is_space(at[-1]) || at[-1] == ')'))
			return at + length;
	return s.begin;
}

text_span text_operand_before(const char *begin, const char *end)
{
	const char *at = end;

	for (int depth = 0; at > begin; at--) {
		depth -= nesting(at[-1]);
		if (depth < 0 || (depth == 0 && is_border(begin, at - 1)))
			break;
	}
	if (at > begin && dotted_and(at - 1))
		at += dotted_and(at - 1) - 1;
	return {skip_return({at, end}), end};
}

text_span text_operand_behind(const char *begin)
{
	const char *at = begin;

	for (int depth = 0; *at; at++) {
		depth += nesting(*at);
		if (depth < 0 || (depth == 0 && is_border(begin, at)))
			break;
	}
	return {begin, at};
}

text_span text_condition_behind(const char *place)
{
	const char *at = place;

	if (text_is_and_or(at))
		at += 2;
	else if (*at == '(')
		at++;
	for (int depth = 0; *at; at++) {
		depth += nesting(*at);
		if (depth < 0 || strchr(";{?", *at) || text_is_and_or(at))
			break;
	}
	return {place, at};
}

/* Where the condition begins in the parentheses of an `if` whose text this is: behind
 * what C++ can initialise there, and its semicolon. */
static const char *skip_initialiser(const char *inside)
{
	int depth = 0;

	for (const char *at = inside; *at && depth >= 0; at++) {
		depth += nesting(*at);
		if (!depth && *at == ';')
			return at + 1;
	}
	return inside;
}

/* Where the condition begins whose place is the parenthesis that it stands in, or the
 * word before this. */
static const char *first_inside(const char *begin, const char *place)
{
	const char *before = place;

	if (!strncmp(place, "if", 2) || !strncmp(place, "while", 5)) {
		const char *open = strchr(place, '(');
		return open ? skip_initialiser(open + 1) : place;
	}
	while (before > begin && text_is_space(before[-1]))
		before--;
	return *place == '(' && before > begin && ISALNUM(before[-1]) ? place + 1
								      : place;
}

text_span text_expression(const char *begin, const char *place, bool has_arms)
{
	const char *first = first_inside(begin, place), *last = first;

	for (int depth = 0; first > begin; first--) {
		const char *const at = first - 1;
		depth -= nesting(*at);
		if (depth < 0 || (depth == 0 && is_end(begin, at)) ||
		    (depth == 0 && !has_arms && (*at == '?' || *at == ':')))
			break;
	}
	for (int depth = 0; *last; last++) {
		depth += nesting(*last);
		if (depth < 0 || (depth == 0 && strchr(";{},", *last)))
			break;
	}
	return {first, last};
}

const char *text_question(const char *begin, const char *colon)
{
	int open = 1;
	const char *at = colon;

	while (open && at-- > begin)
		open += *at == ':' ? 1 : *at == '?' ? -1 : 0;
	return open ? NULL : at;
}

/* ---- macros */

/* Macros in macros are expanded so often, and to no more than such a text. */
enum { MAX_ROUNDS = 8, MAX_EXPANDED = 8000 };

typedef std::vector<std::string> strings;

static size_t name_end(const std::string &text, size_t at)
{
	while (at < text.size() && text_is_in_name(text[at]))
		at++;
	return at;
}

static size_t space_end(const std::string &text, size_t at)
{
	while (at < text.size() && ISSPACE(text[at]))
		at++;
	return at;
}

/* NAME BODY, or NAME(PARAMETER,...) BODY; empty: it is no macro. */
static std::string definition(const std::string &name)
{
	cpp_hashnode *node =
	    cpp_lookup(parse_in, (const unsigned char *)name.c_str(), name.size());

	if (!cpp_user_macro_p(node))
		return "";
	return (const char *)cpp_macro_definition(parse_in, node);
}

/* The parts between the parenthesis at `at` and the one that closes it, at commas. Returns
 * the place behind that, or npos. */
static size_t read_macro_list(const std::string &text, size_t at, strings *parts)
{
	int depth = 0;

	for (size_t i = at; i < text.size(); i++) {
		const char c = text[i];
		depth += c == '(' ? 1 : c == ')' ? -1 : 0;
		if (!depth)
			return i + 1;
		if (i == at || (c == ',' && depth == 1))
			parts->push_back("");
		else
			parts->back() += c;
	}
	return std::string::npos;
}

static std::string substitute(const std::string &body, const strings &parameters,
			      const strings &arguments)
{
	std::string result;

	for (size_t at = 0; at < body.size();) {
		const size_t end = name_end(body, at);
		std::string token = body.substr(at, end > at ? end - at : 1);
		at += token.size();
		for (size_t i = 0; i < parameters.size() && i < arguments.size(); i++)
			if (token == parameters[i]) {
				token = arguments[i];
				break;
			}
		result += token;
	}
	return result;
}

/* What stands for the macro's name at [at, end), and for its arguments; *end becomes the
 * place behind these. False when nothing does. */
static bool expand(const std::string &text, size_t at, size_t *end, std::string *as)
{
	const std::string name = text.substr(at, *end - at), is = definition(name);
	strings parameters, arguments;

	if (is.empty())
		return false;
	if (is.size() == name.size() || is[name.size()] != '(') {
		*as = is.substr(name.size());
		return true;
	}
	const size_t open = space_end(text, *end);
	const size_t body = read_macro_list(is, name.size(), &parameters);
	if (open >= text.size() || text[open] != '(' || body == std::string::npos)
		return false;
	const size_t behind = read_macro_list(text, open, &arguments);
	if (behind == std::string::npos)
		return false;
	*as = substitute(is.substr(body), parameters, arguments);
	*end = behind;
	return true;
}

/* One round; false: there was no macro. */
static bool expand_all(std::string *text)
{
	std::string result, as;
	bool any = false;

	for (size_t at = 0; at < text->size();) {
		size_t end = name_end(*text, at);
		const bool is_name = end > at && !ISDIGIT((*text)[at]);
		if (is_name && expand(*text, at, &end, &as)) {
			result += ' ' + as + ' ';
			any = true;
		} else {
			end = end > at ? end : at + 1;
			result += text->substr(at, end - at);
		}
		at = end;
	}
	*text = result;
	return any;
}

char *macro_text(const char *text)
{
	std::string expanded = text;
	int rounds = 0;

	if (!&parse_in || !parse_in)
		return NULL;
	while (rounds < MAX_ROUNDS && expanded.size() < MAX_EXPANDED &&
	       expand_all(&expanded))
		rounds++;
	return rounds ? xstrdup(expanded.c_str()) : NULL;
}
