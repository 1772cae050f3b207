# SPDX-License-Identifier: GPL-3.0-or-later
# `me prove --kinds=path` and `me resolve --kinds=path`: an input for a path, or a proof that
# there is none.
. "$ME_ROOT/tests/check.sh"

target steps steps <<'E2'
static int high(double y)
{
	if (y > 3.5)
		return 1;
	return 0;
}
int steps(double x, int n, double y, unsigned char k)
{
	int s = 0;

	for (int i = 0; i < n; i++) {
		if (x * i == 42.0)
			s++;
		else if (high(y))
			s += 2;
	}
	do {
		switch (k) {
		case 1:
		case 2:
			s++;
			break;
		case 200:
			return 1;
		}
	} while (++k < 3);
	if ((unsigned)n * (unsigned)n % 8 == 3)
		return 2;
	return s;
}
E2
cd steps || exit
printf '\0\0\0\0\0\0\360\077\2\0\0\0\0\0\0\0\0\0\020\100\1' > one # 1, 2, 4, 1
./fuzz_target --path-of one | grep -v '^#' > one.path
for k in 6 7 10 12 14; do head -n $k one.path | sed '$s/^/!/' > turn.$k; done
check_equal proof_path_of 'steps:2.0 steps:0.1 high@steps.c:0.0 steps:1.0 steps:2.0 steps:0.1 high@steps.c:0.0 steps:1.0 steps:2.1 steps:3.1 steps:4.0 steps:3.1 steps:4.1 steps:5.1' \
	"$(paste -sd' ' one.path)"

prove() { # name ARGUMENT...: the first word behind the goal
	name=$1
	shift
	"$me" prove --kinds=path "$@" ./fuzz_target "$name.corpus" > "$name.out" 2> "$name.err"
	sed -n '1s/.* is \(never taken\|taken\)[:?]* \([a-z]*\).*/\2/p' "$name.out"
}

# ---- feasible: the model's run takes the path, and its input goes to the corpus

check_equal proof_path_feasible covered "$(prove feasible --path=turn.6)"
check_equal proof_path_input 1 "$(ls feasible.corpus | wc -l)"
check_equal proof_path_model 'steps:2.0 steps:0.1 high@steps.c:0.0 steps:1.0 steps:2.0 steps:0.0' \
	"$(./fuzz_target --path-of feasible.corpus/* | grep -v '^#' | head -n 6 | paste -sd' ')"
check_equal proof_path_again covered "$("$me" prove --json --kinds=path --path=turn.6 ./fuzz_target \
	feasible.corpus | sed -n 's/.*"covered":\(1\).*/covered/p')"
check_equal proof_path_whole covered "$(prove whole --path=one.path)"
check_equal proof_path_whole_model "$(cat one.path)" "$(./fuzz_target --path-of whole.corpus/* | grep -v '^#')"
check_equal proof_path_switch covered "$(prove switch --path=turn.10)"

# ---- infeasible

check_equal proof_path_infeasible infeasible "$(prove never --path=turn.7)" # y > 3.5 before
check_equal proof_path_square infeasible "$(prove square --path=turn.14)"
check_line proof_path_confirmed 'infeasible .*\([a-z0-9, ]*(cvc5|z3|bitwuzla|intervals)' square.out
check_equal proof_path_label infeasible "$(prove label --path=turn.12)" # k is 2 there
printf '%s\n' steps:2.1 steps:3.0 steps:4.1 '!steps:5.0' > after
check_equal proof_path_free covered "$(prove free --path=after)"
# The verdict is on disk, and the next command, the reports and the search know it.
check_line proof_path_disk '^[0-9a-f]{16} steps:path\.[0-9a-f]{16} infeasible ' never.corpus.me/verdicts
"$me" prove --json --kinds=path --path=turn.7 --dump=asked ./fuzz_target never.corpus > known.json
check_line proof_path_json '"type":"path",.*"verdict":"infeasible"' known.json
check_equal proof_path_recalled '' "$(ls asked 2> /dev/null)"
"$me" cover --kinds=path --path=turn.7 ./fuzz_target never.corpus one > cover.out 2>&1
check_line proof_path_cover 'is never taken: infeasible' cover.out
check_line proof_path_cover_count '1 of 1 goals resolved: 0 covered, 1 infeasible' cover.out
"$me" show --kinds=path --path=one.path ./fuzz_target one > show.out
check_line proof_path_show '^    steps.c:[0-9]*: steps: path\.[0-9a-f]{16}$' show.out
"$me" show --kinds=path --path=turn.7 ./fuzz_target one > show.none
check_equal proof_path_show_none 1 "$(grep -c . < show.none)"
./fuzz_target --kinds=path --path=turn.7 -seed=1 never.corpus > never.log 2>&1
check_line proof_path_search 'INFO: me: path: proven infeasible' never.log
# It is a verdict on one path and no other one.
check_equal proof_path_other covered "$(prove never --path=turn.6)"

