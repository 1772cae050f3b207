/* SPDX-License-Identifier: GPL-3.0-or-later */
/* commands.h - the command that compiles this unit, from which a twin can be built
 * later. */
#ifndef PLUGIN_COMMANDS_H
#define PLUGIN_COMMANDS_H

/* All texts are non-null; those of words are in the shell's single quotes. */
struct driver_command {
	const char *source; /* main input file as given */
	char *directory; /* where the compiler runs */
	const char *compiler; /* COLLECT_GCC: the driver's name, or "" */
	const char *options; /* COLLECT_GCC_OPTIONS, or "" */
	char *command; /* the driver's whole command line, or "" */
};

void driver_command_read(struct driver_command *out);
void driver_command_done(struct driver_command *c);

#endif
