/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_statement.cc - assignments, calls and assembly as lines of text. */
#include "plugin/gcc.h"
#include "plugin/export/export.h"
#include "plugin/unit/condition.h"
#include "internal-fn.h"
#include "calls.h"

static void put_uses(struct ir_text *t, gimple *stmt)
{
	for (unsigned i = 0; i < gimple_num_ops(stmt); i++) {
		tree op = gimple_op(stmt, i);
		if (!op || op == gimple_get_lhs(stmt))
			continue;
		if (TREE_CODE(op) == TREE_LIST)
			op = TREE_VALUE(op);
		if (!is_gimple_val(op))
			continue;
		ir_put(t, " ");
		ir_put_operand(t, op);
	}
}

static void put_result(struct ir_text *t, tree lhs)
{
	ir_put_ssa(t, lhs);
	ir_put(t, " ");
	ir_put_type(t, TREE_TYPE(lhs));
	ir_put(t, " = ");
}

static void put_unknown(struct ir_text *t, gimple *stmt, const char *why)
{
	ir_put(t, "unknown ");
	ir_put_quoted(t, why);
	put_uses(t, stmt);
	ir_put_end(t, stmt);
}

static void put_unknown_value(struct ir_text *t, gimple *stmt, tree name,
			      const char *why)
{
	for (unsigned i = 0; i < ir_name_count(TREE_TYPE(name)); i++) {
		ir_put_named(t, name, i);
		ir_put(t, " ");
		ir_put_name_type(t, TREE_TYPE(name));
		ir_put(t, " = ");
		put_unknown(t, stmt, why);
	}
}

/* The bytes of what is assigned to get values that only the line's kind tells. */
static void put_extent_bytes(struct ir_text *t, gimple *stmt, const char *line,
			     const char *why)
{
	if (!ir_put_extent(t, line, gimple_get_lhs(stmt), why)) {
		put_unknown(t, stmt, why);
		return;
	}
	put_uses(t, stmt);
	ir_put_end(t, stmt);
}

/* A store that the grammar has no form for: its bytes get some values. */
static void put_havoc(struct ir_text *t, gimple *stmt, const char *why)
{
	put_extent_bytes(t, stmt, "havoc", why);
}

/* ---- assignments to SSA names */

/* `c = x.k` is the unit that the field lies in, shifted and truncated. */
static bool put_field_load(struct ir_text *t, gimple *stmt)
{
	struct ir_text address(t->objects);
	struct ir_field f;
	const unsigned n = t->objects->temporaries;

	if (!ir_put_field(&address, gimple_assign_rhs1(stmt), &f))
		return false;
	t->objects->temporaries += 2;
	ir_put(t, "%%field.%u u%u = load - ", n, f.unit);
	t->bytes.safe_splice(address.bytes);
	ir_put_end(t, stmt);
	ir_put(t, "%%field.%u u%u = rshift_expr %%field.%u i32:%x", n + 1, f.unit, n,
	       f.first);
	ir_put_end(t, stmt);
	put_result(t, gimple_assign_lhs(stmt));
	ir_put(t, "nop_expr %%field.%u", n + 1);
	ir_put_end(t, stmt);
	return true;
}

static void put_load(struct ir_text *t, gimple *stmt)
{
	tree from = gimple_assign_rhs1(stmt);
	struct ir_text address(t->objects);
	const char *why;

	if (!ir_put_address(&address, from, &why)) {
		if (!put_field_load(t, stmt))
			put_unknown_value(t, stmt, gimple_assign_lhs(stmt), why);
		return;
	}
	put_result(t, gimple_assign_lhs(stmt));
	ir_put(t, "load %s ", ir_flag_of(from));
	t->bytes.safe_splice(address.bytes);
	ir_put_end(t, stmt);
}

static void put_move(struct ir_text *t, gimple *stmt, tree value)
{
	put_result(t, gimple_assign_lhs(stmt));
	ir_put(t, "move ");
	ir_put_operand(t, value);
	ir_put_end(t, stmt);
}

/* The bits of a value as those of another type. */
static void put_view(struct ir_text *t, gimple *stmt, tree value)
{
	struct ir_text moved(t->objects);

	ir_put_moved(t, &moved, stmt, value);
	put_result(t, gimple_assign_lhs(stmt));
	ir_put(t, "view_convert_expr ");
	t->bytes.safe_splice(moved.bytes);
	ir_put_end(t, stmt);
}

