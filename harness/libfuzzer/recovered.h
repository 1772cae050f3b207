/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * recovered.h - reports of UBSan, after which a program goes on unless it was built with
 * -fno-sanitize-recover: each distinct one, by its place and kind, is a failure of the
 * run that makes it.
 */
#ifndef HARNESS_RECOVERED_H
#define HARNESS_RECOVERED_H

#include <stdint.h>

#include "harness/libfuzzer/failures.h"

/*
 * From now on note() is told of each report of a run, in the middle of it: `key` is that of
 * its place and kind, detail "f.c:3:10: runtime error: ...". It may add a failing run to the
 * list, where further reports of a run do not count. Nothing is allocated.
 */
typedef void recovered_fn(enum me_end end, uint64_t key, const char *detail);
void recovered_start(recovered_fn *note, struct failures *failures);

/* A run begins. */
void recovered_begin_run(void);

/* A sanitizer ends the process here: whether that is by the run's last report, which was
 * told. */
int recovered_is_told(void);

/*
 * Where the first failure is the end of a session, and in runs of single files: the distinct
 * reports are told as they come, with an artifact each if `keeps`, and in a list at the end.
 * 0, or -1 when out of memory.
 */
int recovered_start_alone(int keeps);

/* The exit code of a process that would end with this one. */
int recovered_code(int code);

#endif
