/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran.cc - what Fortran passes besides the arguments in the source. For
 *
 *     subroutine s(x, c, v)
 *         real(8) :: x(:)
 *         character(len=*) :: c
 *         integer, optional, value :: v
 *
 * the arguments are a descriptor of x, which has the address and the number of its
 * elements, the text, the value, and two that the compiler adds: _v, whether v is
 * present, and _c, the length of c.
 */
#include "plugin/gcc.h"
#include "plugin/entry/array_size.h"
#include "plugin/entry/parameter.h"
#include "plugin/unit/symbol.h"

/* Length of CHARACTER(*) without a given count. */
enum { TEXT_LENGTH = 16 };

/* An extent that nobody limits is at most so large, of more than RANK_USUAL dimensions
 * SHAPE_SMALL: such arrays have 2^rank elements. */
enum { SHAPE_EXTENT = 4, SHAPE_SMALL = 2, RANK_USUAL = 3 };

/* ---- assumed shape */

/* "array02_real(kind=8)" is a descriptor of rank 2. */
static unsigned descriptor_rank(tree type)
{
	tree name = POINTER_TYPE_P(type) && TREE_CODE(TREE_TYPE(type)) == RECORD_TYPE
			? TYPE_NAME(TREE_TYPE(type))
			: NULL_TREE;
	unsigned rank = 0;

	if (name && TREE_CODE(name) == TYPE_DECL)
		name = DECL_NAME(name);
	if (!name || sscanf(IDENTIFIER_POINTER(name), "array%2u_", &rank) != 1)
		return 0;
	return rank;
}

/* The front end has a variable x.0 with the address of the elements of x and their
 * type. There is none for a POINTER or ALLOCATABLE, which may be another array after
 * each statement. */
static tree elements_of(tree entry, tree decl)
{
	char *name = xasprintf("%s.0", IDENTIFIER_POINTER(DECL_NAME(decl)));
	struct function *fun = DECL_STRUCT_FUNCTION(entry);
	tree variable, found = NULL_TREE;
	unsigned i;

	FOR_EACH_LOCAL_DECL(fun, i, variable)
	if (DECL_NAME(variable) && id_equal(DECL_NAME(variable), name) &&
	    POINTER_TYPE_P(TREE_TYPE(variable)) &&
	    TREE_CODE(TREE_TYPE(TREE_TYPE(variable))) == ARRAY_TYPE)
		found = TREE_TYPE(TREE_TYPE(TREE_TYPE(variable)));
	free(name);
	return found;
}

static bool read_descriptor(tree entry, parameter *p, unsigned rank)
{
	static const char why[] =
	    "an array with POINTER, ALLOCATABLE or of assumed rank, or one "
	    "that is never used; only assumed shape is possible";

	p->pointed = elements_of(entry, p->decl);
	if (!p->pointed) {
		parameter_hand_over(p, why);
		return parameter_refuse(entry, p, why);
	}
	p->rank = rank;
	for (unsigned i = 0; i < rank && i < PARAMETER_RANK; i++)
		p->extent[i] = rank > RANK_USUAL ? SHAPE_SMALL : SHAPE_EXTENT;
	p->varies = true;
	return true;
}

/* ---- CHARACTER */

/* The type of one text in a pointer's target: character(kind=1)[1:n]; or null. */
static tree text_type(tree type)
{
	while (TREE_CODE(type) == ARRAY_TYPE && !TYPE_STRING_FLAG(type))
		type = TREE_TYPE(type);
	return TREE_CODE(type) == ARRAY_TYPE ? type : NULL_TREE;
}

static bool has_fixed_size(tree type)
{
	return TYPE_SIZE_UNIT(type) && tree_fits_uhwi_p(TYPE_SIZE_UNIT(type));
}

/* Elements of an array of texts whose length is not known: those of the dimensions that
 * have bounds. */
