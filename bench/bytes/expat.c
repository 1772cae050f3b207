/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expat.c - expat, with a handler for each kind of event */
#include <expat.h>
#include <stddef.h>
#include <stdint.h>

static void XMLCALL on_start(void *user, const XML_Char *name,
			     const XML_Char **attributes)
{
	(void)user;
	(void)name;
	(void)attributes;
}

static void XMLCALL on_end(void *user, const XML_Char *name)
{
	(void)user;
	(void)name;
}

static void XMLCALL on_text(void *user, const XML_Char *text, int length)
{
	(void)user;
	(void)text;
	(void)length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	XML_Parser parser = XML_ParserCreate(NULL);

	if (!parser)
		return 0;
	XML_SetHashSalt(parser, 1); /* else each run has another one */
	XML_SetElementHandler(parser, on_start, on_end);
	XML_SetCharacterDataHandler(parser, on_text);
	XML_Parse(parser, (const char *)data, (int)size, XML_TRUE);
	XML_ParserFree(parser);
	return 0;
}
