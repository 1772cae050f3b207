/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demangled.h - names of C++ as sources have them. */
#ifndef SYSTEM_DEMANGLED_H
#define SYSTEM_DEMANGLED_H

/* "ns::f(int)" of an assembler name of C++; the caller frees. Null: it is none, or no library of
 * a compiler of C++ is there. */
char *demangled(const char *symbol);

#endif