static unsigned texts_in(tree type, tree text)
{
	unsigned n = 1;

	for (; type != text; type = TREE_TYPE(type)) {
		tree most =
		    TYPE_DOMAIN(type) ? TYPE_MAX_VALUE(TYPE_DOMAIN(type)) : NULL;
		if (most && tree_fits_uhwi_p(most) && tree_to_uhwi(most) < 1 << 10)
			n *= tree_to_uhwi(most) + 1;
	}
	return n;
}

/* An array of CHARACTER(*) is one of texts of 16 bytes. */
static void read_texts(parameter *p, tree type)
{
	tree text = text_type(type);

	if (!text || has_fixed_size(text) || (text == type && !p->rank))
		return;
	p->count = texts_in(type, text);
	p->pointed = build_array_type_nelts(TREE_TYPE(text), TEXT_LENGTH);
	TYPE_STRING_FLAG(p->pointed) = 1;
}

/* ---- what the compiler passes by itself */

static parameter *belongs_to(parameter_list *parameters, const parameter *p)
{
	int of = *p->name == '_' || *p->name == '.'
		     ? parameter_find(parameters, p->name + 1)
		     : -1;

	return of < 0 ? NULL : &(*parameters)[of];
}

static void pin(parameter *p, uint64_t value)
{
	p->fields[0].limited = true;
	p->fields[0].low[0] = p->fields[0].high[0] = value;
}

/* Whether its first statements compute the length: character(len=n). */
static bool has_computed_length(const parameter *p)
{
	tree text = p->pointed ? TREE_TYPE(TREE_TYPE(p->decl)) : NULL_TREE;
	tree domain = text && TREE_CODE(text) == ARRAY_TYPE && TYPE_STRING_FLAG(text)
			  ? TYPE_DOMAIN(text)
			  : NULL_TREE;

	return domain && TYPE_MAX_VALUE(domain) && VAR_P(TYPE_MAX_VALUE(domain));
}

/* The length of a text is part of the search if the source does not fix it, with `c:5`
 * or without. One that it computes, character(len=n), is declared as an array's is; callers pass
 * no shorter text. */
static void finish_length(parameter *p, parameter *counted, unsigned of)
{
	tree text = text_type(counted->pointed);

	if (text) {
		pin(p, tree_to_uhwi(TYPE_SIZE_UNIT(text)));
	} else if (has_computed_length(counted)) {
		counted->flags |= ME_PARAMETER_DEFAULT;
		pin(p, 0);
	} else {
		counted->count = TEXT_LENGTH;
		p->length_of = of;
	}
}

/* ---- */

/* _c, .c: no name in Fortran begins with these. */
static bool is_hidden(const parameter *p)
{
	return DECL_ARTIFICIAL(p->decl) && (*p->name == '_' || *p->name == '.');
}

bool fortran_read(tree entry, parameter_list *parameters, parameter *p)
{
	unsigned rank = descriptor_rank(TREE_TYPE(p->decl));

	if (is_hidden(p) && !belongs_to(parameters, p))
		return parameter_refuse(entry, p, "the compiler added it");
	if (!p->pointed)
		return true;
	if (rank && !read_descriptor(entry, p, rank))
		return false;
	read_texts(p, rank ? p->pointed : TREE_TYPE(TREE_TYPE(p->decl)));
	return true;
}

bool fortran_finish(tree entry, parameter_list *parameters, parameter *p)
{
	if (!is_hidden(p))
		return true;
	parameter *of = belongs_to(parameters, p);
	unsigned number = of - parameters->begin();
	if (of->passing == ME_BY_VALUE) {
		p->presence_of = number;
		pin(p, 1);
		return true;
	}
	if (p->passing != ME_BY_VALUE ||
	    (!text_type(of->pointed) && TREE_CODE(of->pointed) != INTEGER_TYPE))
		return parameter_refuse(entry, p, "the compiler added it");
	finish_length(p, of, number);
	return true;
}

/* "size(x, 2)": the extent of dimension i. */
static void add_extent(parameter_list *parameters, unsigned of, unsigned i)
{
	const parameter *array = &(*parameters)[of];
	const unsigned guess =
	    array->flags & ME_PARAMETER_DEFAULT ? ME_PARAMETER_DEFAULT_RANGE : 0;

	parameter_add(parameters, xasprintf("size(%s, %u)", array->name, i + 1),
		      ssizetype, array->extent[i], ME_PARAMETER_EXTENT | guess)
	    ->length_of = of;
}

