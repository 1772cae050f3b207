/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callback.c - which calls may come to a function of the program, and facts about the
 * whole program, computed once after it was read. */
#include "prover/ir/callback.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/modes.h"
#include "prover/ir/reader.h"

/* ---- from libraries and objects that are not exported */

/* Whether they know any function of the program: its name, or its address. */
static bool are_known(const struct gimple_program *p)
{
	return p->makes_addresses || p->is_exposed;
}

bool callback_rejects(const struct statement *s)
{
	return s->callee && strcmp(s->callee, "__me_reject") == 0;
}

bool callback_is_check(const struct statement *s)
{
	return callback_rejects(s) ||
	       (s->callee && (strncmp(s->callee, "__ubsan_handle_", 15) == 0 ||
			      strcmp(s->callee, "__me_made") == 0 ||
			      strncmp(s->callee, "__me_drawn", 10) == 0));
}

/* Builtins that call their argument, such as those of OpenMP, or the functions that
 * were passed to atexit. */
static bool calls_back(const struct statement *s)
{
	const char *name = gimple_builtin_name(s->callee);

	for (uint32_t i = 0; i < s->operand_count; i++)
		if (s->operands[i].kind == OPERAND_FUNCTION)
			return true;
	return strcmp(name, "exit") == 0 || strcmp(name, "apply") == 0;
}

bool callback_may(const struct gimple_program *p, const struct statement *s)
{
	if (s->callee[0] == '.' || callback_is_check(s))
		return false; /* GCC's own */
	return are_known(p) &&
	       (!(s->flags & CALL_BUILTIN) || calls_back(s) ||
		symbol_table_defines(p, gimple_builtin_name(s->callee)));
}

/* ---- by address */

static bool is_called_name(const struct gimple_program *p, const struct function *f,
			   const char *name, const struct function *named)
{
	return (p->alias_count || strcmp(name, named->name) == 0) &&
	       gimple_find(p, name, f->unit) == named;
}

static bool has_address(const struct gimple_program *p, const struct function *f,
			const struct gimple_operand *operands, uint32_t count,
			const struct function *named)
{
	for (uint32_t i = 0; i < count; i++)
		if (operands[i].kind == OPERAND_FUNCTION &&
		    is_called_name(p, f, operands[i].text, named))
			return true;
	return false;
}

/* All operands of a block but those of addresses, as so many lists. */
static uint32_t operand_lists(const struct block *b)
{
	return b->phi_count + b->statement_count + 1;
}

static const struct gimple_operand *operand_list(const struct block *b, uint32_t number,
						 uint32_t *count)
{
	if (number < b->phi_count) {
		*count = b->phis[number].count;
		return b->phis[number].values;
	}
	number -= b->phi_count;
	if (number < b->statement_count) {
		*count = b->statements[number].operand_count;
		return b->statements[number].operands;
	}
	*count = 2;
	return b->end.operands;
}

/* Whether the block calls that function by its name, or takes its address. */
static bool names_function(const struct gimple_program *p, const struct function *f,
			   const struct block *b, const struct function *named)
{
	uint32_t count;

	for (uint32_t i = 0; i < operand_lists(b); i++) {
		const struct gimple_operand *list = operand_list(b, i, &count);
		if (has_address(p, f, list, count, named))
			return true;
	}
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind == STATEMENT_CALL && s->callee &&
		    is_called_name(p, f, s->callee, named))
			return true;
	}
	return false;
}

bool callback_comes(const struct gimple_program *p, const struct function *function)
{
	if (!are_known(p) || p->holds_addresses || function->is_exposed)
		return are_known(p);
	for (size_t i = 0; i < p->function_count; i++) {
		const struct function *f = &p->functions[i];
		for (uint32_t k = 0; k < f->object_count; k++)
			for (uint32_t a = 0; a < f->objects[k].address_count; a++)
				if (has_address(p, f, &f->objects[k].addresses[a].what,
						1, function))
					return true;
		for (uint32_t b = 0; b < f->block_count; b++)
			if (names_function(p, f, &f->blocks[b], function))
				return true;
	}
	return false;
}

/* ---- by pointer */

/* If it is unknown which one a name means, it may be any. */
static void mark_name(const struct gimple_program *p, const struct function *f,
		      const char *name, bool *marked)
{
	const struct function *named = gimple_find(p, name, f->unit);

	if (named)
		marked[named - p->functions] = true;
	else if (gimple_is_unsure(p, name, f->unit))
		memset(marked, true, p->function_count * sizeof *marked);
}

static void mark_named(const struct gimple_program *p, const struct function *f,
		       const struct gimple_operand *operands, uint32_t count,
		       bool *marked)
{
	for (uint32_t i = 0; i < count; i++)
		if (operands[i].kind == OPERAND_FUNCTION)
			mark_name(p, f, operands[i].text, marked);
}

