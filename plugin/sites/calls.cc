/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calls.cc - calls on texts: those that compare two, look for one in another, or read a
 * number from one.
 *
 * Before:                         After:
 *     r = strcmp (a, "x");            r = strcmp (a, "x");
 *                                     if (me_state[i] != 0)
 *                                       __me_texts (&me_sites[i], a, TEXT, "x", 1, r);
 *
 *     x = strtod (s, &e);             if (me_state[i] != 0)
 *                                       __me_number (&me_sites[i], s, TEXT, 0);
 *                                     x = strtod (s, &e);
 *
 * A function is known by its assembler name, its linkage and the kinds of its
 * arguments: to add one, add a row. What the subject defines under such a name is taken
 * at its name's word for what it reads, never for what it returns
 * (harness/runtime/texts.h).
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"

/*
 * The arguments, a letter each:
 *
 *	a, b	a text                          A, B	its size
 *	O, o	the same as a std::string
 *	n	the most bytes of both          c	a character instead of b
 *	t	the text of a number            e	where that text ends
 *	x	a base                          f	a format of scanf
 *	-	another pointer                 i	another number
 *	u	what a READ of Fortran is from  1 2 4 8	this number
 *	*	whatever else
 *
 * A name that ends with * is the start of one.
 */
struct known_call {
	const char *name, *arguments;
	unsigned op;
	unsigned type; /* of a number that is read */
	bool text; /* a NUL ends the texts */
};

#define STRING "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"

