/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kept.h - how many inputs libFuzzer has kept in its corpus, of those that it has mutated:
 * new ones, and shorter ones in the place of others. tools/runtime.sh redirects what
 * libFuzzer calls then.
 */
#ifndef HARNESS_KEPT_H
#define HARNESS_KEPT_H

unsigned long long kept_count(void);

#endif