/* Assembly may load the address of what its text names. */
static void mark_text(const struct gimple_program *p, const char *text, bool *marked)
{
	for (size_t i = 0; i < p->function_count; i++)
		marked[i] |= strstr(text, p->functions[i].name) != NULL;
}

static void mark_block(const struct gimple_program *p, const struct function *f,
		       const struct block *b, bool *marked)
{
	uint32_t count;

	for (uint32_t i = 0; i < operand_lists(b); i++) {
		const struct gimple_operand *list = operand_list(b, i, &count);
		mark_named(p, f, list, count, marked);
	}
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (b->statements[i].kind == STATEMENT_UNKNOWN)
			mark_text(p, b->statements[i].why, marked);
}

/* The functions whose address some code has, one byte for each; null: no memory. */
static bool *addressed(const struct gimple_program *p)
{
	bool *marked = calloc(p->function_count + 1, sizeof *marked);

	for (size_t i = 0; marked && i < p->function_count; i++) {
		const struct function *f = &p->functions[i];
		marked[i] |= are_known(p) && (p->holds_addresses || f->is_exposed);
		for (uint32_t k = 0; k < f->object_count; k++)
			for (uint32_t a = 0; a < f->objects[k].address_count; a++)
				mark_named(p, f, &f->objects[k].addresses[a].what, 1,
					   marked);
		for (uint32_t b = 0; b < f->block_count; b++)
			mark_block(p, f, &f->blocks[b], marked);
	}
	return marked;
}

/* ---- by name */

struct callback_search {
	const struct gimple_program *program;
	const struct function *to;
	bool *seen;
	bool asked_pointers, by_pointer; /* whether a call by pointer comes there */
};

static bool callback_by_name(struct callback_search *s, const struct function *f);

/* Whether one of the functions that are called by pointer, or by code that is not
 * exported, comes there. */
static bool pointer_reaches(struct callback_search *s)
{
	const struct gimple_program *p = s->program;

	if (s->asked_pointers)
		return s->by_pointer;
	s->asked_pointers = true;
	bool *marked = addressed(p);
	s->by_pointer = !marked;
	for (size_t i = 0; i < p->function_count && !s->by_pointer; i++)
		s->by_pointer = marked[i] && (&p->functions[i] == s->to ||
					      callback_by_name(s, &p->functions[i]));
	free(marked);
	return s->by_pointer;
}

static bool call_reaches(struct callback_search *s, const struct function *f,
			 const struct statement *call)
{
	const struct gimple_program *p = s->program;

	if (!call->callee)
		return pointer_reaches(s);
	if (gimple_is_unsure(p, call->callee, f->unit))
		return true;
	const struct function *g = gimple_find(p, call->callee, f->unit);
	if (!g)
		return callback_may(p, call) && pointer_reaches(s);
	return g == s->to || callback_by_name(s, g);
}

/* Whether a call in the function may come there. */
static bool callback_by_name(struct callback_search *s, const struct function *f)
{
	const size_t number = (size_t)(f - s->program->functions);

	if (s->seen[number])
		return false;
	s->seen[number] = true;
	for (uint32_t b = 0; b < f->block_count; b++)
		for (uint32_t i = 0; i < f->blocks[b].statement_count; i++) {
			const struct statement *call = &f->blocks[b].statements[i];
			if (call->kind == STATEMENT_CALL && call_reaches(s, f, call))
				return true;
		}
	return false;
}

bool callback_reaches(const struct gimple_program *p, const struct function *from,
		      const struct function *to)
{
	struct callback_search s = {p, to, calloc(p->function_count + 1, 1), false,
				    false};
	const bool reaches = from == to || !s.seen || callback_by_name(&s, from);

	free(s.seen);
	return reaches;
}

bool callback_pointer_reaches(const struct gimple_program *p, const struct function *to)
{
	struct callback_search s = {p, to, calloc(p->function_count + 1, 1), false,
				    false};
	const bool reaches = !s.seen || pointer_reaches(&s);

	free(s.seen);
	return reaches;
}

/* ---- facts: the modes of arithmetic, and signals */

void facts_note_modes(struct gimple_program *p, unsigned modes)
{
	p->may_round |= (modes & MODE_ROUNDING) != 0;
	p->may_flush |= (modes & MODE_FLUSHING) != 0;
	p->may_shorten |= (modes & MODE_PRECISION) != 0;
}

static unsigned modes_of(const struct statement *s)
{
	if (s->callee)
		return modes_of_call(s->callee);
	if (s->kind != STATEMENT_UNKNOWN || strncmp(s->why, "assembly: ", 10) != 0)
		return 0;
	/* The reader has cut it. */
	return strlen(s->why) == READER_TEXT ? MODE_ALL : modes_of_assembly(s->why);
}