static const struct known_call known_calls[] = {
    {"memcmp", "abn", ME_COMPARE_BYTES, ME_PTR, false},
    {"bcmp", "abn", ME_COMPARE_BYTES, ME_PTR, false},
    {"strcmp", "ab", ME_COMPARE_BYTES, ME_PTR, true},
    {"strncmp", "abn", ME_COMPARE_BYTES, ME_PTR, true},
    {"strcasecmp", "ab", ME_COMPARE_NOCASE, ME_PTR, true},
    {"strncasecmp", "abn", ME_COMPARE_NOCASE, ME_PTR, true},
    {"strstr", "ab", ME_FIND_BYTES, ME_PTR, true},
    {"strcasestr", "ab", ME_FIND_NOCASE, ME_PTR, true},
    {"memmem", "aAbB", ME_FIND_BYTES, ME_PTR, false},
    {"strchr", "ac", ME_FIND_CHAR, ME_PTR, true},
    {"strrchr", "ac", ME_FIND_CHAR, ME_PTR, true},
    {"memchr", "acn", ME_FIND_CHAR, ME_PTR, false},
    {STRING "7compareEPKc", "Ob", ME_COMPARE_BYTES, ME_PTR, true},
    {STRING "7compareERKS4_", "Oo", ME_COMPARE_BYTES, ME_PTR, false},
    {"_gfortran_compare_string", "AaBb", ME_COMPARE_PADDED, ME_PTR, false},
    {"_gfortran_string_index", "AaBbi", ME_FIND_BYTES, ME_PTR, false},

    {"strtod", "t-", ME_PARSE_NUMBER, ME_F64, true},
    {"strtof", "t-", ME_PARSE_NUMBER, ME_F32, true},
    {"strtold", "t-", ME_PARSE_NUMBER, ME_F80, true},
    {"atof", "t", ME_PARSE_NUMBER, ME_F64, true},
    {"strtol", "t-x", ME_PARSE_NUMBER, ME_I64, true},
    {"strtoll", "t-x", ME_PARSE_NUMBER, ME_I64, true},
    {"strtoul", "t-x", ME_PARSE_NUMBER, ME_U64, true},
    {"strtoull", "t-x", ME_PARSE_NUMBER, ME_U64, true},
    {"__isoc23_strtol", "t-x", ME_PARSE_NUMBER, ME_I64, true},
    {"__isoc23_strtoll", "t-x", ME_PARSE_NUMBER, ME_I64, true},
    {"__isoc23_strtoul", "t-x", ME_PARSE_NUMBER, ME_U64, true},
    {"__isoc23_strtoull", "t-x", ME_PARSE_NUMBER, ME_U64, true},
    {"atoi", "t", ME_PARSE_NUMBER, ME_I32, true},
    {"atol", "t", ME_PARSE_NUMBER, ME_I64, true},
    {"atoll", "t", ME_PARSE_NUMBER, ME_I64, true},
    {"sscanf", "tf*", ME_PARSE_FORMAT, ME_PTR, true},
    {"__isoc99_sscanf", "tf*", ME_PARSE_FORMAT, ME_PTR, true},
    {"__isoc23_sscanf", "tf*", ME_PARSE_FORMAT, ME_PTR, true},
    /* std::stod and its like call strtod through a pointer in here. */
    {"_ZN9__gnu_cxx6__stoaIdd*", "--t-", ME_PARSE_NUMBER, ME_F64, true},
    {"_ZN9__gnu_cxx6__stoaIff*", "--t-", ME_PARSE_NUMBER, ME_F32, true},
    {"_ZN9__gnu_cxx6__stoaIee*", "--t-", ME_PARSE_NUMBER, ME_F80, true},
    {"_ZN9__gnu_cxx6__stoaIli*", "--t-x", ME_PARSE_NUMBER, ME_I32, true},
    {"_ZN9__gnu_cxx6__stoaIll*", "--t-x", ME_PARSE_NUMBER, ME_I64, true},
    {"_ZN9__gnu_cxx6__stoaIxx*", "--t-x", ME_PARSE_NUMBER, ME_I64, true},
    {"_ZN9__gnu_cxx6__stoaImm*", "--t-x", ME_PARSE_NUMBER, ME_U64, true},
    {"_ZN9__gnu_cxx6__stoaIyy*", "--t-x", ME_PARSE_NUMBER, ME_U64, true},
    {"_ZSt10from_charsIi*", "te-x", ME_PARSE_NUMBER, ME_I32, false},
    {"_ZSt10from_charsIj*", "te-x", ME_PARSE_NUMBER, ME_U32, false},
    {"_ZSt10from_charsIl*", "te-x", ME_PARSE_NUMBER, ME_I64, false},
    {"_ZSt10from_charsIm*", "te-x", ME_PARSE_NUMBER, ME_U64, false},
    {"_ZSt10from_charsPKcS0_RfSt12chars_format", "te-i", ME_PARSE_NUMBER, ME_F32,
     false},
    {"_ZSt10from_charsPKcS0_RdSt12chars_format", "te-i", ME_PARSE_NUMBER, ME_F64,
     false},
    {"_gfortran_transfer_real", "u-4", ME_PARSE_NUMBER, ME_F32, false},
    {"_gfortran_transfer_real", "u-8", ME_PARSE_NUMBER, ME_F64, false},
    {"_gfortran_transfer_integer", "u-1", ME_PARSE_NUMBER, ME_I8, false},
    {"_gfortran_transfer_integer", "u-2", ME_PARSE_NUMBER, ME_I16, false},
    {"_gfortran_transfer_integer", "u-4", ME_PARSE_NUMBER, ME_I32, false},
    {"_gfortran_transfer_integer", "u-8", ME_PARSE_NUMBER, ME_I64, false},
};

/* ---- recognising */

static bool name_matches(const char *known, const char *name)
{
	size_t n = strlen(known) - 1;

	return known[n] == '*' ? !strncmp(known, name, n) : !strcmp(known, name);
}

/* What the statements before `stmt` in its block store in the record's field. */
static tree stored_field(gimple *stmt, tree record, const char *field)
{
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);

	for (; !gsi_end_p(gsi); gsi_prev(&gsi)) {
		tree to = gimple_get_lhs(gsi_stmt(gsi));
		if (!to || TREE_CODE(to) != COMPONENT_REF ||
		    TREE_OPERAND(to, 0) != record ||
		    !gimple_assign_single_p(gsi_stmt(gsi)))
			continue;
		tree name = DECL_NAME(TREE_OPERAND(to, 1));
		if (name && !strcmp(IDENTIFIER_POINTER(name), field))
			return gimple_assign_rhs1(gsi_stmt(gsi));
	}
	return NULL_TREE;
}

/*
 * The first number that Fortran reads from a text, by
 *
 *	dt.internal_unit = text;
 *	dt.internal_unit_len = size;
 *	dt.internal_unit_desc = 0B;			(of an array: its descriptor)
 *	_gfortran_st_read (&dt);
 *	_gfortran_transfer_real (&dt, &x, 8);		<- stmt
 */
