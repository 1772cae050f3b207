/* SPDX-License-Identifier: GPL-3.0-or-later */
/* directives.h - attributes that comments of Fortran give to procedures. */
#ifndef PLUGIN_DIRECTIVES_H
#define PLUGIN_DIRECTIVES_H

/* Gives the procedures of the unit their attributes. Before the first pass reads any. */
void directives_read(void);

#endif
