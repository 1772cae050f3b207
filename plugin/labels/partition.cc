/* SPDX-License-Identifier: GPL-3.0-or-later */
/* partition.cc - reads and checks a partition of the inputs, and numbers as constants. */
#include "plugin/gcc.h"
#include "plugin/labels/partition.h"

/* ---- numbers */

bool constant_has_type(tree type)
{
	if (SCALAR_FLOAT_TYPE_P(type))
		return !DECIMAL_FLOAT_MODE_P(TYPE_MODE(type));
	return (TREE_CODE(type) == INTEGER_TYPE || TREE_CODE(type) == BOOLEAN_TYPE) &&
	       TYPE_PRECISION(type) <= 64;
}

/* Whether the whole text is a number in C; it needs no type. */
static bool constant_is_number(const char *text)
{
	char *end;

	strtod(text, &end);
	return end != text && !*end && strspn(text, "+-.0123456789");
}

static tree read_integer(tree type, const char *text)
{
	const bool negative = *text == '-';
	const char *digits = text + (negative || *text == '+');
	char *end;

	errno = 0;
	const unsigned HOST_WIDE_INT magnitude = strtoull(digits, &end, 0);
	if (!ISDIGIT(*digits) || *end || errno)
		return NULL_TREE;
	const widest_int n = negative ? -widest_int(magnitude) : widest_int(magnitude);
	return wi::fits_to_tree_p(n, type) ? wide_int_to_tree(type, n) : NULL_TREE;
}

static tree read_float(tree type, const char *text)
{
	REAL_VALUE_TYPE exact, r;

	if (!constant_is_number(text))
		return NULL_TREE;
	real_from_string(&exact, *text == '+' ? text + 1 : text);
	real_convert(&r, TYPE_MODE(type), &exact);
	return build_real(type, r);
}

tree constant_read(tree type, const char *text)
{
	return SCALAR_FLOAT_TYPE_P(type) ? read_float(type, text)
					 : read_integer(type, text);
}

/* ---- partitions */

enum { MOST_LINE = 4000 };

static auto_vec<partition *> partitions;
static const char *name_of_file;

/* ---- errors */

static bool bad_line(unsigned line, const char *what, const char *which)
{
	error("plugin me: %s:%u: %s %<%s%>", name_of_file, line, what, which);
	return false;
}

void partition_error(const partition *p, const char *what, const char *which)
{
	bad_line(p->line, what, which);
}

/* ---- text */

/* The text without blanks around it. */
static char *trimmed(char *text)
{
	while (ISSPACE(*text))
		text++;
	for (size_t n = strlen(text); n && ISSPACE(text[n - 1]); n--)
		text[n - 1] = '\0';
	return text;
}

static bool read_range(partition *p, char *text)
{
	partition_range r = {xstrdup(text), NULL, NULL, false, false};
	char *dots = strstr(text, "..");

	r.is_nan = !strcmp(text, "nan");
	r.is_single = !dots;
	if (dots)
		*dots = '\0';
	if (!r.is_nan) {
		r.low = xstrdup(trimmed(text));
		r.high = dots ? xstrdup(trimmed(dots + 2)) : r.low;
		r.low = *r.low ? r.low : NULL;
		r.high = *r.high ? r.high : NULL;
	}
	if ((!dots && !r.is_nan && !r.low) || (r.low && !constant_is_number(r.low)) ||
	    (r.high && !constant_is_number(r.high)))
		return bad_line(p->line,
				"expected NUMBER, LOW..HIGH, ..HIGH, LOW.. or nan, not",
				r.text);
	p->ranges.safe_push(r);
	return true;
}

static bool is_parameter_name(const char *text)
{
	for (const char *at = text; *at; at++)
		if (!ISALNUM(*at) && *at != '_')
			return false;
	return *text != '\0';
}

static bool read_partition_line(char *text, unsigned line)
{
	text[strcspn(text, "#")] = '\0';
	text = trimmed(text);
	char *colon = strchr(text, ':');
	if (!*text)
		return true;
	if (colon)
		*colon = '\0';
	char *name = trimmed(text);
	if (!colon || !is_parameter_name(name))
		return bad_line(line, "expected PARAMETER: RANGE, RANGE, ..., not",
				text);
	for (unsigned i = 0; i < partitions.length(); i++)
		if (!strcmp(partitions[i]->parameter, name))
			return bad_line(line, "there is a line already for", name);
	partition *p = new partition();
	p->parameter = xstrdup(name);
	p->line = line;
	partitions.safe_push(p);
	for (char *at = colon + 1; at;) {
		char *comma = strchr(at, ',');
		if (comma)
			*comma = '\0';
		if (!read_range(p, trimmed(at)))
			return false;
		at = comma ? comma + 1 : NULL;
	}
	return true;
}

