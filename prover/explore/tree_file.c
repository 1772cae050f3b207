/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_file.c - the execution tree on disk. */
#include "prover/explore/execution_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "me/verdicts.h"
#include "prover/ir/arena.h"

static const char states[] = {[SIDE_OPEN] = 'o',
			      [SIDE_SEEN] = 's',
			      [SIDE_INFEASIBLE] = 'i',
			      [SIDE_NEAREST] = 'n',
			      [SIDE_UNKNOWN] = 'u'};

/* ---- reading */

/* A number, or - for none. */
static bool tree_read_number(const char **text, uint32_t *value)
{
	char *end;

	while (**text == ' ')
		++*text;
	if (**text == '-') {
		*value = TREE_NONE;
		++*text;
		return true;
	}
	errno = 0;
	const unsigned long number = strtoul(*text, &end, 10);
	const bool read = end != *text && !errno && number < TREE_NONE;
	*value = (uint32_t)number;
	*text = end;
	return read;
}

static bool read_numbers(const char **text, uint32_t *values, int count)
{
	for (int i = 0; i < count; i++)
		if (!tree_read_number(text, &values[i]))
			return false;
	return true;
}

/* A blank and a state's letter. */
static bool read_state(const char **text, enum side_state *state)
{
	const char *found =
	    **text == ' ' ? memchr(states, (*text)[1], sizeof states) : NULL;

	if (!found)
		return false;
	*text += 2;
	*state = (enum side_state)(found - states);
	return true;
}

static bool read_node(struct execution_tree *t, const char *text)
{
	uint32_t v[6];

	if (!read_numbers(&text, v, 6))
		return false;
	const struct tree_node node = {.parent = v[0],
				       .edge = v[1],
				       .function = v[2],
				       .block = v[3],
				       .side_count = v[4],
				       .goal = v[5]};
	return execution_tree_add(t, &node) != TREE_NONE;
}

static bool read_place(struct execution_tree *t, const char *text)
{
	uint32_t v[4];
	enum side_state state;

	if (!read_numbers(&text, v, 4) || !read_state(&text, &state))
		return false;
	const struct tree_place place = {.node = v[0],
					 .edge = v[1],
					 .index = v[2],
					 .label = v[3],
					 .state = (uint8_t)state};
	return execution_tree_place_label(t, &place) != TREE_NONE;
}

static bool read_place_state(struct execution_tree *t, const char *text)
{
	uint32_t place;
	enum side_state state;

	if (!read_numbers(&text, &place, 1) || place >= t->labels.count ||
	    !read_state(&text, &state))
		return false;
	tree_labels_set(&t->labels, place, state);
	return true;
}

static bool read_side(struct execution_tree *t, const char *text)
{
	uint32_t v[2], input;
	enum side_state state;

	if (!read_numbers(&text, v, 2) || v[0] >= t->node_count ||
	    v[1] >= t->nodes[v[0]].side_count || !read_state(&text, &state) ||
	    !tree_read_number(&text, &input))
		return false;
	execution_tree_set(t, v[0], v[1], state);
	execution_tree_side(t, v[0], v[1])->input = input;
	return true;
}

static bool tree_read_line(struct tree_file *f, const char *text)
{
	struct execution_tree *t = f->tree;
	uint32_t v[2];
	const char kind = *text++;

	switch (kind) {
	case 'n':
		return read_node(t, text);
	case 'l':
		return read_place(t, text);
	case 'm':
		return read_place_state(t, text);
	case 's':
		return read_side(t, text);
	case 'i':
		if (!read_numbers(&text, v, 2) || *text++ != ' ')
			return false;
		execution_tree_input(t, text, v[0], v[1]);
		return true;
	case 'e':
		return sscanf(text, " %16" SCNx64, &f->effort) == 1;
	default:
		return false;
	}
}

/* The lines up to `end`, which are NUL-terminated. */
static bool tree_read_lines(struct tree_file *f, char *text, const char *end)
{
	for (char *next; text < end; text = next) {
		next = memchr(text, '\n', (size_t)(end - text));
		*next++ = '\0';
		if (!tree_read_line(f, text))
			return false;
	}
	return true;
}

/* Reads what belongs together one after the other. *at becomes where the last one ends.
 * False: the file is damaged. */
