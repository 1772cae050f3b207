/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_operator.cc - reads the operators <, <=, > and >= of a source text.
 *
 * The location of a comparison in C is that of its operator, or of the parenthesis, &&
 * or || before it, or of the ? or : behind it; in Fortran it is some place in its
 * statement. From there on, or in front of the ?, each operator that the comparison can
 * have come from is tried. A number beside the operator is the constant, unless the
 * compiler has taken a number of the other operand to its side (`b - 1 < 43`), which may
 * begin some lines before. A name stands for a constant. For these the operator alone
 * tells how the compiler has changed it. A text without operators is read again with its
 * macros expanded. When two operators lead to different constants, the text is not used.
 */
#include "plugin/gcc.h"
#include "plugin/goals/macro_text.h"
#include "plugin/goals/written_operator.h"

enum { MAX_TEXT = 2000, MAX_LINES = 8, MAX_BEFORE = 4 };

/* ---- the text */

static bool is_fortran(void)
{
	return startswith(lang_hooks.name, "GNU Fortran");
}

/* Comments as spaces. */
static void blank_comments(char *text)
{
	for (char *at = text; *at; at++) {
		const char *end = !strncmp(at, "/*", 2)	  ? strstr(at + 2, "*/")
				  : !strncmp(at, "//", 2) ? strchr(at, '\n')
							  : NULL;
		if (end && *end == '*')
			end += 2;
		for (; end && at < end; at++)
			*at = *at == '\n' ? '\n' : ' ';
		if (!*at)
			break;
	}
}

/* The text of the file around the line, which begins at *start: MAX_BEFORE lines before it
 * and MAX_LINES from it on, or one of Fortran's. */
static bool read_lines(const char *file, int line, char *text, size_t *start)
{
	FILE *in = file ? fopen(file, "r") : NULL;
	size_t length = 0;
	const int first = is_fortran() ? line : line - MAX_BEFORE;
	const int last = line + (is_fortran() ? 1 : MAX_LINES);

	if (!in)
		return false;
	*start = 0;
	for (int c, at = 1; at < last && (c = getc(in)) != EOF; at += c == '\n') {
		if (at >= first && length + 1 < MAX_TEXT)
			text[length++] = (char)c;
		if (c == '\n' && at == line - 1)
			*start = length;
	}
	fclose(in);
	text[length] = '\0';
	if (!is_fortran())
		blank_comments(text);
	return length != 0;
}

/* Where the operand behind the first comparison ends: at && or ||, at a semicolon, or
 * at the parenthesis that closes what was opened before `text`. */
static void cut_behind(char *text)
{
	int depth = 0;
	char *at = text;

	if (!strncmp(at, "&&", 2) || !strncmp(at, "||", 2))
		at += 2;
	else if (*at == '(')
		at++;
	for (; *at; at++) {
		depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		if (depth < 0 || *at == ';' || *at == '{' || *at == '?' ||
		    !strncmp(at, "&&", 2) || !strncmp(at, "||", 2))
			break;
	}
	*at = '\0';
}

/* The length of Fortran's .and. or .or. there, or 0. */
static int dotted_and(const char *at)
{
	return !is_fortran()		      ? 0
	       : !strncasecmp(at, ".and.", 5) ? 5
	       : !strncasecmp(at, ".or.", 4)  ? 4
					      : 0;
}

/* Whether the operand of a ?: cannot go on before that place of the text. */
static bool is_border(const char *begin, const char *at)
{
	const bool is_assignment =
	    *at == '=' && at[1] != '=' && at > begin && !strchr("<>=!", at[-1]);

	return is_assignment || strchr(";{},?:", *at) || !strncmp(at, "&&", 2) ||
	       !strncmp(at, "||", 2) || dotted_and(at);
}

