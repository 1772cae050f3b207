/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/database/sqlite.h"

#ifdef ME_HAS_SQLITE
#include <dlfcn.h>
#include <stddef.h>

/* A static program has none: it can load no library. */
extern __typeof__(dlmopen) dlmopen __attribute__((weak));

static const struct {
	const char *name;
	size_t at; /* in struct sqlite */
} functions[] = {
#define SQLITE_ROW_OF(name) {"sqlite3_" #name, offsetof(struct sqlite, name)},
    SQLITE_FUNCTIONS(SQLITE_ROW_OF)};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

const struct sqlite *sqlite_load(const char **why)
{
	static struct sqlite loaded;

	*why = "a static program cannot load it";
	void *library =
	    dlmopen ? dlmopen(LM_ID_NEWLM, "libsqlite3.so.0", RTLD_NOW) : NULL;
	if (!library) {
		*why = dlmopen ? dlerror() : *why;
		return NULL;
	}
	for (size_t i = 0; i < FUNCTIONS; i++) {
		void *function = dlsym(library, functions[i].name);
		if (!function) {
			*why = dlerror();
			return NULL;
		}
		*(void **)((char *)&loaded + functions[i].at) = function;
	}
	return &loaded;
}
#endif
