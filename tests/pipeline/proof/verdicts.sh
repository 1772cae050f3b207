# SPDX-License-Identifier: GPL-3.0-or-later
# `me prove`: each branch gets an input or a proof, without any search before.
. "$ME_ROOT/tests/check.sh"

# Branches that no input takes are marked: never true, never false, with (nearest) where
# only rounding to nearest makes it so. All others must be covered by a model that was run.
cat > sure.c <<'E2'
#include <math.h>
#include <string.h>
static const double one = 1, tiny = 1e-300, huge = 1e300;
static const double table[5] = {3, 1.5, -8, 41.5, 0};
struct pair { int a; double b; };

static int split(double x, int *exponent)
{
	if (x == 0)
		return 0;
	*exponent = x > 1 ? 1 : -1;
	return 1;
}
static int halve(unsigned n)
{
	return n < 2 ? 0 : 1 + halve(n / 2);
}
static int numbers(double x, double y)
{
	int n = 0, e = 7;
	double z;

	if (x != x)
		if (x < y) /* never true */
			return 1;
	if (one - tiny < one) /* never true (nearest) */
		n++;
	if (one + tiny > one) /* never true (nearest) */
		n++;
	if (fabs(x) < 0x1p-28)
		if (huge + x <= one) /* never true */
			n++;
	if (x + y == 42.5)
		n += 2;
	z = x * x;
	if (z < 0) /* never true */
		n++;
	if (sqrt(y) < 0) /* never true */
		n++;
	if ((int)x == 5)
		if (x < 5) /* never true */
			n++;
	if ((int)y == (int)0x80000000)
		n++;
	if ((float)x == (float)y && x != y)
		n++;
	if (!split(y, &e)) {
		if (e != 7) /* never true */
			n++;
	} else if (e == 7) /* never true */
		n++;
	return n;
}
static int words(double x, int a, unsigned b)
{
	union { double d; unsigned w[2]; } u;
	struct pair p = {a, x}, q;
	unsigned hx = ((unsigned *)&x)[1], lx;
	int n = 0, c;

	memcpy(&lx, &x, 4);
	if ((hx & 0x7fffffff) > 0x7ff00000)
		if (x == x) /* never true */
			n++;
	u.d = x;
	u.w[1] &= 0x7fffffff;
	if (u.d < 0) /* never true */
		n++;
	if (u.d > 3 && lx == 12345)
		n++;
	c = a + 1;
	if (a > 0 && c < 0)
		n++;
	if (b * b == 7) /* never true */
		n++;
	if (a >> 31 != 0 && a >= 0) /* never true */
		n++;
	lx = 1;
	lx <<= b & 63;
	if (lx == 1 && (b & 63) == 32)
		n++;
	if (table[b % 5] == 41.5)
		n++;
	if (table[b % 5] > 42) /* never true */
		n++;
	q = p;
	q.a ^= 3;
	if (q.b != x && x == x) /* never true */
		n++;
	if (q.a == 0)
		n++;
	switch (b & 3) { /* never default */
	case 0: n++; break;
	case 1: n--; break;
	case 2 ... 3: break;
	default: n = 9;
	}
	return n;
}
static int loops(unsigned n, unsigned m)
{
	unsigned sum = 0, k = 0, i;

	for (i = 0; i < n && i < 9; i++)
		sum += i;
	if (sum == 36)
		k++;
	if (sum == 35) /* never true */
		k++;
	for (k = 0; m > 1; k++)
		m >>= 1;
	if (k == 31)
		return 1;
	if (k == 32) /* never true */
		return 2;
	if (m == 2) /* never true */
		return 3;
	if (halve(n & 7) == 3) /* never true */
		return 4;
	if (n == 6)
		goto middle;
	for (i = 0; i < 3; i++) {
		sum = 7;
middle:
		if (sum == 15) /* a loop with two entrances */
			sum = 8;
	}
	if (sum == 9) /* never true */
		return 5;
	return 0;
}
int sure(int which, double x, double y, int a, unsigned b)
{
	switch (which) {
	case 0:
		return numbers(x, y);
	case 1:
		return words(x, a, b);
	default:
		return loops(a, b);
	}
}
E2

