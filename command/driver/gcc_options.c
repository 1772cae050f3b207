/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcc_options.c - tables of the options of GCC's driver. */
#include "command/driver/gcc_options.h"

#include <string.h>

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

const char options_wanted[] =
    "-Wl,-u,LLVMFuzzerTestOneInput,-u,LLVMFuzzerInitialize,-u,LLVMFuzzerCustomMutator";

const char options_libm[] = "-Wl,-u,__me_libm";
const char options_shown[] = "-Wl,--export-dynamic-symbol=__me_*";

void options_libraries(struct words *out)
{
	words_split(out, ME_LIBRARIES);
}

static bool word_in(const char *word, const char *const *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(word, table[i]) == 0)
			return true;
	return false;
}

static bool word_begins(const char *word, const char *const *table, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(word, table[i], strlen(table[i])) == 0)
			return true;
	return false;
}

bool option_takes_word(const char *option)
{
	static const char *const table[] = {
	    "-o",
	    "-I",
	    "-D",
	    "-U",
	    "-L",
	    "-l",
	    "-x",
	    "-B",
	    "-J",
	    "-T",
	    "-u",
	    "-z",
	    "-e",
	    "-G",
	    "-A",
	    "-MF",
	    "-MT",
	    "-MQ",
	    "-Xlinker",
	    "-Xassembler",
	    "-Xpreprocessor",
	    "-include",
	    "-imacros",
	    "-isystem",
	    "-idirafter",
	    "-iquote",
	    "-iprefix",
	    "-iwithprefix",
	    "-iwithprefixbefore",
	    "-isysroot",
	    "-imultilib",
	    "-imultiarch",
	    "-aux-info",
	    "-auxbase",
	    "-auxbase-strip",
	    "-dumpbase",
	    "-dumpbase-ext",
	    "-dumpdir",
	    "--param",
	    "-wrapper",
	    "-Tdata",
	    "-Tbss",
	    "-Ttext",
	    "-h",
	    "-specs",
	    "--sysroot",
	    "--entry",
	};

	return word_in(option, table, COUNT(table));
}

bool options_link(const struct words *words)
{
	static const char *const stops[] = {"-c", "-S",	 "-E",
					    "-M", "-MM", "-fsyntax-only"};

	for (size_t i = 0; i < words->count; i++) {
		if (word_in(words->items[i], stops, COUNT(stops)))
			return false;
		i += option_takes_word(words->items[i]);
	}
	return true;
}

const char *options_value(const struct words *words, const char *option)
{
	const size_t n = strlen(option);
	const char *value = NULL;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->items[i];

		if (strcmp(word, option) == 0 && i + 1 < words->count)
			value = words->items[i + 1];
		else if (strncmp(word, option, n) == 0 && word[n])
			value = word + n;
		i += option_takes_word(word);
	}
	return value;
}

bool option_is_not_for_twin(const char *option)
{
	static const char *const kept[] = {
	    "-fplugin-arg-me-entry=",
	    "-fplugin-arg-me-only=",
	    "-fplugin-arg-me-skip=",
	    "-fplugin-arg-me-any-O",
	    "-fplugin-arg-me-nondet",
	};
	static const char *const whole[] = {
	    "-c",
	    "-S",
	    "-E",
	    "-o",
	    "-v",
	    "-###",
	    "-p",
	    "-pg",
	    "-Q",
	    "-pipe",
	    "-time",
	    "-M",
	    "-MM",
	    "-MD",
	    "-MMD",
	    "-MG",
	    "-MP",
	    "-MF",
	    "-MT",
	    "-MQ",
	    "-fsyntax-only",
	    "-fwhole-program",
	    "-fanalyzer",
	    "-fno-lto",
	    "-ffat-lto-objects",
	    "-fuse-linker-plugin",
	    "-fauto-profile",
	    "-fbranch-probabilities",
	    "-ftest-coverage",
	    "-ftime-report",
	    "-gsplit-dwarf",
	    "-fstack-usage",
	    "-coverage",
	    "--coverage",
	    "-aux-info",
	};
	static const char *const beginnings[] = {
	    "-O",
	    "-flto",
	    "-fsanitize",
	    "-fno-sanitize",
	    "-fplugin=",
	    "-fplugin-arg-",
	    "-fprofile",
	    "-fdump-",
	    "-fcallgraph-info",
	    "-dump",
	    "-auxbase",
	    "-specs",
	    "-save-temps",
	    "--save-temps",
	    "-MF",
	    "-MT",
	    "-MQ",
	    "-fauto-profile=",
	    "-aux-info=",
	    "-Wl,-Map",
	};

	if (word_begins(option, kept, COUNT(kept)))
		return false;
	return word_in(option, whole, COUNT(whole)) ||
	       word_begins(option, beginnings, COUNT(beginnings)) ||
	       strncmp(option, "-o", 2) == 0;
}

void options_for_twin(struct words *out, const struct words *options)
{
	for (size_t i = 0; i < options->count; i++) {
		const char *word = options->items[i];
		const bool pair = option_takes_word(word) && i + 1 < options->count;

		if (*word == '-' && word[1] && !option_is_not_for_twin(word)) {
			words_add(out, word);
			if (pair)
				words_add(out, options->items[i + 1]);
		}
		i += pair;
	}
}

bool options_optimise(const struct words *options)
{
	bool above = false;

	for (size_t i = 0; i < options->count; i++)
		if (strncmp(options->items[i], "-O", 2) == 0)
			above = strcmp(options->items[i], "-O0") != 0;
	return above;
}
