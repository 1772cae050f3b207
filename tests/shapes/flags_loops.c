/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flags that many comparisons make together, one after the other.
 *
 * entry: flags_loops,a:4,b:4,c:4,d:4
 * runs: 250000
 */
static const double wanted[4] = {1.5, -77.25, 1234.5, 1e10};

/* Up to the first that differs; later ones are not compared. */
static int all_equal(const double *a)
{
	int all = 1;

	for (int i = 0; i < 4; i++) /* site: cond <= i32 2 */
		all = all && a[i] == wanted[i]; /* site: cond != i32 2 flag | cond == f64 2 */
	if (all) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int each_equal(const double *a)
{
	int all = 1;

	for (int i = 0; i < 4; i++) /* site: cond <= i32 2 */
		all &= a[i] == wanted[i]; /* site: data == f64 0 */
	if (all) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int none_differs(const double *a)
{
	int bad = 0;

	for (int i = 0; i < 4; i++) /* site: cond <= i32 2 */
		if (a[i] != wanted[i]) /* site: cond != f64 2 */
			bad = 1;
	if (!bad) /* site: cond == i32 2 flag */
		return 1;
	return 0;
}

static int none_differs_in_line(const double *a)
{
	int bad = 0;

	if (a[0] != 3.5) /* site: cond != f64 2 */
		bad = 1;
	if (a[1] != 1e-5) /* site: cond != f64 2 */
		bad = 1;
	if (a[2] != -40000.75) /* site: cond != f64 2 */
		bad = 1;
	if (!bad) /* site: cond == i32 2 flag */
		return 1;
	return 0;
}

static int each_equal_in_line(const double *a)
{
	int all = 1;

	all &= a[1] == 6.5; /* site: data == f64 0 */
	all &= a[2] == -9.75; /* site: data == f64 0 */
	all &= a[3] == 10203.5; /* site: data == f64 0 */
	if (all) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

static int any_equal(const double *a)
{
	int any = 0;

	for (int i = 0; i < 4; i++) /* site: cond <= i32 2 */
		any |= a[i] == -654321.125; /* site: data == f64 0 */
	if (any) /* site: cond != i32 2 flag */
		return 1;
	return 0;
}

int flags_loops(const double *a, const double *b, const double *c, const double *d)
{
	return all_equal(a) + each_equal(b) + none_differs(c) + none_differs_in_line(d) +
	       each_equal_in_line(d) + any_equal(c);
}