static void put_address(struct ir_text *t, gimple *stmt)
{
	tree value = gimple_assign_rhs1(stmt);
	struct ir_text address(t->objects);
	const char *why;

	if (TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL) {
		put_move(t, stmt, value);
	} else if (!ir_put_address(&address, TREE_OPERAND(value, 0), &why)) {
		put_unknown_value(t, stmt, gimple_assign_lhs(stmt), why);
	} else {
		put_result(t, gimple_assign_lhs(stmt));
		ir_put(t, "address ");
		t->bytes.safe_splice(address.bytes);
		ir_put_end(t, stmt);
	}
}

static void put_single(struct ir_text *t, gimple *stmt)
{
	tree value = gimple_assign_rhs1(stmt);

	if (TREE_CODE(value) == ADDR_EXPR)
		put_address(t, stmt);
	else if (is_gimple_val(value))
		put_move(t, stmt, value);
	else if (TREE_CODE(value) == VIEW_CONVERT_EXPR &&
		 is_gimple_val(TREE_OPERAND(value, 0)) &&
		 ir_has_type(TREE_TYPE(TREE_OPERAND(value, 0))))
		put_view(t, stmt, TREE_OPERAND(value, 0));
	else if (gimple_assign_load_p(stmt) || handled_component_p(value))
		put_load(t, stmt);
	else
		put_unknown_value(t, stmt, gimple_assign_lhs(stmt),
				  get_tree_code_name(TREE_CODE(value)));
}

/* `c = a < b ? x : y` is written as two lines. */
static tree put_condition(struct ir_text *t, gimple *stmt)
{
	tree condition = gimple_assign_rhs1(stmt);

	if (gimple_assign_rhs_code(stmt) != COND_EXPR || !COMPARISON_CLASS_P(condition))
		return NULL_TREE;
	ir_put_ssa(t, gimple_assign_lhs(stmt));
	ir_put(t, ".c u1 = %s ", get_tree_code_name(TREE_CODE(condition)));
	ir_put_operand(t, TREE_OPERAND(condition, 0));
	ir_put(t, " ");
	ir_put_operand(t, TREE_OPERAND(condition, 1));
	ir_put_end(t, stmt);
	return condition;
}

static void put_plain_operation(struct ir_text *t, gimple *stmt)
{
	tree condition = put_condition(t, stmt);

	put_result(t, gimple_assign_lhs(stmt));
	ir_put(t, "%s", get_tree_code_name(gimple_assign_rhs_code(stmt)));
	for (unsigned i = 1; i < gimple_num_ops(stmt); i++) {
		ir_put(t, " ");
		if (condition && i == 1) {
			ir_put_ssa(t, gimple_assign_lhs(stmt));
			ir_put(t, ".c");
		} else {
			ir_put_operand(t, gimple_op(stmt, i));
		}
	}
	ir_put_end(t, stmt);
}

/* ---- assignments to memory */

/* One operation on numbers of the unit's bits; its result is the next name. */
static void put_field_step(struct ir_text *t, const struct ir_field *f,
			   const char *code)
{
	ir_put(t, "%%field.%u u%u = %s ", t->objects->temporaries++, f->unit, code);
}

/* `x.k = c`: the other bits of the unit stay. */
static bool put_field_store(struct ir_text *t, gimple *stmt, tree to, tree value)
{
	struct ir_text address(t->objects);
	struct ir_field f;
	const unsigned n = t->objects->temporaries;

	if (!ir_put_field(&address, to, &f))
		return false;
	const unsigned HOST_WIDE_INT ones = ~HOST_WIDE_INT_0U >> (64 - f.width);
	const unsigned HOST_WIDE_INT all = ~HOST_WIDE_INT_0U >> (64 - f.unit);
	put_field_step(t, &f, "load -");
	for (unsigned i = 0; i < address.bytes.length(); i++)
		t->bytes.safe_push(address.bytes[i]);
	ir_put_end(t, stmt);
	put_field_step(t, &f, "bit_and_expr");
	ir_put(t, "%%field.%u u%u:" HOST_WIDE_INT_PRINT_HEX_PURE, n, f.unit,
	       all & ~(ones << f.first));
	ir_put_end(t, stmt);
	put_field_step(t, &f, "nop_expr");
	ir_put_operand(t, value);
	ir_put_end(t, stmt);
	put_field_step(t, &f, "bit_and_expr");
	ir_put(t, "%%field.%u u%u:" HOST_WIDE_INT_PRINT_HEX_PURE, n + 2, f.unit, ones);
	ir_put_end(t, stmt);
	put_field_step(t, &f, "lshift_expr");
	ir_put(t, "%%field.%u i32:%x", n + 3, f.first);
	ir_put_end(t, stmt);
	put_field_step(t, &f, "bit_ior_expr");
	ir_put(t, "%%field.%u %%field.%u", n + 1, n + 4);
	ir_put_end(t, stmt);
	ir_put(t, "store u%u - ", f.unit);
	t->bytes.safe_splice(address.bytes);
	ir_put(t, " %%field.%u", n + 5);
	ir_put_end(t, stmt);
	return true;
}

