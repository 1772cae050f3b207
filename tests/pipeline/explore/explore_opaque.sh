# SPDX-License-Identifier: GPL-3.0-or-later
# Callees whose GIMPLE is not there, with a state, errno, another rounding mode, an abort: no
# verdict is wrong for them, and what does not depend on them is explored.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

explore_opaque() { # name ARGUMENT...
	explore_anew "$@"
	check_equal "opaque_${name}_refutes_nothing" 0 "$(summary refuted "$name.json")"
	check_equal "opaque_${name}_whole" "${whole:-false}" "$(summary whole "$name.json")"
}

covers() { # name goal
	check_line "opaque_$1_covers_$2" '"verdict":"covered","goal":"'"$1:$2"'"|"goal":"'"$1:$2"'".*"verdict":"covered"' "$1.json"
}

not_infeasible() { # name goal
	check_no_line "opaque_$1_no_proof_$2" \
		'"verdict":"infeasible.*"goal":"'"$1:$2"'"|"goal":"'"$1:$2"'".*"verdict":"infeasible' "$1.json"
}

cat > hidden.c << 'E2'
#include <errno.h>
#include <fenv.h>
#include <stdlib.h>
int counted(int x)
{
	static int calls;

	return x + ++calls;
}
void fails(int x) { errno = x == 7 ? ERANGE : 0; }
void rounds(int up) { fesetround(up ? FE_UPWARD : FE_TONEAREST); }
void stops(int x)
{
	if (x == 99)
		abort();
}
E2
check opaque_object "$CC" -c hidden.c -o hidden.o

# Two calls with the same argument give two values.
target state state ../hidden.o << 'E2'
int counted(int x);
int state(int x)
{
	if (counted(x) != counted(x))
		return 1;
	if (counted(x) == 13 && x != 10)
		return 3;
	if (x == 77)
		return 2;
	return 0;
}
E2
explore_opaque state
covers state 0.0
not_infeasible state 0.1

target number number ../hidden.o << 'E2'
#include <errno.h>
void fails(int x);
int number(int x)
{
	errno = 0;
	fails(x);
	if (errno == ERANGE)
		return 1;
	if (x == 77)
		return 2;
	return 0;
}
E2
whole=true # chance finds x == 7, behind which nothing is left
explore_opaque number
whole=
covers number 0.0
covers number 1.0

# When rounding to nearest the sum is 1; the callee rounds up.
target up up ../hidden.o -lm << 'E2'
void rounds(int up);
int up(int x, double tiny)
{
	if (!(tiny > 0 && tiny < 1e-30))
		return 0;
	rounds(x > 0);
	if (1 + tiny > 1)
		return 1;
	if (x == 77)
		return 2;
	return 3;
}
E2
for method in portfolio smt; do
	explore_opaque up --solve=$method
	covers up 2.0
	not_infeasible up 2.0
	not_infeasible up 2.1
done

# A run that is aborted on its way has not diverged.
target stop stop ../hidden.o << 'E2'
void stops(int x);
int stop(int x)
{
	stops(x);
	if (x == 99)
		return 1;
	if (x == 77)
		return 2;
	return 0;
}
E2
explore_opaque stop
covers stop 1.0
not_infeasible stop 0.0
check_line opaque_stop_ends '"verdict":"unknown","goal":"stop:0.0","why":"the run ends before it"' stop.json
check_equal opaque_stop_diverges 0 "$(summary diverged stop.json)"

# A condition on the result of a call is not asked again for another one: its value may change with
# the input, so that a model of the second condition is a guess.
printf 'int mixes(unsigned x) { return (int)(x * 2654435761u); }\n' > mix.c
check opaque_mix_object "$CC" -c mix.c -o mix.o
target mix mix ../mix.o << 'E2'
int mixes(unsigned x);
int mix(unsigned x)
{
	int s = 0;

	if (mixes(x) < 0)
		s++;
	if (x > 1000)
		s += 2;
	if (x % 16 == 5)
		s += 4;
	return s;
}
E2
explore_opaque mix --solve=smt
check_equal opaque_mix_diverges 0 "$(summary diverged mix.json)"
check_equal opaque_mix_misses true "$([ "$(summary missed mix.json)" -gt 0 ] && echo true)"

