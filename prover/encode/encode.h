/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * encode.h - an exported function as formulas: forward symbolic execution of its
 * control flow graph, with loops unwound and states joined where paths meet.
 *
 * Each goal gets the condition under which a run takes it, over the bytes of the input
 * and over unconstrained variables. The condition is an over-approximation: for
 * whatever the program can do, some values satisfy it. So if the condition of a goal
 * has no solution, no run takes the goal, except a run that has passed the frontier of
 * the walk before: a point where the walk stopped, such as the unwinding assertion of a
 * loop that was unwound up to its bound.
 *
 * prover/encode/ knows no solver. Start with this file, then frame.c, which walks a
 * function.
 */
#ifndef PROVER_ENCODE_H
#define PROVER_ENCODE_H

#include "prover/expr/expr.h"
#include "prover/ir/gimple.h"
#include "value/layout.h"

/*
 * The unwound graph as the encoder walked it: a node is a copy of a block, or a part of
 * one before or after a walked call; an edge has the condition under which a run takes
 * it.
 */

/* The target of an edge that leads to no node. */
enum unwound_sink {
	UNWOUND_RETURN = -1, /* the entry returns */
	UNWOUND_FRONTIER = -2, /* a frontier point: the walk stopped there */
	UNWOUND_OFF = -3, /* off the one path that is walked */
};

struct unwound_edge {
	int32_t from, to;
	expr condition; /* of a run that has come to `from` */
	expr reach; /* of all runs */
	/* Of a decision, an edge of the function; null: a jump, a call or its return.
	 */
	const struct function *function;
	uint32_t block, edge;
	uint32_t goal; /* of the function's, or GIMPLE_NONE */
};

/* Edges into a node come before those out of it. Node 0 is the start of the entry. At a
 * node without outgoing edges runs end without returning. */
struct unwound {
	struct unwound_edge *edges;
	size_t edge_count, room;
	int32_t node_count;
	int32_t at; /* the node that is being walked */
};

int32_t unwound_node(struct unwound *graph);
void unwound_add(struct unwound *graph, const struct unwound_edge *edge);
/* Adds an unconditional edge from the node that is being walked. */
void unwound_jump(struct unwound *graph, int32_t to, expr always);
void unwound_done(struct unwound *graph);

/* An object in memory. Each instance of a local variable is one of its own. */
struct memory_object {
	const struct object *declaration; /* null: it is a parameter's target */
	const struct function *function; /* that declares it */
	const struct function *code; /* that it is; else null */
	const char *name;
	uint64_t size;
	bool is_tracked; /* else: reads of it are unconstrained */
	bool is_constant;
	bool has_escaped; /* other code may have its address */
	bool is_local; /* no other code accesses it unless its address escapes */
	bool is_dead; /* its lifetime has ended: others may have its address */
	const struct me_parameter *input; /* whose target it is; or null */
	bool is_block; /* of malloc() or the like */
	expr room; /* a block's size, where it is no constant; else EXPR_NONE */
	expr freed; /* when it has been freed; EXPR_NONE: never */
	bool is_shadowed; /* written through an argument that may overlap with it */
	expr address;
	expr *first; /* its initial bytes; size of them */
};

enum frontier_kind {
	FRONTIER_LOOP, /* unwinding assertion: it was unwound up to its bound */
	FRONTIER_RECURSION, /* unwinding assertion of a recursive call */
	FRONTIER_STORE, /* a store to an unknown object */
	FRONTIER_VALUE, /* a load of bits that are no value of the type */
	FRONTIER_TWICE, /* a call that returns twice, such as setjmp */
	FRONTIER_CALL, /* the callee may call functions of the program */
	FRONTIER_SIZE, /* the formulas became too large */
};

/* One of the calls that were being walked. */
struct call_place {
	const struct function *function;
	uint32_t block;
	uint32_t statement; /* of the block: the one that was walked; their number: its
			       end */
};

/* A point where the walk stopped. `reach` of a loop or of recursion is the negation of
 * the unwinding assertion. */
struct frontier_point {
	uint8_t kind; /* enum frontier_kind */
	const struct function *function;
	uint32_t block; /* LOOP: the header; RECURSION: none */
	uint32_t line;
	expr reach; /* when a run comes to it */
	const struct call_place *calls; /* the innermost first, the entry last */
	uint32_t call_count;
	size_t edges; /* of the unwound graph when the walk came there: of a run that
			 comes to the point, those before it are among them, and those
			 behind it are not */
};

