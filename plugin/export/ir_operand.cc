/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_operand.cc - types, constants, addresses and references as text. */
#include "plugin/gcc.h"
#include "plugin/export/export.h"

/* ---- types */

static unsigned float_bits(tree type)
{
	switch (shape_operand_type(type)) {
	case ME_F32:
		return 32;
	case ME_F64:
		return 64;
	case ME_F80:
		return 80;
	case ME_F128:
		return 128;
	default:
		return 0;
	}
}

/* Pointers, and the null pointer of C++, which has a type of its own. */
static bool is_pointer(tree type)
{
	return POINTER_TYPE_P(type) || TREE_CODE(type) == NULLPTR_TYPE;
}

bool ir_has_type(tree type)
{
	if (INTEGRAL_TYPE_P(type))
		return TYPE_PRECISION(type) > 0 && TYPE_PRECISION(type) <= 128;
	return is_pointer(type) || TREE_CODE(type) == OFFSET_TYPE ||
	       (SCALAR_FLOAT_TYPE_P(type) && float_bits(type) != 0);
}

/* An integer's bits in memory: Fortran's LOGICAL(4) is one bit in 32. */
static void put_integer_type(struct ir_text *t, tree type)
{
	const unsigned bits = TYPE_PRECISION(type);
	const unsigned memory = GET_MODE_BITSIZE(SCALAR_INT_TYPE_MODE(type));

	ir_put(t, "%c%u", TYPE_UNSIGNED(type) ? 'u' : 'i', bits);
	if (memory != MAX(8u, 1u << ceil_log2(bits)))
		ir_put(t, "/%u", memory);
}

void ir_put_type(struct ir_text *t, tree type)
{
	if (!ir_has_type(type))
		ir_put(t, "?");
	else if (is_pointer(type))
		ir_put(t, "ptr");
	else if (TREE_CODE(type) == OFFSET_TYPE) /* of a member, in bytes */
		ir_put(t, "i" HOST_WIDE_INT_PRINT_UNSIGNED,
		       tree_to_uhwi(TYPE_SIZE(type)));
	else if (SCALAR_FLOAT_TYPE_P(type))
		ir_put(t, "f%u", float_bits(type));
	else
		put_integer_type(t, type);
}

/* A target attribute of the current function may say so. */
bool ir_uses_x87()
{
	switch (targetm.c.excess_precision(EXCESS_PRECISION_TYPE_IMPLICIT)) {
	case FLT_EVAL_METHOD_PROMOTE_TO_FLOAT:
	case FLT_EVAL_METHOD_PROMOTE_TO_FLOAT16:
		return false;
	default:
		return true;
	}
}

bool ir_has_parts(tree type)
{
	return TREE_CODE(type) == COMPLEX_TYPE && ir_has_type(TREE_TYPE(type)) &&
	       !ir_uses_x87();
}

unsigned ir_name_count(tree type)
{
	return ir_has_parts(type) ? 2 : 1;
}

void ir_put_name_type(struct ir_text *t, tree type)
{
	ir_put_type(t, ir_has_parts(type) ? TREE_TYPE(type) : type);
}

/* ---- values */

void ir_put_ssa(struct ir_text *t, tree name)
{
	ir_put(t, "%%");
	if (SSA_NAME_IDENTIFIER(name))
		ir_put_name(t, IDENTIFIER_POINTER(SSA_NAME_IDENTIFIER(name)));
	ir_put(t, "_%u", SSA_NAME_VERSION(name));
}

void ir_put_named(struct ir_text *t, tree value, unsigned number)
{
	if (TREE_CODE(value) == COMPLEX_CST) {
		ir_put_operand(t, number ? TREE_IMAGPART(value) : TREE_REALPART(value));
	} else if (TREE_CODE(value) == SSA_NAME) {
		ir_put_ssa(t, value);
		if (ir_has_parts(TREE_TYPE(value)))
			ir_put(t, number ? ".im" : ".re");
	} else {
		ir_put_operand(t, value);
	}
}

static void put_unknown_operand(struct ir_text *t, tree type)
{
	ir_put(t, "?");
	if (ir_has_type(type))
		ir_put_type(t, type);
}

static void put_integer(struct ir_text *t, tree value)
{
	const wide_int bits = wi::to_wide(value);

	ir_put_type(t, TREE_TYPE(value));
	ir_put(t, ":");
	if (bits.get_precision() > 64)
		ir_put(t, HOST_WIDE_INT_PRINT_HEX_PURE "%016" HOST_WIDE_INT_PRINT "x",
		       wi::extract_uhwi(bits, 64, bits.get_precision() - 64),
		       wi::extract_uhwi(bits, 0, 64));
	else
		ir_put(t, HOST_WIDE_INT_PRINT_HEX_PURE,
		       wi::extract_uhwi(bits, 0, bits.get_precision()));
}

