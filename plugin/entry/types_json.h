/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types_json.h - JSON on a stream: objects, lists and what is in them, in order. */
#ifndef PLUGIN_TYPES_JSON_H
#define PLUGIN_TYPES_JSON_H

struct types_output {
	FILE *out;
	const char *separator; /* before what comes next: "" or "," */
};

extern types_output output;

/* Begins a list or an object that is an element of a list, by its bracket; a member that is one; and
 * ends either. */
void begin(char bracket);
void begin_member(const char *name, char bracket);
void end(char bracket);
/* The name of a member; members with their values; one that is only there when it is true. */
void put_name(const char *name);
void put_text(const char *name, const char *text);
void put_number(const char *name, HOST_WIDE_INT n);
void put_true(const char *name, bool is);
/* An element of a list. */
void put_element(HOST_WIDE_INT n);
void put_element(const char *text);

struct decl_use;
/* What an integer is compared with. */
void put_compared(const decl_use *u);
/* Whether it is compared with null, and is the name of a file. */
void put_pointer(const decl_use *u);
/* What its indices are multiplied by. */
void put_stride(const decl_use *u);
/* Whether its size, and that of the containers in it, is what bodies take it for. */
void put_container(const decl_use *u);
/* Which other ones lead into its array, and where; how many elements are left. */
void put_ends(const decl_use *u);
/* How the elements of the array are to be, so that accesses by them stay inside; and of what they, or
 * the integer, are indices. */
void put_elements(const decl_use *u, tree decl);
/* Which members of a structure are set where one has a value. */
void put_variants(tree type);

#endif
