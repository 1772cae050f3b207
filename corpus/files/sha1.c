/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sha1.c - SHA-1 as in FIPS 180-4, section 6.1. Names files, guards nothing. */
#include "corpus/files/sha1.h"

#include <stdint.h>
#include <string.h>

#define BLOCK_SIZE 64

static uint32_t rotate(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

static void schedule_fill(uint32_t w[80], const uint8_t block[BLOCK_SIZE])
{
	for (int t = 0; t < 16; t++)
		w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
		       (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
	for (int t = 16; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
}

/* f_t(b, c, d) + K_t: section 4.1.1 and 4.2.1. */
static uint32_t round_term(int t, uint32_t b, uint32_t c, uint32_t d)
{
	if (t < 20)
		return ((b & c) ^ (~b & d)) + 0x5a827999;
	if (t < 40)
		return (b ^ c ^ d) + 0x6ed9eba1;
	if (t < 60)
		return ((b & c) ^ (b & d) ^ (c & d)) + 0x8f1bbcdc;
	return (b ^ c ^ d) + 0xca62c1d6;
}

static void block_hash(uint32_t h[5], const uint8_t block[BLOCK_SIZE])
{
	uint32_t w[80];
	uint32_t a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

	schedule_fill(w, block);
	for (int t = 0; t < 80; t++) {
		const uint32_t next = rotate(a, 5) + round_term(t, b, c, d) + e + w[t];

		e = d;
		d = c;
		c = rotate(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

/* The last one or two blocks: what is left, a one bit, zeros, the length in bits. */
static void tail_hash(uint32_t h[5], const uint8_t *rest, size_t left, size_t n)
{
	uint8_t tail[2 * BLOCK_SIZE] = {0};
	const size_t size = left < BLOCK_SIZE - 8 ? BLOCK_SIZE : 2 * BLOCK_SIZE;
	const uint64_t bits = (uint64_t)n * 8;

	if (left)
		memcpy(tail, rest, left);
	tail[left] = 0x80;
	for (int i = 0; i < 8; i++)
		tail[size - 1 - i] = (uint8_t)(bits >> (8 * i));
	block_hash(h, tail);
	if (size > BLOCK_SIZE)
		block_hash(h, tail + BLOCK_SIZE);
}

static const char digits[] = "0123456789abcdef";

int sha1_is_hex(const char *text)
{
	return strspn(text, digits) == SHA1_HEX_SIZE - 1 && !text[SHA1_HEX_SIZE - 1];
}

void sha1_hex(const void *bytes, size_t n, char hex[SHA1_HEX_SIZE])
{
	uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
	const uint8_t *p = bytes;
	const size_t whole = n / BLOCK_SIZE;

	for (size_t i = 0; i < whole; i++)
		block_hash(h, p + i * BLOCK_SIZE);
	tail_hash(h, n ? p + whole * BLOCK_SIZE : NULL, n % BLOCK_SIZE, n);
	for (int i = 0; i < 40; i++)
		hex[i] = digits[h[i / 8] >> (28 - 4 * (i % 8)) & 15];
	hex[40] = '\0';
}
