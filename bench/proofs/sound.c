/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sound.c - runs against proofs. Linked with an entry's instrumented object:
 *
 *	sound VERDICTS CORPUS RUNS
 *
 * The entry is called on each file of the directory CORPUS and on RUNS inputs at
 * random, in each of the four rounding modes. No run may take a branch that the file
 * VERDICTS (CORPUS.me/verdicts) calls infeasible in that mode. A run that fails or
 * takes longer than a tick is left; what it has taken until then counts.
 */
#include <fenv.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

#include "corpus/files/corpus.h"
#include "harness/input/arguments.h"
#include "harness/program/state.h"
#include "value/type.h"
#include "me/goal.h"
#include "me/verdicts.h"
#include "tests/native.h"

extern const struct me_entry __start_me_entries[], __stop_me_entries[];
extern struct me_unit __start_me_units[], __stop_me_units[];

const uint32_t ME_ABI_NAME = ME_ABI, ME_ABI_ENTRY = ME_ABI;

enum { PROOF_LIMIT = 512, TICK_US = 4000, ID_SIZE = 1024 };

struct proof {
	const struct me_goal *goal;
	const char *function;
	bool nearest;
};

struct sound {
	struct layout layout;
	struct state state;
	coord *x;
	unsigned char *bytes;
	struct proof proofs[PROOF_LIMIT];
	size_t count;
	unsigned long runs, left, taken, wrong;
};

/* ---- hooks: all sites are closed, so none is called */

void __me_compare(struct me_site *site, uint64_t a, uint64_t b)
{
	abort();
}
void __me_compare_f80(struct me_site *site, long double a, long double b)
{
	abort();
}
void __me_compare_128(struct me_site *site, unsigned __int128 a, unsigned __int128 b)
{
	abort();
}
void __me_switch(struct me_site *site, uint64_t value)
{
	abort();
}
void __me_texts(struct me_site *site, const void *a, uint64_t a_size, const void *b,
		uint64_t b_size, int64_t result)
{
	abort();
}
void __me_number(struct me_site *site, const char *text, uint64_t size, uint32_t base)
{
	abort();
}
void __me_format(struct me_site *site, const char *text, const char *format)
{
	abort();
}

/* ---- proofs */

/* The ids of one unit of its source: resolve.sh compiles no source twice. */
static void proof_add(struct sound *s, const char *id, bool nearest)
{
	char own[ID_SIZE];

	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->goal_count; i++) {
			const struct me_goal *g = &u->goals[i];
			const struct me_function *f = &u->functions[g->function];
			const struct me_goal_name name = {
			    .function = f->name,
			    .source = f->flags & ME_FUNCTION_LOCAL ? u->source : NULL,
			    .copy = 1,
			    .kind = g->predicate ? g->predicate->kind : NULL,
			    .name = g->predicate ? g->predicate->name : NULL,
			    .ordinal = g->ordinal,
			    .rank = g->rank};
			me_goal_id(&name, own, sizeof own);
			if (strcmp(own, id) == 0 && s->count < PROOF_LIMIT)
				s->proofs[s->count++] =
				    (struct proof){g, f->name, nearest};
		}
}

/* No file: no proof was needed. Returns 0, or -1 when one is not found again. */
static int proofs_read(struct sound *s, const char *path)
{
	char line[ID_SIZE + 256], id[ID_SIZE], verdict[64];
	size_t lines = 0;
	FILE *in = fopen(path, "r");

	while (in && fgets(line, sizeof line, in)) {
		if (strncmp(line, "end ", 4) == 0 ||
		    sscanf(line, "%*x %1023s %63s", id, verdict) != 2)
			continue;
		lines++;
		proof_add(s, id, strcmp(verdict, ME_VERDICT_NEAREST) == 0);
	}
	if (in)
		fclose(in);
	return s->count == lines ? 0 : -1;
}

/* ---- one run */

static sigjmp_buf back;

static void on_signal(int number)
{
	siglongjmp(back, number);
}

static void catch_signals(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS,	SIGFPE,
				      SIGILL,  SIGABRT, SIGVTALRM};
	static char stack[1 << 16];
	const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK};

	sigaltstack(&alternate, NULL);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
}

static void set_timer(int us)
{
	const struct itimerval timer = {.it_value = {0, us}};

	setitimer(ITIMER_VIRTUAL, &timer, NULL);
}

