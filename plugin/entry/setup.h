/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setup.h - a library's own way to return errors where it would end the program: a function of
 * nothing that turns its handler off, as GSL's gsl_set_error_handler_off().
 */
#ifndef PLUGIN_SETUP_H
#define PLUGIN_SETUP_H

/* Called for each declaration. */
void setup_see(tree decl);
/* Whether it is such a function. */
bool setup_is(tree decl);
/* Before main() the unit calls the one that it declares, if the program has it. */
void setup_build(void);

#endif
