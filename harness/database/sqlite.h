/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sqlite.h - SQLite's functions, from its shared library in a name space of its own: with
 * a C library of its own, so that neither what the program under test defines (memcmp, or
 * SQLite itself) is called by it nor its functions by the program.
 */
#ifndef HARNESS_SQLITE_H
#define HARNESS_SQLITE_H

#ifdef ME_HAS_SQLITE
#include <sqlite3.h>

#define SQLITE_FUNCTIONS(X)                                                            \
	X(open_v2)                                                                     \
	X(close)                                                                       \
	X(db_readonly)                                                                 \
	X(busy_timeout)                                                                \
	X(exec)                                                                        \
	X(prepare_v2)                                                                  \
	X(step)                                                                        \
	X(reset)                                                                       \
	X(finalize)                                                                    \
	X(bind_text)                                                                   \
	X(bind_blob)                                                                   \
	X(bind_double)                                                                 \
	X(bind_int64)                                                                  \
	X(column_text)                                                                 \
	X(column_blob)                                                                 \
	X(column_bytes)                                                                \
	X(column_double)                                                               \
	X(column_int64)                                                                \
	X(errmsg)                                                                      \
	X(system_errno)

struct sqlite {
#define SQLITE_MEMBER(name) __typeof__(sqlite3_##name) *name;
	SQLITE_FUNCTIONS(SQLITE_MEMBER)
#undef SQLITE_MEMBER
};

/* The functions; null, and *why as a text, when the library is not there. */
const struct sqlite *sqlite_load(const char **why);

#endif
#endif
