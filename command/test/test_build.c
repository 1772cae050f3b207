/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_build.c - compiles the file under test: to list its functions, and each of these as
 * the entry of a target. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/base/usage.h"
#include "command/driver/gcc_options.h"
#include "command/test/testing.h"
#include "corpus/files/corpus.h"
#include "system/allocation.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- the language */

static const struct language_row {
	const char *driver, *endings;
} languages[] = {
    {"me-cc", ".c "},
    {"me-c++", ".cc .cp .cxx .cpp .CPP .c++ .C "},
    {"me-fortran",
     ".f .for .ftn .fpp .F .FOR .FTN .FPP .f90 .f95 .f03 .f08 .F90 .F95 .F03 .F08 "},
};

static const char *driver_of(const char *file)
{
	const char *dot = strrchr(path_base(file), '.');
	char ending[16];

	if (!dot || strlen(dot) + 2 > sizeof ending)
		return NULL;
	snprintf(ending, sizeof ending, "%s ", dot);
	for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
		for (const char *at = languages[i].endings; *at;
		     at = strchr(at, ' ') + 1)
			if (strncmp(at, ending, strlen(ending)) == 0)
				return languages[i].driver;
	return NULL;
}

/* ---- the words behind -- */

/* `me test` says itself what is compiled to what, and with which entry. */
static bool is_refused(const char *word)
{
	static const char *const refused[] = {
	    "-o", "-c", "-S", "-E", "-fsyntax-only", "-shared"};

	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (strcmp(word, refused[i]) == 0)
			return true;
	return strncmp(word, "-fplugin-arg-me-entry", 21) == 0;
}

static int words_take(struct testing *t, char **list, int count)
{
	bool any_level = false;

	for (int i = 0; i < count; i++)
		any_level |= strcmp(list[i], "--any-O") == 0;
	for (int i = 0; i < count; i++) {
		if (is_refused(list[i]))
			return usage_fail(t->command, "test", list[i],
					  "`me test` says itself what is made of what");
		/* Goals are the branches of a build at -O0: the user's -O2 is left out. */
		if (any_level || strncmp(list[i], "-O", 2) != 0)
			words_add(&t->given, list[i]);
	}
	return COMMAND_DONE;
}

/* ---- headers: compiled as a source, with the bodies that they keep behind X_IMPLEMENTATION */

static bool is_header(const char *file)
{
	const char *dot = strrchr(path_base(file), '.');

	return dot && (dot[1] == 'h' || dot[1] == 'H');
}

/* Whether the line begins with the word, behind blanks and, of a directive, its #. */
static const char *behind_word(const char *line, const char *word)
{
	line += strspn(line, " \t#");
	const size_t size = strlen(word);

	return strncmp(line, word, size) == 0 && strchr(" \t\n{(", line[size])
		   ? line + size
		   : NULL;
}

static bool is_of_cxx(const char *line)
{
	static const char *const words[] = {"namespace", "class", "template", "using"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (behind_word(line, words[i]))
			return true;
	return false;
}

/* Defines X where the line is #ifdef X or #if defined X, and X is FOO_IMPLEMENTATION. */
static void implementation_define(struct testing *t, const char *line)
{
	static const char end[] = "_IMPLEMENTATION";
	const char *at = behind_word(line, "ifdef");

	if (!at)
		at = behind_word(line, "if");
	if (!at || line[strspn(line, " \t")] != '#')
		return;
	at += strspn(at, " \t(");
	if (strncmp(at, "defined", 7) == 0)
		at += 7 + strspn(at + 7, " \t(");
	const size_t size = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				       "abcdefghijklmnopqrstuvwxyz0123456789_");
	if (size >= sizeof end &&
	    strncmp(at + size - (sizeof end - 1), end, sizeof end - 1) == 0)
		words_add_format(&t->given, "-D%.*s", (int)size, at);
}

/* A .h is one of C++ where a line of it begins as none of C does. */
static int header_read(struct testing *t)
{
	unsigned char *bytes;
	size_t size;
	bool is_cxx = strcmp(strrchr(t->file, '.'), ".h") != 0;

	if (command_read(t->command, t->file, &bytes, &size))
		return -1;
	for (const char *line = (char *)bytes; *line;) {
		const char *end = strchr(line, '\n');
		is_cxx |= is_of_cxx(line);
		implementation_define(t, line);
		line = end ? end + 1 : line + strlen(line);
	}
	t->driver = is_cxx ? "me-c++" : "me-cc";
	t->header_of = is_cxx ? "c++" : "c";
	free(bytes);
	return 0;
}

