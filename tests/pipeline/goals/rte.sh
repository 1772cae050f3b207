# SPDX-License-Identifier: GPL-3.0-or-later
# labels=RTE: run-time errors. On all inputs of a list each goal is covered by exactly those
# with which GCC's checked arithmetic, the processor's flags or a comparison in the oracle
# say that the operation is an error; also where the run then traps.
. "$ME_ROOT/tests/check.sh"

cat > ints.c <<'E2'
static struct { int before[16], t[4], after[16]; } s;
static int zero = 0;
int ints(int a, int b)
{
	int r = a + b;
	r = a - b;
	r = a * b;
	r = a - 7;
	r = -a;
	a += zero;
	long c = 4611686018427387904L + a;
	c = c * b;
	r = a << b;
	r = a >> (unsigned char)b;
	short h = a;
	h++;
	unsigned u = a;
	u = u * u + 3 - u;
	if (a > -9 && a < 9) {
		r = s.t[a];
		s.t[a] = 1;
		int *end = &s.t[a];
		r += end == s.after;
	}
	r = b % 5;
	r = a / b;
	int *p = a > 0 ? s.t : 0;
	r = *p;
	return r + *p + h + (int)u;
}
E2
cat > ints_oracle.c <<'E2'
#include <limits.h>
#include <stdio.h>
static int number;
#define SAY(line, name, is) ((is) ? (void)printf("%d %d.%s\n", number, line, name) : (void)0)
static void run(int a, int b)
{
	int r;
	long w;
	SAY(5, "overflow", __builtin_add_overflow(a, b, &r));
	SAY(6, "overflow", __builtin_sub_overflow(a, b, &r));
	SAY(7, "overflow", __builtin_mul_overflow(a, b, &r));
	SAY(8, "overflow", __builtin_sub_overflow(a, 7, &r));
	SAY(9, "overflow", a == INT_MIN);
	/* line 10 adds 0, line 11 a small number: neither ever overflows */
	SAY(12, "overflow", __builtin_mul_overflow(4611686018427387904L + a, (long)b, &w));
	SAY(13, "shift", b < 0 || b > 31);
	SAY(14, "shift", (b & 255) > 31);
	if (a > -9 && a < 9) {
		SAY(20, "index", a < 0 || a > 3);
		SAY(21, "index", a < 0 || a > 3);
		SAY(22, "index", a < 0 || a > 4);
	}
	SAY(26, "divzero", b == 0);
	SAY(26, "overflow", b == -1 && a == INT_MIN);
	if (b == 0 || (b == -1 && a == INT_MIN))
		return;
	SAY(28, "null", a <= 0);
}
int main(void)
{
	static const int values[] = {INT_MIN, INT_MIN + 1, INT_MIN + 7, -65536, -8, -2, -1, 0, 1, 2,
				     3, 4, 5, 8, 31, 32, 255, 256, 46340, 46341, INT_MAX};
	enum { N = sizeof values / sizeof *values };
	for (int i = 0; i < N * N; i += 2) {
		char name[32];
		const int input[] = {values[i / N], values[i % N]};
		sprintf(name, "ints.in/%d", ++number);
		FILE *out = fopen(name, "wb");
		fwrite(input, sizeof input, 1, out);
		fclose(out);
		run(input[0], input[1]);
	}
}
E2
cat > floats.c <<'E2'
double floats(double x, double y, float f)
{
	double r = x + y;
	r = x - y;
	r = x * y;
	r = x / y;
	r = 3 / y;
	r = f * f;
	r = (int)x;
	r = (unsigned char)f;
	r = (float)x;
	return r;
}
E2
cat > floats_oracle.c <<'E2'
#include <fenv.h>
#include <math.h>
#include <stdio.h>
static int number;
static void say(int line)
{
	static const struct { int flag; const char *name; } all[] = {
		{FE_OVERFLOW, "overflow"}, {FE_INVALID, "invalid"}, {FE_DIVBYZERO, "divzero"}};
	for (int i = 0; i < 3; i++)
		if (fetestexcept(all[i].flag))
			printf("%d %d.%s\n", number, line, all[i].name);
}
#define DO(line, e) (feclearexcept(FE_ALL_EXCEPT), r = (e), say(line))
#define CONVERT(line, is) ((is) ? (void)0 : (void)printf("%d %d.convert\n", number, line))
static void run(volatile double x, volatile double y, volatile float f)
{
	volatile double r;
	volatile float s;
	DO(3, x + y); DO(4, x - y); DO(5, x * y); DO(6, x / y); DO(7, 3 / y);
	feclearexcept(FE_ALL_EXCEPT), s = f * f, say(8);
	CONVERT(9, trunc(x) >= -2147483648.0 && trunc(x) <= 2147483647.0);
	CONVERT(10, truncf(f) >= 0 && truncf(f) <= 255);
	feclearexcept(FE_ALL_EXCEPT), s = (float)x, say(11);
}
int main(void)
{
	static const double values[] = {NAN, -INFINITY, -1.7e308, -2147483649.0, -2147483648.5, -1, -0.5, -0.0, 0,
					1e-310, 1, 255.5, 256, 2147483647.5, 2147483648.0, 3e38, 1e39, 1.7e308, INFINITY};
	enum { N = sizeof values / sizeof *values };
	for (int i = 0; i < N * N; i++) {
		char name[32];
		const double input[] = {values[i / N], values[i % N]};
		const float f = (float)values[i * 7 % N];
		sprintf(name, "floats.in/%d", ++number);
		FILE *out = fopen(name, "wb");
		fwrite(input, sizeof input, 1, out);
		fwrite(&f, sizeof f, 1, out);
		fclose(out);
		run(input[0], input[1], f);
	}
}
E2
# For each input: FILE LINE.NAME. One process each: some runs end by a signal.
covered() { # name
	"./$1" --goals | sed -n 's/.*"goal":"\([^"]*\)","type":"rte".*"line":\([0-9]*\),.*/\1 \2/p' > lines
	for input in "$1".in/*; do
		("./$1" --trace "$input") 2> trace.err
	done | sed -n 's/^{.*"file":"[^"]*\/\([^"]*\)".*,"met":\[\(.*\)\]}$/\1 \2/p' |
		awk 'NR == FNR {line[$1] = $2; next}
		{n = split($2, id, ","); for (i = 1; i <= n; i++) {
			gsub(/"/, "", id[i])
			if (id[i] in line) {
				name = id[i]
				sub(/.*\./, "", name)
				print $1, line[id[i]] "." name
			}}}' lines - | sort -u
}
# agree NAME: what is covered, and the goals as "LINE.NAME", by the oracle or named besides.
agree() { # name goal...
	name=$1
	shift
	mkdir "$name.in"
	"$CC" -w -O0 -frounding-math "${name}_oracle.c" -lm -o oracle && ./oracle | sort -u > wanted
	"$me_cc" -g -O0 -fplugin-arg-me-entry="$name" -fplugin-arg-me-labels=RTE -c "$name.c" -o "$name.o" > "$name.log" 2>&1
	"$me_cc" "$name.o" -o "$name" >> "$name.log" 2>&1
	covered "$name" > got
	check "${name}_errors_are_where_goals_say" cmp wanted got
	check_same "${name}_goals" "$({ cut -d' ' -f2 wanted; printf '%s\n' "$@"; } | sort -u)" \
		"$("./$name" --goals | sed -n 's/.*"name":"rte\.[0-9]*\.\([^"]*\)".*"line":\([0-9]*\),.*/\2.\1/p' | sort -u)"
}
# Besides: what does not overflow with any input of the list, or with none at all.
agree ints 10.overflow 11.overflow 23.overflow 29.overflow
agree floats 8.invalid

