/* SPDX-License-Identifier: GPL-3.0-or-later */
/* start.c - main() of a fuzz target, a member of libme.a of its own: a program that has
 * one does not get it. */
#include "me/abi.h"

const uint32_t ME_ABI_ENTRY __attribute__((visibility("default"))) = ME_ABI;

int __me_main(int argc, char **argv);

__attribute__((visibility("default"))) int main(int argc, char **argv)
{
	return __me_main(argc, argv);
}
