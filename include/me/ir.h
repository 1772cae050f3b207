/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clang-format off */
/*
 * ir.h - the grammar of the GIMPLE that the plugin exports into the section .me_ir.
 *
 * Each instrumented function is exported as it is right after GCC's pass `ssa`, before
 * it contains any hook. The linker concatenates the texts of all units. A text consists
 * of lines, and a line of tokens that are separated by blanks. NAME is one token.
 * "TEXT" is quoted; in it \" and \\ stand for " and \. (...)* occurs any number of
 * times, [...] at most once.
 *
 *	me-ir VERSION "SOURCE"			begins a unit
 *	alias NAME SCOPE NAME SCOPE [open]	the first name is an alias of the second
 *	function NAME HASH			assembler name, FNV-1a hash (see below)
 *	source "FILE" LINE "NAME"		where it is defined, its name there
 *	flags (FLAG)*				of static, variadic, nested (behind those of
 *						the source it has a parameter that points to
 *						the variables it shares with the function
 *						around it), open, placed (its result is put
 *						where its last parameter points to, which
 *						the source does not have), constructor (it
 *						runs before main()), in this order
 *	result TYPE				or: result void
 *	(object)*
 *	(param)*
 *	(undefined)*
 *	entry N					the first block
 *	(block)*
 *	end
 *
 * HASH covers all lines after the line `function` and before the line `end`, except
 * comments: from # to the end of the line.
 *
 * SCOPE is `static` if the name is visible in its unit alone, otherwise `public`. A
 * definition is `open` if another one may replace it: a weak one when the program is
 * linked, an ifunc or a function with versions when it is loaded. A name of a
 * definition that is not open means this definition in an executable, with -fPIC or
 * without, since the symbols of an executable precede those of libraries.
 *
 * TYPE is
 *	iN, uN		a signed or unsigned integer of N bits of precision
 *	iN/M, uN/M	the same in M bits of memory
 *	fN		binary floating point of N bits; f80 is that of x87
 *	ptr		an address of 64 bits
 *	?		any other type
 * Integer arithmetic wraps. Without M an integer takes the first of 8, 16, 32, 64 and
 * 128 bits of memory that hold it. The bits in memory beyond its precision are 0.
 *
 * An object is something in memory that the function names:
 *
 *	local NAME SIZE FLAGS "SOURCE NAME"	one for each call; initially undefined
 *	argument NAME SIZE FLAGS "..."		a parameter in memory
 *	const NAME SIZE FLAGS "..." BYTES (N &&NAME | N ?ptr)*
 *						never changes; BYTES are hexadecimal; the 8
 *						bytes from N on are the address of a function,
 *						or not told: no function's, and none leads
 *						from there to one
 *	global NAME SIZE FLAGS "..." [BYTES ...]
 *						may change; BYTES and addresses are initial
 *
 * SIZE is ? if the unit does not know it. FLAGS is - or, separated by commas: static,
 * volatile, private (static, and its address is never taken), data (without BYTES: the
 * program starts with no address of a function in it, nor in what it points to).
 *
 * Parameters, in their order. BYTES is the size of a pointer's target, if it is known:
 *
 *	param TYPE %NAME "..." [BYTES]		an SSA name
 *	param TYPE OBJECT "..." [BYTES]		an object
 *	param TYPE - "..." [BYTES]		the function does not read it
 *
 * An SSA name that is read before it is written:
 *
 *	undefined TYPE %NAME
 *
 * OPERAND is
 *	%NAME		an SSA name
 *	TYPE:HEX	a constant, bit for bit
 *	&OBJECT+N	the address of an object plus N bytes
 *	&&NAME		the address of a function
 *	=OBJECT+N	of a call and a return: the bytes there, as many as the parameter or
 *			the result has
 *	?TYPE		an unconstrained value
 *
 * ADDRESS is [OPERAND (+ N | + OPERAND*N)*], a sum in 64 bits. An index is first
 * extended according to its own type.
 *
 * A complex number %NAME has two names, %NAME.re and %NAME.im. As an argument or result it
 * goes through an object. Block 0 is there if jumps lead to the first block of the source.
 *
 * The lines of a block:
 *
 *	block N
 *	phi %NAME TYPE (PREDECESSOR OPERAND)*
 *	%NAME TYPE = CODE (OPERAND)*		CODE: GCC's name of the tree code
 *	%NAME TYPE = move OPERAND
 *	%NAME TYPE = address ADDRESS
 *	%NAME TYPE = load FLAG ADDRESS		FLAG: - or volatile
 *	%NAME TYPE = call NAME FLAGS (OPERAND)*	a call by pointer has *OPERAND for NAME
 *	call NAME FLAGS (OPERAND)*		FLAGS: - or, separated by commas: const,
 *						pure, noreturn, builtin, twice (it
 *						returns twice)
 *						A NAME is .ADD_OVERFLOW.re, the sum cut to
 *						TYPE, or .ADD_OVERFLOW.im, 1 if that changed
 *						it; so .SUB_OVERFLOW and .MUL_OVERFLOW
 *	store TYPE FLAG ADDRESS OPERAND
 *	copy SIZE ADDRESS ADDRESS		destination, source; may be equal
 *	zero SIZE ADDRESS
 *	havoc SIZE ADDRESS "WHY" (OPERAND)*	the bytes become unconstrained
 *	take SIZE ADDRESS "WHY" (OPERAND)*	behind a call: they become those that it
 *						returns, or unconstrained
 *	%NAME TYPE = unknown "WHY" (OPERAND)*	unconstrained; no memory is written
 *	unknown "WHY" (OPERAND)*		any memory may be written
 *	goal "KIND" "NAME" = OPERAND		a goal (struct me_predicate, abi.h): it is met
 *						when a run comes here and OPERAND is not 0
 *
 * The last line of a block is one of
 *
 *	goto N
 *	cond CODE OPERAND OPERAND THEN ELSE ORDINAL RANK RANK
 *	switch OPERAND DEFAULT (LOW HIGH N)* ; ORDINAL (N RANK)*
 *	any "WHY" (N)*				an unconstrained choice; "exception": the
 *						first where the call before returns, the
 *						others where it throws
 *	return [OPERAND]
 *	stop					control does not reach the end
 *
 * ORDINAL and RANK identify the goals of the edges as in struct me_goal (abi.h);
 * ORDINAL is - in a check that a sanitizer added, and = in the observer of a predicate:
 * in front of the line `goal`, where nothing is computed but its OPERAND. LOW and HIGH
 * are constants, inclusive.
 *
 * Every line of a block may end with @LINE:COLUMN, and then # and a comment.
 *
 * "WHY" is the reason why the plugin cannot say more. For assembly it is "assembly: "
 * and its text. Floating-point operations whose result is not determined by their types
 * (x87 code, -ffast-math) are exported as unknown.
 *
 * The export over-approximates: a reader that takes any value for what is
 * unconstrained, and any contents for memory that a plain `unknown` may write, sees at
 * least all that the program can do.
 */
/* clang-format on */
#ifndef ME_IR_H
#define ME_IR_H

#define ME_IR_VERSION 10
#define ME_IR_SECTION ".me_ir"

/* The entry of a program with a main() of its own (nondet.c): it starts where the program does. */
#define ME_NONDET_ENTRY "me_nondet"

/* The reason for a choice. */
#define ME_IR_EXCEPTION "exception"

/* The section of an executable that has the code of libme (tools/runtime.sh). */
#define ME_RUNTIME_SECTION "me_runtime"

/* The hash of a function's lines (FNV-1a, 64 bits). */
#define ME_IR_HASH_START 0xcbf29ce484222325ull
#define ME_IR_HASH_PRIME 0x100000001b3ull

#endif
