# SPDX-License-Identifier: GPL-3.0-or-later
# Above -O0 the branches of C and C++ are still those of the source, which the front ends
# fold: ranges, letters of either case, && of what cannot fail. The optimisers run all the
# same, and what gcov counts is not changed.
. "$ME_ROOT/tests/check.sh"

cat > forms.c <<'E2'
#include <stddef.h>
#include <stdint.h>

struct pair {
	int a : 4, b : 4;
};

static int form(int c, int x, struct pair p)
{
	int sum = 0;

	if ((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
		sum |= 1;
	if (c == 'x' || c == 'X')
		sum |= 2;
	if (x > 40 && c < 50)
		sum |= 4;
	if (p.a == 3 && p.b == 5)
		sum |= 8;
	while (c < 200 && x != c)
		c++;
	return sum ^ c;
}

#ifdef __cplusplus
template <typename T> static int between(T c)
{
	return [c]() { return c >= 32 && c <= 126 ? 1 : 0; }();
}
extern "C"
#else
static int between(char c)
{
	return c >= 32 && c <= 126 ? 1 : 0;
}
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pair p = {1, 2};

	for (size_t i = 0; i < size; i++)
		if (form(data[i], (int)size, p) + between((char)data[i]) == 12345)
			return 1;
	return 0;
}
E2
cp forms.c forms.cc

# The names of all goals, in order.
goals() { # compiler file flags...
	"$1" -w -g "${@:3}" "$2" -o program && ./program --goals | grep -o '"goal":"[^"]*"' | sort
}
for language in cc:c c++:cc; do
	name=${language#*:}
	plain=$(goals "$ME_BUILD/me-${language%:*}" forms.$name -O0)
	check_equal "source_conditions_$name" 1 "$(($(echo "$plain" | wc -l) >= 36))"
	for level in -O1 -O2 -Os; do
		check_same "source_conditions_$name$level" "$plain" \
			"$(goals "$ME_BUILD/me-${language%:*}" forms.$name $level)"
	done
done

# So are those of a library that is an installed header; but not where, in C++, the header asks
# for constants.
mkdir -p installed
cp forms.c installed/forms.h
cat forms.c - > installed/asks.h <<'E2'
static inline int ask(int n)
{
	return __builtin_constant_p(n) ? 1 : 2;
}
E2
for header in forms asks; do
	echo "#include <$header.h>" | tee $header.wrapped.c > $header.wrapped.cc
	for language in cc:c c++:cc; do
		goals "$ME_BUILD/me-${language%:*}" $header.wrapped.${language#*:} -isystem installed \
			-O1 | wc -l
	done
done > installed.counts
goals_of_forms=$(goals "$me_cc" forms.c -O0 | wc -l)
check_equal source_conditions_header "$goals_of_forms $goals_of_forms" \
	"$(head -n 2 installed.counts | xargs)"
check_equal source_conditions_header_asks 1 \
	"$(($(sed -n 3p installed.counts) > $(sed -n 4p installed.counts)))"

# A character on either side of a range is an input that is kept.
target sides '' -O2 -fplugin-arg-me-conditions=source <<'E2'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int found = 0;

	if (size > 3 && data[0] == 'u')
		for (int i = 1; i < 4; i++)
			found += data[i] >= '0' && data[i] <= '9';
	return 0 * found;
}
E2
search sides -runs=100000
check_equal source_conditions_sides 0 "$(goals_left sides/log)"

# Where there are warnings they are those of the compiler alone, if nothing else is asked for.
cat > warns.c <<'E2'
int digit(int c)
{
	const int shift = 31;
	return c >= '0' && c <= '9' ? 10 << shift : 0;
}
int main(int argc, char **argv)
{
	(void)argv;
	return digit(argc);
}
E2
check_same source_conditions_warns "$($CC -O1 -Wall -c warns.c -o plain.o 2>&1)" \
	"$("$me_cc" -O1 -Wall -c warns.c -o warns.o 2>&1)"
count() { # flags...
	"$me_cc" -O1 "$@" forms.c -o program && ./program --goals | grep -c '"goal":"'
}
source=$(count -fplugin-arg-me-conditions=source)
folded=$(count -fplugin-arg-me-conditions=folded)
check_equal source_conditions_differ 1 $((source > folded))
check_equal source_conditions_default "$folded $source $folded" \
	"$(count) $(count -w) $(count -w -fplugin-arg-me-conditions=folded)"
"$me_cc" -fplugin-arg-me-conditions=all warns.c 2> bad.log
check_equal source_conditions_bad 1 "$(grep -c 'it is source or folded' bad.log)"

# Each function is compiled as it would be, with options of its own too: absent() is not
# called where the optimisers run.
cat > level.c <<'E2'
int absent(void);
#define BODY(name)                                                                     \
	int name(int c)                                                                \
	{                                                                              \
		int one = 1;                                                           \
		if (one != 1 && c < 5)                                                 \
			return absent();                                               \
		return c >= 3 && c <= 8;                                               \
	}
BODY(before)
__attribute__((optimize("no-tree-vectorize"))) BODY(own)
__attribute__((optimize("O3"))) BODY(high)
BODY(after)
int main(void)
{
	return before(1) + own(3) + high(8) + after(9) != 2;
}
E2
cp level.c level.cc
for language in cc:c c++:cc; do
	"$ME_BUILD/me-${language%:*}" -w -O2 -fplugin-arg-me-skip='*' level.${language#*:} -o level \
		> build.log 2>&1 || not_ok "source_conditions_level_${language#*:}" "$(tail -n 3 build.log)"
	check "source_conditions_run_${language#*:}" ./level
done

# With --coverage they are those that gcov has without the plugin.
branches() { # compiler
	rm -f *.gcda *.gcno
	"$1" -w -O1 --coverage $2 level.c -o level && ./level && "gcov$suffix" -b -c -t *.gcda 2> /dev/null |
		grep -c '^branch'
}
if [ "$sanitized" ]; then
	skip source_conditions_coverage "gcov has the tests of UBSan's checks, which are goals"
else
	check_same source_conditions_coverage "$(branches "$CC")" "$(branches "$me_cc" -fplugin-arg-me-skip=absent)"
fi

# What a function does not know when it is read may be known to the optimisers; in C only
# functions that ask for it are folded, as without the plugin.
cat > asks.c <<'E2'
#include <stdio.h>
#include <ctype.h>
__attribute__((error("not constant"))) void variable(void);
#define CHECK(x)                                                                       \
	do {                                                                           \
		if (!__builtin_constant_p(x))                                          \
			variable();                                                    \
	} while (0)
static inline int which(int x)
{
	return __builtin_constant_p(x) ? 2 : 1;
}
static int known(void)
{
	const int five = 5;
	int four = 4;

	CHECK(five);
	return __builtin_constant_p(four + 1);
}
#if !__has_builtin(__builtin_constant_p)
#error
#endif
static int text(const char *s)
{
	return tolower(*s) == 'a' && toupper(*s) <= 'Z' ? __builtin_constant_p(*s) : 3;
}
int main(int argc, char **argv)
{
	return printf("%d %d %d %d\n", which(3), which(argc), known(), text(*argv)) < 0;
}
E2
sed 's/__has_builtin(__builtin_constant_p)/1/' asks.c > asks.cc
for language in c cc; do
	for level in -O1 -O2 -O3; do
		compiler=$CC driver=me-cc
		[ $language = c ] || compiler=g++$suffix driver=me-c++
		$compiler -w $level asks.$language -o plain
		"$ME_BUILD/$driver" -w $level -fplugin-arg-me-skip='*' asks.$language -o asks 2> asks.log ||
			not_ok "source_conditions_asks_$language$level" "$(tail -n 3 asks.log)"
		check_same "source_conditions_asks_$language$level" "$(./plain)" "$(./asks)"
	done
done

# A `const` variable is a constant to GCC above -O0; each of these is an error at -O0.
cat > constants.c <<'E2'
int kind(int x)
{
	const int five = 5;
	enum { SIX = five + 1 };
	struct {
		int small : five;
	} s = {x};
	_Static_assert(five == 5, "");
	switch (x) {
	case five:
		return s.small;
	}
	return SIX;
}
int main(void)
{
	return kind(5) != 5;
}
E2
"$me_cc" -w -O1 constants.c -o constants 2> constants.log ||
	not_ok source_conditions_constants "$(cat constants.log)"
check source_conditions_constants ./constants < /dev/null
echo 'int main(void) { const int n = 0; switch (1) { case n + wrong: return 1; } }' > wrong.c
"$me_cc" -O1 wrong.c -o wrong 2> wrong.log
check_equal source_conditions_wrong "1 1" "$? $(grep -c "'wrong' undeclared\|‘wrong’ undeclared" wrong.log)"