void fortran_add_extents(parameter_list *parameters)
{
	const unsigned count = parameters->length();

	for (parameter &p : *parameters)
		if (p.decl && is_hidden(&p) &&
		    has_computed_length(belongs_to(parameters, &p)))
			pin(&p, belongs_to(parameters, &p)->count);
	for (unsigned of = 0; of < count; of++)
		for (unsigned i = 0;
		     (*parameters)[of].varies && i < (*parameters)[of].rank; i++)
			add_extent(parameters, of, i);
}

/* ---- cursors: integers that say where in a text it is read, as in
 *
 *	do while (at <= len(text))
 *	  if (text(at:at) /= ' ') exit
 *
 * Callers begin at 1 and go on to what is left, so that none is below 1 or beyond the text's end
 * by more than one, unless the procedure asks for that. */

enum { CURSOR_CALLS_DEEP = 3 };

struct cursor_use {
	bool is_index; /* characters are accessed there */
	bool is_refused; /* it is compared as if it could be below 1 */
	bool is_bounded; /* and with another number */
	location_t where; /* of an access */
};

/* The same of a variable that begins as the argument. */
static bool begins_as(const body_frame *f, tree t, tree decl)
{
	t = bounds_strip(f, t);
	if (bounds_is_argument(f, t, decl))
		return true;
	for (unsigned i = 0; VAR_P(t) && i < f->b->facts.length(); i++)
		if (f->b->facts[i].kind == FACT_ASSIGN && f->b->facts[i].a == t &&
		    bounds_is_argument(f, f->b->facts[i].b, decl))
			return true;
	return false;
}

static void see_index(const body_frame *f, tree array, tree index, tree text,
		      tree integer, const fact *at, cursor_use *out)
{
	if (!bounds_memory(array) || !bounds_is_argument(f, array, text) ||
	    !begins_as(f, index, integer))
		return;
	out->is_index = true;
	out->where = at->where;
}

static void see_order(const body_frame *f, const fact *c, tree integer, cursor_use *out)
{
	const bool is_left = begins_as(f, c->a, integer);
	tree other = is_left ? c->b : c->a;

	if (!INTEGRAL_TYPE_P(TREE_TYPE(c->a)) ||
	    (!is_left && !begins_as(f, c->b, integer)))
		return;
	const bool is_constant = tree_fits_shwi_p(other);
	const HOST_WIDE_INT n = is_constant ? tree_to_shwi(other) : 0;
	out->is_bounded |= !is_constant || n > 1;
	out->is_refused |=
	    is_constant &&
	    (n <= 0 || (n == 1 && (c->code == LT_EXPR || c->code == GE_EXPR)));
}

static void see_cursor(tree function, tree text, tree integer, unsigned deep,
		       cursor_use *out);

/* A call that gets both. */
static void see_cursor_call(const body_frame *f, gimple *call, tree text, tree integer,
			    unsigned deep, cursor_use *out)
{
	tree callee = gimple_call_fndecl(call), own_text = NULL_TREE, own = NULL_TREE;
	unsigned i = 0;

	for (tree p = callee ? DECL_ARGUMENTS(callee) : NULL_TREE;
	     p && i < gimple_call_num_args(call); p = DECL_CHAIN(p), i++) {
		tree t = gimple_call_arg(call, i);
		if (bounds_is_argument(f, t, text))
			own_text = p;
		else if (bounds_is_argument(f, t, integer))
			own = p;
	}
	if (own_text && own && deep < CURSOR_CALLS_DEEP)
		see_cursor(callee, own_text, own, deep + 1, out);
}

