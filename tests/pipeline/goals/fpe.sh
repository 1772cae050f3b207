# SPDX-License-Identifier: GPL-3.0-or-later
# kinds=fpe: inputs with which the operands of floating-point operations leave their range,
# and with which a function says that it succeeded with a result that is not finite.
. "$ME_ROOT/tests/check.sh"

# The goals of a target as "LINE NAME".
exceptions() { # target
	"./$1/fuzz_target" --goals | grep '"type":"fpe"' |
		sed 's/.*"name":"fpe\.[0-9]*\.*\([^"]*\)".*"line":\([0-9]*\),.*/\2 \1/' | sort -n | tr '\n' ';'
}

target ops ops -fplugin-arg-me-kinds=fpe << 'E2'
#include <math.h>
double ops(double a, double b, float g, long double m)
{
	double r = 0;
	r = a * b;
	r = a / b;
	r = a + b;
	r = a - 1;
	r = (float)a;
	r = sqrt(a);
	r = log(b);
	r = exp(a);
	r = pow(a, b);
	r = (int)a;
	r = (unsigned char)g;
	r = (long)a;
	r = a * 0.5;
	r = a * 3;
	r = 1 / b;
	r = b / 7;
	m = m * m;
	r = g * g;
	return r;
}
E2
check_equal which '5 invalid;5 overflow;5 underflow;6 divzero;6 invalid;6 overflow;6 underflow;7 invalid;7 overflow;9 overflow;9 underflow;10 invalid;11 divzero;11 invalid;12 overflow;12 underflow;13 divzero;13 invalid;13 overflow;13 underflow;14 inexact;14 invalid;15 inexact;15 invalid;16 inexact;16 invalid;17 underflow;18 overflow;19 divzero;19 overflow;19 underflow;20 underflow;21 invalid;21 overflow;21 underflow;22 invalid;22 overflow;22 underflow;' "$(exceptions ops)"
search ops --kinds=fpe
check_no_line ops_no_crash 'deadly signal' ops/log
# m * m and g * g, whose two operands are one, are never 0 * inf; and 1 / b, where 1 / M is
# less than L, overflows for subnormal b alone.
check_line ops_met 'stop: .*; 36 of 38 goals covered' ops/log
(cd ops && "$me" show --kinds=fpe ./fuzz_target corpus) > ops/show 2>&1
check_line show_overflow '^    ops.c:12: ops: fpe.[0-9]+.overflow$' ops/show

# Functions of the library: poles, conversions, three operands, an exponent that is an integer.
target library library -fplugin-arg-me-kinds=fpe << 'E2'
#include <math.h>
double r;
long i;
void library(int k, double x, double y, float s, int n, double z)
{
	switch (k) {
	case 0: r = log1p(x); break;
	case 1: r = atanh(y); break;
	case 2: r = pow(x, y); break;
	case 3: r = pow(10.0, y); break;
	case 4: r = __builtin_powi(x, n); break;
	case 5: r = fma(x, y, z); break;
	case 6: r = ldexp(x, n); break;
	case 7: r = scalbnf(s, n); break;
	case 8: i = lrint(z); break;
	case 9: i = lroundf(s); break;
	case 10: r = lgamma(z); break;
	case 11: r = tgammaf(s); break;
	case 12: r = y0(x); break;
	case 13: r = atan2(x, y); break;
	case 14: r = nextafter(x, y); break;
	case 15: r = logb(y); break;
	case 16: r = fdim(x, y); break;
	case 17: r = yn(n, x); break;
	case 18: r = jn(n, x); break;
	case 19: r = y1(x); break;
	}
}
E2
check_equal library_which '7 divzero;7 invalid;8 divzero;8 invalid;9 divzero;9 invalid;9 overflow;9 underflow;10 overflow;10 underflow;11 divzero;11 overflow;11 underflow;12 invalid;12 overflow;12 underflow;13 overflow;13 underflow;14 overflow;14 underflow;15 inexact;15 invalid;16 inexact;16 invalid;17 divzero;17 overflow;18 divzero;18 invalid;18 overflow;18 underflow;19 divzero;19 invalid;20 underflow;22 divzero;23 overflow;24 divzero;24 invalid;24 overflow;25 underflow;26 divzero;26 invalid;26 overflow;' \
	"$(exceptions library)"
search library --kinds=fpe
check_line library_met 'stop: all goals are closed; 42 of 42 goals covered' library/log

# At the pole of y1 it does not overflow.
target pole 'pole,x:-0.0..0.0' -fplugin-arg-me-kinds=fpe << 'E2'
#include <math.h>
double pole(double x) { return y1(x); }
E2
search pole --kinds=fpe -runs=2000
check_equal pole_met 'fpe.0.divzero ' "$(cd pole && "$me" show --kinds=fpe ./fuzz_target corpus 2>&1 | grep -o 'fpe[.].*' | sort -u | tr '\n' ' ')"

