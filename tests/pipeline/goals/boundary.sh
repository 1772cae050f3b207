# SPDX-License-Identifier: GPL-3.0-or-later
# kinds=boundary: for each comparison an input at its boundary, one just below and one just
# above, or a proof that there is none.
. "$ME_ROOT/tests/check.sh"

# The boundaries as the goals' texts name them, "LINE NUMBER" each once.
boundaries() { # target
	"./$1/fuzz_target" --goals | grep '"type":"boundary"' |
		sed 's/.*"line":\([0-9]*\),.*"never":"is never at its boundary *\([^"]*\)".*/\1 \2/;t;d' |
		sort -n | tr '\n' ';'
}

# bounded NAME ENTRY [FLAG...]: builds and searches for boundaries alone.
bounded() {
	boundary_name=$1 boundary_entry=$2
	shift 2
	target "$boundary_name" "$boundary_entry" -fplugin-arg-me-kinds=boundary "$@"
	search "$boundary_name" --kinds=boundary
}

# ---- which boundary: that of the source text
bounded written written << 'E2'
#define LIMIT 1000
#define BELOW(a, b) ((a) < (b))
#define TRUE(a) (a)
int written(int x, unsigned u, long l, int y)
{
	int r = 0;
	if (x < 3) r++;
	if (30 > x) r++;
	if (!(x > 33)) r++;
	if (x >= 10 && x != 12) r++;
	if (u < 1) r++;
	if (x > -3) r++;
	if (x <= 0x20 || x < (40)) r++;
	while (x
		< 7) x++;
	r += l < LIMIT;
	r += l <= 50 ? 1 : 0;
	if (x < LIMIT) r++;
	if (x <= LIMIT) r++;
	if (x > 1 << 4) r++;
	if (x < y) r++;
	if (!r) r++;
	r += x < 43 ? 1 : 0;
	r += (x < 44 ? 4 : 5);
	r = x >= 45 ? 1 : r < y ? 2 : 3;
	if (x - 1 < 47)
		r = 2;
	if (40 > x + 9 && -x < 48)
		r = 3;
	if (x - 100 >= 49 || 12 <= 1 + x)
		r = 4;
	r += BELOW(x, 50) + BELOW(53, x);
	if (TRUE(x < 51) || 3 - x > 54 || !(-x < 52))
		r = 5;
	if (LIMIT > x || LIMIT <= y || !(x > LIMIT))
		r = 6;
	if (x + y - 1 < 43)
		r = 7;
	if (x
	    - 1 < 55 || 56 >
			    y - /* of two */
			    2)
		r = 8;
	return x > y ? x < 46 ? 1 : 2 : 3;
}
E2
# GCC 9 places a conjunction's second line on its first, and its Fortran has `n <= 2`.
with_gcc -ge 10 written_boundaries && check_equal written_boundaries '7 3;8 30;9 33;10 10;10 12;11 1;12 -3;13 32;13 40;15 7;16 1000;17 50;18 1000;19 1000;20 16;21 ;22 0;23 43;24 44;25 ;25 45;26 48;28 -48;28 31;30 11;30 149;32 50;32 53;33 -52;33 51;33 54;35 1000;35 1000;35 1000;37 44;39 56;40 58;44 ;44 46;' \
	"$(boundaries written)"

# ---- a macro is the whole condition: its definition has the operator
bounded macros macros << 'E2'
#define LESS(a, b) ((a) < (b))
#define SMALL(a) (a < 17)
#define INNER(a) SMALL(a + 2)
#define BIG (x > 9)
#define HIGH 0x7f800000L
#define IS_FINITE(x) ((x)<HIGH)
#define GONE(a) ((a) < 60)
int macros(int x, int y, unsigned h)
{
	int r = 0;
	if (LESS(x, 50))
		r++;
	while (SMALL (r))
		r += 20;
	if (INNER(y) || BIG)
		r++;
	if (!LESS(y, 33) && IS_FINITE(h))
		r++;
	if (GONE(x))
		r++;
	return LESS(y, 70) ? r : 1;
}
#undef GONE
E2
check_equal macro_boundaries '11 50;13 17;15 15;15 9;17 2139095040;17 33;19 59;21 70;' "$(boundaries macros)"

