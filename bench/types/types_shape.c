/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * types_shape.c - the conditions. Each is made from the secret values of the variables
 * x, y, z: what stands on the right of an equality was computed from them.
 */
#include <stdio.h>
#include <string.h>

#include "bench/types/types_function.h"

/* What is being written; x, y, z are the variables, all of one type. */
struct writing {
	struct function *f;
	char *body;
	size_t size;
	const struct variable *x, *y, *z;
	const char *and, * or ;
};

#define PUT(w, ...) function_add((w)->body, (w)->size, __VA_ARGS__)

static void open_if(struct writing *w)
{
	PUT(w, "\tif (");
}

/* After the last if. */
static void solved(struct writing *w)
{
	PUT(w, w->f->language == FORTRAN ? ") call bench_solved()\n"
					 : ")\n\t\tbench_solved();\n");
}

/* a * x + b * y + c of two values. */
static struct secret linear(int a, struct secret x, int b, struct secret y, int c)
{
	return (struct secret){a * x.i + b * y.i + c, a * x.f + b * y.f + c};
}

static struct secret product(struct secret x, struct secret y)
{
	return (struct secret){x.i * y.i, x.f * y.f};
}

static const char *text(const struct writing *w, struct secret value)
{
	return number_text(w->f, w->x->type, value);
}

static const char *shifted(const struct writing *w, const struct variable *v, int by)
{
	return text(w, linear(1, v->value, 0, v->value, by));
}

/* The variable, wide enough for what is computed of it. */
static const char *wide(const struct writing *w, const struct variable *v)
{
	static char texts[4][128];
	static int next;
	char *out = texts[next++ % 4];
	const int narrow = !v->type->is_float && v->type->bits < 64;

	snprintf(out, sizeof texts[0],
		 !narrow		     ? "%s"
		 : w->f->language == FORTRAN ? "int(%s, 8)"
					     : "(long long)%s",
		 v->access);
	return out;
}

/* What stands beside it. */
static const char *wide_text(const struct writing *w, struct secret value)
{
	static const struct number whole = {
	    .name = "i64", .bits = 64, .is_signed = 1, .suffix = "ll", .kind = "_8"};
	const struct number *type = w->x->type;

	return number_text(w->f, !type->is_float && type->bits < 64 ? &whole : type,
			   value);
}

static int is_small(const struct variable *v)
{
	const __int128 limit = (__int128)1 << 62;

	return v->type->is_float || (v->value.i < limit && v->value.i > -limit);
}

/* ---- of one variable */

static void direct(struct writing *w)
{
	open_if(w);
	PUT(w, "%s == %s", w->x->access, text(w, w->x->value));
	solved(w);
}

static void affine(struct writing *w)
{
	const int a = 2 + (int)function_random(w->f, 8),
		  b = (int)function_random(w->f, 100);
	const struct secret c = linear(a, w->x->value, 0, w->x->value, b);

	open_if(w);
	PUT(w, "%d * %s + %d == %s", a, wide(w, w->x), b, wide_text(w, c));
	solved(w);
}

static void quadratic(struct writing *w)
{
	const int b = 1 + (int)function_random(w->f, 9);
	const struct secret x = w->x->value, c = product(x, linear(1, x, 0, x, b));

	if (!is_small(w->x)) {
		affine(w);
		return;
	}
	open_if(w);
	PUT(w, "%s * %s + %d * %s == %s", wide(w, w->x), wide(w, w->x), b,
	    wide(w, w->x), wide_text(w, c));
	solved(w);
}

/* Nothing but the value, or with its next neighbours in eighths. */
static void interval(struct writing *w)
{
	struct secret low = linear(1, w->x->value, 0, w->x->value, -1), high = low;

	high.i += 2;
	low.f = w->x->value.f - 0.001953125L;
	high.f = w->x->value.f + 0.001953125L;
	open_if(w);
	PUT(w, "%s < %s%s%s < %s", text(w, low), w->x->access, w->and, w->x->access,
	    text(w, high));
	solved(w);
}

static void choice(struct writing *w)
{
	if (w->x->type->is_float || w->x->type->bits > 64) {
		direct(w);
		return;
	}
	if (w->f->language == FORTRAN) {
		PUT(w,
		    "\tselect case (%s)\n\tcase (%s)\n\t\tn = 1\n\tcase (%s)\n"
		    "\t\tcall bench_solved()\n\tcase default\n\t\tn = 2\n"
		    "\tend select\n",
		    w->x->access, shifted(w, w->x, 3), text(w, w->x->value));
		return;
	}
	PUT(w,
	    "\tswitch (%s) {\n\tcase %s:\n\t\tbreak;\n\tcase %s:\n"
	    "\t\tbench_solved();\n\tdefault:;\n\t}\n",
	    w->x->access, shifted(w, w->x, 3), text(w, w->x->value));
}

/* ---- of two */

static void conjunction(struct writing *w)
{
	open_if(w);
	PUT(w, "%s == %s%s%s > %s%s%s < %s", w->x->access, text(w, w->x->value), w->and,
	    w->y->access, shifted(w, w->y, -2), w->and, w->y->access,
	    shifted(w, w->y, 2));
	solved(w);
}

