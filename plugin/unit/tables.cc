/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tables.cc - writes a unit's tables as static data. */
#include "plugin/gcc.h"
#include "gimple-walk.h"
#include "plugin/unit/artificial.h"
#include "plugin/unit/symbol.h"
#include "plugin/unit/tables.h"
#include "plugin/unit/unit.h"

/* ---- the command that compiles this unit, from which a twin can be built later. The
 * driver passes its options in COLLECT_GCC_OPTIONS and is the parent process. */

/* All texts are non-null; those of words are in the shell's single quotes. */
struct driver_command {
	const char *source; /* main input file as given */
	char *directory; /* where the compiler runs */
	const char *compiler; /* COLLECT_GCC: the driver's name, or "" */
	const char *options; /* COLLECT_GCC_OPTIONS, or "" */
	char *command; /* the driver's whole command line, or "" */
};

static const char *from_environment(const char *name)
{
	const char *value = getenv(name);

	return value ? value : "";
}

/* Appends one word in single quotes. */
static void append_quoted(auto_vec<char> *out, const char *word)
{
	out->safe_push('\'');
	for (; *word; word++) {
		if (*word == '\'') {
			const char escaped[] = "'\\''";
			for (int i = 0; escaped[i]; i++)
				out->safe_push(escaped[i]);
		} else {
			out->safe_push(*word);
		}
	}
	out->safe_push('\'');
}

static void read_words(FILE *f, auto_vec<char> *out)
{
	auto_vec<char> word;
	int c;

	while ((c = getc(f)) != EOF) {
		word.safe_push((char)c);
		if (c)
			continue;
		if (out->length())
			out->safe_push(' ');
		append_quoted(out, word.address());
		word.truncate(0);
	}
}

static char *parent_command(void)
{
	char path[64];
	auto_vec<char> out;

	snprintf(path, sizeof path, "/proc/%ld/cmdline", (long)getppid());
	FILE *f = fopen(path, "r");
	if (f) {
		read_words(f, &out);
		fclose(f);
	}
	out.safe_push(0);
	return xstrdup(out.address());
}

static void driver_command_read(struct driver_command *out)
{
	out->source = main_input_filename ? main_input_filename : "";
	out->directory = getcwd(NULL, 0);
	if (!out->directory)
		out->directory = xstrdup("");
	out->compiler = from_environment("COLLECT_GCC");
	out->options = from_environment("COLLECT_GCC_OPTIONS");
	out->command = *out->options ? parent_command() : xstrdup("");
}

static void driver_command_done(struct driver_command *c)
{
	free(c->directory);
	free(c->command);
}

/* ---- tables */

static tree file_address(location_t location)
{
	expanded_location at = expand_location(location);

	return string_address(at.file ? at.file : "");
}

/* The pool and the cases are declared when the other tables are written. */
static tree words_table, cases_table;

static tree list_address(int list)
{
	if (list == NO_LIST)
		return NULL_TREE;
	return address_at(words_table, (HOST_WIDE_INT)list * 4);
}

static void write_words(void)
{
	auto_vec<tree> values;

	for (unsigned i = 0; i < unit.words.length(); i++)
		values.safe_push(
		    build_int_cst(unsigned_intSI_type_node, unit.words[i]));
	table_define(words_table, unsigned_intSI_type_node, &values, NULL);
}

static void write_cases(void)
{
	record_table table(cases_table, "lluu", sizeof(struct me_case));

	for (unsigned i = 0; i < unit.cases.length(); i++) {
		const unit_case *c = &unit.cases[i];
		table.add({c->low, c->high, c->side, 0});
	}
	table.define();
}

static void write_sites(void)
{
	record_table table(unit.sites_table, "uuuubbbbuuupppubbbb",
			   sizeof(struct me_site));

	for (unsigned i = 0; i < unit.sites.length(); i++) {
		const unit_site *s = &unit.sites[i];
		expanded_location at = expand_location(s->location);
		tree cases = s->case_count ? address_at(cases_table,
							s->first_case * sizeof(me_case))
					   : NULL_TREE;
		table.add({
		    0xffffffffu,     at.line,
		    at.column,	     s->function,
		    s->kind,	     s->op,
		    s->type,	     s->flags,
		    s->goal,	     s->sides,
		    s->case_count,   file_address(s->location),
		    cases,	     list_address(s->guide),
		    s->default_side, s->arithmetic,
		    s->exception,    s->group,
		    s->conjunct,
		});
	}
	table.define();
	table_define_zero(unit.state_table, unit.sites.length(), NULL);
}

/* The table of predicates; each goal that is one has the next record. */
static tree write_predicates(void)
{
	record_table table("predicates", "ppp", sizeof(struct me_predicate));

	for (unsigned i = 0; i < unit.goals.length(); i++) {
		const unit_goal *g = &unit.goals[i];
		if (g->kind)
			table.add({string_address(g->kind), string_address(g->name),
				   string_address(g->never)});
	}
	return table.define();
}

