/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_html.c - failures as one page that needs no other file. */
#include <stdlib.h>

#include "command/triage/triage_format.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<title>Failures</title>\n<style>\n"
    "body { font-family: sans-serif; max-width: 60em; margin: 2em auto; }\n"
    "table { border-collapse: collapse; }\n"
    "td, th { padding: 0.2em 0.8em; text-align: left; border-bottom: 1px solid #ccc; "
    "}\n"
    "pre, code { font-family: monospace; background: #f4f4f4; }\n"
    "pre { padding: 0.6em; overflow-x: auto; }\n"
    ".library { color: #777; }\n.flaky { color: #a40; }\n"
    "</style>\n</head>\n<body>\n";

static void html_put(const char *text, FILE *out)
{
	for (; text && *text; text++)
		switch (*text) {
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '&':
			fputs("&amp;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
}

static void html_put_element(const char *tag, const char *text, FILE *out)
{
	if (!text || !*text)
		return;
	fprintf(out, "<%s>", tag);
	html_put(text, out);
	fprintf(out, "</%s>\n", tag);
}

/* Of what the formats share. */
static void html_put_text(struct text_buffer *text, FILE *out)
{
	html_put(text_string(text), out);
	text_done(text);
}

static void html_put_title(const struct triage_run *run, FILE *out)
{
	struct text_buffer text = {0};

	triage_add_title(run, &text);
	html_put_text(&text, out);
}

static void html_put_flaky(const struct triage_artifact *a, FILE *out)
{
	struct text_buffer text = {0};

	if (!triage_is_flaky(a))
		return;
	fputs("<p class=\"flaky\">flaky: ", out);
	triage_add_flaky(a, &text);
	html_put_text(&text, out);
	fputs("</p>\n", out);
}

/* ---- the table of groups */

static void html_print_row(const struct triage *t, size_t g, FILE *out)
{
	const struct triage_artifact *a = &t->artifacts[t->groups[g].shown];

	fprintf(out, "<tr><td><a href=\"#group-%zu\">%zu</a></td><td>", g + 1, g + 1);
	html_put_title(&a->run, out);
	fprintf(out, "</td><td>%zu</td><td>%s</td></tr>\n", t->groups[g].count,
		triage_is_flaky(a) ? "flaky" : "");
}

static void html_print_table(const struct triage *t, FILE *out)
{
	fputs(
	    "<table>\n<tr><th></th><th>failure</th><th>artifacts</th><th></th></tr>\n",
	    out);
	for (size_t g = 0; g < t->group_count; g++)
		html_print_row(t, g, out);
	fputs("</table>\n", out);
}

/* ---- a group */

static void html_print_stack(const struct triage_run *run, FILE *out)
{
	if (!run->frame_count)
		return;
	fputs("<pre>", out);
	for (size_t i = 0; i < run->frame_count; i++) {
		const struct triage_frame *f = &run->frames[i];

		fprintf(out, "<span class=\"%s\">",
			f->is_program ? "program" : "library");
		html_put(f->function, out);
		if (f->file && f->line) {
			fputc(' ', out);
			html_put(triage_shown_file(f->file), out);
			fprintf(out, ":%u", f->line);
		}
		if (f->times > 1)
			fprintf(out, " (%u times)", f->times);
		fprintf(out, "%s</span>\n", f->is_inlined ? " (inlined)" : "");
	}
	fputs("</pre>\n", out);
}

static void html_print_members(const struct triage *t, size_t g, FILE *out)
{
	fprintf(out, "<details><summary>%zu artifact%s</summary>\n<ul>\n",
		t->groups[g].count, t->groups[g].count == 1 ? "" : "s");
	for (size_t i = 0; i < t->count; i++)
		if (t->artifacts[i].group == g)
			html_put_element("li", t->artifacts[i].path, out);
	fputs("</ul></details>\n", out);
}

static void html_print_group(const struct triage *t, size_t g, FILE *out)
{
	const struct triage_group *group = &t->groups[g];
	const struct triage_artifact *a = &t->artifacts[group->shown];
	char *again = triage_again(t, group->simpler ? group->simpler : a->path);

	fprintf(out, "<h2 id=\"group-%zu\">%zu. ", g + 1, g + 1);
	html_put_title(&a->run, out);
	fputs("</h2>\n", out);
	html_put_flaky(a, out);
	html_put_element("p", group->simpler ? group->simpler_detail : a->run.detail,
			 out);
	html_put_element("p", a->run.message, out);
	html_put_element("pre", group->simpler ? group->simpler_call : a->run.call,
			 out);
	html_print_stack(&a->run, out);
	fputs("<p>To run it again:</p>\n", out);
	html_put_element("pre", again, out);
	if (group->simpler) {
		fputs("<p>Simplified from ", out);
		html_put(a->path, out);
		fputs("</p>\n", out);
	}
	html_print_members(t, g, out);
	free(again);
}

/* ---- what is in no group */

static void html_print_left(const struct triage *t, const struct triage_artifact *a,
			    FILE *out)
{
	struct text_buffer text = {0};

	text_add(&text, "%s: ", a->path);
	triage_add_why(t, a, &text);
	fputs("<li>", out);
	html_put_text(&text, out);
	fputs("</li>\n", out);
}

static void html_print_rest(const struct triage *t, FILE *out)
{
	const struct triage_counts counts = triage_count(t);

	if (counts.failing == counts.artifacts)
		return;
	fputs("<h2>No failure</h2>\n<ul>\n", out);
	for (size_t i = 0; i < t->count; i++)
		if (t->artifacts[i].group == TRIAGE_NONE)
			html_print_left(t, &t->artifacts[i], out);
	fputs("</ul>\n", out);
}

static int html_print(const struct triage *t, FILE *out)
{
	fputs(head, out);
	fputs("<h1>Failures of ", out);
	html_put(t->target, out);
	fprintf(out, "</h1>\n<p>%zu artifacts, %zu fail, %zu distinct faults</p>\n",
		triage_count(t).artifacts, triage_count(t).failing, t->group_count);
	html_print_table(t, out);
	for (size_t g = 0; g < t->group_count; g++)
		html_print_group(t, g, out);
	html_print_rest(t, out);
	fputs("</body>\n</html>\n", out);
	return 0;
}

const struct triage_format triage_html = {html_print};