static void nested(struct writing *w)
{
	open_if(w);
	PUT(w, "%s >= %s)%s\tif (%s == %s", w->x->access, text(w, w->x->value),
	    w->f->language == FORTRAN ? " then\n" : "\n", w->y->access,
	    text(w, w->y->value));
	if (w->f->language == FORTRAN)
		PUT(w, ") then\n");
	else
		PUT(w, ")\n");
	open_if(w);
	PUT(w, "%s <= %s", w->x->access, shifted(w, w->x, 1));
	solved(w);
	if (w->f->language == FORTRAN)
		PUT(w, "\tend if\n\tend if\n");
}

static void members_equal(struct writing *w)
{
	open_if(w);
	PUT(w, "%s == %s + %s%s%s > %s%s%s < %s", wide(w, w->x), wide(w, w->y),
	    wide_text(w, linear(1, w->x->value, -1, w->y->value, 0)), w->and,
	    w->y->access, shifted(w, w->y, -2), w->and, w->y->access,
	    shifted(w, w->y, 2));
	solved(w);
}

static void multiplied(struct writing *w)
{
	if (!is_small(w->x) || !is_small(w->y)) {
		conjunction(w);
		return;
	}
	open_if(w);
	PUT(w, "%s * %s == %s%s%s == %s", wide(w, w->x), wide(w, w->y),
	    wide_text(w, product(w->x->value, w->y->value)), w->and, w->y->access,
	    text(w, w->y->value));
	solved(w);
}

static void sum_and_difference(struct writing *w)
{
	open_if(w);
	PUT(w, "%s + %s == %s%s%s - 2 * %s == %s", wide(w, w->x), wide(w, w->y),
	    wide_text(w, linear(1, w->x->value, 1, w->y->value, 0)), w->and,
	    wide(w, w->x), wide(w, w->y),
	    wide_text(w, linear(1, w->x->value, -2, w->y->value, 0)));
	solved(w);
}

/* .and., .or. and .eqv. of comparisons; in C the same by && and ||. */
static void logic(struct writing *w)
{
	const char *y_text = text(w, w->y->value);

	open_if(w);
	PUT(w, "(%s == %s%s%s == %s)", w->x->access, text(w, w->x->value), w->and,
	    w->y->access, y_text);
	PUT(w, "%s(%s == %s%s%s == %s)", w->or, w->x->access, shifted(w, w->x, 5),
	    w->and, w->y->access, shifted(w, w->y, 3));
	if (w->f->language == FORTRAN)
		PUT(w, ") then\n\tif (((%s == %s) .eqv. (%s == %s)) .and. %s > %s",
		    w->x->access, text(w, w->x->value), w->y->access, y_text,
		    w->x->access, shifted(w, w->x, -1));
	solved(w);
	if (w->f->language == FORTRAN)
		PUT(w, "\tend if\n");
}

/* ---- of three */

static void all_three(struct writing *w)
{
	open_if(w);
	PUT(w, "%s == %s%s%s == %s%s%s == %s", w->x->access, text(w, w->x->value),
	    w->and, w->y->access, text(w, w->y->value), w->and, w->z->access,
	    text(w, w->z->value));
	solved(w);
}

static void sum_of_three(struct writing *w)
{
	const struct secret sum = {w->x->value.i + w->y->value.i + w->z->value.i,
				   w->x->value.f + w->y->value.f + w->z->value.f};

	open_if(w);
	PUT(w, "%s + %s + %s == %s%s%s == %s", wide(w, w->x), wide(w, w->y),
	    wide(w, w->z), wide_text(w, sum), w->and, w->x->access,
	    text(w, w->x->value));
	PUT(w, "%s%s < %s", w->and, w->z->access, shifted(w, w->z, 1));
	solved(w);
}

/* ---- choosing */

typedef void shape_fn(struct writing *w);

static const struct shape {
	const char *name;
	shape_fn *write;
	int variables;
} shapes[] = {
    {"direct", direct, 1},
    {"affine", affine, 1},
    {"quadratic", quadratic, 1},
    {"interval", interval, 1},
    {"switch", choice, 1},
    {"conjunction", conjunction, 2},
    {"nested", nested, 2},
    {"members", members_equal, 2},
    {"product", multiplied, 2},
    {"sum and difference", sum_and_difference, 2},
    {"logic", logic, 2},
    {"three", all_three, 3},
    {"sum of three", sum_of_three, 3},
};

void shape_write(struct function *f, char *body, size_t size)
{
	const int fortran = f->language == FORTRAN;
	const struct shape *shape;
	struct writing w = {f,
			    body,
			    size,
			    &f->variable[0],
			    &f->variable[1],
			    &f->variable[2],
			    fortran ? " .and. " : " && ",
			    fortran ? " .or. " : " || "};

	do
		shape = &shapes[function_random(f, sizeof shapes / sizeof *shapes)];
	while (shape->variables != f->variables);
	shape->write(&w);
	ADD(f->described, ": %s", shape->name);
}
