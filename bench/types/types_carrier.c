/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * types_carrier.c - the kinds of parameters. Each adds what it needs to the function:
 * declarations, the parameter, its limits, the guard that has to hold before the number
 * may be read, and the bytes of the solution.
 */
#include <stdio.h>
#include <string.h>

#include "bench/types/types_function.h"

/* The parameter that is being added, p0, p1, ..., and the number that it carries. */
struct adding {
	struct function *f;
	struct variable *v;
	const char *type; /* the number's, in the function's language */
	char name[16];
};

static void begin_parameter(struct adding *a)
{
	struct function *f = a->f;

	snprintf(a->name, sizeof a->name, "p%d", f->parameters++);
	ADD(f->list, "%s", *f->list ? ", " : "");
	if (f->language == FORTRAN)
		ADD(f->list, "%s", a->name);
}

static void read_by(struct adding *a, const char *format, int index)
{
	snprintf(a->v->access, sizeof a->v->access, format, a->name, index);
}

static void put_bytes(struct function *f, uint64_t value, size_t size)
{
	memcpy(f->input + f->size, &value, size);
	f->size += size;
}

/* `count` numbers of which the one of that index is the secret. */
static void put_numbers(struct adding *a, int count, int index)
{
	for (int i = 0; i < count; i++)
		number_put(a->f, a->v->type,
			   i == index ? a->v->value : (struct secret){0, 0});
}

/* ---- of all languages */

static void by_value(struct adding *a)
{
	begin_parameter(a);
	if (a->f->language == FORTRAN)
		ADD(a->f->declared, "\t%s%s :: %s\n", a->type,
		    function_random(a->f, 2) ? ", value" : "", a->name);
	else
		ADD(a->f->list, "%s %s", a->type, a->name);
	read_by(a, "%s", 0);
	put_numbers(a, 1, 0);
}

static void in_range(struct adding *a)
{
	const __int128 below = (__int128)function_random(a->f, 30),
		       above = (__int128)function_random(a->f, 30);
	const __int128 around =
	    a->v->type->is_float ? (__int128)a->v->value.f : a->v->value.i;
	const int least = a->v->type->is_signed || around > below;

	by_value(a);
	if (a->v->type->bits > 64 && a->v->type->bits != 80)
		return;
	ADD(a->f->limits, ",%s:%lld..%lld", a->name,
	    least ? (long long)(around - below - 1) : 0ll,
	    (long long)(around + above + 1));
}

static void in_array(struct adding *a)
{
	const int count = 2 + (int)function_random(a->f, 4),
		  index = (int)function_random(a->f, (uint64_t)count);

	begin_parameter(a);
	if (a->f->language == FORTRAN) {
		ADD(a->f->declared, "\t%s :: %s(%d)\n", a->type, a->name, count);
		read_by(a, "%s(%d)", index + 1);
	} else {
		ADD(a->f->list, "const %s %s[%d]", a->type, a->name, count);
		if (a->f->language == CXX) /* it sees no more than a pointer */
			ADD(a->f->limits, ",%s:%d", a->name, count);
		read_by(a, "%s[%d]", index);
	}
	put_numbers(a, count, index);
}

/* The length is a parameter before or behind the array. */
static void with_length(struct adding *a)
{
	struct adding length = {a->f, a->v, a->type, ""};
	const int first = (int)function_random(a->f, 2),
		  n = 1 + (int)function_random(a->f, 6);
	const char *array =
	    a->f->language == FORTRAN ? "\t%s :: %s(*)\n" : "const %s *%s";

	if (first)
		begin_parameter(&length);
	if (first && a->f->language != FORTRAN)
		ADD(a->f->list, "int %s", length.name);
	if (first)
		put_bytes(a->f, (uint64_t)n, 4);
	begin_parameter(a);
	function_add(a->f->language == FORTRAN ? a->f->declared : a->f->list, TEXT,
		     array, a->type, a->name);
	put_numbers(a, 8, n - 1);
	if (!first)
		begin_parameter(&length);
	if (!first && a->f->language != FORTRAN)
		ADD(a->f->list, "int %s", length.name);
	if (!first)
		put_bytes(a->f, (uint64_t)n, 4);
	if (a->f->language == FORTRAN)
		ADD(a->f->declared, "\tinteger :: %s\n", length.name);
	ADD(a->f->limits, ",%s:8,%s:len(%s)", a->name, length.name, a->name);
	snprintf(a->v->guard, sizeof a->v->guard, "%s == %d", length.name, n);
	read_by(a, a->f->language == FORTRAN ? "%s(%d)" : "%s[%d]",
		a->f->language == FORTRAN ? n : n - 1);
}

