# SPDX-License-Identifier: GPL-3.0-or-later
# Solvers that are missing, wrong, or stuck: each a clear message, and no verdict that two
# of them did not make.
. "$ME_ROOT/tests/check.sh"

cat > liar <<'E2'
#!/bin/sh
echo sat
E2
cat > spins <<'E2'
#!/bin/sh
while :; do :; done
E2
cat > sleeps <<'E2'
#!/bin/sh
exec sleep 1000
E2
cat > mutters <<'E2'
#!/bin/sh
echo nothing
exec sleep 1000
E2
cat > broken <<'E2'
#!/bin/sh
echo "(error \"no idea\")"
E2
cat > dead <<'E2'
#!/bin/sh
kill -11 $$
E2
cat > yes_man <<'E2'
#!/bin/sh
while read -r line; do case $line in *check-sat*) echo unsat ;; esac; done
E2
chmod +x liar spins sleeps mutters broken dead yes_man
printf 'int small(int x)\n{\n\tif ((x ^ (x + 1)) == 2)\n\t\treturn 1;\n\treturn 0;\n}\n' > small.c
target small small < small.c
# No search finds its input.
target hashed small << 'E2'
int small(unsigned x)
{
	x = (x ^ x >> 15) * 2654435761u;
	if ((x ^ x >> 13) == 0xb5699774)
		return 1;
	return 0;
}
E2
# with NAME SOLVERS PATTERN [TARGET]; $zero is an input that takes the other side, so that no
# query asks for one.
zero=
with() {
	rm -rf small.corpus small.corpus.me
	[ ! "$zero" ] || { mkdir small.corpus && head -c 4 /dev/zero > small.corpus/zero; }
	"$me" prove --timeout=1 --solvers="$2" "${4:-small}"/fuzz_target small.corpus > solver.log 2>&1
	check_line "$1" "$3" solver.log
}
with solver_missing cvc5=./absent,z3 'solvers: ./absent: this solver is not installed: apt-get install cvc5'
with solver_alone z3 'a proof needs two solvers, and z3 is installed: apt-get install cvc5 z3'
with solver_unknown yices,z3 'yices: unknown solver'
with solver_lies cvc5=./liar,z3 'small.c:3:.*is never true\? unknown: '
with solver_breaks cvc5=./broken,z3 "note: cvc5: it printed '.error \"no idea\".'"
with solver_dies cvc5=./dead,z3 'note: cvc5: it was killed by signal 11'
zero=1
with solver_spins cvc5=./spins,z3 'small.c:3:.*is never true\? unknown: unsat by z3 alone, unconfirmed: no answer in time'
zero=
with solver_mutters cvc5=./mutters,z3 "note: cvc5: it printed 'nothing'"
with solver_sleeps cvc5=./sleeps,z3 'note: cvc5: it hangs: no answer, and no use of the CPU: it is not asked again'
check_equal solver_sleeps_once 1 "$(grep -c 'it hangs' solver.log)"
check_line solver_sleeps_unknown 'small.c:3:.*is never true\? unknown: unsat by z3 alone, unconfirmed' solver.log
with solver_agrees_not cvc5=./yes_man,z3 'SOLVERS DISAGREE on goal 0\.[01] of small: unsat by cvc5, sat by z3' hashed
with solver_two $first,z3 "small.c:3:.*is never true: infeasible \($first, z3\)"

# A short search comes before the first query, once: of its inputs the verdicts tell.
cat > shrugs <<'E2'
#!/bin/sh
: > asked
while read -r line; do case $line in *check-sat*) echo unknown ;; esac; done
E2
chmod +x shrugs
target deep deep << 'E2'
int deep(int a, int b)
{
	if ((a ^ b) == 0x5a5a)
		a += 2;
	if ((a | b) == 0x1234)
		return 1;
	return 2;
}
E2
shrugged() { # OPTION...
	rm -rf deep.corpus deep.corpus.me
	"$me" prove -v --timeout=1 --solvers=cvc5=./shrugs,z3=./shrugs "$@" deep/fuzz_target deep.corpus > deep.log 2>&1
	check_equal searches_once$1 1 "$(grep -c -- '--starts=' deep.log)"
	check_line found_by_search$1 'deep.c:5:.*is true: covered by deep.corpus/' deep.log
	check_line all_found$1 '^4 of 4 goals resolved: 4 covered' deep.log
	check no_solver_asked$1 test ! -e asked
}
shrugged
shrugged --complete

# So it is with what no solver knows.
mkdir opaque
echo 'int square(int n) { return (short)(n * n) == 1849; }' > square.c
"$CC" -c square.c
target opaque opaque ../square.o << 'E2'
int square(int);
int opaque(int n)
{
	if (square(n))
		return 1;
	return 0;
}
E2
"$me" prove -v opaque/fuzz_target opaque.corpus > opaque.log 2>&1
check_equal searches_unknown 1 "$(grep -c -- '--starts=' opaque.log)"
check_line unknown_found 'opaque.c:4:.*is true: covered by opaque.corpus/' opaque.log

