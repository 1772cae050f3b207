/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * predicates.cc - reads the predicates of a function. The statements between the two
 * calls of a predicate, its observer, are checked and made safe.
 */
#include "plugin/gcc.h"
#include "plugin/goals/makers.h"
#include "plugin/goals/hazards.h"
#include "plugin/unit/condition.h"
#include "plugin/unit/new_statement.h"

/* ---- observers */

/* The observer that is being read. */
struct observer {
	function *fun;
	goal_predicate *p;
	hash_set<gimple *> *hidden; /* as goals_read has it */
	hash_set<basic_block> blocks; /* other than those of the two calls */
	hash_set<gimple *> statements; /* of the source; in_order has them in order */
	auto_vec<gimple *> in_order;
	auto_vec<tree> locals; /* values of variables that are declared inside of it */
	auto_vec<gimple *> checks; /* of sanitizers, without a block of their own */
	bool refused; /* an error was reported */
};

static void refuse_observer(struct observer *o, gimple *stmt, const char *why)
{
	location_t where = gimple_location(stmt);

	if (!o->refused)
		error_at(where == UNKNOWN_LOCATION ? gimple_location(o->p->end) : where,
			 "plugin me: the expression of a goal %s", why);
	o->refused = true;
}

/* A variable that the source names. */
static bool is_users(tree name)
{
	tree var = TREE_CODE(name) == SSA_NAME ? SSA_NAME_VAR(name) : NULL_TREE;

	return var && DECL_P(var) && !DECL_ARTIFICIAL(var);
}

static bool declares(tree block, tree var)
{
	for (tree v = BLOCK_VARS(block); v; v = DECL_CHAIN(v))
		if (v == var)
			return true;
	return false;
}

/* Whether the variable, to which the statement gives a value, is declared inside of the
 * observer: in a block that is around the statement and not around the beginning. */
static bool is_local(const struct observer *o, tree var, gimple *stmt)
{
	const tree outside = gimple_block(o->p->begin);

	for (tree b = gimple_block(stmt); b && TREE_CODE(b) == BLOCK && b != outside;
	     b = BLOCK_SUPERCONTEXT(b))
		if (declares(b, var))
			return true;
	return false;
}

static bool is_number_or_complex(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) || INTEGRAL_TYPE_P(type) ||
	       COMPLEX_FLOAT_TYPE_P(type);
}

/* A function that the compiler knows, all of whose arguments are numbers: it may set
 * errno and floating-point flags, which are restored, and nothing else. */
static bool is_mathematical(gcall *call)
{
	if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL) || !gimple_call_lhs(call) ||
	    !is_number_or_complex(TREE_TYPE(gimple_call_lhs(call))))
		return false;
	for (unsigned i = 0; i < gimple_call_num_args(call); i++)
		if (!is_number_or_complex(TREE_TYPE(gimple_call_arg(call, i))))
			return false;
	return !(gimple_call_flags(call) & ECF_NORETURN);
}

static void check_call(struct observer *o, gcall *call)
{
	const enum sanitizer_call kind = sanitizer_call_of(call);

	if (kind == SANITIZER_CHECK)
		o->checks.safe_push(call);
	if (kind != SANITIZER_NONE || gimple_call_internal_p(call))
		return;
	o->p->has_floats = o->p->uses_x87 = true;
	if (is_mathematical(call))
		return;
	if (gimple_call_builtin_p(call, BUILT_IN_NORMAL) &&
	    gimple_call_flags(call) & (ECF_CONST | ECF_PURE))
		return;
	refuse_observer(
	    o, call,
	    "has a side effect, or may have one: it calls a function that the "
	    "compiler does not know");
}

/* Whether operations on the type leave x87 alone. */
static bool is_sse(tree type)
{
	return SCALAR_FLOAT_TYPE_P(type) && TYPE_PRECISION(type) <= 64 &&
	       targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT) !=
		   FLT_EVAL_METHOD_PROMOTE_TO_LONG_DOUBLE;
}