/* Calls that register a signal handler, which may run at any time; syscall() may be one. */
static const char *const signal_calls[] = {"signal",
					   "sigaction",
					   "bsd_signal",
					   "sysv_signal",
					   "sigset",
					   "__sysv_signal",
					   "_gfortran_signal_sub",
					   "_gfortran_signal_sub_int",
					   "ssignal",
					   "sigvec",
					   "_gfortran_signal_func",
					   "__sigaction",
					   "syscall"};

bool facts_is_signal_call(const char *name)
{
	for (size_t i = 0; i < sizeof signal_calls / sizeof *signal_calls; i++)
		if (strcmp(name, signal_calls[i]) == 0)
			return true;
	return false;
}

/* ---- addresses of functions, in statements or in tables without exported bytes */

/* Whether it is an object of the C or C++ library, which holds no address of the
 * program's functions. */
static bool is_library_object(const char *name)
{
	static const char *const names[] = {"stdin",  "stdout",	 "stderr",  "environ",
					    "optarg", "optind",	 "opterr",  "optopt",
					    "tzname", "signgam", "timezone"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return strncmp(name, "_ZSt", 4) == 0 || strncmp(name, "_ZTI", 4) == 0;
}

/* Whether another function's export tells what the variable starts with: no address of
 * a function. */
static bool is_data_elsewhere(const struct gimple_program *p, const char *name)
{
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t k = 0; k < p->functions[i].object_count; k++) {
			const struct object *o = &p->functions[i].objects[k];
			if (((o->bytes && !o->address_count) || o->is_data) &&
			    !o->is_static && strcmp(o->name, name) == 0)
				return true;
		}
	return false;
}

/* Whether a variable may be initialised with the address of a function. */
static bool may_hold_functions(const struct gimple_program *p, const struct object *o)
{
	if (o->kind != OBJECT_GLOBAL || o->bytes || o->is_data ||
	    (o->has_size && o->size < 8))
		return false;
	return o->is_static ||
	       (!is_library_object(o->name) && !is_data_elsewhere(p, o->name));
}

static bool has_function(const struct gimple_operand *operands, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (operands[k].kind == OPERAND_FUNCTION)
			return true;
	return false;
}

/* ---- pointers that a callee may store */

bool facts_keeps(const struct statement *s)
{
	return !s->callee ||
	       (!(s->flags & CALL_BUILTIN) && s->callee[0] != '.' &&
		strncmp(s->callee, "_gfortran_", 10) != 0 && !callback_is_check(s));
}

/* Whether a pointer to an input may be stored, passed to a callee that may store it, or
 * converted to an integer. */
static bool gives_pointer(const struct gimple_program *p, const struct function *f,
			  const struct statement *s)
{
	bool has_pointer = false;

	for (uint32_t i = 0; i < s->operand_count; i++)
		has_pointer |= s->operands[i].kind == OPERAND_NAME &&
			       s->operands[i].type.kind == TYPE_POINTER;
	return has_pointer &&
	       (s->kind == STATEMENT_STORE ||
		(s->kind == STATEMENT_ASSIGN && s->code == CODE_CONVERT &&
		 s->type.kind != TYPE_POINTER) ||
		(s->kind == STATEMENT_CALL && facts_keeps(s) &&
		 (!s->callee || !gimple_find(p, s->callee, f->unit))));
}

static bool has_pointer_in_memory(const struct function *f)
{
	bool has = false;

	for (uint32_t i = 0; i < f->parameter_count; i++)
		has |= f->parameters[i].type.kind == TYPE_POINTER &&
		       f->parameters[i].object != GIMPLE_NONE;
	return has;
}

/* ---- */

static void find_in_statement(struct gimple_program *p, const struct statement *s)
{
	facts_note_modes(p, modes_of(s));
	p->catches_signals |= s->callee && facts_is_signal_call(s->callee);
}

static void find_in_block(struct gimple_program *p, const struct function *f,
			  const struct block *b)
{
	uint32_t count;

	for (uint32_t k = 0; k < operand_lists(b) && !p->makes_addresses; k++) {
		const struct gimple_operand *list = operand_list(b, k, &count);
		p->makes_addresses = has_function(list, count);
	}
	for (uint32_t k = 0; k < b->statement_count; k++) {
		find_in_statement(p, &b->statements[k]);
		p->gives_pointers =
		    p->gives_pointers || gives_pointer(p, f, &b->statements[k]);
	}
}

void facts_find(struct gimple_program *p)
{
	for (size_t i = 0; i < p->function_count; i++) {
		const struct function *f = &p->functions[i];
		for (uint32_t b = 0; b < f->block_count; b++)
			find_in_block(p, f, &f->blocks[b]);
		p->gives_pointers |= has_pointer_in_memory(f);
		for (uint32_t k = 0; k < f->object_count; k++) {
			p->makes_addresses |= f->objects[k].address_count > 0;
			p->holds_addresses =
			    p->holds_addresses || may_hold_functions(p, &f->objects[k]);
		}
	}
	p->makes_addresses |= p->holds_addresses;
}
