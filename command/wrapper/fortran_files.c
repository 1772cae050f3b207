/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_files.c - files in a driver of Fortran, by their names and as units that are open. What a file
 * holds is a text, or what the procedure reads of it: numbers, or the variables of a namelist.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/fortran_wrapping.h"

enum { NUMBERS_MOST = 8, LINE_MOST = 4, MADE_MOST = 512, VALUES_MOST = 16 };

/* What makes a file without a name on any disk; bare names are of the driver. */
static const char opener[] =
    "! A file in memory of these characters, or none; its name.\n"
    "!me$ driver\n"
    "subroutine %s_file(name, text, is_there)\n"
    "  use, intrinsic :: iso_c_binding\n"
    "  implicit none\n"
    "  character(len=*) :: name, text\n"
    "  logical :: is_there\n"
    "  character(kind=c_char), pointer :: bytes(:)\n"
    "  integer(c_int) :: unit\n"
    "  integer :: i\n"
    "  interface\n"
    "    integer(c_int) function memfd_create(name, flags) bind(c)\n"
    "      import :: c_int, c_char\n"
    "      character(kind=c_char) :: name(*)\n"
    "      integer(c_int), value :: flags\n"
    "    end function\n"
    "    integer(c_int) function ftruncate(unit, length) bind(c)\n"
    "      import :: c_int, c_long\n"
    "      integer(c_int), value :: unit\n"
    "      integer(c_long), value :: length\n"
    "    end function\n"
    "    type(c_ptr) function mmap(at, length, access, flags, unit, from) bind(c)\n"
    "      import :: c_ptr, c_size_t, c_int, c_long\n"
    "      type(c_ptr), value :: at\n"
    "      integer(c_size_t), value :: length\n"
    "      integer(c_int), value :: access, flags, unit\n"
    "      integer(c_long), value :: from\n"
    "    end function\n"
    "    integer(c_int) function munmap(at, length) bind(c)\n"
    "      import :: c_ptr, c_size_t, c_int\n"
    "      type(c_ptr), value :: at\n"
    "      integer(c_size_t), value :: length\n"
    "    end function\n"
    "  end interface\n"
    "  unit = -1\n"
    "  if (is_there) unit = memfd_create('me' // c_null_char, 0)\n"
    "  write (name, '(a, i0)') '/proc/self/fd/', unit\n"
    "  if (unit < 0 .or. len(text) == 0) return\n"
    "  if (ftruncate(unit, len(text, c_long)) /= 0) return\n"
    "  call c_f_pointer(mmap(c_null_ptr, len(text, c_size_t), 3, 1, unit, 0_c_long), "
    "&\n"
    "    bytes, [len(text)])\n"
    "  do i = 1, len(text)\n"
    "    bytes(i) = text(i:i)\n"
    "  end do\n"
    "  i = munmap(c_loc(bytes), len(text, c_size_t))\n"
    "end subroutine\n\n";

/* Numbers as a procedure reads them with FORMAT *. */
static const char numbers_text[] =
    "! A text of the numbers, of which so many stand in a line.\n"
    "!me$ driver\n"
    "subroutine %s_numbers(text, x, n, per_line)\n"
    "  implicit none\n"
    "  character(len=*) :: text\n"
    "  integer :: n, per_line, i\n"
    "  real(8) :: x(*)\n"
    "  character(len=32) :: part\n"
    "  text = ''\n"
    "  do i = 1, n\n"
    "    if (abs(x(i)) < 1d9) then\n"
    "      write (part, '(i0)') nint(x(i))\n"
    "      if (x(i) /= nint(x(i))) write (part, '(es24.16e3)') x(i)\n"
    "    else\n"
    "      write (part, '(es24.16e3)') x(i)\n"
    "    end if\n"
    "    text = trim(text) // ' ' // adjustl(part)\n"
    "    if (mod(i, per_line) == 0 .or. i == n) text = trim(text) // new_line('a')\n"
    "  end do\n"
    "end subroutine\n\n";

/* Fills the variable with numbers, the first of which is a small integer where the procedure reads one. */
static void numbers_make(struct fortran_driver *f, const json_t *d, const char *name,
			 const char *made, const struct fortran_place *p)
{
	const bool is_first = strcmp(json_member_text(d, "numbers"), "integer") == 0;
	char *part = wrap_format("%s_numbers", name), more[16];

	snprintf(more, sizeof more, "%d", NUMBERS_MOST);
	const char *numbers = fortran_parameter(f, "real(8)", part, more, p);
	free(part);
	part = wrap_format("%s_count", name);
	char *count = fortran_choice(f, part, is_first, NUMBERS_MOST, p);
	free(part);
	part = wrap_format("%s_per_line", name);
	char *per_line = fortran_choice(f, part, 1, LINE_MOST, p);
	free(part);
	if (is_first) {
		part = wrap_format("%s_first", name);
		char *first = fortran_choice(f, part, -1, NUMBERS_MOST, p);
		fortran_line(p, "%s(1) = %s", numbers, first);
		free(first);
		free(part);
	}
	if (!strstr(text_string(&f->handler), "_numbers("))
		text_add(&f->handler, numbers_text, f->w->of);
	fortran_line(p, "call %s_numbers(%s, %s, %s, %s)", f->w->of, made, numbers,
		     count, per_line);
	wrap_guess(f->w, "%s holds up to %d numbers, or a text", name, NUMBERS_MOST);
	free(count);
	free(per_line);
}

