/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * triage_sarif.c - failures as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange
 * Format): a result for each group, a rule for each type, a notification for each artifact
 * that was not run or does not fail.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/triage/triage_format.h"
#include "corpus/files/sha1.h"
#include "system/stop.h"

/* ---- words */

static json_t *json_taken(struct text_buffer *text)
{
	json_t *json = json_text(text_string(text));

	text_done(text);
	return json;
}

/* "null pointer read" -> "null-pointer-read". */
static json_t *rule_id(const char *type)
{
	struct text_buffer id = {0};
	bool gap = false;

	for (; *type; type++) {
		const unsigned char c = (unsigned char)*type;
		if (!isalnum(c)) {
			gap = true;
			continue;
		}
		if (gap && id.size)
			text_add_char(&id, '-');
		text_add_char(&id, (char)tolower(c));
		gap = false;
	}
	return json_taken(&id);
}

/* A path as a URI reference, RFC 3986. */
static json_t *uri_of(const char *path)
{
	struct text_buffer uri = {0};

	text_add(&uri, "%s", *path == '/' ? "file://" : "");
	for (; *path; path++)
		if (isalnum((unsigned char)*path) || strchr("/-._~", *path))
			text_add_char(&uri, *path);
		else
			text_add(&uri, "%%%02X", (unsigned char)*path);
	return json_taken(&uri);
}

static json_t *message_of(const char *text)
{
	return json_pack("{s:o}", "text", json_text(text));
}

/* ---- places */

static json_t *location_of(const struct triage_frame *f)
{
	json_t *location =
	    json_pack("{s:[{s:o, s:s}]}", "logicalLocations", "fullyQualifiedName",
		      json_text(f->function), "kind", "function");

	if (!f->file)
		return location;
	json_t *physical =
	    json_pack("{s:{s:o}}", "artifactLocation", "uri", uri_of(f->file));
	if (f->line)
		json_object_set_new(physical, "region",
				    json_pack("{s:i}", "startLine", (int)f->line));
	json_object_set_new(location, "physicalLocation", physical);
	return location;
}

static json_t *sarif_stack(const struct triage_run *run)
{
	json_t *frames = json_array();

	for (size_t i = 0; i < run->frame_count; i++)
		json_array_append_new(frames, json_pack("{s:o}", "location",
							location_of(&run->frames[i])));
	return json_pack("{s:o}", "frames", frames);
}

/* A hash of the type and the functions, which stays when lines move. */
static json_t *fingerprint_of(const struct triage_run *run)
{
	struct text_buffer text = {0};
	char hex[SHA1_HEX_SIZE];

	text_add(&text, "%s", run->type);
	for (size_t i = 0; i < run->top_count; i++)
		text_add(&text, "\n%s", run->top[i]->function);
	sha1_hex(text.bytes, text.size, hex);
	text_done(&text);
	return json_string(hex);
}

/* ---- results */

static json_t *result_text(const struct triage_artifact *a)
{
	struct text_buffer text = {0};

	triage_add_title(&a->run, &text);
	if (a->run.detail)
		text_add(&text, ": %s", a->run.detail);
	if (a->run.message)
		text_add(&text, ": %s", a->run.message);
	if (triage_is_flaky(a)) {
		text_add(&text, "; flaky: ");
		triage_add_flaky(a, &text);
	}
	return json_taken(&text);
}

static json_t *attachments_of(const struct triage *t, size_t g)
{
	const struct triage_group *group = &t->groups[g];
	json_t *list = json_array();

	if (group->simpler)
		json_array_append_new(
		    list, json_pack("{s:{s:o}, s:o}", "artifactLocation", "uri",
				    uri_of(group->simpler), "description",
				    message_of("simplified input")));
	for (size_t i = 0; i < t->count; i++)
		if (t->artifacts[i].group == g)
			json_array_append_new(
			    list, json_pack("{s:{s:o}, s:o}", "artifactLocation", "uri",
					    uri_of(t->artifacts[i].path), "description",
					    message_of("input")));
	return list;
}