static void put_real(struct ir_text *t, tree value)
{
	unsigned char bytes[16] = {0};
	int n = (int)float_bits(TREE_TYPE(value)) / 8;

	if (!n || !native_encode_expr(value, bytes, sizeof bytes)) {
		put_unknown_operand(t, TREE_TYPE(value));
		return;
	}
	ir_put_type(t, TREE_TYPE(value));
	ir_put(t, ":");
	for (int i = n; i-- > 0;)
		ir_put(t, "%02x", bytes[i]);
}

/* ---- references */

/* A reference taken apart: base, plus constant bits, plus indices times bytes. */
struct reference {
	tree base; /* an object, or a pointer's value */
	bool is_pointer;
	offset_int bits;
	tree index[4];
	HOST_WIDE_INT scale[4];
	int indices;
	const char *why; /* it could not be taken apart */
};

static void refuse_reference(struct reference *r, const char *why)
{
	if (!r->why)
		r->why = why;
}

static void take_index(struct reference *r, tree ref)
{
	tree index = TREE_OPERAND(ref, 1);
	tree size = array_ref_element_size(ref);
	tree low = array_ref_low_bound(ref);

	if (TREE_CODE(size) != INTEGER_CST || TREE_CODE(low) != INTEGER_CST) {
		refuse_reference(r, "array of variable size");
		return;
	}
	r->bits -= wi::to_offset(low) * wi::to_offset(size) * BITS_PER_UNIT;
	if (TREE_CODE(index) == INTEGER_CST) {
		r->bits += wi::to_offset(index) * wi::to_offset(size) * BITS_PER_UNIT;
	} else if (r->indices == 4 || TREE_CODE(index) != SSA_NAME) {
		refuse_reference(r, "too many indices");
	} else {
		r->index[r->indices] = index;
		r->scale[r->indices++] = tree_to_shwi(size);
	}
}

static void take_component(struct reference *r, tree ref)
{
	tree field = TREE_OPERAND(ref, 1);

	if (TREE_OPERAND(ref, 2) || !tree_fits_uhwi_p(DECL_FIELD_OFFSET(field))) {
		refuse_reference(r, "field at a variable offset");
		return;
	}
	r->bits += wi::to_offset(DECL_FIELD_OFFSET(field)) * BITS_PER_UNIT;
	r->bits += wi::to_offset(DECL_FIELD_BIT_OFFSET(field));
}

static void take_memory(struct reference *r, tree ref)
{
	r->bits += wi::sext(wi::to_offset(TREE_OPERAND(ref, 1)), 64) * BITS_PER_UNIT;
	r->base = TREE_OPERAND(ref, 0);
	r->is_pointer = true;
}

static void take_apart(struct reference *r, tree ref)
{
	r->is_pointer = false;
	r->bits = 0;
	r->indices = 0;
	r->why = NULL;
	for (; handled_component_p(ref); ref = TREE_OPERAND(ref, 0)) {
		switch (TREE_CODE(ref)) {
		case COMPONENT_REF:
			take_component(r, ref);
			break;
		case ARRAY_REF:
		case ARRAY_RANGE_REF:
			take_index(r, ref);
			break;
		case BIT_FIELD_REF:
			r->bits += wi::to_offset(TREE_OPERAND(ref, 2));
			break;
		case IMAGPART_EXPR:
			r->bits += wi::to_offset(TYPE_SIZE(TREE_TYPE(ref)));
			break;
		default: /* REALPART_EXPR, VIEW_CONVERT_EXPR: at the start */
			break;
		}
	}
	if (TREE_CODE(ref) == MEM_REF)
		take_memory(r, ref);
	else if ((DECL_P(ref) && TREE_CODE(ref) != FUNCTION_DECL) ||
		 TREE_CODE(ref) == STRING_CST)
		r->base = ref;
	else
		refuse_reference(r, get_tree_code_name(TREE_CODE(ref)));
}

