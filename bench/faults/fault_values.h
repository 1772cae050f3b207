/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault_values.h - the values of a run for drivers: out of libFuzzer's bytes, which are 0 when
 * they are used up, or at random, half of them special (bench/base/special.h).
 */
#ifndef BENCH_FAULT_VALUES_H
#define BENCH_FAULT_VALUES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
double take_double(void);
long take_long(void);
int take_int(void);
int take_below(int limit); /* 0 to limit - 1 */

/* N numbers, or a text of at most `most` bytes; the caller frees them. */
double *take_doubles(int n);
char *take_text(int most);

/* What the programs call: the driver of that name, or none. */
typedef void driver_fn(void);
driver_fn *driver_of(const char *name);

/* A run by bytes, or by a generator. */
void values_from_bytes(const unsigned char *bytes, size_t size);
void values_from_seed(unsigned long seed);
#ifdef __cplusplus
}
#endif
#endif