# marked FILE: "LINE true" and so on for each mark; proven LOG: the same of the verdicts.
marked() {
	grep -no '/\* never [a-z]*[^*]*' "$1" | sed 's/:\/\* never / /; s/ *$//' | sort
}
proven() {
	sed -n 's/^[a-z]*\.c:\([0-9]*\):.*never \(takes \)*\([a-z]*\): infeasible\(.*\)/\1 \3 \4/p' "$1" |
		sed 's/  *\[round-to-nearest\].*/ (nearest)/; s/  *\(([^n].*\)*$//' | sort
}

target sure sure < sure.c
status_of prove.log "$me" prove --timeout=10 sure/fuzz_target corpus > status
check_equal prove_status 0 "$(cat status)"
check_same prove_proofs "$(marked sure.c)" "$(proven prove.log)"
check_no_line prove_nothing_unknown 'unknown|within' prove.log
check_line prove_summary '^([0-9]+) of \1 goals resolved: [0-9]+ covered, [1-9][0-9]* infeasible; [0-9]+ queries' prove.log
check_equal prove_leaves_corpus "$(ls corpus | wc -l)" "$(ls corpus | grep -Ec '^[0-9a-f]{40}$')"
"$me" cover sure/fuzz_target corpus > cover.log
check_equal prove_covers "$(grep -c ': infeasible' prove.log)" "$(grep -c 'is never\|never takes' cover.log)"
check_same cover_has_proofs "$(proven prove.log)" "$(proven cover.log)"
check_line cover_resolved "^([0-9]+) of \\1 goals resolved: [0-9]+ covered, $(marked sure.c | wc -l) infeasible\$" cover.log

# ---- kept: the second time there is nothing to ask

"$me" prove --timeout=10 sure/fuzz_target corpus > again.log 2>&1
check_line prove_once '; 0 queries' again.log
check_same prove_same "$(proven prove.log)" "$(proven again.log)"

# ---- what the library is known to compute

cat > library.c <<'E2'
#include <math.h>
int wholes(double x, float y)
{
	int i;

	if (floor(x) > x) /* never true */
		return 1;
	if (x >= 0 && x < 7) {
		i = (int)floor(x);
		if (i < 0) /* never true */
			return 2;
		if (i > 6) /* never true */
			return 3;
		if (ceil(x) == 7 && i == 5) /* never true */
			return 4;
	}
	if (x > -1 && x < 0)
		if (ceil(x) != 0) /* never true */
			return 5;
	if (truncf(y) == 3 && roundf(y) == 4)
		return 6;
	if (round(x) == 3 && x < 2.5) /* never true */
		return 7;
	if (x == 2.25)
		if (rint(x) == 3) /* never true (nearest) */
			return 8;
	if (lround(x) == 5)
		if (x < 4.5) /* never true */
			return 9;
	if (lrintf(y) == 77)
		return 10;
	return 0;
}
int clamped(double x)
{
	const double z = fmin(fmax(x, -1), 1);

	if (z > 1) /* never true */
		return 1;
	if (z < -1) /* never true */
		return 2;
	if (z == 0.5)
		return 3;
	return 0;
}
int of_nans(double x, double y)
{
	if (isnan(fmin(x, y)) && isnan(y) && x == x && y == 0) /* never true */
		return 4;
	return 0;
}
int ends(double x, double y)
{
	if (fmax(x, y) == 7 && fmin(x, y) == -3)
		return 5;
	return 0;
}
int fused(double x, double y)
{
	if (x == 3 && fma(x, y, 1) == 16)
		return 6;
	return 0;
}
int roots(double x, double y)
{
	const double sum = x * x + y * y;

	if (sum < 0) /* never true */
		return 7;
	if (sum > 0 && sqrt(sum) == 0) /* never true */
		return 8;
	return 0;
}
E2
# Each function by itself: queries about all of them take twice as long.
mkdir library
for entry in wholes clamped of_nans ends fused roots; do
	"$me_cc" -g -O0 -w "-fplugin-arg-me-entry=$entry" library.c -lm -o "library/$entry" &&
		"$me" prove --timeout=10 "library/$entry" "library/$entry.corpus"