# ---- comparisons whose place is that of an operator between them, or of the whole condition
# two NAME: builds NAME.txt, whose entry is NAME, as C and as C++.
two() {
	target "$1" "$1" -fplugin-arg-me-kinds=boundary < "$1.txt"
	mkdir "$1_cc" && cp "$1.txt" "$1_cc/$1.cc"
	(cd "$1_cc" && "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry="$1" -fplugin-arg-me-kinds=boundary "$1.cc" -o fuzz_target) > "$1_cc/build.log" 2>&1
}
# Both languages have these boundaries.
check_two() { # name expected
	with_gcc -ge 10 "$1_c" && check_equal "$1_c" "$2" "$(boundaries "$1")"
	with_gcc -ge 10 "$1_cc" && check_equal "$1_cc" "$2" "$(boundaries "$1_cc")"
}

cat > joined.txt << 'E2'
int joined(int i, int j, int k, unsigned u, int *a, const char *t)
{
	int r = 0;
	r = i < 3 || j < 8;
	while (j < 3 && i < 8)
		j++;
	do
		i++, j++;
	while (i < 30 || j >= 40);
	for (; k < 3 && k < 9;)
		k++;
	r += i < 4 && j <= 5 && u < 6;
	r += i < 4 && (j <= 5 || u < 6);
	r += (i < 4 || j <= 5) && u < 6;
	r = i > 4 && !(j > 5 || 6 <= k);
	r = i <= j && i < 8;
	r = a[0] < 4 || a[1] <= 3;
	r = a[0] <= 3 || a[1] < 4;
	r = t[0] >= '<' && t[1] < '(';
	r += (i < 3 /* k < 9 */ && // k > 4
	      j < 5 &&
	      k >= 9);
	return i < 3 && j < 8;
}
E2
two joined
check_two joined '4 3;4 8;5 3;5 8;9 30;9 40;10 3;10 9;12 4;12 5;12 6;13 4;13 5;13 6;14 4;14 5;14 6;15 4;15 5;15 6;16 ;16 8;17 3;17 4;18 3;18 4;19 40;19 60;20 5;21 3;21 9;23 3;23 8;'

cat > ends.txt << 'E2'
#include <limits.h>
int ends(int i, unsigned u, unsigned char c, signed char s, int j)
{
	int r = 0;
	if (c > 254) r++;
	if (s > 126) r++;
	if (i > INT_MAX - 1) r++;
	if (u > UINT_MAX - 1) r++;
	if (i < INT_MIN + 1) r++;
	if (i >= INT_MIN + 1) r++;
	if (c >= 255) r++;
	if (c < 255) r++;
	if (c <= 254 || 1 > u) r++;
	if (c == 255 && i > 254) r++;
	if (c == 255 ? i > 254 : s != -128) r++;
	if (u == 0 || i >= 1) r++;
	if (!u || !(s < -127)) r++;
	if (!(i < 5 || c > 254)) r++;
	r = (u >= 1) == (j < 4);
	return c > 254;
}
E2
two ends
check_two ends '5 254;6 126;7 2147483646;8 4294967294;9 -2147483647;10 -2147483647;11 255;12 255;13 1;13 254;14 254;14 255;15 -128;15 254;15 255;16 0;16 1;17 -127;17 0;18 254;18 5;19 1;19 4;20 254;'

cat > arms.txt << 'E2'
int arms(int i, int j, unsigned u, unsigned char c)
{
	int r = 0;
	if (i < 3 ? j < 4 : u < 5) r++;
	if ((i < 3) & (u < 5)) r++;
	if ((i < 3) != (j < 4)) r++;
	if (i < 3 == (u < 5)) r++;
	r = (i < 3) ^ (j < 4);
	r = (i < 3) | (j < 4);
	r = i < 3 ? j < 4 : u < 5;
	if ((i <= 3) & (u < 5) && j >= 4) r++;
	if ((i < 3 ? 40 > j : u < 5) && (c > 6) == (i < 4)) r++;
	return (i < 3) != (j < 4);
}
E2
two arms
check_two arms '4 3;4 4;4 5;5 3;5 5;6 3;6 4;7 3;7 5;8 3;8 4;9 3;9 4;10 3;10 4;10 5;11 3;11 4;11 5;12 3;12 4;12 40;12 5;12 6;13 3;13 4;'
target truths truths -fplugin-arg-me-kinds=boundary << 'E2'
int truths(int i, int j)
{
	if ((i < 3) ^ (j < 4))
		return 1;
	return 2;
}
E2
with_gcc -ge 10 truths && check_equal truths '3 3;3 4;' "$(boundaries truths)"

mkdir members
cat > members/members.cc << 'E2'
struct pair { int x; int get() const { return x; } };
template <class T, int N> static int side(T x) { return x < N && x >= T(2) ? 1 : 0; }
int members(int i, unsigned u)
{
	pair p{i};
	auto less = [&](int q) { return q < 3 && i <= 4; };
	int r = side<int, 5>(i) + less(i);
	if (p.get() < 3 && p.x > 4) r++;
	if (static_cast<int>(u) < 9) r++;
	if (int z = i + 1; z < 6) r++;
	return r;
}
E2
(cd members && "$ME_BUILD/me-c++" -std=c++17 -g -O0 -fplugin-arg-me-entry=members -fplugin-arg-me-kinds=boundary members.cc -o fuzz_target) > members/build.log 2>&1
with_gcc -ge 10 members && check_equal members '2 2;2 5;6 3;6 4;8 3;8 4;9 9;10 6;' "$(boundaries members)"

# ---- constants that are no integers in the text
cat > constants.txt << 'E2'
enum { K = 7 };
#define LIMIT (1 << 5)
#define CHANGED 11
int constants(int i, int j, unsigned u)
{
	int r = 0;
	if (i < 1e3) r++;
	if (i < 0x1p4) r++;
	if (i < 2.5) r++;
	if (i + K < 20) r++;
	if (i + 1 < K) r++;
	if (K > i) r++;
	if (K - i < 20) r++;
	if (39 - i < 20) r++;
	if (i < LIMIT * 3 - 1) r++;
	if (u - K < 20) r++;
	if (i - 'a' < 26) r++;
	if (i < CHANGED) r++;
	r = i < K && j <= K;
	return i <= K || j < K;
}
#undef CHANGED
#define CHANGED 22
E2
two constants
check_two constants '7 1000;8 16;9 2;10 13;11 6;12 7;13 20;14 20;15 95;16 20;17 123;18 11;19 7;19 7;20 7;20 7;'
cat > quotients.txt << 'E2'
int quotients(int i)
{
	int r = 0;
	if (i / 2 < 3) r++;
	if (i / 2 >= 3) r++;
	return r;
}
E2
two quotients
with_gcc -ge 10 quotients_c && check_equal quotients_c '4 6;5 6;' "$(boundaries quotients)"
# With UBSan the front end of C++ keeps the quotient, and that is compared.
[ "$sanitized" ] && kept='4 3;5 3;' || kept='4 6;5 6;'
with_gcc -ge 10 quotients_cc && check_equal quotients_cc "$kept" "$(boundaries quotients_cc)"

# ---- all types, with constants and without
bounded types types << 'E2'
int types(double d, double e, float g, float k, long double h, long double m, long l, long n,
	  unsigned char c, short s, __int128 w, __int128 v)
{
	int r = 0;
	if (d < 1.5) r++;
	if (d > 0) r++;
	if (d != e) r++;
	if (g >= 2.0f) r++;
	if (g < k) r++;
	if (h < 1.0L) r++;
	if (h > m) r++;
	if (l <= n) r++;
	if (c < 200) r++;
	if (s == c) r++;
	if (w < 5) r++;
	if (w > v) r++;
	if (__builtin_isgreater(d, -1e300)) r++;
	if ((l | n) == 0) r++;
	return r;
}
E2
check_line types_met "stop: $closed; 42 of 42 goals covered" types/log
(cd types && "$me" show --kinds=boundary ./fuzz_target corpus) > types/show 2>&1
check_line just_below_a_double '^.*: types\(1.4999999999999998, ' types/show
check_line just_above_zero '^.*: types\(5e-324, ' types/show

# ---- what no input meets
bounded never never << 'E2'
int never(unsigned char c, int x, double d)
{
	int w = c;
	if (w < 300)
		x &= 0xffff;
	if (x > 70000)
		return 1;
	if (d > 2) {
		if (d < 1)
			return 3;
	}
	return 0;
}
E2
(cd never && "$me" prove --kinds=boundary ./fuzz_target corpus) > never/prove 2>&1
check_line below_is_proven '^never.c:4:.*`if .w < 300.` is never just below its boundary 300: infeasible' never/prove
check_line at_is_proven '^never.c:4:.* is never at its boundary 300: infeasible' never/prove
check_line nan_is_nowhere '^never.c:9:.* is never just above its boundary 1.0e[+]0: infeasible' never/prove
check_line never_summary '^([0-9]+) of \1 goals resolved: ' never/prove
(cd never && "$me" cover --kinds=boundary ./fuzz_target corpus) > never/cover 2>&1
check_line never_in_cover '^never.c:4:.*`if .w < 300.` is never just above its boundary 300: infeasible' never/cover

# ---- the program is as it was: flags, errno, NaN, UBSan
bounded quiet quiet -fsanitize=undefined << 'E2'
#include <errno.h>
#include <fenv.h>
static int signals(double d) /* a NaN that raises a flag wherever it is compared */
{
	unsigned long bits;
	__builtin_memcpy(&bits, &d, sizeof bits);
	return (bits & 0x7ff8000000000000) == 0x7ff0000000000000;
}
int quiet(double d, double e, int x, int y)
{
	int r;
	if (signals(d) || signals(e))
		return 0;
	feclearexcept(FE_ALL_EXCEPT);
	errno = 0;
	r = __builtin_isless(d, e);
	if (__builtin_islessgreater(d, e))
		r++;
	if (x < y)
		r++;
	if (fetestexcept(FE_ALL_EXCEPT) || errno)
		__builtin_abort();
	return r;
}
E2
check_no_line quiet_says_nothing 'runtime error|deadly signal' quiet/log
check_line quiet_met 'stop: .*; 16 of 24 goals covered' quiet/log

# ---- C++ and Fortran
mkdir template fortran
cat > template/template.cc << 'E2'
template <class T> static int side(T x, T limit)
{
	return x < limit ? 1 : x >= T(7) ? 2 : 3;
}
int both(int i, double d)
{
	return side(i, 5) + side(d, 2.5);
}
E2
(cd template && "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=both -fplugin-arg-me-kinds=boundary template.cc -o fuzz_target) > template/build.log 2>&1
search template --kinds=boundary
check_line each_instance_has_its_own "stop: $closed; 12 of 12 goals covered" template/log
cat > fortran/f.f90 << 'E2'
integer function f(i, x)
  integer :: i
  real(8) :: x
  f = 0
  if (i < 3) f = 1
  if (i .ge. 5 .and. x .lt. 2) f = 2
  if (i - 1 > 3 .and. i + i - 1 < 44) f = 3
end function
E2
(cd fortran && "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=f -fplugin-arg-me-kinds=boundary f.f90 -o fuzz_target) > fortran/build.log 2>&1
search fortran --kinds=boundary
check_line fortran_met 'stop: .*; 1[0-5] of 15 goals covered' fortran/log
with_gcc -ge 10 fortran_boundaries && check_equal fortran_boundaries '5 3;6 2.0e+0;6 5;7 4;7 45;' "$(boundaries fortran)"

mkdir negated
cat > negated/negated.f90 << 'E2'
integer function negated(i, n)
  integer :: i, n
  integer, parameter :: k = 9
  negated = 0
  if (.not. i > 5 .and. n >= 3) negated = 2
  if (k .gt. i .or. .not. (n .le. 7)) negated = 3
end function
E2
(cd negated && "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=negated -fplugin-arg-me-kinds=boundary negated.f90 -o fuzz_target) > negated/build.log 2>&1
with_gcc -ge 10 fortran_negated && check_equal fortran_negated '5 3;5 5;6 7;6 9;' "$(boundaries negated)"

# ---- with optimisation, and without the goals being asked for
for level in 0 2; do
	"$me_cc" -O$level -c -fplugin-arg-me-kinds=boundary,function written/written.c -o o.o > o.log 2>&1
	check_equal compiles_at_$level '' "$(cat o.log)"
done
# A float that is compared as a double has neighbours of its own.
bounded own own << 'E2'
int own(float f, double d)
{
	int r = 0;
	if (f < 0.1) r++;
	if (f > 1e300) r++;
	if (-2.0 >= f) r++;
	if (d < 0.1) r++;
	return r;
}
E2
(cd own && "$me" prove --kinds=boundary ./fuzz_target corpus) > own/prove 2>&1
check_line own_resolved '^12 of 12 goals resolved' own/prove
check_equal own_infeasible '4:at 5:at' "$(sed -n 's/^own.c:\([0-9]*\):.* is never \([a-z ]*\) its boundary.*: infeasible.*/\1:\2/p' own/prove | sort -n | paste -sd' ')"
target without written < written/written.c
check_equal off_by_default '' "$(boundaries without)"

# ---- many goals: breadth comes first
awk 'BEGIN {
	print "int many(const double *x)\n{\n\tint r = 0;"
	for (i = 0; i < 120; i++)
		printf "\tif (x[%d] * %d + x[%d] < %d.25) r += %d;\n", i % 8, i % 7 + 1, (i + 3) % 8,
			i * 13 - 500, i
	print "\treturn r;\n}"
}' > many.txt
target many many,x:8 -fplugin-arg-me-kinds=boundary < many.txt
search many --kinds=boundary -runs=20000
met=$(sed -n 's/.*; \([0-9]*\) of 360 goals covered.*/\1/p' many/log)
check many_in_breadth [ "$met" -ge 140 ]