/* How a value is written into the text `part`; null: it is of another type. */
static const char *written(const json_t *d)
{
	static const char *const ways[][2] = {
	    {"INTEGER", "write (%s_part, '(i0)') %s"},
	    {"REAL", "write (%s_part, '(es24.16e3)') %s"},
	    {"LOGICAL", "%s_part = merge('T', 'F', %s)"},
	    {"CHARACTER", "%s_part = '\"' // trim(%s) // '\"'"}};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (fortran_is(d, ways[i][0]))
			return ways[i][1];
	return NULL;
}

/* How many elements an array of a fixed size has; 1: it is none; 0: another one, or a large one. */
static long values_of(const json_t *d)
{
	const json_t *bounds = json_object_get(d, "bounds");
	const char *high = json_string_value(json_array_get(bounds, 1));
	const long n = high ? atol(high) : 0;

	if (!json_object_get(d, "rank"))
		return 1;
	return number_in(d, "rank") == 1 && n <= VALUES_MOST &&
		       strcmp(json_member_text(d, "shape"), "AS_EXPLICIT") == 0
		   ? n
		   : 0;
}

/* " n = 3" behind what the variable `made` has. */
static void value_add(struct fortran_driver *f, const json_t *d, const char *name,
		      const char *made, const struct fortran_place *p)
{
	const char *own = json_member_text(d, "name"), *way = written(d);
	const long n = values_of(d);
	char *type = fortran_is(d, "CHARACTER")
			 ? wrap_format("character(len=%d)", WRAP_ELEMENTS)
			 : fortran_type_text(f->w->unit, d);
	char *wanted = wrap_format("%s_%s", name, own), more[16];

	snprintf(more, sizeof more, "%ld", n);
	const char *value =
	    fortran_parameter(f, type ? type : "integer", wanted, n > 1 ? more : "", p);
	fortran_line(p, "%s = trim(%s) // ' %s ='", made, made, own);
	for (long i = 1; i <= n; i++) {
		char *element =
		    n > 1 ? wrap_format("%s(%ld)", value, i) : wrap_format("%s", value);
		fortran_line(p, way, name, element);
		fortran_line(p, "%s = trim(%s) // ' ' // adjustl(%s_part)", made, made,
			     name);
		free(element);
	}
	free(type);
	free(wanted);
}

/* Fills the variable with "&group n = 3 /". */
static void namelist_make(struct fortran_driver *f, const json_t *d, const char *name,
			  const char *made, const struct fortran_place *p)
{
	const json_t *group = json_object_get(d, "namelist"), *variable;
	const json_t *scope = fortran_scope(f->w->unit, number_in(group, "scope"));
	const char *own = json_member_text(group, "name");
	const json_t *list = fortran_symbol(f->w->unit, scope, own);
	size_t i;

	text_add(&f->w->objects, "character(len=32) :: %s_part\n", name);
	fortran_line(p, "%s = '&%s'", made, own);
	json_array_foreach(json_object_get(list, "variables"), i, variable)
	{
		const json_t *of =
		    fortran_symbol(f->w->unit, scope, json_string_value(variable));
		if (of && written(of) && values_of(of))
			value_add(f, of, name, made, p);
	}
	fortran_line(p, "%s = trim(%s) // ' /' // new_line('a')", made, made);
	wrap_guess(f->w, "%s holds the namelist %s, or a text", name, own);
}

/* The file, whose name is in the variable `own`; is_there: whether there is one. */
static void file_make(struct fortran_driver *f, const json_t *d, const char *name,
		      const char *own, const char *is_there,
		      const struct fortran_place *p)
{
	const bool has_list = json_object_get(d, "namelist") != NULL;
	const bool has_numbers = json_object_get(d, "numbers") != NULL;
	char *part = wrap_format("%s_text", name);
	const char *text = fortran_parameter(f, "character(len=*)", part, "", p);
	struct fortran_place inside = *p;

	free(part);
	wrap_note(f->w, "%s:%d", text, WRAP_STREAM);
	if (!strstr(text_string(&f->handler), "memfd_create"))
		text_add(&f->handler, opener, f->w->of);
	if (!has_list && !has_numbers) {
		fortran_line(p, "call %s_file(%s, %s, %s)", f->w->of, own, text,
			     is_there);
		return;
	}
	part = wrap_format("%s_is_text", name);
	const char *is_text = fortran_parameter(f, "logical", part, "", p);
	free(part);
	part = wrap_format("%s_made", name);
	const char *made = wrap_name(f->w, part);
	free(part);
	text_add(&f->w->objects, "character(len=%d) :: %s\n", MADE_MOST, made);
	fortran_line(p, "if (%s) then", is_text);
	inside.indent++;
	fortran_line(&inside, "call %s_file(%s, %s, %s)", f->w->of, own, text,
		     is_there);
	fortran_line(p, "else");
	if (has_list)
		namelist_make(f, d, name, made, &inside);
	else
		numbers_make(f, d, name, made, &inside);
	fortran_line(&inside, "call %s_file(%s, trim(%s), %s)", f->w->of, own, made,
		     is_there);
	fortran_line(p, "end if");
}

