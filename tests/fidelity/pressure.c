/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -O1 -ffixed-rbx -ffixed-r12 -ffixed-r13 -ffixed-r14 */
/* Few registers are left, so that the address of a site is relative to any of them. */
#include <stdint.h>
#include <stdio.h>

static const uint32_t powers[] = {1,	  10,	   100,	    1000,     10000,
				  100000, 1000000, 10000000, 100000000};

__attribute__((noipa)) int places(uint32_t n)
{
	int count = 0;

	for (; n; n /= 10)
		count++;
	return count;
}

/* The digits of a fixed-point number, until what is left of it is below a limit. */
__attribute__((noipa)) void digits(uint64_t most, int shift, uint64_t value,
					     uint64_t limit, char *bytes, int *length,
					     int *moved)
{
	const uint64_t one = (uint64_t)1 << -shift, room = value - most;
	const uint64_t low = value & (one - 1);
	uint32_t high = (uint32_t)(value >> -shift);
	int place = places(high);

	*length = 0;
	while (place > 0) {
		uint32_t digit = 0;
		switch (place) {
		case 9: digit = high / 100000000; high %= 100000000; break;
		case 8: digit = high / 10000000; high %= 10000000; break;
		case 7: digit = high / 1000000; high %= 1000000; break;
		case 6: digit = high / 100000; high %= 100000; break;
		case 5: digit = high / 10000; high %= 10000; break;
		case 4: digit = high / 1000; high %= 1000; break;
		case 3: digit = high / 100; high %= 100; break;
		case 2: digit = high / 10; high %= 10; break;
		case 1: digit = high; high = 0; break;
		}
		if (digit || *length)
			bytes[(*length)++] = (char)('0' + digit);
		place--;
		uint64_t rest = ((uint64_t)high << -shift) + low;
		if (rest <= limit) {
			*moved += place;
			while (rest < room &&
			       limit - rest >= (uint64_t)powers[place] << -shift &&
			       (rest + 1 < room || room - rest > rest + 2 - room)) {
				bytes[*length - 1]--;
				rest += 3;
			}
			return;
		}
	}
}

int main(void)
{
	for (uint64_t i = 1; i < 4000; i++) {
		char bytes[32] = {0};
		int length, moved = 0;
		digits(i * 3, -(int)(i % 10), i * 7919 * (i % 13), i * i % 5000, bytes,
		       &length, &moved);
		if (i % 97 == 0)
			printf("%s %d\n", bytes, moved);
	}
	return 0;
}
