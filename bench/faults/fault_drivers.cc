// SPDX-License-Identifier: GPL-3.0-or-later
// fault_drivers.cc - drivers as fault_drivers.c has, for the functions of C++.
#include "bench/faults/fault_values.h"

#include <cstdlib>
#include <cstring>

#include "bench/faults/fault_library.cc"

static void drive_newest()
{
	const int n = take_below(9);
	const double least = take_double();
	double *ranges = take_doubles(n);

	newest(ranges, n, least);
	free(ranges);
}

static void drive_code_length()
{
	const int symbol = take_int(), part = take_int();

	code_length(symbol, part);
}

static void drive_inverse_trace()
{
	const double a = take_double(), b = take_double(), c = take_double(),
		     d = take_double();

	try {
		inverse_trace(a, b, c, d);
	} catch (const std::domain_error &) { // it is documented
	}
}

static void drive_suffix_length()
{
	char *text = take_text(12);

	suffix_length(text);
	free(text);
}

static void drive_bins()
{
	const int n = take_below(9), count = take_below(40);
	double *values = take_doubles(n);

	bins(values, n, count);
	free(values);
}

extern "C" driver_fn *driver_of(const char *name)
{
	static const struct {
		const char *name;
		driver_fn *driver;
	} drivers[] = {{"newest", drive_newest},
		       {"code_length", drive_code_length},
		       {"inverse_trace", drive_inverse_trace},
		       {"suffix_length", drive_suffix_length},
		       {"bins", drive_bins}};

	for (const auto &row : drivers)
		if (name && !strcmp(row.name, name))
			return row.driver;
	return nullptr;
}