/* The ? of that :, or null. */
static char *question_of(char *begin, char *colon)
{
	int open = 1;
	char *at = colon;

	while (open && at-- > begin)
		open += *at == ':' ? 1 : *at == '?' ? -1 : 0;
	return open ? NULL : at;
}

/* ---- operators */

struct written {
	enum tree_code code;
	const char *left, *right; /* behind the left operand; where the right begins */
};

/* The relation of Fortran's that begins there, or ERROR_MARK. */
static enum tree_code dotted(const char *at)
{
	static const struct {
		const char *text;
		enum tree_code code;
	} all[] = {
	    {".lt.", LT_EXPR}, {".le.", LE_EXPR}, {".gt.", GT_EXPR}, {".ge.", GE_EXPR}};

	for (unsigned i = 0; i < ARRAY_SIZE(all); i++)
		if (!strncasecmp(at, all[i].text, 4))
			return all[i].code;
	return ERROR_MARK;
}

/* Whether an operator begins at `at`, which is not the first character. */
static bool read_operator(const char *at, struct written *w)
{
	const bool equal = at[1] == '=';

	w->left = at;
	w->code = is_fortran() ? dotted(at) : ERROR_MARK;
	w->right = at + 4;
	if (w->code != ERROR_MARK)
		return true;
	if ((*at != '<' && *at != '>') || at[1] == *at || at[-1] == *at ||
	    at[-1] == '-' || at[-1] == '=' || (equal && at[2] == '>'))
		return false; /* a shift, an arrow, <=> */
	w->code =
	    *at == '<' ? (equal ? LE_EXPR : LT_EXPR) : (equal ? GE_EXPR : GT_EXPR);
	w->right = at + 1 + equal;
	return true;
}

/* ---- constants */

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* The number that begins at `at`, behind parentheses and a sign. */
static bool read_number(const char *at, widest_int *number)
{
	bool negative = false;
	char *end;

	for (; is_space(*at) || *at == '(' || *at == '-'; at++)
		negative ^= *at == '-';
	if (!ISDIGIT(*at))
		return false;
	const unsigned HOST_WIDE_INT magnitude = strtoull(at, &end, 0);
	while (strchr("uUlL", *end) && *end)
		end++;
	for (; is_space(*end) || *end == ')'; end++)
		;
	if (*end && (strchr("+-*/%.", *end) || (strchr("<>", *end) && end[1] == *end)))
		return false; /* a part of an expression, or a float */
	*number = magnitude;
	if (negative)
		*number = -*number;
	return true;
}

/* The number that ends before `end`; `begin` is where the text begins. */
static bool read_number_before(const char *begin, const char *end, widest_int *number)
{
	while (end > begin && is_space(end[-1]))
		end--;
	while (end > begin && (ISALNUM(end[-1]) || end[-1] == '_'))
		end--;
	if (end > begin && end[-1] == '-')
		end--;
	return read_number(end, number);
}

static bool ends_operand(char c)
{
	return ISALNUM(c) || c == '_' || c == ')' || c == ']';
}

/* Whether at `at`, which is not the first character, something is added or subtracted. */
static bool is_sum_sign(const char *begin, const char *at)
{
	const char *before = at;

	if ((*at != '+' && *at != '-') || at[1] == *at || at[1] == '>' || at[-1] == *at)
		return false;
	while (before > begin && is_space(before[-1]))
		before--;
	return before > begin && ends_operand(before[-1]);
}

struct operand {
	const char *begin, *end;
};

/* The one that ends before `end`, in the text from `begin` on. */
static struct operand operand_before(const char *begin, const char *end)
{
	const char *at = end;

	for (int depth = 0; at > begin; at--) {
		depth += at[-1] == ')' ? 1 : at[-1] == '(' ? -1 : 0;
		if (depth < 0 || (depth == 0 && is_border(begin, at - 1)))
			break;
	}
	while (at < end && (*at == '&' || *at == '|'))
		at++;
	if (at > begin && dotted_and(at - 1))
		at += dotted_and(at - 1) - 1;
	return {at, end};
}

