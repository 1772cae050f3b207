# SPDX-License-Identifier: GPL-3.0-or-later
# `me prove --algorithm=`: statement cover and path cover find the same, and each path of a function has its input.
. "$ME_ROOT/tests/check.sh"

mkdir build
# build NAME: NAME.c with NAME as its entry
build() {
	(cd build && "$me_cc" -g -O0 -w -fplugin-arg-me-entry="$1" "../$1.c" -lm -o "$1") > "$1.build" 2>&1 ||
		not_ok "build_$1" "$(cat "$1.build")"
}

# cover NAME ALGORITHM[,KEY...] OPTION...: from an empty corpus; leaves NAME.ALGORITHM
cover() {
	name=$1
	algorithm=${2%%,*}
	set -- "$2,statistics" "${@:3}"
	rm -rf "$name.corpus" "$name.corpus.me"
	"$me" prove --timeout=20 --algorithm="$@" "build/$name" "$name.corpus" \
		> "$name.$algorithm" 2>&1
}

# The verdicts alone, without how they were found.
verdicts() {
	sed -n 's/: infeasible.*/: infeasible/; s/ covered by .*/ covered/; /covered$\|infeasible$/p' "$1"
}

# ---- an if without else: the path that skips both is no part of the one that takes both

cat > skip.c <<'E2'
int skip(int a, int b)
{
	int n = 0;
	if (a > 3)
		n++;
	if (b > 3)
		n++;
	if (a > 3 && a < 2) /* never taken */
		n++;
	return n;
}
E2
build skip
for algorithm in statement path prefix; do
	cover skip $algorithm
	check_line "skip_$algorithm" '^([0-9]+) of \1 goals resolved' skip.$algorithm
	check_equal "skip_${algorithm}_infeasible" 1 "$(grep -c ": infeasible (.*$first" skip.$algorithm)"
done
for algorithm in path prefix; do
	cover skip $algorithm,no-near
	check_same skip_${algorithm}_same "$(verdicts skip.statement)" "$(verdicts skip.$algorithm)"
	check_line skip_${algorithm}_paths '^[34] models, [01] inputs near them; 4 took' skip.$algorithm
	check_equal skip_${algorithm}_inputs 4 "$(ls skip.corpus.me/paths | wc -l)"
	cover skip $algorithm,paths=2
	check_line skip_${algorithm}_limit 'unknown: more than 2 paths' skip.$algorithm
	check_line skip_${algorithm}_stopped '^stopped early: more than 2 paths' skip.$algorithm
done
cover skip path
check_line skip_path_queries '^5 queries in the incremental session' skip.path
cover skip statement,no-near
check_line skip_few_queries '^[1-5] queries in the incremental session' skip.statement
check_line skip_no_near ' 0 inputs near them' skip.statement
for side in true false; do
	check_line "skip_covered_$side" "if \\(b > 3\\)\` is $side: covered by skip.corpus" skip.statement
done
cover skip path --json
for member in $(grep -o '"statistics":.*' skip.path | grep -o '"[a-z_]*":' | tr -d '":'); do
	check_line "statistics_$member" "\"$member\"" "$ME_ROOT/include/me/schema.h"
done
check_line statistics_json '"statistics":\{"session_queries":[0-9]+,.*"models":[0-9]+,.*"confirmed":4,.*"incomplete":""\}' skip.path
cover skip path,paths=2 --json
check_line statistics_stopped '"incomplete":"more than 2 paths' skip.path
# Small steps find what a query would have been asked for.
cover skip prefix
check_line skip_near '^0 models, 4 inputs near them; 4 took' skip.prefix
check_line skip_near_queries '^0 queries' skip.prefix

# Inputs at random take all that can be taken: the integers and then the bits have nothing more.
cover skip statement
check_line skip_drawn '^0 models, [1-9] inputs near them' skip.statement
check_line skip_drawn_queries '^2 queries' skip.statement
# Two equations need a solver, and none for bits: a model over the integers is an input.
cat > solved.c <<'E2'
int solved(int a, int b)
{
	int sum = 3 * a + 5 * b, difference = 7 * a - 2 * b;
	if (sum == 123456789 && difference == -41182691)
		return 1;
	return 0;
}
E2
build solved
rm -rf dump
cover solved statement --dump=dump
check_line solved_resolved '^([0-9]+) of \1 goals resolved' solved.statement
check_line solved_logic 'QF_LIA' dump/cover1.smt2
check solved_integers test "$(grep -c check-sat dump/cover1.smt2)" -ge 1
check_equal solved_bits 0 "$(grep -c check-sat dump/cover2.smt2)"

# ---- a loop: an edge that was taken in one unwinding is not asked for in the others

cat > turns.c <<'E2'
int turns(unsigned n)
{
	int odd = 0;
	for (unsigned i = 0; i < (n & 7); i++) {
		if (i & 1)
			odd++;
		if (i == 6)
			odd += 100;
		if (i == 7) /* never true */
			odd += 1000;
	}
	return odd;
}
E2
build turns
for algorithm in statement path prefix; do
	cover turns $algorithm
	check_line "turns_$algorithm" '^([0-9]+) of \1 goals resolved' turns.$algorithm
	check_equal "turns_${algorithm}_never" 1 "$(grep -c 'i == 7.*never true: infeasible (' turns.$algorithm)"
done
# Seven unwound turns have 7 copies of each edge: clauses of copies would ask for each.
cover turns statement
check_line turns_copies '^([1-9]|1[0-2]) queries in the incremental session' turns.statement

# ---- a loop: all its paths are found, also when the branches have their verdicts

cat > masks.c <<'E2'
int masks(unsigned n)
{
	int ones = 0;
	for (unsigned i = 0; i < (n & 3); i++)
		if (n & 4u << i)
			ones++;
	return ones;
}
E2
build masks
for algorithm in path prefix; do
	cover masks $algorithm # 1 + 2 + 4 + 8 paths
	check_equal "masks_$algorithm" 15 \
		"$(sed -n 's/^\([0-9]*\) models, \([0-9]*\) inputs near.*/\1 \2/p' masks.$algorithm | awk '{print $1 + $2}')"
	check_no_line "masks_${algorithm}_whole" '^stopped early' masks.$algorithm
	cover masks $algorithm --unwind=2
	check_line "masks_${algorithm}_limit" '^stopped early: only paths within k=\{loop line 4:2\}' masks.$algorithm
	check_line "masks_${algorithm}_bounded" '^4 of 4 goals resolved' masks.$algorithm
done

# More paths than anybody waits for: the time is an end too.
cat > many.c <<'E2'
int many(unsigned long n)
{
	int ones = 0;
	for (int i = 0; i < 60; i++)
		if (n & 1ul << i)
			ones++;
	return ones;
}
E2
build many
for algorithm in path prefix; do
	cover many $algorithm,paths=100000000 --time=1
	check_line "many_$algorithm" '^stopped early: .*the time is up' many.$algorithm
done

# ---- calls, and floating point: what only rounding to nearest proves is marked

cat > floats.c <<'E2'
static const double one = 1, tiny = 1e-300;
static int sign(double x) { return x < 0 ? -1 : x > 0; }
int floats(double x, double y)
{
	if (one - tiny < one) /* never true (nearest) */
		return 1;
	if (sign(x) + sign(y) == 2 && x + y == 42.5)
		return 2;
	if (x > 1 && x < 1) /* never */
		return 3;
	return 0;
}
E2
build floats
"$me" prove --timeout=20 build/floats goal.corpus > floats.goal 2>&1
for algorithm in statement path prefix; do
	cover floats $algorithm
	check_same "floats_$algorithm" "$(verdicts floats.goal | sed 's/ covered$//' | sort)" \
		"$(verdicts floats.$algorithm | sed 's/ covered$//' | sort)"
	check_line "floats_${algorithm}_nearest" 'one - tiny < one.*infeasible \[round-to-nearest\]' floats.$algorithm
done

# ---- integers without bounds: marked, and no proof that is kept or counted

cat > wraps.c <<'E2'
int wraps(int a)
{
	int b = a + 1;
	if (a > 0)
		if (b < a) /* when it wraps */
			return 1;
	return 0;
}
E2
(cd build && "$me_cc" -g -O0 -w -fwrapv -fplugin-arg-me-entry=wraps ../wraps.c -o wraps) > wraps.build 2>&1
cover wraps path,integers
check_line wraps_integers 'b < a.*never true: infeasible over the integers \(by simplification' wraps.path
check_line wraps_not_counted '^3 of 4 goals resolved' wraps.path
check_equal wraps_not_kept 0 "$(grep -c infeasible wraps.corpus.me/verdicts 2>&1 || true)"
cover wraps path
check_line wraps_bits '^4 of 4 goals resolved' wraps.path

# ---- all inputs of random programs, tried one by one

cat > all.c <<'E2'
/* Prints the sides that no input takes, and how many paths there are. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
enum { LINES = 1000, PATHS = 4096, VALUES = 3 };
static unsigned char is_if[LINES], taken[LINES][2];
static uint64_t path, paths[PATHS];
static int path_count;
static int note(int line, int truth)
{
	taken[line][!truth] = 1;
	path = (path * 2 + 1 + truth) * 0x9e3779b97f4a7c15u;
	return truth;
}
#define if(c) if (note(__LINE__, (c) != 0))
#include SUBJECT
#undef if
static void note_path(void)
{
	for (int i = 0; i < path_count; i++)
		if (paths[i] == path)
			return;
	if (path_count == PATHS)
		abort();
	paths[path_count++] = path;
}
int main(int argc, char **argv)
{
	int x[PARAMETERS] = {0}, k = 0;
	for (int i = 1; i < argc; i++)
		is_if[atoi(argv[i])] = 1;
	while (k < PARAMETERS) {
		path = 0;
		CALL;
		note_path();
		for (k = 0; k < PARAMETERS && ++x[k] == VALUES; k++)
			x[k] = 0;
	}
	for (int i = 0; i < LINES; i++)
		for (int side = 0; side < 2; side++)
			if (is_if[i] && !taken[i][side])
				printf("%d never %s\n", i, side ? "false" : "true");
	fprintf(stderr, "%d\n", path_count);
	return 0;
}
E2
$CC -O1 -o generate "$ME_ROOT/bench/proofs/diamonds_generate.c"
# brute SEED DIAMONDS PARAMETERS: each parameter is one of 0 to 2
brute() {
	name=d$1
	./generate "$1" "$2" | sed "s/diamonds/$name/" > "$name.c"
	ranges=$(seq 0 $(($3 - 1)) | sed 's/.*/,x&:0..2/' | tr -d '\n')
	call=$(seq 0 $(($3 - 1)) | sed 's/.*/x[&]/' | paste -sd,)
	(cd build && "$me_cc" -g -O0 -fplugin-arg-me-entry="$name$ranges" "../$name.c" -o "$name") || not_ok "build_$name"
	$CC -O1 -fwrapv -DSUBJECT="\"$name.c\"" -DPARAMETERS="$3" -DCALL="$name($call)" -o "$name.all" all.c
	cover "$name" statement # tells the lines that have branches: GCC folds x == x
	# shellcheck disable=SC2046
	"./$name.all" $(sed -n "s/^[^:]*$name.c:\([0-9]*\):.*/\1/p" "$name.statement" | sort -u) \
		> "$name.never" 2> "$name.paths"
	for algorithm in statement prefix path prefix,integers; do
		test_name=${name}_$(echo "$algorithm" | tr -cd 'a-z')
		case $first$algorithm in
		bitwuzla*integers)
			skip "$test_name" 'bitwuzla has no integers'
			continue
			;;
		esac
		# shellcheck disable=SC2086
		[ "$algorithm" = statement ] || cover "$name" $algorithm
		log=$name.${algorithm%%,*}
		check_same "${test_name}_never" "$(sort "$name.never")" \
			"$(sed -n 's/^[^:]*:\([0-9]*\):.* is \(never [a-z]*\): infeasible.*/\1 \2/p' "$log" | sort)"
		check_no_line "${test_name}_all" unknown "$log"
		case $algorithm in p*)
			check_same "${test_name}_paths" "$(cat "$name.paths")" \
				"$(awk '/ inputs near / {print $1 + $3}' "$log")"
			check_same "${test_name}_taken" "$(cat "$name.paths")" \
				"$(awk '/ inputs near / {print $7}' "$log")" ;;
		esac
	done
}
brute 15 3 11
brute 35 5 10
brute 37 5 "$(./generate 37 5 | grep -o 'int x' | wc -l)"

