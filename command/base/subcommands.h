/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * subcommands.h - the subcommands of `me`. Each gets its arguments (argv[0] is its own
 * name) and returns an exit code; what failed stands in command->failure.
 */
#ifndef COMMAND_SUBCOMMANDS_H
#define COMMAND_SUBCOMMANDS_H

#include "command/base/usage.h"

extern const struct usage corpus_diff_usage, corpus_export_usage, corpus_import_usage,
    corpus_merge_usage, corpus_minimise_usage, corpus_simplify_usage, cover_usage,
    emit_usage, explore_usage, farm_usage, ir_usage, prove_usage, resolve_usage,
    sat_usage, score_usage, select_usage, show_usage, status_usage, triage_usage;

int cc_main(struct command *command, int argc, char **argv);
int corpus_diff_main(struct command *command, int argc, char **argv);
int corpus_export_main(struct command *command, int argc, char **argv);
int corpus_import_main(struct command *command, int argc, char **argv);
int corpus_merge_main(struct command *command, int argc, char **argv);
int corpus_minimise_main(struct command *command, int argc, char **argv);
int corpus_simplify_main(struct command *command, int argc, char **argv);
int cover_main(struct command *command, int argc, char **argv);
int emit_main(struct command *command, int argc, char **argv);
int explore_main(struct command *command, int argc, char **argv);
int farm_main(struct command *command, int argc, char **argv);
int ir_main(struct command *command, int argc, char **argv);
int prove_main(struct command *command, int argc, char **argv);
int resolve_main(struct command *command, int argc, char **argv);
int sat_main(struct command *command, int argc, char **argv);
int score_main(struct command *command, int argc, char **argv);
int select_main(struct command *command, int argc, char **argv);
int show_main(struct command *command, int argc, char **argv);
int status_main(struct command *command, int argc, char **argv);
int triage_main(struct command *command, int argc, char **argv);

#endif
