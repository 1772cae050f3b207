# SPDX-License-Identifier: GPL-3.0-or-later
# labels=IC: each statement is executed. On a program small enough to run all inputs, each
# label is covered by exactly those with which the program itself notes that it came to the
# statement.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

# One statement a line. S notes the line in the oracle, also inside of an expression; B
# does so in front of a jump. In the subject both are nothing.
cat > body.h <<'E2'
	int r = S(0), n = c;
	if (S(a < 2 && b > -1))
		S(r++);
	else if (S(b == 2))
		S(r--);
	for (int i = S(0); i < a; i++)
		S(r += i);
	while (S(n-- > 0)) {
		if (S(n == 1)) {
			B continue;
		}
		if (S(b > n)) {
			B break;
		}
		S(r += n);
	}
	switch (S(c)) {
	case 1:
		S(r *= 2);
		B __attribute__((fallthrough));
	case 2:
		S(r++);
		B break;
	case 3: {
		int k = S(a);
		if (S(k == b))
			return S(k);
		B goto end;
	}
	default:
		;
	}
	S(r += a);
	n = S(({ int t = S(r + 1); S(t * 2); }));
end:
	return S(r > n ? a : b);
E2
cat > subject.c <<'E2'
#define S(e) (e)
#define B
int subject(int a, int b, int c)
{
#include "body.h"
}
E2
cat > oracle.c <<'E2'
#include <stdio.h>
static int number;
#define S(e) (printf("%d %d\n", number, __LINE__), e)
#define B printf("%d %d\n", number, __LINE__);
static int run(int a, int b, int c)
{
#include "body.h"
}
#include "all_inputs.h"
ALL_INPUTS(-1, 3, -2, 3, -1, 4)
E2
run_oracle -w > noted
# __attribute__((fallthrough)) is no statement that is executed, though the oracle says so.
grep -v " $(sed -n '/fallthrough/=' body.h)\$" noted | sort -u > wanted

# For each traced input: FILE LINE.
covered() { # target
	met_by_input "$1" |
		sed -n 's/"[^"]*:ic\.\([0-9]*\):[0-9.]*"$/\1/p' | sort -u
}
build() { # target compiler flag...
	target=$1 compiler=$2
	shift 2
	"$compiler" -g "$@" -fplugin-arg-me-entry=subject,a:-1..3,b:-2..3,c:-1..4 -fplugin-arg-me-any-O \
		-fplugin-arg-me-labels=IC -c subject.c -o "$target.o" > "$target.log" 2>&1
	"$compiler" "$target.o" -o "$target" >> "$target.log" 2>&1
}
build c "$me_cc" -O0
covered ./c > c.got
build cxx "$ME_BUILD/me-c++" -O2 -x c++
covered ./cxx > cxx.got
check cxx_statements_are_those_executed cmp wanted cxx.got
build fast "$me_cc" -O1
covered ./fast > fast.got
# Before GCC 12 the front end of C had no loops any more.
with_gcc -ge 12 c_statements_are_those_executed any_O are_all_of_them places && {
	check c_statements_are_those_executed cmp wanted c.got
	check any_O cmp wanted fast.got
}

mkdir found
./c -seed=1 found > log 2>&1
"$me" score --labels=IC ./c found > score 2>&1
check_line search_covers_all '^subject  ic +([0-9]+)/\1$' score
# Line 1 has two declarations with a value, line 34 has three statements.
[ "$gcc" -ge 12 ] && check_line are_all_of_them "^subject  ic +[0-9]+/$(($(cut -d' ' -f2 wanted | sort -u | wc -l) + 3))\$" score

# ---- places, and what is no statement

cat > places.c <<'E2'
#include <assert.h>
#define TWICE(x) x++; x++
int f(int n)
{
	int later, r = n;
	static int calls = 3;
	later = r; r = 1;
	TWICE(r);
	assert(r != 77);
	for (r = 1; n > 0; n--)
		;
	{ r *= calls; }
out:
	later += r;
	if (n > 3) goto out;
	__builtin_unreachable();
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=f -fplugin-arg-me-labels=IC -c places.c -o places.o > places.log 2>&1
"$me_cc" places.o -o places >> places.log 2>&1
[ "$gcc" -ge 12 ] && check_equal places '5:13 7:2 7:13 8:2 8:2.2 9:2 10:2 12:4 14:2 15:5 15:13 16:2 ' \
	"$(./places --goals | sed -n 's/.*"name":"ic\.\([^"]*\)".*"line":\([0-9]*\),"column":\([0-9]*\),.*/\1 \2:\3/p' |
		while read -r name place; do [ "${name%.2}" = "$place" ] && echo "$name"; done | tr '\n' ' ')"
printf '\0\0\0\0' > zero
"$me" score --labels=IC ./places zero > missing 2>&1
check_line says_what_is_missing 'places.c:15:13: f: ic.15:13: is executed: not covered' missing
