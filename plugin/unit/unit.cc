/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit.cc - collects what a translation unit's tables get. */
#include "plugin/gcc.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/unit.h"

struct unit unit;
tree unit_kept;

void unit_keep(tree t)
{
	unit_kept = tree_cons(NULL_TREE, t, unit_kept);
}

bool unit_is_open(void)
{
	return unit.sites_table != NULL_TREE && !unit.finished;
}

/* What the compiler has read since the last time. */
void unit_see_headers(void)
{
	static const char *const directories[] = {"/usr/include/",
						  "/usr/local/include/"};
	static unsigned seen;

	for (; seen < LINEMAPS_ORDINARY_USED(line_table); seen++) {
		line_map_ordinary *map = LINEMAPS_ORDINARY_MAP_AT(line_table, seen);
		const char *file = ORDINARY_MAP_FILE_NAME(map);
		for (const char *directory : directories)
			if (!map->sysp && startswith(file, directory) &&
			    strcmp(file, main_input_filename) != 0)
				map->sysp = 1;
	}
}

tree unit_wide_word(void)
{
	return build_nonstandard_integer_type(128, 1);
}

static tree hook_type(char letter)
{
	switch (letter) {
	case 'v':
		return void_type_node;
	case 'p':
		return ptr_type_node;
	case 'u':
		return uint32_type_node;
	case 'q':
		return uint64_type_node;
	case 'l':
		return intDI_type_node;
	case 'e':
		return long_double_type_node;
	case 'w':
		return unit_wide_word();
	}
	gcc_unreachable();
}

tree unit_hook(const char *name, const char *shape)
{
	static vec<tree> hooks;
	tree types[8];
	int count = 0;

	for (unsigned i = 0; i < hooks.length(); i++)
		if (id_equal(DECL_NAME(hooks[i]), name))
			return hooks[i];
	for (const char *letter = shape + 1; *letter; letter++)
		types[count++] = hook_type(*letter);
	tree type = build_function_type_array(hook_type(*shape), count, types);
	/* What a hook notes is no part of a transaction. */
	tree pure = tree_cons(get_identifier("transaction_pure"), NULL_TREE, NULL_TREE);
	tree decl = build_fn_decl(name, build_type_attribute_variant(type, pure));

	TREE_NOTHROW(decl) = 1;
	declare_weak(decl);
	made_function_mark(decl, "leaf");
	unit_keep(decl);
	hooks.safe_push(decl);
	return decl;
}

void unit_start(void)
{
	if (POINTER_SIZE != 64 || BYTES_BIG_ENDIAN) {
		error("plugin me: only 64-bit little-endian targets are supported%s",
		      POINTER_SIZE == 32 ? "; compile without -m32" : "");
		return;
	}
	unit.sites_table = table_declare("sites", unsigned_char_type_node);
	unit.state_table = table_declare("state", unsigned_char_type_node);
	unit.counters_table = table_declare("counters", unsigned_char_type_node);
	unit_keep(unit.sites_table);
	unit_keep(unit.state_table);
	unit_keep(unit.counters_table);
	unit.callee_numbers = new hash_map<tree, unsigned>;
}

int unit_add_words(const vec<unsigned> &list)
{
	int first = unit.words.length();

	for (unsigned i = 0; i < list.length(); i++)
		unit.words.safe_push(list[i]);
	return first;
}

unsigned unit_callee(tree decl)
{
	bool existed;
	unsigned &number = unit.callee_numbers->get_or_insert(decl, &existed);

	if (!existed) {
		number = unit.callees.length();
		unit.callees.safe_push(decl);
		unit_keep(decl);
	}
	return number;
}

static tree byte_at(tree table, HOST_WIDE_INT offset)
{
	tree base = build_fold_addr_expr(table);

	return build2(
	    MEM_REF, unsigned_char_type_node, base,
	    build_int_cst(build_pointer_type(unsigned_char_type_node), offset));
}

tree unit_site_address(unsigned site)
{
	/* Not folded: that would leave a conversion at offset 0, which is no
	 * operand. */
	return build1(
	    ADDR_EXPR, build_pointer_type(unsigned_char_type_node),
	    byte_at(unit.sites_table, (HOST_WIDE_INT)site * sizeof(struct me_site)));
}

tree unit_state_byte(unsigned site)
{
	return byte_at(unit.state_table, site);
}

tree unit_counter_byte(unsigned counter)
{
	return byte_at(unit.counters_table, counter);
}
