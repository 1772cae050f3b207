/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang.c - a table of clang's flags. */
#include "command/driver/clang.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/text.h"

/* -fsanitize=fuzzer,address without its fuzzer part: `before` and "address". */
static void sanitizers_add(struct words *out, const char *before, const char *list)
{
	struct text kept = {0};

	while (*list) {
		const size_t n = strcspn(list, ",");

		if (!(n == 6 && strncmp(list, "fuzzer", n) == 0) &&
		    !(n == 14 && strncmp(list, "fuzzer-no-link", n) == 0))
			text_add(&kept, "%s%.*s", kept.size ? "," : "", (int)n, list);
		list += n + (list[n] == ',');
	}
	if (kept.size)
		words_add_format(out, "%s%s", before, text_string(&kept));
	out->failed |= kept.failed;
	text_done(&kept);
}

bool clang_flag_translate(struct words *out, const char *word)
{
	static const char *const lists[] = {"-fsanitize=", "-fno-sanitize="};
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
