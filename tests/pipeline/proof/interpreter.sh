# SPDX-License-Identifier: GPL-3.0-or-later
# The interpreter of exported GIMPLE agrees with the compiled function, bit for bit, and
# the conditions of the encoder with what a run does.
. "$ME_ROOT/tests/check.sh"

cat > shapes.c <<'E2'
#include <complex.h>
#include <math.h>
static const double table[5] = {1, -2, 0.5, 1e300, NAN};
static const short shorts[2][3] = {{1, -2, 3}, {-30000, 5, 6}};
static unsigned long calls;
struct pair { int a; double b; char c[3]; };

static double callee(double *to, int n)
{
	calls++;
	*to = n / 3.0;
	return n < 0 ? -1 : *to * calls;
}
double casts(double x, int n)
{
	float f = x;
	signed char c = x;
	unsigned char uc = x;
	short s = x;
	unsigned short us = x;
	unsigned u = x;
	long l = x;
	unsigned long ul = fabs(x);
	long double e = x;
	int from_f = f, from_e = e;
	long long_e = e;
	return c + uc + s + us + u + (float)l + (double)ul + from_f + from_e + long_e + (float)n +
	       (double)(unsigned)n + (float)(unsigned long)ul + (double)(e / 3);
}
long integers(int a, unsigned b, long c, unsigned long d)
{
	long sum = a + 2000000000;
	sum += a * a - (a >> b) + (a << b) + (int)(b >> a) + (b << (a & 31));
	sum ^= c >> b ^ (long)(d >> a) ^ c << (b & 63) ^ (c * 77777) ^ -c ^ ~(long)d;
	sum += b ? a % (long)b : 1;
	sum += d ? c % (long)(d >> 1 | 1) + (long)(c / (long)(d >> 1 | 1)) : 0;
	sum += (short)a * (signed char)c + (unsigned char)b + (a < (short)b) + (b > (unsigned)c);
	return sum ^ (d > (unsigned long)c) ^ (long)(_Bool)a;
}
int words(double x, double y)
{
	union { double d; unsigned w[2]; } u;
	int i, n = 0;
	double z;
	u.d = x;
	u.w[0] ^= 1;
	((unsigned *)&y)[1] &= 0x7fffffff;
	for (i = 0; i < (int)(u.w[1] & 15); i++)
		n += shorts[i & 1][i % 3] ^ i;
	z = u.d;
	if (!isgreaterequal(z, y))
		n += 3;
	if (!isless(y, z) && z > 1)
		n += 5;
	return (z < y) + 2 * (z >= y) + 4 * (x == x) + 8 * isless(x, y) + 16 * (x != z) +
	       32 * isunordered(x, z) + 64 * islessgreater(x, y) + (signbit(y) ? 128 : 0) + n +
	       256 * isgreaterequal(y, z) + 512 * islessequal(x, y) + 1024 * isgreater(z, y);
}
double memory(double x, int n, double *out)
{
	struct pair p = {n, x, "ab"}, q[3] = {{0}};
	double y, z;
	calls = n & 7;
	z = callee(&y, n);
	q[n & 1] = p;
	q[2].c[n & 1] = 'z';
	out[n & 15] = table[(n & 0x7fffffff) % 5] + z;
	out[1] = y + calls;
	if (n > 1000)
		return calls;
	switch (n) {
	case -8 ... -3:
		return q[1].b;
	case 0:
	case 5:
		return q[0].a + q[2].c[1];
	}
	return -q[1].b + out[2] + "text"[n & 3];
}
int fields(int a, unsigned b, long c)
{
	struct { unsigned k : 3; int s : 5; unsigned long w : 40; } x = {0};
	x.k = a;
	x.s = b;
	x.w = c;
	x.s += x.k;
	x.w ^= b;
	x.k = c;
	if (x.s < 0 && x.w > 1ul << 39)
		return -x.s;
	return x.k + x.s + (int)(x.w >> 8);
}
int wholes(double x, float y, double z)
{
	int n = (floor(x) < x) + 2 * (ceil(x) == x) + 4 * (trunc(y) > y) + 8 * (round(x) < z) +
		16 * (rint(x) == floor(x)) + 32 * (nearbyint(y) <= roundf(y));
	if (fmax(x, z) > fmin(x, z))
		n += 64;
	if (fma(x, z, -x) == x * z - x)
		n += 128;
	if (fmaf(y, y, 1) < 1)
		n += 256;
	if (lround(x) == lrint(x) && llround(x) < 1000)
		n += 512;
	return n;
}
int overflow(int x)
{
	int n = 0;
	unsigned char c;
	for (c = x; c > 3; c /= 2)
		n = n * 1000003 + c;
	return n;
}
struct vector { double x, y, z; };
struct mixed { int n; double x; };
struct letters { char c[3]; };
static struct vector add(struct vector a, struct vector b, double times)
{
	if (times == 0)
		return a;
	a.x += b.x * times;
	return (struct vector){a.x, a.y + b.y * times, b.z};
}
static struct mixed mix(int n, double x)
{
	struct mixed m = {n - 1, x / 2};
	return n > 0 && n < 9 ? mix(m.n, m.x) : m;
}
static struct letters spell(struct letters l, int n)
{
	l.c[(unsigned)n % 3] += n;
	return l;
}
int structures(double x, double y, int n)
{
	struct vector v[2] = {{x, y, 1}, {y, n, 2}};
	struct letters l = {"ab"};
	struct mixed m;
	v[n & 1] = add(v[0], add(v[1], v[0], 3), n % 4);
	m = mix(n & 15, v[0].x);
	l = spell(spell(l, n), m.n);
	if (v[0].y > v[1].x)
		return l.c[0] > l.c[1] ? 1 : 2;
	if (m.n == 3 || m.x > v[1].z)
		return 3;
	return l.c[2] + m.n;
}
static double complex moved(double complex z, float complex w)
{
	double complex sum = z;
	for (int i = 0; i < 3; i++)
		sum = i & 1 ? sum - w : conj(sum) + z;
	return -sum;
}
int complex_numbers(double x, double y, float f, int n)
{
	double complex z[2] = {CMPLX(x, y), CMPLX(y, n)};
	float complex w = CMPLXF(f, x);
	__complex__ int whole = n + 3i;
	if (isfinite(x) && isfinite(y) && isfinite(f) && fabs(x) < 1e99 && fabs(y) < 1e99) {
		z[n & 1] *= z[0];
		w *= w;
	}
	z[0] = moved(z[n & 1], w);
	whole *= whole;
	if (creal(z[0]) > cimag(z[1]))
		return cimagf(w) < 3 ? __imag__ whole : 2;
	if (z[0] == z[1] || cimagl((long double complex)z[0] + I) > 7)
		return 4;
	return __real__ whole;
}
int back_to_the_start(double x, int n)
{
again:
	if (n > 3 && n < 50) {
		x /= 2;
		n -= 7;
		goto again;
	}
	return x > n ? n : 100;
}
int nested_functions(int n, double x)
{
	int calls = 0;
	double left = x;
	int down(int k)
	{
		int less(int by) { return calls += by, k - by; }
		left -= calls;
		return k > 0 ? down(less(k & 1 ? 1 : 3)) : calls;
	}
	n = down(n & 63);
	return left < x ? n : -calls;
}
int calls_of_libm(double x, double y, float f)
{
	int n = sin(x) > 0.5;
	if (pow(x, y) >= 2)
		n += 2;
	if (atan2(y, x) < 1)
		n += 4;
	if (fmod(x, y) != 0.25)
		n += 8;
	if (hypot(x, y) > 1)
		n += 16;
	if (expf(f) <= powf(f, 2))
		n += 32;
	if (log(x) + tgamma(y) > cbrt(x))
		n += 64;
	return n;
}
int calls_with_integers(double x, float f, int n)
{
	int r = 0;
	if (ldexp(x, n % 4) == 4 * x)
		r++;
	if (scalbnf(f, n % 4) == f / 4)
		r += 2;
	if (scalbln(x, n % 4) == x)
		r += 4;
	if (ilogb(x) > n % 64)
		r += 8;
	if (ilogbf(f) == n % 8)
		r += 16;
	if (jn(n % 3, x) == j0(x))
		r += 32;
	if (lgamma(x) > lgammaf(f))
		r += 64;
	return r;
}
E2
"$CC" -w -O0 -fwrapv -shared -fPIC shapes.c -lm -o shapes.so
mkdir target
(cd target && "$me_cc" -w -g -O0 -fwrapv -fplugin-arg-me-entry=overflow ../shapes.c -lm -o t) > build.log 2>&1 ||
	not_ok interpret_build "$(tail -n 5 build.log)"
