/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cold_call.cc - a guarded call as one statement: assembly that the optimisers see as a
 * use of the operands. The test of the state byte stands in line, the call behind the
 * function's code:
 *
 *		cmpb	$0, me_state+i		.Lme_aside:
 *		jne	.Lme_aside			a, b to the stack
 *	.Lme_back:				call	__me_site_enter
 *		...				call	__me_compare
 *						call	__me_site_leave
 *						jmp	.Lme_back
 *
 * As blocks and a call in GIMPLE it is the larger part of what a condition costs the
 * compiler, and each call takes all registers that a function may overwrite. Here
 * __me_site_enter keeps them on the stack, below the red zone, and __me_site_leave puts
 * them back (cold_call_code.cc, which draws the stack).
 *
 * How wide vectors are, and whether the x87 stack is used, is known when the optimisers
 * are done: then other names are written for these two, and the statement overwrites
 * what they do not keep. LTO may be without us then: its calls keep what the machine
 * has.
 */
#include "plugin/gcc.h"
#include "plugin/export/export.h"
#include "plugin/hooks/instrument.h"

#ifdef TARGET_64BIT_P

/* %0 is the state byte, %1 the site, %2 and %3 operands in registers. Behind `opening`
 * comes what puts the operands on the stack. */
static const char opening[] = "cmpb\t$0, %0\n"
			      "\tjne\t.Lme_aside%=\n"
			      ".Lme_back%=:\n"
			      "\t.subsection\t1\n"
			      ".Lme_aside%=:\n";
static const char unwinding[] = "\t.cfi_startproc\n"
				"\t.cfi_def_cfa\t%%rbp, 176\n"
				"\t.cfi_offset\t%%rbp, -136\n"
				"\t.cfi_offset\t%%rip, -184\n";
static const char frame[] = "\tleaq\t-168(%%rsp), %%rsp\n"
			    "\tmovq\t%%rax, 16(%%rsp)\n"
			    "\tmovq\t%%rcx, 24(%%rsp)\n";
/* The site's address may be relative to rax, which the images overwrite. */
static const char site[] = "\tleaq\t%1, %%rcx\n";
static const char entering[] = "\tmovq\t%%rcx, %%rax\n"
			       "\tleaq\t.Lme_back%=(%%rip), %%rcx\n"
			       "\tcall\t__me_site_enter\n";
static const char leaving[] = "\tcall\t__me_site_leave\n"
			      "\tleaq\t168(%%rsp), %%rsp\n"
			      "\tjmp\t.Lme_back%=\n";

/* An operand: its text, from its register to the stack and from there to 64 bits of its
 * type, and its constraint; none when it is a constant. */
struct cold_operand {
	char *store, *image;
	const char *constraint;
};

tree asm_operand(const char *constraint, tree value)
{
	tree text = build_string(strlen(constraint) + 1, constraint);

	return build_tree_list(build_tree_list(NULL_TREE, text), value);
}

/* Makes 64 bits of those at `place` on the stack, by way of rax, which is kept. */
static char *widen(const char *place, unsigned size, bool is_signed)
{
	static const char *const loads[2][3] = {
	    {"\tmovzbl\t", "\tmovzwl\t", "\tmovl\t"},
	    {"\tmovsbq\t", "\tmovswq\t", "\tmovslq\t"}};

	if (size == 8)
		return xstrdup("");
	return concat(loads[is_signed][size / 2], place,
		      is_signed ? ", %%rax\n" : ", %%eax\n", "\tmovq\t%%rax, ", place,
		      "\n", NULL);
}

/* The image is a constant. */
static void set_constant(struct cold_operand *o, tree image, const char *place)
{
	HOST_WIDE_INT value = (HOST_WIDE_INT)TREE_INT_CST_LOW(image);
	char number[32];

	snprintf(number, sizeof number, HOST_WIDE_INT_PRINT_DEC, value);
	o->constraint = NULL;
	o->store = xstrdup("");
	o->image = value == (int)value
		       ? concat("\tmovq\t$", number, ", ", place, "\n", NULL)
		       : concat("\tmovabsq\t$", number, ", %%rax\n\tmovq\t%%rax, ",
				place, "\n", NULL);
}

