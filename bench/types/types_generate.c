/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * types_generate.c - writes small functions of all types, each with a branch behind an
 * exact condition:
 *
 *	types_generate DIR SEED COUNT
 *
 * DIR/f000/f.c, f.cc or f.f90 is the function, DIR/f000/solution an input file that
 * takes the branch. A line for each on standard output: f000, the source's name, the
 * argument entry=, the language, and what it is made of, with tabs between.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench/types/types_function.h"

/* One type for all numbers: what is compared with one another has one type. */
static void make(struct function *f)
{
	const int count = 1 + (int)function_random(f, 3),
		  guards = (int)function_random(f, 3) == 0;
	const struct number *type = number_pick(f);

	for (int i = 0; i < count; i++)
		carrier_number(f, type);
	for (int i = 0; i < guards; i++)
		carrier_guard(f);
}

static void write_c(const struct function *f, const char *body, FILE *out)
{
	if (f->language == CXX)
		fprintf(out, "#include <array>\n#include <complex>\nextern \"C\" ");
	fprintf(out, "void bench_solved(void);\n%sint f(%s)\n{\n%s%s\treturn 0;\n}\n",
		f->types, f->list, f->guards, body);
}

static void write_fortran(const struct function *f, const char *body, FILE *out)
{
	fprintf(
	    out,
	    "module m\n%scontains\nsubroutine f(%s)\n%s\tinteger :: n\n\tn = 0\n%s%s",
	    f->types, f->list, f->declared, f->guards, body);
	for (const char *g = f->guards; (g = strchr(g, '\n')); g++)
		fprintf(out, "\tend if\n");
	fprintf(out, "end subroutine\nend module\n");
}

static FILE *create(const char *dir, int number, const char *name)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/f%03d", dir, number);
	mkdir(path, 0777);
	snprintf(path, sizeof path, "%s/f%03d/%s", dir, number, name);
	return fopen(path, "w");
}

static int write_function(const char *dir, int number, struct function *f)
{
	static const char *const files[] = {"f.c", "f.cc", "f.f90"};
	static const char *const languages[] = {"C", "C++", "Fortran"};
	char body[2 * TEXT] = "";
	FILE *source = create(dir, number, files[f->language]);
	FILE *solution = create(dir, number, "solution");

	shape_write(f, body, sizeof body);
	if (!source || !solution)
		return -1;
	(f->language == FORTRAN ? write_fortran : write_c)(f, body, source);
	fwrite(f->input, 1, f->size, solution);
	printf("f%03d\t%s\t%s%s\t%s\t%s\n", number, files[f->language],
	       f->language == FORTRAN ? "m::f" : "f", f->limits, languages[f->language],
	       f->described);
	return fclose(source) | fclose(solution);
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: types_generate DIR SEED COUNT\n");
		return 2;
	}
	for (int i = 0; i < atoi(argv[3]); i++) {
		static struct function f;
		f = (struct function){.random = strtoull(argv[2], NULL, 10) << 20 | i};
		f.language = (enum language)(i % LANGUAGES);
		make(&f);
		if (write_function(argv[1], i, &f)) {
			fprintf(stderr, "types_generate: %s: f%03d cannot be written\n",
				argv[1], i);
			return 1;
		}
	}
	return 0;
}
