/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start values of integers are of all sizes, and mostly small. */
#include "harness/search/starts.h"

#include "value/type.h"
#include "tests/unit/me_check.h"

enum { DRAWS = 20000 };

int main(void)
{
	static struct starts starts;
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	const struct axis axis = type_axis(ME_I32);
	int small = 0, middle = 0, large = 0, outside = 0;

	for (int i = 0; i < DRAWS; i++) {
		const coord c = starts_value(&starts, ME_I32, &axis, rng);
		const coord size = c < 0 ? -c : c;
		outside += c < axis.low || c > axis.high;
		small += size <= 16;
		middle += size > 100 && size < 1 << 20;
		large += size > 1 << 30;
	}
	check(!outside, "starts_range", "a value outside of the type");
	check(small > DRAWS / 4, "starts_small", "few small ones");
	check(middle > DRAWS / 20, "starts_middle", "few of moderate size");
	check(large > DRAWS / 20, "starts_large", "few large ones");
	gsl_rng_free(rng);
	return me_check_failures != 0;
}
