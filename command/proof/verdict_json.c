/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verdict_json.c - verdicts for programs: the lines of me/schema.h. */
#include <jansson.h>

#include "command/base/json_text.h"
#include "gcov-tools/report.h"
#include "command/proof/verdict_format.h"
#include "command/proof/witness.h"
#include "prover/verify/defaults.h"
#include "system/stop.h"

static const char *json_word(const struct prove_goal *goal, bool completion)
{
	switch (goal->verdict) {
	case VERDICT_COVERED:
		return "covered";
	case VERDICT_INFEASIBLE:
		return completion ? "never-completes" : "infeasible";
	case VERDICT_NEAREST:
		return completion ? "never-completes[round-to-nearest]"
				  : "infeasible[round-to-nearest]";
	case VERDICT_WITHIN:
		return completion ? "never-completes-within" : "infeasible-within";
	case VERDICT_INTEGERS:
		return "infeasible-over-integers";
	case VERDICT_STOPPED:
		return stop_word();
	default:
		return completion ? "never-completes-unknown" : "unknown";
	}
}

/* The input of a run that has met the goal, and how that run ends. */
static void add_witness(json_t *line, const struct witness *w)
{
	json_object_set_new(line, "input", json_text(w->path ? w->path : ""));
	if (w->end.kind)
		json_object_set_new(line, "ended",
				    json_string(me_ends[w->end.kind].name));
	if (*w->end.signal)
		json_object_set_new(line, "signal", json_string(w->end.signal));
}

/* What the proof needs: decisions, and assignments to `name`. */
static json_t *reasons_of(const struct prove_goal *goal)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < goal->reason_count; i++) {
		const struct reason *r = &goal->reasons[i];
		json_t *reason = json_pack(
		    "{s:o, s:o, s:i}", "function", json_text(r->function->name), "file",
		    json_text(r->function->file), "line", (int)r->line);
		if (r->name)
			json_object_set_new(reason, "name", json_text(r->name));
		else
			json_object_set_new(reason, "edge", json_integer(r->edge));
		json_array_append_new(list, reason);
	}
	return list;
}

static json_t *line_of(struct proof_session *p, size_t number,
		       const struct prove_goal *goal)
{
	const struct build_goal *g = &p->record.goals[number];
	const bool completion = witness_is_completion(p, number, goal);
	char *text = report_goal_text(&p->record, g, &p->source);
	json_t *line = json_pack(
	    "{s:s, s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:s, s:o, s:s}", "kind",
	    "verdict", "goal", g->id, "type", g->type, "function",
	    json_text(g->function), "source_name", json_text(g->source_name), "file",
	    json_text(g->file), "line", (int)g->line, "column", (int)g->column, "never",
	    g->never, "text", json_text(text), "verdict", json_word(goal, completion));

	free(text);
	if (goal->verdict == VERDICT_COVERED || completion)
		add_witness(line, &p->witness[number]);
	if (*goal->how)
		json_object_set_new(line, "how", json_text(goal->how));
	if (prove_goal_is_proven(goal) && defaults_text(goal->how))
		json_object_set_new(line, "assumes",
				    json_text(defaults_text(goal->how)));
	if (*goal->why)
		json_object_set_new(line, "why", json_text(goal->why));
	if (goal->returning)
		json_object_set_new(line, "returning", json_true());
	if (goal->reason_count)
		json_object_set_new(line, "reasons", reasons_of(goal));
	return line;
}

static int verdict_print_json(struct proof_session *p, size_t number,
			      const struct prove_goal *goal, FILE *out)
{
	return json_line_print(line_of(p, number, goal), out)
		   ? command_no_memory(p->command)
		   : 0;
}

static json_t *statistics_of(const struct prove_statistics *s)
{
	const struct cover_statistics *c = &s->cover;

	return json_pack("{s:I, s:I, s:f, s:f, s:f, s:I, s:I, s:I, s:f, s:f, s:o}",
			 "session_queries", (json_int_t)c->queries, "graphs",
			 (json_int_t)c->rounds, "session_seconds", c->seconds,
			 "session_cpu_seconds", c->cpu, "check_cpu_seconds",
			 c->confirm_cpu, "models", (json_int_t)c->models, "near_inputs",
			 (json_int_t)c->near, "confirmed", (json_int_t)s->confirmed,
			 "run_seconds", s->run_seconds, "all_cpu_seconds", s->all_cpu,
			 "incomplete", json_text(c->stopped));
}

static void summary_print_json(const struct prove_options *options,
			       const struct prove_summary *s)
{
	json_t *line = json_pack(
	    "{s:s, s:I, s:I, s:I, s:I, s:I, s:I, s:f, s:o}", "kind", "summary", "goals",
	    (json_int_t)s->goals, "resolved", (json_int_t)s->resolved, "covered",
	    (json_int_t)s->covered, "infeasible", (json_int_t)s->proven, "inputs",
	    (json_int_t)s->inputs, "queries", (json_int_t)s->queries, "solver_seconds",
	    s->solver_seconds, "ranges", json_text(s->ranges));

	if (stop_asked())
		json_object_set_new(line, "stopped", json_string(stop_word()));
	if (options->statistics && options->algorithm != PROVE_GOALS)
		json_object_set_new(line, "statistics", statistics_of(&s->statistics));
	if (s->search_seconds >= 0)
		json_object_set_new(line, "search_seconds",
				    json_real(s->search_seconds));
	json_line_print(line, stdout);
}

static int faults_print_json(const struct triage *faults)
{
	return faults_print_lines(faults, stdout);
}

const struct verdict_format verdict_json = {verdict_print_json, faults_print_json,
					    summary_print_json};