/* The file under test, as a word of the compiler. */
static void file_add(const struct testing *t, struct words *words)
{
	/* No warning of a #pragma once in the main file. */
	if (t->header_of)
		words_add_each(words, "-w", "-x", t->header_of, t->file, "-x", "none");
	else
		words_add(words, t->file);
}

int test_language(struct testing *t, char **words, int count)
{
	char *slash;

	t->driver = driver_of(t->file);
	if (!t->driver && is_header(t->file) && header_read(t))
		return COMMAND_ERROR;
	if (!t->driver)
		return usage_fail(t->command, "test", t->file,
				  "is no source file of C, C++ or Fortran by its name: "
				  "these end in .c, .cc, .cpp, .f90 and the like");
	t->is_fortran = strcmp(t->driver, "me-fortran") == 0;
	if (command_own_file(t->command, "me", &t->me))
		return COMMAND_ERROR;
	slash = strrchr(t->me, '/');
	t->compiler = string_format("%.*s/%s", (int)(slash - t->me), t->me, t->driver);
	return words_take(t, words, count);
}

static const char refusals_part[] = ".refusals";

/* ---- what they name */

/* Whether word i is a file: a source, an object, an archive. */
static bool is_operand(const struct words *words, size_t i)
{
	return *words->items[i] != '-' &&
	       (i == 0 || !option_takes_word(words->items[i - 1]));
}

static bool is_source(const struct words *words, size_t i)
{
	return is_operand(words, i) && driver_of(words->items[i]);
}

static void compile_begin(struct testing *t, struct words *words)
{
	words_add_each(words, t->compiler, "-g", "-O0");
	if (t->is_fortran) {
		words_add(words, "-J");
		words_add(words, t->directory);
	}
}

void test_list_done(struct testing *t)
{
	path_remove_directory(test_path(t, "%s", refusals_part));
}

/* The plugin lists the functions, and tells of each whether it needs a driver: of those that are
 * named, or of external ones. The names are no word of the compiler: it writes these into what
 * it makes. */
static void listing_add(struct testing *t, const char *list, struct words *words)
{
	words_add_format(words, "-fplugin-arg-me-list=%s", list);
	test_list_done(t);
	if (mkdir(test_path(t, "%s", refusals_part), 0777) == 0 &&
	    (!*t->names ||
	     command_write(t->command, test_path(t, "%s/asked", refusals_part),
			   t->names, strlen(t->names)) == 0))
		words_add_format(words, "-fplugin-arg-me-refusals=%s",
				 test_path(t, "%s", refusals_part));
}

static const char *const told[] = {"refusal", "types"};

enum { TOLD = sizeof told / sizeof *told };

/* What the plugin has told of the function, until the next path is asked for. */
static const char *told_path(struct testing *t, const struct test_function *f, size_t i)
{
	return test_path(t, "%s/%s.%s", refusals_part, f->symbol, told[i]);
}

/* Without notes, which may make a driver needless, and where it is refused. */
static void refusal_add(struct testing *t, const struct test_function *f,
			struct words *words)
{
	if (*f->notes || json_object_size(f->mended) ||
	    access(told_path(t, f, 0), R_OK) != 0)
		return;
	for (size_t i = 0; i < TOLD; i++)
		words_add_format(words, "-fplugin-arg-me-%s=%s", told[i],
				 told_path(t, f, i));
}

/* Compiles one file to assembly, as the user sees it, by whose hash a change is known;
 * `list`: and for its functions. */
static int assembly_make(struct testing *t, const char *file, const char *assembly,
			 const char *list)
{
	struct process run = {.share = true};

	compile_begin(t, &run.words);
	words_add_each(&run.words, "-S", "-o", assembly);
	if (strcmp(file, t->file) == 0)
		file_add(t, &run.words);
	else
		words_add(&run.words, file);
	if (list)
		listing_add(t, list, &run.words);
	for (size_t i = 0; i < t->given.count; i++)
		if (!is_operand(&t->given, i))
			words_add(&run.words, t->given.items[i]);
	fflush(stdout);
	status_erase(t->command->status);
	int err = process_run(t->command, &run);
	if (!err && run.status) {
		char *lack = test_lack(t, &run.words);
		err = command_fail(t->command, file,
				   "was not compiled, for the reason above%s", lack);
		free(lack);
	}
	process_done(&run);
	return err;
}

