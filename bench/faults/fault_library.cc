// SPDX-License-Identifier: GPL-3.0-or-later
// fault_library.cc - functions of C++ with one fault each (fault_indices.c says whose).
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

// An exception in a function that throws none. SICKAG/sick_safetyscanners #32
double newest(const double *data, int n, double least) noexcept
{
	if (n < 0 || n > 8 || !(least >= 0))
		return 0;
	const std::vector<double> ranges(data, data + n);

	return ranges.at(ranges.size() - 1) < least ? 0 : ranges.at(ranges.size() - 1);
}

// A symbol without a code. MartinezTorres/marlin #9
int code_length(int symbol, int part)
{
	std::map<int, int> length;

	if (symbol < 0 || symbol > 15 || part < 1 || part > 8)
		return -1;
	for (int s = 0; s < 16; s++)
		if (s * part != 60)
			length[s] = s / part + 1;
	return length.at(symbol);
}

// What is allocated is lost when the matrix is singular. SciRuby/nmatrix #387
double inverse_trace(double a, double b, double c, double d)
{
	double *work = new double[4];
	double determinant = a * d - b * c;

	if (determinant == 0)
		throw std::domain_error("singular");
	work[0] = d / determinant;
	work[3] = a / determinant;
	double trace = work[0] + work[3];
	delete[] work;
	return trace;
}

// The text ends before its suffix begins. OlafvdSpek/xbt #28
int suffix_length(const char *text)
{
	const std::string name = text;
	std::size_t dot = name.find('.');

	if (dot == std::string::npos)
		return 0;
	return name.substr(dot + (name[dot + 1] == '.' ? 3 : 1)).size();
}

// The largest value is behind the last bin. simplnx #878
int bins(const double *values, int n, int count)
{
	if (n < 1 || count < 1 || count > 32)
		return -1;
	std::vector<int> bin(count);
	for (int i = 0; i < n; i++)
		if (values[i] >= 0 && values[i] <= 1)
			bin[(int)(values[i] * count)]++;
	return bin[0];
}
