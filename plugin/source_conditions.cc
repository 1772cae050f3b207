/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * source_conditions.cc - that folding is done only where `optimize` is not 0, so it is 0
 * while a front end reads the body of a function: from the time when the function becomes
 * the current one until it no longer is. Its attributes, which may store options, have been
 * read by then, and the optimisers begin after it. They may fold what is left, but no two
 * conditions whose sides are counted.
 *
 * The front end of C++ folds a function when it is whole, but keeps what it has folded
 * before, to warn about it.
 *
 * Two more things are decided by the level while a function is read, and stay as they
 * are without the plugin:
 *
 *	__builtin_constant_p	is false at once at level 0, where the optimisers would find
 *			a constant. A function that has it is read at its own level from
 *			there on; in C++, where all is lexed first, the whole unit.
 *	case label	and others that take a `const` variable for a constant only above
 *			level 0: at the error the compiler starts anew, without this.
 */
#include "plugin/gcc.h"
#include "plugin/plugin_options.h"
#include "plugin/front_end.h"

#define QUESTION "__builtin_constant_p"

static void (*set_function)(tree);
static void (*macro_used)(cpp_reader *, location_t, cpp_hashnode *);
static starter_fn start_text;
static bool asks; /* C++: the unit does, outside of the system's headers */
static vec<const char *> asking; /* C++: the system's headers that do */

static void set_level(int level)
{
	optimize = level;
}

/* The level of the function's own options, or of the command line. */
static int own_level(void)
{
	return TREE_OPTIMIZATION(optimization_current_node)->x_optimize;
}

static bool keeps(void)
{
	return symtab->state == PARSING && !profile_arc_flag && !flag_test_coverage &&
	       !flag_branch_probabilities;
}

/* Whether the place is in a header that asks for constants. */
static bool is_asking(location_t where)
{
	const char *file = expand_location(where).file;

	for (unsigned i = 0; file && i < asking.length(); i++)
		if (strcmp(asking[i], file) == 0)
			return true;
	return false;
}

/* In the place of the back end's, which may look at the level. */
static void enter_or_leave(tree function)
{
	if (!keeps()) {
		set_function(function);
		return;
	}
	set_level(own_level());
	set_function(function);
	if (function && !asks && !is_asking(DECL_SOURCE_LOCATION(function)))
		set_level(0);
}

/* ---- __builtin_constant_p */

/* In C++, before any function is read. */
static void note_question(location_t where)
{
	if (!in_system_header_at(where))
		asks = true;
	else if (!is_asking(where))
		asking.safe_push(expand_location(where).file);
}

/* It is a macro for itself, so that each use of it is reported, in other macros too. */
static void note_macro(cpp_reader *reader, location_t where, cpp_hashnode *macro)
{
	if (macro_used)
		macro_used(reader, where, macro);
	if (strcmp((const char *)NODE_NAME(macro), QUESTION) != 0)
		return;
	if (startswith(lang_hooks.name, "GNU C++"))
		note_question(where);
	else if (current_function_decl && keeps())
		set_level(own_level());
}

static void watch_questions(cpp_reader *reader)
{
	cpp_callbacks *callbacks = cpp_get_callbacks(reader);

	macro_used = callbacks->used;
	callbacks->used = note_macro;
	cpp_define(reader, QUESTION "=" QUESTION);
}

/* ---- constants */

/* Starts the compiler anew with conditions=folded. Returns if that cannot be, as when
 * the source is read, or the code is written, where it is gone then. */
static void start_anew(void)
{
	static char text[1 << 20], folded[] = "-fplugin-arg-me-conditions=folded";
	static char *words[1 << 16];
	FILE *line = fopen("/proc/self/cmdline", "r");
	size_t size = line ? fread(text, 1, sizeof text, line) : 0, count = 0;

	if (line)
		fclose(line);
	if (!size || size == sizeof text)
		return;
	for (char *word = text; word < text + size; word += strlen(word) + 1) {
		if (count + 2 == ARRAY_SIZE(words) || strcmp(word, "-") == 0)
			return;
		words[count++] = word;
	}
	words[count] = folded;
	execv("/proc/self/exe", words);
}

static void start_message(starter_context context, starter_info *message)
{
	if (kind_of(message) == DK_ERROR && current_function_decl && !optimize &&
	    own_level() && keeps() && strstr(format_of(message), "constant"))
		start_anew();
	start_text(context, message);
}

static bool are_wanted(void)
{
	return options.conditions == CONDITIONS_DEFAULT
		   ? inhibit_warnings
		   : options.conditions == CONDITIONS_SOURCE;
}

/* The back end is there when the unit starts. */
static void start_keeping(void *, void *)
{
	cpp_reader *reader = preprocessor();

	if (!are_wanted() || !reader || !startswith(lang_hooks.name, "GNU C"))
		return;
	watch_questions(reader);
	start_text = starter_of(global_dc);
	starter_of(global_dc) = start_message;
	set_function = targetm.set_current_function;
	targetm.set_current_function = enter_or_leave;
}

void source_conditions_keep(const char *plugin_name)
{
	register_callback(plugin_name, PLUGIN_START_UNIT, start_keeping, NULL);
}