/* `name`: the operand's number in the text. The stack pointer is none of its registers:
 * it is another one when the operand is read. */
static void set_register(struct cold_operand *o, tree type, const char *name,
			 const char *place)
{
	unsigned size = tree_to_uhwi(TYPE_SIZE_UNIT(type));
	const char *move = "\tmovq\t%q";

	o->constraint = "l";
	if (SCALAR_FLOAT_TYPE_P(type)) {
		o->constraint = "x";
		move = size == 4 ? "\tmovss\t%" : "\tmovsd\t%";
	}
	o->store = concat(move, name, ", ", place, "\n", NULL);
	o->image = widen(place, size, INTEGRAL_TYPE_P(type) && !TYPE_UNSIGNED(type));
}

/* Whether all bits of the type's registers are those of its value. */
static bool fills_register(tree type)
{
	if (SCALAR_FLOAT_TYPE_P(type) && DECIMAL_FLOAT_MODE_P(TYPE_MODE(type)))
		return false;
	if (!SCALAR_INT_MODE_P(TYPE_MODE(type)))
		return SCALAR_FLOAT_TYPE_P(type) && TARGET_SSE_MATH;
	if (TREE_CODE(type) == BOOLEAN_TYPE && TYPE_UNSIGNED(type))
		return true;
	return !INTEGRAL_TYPE_P(type) ||
	       TYPE_PRECISION(type) == GET_MODE_BITSIZE(SCALAR_INT_TYPE_MODE(type));
}

/* Not in an -O0 build, whatever one function asks for. */
static bool unit_optimizes(void)
{
	return TREE_OPTIMIZATION(optimization_default_node)->x_optimize > 0;
}

bool cold_call_can(tree type)
{
	return unit_optimizes() && TARGET_LP64 && TARGET_SSE2 &&
	       ix86_asm_dialect == ASM_ATT &&
	       (ix86_cmodel == CM_SMALL || ix86_cmodel == CM_SMALL_PIC) && !flag_tm &&
	       !cfun->can_throw_non_call_exceptions &&
	       tree_to_uhwi(TYPE_SIZE_UNIT(type)) <= 8 && fills_register(type);
}

static void add_overwritten(vec<tree, va_gc> **list, const char *format, int first,
			    int last)
{
	for (int i = first; i <= last; i++) {
		char name[16];
		int length = snprintf(name, sizeof name, format, i);
		vec_safe_push(
		    *list, build_tree_list(NULL_TREE, build_string(length + 1, name)));
	}
}

/* The registers that __me_site_enter does not keep, as far as the function has any. */
static vec<tree, va_gc> *overwritten(bool x87, bool masks)
{
	vec<tree, va_gc> *list = NULL;

	if (x87) {
		add_overwritten(&list, "st", 0, 0);
		add_overwritten(&list, "st(%d)", 1, 7);
	}
	if (masks)
		add_overwritten(&list, "k%d", 0, 7);
	return list;
}

static char *assembly_text(const struct cold_operand *a, const struct cold_operand *b,
			   const char *hook)
{
	bool unwinds = flag_asynchronous_unwind_tables || flag_exceptions;

	return concat(opening, unwinds ? unwinding : "", frame, a->store, b->store,
		      site, a->image, b->image, entering, "\t.weak\t", hook,
		      "\n\tcall\t", hook, "@PLT\n", leaving,
		      unwinds ? "\t.cfi_endproc\n" : "", "\t.subsection\t0", NULL);
}

/* Has other code called: the names differ in these letters. */
static void rename_code(char *text, const char *letters)
{
	static const char name[] = "\t__me_site_";

	for (char *at = strstr(text, name); at; at = strstr(at + 1, name))
		memcpy(at + strlen("\t__me_"), letters, strlen(letters));
}

