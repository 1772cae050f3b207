/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decision_path.c - reads paths, and refuses those that no control flow has. */
#include "harness/goals/decision_path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "harness/goals/goal_names.h"
#include "harness/records/records.h"
#include "me/verdicts.h"

#define BUILD_WORD " build " /* between # and the number */
enum { BUILD_DIGITS = 16 };

static char message[PROGRAM_ID_SIZE + 400];

static int path_fail(const char **error, const char *why)
{
	if (why != message)
		snprintf(message, sizeof message, "%s", why);
	*error = message;
	return -1;
}

static uint32_t site_of(const struct program *p, uint32_t goal)
{
	return program_goal_site(p, goal);
}

static struct path_decision decision_of(const struct program *p, uint32_t goal,
					int negated)
{
	const uint32_t first = program_site_goal(p, site_of(p, goal));

	return (struct path_decision){program_first_goal(p, first), goal - first,
				      (uint32_t)negated};
}

static uint32_t function_of(const struct program *p, uint32_t goal)
{
	return p->units[p->goal_unit[goal]].function + p->goals[goal]->function;
}

/* ---- what may follow what */

/* A search of the graph within one function, for one site. */
struct follow_search {
	const struct goals *g;
	unsigned char *visited; /* one byte a site */
	uint32_t *open, count; /* sites that are passed and are no decisions */
	uint32_t wanted; /* site */
	int found;
};

static void visit_site(void *context, uint32_t number, int is_call)
{
	struct follow_search *f = context;

	if (is_call || f->visited[number])
		return;
	f->visited[number] = 1;
	f->found |= number == f->wanted;
	if (!f->g->decision_sites[number])
		f->open[f->count++] = number;
}

static void look_behind(struct follow_search *f, uint32_t unit, const uint32_t *next)
{
	program_next(f->g->program, unit, next, visit_site, f);
}

/* Whether the site may be the first decision from there on in its function. */
static int leads_to(const struct goals *g, uint32_t unit, const uint32_t *next,
		    uint32_t site)
{
	const struct program *p = g->program;
	struct follow_search f = {.g = g,
				  .visited = calloc(p->site_count + 1, 1),
				  .open = calloc(p->site_count + 1, sizeof(uint32_t)),
				  .wanted = site};

	f.found = !f.visited || !f.open;
	if (!f.found)
		look_behind(&f, unit, next);
	while (!f.found && f.count) {
		const uint32_t s = f.open[--f.count];
		for (uint32_t k = 0; k < p->sites[s]->sides; k++)
			look_behind(&f, unit,
				    p->goals[program_site_goal(p, s) + k]->next);
	}
	free(f.visited);
	free(f.open);
	return f.found;
}

static int side_leads_to(const struct goals *g, uint32_t goal, uint32_t site)
{
	return leads_to(g, g->program->goal_unit[goal], g->program->goals[goal]->next,
			site);
}

/* Whether one of the sides that the decision allows leads to the site. */
static int may_follow(const struct goals *g, const struct path_decision *d,
		      uint32_t site)
{
	const struct me_site *s = g->program->sites[site_of(g->program, d->site)];

	for (uint32_t k = 0; k < s->sides; k++)
		if ((k == d->side) != (d->negated != 0) &&
		    side_leads_to(g, d->site + k, site))
			return 1;
	return 0;
}

/* A function that calls itself lies in a loop of the graph. */
static int is_recursive(const struct graph *graph, uint32_t function)
{
	const uint32_t node = graph->program->goal_count + function;
	uint32_t members = 0;

	for (uint32_t v = 0; v < graph->node_count; v++)
		members += graph->component[v] == graph->component[node];
	return members > 1;
}

/*
 * Whether the i-th decision may come after the ones before it. In its function it comes
 * first, or after the last one of that function; where the function calls itself, after
 * any of them. The entry begins once.
 */
static int may_come(const struct goals *g, const struct path *path, uint32_t i)
{
	const struct program *p = g->program;
	const uint32_t first = path->decisions[i].site, f = function_of(p, first);
	const uint32_t site = site_of(p, first);
	const int recursive = is_recursive(&g->graph, f);
	const int again =
	    recursive || !g->entry || strcmp(p->functions[f]->name, g->entry);
	uint32_t before = 0;

	for (uint32_t k = i; k-- > 0 && (!before || recursive);) {
		if (function_of(p, path->decisions[k].site) != f)
			continue;
		before++;
		if (may_follow(g, &path->decisions[k], site))
			return 1;
	}
	return (!before || again) &&
	       leads_to(g, p->function_unit[f], p->functions[f]->next, site);
}

/* ---- numbers of what ids stand for */

static uint64_t hash_goal(uint64_t key, const struct program *p, uint32_t goal)
{
	char id[PROGRAM_ID_SIZE];

	program_goal_id(p, goal, id, sizeof id);
	return me_verdicts_hash(key, id, strlen(id) + 1);
}