static void put_taken(struct ir_text *t, const struct reference *r)
{
	ir_put(t, "[");
	if (r->is_pointer) {
		ir_put_operand(t, r->base);
	} else {
		ir_put(t, "&");
		ir_put_object(t, r->base);
		ir_put(t, "+0");
	}
	HOST_WIDE_INT bytes = (r->bits >> LOG2_BITS_PER_UNIT).to_shwi();
	if (bytes)
		ir_put(t, " + " HOST_WIDE_INT_PRINT_DEC, bytes);
	for (int i = 0; i < r->indices; i++) {
		ir_put(t, " + ");
		ir_put_operand(t, r->index[i]);
		ir_put(t, "*" HOST_WIDE_INT_PRINT_DEC, r->scale[i]);
	}
	ir_put(t, "]");
}

/* Whether the reference is of whole bytes, all of those that its type has. */
static bool is_whole_bytes(const struct reference *r, tree ref)
{
	if ((r->bits & (BITS_PER_UNIT - 1)) != 0)
		return false;
	if (TREE_CODE(ref) == BIT_FIELD_REF)
		return TYPE_SIZE(TREE_TYPE(ref)) &&
		       tree_int_cst_equal(TREE_OPERAND(ref, 1),
					  TYPE_SIZE(TREE_TYPE(ref)));
	return TREE_CODE(ref) != COMPONENT_REF || !DECL_BIT_FIELD(TREE_OPERAND(ref, 1));
}

const char *ir_flag_of(tree reference)
{
	return TREE_THIS_VOLATILE(reference) ? "volatile" : "-";
}

bool ir_put_address(struct ir_text *t, tree ref, const char **why)
{
	struct reference r;

	take_apart(&r, ref);
	if (!r.why && !is_whole_bytes(&r, ref))
		r.why = "bit-field";
	if (!r.why && reverse_storage_order_for_component_p(ref))
		r.why = "foreign byte order";
	*why = r.why;
	if (r.why)
		return false;
	put_taken(t, &r);
	return true;
}

/* Where the field begins in the unit that GCC loads and stores for it. */
static HOST_WIDE_INT bits_between(tree unit, tree field)
{
	const HOST_WIDE_INT bytes = tree_to_shwi(DECL_FIELD_OFFSET(field)) -
				    tree_to_shwi(DECL_FIELD_OFFSET(unit));

	return bytes * BITS_PER_UNIT + tree_to_shwi(DECL_FIELD_BIT_OFFSET(field)) -
	       tree_to_shwi(DECL_FIELD_BIT_OFFSET(unit));
}

bool ir_put_field(struct ir_text *t, tree ref, struct ir_field *f)
{
	struct reference r;
	tree field = TREE_CODE(ref) == COMPONENT_REF ? TREE_OPERAND(ref, 1) : NULL_TREE;
	tree unit = field ? DECL_BIT_FIELD_REPRESENTATIVE(field) : NULL_TREE;

	if (!unit || TREE_THIS_VOLATILE(ref) ||
	    reverse_storage_order_for_component_p(ref) ||
	    !tree_fits_uhwi_p(DECL_SIZE(unit)) || !tree_fits_uhwi_p(DECL_SIZE(field)) ||
	    !tree_fits_shwi_p(DECL_FIELD_OFFSET(field)) ||
	    !tree_fits_shwi_p(DECL_FIELD_OFFSET(unit)))
		return false;
	f->unit = tree_to_uhwi(DECL_SIZE(unit));
	f->width = tree_to_uhwi(DECL_SIZE(field));
	f->first = bits_between(unit, field);
	if (f->unit < BITS_PER_UNIT || f->unit > 64 || !pow2p_hwi(f->unit) ||
	    f->first + f->width > f->unit)
		return false;
	take_apart(&r, build3(COMPONENT_REF, TREE_TYPE(unit), TREE_OPERAND(ref, 0),
			      unit, NULL_TREE));
	if (r.why || (r.bits & (BITS_PER_UNIT - 1)) != 0)
		return false;
	put_taken(t, &r);
	return true;
}

bool ir_put_extent(struct ir_text *t, const char *line, tree ref, const char *why)
{
	struct reference r;

	take_apart(&r, ref);
	tree bits = TREE_CODE(ref) == BIT_FIELD_REF   ? TREE_OPERAND(ref, 1)
		    : TREE_CODE(ref) == COMPONENT_REF ? DECL_SIZE(TREE_OPERAND(ref, 1))
						      : TYPE_SIZE(TREE_TYPE(ref));
	if (r.why || !bits || !tree_fits_uhwi_p(bits))
		return false;
	unsigned first = (r.bits & (BITS_PER_UNIT - 1)).to_uhwi();
	ir_put(t, "%s " HOST_WIDE_INT_PRINT_UNSIGNED " ", line,
	       (first + tree_to_uhwi(bits) + BITS_PER_UNIT - 1) / BITS_PER_UNIT);
	put_taken(t, &r);
	ir_put(t, " ");
	ir_put_quoted(t, why);
	return true;
}