# A callee that gets an array may write to it, and mostly does not: that it has not is a guess, which
# leads to inputs, and is no proof. `sums` only reads; `fills` writes what it was not asked for.
cat > arrays.c << 'E2'
double sums(const double *a, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}
void fills(double *a, double by) { a[1] += by; }
void adds_one(int *a) { a[0]++; }
void sets(int *a) { a[1] = 7; }
E2
check opaque_arrays_object "$CC" -c arrays.c -o arrays.o
target reads 'reads,a:3' ../arrays.o << 'E2'
double sums(const double *a, int n);
int reads(const double a[3])
{
	const double s = sums(a, 3);

	if (a[0] * 3 == 111)
		return s > 0;
	if (a[2] > a[0] && a[2] < a[0] + 0x1p-30)
		return 2;
	return 3;
}
E2
whole=true
for method in smt avm smt+avm portfolio; do
	explore_opaque reads --solve=$method --until-covered
	covers reads 0.0
	covers reads 1.0
	covers reads 2.0
	check_equal opaque_reads_${method}_diverges 0 "$(summary diverged reads.json)"
done
whole=

target writes 'writes,a:3' ../arrays.o << 'E2'
void fills(double *a, double by);
int writes(const double a[3], double by)
{
	double own[3] = {a[0], 0, a[2]};

	fills(own, by);
	if (own[0] == 37)
		return 1;
	if (own[1] == 5)
		return 2;
	return 3;
}
E2
for method in smt portfolio; do
	explore_opaque writes --solve=$method
	covers writes 0.0
	not_infeasible writes 1.0
	check_equal opaque_writes_${method}_diverges 0 "$(summary diverged writes.json)"
done

# Where the guess is wrong, its solution has not diverged, and that it has none proves nothing.
target adds adds ../arrays.o << 'E2'
void adds_one(int *a);
int adds(int x)
{
	int own[2] = {x, 0};

	adds_one(own);
	if (own[0] == 1000000)
		return 1;
	return 0;
}
E2
target ranges ranges ../arrays.o << 'E2'
void adds_one(int *a);
int ranges(int x)
{
	int own[2] = {x, 0};

	if (x < 0 || x > 1000)
		return 3;
	adds_one(own);
	if (own[0] == 1001)
		return 1;
	return 0;
}
E2
for method in smt portfolio smt+avm; do
	explore_anew adds --solve=$method
	check_equal opaque_adds_${method}_diverges 0 "$(summary diverged adds.json)"
	explore_anew ranges --solve=$method
	not_infeasible ranges 2.0
	not_infeasible ranges 0.0
	check_equal opaque_ranges_${method}_infeasible 0 "$(summary infeasible_prefixes ranges.json)"
done

# A proof that holds whatever the callee writes.
target square square ../arrays.o << 'E2'
double sums(const double *a, int n);
int square(double x)
{
	double own[1] = {x};

	sums(own, 1);
	if (own[0] * own[0] + 1 < 0.5)
		return 1;
	return 0;
}
E2
for method in smt portfolio; do
	explore_anew square --solve=$method
	check_equal opaque_square_${method} 1 "$(summary infeasible_prefixes square.json)"
done

# The guess is right for one array, and wrong for another on the way.
target flag flag ../arrays.o << 'E2'
double sums(const double *a, int n);
void sets(int *a);
int flag(double y)
{
	int wrong[2] = {0, 0};
	double own[1] = {y};

	sets(wrong);
	sums(own, 1);
	if (wrong[1] != 7)
		return -1;
	if (own[0] * 3 == 111)
		return 1;
	return 0;
}
E2
for method in smt portfolio; do
	explore_anew flag --solve=$method
	check_equal opaque_flag_${method} 3 "$(summary covered flag.json)"
done

# A side that depends on no input: what a method with solvers asks them proves it.
cat > shown.c << 'E2'
int shown(int *a) { return a[0] + 1; }
E2
check opaque_shown_object "$CC" -c shown.c -o shown.o
target square square ../shown.o << 'E2'
int shown(int *a);
int square(int n)
{
	int v[2] = {7, 0};
	int r = shown(v);

	if ((unsigned)r * (unsigned)r == 7)
		return 5;
	return n > 3;
}
E2
for method in smt smt+avm portfolio; do
	whole=true explore_opaque square --solve=$method
	check_equal "opaque_square_$method" 1 "$(summary infeasible_prefixes square.json)"
done

# A callee that is declared const is executed when a condition is searched.
cat > consts.c << 'E2'
#include <stdlib.h>
#include <unistd.h>
int twice(int x) { return 2 * x; }
double mean(double a, double b, float c) { return (a + b) / 2 + c; }
_Bool fits(signed char c, short s, long l) { return c + s == l; }
int aborts(int x) { return x > 5 && x < 1000 ? abort(), 0 : 2 * x; }
int loops(int x)
{
	while (x > 20000)
		;
	return 2 * x;
}
int waits(int x)
{
	if (x > 20000)
		pause();
	return 2 * x;
}
int counts(int x)
{
	static int calls;

	return x + ++calls;
}
int far;
int moves(int x) { return x + 1000 * far; }
float half(float x) { return x / 2; }
E2
check opaque_consts_object "$CC" -O0 -c consts.c -o consts.o
check opaque_consts_library "$CC" -shared -fPIC consts.c -o libconsts.so
CONST='__attribute__((const))'
for callee in twice aborts loops waits; do
	target $callee searched ../consts.o << E2