gimple *cold_call_call(unsigned site, const char *hook, const tree values[2],
		       const tree images[2])
{
	static const char *const places[] = {"(%%rsp)", "8(%%rsp)"};
	vec<tree, va_gc> *in = NULL;
	struct cold_operand operands[2];
	const char *names[] = {"2", "3"};
	int used = 0;

	cold_call_write_code();
	vec_safe_push(in, asm_operand("m", unit_state_byte(site)));
	vec_safe_push(in, asm_operand("m", TREE_OPERAND(unit_site_address(site), 0)));
	for (int i = 0; i < 2; i++) {
		struct cold_operand *o = &operands[i];
		if (images[i])
			set_constant(o, images[i], places[i]);
		else
			set_register(o, TREE_TYPE(values[i]), names[used++], places[i]);
		if (o->constraint)
			vec_safe_push(in, asm_operand(o->constraint, values[i]));
	}
	char *text = assembly_text(&operands[0], &operands[1], hook);
	if (flag_generate_lto)
		rename_code(text, "live");
	gasm *stmt = gimple_build_asm_vec(
	    text, in, NULL, flag_generate_lto ? overwritten(TARGET_80387, false) : NULL,
	    NULL);
	gimple_asm_set_volatile(stmt, true);
	gimple_asm_set_inline(stmt, true);
	for (const struct cold_operand &o : operands) {
		free(o.store);
		free(o.image);
	}
	free(text);
	return stmt;
}

/* ---- when the optimisers are done */

gasm *cold_call_statement(gimple *stmt)
{
	gasm *assembly = dyn_cast<gasm *>(stmt);

	if (!assembly || gimple_asm_ninputs(assembly) < 2 ||
	    get_base_address(TREE_VALUE(gimple_asm_input_op(assembly, 0))) !=
		unit.state_table)
		return NULL;
	return assembly;
}

/* Whether a value may be on the x87 stack. */
static bool has_x87(function *fun)
{
	unsigned i;
	tree name;

	if (!TARGET_80387)
		return false;
	if (!TARGET_SSE_MATH || TARGET_MIX_SSE_I387)
		return true;
	FOR_EACH_SSA_NAME(i, name, fun)
	if (element_mode(TREE_TYPE(name)) == XFmode ||
	    TYPE_MODE(TREE_TYPE(name)) == XCmode)
		return true;
	return false;
}

static gasm *finished(gasm *before, vec<tree, va_gc> *lost)
{
	vec<tree, va_gc> *in = NULL;
	char *text = xstrdup(gimple_asm_string(before));

	if (TARGET_AVX)
		rename_code(text, TARGET_AVX512F ? "most" : "wide");
	for (unsigned i = 0; i < gimple_asm_ninputs(before); i++)
		vec_safe_push(in, gimple_asm_input_op(before, i));
	gasm *stmt = gimple_build_asm_vec(text, in, NULL, vec_safe_copy(lost), NULL);
	free(text);
	gimple_asm_set_volatile(stmt, true);
	gimple_asm_set_inline(stmt, true);
	gimple_set_location(stmt, gimple_location(before));
	gimple_move_vops(stmt, before);
	return stmt;
}

/* What these functions overwrite is no longer what their callers could learn from the
 * registers in them (-fipa-ra). */
void cold_call_finish(function *fun)
{
	vec<tree, va_gc> *lost = overwritten(has_x87(fun), TARGET_AVX512F);
	basic_block bb;

	if (flag_generate_lto)
		return;
	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		gasm *stmt = cold_call_statement(gsi_stmt(i));
		if (!stmt)
			continue;
		flag_ipa_ra = 0;
		if (lost || TARGET_AVX)
			gsi_replace(&i, finished(stmt, lost), false);
	}
}

#else

bool cold_call_can(tree)
{
	return false;
}

gimple *cold_call_call(unsigned, const char *, const tree[2], const tree[2])
{
	gcc_unreachable();
}

gasm *cold_call_statement(gimple *)
{
	return NULL;
}

void cold_call_finish(function *)
{
}

#endif
