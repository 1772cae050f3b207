/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_terms.cc - the names in an operand of the compiler's and in a text, and the
 * numbers in a text.
 */
#include "plugin/gcc.h"
#include "plugin/goals/written_text.h"

/*
 * ---- the names of an operand: of an expression, and from a temporary on of the statement
 * that defines it. The arguments of a call are left out: some of them no source wrote.
 */

/* So many statements of temporaries are followed, one in another. */
enum { MAX_DEPTH = 6 };

struct name_walk {
	vec<const char *> *names;
	int depth;
};

static bool is_plain_word(const char *text)
{
	for (; *text; text++)
		if (!text_is_in_name(*text))
			return false;
	return true;
}

/* The name of a variable, member or function if a source can have it; or null. */
static const char *source_name(tree decl)
{
	if (!decl || !DECL_NAME(decl) || DECL_ARTIFICIAL(decl))
		return NULL;
	const char *name = IDENTIFIER_POINTER(DECL_NAME(decl));
	return startswith(name, "__") || !is_plain_word(name) ? NULL : name;
}

static void add_name(tree decl, vec<const char *> *names)
{
	const char *name = source_name(decl);

	for (unsigned i = 0; name && i < names->length(); i++)
		if (strcmp((*names)[i], name) == 0)
			return;
	if (name)
		names->safe_push(name);
}

static void walk_names(tree operand, struct name_walk *w);

/* What the statement that defines a temporary computes it from. */
static void walk_definition(gimple *def, struct name_walk *w)
{
	if (!def || w->depth == MAX_DEPTH)
		return;
	w->depth++;
	if (is_gimple_call(def))
		add_name(gimple_call_fndecl(def), w->names);
	else if (is_gimple_assign(def))
		for (unsigned i = 1; i < gimple_num_ops(def); i++)
			walk_names(gimple_op(def, i), w);
	w->depth--;
}

static tree visit_name(tree *at, int *walk_subtrees, void *data)
{
	struct name_walk *const w = (struct name_walk *)data;

	if (TYPE_P(*at) || DECL_P(*at) || TREE_CODE(*at) == SSA_NAME ||
	    TREE_CODE(*at) == CALL_EXPR)
		*walk_subtrees = 0;
	if (TREE_CODE(*at) == SSA_NAME && source_name(SSA_NAME_VAR(*at)))
		add_name(SSA_NAME_VAR(*at), w->names);
	else if (TREE_CODE(*at) == SSA_NAME)
		walk_definition(SSA_NAME_DEF_STMT(*at), w);
	else if (TREE_CODE(*at) == CALL_EXPR)
		add_name(get_callee_fndecl(*at), w->names);
	else if (DECL_P(*at))
		add_name(*at, w->names);
	return NULL_TREE;
}

static void walk_names(tree operand, struct name_walk *w)
{
	walk_tree_without_duplicates(&operand, visit_name, w);
}

void operand_names(tree operand, vec<const char *> *names)
{
	struct name_walk w = {names, 0};

	walk_names(operand, &w);
}

/* ---- in a text */

/* The word that begins in the span first; empty when there is none. */
static text_span next_word(text_span s)
{
	while (s.begin < s.end && (!text_is_in_name(*s.begin) || ISDIGIT(*s.begin)))
		for (bool digits = ISDIGIT(*s.begin++);
		     digits && s.begin < s.end && text_is_in_name(*s.begin); s.begin++)
			;
	const char *end = s.begin;
	while (end < s.end && text_is_in_name(*end))
		end++;
	return {s.begin, end};
}

bool names_word(text_span s)
{
	const text_span word = next_word(s);

	return word.begin < word.end;
}

static bool is_same_name(text_span word, const char *name)
{
	const size_t length = word.end - word.begin;

	return strlen(name) == length &&
	       !(lang_GNU_Fortran() ? strncasecmp(word.begin, name, length)
				    : strncmp(word.begin, name, length));
}

static bool is_among(text_span word, const vec<const char *> &all)
{
	for (unsigned i = 0; i < all.length(); i++)
		if (is_same_name(word, all[i]))
			return true;
	return false;
}

/* How often it has the name. */
static int names_count(text_span s, const char *name)
{
	int count = 0;

	for (text_span word = next_word(s); word.begin < word.end;
	     word = next_word({word.end, s.end}))
		count += is_same_name(word, name);
	return count;
}