struct internal_read {
	tree text, size; /* null: it is none */
};

static struct internal_read find_internal_read(gimple *stmt)
{
	struct internal_read none = {NULL_TREE, NULL_TREE};
	tree unit = gimple_call_arg(stmt, 0);
	gimple_stmt_iterator gsi = gsi_for_stmt(stmt);

	gsi_prev_nondebug(&gsi);
	if (gsi_end_p(gsi) || TREE_CODE(unit) != ADDR_EXPR ||
	    !is_gimple_call(gsi_stmt(gsi)))
		return none;
	tree callee = gimple_call_fndecl(gsi_stmt(gsi));
	if (!callee ||
	    strcmp(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee)),
		   "_gfortran_st_read") ||
	    !operand_equal_p(gimple_call_arg(gsi_stmt(gsi), 0), unit, 0))
		return none;
	tree record = TREE_OPERAND(unit, 0);
	struct internal_read found = {
	    stored_field(gsi_stmt(gsi), record, "internal_unit"),
	    stored_field(gsi_stmt(gsi), record, "internal_unit_len")};
	tree array = stored_field(gsi_stmt(gsi), record, "internal_unit_desc");
	bool usable = found.text && found.size && array && integer_zerop(array) &&
		      !integer_zerop(found.text) && is_gimple_val(found.text) &&
		      is_gimple_val(found.size);
	return usable ? found : none;
}

static bool argument_matches(gimple *stmt, unsigned i, char letter)
{
	tree value = gimple_call_arg(stmt, i), type = TREE_TYPE(value);

	if (letter == 'u')
		return find_internal_read(stmt).text != NULL_TREE;
	if (letter >= '1' && letter <= '8')
		return tree_fits_uhwi_p(value) &&
		       tree_to_uhwi(value) == (unsigned)(letter - '0');
	if (strchr("ABncxi", letter))
		return INTEGRAL_TYPE_P(type) && TYPE_PRECISION(type) <= 64;
	return POINTER_TYPE_P(type);
}

static bool arguments_match(gimple *stmt, const char *letters)
{
	unsigned n = gimple_call_num_args(stmt);

	for (unsigned i = 0; letters[i] != '*'; i++) {
		if (i == n || !letters[i])
			return i == n && !letters[i];
		if (!argument_matches(stmt, i, letters[i]))
			return false;
	}
	return true;
}

/* What is compared or found is known by its result. */
static bool result_matches(gimple *stmt, const struct known_call *k)
{
	tree lhs = gimple_call_lhs(stmt);

	if (k->op >= ME_PARSE_NUMBER)
		return true;
	if (!lhs || TREE_CODE(lhs) != SSA_NAME)
		return false;
	return INTEGRAL_TYPE_P(TREE_TYPE(lhs)) ||
	       (k->op >= ME_FIND_BYTES && POINTER_TYPE_P(TREE_TYPE(lhs)));
}

static const struct known_call *find_call(gimple *stmt)
{
	tree callee = is_gimple_call(stmt) ? gimple_call_fndecl(stmt) : NULL_TREE;

	if (!callee || !TREE_PUBLIC(callee))
		return NULL;
	const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(callee));
	name += *name == '*';
	for (const struct known_call &k : known_calls)
		if (name_matches(k.name, name) && arguments_match(stmt, k.arguments) &&
		    result_matches(stmt, &k))
			return &k;
	return NULL;
}

unsigned shape_call_op(gimple *stmt, unsigned *type)
{
	const struct known_call *k = find_call(stmt);

	if (!k)
		return ME_OP_COUNT;
	*type = k->type;
	return k->op;
}

/* ---- hooks */

static tree hook_of(unsigned op)
{
	static tree texts, number, format;
	tree p = ptr_type_node, size = uint64_type_node;

	if (!texts) {
		texts = unit_hook("__me_texts", build_function_type_list(
						    void_type_node, p, p, size, p, size,
						    intDI_type_node, NULL_TREE));
		number =
		    unit_hook("__me_number",
			      build_function_type_list(void_type_node, p, p, size,
						       uint32_type_node, NULL_TREE));
		format =
		    unit_hook("__me_format", build_function_type_list(void_type_node, p,
								      p, p, NULL_TREE));
	}
	return op == ME_PARSE_NUMBER ? number : op == ME_PARSE_FORMAT ? format : texts;
}