/* The one that begins there. */
static struct operand operand_behind(const char *begin)
{
	const char *at = begin;

	for (int depth = 0; *at; at++) {
		depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		if (depth < 0 || (depth == 0 && is_border(begin, at)))
			break;
	}
	return {begin, at};
}

static struct operand trim(struct operand o)
{
	while (o.begin < o.end && is_space(*o.begin))
		o.begin++;
	while (o.end > o.begin && is_space(o.end[-1]))
		o.end--;
	return o;
}

/* Where the parenthesis is closed that `o` begins with; its end when it is not. */
static const char *closing(const struct operand &o)
{
	int depth = 0;

	for (const char *at = o.begin; at < o.end; at++) {
		depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
		if (!depth)
			return at;
	}
	return o.end;
}

/* The first sign of the operand outside of parentheses by which something is added or
 * subtracted; its end when there is none. */
static const char *find_sign(const struct operand &o)
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

/* An operand as factor * a + offset, where a is all that is not a number, and begins with
 * the first of its `terms`. */
struct linear {
	int factor, terms;
	widest_int offset;
};

static void add_operand(struct operand o, bool negative, struct linear *l);

static void add_term(struct operand o, bool negative, struct linear *l)
{
	char *end;

	for (o = trim(o); o.begin < o.end && (*o.begin == '-' || *o.begin == '+');
	     o = trim({o.begin + 1, o.end}))
		negative ^= *o.begin == '-';
	if (o.begin < o.end && *o.begin == '(' && closing(o) == o.end - 1) {
		add_operand({o.begin + 1, o.end - 1}, negative, l);
		return;
	}
	const widest_int number = strtoull(o.begin, &end, 0);
	while (end < o.end && strchr("uUlL", *end))
		end++;
	if (end == o.end && ISDIGIT(*o.begin)) {
		l->offset += negative ? -number : number;
		return;
	}
	if (!l->terms++)
		l->factor = negative ? -1 : 1;
}

static void add_operand(struct operand o, bool negative, struct linear *l)
{
	const char *sign = find_sign(o);

	add_term({o.begin, sign}, negative, l);
	while (sign < o.end) {
		const struct operand rest = {sign + 1, o.end};
		const bool is_minus = *sign == '-';
		sign = find_sign(rest);
		add_term({rest.begin, sign}, negative != is_minus, l);
	}
}

/* What has to be added to the constant of the comparison that the compiler has `made`
 * to get the one in the source, where the operator was `code`. */
static int moved_by(enum tree_code made, enum tree_code code)
{
	const bool strict = code == LT_EXPR || code == GT_EXPR;
	const bool below = made == LE_EXPR || made == LT_EXPR;
	const bool upward = code == LT_EXPR || code == LE_EXPR;
	/* !(a > c) is a <= c */
	const bool is_strict = below == upward ? strict : !strict;

	switch (made) {
	case LE_EXPR: /* of a < c + 1 */
		return is_strict ? 1 : 0;
	case GT_EXPR: /* of a >= c + 1 */
		return is_strict ? 0 : 1;
	case LT_EXPR: /* of a <= c - 1 */
		return is_strict ? 0 : -1;
	case GE_EXPR: /* of a > c - 1 */
		return is_strict ? -1 : 0;
	default:
		return 0;
	}
}

/* Whether `a made constant` can have been written with this number. */
static bool may_be(enum tree_code made, const widest_int &constant,
		   const widest_int &number)
{
	if (number == constant)
		return true;
	if (made == LE_EXPR || made == GT_EXPR || made == EQ_EXPR || made == NE_EXPR)
		return number == constant + 1; /* unsigned n < 1 is n == 0 */
	return number == constant - 1;
}

/* Whether a name before the operator stands for the constant: what the compiler has made has
 * the other direction, and no ! says why. */
