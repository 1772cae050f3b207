/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_mend.c - guesses of the parameters that turn out wrong are mended before a function is
 * tested. A short session looks for runs that access more of an array than it was guessed
 * to have. An integer is what such an access follows where all its small values stay inside
 * and all larger ones do not, all else being equal: it becomes the array's length, or is kept
 * below what the array bears. Else the array becomes longer.
 *
 * What follows goes into entry= as guesses, "x:~64,n:~len(x)": an access that still leaves
 * the array is no fault.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/test/testing.h"
#include "command/triage/fold.h"
#include "corpus/tools/named_scalars.h"
#include "system/allocation.h"
#include "system/clock.h"
#include "system/path.h"
#include "value/scalar_value.h"
#include "value/type.h"

enum {
	PROBE_RUNS = 8192,
	PROBE_SECONDS = 2,
	RUN_SECONDS = 1, /* of CPU, of one input */
	TRIALS_SECONDS = 5, /* by the clock, of all, where many do not end */
	LENGTH_LEAST = 8, /* elements that an array with a length has */
	LENGTHEN_TO = 64,
	LENGTHEN_MOST = 4096,
	SUBJECTS_MOST = 24, /* integers that are tried */
	NAME_SIZE = 64,
};

struct mending {
	struct testing *t;
	struct test_function *f;
	const struct build_record *record;
	struct named_scalars scalars;
	char *directory; /* of the probe's artifacts, and of trials */
	struct triage outside; /* what the probe has found */
	bool is_changed;
	double trials_end; /* by clock_now() */
};

/* ---- a run outside of an array */

/* Also of a fault: a text's end is no guess, but a length that is passed along with it may be. */
static bool is_of_guess(const char *detail)
{
	return detail && strstr(detail, ", a guess)");
}

static const char *access_told(const char *detail)
{
	const char *from = strstr(detail, ": ");

	return from && from < strstr(detail, ", ") ? from + 2 : detail;
}

/* The element, of one past the end that a declaration would allow; else -1. */
static long element_of(const char *detail)
{
	const char *note = strstr(detail, "the note ");
	const char *colon =
	    note && strstr(note, " allows it") ? strchr(note, ':') : NULL;

	return colon ? strtol(colon + 1, NULL, 10) - 1 : -1;
}

static const struct me_parameter *parameter_of(const struct mending *m,
					       const char *name)
{
	for (size_t i = 0; i < m->scalars.entry.parameter_count; i++)
		if (strcmp(m->scalars.entry.parameters[i].name, name) == 0)
			return &m->scalars.entry.parameters[i];
	return NULL;
}

/* ---- the probe */

static int probe(struct mending *m)
{
	struct command *command = m->t->command;
	struct process run = {.is_session = true};
	const struct triage_artifacts_limits limits = {RUN_SECONDS, 1};

	m->outside = (struct triage){.command = command, .target = m->record->target};
	path_remove_directory(m->directory);
	if (mkdir(m->directory, 0777))
		return command_fail(command, m->directory, "%s", strerror(errno));
	words_add_each(&run.words, m->record->target, "-seed=1");
	words_add_format(&run.words, "-runs=%d", PROBE_RUNS);
	words_add_format(&run.words, "-max_total_time=%d", PROBE_SECONDS);
	words_add_format(&run.words, "-artifact_prefix=%s/", m->directory);
	int err = process_run(command, &run);
	process_done(&run);
	DIR *directory = err ? NULL : opendir(m->directory);
	for (struct dirent *e; directory && !err && (e = readdir(directory));) {
		char file[PATH_MAX];
		const enum me_end end = me_end_of_artifact(e->d_name);
		if ((end == ME_END_OUTSIDE || end == ME_END_SIGNAL) &&
		    snprintf(file, sizeof file, "%s/%s", m->directory, e->d_name) <
			(int)sizeof file)
			err = triage_artifacts_add(&m->outside, file);
	}
	if (directory)
		closedir(directory);
	if (!err && m->outside.count)
		err = triage_artifacts_run(&m->outside, &limits);
	if (!err)
		fold(&m->outside);
	return err;
}

/* ---- which integers an access follows */

/* Those of one parameter and member. */
struct integers {
	size_t first, last; /* in the list of scalars */
	enum me_type type;
};

