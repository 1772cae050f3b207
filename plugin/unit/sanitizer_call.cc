/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sanitizer_call.cc - tells the calls of sanitizers by their names. */
#include "plugin/gcc.h"
#include "plugin/unit/sanitizer_call.h"
#include "internal-fn.h"

static bool is_check(const char *name)
{
	return startswith(name, "UBSAN_") || startswith(name, "ASAN_") ||
	       startswith(name, "HWASAN_") || startswith(name, "TSAN_");
}

static bool is_report(tree callee)
{
	return callee && DECL_NAME(callee) &&
	       strstr(IDENTIFIER_POINTER(DECL_NAME(callee)), "__ubsan_handle");
}

enum sanitizer_call sanitizer_call_of(const gimple *stmt)
{
	if (!is_gimple_call(stmt))
		return SANITIZER_NONE;
	if (gimple_call_internal_p(stmt)) {
		const char *name = internal_fn_name(gimple_call_internal_fn(stmt));
		return !gimple_call_lhs(stmt) && is_check(name) ? SANITIZER_CHECK
								: SANITIZER_NONE;
	}
	return is_report(gimple_call_fndecl(stmt)) ? SANITIZER_REPORT : SANITIZER_NONE;
}

bool sanitizer_reports(basic_block bb)
{
	for (gimple_stmt_iterator i = gsi_start_bb(bb); !gsi_end_p(i); gsi_next(&i))
		if (sanitizer_call_of(gsi_stmt(i)) == SANITIZER_REPORT)
			return true;
	return false;
}

bool sanitizer_asks(tree t)
{
	if (TREE_CODE(t) != COND_EXPR)
		return false;
	tree report = TREE_OPERAND(t, 1);
	while (report && TREE_CODE(report) == COMPOUND_EXPR)
		report = TREE_OPERAND(report, 1);
	if (!report || TREE_CODE(report) != CALL_EXPR)
		return false;
	tree callee = get_callee_fndecl(report);
	return is_report(callee) || (sanitizers_trap() && callee &&
				     fndecl_built_in_p(callee, BUILT_IN_TRAP));
}
