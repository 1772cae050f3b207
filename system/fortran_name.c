/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/fortran_name.h"

#include <string.h>
#include <strings.h>

int is_fortran(const char *file)
{
	static const char *const ends[] = {".f",   ".for", ".ftn", ".fpp", ".f90",
					   ".f95", ".f03", ".f08", ".f18"};
	const char *end = file ? strrchr(file, '.') : NULL;

	for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
		if (!strcasecmp(end, ends[i]))
			return 1;
	return 0;
}

static size_t put(char *room, size_t at, const char *text, size_t n)
{
	if (n > FORTRAN_NAME_MOST - 1 - at)
		n = FORTRAN_NAME_MOST - 1 - at;
	memcpy(room + at, text, n);
	room[at + n] = '\0';
	return at + n;
}

const char *fortran_name(const char *symbol, const char *file, char *room)
{
	static const char separator[] = "_MOD_";
	const char *of_module =
	    strncmp(symbol, "__", 2) ? NULL : strstr(symbol + 2, separator);
	size_t at = 0;

	if (!is_fortran(file) || !*symbol)
		return symbol;
	if (of_module) {
		at = put(room, at, symbol + 2, (size_t)(of_module - symbol) - 2);
		at = put(room, at, "::", 2);
		symbol = of_module + sizeof separator - 1;
	}
	size_t n = strcspn(symbol, ".");
	if (!of_module && n > 1 && symbol[n - 1] == '_')
		n--;
	put(room, at, symbol, n);
	return room;
}