done > library.log 2>&1
check_same prove_library "$(marked library.c)" "$(proven library.log)"
check_equal prove_library_all 6 "$(grep -Ec '^([0-9]+) of \1 goals resolved' library.log)"
check_no_line prove_library_told 'unknown|within' library.log

# ---- types beside words and doubles

cat > wide.c <<'E2'
#include <assert.h>
struct pair { int a; double b; };
struct large { double m[4]; struct pair p; };
static int limit = 7; /* nothing writes to it */
static int by_value(struct pair p, struct large g)
{
	if (p.a > 3 && p.b > 1)
		if (p.b < 1) /* never true */
			return 1;
	if (p.a == 77 && g.p.a == 5 && g.m[2] == 1.5)
		return 2;
	if (g.m[1] > 2)
		if (g.m[1] < 2) /* never true */
			return 3;
	return 0;
}
static int fields(long v, unsigned n)
{
	struct { unsigned k : 3; int s : 5; unsigned long w : 40; } x = {n, v, v >> 3};
	int k = x.k, s = x.s;

	if (k > 7) /* never true */
		return 1;
	if (k == 5 && s == -16)
		return 2;
	if (s > 15) /* never true */
		return 3;
	if (x.w == 0x123456789aUL)
		return 4;
	x.k = 9;
	if (x.k != 1) /* never true */
		return 5;
	if (x.s != s) /* never true */
		return 6;
	return 0;
}
static int wide(long double x, __int128 n, unsigned __int128 u)
{
	long double y = x + 1;

	if (x > 1)
		if (x < 1) /* never true */
			return 1;
	if (x == 0.1L)
		return 2;
	if (x > 1 && x < 0x1p60L)
		if (y < x) /* never true */
			return 3;
	if ((int)x == 77 && x != 77)
		return 4;
	if (n > (__int128)5 << 70)
		if (-n > 5) /* never true */
			return 5;
	if (n * 3 == (__int128)3 << 100)
		return 6;
	if (u >> 120 == 255 && u % 1000 == 7)
		return 7;
	if (u >> 120 > 255) /* never true */
		return 8;
	return 0;
}
static int globals(int n)
{
	if (limit != 7) /* never true */
		return 1;
	if (n > 1000) /* never true */
		__builtin_unreachable();
	assert(n != 77); /* never false */
	return n == limit ? 2 : 3;
}
int many(int which, struct pair p, struct large g, long v, unsigned m, long double x,
	 __int128 n, unsigned __int128 u)
{
	switch (which) {
	case 0:
		return by_value(p, g);
	case 1:
		return fields(v, m);
	case 2:
		return wide(x, n, u);
	default:
		return globals(m & 63);
	}
}
E2
target wide many -w < wide.c
"$me" prove --timeout=10 wide/fuzz_target wide.corpus > wide.log 2>&1
if [ $first = cvc5 ]; then
	check_same wide_proofs "$(marked wide.c)" "$(proven wide.log)"
	check_no_line wide_nothing_unknown 'unknown|within' wide.log
else
	skip wide_proofs 'bitwuzla does not know numbers of 80 bits'
fi

# ---- what is not told is not proven

