/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Flags that leave the function's own variables: in a member, an element, behind a
 * pointer, as an argument, in a sum.
 *
 * entry: flags_kept
 * runs: 250000
 */
struct state {
	int done;
	_Bool bits[4];
};

static int test_argument(int ok)
{
	if (ok) /* site: cond != i32 2 */
		return 1;
	return 0;
}

static void set(int *ok, double x)
{
	*ok = x == 98765.25; /* site: data == f64 0 */
}

static int by_pointer(double x)
{
	int ok;

	set(&ok, x);
	if (ok) /* site: cond != i32 2 */
		return 1;
	return 0;
}

int flags_kept(double x, double y, double z)
{
	struct state s;
	int n = 0;

	s.done = x == 3.14159; /* site: data == f64 0 */
	s.bits[0] = y == 2.71828; /* site: data == f64 0 */
	s.bits[1] = z == 1.41421; /* site: data == f64 0 */
	if (s.done) /* site: cond != i32 2 */
		n++;
	if (s.bits[0] && s.bits[1]) /* site: cond != bool 2 | cond != bool 2 */
		n++;
	n += test_argument(z == 0.57721); /* site: data == f64 0 */
	if ((x > 3.25) + (y == 7.5) == 2) /* site: data > f64 0 | data == f64 0 | cond == i32 2 */
		n++;
	return n + by_pointer(x);
}