static size_t integers_list(const struct mending *m, struct integers *list)
{
	const struct named_scalars *s = &m->scalars;
	size_t count = 0, next;

	for (size_t i = 0; i < s->count && count < SUBJECTS_MOST; i = next) {
		const struct named_scalar *a = &s->list[i];
		for (next = i + 1; next < s->count; next++) {
			const struct named_scalar *b = &s->list[next];
			if (strcmp(a->name.parameter, b->name.parameter) != 0 ||
			    strcmp(a->name.path, b->name.path) != 0 ||
			    b->name.is_null != a->name.is_null)
				break;
		}
		const struct me_parameter *p = parameter_of(m, a->name.parameter);
		/* A driver says what its lengths count. */
		const bool is_length =
		    p && p->length_of != ME_NO_PARAMETER && m->scalars.entry.is_driver;
		if (!a->name.is_null && !a->is_text && !is_length &&
		    !(p && p->flags & ME_PARAMETER_ALIAS) &&
		    a->length_most == ME_NO_PARAMETER && a->type >= ME_I8 &&
		    a->type <= ME_U64)
			list[count++] = (struct integers){i, next - 1, a->type};
	}
	return count;
}

/* Runs of an input in which all these integers have one value. */
struct trials {
	struct mending *m;
	const struct integers *integers;
	uint8_t *input, *bytes;
	size_t size;
	const char *array; /* that is left */
};

enum trial_end { TRIAL_NONE, TRIAL_INSIDE, TRIAL_OUTSIDE, TRIAL_OTHER };

/* False: the type or a range lacks the value. */
static bool trial_write(struct trials *r, long long value, const char *path)
{
	const struct named_scalars *s = &r->m->scalars;
	const struct scalar_value v = {.kind = SCALAR_INTEGER,
				       .negative = value < 0,
				       .bits =
					   (scalar_bits)(value < 0 ? -value : value)};
	uint8_t stored[SCALAR_BYTES];

	memcpy(r->bytes, r->input, r->size);
	for (size_t i = r->integers->first; i <= r->integers->last; i++)
		if (scalar_store(r->integers->type, &v, r->bytes + s->list[i].offset) !=
		    SCALAR_EXACT)
			return false;
	memcpy(stored, r->bytes + s->list[r->integers->first].offset,
	       type_scalar_size(r->integers->type));
	named_scalars_canonical(s, r->bytes, r->size, r->bytes);
	return memcmp(stored, r->bytes + s->list[r->integers->first].offset,
		      type_scalar_size(r->integers->type)) == 0 &&
	       corpus_write_file(path, r->bytes, r->size) == CORPUS_OK;
}

static enum trial_end trial_of(const struct trials *r, const struct triage_run *run)
{
	struct triage_access a;

	if (run->ended == ME_END_OUTSIDE || is_of_guess(run->detail))
		return triage_access_read(run->detail, &a) &&
			       strcmp(a.name, r->array) == 0
			   ? TRIAL_OUTSIDE
			   : TRIAL_OTHER;
	return run->line && run->ended == ME_END_RETURNS ? TRIAL_INSIDE : TRIAL_OTHER;
}

static int trials_add(struct trials *r, const long long *values, size_t count,
		      enum trial_end *how)
{
	const struct triage_artifacts_limits limits = {RUN_SECONDS, 1};
	struct triage t = {.command = r->m->t->command, .target = r->m->record->target};
	int err = 0;

	for (size_t i = 0; i < count && !err; i++) {
		char path[PATH_MAX];
		how[i] = TRIAL_NONE;
		snprintf(path, sizeof path, "%s/trial-%02zu", r->m->directory, i);
		unlink(path);
		if (trial_write(r, values[i], path))
			err = triage_artifacts_add(&t, path);
	}
	if (!err && t.count)
		err = triage_artifacts_run(&t, &limits);
	for (size_t k = 0; k < t.count && !err; k++) {
		const char *dash = strrchr(t.artifacts[k].path, '-');
		const size_t i = (size_t)strtoul(dash + 1, NULL, 10);
		if (!t.artifacts[k].trouble && !t.artifacts[k].is_further && i < count)
			how[i] = trial_of(r, &t.artifacts[k].run);
	}
	triage_done(&t);
	return err;
}

