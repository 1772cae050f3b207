/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text_hooks.cc - the hooks of calls on texts.
 *
 * Before:                         After:
 *     r = strcmp (a, "x");            r = strcmp (a, "x");
 *                                     if (me_state[i] != 0)
 *                                       __me_texts (&me_sites[i], a, TEXT, "x", 1, r);
 *
 *     x = strtod (s, &e);             if (me_state[i] != 0)
 *                                       __me_number (&me_sites[i], s, TEXT, 0);
 *                                     x = strtod (s, &e);
 */
#include "plugin/gcc.h"
#include "plugin/hooks/instrument.h"

static tree hook_of(unsigned op)
{
	tree texts = unit_hook("__me_texts", "vppqpql");
	tree number = unit_hook("__me_number", "vppqu");
	tree format = unit_hook("__me_format", "vppp");

	return op == ME_PARSE_NUMBER ? number : op == ME_PARSE_FORMAT ? format : texts;
}

/* The statements that make the arguments of one hook. */
struct hook_call {
	gimple *stmt;
	const struct known_call *known;
	gimple_seq seq;
	struct internal_read read; /* of a READ of Fortran */
};

static tree compute_argument(struct hook_call *h, tree type, enum tree_code code,
			     tree a, tree b)
{
	tree name = make_ssa_name(type);
	gassign *stmt = gimple_build_assign(name, code, a, b);

	gimple_set_location(stmt, gimple_location(h->stmt));
	gimple_seq_add_stmt(&h->seq, stmt);
	return name;
}

static tree convert_to(struct hook_call *h, tree type, tree value)
{
	if (CONSTANT_CLASS_P(value))
		return fold_convert(type, value);
	return compute_argument(h, type, NOP_EXPR, value, NULL_TREE);
}

/* The argument of that letter, or null. */
static tree argument(struct hook_call *h, char letter)
{
	const char *at = strchr(h->known->arguments, letter);

	return at ? gimple_call_arg(h->stmt, at - h->known->arguments) : NULL_TREE;
}

/* A text in the program's constants, also by way of a copy: its length, else -1. */
static HOST_WIDE_INT literal_length(tree text)
{
	for (int depth = 0; depth < 8 && TREE_CODE(text) == SSA_NAME; depth++) {
		gimple *def = SSA_NAME_DEF_STMT(text);
		if (!gimple_assign_single_p(def) && !gimple_assign_cast_p(def))
			return -1;
		text = gimple_assign_rhs1(def);
	}
	const char *known = TREE_CODE(text) == ADDR_EXPR ? c_getstr(text) : NULL;
	return known ? (HOST_WIDE_INT)strlen(known) : -1;
}

/* The size of the text that is the argument `pointer`; `size`: what the call says of
 * it, or null. */
static tree text_size(struct hook_call *h, tree pointer, tree size)
{
	tree type = uint64_type_node;
	HOST_WIDE_INT known = h->known->text ? literal_length(pointer) : -1;
	tree most = build_int_cstu(type, known >= 0 ? known : ME_SIZE_MOST);

	if (size) {
		size = convert_to(h, type, size);
		size = TREE_CODE(size) == INTEGER_CST
			   ? fold_build2(MIN_EXPR, type, size, most)
			   : compute_argument(h, type, MIN_EXPR, size, most);
	} else {
		size = most;
	}
	if (!h->known->text || known >= 0)
		return size;
	tree text = build_int_cstu(type, ME_SIZE_TEXT);
	return TREE_CODE(size) == INTEGER_CST
		   ? fold_build2(BIT_IOR_EXPR, type, size, text)
		   : compute_argument(h, type, BIT_IOR_EXPR, size, text);
}

/* A text as a hook takes it, by the letters of it, its object and its size. */
static void push_text(struct hook_call *h, vec<tree> *out, char letter, char object,
		      char letter_of_size)
{
	tree pointer = argument(h, object), size = argument(h, letter_of_size);

	if (pointer) {
		out->safe_push(pointer);
		out->safe_push(build_int_cstu(uint64_type_node, ME_SIZE_OBJECT));
		return;
	}
	pointer = argument(h, letter);
	out->safe_push(pointer);
	out->safe_push(text_size(h, pointer, size ? size : argument(h, 'n')));
}

static void push_texts(struct hook_call *h, vec<tree> *out)
{
	tree character = argument(h, 'c');

	push_text(h, out, 'a', 'O', 'A');
	if (character) {
		out->safe_push(null_pointer_node);
		character = convert_to(h, unsigned_char_type_node, character);
		out->safe_push(convert_to(h, uint64_type_node, character));
	} else {
		push_text(h, out, 'b', 'o', 'B');
	}
	out->safe_push(convert_to(h, intDI_type_node, gimple_call_lhs(h->stmt)));
}

static void push_number(struct hook_call *h, vec<tree> *out)
{
	tree text = argument(h, 't'), end = argument(h, 'e'), base = argument(h, 'x');
	int standard = h->known->type >= ME_F32 ? 0 : 10;

	if (!text) {
		out->safe_push(h->read.text);
		out->safe_push(text_size(h, h->read.text, h->read.size));
	} else if (end) {
		out->safe_push(text);
		tree size =
		    compute_argument(h, ssizetype, POINTER_DIFF_EXPR, end, text);
		out->safe_push(convert_to(h, uint64_type_node, size));
	} else {
		out->safe_push(text);
		out->safe_push(text_size(h, text, NULL_TREE));
	}
	out->safe_push(base ? convert_to(h, uint32_type_node, base)
			    : build_int_cst(uint32_type_node, standard));
}

/* A statement that does nothing, where the hook goes; null: there is no such place. */
static gimple *hook_place(gimple *stmt, bool before)
{
	gimple *place = gimple_build_nop();
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);

	gimple_set_location(place, gimple_location(stmt));
	if (before) {
		gsi_insert_before(&gsi, place, GSI_SAME_STMT);
		return place;
	}
	if (!stmt_ends_bb_p(stmt)) {
		gsi_insert_after(&gsi, place, GSI_SAME_STMT);
		return place;
	}
	edge e = find_fallthru_edge(gimple_bb(stmt)->succs);
	if (!e)
		return NULL;
	gsi = gsi_start_bb(split_edge(e));
	gsi_insert_before(&gsi, place, GSI_NEW_STMT);
	return place;
}

void shape_insert_call_hook(const shape_site *here)
{
	struct hook_call h = {here->stmt, known_call_find(here->stmt), NULL, {}};
	if (!h.known) /* another hook has come in between */
		return;
	if (strchr(h.known->arguments, 'u'))
		h.read = known_call_internal_read(here->stmt);
	bool reads_number = h.known->op >= ME_PARSE_NUMBER;
	gimple *place = hook_place(here->stmt, reads_number);
	auto_vec<tree> out;

	if (!place)
		return;
	out.safe_push(unit_site_address(here->number));
	if (h.known->op == ME_PARSE_FORMAT) {
		out.safe_push(argument(&h, 't'));
		out.safe_push(argument(&h, 'f'));
	} else if (reads_number) {
		push_number(&h, &out);
	} else {
		push_texts(&h, &out);
	}
	gcall *call = gimple_build_call_vec(hook_of(h.known->op), out);
	gimple_set_location(call, gimple_location(here->stmt));
	gimple_seq_add_stmt(&h.seq, call);
	basic_block bb =
	    shape_guarded_block(place, here->number, gimple_location(here->stmt));
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gsi_insert_seq_after(&gsi, h.seq, GSI_NEW_STMT);
}
