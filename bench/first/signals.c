/* SPDX-License-Identifier: GPL-3.0-or-later */
/* signals.c - filters that keep a state, and a transform. */
#include <math.h>
#include <stddef.h>

struct biquad {
	double b0, b1, b2, a1, a2;
	double z1, z2;
	int bypass;
};

/* Filters a block; returns how many samples were cut to -1..1. */
int biquad_run(struct biquad *f, const float *in, float *out, size_t n)
{
	int clipped = 0;

	if (!f || !in || !out)
		return -1;
	for (size_t i = 0; i < n; i++) {
		double v = in[i], y;

		if (f->bypass) {
			out[i] = in[i];
			continue;
		}
		y = f->b0 * v + f->z1;
		f->z1 = f->b1 * v - f->a1 * y + f->z2;
		f->z2 = f->b2 * v - f->a2 * y;
		if (fabs(f->z1) < 1e-30)
			f->z1 = 0;
		if (y > 1) {
			y = 1;
			clipped++;
		} else if (y < -1) {
			y = -1;
			clipped++;
		}
		out[i] = (float)y;
	}
	return clipped;
}

struct ramp_config {
	double up, down, low, high;
	unsigned hold; /* steps that a change of direction waits */
};

struct ramp_state {
	double value;
	int direction;
	unsigned held;
};

/* One step of a set point that moves no faster than configured. */
double ramp_step(struct ramp_state *s, const struct ramp_config *c, double target,
		 double dt)
{
	if (dt <= 0 || c->up <= 0 || c->down <= 0)
		return s->value;
	if (target > c->high)
		target = c->high;
	else if (target < c->low)
		target = c->low;
	int direction = target > s->value ? 1 : target < s->value ? -1 : 0;

	if (direction != s->direction && direction != 0) {
		if (s->held < c->hold) {
			s->held++;
			return s->value;
		}
		s->direction = direction;
	}
	s->held = 0;
	if (direction > 0) {
		s->value += c->up * dt;
		if (s->value > target)
			s->value = target;
	} else if (direction < 0) {
		s->value -= c->down * dt;
		if (s->value < target)
			s->value = target;
	}
	return s->value;
}

/* Radix 2, in place. -1: n is no power of two. */
int fft(double *re, double *im, int n, int inverse)
{
	if (n < 1 || (n & (n - 1)) != 0)
		return -1;
	for (int i = 1, j = 0; i < n; i++) {
		int bit = n >> 1;

		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
		if (i < j) {
			double t = re[i];
			re[i] = re[j];
			re[j] = t;
			t = im[i];
			im[i] = im[j];
			im[j] = t;
		}
	}
	for (int length = 2; length <= n; length *= 2) {
		double angle = 6.283185307179586 / length * (inverse ? 1 : -1);

		for (int i = 0; i < n; i += length)
			for (int k = 0; k < length / 2; k++) {
				double c = cos(angle * k), s = sin(angle * k);
				int a = i + k, b = a + length / 2;
				double x = re[b] * c - im[b] * s;
				double y = re[b] * s + im[b] * c;

				re[b] = re[a] - x;
				im[b] = im[a] - y;
				re[a] += x;
				im[a] += y;
			}
	}
	if (inverse)
		for (int i = 0; i < n; i++) {
			re[i] /= n;
			im[i] /= n;
		}
	return 0;
}

struct ring {
	double data[8];
	unsigned head, count;
};

/* Adds a sample; 1: the oldest one, which was lost, is in *dropped. */
int ring_push(struct ring *r, double sample, double *dropped)
{
	int full;

	if (r->count > 8 || r->head >= 8)
		return -1;
	full = r->count == 8;
	if (full) {
		if (dropped)
			*dropped = r->data[r->head];
		r->head = (r->head + 1) % 8;
		r->count--;
	}
	if (r->count >= 8)
		return -2;
	r->data[(r->head + r->count) % 8] = sample;
	r->count++;
	return full;
}
