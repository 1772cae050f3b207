/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verify_tables.c - tables, and indices that are computed. */
#include <assert.h>
#include <limits.h>
#include <math.h>

static const double curve[9] = {0, 0.08, 0.3, 0.31, 0.62, 1.1, 1.15, 1.9, 2};

/* ---- tables */

void table_interpolation_holds(unsigned i, double f)
{
	if (i >= 8 || !(f >= 0 && f <= 1))
		return;
	double v = curve[i] * (1 - f) + curve[i + 1] * f;
	assert(v > -1e-12 && v < 2 + 1e-12);
}

void table_cell_holds(double x)
{
	if (!(x >= 0 && x < 1))
		return;
	int i = (int)(x * 8);
	assert(i >= 0 && i + 1 < 9);
}

/* Rounded, the last cell's end is the next cell. */
void table_nearest_fails(double x)
{
	if (!(x >= 0 && x < 8))
		return;
	int i = (int)(x + 0.5);
	assert(i < 8);
}

/* A negative number just below a full turn. */
void table_turn_fails(double turns)
{
	if (!(turns > -1 && turns < 1))
		return;
	if (turns < 0)
		turns += 1;
	int sector = (int)(turns * 16);
	assert(sector < 16);
}

void table_search_holds(double x)
{
	int low = 0, high = 8;
	if (!(x >= 0 && x < 2))
		return;
	while (high - low > 1) {
		int middle = (low + high) / 2;
		if (curve[middle] <= x)
			low = middle;
		else
			high = middle;
	}
	assert(curve[low] <= x && x < curve[high]);
}

/* ---- indices */

void index_cell_holds(int row, int column, int columns)
{
	if (columns < 1 || columns > 300 || row < 0 || row >= 200 || column < 0 ||
	    column >= columns)
		return;
	int i = row * columns + column;
	assert(i >= 0 && i < 200 * columns);
}

/* The sum of the ends wraps around. */
void index_middle_fails(unsigned low, unsigned high)
{
	if (low > high)
		return;
	unsigned middle = (low + high) / 2;
	assert(middle >= low && middle <= high);
}

void index_middle_holds(int low, int high)
{
	if (low < 0 || low > high)
		return;
	int middle = low + (high - low) / 2;
	assert(middle >= low && middle <= high);
}

/* The product of the sizes wraps around. */
void index_size_fails(unsigned width, unsigned height)
{
	unsigned size = width * height * 4;
	if (!width || !height || size > 1u << 20)
		return;
	assert(width <= 1u << 20 && height <= 1u << 20);
}

/* The least number has no opposite. */
void index_hash_fails(int hash)
{
	int size = (int)(hash < 0 ? 0u - (unsigned)hash : (unsigned)hash);
	int slot = size % 10;
	assert(slot >= 0);
}