static void see_cursor(tree function, tree text, tree integer, unsigned deep,
		       cursor_use *out)
{
	body_frame f;

	f.b = body_of(function);
	f.depth = 0;
	for (unsigned i = 0; f.b && i < f.b->facts.length(); i++) {
		const fact *c = &f.b->facts[i];
		if (c->kind == FACT_ACCESS && TREE_CODE(c->a) == ARRAY_REF)
			see_index(&f, TREE_OPERAND(c->a, 0), TREE_OPERAND(c->a, 1),
				  text, integer, c, out);
		else if (c->kind == FACT_PLACE)
			see_index(&f, c->a, c->b, text, integer, c, out);
		else if (c->kind == FACT_COMPARE)
			see_order(&f, c, integer, out);
		else if (c->kind == FACT_ASSIGN && c->code == MAX_EXPR)
			out->is_refused |=
			    bounds_is_argument(&f, TREE_OPERAND(c->b, 0), integer) ||
			    bounds_is_argument(&f, TREE_OPERAND(c->b, 1), integer);
		else if (c->kind == FACT_CALL)
			see_cursor_call(&f, c->call, text, integer, deep, out);
	}
}

/* Callers pass a text of this length, where the body does not ask where it ends. */
static void pin_length(parameter_list *parameters, unsigned of)
{
	for (parameter &p : *parameters)
		if (p.length_of == of && is_hidden(&p)) {
			p.length_of = ME_NO_PARAMETER;
			pin(&p, (*parameters)[of].count);
		}
}

static void limit_cursor(tree entry, parameter_list *parameters, unsigned of,
			 unsigned n)
{
	parameter *p = &(*parameters)[of];
	tree text = text_type(p->pointed);
	const HOST_WIDE_INT length = text && has_fixed_size(text)
					 ? tree_to_shwi(TYPE_SIZE_UNIT(text))
					 : p->count;
	cursor_use u = {false, false, false, UNKNOWN_LOCATION};

	see_cursor(entry, p->decl, (*parameters)[n].decl, 0, &u);
	if (!u.is_index || u.is_refused)
		return;
	if (p->used_at == UNKNOWN_LOCATION)
		p->used_at = u.where;
	integer_limit(parameters, n, 1, length + u.is_bounded, of);
	if (!u.is_bounded)
		pin_length(parameters, of);
}

void fortran_limit_cursors(tree entry, parameter_list *parameters)
{
	for (unsigned of = 0; of < parameters->length(); of++) {
		const parameter *p = &(*parameters)[of];
		if (!p->pointed || p->rank || !p->decl ||
		    !text_type(TREE_TYPE(TREE_TYPE(p->decl))) ||
		    text_type(TREE_TYPE(TREE_TYPE(p->decl))) !=
			TREE_TYPE(TREE_TYPE(p->decl)))
			continue;
		for (unsigned n = 0; n < parameters->length(); n++)
			if ((*parameters)[n].decl && !is_hidden(&(*parameters)[n]) &&
			    integer_is_free(parameters, n))
				limit_cursor(entry, parameters, of, n);
	}
}

/* "character(len=3)"; "real(kind=8)" */
static char *type_of_elements(tree type)
{
	tree text = text_type(type);

	if (!text)
		return flatten_spell(strip_array_types(type));
	return xasprintf("character(len=%u)",
			 (unsigned)tree_to_uhwi(TYPE_SIZE_UNIT(text)));
}

/* The type of what it points to is one element of an array. */
static bool is_array(const parameter *p)
{
	return p->rank || p->count > 1 || p->pointed != TREE_TYPE(TREE_TYPE(p->decl));
}

const char *fortran_literal(const parameter *p)
{
	if (!p->pointed)
		return "";
	if (TREE_CODE(p->pointed) == INTEGER_TYPE && TYPE_UNSIGNED(p->pointed))
		return "'";
	if (!is_array(p))
		return "";
	char *text = type_of_elements(p->pointed);
	for (unsigned i = 0; p->rank > 1 && !p->varies && i < p->rank; i++)
		text =
		    concat(text, i ? ", " : ":", xasprintf("%u", p->extent[i]), NULL);
	return text;
}

