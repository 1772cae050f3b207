/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/farm/farm_script.h"

#include <stdlib.h>
#include <string.h>

#include "command/farm/farm_session.h"
#include "system/path.h"

const char *const farm_script_names[FARM_SCRIPTS] = {"search", "merge", "report"};

/* What sbatch would read otherwise in a name that stands between double quotes. */
static int check_name(struct command *command, const char *name)
{
	if (!strpbrk(name, "\"\\$`\n%"))
		return 0;
	return command_fail(command, name,
			    "a name in a script of Slurm has none of \" \\ $ ` %% nor "
			    "an end of line");
}

static void add_options(const struct farm *farm, enum farm_script which,
			struct text *out)
{
	const struct farm_settings *s = &farm->settings;
	const char *name = farm_script_names[which];

	text_add(out, "#!/bin/sh\n");
	text_add(out, "#SBATCH --job-name=\"me-%s-%s\"\n", name,
		 path_base(farm->directory));
	text_add(out, "#SBATCH --output=\"%s/jobs/%s-%s.log\"\n", farm->directory, name,
		 which == FARM_REPORT ? "%j" : "%A_%a");
	text_add(out, "#SBATCH --open-mode=append\n");
	text_add(out, "#SBATCH --requeue\n");
	text_add(out, "#SBATCH --ntasks=1\n");
	text_add(out, "#SBATCH --cpus-per-task=%u\n",
		 which == FARM_REPORT ? 1 : s->cpus);
	text_add(out, "#SBATCH --time=%s\n", s->time);
	if (s->partition)
		text_add(out, "#SBATCH --partition=%s\n", s->partition);
	if (which != FARM_REPORT)
		text_add(out, "#SBATCH --array=0-%u\n",
			 (which == FARM_SEARCH ? farm->tasks : farm->merges) - 1);
	if (which == FARM_SEARCH)
		text_add(out, "#SBATCH --signal=B:TERM@%.0f\n",
			 farm_search_margin(farm_settings_seconds(s->time)));
	for (size_t i = 0; i < s->sbatch.count; i++)
		text_add(out, "#SBATCH %s\n", s->sbatch.items[i]);
}

/* The program takes the place of the shell, to which Slurm sends the signal. */
static void add_command(const struct farm *farm, enum farm_script which, const char *me,
			struct text *out)
{
	static const char *const option[] = {"run", "merge", "report"};

	text_add(out, "exec \"%s\" farm --%s%s \"%s\"\n", me, option[which],
		 which == FARM_REPORT ? "" : "=\"$SLURM_ARRAY_TASK_ID\"",
		 farm->directory);
}

int farm_script(struct command *command, const struct farm *farm,
		enum farm_script which, struct text *out)
{
	char *me = NULL;
	int err = command_own_file(command, "me", &me);

	if (!err)
		err = check_name(command, me);
	if (!err)
		err = check_name(command, farm->directory);
	for (size_t i = 0; i < farm->settings.sbatch.count && !err; i++)
		if (strchr(farm->settings.sbatch.items[i], '\n'))
			err = command_fail(command, "--sbatch=", "has an end of line");
	if (!err) {
		add_options(farm, which, out);
		add_command(farm, which, me, out);
		err = out->failed ? command_no_memory(command) : 0;
	}
	free(me);
	return err;
}
