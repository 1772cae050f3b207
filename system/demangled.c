/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/demangled.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef char *demangle_fn(const char *symbol, char *room, size_t *size, int *status);

char *demangled(const char *symbol)
{
	static demangle_fn *demangle;
	static void *library;
	char *text, *copy;

	if (strncmp(symbol, "_Z", 2) != 0)
		return NULL;
	if (!library && (library = dlopen("libstdc++.so.6", RTLD_LAZY)))
		*(void **)&demangle = dlsym(library, "__cxa_demangle");
	text = demangle ? demangle(symbol, NULL, NULL, NULL) : NULL;
	copy = text ? strstr(text, " [clone ") : NULL;
	if (copy)
		*copy = '\0';
	return text;
}