static int hash_file(struct testing *t, const char *path, struct text_buffer *all)
{
	char hex[SHA1_HEX_SIZE];

	if (command_file_sha1(t->command, path, hex))
		return -1;
	text_add(all, "%s\n", hex);
	return 0;
}

/* Another build of ME makes all again. */
static void build_read(struct testing *t)
{
	struct text_buffer all = {0};
	static const char *const parts[] = {"me", "me.so", "libme.a"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		struct stat st = {0};
		char *path = NULL;
		if (command_own_file(t->command, parts[i], &path) == 0 &&
		    stat(path, &st) == 0)
			text_add(&all, "%lld %lld.%ld\n", (long long)st.st_size,
				 (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
		free(path);
	}
	t->build = string_copy(text_string(&all));
	text_done(&all);
}

/* The sources that are linked with the file: compiled, too, since what they include may have
 * changed. Other files as they are. */
static int hash_operands(struct testing *t, const char *assembly,
			 struct text_buffer *all)
{
	int err = 0;

	for (size_t i = 0; i < t->given.count && !err; i++) {
		const char *word = t->given.items[i];
		text_add(all, "%s\n", word);
		if (!is_operand(&t->given, i))
			continue;
		if (is_source(&t->given, i))
			err = assembly_make(t, word, assembly, NULL);
		if (!err)
			err = hash_file(t, driver_of(word) ? assembly : word, all);
	}
	return err;
}

/* ---- the functions */

static void function_read(struct testing *t, char *line)
{
	struct test_function f = {.notes = ""};
	char *columns[5];
	size_t count = 0;

	for (char *at = strtok(line, "\t"); at && count < 5; at = strtok(NULL, "\t"))
		columns[count++] = at;
	if (count < 5)
		return;
	f.kind = string_copy(columns[0]);
	f.line = (unsigned)strtoul(columns[1], NULL, 10);
	f.symbol = string_copy(columns[2]);
	f.name = string_copy(columns[3]);
	f.text = string_copy(columns[4]);
	ARRAY_ADD(t->functions, t->count, t->room, f);
}

static int by_line(const void *a, const void *b)
{
	const struct test_function *f = a, *g = b;

	return f->line < g->line ? -1 : f->line > g->line;
}

static int functions_read(struct testing *t, const char *list)
{
	unsigned char *bytes;
	size_t size;

	if (command_read(t->command, list, &bytes, &size))
		return -1;
	for (char *line = (char *)bytes, *end; *line; line = end + 1) {
		end = strchr(line, '\n');
		if (!end)
			break;
		*end = '\0';
		function_read(t, line);
	}
	free(bytes);
	if (t->count)
		qsort(t->functions, t->count, sizeof *t->functions, by_line);
	return 0;
}

int test_list(struct testing *t)
{
	struct text_buffer all = {0};
	char hex[SHA1_HEX_SIZE];
	char *assembly = string_copy(test_path(t, ".unit.s")),
	     *list = string_copy(test_path(t, ".functions"));
	/* Before the file, which may use their modules. */
	int err = hash_operands(t, assembly, &all);

	const double start = clock_now();
	if (!err)
		err = assembly_make(t, t->file, assembly, list);
	t->compile_seconds = clock_now() - start;
	if (!err)
		err = functions_read(t, list);
	if (!err)
		err = hash_file(t, assembly, &all);
	build_read(t);
	text_add(&all, "%s", t->build);
	unlink(assembly);
	unlink(list);
	if (!err) {
		sha1_hex(all.bytes, all.size, hex);
		t->unit = string_copy(hex);
	} else {
		test_list_done(t);
	}
	text_done(&all);
	free(assembly);
	free(list);
	return err;
}

/* ---- a target */

char *file_hash(const char *path)
{
	char hex[SHA1_HEX_SIZE];
	unsigned char *bytes;
	size_t size;

	if (corpus_read_regular(path, &bytes, &size) != CORPUS_OK)
		return NULL;
	sha1_hex(bytes, size, hex);
	free(bytes);
	return string_copy(hex);
}

/* "NAME cannot be driven directly (WHY): FILE makes its arguments", with "; it was edited" and
 * what has changed since behind it. */
static void driver_read(struct test_function *f, const char *line)
{
	static const char mark[] = "): ", end[] = " makes its arguments";
	const char *at = text_behind(line, " cannot be driven directly (");
	const char *path = at, *rest = at ? strstr(at, end) : NULL;

	for (; at && rest && at < rest; at = text_behind(at, mark))
		path = at;
	if (!rest || !path)
		return;
	char *file = string_copy_part(path, (size_t)(rest - path));
	char *hash = file_hash(file);
	if (hash) {
		json_object_set_new(f->report, "driver", json_text(file));
		json_object_set_new(f->report, "driver_hash", json_text(hash));
	}
	free(hash);
	free(file);
	if (rest[sizeof end - 1])
		json_object_set_new(f->report, "driver_note",
				    json_text(rest + sizeof end + 1));
}

/* Why the function cannot be driven, and its driver, where the compiler says so. */
static void refusal_read(struct test_function *f, const char *errors)
{
	char *text = string_copy(errors), *rest = text;

	for (char *line; (line = strsep(&rest, "\n"));) {
		driver_read(f, line);
		const char *why = text_behind(line, " can be written: ");
		if (!why)
			why = text_behind(line, " cannot be driven: ");
		if (why && !json_object_get(f->report, "why"))
			json_object_set_new(f->report, "why", json_text(why));
	}
	free(text);
}

/* The given sources, or what else is given. */
static void given_words(struct testing *t, struct words *words, bool sources)
{
	for (size_t i = 0; i < t->given.count; i++)
		if (is_source(&t->given, i) == sources)
			words_add(words, t->given.items[i]);
}

static void entry_add(const struct test_function *f, struct words *words)
{
	struct text_buffer entry = {0};
	const char *key;
	json_t *mended;

	text_add(&entry, "-fplugin-arg-me-entry=%s%s", f->entry, f->notes);
	json_object_foreach(f->mended, key, mended)
	    text_add(&entry, ",%s", json_member_text(mended, "item"));
	words_add(words, text_string(&entry));
	text_done(&entry);
}

static void target_words(struct testing *t, const struct test_function *f,
			 struct words *words)
{
	compile_begin(t, words);
	words_add(words, "-w"); /* assembly_make() has shown them */
	entry_add(f, words);
	refusal_add(t, f, words);
	given_words(t, words, true); /* may have modules for it */
	file_add(t, words);
	given_words(t, words, false);
	if (strcmp(t->driver, "me-cc") == 0)
		words_add(words, "-lm");
	words_add_each(words, "-o", test_function_path(t, f, "fuzz_target"));
}

/* How long a build may take: a driver, the plugin and the linker come to what the file takes. */
static double build_seconds(const struct testing *t)
{
	enum { LEAST = 5, TIMES = 30 };

	return LEAST + TIMES * t->compile_seconds;
}

enum test_build test_build(struct testing *t, struct test_function *f, bool is_tried)
{
	const double most = build_seconds(t);
	struct process run = {.is_tied = true, .deadline = clock_now() + most};
	enum test_build built = TEST_FAILED;

	target_words(t, f, &run.words);
	if (process_run(t->command, &run) == 0) {
		refusal_read(f, run.errors.size ? text_string(&run.errors) : "");
		if (run.is_late && !stop_asked())
			json_object_set_new(
			    f->report, "why",
			    json_sprintf("its build has not ended in %.0f s", most));
		const bool refused = json_object_get(f->report, "why") != NULL;
		built = run.status == 0 ? TEST_BUILT
			: refused	? TEST_REFUSED
					: TEST_FAILED;
		if (built == TEST_FAILED && !run.is_late && !is_tried) {
			t->lacks_symbols =
			    strstr(text_string(&run.errors), "undefined reference");
			char *lack = test_link_lack(t, text_string(&run.errors));
			status_erase(t->command->status);
			fputs(run.errors.size ? text_string(&run.errors) : "", stderr);
			command_fail(t->command, f->shown,
				     "was not built, for the reason above%s", lack);
			free(lack);
		}
	}
	process_done(&run);
	return built;
}
