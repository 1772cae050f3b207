/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * evaluate.c - the value of an expression under an assignment of its variables. The
 * machine computes floating point; a value of a format is stored as its bits.
 */
#include <math.h>
#include <string.h>

#include "prover/expr/node.h"

/* ---- bit-vectors: division as SMT-LIB defines it for 0 too */

static uint64_t divide_signed(uint64_t a, uint64_t b, unsigned w, bool remainder)
{
	const int64_t x = node_signed(w, a), y = node_signed(w, b);

	if (y == 0)
		return remainder ? a : x < 0 ? 1 : UINT64_MAX;
	if (y == -1)
		return remainder ? 0 : -(uint64_t)x;
	return (uint64_t)(remainder ? x % y : x / y);
}

static uint64_t evaluate_shift(enum expr_op op, uint64_t a, uint64_t n, unsigned w)
{
	if (n >= w)
		return op == EXPR_ASHR && node_signed(w, a) < 0 ? UINT64_MAX : 0;
	return op == EXPR_SHL	 ? a << n
	       : op == EXPR_LSHR ? a >> n
				 : (uint64_t)(node_signed(w, a) >> n);
}

static uint64_t compute_bits(const struct expr_node *n, unsigned w, const uint64_t o[3])
{
	switch (n->op) {
	case EXPR_ADD:
		return o[0] + o[1];
	case EXPR_SUB:
		return o[0] - o[1];
	case EXPR_MUL:
		return o[0] * o[1];
	case EXPR_UDIV:
		return o[1] ? o[0] / o[1] : UINT64_MAX;
	case EXPR_UREM:
		return o[1] ? o[0] % o[1] : o[0];
	case EXPR_SDIV:
	case EXPR_SREM:
		return divide_signed(o[0], o[1], w, n->op == EXPR_SREM);
	case EXPR_BITAND:
		return o[0] & o[1];
	case EXPR_BITOR:
		return o[0] | o[1];
	case EXPR_BITXOR:
		return o[0] ^ o[1];
	case EXPR_BITNOT:
		return ~o[0];
	case EXPR_NEG:
		return -o[0];
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR:
		return evaluate_shift(n->op, o[0], o[1], w);
	case EXPR_EXTRACT:
		return o[0] >> n->value;
	case EXPR_ZEXT:
		return o[0];
	case EXPR_SEXT:
		return (uint64_t)node_signed(w, o[0]);
	default: /* CONCAT: w is a's width */
		return o[0] << (n->sort - w) | o[1];
	}
}

/* ---- truth values */

static uint64_t compute_bool(const struct expr_node *n, unsigned w, const uint64_t o[3])
{
	switch (n->op) {
	case EXPR_NOT:
		return !o[0];
	case EXPR_AND:
		return o[0] & o[1];
	case EXPR_OR:
		return o[0] | o[1];
	case EXPR_ITE:
		return o[0] ? o[1] : o[2];
	case EXPR_EQ:
		return o[0] == o[1];
	case EXPR_ULT:
		return o[0] < o[1];
	case EXPR_ULE:
		return o[0] <= o[1];
	case EXPR_SLT:
		return node_signed(w, o[0]) < node_signed(w, o[1]);
	default: /* SLE */
		return node_signed(w, o[0]) <= node_signed(w, o[1]);
	}
}

/* ---- floating point */

/* A result of floats is rounded to double first, which has more than twice their digits: then it is
 * as if rounded once (S. A. Figueroa, When is Double Rounding Innocuous?, 1995). */
static uint64_t arithmetic(enum expr_op op, unsigned sort, double x, double y)
{
	return node_bits(sort, op == EXPR_FADD	 ? x + y
			       : op == EXPR_FSUB ? x - y
			       : op == EXPR_FMUL ? x * y
			       : op == EXPR_FDIV ? x / y
						 : sqrt(x));
}

/* A float for a float. The compiler would turn rint() into an addition of 2^52, which in
 * some modes rounds otherwise. */
double node_whole(enum expr_op op, double x)
{
	return op == EXPR_FRINT	   ? nearbyint(x)
	       : op == EXPR_FFLOOR ? floor(x)
	       : op == EXPR_FCEIL  ? ceil(x)
	       : op == EXPR_FTRUNC ? trunc(x)
				   : round(x);
}

/* `w` bits of an integer, rounded once. */
static uint64_t from_integer(const struct expr_node *n, unsigned w, uint64_t bits)
{
	const int64_t i = node_signed(w, bits);

	if (n->op == EXPR_FROM_UNSIGNED)
		return n->sort == SORT_F32 ? node_bits(SORT_F32, (double)(float)bits)
					   : node_bits(SORT_F64, (double)bits);
	return n->sort == SORT_F32 ? node_bits(SORT_F32, (double)(float)i)
				   : node_bits(SORT_F64, (double)i);
}

static uint64_t to_signed(unsigned w, double x)
{
	const double limit = ldexp(1, (int)w - 1);

	/* Of 64 bits -limit - 1 is rounded to -limit, which is in the range. */
	return (x > -limit - 1 || x == -limit) && x < limit ? (uint64_t)(int64_t)x : 0;
}

static uint64_t compute_float(const struct expr_node *n, unsigned sort,
			      const uint64_t o[3])
{
	const double x = node_number(sort, o[0]), y = node_number(sort, o[1]);
	const uint64_t sign = (uint64_t)1 << (sort == SORT_F32 ? 31 : 63);

	switch (n->op) {
	case EXPR_TOFP:
	case EXPR_BITS:
		return o[0];
	case EXPR_FNEG:
		return o[0] ^ sign;
	case EXPR_FABS:
		return o[0] & ~sign;
	case EXPR_FLT:
		return x < y;
	case EXPR_FLE:
		return x <= y;
	case EXPR_FEQ:
		return x == y;
	case EXPR_FNAN:
		return x != x;
	case EXPR_FRESIZE:
		return node_bits(n->sort, x);
	case EXPR_FROM_SIGNED:
	case EXPR_FROM_UNSIGNED:
		return from_integer(n, sort, o[0]);
	case EXPR_TO_SIGNED:
		return to_signed(n->sort, x);
	case EXPR_FMA:
		return sort == SORT_F32
			   ? node_bits(sort, fmaf((float)x, (float)y,
						  (float)node_number(sort, o[2])))
			   : node_bits(sort, fma(x, y, node_number(sort, o[2])));
	case EXPR_FRINT:
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
		return node_bits(sort, node_whole(n->op, x));
	default:
		return arithmetic(n->op, sort, x, y);
	}
}

bool expr_compute(const struct expr_node *n, unsigned operand_sort, const uint64_t o[3],
		  uint64_t *value)
{
	const bool is_wide =
	    operand_sort > 64 || (n->sort > 64 && n->sort <= SORT_BITS_MAX);

	if (n->op == EXPR_CONST || n->op == EXPR_VAR ||
	    (n->op < EXPR_TOFP && n->op != EXPR_ITE && is_wide))
		return false;
	*value = n->op >= EXPR_TOFP  ? compute_float(n, operand_sort, o)
		 : n->op <= EXPR_SLE ? compute_bool(n, operand_sort, o)
				     : compute_bits(n, operand_sort, o);
	if (n->sort <= 64)
		*value &= node_mask(n->sort);
	return true;
}