static uint64_t build_of(const struct program *p)
{
	uint64_t key = ME_IR_HASH_START;

	for (uint32_t i = 0; i < p->goal_count; i++) {
		if (!program_goal_is_branch(p, i) || program_first_goal(p, i) != i)
			continue;
		const struct me_site *s = p->sites[program_goal_site(p, i)];
		const uint32_t place[] = {s->line, s->column, s->op, s->sides};
		key = hash_goal(key, p, i);
		key = me_verdicts_hash(key, place, sizeof place);
	}
	return key;
}

/* ---- a file */

struct path_reader {
	const struct goals *g;
	const char *file;
	struct goal_names names;
	struct path *path;
	unsigned line;
	const char **error;
};

static int bad(const struct path_reader *r, const char *id, const char *why)
{
	snprintf(message, sizeof message, "%.200s:%u: %s %s", r->file, r->line, id,
		 why);
	return path_fail(r->error, message);
}

static int add_decision(struct path_reader *r, const char *id)
{
	const struct program *p = r->g->program;
	struct path *path = r->path;
	const int negated = *id == '!';
	const uint32_t goal = goal_names_find(&r->names, id + negated);

	if (goal == PROGRAM_NONE)
		return bad(r, id,
			   "is no goal of this target; --goals prints them, and "
			   "--path-of FILE the path of an input");
	if (!program_goal_is_branch(p, goal))
		return bad(r, id, "is no branch; a path consists of branches");
	if (!r->g->decision_sites[site_of(p, goal)])
		return bad(r, id, "is out of scope, see --functions=");
	path->decisions[path->count++] = decision_of(p, goal, negated);
	if (may_come(r->g, path, path->count - 1))
		return 0;
	return bad(r, id,
		   path->count > 1 ? "cannot follow the decisions before it"
				   : "cannot be the first decision");
}

/* The comment behind its #: 0, or -1 where it says that the ids are another build's. */
static int check_build(struct path_reader *r, const char *comment)
{
	const size_t word = strlen(BUILD_WORD);
	const char *number = comment + word;

	/* Other comments may begin so. */
	if (strncmp(comment, BUILD_WORD, word) || strlen(number) != BUILD_DIGITS ||
	    strspn(number, "0123456789abcdef") != BUILD_DIGITS ||
	    strtoull(number, NULL, 16) == build_of(r->g->program))
		return 0;
	return bad(r, "#",
		   "the path is of another build of the program, whose ids may stand "
		   "for other branches; --path-of FILE prints the path of an input");
}

static int read_decisions(struct path_reader *r, char *text)
{
	char *next;

	for (r->line = 1; text; text = next, r->line++) {
		next = strchr(text, '\n');
		if (next)
			*next++ = '\0';
		while (isspace((unsigned char)*text))
			text++;
		size_t n = strlen(text);
		while (n && isspace((unsigned char)text[n - 1]))
			text[--n] = '\0';
		if (*text == '#' ? check_build(r, text + 1)
				 : *text && add_decision(r, text))
			return -1;
	}
	if (r->path->count)
		return 0;
	snprintf(message, sizeof message, "%.200s: the file has no decision", r->file);
	return path_fail(r->error, message);
}

static uint32_t count_lines(const char *text)
{
	uint32_t n = 1;

	while ((text = strchr(text, '\n'))) {
		text++;
		n++;
	}
	return n;
}

int path_read(struct path *p, const struct goals *g, const char *file,
	      const char **error)
{
	struct path_reader r = {g, file, {NULL, 0}, p, 0, error};
	unsigned char *bytes;
	size_t size;
	int err = corpus_read_regular(file, &bytes, &size);

	memset(p, 0, sizeof *p);
	if (err) {
		snprintf(message, sizeof message, "%.200s: %s", file,
			 corpus_strerror(err));
		return path_fail(error, message);
	}
	char *text = strndup((const char *)bytes, size);
	free(bytes);
	if (text)
		p->decisions = calloc(count_lines(text), sizeof *p->decisions);
	goal_names_init(&r.names, g->program);
	err =
	    p->decisions ? read_decisions(&r, text) : path_fail(error, "out of memory");
	goal_names_done(&r.names);
	free(text);
	return err;
}

/* ---- its number */

uint64_t path_key(const struct path *path, const struct goals *g)
{
	const struct program *p = g->program;
	uint64_t key = ME_IR_HASH_START;

	for (uint32_t i = 0; i < path->count; i++) {
		const struct path_decision *d = &path->decisions[i];
		key = me_verdicts_hash(key, d->negated ? "!" : "=", 1);
		key = hash_goal(key, p, d->site + d->side);
	}
	for (uint32_t i = 0; i < p->goal_count; i++)
		if (g->decision_sites[program_goal_site(p, i)] &&
		    program_first_goal(p, i) == i)
			key = hash_goal(key, p, i);
	return key;
}

/* ---- a run */

void path_print_build(const struct program *p)
{
	fprintf(records_out(), "#" BUILD_WORD "%0*llx\n", BUILD_DIGITS,
		(unsigned long long)build_of(p));
}

void path_print(const struct program *p, const struct decision_record *r,
		const char *between)
{
	char id[PROGRAM_ID_SIZE];

	for (uint64_t i = 0; i < r->count && i < r->most; i++) {
		program_goal_id(p, r->goals[i], id, sizeof id);
		fprintf(records_out(), "%s%s", i ? between : "", id);
	}
}
