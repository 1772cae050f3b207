/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_check.c - looks for libme's note in a program. */
#include "command/target/target_check.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "me/schema.h"
#include "prover/executable/section.h"

/* Looks for the note; says why not, and what to give instead. */
static int note_find(struct command *command, const char *path)
{
	char why[SECTION_WHY];
	struct section_file file;
	Elf_Scn *section;
	Elf_Data *data;
	int err = section_open(&file, path, why);

	if (err)
		command_fail(command, path,
			     "%s; it was not run: give the target that me-cc linked",
			     why);
	else if (section_find(&file, ME_TARGET_NOTE, &section, &data, why))
		err = command_fail(command, path,
				   "was not built with this version of ME; it was not "
				   "run: give the target that me-cc linked");
	section_close(&file);
	return err ? -1 : 0;
}

int target_check(struct command *command, const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0)
		return command_fail(command, path, "%s", strerror(errno));
	if (!S_ISREG(st.st_mode))
		return command_fail(command, path, "not a program");
	return note_find(command, path);
}
