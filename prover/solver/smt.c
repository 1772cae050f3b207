/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * smt.c - writes queries. Each expression of the cone is defined once. The bits of a
 * computed number are a variable whose conversion to a number equals the number:
 * SMT-LIB has no function for them, because a NaN has many representations.
 */
#include "prover/solver/smt.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/solver/integers.h"
#include "system/stop.h"

/* ---- stages */

static bool rounds(const struct expr_node *n)
{
	return (n->op >= EXPR_FADD && n->op <= EXPR_FRINT) ||
	       n->op == EXPR_FROM_SIGNED || n->op == EXPR_FROM_UNSIGNED ||
	       n->op == EXPR_FRESIZE;
}

static enum stage stage_of(const struct expr_node *n)
{
	switch (n->op) {
	case EXPR_FMUL:
	case EXPR_FDIV:
	case EXPR_FSQRT:
	case EXPR_FMA:
		return STAGE_FULL;
	case EXPR_FADD:
	case EXPR_FSUB:
	case EXPR_FRINT:
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
	case EXPR_FRESIZE:
	case EXPR_FROM_SIGNED:
	case EXPR_FROM_UNSIGNED:
	case EXPR_TO_SIGNED:
		return STAGE_ADDITIVE;
	default:
		return STAGE_HAVOC;
	}
}

static bool is_havocked(const struct smt_writer *w, const struct expr_node *n)
{
	return stage_of(n) > w->options.stage ||
	       (w->options.open && w->options.open[n - w->store->nodes]);
}

/* Without recursion: cones are deep. */
static void mark_cone(struct smt_writer *w, const expr *roots, size_t count)
{
	size_t room = 0, n = 0;
	expr *stack = NULL;

	for (size_t i = 0; i < count; i++) {
		ARRAY_ADD(stack, n, room, roots[i]);
	}
	while (n && !stop_asked()) {
		const expr e = stack[--n];
		const struct expr_node *node = smt_node(w, e);
		const expr operands[3] = {node->a, node->b, node->c};
		if (e == EXPR_NONE || w->marked[e])
			continue;
		w->marked[e] = true;
		w->query->has_numbers |=
		    node->sort > SORT_BITS_MAX || node->op == EXPR_BITS;
		if (is_havocked(w, node)) {
			w->query->is_abstract = true;
			continue;
		}
		w->query->has_rounding |= rounds(node);
		w->query->has_arithmetic |= stage_of(node) != STAGE_HAVOC;
		for (int i = 0; i < 3; i++) {
			ARRAY_ADD(stack, n, room, operands[i]);
		}
	}
	free(stack);
}

/* ---- sorts and operands */

static const char *format_of(unsigned sort)
{
	return sort == SORT_F32	  ? "8 24"
	       : sort == SORT_F64 ? "11 53"
	       : sort == SORT_F80 ? "15 64"
				  : "15 113";
}

static void put_sort(struct smt_writer *w, unsigned sort)
{
	if (sort == SORT_BOOL)
		fputs("Bool", w->out);
	else if (sort <= SORT_BITS_MAX)
		fprintf(w->out, "(_ BitVec %u)", sort);
	else
		fprintf(w->out, "(_ FloatingPoint %s)", format_of(sort));
}

static void put_const(struct smt_writer *w, const struct expr_node *n)
{
	if (n->sort == SORT_BOOL) {
		fputs(n->value ? "true" : "false", w->out);
	} else if (n->sort % 4 == 0) {
		fprintf(w->out, "#x%0*" PRIx64, n->sort / 4, n->value);
	} else {
		fputs("#b", w->out);
		for (unsigned i = n->sort; i-- > 0;)
			putc(n->value >> i & 1 ? '1' : '0', w->out);
	}
}

static char letter_of(const struct smt_writer *w, const struct expr_node *n)
{
	return n->op == EXPR_VAR    ? 'v'
	       : n->op == EXPR_BITS ? 'b'
	       : is_havocked(w, n)  ? 'h'
				    : 'n';
}

static void smt_operand(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);

	if (n->op == EXPR_CONST)
		put_const(w, n);
	else
		fprintf(w->out, "%c%" PRIu64, letter_of(w, n),
			n->op == EXPR_VAR ? n->value : (uint64_t)e);
}

/* The bits of a number as to_fp takes them: x87's are without bit 63. */
static void put_bits(struct smt_writer *w, unsigned format, expr bits)
{
	if (format != SORT_F80) {
		smt_operand(w, bits);
		return;
	}
	fputs("(concat ((_ extract 79 64) ", w->out);
	smt_operand(w, bits);
	fputs(") ((_ extract 62 0) ", w->out);
	smt_operand(w, bits);
	fputs("))", w->out);
}

