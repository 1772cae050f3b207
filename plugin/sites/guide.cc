/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guide.cc - the flag problem: `if (ok)` tells nothing about how far `ok` is from being
 * true, the comparisons that made it do.
 *
 * A guide is a boolean expression in postfix order over what decided the flag:
 * - data: `t = a < b; u = t & s` is an expression over sites (GUIDE_SITE, AND, ...);
 * - control: a PHI of constants (`ok = a && b`, `return 1`) is a flag of its own, and
 * each conditional jump from which only one side can still reach a true (false)
 * argument influences it: on the way there the flag's distance is the distance to that
 * side, the same rule as the representing function's for a saturated side;
 * - calls: the flag that the callee returned (GUIDE_CALL).
 * - loops: what each iteration adds to a flag (`all &= a[i] == b[i]`, `bad = 1;`)
 * counts over all passes of the comparison (me_influence.gathers). A flag need not be
 * tested for 0: `ok == 1`, `3 < level`. Of a PHI each constant is put to the test, of
 * other truth values 0 and 1 are. What cannot be followed is no guide; the site then
 * keeps its own operands' distance.
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"

enum { MAX_DEPTH = 16, MAX_WORK = 1 << 20 };

/* A PHI that is put to a test, and the unit's flag. */
struct tested_phi {
	gphi *phi;
	struct truth_test test;
	unsigned flag;
	bool is_open; /* its arguments are being read */
};

struct guide_state {
	struct shape *shape;
	auto_vec<tested_phi> flags;
	unsigned work; /* conditions looked at for influences */
};

typedef auto_vec<unsigned, 16> token_list;

static void token(vec<unsigned> *out, unsigned kind, unsigned argument = 0)
{
	out->safe_push(kind << 24 | argument);
}

static bool follow_value(struct guide_state *g, tree value, vec<unsigned> *out,
			 int depth);
static bool follow_tested(struct guide_state *g, tree value, struct truth_test test,
			  vec<unsigned> *out, int depth);

/* ---- flags decided by control */

/* Marks the blocks from which `from` can be entered without passing `stop`. */
static void mark_backwards(basic_block from, basic_block stop,
			   hash_set<basic_block> *set)
{
	auto_vec<basic_block> open;
	edge e;
	edge_iterator ei;

	if (set->add(from))
		return;
	open.safe_push(from);
	while (open.length()) {
		basic_block bb = open.pop();
		if (bb == stop)
			continue;
		FOR_EACH_EDGE(e, ei, bb->preds)
		if (!set->add(e->src))
			open.safe_push(e->src);
	}
}

struct outcome_map {
	basic_block join;
	hash_map<edge, unsigned> arguments; /* incoming edge -> enum me_outcome */
	unsigned constants; /* those of the arguments that are constants */
	bool has_cycle; /* an argument is a PHI that depends on this one */
	hash_set<basic_block> may[2]; /* blocks that may still lead to false, true */
};

static unsigned outcome_after(struct outcome_map *m, edge e)
{
	unsigned *argument = m->arguments.get(e);

	if (argument)
		return *argument;
	if (e->dest == m->join)
		return 0;
	return (m->may[0].contains(e->dest) ? ME_MAY_BE_FALSE : 0) |
	       (m->may[1].contains(e->dest) ? ME_MAY_BE_TRUE : 0);
}

static void add_influences(struct guide_state *g, struct outcome_map *m, unsigned flag)
{
	const struct shape *s = g->shape;

	for (unsigned i = 0; i < s->sites.length(); i++) {
		const shape_site *here = &s->sites[i];
		me_influence n;
		const unsigned kind = unit.sites[here->number].kind;
		if ((kind != ME_SITE_COND && kind != ME_SITE_INNER) ||
		    gimple_code(here->stmt) != GIMPLE_COND)
			continue;
		memset(&n, 0, sizeof n);
		n.site = here->number;
		n.flag = flag;
		/* if (a[i] != b[i]) bad = 1; */
		if (m->has_cycle)
			n.gathers = ME_MAY_BE_BOTH & ~m->constants;
		for (unsigned side = 0; side < 2; side++)
			n.after[side] =
			    outcome_after(m, shape_side_edge(here->stmt, side));
		/* A side that does not lead to the flag says nothing: it leaves the
		 * loop of a flag that is made already. */
		if (n.after[0] && n.after[1] && n.after[0] != n.after[1])
			unit.influences.safe_push(n);
	}
	g->work += s->sites.length();
}

