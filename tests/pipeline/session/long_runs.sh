# SPDX-License-Identifier: GPL-3.0-or-later
# A session whose runs are long lasts the longer the more starts are asked for.
. "$ME_ROOT/tests/check.sh"

target vain f <<'E2'
int f(unsigned n)
{
	double square = n;

	for (unsigned i = 0; i < 1000000000; i++)
		square += 0.5;
	if (square < -1)
		return 1;
	return 0;
}
E2
search vain --starts=700
runs=$(sed -n 's/.*stop: .* goals covered, \([0-9]*\) evaluations.*/\1/p' vain/log)
# With 500 starts there are 2452.
[ "${runs:-0}" -gt 3000 ] && ok long_more_starts || not_ok long_more_starts "$runs evaluations"