/* Whether the procedure calls XERBLA, as BLAS and LAPACK do for a wrong argument. */
static bool calls_xerbla(tree entry)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, DECL_STRUCT_FUNCTION(entry))
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i)) {
		tree callee = is_gimple_call(gsi_stmt(i))
				  ? gimple_call_fndecl(gsi_stmt(i))
				  : NULL_TREE;
		if (callee && symbol_is_named(callee, "xerbla"))
			return true;
	}
	return false;
}

const char *fortran_driver_reason(tree entry)
{
	return lang_GNU_Fortran() && calls_xerbla(entry)
		   ? "its arguments must fit each other, or it calls XERBLA, which "
		     "stops the program"
		   : NULL;
}

const char *fortran_refusal(tree entry)
{
	tree first = DECL_ARGUMENTS(entry);

	if (id_equal(DECL_ASSEMBLER_NAME(entry), "MAIN__"))
		return "it is a PROGRAM; move the code under test into a subroutine";
	if (first && DECL_ARTIFICIAL(first) && DECL_NAME(first) &&
	    id_equal(DECL_NAME(first), "__result")) {
		static const char why[] =
		    "its result is a CHARACTER or an array, which is passed by a "
		    "hidden argument; let a subroutine that calls it be the entry";
		parameter_hand_over(NULL, why);
		return why;
	}
	return NULL;
}

/* ---- filling a descriptor */

static tree member_of(tree record, const char *name)
{
	for (tree m = TYPE_FIELDS(TREE_TYPE(record)); m; m = DECL_CHAIN(m))
		if (DECL_NAME(m) && id_equal(DECL_NAME(m), name))
			return build3(COMPONENT_REF, TREE_TYPE(m), record, m,
				      NULL_TREE);
	return NULL_TREE;
}

static void set_member(tree *list, tree record, const char *name, tree value)
{
	tree to = record ? member_of(record, name) : NULL_TREE;

	if (to)
		append_to_statement_list(build2(MODIFY_EXPR, TREE_TYPE(to), to,
						fold_convert(TREE_TYPE(to), value)),
					 list);
}

/* libgfortran's codes of types. */
static int type_code(tree type)
{
	switch (TREE_CODE(type)) {
	case INTEGER_TYPE:
		return 1;
	case BOOLEAN_TYPE:
		return 2;
	case REAL_TYPE:
		return 3;
	case COMPLEX_TYPE:
		return 4;
	case RECORD_TYPE:
		return 5;
	default: /* a text */
		return 6;
	}
}

/* Bounds begin at 1; element 0 of all dimensions would be at `offset`. */
static void set_dimensions(tree *list, const parameter *p, tree array,
			   const tree *extents)
{
	tree all = member_of(array, "dim"), type = ssizetype;
	tree stride = ssize_int(1), offset = ssize_int(0);

	for (unsigned i = 0; i < p->rank; i++) {
		tree one = build4(ARRAY_REF, TREE_TYPE(TREE_TYPE(all)), all,
				  size_int(i), NULL_TREE, NULL_TREE);
		tree extent = extents[i] ? fold_convert(type, extents[i])
					 : ssize_int(p->extent[i]);
		set_member(list, one, "stride", stride);
		set_member(list, one, "lbound", ssize_int(1));
		set_member(list, one, "ubound", extent);
		offset = fold_build2(MINUS_EXPR, type, offset, stride);
		stride = fold_build2(MULT_EXPR, type, stride, extent);
	}
	set_member(list, array, "offset", offset);
}

void fortran_describe(tree *list, const parameter *p, tree array, tree data,
		      const tree *extents)
{
	tree dtype = member_of(array, "dtype");

	set_member(list, array, "data", data);
	set_member(list, array, "span", ssize_int(p->size));
	set_member(list, dtype, "elem_len", size_int(p->size));
	set_member(list, dtype, "version", integer_zero_node);
	set_member(list, dtype, "rank", build_int_cst(integer_type_node, p->rank));
	set_member(list, dtype, "type",
		   build_int_cst(integer_type_node, type_code(p->pointed)));
	set_member(list, dtype, "attribute", integer_zero_node);
	set_dimensions(list, p, array, extents);
}
