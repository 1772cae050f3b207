/* SPDX-License-Identifier: GPL-3.0-or-later */
/* condition.h - which statements that end a block are branches of the program, and
 * which of them its source wrote. */
#ifndef PLUGIN_CONDITION_H
#define PLUGIN_CONDITION_H

/* What the name of a variable begins with that has the value of a decision whose labels
 * stand behind it (plugin/labels). */
#define CONDITION_OF_LABELS "me_decision"

/* Whether the last statement of a block (or null) is counted by the ordinals of
 * branches (sites.cc). Checks of UBSan's are not, nor is a jump by such a variable,
 * where a decision's labels stand between its conditions and what it decides. */
bool condition_counts(gimple *last);

/* Whether it is a check of UBSan's that branches. */
bool condition_of_sanitizer(gimple *stmt);

/* Whether no source line wrote the condition. */
bool condition_is_compilers(gimple *stmt);

/* Whether gfortran made it of ALLOCATE, DEALLOCATE or an assignment. */
bool condition_of_allocation(gimple *condition);

/* Whether it is part of an assumption, ME_ASSUME(expr) or in Fortran `if (...) call me_reject()`;
 * and whether the statement, or one of the block, rejects the input. */
bool condition_assumes(gimple *condition);
bool condition_rejects(const gimple *stmt);
bool condition_ends(basic_block bb);

/* Adds the comparisons that nothing uses but checks and conditions that no source line
 * wrote. */
void condition_collect_data(function *fun, hash_set<gimple *> *makers);

/* ---- the calls that -fsanitize= adds, which are no part of the source */

enum sanitizer_call {
	SANITIZER_NONE, /* it is the source's, or computes a value */
	SANITIZER_CHECK, /* an internal function that stands for a whole check */
	SANITIZER_REPORT, /* UBSan's report, at the end of a check that branches */
};

enum sanitizer_call sanitizer_call_of(const gimple *stmt);

/* Whether the block reports a failed check. */
bool sanitizer_reports(basic_block bb);

/* Whether the front end's expression is `wrong ? report : nothing`, a check. */
bool sanitizer_asks(tree expression);

#endif
