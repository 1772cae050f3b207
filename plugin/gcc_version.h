/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcc_version.h - all differences between versions of GCC, from 9 to 15. Nothing else
 * in plugin/ asks for a version. Where a version has not what a later one has, it gets
 * it here under the later one's name, as far as we use it. Included by gcc.h, last.
 *
 * Compiled and tested are 11 and 12; docs/fidelity.md says what is known of the others.
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
#endif

/* ---- 9 to 11 */

#if GCCPLUGIN_VERSION_MAJOR < 12
static inline void suppress_warning(gimple *stmt)
{
	gimple_set_no_warning(stmt, true);
}

static inline bool startswith(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}
#endif

/* ---- from 14 on */

/* What stands last in a block may be a debug statement; a jump never has one behind. */
#if GCCPLUGIN_VERSION_MAJOR >= 14
#define last_stmt(bb_) (gsi_stmt(gsi_last_bb(bb_)))
#endif

/* What begins a diagnostic as text: starter_fn, with these two arguments. */
#if GCCPLUGIN_VERSION_MAJOR >= 14
typedef const diagnostic_info starter_info;
#define INHIBIT_WARNINGS m_inhibit_warnings
#define INHIBIT_NOTES m_inhibit_notes_p
#else
typedef diagnostic_info starter_info;
#define INHIBIT_WARNINGS dc_inhibit_warnings
#define INHIBIT_NOTES inhibit_notes_p
#endif

/* ---- from 15 on */

#if GCCPLUGIN_VERSION_MAJOR >= 15
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

/* Whether the option asks for diagnostics as something else than text. */
static inline bool wants_document(const cl_decoded_option *option)
{
#if GCCPLUGIN_VERSION_MAJOR >= 15
	if (option->opt_index == OPT_fdiagnostics_set_output_ ||
	    option->opt_index == OPT_fdiagnostics_add_output_)
		return true;
#endif
	return option->opt_index == OPT_fdiagnostics_format_ && option->value;
}

#endif
