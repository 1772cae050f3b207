/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sanitizer_call.h - the calls that -fsanitize= adds, which are no part of the source.
 */
#ifndef PLUGIN_SANITIZER_CALL_H
#define PLUGIN_SANITIZER_CALL_H

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
