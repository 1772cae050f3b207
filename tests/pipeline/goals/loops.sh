# SPDX-License-Identifier: GPL-3.0-or-later
# labels=ELO: loops that make no pass, one, or several. On a program small enough to run all
# inputs, each label is covered by exactly those with which counters that stand in the
# oracle's own source say so.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

# BEGIN, PASS, LEAVE and END are the oracle's; in the subject they are nothing.
cat > body.h <<'E2'
	int r = 0, n = c;
	BEGIN(0) for (int i = 0; i < a; i++) {
		PASS(0)
		r += i;
		BEGIN(1) for (int j = i; j < b; j++)
			{ PASS(1) r++; }
		END(1)
	}
	END(0)
	BEGIN(2) while (n-- > 0) {
		PASS(2)
		if (n == b)
			break;
		if (n == a)
			continue;
		r++;
	}
	END(2)
	BEGIN(3) do { PASS(3)
		r += b + 4;
	} while (r > 0 && r < 10);
	END(3)
	do { r++; } while (0); /* loop 4 has no labels */
	BEGIN(5) for (;;) {
		PASS(5)
		if (r++ > a)
			break;
		if (r == c) {
			LEAVE(5, 1)
			return 3;
		}
	}
	END(5)
	BEGIN(6) while (1) {
		PASS(6)
		if (r-- <= b) {
			LEAVE(6, 1)
			goto out;
		}
	}
out:
	BEGIN(7) while (a < 3) {
		PASS(7)
		BEGIN(8) while (b < c) {
			PASS(8)
			if (a + b == 1) {
				LEAVE(8, 1) LEAVE(7, 1)
				goto done; /* of both */
			}
			if (b == 2) {
				LEAVE(8, 2)
				goto next;
			}
			if (b < 0)
				goto more; /* of none */
			r++;
more:
			b++;
		}
		END(8)
next:
		a++;
	}
	END(7)
done:
	return r;
E2
cat > subject.c <<'E2'
#define BEGIN(loop)
#define PASS(loop)
#define LEAVE(loop, way)
#define END(loop)
int subject(int a, int b, int c)
{
#include "body.h"
}
E2
cat > oracle.c <<'E2'
#include <stdio.h>
static int number;
#define BEGIN(loop) int count##loop = 0;
#define PASS(loop) if (++count##loop == 2) printf("%d %d.many\n", number, loop);
#define LEAVE(loop, way) if (count##loop == 1) printf("%d %d.once.%d\n", number, loop, way);
#define END(loop) if (count##loop < 2) printf("%d %d.%s\n", number, loop, count##loop ? "once" : "zero");
static int run(int a, int b, int c)
{
#include "body.h"
}
#include "all_inputs.h"
ALL_INPUTS(-2, 4, -2, 4, -1, 4)
E2
run_oracle -w | sort -u > wanted

# For each traced input: FILE LABEL.
covered() { # target
	met_by_input "$1" |
		sed -n 's/"[^"]*:elo\.\([^"]*\)"$/\1/p' | sort -u
}
build() { # target compiler flag...
	target=$1 compiler=$2
	shift 2
	"$compiler" -g "$@" -fplugin-arg-me-entry=subject,a:-2..4,b:-2..4,c:-1..4 -fplugin-arg-me-any-O \
		-fplugin-arg-me-labels=ELO -c subject.c -o "$target.o" > "$target.log" 2>&1
	"$compiler" "$target.o" -o "$target" >> "$target.log" 2>&1
}
build cxx "$ME_BUILD/me-c++" -O2 -x c++
covered ./cxx > cxx.got
check cxx_loops_make_the_passes_counted cmp wanted cxx.got

# ---- exceptions and longjmp

