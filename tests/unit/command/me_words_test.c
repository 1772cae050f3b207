/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me_words_test.c - splitting, quoting and response files. */
#include "command/base/words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/me_check.h"

/* The words, each in brackets. */
static int split_is(const char *line, const char *wanted)
{
	struct words words = {0};
	char got[512] = "";

	if (words_split(&words, line) == 0)
		for (size_t i = 0; i < words.count; i++) {
			strcat(got, "[");
			strcat(got, words.items[i]);
			strcat(got, "]");
		}
	else
		strcpy(got, "error");
	words_done(&words);
	return strcmp(got, wanted) == 0;
}

static void test_split(void)
{
	check(split_is("gcc -g\t a.c\n", "[gcc][-g][a.c]"), "split_blanks",
	      "other words");
	check(split_is("", "") && split_is("  ", ""), "split_nothing", "words");
	check(split_is("'-DX=a b' ''", "[-DX=a b][]"), "split_single", "other words");
	check(split_is("'it'\\''s'", "[it's]"), "split_escaped_quote", "other words");
	check(split_is("\"a \\\"b\" c\\ d 'e\\f'", "[a \"b][c d][e\\f]"),
	      "split_double", "other words");
	check(split_is("'open", "error") && split_is("\"open", "error"), "split_open",
	      "an open quote is taken");
}

/* split(quote(w)) = w, for words of all bytes but NUL. */
static void test_round_trip(void)
{
	unsigned seed = 1;
	int good = 1;

	for (int round = 0; round < 500; round++) {
		struct words words = {0}, back = {0};
		char *line, *shown;

		for (int w = 0; w < 4; w++) {
			char word[24];
			const int n = rand_r(&seed) % 20;

			for (int i = 0; i < n; i++)
				word[i] = (char)(rand_r(&seed) % 255 + 1);
			word[n] = '\0';
			words_add(&words, word);
		}
		line = words_quote(&words);
		shown = words_show(&words);
		good &= words_split(&back, line) == 0 &&
			words_split(&back, shown) == 0 && back.count == 8;
		for (size_t i = 0; good && i < 8; i++)
			good &= strcmp(words.items[i % 4], back.items[i]) == 0;
		free(line);
		free(shown);
		words_done(&words);
		words_done(&back);
	}
	check(good, "quote_round_trip", "other words came back");
}

static void test_expand(void)
{
	char name[] = "/tmp/me_words_test_XXXXXX", word[64];
	const int fd = mkstemp(name);
	struct words words = {0}, out = {0};
	const char *text = "-DA='x y'\nb.c";

	snprintf(word, sizeof(word), "@%s", strrchr(name, '/') + 1);
	words_add(&words, "gcc");
	words_add(&words, word);
	words_add(&words, "@no-such-file");
	check(fd >= 0 && write(fd, text, strlen(text)) > 0 &&
		  (words_expand(&out, &words, "/tmp"), out.count == 4) &&
		  !strcmp(out.items[1], "-DA=x y") && !strcmp(out.items[2], "b.c") &&
		  !strcmp(out.items[3], "@no-such-file"),
	      "expand_response_file", "other words");
	close(fd);
	unlink(name);
	words_done(&words);
	words_done(&out);
}

/* A file that names itself ends. */
static void test_expand_loop(void)
{
	char name[] = "/tmp/me_words_test_XXXXXX", word[64];
	const int fd = mkstemp(name);
	struct words words = {0}, out = {0};

	snprintf(word, sizeof(word), "@%s", name);
	words_add(&words, word);
	check(fd >= 0 && write(fd, word, strlen(word)) > 0 &&
		  (words_expand(&out, &words, "/tmp"), out.count == 1),
	      "expand_loop", "not one word");
	close(fd);
	unlink(name);
	words_done(&words);
	words_done(&out);
}

int main(void)
{
	test_split();
	test_round_trip();
	test_expand();
	test_expand_loop();
	return me_check_failures != 0;
}
