/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict_tsv.c - verdicts for spreadsheets and awk: a line for each goal, of the
 * goal's id, its place FILE:LINE, the verdict (one of covered, infeasible, unknown,
 * time-is-up, interrupted), and the input, the proof's stage and solvers, or the
 * reason. Tabs in names become blanks. The summary are lines that begin with #.
 */
#include <stdio.h>

#include "command/proof/verdict_format.h"
#include "command/triage/triage_format.h"
#include "system/stop.h"

static const char *tsv_word(const struct prove_goal *goal)
{
	switch (goal->verdict) {
	case VERDICT_COVERED:
		return "covered";
	case VERDICT_INFEASIBLE:
	case VERDICT_NEAREST: /* the column behind it says so */
		return "infeasible";
	case VERDICT_STOPPED:
		return stop_word();
	default:
		return "unknown";
	}
}

static void put_text(FILE *out, const char *text)
{
	for (; *text; text++)
		fputc(*text == '\t' || *text == '\n' ? ' ' : *text, out);
}

static int verdict_print_tsv(struct proof_session *p, size_t number,
			     const struct prove_goal *goal, FILE *out)
{
	const struct build_goal *g = &p->record.goals[number];
	const struct witness *w = &p->witness[number];

	fprintf(out, "%s\t", g->id);
	put_text(out, g->file);
	fprintf(out, ":%u\t%s\t", g->line, tsv_word(goal));
	if (goal->verdict == VERDICT_COVERED)
		put_text(out, w->path ? w->path : "");
	else
		put_text(out, *goal->how ? goal->how : goal->why);
	if (goal->verdict == VERDICT_NEAREST)
		fprintf(out, " [round-to-nearest]");
	fputc('\n', out);
	return 0;
}

static void summary_print_tsv(const struct prove_options *options,
			      const struct prove_summary *s)
{
	(void)options;
	printf("# %zu goals, %zu covered, %zu infeasible\n", s->goals, s->covered,
	       s->proven);
	if (stop_asked())
		printf("# %s\n", stop_why());
}

static int faults_print_tsv(const struct triage *faults)
{
	struct text_buffer text = {0};

	for (size_t g = 0; g < faults->group_count; g++) {
		const struct triage_artifact *a =
		    &faults->artifacts[faults->groups[g].shown];
		text_add(&text, "# ");
		triage_add_title(&a->run, &text);
		text_add(&text, ": %s\n", a->path);
	}
	fputs(text.size ? text_string(&text) : "", stdout);
	text_done(&text);
	return 0;
}

const struct verdict_format verdict_tsv = {verdict_print_tsv, faults_print_tsv,
					   summary_print_tsv};
