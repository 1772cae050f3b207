# SPDX-License-Identifier: GPL-3.0-or-later
# --solve=: what each method of solving path conditions can do, and that only solvers prove.
. "$ME_ROOT/tests/check.sh"

target ways ways << 'E2'
#include <math.h>
int ways(double x, int n)
{
	int r = 0;

	if (n * n - 9 * n == 52)
		r++;
	if (x > 1 && fabs(sin(x)) > 0.999)
		r += 2;
	if (n > 3 && n < 3)
		r += 4;
	return r;
}
E2
explore() { # METHOD: goals covered
	rm -rf corpus corpus.me
	"$me" explore --json --time=60 --solve="$1" ways/fuzz_target corpus > $1.json 2> $1.err
	for goal in 0.0 2.0; do
		grep -q '"kind":"verdict","goal":"ways:'$goal'"' $1.json && printf '%s ' $goal
	done
}
check_equal method_portfolio '0.0 2.0 ' "$(explore portfolio)"
check_line method_portfolio_proves '"verdict":"infeasible","goal":"ways:4.0"' portfolio.json
check_equal method_smt '0.0 ' "$(explore smt)" # to it sin(x) is any value
check_line method_smt_calls '"diverged":0' smt.json # a model of an open call is a guess
check_equal method_random '2.0 ' "$(explore random)" # a wide range, not two integers of 2^32
check_equal method_walked '0.0 2.0 ' "$(explore smt+cw)"
check_line method_walked_proves '"verdict":"infeasible","goal":"ways:4.0"' smt+cw.json
# What solvers leave is searched, from their models, and counted.
check_equal method_corrected '0.0 2.0 ' "$(explore smt+avm)"
check_line method_corrected_proves '"verdict":"infeasible","goal":"ways:4.0"' smt+avm.json
check_line method_corrected_counts '"corrections":{"invoked":([1-9][0-9]*),"functions":1,"solved":[1-9][0-9]*,"timeouts":0,' smt+avm.json
check_line method_corrected_types '"types":{"float":0,"double":[1-9][0-9]*,"integer":0},"operators":{"add":0,.*"pow":0,"call":[1-9]' smt+avm.json
# First only what floating point depends on: the solver's n is kept, and m and x are moved.
target kept kept -lm << 'E2'
#include <math.h>
int kept(int n, int m, double x)
{
	if (n * 3 == m + 1000)
		if (x > m)
			if (sin(x) > 0.9999)
				return 1;
	return 0;
}
E2
for method in smt+avm portfolio; do
	rm -rf corpus corpus.me
	"$me" explore --json --until-covered --solve=$method kept/fuzz_target corpus > kept.$method.json 2>&1
	check_line method_kept_$method '"covered":6,' kept.$method.json
done
check_line method_kept_types '"corrections":{"invoked":1,.*"types":{"float":0,"double":1,"integer":1}' kept.smt+avm.json
check_line method_smt_corrects_nothing '"corrections":{"invoked":0,"functions":0,"solved":0,' smt.json
# A loop has ever more sides to ask for: the searches have their part of the time before.
target endless endless -lm << 'E2'
#include <math.h>
int endless(double x, unsigned char n)
{
	int r = 0;

	for (unsigned i = 0; i < n; i++)
		r += 3;
	if (sin(x) > 0.5 && sin(x) < 0.50001)
		return 1;
	return r;
}
E2
for method in smt smt+avm smt+es; do
	rm -rf corpus corpus.me
	"$me" explore --solve=$method --strategy=fair,max-paths=12 --until-covered endless/fuzz_target corpus > endless.$method 2>&1
