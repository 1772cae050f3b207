/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * library.h - what a unit for a shared library (-fPIC without -fPIE) has besides its
 * tables: a record of the library's sections, and a constructor that registers it with
 * libme, if the program that loads the library contains libme.
 *
 *     static void __me_arrive (void)          a constructor
 *     {
 *             if (&__me_module != 0)
 *                     __me_module (&module);
 *     }
 */
#ifndef PLUGIN_LIBRARY_H
#define PLUGIN_LIBRARY_H

/* Whether this unit is for a shared library. */
bool library_unit(void);

/* Makes the constructor; call it when visibility is determined (made_function.h). */
void library_prepare(void);

/* Writes the record. */
void library_write(void);

#endif