static void note_floats(goal_predicate *p, gimple *stmt)
{
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
		tree op = gimple_op(stmt, i);
		if (!op || !TREE_TYPE(op) || !FLOAT_TYPE_P(TREE_TYPE(op)))
			continue;
		p->has_floats = true;
		p->uses_x87 |= !is_sse(TREE_TYPE(op));
	}
}

static void check_statement(struct observer *o, gimple *stmt)
{
	tree lhs = gimple_get_lhs(stmt);

	if (gimple_has_volatile_ops(stmt) || gimple_code(stmt) == GIMPLE_ASM)
		refuse_observer(
		    o, stmt,
		    "has a side effect: it uses a volatile object or assembly");
	else if (gcall *call = dyn_cast<gcall *>(stmt))
		check_call(o, call);
	else if (lhs && TREE_CODE(lhs) != SSA_NAME)
		refuse_observer(o, stmt, "has a side effect: it writes to memory");
	if (lhs && is_users(lhs)) {
		if (is_local(o, SSA_NAME_VAR(lhs), stmt))
			o->locals.safe_push(lhs);
		else
			refuse_observer(o, stmt,
					"has a side effect: it changes a variable");
	}
	note_floats(o->p, stmt);
}

/* ---- reading */

/* One statement of an observer. */
static void take_statement(struct observer *o, gimple *stmt, hash_set<gimple *> *inner)
{
	o->statements.add(stmt);
	o->in_order.safe_push(stmt);
	check_statement(o, stmt);
	if (gimple_code(stmt) == GIMPLE_COND || gimple_code(stmt) == GIMPLE_SWITCH ||
	    is_gimple_assign(stmt)) {
		inner->add(stmt);
		if (o->p->is_operation)
			o->hidden->add(stmt);
	}
}

/* Takes the statements from the iterator to the end; whether that was reached. */
static bool take_block(struct observer *o, gimple_stmt_iterator i,
		       hash_set<gimple *> *inner)
{
	for (; !gsi_end_p(i); gsi_next(&i)) {
		if (gsi_stmt(i) == o->p->end)
			return true;
		take_statement(o, gsi_stmt(i), inner);
	}
	return false;
}

/* Takes all blocks between the two calls. False when another path than the end and
 * exceptions leads out of them. */
static bool take_blocks(struct observer *o, hash_set<gimple *> *inner)
{
	auto_vec<basic_block> open;
	basic_block first = gimple_bb(o->p->begin);
	bool whole = true;
	edge e;
	edge_iterator ei;

	open.safe_push(first);
	while (open.length()) {
		basic_block bb = open.pop();
		FOR_EACH_EDGE(e, ei, bb->succs)
		{
			if (e->flags & (EDGE_EH | EDGE_ABNORMAL))
				continue; /* a skipped observer throws nothing */
			if (e->dest == EXIT_BLOCK_PTR_FOR_FN(o->fun) ||
			    e->dest == first) {
				whole = false;
				continue;
			}
			if (o->blocks.add(e->dest))
				continue;
			if (!take_block(o, gsi_start_bb(e->dest), inner))
				open.safe_push(e->dest);
		}
	}
	return whole && o->blocks.contains(gimple_bb(o->p->end));
}

/* Whether the blocks between are entered from the beginning alone. */
static bool is_closed(struct observer *o)
{
	basic_block first = gimple_bb(o->p->begin);
	edge e;
	edge_iterator ei;

	for (hash_set<basic_block>::iterator i = o->blocks.begin();
	     i != o->blocks.end(); ++i)
		FOR_EACH_EDGE(e, ei, (*i)->preds)
	if (e->src != first && !o->blocks.contains(e->src))
		return false;
	return true;
}

/* Refuses a value that is read outside: it would be missing where the observer is
 * skipped. */