/* Some at a time: each of them may hang. */
static int trials_run(struct trials *r, const long long *values, size_t count,
		      enum trial_end *how)
{
	enum { TOGETHER = 8 };
	int err = 0;

	for (size_t i = 0; i < count && !err; i += TOGETHER) {
		if (clock_now() > r->m->trials_end)
			return 0;
		err = trials_add(r, values + i,
				 count - i < TOGETHER ? count - i : TOGETHER, how + i);
	}
	return err;
}

/* The values low..high, and no others of those tried but -1, that stay inside. */
struct inside {
	long long low, high;
	bool is_found;
};

static struct inside inside_of(const long long *values, const enum trial_end *how,
			       size_t count)
{
	struct inside in = {0, 0, false};
	size_t first = 1, last, beyond = 0, some = 0;

	while (first < count && how[first] != TRIAL_INSIDE)
		first++;
	for (last = first; last + 1 < count && how[last + 1] == TRIAL_INSIDE;)
		last++;
	for (size_t i = last + 1; i < count; i++) {
		beyond += how[i] == TRIAL_OUTSIDE;
		some += how[i] != TRIAL_NONE;
		if (how[i] == TRIAL_INSIDE)
			return in;
	}
	if (last >= count || last == first || !beyond || (some > 1 && beyond == 1))
		return in;
	in.low = first == 1 && how[0] == TRIAL_INSIDE ? -1 : values[first];
	in.high = values[last];
	/* No more than 1 of 8 elements: a check ends the run, or other integers are large. */
	in.is_found = in.low <= 1 && in.high > 1;
	return in;
}

/* Whether the access comes and goes with the integers. */
static int inside_find(struct trials *r, unsigned elements, struct inside *in)
{
	static const long long few[] = {-1, 0, 1};
	const long long c = elements;
	const long long all[] = {
	    -1,	   0,	      1,     2,	    3,	   4,	      5,      6,      7,
	    8,	   9,	      10,    12,    14,	   c / 2 + 8, c - 1,  c,      c + 1,
	    2 * c, 2 * c + 1, 3 * c, 4 * c, 8 * c, 1000,      100000, INT_MAX};
	enum { FEW = sizeof few / sizeof *few, ALL = sizeof all / sizeof *all };
	long long values[ALL];
	enum trial_end how[ALL] = {TRIAL_NONE};
	size_t count = 0;

	*in = (struct inside){0, 0, false};
	int err = trials_run(r, few, FEW, how);
	bool any = false;
	for (size_t i = 0; i < FEW; i++)
		any |= how[i] == TRIAL_INSIDE;
	if (err || !any)
		return err;
	for (long long least = -2; count < ALL; count++) {
		long long next = LLONG_MAX;
		for (size_t i = 0; i < ALL; i++)
			if (all[i] > least && all[i] < next)
				next = all[i];
		if (next == LLONG_MAX)
			break;
		values[count] = least = next;
	}
	err = trials_run(r, values, count, how);
	if (!err && clock_now() < r->m->trials_end)
		*in = inside_of(values, how, count);
	return err;
}

/* Whether numbers far below 0 leave the array in front, and 0 or 1 does not: it is an index, or
 * where indices begin. Where the body tells some from others the guesses have a range, which lacks
 * these. */
static int begins_find(struct trials *r, bool *is_found)
{
	static const long long values[] = {-1000000, -10000, 0, 1};
	enum { COUNT = sizeof values / sizeof *values };
	enum trial_end how[COUNT] = {TRIAL_NONE};
	const int err = trials_run(r, values, COUNT, how);

	*is_found = !err && how[0] == TRIAL_OUTSIDE && how[1] == TRIAL_OUTSIDE &&
		    (how[2] == TRIAL_INSIDE || how[3] == TRIAL_INSIDE);
	return err;
}

/* ---- what is mended */

/* Takes the item for `key`, which an access to the array shows, with its reason, in place of an
 * earlier one. */
static void item_take(struct mending *m, const char *key, const char *array, char *item,
		      char *why)
{
	json_object_set_new(m->f->mended, key,
			    json_pack("{s:o, s:o, s:s}", "item", json_text(item), "why",
				      json_text(why), "array", array));
	m->is_changed = true;
	free(item);
	free(why);
}

