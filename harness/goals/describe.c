/* SPDX-License-Identifier: GPL-3.0-or-later */
/* describe.c - the target's own description as JSON lines. */
#include "harness/goals/describe.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/goals/goal_names.h"
#include "harness/goals/known_verdicts.h"
#include "harness/input/call_text.h"
#include "harness/records/records.h"
#include "me/schema.h"
#include "value/layout.h"

/* Left by me-cc in the program that it linked: directory, NUL, quoted command, NUL. */
extern const char __me_link_record[] __attribute__((weak));

static void write_string(FILE *out, const char *text)
{
	putc('"', out);
	while (*text) {
		char room[6];
		size_t size;
		const char *bytes = me_schema_escape(&text, room, &size);
		fwrite(bytes, 1, size, out);
	}
	putc('"', out);
}

/* A member; `before` is what separates it from the one before. */
static void put_member(const char *before, const char *name, const char *text)
{
	fprintf(records_out(), "%s\"%s\":", before, name);
	write_string(records_out(), text);
}

void describe_member(FILE *out, const char *name, const char *text)
{
	fprintf(out, ",\"%s\":", name);
	write_string(out, text);
}

char *describe_string(const char *text)
{
	size_t size;
	char *string = NULL;
	FILE *out = open_memstream(&string, &size);

	if (!out)
		return NULL;
	write_string(out, text);
	fclose(out);
	return string;
}

static void put_unit(const struct me_unit *u)
{
	fprintf(records_out(), "{\"kind\":\"unit\",");
	put_member("", "source", u->source);
	put_member(",", "directory", u->directory);
	put_member(",", "compiler", u->compiler);
	put_member(",", "options", u->options);
	put_member(",", "command", u->command);
	fprintf(records_out(), ",\"sites\":%u,\"skipped\":%u}\n", u->site_count,
		u->skipped);
}

static void put_truth(const char *name, int truth)
{
	fprintf(records_out(), ",\"%s\":%s", name, truth ? "true" : "false");
}

static void put_bits(const char *name, const uint64_t bits[2])
{
	fprintf(records_out(), ",\"%s\":[\"%llx\",\"%llx\"]", name,
		(unsigned long long)bits[0], (unsigned long long)bits[1]);
}

static void put_field(const struct me_field *f)
{
	fprintf(records_out(), "{\"offset\":%u,\"count\":%u,\"type\":%u", f->offset,
		f->count, f->type);
	if (*f->path)
		put_member(",", "path", f->path);
	if (f->flags & ME_FIELD_RANGE) {
		put_bits("low", f->low);
		put_bits("high", f->high);
		put_truth("default", f->flags & ME_FIELD_DEFAULT);
	}
	putc('}', records_out());
}

/* As struct me_parameter has it; types are the codes of enum me_type. */
static void put_parameter(const struct me_parameter *p)
{
	putc('{', records_out());
	put_member("", "name", p->name);
	fprintf(records_out(), ",\"pointer\":%s,\"count\":%u,\"size\":%u",
		p->passing == ME_BY_POINTER ? "true" : "false", p->count, p->size);
	for (const struct entry_flag *f = entry_flags; f->name; f++)
		put_truth(f->name, p->flags & f->flag);
	if (p->length_of != ME_NO_PARAMETER)
		fprintf(records_out(), ",\"length_of\":%u", p->length_of);
	if (p->counted_by)
		fprintf(records_out(), ",\"counted_by\":%u", p->counted_by - 1);
	if (p->flags & ME_PARAMETER_ALIAS)
		fprintf(records_out(), ",\"placed\":%u,\"inside\":%u", p->placed,
			p->inside);
	fprintf(records_out(), ",\"fields\":[");
	for (uint32_t i = 0; i < p->field_count; i++) {
		if (i)
			putc(',', records_out());
		put_field(&p->fields[i]);
	}
	fprintf(records_out(), "]}");
}