static void clear_counters(void)
{
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		memset(u->counters, 0, u->counter_count);
}

static void look(struct sound *s, bool is_nearest)
{
	for (struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->goal_count; i++)
			s->taken += *u->goals[i].counter != 0;
	for (size_t i = 0; i < s->count; i++) {
		const struct proof *p = &s->proofs[i];
		if (!*p->goal->counter || (p->nearest && !is_nearest))
			continue;
		s->wrong++;
		printf("%s: condition %u, edge %u: called infeasible, and taken\n",
		       p->function, p->goal->ordinal, p->goal->rank);
	}
}

static void run_bytes(struct sound *s, const unsigned char *bytes, size_t size)
{
	static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD,
				    FE_TOWARDZERO};

	for (volatile int i = 0; i < 4; i++) {
		clear_counters();
		state_restore(&s->state);
		layout_decode(&s->layout, bytes, size, s->x);
		arguments_store(&s->layout, s->x);
		set_timer(TICK_US);
		if (sigsetjmp(back, 1) == 0) {
			fesetround(modes[i]);
			arguments_call(&s->layout);
		} else {
			s->left++;
		}
		fesetround(FE_TONEAREST);
		set_timer(0);
		s->runs++;
		look(s, modes[i] == FE_TONEAREST);
	}
}

/* ---- inputs */

static void draw_scalar(const struct me_field *f, unsigned char *to)
{
	const double x = draw_double();
	const float narrow = (float)x;
	const long double wide = x;
	uint64_t bits[2] = {draw(), draw()};

	bits[0] >>= draw() % 64;
	if (draw() % 2)
		bits[0] = -bits[0];
	if (f->type == ME_F32)
		memcpy(bits, &narrow, sizeof narrow);
	if (f->type == ME_F64)
		memcpy(bits, &x, sizeof x);
	if (f->type == ME_F80)
		memcpy(bits, &wide, 10);
	if (f->flags & ME_FIELD_RANGE && f->type != ME_F80 && f->high[0] > f->low[0] &&
	    draw() % 4)
		bits[0] = f->low[0] + draw() % (f->high[0] - f->low[0] + 1);
	memcpy(to, bits, type_file_size(f->type));
}

static void draw_input(const struct sound *s)
{
	unsigned char *to = s->bytes;

	for (size_t i = 0; i < s->layout.parameter_count; i++) {
		const struct me_parameter *p = s->layout.parameters[i].record;
		if (p->flags & ME_PARAMETER_NULLABLE)
			*to++ = draw() % 2;
		for (uint32_t k = 0; k < p->count; k++)
			for (uint32_t f = 0; f < p->field_count; f++)
				for (uint32_t n = 0; n < p->fields[f].count; n++) {
					draw_scalar(&p->fields[f], to);
					to += type_file_size(p->fields[f].type);
				}
	}
}

static void run_corpus(struct sound *s, const char *path)
{
	struct corpus_list list = {0};
	unsigned char *bytes;
	size_t size;

	corpus_list_add(&list, path);
	for (size_t i = 0; i < list.count; i++)
		if (corpus_read(list.paths[i], &bytes, &size) == 0) {
			run_bytes(s, bytes, size);
			free(bytes);
		}
	corpus_list_done(&list);
}

int main(int argc, char **argv)
{
	static struct sound s;
	const unsigned long wanted = argc > 3 ? strtoul(argv[3], NULL, 10) : 0;

	if (argc != 4 || __stop_me_entries - __start_me_entries != 1 ||
	    arguments_init(&s.layout, __start_me_entries) || state_init(&s.state) ||
	    proofs_read(&s, argv[1])) {
		fprintf(stderr, "usage: sound VERDICTS CORPUS RUNS\n");
		return 2;
	}
	s.x = calloc(s.layout.n + 1, sizeof *s.x);
	s.bytes = calloc(s.layout.file_size + 1, 1);
	state = 0x9e3779b97f4a7c15u;
	catch_signals();
	run_corpus(&s, argv[2]);
	for (unsigned long i = 0; i < wanted; i++) {
		draw_input(&s);
		run_bytes(&s, s.bytes, s.layout.file_size);
	}
	printf("%lu runs\t%lu left\t%lu taken\t%zu proofs\t%lu wrong\n", s.runs, s.left,
	       s.taken, s.count, s.wrong);
	return s.wrong != 0;
}
