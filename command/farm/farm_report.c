/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_report.c - what a farm has found, in a table, and how far its round is. */
#include "command/farm/farm.h"

#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "corpus/files/corpus.h"
#include "system/allocation.h"

enum { STATES = UNIT_FAILED + 1, WHY_SIZE = 200 };

/* ---- the round */

void farm_report_states(const struct farm *farm, size_t states[4])
{
	for (int i = 0; i < STATES; i++)
		states[i] = 0;
	for (size_t i = 0; i < farm_units(farm); i++) {
		const struct farm_unit unit = farm_unit_at(farm, i);
		states[farm_unit_state(&unit, NULL, 0)]++;
	}
}

void farm_report_head(const struct farm *farm, FILE *out)
{
	size_t states[STATES];

	farm_report_states(farm, states);
	fprintf(out, "round %u of %zu target%s: %zu of %zu sessions done", farm->round,
		farm->count, farm->count == 1 ? "" : "s", states[UNIT_DONE],
		farm_units(farm));
	if (states[UNIT_RUNNING])
		fprintf(out, ", %zu begun", states[UNIT_RUNNING]);
	if (states[UNIT_FAILED])
		fprintf(out, ", %zu could not be run", states[UNIT_FAILED]);
	for (size_t i = 0; i < json_array_size(farm->jobs); i++)
		fprintf(out, "%s%lld", i ? ", " : "; jobs ",
			(long long)json_integer_value(json_array_get(farm->jobs, i)));
	fputc('\n', out);
}

/* ---- targets */

static const struct report_column {
	const char *member;
	int width;
} columns[] = {
    {"goals", 9}, {"covered", 9}, {"infeasible", 12},
    {"open", 9},  {"inputs", 9},  {"failures", 10},
};

enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

struct sums {
	json_int_t of[COLUMNS];
	size_t merged;
};

static void print_target(const struct farm *farm, const struct farm_target *t,
			 struct sums *sums, FILE *out)
{
	struct text_buffer path = {0};
	json_t *line =
	    json_file_read(farm_path(farm, &path, "targets/%s/merged.json", t->name));

	text_done(&path);
	if (!line)
		fprintf(out, "%*s  %s (not merged)\n", 58, "", t->name);
	for (int i = 0; i < COLUMNS && line; i++) {
		const json_int_t n =
		    json_integer_value(json_object_get(line, columns[i].member));
		sums->of[i] += n;
		fprintf(out, "%*lld", columns[i].width, (long long)n);
	}
	if (line) {
		fprintf(out, "  %s\n", t->name);
		sums->merged++;
	}
	json_decref(line);
}

static void print_targets(const struct farm *farm, FILE *out)
{
	struct sums sums = {.merged = 0};

	for (int i = 0; i < COLUMNS; i++)
		fprintf(out, "%*s", columns[i].width, columns[i].member);
	fprintf(out, "  target\n");
	for (size_t t = 0; t < farm->count; t++)
		print_target(farm, &farm->targets[t], &sums, out);
	if (farm->count < 2)
		return;
	for (int i = 0; i < COLUMNS; i++)
		fprintf(out, "%*lld", columns[i].width, (long long)sums.of[i]);
	fprintf(out, "  all %zu merged targets\n", sums.merged);
}

/* ---- failures */

struct group_report {
	const char *target; /* its name */
	FILE *out;
	size_t count; /* of all targets */
};

static void group_write(void *context, json_t *group)
{
	struct group_report *report = context;
	const json_int_t line = json_integer_value(json_object_get(group, "line"));
	const size_t artifacts = json_array_size(json_object_get(group, "artifacts"));
	FILE *out = report->out;

	if (strcmp(json_member_text(group, "kind"), "group") != 0)
		return;
	fprintf(out, "%s: %s", report->target, json_member_text(group, "type"));
	if (*json_member_text(group, "function"))
		fprintf(out, " in %s", json_member_text(group, "function"));
	if (*json_member_text(group, "file"))
		fprintf(out, " %s", json_member_text(group, "file"));
	if (line)
		fprintf(out, ":%lld", (long long)line);
	fprintf(out, " (%zu artifact%s)\n", artifacts, artifacts == 1 ? "" : "s");
	if (*json_member_text(group, "call"))
		fprintf(out, "  %s\n", json_member_text(group, "call"));
	fprintf(out, "  %s\n", json_member_text(group, "again"));
	report->count++;
}

/* Returns how many there are. */
static size_t print_failures(const struct farm *farm, FILE *out)
{
	struct group_report report = {.out = out};
	struct text_buffer path = {0};
	unsigned char *lines;
	size_t size;

	for (size_t i = 0; i < farm->count; i++) {
		report.target = farm->targets[i].name;
		if (corpus_read_regular(farm_path(farm, &path,
						  "targets/%s/failures.json",
						  report.target),
					&lines, &size))
			continue;
		json_lines_read((const char *)lines, group_write, &report);
		free(lines);
	}
	if (report.count)
		fputc('\n', out);
	text_done(&path);
	return report.count;
}

static void print_failed_sessions(const struct farm *farm, FILE *out)
{
	char why[WHY_SIZE];

	for (size_t i = 0; i < farm_units(farm); i++) {
		const struct farm_unit unit = farm_unit_at(farm, i);
		struct text_buffer path = {0};
		if (farm_unit_state(&unit, why, sizeof why) == UNIT_FAILED)
			fprintf(out, "%s: %s\n", farm_unit_path(&unit, &path, "log"),
				why);
		text_done(&path);
	}
}

/* ---- the report */

int farm_report(struct command *command, const struct farm *farm, size_t *faults)
{
	struct text_buffer path = {0};
	char *text = NULL;
	size_t size;
	FILE *out = text_open(&text, &size);

	farm_report_head(farm, out);
	fputc('\n', out);
	*faults = print_failures(farm, out);
	print_targets(farm, out);
	fputc('\n', out);
	print_failed_sessions(farm, out);
	int err = fclose(out) ? command_no_memory(command) : 0;
	if (!err) {
		fputs(text, stdout);
		err = command_write(command, farm_path(farm, &path, "report.txt"), text,
				    size);
	}
	if (!err)
		err = command_flush(command);
	free(text);
	text_done(&path);
	return err;
}
