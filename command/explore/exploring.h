/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exploring.h - what the files of `me explore` share: the target and its program
 * (proof.h), the execution tree and its file.
 *
 * command/explore holds `me explore`, which takes each path of a target that the solvers
 * find an input for, and `me resolve`.
 */
#ifndef COMMAND_EXPLORING_H
#define COMMAND_EXPLORING_H

#include "command/proof/proof.h"
#include "command/target/target_server.h"
#include "command/target/target_trace.h"
#include "prover/side/side_query.h"
#include "prover/explore/tree_choice.h"
#include "prover/explore/execution_tree.h"

/* ---- what `me explore` is asked for */

/* Which labels are not asked for any more: iterative label deletion (Bardin, Kosmatov,
 * Cheynier, ICST 2014, section V-B). */
enum explore_deletion {
	DELETE_COVERED, /* each that a run covers (idl-2) */
	DELETE_SOLVED, /* each whose own path is solved (idl-1) */
	DELETE_NONE,
};

/* Which inputs come first, and then which side is tried next. */
enum explore_strategy {
	STRATEGY_FAIR,
	STRATEGY_DFS,
	STRATEGY_FITNESS,
	/* Strategies that begin with a cover (explore_cover.c). */
	STRATEGY_STATEMENT, /* ends as with `covers` */
	STRATEGY_PATH,
};

struct explore_options {
	/* The target, the corpus, the solvers and their limits. */
	struct prove_options proof;
	enum explore_strategy strategy;
	unsigned length, visits; /* struct tree_bounds */
	unsigned paths; /* it ends after so many runs; 0: no limit */
	/* How a path condition is solved, and the searches' part in it. */
	char solve[32]; /* the method's name */
	enum side_method method;
	const struct condition_method *search;
	unsigned seed;
	bool ordered; /* struct condition_options */
	enum path_labels labels;
	enum explore_deletion deletion; /* of PATH_LABELS_TIGHT */
	bool covers; /* it ends when each goal is covered or proven */
	/* Only goals count: other inputs are not kept, nor is the tree, and sides that
	 * lead to no open goal are left alone. */
	bool only_goals;
	/* It ends after so many of CPU, of solvers and searches, these as estimated; 0: no
	 * limit. */
	double solving_seconds;
};

/* The defaults of the bounds. */
#define EXPLORE_LENGTH 1000
#define EXPLORE_VISITS 64

/* ---- the exploration */

/* An input by number of the tree's inputs: its bytes, of the entry's size, and by label
 * whether its run covered it; or null. */
struct known_input {
	uint8_t *bytes;
	bool *covers;
};

struct explore_calls;

struct exploring {
	struct proof_session session;
	const struct explore_options *options;
	struct prove_side *sides;
	size_t side_count;
	size_t *side_of; /* by goal of the record */
	struct prove_side *labels; /* those that count, unless paths ignore them */
	size_t *label_goal; /* of the record, by label */
	size_t label_count;
	struct decision_map map;
	struct execution_tree tree;
	struct tree_file file;
	char *file_path,
	    *file_aside; /* of its file, and where one is put that is no use */
	struct known_input *inputs;
	size_t input_room;
	uint32_t *distance; /* by block, up to an open goal */
	struct target_server server; /* which tells what runs decide and meet */
	struct explore_calls *calls; /* explore_calls.c */
	const struct native_caller *caller; /* of opaque functions, for searches */
	/* the side that is being solved */
	struct tree_pick pick;
	bool has_pick, met; /* a run took it */
	/* The call by pointer whose side it is; null: it is none. */
	const struct path_choice *call;
	bool *ran; /* by goal of the record: the last run met it */
	bool ends; /* the last run ended before it, on the way that was predicted */
	struct condition_options search_options; /* what earlier searches have shown */
	struct side_yields yields; /* of searches and solvers */
	size_t searches, evaluations;
	struct search_counts counts; /* of the searches after solvers */
	bool *searched; /* by function: one of them was for a side in it */
	size_t runs; /* of inputs that were made here */
	size_t new_paths;
	size_t missed; /* runs of other models, guesses, that did not take the side */
	size_t diverged; /* runs of whole models that left the predicted prefix */
	size_t ended; /* those that ended before they had left it */
	size_t lost; /* runs that the formulas could not follow */
	size_t covered; /* goals, by runs that were made here */
	size_t proven; /* goals, by a cover or a whole exploration */
	size_t beyond; /* open sides that are out of bounds */
	double begun; /* clock_now() */
	bool is_random; /* one input was seen to take two paths */
	unsigned random_tests; /* of runs that were to take a side, for that */
	bool failed; /* the tree could not be written, or no run be made */
};

/* ---- explore_options.c */

/* The method of the portfolio's searches. */
const struct condition_method *explore_search(void);

/* Reads the command line. Returns COMMAND_DONE to go on, or another exit code. */
int explore_options_read(struct command *command, int argc, char **argv,
			 struct explore_options *options);

/* ---- exploring.c */

/* Whether the exploration is to end: by a bound, the time, or since it has failed. */
bool explore_is_over(const struct exploring *x);

