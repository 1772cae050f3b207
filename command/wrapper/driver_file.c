/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * driver_file.c - a driver as a file. Its first line, the comment
 *
 *	me driver 1, text 0123456789abcdef: double mean(const struct vec *)
 *
 * (in Fortran behind an exclamation mark) has a hash of all lines behind it as they were
 * written, and what the function was then.
 */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/wrapper/driver_file.h"
#include "command/wrapper/cxx_wrapping.h"
#include "command/fortran/fortran_source.h"
#include "command/wrapper/fortran_wrapping.h"
#include "corpus/files/corpus.h"
#include "system/path.h"

static const char mark[] = "me driver 1, text ";

enum { HASH = 16, MARK = 3 /* what is before the mark: a comment begins */ };

/* ---- what the compiler knows */

static json_t *unit_parse(const char *path)
{
	json_t *unit = json_file_read(path);

	return unit && json_is_array(json_object_get(unit, "types"))
		   ? unit
		   : (json_decref(unit), NULL);
}

static bool names_modules(const struct words *words)
{
	for (size_t i = 0; i < words->count; i++)
		if (strncmp(words->items[i], "-J", 2) == 0)
			return true;
	return false;
}

/* Compiles the source for its types alone; null after a message. `modules`: where the compiler writes
 * modules of Fortran, or null. */
static json_t *types_compile(struct command *command, const struct driver_file *d,
			     const char *modules)
{
	struct process run = {0};
	char path[64];
	const int fd = memfd_create("me-types", MFD_CLOEXEC);
	json_t *unit = NULL;

	if (fd < 0) {
		command_fail(command, d->source, "%s", strerror(errno));
		return NULL;
	}
	snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), fd);
	words_add_all(&run.words, d->compile);
	words_add_format(&run.words, "-fplugin-arg-me-types=%s", path);
	words_add_format(&run.words, "-fplugin-arg-me-types-for=%s", d->function);
	if (modules && !names_modules(d->compile))
		words_add_each(&run.words, "-J", modules);
	words_add_each(&run.words, "-S", d->source, "-o", "-");
	if (process_check(command, &run) == 0) {
		unit = unit_parse(path);
		if (!unit)
			command_fail(command, d->source,
				     "the compiler told no types of it");
	}
	process_done(&run);
	close(fd);
	return unit;
}

/* Which functions change what others read is in GCC's own list alone. */
static void changes_copy(json_t *unit, const json_t *told)
{
	static const char *const members[] = {"changed_by", "steps"};
	json_t *f;
	size_t index;

	json_array_foreach(json_object_get(unit, "functions"), index, f)
	{
		const json_t *from = function_find(told, json_member_text(f, "symbol"));
		for (size_t i = 0; i < sizeof members / sizeof *members; i++)
			if (json_object_get(from, members[i]))
				json_object_set(f, members[i],
						json_object_get(from, members[i]));
	}
}

/* The same of Fortran: what the compiler dumps of its parse tree. Modules that it would write
 * are not wanted. */
static json_t *fortran_unit(struct command *command, const struct driver_file *d,
			    json_t *told)
{
	struct process run = {0};
	char directory[] = "/tmp/me-modules-XXXXXX";
	json_t *unit = NULL;

	if (!mkdtemp(directory)) {
		command_fail(command, directory, "%s", strerror(errno));
		return NULL;
	}
	words_add_all(&run.words, d->compile);
	words_add_each(&run.words, "-w", "-fsyntax-only", "-fdump-fortran-original");
	if (!names_modules(d->compile))
		words_add_each(&run.words, "-J", directory);
	words_add(&run.words, d->source);
	if (process_check(command, &run) == 0)
		unit = fortran_unit_read(text_string(&run.output));
	if (unit) {
		fortran_uses_read(unit);
		fortran_inputs_read(unit);
	}
	if (unit && !told)
		told = types_compile(command, d, directory);
	if (unit && told)
		changes_copy(unit, told);
	json_decref(told);
	process_done(&run);
	path_remove_directory(directory);
	return unit;
}

static json_t *unit_read(struct command *command, const struct driver_file *d)
{
	json_t *told = d->types ? unit_parse(d->types) : NULL;

	if (fortran_is_source(d->source))
		return fortran_unit(command, d, told);
	return told ? told : types_compile(command, d, NULL);
}

/* ---- paths */

static char *directory_of(const char *path)
{
	char *copy = strdup(path), *slash = copy ? strrchr(copy, '/') : NULL;
	char *real;

	if (slash)
		slash[slash == copy] = '\0';
	real = copy ? realpath(slash ? copy : ".", NULL) : NULL;
	free(copy);
	return real;
}