static void put_entry(const struct program *p, const struct me_entry *entry,
		      size_t input_size)
{
	fprintf(records_out(), "{\"kind\":\"entry\",");
	put_member("", "name", entry->name);
	put_member(",", "source_name", entry->source_name);
	put_member(",", "file", entry->file);
	fprintf(records_out(),
		",\"line\":%u,\"key\":\"%016" PRIx64
		"\",\"flushes\":%s,\"shortens\":%s,\"driver\":%s,\"bytes\":%zu,",
		entry->line, known_verdicts_key(p, entry),
		known_verdicts_flushes() ? "true" : "false",
		known_verdicts_shortens() ? "true" : "false",
		entry->is_driver ? "true" : "false", input_size);
	put_member("", "ranges", entry->ranges);
	put_member(",", "reasons", entry->reasons);
	fprintf(records_out(), ",\"parameters\":[");
	for (uint32_t i = 0; i < entry->parameter_count; i++) {
		if (i)
			putc(',', records_out());
		put_parameter(&entry->parameters[i]);
	}
	fprintf(records_out(), "]}\n");
}

void describe_units(const struct program *p, const struct me_entry *entry,
		    size_t input_size)
{
	for (uint32_t u = 0; u < p->unit_count; u++)
		if (p->run_goal == PROGRAM_NONE || p->goal_unit[p->run_goal] != u)
			put_unit(p->units[u].record);
	if (__me_link_record) {
		fprintf(records_out(), "{\"kind\":\"link\",");
		put_member("", "directory", __me_link_record);
		put_member(",", "command",
			   __me_link_record + strlen(__me_link_record) + 1);
		fprintf(records_out(), "}\n");
	}
	if (entry)
		put_entry(p, entry, input_size);
}

static const char *const op_texts[ME_OP_COUNT] = {"<",
						  "<=",
						  "==",
						  "!=",
						  ">=",
						  ">",
						  "unordered",
						  "ordered",
						  "un<",
						  "un<=",
						  "un>",
						  "un>=",
						  "un==",
						  "<>",
						  "signbit",
						  "words",
						  "switch",
						  "compare",
						  "compare nocase",
						  "compare padded",
						  "find",
						  "find nocase",
						  "find char",
						  "number",
						  "format"};

static void put_case_value(const struct me_site *s, int64_t value)
{
	if (s->type == ME_U64)
		fprintf(records_out(), "%llu", (unsigned long long)value);
	else
		fprintf(records_out(), "%lld", (long long)value);
}

/* "case 1, 3..5" or "default" or both, of one side of a switch. */
static void put_label(const struct me_site *s, uint32_t side)
{
	const char *separator = "case ";

	for (uint32_t i = 0; i < s->case_count; i++) {
		const struct me_case *c = &s->cases[i];
		if (c->side != side)
			continue;
		fprintf(records_out(), "%s", separator);
		put_case_value(s, c->low);
		if (c->high != c->low) {
			fprintf(records_out(), "..");
			put_case_value(s, c->high);
		}
		separator = ", ";
	}
	if (s->default_side == side)
		fprintf(records_out(), "%sdefault", separator[0] == ',' ? ", " : "");
}

/* Whether some label leads to that side. */
static int has_label(const struct me_site *s, uint32_t side)
{
	for (uint32_t i = 0; i < s->case_count; i++)
		if (s->cases[i].side == side)
			return 1;
	return s->default_side == side;
}

/* ---- what is assumed of the parameters */

void describe_notes(const struct me_entry *entry, FILE *out)
{
	fprintf(out, "%s%s%s\n%s", entry->source_name, *entry->ranges ? "," : "",
		entry->ranges, entry->reasons);
}

/* A session that finds nothing prints twelve lines. */
void describe_assumed(const struct me_entry *entry)
{
	enum { MOST = 2 };
	const char *at = entry->reasons;
	unsigned more = 0;

	if (*entry->ranges)
		fprintf(stderr, "INFO: me: only inputs of %s are run\n", entry->ranges);
	for (const char *c = at; *c; c++)
		more += *c == '\n';
	for (unsigned told = 0; *at && told < MOST; told++) {
		const size_t n = strcspn(at, "\n");
		more--;
		fprintf(stderr, "INFO: me: %.*s", (int)n, at);
		if (told + 1 == MOST && more)
			fprintf(stderr, "; %u more: --entry-notes", more);
		fputc('\n', stderr);
		at += n + 1;
	}
}