/* "after a read of x[8] (table.c:7)" */
static char *after_text(const struct triage_run *run, const struct triage_access *a)
{
	const struct triage_frame *place = triage_place(run);
	char at[200] = "";

	if (place && place->file && place->line)
		snprintf(at, sizeof at, " (%s:%u)", path_base(place->file),
			 place->line);
	return string_format("after a %.*s%s", a->told, access_told(run->detail), at);
}

/* What integers were kept below for its sake may be too little now. */
static void array_lengthen(struct mending *m, const struct triage_access *a,
			   unsigned count, const char *after)
{
	const struct me_parameter *p = parameter_of(m, a->name);
	const char *key;
	json_t *item;
	void *next;

	json_object_foreach_safe(m->f->mended, next, key, item)
	{
		if (strcmp(json_member_text(item, "array"), a->name) == 0)
			json_object_del(m->f->mended, key);
	}
	item_take(m, a->name, a->name,
		  string_format("%s:~%u%s", a->name, count,
				p->flags & ME_PARAMETER_NULLABLE ? "?" : ""),
		  string_format("%s: %u elements, %s", a->name, count, after));
}

static bool is_length(const struct mending *m, const struct triage_access *a,
		      const struct integers *n, const struct inside *in)
{
	return in->high == a->elements && in->low <= 0 && n->first == n->last &&
	       !*m->scalars.list[n->first].name.path;
}

/* The integers become the length of the array, or are kept to what it bears. */
static void integers_tie(struct mending *m, const struct triage_access *a,
			 const struct integers *n, const struct inside *in,
			 const char *after)
{
	const struct named_scalar *scalar = &m->scalars.list[n->first];
	const bool is_whole = is_length(m, a, n, in);
	char name[2 * NAME_SIZE], key[2 * NAME_SIZE + 2];

	snprintf(name, sizeof name, "%s%s%s", scalar->name.parameter,
		 *scalar->name.path ? "." : "", scalar->name.path);
	for (size_t i = 0; is_whole && i < m->scalars.entry.parameter_count; i++)
		if (m->scalars.entry.parameters[i].length_of != ME_NO_PARAMETER &&
		    strcmp(m->scalars.entry
			       .parameters[m->scalars.entry.parameters[i].length_of]
			       .name,
			   a->name) == 0)
			return;
	snprintf(key, sizeof key, "%s..", name);
	if (!is_whole || in->low < 0) {
		item_take(m, key, a->name,
			  string_format("%s:~%lld..%lld", name, in->low, in->high),
			  is_whole ? string_copy("")
				   : string_format("%s: %lld..%lld, %s", name, in->low,
						   in->high, after));
	}
	if (!is_whole)
		return;
	if (a->elements == LENGTH_LEAST) /* the plugin knows how many are worth while */
		json_object_del(m->f->mended, a->name);
	item_take(m, name, a->name, string_format("%s:~len(%s)", name, a->name),
		  string_format("%s: length of %s, %s", name, a->name, after));
}

static int begin_try(struct mending *m, struct trials *r, const struct triage_access *a,
		     const char *after, bool *tied)
{
	const struct named_scalar *scalar = &m->scalars.list[r->integers->first];
	const char *name = scalar->name.parameter;
	const unsigned most = a->elements > 1 ? a->elements - 1 : 1;
	bool is_found;
	const int err = begins_find(r, &is_found);

	if (err || !is_found || *scalar->name.path)
		return err;
	*tied = true;
	item_take(m, name, a->name, string_format("%s:~0..%u", name, most),
		  string_format("%s: 0..%u, %s", name, most, after));
	return 0;
}