# ---- --complete: a run through it must return

cat > leaves.c <<'E2'
#include <stdlib.h>
int leaves(int a)
{
	if (a == 7)
		exit(3);
	return a;
}
E2
build leaves
cover leaves statement --complete
check_line complete_no_return 'a == 7.*never true in a run that returns: infeasible \(' leaves.statement

# ---- bad input

check_usage() { # name, pattern, arguments...
	usage=$1
	pattern=$2
	shift 2
	"$me" prove "$@" build/skip c > usage.log 2>&1
	check_equal "usage_$usage" 2 "$?"
	check_line "usage_says_$usage" "$pattern" usage.log
}
check_usage algorithm 'wants goal, statement, path or prefix' --algorithm=all
check_usage paths 'paths wants a whole number from 1 to 100000000' --algorithm=path,paths=x
check_usage integers "goal has no 'integers'" --algorithm=goal,integers
check_usage near "path has no 'path'; did you mean paths\?" --algorithm=path,path=3

printf '#!/bin/sh\necho "(error \\"out of order\\")"\n' > broken
printf '#!/bin/sh\nwhile read -r line; do case $line in *check-sat*) echo unsat ;; esac; done\n' > liar
chmod +x broken liar
cover skip statement --solvers=cvc5="$PWD/broken",z3
check_line broken_solver "cvc5: it printed '\(error" skip.statement
check_line broken_is_no_second 'unknown: unsat by z3 alone, unconfirmed' skip.statement
check_line broken_covers 'b > 3.* covered by' skip.statement
cover skip statement,no-near --solvers=cvc5="$PWD/liar",z3
check_line liar_disagrees 'SOLVERS DISAGREE on a statement cover: unsat by cvc5' skip.statement
check_line liar_unknown 'unknown: the solvers disagree' skip.statement
