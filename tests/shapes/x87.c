/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * x87 code compares what its registers hold, 80 bits: so do the hooks.
 *
 * entry: x87
 * flags: -mfpmath=387
 * runs: 5000
 */

int x87(double x, float y)
{
	int way = 0;

	if (x * y > 15.5 && x * y < 15.51) /* site: cond > f80 2 | cond < f80 2 */
		way = 1;
	/* Equal to the last of 64 bits of fraction. */
	if (x * x == (long double)0x1.8000000000001p+0 * 0x1.8000000000001p+0) /* site: cond == f80 2 */
		way += 2;
	int same = y == 42.5f; /* site: data == f80 0 */
	return same ? way + 4 : way; /* site: cond != i32 2 flag */
}
