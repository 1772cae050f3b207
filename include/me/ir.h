/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ir.h - the GIMPLE that the plugin exports: what the text in the section .me_ir means.
 *
 * Each instrumented function is written as it stands right after GCC's pass `ssa`,
 before
 * any hook is in it. The linker joins the texts of all units. The text is lines of
 tokens
 * with blanks between; NAME is a token, "TEXT" is in double quotes with \" and \\, and
 * what is in (...)* occurs any number of times.
 *
 *	me-ir VERSION "SOURCE"			a unit begins
 *	alias NAME SCOPE NAME SCOPE (open)	the first is another name for the second
 *	function NAME HASH			assembler name; FNV-1a of all lines from
 *						the next one up to and without `end`,
 from each # on without the rest of its line
 *	source "FILE" LINE "NAME"		as the programmer wrote it
 *	flags (FLAG)*				static, variadic, nested (has a static
 *						chain), open
 *	result TYPE
 *	(object)* (param)* (undefined)* entry BLOCK (block)*
 *	end
 *
 * SCOPE is static, the name means that in its unit alone, or public. What is open gives
 * way where the program has another definition (weak), or is chosen when the program
 * is loaded (ifunc, versions of a function): it need not be what runs under the name.
 * All that is not open is what the name means in an executable, compiled with -fPIC or
 * not: an executable's own symbols come first.
 *
 * Types: iN and uN are integers of N bits of precision, fN binary floating point of N
 * bits (f80 is x87's), ptr an address of 64 bits, ? any other. Arithmetic of integers
 * wraps. In memory an integer has the first of 8, 16, 32, 64 and 128 bits that hold it,
 * or M when the type is iN/M or uN/M: those beside it are 0.
 *
 * Objects, things in memory that a function names:
 *
 *	local NAME SIZE FLAGS "SOURCE NAME"	each call has its own; contents
 undefined *	argument NAME SIZE FLAGS "..."		a parameter that lies in memory
 *	const NAME SIZE FLAGS "..." BYTES	never changes; BYTES in hexadecimal
 *	global NAME SIZE FLAGS "..." [BYTES]	may change; BYTES are what it starts
 with
 *
 * SIZE is ? when it is not known here. FLAGS is - or, with commas: static, volatile,
 * private (static, and its address is never taken).
 *
 * Parameters, in order:	param TYPE %NAME "..."	or	param TYPE OBJECT "..."
 *	or param TYPE - "..." when the function does not read it; for a pointer with the
 *	size of what it points to behind it, where that is known.
 *
 * Names that are read before anything was written to them:	undefined TYPE %NAME
 *
 * Operands: %NAME an SSA name; TYPE:HEX a constant, bit for bit; &OBJECT+N an object's
 * address and N bytes; &&NAME a function's address; =OBJECT+N, of a call alone, what
 * lies there, as large as the parameter; ?TYPE a value that is not told.
 *
 * Addresses: [OPERAND (+ N | + OPERAND*N)*], summed in 64 bits, an index extended by
 its
 * own type.
 *
 *	block N
 *	phi %NAME TYPE (PREDECESSOR OPERAND)*
 *	%NAME TYPE = CODE (OPERAND)*		CODE: GCC's name of the tree code
 *	%NAME TYPE = move OPERAND
 *	%NAME TYPE = address ADDRESS
 *	%NAME TYPE = load FLAG ADDRESS		FLAG: - or volatile
 *	%NAME TYPE = call NAME FLAGS (OPERAND)*	NAME is *OPERAND when called by pointer
 *	call NAME FLAGS (OPERAND)*		FLAGS: - or const, pure, noreturn,
 builtin, *						twice (returns twice) *	store
 TYPE FLAG ADDRESS OPERAND
 *	copy SIZE ADDRESS ADDRESS		to, from; they may be the same
 *	zero SIZE ADDRESS
 *	havoc SIZE ADDRESS "WHY" (OPERAND)*	the bytes get values that are not told
 *	%NAME TYPE = unknown "WHY" (OPERAND)*	a value that is not told; nothing is
 written *	unknown "WHY" (OPERAND)*		any memory may be written
 *
 *	goal "KIND" "NAME" = OPERAND		a goal (struct me_predicate, abi.h) is
 met *						when a run comes here with OPERAND not 0
 *
 * and at the end of a block one of
 *
 *	goto N
 *	cond CODE OPERAND OPERAND THEN ELSE ORDINAL RANK RANK
 *	switch OPERAND DEFAULT (LOW HIGH N)* ; ORDINAL (N RANK)*
 *	any "WHY" (N)*				one of them, by what is not told
 *	return [OPERAND]
 *	stop					the control does not come here
 *
 * ORDINAL and RANK name the goals of the edges as struct me_goal (abi.h) does; ORDINAL
 * is - for a check that a sanitizer made, and inside of a predicate. LOW and HIGH are
 constants, inclusive.
 *
 * Every line of a block may end in @LINE:COLUMN, and then # and a comment.
 *
 * WHY of assembly is "assembly: " and its text.
 *
 * Operations on floats that are not as their types say (x87 code, -ffast-math) are
 * exported as unknown.
 *
 * What is not told is no loss of truth: a reader that takes any value for it, and any
 * memory as written by a plain `unknown`, sees at least what the program can do.
 */
#ifndef ME_IR_H
#define ME_IR_H

#define ME_IR_VERSION 4
#define ME_IR_SECTION ".me_ir"

/* The hash of a function's lines (FNV-1a, 64 bits). */
#define ME_IR_HASH_START 0xcbf29ce484222325ull
#define ME_IR_HASH_PRIME 0x100000001b3ull

#endif
