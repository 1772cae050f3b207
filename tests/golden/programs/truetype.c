/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stb_truetype (package libstb-dev): the directory and the tables of a font. What it reads
 * beyond the end of a damaged font is padded by zeros. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t font[1 << 16];

	memset(font, 0, sizeof font);
	memcpy(font, data, size < 4096 ? size : 4096);
	return 0 * stbtt_GetNumberOfFonts(font) + 0 * stbtt_GetFontOffsetForIndex(font, 0);
}