static json_t *properties_of(const struct triage *t, size_t g)
{
	const struct triage_group *group = &t->groups[g];
	const struct triage_artifact *a = &t->artifacts[group->shown];
	char *again = triage_again(t, group->simpler ? group->simpler : a->path);
	json_t *properties = json_pack("{s:o, s:b}", "reproducer", json_text(again),
				       "flaky", triage_is_flaky(a));
	const char *call = group->simpler_call ? group->simpler_call : a->run.call;

	if (call)
		json_object_set_new(properties, "call", json_text(call));
	free(again);
	return properties;
}

static json_t *result_of(const struct triage *t, size_t g, size_t rule)
{
	const struct triage_artifact *a = &t->artifacts[t->groups[g].shown];
	const struct triage_frame *place = triage_place(&a->run);
	json_t *result =
	    json_pack("{s:o, s:I, s:s, s:{s:o}, s:I, s:{s:o}, s:o, s:o}", "ruleId",
		      rule_id(a->run.type), "ruleIndex", (json_int_t)rule, "level",
		      "error", "message", "text", result_text(a), "occurrenceCount",
		      (json_int_t)t->groups[g].count, "partialFingerprints",
		      "functions/v1", fingerprint_of(&a->run), "attachments",
		      attachments_of(t, g), "properties", properties_of(t, g));

	if (place)
		json_object_set_new(result, "locations",
				    json_pack("[o]", location_of(place)));
	if (a->run.frame_count)
		json_object_set_new(result, "stacks",
				    json_pack("[o]", sarif_stack(&a->run)));
	return result;
}

/* The number of the type's rule, which is made where there is none. */
static size_t rule_of(json_t *rules, const char *type)
{
	json_t *id = rule_id(type);
	size_t i = 0;

	while (i < json_array_size(rules) &&
	       !json_equal(json_object_get(json_array_get(rules, i), "id"), id))
		i++;
	if (i == json_array_size(rules))
		json_array_append_new(rules,
				      json_pack("{s:O, s:o}", "id", id,
						"shortDescription", message_of(type)));
	json_decref(id);
	return i;
}

/* ---- what is in no group */

static json_t *left_text(const struct triage *t, const struct triage_artifact *a)
{
	struct text_buffer text = {0};

	text_add(&text, "%s: ", a->path);
	triage_add_why(t, a, &text);
	return json_taken(&text);
}

static json_t *notifications_of(const struct triage *t)
{
	json_t *list = json_array();

	for (size_t i = 0; i < t->count; i++) {
		const struct triage_artifact *a = &t->artifacts[i];
		if (a->group == TRIAGE_NONE)
			json_array_append_new(
			    list, json_pack("{s:s, s:{s:o}}", "level",
					    a->trouble ? "warning" : "note", "message",
					    "text", left_text(t, a)));
	}
	return list;
}

static int sarif_print(const struct triage *t, FILE *out)
{
	json_t *rules = json_array(), *results = json_array();

	for (size_t g = 0; g < t->group_count; g++) {
		const struct triage_run *run = &t->artifacts[t->groups[g].shown].run;
		const size_t rule = rule_of(rules, run->type);
		json_array_append_new(results, result_of(t, g, rule));
	}
	json_t *log = json_pack(
	    "{s:s, s:s, s:[{s:{s:{s:s, s:o}}, s:[{s:b, s:o}], s:o}]}", "$schema",
	    "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs",
	    "tool", "driver", "name", "ME", "rules", rules, "invocations",
	    "executionSuccessful", !stop_asked(), "toolExecutionNotifications",
	    notifications_of(t), "results", results);
	const int err = !log || json_dumpf(log, out, JSON_INDENT(1)) != 0;

	fputc('\n', out);
	json_decref(log);
	return err ? -1 : 0;
}

const struct triage_format triage_sarif = {sarif_print};
