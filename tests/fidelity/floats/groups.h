/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * groups.h - the operations, on numbers of the type T; included with
 *
 *	T	the type		NAME(x)	the function's name for it
 *	R(f)	its function of libm	L(x)	its limit of float.h
 *
 * Each function takes two numbers, stores the bits of what it computes, and returns
 * what it decided.
 */

noipa static unsigned NAME(arithmetic)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y, sum = a + b, product = a * b;
	unsigned way = 0;

	out[0] = sum;
	out[1] = product;
	if (sum > product)
		way |= 1;
	if (a - b <= product)
		way |= 2;
	out[2] = a / b;
	if (!(out[2] < 2))
		way |= 4;
	out[3] = way & 1 ? a * b + a : a - b * b;
	if (out[3] == 0)
		way |= 8;
	return way;
}

noipa static unsigned NAME(branches)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y;
	unsigned way = 0;

	if (a < b)
		way |= 1;
	if (a <= b)
		way |= 2;
	if (a > b)
		way |= 4;
	if (a >= b)
		way |= 8;
	if (a == b)
		way |= 16;
	if (a != b)
		way |= 32;
	if (!(a < b) && !(a > b))
		way |= 64;
	out[0] = way & 1 ? a : b;
	return way;
}

noipa static unsigned NAME(values)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y;
	int less = a < b, same = a == b, other = a != b, most = a >= b;
	unsigned both = (unsigned)(less | same) << 4 | (unsigned)(other & most) << 5;

	out[0] = (T)(less + 2 * same);
	return (unsigned)(less | same << 1 | other << 2 | most << 3) | both;
}

noipa static unsigned NAME(quiet)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y;
	unsigned way = 0;

	if (isless(a, b))
		way |= 1;
	if (islessequal(a, b))
		way |= 2;
	if (isgreater(a, b))
		way |= 4;
	if (isgreaterequal(a, b))
		way |= 8;
	if (islessgreater(a, b))
		way |= 16;
	if (isunordered(a, b))
		way |= 32;
	if (isnan(a))
		way |= 64;
	if (isinf(b))
		way |= 128;
	if (isfinite(a) && isnormal(b))
		way |= 256;
	if (signbit(a))
		way |= 512;
	out[0] = signbit(b) ? a : b;
	return way;
}

noipa static unsigned NAME(choices)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y, low = -1, high = 4;

	out[0] = a < b ? a : b;
	out[1] = a > b ? a : b;
	out[2] = b < a ? a : b;
	out[3] = a <= b ? b : a;
	out[4] = a < 0 ? -a : a;
	out[5] = a < low ? low : a > high ? high : a;
	out[6] = a == b ? a + b : a > 1 && b < 1 ? a * b : b;
	out[7] = R(fmin)(a, b) > R(fmax)(a, b) ? a : R(fabs)(b);
	return (a < b || (b > 2 && a == a)) + 2u * (a >= b ? a != 0 : b != 0);
}

noipa static unsigned NAME(conversions)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y;
	unsigned way = 0;

	if ((int)a > 2)
		way |= 1;
	if ((long)b == (int)b)
		way |= 2;
	if ((unsigned)a < 7u)
		way |= 4;
	if ((unsigned long)b >= 1ul << 40)
		way |= 8;
	switch ((int)a) {
	case 0:
		way |= 16;
		break;
	case 1:
	case 3:
		way |= 32;
		break;
	case -5 ... - 1:
		way |= 64;
	}
	if ((float)a == (double)a)
		way |= 128;
	if ((double)b > (float)a)
		way |= 256;
	if (a < (T)(long)b)
		way |= 512;
	out[0] = (T)(int)a;
	out[1] = (T)(unsigned long)b;
	out[2] = (T)(float)b;
	out[3] = (T)way;
	return way;
}

/* Newton's square root, a sum that stops, a power series. */
noipa static unsigned NAME(loops)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y, root = a > 1 ? a / 2 : 1, sum = 0, term = 1;
	unsigned turns = 0, n;

	for (n = 0; n < 40; n++) {
		T next = (root + a / root) / 2;
		if (next == root)
			break;
		root = next;
	}
	for (turns = n; turns < 60 && sum + term != sum; turns++) {
		sum += term;
		term *= b / (T)(turns + 1);
		if (term < 0 && sum > 10)
			sum -= 1;
	}
	out[0] = root;
	out[1] = sum;
	return turns;
}

noipa static unsigned NAME(functions)(const T *x, const T *y, T *out)
{
	T a = *x, b = *y;
	unsigned way = 0;

	errno = 0;
	out[0] = R(sqrt)(a);
	if (out[0] != out[0] || errno == EDOM)
		way |= 1;
	out[1] = R(floor)(b);
	if (out[1] < b)
		way |= 2;
	out[2] = R(rint)(a);
	if (out[2] == a)
		way |= 4;
	out[3] = R(ldexp)(a, 3);
	if (R(fabs)(out[3]) > 1 && errno)
		way |= 8;
	out[4] = R(copysign)(a, b);
	if (R(trunc)(b) >= a)
		way |= 16;
	return way | (unsigned)errno << 8;
}

noipa static unsigned NAME(complex)(const T *x, const T *y, T *out)
{
	T _Complex z = __builtin_complex(*x, *y), w = __builtin_complex(*y, (T)2);
	unsigned way = 0;

	if (z == w)
		way |= 1;
	if (z != w * w)
		way |= 2;
	z = z * w + z;
	if (__real__ z > __imag__ z)
		way |= 4;
	w = z / w;
	if (__imag__ w == 0)
		way |= 8;
	out[0] = __real__ z;
	out[1] = __imag__ z;
	out[2] = __real__ w;
	out[3] = __imag__ w;
	return way;
}

static group *const NAME(groups)[] = {
    (group *)NAME(arithmetic), (group *)NAME(branches),	 (group *)NAME(values),
    (group *)NAME(quiet),      (group *)NAME(choices),	 (group *)NAME(conversions),
    (group *)NAME(loops),      (group *)NAME(functions), (group *)NAME(complex),
};

/* -ffast-math is a promise that there are no others. */
static const T NAME(numbers)[] = {
    1,
    L(EPSILON),
    1 - L(EPSILON) / 2,
    1 + L(EPSILON),
    (T)1.5,
    -1,
    2,
    3,
    (T)-4.5,
    1000003,
    (T)0.1,
    (T)-7e-7,
#ifndef __FAST_MATH__
    0,
    -(T)0,
    L(TRUE_MIN),
    -3 * L(TRUE_MIN),
    L(MIN),
    L(MAX),
    -L(MAX),
    (T)1e18,
    L(MIN) - L(TRUE_MIN),
    (T)__builtin_inf(),
    -(T)__builtin_inf(),
    R(__builtin_nan)("7"),
    -R(__builtin_nan)(""),
    R(__builtin_nans)("5"),
#endif
};

static const struct type NAME(type) = {
    TEXT_OF(T),	  sizeof(T), T_BYTES, NAME(numbers), sizeof NAME(numbers) / sizeof(T),
    NAME(groups),
};
