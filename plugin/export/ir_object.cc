/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_object.cc - the objects in memory that an exported function names, and the other
 * names that a unit gives to what it defines. */
#include "plugin/gcc.h"
#include "plugin/export/export.h"

/* Tables up to this size are written out; larger ones are unknown. */
enum { INITIALISER_LIMIT = 65536 };

static bool is_volatile(tree decl)
{
	return !CONSTANT_CLASS_P(decl) && TREE_THIS_VOLATILE(decl);
}

/* A static variable that nothing in its unit writes to or takes the address of, by
 * GCC's own list of what refers to it: all functions are in it before the first one is
 * exported. */
static bool is_never_written(tree decl)
{
	varpool_node *node = varpool_node::get(decl);
	struct ipa_ref *ref;

	if (!node || TREE_PUBLIC(decl) || DECL_PRESERVE_P(decl) || node->alias)
		return false;
	for (unsigned i = 0; node->iterate_referring(i, ref); i++)
		if (ref->use != IPA_REF_LOAD)
			return false;
	return true;
}

static bool is_alias(tree decl)
{
	symtab_node *node = symtab_node::get(decl);

	return node && node->alias;
}

static bool has_alias(tree decl)
{
	symtab_node *node = symtab_node::get(decl);

	return node && node->has_aliases_p();
}

/* A weak definition may give way to another one. That of a table of virtual functions is
 * the same in all units that have it ([basic.def.odr]). */
static bool may_give_way(tree decl)
{
	return DECL_WEAK(decl) && !(DECL_VIRTUAL_P(decl) && DECL_COMDAT(decl));
}

/* Contents that no program changes. */
static bool is_constant_object(tree decl)
{
	if (CONSTANT_CLASS_P(decl))
		return true;
	if (!VAR_P(decl) || is_volatile(decl) || !TREE_STATIC(decl) ||
	    DECL_EXTERNAL(decl) || may_give_way(decl) || is_alias(decl) ||
	    DECL_INITIAL(decl) == error_mark_node)
		return false;
	return (TREE_READONLY(decl) && DECL_INITIAL(decl)) || is_never_written(decl);
}

static tree object_size(tree decl)
{
	return CONSTANT_CLASS_P(decl) ? TYPE_SIZE_UNIT(TREE_TYPE(decl))
				      : DECL_SIZE_UNIT(decl);
}

/* Whether it is defined here with what this unit shows as its initial value. */
static bool is_own(tree decl)
{
	return TREE_STATIC(decl) && !DECL_EXTERNAL(decl) && !may_give_way(decl) &&
	       !is_alias(decl) && DECL_INITIAL(decl) != error_mark_node;
}

static bool is_data(tree decl, hash_set<tree> *seen);

/* By its name in the C++ ABI, which a program may not give to anything else. */
static bool is_type_information(tree decl)
{
	return strncmp(symbol_name(decl), "_ZTI", 4) == 0;
}

/* The part of an initial value if it may bring in a function's address. The type
 * information of a class leads to functions of the C++ library alone. */
static tree find_function(tree *part, int *walk_subtrees, void *seen)
{
	if (TREE_CODE(*part) == FUNCTION_DECL || TREE_CODE(*part) == LABEL_DECL)
		return *part;
	if (!VAR_P(*part))
		return NULL_TREE;
	*walk_subtrees = 0;
	if (is_type_information(*part))
		return NULL_TREE;
	return is_data(*part, (hash_set<tree> *)seen) ? NULL_TREE : *part;
}

/* Whether no function's address is in its initial value, nor in what that points to. */
static bool is_data(tree decl, hash_set<tree> *seen)
{
	if (!is_own(decl))
		return false;
	if (seen->add(decl) || !DECL_INITIAL(decl))
		return true;
	return !walk_tree_without_duplicates(&DECL_INITIAL(decl), find_function, seen);
}

/* What a variable starts with where addresses are in it. */
struct initial {
	unsigned char *bytes;
	HOST_WIDE_INT size;
	struct ir_text addresses; /* places and names of functions */
};