# A throw leaves each loop around it, unless a try block is between; what a callee throws is
# not asked.
cat > thrown.cc <<'E2'
static void outside(int n)
{
	if (n == 3)
		throw n;
}
int thrown(int a, int b)
{
	int r = 0;

	try {
		for (int i = 0; i < a; i++) {
			if (i == b)
				throw i;
			r += 2;
		}
		while (a > 0) {
			try {
				if (a == 2)
					throw a;
			} catch (int n) {
				if (b == 5)
					throw;
			}
			outside(a);
			a--;
		}
	} catch (int n) {
		r += n;
	}
	return r;
}
E2
mkdir thrown.dir && cd thrown.dir || exit
"$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=thrown -fplugin-arg-me-labels=ELO -c ../thrown.cc -o thrown.o > build.log 2>&1
"$ME_BUILD/me-c++" thrown.o -o thrown >> build.log 2>&1
mkdir inputs
pair() { # file a b: two small numbers
	printf "\\$2\\0\\0\\0\\$3\\0\\0\\0" > "inputs/$1"
}
elo_of() { # target
	met_by_input "$1" | sed -n 's/"[^"]*:elo\.\([^"]*\)"$/\1/p' | sort -u
}
pair thrown_first 1 0 # throws in the first pass of the first loop
pair thrown_later 2 1
pair not_thrown 1 4
pair rethrown 2 3 # caught, and goes on
pair rethrown_out 2 5
pair by_callee 3 7
elo_of ./thrown > thrown.got
cat > thrown.wanted <<'E2'
by_callee 0.many
not_thrown 0.once
not_thrown 1.once
rethrown 0.many
rethrown 1.many
rethrown_out 0.many
rethrown_out 1.once.1
thrown_first 0.once.1
thrown_later 0.many
E2
check thrown cmp thrown.wanted thrown.got
# longjmp leaves a loop unseen; the loop that it comes back to counts on.
cat > jumps.cc <<'E2'
#include <setjmp.h>
static jmp_buf out;
int jumps(int a, int b)
{
	volatile int r = 0;

	for (volatile int i = 0; i < a; i++) {
		if (setjmp(out))
			continue;
		while (b > 0) {
			r = r + 1;
			if (b == 2)
				longjmp(out, 1);
			b--;
		}
	}
	return r;
}
E2
"$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=jumps -fplugin-arg-me-labels=ELO -c jumps.cc -o jumps.o > build.log 2>&1
"$ME_BUILD/me-c++" jumps.o -o jumps >> build.log 2>&1
rm inputs/*
pair jumps_first 1 2 # out of the inner loop's first pass
pair jumps_later 1 3
pair jumps_again 2 2
pair none 1 1
elo_of ./jumps > jumps.got
cat > jumps.wanted <<'E2'
jumps_again 0.many
jumps_first 0.once
jumps_later 0.once
jumps_later 1.many
none 0.once
none 1.once
E2
check jumps cmp jumps.wanted jumps.got
cd ..

# Before GCC 12 the front end of C had no loops any more.
with_gcc -ge 12 c_loops_make_the_passes_counted any_O search_covers_them are_all_of_them \
	names_what_is_missing changes_nothing || exit 0
build c "$me_cc" -O0
covered ./c > c.got
check c_loops_make_the_passes_counted cmp wanted c.got
build fast "$me_cc" -O1
covered ./fast > fast.got
check any_O cmp wanted fast.got

# 25 labels: of the loops 0, 1, 2, 7 and 8 three, of 3 and 5 two, of 6 one, as nothing comes
# behind it; and one for each of five returns and gotos out of a loop.
check_equal are_all_of_them 25 "$(./c --goals | grep -c '"type":"elo"')"
mkdir found
./c -seed=1 -runs=20000 found > log 2>&1
"$me" score --labels=ELO ./c found > score 2>&1
check_line search_covers_them "^subject  elo +$(cut -d' ' -f2 wanted | sort -u | wc -l)/25\$" score
check_line names_what_is_missing 'body.h:.* elo.5.many: begins a second pass: not covered' score

# All criteria at once, in a program that they leave as it is.
cat > main.c <<'E2'
#include <stdio.h>
int subject(int a, int b, int c);
int main(void)
{
	for (int a = -3; a < 9; a++)
		for (int b = -3; b < 9; b++)
			printf("%d\n", subject(a, b, a ^ b));
}
E2
"$CC" -w subject.c main.c -o plain && ./plain > plain.out
"$me_cc" -g -O0 -Wall -Wextra -fplugin-arg-me-labels=IC,ELO,DCC,MCC,WM,RTE subject.c main.c -o changed > build.log 2>&1
./changed > changed.out
check changes_nothing cmp plain.out changed.out
