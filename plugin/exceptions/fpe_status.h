/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fpe_status.h - success with a result that is not finite. */
#ifndef PLUGIN_FPE_STATUS_H
#define PLUGIN_FPE_STATUS_H

/* Adds a goal for each pointer behind which the function stores a result. */
void fpe_status_add(function *fun);

#endif