/* The statements that make the arguments of one hook. */
struct hook_call {
	gimple *stmt;
	const struct known_call *known;
	gimple_seq seq;
	struct internal_read read; /* of a READ of Fortran */
};

static tree compute(struct hook_call *h, tree type, enum tree_code code, tree a, tree b)
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
	return compute(h, type, NOP_EXPR, value, NULL_TREE);
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
static tree size_of(struct hook_call *h, tree pointer, tree size)
{
	tree type = uint64_type_node;
	HOST_WIDE_INT known = h->known->text ? literal_length(pointer) : -1;
	tree most = build_int_cstu(type, known >= 0 ? known : ME_SIZE_MOST);

	if (size) {
		size = convert_to(h, type, size);
		size = TREE_CODE(size) == INTEGER_CST
			   ? fold_build2(MIN_EXPR, type, size, most)
			   : compute(h, type, MIN_EXPR, size, most);
	} else {
		size = most;
	}
	if (!h->known->text || known >= 0)
		return size;
	tree text = build_int_cstu(type, ME_SIZE_TEXT);
	return TREE_CODE(size) == INTEGER_CST
		   ? fold_build2(BIT_IOR_EXPR, type, size, text)
		   : compute(h, type, BIT_IOR_EXPR, size, text);
}

/* One text as a hook takes it: its letters, the object's letter, and that of its size.
 */
static void add_text(struct hook_call *h, vec<tree> *out, char letter, char object,
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
	out->safe_push(size_of(h, pointer, size ? size : argument(h, 'n')));
}

static void add_texts(struct hook_call *h, vec<tree> *out)
{
	tree character = argument(h, 'c');

	add_text(h, out, 'a', 'O', 'A');
	if (character) {
		out->safe_push(null_pointer_node);
		character = convert_to(h, unsigned_char_type_node, character);
		out->safe_push(convert_to(h, uint64_type_node, character));
	} else {
		add_text(h, out, 'b', 'o', 'B');
	}
	out->safe_push(convert_to(h, intDI_type_node, gimple_call_lhs(h->stmt)));
}

static void add_number(struct hook_call *h, vec<tree> *out)
{
	tree text = argument(h, 't'), end = argument(h, 'e'), base = argument(h, 'x');
	int standard = h->known->type >= ME_F32 ? 0 : 10;

	if (!text) {
		out->safe_push(h->read.text);
		out->safe_push(size_of(h, h->read.text, h->read.size));
	} else if (end) {
		out->safe_push(text);
		tree size = compute(h, ssizetype, POINTER_DIFF_EXPR, end, text);
		out->safe_push(convert_to(h, uint64_type_node, size));
	} else {
		out->safe_push(text);
		out->safe_push(size_of(h, text, NULL_TREE));
	}
	out->safe_push(base ? convert_to(h, uint32_type_node, base)
			    : build_int_cst(uint32_type_node, standard));
}

/* A statement that does nothing, where the hook goes; null: there is no such place. */
static gimple *place_of(gimple *stmt, bool before)
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
	struct hook_call h = {here->stmt, find_call(here->stmt), NULL, {}};
	if (!h.known) /* another hook has come in between */
		return;
	if (strchr(h.known->arguments, 'u'))
		h.read = find_internal_read(here->stmt);
	bool reads_number = h.known->op >= ME_PARSE_NUMBER;
	gimple *place = place_of(here->stmt, reads_number);
	auto_vec<tree> out;

	if (!place)
		return;
	out.safe_push(unit_site_address(here->number));
	if (h.known->op == ME_PARSE_FORMAT) {
		out.safe_push(argument(&h, 't'));
		out.safe_push(argument(&h, 'f'));
	} else if (reads_number) {
		add_number(&h, &out);
	} else {
		add_texts(&h, &out);
	}
	gcall *call = gimple_build_call_vec(hook_of(h.known->op), out);
	gimple_set_location(call, gimple_location(here->stmt));
	gimple_seq_add_stmt(&h.seq, call);
	basic_block bb =
	    shape_guarded_block(place, here->number, gimple_location(here->stmt));
	gimple_stmt_iterator gsi = gsi_start_bb(bb);
	gsi_insert_seq_after(&gsi, h.seq, GSI_NEW_STMT);
}