static unsigned new_flag(unsigned constants)
{
	unit_flag f = {(int)unit.flag_values.length(), 0, constants};

	unit.flags.safe_push(f);
	return unit.flags.length() - 1;
}

/* A PHI whose arguments are being read: that of the loop around, which keeps what the
 * loop has gathered so far. */
static bool is_open_phi(const struct guide_state *g, tree value)
{
	value = truth_constant(value);
	for (unsigned i = 0; i < g->flags.length(); i++)
		if (g->flags[i].is_open && gimple_phi_result(g->flags[i].phi) == value)
			return true;
	return false;
}

/* Reads the arguments of a PHI: constants into the outcome map, guides of the others
 * into `values`. False when one of them cannot be followed or no one is a constant. */
static bool read_arguments(struct guide_state *g, gphi *phi, struct truth_test test,
			   struct outcome_map *m, auto_vec<int> *values, int depth)
{
	m->join = gimple_bb(phi);
	m->constants = 0;
	m->has_cycle = false;
	for (unsigned i = 0; i < gimple_phi_num_args(phi); i++) {
		tree value = truth_constant(gimple_phi_arg_def(phi, i));
		edge e = gimple_phi_arg_edge(phi, i);
		unsigned outcome = ME_MAY_BE_FALSE | ME_MAY_BE_TRUE;
		if (TREE_CODE(value) == INTEGER_CST) {
			outcome = truth_passes(test, value) ? ME_MAY_BE_TRUE
							    : ME_MAY_BE_FALSE;
			m->constants |= outcome;
		} else if (is_open_phi(g, value)) {
			m->has_cycle = true;
		} else {
			token_list tokens;
			if (!follow_tested(g, value, test, &tokens, depth + 1))
				return false;
			token(&tokens, ME_GUIDE_END);
			values->safe_push(unit_add_words(tokens));
		}
		m->arguments.put(e, outcome);
		if (outcome & ME_MAY_BE_FALSE)
			mark_backwards(e->src, m->join, &m->may[0]);
		if (outcome & ME_MAY_BE_TRUE)
			mark_backwards(e->src, m->join, &m->may[1]);
	}
	return m->constants != 0;
}

/* The flag of a PHI that is put to a test, or ME_NO_FLAG. */
static unsigned flag_of_phi(struct guide_state *g, gphi *phi, struct truth_test test,
			    int depth)
{
	struct outcome_map m;
	auto_vec<int> values;
	/* What a cycle through this PHI sees. */
	const tested_phi open = {phi, test, ME_NO_FLAG, true};
	const unsigned place = g->flags.length();

	for (unsigned i = 0; i < place; i++)
		if (g->flags[i].phi == phi && truth_is_same(g->flags[i].test, test))
			return g->flags[i].flag;
	g->flags.safe_push(open);
	g->work += place;
	const bool is_read =
	    g->work <= MAX_WORK && read_arguments(g, phi, test, &m, &values, depth);
	g->flags[place].is_open = false;
	if (!is_read)
		return ME_NO_FLAG;
	unsigned flag = new_flag(m.constants);
	for (unsigned i = 0; i < values.length(); i++)
		unit.flag_values.safe_push(values[i]);
	unit.flags[flag].value_count = values.length();
	add_influences(g, &m, flag);
	g->flags[place].flag = flag;
	return flag;
}

/* ---- flags decided by data */

static bool follow_site(struct guide_state *g, gimple *stmt, vec<unsigned> *out)
{
	const shape_site *here = shape_site_of(g->shape, stmt);
	const unsigned kind = here ? unit.sites[here->number].kind : 0;

	if (!here || gimple_code(stmt) == GIMPLE_COND ||
	    (kind != ME_SITE_DATA && kind != ME_SITE_INNER))
		return false;
	token(out, ME_GUIDE_SITE, here->number);
	return true;
}

