/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_operator.cc - reads the operators <, <=, > and >= of a source text.
 *
 * The location of a comparison in C is that of its operator, or of the parenthesis or
 * the `if` before it, of && or || on either side of it, of the ? or : behind it, or of
 * an operator between truths (&, |, ^, ==, !=); in Fortran it is some place in its
 * statement. Near the place, then in the whole expression around it, each operator that
 * the comparison can have come from is tried. What speaks for one: the names in its
 * operand are those in the compiler's operand, the number beside it is what the compiler
 * has made its constant of, and its direction is that of the compiler's. When the likeliest
 * operators lead to different constants, the text is not used.
 *
 * A number beside the operator is the constant, unless the compiler has taken a number
 * of the other operand to its side (`b - 1 < 43`), which may begin some lines before. A
 * name stands for a constant. For these the operator alone tells how the compiler has
 * changed it. A text without operators is read again with its macros expanded.
 */
#include "plugin/gcc.h"
#include "plugin/goals/written_text.h"
#include "plugin/goals/written_operator.h"

/* ---- operators */

struct written_sign {
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
static bool read_operator(const char *at, struct written_sign *w)
{
	const bool equal = at[1] == '=';

	w->left = at;
	w->code = lang_GNU_Fortran() ? dotted(at) : ERROR_MARK;
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

/* What is looked for in the text that begins at `text`. */
struct written_search {
	const char *text;
	enum tree_code made; /* an inequality */
	bool is_equality; /* that the compiler has made an equality of */
	bool is_sole; /* the names are around the place once each */
	bool keeps_sums; /* the compiler has taken nothing to the constant's side */
	tree constant;
	auto_vec<const char *, 8> all;
};

/* What one operator leads to. */
struct written_reading {
	widest_int is;
	enum tree_code code; /* the operator, with the constant on its right */
	int names; /* name_match */
	bool by_number, by_direction;
	bool is_bare; /* it has no operands: it is an argument of a macro */
};

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

static bool is_upward(enum tree_code code)
{
	return code == LT_EXPR || code == LE_EXPR;
}

/* Whether a ! or .not. stands before `at`. */
static bool has_not_before(const char *text, const char *at)
{
	while (at > text && text_is_space(at[-1]))
		at--;
	return lang_GNU_Fortran() ? at - text >= 5 && !strncasecmp(at - 5, ".not.", 5)
				  : at > text && at[-1] == '!';
}

/* Whether the comparison is negated: by an odd number of ! before the parentheses around
 * it, or by Fortran's .not. before it. */
static bool is_negated(const char *text, const struct written_sign *w)
{
	const text_span left = text_trim(text_operand_before(text, w->left));
	bool negated = lang_GNU_Fortran() && !strncasecmp(left.begin, ".not.", 5);
	int depth = 0;

	for (const char *at = w->left; at > text && !strchr(";{}", at[-1]); at--) {
		depth += at[-1] == ')' ? 1 : at[-1] == '(' ? -1 : 0;
		if (depth < 0) {
			negated ^= has_not_before(text, at - 1);
			depth = 0;
		}
	}
	return negated;
}

/* Whether the operator's direction, with the constant on its right, is that of what the
 * compiler has made. */
static bool has_direction(const struct written_search *s, const struct written_sign *w,
			  enum tree_code code)
{
	return is_upward(code) == (is_upward(s->made) != is_negated(s->text, w));
}

/* Whether the constant stands before the operator, where no side is a number: the names
 * tell, or the direction. */
static bool is_mirrored(const struct written_search *s, const struct written_sign *w,
			text_span left, text_span right)
{
	const int at_left = names_match(left, s->all),
		  at_right = names_match(right, s->all);

	if (!at_left != !at_right)
		return at_right != 0;
	return !has_direction(s, w, w->code);
}

/* Whether something is computed in the operand. */
static bool is_computed(text_span o)
{
	o = text_trim(o);
	for (const char *at = o.begin; at < o.end; at++)
		if (at > o.begin &&
		    (strchr("+*/%", *at) || (*at == '-' && at[1] != '>')))
			return true;
	return false;
}

/* Reads the constant from a number beside the operator and from the other operand `l`.
 * False: it does not fit. */
static bool read_by_number(const struct written_search *s, const struct written_sum *l,
			   const widest_int &number, struct written_reading *r)
{
	const widest_int constant = wi::to_widest(s->constant);
	const enum tree_code own =
	    l->factor > 0 ? r->code : swap_tree_comparison(r->code);
	const widest_int moved = constant + moved_by(s->made, own);

	r->by_number = true;
	if ((l->factor < 0 || l->offset != 0) &&
	    moved * l->factor + l->offset == number) {
		r->code = own;
		r->is = moved;
		return true;
	}
	r->is = number;
	return number == constant + moved_by(s->made, r->code);
}

/* Reads it from the operator alone, for a constant that is no number, or from which the
 * compiler has taken something unknown. */
static void read_by_operator(const struct written_search *s,
			     const struct written_sum *l, struct written_reading *r)
{
	if (l->factor < 0)
		r->code = swap_tree_comparison(r->code);
	r->by_number = false;
	r->is = wi::to_widest(s->constant) + moved_by(s->made, r->code);
}

static bool is_blank_span(text_span s)
{
	s = text_trim(s);
	return s.begin == s.end;
}

/* What the operator leads to; false when the comparison cannot have come from it. */
static bool read_constant(const struct written_search *s, const struct written_sign *w,
			  struct written_reading *r)
{
	widest_int number, other;
	const text_span left = text_operand_before(s->text, w->left),
			right = text_operand_behind(w->right);
	const bool is_right = written_number(right, &number);
	const bool is_left = written_number(left, is_right ? &other : &number);
	const bool mirrored =
	    is_left || is_right ? is_left : is_mirrored(s, w, left, right);
	const text_span operand = mirrored ? right : left;
	struct written_sum l = {1, 0};

	if (is_left && is_right)
		return false;
	if (!s->keeps_sums)
		l = written_sum_read(operand, s->all);
	r->names = names_match(operand, s->all);
	r->code = mirrored ? swap_tree_comparison(w->code) : w->code;
	const bool fits =
	    is_left || is_right ? read_by_number(s, &l, number, r) : false;
	if (!fits)
		read_by_operator(s, &l, r);
	r->by_direction = has_direction(s, w, r->code);
	if (s->is_equality)
		return fits && (r->by_direction || s->is_sole);
	r->is_bare = is_blank_span(left) && is_blank_span(right);
	if (r->is_bare)
		return true;
	if (fits)
		return true;
	/* A macro can have another value by now; 2.5 has a boundary of its own. */
	const bool is_named = names_word(mirrored ? left : right);
	if (!is_left && !is_right)
		return is_named;
	return (is_named || is_computed(operand)) && r->names &&
	       (r->by_direction || s->is_sole);
}

/* ---- the likeliest operator */

struct best {
	bool any, in_doubt;
	struct written_reading r;
};

static int certainty(const struct written_reading *r)
{
	return r->names * 4 + r->by_number * 2 + r->by_direction;
}

static void take_better(struct best *b, const struct written_reading *r)
{
	const int more = b->any ? certainty(r) - certainty(&b->r) : 1;

	if (more > 0)
		*b = {true, false, *r};
	else if (more == 0 && r->is != b->r.is)
		b->in_doubt = true;
}

/* The operators that begin in the span. */
static struct best read_span(const struct written_search *s, text_span span)
{
	struct best b = {false, false, {0, ERROR_MARK, 0, false, false, false}};
	struct written_sign w;
	struct written_reading r;

	for (const char *at = span.begin; at < span.end; at++)
		if (at > s->text && read_operator(at, &w) && read_constant(s, &w, &r))
			take_better(&b, &r);
	return b;
}

/* Whether an operator between two conditions or truths is there. */
static bool is_joint(const char *at)
{
	return !lang_GNU_Fortran() &&
	       (strchr("&|^", *at) || !strncmp(at, "==", 2) || !strncmp(at, "!=", 2));
}

/* The operators on either side of && or || at `place`: before it those of the first
 * condition of all, because that is the one whose place it is. */
static struct best read_joint(const struct written_search *s,
			      const made_comparison *made, const char *place)
{
	text_span before = text_expression(s->text, place, false);
	const char *const last = before.end;

	before.end = place;
	for (const char *at = before.begin; text_is_and_or(place) && at < place; at++)
		if (text_is_and_or(at))
			before.end = at;
	const text_span behind = text_is_and_or(place) ? text_condition_behind(place)
						       : text_span{place, last};
	const struct best left = read_span(s, before), right = read_span(s, behind);
	if (s->is_equality && (made->is_first || made->is_last))
		return made->is_last ? right : left;
	if (!left.any || !right.any)
		return left.any ? left : right;
	const int more = certainty(&left.r) - certainty(&right.r);
	if (more || left.r.is == right.r.is)
		return more > 0 ? left : right;
	struct best b = made->is_last ? right : left;
	b.in_doubt |= !made->is_first && !made->is_last;
	return b;
}

/* The part of the text that a place of the compiler's stands for first. */
static text_span near(const char *text, const char *place)
{
	if (lang_GNU_Fortran())
		return {text, text + strlen(text)};
	const char *question = *place == ':' ? text_question(text, place) : place;
	return question && *question == '?' ? text_operand_before(text, question)
					    : text_condition_behind(place);
}

/* The names are there, but not in an operand that fits. */
static bool are_elsewhere(const struct written_search *s, text_span around)
{
	return !lang_GNU_Fortran() && names_match(around, s->all);
}

/* Where a macro is the whole condition of an `if`, its operator is in the definition. */
static struct best read_macros(const struct written_search *s, text_span span)
{
	struct best b = {false, false, {0, ERROR_MARK, 0, false, false, false}};
	char *text = xstrndup(span.begin, span.end - span.begin);
	char *expanded = macro_text(text);

	if (expanded) {
		struct written_search in = {expanded, s->made,	     s->is_equality,
					    false,    s->keeps_sums, s->constant,
					    {}};
		in.all.safe_splice(s->all);
		b = read_span(&in, {expanded, expanded + strlen(expanded)});
	}
	free(expanded);
	free(text);
	return b;
}

/* Whether nothing farther from the place can be likelier. */
static bool is_sure(const struct best *b, const made_comparison *made)
{
	return b->any &&
	       (b->r.is_bare || (b->r.names && (b->r.by_number || made->is_first)));
}

/* What is in the whole expression, where that is likelier. An equality can be another
 * comparison of the same names. */
static struct best read_around(const struct written_search *s, const struct best *b,
			       text_span around)
{
	if (lang_GNU_Fortran() || (s->is_equality && !s->is_sole))
		return *b;
	const struct best wide = read_span(s, around);
	const bool is_likelier = wide.any && wide.r.names &&
				 (!b->any || certainty(&wide.r) > certainty(&b->r));
	return is_likelier ? wide : *b;
}

static struct best read_place(struct written_search *s, const made_comparison *made,
			      const char *place)
{
	struct written_sign w;
	const text_span span = near(s->text, place),
			around = text_expression(s->text, place, true);

	s->is_sole = !lang_GNU_Fortran() && names_are_once(around, s->all);
	if (!lang_GNU_Fortran() && place > s->text && read_operator(place, &w))
		return read_span(s, {place, place + 1});
	struct best b =
	    is_joint(place) ? read_joint(s, made, place) : read_span(s, span);
	if (!is_sure(&b, made))
		b = read_around(s, &b, around);
	if (b.any && (b.r.is_bare || b.r.names || !are_elsewhere(s, around)))
		return b;
	return read_macros(s, span);
}

/* In a macro, where that has the operator. */
static expanded_location comparison_place(location_t where)
{
	return linemap_location_from_macro_expansion_p(line_table, where)
		   ? expand_location_to_spelling_point(where)
		   : expand_location(where);
}

/* The inequality that an equality with the least or the greatest number of a type can have
 * been; ERROR_MARK when the comparison is another equality. */
static enum tree_code inequality(enum tree_code code, tree constant)
{
	const wide_int number = wi::to_wide(constant);
	const unsigned bits = TYPE_PRECISION(TREE_TYPE(constant));
	const signop sign = TYPE_SIGN(TREE_TYPE(constant));

	if (code != EQ_EXPR && code != NE_EXPR)
		return code;
	if (number == wi::max_value(bits, sign))
		return code == EQ_EXPR ? GE_EXPR : LT_EXPR;
	if (number == wi::min_value(bits, sign))
		return code == EQ_EXPR ? LE_EXPR : GT_EXPR;
	return ERROR_MARK;
}

/* Whether the compiler's operand still has a number that is added, or its sign. */
static bool is_sum(tree a)
{
	gimple *def = TREE_CODE(a) == SSA_NAME ? SSA_NAME_DEF_STMT(a) : NULL;
	const bool is_made = def && is_gimple_assign(def);
	const enum tree_code code =
	    is_made ? gimple_assign_rhs_code(def) : TREE_CODE(a);

	if (CONVERT_EXPR_CODE_P(code))
		return is_sum(is_made ? gimple_assign_rhs1(def) : TREE_OPERAND(a, 0));
	if (code != PLUS_EXPR && code != MINUS_EXPR)
		return code == NEGATE_EXPR;
	tree left = is_made ? gimple_assign_rhs1(def) : TREE_OPERAND(a, 0);
	tree right = is_made ? gimple_assign_rhs2(def) : TREE_OPERAND(a, 1);
	return CONSTANT_CLASS_P(left) || CONSTANT_CLASS_P(right);
}

tree written_constant(const made_comparison *made)
{
	char lines[WRITTEN_TEXT_MAX];
	size_t start;
	const expanded_location at = comparison_place(made->where);
	tree constant = made->constant;

	if (TREE_CODE(constant) != INTEGER_CST || !at.line || at.column < 1)
		return constant;
	struct written_search s = {lines,
				   inequality(made->code, constant),
				   made->code == EQ_EXPR || made->code == NE_EXPR,
				   false,
				   is_sum(made->a),
				   constant,
				   {}};
	if (s.made == ERROR_MARK || !text_read(at.file, at.line, lines, &start) ||
	    strlen(lines) < start + (size_t)at.column)
		return constant;
	operand_names(made->a, &s.all);
	const char *place = lang_GNU_Fortran() ? lines : lines + start + at.column - 1;
	const struct best b = read_place(&s, made, place);
	return b.any && !b.in_doubt && wi::fits_to_tree_p(b.r.is, TREE_TYPE(constant))
		   ? wide_int_to_tree(TREE_TYPE(constant), b.r.is)
		   : constant;
}
