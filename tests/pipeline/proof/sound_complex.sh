# SPDX-License-Identifier: GPL-3.0-or-later
# Complex numbers: what their parts say is known, and no more. What is marked as taken is, by
# an input or by the call that is given; what is marked as never true is infeasible.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- by value, in memory, returned, and through a loop

taken parts '' 'parts(3 + 4 * I, 2)' <<'E2'
#include <complex.h>
struct pair { int n; double complex z; };
static double complex turned(double complex z)
{
	return I * conj(z);
}
static struct pair numbered(double complex z, int n)
{
	return (struct pair){n, n > 9 ? z : turned(z)};
}
int parts(double complex z, int n)
{
	double complex a[3] = {z, -z, 0}, sum = 0;
	struct pair p = numbered(z, n);

	for (int i = 0; i < 2; i++)
		sum += a[i];
	if (creal(sum) > 0) /* never true */
		return 2;
	a[2] = conj(z);
	if (cimag(z) > 0 && !(cimag(a[2]) < 0)) /* never true */
		return 3;
	if (n == 2 && p.n != 2) /* never true */
		return 4;
	if (n == 0 && a[n & 1] != z && a[0] == z) /* never true */
		return 5;
	if (creal(p.z) == 4 && cimag(p.z) == 3 && n == 2) /* taken */
		return 1;
	return 0;
}
E2

# ---- a product whose parts are both no numbers may have infinities instead

taken infinite '' 'infinite(INFINITY, NAN)' <<'E2'
#include <complex.h>
#include <math.h>
int infinite(float x, float y)
{
	float complex p = CMPLXF(x, y) * CMPLXF(1, 1);
	int small = x > -2 && x < 2 && y > -2 && y < 2;

	if (small && isnan(crealf(p))) /* never true */
		return 2;
	if (isinf(crealf(p)) && isnan(y)) /* taken */
		return 1;
	return 0;
}
E2

# ---- float, long double, integers; a jump back to the first block

taken kinds ',n:0..7' 'kinds(1.5f + 2 * I, 3 + 5 * I, 7)' <<'E2'
#include <complex.h>
static int lower(long double complex z, int n)
{
again:
	if (n > 4) {
		z -= 1;
		n--;
		goto again;
	}
	return z == 5 * I;
}
int kinds(float complex f, long double complex e, int n)
{
	__complex__ int i = n + 3i;
	__complex__ int two = i * i;
	double complex moved = f;

	if (crealf(f) > 0 && crealf(f + f) < crealf(f)) /* never true */
		return 2;
	if (__imag__ two != 6 * n) /* never true */
		return 3;
	if (creal(moved) == 1.5 && cimagf(f) == 2 && __real__ two == 40 && lower(e, n)) /* taken */
		return 1;
	return 0;
}
E2

# ---- arithmetic that is not told

untold() { # name reason flag...
	name=$1 reason=$2
	shift 2
	target $name $name "$@" -w <<E2
double divided(double _Complex z, double _Complex w) { return __real__ (z / w); }
int $name(double _Complex z, double _Complex w) { return __real__ (z * w) > divided(z, w); }
E2
	"$me" ir $name/fuzz_target > $name/ir
	check_line ${name}_product "unknown \"$reason\".* = z.* \* w" $name/ir
	check_line ${name}_quotient 'unknown ".* = z.* / w' $name/ir
}
untold relaxed 'arithmetic of -ffast-math' -ffast-math
untold fused 'a sum that may be fused with a product' -fplugin-arg-me-any-O -O2 -mfma
untold on_x87 'type without a form' -mfpmath=387
untold c11 'a product of complex numbers where both parts are no numbers'
target limited limited -fcx-limited-range -w <<E2
int limited(double _Complex z, double _Complex w) { return __real__ (z * w) > 0; }
E2
"$me" ir limited/fuzz_target > limited/ir
check_no_line limited_product 'unknown' limited/ir

# ---- Fortran: by reference, and functions of them

fortran complexes <<'E2'
integer function complexes(z, w, n) bind(c)
	use iso_c_binding
	complex(c_double_complex), intent(in) :: z, w
	integer(c_int), value :: n
	complex(c_double_complex) :: q(2)
	complexes = 0
	q(1) = twice(z)
	if (aimag(z) == 0 .and. aimag(q(1)) > 0) complexes = 2 ! never true
	if (n == 4) then
		q(2) = conjg(z) - w
		if (q(2) == (3d0, 1d0)) complexes = 1 ! taken
	end if
contains
	complex(c_double_complex) function twice(u)
		complex(c_double_complex), intent(in) :: u
		twice = u + u
	end function
end function
E2

# ---- C++: std::complex holds one

mkdir -p standard
cat > standard/standard.cc <<'E2'
#include <complex>
static std::complex<double> moved(std::complex<double> z, double by)
{
	return z + by;
}
extern "C" int standard(std::complex<double> z, double t)
{
	std::complex<double> w = moved(z, t) - z;

	if (w.imag() != 0 && std::abs(z.imag()) < 5) // never true
		return 2;
	if (moved(z, t) == std::complex<double>(4, 2) && t == 1.5) /* taken */
		return 1;
	return 0;
}
E2
sed -i 's,// never true,/* never true */,' standard/standard.cc
cplusplus standard