/* The parameter that had to be null for the goal, and never is; "" for other goals. */
static const char *never_null(const struct me_goal *q, const struct me_entry *entry)
{
	if (!entry || !(q->flags & ME_GOAL_NULL) ||
	    q->parameter >= entry->parameter_count)
		return "";
	return entry->parameters[q->parameter].name;
}

void describe_never_null(const struct goals *g, const struct me_entry *entry)
{
	const struct program *p = g->program;

	for (uint32_t i = 0; i < p->goal_count; i++) {
		const char *name = never_null(p->goals[i], entry);
		uint32_t k = 0;
		while (k < i && strcmp(never_null(p->goals[k], entry), name) != 0)
			k++;
		if (*name && k == i)
			fprintf(stderr,
				"INFO: me: %s is never null, but %s:%u tests it; %s:? "
				"in entry= allows null\n",
				name, entry->file, p->goals[i]->line, name);
	}
}

static void put_beyond(const struct me_function *first, uint32_t goals,
		       uint32_t functions)
{
	fprintf(stderr, "INFO: me: " ME_BEYOND_START, goals, goals == 1 ? "" : "s",
		first->source_name, first->file);
	if (functions > 1)
		fprintf(stderr, ME_BEYOND_MORE, functions - 1,
			functions == 2 ? "" : "s");
	fprintf(stderr, ME_BEYOND_END "\n", goals == 1 ? "is" : "are",
		goals == 1 ? "it" : "them");
}

void describe_beyond(const struct goals *g)
{
	const struct program *p = g->program;
	const struct me_function *first = NULL;
	unsigned char *seen = calloc(p->function_count + 1, 1);
	uint32_t goals = 0, functions = 0;

	for (uint32_t i = 0; seen && i < p->goal_count; i++) {
		const struct me_function *f = program_goal_function(p, i);
		uint32_t number =
		    p->units[p->goal_unit[i]].function + p->goals[i]->function;
		if (!g->list[i].beyond || program_first_goal(p, i) != i)
			continue;
		first = first ? first : f;
		functions += !seen[number];
		seen[number] = 1;
		goals++;
	}
	free(seen);
	if (goals)
		put_beyond(first, goals, functions);
}

/* What a report says of a branch that no input takes. */
static void put_never(const struct me_goal *q, const struct me_site *s,
		      const char *never_null)
{
	fprintf(records_out(), ",\"never\":\"");
	if (s->kind != ME_SITE_SWITCH)
		fprintf(records_out(), "is never %s",
			(q->side == 0) == !(q->flags & ME_GOAL_TURNED) ? "true"
								       : "false");
	else if (has_label(s, q->side)) {
		fprintf(records_out(), "never takes ");
		put_label(s, q->side);
	} else
		fprintf(records_out(), "never takes branch %u of %u", q->side + 1,
			s->sides);
	if (*never_null)
		fprintf(
		    records_out(),
		    ": %s is never null by the entry's declaration; %s:? allows null",
		    never_null, never_null);
	putc('"', records_out());
}

/* What only a branch has: its name in gcov's terms, and its comparison. */
static void put_branch(const struct me_goal *q, const struct me_site *s,
		       const struct me_function *f, const char *never_null)
{
	put_never(q, s, never_null);
	fprintf(records_out(),
		",\"ordinals\":%u,\"ordinal\":%u,\"rank\":%u,\"side\":%u,\"sides\":%u,"
		"\"op\":\"%s\"",
		f->ordinals, q->ordinal, q->rank, q->side, s->sides,
		s->op < ME_OP_COUNT ? op_texts[s->op] : "?");
	if (s->kind == ME_SITE_SWITCH) {
		fprintf(records_out(), ",\"label\":\"");
		put_label(s, q->side);
		putc('"', records_out());
	}
	if (*never_null)
		put_member(",", "never_null", never_null);
}

