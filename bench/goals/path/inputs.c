/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * inputs.c - inputs of functions of doubles, at random:
 *	inputs SEED COUNT DOUBLES DIRECTORY
 * leaves COUNT files, DIRECTORY/0 and so on. A double is random bits or, every second
 * time, a special value. The inputs of a seed are always the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/base/random.h"
#include "bench/base/special.h"

static double draw(uint64_t *state)
{
	const uint64_t how = random_draw(state), bits = random_draw(state);
	double value;

	if (how & 1)
		return (how & 2 ? -1 : 1) * special_doubles[bits % SPECIALS];
	memcpy(&value, &bits, sizeof value);
	return value;
}

static int write_input(const char *directory, int number, int doubles, uint64_t *state)
{
	char name[4096];

	snprintf(name, sizeof name, "%s/%d", directory, number);
	FILE *file = fopen(name, "wb");
	if (!file)
		return -1;
	for (int i = 0; i < doubles; i++) {
		const double value = draw(state);
		fwrite(&value, sizeof value, 1, file);
	}
	return fclose(file);
}

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;
	uint64_t state = strtoull(argv[1], NULL, 10);
	for (int i = 0; i < atoi(argv[2]); i++)
		if (write_input(argv[4], i, atoi(argv[3]), &state)) {
			perror(argv[4]);
			return 1;
		}
	return 0;
}
