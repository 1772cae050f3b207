// SPDX-License-Identifier: GPL-3.0-or-later
// Templates, overloads, references, an exception that is caught.
#include <stdexcept>

namespace {

template <typename T> T clamp_to(T x, T low, T high)
{
	return x < low ? low : high < x ? high : x;
}

double checked(double x)
{
	if (!(x >= 0))
		throw std::domain_error("negative");
	return x / 3;
}

}

int classify(double x, const long &n, bool strict)
{
	try {
		if (checked(clamp_to(x, -1.0, 60.0)) == 14.0 + clamp_to(n, 0L, 5L))
			return 2;
	} catch (const std::domain_error &) {
		return strict ? -1 : 0;
	}
	return n % 1000 == 999 ? 3 : 1;
}