static tree write_goals(void)
{
	record_table table("goals", "bbhuuuuuuuppp", sizeof(struct me_goal));
	tree predicates = write_predicates();
	unsigned predicate = 0;

	for (unsigned i = 0; i < unit.goals.length(); i++) {
		const unit_goal *g = &unit.goals[i];
		tree own = NULL_TREE;
		if (g->kind)
			own = address_at(predicates,
					 predicate++ * sizeof(struct me_predicate));
		table.add({
		    g->flags,
		    0,
		    g->parameter,
		    g->side,
		    g->function,
		    g->ordinal,
		    g->rank,
		    g->site,
		    g->line,
		    0,
		    own,
		    address_at(unit.counters_table, g->counter),
		    list_address(g->next),
		});
	}
	return table.define();
}

/* (uintptr_t)p & 15, and p % 16, which becomes that. */
static bool asks_alignment(gimple *stmt)
{
	const tree_code code =
	    is_gimple_assign(stmt) ? gimple_assign_rhs_code(stmt) : ERROR_MARK;

	if ((code != BIT_AND_EXPR && code != TRUNC_MOD_EXPR) ||
	    TREE_CODE(gimple_assign_rhs1(stmt)) != SSA_NAME ||
	    TREE_CODE(gimple_assign_rhs2(stmt)) != INTEGER_CST ||
	    wi::ltu_p(wi::to_wide(gimple_assign_rhs2(stmt)), 15))
		return false;
	gimple *from = SSA_NAME_DEF_STMT(gimple_assign_rhs1(stmt));
	return gimple_assign_cast_p(from) &&
	       POINTER_TYPE_P(TREE_TYPE(gimple_assign_rhs1(from)));
}

static bool is_vector(gimple *, tree, tree reference, void *)
{
	return VECTOR_TYPE_P(TREE_TYPE(reference));
}

static bool needs_alignment(function *fun)
{
	basic_block bb;

	FOR_EACH_BB_FN(bb, fun)
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (asks_alignment(gsi_stmt(i)) ||
		    walk_stmt_load_store_ops(gsi_stmt(i), NULL, is_vector, is_vector))
			return true;
	return false;
}

static unsigned function_flags(const unit_function *f)
{
	function *fun = DECL_STRUCT_FUNCTION(f->decl);

	return (TREE_PUBLIC(f->decl) ? 0 : ME_FUNCTION_LOCAL) |
	       (in_system_header_at(f->location) ? ME_FUNCTION_SYSTEM : 0) |
	       (fun && fun->cfg && needs_alignment(fun) ? ME_FUNCTION_ALIGNED : 0);
}

/* The front end's name of a constructor is none of the source: it is its class's. */
static const char *name_in_source(tree decl)
{
	tree type = DECL_CONTEXT(decl);
	const bool destroys = DECL_CXX_DESTRUCTOR_P(decl);

	if (tree function = symbol_of_region(decl))
		return name_in_source(function);
	if (!DECL_NAME(decl))
		return symbol_name(decl);
	if ((!destroys && !DECL_CXX_CONSTRUCTOR_P(decl)) || !type || !TYPE_P(type) ||
	    !TYPE_IDENTIFIER(type))
		return IDENTIFIER_POINTER(DECL_NAME(decl));
	return concat(destroys ? "~" : "", IDENTIFIER_POINTER(TYPE_IDENTIFIER(type)),
		      NULL);
}

static tree write_functions(void)
{
	record_table table("functions", "pppuuuup", sizeof(struct me_function));

	for (unsigned i = 0; i < unit.functions.length(); i++) {
		const unit_function *f = &unit.functions[i];
		table.add({
		    string_address(symbol_name(f->decl)),
		    string_address(name_in_source(f->decl)),
		    file_address(f->location),
		    expand_location(f->location).line,
		    function_flags(f),
		    f->returns,
		    f->ordinals,
		    list_address(f->next),
		});
	}
	return table.define();
}

/* The name of the function that an alias stands for. */
static const char *callee_name(tree decl)
{
	cgraph_node *node = cgraph_node::get(decl);

	return symbol_name(
	    node && !symbol_is_open(decl) ? node->ultimate_alias_target()->decl : decl);
}

static tree write_callees(void)
{
	tree type = const_ptr_type_node;
	tree table = table_declare("callees", type);
	auto_vec<tree> values;

	for (unsigned i = 0; i < unit.callees.length(); i++)
		values.safe_push(
		    fold_convert(type, string_address(callee_name(unit.callees[i]))));
	table_define(table, type, &values, NULL);
	return table;
}

