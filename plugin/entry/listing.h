/* SPDX-License-Identifier: GPL-3.0-or-later */
/* listing.h - list=FILE: the functions that a unit defines, for `me test`. */
#ifndef PLUGIN_LISTING_H
#define PLUGIN_LISTING_H

/* Keeps an unused static function alive; called for each function of C and C++. */
void listing_see(tree decl);

/*
 * Writes FILE, a line for each function of the user's files in their order, its columns
 * separated by tabs:
 *
 *	KIND	external, static or main; included: not of the unit's main file
 *	LINE	of its body
 *	SYMBOL	its assembler name, by which entry= finds it
 *	NAME	as the source has it: f, geo::wrap, module::f
 *	TEXT	of C++ with the parameters, which tell overloads apart; else as NAME
 */
void listing_write(void);

#endif
