/* SPDX-License-Identifier: GPL-3.0-or-later */
/* warnings.h - above -O0 GCC warns about what its optimisers see: this has to be the
 * program as written, not as instrumented. */
#ifndef PLUGIN_WARNINGS_H
#define PLUGIN_WARNINGS_H

/* Forks the compiler if its warnings could be about our code. Returns true in the copy,
 * which must not change the program. Call it before anything is changed. */
bool warnings_double(void);

/* In the copy: whether the function needs the passes that generate code, because they
 * may warn. */
void warnings_shorten(const function *fun);

/* Enables or disables diagnostics in the compiler itself while the copy runs: only the
 * plugin's own diagnostics are enabled. */
void warnings_enable(bool on);

/* Waits for the copy and adopts its error count; the copy ends here. */
void warnings_finish(void);

#endif
