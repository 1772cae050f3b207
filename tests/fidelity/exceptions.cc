// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions through instrumented frames, templates and inline functions of two units,
// static objects, virtual bases. Compiled twice, the second time with -DSECOND, and
// linked.
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

template <typename T> T larger(T a, T b)
{
	return a > b ? a : b;
}

inline int counted(int n)
{
	static int calls = n > 0 ? 10 : 20;
	return n > 2 ? ++calls : calls;
}

struct base {
	virtual ~base() = default;
	virtual int value(int n) const
	{
		return n < 0 ? -1 : n;
	}
};

struct left : virtual base {
	int value(int n) const override
	{
		if (n > 100)
			throw std::out_of_range("left " + std::to_string(n));
		return n > 5 ? 2 * n : base::value(n);
	}
};

int from_second(int n);

#ifdef SECOND
int from_second(int n)
{
	left l;
	return larger(l.value(n), counted(n));
}
#else
struct guard {
	int *depth;
	explicit guard(int *d) : depth(d)
	{
		++*depth;
	}
	~guard()
	{
		if (*depth > 0)
			--*depth;
	}
};

static int dive(int n, int *depth)
{
	guard g(depth);

	if (n == 0)
		throw *depth > 3 ? *depth : -*depth;
	try {
		return dive(n - 1, depth) + 1;
	} catch (int found) {
		if (found > 4 && n % 2)
			throw;
		if (found < 0)
			throw std::runtime_error("shallow");
		return found;
	}
}

static int noisy(int n) noexcept
{
	try {
		return from_second(n);
	} catch (const std::exception &e) {
		std::puts(e.what());
		return n > 200 ? -2 : -1;
	}
}

int main()
{
	std::map<std::string, std::vector<double>> table;
	int depth = 0;

	for (int n = 0; n < 9; n++) {
		try {
			std::printf("%d\n", dive(n, &depth));
		} catch (const std::runtime_error &e) {
			std::printf("%s %d\n", e.what(), depth);
		} catch (int found) {
			std::printf("found %d %d\n", found, depth);
		}
		table[std::to_string(n % 3)].push_back(larger(n / 2.0, 1.5));
	}
	for (const auto &row : table)
		for (double x : row.second)
			std::printf("%s %g\n", row.first.c_str(), x);
	std::unique_ptr<base> b(new left);
	std::printf("%d %d %d %d\n", noisy(3), noisy(101), noisy(201), b->value(7));
	std::printf("%d %s\n", counted(3),
		    larger(std::string("a"), std::string("b")).c_str());
	return depth;
}
#endif
