/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * known_calls.cc - calls on texts: those that compare two, look for one in another, or read
 * a number from one. A function is known by its assembler name, its linkage and the kinds
 * of its arguments: to add one, add a row. What the subject defines under such a name is
 * taken at its name's word for what it reads, never for what it returns
 * (harness/runtime/texts.h).
 */
#include "plugin/gcc.h"
#include "plugin/sites/shape.h"

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
    {STRING "4findEPKcm", "Obi", ME_FIND_BYTES, ME_PTR, true},
    {STRING "4findERKS4_m", "Ooi", ME_FIND_BYTES, ME_PTR, false},
    {STRING "4findEcm", "Oci", ME_FIND_CHAR, ME_PTR, false},
    {STRING "5rfindEPKcm", "Obi", ME_FIND_BYTES, ME_PTR, true},
    {STRING "5rfindEcm", "Oci", ME_FIND_CHAR, ME_PTR, false},
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

struct internal_read known_call_internal_read(gimple *stmt)
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
		return known_call_internal_read(stmt).text != NULL_TREE;
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

const struct known_call *known_call_find(gimple *stmt)
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
