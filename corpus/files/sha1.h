/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sha1.h - the name of an input: libFuzzer calls a file by its SHA-1. */
#ifndef CORPUS_SHA1_H
#define CORPUS_SHA1_H

#include <stddef.h>

#define SHA1_HEX_SIZE 41 /* 40 digits and the NUL */

/* Writes the SHA-1 (FIPS 180-4, 6.1) of n bytes as lower-case hexadecimal digits. */
void sha1_hex(const void *bytes, size_t n, char hex[SHA1_HEX_SIZE]);

/* Whether the text is such a number, and no more. */
int sha1_is_hex(const char *text);

#endif