static void check_local(struct observer *o, tree name)
{
	imm_use_iterator i;
	use_operand_p use;

	FOR_EACH_IMM_USE_FAST(use, i, name)
	{
		gimple *stmt = USE_STMT(use);
		if (stmt != o->p->end && !o->statements.contains(stmt) &&
		    !(gimple_code(stmt) == GIMPLE_PHI &&
		      o->blocks.contains(gimple_bb(stmt))))
			refuse_observer(
			    o, SSA_NAME_DEF_STMT(name),
			    "keeps a value of a variable that is declared in it");
	}
}

/* Values that inner blocks join (PHI nodes) must not be read outside either. */
static void add_joined_locals(struct observer *o)
{
	hash_set<tree> variables;

	for (unsigned k = 0; k < o->locals.length(); k++)
		variables.add(SSA_NAME_VAR(o->locals[k]));
	for (hash_set<basic_block>::iterator i = o->blocks.begin();
	     i != o->blocks.end(); ++i)
		for (gphi_iterator phi = gsi_start_phis(*i); !gsi_end_p(phi);
		     gsi_next(&phi)) {
			tree name = gimple_phi_result(phi.phi());
			if (is_users(name) && variables.contains(SSA_NAME_VAR(name)))
				o->locals.safe_push(name);
		}
}

static void read_observer(struct observer *o, hash_set<gimple *> *inner)
{
	gimple_stmt_iterator i = gsi_for_stmt(o->p->begin);

	gsi_next(&i);
	o->p->can_skip = true;
	if (!take_block(o, i, inner))
		o->p->can_skip = take_blocks(o, inner) && is_closed(o);
	add_joined_locals(o);
	for (unsigned k = 0; k < o->locals.length(); k++)
		check_local(o, o->locals[k]);
	/* When all is checked, since statements are added and replaced. */
	for (unsigned k = 0; k < o->in_order.length(); k++)
		safe_statement(o->in_order[k]);
	for (unsigned k = 0; k < o->checks.length(); k++)
		statement_remove(o->checks[k]);
}

/* Goals without a name are numbered by kind. */
static const char *numbered(const vec<goal_predicate> *predicates, const char *kind)
{
	unsigned number = 0;

	for (unsigned i = 0; i < predicates->length(); i++)
		number += !strcmp((*predicates)[i].kind, kind);
	return xasprintf("%u", number);
}

static bool has_name(const vec<goal_predicate> *predicates, const char *kind,
		     const char *name)
{
	for (unsigned i = 0; i < predicates->length(); i++)
		if (!strcmp((*predicates)[i].kind, kind) &&
		    !strcmp((*predicates)[i].name, name))
			return true;
	return false;
}

/* The front end of C++ copies expressions, as those that build the elements of a list:
 * each copy of what stands there has a goal of its own. */
static void name_copy(const vec<goal_predicate> *predicates, goal_predicate *p)
{
	const char *name = p->name;

	for (unsigned copy = 2; has_name(predicates, p->kind, p->name); copy++)
		p->name = xasprintf("%s.copy%u", name, copy);
}

/* A label's name in the source is the user's own. */
static void settle_name(const vec<goal_predicate> *predicates, goal_predicate *p)
{
	if (strcmp(p->kind, "label"))
		name_copy(predicates, p);
	else if (has_name(predicates, p->kind, p->name))
		error_at(gimple_location(p->end),
			 "plugin me: label %s is in this function already", p->name);
}

static const char *goal_text(gimple *end, unsigned argument)
{
	const char *text = c_getstr(gimple_call_arg(end, argument));

	if (!text)
		error_at(gimple_location(end),
			 "plugin me: the texts of a goal are no constants");
	return text ? text : "";
}

