/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang.c - a table of clang's flags. */
#include "command/driver/cc.h"

#include <string.h>

#include "command/base/text.h"

/* The names of a list of sanitizers that GCC has not: its own, or none. */
static const char *sanitizer_name(const char *name, size_t size)
{
	static const struct {
		const char *clang, *gcc;
	} table[] = {
	    {"fuzzer", ""},
	    {"fuzzer-no-link", ""},
	    {"array-bounds", "bounds"},
	    {"integer", "integer-divide-by-zero,shift,signed-integer-overflow"},
	    {"function", ""},
	    {"implicit-conversion", ""},
	    {"implicit-integer-sign-change", ""},
	    {"implicit-integer-truncation", ""},
	    {"local-bounds", ""},
	    {"nullability", ""},
	    {"nullability-arg", ""},
	    {"nullability-assign", ""},
	    {"nullability-return", ""},
	    {"unsigned-integer-overflow", ""},
	    {"unsigned-shift-base", ""},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (strlen(table[i].clang) == size &&
		    strncmp(table[i].clang, name, size) == 0)
			return table[i].gcc;
	return NULL;
}

/* -fsanitize=fuzzer,address without its fuzzer part: `before` and "address". */
static void sanitizers_add(struct words *out, const char *before, const char *list)
{
	struct text_buffer kept = {0};

	while (*list) {
		const size_t n = strcspn(list, ",");
		const char *gcc = sanitizer_name(list, n);

		if (!gcc)
			text_add(&kept, "%s%.*s", kept.size ? "," : "", (int)n, list);
		else if (*gcc)
			text_add(&kept, "%s%s", kept.size ? "," : "", gcc);
		list += n + (list[n] == ',');
	}
	if (kept.size)
		words_add_format(out, "%s%s", before, text_string(&kept));
	text_done(&kept);
}

bool clang_links_fuzzer(const char *word)
{
	static const char flag[] = "-fsanitize=";

	if (strncmp(word, flag, sizeof(flag) - 1) != 0)
		return false;
	for (word += sizeof(flag) - 1; *word; word += *word == ',') {
		const size_t n = strcspn(word, ",");

		if (n == 6 && strncmp(word, "fuzzer", n) == 0)
			return true;
		word += n;
	}
	return false;
}

bool clang_flag_translate(struct words *out, const char *word)
{
	static const char *const lists[] = {
	    "-fsanitize=",	   "-fno-sanitize=",
	    "-fsanitize-recover=", "-fno-sanitize-recover=",
	    "-fsanitize-trap=",	   "-fno-sanitize-trap=",
	};
	/* One that ends with = is the start of a flag. */
	static const struct {
		const char *flag, *instead;
	} table[] = {
	    {"-fsanitize-coverage=", NULL},
	    {"-fno-sanitize-coverage=", NULL},
	    {"-fsanitize-coverage-allowlist=", NULL},
	    {"-fsanitize-coverage-ignorelist=", NULL},
	    {"-fsanitize-blacklist=", NULL},
	    {"-fsanitize-ignorelist=", NULL},
	    {"-fno-sanitize-blacklist", NULL},
	    {"-fno-sanitize-ignorelist", NULL},
	    {"-fprofile-instr-generate", NULL},
	    {"-fcoverage-mapping", NULL},
	    {"-stdlib=", NULL},
	    {"-gline-tables-only", "-g1"},
	    {"-Qunused-arguments", NULL},
	    {"-fsanitize-memory-track-origins", NULL},
	    {"-static-libsan", NULL},
	    {"-shared-libsan", NULL},
	    {"-Wno-error=incompatible-function-pointer-types",
	     "-Wno-error=incompatible-pointer-types"},
	    {"-Wno-error=unknown-warning-option", NULL},
	    {"-Wno-error=vla-cxx-extension", NULL},
	    {"-fcolor-diagnostics", "-fdiagnostics-color=always"},
	};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (strncmp(word, lists[i], strlen(lists[i])) == 0) {
			sanitizers_add(out, lists[i], word + strlen(lists[i]));
			return true;
		}
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const char *flag = table[i].flag;
		const size_t n = strlen(flag);

		if (strncmp(word, flag, n) != 0 || (word[n] && flag[n - 1] != '='))
			continue;
		if (table[i].instead)
			words_add(out, table[i].instead);
		return true;
	}
	return false;
}
