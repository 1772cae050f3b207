/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h - list=FILE: the functions that a unit defines, for `me test`. */
#ifndef PLUGIN_LISTING_H
#define PLUGIN_LISTING_H

/* Keeps an unused static function alive; called for each function of C and C++. */
void listing_see(tree decl);

/* A function, as it is listed. */
struct listed {
	const char *kind, *symbol, *file;
	int line;
	char *name;
};

/* Call listing_done() after it. */
void listing_where(tree decl, struct listed *where);
void listing_done(struct listed *where);

/* Tells of each function that the user's files define, in their order. */
typedef void listing_fn(tree decl, const struct listed *where, void *context);
void listing_each(listing_fn *take, void *context);

/*
 * Writes FILE, a line for each function of the user's files in their order, its columns
 * separated by tabs:
 *
 *	KIND	external, static or main; included: not of the unit's main file; private: also
 *		protected, or in such a class
 *	LINE	of its body
 *	SYMBOL	its assembler name, by which entry= finds it
 *	NAME	as the source has it: f, geo::wrap, module::f
 *	TEXT	of C++ with the parameters, which tell overloads apart; else as NAME
 */
void listing_write(void);

/* Asks for functions that are listed whether they are driven, each in a copy of the compiler that
 * has it as the entry, so that the unit is read once: refusals=DIR gets SYMBOL.refusal and
 * SYMBOL.types of those that are not. Asked for are the functions that the file DIR/asked names,
 * or, without it, external ones. */
typedef void listing_ask_fn(void);
void listing_ask(listing_ask_fn *ask);

#endif