/* `strcmp (a, b) < 0`: which of two texts is less. */
static bool follow_order(struct guide_state *g, enum tree_code code, tree a, tree b,
			 vec<unsigned> *out)
{
	tree call = truth_constant(a);
	bool below = code == LT_EXPR || code == GE_EXPR;

	if ((!below && code != GT_EXPR && code != LE_EXPR) || !integer_zerop(b) ||
	    TYPE_UNSIGNED(TREE_TYPE(a)) || TYPE_PRECISION(TREE_TYPE(a)) < 32 ||
	    TREE_CODE(call) != SSA_NAME)
		return false;
	const shape_site *here = shape_site_of(g->shape, SSA_NAME_DEF_STMT(call));
	if (!here)
		return false;
	unsigned site = here->number, op = unit.sites[site].op;
	if (op < ME_COMPARE_BYTES || op > ME_COMPARE_PADDED)
		return false;
	token(out, below ? ME_GUIDE_BELOW : ME_GUIDE_ABOVE, site);
	if (code == GE_EXPR || code == LE_EXPR)
		token(out, ME_GUIDE_NOT);
	return true;
}

static bool is_call(tree value)
{
	value = truth_constant(value);
	return TREE_CODE(value) == SSA_NAME && is_gimple_call(SSA_NAME_DEF_STMT(value));
}

static bool follow_phi(struct guide_state *g, gphi *phi, struct truth_test test,
		       vec<unsigned> *out, int depth)
{
	const unsigned flag = flag_of_phi(g, phi, test, depth);

	if (flag == ME_NO_FLAG)
		return false;
	token(out, ME_GUIDE_PHI, flag);
	return true;
}

/* Appends the guide of a value that is put to a test. Of a call's result other values
 * than 0 and 1 may come back; they count as what the test says of 1. */
static bool follow_tested(struct guide_state *g, tree value, struct truth_test test,
			  vec<unsigned> *out, int depth)
{
	tree source = truth_constant(value);
	bool negated;

	if (depth > MAX_DEPTH)
		return false;
	if (TREE_CODE(source) == SSA_NAME && INTEGRAL_TYPE_P(TREE_TYPE(source)))
		if (gphi *phi = dyn_cast<gphi *>(SSA_NAME_DEF_STMT(source)))
			return follow_phi(g, phi, test, out, depth);
	const bool for_zero = (test.code == EQ_EXPR || test.code == NE_EXPR) &&
			      integer_zerop(test.constant);
	if (!truth_tells_apart(test, &negated) ||
	    (!for_zero && !truth_is_value(value) && !is_call(value)) ||
	    !follow_value(g, value, out, depth + 1))
		return false;
	if (negated)
		token(out, ME_GUIDE_NOT);
	return true;
}

/* A comparison with a constant of something that has a guide is a guide itself. */
static bool follow_test(struct guide_state *g, enum tree_code code, tree a, tree b,
			vec<unsigned> *out, int depth)
{
	const struct truth_test test = {code, b};

	if (TREE_CODE(b) != INTEGER_CST)
		return false;
	if (follow_order(g, code, a, b, out))
		return true;
	if (!INTEGRAL_TYPE_P(TREE_TYPE(a))) /* a pointer that a call returned */
		return integer_zerop(b) && follow_value(g, a, out, depth + 1) &&
		       (code == NE_EXPR || (token(out, ME_GUIDE_NOT), true));
	return follow_tested(g, a, test, out, depth);
}

/* `all &= a[i] == b[i]`, `any |= ...` in a loop: a flag of its own, which each pass of
 * the comparison influences. `tokens` is the guide of what is gathered. */
static bool follow_gathered(const vec<unsigned> &tokens, unsigned kind,
			    vec<unsigned> *out)
{
	bool when_true = kind == ME_GUIDE_OR;
	const uint8_t decided = when_true ? ME_MAY_BE_TRUE : ME_MAY_BE_FALSE;
	const uint8_t open = ME_MAY_BE_BOTH;
	me_influence n;

	if (!tokens.length() || tokens[0] >> 24 != ME_GUIDE_SITE)
		return false;
	for (unsigned i = 1; i < tokens.length(); i++, when_true = !when_true)
		if (tokens[i] >> 24 != ME_GUIDE_NOT)
			return false;
	memset(&n, 0, sizeof n);
	n.site = tokens[0] & 0xffffff;
	n.flag = new_flag(decided);
	n.gathers = open & ~decided;
	n.after[0] = when_true ? decided : open;
	n.after[1] = when_true ? open : decided;
	unit.influences.safe_push(n);
	token(out, ME_GUIDE_PHI, n.flag);
	return true;
}