/* The goal of the program that the record's goal of that number is, and its function; null:
 * it was not exported. */
const struct function_goal *explore_goal(const struct exploring *x, size_t number,
					 const struct function **function);
/* Whether the goal is asked for, and neither met nor proven. */
bool explore_is_open(const struct exploring *x, size_t number);

/* The side that the pick is behind: its own for a label; node TREE_NONE: the beginning. */
struct tree_pick explore_before_pick(const struct exploring *x);
/* The edges of the choices before the pick, *count, as the caller frees them. */
uint32_t *explore_edges_before(const struct exploring *x, size_t *count);

/* Whether each input that the tree knows is still there, and has been read. */
bool explore_has_inputs(const struct exploring *x);
/* Whether each path of the tree was taken or proven infeasible, without loss. */
bool explore_is_whole(const struct exploring *x);
/* The goals that no path of a whole exploration meets are infeasible: keeps and prints
 * these proofs, and counts them. Returns 0, or -1 after a message. */
int explore_prove(struct exploring *x);
/* Whether the goal of the record is proven infeasible, here or before. */
bool explore_is_proven(const struct exploring *x, size_t number);

/* Finds the labels: predicates among the goals that count. */
void explore_labels_find(struct exploring *x);
/* The key of the tree: labels, and how they are explored, beside the target. */
uint64_t explore_labels_key(const struct exploring *x);
/* Closes the labels that are not asked for any more, in the beginning and after a run. */
void explore_labels_close(struct exploring *x);
void explore_labels_met(struct exploring *x);

/* What is known of the labels among the goals that count. */
struct label_totals {
	size_t labels, covered, infeasible;
	size_t open; /* places that have not been tried, and are still asked for */
	size_t longest; /* places of labels on one path */
};

struct label_totals explore_labels_count(const struct exploring *x);

/* ---- explore_command.c */

/* Explores for the goals that are open, and prints those that it covers or proves
 * infeasible, which are counted in *closed. Returns 0, or -1 after a message. */
int explore_goals(struct command *command, const struct prove_options *options,
		  double solving_seconds, size_t *closed);

/* ---- explore_decisions.c */

struct decisions {
	size_t *list; /* sides, or NO_DECISION: one that does not count */
	size_t count, room;
	bool returns; /* the run does */
	struct trace_run run; /* its goals; met is null: the run has not told them */
};

/* Runs the file. Returns 0, or -1 after a message: the target cannot be run. A run that
 * takes long or ends otherwise has the decisions until then. decisions_done() in any
 * case. */
int decisions_read(struct exploring *x, char *path, struct decisions *decisions);

/* Runs the file in a target of its own, whose addresses and times are others. */
int decisions_read_apart(struct exploring *x, char *path, struct decisions *decisions);
void decisions_done(struct decisions *decisions);

/* Ends the target that has stayed. */
void decisions_end(struct exploring *x);

/* ---- explore_calls.c */

/* Calls of opaque functions (prover/expr/native_function.c), executed by a process of the
 * target that stays. Sets x->caller. The process starts with the first call. */
void explore_calls_begin(struct exploring *x);

/* Ends the process. Also without a beginning. */
void explore_calls_end(struct exploring *x);

/* ---- explore_cover.c */

/* Runs the inputs of the cover that the strategy begins with, and keeps and prints its
 * proofs of goals, which it counts. Returns 0, or -1 after a message. */
int explore_cover(struct exploring *x);

/* ---- explore_side.c */

/* Tries what is picked: x->pick. */
void explore_side(struct exploring *x);

/* ---- explore_run.c */

/* Runs an input that was made, keeps it if it shows something new, and adds its path to
 * the tree. Sets x->met. */
void explore_run(struct exploring *x, const uint8_t *bytes, size_t size, bool is_exact);
/* Adds the paths of the corpus's inputs, and of the artifacts beside it, that are not in
 * the tree. Returns 0, or -1 after a message. */
int explore_corpus(struct exploring *x);

/* ---- explore_print.c */

/* The goals that the last run was the first to meet; `before`: by goal, what was met. */
void explore_print_goals(struct exploring *x, const bool *before);
/* A side that has its verdict; `text`: why it is unknown, or how it is proven. */
void explore_print_side(struct exploring *x, const char *text);
void explore_print_summary(struct exploring *x);

/* ---- resolve.c: which stage of `me resolve` is next */

enum resolve_stage { STAGE_SEARCH, STAGE_PROVE, STAGE_EXPLORE, STAGES };

enum { STAGE_RUNS_MOST = 8 };

struct stage_state {
	unsigned runs;
	size_t closed; /* goals, */
	double seconds; /* in so much CPU */
	bool waits; /* for something new to begin with */
};

/* A search, then proofs, then the stage that has closed most goals for its CPU time, of
 * those that do not wait and have had fewer than STAGE_RUNS_MOST runs. The explorer comes
 * behind all others for the first time. STAGES: there is none. */
enum resolve_stage resolve_next(const struct stage_state stages[STAGES]);

/* That stage has found something: the others need not wait. */
void resolve_wake(struct stage_state stages[STAGES], enum resolve_stage stage);

#endif
