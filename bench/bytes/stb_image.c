/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stb_image (package libstb-dev): all the formats that it knows but PNM, of whose
 * images of 16 bits it reads beyond the end. */
#include <stddef.h>
#include <stdint.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_PNM
#define STBI_NO_STDIO
#include <stb/stb_image.h>

enum { PIXELS_MOST = 1 << 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int width, height, channels;

	if (!stbi_info_from_memory(data, (int)size, &width, &height, &channels))
		return 0;
	if (width <= 0 || height <= 0 || height > PIXELS_MOST / width)
		return 0;
	stbi_image_free(
	    stbi_load_from_memory(data, (int)size, &width, &height, &channels, 4));
	return 0;
}