int names_match(text_span s, const vec<const char *> &all)
{
	if (!all.length())
		return 0;
	for (unsigned i = 0; i < all.length(); i++)
		if (!names_count(s, all[i]))
			return 0;
	for (text_span word = next_word(s); word.begin < word.end;
	     word = next_word({word.end, s.end}))
		if (!is_among(word, all))
			return 1;
	return 2;
}

bool names_are_once(text_span s, const vec<const char *> &all)
{
	for (unsigned i = 0; i < all.length(); i++)
		if (names_count(s, all[i]) != 1)
			return false;
	return all.length() > 0;
}

/* ---- numbers: expressions are evaluated by recursive descent, and terms added up */

enum { MAX_TOKEN = 60, SHIFT = 0, SUM = 1, PRODUCT = 2, LEVELS = 3 };

/* Above this not each integer is a double. */
static const double MAX_EXACT = 9007199254740992.0;

static void skip_spaces(text_span *s)
{
	while (s->begin < s->end && text_is_space(*s->begin))
		s->begin++;
}

/* Whether the character goes on with a number, as the - of 1e-3 does. */
static bool is_in_number(const char *at, bool is_hexadecimal)
{
	if ((*at == '+' || *at == '-') && strchr("eEpP", at[-1]))
		return !is_hexadecimal || strchr("pP", at[-1]);
	return ISALNUM(*at) || *at == '.';
}

/* The number without its suffix, as far as it is an integer. */
static bool token_value(const char *token, bool is_hexadecimal, widest_int *number)
{
	char *end;
	const bool is_float = strpbrk(token, is_hexadecimal ? ".pP" : ".eE") != NULL;

	if (is_float) {
		const double value = strtod(token, &end);
		if (!(value >= 0 && value <= MAX_EXACT) ||
		    value != (double)(HOST_WIDE_INT)value)
			return false;
		*number = (HOST_WIDE_INT)value;
	} else {
		errno = 0;
		*number = (unsigned HOST_WIDE_INT)strtoull(token, &end, 0);
		if (errno)
			return false;
	}
	return end > token && strspn(end, is_float ? "fFlL" : "uUlL") == strlen(end);
}

static bool read_token(text_span *s, widest_int *number)
{
	char token[MAX_TOKEN];
	size_t length = 0;
	const bool is_hexadecimal = s->end - s->begin > 2 && s->begin[0] == '0' &&
				    (s->begin[1] == 'x' || s->begin[1] == 'X');

	if (s->begin == s->end || (!ISDIGIT(*s->begin) && *s->begin != '.'))
		return false;
	do {
		token[length++] = *s->begin++;
	} while (length + 1 < MAX_TOKEN && s->begin < s->end &&
		 is_in_number(s->begin, is_hexadecimal));
	token[length] = '\0';
	return token_value(token, is_hexadecimal, number);
}

static bool read_level(text_span *s, int level, widest_int *number);

static bool read_primary(text_span *s, widest_int *number)
{
	skip_spaces(s);
	if (s->begin == s->end)
		return false;
	const char first = *s->begin;
	if (first != '(' && first != '-' && first != '+')
		return read_token(s, number);
	s->begin++;
	if (!read_level(s, first == '(' ? SHIFT : LEVELS, number))
		return false;
	if (first == '-')
		*number = -*number;
	skip_spaces(s);
	if (first == '(' && (s->begin == s->end || *s->begin++ != ')'))
		return false;
	return true;
}

/* The operator of that level there, which becomes *s's past; or 0. */
static char read_binary(text_span *s, int level)
{
	static const char *const signs[LEVELS] = {"<>", "+-", "*/%"};
	const size_t length = level == SHIFT ? 2 : 1;

	skip_spaces(s);
	if ((size_t)(s->end - s->begin) < length || !strchr(signs[level], *s->begin) ||
	    (level == SHIFT && s->begin[1] != *s->begin))
		return 0;
	s->begin += length;
	return s->begin[-1];
}