static bool tree_read_parts(struct tree_file *f, char *text, size_t size, size_t *at)
{
	size_t begin = *at;

	for (size_t i = begin; i < size;) {
		char *line = text + i, *end = memchr(line, '\n', size - i);
		uint64_t sum;
		if (!end)
			break;
		const size_t next = (size_t)(end + 1 - text);
		if (*line == '.') {
			f->sum = me_verdicts_hash(f->sum, text + begin, i - begin);
			if (sscanf(line, ". %16" SCNx64, &sum) != 1 || sum != f->sum ||
			    !tree_read_lines(f, text + begin, line))
				return false;
			*at = begin = next;
		}
		i = next;
	}
	return true;
}

static enum tree_file_found tree_read(struct tree_file *f, uint64_t key)
{
	struct stat st;
	char head[64], *text;
	enum tree_file_found found = TREE_FILE_CONTINUED;
	size_t at = (size_t)snprintf(head, sizeof head, "me-tree %d %016" PRIx64 "\n",
				     TREE_FILE_VERSION, key);

	if (fstat(f->descriptor, &st))
		return TREE_FILE_ERROR;
	if (st.st_size == 0)
		return TREE_FILE_NEW;
	const size_t size = (size_t)st.st_size;
	text = array_new(size + 1, 1);
	if (pread(f->descriptor, text, size, 0) != (ssize_t)size)
		found = TREE_FILE_ERROR;
	else if (size < at && memcmp(text, head, size) == 0)
		at = 0; /* it was cut in its first line */
	else if (strncmp(text, "me-tree ", 8) != 0)
		found = TREE_FILE_DAMAGED;
	else if (size < at || memcmp(text, head, at) != 0)
		found = TREE_FILE_OTHER;
	else if (!tree_read_parts(f, text, size, &at))
		found = TREE_FILE_DAMAGED;
	free(text);
	if (found != TREE_FILE_CONTINUED)
		return found;
	if (ftruncate(f->descriptor, (off_t)at))
		return TREE_FILE_ERROR;
	return at ? found : TREE_FILE_NEW;
}

/* ---- writing */

