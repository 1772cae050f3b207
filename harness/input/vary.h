/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vary.h - small random mutations of an input. libFuzzer's own mutations are not used
 * here: libFuzzer attributes them to the next input that it receives, and learns from
 * that.
 */
#ifndef HARNESS_VARY_H
#define HARNESS_VARY_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

/* Changes, inserts, deletes or copies bytes, one to four times. Data has room for
 * `most` bytes, at least `size`; returns the new size. */
size_t vary(uint8_t *data, size_t size, size_t most, gsl_rng *rng);

/* A byte; small numbers, such as counts and offsets, are as likely as all others. */
uint8_t vary_byte(gsl_rng *rng);

#endif
