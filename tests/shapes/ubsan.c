/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Conditions that UBSan makes are shown as the compiler's and are no goals. Each of its
 * checks has a predicate, made of the check's comparisons, that does not count.
 *
 * entry: ubsan,p:2
 * runs: 5000
 * flags: -fsanitize=undefined -fno-sanitize-recover=signed-integer-overflow
 */
int ubsan(int i, double x, int *p)
{
	int n = 0;

	if (i > 1000) /* site: cond > i32 2 */
		n = p[0] < /* site: data < i32 0 | inner == ptr 0 | predicate != i32 1 flag */
		    p[1];
	n += /* site: inner > i64 0 | inner < i64 0 | predicate != i32 1 flag */
	    1 << (i & 7); /* site: inner > u32 0 | inner != u32 0 | predicate != i32 1 flag */
	if (x == 2.5) /* site: cond == f64 2 */
		n++; /* site: inner > i64 0 | inner < i64 0 | predicate != i32 1 flag */
	return n;
}