static void may_be_absent(struct adding *a)
{
	begin_parameter(a);
	if (a->f->language == FORTRAN) {
		ADD(a->f->declared, "\t%s, optional :: %s\n", a->type, a->name);
		snprintf(a->v->guard, sizeof a->v->guard, "present(%s)", a->name);
		read_by(a, "%s", 0);
	} else {
		ADD(a->f->list, "%s *%s", a->type, a->name);
		snprintf(a->v->guard, sizeof a->v->guard, "%s != 0", a->name);
		read_by(a, "*%s", 0);
	}
	ADD(a->f->limits, ",%s:?", a->name);
	put_bytes(a->f, 0, 1);
	put_numbers(a, 1, 0);
}

/* A structure { short a; T m[2]; }, alone or twice inside of another one. */
static void in_structure(struct adding *a)
{
	const int index = (int)function_random(a->f, 2),
		  nested = (int)function_random(a->f, 2),
		  pointer = a->f->language == C && function_random(a->f, 2);
	char inner[40];

	begin_parameter(a);
	if (a->f->language == FORTRAN) {
		ADD(a->f->types,
		    "type in_%s\n\tinteger(2) :: a\n\t%s :: m(2)\nend type\n"
		    "type of_%s\n\treal(4) :: b\n\ttype(in_%s) :: s(2)\nend type\n",
		    a->name, a->type, a->name, a->name);
		ADD(a->f->declared, "\ttype(%s_%s) :: %s\n", nested ? "of" : "in",
		    a->name, a->name);
		snprintf(inner, sizeof inner, "%%s%s%%%%m(%%d)",
			 nested ? "%%s(2)" : "");
		read_by(a, inner, index + 1);
	} else {
		ADD(a->f->types,
		    "struct in_%s { short a; %s m[2]; };\n"
		    "struct of_%s { float b; struct in_%s s[2]; };\n",
		    a->name, a->type, a->name, a->name);
		ADD(a->f->list, "%sstruct %s_%s %s%s", pointer ? "const " : "",
		    nested ? "of" : "in", a->name,
		    pointer			     ? "*"
		    : a->f->language == CXX && index ? "&"
						     : "",
		    a->name);
		snprintf(inner, sizeof inner, "%%s%s%sm[%%d]", pointer ? "->" : ".",
			 nested ? "s[1]." : "");
		read_by(a, inner, index);
	}
	if (nested) {
		put_bytes(a->f, 0, 6); /* b, s[0].a */
		put_numbers(a, 2, -1);
	}
	put_bytes(a->f, 0, 2);
	put_numbers(a, 2, index);
}

/* Of a float. */
static void in_complex(struct adding *a)
{
	static const char *const parts[LANGUAGES][2] = {{"__real__ %s", "__imag__ %s"},
							{"%s.real()", "%s.imag()"},
							{"real(%s)", "aimag(%s)"}};
	const int imaginary = (int)function_random(a->f, 2);

	begin_parameter(a);
	if (a->f->language == C)
		ADD(a->f->list, "_Complex %s %s", a->type, a->name);
	else if (a->f->language == CXX)
		ADD(a->f->list, "const std::complex<%s> &%s", a->type, a->name);
	else
		ADD(a->f->declared, "\tcomplex(%s :: %s\n", a->type + 5, a->name);
	read_by(a, parts[a->f->language][imaginary], 0);
	put_numbers(a, 2, imaginary);
}

/* ---- of some */

static void by_reference(struct adding *a)
{
	begin_parameter(a);
	ADD(a->f->list, "%s%s%s", a->type, a->f->language == CXX ? " &" : " *",
	    a->name);
	read_by(a, a->f->language == CXX ? "%s" : "*%s", 0);
	put_numbers(a, 1, 0);
}

static void in_std_array(struct adding *a)
{
	begin_parameter(a);
	ADD(a->f->list, "std::array<%s, 3> %s", a->type, a->name);
	read_by(a, "%s[%d]", 2);
	put_numbers(a, 3, 2);
}

static void of_assumed_shape(struct adding *a)
{
	const int plane = (int)function_random(a->f, 2);

	begin_parameter(a);
	ADD(a->f->declared, "\t%s, intent(in) :: %s(%s)\n", a->type, a->name,
	    plane ? ":,:" : ":");
	ADD(a->f->limits, ",%s:%s", a->name, plane ? "2x3" : "6");
	read_by(a, plane ? "%s(1,%d)" : "%s(%d)", plane ? 3 : 5);
	put_numbers(a, 6, 4);
}

