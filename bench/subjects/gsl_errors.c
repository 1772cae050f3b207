/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gsl_errors.c - GSL's functions return their errors; its handler would abort. */
#include <gsl/gsl_errno.h>

__attribute__((constructor)) static void errors_are_returned(void)
{
	gsl_set_error_handler_off();
}
