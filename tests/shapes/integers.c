/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Integers of every width, bool, enum and pointers.
 *
 * entry: integers,p:2
 * runs: 5000
 * open: 1 (a null pointer is never passed)
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum colour { RED = 1, GREEN = 5, BLUE = 1000 };

static int narrow(signed char c, unsigned char uc, short s, unsigned short us)
{
	int n = 0;

	if (c == -100) /* site: cond == i8 2 */
		n++;
	if (uc == 200) /* site: cond == u8 2 */
		n++;
	if (s < -32000) /* site: cond < i16 2 */
		n++;
	if (us > 65000) /* site: cond > u16 2 */
		n++;
	if (c + s == 12345) /* site: cond == i32 2 */
		n++;
	return n;
}

static int wide(int i, unsigned u, int64_t l, uint64_t ul)
{
	int n = 0;

	if (i == -123456789) /* site: cond == i32 2 */
		n++;
	if (u >= 0xfffffff0u) /* site: cond > u32 2 */
		n++;
	if (l == INT64_MIN) /* site: cond == i64 2 */
		n++;
	if (ul > (uint64_t)INT64_MAX) /* site: cond < i64 2 */
		n++;
	if (ul - 1 == 0xfffffffffffffff0u) /* site: cond == u64 2 */
		n++;
	if (l != (int64_t)ul) /* site: cond != i64 2 */
		n++;
	return n;
}

static int others(bool b, enum colour k, int *p)
{
	int n = 0;

	if (b) /* site: cond != bool 2 */
		n++;
	if (!b) /* site: cond != bool 2 */
		n++;
	if (k == GREEN) /* site: cond == u32 2 */
		n++;
	if (k > BLUE) /* site: cond > u32 2 */
		n++;
	if (p[0] == p[1]) /* site: cond == i32 2 */
		n++;
	if (p == NULL) /* site: cond == ptr 2 */
		n++;
	return n;
}

int integers(signed char c, unsigned char uc, short s, unsigned short us, int i, unsigned u,
	     int64_t l, uint64_t ul, bool b, enum colour k, int *p)
{
	return narrow(c, uc, s, us) + wide(i, u, l, ul) + others(b, k, p);
}