static void put_rounding(struct smt_writer *w, expr e)
{
	static const char *const modes[] = {[EXPR_MODE_NEAREST] = "RNE",
					    [EXPR_MODE_DOWN] = "RTN",
					    [EXPR_MODE_UP] = "RTP",
					    [EXPR_MODE_ZERO] = "RTZ"};
	const uint64_t value = smt_node(w, e)->value;

	if (value & EXPR_FIXED_MODE)
		fprintf(w->out, " %s", modes[value & ~EXPR_FIXED_MODE]);
	else if (w->options.rounding == ROUNDING_NEAREST)
		fputs(" RNE", w->out);
	else if (w->options.rounding == ROUNDING_ANY)
		fputs(" rm", w->out);
	else
		fprintf(w->out, " rm%u", e);
}

static const char *smt_name(enum expr_op op)
{
	static const char *const names[EXPR_OP_COUNT] = {
	    [EXPR_NOT] = "not",
	    [EXPR_AND] = "and",
	    [EXPR_OR] = "or",
	    [EXPR_ITE] = "ite",
	    [EXPR_EQ] = "=",
	    [EXPR_ULT] = "bvult",
	    [EXPR_ULE] = "bvule",
	    [EXPR_SLT] = "bvslt",
	    [EXPR_SLE] = "bvsle",
	    [EXPR_ADD] = "bvadd",
	    [EXPR_SUB] = "bvsub",
	    [EXPR_MUL] = "bvmul",
	    [EXPR_UDIV] = "bvudiv",
	    [EXPR_UREM] = "bvurem",
	    [EXPR_SDIV] = "bvsdiv",
	    [EXPR_SREM] = "bvsrem",
	    [EXPR_BITAND] = "bvand",
	    [EXPR_BITOR] = "bvor",
	    [EXPR_BITXOR] = "bvxor",
	    [EXPR_BITNOT] = "bvnot",
	    [EXPR_NEG] = "bvneg",
	    [EXPR_SHL] = "bvshl",
	    [EXPR_LSHR] = "bvlshr",
	    [EXPR_ASHR] = "bvashr",
	    [EXPR_CONCAT] = "concat",
	    [EXPR_FADD] = "fp.add",
	    [EXPR_FSUB] = "fp.sub",
	    [EXPR_FMUL] = "fp.mul",
	    [EXPR_FDIV] = "fp.div",
	    [EXPR_FSQRT] = "fp.sqrt",
	    [EXPR_FMA] = "fp.fma",
	    [EXPR_FRINT] = "fp.roundToIntegral",
	    [EXPR_FNEG] = "fp.neg",
	    [EXPR_FABS] = "fp.abs",
	    [EXPR_FLT] = "fp.lt",
	    [EXPR_FLE] = "fp.leq",
	    [EXPR_FEQ] = "fp.eq",
	    [EXPR_FNAN] = "fp.isNaN",
	    [EXPR_FFLOOR] = "fp.roundToIntegral RTN",
	    [EXPR_FCEIL] = "fp.roundToIntegral RTP",
	    [EXPR_FTRUNC] = "fp.roundToIntegral RTZ",
	    [EXPR_FROUND] = "fp.roundToIntegral RNA"};

	return names[op];
}

/* The operator of an expression with what belongs to it, without its operands. */
static void put_operator(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);

	switch (n->op) {
	case EXPR_EXTRACT:
		fprintf(w->out, "(_ extract %" PRIu64 " %" PRIu64 ")",
			n->value + n->sort - 1, n->value);
		break;
	case EXPR_ZEXT:
	case EXPR_SEXT:
		fprintf(w->out, "(_ %s %u)",
			n->op == EXPR_ZEXT ? "zero_extend" : "sign_extend",
			n->sort - smt_node(w, n->a)->sort);
		break;
	case EXPR_TOFP:
	case EXPR_FRESIZE:
	case EXPR_FROM_SIGNED:
		fprintf(w->out, "(_ to_fp %s)", format_of(n->sort));
		break;
	case EXPR_FROM_UNSIGNED:
		fprintf(w->out, "(_ to_fp_unsigned %s)", format_of(n->sort));
		break;
	case EXPR_TO_SIGNED:
		fprintf(w->out, "(_ fp.to_sbv %u) RTZ", n->sort);
		break;
	default:
		fputs(smt_name(n->op), w->out);
	}
	if (rounds(n))
		put_rounding(w, e);
}