static bool compute_number(char sign, const widest_int &other, widest_int *number)
{
	switch (sign) {
	case '+':
		*number += other;
		return true;
	case '-':
		*number -= other;
		return true;
	case '*':
		*number *= other;
		return true;
	case '/':
		if (other == 0)
			return false;
		*number = wi::sdiv_trunc(*number, other);
		return true;
	case '%':
		if (other == 0)
			return false;
		*number = wi::smod_trunc(*number, other);
		return true;
	default: /* a shift */
		if (*number < 0 || other < 0 || other > 63)
			return false;
		*number = sign == '<' ? wi::lshift(*number, other)
				      : wi::lrshift(*number, other);
		return true;
	}
}

/* An expression of operators of this level and of higher ones. */
static bool read_level(text_span *s, int level, widest_int *number)
{
	widest_int other;

	if (level == LEVELS)
		return read_primary(s, number);
	if (!read_level(s, level + 1, number))
		return false;
	while (const char sign = read_binary(s, level))
		if (!read_level(s, level + 1, &other) ||
		    !compute_number(sign, other, number))
			return false;
	return true;
}

static bool read_number_text(text_span s, widest_int *number)
{
	if (!read_level(&s, SHIFT, number))
		return false;
	skip_spaces(&s);
	return s.begin == s.end;
}

bool written_number(text_span s, widest_int *number)
{
	s = text_trim(s);
	if (s.begin == s.end || read_number_text(s, number))
		return s.begin < s.end;
	char *text = xstrndup(s.begin, s.end - s.begin);
	char *expanded = macro_text(text);
	const bool is =
	    expanded &&
	    read_number_text({expanded, expanded + strlen(expanded)}, number);

	free(expanded);
	free(text);
	return is;
}

/* ---- sums */

static bool ends_operand(char c)
{
	return text_is_in_name(c) || c == ')' || c == ']' || c == '\'';
}

/* Whether at `at`, which is not the first character, something is added or subtracted. */
static bool is_sum_sign(const char *begin, const char *at)
{
	const char *before = at;

	if ((*at != '+' && *at != '-') || at[1] == *at || at[1] == '>' || at[-1] == *at)
		return false;
	while (before > begin && text_is_space(before[-1]))
		before--;
	return before > begin && ends_operand(before[-1]);
}

/* The first sign of the operand outside of parentheses by which something is added or
 * subtracted; its end when there is none. */
static const char *find_sign(text_span o)
{
	int depth = 0;

	for (const char *at = o.begin; at < o.end; at++) {
		depth += *at == '(' || *at == '['   ? 1
			 : *at == ')' || *at == ']' ? -1
						    : 0;
		if (!depth && at > o.begin && is_sum_sign(o.begin, at))
			return at;
	}
	return o.end;
}

/* One that is being read. */
struct sum_reader {
	const vec<const char *> *all;
	struct written_sum is;
	int terms; /* with something that is no number */
	bool is_named; /* one of them has a name */
};

static void add_operand(text_span o, bool negative, struct sum_reader *r);

static void add_term(text_span o, bool negative, struct sum_reader *r)
{
	widest_int number;

	for (o = text_trim(o); o.begin < o.end && (*o.begin == '-' || *o.begin == '+');
	     o = text_trim({o.begin + 1, o.end}))
		negative ^= *o.begin == '-';
	if (o.begin < o.end && *o.begin == '(' && text_closing(o) == o.end - 1) {
		add_operand({o.begin + 1, o.end - 1}, negative, r);
		return;
	}
	if (written_number(o, &number)) {
		r->is.offset += negative ? -number : number;
		return;
	}
	bool is_named = false;
	for (unsigned i = 0; i < r->all->length(); i++)
		is_named |= names_count(o, (*r->all)[i]) > 0;
	if (!r->terms++ || (is_named && !r->is_named))
		r->is.factor = negative ? -1 : 1;
	r->is_named |= is_named;
}

static void add_operand(text_span o, bool negative, struct sum_reader *r)
{
	const char *sign = find_sign(o);

	add_term({o.begin, sign}, negative, r);
	while (sign < o.end) {
		const text_span rest = {sign + 1, o.end};
		const bool is_minus = *sign == '-';
		sign = find_sign(rest);
		add_term({rest.begin, sign}, negative != is_minus, r);
	}
}

struct written_sum written_sum_read(text_span s, const vec<const char *> &all)
{
	struct sum_reader r = {&all, {1, 0}, 0, false};

	add_operand(s, false, &r);
	return r.is;
}
