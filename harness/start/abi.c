/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abi.c - what every instrumented object refers to: a member of libme.a of its own, and
 * all that a program with a main() of its own takes from there. me-abi.o is the same
 * for what is linked without libme; it is hidden, so that each library may have one. */
#include "me/abi.h"

const uint32_t ME_ABI_NAME = ME_ABI;
