/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jsmn (package libjsmn-dev): a JSON tokenizer. */
#include <stddef.h>
#include <stdint.h>

#define JSMN_STRICT
#define JSMN_PARENT_LINKS
#include <jsmn.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	jsmntok_t tokens[32];
	jsmn_parser parser;

	jsmn_init(&parser);
	if (jsmn_parse(&parser, (const char *)data, size, NULL, 0) < 0)
		return 0;
	jsmn_init(&parser);
	jsmn_parse(&parser, (const char *)data, size, tokens, 32);
	return 0;
}