# Complex numbers: sums and conversions by their parts, products and quotients of all four;
# with a real operand the front end takes parts itself.
target complex complexes -fplugin-arg-me-kinds=fpe << 'E2'
#include <complex.h>
double complex r;
float complex s;
double m;
void complexes(int k, double complex x, double complex y, float complex z, float complex w)
{
	switch (k) {
	case 0: r = x + y; break;
	case 1: s = z - w; break;
	case 2: r = x * y; break;
	case 3: s = z / w; break;
	case 4: r = x / y; break;
	case 5: s = x; break;
	case 6: m = cabs(x); break;
	case 7: r = x * 2.0; break;
	case 8: r = x * (2.0 + 3.0 * I); break;
	case 9: r = -conj(x); break;
	}
}
E2
check_equal complex_which '8 im.invalid;8 im.overflow;8 re.invalid;8 re.overflow;9 im.invalid;9 im.overflow;9 re.invalid;9 re.overflow;10 im.invalid;10 im.overflow;10 re.invalid;10 re.overflow;11 im.invalid;11 im.overflow;11 re.divzero;11 re.invalid;11 re.overflow;12 im.invalid;12 im.overflow;12 re.divzero;12 re.invalid;12 re.overflow;13 overflow;13 overflow;13 underflow;13 underflow;14 overflow;15 overflow;15 overflow;16 im.invalid;16 im.overflow;16 re.invalid;16 re.overflow;' \
	"$(exceptions complex | tr ';' '\n' | sort -k1,1n -k2 | tr '\n' ';' | sed 's/^;//')"
search complex --kinds=fpe
check_line complex_met 'stop: all goals are closed; 33 of 33 goals covered' complex/log
check_equal complex_order 're.divzero im.invalid ' "$(complex/fuzz_target --goals | sed -n 's/.*"name":"fpe[.][0-9]*[.]\([a-z.]*\)".*"line":12,.*/\1/p' | grep 'divzero\|im.invalid' | tr '\n' ' ')"

# Constants: 0 / x is invalid at most, x / 0 nothing; a factor of at most 1 makes nothing
# overflow, nor does a real or imaginary divisor of at least 1.
target parts parts -fplugin-arg-me-kinds=fpe << 'E2'
#include <complex.h>
void parts(double complex x, double complex *r)
{
	r[0] = x * I;
	r[0] = x / I;
	r[0] = x * (0.5 - 0.5 * I);
	r[0] = x / (0.5 * I);
	r[0] = (0.0 * I) / x;
	r[0] = x / (0.0 * I);
	r[0] = x * __builtin_complex(__builtin_inf(), 1.0);
	r[0] = (1.0 + 2.0 * I) / x;
	_Complex int i = (_Complex int)x * (3 + 2i);
	r[0] = i;
}
E2
check_equal parts_which '4 im.invalid;4 re.invalid;5 im.invalid;5 re.invalid;6 im.invalid;6 re.invalid;7 im.invalid;7 im.overflow;7 re.invalid;7 re.overflow;8 im.invalid;8 re.invalid;11 im.invalid;11 im.overflow;11 re.divzero;11 re.invalid;11 re.overflow;12 inexact;12 inexact;12 invalid;12 invalid;' \
	"$(exceptions parts | tr ';' '\n' | sort -k1,1n -k2 | tr '\n' ';' | sed 's/^;//')"

# A quotient by 0 divides by zero, and is invalid only where it is 0 / 0.
target quotient 'quotient,z.re:1..1,z.im:0..0,w.re:0..0,w.im:0..0' -fplugin-arg-me-kinds=fpe << 'E2'
double _Complex quotient(double _Complex z, double _Complex w) { return z / w; }
E2
search quotient --kinds=fpe -runs=2000
check_equal quotient_met 'fpe.0.re.divzero ' "$(cd quotient && "$me" show --kinds=fpe ./fuzz_target corpus 2>&1 | grep -o 'fpe[.].*' | sort -u | tr '\n' ' ')"

# An operation may be the last one of its block.
target last last -fplugin-arg-me-kinds=fpe << 'E2'
#include <math.h>
double last(int k, double a, double b)
{
	double r = 1;
	if (k == 1)
		r = sqrt(a);
	else
		r = a / b;
	return r;
}
E2
check_equal last_which '6 invalid;8 divzero;8 invalid;8 overflow;8 underflow;' "$(exceptions last)"
search last --kinds=fpe
check_line last_met 'stop: all goals are closed; 5 of 5 goals covered' last/log