static tree write_flags(void)
{
	record_table table("flags", "pbbhu", sizeof(struct me_flag));
	tree lists = table_declare("flag_values", const_ptr_type_node);
	auto_vec<tree> pointers;

	for (unsigned i = 0; i < unit.flags.length(); i++) {
		const unit_flag *f = &unit.flags[i];
		tree first = NULL_TREE;
		if (f->value_count)
			first = address_at(lists, pointers.length() * 8);
		for (int k = 0; k < f->value_count; k++)
			pointers.safe_push(fold_convert(
			    const_ptr_type_node,
			    list_address(unit.flag_values[f->first_value + k])));
		if (f->value_count)
			pointers.safe_push(null_pointer_node);
		table.add({first, f->constants, 0, 0, 0});
	}
	table_define(lists, const_ptr_type_node, &pointers, NULL);
	return table.define();
}

static tree write_influences(void)
{
	record_table table("influences", "uubbbbu", sizeof(struct me_influence));

	for (unsigned i = 0; i < unit.influences.length(); i++) {
		const me_influence *n = &unit.influences[i];
		table.add({n->site, n->flag, (int)n->after[0], (int)n->after[1],
			   (int)n->gathers, 0, 0});
	}
	return table.define();
}

/* libFuzzer's PC table: {pc, flags}, bit 0 of flags marks the entry of a function. The
 * pc is the counter's own address: that of a function would keep it from being inlined
 * away, and change what GCC knows of it and the order of its output. */
static void write_counters(void)
{
	record_table table("pcs", "pq", 16);

	if (!unit.counters.length()) {
		table_define_zero(unit.counters_table, 1, NULL);
		return;
	}
	for (unsigned i = 0; i < unit.counters.length(); i++) {
		table.add(
		    {address_at(unit.counters_table, i), unit.counters[i] ? 1 : 0});
	}
	table.define("__sancov_pcs");
	table_define_zero(unit.counters_table, unit.counters.length(),
			  "__sancov_cntrs");
}

/* In a shared library they are weak: a program without libme can load it. */
static void add_wanted(auto_vec<tree> *values, char *name)
{
	unsigned kinds = library_unit() ? SYMBOL_WEAK : 0;

	values->safe_push(
	    fold_convert(const_ptr_type_node, external_address(name, kinds)));
	free(name);
}

/* Symbols that have to be there when the program is linked: the ABI that libme speaks,
 * with libme's main() for a typed target; and the entry, so that one that no unit
 * defines stops the link by its name. */
static void write_wants(const struct unit_wants *wants)
{
	tree table = table_declare("wants", const_ptr_type_node);
	auto_vec<tree> values;

	add_wanted(&values,
		   xasprintf("__me_abi_%d%s", ME_ABI, wants->main ? "_entry" : ""));
	if (wants->missing)
		add_wanted(&values, wants->missing);
	made_function_mark(table, "retain");
	table_define(table, const_ptr_type_node, &values, "me_wants");
}

void tables_write(const struct unit_wants *wants)
{
	record_table table("unit", "uuuuuuuuuuuupppppppppppppppqp",
			   sizeof(struct me_unit));
	struct driver_command command;
	unsigned variables;

	words_table = table_declare("words", unsigned_intSI_type_node);
	cases_table = table_declare("cases", unsigned_char_type_node);
	driver_command_read(&command);
	unit.outside.safe_push(ME_NEXT_END);
	const int outside = unit_add_words(unit.outside);
	tree locate;
	tree variable_table = variables_write(&variables, &locate);
	write_sites();
	tree goals = write_goals();
	tree functions = write_functions();
	tree callees = write_callees();
	tree flags = write_flags();
	tree influences = write_influences();
	write_counters();
	write_words();
	write_cases();
	write_wants(wants);
	library_write();
	table.add({
	    ME_ABI,
	    unit.sites.length(),
	    unit.goals.length(),
	    unit.functions.length(),
	    unit.callees.length(),
	    unit.flags.length(),
	    unit.influences.length(),
	    variables,
	    unit.counters.length(),
	    unit.skipped,
	    unit.reads_unset,
	    unit.stack,
	    string_address(command.source),
	    string_address(command.directory),
	    string_address(command.compiler),
	    string_address(command.options),
	    string_address(command.command),
	    address_at(unit.sites_table, 0),
	    address_at(unit.state_table, 0),
	    address_at(goals, 0),
	    address_at(functions, 0),
	    address_at(callees, 0),
	    address_at(flags, 0),
	    address_at(influences, 0),
	    address_at(variable_table, 0),
	    address_at(unit.counters_table, 0),
	    locate,
	    unit.exported,
	    list_address(outside),
	});
	table.define("me_units");
	driver_command_done(&command);
	unit.finished = true;
}
