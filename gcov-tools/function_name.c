/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcov-tools/function_name.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "system/fortran_name.h"

typedef char *demangle_fn(const char *symbol, char *room, size_t *size, int *status);

/* A compiler of C++ has its library; without it the symbols are shown. */
static char *demangled(const char *symbol)
{
	static demangle_fn *demangle;
	static void *library;

	if (strncmp(symbol, "_Z", 2) != 0)
		return NULL;
	if (!library && (library = dlopen("libstdc++.so.6", RTLD_LAZY)))
		*(void **)&demangle = dlsym(library, "__cxa_demangle");
	return demangle ? demangle(symbol, NULL, NULL, NULL) : NULL;
}

char *function_name(const char *symbol, const char *file)
{
	char room[FORTRAN_NAME_MOST], *name = demangled(symbol);

	return name ? name : strdup(fortran_name(symbol, file, room));
}
