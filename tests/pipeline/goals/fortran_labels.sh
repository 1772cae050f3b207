# SPDX-License-Identifier: GPL-3.0-or-later
# labels= of Fortran's decisions, all of whose conditions are evaluated. On all inputs of a
# small function each label is covered by exactly those that an evaluation of the
# criterion's definition, in C, says.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

cat > subject.f90 <<'E2'
integer function subject(a, b, c)
  integer :: a, b, c
  logical :: ok
  double precision :: x
  subject = 0
  if (a < 2 .and. b > -1) subject = subject + 1
  if ((a > b .or. b == c) .and. c /= 1) then
    subject = subject + 2
  else if ((a > 0) .neqv. (b > 0)) then
    subject = subject + 3
  end if
  x = a / 2d0
  ok = a > 1 .or. b > 1
  if (ok .and. .not. (x < 0.75d0 .eqv. c > 0)) subject = -subject
  if (a > c) subject = subject * 2
end function
E2
cat > oracle.c <<'E2'
#include <stdio.h>
typedef int decide_fn(const int *v);
static int number;
static const char *word(int value) { return value ? "true" : "false"; }
static int decision(int d, int n, const int *v, decide_fn *decide)
{
	const int result = decide(v);
	printf("%d dc.%d.%s\n%d mcc.%d.", number, d, word(result), number, d);
	for (int k = 0; k < n; k++)
		putchar("FT"[v[k]]);
	putchar('\n');
	if (n == 1)
		printf("%d ncc.%d.0%c\n", number, d, "FT"[v[0]]);
	for (int k = 0; k < n; k++) {
		int other[8];
		for (int i = 0; i < n; i++)
			other[i] = i == k ? !v[i] : v[i];
		printf("%d cc.%d.%d.%s\n", number, d, k, word(v[k]));
		if (decide(other) != result)
			printf("%d mcdc.%d.%d.%s.%s\n", number, d, k, word(v[k]), word(result));
		for (int i = 0; i < k; i++)
			printf("%d ncc.%d.%d%c%d%c\n", number, d, i, "FT"[v[i]], k, "FT"[v[k]]);
	}
	return result;
}
#define DECIDE(d, decide, ...) \
	decision(d, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__}, decide)
static int d0(const int *v) { return v[0] && v[1]; }
static int d1(const int *v) { return (v[0] || v[1]) && v[2]; }
static int d2(const int *v) { return v[0] != v[1]; }
static int d3(const int *v) { return (v[0] || v[1]) && v[2] != v[3]; }
static int d4(const int *v) { return v[0]; }
static void run(int a, int b, int c)
{
	DECIDE(0, d0, a < 2, b > -1);
	if (!DECIDE(1, d1, a > b, b == c, c != 1))
		DECIDE(2, d2, a > 0, b > 0);
	DECIDE(3, d3, a > 1, b > 1, a / 2.0 < 0.75, c > 0);
	DECIDE(4, d4, a > c);
}
#include "all_inputs.h"
ALL_INPUTS(-3, 3, -3, 3, -2, 3)
E2
run_oracle -w | sort -u > wanted
# For each traced input: FILE LABEL, without what exclusive ors add to a name.
covered() { # target
	met_by_input "$1" | labels_of_decisions
}
me_fortran=$ME_BUILD/me-fortran
"$me_fortran" -g -O0 -fplugin-arg-me-entry=subject,a:-3..3,b:-3..3,c:-2..3 -fplugin-arg-me-labels=DCC,MCC,MCDC,NCC2 \
	-c subject.f90 -o subject.o > build.log 2>&1
"$me_fortran" subject.o -o f0 >> build.log 2>&1
covered ./f0 > got
check labels_are_what_their_definitions_say cmp wanted got
./f0 --goals > list
check_line predicate_as_source_text '"name":"mcc.1.TFT",.*"never":"never has a > b && !.b == c. && c != 1"' list
check_line operator_of_the_source '"name":"cc.4.0.true",.*"never":"never has a > c"' list
mkdir found
./f0 -seed=1 found > log 2>&1
./f0 --trace found/* 2> /dev/null | met_goals > reached
./f0 --trace inputs/* 2> /dev/null | met_goals > possible
check search_covers_what_any_input_covers cmp possible reached
"$me" cover ./f0 inputs > cover 2>&1
check_line branches_are_those_of_gcov '^subject_? .* ([0-9]+)/\1 ' cover

# Loops ask too; the other criteria look at trees, of which Fortran has none.
printf 'subroutine s(n, x)\ninteger :: n, i\nreal :: x(4)\ndo i = 1, n\nx(1) = x(1) + i\nend do\nend subroutine\n' > s.f90
"$me_fortran" -g -O0 -fplugin-arg-me-entry=s -fplugin-arg-me-labels=DC,RTE -c s.f90 -o s.o > build.log 2>&1
"$me_fortran" s.o -o s >> build.log 2>&1
./s --goals > list
check_line loops_are_decisions '"name":"dc.0.true",.*"line":4,' list
for criterion in WM IC ELO IOB; do
	check_equal no_$criterion 1 "$(status_of error "$me_fortran" -c -fplugin-arg-me-labels=DC,$criterion s.f90)"
	check_line no_${criterion}_says_why "argument .labels=DC,$criterion.: of Fortran no trees are known; it has DC, CC" error
done
check_equal optimised 1 "$(status_of error "$me_fortran" -O1 -c -fplugin-arg-me-labels=DC s.f90)"
check_line optimised_says_why 'labels=. in Fortran needs .-O0' error
check_equal direct 1 "$(status_of error "$me_fortran" -c -fplugin-arg-me-labels=DC \
	-fplugin-arg-me-instrumentation=direct s.f90)"
check_line direct_says_why 'instrumentation=direct.: not in Fortran' error