/* One operand of `&` or `|`; what is not known counts as such, but not twice. */
static bool follow_both(struct guide_state *g, tree a, tree b, unsigned kind,
			vec<unsigned> *out, int depth)
{
	unsigned known = 0;
	token_list gathered;

	if (kind != ME_GUIDE_XOR && is_open_phi(g, a) != is_open_phi(g, b) &&
	    follow_value(g, is_open_phi(g, a) ? b : a, &gathered, depth + 1) &&
	    follow_gathered(gathered, kind, out))
		return true;
	for (tree value : {a, b}) {
		unsigned length = out->length();
		if (follow_value(g, value, out, depth + 1)) {
			known++;
		} else {
			out->truncate(length);
			token(out, ME_GUIDE_UNKNOWN);
		}
	}
	token(out, kind);
	return known > 0;
}

static bool follow_assign(struct guide_state *g, gimple *def, vec<unsigned> *out,
			  int depth)
{
	enum tree_code code = gimple_assign_rhs_code(def);
	tree a = gimple_assign_rhs1(def), b = gimple_assign_rhs2(def);

	if (TREE_CODE_CLASS(code) == tcc_comparison)
		return follow_test(g, code, a, b, out, depth) ||
		       follow_site(g, def, out);
	if (CONVERT_EXPR_CODE_P(code) || code == SSA_NAME)
		return INTEGRAL_TYPE_P(TREE_TYPE(a)) &&
		       follow_value(g, a, out, depth + 1);
	if (code == BIT_NOT_EXPR && truth_is_value(a)) {
		if (!follow_value(g, a, out, depth + 1))
			return false;
		token(out, ME_GUIDE_NOT);
		return true;
	}
	if (code == BIT_IOR_EXPR && truth_is_value(a) && truth_is_value(b))
		return follow_both(g, a, b, ME_GUIDE_OR, out, depth);
	if (code == BIT_AND_EXPR && truth_is_value(a) && truth_is_value(b))
		return follow_both(g, a, b, ME_GUIDE_AND, out, depth);
	if (code == BIT_IOR_EXPR && follow_site(g, def, out)) {
		token(out, ME_GUIDE_NOT); /* the site is true when both words are 0 */
		return true;
	}
	if (code == BIT_XOR_EXPR && truth_is_value(a) && truth_is_value(b))
		return follow_both(g, a, b, ME_GUIDE_XOR, out, depth);
	return false;
}

/* `__builtin_expect (v, likely)` is v. */
static bool is_expectation(gimple *call)
{
	return gimple_call_builtin_p(call, BUILT_IN_EXPECT) ||
	       gimple_call_builtin_p(call, BUILT_IN_EXPECT_WITH_PROBABILITY);
}

static bool follow_call(struct guide_state *g, gimple *def, vec<unsigned> *out,
			int depth)
{
	tree callee = gimple_call_fndecl(def);

	if (follow_site(g, def, out))
		return true;
	if (is_expectation(def))
		return follow_value(g, gimple_call_arg(def, 0), out, depth + 1);
	if (!callee || fndecl_built_in_p(callee, BUILT_IN_NORMAL) ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(gimple_call_lhs(def))))
		return false;
	token(out, ME_GUIDE_CALL, unit_callee(callee));
	return true;
}

/* Appends the guide of `value != 0`; false when there is none. */
static bool follow_value(struct guide_state *g, tree value, vec<unsigned> *out,
			 int depth)
{
	if (depth > MAX_DEPTH)
		return false;
	value = truth_constant(value);
	if (TREE_CODE(value) == INTEGER_CST) {
		token(out, ME_GUIDE_CONST, integer_zerop(value) ? 0 : 1);
		return true;
	}
	if (TREE_CODE(value) != SSA_NAME)
		return false;
	gimple *def = SSA_NAME_DEF_STMT(value);
	if (!INTEGRAL_TYPE_P(TREE_TYPE(value))) /* strstr's pointer */
		return is_gimple_call(def) && follow_site(g, def, out);
	if (gphi *phi = dyn_cast<gphi *>(def))
		return follow_phi(g, phi, truth_test_for(TREE_TYPE(value)), out, depth);
	if (is_gimple_assign(def))
		return follow_assign(g, def, out, depth);
	if (is_gimple_call(def) && gimple_call_lhs(def))
		return follow_call(g, def, out, depth);
	return false;
}

