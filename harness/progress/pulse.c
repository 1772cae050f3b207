/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/progress/pulse.h"

#include <time.h>

enum { EVERY_MOST = 1 << 12 };

int64_t pulse_now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int pulse_beat(struct pulse *p, int64_t *now_ms)
{
	if (p->left) {
		p->left--;
		return 0;
	}
	const int64_t now = pulse_now_ms();
	if (now - p->read_ms > PULSE_MS)
		p->every /= 2;
	else if (p->every < EVERY_MOST)
		p->every = 2 * p->every + 1;
	p->left = p->every;
	p->read_ms = *now_ms = now;
	return 1;
}