# An array whose size is a variable.
cat > sized.c <<'E2'
unsigned sized(int a, int b)
{
	unsigned r = 0;
	if (b > 0 && b < 9) {
		int v[b];
		r += v[a & 15];
		int *at = &v[a & 15];
		r += (unsigned)v[~a & 7] + (at == 0);
	}
	return r;
}
E2
sed -e 's/ints\.in/sized.in/' -e '/^static void run/,/^}/d' ints_oracle.c | sed '/^int main/i\
static void run(int a, int b)\
{\
	SAY(6, "index", b > 0 \&\& b < 9 \&\& (a \& 15) >= b);\
	SAY(7, "index", b > 0 \&\& b < 9 \&\& (a \& 15) > b);\
	SAY(8, "index", b > 0 \&\& b < 9 \&\& (~a \& 7) >= b);\
}' > sized_oracle.c
agree sized 5.overflow

# ---- the search, its inputs and the score

if [ ! "$sanitized" ]; then
	mkdir found
	(cd found && ../ints -seed=1 -runs=100000 --kinds=rte . > ../log 2>&1)
	check_line search_meets_errors 'stop: .* 14 of 20 goals covered' log
	"$me" score --labels=RTE ./ints found > score 2>&1
	check_line score_has_them '^ints +rte +[0-9]+/20$' score
fi
printf '\0\0\0\0\0\0\0\0' > zero
check_equal fails_where_asked 77 "$([ "$sanitized" ] && echo 77 || status_of aborted ./floats --abort-on=rte zero zero)"

# ---- what is no error

