/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sat_generate.c - random formulas of floats and bit-vectors, with all operations:
 *
 *	sat_generate ground SEED	x = OPERATION of constants, one operation after
 *					another
 *	sat_generate formula SEED	some assertions over some variables
 *
 * Formats are small, so that solvers decide the formulas.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { BOOL, ROUNDING, WORD, FLOAT };

struct type {
	enum kind kind;
	unsigned a, b; /* width; or exponent and significand */
};

static const struct type words[] = {{WORD, 4, 0}, {WORD, 8, 0}};
static const struct type floats[] = {{FLOAT, 3, 5},  {FLOAT, 2, 6},   {FLOAT, 5, 11},
				     {FLOAT, 8, 24}, {FLOAT, 11, 53}, {FLOAT, 15, 113}};
static unsigned float_types = sizeof(floats) / sizeof(floats[0]);

enum { TEXT = 1 << 16, VARIABLES = 4 };

static unsigned long long state;
static struct type variables[VARIABLES];
static unsigned variable_count;

static unsigned below(unsigned n)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(state >> 33) % n;
}

static int same(struct type x, struct type y)
{
	return x.kind == y.kind && x.a == y.a && x.b == y.b;
}

static struct type any_number(void)
{
	return below(3) ? floats[below(float_types)] : words[below(2)];
}

static void print_type(struct type t)
{
	switch (t.kind) {
	case BOOL:
		printf("Bool");
		return;
	case ROUNDING:
		printf("RoundingMode");
		return;
	case WORD:
		printf("(_ BitVec %u)", t.a);
		return;
	default:
		printf("(_ FloatingPoint %u %u)", t.a, t.b);
	}
}

/* ---- constants */

static void print_bits(unsigned width)
{
	const unsigned style = below(4); /* all 0, all 1, one 1, random */
	const unsigned one = below(width);

	printf("#b");
	for (unsigned i = 0; i < width; i++)
		putchar(style == 0   ? '0'
			: style == 1 ? '1'
			: style == 2 ? "01"[i == one]
				     : "01"[below(2)]);
}

/* An exponent in the middle of its range makes results that are no overflow. */
static void print_exponent(unsigned width)
{
	if (below(3)) {
		print_bits(width);
		return;
	}
	printf("#b0");
	for (unsigned i = 1; i < width; i++)
		putchar("01"[i + 1 < width || below(2)]);
}

static void print_float(struct type t)
{
	static const char *const special[] = {"+oo", "-oo", "NaN", "+zero", "-zero"};

	if (below(5) == 0) {
		printf("(_ %s %u %u)", special[below(5)], t.a, t.b);
		return;
	}
	printf("(fp #b%u ", below(2));
	print_exponent(t.a);
	putchar(' ');
	print_bits(t.b - 1);
	putchar(')');
}