/* A goal as a condition: when a run meets it. */
struct encoded_goal {
	const struct function *function;
	uint32_t goal; /* of the function's */
	expr reach;
};

/* What a loop may change: a phi of its header, or what is in memory. */
struct loop_value {
	struct type type;
	bool is_cell; /* in memory: */
	uint32_t object;
	uint64_t offset;
	size_t order; /* of that header */
	expr reach; /* of a run that comes there */
	expr at; /* bits of the type, unconstrained: at the header that stands for any
		    iteration's; EXPR_NONE: no run comes there */
	struct loop_visit {
		expr reach, value; /* of a run that comes to the header with it */
		size_t order; /* in which the walk comes to headers, as runs do */
		bool is_fact; /* it has what holds at the header each time; else that is
				 to be shown */
	} * visits;
	size_t count, room;
};

/* Where an expression comes from in the source. */
struct origin {
	expr e;
	const struct function *function;
	uint32_t line;
	uint32_t name; /* the SSA name whose value it is, or GIMPLE_NONE: a decision */
	uint32_t edge; /* of a decision: the edge that it leads to; 0 is true */
	bool is_switch;
};

/* The unwinding bound: how often a loop's header is entered again, or a function inside
 * of itself. */
struct bound {
	const struct function *function;
	uint32_t block; /* the header, or GIMPLE_NONE for recursion */
	uint32_t limit;
};

struct bounds {
	struct bound *list;
	size_t count, room;
	uint32_t otherwise; /* of all others */
	uint32_t passes; /* of ENCODE_SUMMARIES; 0: one */
	size_t expressions; /* at most so many are made; 0: 20 million */
};

uint32_t bounds_limit(const struct bounds *bounds, const struct function *function,
		      uint32_t block);
void bounds_set(struct bounds *bounds, const struct function *function, uint32_t block,
		uint32_t limit);

/* Pointers of which a call may choose; with more it is one of an unknown function. */
enum { CALLEES_MOST = 1024 };

/* A block with several edges, or a call by pointer that may come to several functions,
 * to which the walk of one path has come. */
struct guide_point {
	const struct function *function;
	uint32_t block, line;
	const struct block_end
	    *end; /* the block's; null: of a call an edge is a function */
	uint32_t edge_count;
	/* Of a call, by edge; null: any function that is not known. */
	const struct function *const *callees;
	const expr *conditions; /* by edge: of a run that has come to the block */
	const expr *reach; /* by edge: of all runs */
	size_t frontier; /* points of the frontier before it */
};

/* The predicate of a goal, to which the walk of one path has come. */
struct guide_predicate {
	const struct function *function;
	uint32_t block, line;
	uint32_t goal; /* of the function's */
	expr condition; /* that it is true, of a run that has come here */
	expr reach; /* of all runs that come here */
	size_t frontier; /* points of the frontier before it */
};

/* How the path goes on behind a predicate. */
enum guide_answer {
	GUIDE_FREE, /* whether it is true or not */
	GUIDE_TRUE,
	GUIDE_FALSE,
	GUIDE_END, /* the path ends */
};

/* What the walk of one path goes by. choose() returns the edge that the path takes, or
 * GIMPLE_NONE where it ends. It is not asked at the ends of blocks in the observers of
 * predicates, where all paths are walked and joined. */
struct walk_guide {
	uint32_t (*choose)(void *context, const struct guide_point *point);
	/* May be null: GUIDE_FREE. */
	enum guide_answer (*judge)(void *context,
				   const struct guide_predicate *predicate);
	void *context;
	/* Who calls opaque functions that are declared const (native_function.c), when a
	 * search evaluates the formulas; null: nobody. */
	const struct native_caller *caller;
};

/* What a load beside an input's bytes gives. */
struct load_beside {
	uint32_t object, version; /* of its bytes */
	expr offset, value;
	unsigned bytes;
};

