/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_operator.cc - reads the operators <, <=, > and >= of a source text.
 *
 * The location of a comparison in C is that of its operator, or of the parenthesis, &&
 * or || before it, or of the ? or : behind it; in Fortran it is some place in its
 * statement. From there on, or in front of the ?, each operator that the comparison can
 * have come from is tried. A number beside the operator is the constant. A name stands for
 * a constant, and the operator alone tells how the compiler has changed it. When two
 * operators lead to different constants, the text is not used.
 */
#include "plugin/gcc.h"
#include "plugin/goals/written_operator.h"

enum { MAX_TEXT = 1000, MAX_LINES = 8 };

/* ---- the text */

static bool is_fortran(void)
{
	return startswith(lang_hooks.name, "GNU Fortran");
}

/* The text of the file from the line on: MAX_LINES lines, or one of Fortran's. */
static bool read_lines(const char *file, int line, char *text)
{
	FILE *in = file ? fopen(file, "r") : NULL;
	size_t length = 0;
	const int last = line + (is_fortran() ? 1 : MAX_LINES);

	if (!in)
		return false;
	for (int c, at = 1; at < last && (c = getc(in)) != EOF; at += c == '\n')
		if (at >= line && length + 1 < MAX_TEXT)
			text[length++] = (char)c;
	fclose(in);
	text[length] = '\0';
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

/* Whether the operand of a ?: cannot go on before that place of the line. */
static bool is_border(const char *line, const char *at)
{
	const bool is_assignment =
	    *at == '=' && at[1] != '=' && at > line && !strchr("<>=!", at[-1]);

	return is_assignment || strchr(";{},?:", *at) || !strncmp(at, "&&", 2) ||
	       !strncmp(at, "||", 2);
}

/* The ? of that : in its line, or null. */
static char *question_of(char *line, char *colon)
{
	int open = 1;
	char *at = colon;

	while (open && at-- > line)
		open += *at == ':' ? 1 : *at == '?' ? -1 : 0;
	return open ? NULL : at;
}

/* Where the operand that ends at the ? begins, in its line; the text ends at the ?. */
static char *cut_before(char *line, char *question)
{
	int depth = 0;
	char *at = question;

	*question = '\0';
	for (; at > line; at--) {
		depth += at[-1] == ')' ? 1 : at[-1] == '(' ? -1 : 0;
		if (depth < 0 || (depth == 0 && is_border(line, at - 1)))
			break;
	}
	return at;
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

/* The constant by one operator of the text; false when the comparison cannot have come
 * from it. */
static bool constant_by(const struct written *w, const char *text, enum tree_code made,
			const widest_int &constant, widest_int *is)
{
	if (read_number(w->right, is) || read_number_before(text, w->left, is))
		return may_be(made, constant, *is);
	if (made == EQ_EXPR || made == NE_EXPR)
		return false;
	*is = constant + moved_by(made, w->code);
	return true;
}

tree written_constant(location_t where, enum tree_code code, tree constant)
{
	char lines[MAX_TEXT];
	struct written w;
	tree found = NULL_TREE;
	const expanded_location at = expand_location(where);

	if (TREE_CODE(constant) != INTEGER_CST || !at.line || at.column < 1 ||
	    !read_lines(at.file, at.line, lines) || strlen(lines) < (size_t)at.column)
		return constant;
	char *text = is_fortran() ? lines : lines + at.column - 1;
	char *question = *text == ':' ? question_of(lines, text) : text;
	if (!is_fortran() && question && *question == '?')
		text = cut_before(lines, question);
	else if (!is_fortran())
		cut_behind(text);
	/* The location itself may be that of an operator. */
	for (const char *c = text == lines ? text + 1 : text; *c; c++) {
		widest_int is;
		if (!read_operator(c, &w) ||
		    !constant_by(&w, lines, code, wi::to_widest(constant), &is))
			continue;
		if (!wi::fits_to_tree_p(is, TREE_TYPE(constant)))
			return constant;
		tree now = wide_int_to_tree(TREE_TYPE(constant), is);
		if (found && !tree_int_cst_equal(found, now))
			return constant;
		found = now;
	}
	return found ? found : constant;
}