/* ---- declarations and definitions */

static void smt_declare(struct smt_writer *w, expr e)
{
	fputs("(declare-const ", w->out);
	smt_operand(w, e);
	putc(' ', w->out);
	put_sort(w, smt_node(w, e)->sort);
	fputs(")\n", w->out);
}

static void put_variable(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);
	const struct variable *v = &w->store->variables[n->value];
	struct query *q = w->query;

	smt_declare(w, e);
	if (v->kind == VARIABLE_ADDRESS)
		fprintf(w->out,
			"(assert (and (bvule #x0000000000001000 v%" PRIu64
			") (bvult v%" PRIu64 " #x0000800000000000)))\n",
			n->value, n->value);
	if (v->kind == VARIABLE_INPUT && q)
		q->inputs[q->input_count++] = (uint32_t)n->value;
}

static void put_definition(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);
	const expr operands[3] = {n->a, n->b, n->c};

	if (w->options.rounding == ROUNDING_EACH && rounds(n) &&
	    !(n->value & EXPR_FIXED_MODE))
		fprintf(
		    w->out,
		    "(declare-const rm%u RoundingMode)\n(assert (not (= rm%u RNA)))\n",
		    e, e);
	fprintf(w->out, "(define-fun n%u () ", e);
	put_sort(w, n->sort);
	fputs(" (", w->out);
	put_operator(w, e);
	for (int i = 0; i < 3 && operands[i] != EXPR_NONE; i++) {
		putc(' ', w->out);
		if (n->op == EXPR_TOFP)
			put_bits(w, n->sort, operands[i]);
		else
			smt_operand(w, operands[i]);
	}
	fputs("))\n", w->out);
}

/* What holds of each quotient and remainder, and takes solvers long to find in the circuit: neither
 * is larger than the dividend, a remainder is smaller than the divisor, and has its dividend's
 * sign. */
static void put_division_facts(struct smt_writer *w, expr e)
{
	static const char sizes[] = "(let ((r (ite (bvslt e z) (bvneg e) e))"
				    " (p (ite (bvslt a z) (bvneg a) a))"
				    " (q (ite (bvslt b z) (bvneg b) b))) ";
	static const char signs[] =
	    " (=> (bvslt e z) (bvslt a z)) (=> (bvslt z e) (bvslt z a))";
	const struct expr_node *n = smt_node(w, e);
	const bool is_signed = n->op == EXPR_SDIV || n->op == EXPR_SREM;
	const bool is_rest = n->op == EXPR_UREM || n->op == EXPR_SREM;

	fputs("(assert (let ((e ", w->out);
	smt_operand(w, e);
	fputs(") (a ", w->out);
	smt_operand(w, n->a);
	fputs(") (b ", w->out);
	smt_operand(w, n->b);
	fprintf(w->out, ") (z (_ bv0 %u))) ", n->sort);
	fputs(is_signed ? sizes : "(let ((r e) (p a) (q b)) ", w->out);
	fprintf(w->out, "(or (= b z) (and true (bvule r p)%s%s)))))\n",
		is_rest ? " (bvult r q)" : "", is_rest && is_signed ? signs : "");
}

/* Declares bits whose conversion to a number equals the number. */
static void put_bits_of(struct smt_writer *w, expr e)
{
	const expr number = smt_node(w, e)->a;
	const unsigned format = smt_node(w, number)->sort;

	smt_declare(w, e);
	fprintf(w->out, "(assert (= ((_ to_fp %s) ", format_of(format));
	put_bits(w, format, e);
	fputs(") ", w->out);
	smt_operand(w, number);
	fputs("))\n", w->out);
	if (format == SORT_F80)
		fprintf(w->out,
			"(assert (= (= ((_ extract 63 63) b%u) #b0) "
			"(= ((_ extract 78 64) b%u) #b000000000000000)))\n",
			e, e);
}

static void put_expression(struct smt_writer *w, expr e)
{
	const struct expr_node *n = smt_node(w, e);

	if (n->op == EXPR_CONST)
		return;
	if (w->options.integers) {
		integers_put(w, e);
	} else if (n->op == EXPR_VAR) {
		put_variable(w, e);
	} else if (n->op == EXPR_BITS && !is_havocked(w, n)) {
		put_bits_of(w, e);
	} else if (is_havocked(w, n)) {
		smt_declare(w, e);
	} else {
		put_definition(w, e);
		if (n->op >= EXPR_UDIV && n->op <= EXPR_SREM)
			put_division_facts(w, e);
	}
}