static bool is_mirrored(const struct written *w, const char *text, enum tree_code made)
{
	const bool below = made == LE_EXPR || made == LT_EXPR;
	const bool upward = w->code == LT_EXPR || w->code == LE_EXPR;
	const char *at = operand_before(text, w->left).begin;

	while (at > text && (is_space(at[-1]) || at[-1] == '('))
		at--;
	const bool is_negated = at > text && (at[-1] == '!' || at[-1] == '.');
	return below != upward && !is_negated;
}

/* The constant by one operator of the text; false when the comparison cannot have come
 * from it. */
static bool constant_by(const struct written *w, const char *text, enum tree_code made,
			const widest_int &constant, widest_int *is)
{
	const bool is_right = read_number(w->right, is);
	const bool is_number = is_right || read_number_before(text, w->left, is);
	const bool is_left = is_number ? !is_right : is_mirrored(w, text, made);
	const bool is_equality = made == EQ_EXPR || made == NE_EXPR;
	struct linear l = {1, 0, 0};

	if (is_number)
		add_operand(is_left ? operand_behind(w->right)
				    : operand_before(text, w->left),
			    false, &l);
	const enum tree_code code =
	    is_left == (l.factor > 0) ? swap_tree_comparison(w->code) : w->code;
	const widest_int moved = constant + moved_by(made, code);
	const bool is_folded = l.terms && (l.factor < 0 || l.offset != 0) &&
			       moved * l.factor + l.offset == *is;

	if (is_number && (is_equality || !is_folded))
		return may_be(made, constant, *is);
	*is = moved;
	return !is_equality;
}

/* In a macro, where that has the operator. */
static expanded_location place_of(location_t where)
{
	return linemap_location_from_macro_expansion_p(line_table, where)
		   ? expand_location_to_spelling_point(where)
		   : expand_location(where);
}

/* The constant by the operators of the text behind `begin`; NULL when there is none, and
 * `constant` when they are in doubt. */
static tree constant_in(const char *begin, const char *text, enum tree_code code,
			tree constant)
{
	tree found = NULL_TREE;
	struct written w;

	/* The location itself may be that of an operator. */
	for (const char *c = text == begin ? text + 1 : text; *c; c++) {
		widest_int is;
		if (!read_operator(c, &w) ||
		    !constant_by(&w, begin, code, wi::to_widest(constant), &is))
			continue;
		if (!wi::fits_to_tree_p(is, TREE_TYPE(constant)))
			return constant;
		tree now = wide_int_to_tree(TREE_TYPE(constant), is);
		if (found && !tree_int_cst_equal(found, now))
			return constant;
		found = now;
	}
	return found;
}

/* Where a macro is the whole condition of an `if`, its operator is in the definition. */
static tree constant_in_macros(const char *text, enum tree_code code, tree constant)
{
	char *expanded = macro_text(text);
	tree found = expanded && *expanded
			 ? constant_in(expanded, expanded, code, constant)
			 : NULL_TREE;

	free(expanded);
	return found;
}

tree written_constant(location_t where, enum tree_code code, tree constant)
{
	char lines[MAX_TEXT];
	size_t start;
	const expanded_location at = place_of(where);

	if (TREE_CODE(constant) != INTEGER_CST || !at.line || at.column < 1 ||
	    !read_lines(at.file, at.line, lines, &start) ||
	    strlen(lines) < start + (size_t)at.column)
		return constant;
	char *place = is_fortran() ? lines : lines + start + at.column - 1;
	char *question = *place == ':' ? question_of(lines, place) : place;
	const char *text = place;
	if (!is_fortran() && question && *question == '?') {
		*question = '\0';
		text = operand_before(lines, question).begin;
	} else if (!is_fortran()) {
		cut_behind(place);
	}
	tree found = *text ? constant_in(lines, text, code, constant) : NULL_TREE;
	if (!found)
		found = constant_in_macros(text, code, constant);
	return found ? found : constant;
}