/* The integers of which one alone decides; *tied: any does. `is_front`: where indices begin. */
static int integers_try(struct mending *m, const struct triage_artifact *artifact,
			const struct triage_access *a, const char *after, bool is_front,
			bool *tied)
{
	struct integers list[SUBJECTS_MOST];
	const size_t count = integers_list(m, list);
	unsigned char *file;
	size_t size;
	struct trials r = {.m = m, .size = m->scalars.size, .array = a->name};
	int err = 0;

	if (corpus_read_regular(artifact->path, &file, &size) != CORPUS_OK)
		return 0;
	r.input = array_new(r.size, 1);
	r.bytes = array_new(r.size, 1);
	named_scalars_canonical(&m->scalars, file, size, r.input);
	for (size_t i = 0; i < count && !err && clock_now() < m->trials_end; i++) {
		struct inside in;
		r.integers = &list[i];
		if (is_front) {
			err = begin_try(m, &r, a, after, tied);
			continue;
		}
		err = inside_find(&r, a->elements, &in);
		/* Data is an index, or a count of all elements, or no guess of ours. */
		const bool is_data = list[i].first != list[i].last &&
				     in.high != a->elements &&
				     in.high + 1 != a->elements;
		/* Of a driver's numbers its notes say what fits the others. */
		if (err || !in.is_found || is_data ||
		    (m->scalars.entry.is_driver && !is_length(m, a, &list[i], &in)))
			continue;
		*tied = true;
		integers_tie(m, a, &list[i], &in, after);
	}
	free(r.input);
	free(r.bytes);
	free(file);
	return err;
}

/* How many elements the array is to have, where no integer decides; 0: no more. One that walks on
 * to each end gets LENGTHEN_TO. */
static unsigned longer(unsigned elements, long element)
{
	unsigned count = LENGTHEN_TO;

	if (elements < LENGTHEN_TO || element <= (long)elements)
		return elements < LENGTHEN_TO && element >= 0 ? count : 0;
	while (count <= element)
		count *= 2;
	return count <= LENGTHEN_MOST ? count : 0;
}

static int access_mend(struct mending *m, const struct triage_artifact *artifact)
{
	const struct triage_run *run = &artifact->run;
	const long element = run->detail ? element_of(run->detail) : -1;
	struct triage_access a;
	bool tied = false;

	if (!triage_access_read(run->detail, &a) || !a.elements ||
	    !parameter_of(m, a.name) ||
	    !(parameter_of(m, a.name)->flags & ME_PARAMETER_ASSUMED))
		return 0;
	/* With elements of which a length can be seen, and none that are there in silence. */
	const bool is_exact = a.elements >= LENGTH_LEAST &&
			      !(parameter_of(m, a.name)->flags & ME_PARAMETER_GUESSED);
	const bool is_front = strstr(run->detail, ", in front of ");
	char *after = after_text(run, &a);
	int err = 0;
	if (is_exact)
		err = integers_try(m, artifact, &a, after, false, &tied);
	if (!err && !tied && is_front && !m->scalars.entry.is_driver)
		err = integers_try(m, artifact, &a, after, true, &tied);
	const unsigned count = run->ended != ME_END_OUTSIDE ? 0
			       : is_exact		   ? longer(a.elements, element)
			       : a.elements > LENGTH_LEAST ? a.elements
							   : LENGTH_LEAST;
	if (!err && !tied && count)
		array_lengthen(m, &a, count, after);
	free(after);
	return err;
}

static bool is_guessed(const struct mending *m)
{
	bool any = false;

	for (size_t i = 0; i < m->scalars.entry.parameter_count; i++)
		any |=
		    (m->scalars.entry.parameters[i].flags & ME_PARAMETER_ASSUMED) != 0;
	return any;
}

int test_mend(struct testing *t, struct test_function *f,
	      const struct build_record *record, bool *is_changed)
{
	struct mending m = {.t = t, .f = f, .record = record};
	int err = 0;

	*is_changed = false;
	if (!record->entry.name)
		return 0;
	err = named_scalars_read(t->command, record, &m.scalars);
	m.directory = string_copy(test_function_path(t, f, "probe"));
	if (!err && is_guessed(&m)) {
		err = probe(&m);
		m.trials_end = clock_now() + TRIALS_SECONDS;
		for (size_t g = 0;
		     g < m.outside.group_count + m.outside.outside_count && !err; g++) {
			const struct triage_artifact *shown =
			    &m.outside.artifacts[m.outside.groups[g].shown];
			if (g >= m.outside.group_count ||
			    is_of_guess(shown->run.detail))
				err = access_mend(&m, shown);
		}
		triage_done(&m.outside);
		path_remove_directory(m.directory);
	}
	*is_changed = m.is_changed;
	free(m.directory);
	named_scalars_done(&m.scalars);
	return err;
}
