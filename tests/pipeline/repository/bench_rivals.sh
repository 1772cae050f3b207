# SPDX-License-Identifier: GPL-3.0-or-later
# The measurements against rivals: which inputs are kept, what is counted of a contender, and
# the limit of CPU time.
. "$ME_ROOT/tests/check.sh"

# ---- bench/base/budget.c: all processes of a command together

"$CC" -O2 -std=gnu11 -Wall -Wextra -Werror -D_GNU_SOURCE -o budget "$ME_ROOT/bench/base/budget.c" ||
	not_ok bench_budget_builds "see above"
# It burns in an orphan with a session of its own.
./budget 0.3 limited sh -c 'setsid sh -c "echo \$\$ > pid; while :; do :; done" & sleep 1000'
check_line bench_budget_limit '^[0-9]+\.[0-9]+	124$' limited
check bench_budget_counts_descendants awk '$1 < 0.3 {exit 1}' limited
check_equal bench_budget_kills 1 "$(status_of kill.log kill -0 "$(cat pid)")"
./budget 100 ended sh -c 'exit 3'
check_line bench_budget_status '^0\.[0-9]+	3$' ended
if [ "$sanitized" ]; then
	skip bench_keep 'it is linked without sanitizers'
	exit 0
fi

# ---- bench/rivals/keep.c

cat > subject.c <<'E2'
#include <stdlib.h>
int subject(int n, double x)
{
	if (x == 2)
		for (;;)
			n++;
	if (n == 7)
		abort();
	if (n == 8)
		exit(0);
	return n > 100 ? x > 1e300 : 1;
}
E2
printf 'subject\tsubject\t-\t%s/subject.c\t-O0\t-lm\n' "$PWD" > test.rows
check bench_keep_builds sh "$ME_ROOT/bench/rivals/keep.sh" "$PWD/test" < test.rows
# input NAME N X: N in one byte, X the high byte of the double (1 and a bit, 2, or tiny)
input() {
	printf "\\$2\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\$3" > "in/$1"
}
mkdir in kept drawn
input 0endless 001 100
input 1endless 001 100
input 2small 001 000
input 3small 002 000
input 4abort 007 000
input 5exit 010 000
input 6large 310 000
check bench_keep_runs test/subject/keep kept in
# What hangs comes last, once; of two alike one is kept.
check_equal bench_keep_keeps '001 007 010 310 001 ' \
	"$(for f in kept/*; do od -An -to1 -N1 "$f" | tr -d '\n '; printf ' '; done)"
./budget 2 drawn.report test/subject/keep drawn --random 1
check_equal bench_keep_draws 4 "$(for f in drawn/*; do od -An -td4 -N4 "$f"; done |
	awk '{kind = $1 == 7 || $1 == 8 ? $1 : $1 > 100 ? "large" : "small"} !seen[kind]++ {n++}
		END {print n}')"

# Of random bits alone, an input for each predicate that none before has met: not for the first
# side of a branch, and not for 1 / x, which no bits but zero's make divide by zero.
cat > reciprocal.c <<'E2'
double reciprocal(double x, double y) { return x > 0 ? 1 / x + x * y : 1 / x; }
E2
printf 'reciprocal\treciprocal\t-\t%s/reciprocal.c\t-O0 -fplugin-arg-me-kinds=fpe\t-lm\n' "$PWD" > test.rows
check bench_keep_bits_builds sh "$ME_ROOT/bench/rivals/keep.sh" "$PWD/test" < test.rows
mkdir bits
./budget 1 bits.report test/reciprocal/keep bits --bits 1
check_equal bench_keep_bits 'at least 4' \
	"$(ls bits | awk 'END {print NR >= 4 && NR <= 8 ? "at least 4" : NR}')"
check_equal bench_keep_bits_are_random 0 "$(for f in bits/*; do od -An -tf8 -N8 "$f"; done |
	awk '$1 == 0 || $1 == 1 {n++} END {print n + 0}')"

# ---- bench/rivals/rivals.sh

cat > easy.c <<'E2'
int easy(int n) { return n > 0 ? n % 2 : 5; }
int other(int n) { return n ? 1 : 2; }
E2
printf 'easy\teasy\t-\t%s/easy.c\t-O0\t-lm\n' "$PWD" > set.rows
check_equal bench_rivals_status 0 \
	"$(OUT=$PWD CPU=1 SEEDS=1 JOBS=1 status_of rivals.log sh "$ME_ROOT/bench/rivals/rivals.sh" set)"
check_line bench_rivals_summary \
	'^bench-set: 1 functions, 2 branches; me 2, libfuzzer 2, random 2; \+0\.0 % .*; 0 functions below$' \
	rivals.log
check_equal bench_rivals_table "easy 2 2 2 2 1" "$(tail -n 1 set.tsv | cut -f1-6 | tr '\t' ' ')"