/* x, x.f[3]: an object and a constant, behind the sign. */
static bool put_constant_address(struct ir_text *t, tree target, char sign)
{
	struct reference r;

	take_apart(&r, target);
	if (r.why || r.is_pointer || r.indices || (r.bits & (BITS_PER_UNIT - 1)) != 0)
		return false;
	ir_put(t, "%c", sign);
	ir_put_object(t, r.base);
	ir_put(t, "+" HOST_WIDE_INT_PRINT_DEC,
	       (r.bits >> LOG2_BITS_PER_UNIT).to_shwi());
	return true;
}

/* &x: all others stand in addresses only. */
static bool put_invariant(struct ir_text *t, tree value)
{
	tree target = TREE_OPERAND(value, 0);

	if (TREE_CODE(target) != FUNCTION_DECL)
		return put_constant_address(t, target, '&');
	ir_put(t, "&&");
	ir_put_name(t, symbol_name(target));
	return true;
}

void ir_put_operand(struct ir_text *t, tree value)
{
	switch (TREE_CODE(value)) {
	case SSA_NAME:
		if (!ir_has_parts(TREE_TYPE(value))) {
			ir_put_ssa(t, value);
			break;
		}
		ir_put_named(t, value, 0);
		ir_put(t, " ");
		ir_put_named(t, value, 1);
		break;
	case INTEGER_CST:
		if (ir_has_type(TREE_TYPE(value)))
			put_integer(t, value);
		else
			put_unknown_operand(t, TREE_TYPE(value));
		break;
	case REAL_CST:
		put_real(t, value);
		break;
	case ADDR_EXPR:
		if (!put_invariant(t, value))
			put_unknown_operand(t, TREE_TYPE(value));
		break;
	default:
		put_unknown_operand(t, TREE_TYPE(value));
	}
}

/* The parts of a structure of at most 16 bytes, which registers pass: the bytes that
 * they take, and the halves in which some are integers. */
struct register_parts {
	unsigned bytes;
	bool has_integer[2];
};

enum { REGISTER_BYTES = 8, REGISTERS = 2 };

static void take_parts(struct register_parts *parts, tree type, HOST_WIDE_INT at);

static void take_fields(struct register_parts *parts, tree type, HOST_WIDE_INT at)
{
	for (tree f = TYPE_FIELDS(type); f; f = DECL_CHAIN(f))
		if (TREE_CODE(f) == FIELD_DECL && tree_fits_uhwi_p(bit_position(f)))
			take_parts(parts, TREE_TYPE(f), at + int_byte_position(f));
}

static void take_elements(struct register_parts *parts, tree type, HOST_WIDE_INT at)
{
	const HOST_WIDE_INT whole = int_size_in_bytes(type),
			    size = int_size_in_bytes(TREE_TYPE(type));

	for (HOST_WIDE_INT i = 0; size > 0 && i < whole; i += size)
		take_parts(parts, TREE_TYPE(type), at + i);
}

static void take_parts(struct register_parts *parts, tree type, HOST_WIDE_INT at)
{
	const HOST_WIDE_INT size = int_size_in_bytes(type);

	if (at < 0 || size <= 0 || at + size > REGISTERS * REGISTER_BYTES)
		return;
	if (RECORD_OR_UNION_TYPE_P(type)) {
		take_fields(parts, type, at);
	} else if (TREE_CODE(type) == ARRAY_TYPE) {
		take_elements(parts, type, at);
	} else {
		parts->bytes |= ((1u << size) - 1) << at;
		if (!FLOAT_TYPE_P(type))
			parts->has_integer[at / REGISTER_BYTES] = true;
	}
}

bool ir_loses_padding(tree type)
{
	const HOST_WIDE_INT size = int_size_in_bytes(type);
	struct register_parts parts = {0, {false, false}};

	if (size < 0 || size > REGISTERS * REGISTER_BYTES)
		return false;
	take_parts(&parts, type, 0);
	for (HOST_WIDE_INT i = 0; i < size; i++)
		if (!(parts.bytes >> i & 1) && !parts.has_integer[i / REGISTER_BYTES])
			return true;
	return false;
}

void ir_put_argument(struct ir_text *t, tree value)
{
	tree type = TREE_TYPE(value);

	if (!(AGGREGATE_TYPE_P(type) || ir_has_parts(type)) || ir_loses_padding(type) ||
	    !put_constant_address(t, value, '='))
		ir_put_operand(t, value);
}