static void put_scalar_store(struct ir_text *t, gimple *stmt, tree to, tree value)
{
	struct ir_text address(t->objects), moved(t->objects);
	const char *why;

	if (!ir_put_address(&address, to, &why)) {
		if (!put_field_store(t, stmt, to, value))
			put_havoc(t, stmt, why);
		return;
	}
	ir_put_moved(t, &moved, stmt, value);
	ir_put(t, "store ");
	ir_put_type(t, TREE_TYPE(to));
	ir_put(t, " %s ", ir_flag_of(to));
	t->bytes.safe_splice(address.bytes);
	ir_put(t, " ");
	t->bytes.safe_splice(moved.bytes);
	ir_put_end(t, stmt);
}

/* A structure of one number is stored as one: of a long double x87 writes 10 bytes and
 * not those behind them, and what it copies is no signaling NaN. */
static bool is_stored_as_float(tree type, bool clear)
{
	if (TREE_CODE(type) == COMPLEX_TYPE)
		return false;
	const machine_mode mode = TYPE_MODE(type);

	if (GET_MODE_INNER(mode) == TYPE_MODE(long_double_type_node))
		return true;
	return FLOAT_MODE_P(mode) && !clear && ir_uses_x87();
}

/* Structures and arrays: copied or cleared as a whole. */
static void put_block_store(struct ir_text *t, gimple *stmt)
{
	tree to = gimple_assign_lhs(stmt), from = gimple_assign_rhs1(stmt);
	tree size = TYPE_SIZE_UNIT(TREE_TYPE(to));
	bool clear = TREE_CODE(from) == CONSTRUCTOR && !CONSTRUCTOR_NELTS(from) &&
		     !TREE_CLOBBER_P(from);
	struct ir_text target(t->objects), source(t->objects);
	const char *why;

	if (TREE_CLOBBER_P(from)) {
		put_havoc(t, stmt, "the object ends");
		return;
	}
	if (!size || !tree_fits_uhwi_p(size) ||
	    (!clear && (TREE_CODE(from) == CONSTRUCTOR ||
			!ir_put_address(&source, from, &why))) ||
	    !ir_put_address(&target, to, &why)) {
		put_havoc(t, stmt, "store of a whole");
		return;
	}
	if (is_stored_as_float(TREE_TYPE(to), clear)) {
		put_havoc(t, stmt, "a structure that is stored as a number");
		return;
	}
	ir_put(t, clear ? "zero " : "copy ");
	ir_put(t, HOST_WIDE_INT_PRINT_UNSIGNED " ", tree_to_uhwi(size));
	t->bytes.safe_splice(target.bytes);
	ir_put(t, " ");
	t->bytes.safe_splice(source.bytes);
	ir_put_end(t, stmt);
}

/* Why an assignment to a name of a type without a form, or of a complex one, has none. */
static const char *formless(gimple *stmt)
{
	if (!ir_has_parts(TREE_TYPE(gimple_assign_lhs(stmt))))
		return "type without a form";
	return ir_inexact(stmt) ? ir_inexact(stmt) : "an operation on complex numbers";
}

static void put_assign(struct ir_text *t, gimple *stmt)
{
	tree lhs = gimple_assign_lhs(stmt);

	if (ir_put_complex(t, stmt))
		return;
	if (TREE_CODE(lhs) != SSA_NAME) {
		if (gimple_assign_single_p(stmt) && ir_has_type(TREE_TYPE(lhs)) &&
		    is_gimple_val(gimple_assign_rhs1(stmt)))
			put_scalar_store(t, stmt, lhs, gimple_assign_rhs1(stmt));
		else if (gimple_assign_single_p(stmt))
			put_block_store(t, stmt);
		else
			put_havoc(t, stmt, "store of an expression");
	} else if (!ir_has_type(TREE_TYPE(lhs))) {
		put_unknown_value(t, stmt, lhs, formless(stmt));
	} else if (gimple_assign_single_p(stmt)) {
		put_single(t, stmt);
	} else if (ir_inexact(stmt)) {
		put_unknown_value(t, stmt, lhs, ir_inexact(stmt));
	} else if (ir_saturates(stmt)) {
		ir_put_saturated(t, stmt);
	} else {
		put_plain_operation(t, stmt);
	}
}

/* ---- calls */

