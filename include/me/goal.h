/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * goal.h - the id of a goal: one word that the target, the verdict file, JSON lines,
 * traces and reports name it by. A reader compares ids and never takes them apart.
 *
 *	FUNCTION:ORDINAL.RANK			a branch (struct me_goal, abi.h)
 *	FUNCTION:KIND.NAME			a predicate (struct me_predicate)
 *	FUNCTION@SOURCE:...			of a static function
 *	FUNCTION@SOURCE#K:...			the same of the K-th unit, K > 1, that
 *						was compiled from the source
 *
 * FUNCTION is the assembler name. An id consists of visible ASCII characters: every
 * other byte of a name, and `%`, `"` and `\`, is written %XX. It stays the same when
 * unchanged sources are built again. Units that have the same inline function of C++
 * share its goals, and so their ids.
 */
#ifndef ME_GOAL_H
#define ME_GOAL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an id is made of. */
struct me_goal_name {
	const char *function; /* assembler name */
	const char *source; /* of the unit, when the function is static; else null */
	unsigned copy; /* which unit of that source, counted from 1 */
	const char *kind, *name; /* of a predicate; kind null: a branch */
	unsigned ordinal, rank; /* of a branch */
};

/* Puts one byte at `at` of a text with room for `size` bytes, while it fits. */
static inline size_t me_goal_id_put(char *text, size_t size, size_t at, char c)
{
	if (at + 1 < size) {
		text[at] = c;
		text[at + 1] = '\0';
	}
	return at + 1;
}

static inline size_t me_goal_id_add(char *text, size_t size, size_t at,
				    const char *part)
{
	static const char digits[] = "0123456789ABCDEF";

	for (; *part; part++) {
		const unsigned char c = (unsigned char)*part;
		if (c > ' ' && c < 0x7f && c != '%' && c != '"' && c != '\\') {
			at = me_goal_id_put(text, size, at, *part);
			continue;
		}
		at = me_goal_id_put(text, size, at, '%');
		at = me_goal_id_put(text, size, at, digits[c >> 4]);
		at = me_goal_id_put(text, size, at, digits[c & 15]);
	}
	return at;
}

/* What tells goals of one function apart, as it stands in ids. */
static inline size_t me_goal_local(const struct me_goal_name *n, char *text,
				   size_t size, size_t at)
{
	char number[32];

	if (!n->kind) {
		snprintf(number, sizeof number, "%u.%u", n->ordinal, n->rank);
		return me_goal_id_add(text, size, at, number);
	}
	at = me_goal_id_add(text, size, at, n->kind);
	at = me_goal_id_put(text, size, at, '.');
	return me_goal_id_add(text, size, at, n->name);
}

/* Writes the id, cut to `size` bytes with its NUL; returns its whole length, like
 * snprintf(). */
static inline size_t me_goal_id(const struct me_goal_name *n, char *text, size_t size)
{
	char number[32];
	size_t at;

	if (size)
		text[0] = '\0';
	at = me_goal_id_add(text, size, 0, n->function);
	if (n->source) {
		at = me_goal_id_put(text, size, at, '@');
		at = me_goal_id_add(text, size, at, n->source);
		if (n->copy > 1) {
			snprintf(number, sizeof number, "#%u", n->copy);
			at = me_goal_id_add(text, size, at, number);
		}
	}
	return me_goal_local(n, text, size, me_goal_id_put(text, size, at, ':'));
}

#ifdef __cplusplus
}
#endif
#endif