char *fortran_file(struct fortran_driver *f, const json_t *d, const char *name,
		   const struct fortran_place *p)
{
	const char *own = wrap_name(f->w, name);
	char *part = wrap_format("%s_is_there", name);
	const char *is_there = fortran_parameter(f, "logical", part, "", p);

	free(part);
	text_add(&f->w->objects, "character(len=256) :: %s\n", own);
	file_make(f, d, name, own, is_there, p);
	wrap_guess(f->w,
		   "%s is the name of a file of up to %d characters, in memory, or of "
		   "none",
		   name, WRAP_STREAM);
	return wrap_format("%s", own);
}

void fortran_unit_open(struct fortran_driver *f, const json_t *d, const char *name,
		       const char *path, const struct fortran_place *p)
{
	const bool is_binary = json_object_get(d, "binary") != NULL;
	char *part = wrap_format("%s_file", name);
	const char *own = wrap_name(f->w, part);

	free(part);
	text_add(&f->w->objects, "character(len=256) :: %s\n", own);
	if (json_object_get(d, "read")) {
		file_make(f, d, name, own, ".true.", p);
	} else {
		if (!strstr(text_string(&f->handler), "memfd_create"))
			text_add(&f->handler, opener, f->w->of);
		fortran_line(p, "call %s_file(%s, '', .true.)", f->w->of, own);
	}
	fortran_line(p, "open (newunit=%s, file=%s%s)", path, own,
		     is_binary ? ", form='unformatted', access='stream'" : "");
	if (fortran_has(d, "OPTIONAL"))
		text_add(&f->closing, "if (allocated(%s)) ", path);
	text_add(&f->closing, "close (%s)\n", path);
	wrap_guess(f->w, "%s is the unit of a file in memory", name);
}

/* ---- arguments */

/* Whether it is a text by which the procedure opens a file. */
static bool is_file_name(const json_t *d)
{
	return json_object_get(d, "opened") && fortran_is(d, "CHARACTER") &&
	       !json_object_get(d, "rank") && !fortran_is_allocatable(d) &&
	       !fortran_is_pointer(d);
}

static bool is_open_unit(const json_t *d)
{
	return json_object_get(d, "unit") && fortran_is(d, "INTEGER") &&
	       !json_object_get(d, "rank") && !fortran_is_allocatable(d) &&
	       !fortran_is_pointer(d);
}

/* A variable without a value where the argument is left out. */
static const char *optional_declare(struct fortran_driver *f, const char *name,
				    const char *type, const struct fortran_place *p)
{
	char *part = wrap_format("%s_given", name);
	const char *own = wrap_name(f->w, part);

	free(part);
	part = wrap_format("has_%s", name);
	fortran_line(p, "if (%s) then", fortran_parameter(f, "logical", part, "", p));
	text_add(&f->w->objects, "%s, allocatable :: %s\n", type, own);
	free(part);
	return own;
}

static char *name_argument(struct fortran_driver *f, const json_t *d, const char *name,
			   const struct fortran_place *p)
{
	struct fortran_place inside = *p;

	if (fortran_has(d, "OPTIONAL")) {
		const char *given = optional_declare(f, name, "character(len=:)", p);
		inside.indent++;
		char *own = fortran_file(f, d, name, &inside);
		fortran_line(&inside, "%s = trim(%s)", given, own);
		fortran_line(p, "end if");
		free(own);
		return wrap_format("%s", given);
	}
	char *own = fortran_file(f, d, name, p);
	/* What has a length of its own is filled with blanks. */
	char *value = *json_member_text(d, "length") ? wrap_format("%s", own)
						     : wrap_format("trim(%s)", own);

	free(own);
	return value;
}

static char *unit_argument(struct fortran_driver *f, const json_t *d, const char *name,
			   const struct fortran_place *p)
{
	struct fortran_place inside = *p;

	if (!fortran_has(d, "OPTIONAL")) {
		const char *own = wrap_name(f->w, name);
		text_add(&f->w->objects, "integer :: %s\n", own);
		fortran_unit_open(f, d, name, own, p);
		return wrap_format("%s", own);
	}
	const char *given = optional_declare(f, name, "integer", p);
	inside.indent++;
	fortran_line(&inside, "allocate (%s)", given);
	fortran_unit_open(f, d, name, given, &inside);
	fortran_line(p, "end if");
	return wrap_format("%s", given);
}

char *fortran_file_argument(struct fortran_driver *f, const json_t *d, const char *name,
			    const struct fortran_place *p)
{
	return is_file_name(d)	 ? name_argument(f, d, name, p)
	       : is_open_unit(d) ? unit_argument(f, d, name, p)
				 : NULL;
}
