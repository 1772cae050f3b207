/* SPDX-License-Identifier: GPL-3.0-or-later */
/* check X...: exit 0 when the function (NAME.c, without the plugin) meets
 * its goal at these numbers. ENTRY_NAME is the function, ARITY how many it has. */
#include <stdlib.h>

#include "bench/minimisers/flopsy/forms.h"

#define PARAMETERS_2 double, double
#define PARAMETERS_3 double, double, double
#define PARAMETERS_4 double, double, double, double
#define ARGUMENTS_2 x[0], x[1]
#define ARGUMENTS_3 x[0], x[1], x[2]
#define ARGUMENTS_4 x[0], x[1], x[2], x[3]
#define JOIN(a, b) JOIN_NOW(a, b)
#define JOIN_NOW(a, b) a##b

int ENTRY_NAME(JOIN(PARAMETERS_, ARITY));

void counted_call(void)
{
}

int counted_met(void)
{
	return 1;
}

int main(int argc, char **argv)
{
	double x[4] = {0};

	for (int i = 1; i < argc && i <= 4; i++)
		x[i - 1] = strtod(argv[i], NULL);
	return argc == ARITY + 1 && ENTRY_NAME(JOIN(ARGUMENTS_, ARITY)) == 1 ? 0 : 1;
}