static bool take_initial(struct initial *w, tree value, HOST_WIDE_INT at);

/* False where what it points to may have more functions' addresses. */
static bool take_address(struct initial *w, tree value, HOST_WIDE_INT at)
{
	if (at + POINTER_SIZE_UNITS > w->size)
		return false;
	if (TREE_CODE(value) == ADDR_EXPR &&
	    TREE_CODE(TREE_OPERAND(value, 0)) == FUNCTION_DECL) {
		ir_put(&w->addresses, " " HOST_WIDE_INT_PRINT_DEC " &&", at);
		ir_put_name(&w->addresses, symbol_name(TREE_OPERAND(value, 0)));
	} else {
		hash_set<tree> seen;
		ir_put(&w->addresses, " " HOST_WIDE_INT_PRINT_DEC " ?ptr", at);
		return !walk_tree_without_duplicates(&value, find_function, &seen);
	}
	return true;
}

static bool take_elements(struct initial *w, tree value, HOST_WIDE_INT at)
{
	const tree type = TREE_TYPE(value);
	unsigned HOST_WIDE_INT i;
	tree index, element;

	FOR_EACH_CONSTRUCTOR_ELT(CONSTRUCTOR_ELTS(value), i, index, element)
	{
		HOST_WIDE_INT place;
		if (RECORD_OR_UNION_TYPE_P(type)) {
			if (!index || DECL_BIT_FIELD(index))
				return false;
			place = int_byte_position(index);
		} else {
			if (index && TREE_CODE(index) != INTEGER_CST)
				return false;
			place = (index ? tree_to_shwi(index) : (HOST_WIDE_INT)i) *
				int_size_in_bytes(TREE_TYPE(type));
		}
		if (!take_initial(w, element, at + place))
			return false;
	}
	return true;
}

static bool take_initial(struct initial *w, tree value, HOST_WIDE_INT at)
{
	while (CONVERT_EXPR_P(value) && POINTER_TYPE_P(TREE_TYPE(value)) &&
	       POINTER_TYPE_P(TREE_TYPE(TREE_OPERAND(value, 0))))
		value = TREE_OPERAND(value, 0);
	const tree type = TREE_TYPE(value);
	if (TREE_CODE(value) == CONSTRUCTOR &&
	    (RECORD_OR_UNION_TYPE_P(type) ||
	     (TREE_CODE(type) == ARRAY_TYPE && TYPE_DOMAIN(type) &&
	      integer_zerop(TYPE_MIN_VALUE(TYPE_DOMAIN(type))))))
		return take_elements(w, value, at);
	const HOST_WIDE_INT size = int_size_in_bytes(type);
	if (at < 0 || size < 0 || at + size > w->size)
		return false;
	if (POINTER_TYPE_P(type) && TREE_CODE(value) != INTEGER_CST)
		return take_address(w, value, at);
	return CONSTANT_CLASS_P(value) &&
	       native_encode_expr(value, w->bytes + at, (int)size) == (int)size;
}

/* The bytes that a variable starts with, in hexadecimal, and the addresses in them; false
 * when they are not known. */
static bool put_initial_bytes(struct ir_text *t, tree decl)
{
	tree value = CONSTANT_CLASS_P(decl) ? decl : DECL_INITIAL(decl);
	tree size = object_size(decl);
	struct initial w;

	if (!size || !tree_fits_uhwi_p(size) || tree_to_uhwi(size) == 0 ||
	    tree_to_uhwi(size) > INITIALISER_LIMIT)
		return false;
	if (!CONSTANT_CLASS_P(decl) && !is_own(decl))
		return false;
	auto_vec<unsigned char> bytes;
	w.size = (HOST_WIDE_INT)tree_to_uhwi(size);
	bytes.safe_grow_cleared((unsigned)w.size);
	w.bytes = bytes.address();
	if (value && !native_encode_initializer(value, w.bytes, (int)w.size)) {
		memset(w.bytes, 0, (size_t)w.size);
		if (!take_initial(&w, value, 0))
			return false;
	}
	ir_put(t, " ");
	for (unsigned i = 0; i < bytes.length(); i++)
		ir_put(t, "%02x", bytes[i]);
	t->bytes.safe_splice(w.addresses.bytes);
	return true;
}