static void read_operation(gcall *end, goal_predicate *p)
{
	p->is_operation = gimple_call_num_args(end) > 4;
	if (!p->is_operation)
		return;
	tree b = gimple_call_arg(end, 8);
	p->operation = {(unsigned)tree_to_uhwi(gimple_call_arg(end, 4)),
			(unsigned)tree_to_uhwi(gimple_call_arg(end, 5)),
			gimple_call_arg(end, 6), gimple_call_arg(end, 7),
			SCALAR_FLOAT_TYPE_P(TREE_TYPE(b)) ? b : NULL_TREE};
}

static void read_predicate(function *fun, gcall *begin, gcall *end,
			   vec<goal_predicate> *predicates, hash_set<gimple *> *inner,
			   hash_set<gimple *> *hidden)
{
	goal_predicate p;
	struct observer o;

	memset(&p, 0, sizeof p);
	p.begin = begin;
	p.end = end;
	p.kind = goal_text(end, 0);
	p.name = goal_text(end, 1);
	p.never = goal_text(end, 2);
	p.truth = gimple_call_arg(end, 3);
	if (!*p.name)
		p.name = numbered(predicates, p.kind);
	settle_name(predicates, &p);
	read_operation(end, &p);
	if (begin) {
		o.hidden = hidden;
		o.fun = fun;
		o.p = &p;
		o.refused = false;
		read_observer(&o, inner);
	}
	predicates->safe_push(p);
}

/* The end that belongs to a beginning is in the same block, or in one that is reached
 * from there; no other beginning is between them. */
static gcall *end_of(gcall *begin)
{
	auto_vec<basic_block> open;
	hash_set<basic_block> seen;
	gimple_stmt_iterator i = gsi_for_stmt(begin);
	edge e;
	edge_iterator ei;

	gsi_next(&i);
	for (basic_block bb = gimple_bb(begin);; i = gsi_start_bb(bb)) {
		for (; !gsi_end_p(i); gsi_next(&i))
			if (goals_is_end(gsi_stmt(i)))
				return as_a<gcall *>(gsi_stmt(i));
		FOR_EACH_EDGE(e, ei, bb->succs)
		if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL)) && !seen.add(e->dest))
			open.safe_push(e->dest);
		if (!open.length())
			return NULL;
		bb = open.pop();
	}
}

/* Adds the statements from a beginning on that lead to its end. */
static void add_observed(gcall *begin, hash_set<gimple *> *statements)
{
	auto_vec<basic_block> open;
	hash_set<basic_block> seen;
	gimple_stmt_iterator i = gsi_for_stmt(begin);
	edge e;
	edge_iterator ei;

	for (basic_block bb = gimple_bb(begin);; i = gsi_start_bb(bb)) {
		for (; !gsi_end_p(i) && !goals_is_end(gsi_stmt(i)); gsi_next(&i))
			statements->add(gsi_stmt(i));
		if (gsi_end_p(i))
			FOR_EACH_EDGE(e, ei, bb->succs)
		if (!(e->flags & (EDGE_EH | EDGE_ABNORMAL)) &&
		    e->dest->index != EXIT_BLOCK && !seen.add(e->dest))
			open.safe_push(e->dest);
		if (!open.length())
			return;
		bb = open.pop();
	}
}

void goals_observed(function *fun, hash_set<gimple *> *statements)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (goals_is_begin(gsi_stmt(i)))
			add_observed(as_a<gcall *>(gsi_stmt(i)), statements);
}

void goals_read(function *fun, vec<goal_predicate> *predicates,
		hash_set<gimple *> *inner, hash_set<gimple *> *hidden)
{
	hash_map<gimple *, gcall *> begins; /* end -> beginning */
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (goals_is_begin(gsi_stmt(i))) {
			gcall *begin = as_a<gcall *>(gsi_stmt(i));
			if (gcall *end = end_of(begin))
				begins.put(end, begin);
		}
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (goals_is_end(gsi_stmt(i))) {
			gcall **begin = begins.get(gsi_stmt(i));
			read_predicate(fun, begin ? *begin : NULL,
				       as_a<gcall *>(gsi_stmt(i)), predicates, inner,
				       hidden);
		}
}
