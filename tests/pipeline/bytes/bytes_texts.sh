# SPDX-License-Identifier: GPL-3.0-or-later
# Bytes targets that compare texts and read numbers from them: solved from an empty corpus by
# each of three seeds within so many runs, inner ones counted, and gcov agrees.
. "$ME_ROOT/tests/check.sh"

cat > text.h <<'E2'
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
/* The input as a text in a buffer of the target's own. */
int subject(char *s);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[64] = "";
	memcpy(text, data, size < sizeof text ? size : sizeof text - 1);
	subject(text);
	return 0;
}
E2

# run NAME EVALUATIONS: has NAME/fuzz_target meet all goals.
run() {
	for seed in 1 2 3; do
		rm -rf "$1/corpus"
		search "$1" -seed=$seed -runs="$2"
		[ "$(goals_left "$1/log")" = 0 ] || {
			not_ok "texts_bytes_$1" "seed $seed: $(grep 'me: stop' "$1/log")"
			return
		}
	done
	ok "texts_bytes_$1"
}

# solved NAME EVALUATIONS [FLAG...] < source
solved() {
	name=$1 most=$2
	shift 2
	target "$name" '' -I.. "$@" && run "$name" "$most"
}

covered() { # name function
	"$me" cover "$1/fuzz_target" "$1/corpus" > "$1/cover" 2>&1
	check_line "texts_bytes_gcov_$1" "^$2( +[0-9/]+ +100\.0%){3}" "$1/cover"
}

# ---- C

solved word 2000 <<'E2'
#include "text.h"
int subject(char *s) { if (!strcmp(s, "quit!")) return 1; return 0; }
E2
covered word subject
solved nocase 2000 <<'E2'
#include "text.h"
int subject(char *s) { if (strncasecmp(s, "Content-Type", 12)) return 0; return 1; }
E2
solved whole 2000 <<'E2'
#include "text.h"
int subject(char *s) { if (atoi(s) == 31337) return 1; return 0; }
E2
solved keyed 4000 <<'E2'
#include "text.h"
int subject(char *s)
{
	const char *at = strstr(s, "key=");
	if (at && strtod(at + 4, NULL) == 42.125)
		return 1;
	return 0;
}
E2
covered keyed subject
solved range 6000 <<'E2'
#include "text.h"
int subject(char *s)
{
	double x;
	if (sscanf(s, "%lf", &x) == 1 && x > 15.5 && x < 15.51)
		return 1;
	return 0;
}
E2
solved pair 20000 <<'E2'
#include "text.h"
int subject(char *s)
{
	unsigned a, b;
	if (sscanf(s, "%u,%x", &a, &b) == 2 && a == 12345 && b == 0xbeef)
		return 1;
	return 0;
}
E2
solved apart 20000 <<'E2'
#include "text.h"
int subject(char *s)
{
	char *end;
	long a = strtol(s, &end, 10), b = strtol(end, NULL, 10);
	if (a == 777 && b == -888)
		return 1;
	return 0;
}
E2

# The first of the lines that sets it.
solved line 20000 <<'E2'
#include "text.h"
int subject(char *s)
{
	for (char *at = strtok(s, "\n"); at; at = strtok(NULL, "\n")) {
		if (strncmp(at, "temp=", 5))
			continue;
		if (strtod(at + 5, NULL) == 42.125)
			return 1;
		return 2;
	}
	return 0;
}
E2
covered line subject

# Words in copies of parts of the input.
solved command 20000 <<'E2'
#include "text.h"
int subject(char *s)
{
	char name[8] = "", argument[16] = "";
	const char *blank = strchr(s, ' ');
	if (!blank || blank - s >= (long)sizeof name)
		return 0;
	memcpy(name, s, (size_t)(blank - s));
	strncpy(argument, blank + 1, sizeof argument - 1);
	if (strcmp(name, "seek"))
		return 1;
	if (!strcmp(argument, "forward"))
		return 2;
	return 3;
}
E2

solved magic 4000 <<'E2'
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 16)
		return 0;
	if (memcmp(data, "\x89ME\r\n\x1a\n", 8) == 0)
		if (memcmp(data + 12, "IHDR", 4) == 0)
			return 0;
	return 0;
}
E2
covered magic LLVMFuzzerTestOneInput
solved exact 4000 <<'E2'
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size == 7 && !memcmp(data, "exactly", 7))
		return 0;
	return 0;
}
E2

# ---- C++: not all branches of libstdc++'s templates and of exceptions can be taken.

cat > strings.hh <<'E2'
#include <cstdint>
#include <string>
int subject(const std::string &s);
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	subject(std::string((const char *)data, size));
	return 0;
}
E2

# taken NAME EVALUATIONS < source: all lines of the subject are reached.
taken() {
	name=$1 n=0
	mkdir -p "$name"
	cat > "$name/$name.cc"
	(cd "$name" && "$ME_BUILD/me-c++" -std=c++17 -g -O0 -I.. "$name.cc" -lm -o fuzz_target) \
		> "$name/build.log" 2>&1
	for seed in 1 2 3; do
		rm -rf "$name/corpus"
		search "$name" -seed=$seed -runs="$2"
		"$me" cover "$name/fuzz_target" "$name/corpus" > "$name/cover" 2>&1
		grep -Eq '^subject\(.*\) +[0-9/]+ +100\.0%' "$name/cover" && n=$((n + 1))
	done
	check_equal "texts_bytes_$name" 3 $n
}

taken equal 4000 <<'E2'
#include "strings.hh"
int subject(const std::string &s)
{
	if (s == "quit!")
		return 1;
	return 0;
}
E2
# From 13 on the library compares in inline functions, lengths first: that is found late.
with_gcc -lt 13 texts_split && taken split 20000 <<'E2'
#include "strings.hh"
#include <cstring>
int subject(const std::string &s)
{
	const char *sign = std::strchr(s.c_str(), '=');
	if (!sign)
		return 0;
	std::string::size_type at = sign - s.c_str();
	if (s.substr(0, at) == "colour" && s.substr(at + 1) == "blue")
		return 1;
	return 2;
}
E2
taken thrown 20000 <<'E2'
#include "strings.hh"
int subject(const std::string &s)
{
	try {
		if (std::stod(s) == 2.75)
			return 1;
	} catch (...) {
		return 3;
	}
	return 0;
}
E2

# Words that the target compares with each other, as a table of keywords is made, come into
# inputs: no distance leads to a hash.
target keywords '' <<'E2'
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const char *const words[] = {"function", "return", "local", "while", "break"};

static uint32_t hash(const char *text, size_t size)
{
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < size; i++)
		h = (h ^ (uint8_t)text[i]) * 16777619u;
	return h;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int same = 0;

	for (int i = 0; i < 5; i++)
		same += strcmp(words[i], words[(i + 2) % 5]) == 0;
	for (size_t i = 0; i + 6 <= size; i++)
		if (hash((const char *)data + i, 6) == hash(words[1], 6))
			return 1;
	return 0 * same;
}
E2
for seed in 1 2 3; do
	rm -rf keywords/corpus
	search keywords -seed=$seed -runs=40000
	check_line "texts_keywords_$seed" '; 8 of 8 goals covered' keywords/log
done