static void put_call_flags(struct ir_text *t, gcall *call)
{
	const int flags = gimple_call_flags(call);
	const char *names[5];
	int n = 0;

	if (flags & ECF_CONST)
		names[n++] = "const";
	else if (flags & ECF_PURE)
		names[n++] = "pure";
	if (flags & ECF_NORETURN)
		names[n++] = "noreturn";
	if (flags & ECF_RETURNS_TWICE)
		names[n++] = "twice";
	if (gimple_call_builtin_p(call, BUILT_IN_NORMAL))
		names[n++] = "builtin";
	for (int i = 0; i < n; i++)
		ir_put(t, "%s%s", i ? "," : " ", names[i]);
	if (!n)
		ir_put(t, " -");
}

/* A complex number as the bytes of an object. */
static void put_complex_argument(struct ir_text *lines, struct ir_text *operand,
				 gimple *stmt, tree value, unsigned position)
{
	tree object = ir_complex_object(lines->objects, TREE_TYPE(value), position);

	ir_put_complex_store(lines, stmt, object, value);
	ir_put_argument(operand, object);
}

/* A structure goes as its bytes. */
static void put_argument(struct ir_text *lines, struct ir_text *operand, gcall *call,
			 unsigned i)
{
	tree value = gimple_call_arg(call, i);

	if (ir_has_parts(TREE_TYPE(value)) && is_gimple_val(value))
		put_complex_argument(lines, operand, call, value, i);
	else if (AGGREGATE_TYPE_P(TREE_TYPE(value)))
		ir_put_argument(operand, value);
	else
		ir_put_moved(lines, operand, call, value);
}

/* Where the callee is to put the object that it returns; whether it is known. */
static bool put_result_place(struct ir_text *lines, struct ir_text *operand,
			     gcall *call)
{
	tree lhs = gimple_call_lhs(call);
	struct ir_text address(lines->objects);
	const char *why;

	if (gimple_call_internal_p(call) ||
	    !TREE_ADDRESSABLE(gimple_call_return_type(call)))
		return false;
	if (!lhs || !ir_put_address(&address, lhs, &why)) {
		ir_put(operand, " ?ptr");
		return false;
	}
	ir_put(lines, "%%place.%u ptr = address ", lines->objects->temporaries);
	lines->bytes.safe_splice(address.bytes);
	ir_put_end(lines, call);
	ir_put(operand, " %%place.%u", lines->objects->temporaries++);
	return true;
}

/* The function that is called; for a virtual method, the one that was read from the
 * table. */
static tree pointer_of(gcall *call)
{
	tree pointer = gimple_call_fn(call);

	return TREE_CODE(pointer) == OBJ_TYPE_REF ? OBJ_TYPE_REF_EXPR(pointer)
						  : pointer;
}

/* Whether its parts are a sum, difference or product, and whether that overflows. */
static bool is_overflow(gcall *call)
{
	return gimple_call_internal_p(call, IFN_ADD_OVERFLOW) ||
	       gimple_call_internal_p(call, IFN_SUB_OVERFLOW) ||
	       gimple_call_internal_p(call, IFN_MUL_OVERFLOW);
}

/* `result` is "NAME TYPE = ", or empty; `part` is ".re", ".im" or empty, behind the name.
 * Whether the callee puts its result where it is assigned to. */
static bool put_callee(struct ir_text *t, gcall *call, const struct ir_text *result,
		       const char *part = "")
{
	tree decl = gimple_call_fndecl(call);
	struct ir_text arguments(t->objects);

	for (unsigned i = 0; i < gimple_call_num_args(call); i++) {
		ir_put(&arguments, " ");
		put_argument(t, &arguments, call, i);
	}
	if (gimple_call_chain(call)) {
		ir_put(&arguments, " ");
		ir_put_operand(&arguments, gimple_call_chain(call));
	}
	const bool is_placed = put_result_place(t, &arguments, call);
	t->bytes.safe_splice(result->bytes);
	ir_put(t, "call ");
	if (gimple_call_internal_p(call))
		ir_put(t, ".%s%s", internal_fn_name(gimple_call_internal_fn(call)),
		       part);
	else if (decl)
		ir_put_name(t, symbol_name(decl));
	else {
		ir_put(t, "*");
		ir_put_operand(t, pointer_of(call));
	}
	put_call_flags(t, call);
	t->bytes.safe_splice(arguments.bytes);
	ir_put_end(t, call);
	return is_placed;
}

/* `result` is "NAME TYPE = ". The result of a builtin that computes with inexact
 * numbers is unknown; what it does besides, to errno say, is as ever. */
