# SPDX-License-Identifier: GPL-3.0-or-later
# Special values of two coordinates that meet a goal only together, where no distance leads to
# them: descents that meet nothing take turns with draws.
. "$ME_ROOT/tests/check.sh"

# The sum of what the second and third argument are mixed to.
cat > mixed.h << 'E2'
#include <string.h>
static unsigned mixed(double x)
{
	unsigned long long bits;

	memcpy(&bits, &x, sizeof bits);
	bits = (bits ^ bits >> 31) * 0x9e3779b97f4a7c15u;
	bits = (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u;
	return bits >> 32;
}
static unsigned both(double x, double y)
{
	return mixed(x) + 3 * mixed(y);
}
E2
cat > key.c << 'E2'
#include <stdio.h>
#include "mixed.h"
int main(void)
{
	printf("%u\n", both(0x1.0000000000001p-1022, -0x0.fffffffffffffp-1022));
	return 0;
}
E2
"$CC" key.c -o key
key=$(./key)
target drawn f -I.. << E2
#include "mixed.h"
int f(double x, double y)
{
	unsigned sum = both(x, y);

	if (sum == ${key}u)
		return 1;
	return 0;
}
E2
search drawn --n_start=1500
check_line drawn_met 'stop: all goals are closed; 2 of 2 goals covered' drawn/log
