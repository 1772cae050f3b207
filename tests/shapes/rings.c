/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Integers whose differences wrap around: only numbers on both sides of the end of
 * their type's range meet these conditions, and such as are near to each other on the
 * ring.
 *
 * entry: rings
 * runs: 5000
 * flags: -fwrapv
 */
static int apart(int a, int b)
{
	const int d = a > b ? a - b : b - a; /* site: cond > i32 2 */

	if (d <= 499 && a == b + 777) /* site: cond <= i32 2 | cond == i32 2 */
		return 1;
	return 0;
}

static int ahead(unsigned a, unsigned b)
{
	if (a - b == 5 && a < b) /* site: cond == u32 2 | cond < u32 2 */
		return 1;
	return 0;
}

static int late(long now, long then, long limit)
{
	if (now - then < limit && limit <= 999 && now + 1000000 == then && now > then) /* site: cond > i64 2 | cond <= i64 2 | cond == i64 2 | cond > i64 2 */
		return 1;
	return 0;
}

int rings(int a, int b, unsigned c, unsigned d, long e, long f, long g)
{
	return apart(a, b) + 2 * ahead(c, d) + 4 * late(e, f, g);
}
