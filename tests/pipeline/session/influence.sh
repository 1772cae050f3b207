# SPDX-License-Identifier: GPL-3.0-or-later
# What a function writes behind its pointers and does not read costs the search next to
# nothing: these coordinates are found to be idle. One that is read after all is moved.
. "$ME_ROOT/tests/check.sh"

# Evaluations until all goals are closed, the median of nine seeds.
evaluations() { # name
	for seed in 1 2 3 4 5 6 7 8 9; do
		rm -rf "$1/corpus"
		mkdir "$1/corpus"
		(cd "$1" && ./fuzz_target -seed=$seed corpus > log 2>&1)
		sed -n 's/.*all goals are closed.*covered, \([0-9]*\) evaluations.*/\1/p' "$1/log"
	done | sort -n | sed -n 5p
}

body='
	if (a * b - c > 1e-3 && a * b - c < 1.1e-3 && c > 40)
		return 2;
	if (a * a + b * b + c * c < 100 && a * b * c > 190 && a < b)
		return 3;
	return 0;'
target alone f <<E2
int f(double a, double b, double c)
{
$body
}
E2
target results f,r:16 <<E2
int f(double a, double b, double c, double *r)
{
	for (int i = 0; i < 16; i++)
		r[i] = a + i;
$body
}
E2
alone=$(evaluations alone) results=$(evaluations results)
echo "# $alone evaluations, with results $results"
# Where nothing but three numbers is there, the descent to the last goal is longer at once.
[ "${results:-9999999}" -lt $((alone * 3)) ] && ok influence_idle ||
	not_ok influence_idle "$results evaluations, $alone without results"

# All but one are idle until a branch is taken that few inputs take.
target late f,r:6 <<'E2'
int f(double a, double *r)
{
	const double fourth = r[4];

	for (int i = 0; i < 6; i++)
		r[i] = a;
	if (a == 123456.789 && fourth == 9876.5)
		return 1;
	return 0;
}
E2
mkdir late.corpus
check_equal influence_late 0 "$(status_of late.log late/fuzz_target -seed=1 late.corpus)"
check_line influence_late_closed 'all goals are closed' late.log
