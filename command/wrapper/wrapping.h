/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wrapping.h - a driver of C that is being written.
 *
 * make_...() return an expression for a value of a type, and add what it needs: parameters of
 * the driver, objects, statements before the call. The caller frees it; null after wrap_refuse().
 */
#ifndef COMMAND_WRAPPING_H
#define COMMAND_WRAPPING_H

#include "command/base/text.h"
#include "command/base/words.h"
#include "command/base/unit_types.h"

enum {
	WRAP_ELEMENTS = 8, /* of an array of numbers of which nothing says how many */
	WRAP_TEXT = 16, /* characters of a text, without its NUL */
	WRAP_STREAM = 64, /* and of a file */
	WRAP_OBJECTS = 4, /* of a list, of an array of structures, of pointers */
	WRAP_DEEP = 6, /* pointers in what pointers lead to */
	WRAP_CALLS =
	    4, /* of functions that change what the function reads, before it */
	WRAP_CHANGES = 6, /* such functions */
};

/* The objects of a structure that leads to itself. */
struct wrap_pool {
	const json_t *record;
	char *name; /* of the array */
	unsigned count, roots;
};

struct value_place;
struct wrapping;

/* An array into which several pointers lead: parameters of the driver. */
struct wrap_range_of {
	char *of; /* the name of the first pointer there: "v_begin" */
	const char *array, *size;
	long most; /* elements */
};

/* `facts`: the parameter or the member that the value becomes. */
typedef char *make_fn(struct wrapping *w, const json_t *type, const char *name,
		      const json_t *facts, const struct value_place *at);

struct wrapping {
	const json_t *unit, *function;
	const json_t
	    *being_made; /* by a function, whose arguments lead to none; or null */
	const char *of; /* the function's name */
	struct text_buffer above; /* what stands before the driver */
	struct text_buffer guesses; /* lines of its comment */
	struct text_buffer notes; /* of its parameters, as entry= has them */
	struct text_buffer parameters;
	struct text_buffer objects; /* declarations */
	struct text_buffer statements;
	struct text_buffer later; /* statements behind those that change objects */
	bool
	    is_whole; /* members of what is made are also those that the function does not use */
	const json_t *begun; /* the structure that they make: an iterator; or null */
	struct text_buffer after; /* what comes behind the call */
	struct words names; /* that are taken */
	const char *own; /* the function's parameter that is made: its name is free */
	struct {
		char *of; /* an array of offsets */
		const char *name;
	} ends[8]; /* the parameters that are their last one */
	size_t end_count;
	struct wrap_range_of ranges[8]; /* into which several pointers lead */
	size_t range_count;
	struct wrap_pool pools[16];
	size_t pool_count;
	make_fn *make; /* make_value(), for what a structure leads to */
	json_t
	    *derived; /* classes of the driver that implement abstract ones; or null */
	char *nothing; /* "return 0": where no object could be made */
	const char
	    *items; /* the parameter of what objects keep by its address; or null */
	const json_t *handle; /* the structure of an argument that a function makes */
	char *handle_value; /* that argument */
	bool handle_is_part; /* it is none, but what a structure leads to */
	char *handle_made; /* whether that function was called; or null: it was */
	/* Of C++: how many elements the container that is made has, as another one, unless null; those of
	 * the last one that was made; and what is known of the containers in one. */
	const char *shared_count;
	char *last_count;
	long most; /* elements that it has, where that is known; or 0 */
	bool size_told; /* bodies compare its size with others */
	char *
	    shape; /* of matrices whose sizes none compares: that of all of them; or null */
	bool has_matrix; /* what is constructed has such a member: a size is that */
	enum { ROWS_ANY, ROWS_ALIKE, ROWS_SQUARE } rows;
	bool is_plain, may_be_plainer; /* of C++: as in driver_file.h */
	bool
	    is_unasked; /* of C++: no body asks how many elements the container that is made has */
	struct
	{ /* of C++: what is made in a loop has this value in its last element, unless null */
		const json_t *type;
		char *until, *value; /* "i + 1 < n", "Kind::End" */
	} mark;
	const char
	    *below; /* of the array that is made: what its indices are below; or null */
	bool loops; /* the statements count by i */
	bool
	    is_parsed; /* what makes an object reads a text: its branches lead to the function's */
	char why[256]; /* it cannot be driven; or "" */
};