# As the second opinion on a cover it is asked in every rounding mode, and then no more.
target grows grows << 'E2'
int grows(double x)
{
	if (x + 1 == 3 && x - 1 == 3)
		return 1;
	return 0;
}
E2
"$me" prove --timeout=1 --algorithm=statement --solvers=z3,cvc5=./sleeps grows/fuzz_target grows.corpus > grows.log 2>&1
check_equal cover_sleeps_once 1 "$(grep -c 'note: cvc5: it hangs.*it is not asked again' grows.log)"
check_line cover_sleeps_unknown 'is never true\? unknown: unsat by z3 alone, unconfirmed' grows.log

# ---- a solver without floating point is given no query with it
cat > counts <<'E2'
#!/bin/sh
tee -a asked.smt2 | z3 -in
E2
chmod +x counts
target both both << 'E2'
int both(int a, double x, double y)
{
	union { double d; unsigned long u; } p = {x}, q = {y};
	if (a * a == 7)
		return 1;
	if (x == y && x > 0 && p.u != q.u)
		return 2;
	return 0;
}
E2
"$me" prove --timeout=5 --solvers=cvc4="$PWD"/counts,z3 both/fuzz_target both.corpus > both.log 2>&1
check_line lacks_numbers_proves 'both.c:4:.*is never true: infeasible \(.*cvc4' both.log
check_line lacks_numbers_confirms_none 'both.c:6:.*is never true\? unknown: .*it has no floating point' both.log
check_line lacks_numbers_asked 'check-sat' asked.smt2
check_no_line lacks_numbers_not_asked 'FloatingPoint|to_fp|fp[.]' asked.smt2

# ---- cvc5 and Bitwuzla have one library of floating point: there they are one solver
printf '#!/bin/sh\nexec z3 -in\n' > alike
chmod +x alike
"$me" prove --timeout=5 --solvers=cvc5=./alike,bitwuzla=./alike both/fuzz_target alike.corpus > alike.log 2>&1
check_line shared_proves_bits 'both.c:4:.*is never true: infeasible \(cvc5, bitwuzla\)' alike.log
check_line shared_confirms_none 'both.c:6:.*is never true\? unknown: unsat by cvc5 alone, unconfirmed: no other solver has floating point of its own' alike.log
check_line solver_names 'ME knows cvc5, z3, bitwuzla, cvc4' \
	"$("$me" prove --solvers=none both/fuzz_target both.corpus > names.log 2>&1; echo names.log)"

# ---- without any, what needs none is proven, also where formulas grow too large
target without without << 'E2'
int without(int n, double x)
{
	unsigned s = 0;
	if (x >= 0 && x <= 1 && x * x > 2 || (n ^ (n + 1)) == 2)
		return 1;
	for (int i = 0; i < 5000; i++)
		s = s * 3 + n;
	return s == 12345 ? 2 : 0;
}
E2
mkdir nothing
time=8
[ "$sanitized" ] && time=40
for command in resolve prove; do
	rm -rf without.corpus*
	check without_$command env PATH="$PWD/nothing" "$me" $command --time=$time without/fuzz_target without.corpus
	check_line without_says_$command 'two solvers, and none is installed: .*; without them little is proven' check.out
done
check_line without_proves 'without.c:4:23: .*never true: infeasible \(intervals\)' check.out
check_line without_leaves 'without.c:4:.* is never true\? unknown: no solver is installed' check.out
check_line too_large 'without.c:8:.*never true\? unknown: the formulas grow too large: without' check.out

# ---- what solvers are told of quotients and remainders: what it rules out, and what it does not
target division division << 'E2'
int division(int a, int b, unsigned u, unsigned v)
{
	int r, q;
	unsigned w;

	if (b > 0) {
		r = a % b;
		if (r < 0)
			r += b;
		if (r >= b)
			return 1;
	}
	if (v) {
		w = (u ^ 5) % v;
		if (w >= v)
			return 2;
	}
	if (b != 0 && b != -1) {
		q = a / b;
		r = a % b;
		if (q * b + r != a)
			return 3;
		if (a % b == -2147483647 || a % b == 2147483647)
			return 4;
		if (a / b == -2147483647 - 1)
			return 5;
	}
	return v && u % v == 4294967294u ? 6 : 0;
}
E2
mkdir -p none
"$me" prove --timeout=5 division/fuzz_target none > division.log 2>&1
check_line division_told '^([0-9]+) of \1 goals resolved: .*, 3 infeasible' division.log