static void put_named_call(struct ir_text *t, gcall *call, const struct ir_text *result)
{
	const char *why =
	    gimple_call_builtin_p(call, BUILT_IN_NORMAL) ? ir_inexact(call) : NULL;

	const struct ir_text none;

	put_callee(t, call, why ? &none : result);
	if (!why)
		return;
	t->bytes.safe_splice(result->bytes);
	put_unknown(t, call, why);
}

/* Whether a structure is returned byte for byte. */
static bool is_taken_whole(tree lhs)
{
	tree type = TREE_TYPE(lhs);

	return (AGGREGATE_TYPE_P(type) || ir_has_parts(type)) &&
	       !TREE_ADDRESSABLE(type) && !TREE_THIS_VOLATILE(lhs) &&
	       !ir_loses_padding(type) && !is_stored_as_float(type, false);
}

/* The result's parts are those of an object that takes it. What overflows is said by the type
 * of a part: two calls. */
static void put_complex_call(struct ir_text *t, gcall *call, tree lhs)
{
	for (unsigned i = 0; i < 2 && is_overflow(call); i++) {
		struct ir_text result(t->objects);
		ir_put_part_result(&result, lhs, i);
		put_callee(t, call, &result, i ? ".im" : ".re");
	}
	if (is_overflow(call))
		return;
	tree object = ir_complex_object(t->objects, TREE_TYPE(lhs), IR_RESULT);
	const struct ir_text none;

	put_callee(t, call, &none);
	if (ir_put_extent(t, "take", object, "a complex number"))
		ir_put_end(t, call);
	ir_put_complex_load(t, call, lhs, object);
}

/* A result that goes to memory goes through a name first, unless it is a structure. */
static void put_call(struct ir_text *t, gcall *call)
{
	tree lhs = gimple_call_lhs(call);
	struct ir_text address(t->objects), result(t->objects);
	const struct ir_text none;
	const char *why;

	if (sanitizer_call_of(call) == SANITIZER_CHECK)
		return;
	if (lhs && TREE_CODE(lhs) == SSA_NAME && ir_has_parts(TREE_TYPE(lhs))) {
		put_complex_call(t, call, lhs);
	} else if (!lhs ||
		   (TREE_CODE(lhs) == SSA_NAME && !ir_has_type(TREE_TYPE(lhs)))) {
		put_callee(t, call, &none);
		if (lhs)
			put_unknown_value(t, call, lhs, "type without a form");
	} else if (TREE_CODE(lhs) == SSA_NAME) {
		put_result(&result, lhs);
		put_named_call(t, call, &result);
	} else if (ir_has_type(TREE_TYPE(lhs)) && ir_put_address(&address, lhs, &why)) {
		unsigned number = t->objects->temporaries++;
		ir_put(&result, "%%call.%u ", number);
		ir_put_type(&result, TREE_TYPE(lhs));
		ir_put(&result, " = ");
		put_named_call(t, call, &result);
		ir_put(t, "store ");
		ir_put_type(t, TREE_TYPE(lhs));
		ir_put(t, " %s ", ir_flag_of(lhs));
		t->bytes.safe_splice(address.bytes);
		ir_put(t, " %%call.%u", number);
		ir_put_end(t, call);
	} else {
		if (!put_callee(t, call, &none))
			put_extent_bytes(t, call,
					 is_taken_whole(lhs) ? "take" : "havoc",
					 "result in memory");
	}
}

/* ---- all */

/* Outputs of assembly in registers get some values, and so does all memory. Its text
 * tells of registers that no operand names. */
static void put_asm(struct ir_text *t, gasm *stmt)
{
	char *why = concat("assembly: ", gimple_asm_string(stmt), NULL);

	put_unknown(t, stmt, why);
	free(why);
	for (unsigned i = 0; i < gimple_asm_noutputs(stmt); i++) {
		tree output = TREE_VALUE(gimple_asm_output_op(stmt, i));
		if (TREE_CODE(output) != SSA_NAME)
			continue;
		put_unknown_value(t, stmt, output, "assembly");
	}
}

void ir_put_statement(struct ir_text *t, gimple *stmt)
{
	switch (gimple_code(stmt)) {
	case GIMPLE_ASSIGN:
		put_assign(t, stmt);
		break;
	case GIMPLE_CALL:
		put_call(t, as_a<gcall *>(stmt));
		break;
	case GIMPLE_ASM:
		put_asm(t, as_a<gasm *>(stmt));
		break;
	case GIMPLE_LABEL:
	case GIMPLE_NOP:
	case GIMPLE_PREDICT:
	case GIMPLE_DEBUG:
		break;
	default:
		put_unknown(t, stmt, gimple_code_name[(int)gimple_code(stmt)]);
	}
}
