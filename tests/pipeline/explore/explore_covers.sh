# SPDX-License-Identifier: GPL-3.0-or-later
# `me explore --strategy=statement` and `path`: the inputs of a cover come first, are in the tree
# as all others, and what the cover leaves open is explored.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

# ---- three diamonds behind each other, of whose eight paths six are feasible

target less less << 'E2'
int less(int a, int b)
{
	if (a > 100)
		a = 100;
	if (b > 100)
		b = 100;
	if (a < b)
		return 1;
	return 0;
}
E2
explore less --strategy=path
check_equal covers_path 'true 6 6' \
	"$(summary whole less.json) $(summary paths less.json) $(ls less/corpus | wc -l)"
# The cover found them all: no side was searched.
check_equal covers_path_alone '0 6' "$(summary searches less.json) $(summary runs less.json)"
explore_anew less --strategy=statement
check_equal covers_statement 6 "$(summary covered less.json)"
check_equal covers_statement_few yes "$([ "$(summary runs less.json)" -lt 6 ] && echo yes)"
check_equal covers_statement_ends false "$(summary whole less.json)"

# The tree knows the inputs of the cover: another strategy takes the rest only.
known=$(summary paths less.json)
explore less --strategy=dfs
check_equal covers_goes_on "true 6 $((6 - known))" \
	"$(summary whole less.json) $(summary paths less.json) $(summary runs less.json)"
explore less --strategy=path
check_equal covers_nothing_left 'true 6' "$(summary whole less.json) $(summary paths less.json)"

# ---- a condition that no input meets, between floats and a loop

target order order << 'E2'
int order(double x, int n)
{
	int s = 0;

	if (x > 3.5)
		s++;
	if (x > 4)
		s += 2;
	if ((unsigned)n * (unsigned)n % 8 == 3)
		s = -1;
	for (int i = 0; i < n && i < 3; i++)
		s++;
	return s;
}
E2
explore order --strategy=statement
check_equal covers_order '9 1' "$(summary covered order.json) $(summary infeasible order.json)"
check_line covers_order_proof '"kind":"verdict".*"goal":"order:2\.0".*"verdict":"infeasible"' order.json
# The proof is kept: the prover has nothing left to do.
"$me" prove order/fuzz_target order/corpus > order.prove 2> order.err
check_line covers_order_kept '^10 of 10 goals resolved: 9 covered, 1 infeasible; 0 queries' order.prove
check_equal covers_order_once 1 "$(grep -c 'verdict":"infeasible' order.json)"
explore_anew order --strategy=path
check_equal covers_order_paths 'true 15' "$(summary whole order.json) $(summary paths order.json)"
check_equal covers_order_prefixes 4 "$(summary infeasible_prefixes order.json)"

# ---- a loop without a bound that is known: what the cover leaves out is explored

target count count << 'E2'
int count(unsigned n)
{
	int bits = 0;

	while (n) {
		bits++;
		n >>= 3;
	}
	if (bits == 7)
		return 1;
	return 0;
}
E2
explore count --strategy=path,unwind=2
check_equal covers_short 'true 12' "$(summary whole count.json) $(summary paths count.json)"
explore_anew count --strategy=path,max-paths=3
check_equal covers_limited 3 "$(summary paths count.json)"
explore_anew count --strategy=statement,unwind=2
check_equal covers_deep 4 "$(summary covered count.json)"

# ---- labels are no paths: a cover of paths leaves them to the exploration

target rate rate -fplugin-arg-me-labels=MCC << 'E2'
int rate(unsigned char speed)
{
	if (speed > 120 && speed < 80)
		return 2;
	return speed == 100;
}
E2
for strategy in statement path; do
	explore_anew rate --strategy=$strategy --kinds=mcc
	check_equal covers_labels_$strategy '3 1' \
		"$(summary labels_covered rate.json) $(summary labels_infeasible rate.json)"
done

# ---- the bounds of the exploration are those of its cover, too

target bits bits << 'E2'
int bits(unsigned char n, unsigned a)
{
	int r = 0;

	for (unsigned char i = 0; i < n; i++)
		if (a >> (i & 31) & 1)
			r++;
	if (r > 5)
		return 1;
	return 0;
}
E2
explore bits --strategy=path,max-paths=8
check_equal covers_max_paths 8 "$(summary paths bits.json)"
explore_anew bits --strategy=statement,max-paths=1
check_equal covers_max_paths_statement 1 "$(summary paths bits.json)"
explore_anew bits --strategy=path --until-covered
check_equal covers_until_covered '6 yes' \
	"$(summary covered bits.json) $([ "$(summary runs bits.json)" -lt 1000 ] && echo yes)"
before=$(summary runs bits.json)
explore bits --strategy=path --until-covered
check_equal covers_nothing_wanted "0 $before" "$(summary runs bits.json) $before"

# ---- a cover that is killed: what it printed is in the corpus, and the next session goes on

forget order
kill_at 3 killed "$me" explore --json --strategy=path order/fuzz_target order/corpus
check_kept covers_killed_input killed
explore order --strategy=path
check_equal covers_killed 'true 15' "$(summary whole order.json) $(summary paths order.json)"
check_no_line covers_killed_tree 'damaged|gone' order.err

# ---- what integers alone decide is infeasible in every rounding mode, beside what is not

target modes modes << 'E2'
int modes(int a, double d)
{
	int r = 0;

	if (a > 10 && a < 5)
		r++;
	if (d > 1 && d < 2 && d + 1e16 == 1e16)
		r += 2;
	return r;
}
E2
explore modes --strategy=statement
check_line covers_modes '"goal":"modes:1\.0".*"verdict":"infeasible"' modes.json
check_line covers_modes_nearest '"goal":"modes:4\.0".*"verdict":"infeasible\[round-to-nearest\]"' modes.json

# ---- bad input

check_equal covers_bad_unwind 2 "$(status_of bad "$me" explore --strategy=path,unwind=0 less/fuzz_target less/corpus)"
check_equal covers_bad_strategy 2 "$(status_of bad "$me" explore --strategy=cover less/fuzz_target less/corpus)"
check_line covers_bad_says 'fair.*dfs.*fitness.*statement.*path' bad
