/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sanitizer.h - the sanitizers' reports: which function they call before they end the
 * process.
 *
 * Beside libasan, libubsan is a library of its own that ends the process by itself, and
 * __sanitizer_set_death_callback of the program reaches only one of the two.
 */
#ifndef HARNESS_SANITIZER_H
#define HARNESS_SANITIZER_H

#include "harness/goals/fault.h"
#include "harness/program/program.h"
#include "me/ends.h"

/* What UBSan reports, or a failed ME_ASSERT; the texts are valid during the call. */
struct sanitizer_report {
	enum me_end end;
	const char *kind; /* "signed-integer-overflow" */
	const char *message; /* "signed integer overflow: ..." */
	const char *file;
	unsigned line, column; /* 0: not known */
};

/* Called with each report of UBSan before it is printed, whether the program goes on or not
 * (-fsanitize-recover); the sanitizer holds a lock then. Null: no more. */
typedef void sanitizer_report_fn(const struct sanitizer_report *report);
void sanitizer_call_at_report(sanitizer_report_fn *callback);

/* What is to be told of predicates that are met (trace_session.met): that of a failed ME_ASSERT
 * is a report, and kinds of --abort-on= fail as fault.h says; null of `kinds`: none do. Null
 * where no goal of the program can be either. */
abort_on_fn *sanitizer_judge_goals(const struct program *program, const char *kinds);

/* Whether it is AddressSanitizer that has an error. */
int sanitizer_is_address(void);

/* What AddressSanitizer reports: "heap-buffer-overflow", or what fault_access() says of an access
 * in front of a parameter's elements, behind "; " with what would declare it where it only leaves a
 * guess; "" where it reports none. In *type, if it is that, what such faults are called; else null.
 * The run's end: OUTSIDE for a guess, else SANITIZER. */
enum me_end sanitizer_describe(const struct subject *s, char *text, size_t size,
			       const char **type);

/* The callback of all sanitizers that the process has. */
void sanitizer_call_at_death(void (*callback)(void));

/* That of libubsan alone, where it is a library of its own. */
void sanitizer_call_at_death_of_libubsan(void (*callback)(void));

/* Of a leak detector, if there is one: from now on it is noted what runs allocate; a
 * run begins; it was left, and what it has allocated is no leak of the program's. */
void sanitizer_watch_allocations(void);
void sanitizer_begin_run(void);
void sanitizer_excuse_run(void);

#endif