bool partition_read(const char *file)
{
	char text[MOST_LINE];
	bool good = true;
	FILE *in = file ? fopen(file, "r") : NULL;

	if (!file)
		return true;
	if (!in) {
		error("plugin me: argument %<partition=%s%>: %m", file);
		return false;
	}
	name_of_file = file;
	for (unsigned line = 1; good && fgets(text, sizeof text, in); line++)
		if (strlen(text) + 1 == sizeof text)
			good = bad_line(line, "the line is too long:", "...");
		else
			good = read_partition_line(text, line);
	fclose(in);
	return good;
}

/* ---- parameters */

partition *partition_of(const char *parameter)
{
	for (unsigned i = 0; i < partitions.length(); i++)
		if (!strcmp(partitions[i]->parameter, parameter)) {
			partitions[i]->is_used = true;
			return partitions[i];
		}
	return NULL;
}

void partition_check_used(const char *function)
{
	for (unsigned i = 0; i < partitions.length(); i++)
		if (!partitions[i]->is_used)
			bad_line(partitions[i]->line,
				 xasprintf("%s has no parameter", function),
				 partitions[i]->parameter);
}

/* ---- ends */

static int compare_constants(tree a, tree b)
{
	if (TREE_CODE(a) == INTEGER_CST)
		return tree_int_cst_compare(a, b);
	const REAL_VALUE_TYPE *x = TREE_REAL_CST_PTR(a), *y = TREE_REAL_CST_PTR(b);
	return real_compare(LT_EXPR, x, y) ? -1 : real_compare(GT_EXPR, x, y);
}

/* Whether the number comes just behind the other one; of floats: is the same. */
static int compare_with_next(tree b, tree a)
{
	if (TREE_CODE(a) == REAL_CST)
		return compare_constants(b, a);
	return wi::cmps(wi::to_widest(b), wi::to_widest(a) + 1);
}

static bool read_end(const partition *p, tree type, const char *text, tree otherwise,
		     tree *end)
{
	*end = text ? constant_read(type, text) : otherwise;
	if (text && !*end)
		partition_error(p, "the parameter has no such value:", text);
	return !text || *end;
}

static bool refuse_range(const partition *p, const char *what, unsigned range)
{
	partition_error(p, what, p->ranges[range].text);
	return false;
}

/* How a range continues those before it, the last of which ends at `before`; null: it
 * is the first one. */
static bool check_begin(const partition *p, unsigned range, tree low, tree before,
			tree least)
{
	const bool open = !p->ranges[range].low;

	if (before && open)
		return refuse_range(
		    p, "overlap: only the first range has no begin, not", range);
	if (before) {
		const int order = compare_with_next(low, before);
		return !order || refuse_range(p,
					      order < 0 ? "overlap with what is before"
							: "hole in front of",
					      range);
	}
	if (open)
		return true;
	if (!least || compare_constants(low, least) > 0)
		return refuse_range(p, "hole in front of", range);
	return !compare_constants(low, least) ||
	       refuse_range(p, "begins below the parameter's range:", range);
}

static bool check_end(const partition *p, unsigned range, tree high, tree greatest)
{
	if (!p->ranges[range].high)
		return true;
	if (!greatest || compare_constants(high, greatest) < 0)
		return refuse_range(p, "hole behind", range);
	return !compare_constants(high, greatest) ||
	       refuse_range(p, "ends above the parameter's range:", range);
}

bool partition_ends(const partition *p, tree type, tree least, tree greatest,
		    vec<tree> *lows, vec<tree> *highs)
{
	tree before = NULL_TREE, low, high;
	unsigned last = p->ranges.length();

	for (unsigned i = 0; i < p->ranges.length(); i++) {
		const partition_range *r = &p->ranges[i];
		if (r->is_nan && i && i + 1 < p->ranges.length())
			return refuse_range(p, "the first or the last range may be", i);
		if (r->is_nan && !SCALAR_FLOAT_TYPE_P(type))
			return refuse_range(p, "the parameter has no such value:", i);
		if (!read_end(p, type, r->low, least, &low) ||
		    !read_end(p, type, r->high, greatest, &high))
			return false;
		lows->safe_push(r->is_nan ? NULL_TREE : low);
		highs->safe_push(r->is_nan ? NULL_TREE : high);
		if (r->is_nan)
			continue;
		if (low && high && compare_constants(low, high) > 0)
			return refuse_range(p, "a range is LOW..HIGH, not", i);
		if (last < p->ranges.length() && !p->ranges[last].high)
			return refuse_range(
			    p, "overlap: only the last range has no end; behind it is",
			    i);
		if (!check_begin(p, i, low, before, least))
			return false;
		before = high;
		last = i;
	}
	return last == p->ranges.length() || check_end(p, last, before, greatest);
}
