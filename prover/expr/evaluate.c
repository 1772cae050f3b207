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

static bool compute_bits(const struct expr_node *n, unsigned w, const uint64_t o[3],
			 uint64_t *v)
{
	switch (n->op) {
	case EXPR_ADD:
		*v = o[0] + o[1];
		return true;
	case EXPR_SUB:
		*v = o[0] - o[1];
		return true;
	case EXPR_MUL:
		*v = o[0] * o[1];
		return true;
	case EXPR_UDIV:
		*v = o[1] ? o[0] / o[1] : UINT64_MAX;
		return true;
	case EXPR_UREM:
		*v = o[1] ? o[0] % o[1] : o[0];
		return true;
	case EXPR_SDIV:
	case EXPR_SREM:
		*v = divide_signed(o[0], o[1], w, n->op == EXPR_SREM);
		return true;
	case EXPR_BITAND:
		*v = o[0] & o[1];
		return true;
	case EXPR_BITOR:
		*v = o[0] | o[1];
		return true;
	case EXPR_BITXOR:
		*v = o[0] ^ o[1];
		return true;
	case EXPR_BITNOT:
		*v = ~o[0];
		return true;
	case EXPR_NEG:
		*v = -o[0];
		return true;
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR:
		*v = evaluate_shift(n->op, o[0], o[1], w);
		return true;
	case EXPR_EXTRACT:
		*v = o[0] >> n->value;
		return true;
	case EXPR_ZEXT:
		*v = o[0];
		return true;
	case EXPR_SEXT:
		*v = (uint64_t)node_signed(w, o[0]);
		return true;
	case EXPR_CONCAT: /* w is a's width */
		*v = o[0] << (n->sort - w) | o[1];
		return true;
	default:
		return false;
	}
}

/* ---- truth values */

static bool compute_bool(const struct expr_node *n, unsigned w, const uint64_t o[3],
			 uint64_t *v)
{
	switch (n->op) {
	case EXPR_NOT:
		*v = !o[0];
		return true;
	case EXPR_AND:
		*v = o[0] & o[1];
		return true;
	case EXPR_OR:
		*v = o[0] | o[1];
		return true;
	case EXPR_ITE:
		*v = o[0] ? o[1] : o[2];
		return true;
	case EXPR_EQ:
		*v = o[0] == o[1];
		return true;
	case EXPR_ULT:
		*v = o[0] < o[1];
		return true;
	case EXPR_ULE:
		*v = o[0] <= o[1];
		return true;
	case EXPR_SLT:
		*v = node_signed(w, o[0]) < node_signed(w, o[1]);
		return true;
	case EXPR_SLE:
		*v = node_signed(w, o[0]) <= node_signed(w, o[1]);
		return true;
	default:
		return false;
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

static bool compute_float(const struct expr_node *n, unsigned sort, const uint64_t o[3],
			  uint64_t *v)
{
	const double x = node_number(sort, o[0]), y = node_number(sort, o[1]);
	const uint64_t sign = (uint64_t)1 << (sort == SORT_F32 ? 31 : 63);

	switch (n->op) {
	case EXPR_TOFP:
	case EXPR_BITS:
		*v = o[0];
		return true;
	case EXPR_FNEG:
		*v = o[0] ^ sign;
		return true;
	case EXPR_FABS:
		*v = o[0] & ~sign;
		return true;
	case EXPR_FLT:
		*v = x < y;
		return true;
	case EXPR_FLE:
		*v = x <= y;
		return true;
	case EXPR_FEQ:
		*v = x == y;
		return true;
	case EXPR_FNAN:
		*v = x != x;
		return true;
	case EXPR_FRESIZE:
		*v = node_bits(n->sort, x);
		return true;
	case EXPR_FROM_SIGNED:
	case EXPR_FROM_UNSIGNED:
		*v = from_integer(n, sort, o[0]);
		return true;
	case EXPR_TO_SIGNED:
		*v = to_signed(n->sort, x);
		return true;
	case EXPR_FMA:
		*v = sort == SORT_F32
			 ? node_bits(sort, fmaf((float)x, (float)y,
						(float)node_number(sort, o[2])))
			 : node_bits(sort, fma(x, y, node_number(sort, o[2])));
		return true;
	case EXPR_FRINT:
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
		*v = node_bits(sort, node_whole(n->op, x));
		return true;
	default:
		*v = arithmetic(n->op, sort, x, y);
		return true;
	}
}

bool expr_compute(const struct expr_node *n, unsigned operand_sort, const uint64_t o[3],
		  uint64_t *value)
{
	bool done;

	if (n->op == EXPR_CONST || n->op == EXPR_VAR)
		return false;
	if (n->op >= EXPR_TOFP)
		done = compute_float(n, operand_sort, o, value);
	else if (operand_sort > 64 || (n->sort > 64 && n->sort <= SORT_BITS_MAX))
		done = n->op == EXPR_ITE && compute_bool(n, operand_sort, o, value);
	else if (n->op <= EXPR_SLE)
		done = compute_bool(n, operand_sort, o, value);
	else
		done = compute_bits(n, operand_sort, o, value);
	if (n->sort <= 64)
		*value &= node_mask(n->sort);
	return done;
}