check interpret_program "$CC" -O1 -D_GNU_SOURCE -I"$ME_ROOT" -I"$ME_ROOT/include" \
	${sanitized:+-fsanitize=address,undefined} -o check \
	"$ME_ROOT/tests/interpret_check.c" "$ME_BUILD"/obj/prover/ir/*.o "$ME_BUILD"/obj/prover/executable/*.o "$ME_BUILD"/obj/tests/interpret/*.o "$ME_BUILD"/obj/system/*.o -lelf -ldl -lm
check encode_program "$CC" -O1 -D_GNU_SOURCE -I"$ME_ROOT" -I"$ME_ROOT/include" \
	${sanitized:+-fsanitize=address,undefined} -o encode_check \
	"$ME_ROOT/tests/encode_check.c" "$ME_BUILD"/obj/prover/ir/*.o "$ME_BUILD"/obj/prover/executable/*.o "$ME_BUILD"/obj/tests/interpret/*.o \
	"$ME_BUILD"/obj/prover/expr/*.o "$ME_BUILD"/obj/prover/encode/*.o "$ME_BUILD"/obj/value/*.o "$ME_BUILD"/obj/mcmc/axis.o "$ME_BUILD"/obj/system/*.o -lelf -ldl -lm
# (casts has no condition)
for f in casts integers words memory fields wholes overflow structures complex_numbers \
	back_to_the_start nested_functions calls_of_libm calls_with_integers; do
	check interpret_$f ./check target/t $f ./shapes.so 3000 7
	[ $f = casts ] || check encode_$f ./encode_check target/t $f ./shapes.so 1000 7
done

# ---- Fortran's quotients of complex numbers

cat > quotient.f90 <<'E2'
integer(c_int) function quotient(x, y, u, v) bind(c)
	use iso_c_binding
	real(c_double), value :: x, y, u, v
	complex(c_double_complex) :: q
	complex(c_float_complex) :: p
	q = cmplx(x, y, c_double_complex) / cmplx(u, v, c_double_complex)
	p = cmplx(x, y, c_float_complex) * cmplx(u, v, c_float_complex)
	p = p / cmplx(v, u, c_float_complex)
	quotient = 0
	if (real(q) > aimag(q)) quotient = 1
	if (real(p) <= aimag(p)) quotient = quotient + 2
	if (real(q) == real(p)) quotient = quotient + 4
	if (aimag(q) > 3 * x) quotient = quotient + 8
end function
E2
gfortran=$(echo "$CC" | sed 's/gcc/gfortran/')
if ! command -v "$gfortran" > /dev/null; then
	skip interpret_quotient "there is no $gfortran"
elif "$ME_BUILD/me-fortran" -w -g -O0 -fplugin-arg-me-entry=quotient quotient.f90 -o quotient > build.log 2>&1; then
	"$gfortran" -w -O0 -shared -fPIC quotient.f90 -o quotient.so
	check interpret_quotient ./check ./quotient quotient ./quotient.so 3000 7
	check encode_quotient ./encode_check ./quotient quotient ./quotient.so 1000 7
else
	not_ok interpret_quotient "$(tail -n 3 build.log)"
fi

# ---- what it cannot run it says

printf 'int asm_(int x) { __asm__("" : "+r"(x)); return x; }\n' > asm_.c
"$CC" -w -O0 -shared -fPIC asm_.c -o asm_.so
"$me_cc" -w -g -O0 -fplugin-arg-me-entry=asm_ asm_.c -o asm_ > build.log 2>&1
check_equal interpret_stops 1 "$(status_of stop.log ./check ./asm_ asm_ ./asm_.so 10 1)"
check_line interpret_says_why '^asm_: asm_, line 1: assembly: ' stop.log