static void put_flags(struct ir_text *t, tree decl, bool has_bytes)
{
	hash_set<tree> seen;
	const char *separator = "";
	bool global = VAR_P(decl) && TREE_STATIC(decl);

	ir_put(t, " ");
	if (global && !symbol_is_public(decl)) {
		ir_put(t, TREE_ADDRESSABLE(decl) || has_alias(decl) ? "static"
								    : "static,private");
		separator = ",";
	}
	if (is_volatile(decl)) {
		ir_put(t, "%svolatile", separator);
		separator = ",";
	}
	if (global && !has_bytes && is_data(decl, &seen)) {
		ir_put(t, "%sdata", separator);
		separator = ",";
	}
	if (!*separator)
		ir_put(t, "-");
}

static void put_name(struct ir_text *t, tree decl, unsigned number)
{
	if (CONSTANT_CLASS_P(decl)) {
		ir_put(t, "literal.%u", number);
	} else if (VAR_P(decl) && (TREE_STATIC(decl) || DECL_EXTERNAL(decl))) {
		ir_put_name(t, symbol_name(decl));
	} else {
		const char *name =
		    DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
		ir_put_name(t, name);
		ir_put(t, ".%u", number);
	}
}

static void declare_object(struct ir_objects *objects, tree decl, unsigned number)
{
	struct ir_text *t = &objects->lines;
	tree size = object_size(decl);
	bool global = VAR_P(decl) && (TREE_STATIC(decl) || DECL_EXTERNAL(decl));
	struct ir_text bytes;
	bool known =
	    (global || CONSTANT_CLASS_P(decl)) && put_initial_bytes(&bytes, decl);

	ir_put(t, is_constant_object(decl) && known  ? "const "
		  : global || CONSTANT_CLASS_P(decl) ? "global "
		  : TREE_CODE(decl) == PARM_DECL     ? "argument "
						     : "local ");
	put_name(t, decl, number);
	if (size && tree_fits_uhwi_p(size))
		ir_put(t, " " HOST_WIDE_INT_PRINT_UNSIGNED, tree_to_uhwi(size));
	else
		ir_put(t, " ?");
	put_flags(t, decl, known);
	ir_put(t, " ");
	ir_put_quoted(t, !CONSTANT_CLASS_P(decl) && DECL_NAME(decl)
			     ? IDENTIFIER_POINTER(DECL_NAME(decl))
			     : "");
	for (unsigned i = 0; i < bytes.bytes.length(); i++)
		t->bytes.safe_push(bytes.bytes[i]);
	ir_put(t, "\n");
}

void ir_put_object(struct ir_text *t, tree decl)
{
	bool existed;
	unsigned &number = t->objects->number.get_or_insert(decl, &existed);

	if (!existed) {
		number = t->objects->list.length();
		t->objects->list.safe_push(decl);
		declare_object(t->objects, decl, number);
	}
	put_name(t, decl, number);
}

/* ---- other names */

static void put_scope(struct ir_text *t, tree decl)
{
	ir_put(t, symbol_is_public(decl) ? " public" : " static");
}

static void put_alias(struct ir_text *t, symtab_node *node, tree target)
{
	ir_put(t, "alias ");
	ir_put_name(t, symbol_name(node->decl));
	put_scope(t, node->decl);
	ir_put(t, " ");
	ir_put_name(t, symbol_name(target));
	put_scope(t, target);
	ir_put(t, symbol_is_open(node->decl) ? " open\n" : "\n");
}

void ir_put_aliases(struct ir_text *t)
{
	symtab_node *node;

	FOR_EACH_SYMBOL(node)
	{
		tree target =
		    node->alias && !node->weakref ? symbol_target(node) : NULL_TREE;
		if (target && DECL_P(target))
			put_alias(t, node, target);
	}
}
