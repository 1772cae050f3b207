/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcc_version.h - all differences between versions of GCC, from 9 to 16. No other file
 * in plugin/ checks the version. If a version lacks what a later one has, and we use
 * it, it is defined here under its later name. gcc.h includes this file last. `make
 * versions` tests each version.
 */
#ifndef PLUGIN_GCC_VERSION_H
#define PLUGIN_GCC_VERSION_H

/* ---- 9 */

#if GCCPLUGIN_VERSION_MAJOR < 10
static int flag_callgraph_info ATTRIBUTE_UNUSED; /* -fcallgraph-info */

/* 0 is a value that cannot be encoded. */
static inline int native_encode_initializer(tree, unsigned char *, int)
{
	return 0;
}

static inline void gimple_move_vops(gimple *to, gimple *from)
{
	tree written = gimple_vdef(from);

	gimple_set_vuse(to, gimple_vuse(from));
	gimple_set_vdef(to, written);
	if (written && TREE_CODE(written) == SSA_NAME)
		SSA_NAME_DEF_STMT(written) = to;
}
#endif

/* ---- 9 and 10 */

#if GCCPLUGIN_VERSION_MAJOR < 11
/* They do not tell it: a program that calls an operator by its name is taken for one. */
static inline bool gimple_call_from_new_or_delete(gcall *)
{
	return true;
}
#endif

/* ---- 9 to 11 */

#if GCCPLUGIN_VERSION_MAJOR < 12
static inline void suppress_warning(gimple *stmt)
{
	gimple_set_no_warning(stmt, true);
}

static inline void suppress_warning(tree decl)
{
	TREE_NO_WARNING(decl) = 1;
}

static inline bool warning_suppressed_p(tree decl, int)
{
	return TREE_NO_WARNING(decl);
}

static inline bool warning_suppressed_p(gimple *stmt, int)
{
	return gimple_no_warning_p(stmt);
}

static inline bool startswith(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}
#endif

/* ---- from 14 on */

/* The last statement of a block may be a debug statement, but not after a jump. */
#if GCCPLUGIN_VERSION_MAJOR >= 14
#define last_stmt(bb_) (gsi_stmt(gsi_last_bb(bb_)))
#endif

/* The function that begins a textual diagnostic: starter_fn, with these two arguments.
 */
#if GCCPLUGIN_VERSION_MAJOR >= 16
typedef const diagnostics::diagnostic_info starter_info;
#elif GCCPLUGIN_VERSION_MAJOR >= 14
typedef const diagnostic_info starter_info;
#else
typedef diagnostic_info starter_info;
#endif

#if GCCPLUGIN_VERSION_MAJOR >= 14
#define INHIBIT_WARNINGS m_inhibit_warnings
#else
#define INHIBIT_WARNINGS dc_inhibit_warnings
#endif

/* The format of a diagnostic, or its end. */
#if GCCPLUGIN_VERSION_MAJOR >= 16
#define format_of(diagnostic_) ((diagnostic_)->m_message.m_format_spec)
#elif GCCPLUGIN_VERSION_MAJOR >= 14
#define format_of(diagnostic_) ((diagnostic_)->message.m_format_spec)
#else
#define format_of(diagnostic_) ((diagnostic_)->message.format_spec)
#endif

/* ---- from 15 on */

#if GCCPLUGIN_VERSION_MAJOR < 15
#define array_type_nelts_minus_one array_type_nelts
#endif

#if GCCPLUGIN_VERSION_MAJOR >= 16
typedef diagnostics::text_sink &starter_context;
typedef diagnostics::text_starter_fn starter_fn;
#define starter_of(context_) diagnostics::text_starter(context_)
#define option_of(diagnostic_) ((diagnostic_)->m_option_id.m_idx)
#elif GCCPLUGIN_VERSION_MAJOR >= 15
typedef diagnostic_text_output_format &starter_context;
typedef diagnostic_text_starter_fn starter_fn;
#define starter_of(context_) diagnostic_text_starter(context_)
#define option_of(diagnostic_) ((diagnostic_)->option_id.m_idx)
#else
typedef diagnostic_context *starter_context;
typedef diagnostic_starter_fn starter_fn;
#define starter_of(context_) diagnostic_starter(context_)
#define option_of(diagnostic_) ((diagnostic_)->option_index)
#endif