cat > outside.c <<'E2'
double outside(double x) { return x > 0 ? 1 : 2; }
int *where(void) { static int there[4]; return there; }
E2
cat > unsure.c <<'E2'
double outside(double);
int *where(void);
static int written;
int unsure(int which, double x, int n)
{
	int left, *p, i, sum = 0;
	switch (which) {
	case 0:
		return outside(x) > 3; /* data */
	case 1:
		if (outside(x) > 3) /* outside */
			return 1;
		break;
	case 2:
		p = where();
		*p = 3;
		if (x > 1 && x < 1) /* store */
			return 2;
		break;
	case 3:
		__asm__("" : "=r"(left) : "0"(n));
		if (left != n) /* assembly */
			return 3;
		break;
	case 4:
		for (i = 0; i < n; i++)
			sum = 5 * sum + 1;
		if (sum == 2) /* deep */
			return 6;
		break;
	case 5:
		written = 1;
		where();
		if (written != 1) /* global */
			return 7;
		break;
	}
	return 0;
}
E2
"$CC" -O1 -c outside.c -o outside.o
mkdir unsure
cp unsure.c unsure
(cd unsure && "$me_cc" -g -O0 -w -fplugin-arg-me-entry=unsure unsure.c ../outside.o -o fuzz_target) > build.log 2>&1
"$me" prove --timeout=2 --unwind=4 unsure/fuzz_target unsure.corpus > unsure.log 2>&1
check_no_line prove_no_guess 'never true: infeasible \(' unsure.log
says() { # mark pattern
	line=$(grep -n "/\* $1 \*/" unsure.c | cut -d: -f1)
	check_line "prove_says_$1" "^unsure.c:$line:.*$2" unsure.log
}
says outside 'unknown: the run refutes the model; unconstrained: .*outside'
says store 'unknown: a store to an unknown object: unsure, line 16'
says assembly 'unknown: the run refutes the model; unconstrained: assembly'
check_line prove_says_cause_once '^1 goal is unknown: outside, of which proofs know nothing: build its source with me-cc' unsure.log
says deep 'infeasible within k=\{loop line 26:4\}'
says global 'unknown: the run refutes the model; unconstrained: written'

# ---- elements that a parameter does not have: said once for all goals, with what helps

mkdir few
cat > few/few.c <<'E2'
int few(const double *x, const int *y, int n, double q)
{
	if (n > 1 && q > x[n - 1])
		return 1;
	if (n > 1 && q < x[n - 1])
		return 2;
	return *y > 3;
}
E2
(cd few && "$me_cc" -g -O0 -fplugin-arg-me-entry=few,x:1,y:1 few.c -o fuzz_target) > build.log 2>&1
"$me" prove --timeout=2 few/fuzz_target few.corpus > few.log 2>&1
check_line needs_elements '^5 goals need x to have more than 1 element: x:8,n:len\(x\)$' few.log
check_line needs_in_short '^few.c:3:.*never true\? unknown: x has 1 element$' few.log
check_no_line needs_no_other 'need.* y to have' few.log

# ---- the entry's goals come before those of what it calls

cat > first.c <<'E2'
static int called(int x)
{
	if (x * x == 7)
		return 1;
	return 0;
}
int first(int x)
{
	if (called(x))
		return 1;
	if (x * x == 15)
		return 2;
	return 0;
}
E2
target first first < first.c
"$me" prove --timeout=5 first/fuzz_target first.corpus > first.log 2>&1
check_equal prove_entry_first '9 11 3' "$(sed -n 's/^first.c:\([0-9]*\):.*is never.*/\1/p' first.log | xargs)"

# ---- arithmetic that is not as the types say: x87's, that of -ffast-math