static void print_constant(struct type t)
{
	static const char *const roundings[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

	switch (t.kind) {
	case BOOL:
		printf(below(2) ? "true" : "false");
		return;
	case ROUNDING:
		printf("%s", roundings[below(5)]);
		return;
	case WORD:
		print_bits(t.a);
		return;
	default:
		print_float(t);
	}
}

/* ---- terms */

static void print_term(struct type t, unsigned depth);

/* Of the form's letters, B r w f are operands: Bool, RoundingMode, the type itself as
 * `w`, another bit-vector `v`, another float `f`, a fraction `q`. */
static void print_form(const char *form, struct type t, unsigned depth)
{
	const struct type boolean = {BOOL, 0, 0}, rounding = {ROUNDING, 0, 0};
	const struct type word = words[below(2)];
	const struct type number = floats[below(float_types)];

	for (; *form; form++) {
		if (*form != '$') {
			putchar(*form);
			continue;
		}
		switch (*++form) {
		case 'B':
			print_term(boolean, depth);
			break;
		case 'r':
			print_term(rounding, depth);
			break;
		case 'w':
			print_term(t, depth);
			break;
		case 'v':
			print_term(word, depth);
			break;
		case 'f':
			print_term(number, depth);
			break;
		case 'q':
			printf("%s%u.%u%s", below(2) ? "(- " : "(+ ", below(100),
			       below(1000), " 0.0)");
			break;
		case 'a':
			printf("%u", t.a);
			break;
		case 'b':
			printf("%u", t.b);
			break;
		default:
			putchar(*form);
		}
	}
}

static const char *const float_forms[] = {
    "(fp.abs $w)",
    "(fp.neg $w)",
    "(fp.add $r $w $w)",
    "(fp.sub $r $w $w)",
    "(fp.mul $r $w $w)",
    "(fp.div $r $w $w)",
    "(fp.fma $r $w $w $w)",
    "(fp.sqrt $r $w)",
    "(fp.rem $w $w)",
    "(fp.roundToIntegral $r $w)",
    "(fp.min $w $w)",
    "(fp.max $w $w)",
    "(ite $B $w $w)",
    "((_ to_fp $a $b) $r $f)",
    "((_ to_fp $a $b) $r $v)",
    "((_ to_fp_unsigned $a $b) $r $v)",
    "((_ to_fp $a $b) $r $q)",
};

static const char *const word_forms[] = {
    "(bvnot $w)",
    "(bvneg $w)",
    "(bvand $w $w)",
    "(bvor $w $w)",
    "(bvxor $w $w)",
    "(bvnand $w $w)",
    "(bvnor $w $w)",
    "(bvxnor $w $w)",
    "(bvadd $w $w)",
    "(bvsub $w $w)",
    "(bvmul $w $w)",
    "(bvudiv $w $w)",
    "(bvurem $w $w)",
    "(bvsdiv $w $w)",
    "(bvsrem $w $w)",
    "(bvsmod $w $w)",
    "(bvshl $w $w)",
    "(bvlshr $w $w)",
    "(bvashr $w $w)",
    "((_ rotate_left 3) $w)",
    "((_ rotate_right 1) $w)",
    "(ite $B $w $w)",
    "((_ fp.to_ubv $a) $r $f)",
    "((_ fp.to_sbv $a) $r $f)",
    "((_ extract 3 0) ((_ zero_extend 4) $w))",
    "((_ extract 7 2) ((_ sign_extend 4) $w))",
    "((_ extract 5 2) (concat $w $w))",
    "((_ extract 6 3) ((_ repeat 2) $w))",
};

static const char *const bool_forms[] = {
    "(not $B)",
    "(and $B $B)",
    "(or $B $B $B)",
    "(xor $B $B)",
    "(=> $B $B)",
    "(= $B $B)",
    "(ite $B $B $B)",
    "(fp.lt $w $w)",
    "(fp.leq $w $w)",
    "(fp.gt $w $w)",
    "(fp.geq $w $w)",
    "(fp.eq $w $w)",
    "(= $w $w)",
    "(distinct $w $w)",
    "(fp.isNormal $w)",
    "(fp.isSubnormal $w)",
    "(fp.isZero $w)",
    "(fp.isInfinite $w)",
    "(fp.isNaN $w)",
    "(fp.isNegative $w)",
    "(fp.isPositive $w)",
    "(bvult $w $w)",
    "(bvule $w $w)",
    "(bvugt $w $w)",
    "(bvuge $w $w)",
    "(bvslt $w $w)",
    "(bvsle $w $w)",
    "(bvsgt $w $w)",
    "(bvsge $w $w)",
    "(= $r $r)",
    "(distinct $w $w $w)",
    "(= $w $w $w)",
    "(fp.lt $w $w $w)",
};

#define COUNT(list) (unsigned)(sizeof(list) / sizeof((list)[0]))

/* Whether the form has operands of the kind of t. */
static int form_fits(const char *form, struct type t)
{
	if (t.kind == FLOAT)
		return strstr(form, "(bv") == NULL;
	return strstr(form, "(fp.") == NULL;
}

/* A form with operands of a kind that it takes. */
static void print_bool(unsigned which, unsigned depth)
{
	const char *form = bool_forms[which % COUNT(bool_forms)];
	struct type t;

	do
		t = any_number();
	while (!form_fits(form, t));
	print_form(form, t, depth);
}

/* One that gives a bit-vector of the type: some extract four bits. */
static void print_word(struct type t, unsigned which, unsigned depth)
{
	const char *form = word_forms[which % COUNT(word_forms)];
	const struct type wide = {WORD, 8, 0};

	if (strncmp(form, "((_ extract", 11) == 0) {
		if (t.a != 4)
			form = "(concat ((_ extract 3 0) $w) ((_ extract 6 3) $w))";
		else if (strstr(form, "7 2"))
			form = "((_ extract 6 3) ((_ sign_extend 4) $w))";
		print_form(form, wide, depth);
		return;
	}
	print_form(form, t, depth);
}

static int print_variable(struct type t)
{
	for (unsigned tries = 0; tries < 8; tries++) {
		const unsigned i = below(VARIABLES);

		if (i < variable_count && same(variables[i], t)) {
			printf("x%u", i);
			return 1;
		}
	}
	return 0;
}

/* Without rounding to integers in formats with two exponent bits: Z3 4.8.12 rounds -1/4
 * to -1 there. */
static void print_float_form(struct type t, unsigned which, unsigned depth)
{
	const char *form = float_forms[which % COUNT(float_forms)];

	if (t.a == 2 && strstr(form, "roundToIntegral"))
		form = float_forms[(which + 1) % COUNT(float_forms)];
	print_form(form, t, depth);
}

static void print_operation(struct type t, unsigned which, unsigned depth)
{
	switch (t.kind) {
	case BOOL:
		print_bool(which, depth);
		return;
	case WORD:
		print_word(t, which, depth);
		return;
	case FLOAT:
		print_float_form(t, which, depth);
		return;
	default:
		print_constant(t);
	}
}

static void print_term(struct type t, unsigned depth)
{
	if (depth == 0 || below(4) == 0) {
		if (!print_variable(t))
			print_constant(t);
		return;
	}
	print_operation(t, below(1000), depth - 1);
}

/* ---- formulas */

static void declare(struct type t)
{
	printf("(declare-const x%u ", variable_count);
	print_type(t);
	printf(")\n");
	variables[variable_count++] = t;
}

static void ground(unsigned seed)
{
	const unsigned float_end = COUNT(float_forms);
	const unsigned word_end = float_end + COUNT(word_forms);
	const unsigned which = seed % (word_end + COUNT(bool_forms));
	struct type t = {BOOL, 0, 0};

	if (which < float_end)
		t = floats[below(float_types)];
	else if (which < word_end)
		t = words[below(2)];
	printf("(declare-const x ");
	print_type(t);
	printf(")\n(assert (= x ");
	print_operation(t,
			which < float_end  ? which
			: which < word_end ? which - float_end
					   : which - word_end,
			0);
	printf("))\n");
}

static void formula(void)
{
	const struct type boolean = {BOOL, 0, 0}, rounding = {ROUNDING, 0, 0};
	const unsigned assertions = 1 + below(4);

	float_types = below(4) ? 3 : 4; /* the larger ones now and then */
	declare(any_number());
	declare(any_number());
	declare(any_number());
	declare(below(2) ? rounding : boolean);
	for (unsigned i = 0; i < assertions; i++) {
		printf("(assert ");
		print_term(boolean, 3);
		printf(")\n");
	}
}

int main(int argc, char **argv)
{
	const unsigned seed = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;

	if (argc < 3)
		return 2;
	state = seed * 2654435761u + 12345;
	below(2);
	below(2);
	printf("(set-logic QF_BVFP)\n");
	if (strcmp(argv[1], "ground") == 0)
		ground(seed);
	else
		formula();
	printf("(check-sat)\n");
	return 0;
}
