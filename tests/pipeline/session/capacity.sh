# SPDX-License-Identifier: GPL-3.0-or-later
# How large a buffer is that functions add to: the number that keeps what is in use below it. Each has
# a twin whose check is right, of which nothing is told.
. "$ME_ROOT/tests/check.sh"

notes() { # function
	sed -n "s/.*'$1,\([^']*\)'.*/\1/p" "$1.log"
}
tested() { # function status notes
	check_equal "$1_status" "$2" "$(status_of "$1.log" "$me" test --time=10 capacity.c "$1")"
	[ -z "$3" ] || check_equal "$1_notes" "$3" "$(notes "$1")"
}
cat > capacity.c <<'E2'
#include <string.h>
int insert(double *x, int n, int max, double v)
{
	int at = 0;
	if (n >= max)
		return -1;
	while (at < n && x[at] < v)
		at++;
	memmove(x + at + 1, x + at, (n - at) * sizeof *x);
	x[at] = v;
	return n + 1;
}
int insert_full(double *x, int n, int max, double v)
{
	int at = 0;
	if (n > max)
		return -1;
	while (at < n && x[at] < v)
		at++;
	memmove(x + at + 1, x + at, (n - at) * sizeof *x);
	x[at] = v;
	return n + 1;
}
int push(double *x, int *n, int max, double v)
{
	if (*n >= max)
		return 0;
	x[(*n)++] = v;
	return 1;
}
int push_full(double *x, int *n, int max, double v)
{
	if (*n > max)
		return 0;
	x[(*n)++] = v;
	return 1;
}
int append(char *to, int *used, int room, const char *text)
{
	int n = (int)strlen(text);
	if (*used + n >= room)
		return -1;
	memcpy(to + *used, text, n);
	*used += n;
	to[*used] = 0;
	return n;
}
int append_full(char *to, int *used, int room, const char *text)
{
	int n = (int)strlen(text);
	if (*used + n > room)
		return -1;
	memcpy(to + *used, text, n);
	*used += n;
	to[*used] = 0;
	return n;
}
/* A literal of n bytes stands behind their number. */
int literals(const unsigned char *in, size_t in_len, unsigned char *out, size_t out_len)
{
	size_t i = 0, o = 0;
	while (i < in_len) {
		size_t n = in[i++] & 7;
		if (n > out_len - o || n > in_len - i)
			return -1;
		memcpy(out + o, in + i, n);
		i += n;
		o += n;
	}
	return (int)o;
}
int literals_cut(const unsigned char *in, size_t in_len, unsigned char *out, size_t out_len)
{
	size_t i = 0, o = 0;
	while (i < in_len) {
		size_t n = in[i++] & 7;
		if (n > out_len - o)
			return -1;
		memcpy(out + o, in + i, n);
		i += n;
		o += n;
	}
	return (int)o;
}
/* What counts down in a loop of its own says nothing of what counts up in another one. */
int field(const char *line, int k, char *out)
{
	char t[16];
	int n = 0;
	while (k > 0 && *line)
		if (*line++ == ',')
			k--;
	while (*line && *line != ',' && n < 15)
		t[n++] = *line++;
	t[n] = 0;
	memcpy(out, t, n + 1);
	return n;
}
int shift(double *x, int n, int max, double v)
{
	int at;
	if (n >= max)
		return -1;
	for (at = n; at > 0 && x[at - 1] > v; at--)
		x[at] = x[at - 1];
	x[at] = v;
	return n + 1;
}
/* Who refuses lengths below 0, and those alone, expects 0. */
double extent(const double *x, int n)
{
	double low = 0, high = 0;
	if (n < 0)
		return -1;
	if (n > 0)
		low = high = x[0];
	for (int i = 1; i < n; i++) {
		low = x[i] < low ? x[i] : low;
		high = x[i] > high ? x[i] : high;
	}
	return high - low;
}
double extent_of_some(const double *x, int n)
{
	double low, high;
	if (n < 0)
		return -1;
	low = high = x[0];
	for (int i = 1; i < n; i++) {
		low = x[i] < low ? x[i] : low;
		high = x[i] > high ? x[i] : high;
	}
	return high - low;
}
double extent_unchecked(const double *x, int n)
{
	double low = x[0], high = x[0];
	for (int i = 1; i < n; i++) {
		low = x[i] < low ? x[i] : low;
		high = x[i] > high ? x[i] : high;
	}
	return high - low;
}
struct csr { int rows, cols; const int *start, *column; const double *value; };
void times(const struct csr *a, const double *x, double *y)
{
	for (int i = 0; i < a->cols; i++)
		y[i] = 0;
	for (int i = 0; i < a->rows; i++)
		for (int k = a->start[i]; k < a->start[i + 1]; k++)
			y[a->column[k]] += a->value[k] * x[i];
}
E2
tested insert 0 'x:8,max:len(x),n:0..8'
tested insert_full 4 'x:8,max:len(x),n:0..8'
check_line insert_full_place 'out-of-bounds write in insert_full capacity.c:21' insert_full.log
tested push 0 'x:8,max:len(x),n:0..8'
tested push_full 4 'x:8,max:len(x),n:0..8'
tested append 0 'to:8,room:len(to),used:0..8'
tested append_full 4 'to:8,room:len(to),used:0..8'
tested literals 0 'in:8,in_len:len(in),out:8,out_len:len(out)'
tested literals_cut 4 'in:8,in_len:len(in),out:8,out_len:len(out)'
tested field 0 ''
tested times 0 ''
tested shift 0 'x:8,max:len(x),n:0..8'
tested extent 0 ''
tested extent_of_some 4 ''
check_line extent_of_some_none 'read of x\[0\], past the end of x \(0 elements of 8 bytes\)' extent_of_some.log
tested extent_unchecked 0 ''
