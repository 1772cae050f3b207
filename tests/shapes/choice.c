/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switch: ranges, default in any place, several labels of one destination, negative
 * values, the ends of a type, 64 bits without sign, an enum, a char, switches inside of
 * switches (of a single label GCC makes a comparison).
 *
 * entry: choice
 * runs: 5000
 */
#include <stdint.h>

enum level { LOW, MIDDLE = 70, HIGH = 90 };

static int signed_values(int i)
{
	switch (i) { /* site: switch i32 6 */
	case -2147483647 - 1:
		return 1;
	case -20 ... -10:
		return 2;
	case 5:
	case 7:
		return 3;
	default:
		return 4;
	case 1000000 ... 2000000:
		return 5;
	case 2147483647:
		return 6;
	}
}

static int unsigned_values(uint64_t u)
{
	switch (u) { /* site: switch u64 4 */
	case 0:
		return 1;
	case 0x7fffffffffffffff ... 0x8000000000000001:
		return 2;
	case 0xffffffffffffffff:
		return 3;
	}
	return 4;
}

static int narrow_values(signed char c)
{
	switch (c) { /* site: switch i32 3 */
	case -128 ... -1:
		return 1;
	case 'x':
		return 2;
	}
	return 3;
}

static int enum_values(enum level l)
{
	switch (l) { /* site: switch u32 3 */
	case MIDDLE:
		return 1;
	case HIGH:
		return 2;
	case LOW:
	default:
		return 3;
	}
}

static int fall_through(int i)
{
	int n = 0;

	switch (i & 0xff00) { /* site: switch i32 3 */
	case 0x1200:
		n++;
		/* fall through */
	case 0x3400:
		n++;
	}
	return n;
}

static int nested(int i, signed char c)
{
	int n = 0;

	switch (c) { /* site: switch i32 4 */
	case 'a':
		switch (i) { /* site: switch i32 3 */
		case 77123:
			n = 1;
			break;
		case -400400:
			n = 2;
			break;
		default:
			n = 3;
		}
		break;
	case 'b': {
		switch (i & 15) { /* site: cond == i32 2 */
		case 9:
			n = 4;
			break;
		}
		break;
	}
	case 'c':
		while (n < 3) /* site: cond <= i32 2 */
			switch (n++) { /* site: switch i32 3 */
			case 0:
				continue;
			case 1:
				switch (i) { /* site: switch i32 3 */
				case 5:
				case 6:
					break;
				case 8:
					return n;
				}
				break;
			}
	}
	return n;
}

int choice(int i, uint64_t u, signed char c, enum level l)
{
	return signed_values(i) + unsigned_values(u) + narrow_values(c) + enum_values(l) +
	       fall_through(i) + nested(i, c);
}