/* The source as the driver names it: "../../vec.c". */
static char *include_name(const char *source, const char *driver)
{
	char *to = realpath(source, NULL), *from = directory_of(driver), *name = NULL;
	struct text_buffer text = {0};
	size_t same = 0;

	for (size_t i = 0; to && from; i++) {
		const bool ends = !from[i] && to[i] == '/';
		if (ends || (from[i] == '/' && to[i] == '/'))
			same = i;
		if (ends || !from[i] || from[i] != to[i])
			break;
	}
	if (to && from && same) {
		for (const char *c = from + same; *c; c++)
			if (*c == '/')
				text_add(&text, "../");
		text_add(&text, "%s", to + same + 1);
	} else if (to) {
		text_add(&text, "%s", to);
	}
	name = text.size ? strdup(text_string(&text)) : strdup(source);
	text_done(&text);
	free(to);
	free(from);
	return name;
}

char *driver_file_name(const char *source, const char *function)
{
	const char *ending = strrchr(path_base(source), '.');
	struct text_buffer text = {0};
	char *name;

	for (const char *c = function; *c; c++)
		if (isalnum((unsigned char)*c) || *c == '_')
			text_add_char(&text, *c);
		else if (text.size && text.bytes[text.size - 1] != '_')
			text_add_char(&text, '_');
	if (ending && (ending[1] == 'h' || ending[1] == 'H'))
		ending = strcmp(ending, ".h") == 0 ? ".c" : ".cc";
	text_add(&text, "%s%s",
		 text.size && text.bytes[text.size - 1] == '_' ? "driver" : "_driver",
		 ending ? ending : ".c");
	/* A driver of Fortran is preprocessed. */
	if (fortran_is_source(source) && ending)
		for (char *c = text.bytes + text.size - strlen(ending) + 1; *c; c++)
			*c = (char)toupper((unsigned char)*c);
	name = strdup(text_string(&text));
	text_done(&text);
	return name;
}

/* ---- the file */

static char *prototype(const struct wrapping *w)
{
	const char *text = json_member_text(w->function, "text");

	if (*text)
		return strdup(text);
	return c_declaration(w->unit, type_of(w->unit, w->function, "type"),
			     json_member_text(w->function, "name"));
}

/* Takes the first line of a driver apart. Whether it is one; *rest: what is behind. */
static bool head_read(char *text, char **hash, char **was, char **rest)
{
	char *end = strchr(text, '\n');

	if (!end || end - text < (long)sizeof mark + HASH + MARK + 1)
		return false;
	text += *text == '!' ? 2 : MARK;
	if (strncmp(text, mark, sizeof mark - 1) != 0)
		return false;
	*end = '\0';
	*rest = end + 1;
	if (strcmp(end - 3, " */") == 0)
		end[-3] = '\0';
	*hash = text + sizeof mark - 1;
	(*hash)[HASH] = '\0';
	*was = *hash + HASH + 2;
	return true;
}

/* Whether the file may be written. Notes what was changed in one that was edited, whose text is then in
 * *edited, which the caller frees, unless null. */
static int old_look(struct command *command, struct driver_file *d, const char *now,
		    struct text_buffer *edited)
{
	unsigned char *bytes = NULL;
	char *hash, *was, *rest, hex[SHA1_HEX_SIZE];
	size_t size;
	const int err = corpus_read_regular(d->path, &bytes, &size);

	if (err == CORPUS_ENOENT)
		return 0;
	if (err)
		return command_fail(command, d->path, "%s", corpus_strerror(err));
	if (!head_read((char *)bytes, &hash, &was, &rest)) {
		free(bytes);
		return command_fail(command, d->path,
				    "is there, and is no driver that this version of "
				    "`me driver` wrote: it was left as it is");
	}
	sha1_hex(rest, strlen(rest), hex);
	d->is_open = strstr(rest, DRIVER_OPEN);
	if (strncmp(hex, hash, HASH) != 0) {
		d->state = DRIVER_EDITED;
		if (edited)
			text_add(edited, "%s", rest);
		if (strcmp(was, now) != 0)
			snprintf(d->why, sizeof d->why,
				 "it was written for `%s`, which is now `%s`", was,
				 now);
	}
	free(bytes);
	return 0;
}

static int text_write(struct command *command, const struct driver_file *d,
		      const char *now, const struct text_buffer *text)
{
	struct text_buffer all = {0};
	char hex[SHA1_HEX_SIZE];

	sha1_hex(text->bytes, text->size, hex);
	const bool is_fortran = fortran_is_source(d->source);
	text_add(&all, "%s%s%.*s: %s%s\n%s", is_fortran ? "! " : "/* ", mark, HASH, hex,
		 now, is_fortran ? "" : " */", text_string(text));
	const int err = corpus_write_file(d->path, all.bytes, all.size);
	if (err > 0 || err < -1 || (err && !*command->failure))
		command_fail(command, d->path, "%s", corpus_strerror(err));
	text_done(&all);
	return err ? -1 : 0;
}

/* Of out/add_driver.F90 out/add_driver_public.F90. The caller frees. */
static char *public_path(const char *driver)
{
	const char *base = path_base(driver), *ending = strrchr(base, '.');
	char *path;

	if (!ending)
		ending = base + strlen(base);
	return asprintf(&path, "%.*s_public%s", (int)(ending - driver), driver,
			ending) < 0
		   ? NULL
		   : path;
}

/* The source as text, of one of Fortran with something private, which a driver outside of its
 * modules could not reach; else null. The caller frees. */