/* Where a value is made: alone, or of each object of an array. */
struct value_place {
	const char *dims; /* behind the name of a parameter: "[4]" or "" */
	const char *index; /* behind it in an expression: "[i]" or "" */
	struct text_buffer *statements; /* what has to be done there */
	const char *indent; /* of these */
	const char *path; /* what the value becomes: "v.name"; of an argument "" */
	struct text_buffer
	    *tail; /* takes what a block has behind the object, " + ...";  or null */
	unsigned deep;
	unsigned links; /* of C++: of these the nodes that own one another */
	bool
	    sizeless; /* of C++: what is made holds numbers alone, of which none is a size */
	bool settled; /* of C++: objects are not changed by calls */
};

/* Whether the driver is C++. */
bool wrap_is_cxx(const struct wrapping *w);
/* Notes why, and returns null. */
char *wrap_refuse(struct wrapping *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A line of the comment. */
void wrap_guess(struct wrapping *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* An item of the notes, unless there is one of its name. */
void wrap_note(struct wrapping *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A name that nothing has yet, made of this one. It lives as long as w. */
const char *wrap_name(struct wrapping *w, const char *wanted);
/* Adds a parameter of the type; returns the expression of its value there. *own: its name,
 * unless null. */
char *wrap_parameter(struct wrapping *w, const json_t *type, const char *name,
		     const struct value_place *at, const char *more, const char **own);
/* The same for a type as text; and for an integer of it from low to high. */
char *wrap_plain(struct wrapping *w, const char *type, const char *name,
		 const struct value_place *at, const char *more, const char **own);
char *wrap_range(struct wrapping *w, const char *type, const char *name, long low,
		 long high, const struct value_place *at);
/* A mask up to `most`: one less than a power of 2. */
char *wrap_mask(struct wrapping *w, const char *name, long most,
		const struct value_place *at);
/* Takes the names that are macros of the source; whether one is. */
void wrap_macros_reserve(struct wrapping *w);
bool wrap_is_macro(const struct wrapping *w, const char *name);
/* A parameter for a driver that needs none: an entry has one at least. */
void wrap_once(struct wrapping *w);
/* The value, or null as a parameter has_NAME says: takes the value. */
char *wrap_nullable(struct wrapping *w, char *value, const char *name,
		    const struct value_place *at);
/* The address of a variable of the type that has the value, which is taken; null, too, where the body
 * asks for that. */
char *wrap_address(struct wrapping *w, const json_t *type, const char *name,
		   const json_t *facts, char *value, const struct value_place *at);
/* Whether the function frees or moves what a parameter or a member leads to, or a structure of the
 * type. */
bool wrap_is_freed(const struct wrapping *w, const json_t *facts);
/* Includes <me/HEADER>; `without`: what stands for it where a test that includes the driver is
 * compiled without ME. */
void wrap_include(struct text_buffer *out, const char *header, const char *without);
/* A copy of so many elements from the value on, in memory of its own: takes the value. */
char *wrap_copied(char *value, const char *count);
char *wrap_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Adds lines, of which long ones are broken. */
void wrap_lines(struct text_buffer *out, const char *text);
/* ME_NOTES of all notes, broken behind their commas. */
void wrap_notes(const struct wrapping *w, struct text_buffer *text);
void wrapping_done(struct wrapping *w);

/* ---- how many there are */

/* Whether a name is one of those that lengths have. */
bool is_length_name(const char *name);
/* The parameter of the function that says how many elements the argument has; or null. */
const json_t *argument_length(const struct wrapping *w, const json_t *argument);
/* Elements of an array of which that is the length: above the constants that it is told apart by, as far
 * as these are small. */
long length_elements(const json_t *length);
/* Notes that the array has `least` (of -1..1) to `count` elements, "x:8,n:len(x)", or "x:n" where n counts another one;
 * `guess`: "~" or "". */
void wrap_counted(struct wrapping *w, const char *array, const char *length,
		  const char *guess, long least, long count);
/* Whether other elements, offsets[i] and offsets[i + 1], bound the indices of the array `name`, of the
 * parameter or member `own`: the parameter that is the last of them, and the number of its elements.
 * Null: none. */
const char *offsets_end(struct wrapping *w, const json_t *facts, const char *name);
/* The number of the parameter or member that is one less than the number of these offsets, as the arrays
 * in the list say that they bound the indices of; or -1. */
long offsets_count(const json_t *list, const char *offsets);
/* Makes the elements of the array `own` indices or offsets, as the bodies take them; `count`: how many
 * there are; `below`: the number of elements of the array that they are indices of. */
void wrap_elements(struct wrapping *w, const json_t *facts, const json_t *to,
		   const char *name, const char *own, const char *count,
		   const char *below, struct text_buffer *out);
/* The number of the member that says it of another one; or -1. */
long member_length(const struct wrapping *w, const json_t *members, const json_t *of);

/* ---- c_objects.c */

/* A value of a structure: an initialiser, {.n = n, .x = x}. */
char *make_record(struct wrapping *w, const json_t *type, const char *name,
		  const struct value_place *at);

/* ---- c_pools.c */

/* A pointer to a structure or union, or to the first of several where `facts` tell of a length. */
char *make_record_pointer(struct wrapping *w, const json_t *to, const char *name,
			  const json_t *facts, const struct value_place *at);

/* ---- c_callbacks.c */

/* A pointer to a function of that type. */
char *make_callback(struct wrapping *w, const json_t *type, const char *name,
		    const json_t *facts, const struct value_place *at);
/* The type that the data of a callback has, or null; name: the parameter or member that is the
 * callback. */
const json_t *callback_data(const struct wrapping *w, const char *name);

/* A value of a union. */
char *make_union(struct wrapping *w, const json_t *type, const char *name,
		 const struct value_place *at);

/* The number of the enumeration beside the union of that number that says which member it has, or -1:
 * one with at least as many values as there are members, of which it is the last ones. *before: how
 * many stand before. */
long union_tag(const struct wrapping *w, const json_t *list, size_t number,
	       size_t *before);
/* An expression for the number of the member that the union has, where an integer beside it says that in
 * the bodies; else null. `values`: of the members of the record. */
char *union_variant(const struct wrapping *w, const json_t *record, char *const *values,
		    size_t number);

/* One beside an enumeration of this value, the last of whose enumerators say which member is set;
 * `before`: how many others come first. */
char *make_tagged(struct wrapping *w, const json_t *type, const char *name,
		  const char *value, size_t before, const struct value_place *at);

/* ---- c_makers.c */

enum {
	SIZE_MOST = 16, /* of an integer that a maker takes */
	MAKERS = 8, /* of which one is chosen */
};

/* Functions that make an object. */
struct makers {
	const json_t *record; /* that they make */
	const json_t *list[MAKERS];
	size_t count;
	long
	    place; /* the number of the argument at which it stores the object; or -1 */
	bool can_refuse; /* null is returned for sizes that are not taken */
	/* Their arguments: those of one type and range are one parameter. */
	struct words keys, values;
};

/* Fills m->list: the one with the fewest arguments, then others of the source. How many there are. */
size_t makers_find(const struct wrapping *w, const json_t *record, struct makers *m);
/* What the arguments tell of an object: a text, which may be parsed, more than an array, and that
 * more than numbers. */
enum { HAS_NUMBER = 1, HAS_ARRAY, HAS_TEXT };
int variety_of(const struct wrapping *w, const json_t *function);
/* Whether the parameter is an array of constant objects, with their number behind it; not of
 * `record`. */
bool is_counted_array(const struct wrapping *w, const json_t *list, size_t index,
		      const json_t *record);
/* Whether an argument of the function is an object of another structure. */
bool takes_object(const struct wrapping *w, const json_t *f, const json_t *record);
/* The function that makes an object of zeros a valid one, or null. */
const json_t *initialiser_of(const struct wrapping *w, const json_t *record);
/* Whether the source itself makes objects of the structure, which lead to others: what holds
 * among their members nobody but it knows. */
bool has_maker(const struct wrapping *w, const json_t *record);
/* Whether the last word of a name says that the function fills an object: work_init(). */
bool initialises(const char *name);
/* Whether the function returns a new object of the structure (or null), made of numbers and texts. */
bool makes_handle(const struct wrapping *w, const json_t *function,
		  const json_t *record);
/* Whether the function is defined in the source itself. */
bool is_in_source(const json_t *function);
/* Whether the name of a function says that it ends what an object was made for. */
bool destroys(const char *name);
/* The function that destroys what the type is, or null. */
const json_t *destructor_of(const struct wrapping *w, const json_t *record);
/* Whether a name has one of the words, which a null pointer ends, as part of name_word or nameWord. */
bool has_word(const char *name, const char *const *words);

/* What a member leads to, or null: it is no pointer. */
const json_t *member_pointed(const struct wrapping *w, const json_t *member);
/* Whether the member of the structure leads to another one of its kind; how many do and do not lead
 * back, as those of such names do. */
bool node_is_link(const struct wrapping *w, const json_t *record, const json_t *member);
bool node_leads_back(const char *name);
unsigned node_links(const struct wrapping *w, const json_t *record);
/* Whether members lead to what their types do not say: other objects, numbers without a length. */
bool record_is_unclear(const struct wrapping *w, const json_t *record);
/* Whether it is a node: its numbers are any, and its links end where the bodies look for null. What
 * makes one leaves it alone in the world. */
bool record_is_node(const struct wrapping *w, const json_t *record);
/* What a member is beside one that leads to the first node of a list. */
enum list_role { LIST_NOTHING, LIST_LAST, LIST_COUNT };
enum list_role list_role_of(const struct wrapping *w, const json_t *members,
			    const json_t *member);
/* Walks along that list, and sets these members. */
void list_finish(struct wrapping *w, const json_t *members, const char *prefix,
		 const struct value_place *at);

/* ---- c_handles.c */

/* A void *: what the body takes it for. */
char *make_void(struct wrapping *w, const char *name, const json_t *facts,
		const struct value_place *at);
/* A FILE * over a text. */
char *make_open_file(struct wrapping *w, const char *name, const json_t *facts,
		     const struct value_place *at);
/* The name of a file: of a text, or of bytes. */
char *make_file(struct wrapping *w, const char *name, const json_t *facts,
		const struct value_place *at);

/* A pointer to an object that a function of the unit or its headers makes of numbers; null: none
 * does. */
char *make_by_function(struct wrapping *w, const json_t *record, const char *name,
		       const json_t *facts, const struct value_place *at);
/* A pointer to an object of zeros that a function of the unit or its headers, f_init(&object),
 * makes a valid one; null: none does. */
char *make_by_initialiser(struct wrapping *w, const json_t *record, const char *name,
			  const json_t *facts, const struct value_place *at);
/* A pointer to what only functions of the unit or its headers can make. */
char *make_handle(struct wrapping *w, const json_t *to, const char *name,
		  const json_t *facts, const struct value_place *at);

/* ---- c_values.c */

/* A value of any type. */
char *make_value(struct wrapping *w, const json_t *type, const char *name,
		 const json_t *facts, const struct value_place *at);

/* ---- c_ranges.c */

/* A pointer, or the address of one, into an array where others of the list lead that are parameters or
 * members as it is; or how many elements are left there. Null: it is none of this. */
char *make_shared(struct wrapping *w, const json_t *list, const json_t *own,
		  const char *name, const struct value_place *at);

/* An argument that is an index, which the function does not compare with anything, is one of the array's
 * elements: there is one at least, where the function does not ask. */
void subscripts_limit(struct wrapping *w, struct words *call);

/* ---- c_driver.c */

/* Functions of the unit that change variables which the function reads in its next call; itself
 * first. How many there are, WRAP_CHANGES at most; *most: how many calls of them come before. */
size_t wrap_changes(const struct wrapping *w, const json_t **list, long *most);
/* How many calls change an object before it is used, `most` or more: an array in it is filled once
 * and again, and a counter passes the constant that it is compared with. */
long wrap_steps(const struct wrapping *w, const json_t *record, long most);

/* The text of a driver of the function, without its first line, into *text; `include`: how the
 * source is named there. 0, or -1: w->why says what cannot be made. */
int c_driver_write(struct wrapping *w, const char *include, struct text_buffer *text);

#endif