struct encoding {
	struct expr_store store;
	struct arena arena;
	const struct gimple_program *program;
	const struct function *entry;
	const struct bounds *bounds;
	const struct walk_guide *guide; /* null: all paths */
	bool inlining; /* walk the callees that are exported */
	bool names_edges; /* ENCODE_EDGES */
	bool summarises; /* ENCODE_SUMMARIES */
	size_t summary_count; /* loops that were walked so */
	struct load_beside beside[64]; /* the last ones */
	uint32_t beside_count, versions;
	struct loop_value *loop_values; /* of their headers */
	size_t loop_value_count, loop_value_room;
	size_t header_visits;
	bool is_history; /* what is walked stands for what runs did before */
	bool *escaped; /* by expression: the objects of its addresses have escaped */
	size_t escaped_room;
	bool flushes; /* SSE may flush subnormal numbers: unconstrained */
	bool shortens; /* x87 may round to fewer bits: unconstrained */
	bool may_meet_globals; /* as of struct entry */
	bool odd_bools; /* as of struct entry */
	bool odd_inputs; /* as of struct entry */
	uint32_t assumed_first,
	    assumed_last; /* lines of assumptions that ended runs; 0: none did */
	bool rests_on_bools; /* a bool was read that is assumed to be 0 or 1 */
	bool rests_on_overlap; /* something was read that depends on whether arguments
				  overlap with each other or with global variables */
	struct memory_object *objects;
	size_t object_count, object_room;
	struct frontier_point *frontier;
	size_t frontier_count, frontier_room;
	struct encoded_goal *goals;
	size_t goal_count, goal_room;
	struct origin *origins;
	size_t origin_count, origin_room;
	expr *assumptions; /* ranges and lengths of the entry; definitions of the
			      variables of ENCODE_EDGES */
	size_t assumption_count, assumption_room;
	const struct frame *frame; /* the innermost call that is being walked */
	bool has_returned; /* the last call, which no run leaves by an exception */
	/* The state where the last call returns, if it may also throw; or null. */
	struct walk_state *returned;
	/* The bytes of the structure that the last call returned; null: not known. */
	const expr *whole;
	uint64_t whole_size;
	struct unwound unwound;
	size_t walked; /* copies of blocks */
	expr returns; /* when the entry returns */
	bool changes_rounding; /* the program may change the rounding mode */
	expr
	    mode_address; /* the mode in memory (rounding_mode.c); EXPR_NONE: it is not followed */
	uint64_t
	    fixed_mode; /* EXPR_FIXED_MODE and the one of the statement that is walked, or 0 */
	bool is_initial; /* global objects that are added have their initial bytes */
	uint64_t roundings; /* number of rounding operations; then part of each */
	uint64_t results; /* number of EXPR_BITS made: each is a different one */
};

/* What a variable is called that is a truth value as a library function says it: any number but 0. */
#define ENCODE_TRUTH "truth value"

/* How it is encoded. */
enum encode_options {
	ENCODE_INLINING = 1, /* walk the callees that are exported */
	ENCODE_INTEGERS = 2, /* simplified as if integers had no bounds */
	ENCODE_EDGES = 4, /* a variable for each decision and each joined value */
	/* A loop is walked once, as any of its iterations: at its header what the loop
	 * may change is unconstrained. Such loops have no unwinding assertions. With more
	 * passes than one, some before it and behind it are walked (loop_header.c). */
	ENCODE_SUMMARIES = 8,
	ENCODE_NEAREST = 16, /* for runs that round to nearest */
};

/* Walks the entry on all inputs of its layout. Returns 0, or -1 and says why (256
 * bytes) if the entry is missing or does not fit the layout. Call encoding_done() in
 * any case. */
int encode(struct encoding *e, const struct gimple_program *program,
	   const struct entry *entry, const struct bounds *bounds, unsigned options,
	   char *why);
/* Walks one path, with callees inlined: no states are joined, and a loop goes
 * round as often as the guide says. The unwound graph is the path with the edges off it
 * (UNWOUND_OFF). The guide must stay as long as the encoding. */
int encode_along(struct encoding *e, const struct gimple_program *program,
		 const struct entry *entry, const struct walk_guide *guide, char *why);
void encoding_done(struct encoding *e);

/* Writes the value of an input variable to its place in the file. */
void encoding_put(const struct variable *variable, uint64_t value, uint8_t *bytes,
		  size_t size);

/* Whether the entry is a program's main(), which begins as the program does (nondet.c). */
bool encode_starts_program(const struct entry *entry);
/* Whether the encoder knows what the library's function of that name computes. */
bool encode_knows(const char *name);

/* The goal, or null if the walk did not reach its condition. */
const struct encoded_goal *
encoding_goal(const struct encoding *e, const struct function *function, uint32_t goal);

#endif
