# SPDX-License-Identifier: GPL-3.0-or-later
# Bytes targets: goals that want a number read from the input, met from an empty corpus, in
# the median of five seeds, within so many runs, inner ones counted.
. "$ME_ROOT/tests/check.sh"

cat > reads.h <<'E3'
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static double x, y;
static long double z;
static size_t at;
static char text[40];
#define HAVE(n) if (size < (n)) return 0
#define GOAL(condition) if (condition) return 0
static uint32_t word(const uint8_t *p)
{
#ifdef BIG
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
#else
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
#endif
}
static float f32(const uint8_t *p)
{
	uint32_t u = word(p);
	float f;
	memcpy(&f, &u, 4);
	return f;
}
static double f64(const uint8_t *p)
{
#ifdef BIG
	uint64_t u = (uint64_t)word(p) << 32 | word(p + 4);
#else
	uint64_t u = (uint64_t)word(p + 4) << 32 | word(p);
#endif
	double d;
	memcpy(&d, &u, 8);
	return d;
}
#ifdef CRC
static uint32_t crc32(const uint8_t *p, size_t n)
{
	uint32_t c = ~0u;
	while (n--) {
		c ^= *p++;
		for (int k = 0; k < 8; k++)
			c = c >> 1 ^ (0xedb88320 & -(c & 1));
	}
	return ~c;
}
#ifdef WRONG
static int wrong(const uint8_t *p, size_t n)
{
	if (n < 16)
		return 1;
	return word(p + 4) == n - 8 && crc32(p + 8, n - 8) == word(p) ? 0 : 2;
}
#endif
#endif
E3

# Says with how many of five seeds no goal is left open; no seed is tried when as many as are
# enough have been, or can no more be.
solved() { # directory runs enough [ARGUMENT...]
	dir=$1 runs=$2 enough=$3 n=0
	shift 3
	for seed in 1 2 3 4 5; do
		[ $n -lt "$enough" ] && [ $((n + 6 - seed)) -ge "$enough" ] || break
		rm -rf "$dir/corpus"
		mkdir -p "$dir/corpus"
		(cd "$dir" && ./fuzz_target -seed=$seed -runs=$runs "$@" corpus) \
			> "$dir/log" 2>&1 < /dev/null
		[ "$(goals_left "$dir/log")" = 0 ] && n=$((n + 1))
	done
	echo $n
}

goal() { # name runs statements [FLAG...]
	name=$1 runs=$2 body=$3
	shift 3
	target "$name" '' -I.. "$@" <<E3 || return
#include "reads.h"
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	$body
	return 0;
}
E3
	n=$(solved "$name" $runs 3)
	if [ "$n" -ge 3 ]; then ok "bytes_$name"; else
		not_ok "bytes_$name" "$n of 5 seeds, wanted 3, in $runs runs; $(grep stop: "$name/log")"
	fi
}

both() { # name runs statements [FLAG...]: little- and big-endian
	number=$1
	shift
	goal "${number}_little" "$@"
	goal "${number}_big" "$@" -DBIG
}

both float 3000 'HAVE(4); GOAL(f32(data) == 42.5f);'
both double 3000 'HAVE(8); GOAL(f64(data) == 43.5);'
goal extended_10 6000 'HAVE(10); memcpy(&z, data, 10); GOAL(z == 44.5L);'
goal extended_16 6000 'HAVE(16); memcpy(&z, data, 16); GOAL(z == 44.5L);'
both interval 6000 'HAVE(8); x = f64(data); GOAL(15.5 < x && x < 15.51);'
both cubic 30000 'HAVE(8); x = f64(data); GOAL(fabs(x * x * x - 2 * x - 5.25) < 1e-9);'
both product 60000 'HAVE(16); x = f64(data), y = f64(data + 8); GOAL(x * y == 6 && x > y * y);'
sine='HAVE(8); x = f64(data); GOAL(fabs(sin(x) - 0.5) < 1e-12 && x > 1e6);'
goal sine_little 600000 "$sine"
goal sine_big 2000000 "$sine" -DBIG
both found_offset 6000 'HAVE(1); at = data[0]; HAVE(at + 4); GOAL(f32(data + at) == 42.5f);'
both converted 6000 'HAVE(7); GOAL((double)f32(data + 3) == 0.625);'
both half_word 6000 'HAVE(6); GOAL((int16_t)(word(data + 1) >> 16) == -12345);'
both label 6000 'HAVE(12); switch (word(data + 5)) { case 77777777: return 0; }'
goal size 3000 'GOAL(size * 3 + 1 == 2002);'
goal text 6000 'if (size >= sizeof text) return 0; memcpy(text, data, size); text[size] = 0;
	GOAL(strtod(text, NULL) == 1234.5);'
goal text_integer 6000 'if (size >= sizeof text) return 0; memcpy(text, data, size); text[size] = 0;
	GOAL(atoi(text) * 3 == 37035);'

# A checksum and a length before the number stay met.
both checksum 20000 'HAVE(20); if (crc32(data + 4, size - 4) != word(data)) return 0;
	if (word(data + 4) != size) return 0; GOAL(f64(data + 8) == 42.5);' -DCRC
both checksum_after 60000 'HAVE(20); if (word(data + 4) != size) return 0;
	if (crc32(data + 8, size - 8) != word(data)) return 0;
	x = f64(data + 9); GOAL(x > 42 && x < 42.01);' -DCRC

# So do those that a callee compares, or that set an error that is tested later.
both checksum_callee 60000 'if (wrong(data, size)) return 0;
	GOAL(word(data + 8) > 2000000000 && word(data + 8) < 2000001000);' -DCRC -DWRONG
# With checks of UBSan's in each pass of the checksum's loop long inputs spend the share of descents.
[ "$sanitized" ] || goal checksum_error 60000 'int error = 0; HAVE(16); if (crc32(data + 8, size - 8) != word(data)) error = 5;
	if (error) return 0;
	GOAL((uint64_t)word(data + 8) * word(data + 12) == 77000);' -DCRC

# What libFuzzer alone needs more runs for.
check_equal bytes_off 0 "$(solved checksum_little 40000 1 --method=off)"
check_equal bytes_off_cubic 0 "$(solved cubic_big 60000 1 --method=off)"