cat > inexact.c <<'E2'
#include <math.h>
static double kept;
int inexact(int which, double x, double y, long double l, int i)
{
	double z = x * y;

	switch (which) {
	case 0:
		return z > 1 && z < 0x1.0000000000001p0; /* compared */
	case 1:
		if (x > 0x1p1000 && y > 0x1p1000)
			return x * y * 0x1p-1000 < INFINITY; /* computed */
		break;
	case 2:
		z = sqrt(y);
		if (z < -1) /* builtin */
			return 1;
		break;
	case 3:
		kept = x;
		if (i > 3 && i < 3) /* integer */
			return 1;
		break;
	case 4:
		if (l > 1 && l < 1) /* wide */
			return 1;
		break;
	}
	return 0;
}
E2
inexact() { # name flags: proves under these flags, in inexact.log
	mkdir "$1"
	cp inexact.c "$1"
	(cd "$1" && shift && "$me_cc" -g -O0 -fplugin-arg-me-entry=inexact "$@" inexact.c -lm \
		-o fuzz_target) > build.log 2>&1
	"$me" prove --timeout=5 "$1/fuzz_target" "$1.corpus" > inexact.log 2>&1
}
found() { # mark words: of the branch with that mark
	line=$(grep -n "/\* $1 \*/" inexact.c | cut -d: -f1)
	check_line "$name" "^inexact.c:$line:.*is $2" inexact.log
}
for build in sse:-msse2 standard:'-mfpmath=387 -fexcess-precision=standard'; do
	inexact ${build%%:*} ${build#*:}
	for mark in compared builtin integer wide; do
		name=inexact_${build%%:*}_$mark
		found $mark 'never true.*infeasible'
	done
done
# Some of it a run can take, which a search finds.
for build in x87:-mfpmath=387 fast:-ffast-math finite:-ffinite-math-only; do
	inexact ${build%%:*} ${build#*:}
	for mark in compared builtin; do
		name=inexact_${build%%:*}_$mark
		found $mark '(true: covered|never true.*unknown: .*unconstrained: .*(x87 arithmetic|arithmetic of -ffast-math))'
	done
	name=inexact_${build%%:*}_integer
	found integer 'never true.*infeasible'
	name=inexact_${build%%:*}_wide
	case $build in
	x87*) found wide 'never true.*infeasible' ;;
	*) found wide 'never true.*unknown: .*unconstrained: .*arithmetic of -ffast-math' ;;
	esac
done

# ---- a program that is linked with -ffast-math flushes subnormal numbers

cat > flushed.c <<'E2'
int flushed(double x, int i)
{
	double y = x * 0.5;

	if (x >= 0x1p-1022 && y == 0) /* flushed */
		return 1;
	if (i > 3 && i < 3) /* integer */
		return 1;
	return 0;
}
#ifdef SETS
#include <xmmintrin.h>
void flush(void) { _mm_setcsr(_mm_getcsr() | 0x8040); }
#endif
E2
target flushed flushed < flushed.c
mkdir flushed/corpus
"$me" prove --timeout=5 flushed/fuzz_target flushed/corpus > flushed.log 2>&1
line=$(grep -n '/\* flushed \*/' flushed.c | cut -d: -f1)
check_line flushed_never "^flushed.c:$line:.*never true: infeasible" flushed.log
(cd flushed && "$me_cc" -g -O0 -fplugin-arg-me-entry=flushed -c flushed.c &&
	"$me_cc" -ffast-math flushed.o -o fuzz_target) > build.log 2>&1
search flushed
check_line flushed_searched '^INFO: me: stop: ' flushed/log
check_no_line flushed_of_another 'proven' flushed/log
"$me" prove --timeout=5 flushed/fuzz_target flushed/corpus > flushed.log 2>&1
check_no_line flushed_no_proof "^flushed.c:$line:.*infeasible" flushed.log
target flushing flushed -DSETS < flushed.c
"$me" prove --timeout=5 flushing/fuzz_target flushing/corpus > flushing.log 2>&1
check_line flushed_by_itself "^flushing.c:$line:.*never true. unknown: .*without subnormal" flushing.log
check_line flushed_integer '^flushed.c:7:.*never true: infeasible' flushed.log

# ---- decimal numbers are not told

