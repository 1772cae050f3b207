#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether a call of a special function of GSL succeeds with a result that is not finite, when
# it is the system's library that is called:
#	reproduce.sh CALL PROGRAM
# builds PROGRAM, which makes the call, as `me show` prints it, with results of its own behind
# the pointers to gsl_sf_result, gsl_sf_result_e10 and double. Prints the status and the
# results; exit 0 when it does so.
# Environment: CC.
set -eu
CC=${CC:-gcc}
sed 's/&([^)]*gsl_sf_result[a-z0-9_]*){[^}]*}/(void *)\&r[n++]/g
	s/(double\[\]){[^},]*}/\&d[m++]/g' << E2 > $2.c
#include <gsl/gsl_errno.h>
#include <gsl/gsl_math.h>
#include <gsl/gsl_sf.h>
#include <stdio.h>
int main(void)
{
	gsl_sf_result_e10 r[8] = {{0, 0, 0}}; /* begins as gsl_sf_result does */
	double d[8] = {0};
	int n = 0, m = 0, status, bad = 0;
	gsl_set_error_handler_off();
	status = $1;
	printf("%s,", status ? "an error" : "GSL_SUCCESS");
	for (int i = 0; i < n; i++) {
		printf(" %g", r[i].val);
		bad |= !gsl_finite(r[i].val);
	}
	for (int i = 0; i < m; i++) {
		printf(" %g", d[i]);
		bad |= !gsl_finite(d[i]);
	}
	putchar('\n');
	return status || !bad;
}
E2
$CC -w $2.c -lgsl -lgslcblas -lm -o $2 2> $2.log || exit 1
timeout 20 $2