int $callee(int x) $CONST;
int searched(int x)
{
	if ($callee(x) == 24690)
		return 1;
	return 0;
}
E2
	for method in avm portfolio; do
		whole=true explore_opaque $callee --solve=$method
		check_line opaque_${callee}_$method '"goal":"searched:0.0".*"verdict":"covered"' $callee.json
		check_equal opaque_${callee}_${method}_diverges 0 "$(summary diverged $callee.json)"
	done
done

target mean means ../consts.o << E2
double mean(double a, double b, float c) $CONST;
int means(double a, double b)
{
	if (mean(a, b, 2.5f) == 1234.5)
		return 1;
	return 0;
}
E2
for method in avm portfolio; do
	whole=true explore_opaque mean --solve=$method
	check_line opaque_mean_$method '"goal":"means:0.0".*"verdict":"covered"' mean.json
done

# Functions of a library, and arguments of other sizes: negative ones are extended. The linker's
# jumps to functions that are called and lent as well are 8 bytes, some beside that to signal().
names='abs atof atoi atol bsearch calloc clock div feof fgetc fputs free getenv gmtime isalpha
	labs malloc puts qsort rand realloc rewind srand strchr strcmp strcpy strlen strtod time'
{
	printf '#include <ctype.h>\n#include <stdio.h>\n#include <stdlib.h>\n'
	printf '#include <string.h>\n#include <time.h>\n'
	printf 'void *lent[] = {\n' && printf '\t%s,\n' $names && echo '};'
	printf 'long sum(long (*f)(void))\n{\n\treturn f()'
	printf ' + ((long (*)(void))%s)()' $names && printf ';\n}\n'
} > both.c
check opaque_both "$CC" -c both.c -o both.o
target half 'half_of,l:-9..-2' ../both.o -Wl,--no-as-needed -L.. -lconsts -Wl,-rpath,"$PWD" << E2
float half(float x) $CONST;
_Bool fits(signed char c, short s, long l) $CONST;
int half_of(float x, signed char c, short s, long l)
{
	if (half(x) == 617.25f)
		return 1;
	if (c == -1 && s > -6 && s < 0 && fits(c, s, l))
		return 2;
	return 0;
}
E2
whole=true explore_opaque half --solve=portfolio
check_line opaque_half '"goal":"half_of:0.0".*"verdict":"covered"' half.json
check_line opaque_fits '"goal":"half_of:4.0".*"verdict":"covered"' half.json

# Those that are wrongly declared const: values that a search has are guesses, and prove nothing.
# One counts its calls, the other one reads what the run has written.
target counted counted ../consts.o << E2
int counts(int x) $CONST;
int counted(int x)
{
	if (x < 0 || x > 1000)
		return 2;
	if (counts(x) == 1001)
		return 1;
	return 0;
}
E2
target moved moved ../consts.o << E2
extern int far;
int moves(int x) $CONST;
int moved(int x)
{
	if (x < 0 || x > 1000)
		return 2;
	far = 1;
	if (moves(x) == 500)
		return 1;
	return 0;
}
E2
for method in avm smt+avm portfolio; do
	for name in counted moved; do
		explore_opaque $name --solve=$method
		covers $name 2.1
		not_infeasible $name 2.0
		check_equal opaque_${name}_${method}_diverges 0 "$(summary diverged $name.json)"
		check_equal opaque_${name}_${method}_infeasible 0 "$(summary infeasible_prefixes $name.json)"
	done
	check_equal opaque_moved_${method}_misses true "$([ "$(summary missed moved.json)" -gt 0 ] && echo true)"
done

# No process of a target stays behind a session that is killed while a call waits.
processes() { # how many processes of the target serve calls
	ps -A -o stat=,args= | grep -c "^[^Z].*$PWD/waits/fuzz_target --serve --call[s]"
}
until_processes() { # OPERATOR number
	for wait in $(seq 200); do
		[ "$(processes)" "$1" "$2" ] && return
		sleep 0.02
	done
	return 1
}
forget waits
"$me" explore --json --solve=avm "$PWD/waits/fuzz_target" waits/corpus > killed.json 2>&1 &
pid=$!
check opaque_waits_runs until_processes -ge 2
kill -9 $pid
wait $pid 2> /dev/null
check opaque_waits_ends until_processes -eq 0
