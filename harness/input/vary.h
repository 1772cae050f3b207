/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vary.h - small random changes of an input. libFuzzer's own mutations would do, but it
 * takes what they used for part of the next input that it is given, and learns from it.
 */
#ifndef HARNESS_VARY_H
#define HARNESS_VARY_H

#include <gsl/gsl_rng.h>
#include <stddef.h>
#include <stdint.h>

/* Changes a byte, puts some in, takes some out or copies some, one to four times. Data
 * has room for `most` bytes, at least `size`; returns the new size. */
size_t vary(uint8_t *data, size_t size, size_t most, gsl_rng *rng);

/* A byte; small numbers, as of counts and offsets, are as likely as others. */
uint8_t vary_byte(gsl_rng *rng);

#endif