# ---- resolve: what the search leaves open is asked of the prover

"$me" resolve --kinds=path --path=turn.6 ./fuzz_target sought.corpus > sought.out 2>&1
check_line proof_path_resolve_found '1 of 1 goals resolved: 1 covered, 0 infeasible; search .* 0 queries' sought.out

# ---- what is refused

refuse() { # name status message ARGUMENT...
	refused=$1 status=$2 message=$3
	shift 3
	check_equal "$refused" "$status" "$(status_of refused.log "$me" prove "$@" ./fuzz_target never.corpus)"
	check_line "${refused}_said" "$message" refused.log
}
refuse proof_path_none 1 'needs --path=FILE' --kinds=path
refuse proof_path_no_goal 1 'needs --kinds=path' --path=one.path
refuse proof_path_absent 1 'absent: no such file' --kinds=path --path=absent
refuse proof_path_complete 2 'a path is proven with --algorithm=goal' --kinds=path --path=one.path --complete
refuse proof_path_algorithm 2 'a path is proven with --algorithm=goal' --kinds=path --path=one.path --algorithm=path
cd ..

# ---- what the search leaves open

target twice twice <<'E2'
int twice(int n)
{
	int s = 0;

	if (n > 5)
		s = 1;
	if (n < 3)
		s += 2;
	if (s == 3)
		return 1;
	return 0;
}
E2
cd twice || exit
printf '%s\n' twice:0.0 twice:1.0 > no.path
"$me" resolve --kinds=path --path=no.path ./fuzz_target open.corpus > open.out 2>&1
check_line proof_path_resolve 'is never taken: infeasible' open.out
check_line proof_path_resolve_searched 'search [0-9.]* s' open.out
# Verdicts on paths and on branches stand side by side.
"$me" prove ./fuzz_target open.corpus > branches.out 2>&1
"$me" prove --kinds=path --path=no.path ./fuzz_target open.corpus > open.out 2>&1
check_equal proof_path_verdicts 2 "$(grep -c ' infeasible ' open.corpus.me/verdicts)"
./fuzz_target -seed=1 -runs=100 open.corpus > branches.log 2>&1
check_line proof_path_branches 'INFO: me: 1 goals are proven infeasible' branches.log
cd ..

# ---- unknown: functions that the walk does not see may make decisions

target calls calls <<'E2'
#include <stdlib.h>
static int compare(const void *a, const void *b)
{
	const int x = *(const int *)a, y = *(const int *)b;

	if (x < y)
		return -1;
	if (x > y)
		return 1;
	return 0;
}
int calls(int a, int b, int c)
{
	int v[3] = {a, b, c};

	if (a > 10)
		return 1;
	qsort(v, 3, sizeof *v, compare);
	if (v[0] < 0)
		return 2;
	return 3;
}
E2
cd calls || exit
printf '\3\0\0\0\2\0\0\0\1\0\0\0' > sorted
./fuzz_target --functions=all --path-of sorted > sorted.path
check_line proof_path_comparator '^compare@calls.c:0\.' sorted.path
for turn in 1 2 3; do
	grep -v '^#' sorted.path | head -n $turn | sed '$s/^/!/' > sorted.$turn
	prove turn$turn --functions=all --path=sorted.$turn > turn$turn.word
done
check_equal proof_path_before covered "$(cat turn1.word)"
check_equal proof_path_callback '' "$(grep -l infeasible turn?.word)"
check_equal proof_path_unknown unknown "$(prove unknown --functions=all --path=sorted.path)"
check_line proof_path_unknown_why 'unknown: ' unknown.out
cd ..

# ---- runs that exist are never proven not to

target loops loops <<'E2'
static int down(int n)
{
	if (n > 3)
		return down(n - 2) + 1;
	if (n == 1)
		return 5;
	return 6;
}
int loops(int a, unsigned char b, unsigned char c)
{
	int s = 0;

	a %= 8;
	do {
		s += a;
		if (s > 12)
			break;
		switch (b) {
		case 1:
			s++;
			break;
		case 2 ... 3:
			s += 2;
			break;
		case 9:
			goto out;
		}
	} while (++b < c);
	if (down(a) == 6)
		s++;
out:
	for (;;) {
		if (s > c)
			break;
		s += 7;
	}
	return s;
}
E2
cd loops || exit
wrong=
for bytes in '\1\0\0\0\0\1' '\7\0\0\0\0\4' '\2\0\0\0\11\3' '\370\377\377\377\2\3'; do
	printf "$bytes" > input
	for goals in all loops; do
		rm -rf is.corpus is.corpus.me
		./fuzz_target --functions=$goals --path-of input > input.path
		[ "$(prove is --functions=$goals --path=input.path)" = covered ] || wrong="$wrong $bytes/$goals"
	done
done
check_equal proof_path_sound '' "$wrong"
cd ..
