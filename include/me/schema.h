/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * schema.h - the lines of JSON that a target and `me` print, and the file of verdicts.
 *
 * Every line is one object on a line of its own; a reader passes over what is no such
 * line, and over members that it does not know. Texts are UTF-8. Names of files and
 * functions are bytes: a byte of one that is no part of valid UTF-8, or of a character
 * U+EF80 to U+EFFF, is the character U+EF00 plus the byte, so that no name is lost.
 * GOAL is an id (me/goal.h).
 *
 * TARGET OPTION --serve, where OPTION is one of those below: each file that is named on standard
 * input, ended by a NUL, is answered by a record, or two, as soon as it comes. What the program
 * prints goes to standard error. Before the first one comes
 *	{"kind":"ready", "process"}
 *		what stands before it is the program's; process: the target's number
 * and in the place of an answer
 *	{"kind":"error", "text"}
 *	and "file", where it is wrong with an input; else the target ends
 *
 * The plugin's types=FILE, one object over several lines:
 *	{"kind":"types", "language", "file", "functions":[...], "macros":[NAME, ...],
 *	 "types":[...]}
 *	function: {"name", "symbol", "kind", "file", "line", "type":N, "result":N, "static",
 *	 "setup", "nested", "changed_by":[SYMBOL, ...], "steps",
 *	 "parameters":[{"name", "type":N, "nonnull"}]}
 *		N: a type's place in the list; kind: as in plugin/entry/listing.h, or "declared":
 *		it has no body here, and a type of those that have one; changed_by: which
 *		change variables that it reads in its next call, itself first; steps: how many
 *		calls that may take at the least, of an array of as many elements
 *	type: {"number", "name", "plain":N, "const", "volatile", "closed", "kind"}
 *		name: as the language writes it, or ""; plain: without qualifiers and names of
 *		typedef; closed: it is private, as in plugin/entry/listing.h; and, by its kind:
 *	 integer, float, boolean	"bits", "unsigned", "character"
 *	 enum		"values":[{"name", "value"}]
 *	 complex, pointer, reference	"to":N
 *	 array		"to":N, "count"
 *	 record, union	"complete", "size", "members":[{"name", "type":N, "bits", "const", "tail"}]
 *	 function	"result":N, "parameters":[N], "variadic", "unprototyped"
 *	 void, other
 *		a member that is false or unknown is left out
 *
 * TARGET --units:
 *	{"kind":"unit", "source", "directory", "compiler", "options", "command",
 *	 "sites", "skipped"}
 *		one for each instrumented unit, in the order of the program
 *	{"kind":"link", "directory", "command"}
 *	{"kind":"entry", "name", "source_name", "file", "line", "key", "flushes",
 *	 "shortens", "driver", "bytes", "ranges", "reasons",
 *	 "parameters":[...]}
 *		of a typed target; bytes: of an input; the parameters as struct me_parameter (abi.h)
 *
 * TARGET --goals, one for each goal:
 *	{"kind":"goal", "goal":GOAL, "type", "unit", "function", "name", "source_name",
 *	 "file", "line", "column", "never", "scope", "beyond", "searched",
 *	 "compiler", "local"}
 *		type: "branch", or the kind of its predicate ("label", "assert", ...);
 *		name: tells it apart from others of its function, here and in the
 *		exported GIMPLE (me/ir.h);
 *		unit: number of its unit, from 0;
 *		never: what a report says when no input meets it ("is never true");
 *		scope: the search aims at it; beyond: it does not, although the entry
 *		can reach the goal's function;
 *		searched: goals of its function are, whoever wrote its condition;
 *		compiler: no line of the source wrote it; local: its function is static;
 *		of --kinds=path, in no unit: "path":[GOAL, ...], its decisions, !GOAL for any
 *		other side
 *	and of a branch, besides:
 *	 "decision"	whether it makes up paths
 *	 "ordinals", "ordinal", "rank", "side", "sides", "op", "label", "never_null"
 *		as gcov counts it (struct me_goal, abi.h);
 *		op: the comparison; label: of a side of a switch;
 *		never_null: the pointer that had to be null
 *
 * TARGET --trace FILE..., one for each run (with --trace-new, only what no earlier run has
 * met):
 *	{"kind":"run", "file", "met":[GOAL, ...]}
 *	and where the run does not come back
 *	 "ended"	"signal", "exit", "timeout", "sanitizer", or "killed", of which
 *			nothing is known (me/ends.h)
 *	 "signal"	of "signal": its name, "ABRT"
 *	and where it ends with an exception that is a result
 *	 "thrown"	its type, "std::out_of_range"
 *
 * TARGET --path-of --serve, two for each run: that of --trace, and
 *	{"kind":"path", "file", "returned", "path":[GOAL, ...]}
 *		its decisions; without --serve, a line for each of these
 *
 * TARGET --show FILE..., with --serve:
 *	{"kind":"call", "file", "call"}
 *		the input as a call, in the language of the entry
 *	and, of a typed target without --hex,
 *	 "shown"	for people, with its results; without --serve, a line
 *
 * TARGET --failure FILE..., for each run its failures, more than one where UBSan has reported and
 * the run went on, and what it has printed:
 *	{"kind":"failure", "file", "ended"}
 *		ended: one of me/ends.h, "returns" say
 *	and, where they are known:
 *	 "signal"	its name, "SEGV"
 *	 "type"		the same for all runs that fail so: "null pointer read"
 *	 "detail"	of this run: "SIGSEGV: read of address 0x8"
 *	 "report"	UBSan's line, where the run went on
 *	 "call"		of a typed target: the input as a call
 *	 "bytes"	the size of all inputs of the target
 *	 "lines"	1: the lines of the stack tell failures apart; 0: its functions
 *	 "stack":[{"function", "file", "line", "times", "inlined", "program"}, ...]
 *			innermost first, down to the entry; each place once. times: in a
 *			recursion; inlined: 1, into the next one; program: 1, it was
 *			instrumented
 *	{"kind":"output", "file", "text"}
 *		what the run has printed; of a long text the two ends
 * and with --simplify=DIRECTORY instead, as with TARGET --trace, one for each file:
 *	{"kind":"simplified", "file", "to", "bytes", "runs"}
 *		to: the simpler input; runs: that were made to find it
 *
 * TARGET --draws FILE..., of a target that was built with --nondet:
 *	{"kind":"draws", "file", "ended", "cut", "draws":[[NAME, VALUE], ...]}
 *		ended: "returns" (also where the program ends the run by exit() or a
 *		failed assumption), "signal", "exit", "timeout"; cut: not all draws are
 *		there; NAME: "int" of __VERIFIER_nondet_int; VALUE: a decimal number
 *	and "signal" of such an end
 *
 * me prove --json and me resolve --json:
 *	{"kind":"verdict", "goal":GOAL, "type", "function", "source_name", "file",
 *	 "line", "column", "never", "text", "verdict"}
 *		text: the line of the source; verdict: "covered", "infeasible",
 *		"infeasible[round-to-nearest]", "infeasible-within",
 *		"infeasible-over-integers" (no proof), "unknown", "never-completes",
 *		"never-completes[round-to-nearest]", "never-completes-within",
 *		"never-completes-unknown"; and where the command ended before it was
 *		decided "time-is-up" (--time=) or "interrupted" (SIGINT, SIGTERM)
 *	and, where they are known:
 *	 "input"	covered: the file, or "" for one of the corpus
 *	 "ended"	how its run ends when it does not come back, and "signal"
 *	 "how"		what a proof rests on: its stage and the solvers, and behind "; "
 *			what it assumes
 *	 "assumes"	that alone: "by default x has 1 element; if a and b do not overlap"
 *	 "why"		of unknown: the reason; of -within: the bounds of loops
 *	 "returning":true	asked was for runs that also return
 *	 "reasons":[{"function", "file", "line", "edge" or "name"}, ...]
 *			with --explain: decisions and assignments that the proof needs
 *	then one for each distinct fault of the artifacts of the corpus, as of me triage
 *	{"kind":"group", ...}
 *	and of resolve's first session one for NaN and one for infinities that a call makes of
 *	finite arguments
 *	{"kind":"not_finite", "message", "call"}
 *	and one where runs write to files or other processes
 *	{"kind":"writes", "message"}
 *	resolve prints one for each open goal in each round: the last one counts
 *	{"kind":"summary", "goals", "resolved", "covered", "infeasible", "inputs",
 *	 "queries", "solver_seconds", "ranges"}, and of resolve "search_seconds"
 *		last; goals: those in scope
 *	 "stopped"	"time-is-up" or "interrupted", where that ended the command
 *	with `statistics` of an algorithm of covers in the summary:
 *	 "statistics":{"session_queries", "graphs", "session_seconds",
 *	 "session_cpu_seconds", "check_cpu_seconds", "models", "near_inputs",
 *	 "confirmed", "run_seconds", "all_cpu_seconds", "incomplete"}
 *		session: the incremental one; graphs: unwound ones;
 *		check: of other solvers, for proofs; confirmed: runs of models and of
 *		near inputs that took just what they should;
 *		incomplete: why the cover is not whole, or ""
 *
 * me explore --json, one for each goal that a run made here is the first to meet: as of
 * me prove; one for each side of a prefix of paths that was tried:
 *	{"kind":"prefix", "node", "side", "function", "line", "choices", "verdict"}
 *		node: of the execution tree, from 0; side: the edge out of it; choices: of
 *		the prefix; verdict: "covered", "infeasible",
 *		"infeasible[round-to-nearest]" or "unknown"
 *		for a label that is asked for "label" is the goal's id, and node and side
 *		are what is before it; node -1: nothing
 *	and, where they are known, "goal" (of the side), "callee" (the function, where the
 *	side is a call by pointer; null: each one that is not known), "input" (the SHA-1 of the first one
 *	that takes it), "how" (it is proven), "why" (it is unknown); and last:
 *	{"kind":"summary", "paths", "covered_prefixes", "infeasible_prefixes",
 *	 "unknown_prefixes", "open_prefixes", "out_of_bounds", "runs", "missed",
 *	 "diverged", "ended", "lost", "refuted", "goals", "covered", "covered_here",
 *	 "queries", "searches", "evaluations", "solver_seconds", "whole", "label_paths",
 *	 "infeasible_label_paths", "unknown_label_paths", "open_label_paths", "labels",
 *	 "labels_covered", "labels_infeasible", "labels_on_path", "seconds",
 *	 "corrections":{"invoked", "functions", "solved", "timeouts", "failed", "fixed",
 *	 "types":{"float", "double", "integer"}, "operators":{...}}}
 *		label_paths: those that end at a label which their run covers;
 *		labels_on_path: the most on one path; seconds: by the clock;
 *		out_of_bounds: of the open ones; runs: of inputs made here; missed: of
 *		models without all arithmetic, or with values left open, such as a call's
 *		result, that did not take the side asked for; diverged: those
 *		that left the prefix that a whole model predicts; ended: those that did
 *		not come back, and ended on the way to their side; lost: those that the
 *		formulas do not follow to the end; refuted: prefixes that were proven
 *		infeasible, and then taken; whole: each path has been taken or is
 *		infeasible; corrections: searches of conditions with floating point for
 *		which a solver was asked before and gave no input that takes the side;
 *		functions: that have such sides; solved: the run of what was found takes
 *		the side; timeouts: ended by the limit of operations, or with the command;
 *		failed: the others; fixed: of these the ones in which no scalar of the
 *		input could be moved; types: of the scalars that were moved; operators:
 *		in the conditions, by kind; "stopped" as above
 *
 * me score --json, one for each goal that counts:
 *	{"kind":"label", "goal":GOAL, "type", "source_name", "file", "line",
 *	 "column", "predicate", "proof", "input"}
 *		predicate: its text; proof: "infeasible", or null; input: the first
 *		file that covers it, or null
 *	and then, for each function and type:
 *	{"kind":"score", "function", "source_name", "type", "counted", "covered",
 *	 "all"}
 *		counted: "goals"; of mcdc in a second line "conditions", covered by
 *		pairs of labels (me/labels.h)
 *
 * me cover --json, one object over many lines:
 *	{"version":2, "target", "corpus", "inputs", "entry", "ranges",
 *	 "functions":[{METRICS, "name", "source_name", "file", "line", "entry"}, ...],
 *	 "rest" or "all":{METRICS}, "goals":[{...}, ...], "faults":[{...}, ...]}
 *		faults: the distinct ones, each as a group of me triage
 *		inputs: how many there are; entry, ranges: of a typed target alone;
 *		rest: the sum over the other functions of a typed target;
 *		all: over all functions of a bytes target
 *	METRICS are "lines", "conditions", "branches" and "calls", each
 *	 {"covered", "total"}, as gcov counts them
 *	a goal has the members "goal", "type", "name", "function", "source_name",
 *	 "file", "line", "column", "never", "compiler" and "scope" of TARGET --goals, of
 *	 a branch also "ordinal", "rank", "side", "op", "label" and "never_null", and
 *	 "counted"	whether it was looked for in the runs of this command
 *	 "taken"	whether one of them met it
 *	 "only_failing"	whether only such met it that fail in the target
 *	 "only_special"	whether only such that return and have a NaN or an infinity
 *	 "proof"	what `me prove` found ("infeasible"), or null
 *	 "assumes"	what the proof does ("by default x has 1 element; if a and b
 *			do not overlap"), or null
 *	 "text"		the line of the source
 *
 * me test --json, one for each function:
 *	{"kind":"function", "function", "name", "file", "line", "target", "corpus",
 *	 "notes", "faults":[...], "outside":[...], "not_finite":[...],
 *	 "writes":[...], "assumed":[text, ...]}
 *		name: of its directory in FILE.me; notes: of the command line; faults: as
 *		groups of me triage, and outside those of kind "outside"; not_finite and
 *		writes: as of me resolve; assumed: what was guessed of the parameters, and why
 *	and of one whose guesses runs have mended
 *	 "mended":{NAME:{"item", "why"}, ...}	items of entry=, "x:~64", and their reasons
 *	and of one that is called by a driver which makes its arguments
 *	 "driver"	its file; "driver_hash": the SHA-1 of it
 *	 "driver_note"	that it was edited, and what has changed since
 *	and of one that can be driven, else "why"
 *	 "seconds"	that it was given
 *	 "ranges", "stopped", "goals", "covered", "infeasible"	as of me resolve
 *	 "inputs":[{"file", "call"}, ...]	one for each goal that some input meets
 *	 "branches":[{"goal", "type", "file", "line", "column", "text", "met", "verdict"},
 *	 ...]
 *		the goals in scope; met: what an input does there ("is true"); verdict:
 *		"covered", "infeasible" or "open"; and where they are known "input" (a
 *		file), "how", "assumes" and "why" as of me prove, and of an open one
 *		"unproven" (the verdict of me prove), of a covered one
 *		"only_special" (whether only inputs with a NaN or an infinity take it), and
 *		"never_null" as of TARGET --goals
 *	 "tests"	the directory of --emit
 *
 * me triage --json, one for each distinct fault:
 *	{"kind":"group", "number", "type", "ended", "artifact", "flaky", "again",
 *	 "stack":[...], "artifacts":[...]}
 *		type: what all of the group fail by: "null pointer read"; ended: as of
 *		--failure; artifact: the file that stands for the group, of which the
 *		other members are; flaky: it does not fail the same way each time;
 *		again: the command that runs it; stack: as of --failure, inlined and
 *		program are booleans
 *	and, where they are known:
 *	 "function", "file", "line"	of the innermost frame of the program; no line where
 *			it says nothing, of a timeout
 *	 "signal", "detail", "call"	as of --failure
 *	 "message"	what the program or a sanitizer has said
 *	and {"kind":"outside", ...}, with the same members, of runs that are no failures, since
 *	they only left what was assumed of the parameters: detail tells the note for entry=
 *	that says more
 *	 "simpler", "simpler_call", "simpler_detail"	the simplified input: a file, its call and
 *			detail; of `me prove` and `me resolve` in CORPUS.me/simpler
 *	then for each artifact:
 *	{"kind":"artifact", "file", "bytes", "runs", "failed", "differs"}
 *		failed: how many of its runs; differs: in different ways
 *	and "group", its number, or "why" it is in none
 *	and last, with "outside" where some are of that kind:
 *	{"kind":"summary", "artifacts", "failing", "groups", "flaky", "returning",
 *	 "not_run"}
 *	and "stopped" as of me prove
 *
 * me corpus export --format=json, and what `me corpus import` reads:
 *	{"kind":"corpus", "version":1, "inputs", "entry", "ranges", "parameters":[...]}
 *		first; inputs: how many follow; only the first two must be there
 *	{"kind":"input", "file", "values":{NAME:VALUE, ...}}
 *		of a typed target; NAME: "x" or "p[1].in.v"; VALUE: a number, a list of
 *		numbers, or {"text"}. A number is a JSON number, or a string where a
 *		reader might not keep it: "0x1.8p+1", "-inf", "nan:8000000000001"
 *		(the fraction's digits), "18446744073709551615"; "x=null" says whether a
 *		pointer is null
 *	{"kind":"input", "file", "hex"}
 *		of a bytes target
 *
 * me corpus import --json:
 *	{"kind":"mapping", "name", "what", "values", "inputs"}
 *		what: "new" (the default was taken), "unmapped", "rounded", "unfit" (not
 *		in the type), "limited" (outside of the range)
 *	{"kind":"summary", "inputs", "written"}
 *
 * me corpus diff --json:
 *	{"kind":"goal", "only", "goal":GOAL, "type", "file", "line", "input"}
 *		only: the corpus that covers it, by that input
 *	{"kind":"input", "only", "file", "call"}
 *	{"kind":"summary", "goals_both", "goals_only_first", "goals_only_second",
 *	 "inputs_only_first", "inputs_only_second"}
 *
 * me corpus merge, minimise and simplify --json:
 *	{"kind":"summary", ...} with "before" and "after", "inputs" and "kept", or
 *	 "inputs", "changed", "left" and "runs", all numbers; simplify prints the lines of
 *	 TARGET --simplify=DIRECTORY before it
 *
 * The file of TARGET --status=FILE, one object:
 *	{"kind":"status", "state", "target", "host", "process", "time", "seconds", "cpu",
 *	 "goals", "covered", "infeasible", "given_up", "open", "executions", "failures",
 *	 "failing_runs", "methods":[{"name", "goals", "executions"}, ...]}
 *		state: "running" or "ended"; process: the number of the one that was
 *		started, on that host; time: of the file, in seconds since 1970;
 *		seconds: of the session; goals: that count, each covered, infeasible,
 *		given up or open; failures: distinct ones; methods: goals that each has
 *		closed, for how many executions ("given": inputs of the corpus; "kept":
 *		those of the database; "mutations": libFuzzer's). Under -fork=N all
 *		numbers but the methods' and cpu are those of all processes
 *	and, where they are known:
 *	 "faults"	distinct faults of runs, an array of {"runs", "what", "call",
 *			"artifact"}: how many failed so, what of it, at which place, a
 *			typed target's call, the file of the input
 *	 "outside"	the same of runs that only left what was assumed
 *	 "why"		ended: the reason
 *	 "corpus"	the directory
 *	 "inputs"	files in it
 *
 * me status --json, one for each such file, the same with
 *	 "file"		its name
 *		and the state is "gone" when the process is not there any more
 *	and before them, for each directory of `me farm`,
 *	{"kind":"farm", "directory", "round", "targets", "sessions", "done", "begun",
 *	 "failed", "jobs":[NUMBER, ...]}
 *		sessions: of the round; failed: those that could not be run
 *
 * In a directory of `me farm` DIR, one object in each file:
 *	farm.json:
 *	{"kind":"farm", "version":1, "round", "tasks", "merges", "jobs":[NUMBER, ...],
 *	 "settings":{...}, "targets":[{"name", "path", "sha1", "signature"}, ...]}
 *		tasks, merges: of the two job arrays; jobs: of Slurm; signature: SHA-1 of
 *		what an input is to the target, or "bytes"
 *	targets/NAME/SEED/unit.json:
 *	{"kind":"unit", "round", "state", "sha1"} and "why" of state "failed"
 *		state: "running", "done", "failed"; sha1: of the target
 *	targets/NAME/merged.json:
 *	{"kind":"merged", "round", "target", "goals", "covered", "infeasible", "open",
 *	 "inputs", "failures", "artifacts", "seconds"}
 *		goals: as `me score` counts them, runs of artifacts among them
 *	targets/NAME/failures.json: the lines of `me triage --json`
 *
 * CORPUS.me/verdicts: me/verdicts.h.
 */
#ifndef ME_SCHEMA_H
#define ME_SCHEMA_H

#include <stddef.h>

/* The texts of a line about goals that are reachable and out of scope: how many goals
 * and "s", a function and its file; how many other functions and "s"; "is" and "it". */
#define ME_BEYOND_START "%u goal%s in %s() of %s"
#define ME_BEYOND_MORE " and in %u other function%s"
#define ME_BEYOND_END " %s reachable and out of scope; --functions=all takes %s in"

/* The section by which `me` knows a program that answers these options. */
#define ME_TARGET_NOTE ".note.me"

/* A byte that is no text is this character plus the byte. */
#define ME_SCHEMA_BYTE 0xef00u

/* How many bytes from `text` on, which ends with a NUL, are one character of UTF-8 that
 * stands for itself; 0: the first byte is written as ME_SCHEMA_BYTE says. */
static inline size_t me_schema_character(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;
	const size_t size = c[0] < 0x80 ? 1 : c[0] < 0xe0 ? 2 : c[0] < 0xf0 ? 3 : 4;
	unsigned long code = size == 1 ? c[0] : c[0] & (0x7fu >> size);

	if ((c[0] >= 0x80 && c[0] < 0xc2) || c[0] > 0xf4)
		return 0;
	for (size_t i = 1; i < size; i++) {
		if ((c[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	if ((size == 3 && code < 0x800) || (size == 4 && code < 0x10000) ||
	    code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ||
	    (code >= ME_SCHEMA_BYTE + 0x80 && code <= ME_SCHEMA_BYTE + 0xff))
		return 0;
	return size;
}

/* The next character of `*text`, which does not end there, as a string of JSON has it: a
 * pointer to `size` bytes, of the text itself or of `room`. `*text` goes on behind it.
 * May be called in a handler of signals. */
static inline const char *me_schema_escape(const char **text, char room[6],
					   size_t *size)
{
	const char *at = *text;
	const unsigned char c = (unsigned char)*at;
	const size_t taken = me_schema_character(at);
	const unsigned code = taken ? c : ME_SCHEMA_BYTE + c;

	*text += taken ? taken : 1;
	*size = taken;
	if (taken && c >= 0x20 && c != '"' && c != '\\')
		return at;
	room[0] = '\\';
	room[1] = taken && c >= 0x20 ? *at : 'u';
	for (int i = 0; i < 4; i++)
		room[2 + i] = "0123456789abcdef"[code >> (12 - 4 * i) & 15];
	*size = room[1] == 'u' ? 6 : 2;
	return room;
}

#endif