cat > none.cc <<'E2'
struct pair { int a, b; int sum() const { return a + b; } };
int none(pair &p, int n, int *q)
{
	int r = p.a << 3;
	int table[8] = {0};
	r += table[3] + n / 7;
	*q = r;
	*q += 1;
	return p.sum();
}
E2
"$ME_BUILD/me-c++" -g -O0 -fwrapv -fplugin-arg-me-entry=none,q:1? -fplugin-arg-me-labels=RTE -c none.cc -o none.o > none.log 2>&1
"$ME_BUILD/me-c++" none.o -o none >> none.log 2>&1
check_equal none_but_a_pointer 'null 7;' \
	"$(./none --goals | sed -n 's/.*"name":"rte\.[0-9]*\.\([^"]*\)".*"line":\([0-9]*\),.*/\1 \2/p' | tr '\n' ';')"

# The program is as it was: an observer leaves flags and errno alone, and does not trap.
target quiet 'quiet,n:-9..9' -fplugin-arg-me-labels=RTE << 'E2'
#include <errno.h>
#include <fenv.h>
int quiet(double x, int n, int k)
{
	static const int table[3] = {1, 2, 3};
	double r;
	if (x != x)
		return 0;
	feclearexcept(FE_ALL_EXCEPT);
	errno = 0;
	r = x - 0.5;
	if (x > -1e9 && x < 1e9)
		r += (int)x;
	if (n)
		r += 100 / n;
	if (n >= 0 && n < 3)
		r += table[n];
	r += (unsigned)k << (n & 7);
	if (errno || fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW))
		__builtin_abort();
	return r > 0;
}
E2
search quiet --kinds=rte -runs=3000
check_no_line quiet_no_crash 'deadly signal' quiet/log
check_line quiet_runs 'stop: ' quiet/log

# What UBSan computes for its checks has no goals.
errors() { # target
	"$1" --goals | sed -n 's/.*"name":"rte\.[0-9]*\.\([^"]*\)".*"line":\([0-9]*\),.*/\2.\1/p' | sort
}
"$me_cc" -g -O0 -fsanitize=undefined -fplugin-arg-me-entry=ints -fplugin-arg-me-labels=RTE,IC -c ints.c -o sanitized.o > o.log 2>&1
"$me_cc" -fsanitize=undefined sanitized.o -o sanitized >> o.log 2>&1
"$me_cc" -g -O0 -fplugin-arg-me-entry=ints -fplugin-arg-me-labels=RTE,IC -c ints.c -o bare.o >> o.log 2>&1
"$me_cc" bare.o -o bare >> o.log 2>&1
check_same sanitized_errors "$(errors ./bare)" "$(errors ./sanitized)"
check_same sanitized_statements "$(./bare --goals | grep -o '"ic\.[^"]*"')" "$(./sanitized --goals | grep -o '"ic\.[^"]*"')"

# Checks of UBSan's are sought in a build that has them, and do not count. A session goes on
# for them behind its last branch; each one fails here for few inputs only.
target checked 'checked,n:-2000000000..2000000000' -fsanitize=undefined << 'E2'
static const int weights[9] = {1, 2, 3};
int checked(int n, unsigned char bits, int divisor, long at)
{
	int r = 1;
	if (n > 5)
		r = 1999999999 + n / 8;
	if (bits > 200)
		r ^= 1 << (bits - 200);
	r %= divisor - 54321;
	if (at > 99 && at < 200)
		r += weights[at - 99];
	return r;
}
E2
search checked
sed -n 's/.*"type":"ubsan".*"line":\([0-9]*\),.*"scope":\([a-z]*\),.*/\1 \2/p' \
	< <(checked/fuzz_target --goals) | sort -u > checked/lines
for line in 6 8 9 11; do
	check_line "checked_goal_$line" "^$line false\$" checked/lines
done
check_equal checked_fails '' "$(for report in '6:.*overflow' '8:.*too large' '9:.*division by zero' '11:.*out of bounds'; do
	grep -q "checked.c:$report" checked/log || echo "$report"
done)"
check_line checked_branches 'stop: .*; 8 of 8 goals covered' checked/log
check_equal unchecked_kinds '' "$(./bare --goals | grep -o '"type":"ubsan"')"

# At any -O, and in Fortran.
for level in 1 2; do
	"$me_cc" -O$level -w -c -fplugin-arg-me-labels=RTE ints.c floats.c > o.log 2>&1
	check_equal compiles_at_$level '' "$(cat o.log)"
done
cat > s.f90 <<'E2'
integer function s(n, x)
  integer :: n, a(10)
  double precision :: x
  a = n / 2
  s = a(n) + 7 / n + int(x)
end function
E2
"$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=s -fplugin-arg-me-labels=RTE -c s.f90 -o s.o > s.log 2>&1
"$ME_BUILD/me-fortran" s.o -o s >> s.log 2>&1
./s --goals | sed -n 's/.*"name":"rte\.[0-9]*\.\([^"]*\)".*"line":\([0-9]*\),.*/\2 \1/p' | sort -u > fortran
for goal in '5 index' '5 divzero' '5 convert'; do
	check_line "fortran_${goal#* }" "^$goal\$" fortran
done