done
check_line method_endless_smt '^3 of 6 goals covered' endless.smt
check_line method_endless_avm '^6 of 6 goals covered.* 2 searches' endless.smt+avm
check_line method_endless_es '^6 of 6 goals covered.* 2 searches' endless.smt+es
# Functions of libm with integers beside numbers, and the results of those that store, are executed.
target scaled scaled << 'E2'
#include <math.h>
int scaled(double x, int n, double y, float z)
{
	int exponent;

	if (n > 11 && n < 90 && ldexp(x, n) == 24.5 * 4096)
		return 1;
	if (lgamma(y) > 31.25 && lgamma(y) < 31.25001)
		return 2;
	if (z > 100 && frexpf(z, &exponent) == 0.8125f)
		return 3;
	if (ilogb(y) == 70)
		return 4;
	return 0;
}
E2
for method in avm portfolio; do
	rm -rf corpus corpus.me
	"$me" explore --solve=$method --time=60 --until-covered scaled/fuzz_target corpus > scaled.$method 2>&1
	check_line method_scaled_$method '^16 of 16 goals covered.* 0 diverged' scaled.$method
done
# What frexp stores is unknown: that it is as it was is a guess, and no proof.
target splits splits << 'E2'
#include <math.h>
int splits(double x)
{
	int exponent = 0;

	if (frexp(x, &exponent) == 0.8125 && exponent == 70)
		return 1;
	return 0;
}
E2
for method in smt avm; do
	rm -rf corpus corpus.me
	"$me" explore --json --solve=$method --time=60 splits/fuzz_target corpus > splits.$method 2>&1
	check_line method_splits_diverges_$method '"diverged":0' splits.$method
done
check_no_line method_splits_no_proof '"verdict":"infeasible"' splits.smt
check_line method_splits_result '"kind":"verdict","goal":"splits:0.0".*"verdict":"covered"' splits.avm
# Numbers of 32 bits, alone and beside double and int.
target narrow narrow << 'E2'
int narrow(float f, float g, double d, int n)
{
	if (f * g == 2.25f && f < -1)
		return 1;
	if (f > 5 && f + d * n == 100 && n > 3 && d < g)
		return 2;
	if (g == 1.1f && n * 0.5 + g > 7 && n * 0.5 + g < 7.7)
		return 3;
	return 0;
}
E2
for method in avm es cw; do
	rm -rf corpus corpus.me
	"$me" explore --solve=$method --time=60 --until-covered narrow/fuzz_target corpus > narrow.$method 2>&1
	check_line method_narrow_$method '^18 of 18 goals covered.* 0 diverged' narrow.$method
done
# The conditions divide by zero one step from where the searches begin, and begin as 0 / 0.
target shares shares,n:0..2000,m:2..1000 << 'E2'
int shares(int n, int m, double x, double y)
{
	int part = 100000 / (n - 1);

	if (part == 77 && part % (m - 2) == 5)
		return 1;
	if (x / y > 3 && x / y < 3.0001)
		return 2;
	return 0;
}
E2
for method in avm es cw; do
	rm -rf corpus corpus.me
	check_equal method_divides_$method 0 "$(status_of divides.$method "$me" explore --solve=$method \
		--time=60 --until-covered shares/fuzz_target corpus)"
	check_line method_divides_covers_$method '^8 of 8 goals covered' divides.$method
done
# By values no step is so small; by representable numbers it is as any other.
cat > tiny.c << 'E2'
int tiny(double x)
{
	double y = x * x * x;

	if (y > 1e-250 && y < HIGH)
		return 1;
	return 0;
}
E2
target avm_tiny tiny -DHIGH=1.001e-250 < tiny.c
target es_tiny tiny << 'E2'
int tiny(double x)
{
	if (x > 1e-307 && x < 1.000001e-307)
		return 1;
	return 0;
}
E2
target cw_tiny tiny -DHIGH=1e-200 < tiny.c
for method in avm es cw; do
	for ordered in '' ,ordered; do
		rm -rf corpus corpus.me
		"$me" explore --solve=$method$ordered --time=60 ${method}_tiny/fuzz_target corpus > tiny.$method$ordered 2>&1
	done
	check_line method_tiny_$method '^3 of 4 goals covered' tiny.$method
	check_line method_tiny_${method}_ordered '^4 of 4 goals covered' tiny.$method,ordered
