/* SPDX-License-Identifier: GPL-3.0-or-later */
/* type.h - the scalar types of include/me/abi.h: sizes, axes, bytes. */
#ifndef HARNESS_TYPE_H
#define HARNESS_TYPE_H

#include <stddef.h>

#include "mcmc/objective.h"
#include "me/abi.h"

/*
 * A scalar is one coordinate, but one of 128 bits is two, which are adjacent in files
 * and in memory, the lower bits first: 64 and 64 bits of an integer, 32 and 96 of a
 * float. Returns their number and the type of each; as the type of a coordinate ME_F128
 * means the upper 96 bits, and ME_I128 and ME_U128 do not occur. The functions below
 * are about coordinates.
 */
unsigned type_parts(enum me_type type, enum me_type part[2]);

/* Bytes of a value in an input file: 10 for ME_F80; 0 for a type that is no field. */
size_t type_file_size(enum me_type type);
/* Bytes of a whole scalar in memory: 16 for ME_F80. */
size_t type_memory_size(enum me_type type);
/* All values of the type as ordered integers. */
struct axis type_axis(enum me_type type);
int type_is_float(enum me_type type);
int type_is_signed(enum me_type type);

/* Little-endian bytes of a file <-> coordinate; every byte pattern is a value. */
coord type_load(enum me_type type, const unsigned char *bytes);
void type_store(enum me_type type, coord c, unsigned char *bytes);
/* The same value in memory. */
void type_store_memory(enum me_type type, coord c, void *to);
coord type_load_memory(enum me_type type, const void *from);

/* The coordinate of the raw operand bits of a hook (include/me/abi.h). */
coord type_from_operand(enum me_type type, uint64_t bits);

#endif