static int tree_write_all(int descriptor, const char *text, size_t size)
{
	while (size) {
		const ssize_t n = write(descriptor, text, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 ? errno : ENOSPC;
		text += n;
		size -= (size_t)n;
	}
	return 0;
}

static void text_begin(struct tree_file *f)
{
	f->out = text_open(&f->text, &f->size);
}

static void put_numbers(FILE *out, const uint32_t *values, int count)
{
	for (int i = 0; i < count; i++)
		if (values[i] == TREE_NONE)
			fputs(" -", out);
		else
			fprintf(out, " %" PRIu32, values[i]);
}

static void put_node(void *context, uint32_t number)
{
	struct tree_file *f = context;
	const struct tree_node *n = &f->tree->nodes[number];
	const uint32_t v[] = {n->parent, n->edge,	n->function,
			      n->block,	 n->side_count, n->goal};

	fputc('n', f->out);
	put_numbers(f->out, v, 6);
	fputc('\n', f->out);
}

static void put_side(void *context, uint32_t node, uint32_t edge)
{
	tree_file_side(context, node, edge);
}

void tree_file_side(struct tree_file *f, uint32_t node, uint32_t edge)
{
	const struct tree_side *side = execution_tree_side(f->tree, node, edge);

	fprintf(f->out, "s %" PRIu32 " %" PRIu32 " %c", node, edge,
		states[side->state]);
	put_numbers(f->out, &side->input, 1);
	fputc('\n', f->out);
}

static void put_tree_place(void *context, uint32_t number)
{
	struct tree_file *f = context;
	const struct tree_place *p = &f->tree->labels.places[number];
	const uint32_t v[] = {p->node, p->edge, p->index, p->label};

	fputc('l', f->out);
	put_numbers(f->out, v, 4);
	fprintf(f->out, " %c\n", states[p->state]);
}

void tree_file_place(struct tree_file *f, uint32_t place)
{
	fprintf(f->out, "m %" PRIu32 " %c\n", place,
		states[f->tree->labels.places[place].state]);
}

struct tree_listener tree_file_listener(struct tree_file *f)
{
	return (struct tree_listener){put_node, put_side, put_tree_place, f};
}

int tree_file_write(struct tree_file *f, uint32_t input)
{
	off_t before;
	int err;

	if (input != TREE_NONE)
		fprintf(f->out, "i %" PRIu32 " %d %s\n", f->tree->inputs[input].cut,
			f->tree->inputs[input].is_open, f->tree->inputs[input].name);
	if (f->descriptor < 0) {
		rewind(f->out);
		return 0;
	}
	fflush(f->out);
	const uint64_t sum = me_verdicts_hash(f->sum, f->text, f->size);
	fprintf(f->out, ". %016" PRIx64 "\n", sum);
	fclose(f->out);
	before = lseek(f->descriptor, 0, SEEK_END);
	err = tree_write_all(f->descriptor, f->text, f->size);
	if (!err)
		f->sum = sum;
	else if (ftruncate(f->descriptor, before)) /* it would be dropped anyway */
		err = errno;
	free(f->text);
	text_begin(f);
	return err;
}

/* ---- what was tried without progress */

static void open_sides(struct tree_file *f)
{
	struct execution_tree *t = f->tree;

	for (uint32_t n = 0; n < t->node_count; n++)
		for (uint32_t e = 0; e < t->nodes[n].side_count; e++) {
			if (execution_tree_side(t, n, e)->state != SIDE_UNKNOWN)
				continue;
			execution_tree_set(t, n, e, SIDE_OPEN);
			tree_file_side(f, n, e);
		}
}

static void open_places(struct tree_file *f)
{
	struct tree_labels *l = &f->tree->labels;

	for (uint32_t i = 0; i < l->count; i++) {
		if (l->places[i].state != SIDE_UNKNOWN)
			continue;
		tree_labels_set(l, i, SIDE_OPEN);
		tree_file_place(f, i);
	}
}

int tree_file_effort(struct tree_file *f, uint64_t effort)
{
	if (f->effort == effort)
		return 0;
	f->effort = effort;
	open_sides(f);
	open_places(f);
	fprintf(f->out, "e %016" PRIx64 "\n", effort);
	return tree_file_write(f, TREE_NONE);
}

/* ---- beginning and end */

void tree_file_none(struct tree_file *f, struct execution_tree *tree)
{
	memset(f, 0, sizeof *f);
	f->tree = tree;
	f->descriptor = -1;
	text_begin(f);
}

static int begin_anew(struct tree_file *f, uint64_t key)
{
	char head[64];
	const int n = snprintf(head, sizeof head, "me-tree %d %016" PRIx64 "\n",
			       TREE_FILE_VERSION, key);

	f->sum = ME_IR_HASH_START;
	return tree_write_all(f->descriptor, head, (size_t)n);
}

static int open_locked(struct tree_file *f, const char *path)
{
	f->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (f->descriptor < 0)
		return errno;
	return flock(f->descriptor, LOCK_EX | LOCK_NB) ? EWOULDBLOCK : 0;
}

/* The file is renamed, and a new one opened. */
static int put_aside(struct tree_file *f, const char *path, const char *aside)
{
	const struct gimple_program *program = f->tree->program;
	const size_t labels = f->tree->labels.total;

	if (rename(path, aside))
		return errno;
	close(f->descriptor);
	execution_tree_done(f->tree);
	execution_tree_init(f->tree, program, labels);
	return open_locked(f, path);
}

enum tree_file_found tree_file_open(struct tree_file *f, const char *path,
				    const char *aside, uint64_t key,
				    struct execution_tree *tree)
{
	memset(f, 0, sizeof *f);
	f->tree = tree;
	f->sum = ME_IR_HASH_START;
	text_begin(f);
	int err = open_locked(f, path);
	if (err == EWOULDBLOCK)
		return TREE_FILE_BUSY;
	enum tree_file_found found = err ? TREE_FILE_ERROR : tree_read(f, key);
	if (found == TREE_FILE_OTHER || found == TREE_FILE_DAMAGED)
		err = put_aside(f, path, aside);
	if (!err && found != TREE_FILE_CONTINUED && found != TREE_FILE_ERROR)
		err = begin_anew(f, key);
	errno = err ? err : errno;
	return err ? TREE_FILE_ERROR : found;
}

int tree_file_restart(struct tree_file *f, const char *path, const char *aside,
		      uint64_t key)
{
	const uint64_t effort = f->effort;
	int err = put_aside(f, path, aside);

	if (!err)
		err = begin_anew(f, key);
	f->effort = 0;
	return err ? err : tree_file_effort(f, effort);
}

void tree_file_done(struct tree_file *f)
{
	if (f->descriptor >= 0)
		close(f->descriptor);
	if (f->out)
		fclose(f->out);
	free(f->text);
	memset(f, 0, sizeof *f);
	f->descriptor = -1;
}