/* ---- who asks for guides */

/* `if (s->done)`, `if (parameter == 1)`: a truth value that was made elsewhere,
 * perhaps.
 */
static bool tests_kept_value(gimple *cond)
{
	tree value = gimple_cond_lhs(cond);
	const struct truth_test test = {gimple_cond_code(cond), gimple_cond_rhs(cond)};
	bool negated;

	if (TREE_CODE(test.constant) != INTEGER_CST ||
	    !INTEGRAL_TYPE_P(TREE_TYPE(value)) || !truth_tells_apart(test, &negated))
		return false;
	for (int depth = 0; depth < MAX_DEPTH && TREE_CODE(value) == SSA_NAME;
	     depth++) {
		gimple *def = SSA_NAME_DEF_STMT(value);
		if (SSA_NAME_IS_DEFAULT_DEF(value))
			return true;
		if (!is_gimple_assign(def))
			return false;
		if (gimple_assign_load_p(def))
			return true;
		if (!gimple_assign_cast_p(def) && !gimple_assign_single_p(def))
			return false;
		value = gimple_assign_rhs1(def);
	}
	return false;
}

static void give_guide(const shape_site *here, token_list *tokens)
{
	unit_site *site = &unit.sites[here->number];

	token(tokens, ME_GUIDE_END);
	site->guide = unit_add_words(*tokens);
	site->flags |= ME_SITE_FLAG;
}

static void guide_predicate(struct guide_state *g, const shape_site *here)
{
	token_list tokens;

	if (follow_value(g, shape_predicate(g->shape, here->stmt)->truth, &tokens, 0))
		give_guide(here, &tokens);
}

static void guide_condition(struct guide_state *g, const shape_site *here)
{
	token_list tokens;
	gimple *stmt = here->stmt;
	unit_site *site = &unit.sites[here->number];

	if (site->kind == ME_SITE_PREDICATE) {
		if (!(site->flags & ME_SITE_OPERATION))
			guide_predicate(g, here);
		return;
	}
	if ((site->kind != ME_SITE_COND && site->kind != ME_SITE_INNER) ||
	    gimple_code(stmt) != GIMPLE_COND || site->type == ME_VOID)
		return;
	if (!follow_test(g, gimple_cond_code(stmt), gimple_cond_lhs(stmt),
			 gimple_cond_rhs(stmt), &tokens, 0)) {
		if (tests_kept_value(stmt))
			unit.sites[here->number].flags |= ME_SITE_KEPT;
		return;
	}
	give_guide(here, &tokens);
}

/* The flag that the function returns, when it returns a truth value. */
static void guide_return(struct guide_state *g)
{
	edge e;
	edge_iterator ei;
	token_list tokens;

	FOR_EACH_EDGE(e, ei, EXIT_BLOCK_PTR_FOR_FN(g->shape->fun)->preds)
	{
		greturn *stmt = safe_dyn_cast<greturn *>(last_stmt(e->src));
		tree value = stmt ? gimple_return_retval(stmt) : NULL_TREE;
		if (!value || tokens.length())
			return; /* more than one return: not one flag */
		if (!follow_value(g, value, &tokens, 0))
			return;
	}
	if (!tokens.length())
		return;
	unsigned *returns = &unit.functions[g->shape->number].returns;
	if (tokens.length() == 1 && tokens[0] >> 24 == ME_GUIDE_PHI) {
		*returns = tokens[0] & 0xffffff;
		return;
	}
	token(&tokens, ME_GUIDE_END);
	*returns = new_flag(0);
	unit.flag_values.safe_push(unit_add_words(tokens));
	unit.flags[*returns].value_count = 1;
}

void shape_add_guides(struct shape *s)
{
	struct guide_state g;

	g.shape = s;
	g.work = 0;
	for (unsigned i = 0; i < s->sites.length(); i++)
		guide_condition(&g, &s->sites[i]);
	guide_return(&g);
}
