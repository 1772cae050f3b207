/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tree_file.h - the execution tree on disk, a file to which each finding is added:
 *
 *	me-tree VERSION KEY
 *	n PARENT EDGE FUNCTION BLOCK SIDES GOAL	a node; PARENT - of the first one; GOAL -
 *						unless it is a label
 *	s NODE EDGE STATE INPUT			a side; INPUT - where it is not seen
 *	l NODE EDGE INDEX LABEL STATE		a label's place; NODE - before the first one
 *	m PLACE STATE				its state becomes another one
 *	i CUT OPEN NAME				an input that was run (struct tree_input)
 *	e EFFORT				how sides that are unknown were tried, 16 hexadecimal digits
 *	. SUM					what is above belongs together
 *
 * KEY is that of proofs about the program (me/verdicts.h), and of how labels are
 * explored: nodes of another build mean nothing, and labels that were left out before
 * would be missing. SUM is the hash of all before it, 16 hexadecimal digits. Lines behind the last
 * `.` were cut short by the end of a process, and count for nothing.
 */
#ifndef PROVER_TREE_FILE_H
#define PROVER_TREE_FILE_H

#include <stdio.h>

#include "prover/explore/execution_tree.h"

#define TREE_FILE_VERSION 4

struct tree_file {
	int descriptor;
	uint64_t sum;
	uint64_t effort; /* the last one that it has */
	struct execution_tree *tree;
	char *text; /* of what is to be written next */
	size_t size;
	FILE *out;
};

/* How the file was found. */
enum tree_file_found {
	TREE_FILE_NEW,
	TREE_FILE_CONTINUED,
	TREE_FILE_OTHER, /* of another build or version: it was renamed */
	TREE_FILE_DAMAGED, /* it was renamed */
	TREE_FILE_BUSY, /* another process has it open */
	TREE_FILE_ERROR, /* errno */
};

/* Opens the file and reads it into the tree, which is empty. A file that cannot be read
 * on is renamed to `aside` and begun anew. Call tree_file_done() in any case. */
enum tree_file_found tree_file_open(struct tree_file *file, const char *path,
				    const char *aside, uint64_t key,
				    struct execution_tree *tree);
/* Renames the file to `aside`, and begins anew; the tree is empty then. Returns 0, or an
 * errno. */
int tree_file_restart(struct tree_file *file, const char *path, const char *aside,
		      uint64_t key);
/* What sides are tried with from now on, a hash: where it is another effort than the last
 * one in the file, sides and places of labels that are unknown are open again. Returns 0,
 * or an errno. */
int tree_file_effort(struct tree_file *file, uint64_t effort);
/* A file that is nowhere: what is written to it is forgotten. */
void tree_file_none(struct tree_file *file, struct execution_tree *tree);
/* Writes what the listener was told and, unless TREE_NONE, that the input was run. What
 * was written before stays if this fails. Returns 0, or an errno. */
int tree_file_write(struct tree_file *file, uint32_t input);
/* Notes a side, or the place of a label, that has changed. */
void tree_file_side(struct tree_file *file, uint32_t node, uint32_t edge);
void tree_file_place(struct tree_file *file, uint32_t place);
struct tree_listener tree_file_listener(struct tree_file *file);
void tree_file_done(struct tree_file *file);

#endif