static char *private_source(const struct driver_file *d)
{
	unsigned char *bytes = NULL;
	size_t size;

	if (fortran_is_source(d->source) &&
	    corpus_read(d->source, &bytes, &size) == CORPUS_OK &&
	    fortran_has_private((char *)bytes, fortran_is_fixed(d->source)))
		return (char *)bytes;
	free(bytes);
	return NULL;
}

/* Writes the copy of such a source that the driver includes; `include`: how that would include the
 * source itself. */
static int public_write(struct command *command, const struct driver_file *d,
			const json_t *unit, char *source, const char *include,
			const char *driver)
{
	struct text_buffer text = {0};
	struct driver_file copy = {.source = d->source};
	char *path = public_path(d->path);
	int err = path ? 0 : command_no_memory(command);

	copy.path = path;
	text_add(&text, "#line 1 \"%.*s%s\"\n", (int)(path_base(d->path) - d->path),
		 *include == '/' ? "" : d->path, include);
	fortran_public(unit, source, fortran_is_fixed(d->source), driver, &text);
	if (!err)
		err = old_look(command, &copy, "", NULL);
	if (!err)
		err = text_write(
		    command, &copy,
		    "what the driver names is private in no module of this copy",
		    &text);
	text_done(&text);
	free(path);
	return err;
}

/* A name in the driver for a function: of stats::median median, of operator* operator_. */
static char *noun_of(const char *name)
{
	char *noun = cxx_noun(name);

	for (char *c = noun; c && *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			*c = '_';
	return noun;
}

/* As of C, where its arguments are such; as of C++, where they are not or that cannot be done. */
static int cxx_write(struct wrapping *w, const char *include, struct text_buffer *text)
{
	if (w->is_plain || !cxx_is_plain(w))
		return cxx_driver_write(w, include, text);
	json_t *unit = cxx_plain_unit(w);
	struct wrapping c = {.unit = unit, .function = w->function, .of = w->of};
	const int err = c_driver_write(&c, include, text);
	wrapping_done(&c);
	json_decref(unit);
	w->may_be_plainer = !err;
	return err ? cxx_driver_write(w, include, text) : 0;
}

static int language_write(struct wrapping *w, const char *source, const char *include,
			  struct text_buffer *text)
{
	const char *language = json_member_text(w->unit, "language");

	if (strcmp(language, "fortran") == 0)
		return fortran_driver_write(w, source, include, text);
	return strcmp(language, "c++") == 0 ? cxx_write(w, include, text)
					    : c_driver_write(w, include, text);
}

/* The text of the driver, or why there is none; `include`: what it includes. */
static int driver_text(struct command *command, struct driver_file *d,
		       struct wrapping *w, const char *include, const char *now,
		       struct text_buffer *text)
{
	if (old_look(command, d, now, text))
		return -1;
	if (d->state == DRIVER_EDITED)
		return 0;
	if (is_true(type_of(w->unit, w->function, "type"), "variadic"))
		wrap_refuse(w, "it has a variable number of arguments; write a "
			       "function that calls it with those that you use");
	if (!*w->why && language_write(w, d->source, include, text) == 0) {
		d->is_open = strstr(text_string(text), DRIVER_OPEN);
		return text_write(command, d, now, text);
	}
	d->state = DRIVER_REFUSED;
	snprintf(d->why, sizeof d->why, "%s", w->why);
	return 0;
}

static int driver_write(struct command *command, struct driver_file *d,
			struct wrapping *w)
{
	char *include = include_name(d->source, d->path), *now = prototype(w);
	char *noun = noun_of(json_member_text(w->function, "name"));
	char *hidden = private_source(d), *copy = hidden ? public_path(d->path) : NULL;
	struct text_buffer text = {0};
	int err = include && now && noun && (copy || !hidden)
		      ? 0
		      : command_no_memory(command);

	w->of = noun;
	snprintf(d->entry, sizeof d->entry, "%s_driver", noun ? noun : "");
	if (!err)
		err = driver_text(command, d, w, copy ? path_base(copy) : include, now,
				  &text);
	if (!err && hidden && d->state != DRIVER_REFUSED)
		err = public_write(command, d, w->unit, hidden, include,
				   text_string(&text));
	text_done(&text);
	free(hidden);
	free(copy);
	free(include);
	free(now);
	free(noun);
	return err;
}

int driver_file_make(struct command *command, struct driver_file *d)
{
	json_t *unit = unit_read(command, d);
	struct wrapping w = {.unit = unit, .is_plain = d->is_plain};
	int err = -1;

	d->state = DRIVER_WRITTEN;
	d->why[0] = '\0';
	w.function = unit ? function_find(unit, d->function) : NULL;
	if (unit && !w.function) {
		command_fail(command, d->source, "defines no function `%s`",
			     d->function);
	} else if (unit) {
		err = driver_write(command, d, &w);
	}
	d->may_be_plainer = d->state == DRIVER_WRITTEN && w.may_be_plainer;
	wrapping_done(&w);
	json_decref(unit);
	return err;
}
