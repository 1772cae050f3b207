# SPDX-License-Identifier: GPL-3.0-or-later
# For awk, of a line of JSON that `me` printed (include/me/schema.h): member(NAME) is the number
# or the text of its first member of that name, without escapes undone; "" if it has none.
json='function member(name, at) {
	if (!match($0, "\"" name "\":(\"([^\"\\\\]|\\\\.)*\"|[^,}]*)"))
		return ""
	at = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
	return at ~ /^"/ ? substr(at, 2, length(at) - 2) : at
}
'
