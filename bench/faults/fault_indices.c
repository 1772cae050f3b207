/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_indices.c - functions with one fault each, an index outside an array. Here and in the other
 * files each function says the public report whose kind of fault it has; none has its code.
 */
#include <stdlib.h>
#include <string.h>

struct reading {
	double value;
	struct reading *next;
};

/* A NaN passes both limits and becomes an index. boostorg/math #773 */
unsigned colour(double x)
{
	static const unsigned table[8] = {0x000000, 0x1f0c48, 0x550f6d, 0x88226a,
					  0xba3655, 0xe35933, 0xf98e09, 0xfcffa4};
	double scaled = 7 * x;

	if (scaled < 0)
		scaled = 0;
	if (scaled > 7)
		scaled = 7;
	return table[(int)scaled];
}

/* Positions are taken modulo one more than there are elements. pthrasher/c-generic-ring-buffer #6 */
double ring_mean(const double *x, int n, int pops)
{
	double ring[4] = {0};
	int begin = 0, end = 0;

	if (n < 0 || n > 16)
		return -1;
	for (int i = 0; i < n; i++) {
		ring[end] = x[i];
		end = (end + 1) % 5;
		if (end == begin || i < pops)
			begin = (begin + 1) % 5;
	}
	return (ring[0] + ring[1] + ring[2] + ring[3]) / 4;
}

/* December has no row: the month is no index. jagracar/grafica #10 */
double year_part(int month, int day)
{
	static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	if (month < 1 || month > 12 || day < 1 || day > 31)
		return -1;
	return (month - 1 + (day - 1.0) / days[month]) / 12;
}

/* The place of a quantile q that is no number. numpy #29315 */
double quantile(const double *x, int n, double q)
{
	int k;

	if (n < 2 || q < 0 || q > 1)
		return -1;
	k = (int)(q * (n - 1));
	return k == n - 1 ? x[k] : x[k] + (q * (n - 1) - k) * (x[k + 1] - x[k]);
}

/* The last edge belongs to no bin. GoldenCheetah #108 */
int fullest_bin(const double *x, int n, double low, double high)
{
	int count[6] = {0}, most = 0;

	if (!(low > -1e6 && high < 1e6 && low < high))
		return -1;
	for (int i = 0; i < n; i++)
		if (x[i] >= low && x[i] <= high)
			count[(int)((x[i] - low) / (high - low) * 6)]++;
	for (int i = 1; i < 6; i++)
		if (count[i] > count[most])
			most = i;
	return most;
}

/* The smallest integer has no opposite: its digits are negative. jserv/min-dl #2 */
int digits(int value, int base, char out[40])
{
	static const char digit[] = "0123456789abcdef";
	int n = 0, negative = value < 0;

	if (base < 2 || base > 16)
		return -1;
	if (negative)
		value = -value;
	do
		out[n++] = digit[value % base];
	while (value /= base);
	if (negative)
		out[n++] = '-';
	return n;
}

/* There is room for 32 digits, and none for the sign. haywire #32 */
int ones(long value)
{
	char text[32];
	int n = 0, count = 0, negative = value < 0;

	if (value > 0xffffffff || value < -0xffffffffL)
		return -1;
	value = labs(value);
	for (; value; value /= 2)
		text[n++] = '0' + value % 2;
	if (negative)
		text[n++] = '-';
	for (int i = 0; i < n; i++)
		count += text[i] == '1';
	return count;
}

/* Rows are as far apart as there are rows. NVIDIA/cutlass #3516 */
float element(int row, int column)
{
	static const float matrix[4 * 2] = {1, 2, 3, 4, 5, 6, 7, 8};

	if (row < 0 || row >= 4 || column < 0 || column >= 2)
		return 0;
	return matrix[4 * row + column];
}

/* Behind the last abscissa the next one is read all the same. ArduPilot #20254 */
double interpolated(const double *x, const double *y, int n, double t)
{
	int i = 0;

	if (n < 2 || t < x[0])
		return 0;
	while (i < n - 1 && x[i + 1] <= t)
		i++;
	return y[i] + (t - x[i]) / (x[i + 1] - x[i]) * (y[i + 1] - y[i]);
}

/* A char above 127 is a negative index. coturn #1950 */
int decoded(const char *text)
{
	static signed char table[256];
	int sum = 0;

	if (!table['B'])
		for (int i = 0; i < 26; i++)
			table['A' + i] = i;
	for (size_t i = 0; i < strlen(text) && i < 8; i++)
		sum = 26 * (sum & 0xffff) + table[(int)text[i]];
	return sum;
}

/* No element is below a bound that is no number: the place is that before the first. MetOffice/socrates #35 */
double below(const double *x, int n, double bound)
{
	int place = -1;

	if (n < 1)
		return 0;
	for (int i = 0; i < n; i++)
		if (x[i] < bound && (place < 0 || x[i] > x[place]))
			place = i;
	return x[place];
}

/* A singular matrix: the scales are not freed. socnetv/app #280 */
int scaled_rows(double *m, int n)
{
	double *scale;

	if (n < 1 || n > 3)
		return -1;
	scale = malloc(n * sizeof *scale);
	for (int i = 0; i < n; i++) {
		double most = 0;

		for (int j = 0; j < n; j++)
			if (m[i * n + j] > most || -m[i * n + j] > most)
				most = m[i * n + j] < 0 ? -m[i * n + j] : m[i * n + j];
		if (most == 0)
			return -2;
		scale[i] = 1 / most;
	}
	for (int i = 0; i < n * n; i++)
		m[i] *= scale[i / n];
	free(scale);
	return 0;
}

/* The last sequence is cut off: what its first byte announces is read all the same. gpac/gpac #3721 */
int code_points(const unsigned char *text, int length)
{
	const unsigned char *at = text, *end = text + length;
	int letters = 0;

	while (at < end) {
		unsigned code = *at++;

		if ((code & 0xe0) == 0xc0)
			code = (code & 0x1f) << 6 | (*at++ & 0x3f);
		else if (code >= 0x80)
			return -1;
		letters += code >= 'A' && code != 0xd7;
	}
	return letters;
}

/* A number may have more digits than there is room for. gnustep/libs-base #619 */
double mantissa(const char *text)
{
	struct {
		int length, scale;
		signed char digits[20];
	} d = {0, 0, {0}};
	double value = 0;

	for (; (*text >= '0' && *text <= '9') || *text == '.'; text++)
		if (*text == '.')
			d.scale = 1;
		else
			d.digits[d.length++] = (signed char)(*text - '0');
	for (int i = 0; i < d.length; i++)
		value = 10 * value + d.digits[i];
	return d.scale ? value / 10 : value;
}

/* The next one is looked for in what was given back. ryanries/PassFiltEx #12 */
int drop_above(struct reading **first, double most)
{
	int dropped = 0;

	for (struct reading *r = *first; r; r = r->next) {
		if (r->value <= most)
			continue;
		if (r == *first)
			*first = r->next;
		free(r);
		dropped++;
	}
	return dropped;
}