static void optional_shape(struct adding *a)
{
	begin_parameter(a);
	ADD(a->f->declared, "\t%s, optional, intent(in) :: %s(:)\n", a->type, a->name);
	ADD(a->f->limits, ",%s:3?", a->name);
	snprintf(a->v->guard, sizeof a->v->guard, "present(%s)", a->name);
	read_by(a, "%s(%d)", 2);
	put_bytes(a->f, 0, 1);
	put_numbers(a, 3, 1);
}

/* ---- guards */

static void truth(struct adding *a)
{
	begin_parameter(a);
	if (a->f->language == FORTRAN)
		ADD(a->f->declared, "\tlogical :: %s\n", a->name);
	else
		ADD(a->f->list, "%s %s", a->f->language == C ? "_Bool" : "bool",
		    a->name);
	snprintf(a->v->guard, sizeof a->v->guard, "%s", a->name);
	put_bytes(a->f, 1, 1);
}

static void enumeration(struct adding *a)
{
	begin_parameter(a);
	ADD(a->f->types, "enum e_%s { RED_%s = -3, GREEN_%s = 7, BLUE_%s = 300 };\n",
	    a->name, a->name, a->name, a->name);
	ADD(a->f->list, "enum e_%s %s", a->name, a->name);
	snprintf(a->v->guard, sizeof a->v->guard, "%s == BLUE_%s", a->name, a->name);
	put_bytes(a->f, 300, 4);
}

/* A word, read character by character. */
static void word(struct adding *a)
{
	const int n = 2 + (int)function_random(a->f, 5),
		  fortran = a->f->language == FORTRAN;
	char letters[16] = "";

	begin_parameter(a);
	if (fortran)
		ADD(a->f->declared, "\tcharacter(len=16) :: %s\n", a->name);
	else
		ADD(a->f->list, "const char *%s", a->name);
	for (int i = 0; i < n; i++) {
		const int c = letters[i] = (char)('a' + function_random(a->f, 26));
		ADD(a->v->guard, "%s", i == 0 ? "" : fortran ? " .and. " : " && ");
		if (fortran)
			ADD(a->v->guard, "%s(%d:%d) == '%c'", a->name, i + 1, i + 1, c);
		else
			ADD(a->v->guard, "%s[%d] == '%c'", a->name, i, c);
	}
	memcpy(a->f->input + a->f->size, letters, sizeof letters);
	a->f->size += 16;
}

/* ---- choosing */

typedef void carrier_fn(struct adding *a);

static const struct carrier {
	const char *name;
	carrier_fn *add;
	int languages; /* bits of enum language */
	int floats; /* it carries nothing else */
} carriers[] = {
    {"value", by_value, 7, 0},
    {"range", in_range, 7, 0},
    {"array", in_array, 7, 0},
    {"length", with_length, 7, 0},
    {"optional", may_be_absent, 7, 0},
    {"structure", in_structure, 7, 0},
    {"complex", in_complex, 5, 1},
    {"reference", by_reference, 3, 0},
    {"std::complex", in_complex, 2, 1},
    {"std::array", in_std_array, 2, 0},
    {"assumed shape", of_assumed_shape, 4, 0},
    {"optional shape", optional_shape, 4, 0},
};

static const struct carrier guards[] = {
    {"bool", truth, 7, 0}, {"enum", enumeration, 3, 0}, {"string", word, 7, 0}};

/* The library has no complex<__float128>. */
static int can_carry(const struct carrier *carrier, const struct function *f,
		     const struct number *type)
{
	return carrier->languages & 1 << f->language &&
	       (!carrier->floats ||
		(type->is_float && (f->language != CXX || type->bits != 128)));
}

static void add(struct function *f, const struct carrier *from, size_t count,
		struct variable *v)
{
	const struct carrier *carrier;
	struct adding a = {f, v, v->type ? v->type->text[f->language] : "", ""};

	do
		carrier = &from[function_random(f, count)];
	while (!can_carry(carrier, f, v->type));
	carrier->add(&a);
	ADD(f->described, "%s%s%s%s", *f->described ? ", " : "", carrier->name,
	    v->type ? " of " : "", v->type ? v->type->name : "");
	if (!*v->guard)
		return;
	ADD(f->guards, f->language == FORTRAN ? "\tif (%s) then\n" : "\tif (%s)\n",
	    v->guard);
}

void carrier_number(struct function *f, const struct number *type)
{
	struct variable *v = &f->variable[f->variables++];

	v->type = type;
	v->value = number_secret(f, type);
	add(f, carriers, sizeof carriers / sizeof *carriers, v);
}

void carrier_guard(struct function *f)
{
	struct variable v = {.type = NULL};

	add(f, guards, sizeof guards / sizeof *guards, &v);
}