cat > decimal.c <<'E2'
int decimal(int i, long long j)
{
	_Decimal64 d = i, kept[2] = {d, j};
	long long back = d;
	int less = d < 3;

	if (d > 5 && d < 5) /* compared */
		return 1;
	if (back != i) /* converted */
		return 2;
	if (less && i > 7) /* kept */
		return 3;
	if (i > 7 && i < 7) /* integer */
		return 4;
	return kept[i & 1] == 8;
}
E2
target decimal decimal < decimal.c
"$me" prove --timeout=5 decimal/fuzz_target decimal.corpus > decimal.log 2>&1
decimal() { # mark verdict
	line=$(grep -n "/\* $1 \*/" decimal.c | cut -d: -f1)
	check_line "decimal_$1" "^decimal.c:$line:.*never true.*$2" decimal.log
}
decimal compared unknown:
# Of the least int GCC 15's own conversion is wrong: an input may take that branch.
check_no_line decimal_converted '^decimal.c:9:.*infeasible' decimal.log
decimal kept unknown:
decimal integer infeasible

cat > jumps.c <<'E2'
#include <setjmp.h>
static jmp_buf back;
int jumps(int n)
{
	if (setjmp(back))
		return 1;
	if (n * n == 7)
		return 2;
	return 0;
}
E2
target jumps jumps < jumps.c
"$me" prove --timeout=2 jumps/fuzz_target jumps.corpus > jumps.log 2>&1
check_line prove_says_setjmp '^jumps.c:7:.*never true. unknown: a call returns twice: jumps, line 5' jumps.log

# ---- what is called may come back

cat > back.c <<'E2'
int back(int n, int m);
static int (*volatile chosen)(int, int) = back;
static int again(int n) { return back(n + 10, 0); }
int back(int n, int m)
{
	if (n == 13) /* direct */
		return 1;
	if (n == 27 && m == 5) /* by address */
		return 1;
	if (m == 1)
		return again(n);
	if (m == 2)
		return chosen(27, 0);
	return 0;
}
E2
target back back,n:0..5 < back.c
"$me" prove --timeout=3 back/fuzz_target back.corpus > back.log 2>&1
line=$(grep -n 'direct' back.c | cut -d: -f1)
check_line back_recursion "^back.c:$line:.*covered by" back.log
check_no_line back_recursion_not_proven "^back.c:$line:.*infeasible" back.log
line=$(grep -n 'by address' back.c | cut -d: -f1)
check_line back_address "^back.c:$line:.*never true. unknown: a call may call back into the program: back, line 13" back.log

# ---- ranges are assumed, and said

printf 'int ranged(double x, int n, int *p)\n{\n\tif (x > 2)\n\t\treturn 1;\n\tif (n > 3)\n\t\treturn 2;\n\treturn p && n && p[n - 1] == 77;\n}\n' > ranged.c
target ranged 'ranged,x:0..1,p:3,n:len(p)' < ranged.c
"$me" prove ranged/fuzz_target ranged.corpus > ranged.log 2>&1
check_line range_number '^ranged.c:3:.*is never true: infeasible \(' ranged.log
check_line range_length '^ranged.c:5:.*is never true: infeasible \(' ranged.log
check_no_line range_covered 'unknown' ranged.log
check_line range_said '^for inputs of x:0\.\.1,p:3,n:len\(p\)$' ranged.log

# ---- what a proof rests on, and nothing else

cat > why.c <<'E2'
int why(double x, int n)
{
	int y = n & 7, z = n * 3;

	if (x > 2)
		n += z;
	if (y > 5) {
		if (x < 1)
			n++;
		if (y == 4)
			return 1;
	}
	return n;
}
E2
target why why < why.c
"$me" prove --explain why/fuzz_target why.corpus > why.log 2>&1
printf '%s\n' '	why.c:7: why: `if (y > 5) {` is true' '	why.c:10: why: `if (y == 4)` is true' > why.wanted
grep '^	' why.log > why.got
check explain_smallest cmp why.wanted why.got

# ---- Fortran: lengths by reference, arrays by descriptor

cat > sums.f90 <<'E2'
integer function sums(n, x, y, z)
	integer :: n, z(:,:)
	real(8) :: x(n), y(:)
	sums = 0
	if (n == 2) sums = 1
	if (n > 0) then
		if (x(n) > 3) sums = 2
	end if
	if (y(1) > 4 .and. y(2) == 7.5) sums = 3
	if (size(y) > 2) sums = 4
	if (z(1,1) > 3) sums = 5
