/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * macro_text.cc - asks the preprocessor for the definitions, as text, and puts arguments
 * in the place of parameters.
 */
#define INCLUDE_STRING
#define INCLUDE_VECTOR
#include "plugin/gcc.h"
#include "plugin/goals/macro_text.h"

/* Of the front ends of C and C++; the others do not have it. */
extern cpp_reader *parse_in __attribute__((weak));

/* Macros in macros are expanded so often, and to no more than such a text. */
enum { MAX_ROUNDS = 8, MAX_EXPANDED = 8000 };

typedef std::vector<std::string> strings;

static bool is_in_name(char c)
{
	return ISALNUM(c) || c == '_';
}

static size_t name_end(const std::string &text, size_t at)
{
	while (at < text.size() && is_in_name(text[at]))
		at++;
	return at;
}

static size_t skip_space(const std::string &text, size_t at)
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
static size_t read_list(const std::string &text, size_t at, strings *parts)
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
	const size_t open = skip_space(text, *end);
	const size_t body = read_list(is, name.size(), &parameters);
	if (open >= text.size() || text[open] != '(' || body == std::string::npos)
		return false;
	const size_t behind = read_list(text, open, &arguments);
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
