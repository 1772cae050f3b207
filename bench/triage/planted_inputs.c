/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * planted_inputs.c - inputs by which planted.c fails:
 *	planted_inputs DIRECTORY SEED COUNT HANGS
 * COUNT for each bug, HANGS for the one that is a hang, in files named N-K for bug N.
 * What a bug needs is set, all else is drawn: the caller, the other numbers, and bytes that
 * nobody reads behind them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/random.h"

enum { BUGS = 12, HANG = 8, NUMBERS = 4 };

struct input {
	unsigned char which, caller;
	int n;
	double x[NUMBERS];
	size_t behind; /* bytes */
};

static uint64_t state;

static double uniform(double low, double high)
{
	return low + (high - low) * (double)(random_draw(&state) >> 11) * 0x1p-53;
}

static int whole(int low, int high)
{
	return low + (int)(random_draw(&state) % (uint64_t)((long)high - low + 1));
}

static void draw(struct input *in, int bug)
{
	in->which = (unsigned char)bug;
	in->caller = (unsigned char)whole(0, 255);
	in->n = whole(1, 1000000);
	for (int i = 0; i < NUMBERS; i++)
		in->x[i] = uniform(1, 1000);
	in->behind = (size_t)whole(0, 40);
}

/* Makes an input fail by its bug, whatever the caller. */
static void plant(struct input *in)
{
	double *x = in->x;

	switch (in->which) {
	case 1:
		in->n = whole(100000000, 2000000000);
		break;
	case 2:
		for (int i = 0; i < NUMBERS; i++)
			x[i] = uniform(1e9, 1e12);
		break;
	case 3:
		in->n = 0;
		break;
	case 4:
		x[0] = x[2] = uniform(100, 1000);
		x[1] = x[3] = uniform(-1000, 0);
		break;
	case 5:
		in->n = whole('0', '9');
		break;
	case 6:
		x[1] = whole(0, 1) ? NAN : uniform(-5, 0);
		break;
	case 7:
		x[0] = uniform(3, 1000);
		x[2] = uniform(5, 1000);
		break;
	case HANG:
		x[0] = x[1] = -uniform(10, 1000);
		break;
	case 9:
		in->n = whole(14, 19);
		break;
	case 10:
		x[0] = NAN;
		break;
	case 11:
		in->n = -whole(1, 1000000);
		break;
	case 12:
		x[0] = x[1] = -uniform(0, 1000);
		break;
	}
}

static int write_input(const char *directory, int bug, int k, const struct input *in)
{
	unsigned char behind = (unsigned char)k;
	char path[4096];
	FILE *file;

	snprintf(path, sizeof path, "%s/%d-%d", directory, bug, k);
	file = fopen(path, "wb");
	if (!file)
		return -1;
	fwrite(&in->which, 1, 1, file);
	fwrite(&in->caller, 1, 1, file);
	fwrite(&in->n, sizeof in->n, 1, file);
	fwrite(in->x, sizeof in->x, 1, file);
	for (size_t i = 0; i < in->behind; i++)
		fwrite(&behind, 1, 1, file);
	return fclose(file);
}

int main(int argc, char **argv)
{
	struct input in;

	if (argc != 5) {
		fprintf(stderr, "usage: planted_inputs DIRECTORY SEED COUNT HANGS\n");
		return 2;
	}
	state = strtoull(argv[2], NULL, 10);
	for (int bug = 1; bug <= BUGS; bug++)
		for (int k = 0; k < atoi(argv[bug == HANG ? 4 : 3]); k++) {
			draw(&in, bug);
			plant(&in);
			if (write_input(argv[1], bug, k, &in)) {
				perror(argv[1]);
				return 1;
			}
		}
	return 0;
}
