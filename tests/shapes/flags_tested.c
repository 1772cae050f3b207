/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flags that are not tested for 0: by a comparison with the number that stands for true,
 * or in a conjunction with others.
 *
 * entry: flags_tested
 * runs: 5000
 */
static int equal(int b)
{
	int p = b == 70001 ? 1 : 0; /* site: data == i32 0 */

	if (p == 1) /* site: cond == i32 2 flag */
		return 1;
	return 0;
}

static int above(int b)
{
	int p = 0;

	if (b == -70002) /* site: cond == i32 2 */
		p = 1;
	if (p > 0) /* site: cond > i32 2 flag */
		return 1;
	return 0;
}

static int unequal(int b)
{
	int p = b == 70003; /* site: data == i32 0 */

	if (p != 1) /* site: cond != i32 2 flag */
		return 0;
	return 1;
}

static int reversed(int b)
{
	int p = b == -70004 ? 1 : 0; /* site: data == i32 0 */

	if (1 == p) /* site: cond == i32 2 flag */
		return 1;
	return 0;
}

static int masked(int b, int c)
{
	int p = b == 70005 ? 1 : 0; /* site: data == i32 0 */
	int q = c == -70006 ? 1 : 0; /* site: data == i32 0 */

	if (p & q) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int conjoined(int b, int c)
{
	int p = b == 70007 ? 1 : 0; /* site: data == i32 0 */
	int q = c == -70008 ? 1 : 0; /* site: data == i32 0 */

	if (p == 1 && q == 1) /* site: cond == i32 2 flag | cond == i32 2 flag */
		return 1;
	return 0;
}

static int masked_number(int b, int c)
{
	int p = b == 70009 ? 1 : 0; /* site: data == i32 0 */
	int q = c == -70010; /* site: data == i32 0 */

	if ((p & q) == 1) /* site: cond == i32 2 flag */
		return 1;
	return 0;
}

/* One flag with three values, of which two are asked for. */
static int one_of_three(int b)
{
	int p = b == 70011 ? 7 : b == -70012 ? 3 : 0; /* site: cond != i32 2 | cond == i32 2 */

	if (p == 7) /* site: cond == i32 2 flag */
		return 1;
	if (p > 1) /* site: cond > i32 2 flag */
		return 2;
	return 0;
}

static int least(int b)
{
	signed char p = b == 70013 ? -1 : 0; /* site: cond == i32 2 */

	if (p < 0) /* site: cond < i8 2 flag */
		return 1;
	return 0;
}

static int is_wanted(int b)
{
	return b == -70014 ? 1 : 0; /* site: data == i32 0 */
}

static int called(int b)
{
	if (is_wanted(b) == 1) /* site: cond == i32 2 flag */
		return 1;
	return 0;
}

static int in_memory(int b)
{
	struct { int a, done; } s;

	s.done = b == 70015; /* site: data == i32 0 */
	if (s.done == 1) /* site: cond == i32 2 */
		return 1;
	return 0;
}

int flags_tested(int b, int c)
{
	return equal(b) + above(b) + unequal(b) + reversed(b) + masked(b, c) +
	       conjoined(b, c) + masked_number(b, c) + one_of_three(b) + least(c) +
	       called(c) + in_memory(c);
}
