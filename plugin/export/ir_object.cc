/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ir_object.cc - the objects in memory that an exported function names. */
#include "plugin/gcc.h"
#include "plugin/export/ir.h"

/* Tables up to this size are written out; of larger ones nothing is told. */
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

/* Contents that no program changes. A weak definition may give way to another one. */
static bool is_constant(tree decl)
{
	if (CONSTANT_CLASS_P(decl))
		return true;
	if (!VAR_P(decl) || is_volatile(decl) || !TREE_STATIC(decl) ||
	    DECL_EXTERNAL(decl) || DECL_WEAK(decl) || is_alias(decl) ||
	    DECL_INITIAL(decl) == error_mark_node)
		return false;
	return (TREE_READONLY(decl) && DECL_INITIAL(decl)) || is_never_written(decl);
}

static tree size_of(tree decl)
{
	return CONSTANT_CLASS_P(decl) ? TYPE_SIZE_UNIT(TREE_TYPE(decl))
				      : DECL_SIZE_UNIT(decl);
}

/* Whether it is defined here with what this unit shows as its initial value. */
static bool is_own(tree decl)
{
	return TREE_STATIC(decl) && !DECL_EXTERNAL(decl) && !DECL_WEAK(decl) &&
	       !is_alias(decl) && DECL_INITIAL(decl) != error_mark_node;
}

static bool is_data(tree decl, hash_set<tree> *seen);

/* Of a part of an initial value: itself if it may bring in a function's address. */
static tree find_function(tree *part, int *walk_subtrees, void *seen)
{
	if (TREE_CODE(*part) == FUNCTION_DECL || TREE_CODE(*part) == LABEL_DECL)
		return *part;
	if (!VAR_P(*part))
		return NULL_TREE;
	*walk_subtrees = 0;
	return is_data(*part, (hash_set<tree> *)seen) ? NULL_TREE : *part;
}

/* Whether neither the variable nor what it points to starts with a function's address.
 */
static bool is_data(tree decl, hash_set<tree> *seen)
{
	if (!is_own(decl))
		return false;
	if (seen->add(decl) || !DECL_INITIAL(decl))
		return true;
	return !walk_tree_without_duplicates(&DECL_INITIAL(decl), find_function, seen);
}

/* The bytes that a variable starts with, in hexadecimal; false when they are not known
 * (another unit's, addresses in it). */
static bool put_bytes(struct ir_text *t, tree decl)
{
	tree value = CONSTANT_CLASS_P(decl) ? decl : DECL_INITIAL(decl);
	tree size = size_of(decl);

	if (!size || !tree_fits_uhwi_p(size) || tree_to_uhwi(size) == 0 ||
	    tree_to_uhwi(size) > INITIALISER_LIMIT)
		return false;
	if (!CONSTANT_CLASS_P(decl) && (!TREE_STATIC(decl) || DECL_EXTERNAL(decl) ||
					DECL_WEAK(decl) || is_alias(decl)))
		return false;
	int n = (int)tree_to_uhwi(size);
	auto_vec<unsigned char> bytes;
	bytes.safe_grow_cleared(n);
	if (value && (value == error_mark_node ||
		      !native_encode_initializer(value, bytes.address(), n)))
		return false;
	ir_put(t, " ");
	for (int i = 0; i < n; i++)
		ir_put(t, "%02x", bytes[i]);
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

static void declare(struct ir_objects *objects, tree decl, unsigned number)
{
	struct ir_text *t = &objects->lines;
	tree size = size_of(decl);
	bool global = VAR_P(decl) && (TREE_STATIC(decl) || DECL_EXTERNAL(decl));
	struct ir_text bytes;
	bool known = (global || CONSTANT_CLASS_P(decl)) && put_bytes(&bytes, decl);

	ir_put(t, is_constant(decl) && known	     ? "const "
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

void ir_put_object(struct ir_text *t, struct ir_objects *objects, tree decl)
{
	bool existed;
	unsigned &number = objects->number.get_or_insert(decl, &existed);

	if (!existed) {
		number = objects->list.length();
		objects->list.safe_push(decl);
		declare(objects, decl, number);
	}
	put_name(t, decl, number);
}