/* The decisions of a path in their order; any other side: behind `!`. */
static void put_path(const struct program *p, const struct path *path)
{
	char id[PROGRAM_ID_SIZE];

	fprintf(records_out(), ",\"path\":[");
	for (uint32_t i = 0; i < path->count; i++) {
		const struct path_decision *d = &path->decisions[i];
		program_goal_id(p, d->site + d->side, id, sizeof id);
		fprintf(records_out(), "%s\"%s%s\"", i ? "," : "",
			d->negated ? "!" : "", id);
	}
	putc(']', records_out());
}

static void put_goal(const struct goals *g, uint32_t i, const struct me_entry *entry,
		     const struct path *path)
{
	const struct program *p = g->program;
	const struct me_goal *q = p->goals[i];
	const struct me_function *f = program_goal_function(p, i);
	const struct me_site *s = p->sites[program_goal_site(p, i)];
	char id[PROGRAM_ID_SIZE];

	program_goal_id(p, i, id, sizeof id);
	fprintf(records_out(), "{\"kind\":\"goal\",\"goal\":\"%s\",", id);
	put_member("", "type", kinds_of(q));
	fprintf(records_out(), ",\"unit\":%u,", p->goal_unit[i]);
	put_member("", "function", f->name);
	program_goal_local(p, i, id, sizeof id);
	fprintf(records_out(), ",\"name\":\"%s\",", id);
	put_member("", "source_name", f->source_name);
	put_member(",", "file", s->file);
	fprintf(records_out(), ",\"line\":%u,\"column\":%u", s->line, s->column);
	put_truth("scope", g->list[i].asked);
	put_truth("beyond", g->list[i].beyond);
	put_truth("searched", g->list[i].searched);
	put_truth("compiler", q->flags & ME_GOAL_COMPILER);
	put_truth("local", f->flags & ME_FUNCTION_LOCAL);
	if (program_goal_is_branch(p, i))
		put_truth("decision", g->decision_sites[program_goal_site(p, i)]);
	if (q->predicate) {
		put_member(",", "never", q->predicate->never);
		if (i == p->run_goal && path->count)
			put_path(p, path);
	} else {
		put_branch(q, s, f, never_null(q, entry));
	}
	fprintf(records_out(), "}\n");
}

void describe_goals(const struct goals *g, const struct me_entry *entry,
		    const struct path *path)
{
	for (uint32_t i = 0; i < g->program->goal_count; i++)
		if (program_first_goal(g->program, i) == i &&
		    (!kinds_is_fault(g->program->goals[i]) || g->list[i].asked))
			put_goal(g, i, entry, path);
}

int describe_met_next(const struct goals *g, uint32_t *next, char *id, size_t size)
{
	const struct program *p = g->program;

	while (*next < p->goal_count) {
		const uint32_t i = (*next)++;
		if (!g->list[i].asked || !*p->goals[i]->counter ||
		    g->list[i].verdict == GOAL_COVERED)
			continue;
		program_goal_id(p, i, id, size);
		return 1;
	}
	return 0;
}

void describe_shown(const char *file, const char *call, const char *shown)
{
	fprintf(records_out(), "{\"kind\":\"call\",");
	put_member("", "file", file);
	put_member(",", "call", call);
	if (shown)
		put_member(",", "shown", shown);
	fprintf(records_out(), "}\n");
}

void describe_bytes(FILE *out, const uint8_t *bytes, size_t size)
{
	fprintf(out, "LLVMFuzzerTestOneInput((const uint8_t[]){");
	for (size_t i = 0; i < size; i++)
		fprintf(out, "%s0x%02x", i ? ", " : "", bytes[i]);
	fprintf(out, "%s}, %zu)", size ? "" : "0", size);
}

void describe_call(FILE *out, const struct layout *l, const coord *x,
		   enum text_form form)
{
	const struct call_text_form whole = {form, NULL};
	int size = call_text_print(l, x, whole, NULL, 0) + 1;
	char *text = malloc((size_t)size);

	if (!text)
		return;
	call_text_print(l, x, whole, text, (size_t)size);
	fprintf(out, "%s", text);
	free(text);
}