/* ---- from 16 on */

#if GCCPLUGIN_VERSION_MAJOR >= 16
#define DK_ERROR diagnostics::kind::error
#define DK_FATAL diagnostics::kind::fatal
#define DK_ICE diagnostics::kind::ice
#define DK_SORRY diagnostics::kind::sorry
#define kind_of(diagnostic_) ((diagnostic_)->m_kind)
#define TODO_verify_il 0 /* implied by any other TODO flag */

/* A private member, which an explicit instantiation may name. */
struct notes_member {
	typedef bool diagnostics::context::*type;
	friend type member_of(notes_member);
};
template <typename tag, typename tag::type member> struct opened {
	friend typename tag::type member_of(tag)
	{
		return member;
	}
};
template struct opened<notes_member, &diagnostics::context::m_inhibit_notes_p>;
#define inhibits_notes(context_) ((context_)->*member_of(notes_member()))
#elif GCCPLUGIN_VERSION_MAJOR >= 14
#define kind_of(diagnostic_) ((diagnostic_)->kind)
#define inhibits_notes(context_) ((context_)->m_inhibit_notes_p)
#else
#define kind_of(diagnostic_) ((diagnostic_)->kind)
#define inhibits_notes(context_) ((context_)->inhibit_notes_p)
#endif

/* The expression as the language writes it; the caller frees it. */
static inline char *print_expression(tree expression)
{
#if GCCPLUGIN_VERSION_MAJOR >= 15
	pretty_printer *printer = global_dc->clone_printer().release();
#elif GCCPLUGIN_VERSION_MAJOR >= 10
	pretty_printer *printer = global_dc->printer->clone();
#else
	pretty_printer *printer = global_dc->printer;
	output_buffer *buffer = printer->buffer, own;
	const bool has_color = pp_show_color(printer);

	printer->buffer = &own;
#endif
	pp_show_color(printer) = false;
	pp_printf(printer, "%E", expression);
	char *text = xstrdup(pp_formatted_text(printer));
#if GCCPLUGIN_VERSION_MAJOR >= 10
	delete printer;
#else
	pp_show_color(printer) = has_color;
	printer->buffer = buffer;
#endif
	return text;
}

/* GCC 16's front end of C++ reads its own part of each function that is called; it is
 * not declared in GCC's headers for plugins. */
#if GCCPLUGIN_VERSION_MAJOR >= 16
extern void retrofit_lang_decl(tree decl);
#endif
static inline void give_language_part(tree decl)
{
#if GCCPLUGIN_VERSION_MAJOR >= 16
	if (!startswith(lang_hooks.name, "GNU C++"))
		return;
	SET_DECL_ASSEMBLER_NAME(decl, DECL_NAME(decl));
	retrofit_lang_decl(decl);
#else
	(void)decl;
#endif
}

/* gcov's notes are not yet open when functions are compiled: a process that writes no
 * file makes none. */
static inline void forget_notes(void)
{
#if GCCPLUGIN_VERSION_MAJOR >= 16
	flag_test_coverage = 0;
#endif
}

/* Whether the option requests diagnostics in another format than text. */
static inline bool wants_document(const cl_decoded_option *option)
{
#if GCCPLUGIN_VERSION_MAJOR >= 15
	if (option->opt_index == OPT_fdiagnostics_set_output_ ||
	    option->opt_index == OPT_fdiagnostics_add_output_)
		return true;
#endif
	return option->opt_index == OPT_fdiagnostics_format_ && option->value;
}

/* Whether a sanitizer's check traps instead of reporting. */
static inline bool sanitizers_trap(void)
{
#if GCCPLUGIN_VERSION_MAJOR >= 13
	return flag_sanitize_trap != 0;
#else
	return flag_sanitize_undefined_trap_on_error != 0;
#endif
}

#endif
