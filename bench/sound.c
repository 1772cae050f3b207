/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sound.c - runs against proofs:
 *
 *	sound TARGET FUNCTION LIBRARY VERDICTS RUNS
 *
 * The function is interpreted on RUNS inputs at random, half of them rounding to
 *nearest, the others in the other three modes. No run may take a branch that the file
 *VERDICTS (CORPUS.me/verdicts) calls infeasible in that mode. The interpreter agrees
 *with the compiled function bit for bit (make bench-interpret).
 */
#include <fenv.h>
#include <stdio.h>

#include "me/ir.h"
#include "tests/native.h"

enum { PROOF_LIMIT = 256 };

struct proof {
	char function[256];
	unsigned ordinal, rank;
	bool nearest;
};

struct sound {
	struct proof proofs[PROOF_LIMIT];
	size_t count;
	bool is_nearest; /* this run */
	unsigned long wrong, edges;
};

static int proofs_read(struct sound *s, const char *path)
{
	char line[1024], verdict[64];
	FILE *in = fopen(path, "r");

	if (!in)
		return 0; /* no proofs were needed */
	while (s->count < PROOF_LIMIT && fgets(line, sizeof line, in)) {
		struct proof *p = &s->proofs[s->count];
		if (sscanf(line, "%*x %255s %u %u %63s", p->function, &p->ordinal,
			   &p->rank, verdict) != 4)
			continue;
		p->nearest = strcmp(verdict, "infeasible[round-to-nearest]") == 0;
		s->count++;
	}
	fclose(in);
	return 0;
}

static void note_edge(void *context, const struct function *function,
		      const struct end *end, uint32_t edge)
{
	struct sound *s = context;

	s->edges++;
	for (size_t i = 0; i < s->count; i++) {
		const struct proof *p = &s->proofs[i];
		if (p->ordinal != end->ordinal || p->rank != end->edges[edge].rank ||
		    (p->nearest && !s->is_nearest) ||
		    strcmp(p->function, function->name) != 0)
			continue;
		s->wrong++;
		printf("%s: condition %u, edge %u: called infeasible, and taken\n",
		       p->function, p->ordinal, p->rank);
	}
}

static unsigned long run_all(struct sound *s, const struct program *program,
			     const struct function *f, unsigned long runs)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD,	FE_TONEAREST,
				    FE_DOWNWARD,  FE_TONEAREST, FE_TOWARDZERO};
	unsigned long done = 0;

	for (unsigned long i = 0; i < runs; i++) {
		double buffers[ARGUMENTS][BUFFER];
		struct value arguments[ARGUMENTS], result;
		struct interpreter run = {.program = program,
					  .steps = 1000000,
					  .call = call_outside,
					  .take = note_edge,
					  .context = s};
		for (uint32_t k = 0; k < f->parameter_count; k++)
			arguments[k] = draw_value(f->parameters[k].type, buffers[k]);
		fesetround(modes[i % 6]);
		s->is_nearest = modes[i % 6] == FE_TONEAREST;
		done += interpret(&run, f, arguments, &result) == 0;
		fesetround(FE_TONEAREST);
		interpret_done(&run);
	}
	return done;
}

int main(int argc, char **argv)
{
	struct program program;
	const struct function *f;
	static struct sound s;
	char why[256] = "no such function";
	char *text = NULL;
	size_t size;

	if (argc != 6) {
		fprintf(stderr, "usage: sound TARGET FUNCTION LIBRARY VERDICTS RUNS\n");
		return 2;
	}
	library = dlopen(argv[3], RTLD_NOW | RTLD_DEEPBIND);
	state = 0x9e3779b97f4a7c15u;
	if (!library || section_read(argv[1], ME_IR_SECTION, &text, &size, why) ||
	    graph_read(&program, text, size, why) ||
	    !(f = graph_find(&program, argv[2], NULL)) ||
	    f->parameter_count > ARGUMENTS || proofs_read(&s, argv[4])) {
		fprintf(stderr, "sound: %s\n", library ? why : dlerror());
		return 1;
	}
	const unsigned long done = run_all(&s, &program, f, strtoul(argv[5], NULL, 10));
	printf("%s\t%lu runs\t%lu edges\t%zu proofs\t%lu wrong\n", argv[2], done,
	       s.edges, s.count, s.wrong);
	graph_done(&program);
	free(text);
	return s.wrong != 0;
}
