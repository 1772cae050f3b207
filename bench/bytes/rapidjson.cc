/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RapidJSON (package rapidjson-dev): parses a text and writes it again. Not with its
 * kParseFullPrecisionFlag: that reads beyond a table for numbers such as 1e-334. */
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const unsigned flags =
	    rapidjson::kParseIterativeFlag | rapidjson::kParseNanAndInfFlag;
	rapidjson::Document document;

	document.Parse<flags>(reinterpret_cast<const char *>(data), size);
	if (document.HasParseError())
		return 0;
	rapidjson::StringBuffer out;
	rapidjson::Writer<rapidjson::StringBuffer> writer(out);
	document.Accept(writer);
	return 0;
}
