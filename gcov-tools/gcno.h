/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcno.h - the control flow graphs that GCC writes to a .gcno file, and how often each
 * arc was taken, from the .gcda file beside it. Reads the files of gcc 9 to 15.
 *
 * A branch is identified by (function, ordinal, rank): the ordinal-th block with at
 * least two arcs of which none is fake, and the position of the arc in the file. (gcov
 * itself prints arcs in the order of their destinations.) The plugin counts conditions
 * and switches in the same way.
 */
#ifndef COMMAND_GCNO_H
#define COMMAND_GCNO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum gcno_err {
	GCNO_OK = 0,
	GCNO_EREAD = -1, /* the file cannot be read */
	GCNO_EFORMAT = -2, /* not such a file, or truncated */
	GCNO_EVERSION = -3, /* older than gcc 9, or of the other byte order */
	GCNO_EMISMATCH = -4, /* .gcda does not belong to .gcno */
	GCNO_EGRAPH = -5, /* the counts do not determine the graph */
	GCNO_ENOMEM = -6,
};

const char *gcno_strerror(int err);

struct gcno_arc {
	uint32_t source, destination; /* blocks */
	bool on_tree; /* not counted: computed from the others */
	bool fake; /* a call that may not return */
	bool known; /* count is valid */
	uint64_t count;
};

struct gcno_block {
	size_t first_arc, arc_count; /* outgoing ones, in function->arcs */
	uint32_t line; /* of its last line record; 0 if it has none */
	uint32_t line_groups; /* how often gcov lists it: once per range of lines of one
				 file */
	uint64_t count;
};

/* A line of the function's own file that a block has: GCC notes the lines of what it
 * inlined, too. */
struct gcno_line {
	uint32_t number, block;
};

struct gcno_function {
	char *name; /* assembler name */
	char *source; /* as the compiler names the file */
	uint32_t ident, line_checksum, graph_checksum;
	uint32_t line, end_line;
	bool artificial;
	size_t block_count, arc_count, line_count;
	struct gcno_block *blocks; /* 0 is the entry, 1 the exit */
	struct gcno_arc *arcs; /* by source, then by destination */
	struct gcno_line *lines; /* by number, then in no order */
};

struct gcno {
	int gcc; /* major version of the compiler */
	uint32_t stamp;
	char *directory; /* where the compiler ran */
	size_t function_count;
	struct gcno_function *functions;
	size_t source_count;
	char **sources; /* all files that lines come from, each once */
};

/* The counts of a function. */
struct gcno_totals {
	unsigned lines, lines_executed; /* its own */
	unsigned branches, executed, taken; /* executed: gcov's 'Branches executed' */
	unsigned calls, calls_executed;
};

/* Reads a .gcno file. gcno_done() also after an error. */
int gcno_read(struct gcno *gcno, const char *path);
int gcno_parse(struct gcno *gcno, const unsigned char *bytes, size_t n);
void gcno_done(struct gcno *gcno);

/*
 * Reads the counts and computes those of all other arcs and of the blocks. If the .gcda
 * file does not exist, nothing was run.
 */
int gcno_read_counts(struct gcno *gcno, const char *path);
int gcno_parse_counts(struct gcno *gcno, const unsigned char *bytes, size_t n);

/*
 * Solves one function's graph from the counts of the arcs outside the spanning tree: at
 * each block the sums of incoming and of outgoing arcs are equal.
 */
int gcno_solve(struct gcno_function *function);

/* The ordinal-th branching block, or NULL. */
const struct gcno_block *gcno_branching(const struct gcno_function *function,
					size_t ordinal);
/* How many there are. */
size_t gcno_branching_count(const struct gcno_function *function);

void gcno_count(const struct gcno_function *function, struct gcno_totals *totals);

#endif
