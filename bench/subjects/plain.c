/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * plain.c - the main of a function's plain builds: under gcov it replays input files,
 * and without it measures what random search reaches.
 *
 *	twin FILE...                  runs each file in a process of its own
 *	twin --random SEED CPU DRAWS  draws for CPU seconds, or, where DRAWS is not 0,
 *	                              exactly so often; prints the number of draws
 *
 * A file is the parameters in their order, little-endian, without padding, what a
 * pointer points to inline; long double has 10 bytes. A short file is zero-extended. A
 * draw gives every value random bits or, every second time, one of its type's special
 * values. The draws of a seed are always the same, so that the gcov build can repeat
 * them.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bench/base/random.h"
#include "bench/base/special.h"
#include "bench/subjects/plain.h"

enum { MAX_FIELDS = 32, MAX_VALUES = 128 };

static const struct {
	size_t file, memory;
} sizes[] = {
    [PLAIN_INT] = {4, sizeof(int)},
    [PLAIN_FLOAT] = {4, sizeof(float)},
    [PLAIN_DOUBLE] = {8, sizeof(double)},
    [PLAIN_LONG_DOUBLE] = {10, sizeof(long double)},
};

static long double arena[MAX_VALUES]; /* where the parameters' values stand */
static void *slots[MAX_FIELDS];
static unsigned char bytes[MAX_VALUES * 10];
static size_t byte_count;

static int slots_init(void)
{
	unsigned char *at = (unsigned char *)arena;

	for (int i = 0; i < plain_field_count; i++) {
		const struct plain_field *field = &plain_fields[i];

		slots[i] = at;
		at += (field->count * sizes[field->type].memory + 15) / 16 * 16;
		byte_count += field->count * sizes[field->type].file;
		if (i == MAX_FIELDS || at > (unsigned char *)(arena + MAX_VALUES))
			return -1;
	}
	return 0;
}

/* The x87 format has patterns that are no number: the leading bit follows the exponent.
 */
static void make_valid(unsigned char *value)
{
	const int exponent = (value[9] << 8 | value[8]) & 0x7fff;

	value[7] = (value[7] & 0x7f) | (exponent ? 0x80 : 0);
}

static void decode(void)
{
	const unsigned char *from = bytes;

	for (int i = 0; i < plain_field_count; i++) {
		const enum plain_type type = plain_fields[i].type;
		unsigned char *to = slots[i];

		for (int k = 0; k < plain_fields[i].count; k++) {
			memcpy(to, from, sizes[type].file);
			if (type == PLAIN_LONG_DOUBLE)
				make_valid(to);
			from += sizes[type].file;
			to += sizes[type].memory;
		}
	}
}

/* ---- what interrupts a run */

extern void __gcov_dump(void) __attribute__((weak));

static sigjmp_buf escape;
static volatile unsigned long long draws, draws_at_tick;

static void finish(int signal)
{
	(void)signal;
	if (__gcov_dump)
		__gcov_dump();
	_exit(0);
}

static void leave(int signal)
{
	if (signal == SIGPROF && draws != draws_at_tick) {
		draws_at_tick = draws;
		return;
	}
	siglongjmp(escape, 1);
}

static void guard(void (*handler)(int))
{
	static const int signals[] = {SIGSEGV, SIGBUS,	SIGFPE,
				      SIGILL,  SIGABRT, SIGPROF};
	const struct itimerval second = {{1, 0}, {1, 0}};

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &(struct sigaction){.sa_handler = handler}, NULL);
	setitimer(ITIMER_PROF, &second, NULL);
}

/* ---- replay */

static int replay(const char *path)
{
	int status = 0;
	const pid_t child = fork();

	if (child < 0)
		return -1;
	if (child > 0)
		return waitpid(child, &status, 0) == child && status == 0 ? 0 : -1;
	const int file = open(path, O_RDONLY);

	if (file < 0 || read(file, bytes, byte_count) < 0) {
		perror(path);
		_exit(1);
	}
	decode();
	guard(finish);
	plain_call(slots);
	exit(0);
}

/* ---- random search */

static uint64_t random_state;

static uint64_t random_bits(void)
{
	return random_draw(&random_state);
}

static void draw_special(enum plain_type type, void *to)
{
	const uint64_t bits = random_bits();
	const unsigned which = (bits >> 1) % SPECIALS;
	const int negative = bits & 1;

	switch (type) {
	case PLAIN_INT:
		*(int *)to = negative ? (int)-(unsigned)special_ints[which]
				      : special_ints[which];
		break;
	case PLAIN_FLOAT:
		*(float *)to =
		    negative ? -special_floats[which] : special_floats[which];
		break;
	case PLAIN_DOUBLE:
		*(double *)to =
		    negative ? -special_doubles[which] : special_doubles[which];
		break;
	case PLAIN_LONG_DOUBLE:
		*(long double *)to =
		    negative ? -special_longs[which] : special_longs[which];
		break;
	}
}

static void draw_value(enum plain_type type, void *to)
{
	const uint64_t bits = random_bits();

	if (random_bits() & 1) {
		draw_special(type, to);
		return;
	}
	memcpy(to, &bits, sizes[type].file < 8 ? sizes[type].file : 8);
	if (type == PLAIN_LONG_DOUBLE) {
		const uint64_t high = random_bits();

		memcpy((unsigned char *)to + 8, &high, 2);
		make_valid(to);
	}
}

static void draw(void)
{
	for (int i = 0; i < plain_field_count; i++) {
		const enum plain_type type = plain_fields[i].type;

		for (int k = 0; k < plain_fields[i].count; k++)
			draw_value(type, (char *)slots[i] + k * sizes[type].memory);
	}
}

static double cpu(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

static unsigned long long search(uint64_t seed, double seconds,
				 unsigned long long limit)
{
	random_state = seed * 0x2545f4914f6cdd1d;
	guard(leave);
	sigsetjmp(escape, 1);
	while (limit > 0 ? draws < limit : (draws & 63) != 0 || cpu() < seconds) {
		draws++;
		draw();
		plain_call(slots);
	}
	return draws;
}

int main(int argc, char **argv)
{
	int bad = 0;

	if (slots_init() != 0) {
		fprintf(stderr, "plain: too many parameters\n");
		return 2;
	}
	if (argc == 5 && strcmp(argv[1], "--random") == 0) {
		printf("%llu\n",
		       search(strtoull(argv[2], NULL, 10), strtod(argv[3], NULL),
			      strtoull(argv[4], NULL, 10)));
		return 0;
	}
	for (int i = 1; i < argc; i++)
		bad |= replay(argv[i]);
	return bad ? 1 : 0;
}
