/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/types/types_function.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/random.h"

uint64_t function_random(struct function *f, uint64_t below)
{
	return random_draw(&f->random) % below;
}

void function_add(char *text, size_t size, const char *format, ...)
{
	const size_t at = strlen(text);
	va_list arguments;

	va_start(arguments, format);
	const int n = vsnprintf(text + at, size - at, format, arguments);
	va_end(arguments);
	if (n < 0 || (size_t)n >= size - at) {
		fprintf(stderr, "types_generate: a text is too long: %s\n", text);
		exit(1);
	}
}