# What only has the name of one is none.
mkdir names
cat > names/names.cc << 'E2'
template <int N> double pow(double x) { return pow<N - 1>(x); }
template <> double pow<1>(double x) { return x; }
static double y1(double q) { return q; }
double names(double x) { return y1(pow<3>(x)); }
E2
(cd names && "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=names -fplugin-arg-me-kinds=fpe names.cc -o fuzz_target) > names/build.log 2>&1
check_equal names_which '' "$(exceptions names)"

# With these constants results are exact, or have exceptions of no operation here.
target constants constants -fplugin-arg-me-kinds=fpe << 'E2'
double constants(double x)
{
	double r;
	r = x * 0.0;
	r = x / 0.0;
	r = x * __builtin_inf();
	r = x / __builtin_inf();
	r = 0.0 / x;
	return r;
}
E2
check_equal of_constants '8 invalid;' "$(exceptions constants)"

# ---- the way to an exception, where the result says nothing of it: nearly everywhere
# exp gives 0 here, and sqrt the more the farther its argument is from being negative
target way 'way,x:0..1000000' -fplugin-arg-me-kinds=fpe << 'E2'
#include <math.h>
double way(double x)
{
	double d = fabs(x - 123456.789);
	double e = exp(800 - 10 * d);
	double s = sqrt(d - 0.5);
	return e > s;
}
E2
search way --kinds=fpe -runs=4000
(cd way && "$me" show --kinds=fpe ./fuzz_target corpus) > way/show 2>&1
check_line exp_overflows '^    way.c:5: way: fpe.[0-9]+.overflow$' way/show
check_line exp_underflows '^    way.c:5: way: fpe.[0-9]+.underflow$' way/show
check_line sqrt_is_invalid '^    way.c:6: way: fpe.[0-9]+.invalid$' way/show

# ---- many goals: runs are made for all of them at once, and not for one after the other
{
	echo 'double many(double a, double b, double c) { double r = 0, p, q;'
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 \
		31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50; do
		echo "if ((long)(a / 1e9) % 50 == $i % 50) { p = a * b; q = p / c; r = p - q * b; }"
	done
	echo 'return r; }'
} > many.txt
target many 'many,a:0..1e12' -fplugin-arg-me-kinds=fpe < many.txt
search many --kinds=fpe -runs=20000
# 800 where UBSan has a copy of what is divided.
met=$(sed -n 's/.* stop: .*; \([0-9]*\) of \(750\|800\) goals.*/\1/p' many/log | tail -1)
check_equal many_met yes "$([ "${met:-0}" -ge 430 ] && echo yes || echo "only $met")"

# ---- functions that return a status
target status status,result:? -fplugin-arg-me-kinds=fpe << 'E2'
struct result { double val, err; };
static int checked(double x, struct result *r)
{
	r->val = x * 1e10;
	r->err = 0;
	return r->val - r->val == 0 ? 0 : 1;
}
int status(double x, double y, struct result *result, const double *in)
{
	struct result other;
	if (x < 0 || y < 0)
		return 1;
	if (result)
		result->val = x * y * in[0];
	return checked(x, &other);
}
E2
check_equal status_goals '6 success.r;8 success.result;' \
	"$(exceptions status | tr ';' '\n' | grep success | tr '\n' ';')"
search status --kinds=fpe
(cd status && "$me" show --kinds=fpe ./fuzz_target corpus) > status/show 2>&1
check_line success_not_finite '^    status.c:8: status: fpe.success.result$' status/show
check_no_line no_failure_of_the_other 'success.r$' status/show
check_no_line status_no_crash 'deadly signal' status/log

# ---- the program is as it was: flags, errno and traps
target quiet quiet -fplugin-arg-me-kinds=fpe << 'E2'
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
double quiet(double a, double b)
{
	double r, s;
	if (__builtin_isnan(a) || __builtin_isnan(b))
		return 0;
	feclearexcept(FE_ALL_EXCEPT);
	errno = 0;
	r = a / b;
	s = r * 3;
	if (!__builtin_isinf(r) && !__builtin_isnan(r) && fetestexcept(FE_INVALID | FE_DIVBYZERO))
		__builtin_abort();
	if (errno)
		__builtin_abort();
	return s;
}
E2
search quiet --kinds=fpe
check_no_line quiet_no_crash 'deadly signal' quiet/log
check_line quiet_met 'stop: .*; 5 of 5 goals covered' quiet/log

# ---- --abort-on
target fails fails -fplugin-arg-me-kinds=fpe << 'E2'
double fails(double a, int n)
{
	if (n == 5)
		return 3 / a;
	return n;
}
E2
printf '\0\0\0\0\0\0\0\0\5\0\0\0' > fails/zero
check_equal no_abort 0 "$(status_of fails/plain fails/fuzz_target fails/zero)"
# ASan's runtime reports SIGFPE itself.
check_equal aborts "$([ "$sanitized" ] && echo 1 || echo 77)" "$(status_of fails/aborted fails/fuzz_target --abort-on=fpe fails/zero)"
check_line aborts_as_ubsan '^fails.c:4:12: runtime error: division by zero in fails$' fails/aborted
check_line aborts_with_a_stack '#[0-9] .* in fails .*fails.c:4' fails/aborted
search fails --abort-on=fpe
check_line session_keeps_it 'SUMMARY: libFuzzer: deadly signal' fails/log
again=$(sed -n 's/^INFO: me: to run it again: //p' fails/log | head -n 1)
check_equal session_tells_how "$([ "$sanitized" ] && echo 1 || echo 77)" "$(cd fails && status_of again $again)"
check_equal no_such_kind 1 "$(status_of fails/none fails/fuzz_target --abort-on=label fails/zero)"
check_line says_which_option 'ERROR: me: --abort-on=label: the program has no goal of this kind' fails/none

# Goals at one line are failures of their own.
target line line -fplugin-arg-me-kinds=fpe << 'E2'
double line(double a, double b)
{
	return a * b + a / b;
}
E2
search line --abort-on=fpe --kinds=fpe -runs=20000
[ "$sanitized" ] || check_line failures_by_goal 'runs failed, with 7 distinct faults' line/log

# ---- a value that lives on around a loop, and of which 0 / 0 is no goal
target loop loop -fplugin-arg-me-kinds=fpe << 'E2'
double loop(double x, int n)
{
	double b = 2 * (1 + x), d = 1 / b, s = d;
	for (int i = 0; i < n; i++) {
		b += 2;
		d = 1 / (b + d);
		s += d;
	}
	return s;
}
E2

# A predicate that is computed is a step of its run: a loop full of open ones is left before
# one that has none.
{
	echo '#include <me/target.h>'
	echo 'int steps(int x) { for (int i = 0; i < 50000; i++) {'
	for i in 1 2 3 4 5 6 7 8; do echo "ME_LABEL(never$i, x > $i && x < $i);"; done
	echo '} ME_LABEL(behind, 1); return x; }'
} > steps.txt
grep -v never steps.txt > few.txt
target few steps -I"$ME_ROOT/include" < few.txt
target full steps -I"$ME_ROOT/include" < steps.txt
for name in few full; do search $name -runs=2000 --kinds=label; done
check_line loop_runs '; 1 of 1 goals covered' few/log
# The first long run is judged whether it ends, and comes to the label behind the loop.
check_line full_loop_is_judged '; 1 of 9 goals covered' full/log

# With many open goals most runs measure nothing; they meet all the same what can be met, also
# in a loop that goes on with infinities and NaNs.
{
	echo '#include <math.h>'
	echo 'double many(double a, double b, int n) { double r = 0; for (int i = 0; i < 3; i++) {'
	for i in $(seq 30); do
		echo "r = a * b; r = r + a / b; r = r - sqrt(a - $i); r = r * log(b); r = exp(a) + pow(a, $i.5);"
	done
	echo 'a = r; } return r; }'
} > many.txt
target many many -fplugin-arg-me-kinds=fpe < many.txt
search many -runs=20000 --kinds=fpe
# In each line 19 exceptions are feasible.
check_line many_are_met 'stop: .*; 570 of 720 goals covered' many/log

# ---- with optimisation, in C++ and Fortran; off unless it is asked for
for level in 0 2; do
	"$me_cc" -O$level -w -c -fplugin-arg-me-kinds=fpe,boundary,assert ops/ops.c status/status.c > o.log 2>&1
	check_equal compiles_at_$level '' "$(cat o.log)"
done
# x87 computes in longer registers: there the observers are run
"$me_cc" -O0 -mfpmath=387 -w -c -fplugin-arg-me-kinds=fpe ops/ops.c > o.log 2>&1
check_equal compiles_for_x87 '' "$(cat o.log)"
target plain ops < ops/ops.c
check_equal off_by_default '' "$(exceptions plain)"
mkdir fortran
cat > fortran/f.f90 << 'E2'
real(8) function f(x, y)
  real(8) :: x, y
  f = exp(x) / y
end function
E2
(cd fortran && "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=f -fplugin-arg-me-kinds=fpe f.f90 -o fuzz_target) > fortran/build.log 2>&1
search fortran --kinds=fpe
check_line fortran_met 'stop: all goals are closed; 6 of 6 goals covered' fortran/log
