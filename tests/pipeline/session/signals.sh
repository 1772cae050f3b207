# SPDX-License-Identifier: GPL-3.0-or-later
# A program under test that fails where only minimisation gets: the artifact holds the
# input, it fails again when it is run as a file, the exit code is libFuzzer's, and the
# stack names the function and the line.
. "$ME_ROOT/tests/check.sh"

if [ $sanitized ]; then died=1 summary='SUMMARY: ' # or 77, where libFuzzer comes first
else died=77 summary='SUMMARY: libFuzzer: deadly signal'; fi

check_died() { # name status
	[ "$2" = 77 ] || [ "$2" = $died ] && ok "$1" || not_ok "$1" "exit status $2"
}

fails() { # name line < source: the failing statement is in the function `bottom`
	target "$1" f,v:2 -fno-builtin || return
	dir=$1 line=$2
	search "$dir"
	check_died "signal_exit_$dir" $?
	count=$(ls "$dir" | grep -c '^crash-')
	[ "$count" != 2 ] || count=1 # the second one covers more
	check_equal "signal_artifacts_$dir" 1 "$count"
	artifact=$(cd "$dir" && ls crash-* 2> /dev/null | head -n 1)
	[ -n "$artifact" ] || return
	check_equal "signal_name_$dir" "crash-$(sha1sum < "$dir/$artifact" | cut -c1-40)" "$artifact"
	check_equal "signal_size_$dir" 28 "$(wc -c < "$dir/$artifact")"
	check_line "signal_stack_$dir" "#[0-9]+ 0x[0-9a-f]+ in bottom .*$dir\.c:$line" "$dir/log"
	check_line "signal_stack_entry_$dir" "#[0-9]+ 0x[0-9a-f]+ in f .*$dir\.c:" "$dir/log"
	check_line "signal_summary_$dir" "$summary" "$dir/log"
	again=$(cd "$dir" && status_of again.log ./fuzz_target "$artifact")
	check_died "signal_again_$dir" "$again"
	check_line "signal_again_call_$dir" '^f\(' "$dir/again.log"
	check_line "signal_again_stack_$dir" "in bottom .*$dir\.c:$line" "$dir/again.log"
	check_equal "signal_no_failing_file_$dir" '' "$(ls "$dir/corpus" | grep -F "${artifact#crash-}")"
	check_equal "signal_corpus_runs_$dir" 0 "$(cd "$dir" && status_of corpus.log ./fuzz_target \
		-runs=0 corpus)"
}

fails division 4 <<'E2'
static int bottom(double x, int i)
{
	if (x > 15.5 && x < 15.51)
		return 7 / i;
	return 0;
}
int f(double x, int n, double *v)
{
	if (x == 42.5)
		return 1;
	return bottom(v[0], n & 0);
}
E2

fails aborts 5 <<'E2'
#include <stdlib.h>
static int bottom(double x)
{
	if (x == 123456.75)
		abort();
	return 0;
}
int f(double x, int n, double *v) { return bottom(x + v[1] * 0) + n; }
E2

fails null_pointer 5 <<'E2'
static int bottom(double x, int *p)
{
	if (x >= 1e-20)
		if (x < 1.0000001e-20)
			return *p;
	return 0;
}
int f(double x, int n, double *v) { return bottom(v[0], 0) + n; }
E2

fails beyond_buffer 3 <<'E2'
static double bottom(double *v, int i)
{
	return v[i];
}
double f(double x, int n, double *v)
{
	if (n == 87654321 && x < 3)
		return bottom(v, 2);
	return 0;
}
E2

fails beyond_buffer_write 4 <<'E2'
static double bottom(double *v, int i)
{
	if (v[1] == 6.5)
		v[i] = 1;
	return 0;
}
double f(double x, int n, double *v) { return n > 5 ? bottom(v, 2) : x; }
E2

fails asserts 5 <<'E2'
#include <assert.h>
static int bottom(double x, int n)
{
	if (x == -98765.5)
		assert(n > 0);
	return 1;
}
int f(double x, int n, double *v) { return bottom(v[1], n) + (x > n); }
E2

fails traps 4 <<'E2'
static int bottom(double x)
{
	if (x == 0x1.8p-700)
		__builtin_trap();
	return 1;
}
int f(double x, int n, double *v) { return bottom(x) + (v[0] > n); }
E2

# The prefix of artifacts is libFuzzer's.
mkdir -p prefix.d
check_equal signal_prefix 77 "$(status_of prefix.log aborts/fuzz_target -seed=1 \
	-artifact_prefix="$PWD/prefix.d/x-")"
check_equal signal_prefix_file 1 "$(ls prefix.d | grep -c '^x-crash-')"
check_equal signal_exact 77 "$(status_of prefix.log aborts/fuzz_target -seed=1 \
	-exact_artifact_path="$PWD/prefix.d/exact")"
check_equal signal_exact_file 28 "$(wc -c < prefix.d/exact)"

# What a run leaves behind in the rounding mode, the exception flags and errno is not what
# the next one finds: the way to `return 2` is open to no input.
leaves() { # name [ENTRY] < source
	target "$1" "${2:-f}" || return
	search "$1"
	check_equal "leaves_$1" 1 "$(goals_left "$1/log")"
	check_equal "leaves_gcov_$1" 1 "$(branches_left "$1")"
}

leaves rounding_mode <<'E2'
#include <fenv.h>
int f(double x)
{
	if (fegetround() != FE_TONEAREST)
		return 2;
	if (x == 77.25)
		return 1;
	fesetround(FE_UPWARD);
	return 0;
}
E2

leaves flushing <<'E2'
#include <xmmintrin.h>
int f(double x)
{
	volatile double tiny = 0x1p-1074;
	if (tiny + tiny == 0)
		return 2;
	if (x == 77.25)
		return 1;
	_mm_setcsr(_mm_getcsr() | 0x8040);
	return 0;
}
E2

leaves x87_precision <<'E2'
int f(double x)
{
	unsigned short control;
	volatile long double third = 1;
	third /= 3;
	if (third == (float)third)
		return 2;
	if (x == 77.25)
		return 1;
	__asm__ volatile("fnstcw %0" : "=m"(control));
	control &= 0xfcff;
	__asm__ volatile("fldcw %0" : : "m"(control));
	return 0;
}
E2

# And what the hooks do in a run is not seen in it.
cat > within.c <<'E2'
#include <fenv.h>
#include <math.h>
int f(double x, float y, long double z, int n)
{
	int way = 0;
	feclearexcept(FE_ALL_EXCEPT);
	fesetround(n & 1 ? FE_UPWARD : FE_TOWARDZERO);
	int mode = fegetround();
	if (isless(x, 15.5) && y > 3)
		way++;
	if (z >= 1e-30L || x == y)
		way++;
	switch (n) {
	case 70000:
		way++;
	}
	if (fetestexcept(FE_ALL_EXCEPT) | (mode ^ fegetround()))
		return 2;
	if (x == 77.25 && z < -1e100L)
		return 1;
	return way;
}
E2
leaves within f,x:-1e300..1e300,y:-1e30..1e30,z:-1e300..1e300 < within.c
for distance in real flopsy; do
	rm -rf within/corpus
	search within --method=auto,distance=$distance
	check_equal leaves_within_$distance 1 "$(goals_left within/log)"
done

leaves exception_flags <<'E2'
#include <fenv.h>
int f(double x)
{
	if (fetestexcept(FE_DIVBYZERO))
		return 2;
	if (x == 77.25)
		return 1;
	feraiseexcept(FE_DIVBYZERO);
	return 0;
}
E2

leaves errno <<'E2'
#include <errno.h>
int f(double x)
{
	if (errno == EDOM)
		return 2;
	if (x == 77.25)
		return 1;
	errno = EDOM;
	return 0;
}
E2
