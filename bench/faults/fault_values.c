/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_values.c - the main programs of the rivals of bench/faults/faults.sh. With -DRANDOM=1
 *
 *	random NAME SEED
 *
 * runs the driver NAME with values at random until a run fails or is longer than a second; else
 * libFuzzer's entry, which runs the driver that $FAULT names.
 */
#include "bench/faults/fault_values.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "bench/base/random.h"
#include "bench/base/special.h"

static const unsigned char *next;
static size_t left;
static uint64_t state;
static int is_random;

void values_from_bytes(const unsigned char *bytes, size_t size)
{
	next = bytes;
	left = size;
	is_random = 0;
}

void values_from_seed(unsigned long seed)
{
	state = seed;
	is_random = 1;
}

static void take(void *value, size_t size)
{
	const size_t n = size < left ? size : left;

	memset(value, 0, size);
	memcpy(value, next, n);
	next += n;
	left -= n;
}

double take_double(void)
{
	double x;

	if (!is_random) {
		take(&x, sizeof x);
		return x;
	}
	const uint64_t draw = random_draw(&state), bits = random_draw(&state);

	if (draw & 1) {
		x = special_doubles[bits % SPECIALS];
		return draw & 2 ? -x : x;
	}
	memcpy(&x, &bits, sizeof x);
	return x;
}

long take_long(void)
{
	long n;

	if (!is_random) {
		take(&n, sizeof n);
		return n;
	}
	const uint64_t draw = random_draw(&state), bits = random_draw(&state);

	if (!(draw & 1))
		return bits;
	n = special_ints[bits % SPECIALS];
	return draw & 2 ? -n : n;
}

int take_int(void)
{
	int n;

	if (is_random)
		return (int)take_long();
	take(&n, sizeof n);
	return n;
}

int take_below(int limit)
{
	unsigned char byte;

	if (is_random)
		return random_draw(&state) % limit;
	take(&byte, 1);
	return byte % limit;
}

double *take_doubles(int n)
{
	double *x = malloc(n * sizeof *x);

	for (int i = 0; i < n; i++)
		x[i] = take_double();
	return x;
}

char *take_text(int most)
{
	const int n = take_below(most + 1);
	char *text = calloc(n + 1, 1);

	for (int i = 0; i < n; i++)
		text[i] = take_below(256);
	return text;
}

#ifdef RANDOM
int main(int argc, char **argv)
{
	const struct itimerval second = {.it_value = {.tv_sec = 1}};
	driver_fn *driver = argc == 3 ? driver_of(argv[1]) : NULL;

	if (!driver)
		return 2;
	values_from_seed(strtoul(argv[2], NULL, 0));
	for (;;) {
		setitimer(ITIMER_PROF, &second, NULL); /* SIGPROF ends it */
		driver();
	}
}
#else
static driver_fn *chosen;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!chosen && !(chosen = driver_of(getenv("FAULT")))) {
		fputs("fault_values: no such driver\n", stderr);
		_Exit(2);
	}
	values_from_bytes(data, size);
	chosen();
	return 0;
}
#endif
