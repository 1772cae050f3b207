/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is flattened: strings, structures by value and by pointer, arrays in them and of
 * arrays, complex numbers.
 *
 * entry: records,t:4,m:3
 * runs: 60000
 */
struct inner {
	int n[2];
	float f;
};

struct outer {
	double x;
	struct inner in;
	char c;
	_Bool b;
};

enum colour { RED, GREEN = 7 };

int records(const char *s, char *t, struct outer v, const struct outer *p,
	    double m[3][3], double _Complex z, enum colour k)
{
	int n = 0;

	if (s[0] == 'h' && s[1] == 'i') /* site: cond == i8 2 | cond == i8 2 */
		n++;
	if (s[16]) /* site: cond != i8 2 */
		n++;
	if (t[3] == 'z') /* site: cond == i8 2 */
		n++;
	if (v.x == 42.5 && v.in.n[1] == 7) /* site: cond == f64 2 | cond == i32 2 */
		n++;
	if (p->in.f == 3.25f) /* site: cond == f32 2 */
		n++;
	if (p->c == 9 && p->b) /* site: cond == i8 2 | cond != bool 2 */
		n++;
	if (m[2][1] == 17.5) /* site: cond == f64 2 */
		n++;
	if (__real__ z == 2) /* site: cond == f64 2 */
		n++;
	if (__imag__ z == -0.5) /* site: cond == f64 2 */
		n++;
	if (k == GREEN) /* site: cond == u32 2 */
		n++;
	return n;
}