end function
E2
if "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=sums,x:3,n:len\(x\),y:2,z:2x3 sums.f90 -o sums > build.log 2>&1; then
	"$me" prove --timeout=2 ./sums sums.corpus > sums.log 2>&1
	check_equal prove_fortran_proofs 1 "$(grep -c ': infeasible' sums.log)"
	check_line prove_fortran_extent '^sums.f90:10:.*size\(y\) > 2.* is never true: infeasible \(' sums.log
	check_equal prove_fortran_covered "$(grep -c '^sums.f90' sums.log)" $(($(grep -c 'covered by' sums.log) + 1))
else
	not_ok prove_fortran_proofs "$(tail -n 3 build.log)"
fi

# ---- search and proofs by turns

"$me" resolve ranged/fuzz_target turns.corpus > turns.log 2>&1
check_line resolve_all '^10 of 10 goals resolved: [0-9]+ covered, [0-9]+ infeasible; search [0-9.]+ s, [0-9]+ queries' turns.log
check_line resolve_proves '^ranged.c:3:.*is never true: infeasible' turns.log
# What needs no solver is proven first: a search for it would go on to the end of its starts.
printf '#include <stdio.h>\nvoid count(void) { static int n; if (++n == 300000) fclose(fopen("many", "w")); }\n' > count.c
"$CC" -c count.c
printf 'void count(void);\nint dead(double x)\n{\n\tdouble s = x * x;\n\n\tcount();\n\tif (s < 0)\n\t\treturn 1;\n\treturn 0;\n}\n' |
	target dead dead "$PWD/count.o"
"$me" resolve dead/fuzz_target dead.corpus > dead.log 2>&1
check_line resolve_simplifies '^dead.c:7:.*is never true: infeasible \(' dead.log
check_line resolve_resolves '^2 of 2 goals resolved' dead.log
check resolve_seeks_none test ! -e many
# Within a limit of time a solver has its turn before a search goes on to the end of that.
printf 'void count(void);\nint square(unsigned x)\n{\n\tcount();\n\tif ((x * x & 3) == 2)\n\t\treturn 1;\n\treturn 0;\n}\n' |
	target square square "$PWD/count.o"
"$me" resolve --time=40 square/fuzz_target square.corpus > square.log 2>&1
check_line resolve_solves_early '^square.c:5:.*is never true: infeasible \([a-z0-9]+, [a-z0-9]+\)' square.log
check resolve_searches_little test ! -e many
check_no_line resolve_searches 'covered by' turns.log
check_equal resolve_usage 2 "$(status_of usage.log "$me" resolve ranged/fuzz_target)"
check_equal prove_usage 2 "$(status_of usage.log "$me" prove --timeout=0 ranged/fuzz_target x)"
check_equal prove_no_target 1 "$(status_of usage.log "$me" prove ./absent x)"
objcopy -R .me_ir ranged/fuzz_target stripped
check_equal prove_no_gimple 1 "$(status_of gimple.log "$me" prove ./stripped x)"
check_line prove_no_gimple_says 'has no section .me_ir' gimple.log
# damaged NAME MESSAGE SED-COMMAND
damaged() {
	objcopy -O binary -j .me_ir --set-section-flags .me_ir=alloc ranged/fuzz_target section
	sed "$3" section > part
	objcopy --update-section .me_ir=part ranged/fuzz_target damaged
	check_equal "prove_$1" 1 "$(status_of damaged.log "$me" prove ./damaged x)"
	check_line "prove_${1}_says" "$2" damaged.log
}
damaged version 'line 1 .*version 99, this program reads [0-9]+: build the target again' '1s/me-ir [0-9]*/me-ir 99/'
damaged section 'the text of ranged is damaged: its hash differs' 's/gt_expr/lt_expr/'
check_equal prove_max_time 2 "$(status_of usage.log "$me" prove --time=x ranged/fuzz_target x)"