done
check_equal method_corrected_absent 2 "$(status_of absent "$me" explore --solve=smt+smt ways/fuzz_target corpus)"
check_line method_smt_proves '"verdict":"infeasible","goal":"ways:4.0"' smt.json
# n * n has its value of one run, 0: n is linear then, and no solution of it is one.
check_equal method_simplify '' "$(explore simplify)"
for method in avm es cw; do
	check_equal method_$method '0.0 2.0 ' "$(explore $method)"
	check_no_line method_${method}_proves_nothing '"verdict":"infeasible"' $method.json
done
check_no_line method_random_proves_nothing '"verdict":"infeasible"' random.json
check_no_line method_simplify_proves_nothing '"verdict":"infeasible","goal":"ways:0.0"' simplify.json
check_equal method_absent 2 "$(status_of absent "$me" explore --solve=cvode ways/fuzz_target corpus)"
check_line method_absent_says 'solve=cvode: wants METHOD' absent
# Both at once: with y's own square of a run, 0, or that of a solution of the linear part, which
# is none here and left to chance.
target blind blind << 'E2'
int blind(unsigned x, unsigned y)
{
	return ((x == y * y) & (y > 10)) ? 1 : 2;
}
E2
for method in simplify mixed; do
	rm -rf corpus corpus.me
	"$me" explore --json --time=60 --solve=$method blind/fuzz_target corpus > $method.json 2> $method.err
	check_no_line method_${method}_no_proof '"verdict":"infeasible"' $method.json
done
check_line method_simplify_blind '"kind":"summary".*"goals":2,"covered":1' simplify.json
check_line method_mixed_blind '"kind":"summary".*"goals":2,"covered":2' mixed.json
# The same seed gives the same inputs and verdicts, in the same order.
explore portfolio > /dev/null
mv corpus first
sed 's/"[a-z_]*seconds":[0-9.e-]*//g' portfolio.json > first.json
explore portfolio > /dev/null
check_equal method_seed "$(ls first)" "$(ls corpus)"
check_equal method_seed_order "$(cat first.json)" "$(sed 's/"[a-z_]*seconds":[0-9.e-]*//g' portfolio.json)"
# How the sides of a choice are taken that depends on a result which is not followed, a structure,
# only runs can tell.
target opaque opaque << 'E2'
struct two { double x, y, z; };
static struct two turned(struct two a) { return (struct two){a.y, -a.x, a.z}; }
int opaque(double x, double y)
{
	struct two t = turned((struct two){x, y, 1});

	return t.x > 0 ? t.y > 0 ? 1 : 2 : 3;
}
E2
rm -rf corpus corpus.me
"$me" explore --json --time=60 opaque/fuzz_target corpus > opaque.json 2> opaque.err
check_line method_chance '"goals":4,"covered":4' opaque.json

# Where no solver knows the terms, longer searches come before the solvers.
target long coral << 'E2'
#include <math.h>
int coral(double x, double y)
{
	if (3 * cos(x + 2 * y) + 3 * y * x < -76.678262908539665 && log(1 + x * x) + 2 * exp(x / 4) > 3.7078530971522032
	    && 5 * cos(y + 2 * x) + 5 * y * y * y / 10 + 3 * y * y * y / 10 < 145.04541541727184
	    && 4 * sin(y * x) + 5 * atan2(y, x) + log(1 + y * y) < 10.823777567730309
	    && 4 * sin(y * x) + 5 * atan2(y, x) + log(1 + y * y) > 10.800153636526053
	    && 2 * x + pow(fabs(x), 1.5) + 4 * y * y * y / 10 < 82.284641834666999
	    && 2 * x + pow(fabs(x), 1.5) + 4 * y * y * y / 10 > 67.141979682909366)
		return 1;
	return 0;
}
E2
rm -rf corpus corpus.me
"$me" explore --json --time=60 --until-covered long/fuzz_target corpus > long.json 2> long.err
check_line method_long_search '"goals":14,"covered":14.*"queries":0,' long.json
