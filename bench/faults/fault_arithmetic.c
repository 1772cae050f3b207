/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_arithmetic.c - functions with one fault each, in an operation on integers or a conversion
 * to one (fault_indices.c says whose).
 */
#include <stddef.h>

/* The smallest integer has no opposite. numpy #31359 */
int gcd(int a, int b)
{
	a = a < 0 ? -a : a;
	b = b < 0 && b != -b ? -(b + 1) + 1 : b;
	while (b > 0) {
		int rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* A rate below one block in a second. DeaDBeeF #1329 */
int seconds(int samples, int rate, int bits, int block)
{
	int blocks;

	if (samples < 0 || rate < 1 || rate > 192000 || block < 1 || block > 4096)
		return -1;
	if (bits != 8 && bits != 16 && bits != 24 && bits != 32)
		return -1;
	blocks = rate * (bits / 8) / block;
	return samples / block * (bits / 8) / blocks;
}

/* Of sixteen rates three are reserved, and one of these is checked. vdr-plugin-xvdr #130 */
int frame_ms(unsigned header)
{
	static const int rates[16] = {96000, 88200, 64000, 48000, 44100, 32000,
				      24000, 22050, 16000, 12000, 11025, 8000,
				      7350,  0,	    0,	   0};
	unsigned rate = header >> 10 & 15;

	if (header >> 20 != 0xfff || rate == 15)
		return -1;
	return 1024 * 1000 / rates[rate];
}

/* A small image has no step between its lines. dlbeer/quirc #21 */
int lines(int width, int height)
{
	int step, count = 0;

	if (width < 1 || height < 1 || width > 10000 || height > 10000)
		return -1;
	step = (width < height ? width : height) / 8;
	if (width >= 16)
		for (int y = 0; y < height; y += step + 1)
			count++;
	return count + width % step;
}

/* One frame at a lower rate is none. mozilla/cubeb #647 */
int stretch(int frames, int rate_in, int rate_out)
{
	if (frames < 1 || frames > 100000)
		return -1;
	if (rate_in < 8000 || rate_in > 96000 || rate_out < 8000 || rate_out > 96000)
		return -2;
	return 1000 * frames / (int)((long)frames * rate_out / rate_in);
}

/* The sum of both ends. teivah/algodeck #5 */
int middle(int low, int high)
{
	if (low < 0 || low > high)
		return -1;
	return (low + high) / 2;
}

/* A negative number is shifted to the left. protobuf #4246 */
unsigned long zigzag(long n)
{
	return (unsigned long)((n << 1) ^ (n >> 63));
}

/* The quotient of the smallest integer and -1. algorithms-sedgewick-wayne #193 */
int whole_part(int numerator, int denominator)
{
	if (denominator == 0)
		return 0;
	return numerator / denominator;
}

/* A number outside the integers, or none, is converted to one. Sapphire #14 */
int rounded(double x, int step)
{
	if (step < 1 || step > 1000)
		return 0;
	return (int)(x / step + 0.5) * step % 7;
}

/* The digits of a number have no limit. selfie #28 */
int number(const char *text)
{
	int n = 0;

	for (; *text >= '0' && *text <= '9'; text++)
		n = 10 * n + (*text - '0');
	return n;
}

/* Each byte shifts the next one further. cpython #94375 */
unsigned varint(const unsigned char *bytes, size_t size)
{
	unsigned value = 0;
	int shift = 0;

	for (size_t i = 0; i < size; i++) {
		value |= (unsigned)(bytes[i] & 127) << shift;
		if (bytes[i] < 128)
			return value;
		shift += 7;
	}
	return 0;
}