static void put_assertion(struct smt_writer *w, expr condition)
{
	fputs("(assert ", w->out);
	if (w->options.integers)
		integers_put_operand(w, condition);
	else
		smt_operand(w, condition);
	fputs(")\n", w->out);
}

/* ---- all of it */

void smt_begin(FILE *out, const struct query *q)
{
	fprintf(out, "(set-option :produce-models true)\n(set-logic %s)\n",
		q->has_numbers ? "QF_BVFP"
		: q->is_bits   ? "QF_BV"
			       : "QF_LIA");
}

void smt_write(struct query *q, const struct expr_store *store, const expr *conditions,
	       size_t count, const struct query_options *options, const char *title)
{
	struct smt_writer w = {.store = store,
			       .options = *options,
			       .marked = array_new(store->count, sizeof *w.marked),
			       .query = q};

	memset(q, 0, sizeof *q);
	q->inputs = array_new(store->variable_count, sizeof *q->inputs);
	w.out = text_open(&q->text, &q->size);
	if (options->integers)
		integers_mark(&w, conditions, count);
	else
		mark_cone(&w, conditions, count);
	fprintf(w.out, "; %s\n", title);
	q->is_bits = !q->has_numbers && !options->integers;
	smt_begin(w.out, q);
	q->begin = options->integers ? 0 : (size_t)ftell(w.out);
	if (options->rounding == ROUNDING_ANY && q->has_rounding)
		fputs("(declare-const rm RoundingMode)\n(assert (not (= rm RNA)))\n",
		      w.out);
	for (expr e = 1; e < store->count && !stop_asked(); e++)
		if (w.marked[e])
			put_expression(&w, e);
	for (size_t i = 0; i < count; i++)
		put_assertion(&w, conditions[i]);
	q->end = options->integers ? 0 : (size_t)ftell(w.out);
	if (!options->incremental)
		fputs("(check-sat)\n", w.out);
	fclose(w.out);
	free(w.marked);
}

/* ---- to an incremental session */

void smt_assert(FILE *out, struct definitions *definitions,
		const struct expr_store *store, expr condition,
		const struct query_options *options)
{
	struct smt_writer w = {.out = out, .store = store, .options = *options};
	size_t i = definitions->count;

	definitions_add(definitions, store, condition,
			options->integers ? integers_is_open : NULL);
	for (; i < definitions->count; i++)
		put_expression(&w, definitions->list[i]);
	put_assertion(&w, condition);
}

void smt_values(FILE *out, const uint32_t *variables, size_t count)
{
	fputs("(get-value (", out);
	for (size_t i = 0; i < count; i++)
		fprintf(out, " v%u", variables[i]);
	fputs("))\n", out);
}

void smt_done(struct query *q)
{
	free(q->text);
	free(q->inputs);
	memset(q, 0, sizeof *q);
}

/* ---- which expressions a session has defined */

static int by_number(const void *a, const void *b)
{
	const expr x = *(const expr *)a, y = *(const expr *)b;

	return (x > y) - (x < y);
}

static void push(struct definitions *t, const struct expr_store *s, expr e)
{
	if (e == EXPR_NONE || expr_at(s, e)->op == EXPR_CONST || t->has[e])
		return;
	t->has[e] = true;
	ARRAY_ADD(t->list, t->count, t->list_room, e);
}

void definitions_add(struct definitions *t, const struct expr_store *s, expr root,
		     bool (*is_open)(const struct expr_store *,
				     const struct expr_node *))
{
	const size_t start = t->count, room = t->has_room;

	while (t->has_room < s->count)
		t->has = array_grow(t->has, t->has_room, &t->has_room, sizeof *t->has);
	if (t->has_room > room)
		memset(t->has + room, 0, t->has_room - room);
	push(t, s, root);
	for (size_t i = start; i < t->count; i++) {
		const struct expr_node *n = expr_at(s, t->list[i]);
		if (is_open && is_open(s, n))
			continue;
		push(t, s, n->a);
		push(t, s, n->b);
		push(t, s, n->c);
	}
	if (t->count > start)
		qsort(t->list + start, t->count - start, sizeof *t->list, by_number);
}

void definitions_forget(struct definitions *t, size_t count)
{
	while (t->count > count)
		t->has[t->list[--t->count]] = false;
}

void definitions_done(struct definitions *t)
{
	free(t->list);
	free(t->has);
	memset(t, 0, sizeof *t);
}
