# SPDX-License-Identifier: GPL-3.0-or-later
# labels=: coverage criteria as goals. On a program small enough to run all inputs, each
# label is covered by exactly those that an evaluation of the criterion's definition says,
# which looks at truth tables and never at the labels' predicates.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

# The names of the labels that the target has, KIND.NAME each once.
labels_of() { # target
	"$1" --goals | sed -n 's/.*"type":"\(dc\|cc\|mcc\|mcdc\|ncc\)".*"name":"\([^"]*\)".*/\2/p' | sort
}

# For each traced input: FILE LABEL, without what exclusive ors add to a name.
covered() { # target file...
	met_by_input "$@" | labels_of_decisions
}

# ---- all inputs of a small function

cat > subject.c <<'E2'
static const int table[] = {1, -1, 2, 0};
int subject(int a, int b, int c)
{
	int r = 0, n = c;
	if (a < 2 && b > -1)
		r++;
	if ((a > b || b == c) && !(c >= 1))
		r++;
	if (((a > 0) ^ (b * 1.0 > 0)) && c != 2)
		r++;
	if (a > 1 || b > 1 || c > 1)
		r++;
	for (int i = 0; i < a && i < b; i++)
		r += i;
	while (n-- > 0)
		r++;
	if (b >= 0 && b < 4 && table[b] > c)
		r++;
	if (r++ > 2 && a == c)
		r++;
	return a == b ? r : -r;
}
E2

# Reads nothing, writes inputs/NUMBER for all a, b and c, and prints NUMBER LABEL for what
# the input covers.
cat > oracle.c <<'E2'
#include <stdio.h>
#include <string.h>

typedef int decision_fn(const int *v);
enum { UNKNOWN = -1 }; /* not evaluated: it might trap */
static int number;

static const char *word(int value)
{
	return value ? "true" : "false";
}

/* Whether some values of what is unknown make the decision differ when v[k] does. */
static int is_active(decision_fn *decide, int n, const int *v, int k)
{
	for (int more = 0; more < 1 << n; more++) {
		int one[8], other[8];
		for (int i = 0; i < n; i++)
			one[i] = other[i] = v[i] == UNKNOWN ? more >> i & 1 : v[i];
		other[k] = !one[k];
		if (decide(one) != decide(other))
			return 1;
	}
	return 0;
}

static void pairs(int d, int n, const int *v)
{
	for (int i = 0; i < n; i++)
		for (int k = i + 1; k < n; k++)
			if (v[i] != UNKNOWN && v[k] != UNKNOWN)
				printf("%d ncc.%d.%d%c%d%c\n", number, d, i, "FT"[v[i]], k, "FT"[v[k]]);
	if (n == 1)
		printf("%d ncc.%d.0%c\n", number, d, "FT"[v[0]]);
}

static void decision(int d, int n, const int *v, decision_fn *decide)
{
	int traps = 0;

	printf("%d dc.%d.%s\n%d mcc.%d.", number, d, word(decide(v)), number, d);
	for (int k = 0; k < n; k++)
		putchar(v[k] == UNKNOWN ? '-' : "FT"[v[k]]);
	putchar('\n');
	for (int k = 0; k < n; k++) {
		traps |= v[k] == UNKNOWN;
		if (v[k] == UNKNOWN)
			continue;
		printf("%d cc.%d.%d.%s\n", number, d, k, word(v[k]));
		if (is_active(decide, n, v, k))
			printf("%d mcdc.%d.%d.%s.%s\n", number, d, k, word(v[k]), word(decide(v)));
	}
	if (d != 6)
		pairs(d, n, v);
	else
		pairs(d, 2, v);
}

static int d0(const int *v) { return v[0] && v[1]; }
static int d1(const int *v) { return (v[0] || v[1]) && v[2]; }
static int d2(const int *v) { return (v[0] != v[1]) && v[2]; }
static int d3(const int *v) { return v[0] || v[1] || v[2]; }
static int d6(const int *v) { return v[0] && v[1] && v[2]; }
static int single(const int *v) { return v[0]; }

#define DECIDE(d, decide, ...)                                                         \
	(decision(d, sizeof((int[]){__VA_ARGS__}) / sizeof(int), (int[]){__VA_ARGS__}, \
		  decide), decide((int[]){__VA_ARGS__}))

static const int table[] = {1, -1, 2, 0};
static void run(int a, int b, int c)
{
	int r = 0, n = c;
	r += DECIDE(0, d0, a < 2, b > -1);
	r += DECIDE(1, d1, a > b, b == c, c < 1);
	r += DECIDE(2, d2, a > 0, b > 0, c != 2);
	r += DECIDE(3, d3, a > 1, b > 1, c > 1);
	for (int i = 0; DECIDE(4, d0, i < a, i < b); i++)
		r += i;
	while (n--, DECIDE(5, single, n + 1 > 0))
		r++;
	r += DECIDE(6, d6, b >= 0, b < 4, b >= 0 && b < 4 ? table[b] > c : UNKNOWN);
	DECIDE(7, d0, r > 2, r > 2 ? a == c : UNKNOWN);
	DECIDE(8, single, a != b); /* the front end turns ?: around */
}

#include "all_inputs.h"
ALL_INPUTS(-3, 3, -3, 4, -3, 3)
E2
run_oracle | sort -u > wanted
criteria=DCC,MCC,MCDC,NCC2
"$me_cc" -g -O0 -fplugin-arg-me-entry=subject,a:-3..3,b:-3..4,c:-3..3 \
	-fplugin-arg-me-labels=$criteria subject.c -o target > build.log 2>&1
covered ./target > got
check each_input_covers_what_it_should cmp wanted got
# Decisions of 2, 3, 3, 3, 2, 1, 3, 2 and 1 conditions; the 7th may trap in the last one,
# the 8th has an effect: it has labels of what the run evaluates, the 3rd has an exclusive or of two.
check_equal labels_in_all '18 40 44 44 54' "$(for kind in dc cc mcc mcdc ncc; do
	labels_of ./target | grep -c "^$kind\\."; done | tr '\n' ' ' | sed 's/ $//')"

# ---- what the search and the prover make of them

mkdir found
./target -seed=1 found > log 2>&1
./target --trace inputs/* 2> /dev/null | met_goals > possible
./target --trace found/* 2> /dev/null | met_goals > reached
check search_covers_what_any_input_covers cmp possible reached
if command -v $first > /dev/null; then
	"$me" prove --timeout=5 ./target found > prove 2>&1
	check_line proves_the_rest '^([0-9]+) of \1 goals resolved' prove
	check_line proves_and_names_the_predicate \
		'for \(int i = 0; i < a && i < b; i\+\+\)|never has .*: infeasible' prove
fi
"$me" cover ./target found > cover 2>&1
check_line branches_are_those_of_gcov '^subject .* ([0-9]+)/\1 ' cover

# What is left out is named and counted.
check_line tells_of_traps "subject.c:17:.* no labels of ncc here: some conditions may trap" build.log
check_no_line has_labels_of_effects "subject.c:19:.* fewer labels" build.log
check_line counts_what_is_left_out 'plugin me: 1 place has fewer labels' build.log

# ---- C++ at any -O; the labels change nothing

cat > cxx.cc <<'E2'
#include <cstdio>
#include <cmath>
#include <initializer_list>
struct box {
	double low, high;
	bool holds(double x) const { return low <= x && x < high; }
};
template <class T> static int sign(T x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
constexpr int twice(int x) { return x > 3 && x < 9 ? 2 * x : x; }
static_assert(twice(4) == 8, "evaluated by the compiler");
static int calls;
static bool next(int n) { return ++calls % n == 0; }
int f(double x, int n)
{
	const box b = {1.5, 2.5};
	int r = sign(x) + sign(n) + twice(n);
	if (b.holds(x) || (!std::isnan(x) && std::fabs(x) > 100))
		r += 10;
	while (next(3) && n < 7)
		r++;
	if (int k = n & 3)
		r += k;
	for (int i : {1, 2, 3})
		r += i > 1 && i < 3;
	auto inner = [&](int y) { return y > r || y < -r; };
	return inner(n) ? r : -r;
}
#ifdef MAIN
int main()
{
	for (int i = -300; i < 300; i++)
		printf("%d %d\n", f(i * 0.37, i), calls);
}
#endif
E2
"${CC%gcc*}g++$suffix" -DMAIN cxx.cc -o plain && ./plain > plain.out
for level in 0 2; do
	"$ME_BUILD/me-c++" -g -O$level -Wall -Wextra -Werror -DMAIN -fplugin-arg-me-labels=DCC,MCC,MCDC,NCC2,WM cxx.cc \
		-o changed > "cxx$level.log" 2>&1
	./changed > changed.out
	check "changes_nothing_O$level" cmp plain.out changed.out
	"$ME_BUILD/me-c++" -g -O$level -fplugin-arg-me-entry=f -fplugin-arg-me-any-O \
		-fplugin-arg-me-labels=DCC,MCC,MCDC cxx.cc -o "target$level" > "target$level.log" 2>&1
	labels_of "./target$level" > "labels$level"
	rm -rf cxx && mkdir cxx
	"./target$level" -seed=1 --kinds=mcdc cxx > "search$level" 2>&1
	check_line "covers_cxx_O$level" 'stop: .* [0-9]+ of [0-9]+ goals covered' "search$level"
done
check_same same_labels_at_any_O "$(cat labels0)" "$(cat labels2)"
check_line templates_and_members_have_labels '^dc\.0\.true' labels0
check_line tells_of_constexpr 'fewer labels here: the function may be evaluated by the compiler' target0.log

# ---- what cannot be

check_equal unknown_criterion 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-labels=DC,XYZ subject.c)"
check_line unknown_criterion_lists_known ".XYZ. is no criterion; known are DC, CC, DCC, MCC, MCDC" error
check_equal wise_out_of_range 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-labels=NCC9 subject.c)"
check_equal nothing 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-labels= subject.c)"
check_line nothing_says_so 'a criterion is missing' error
check_equal c_optimised 1 "$(status_of error "$me_cc" -O1 -c -fplugin-arg-me-labels=DC subject.c)"
check_line c_optimised_says_why "labels=.* in C needs .-O0" error

# Two criteria are kinds of goals that exist without labels, also above -O0.
"$me_cc" -g -O1 -fplugin-arg-me-any-O -fplugin-arg-me-entry=subject -fplugin-arg-me-labels=FC,CB subject.c \
	-o others > others.log 2>&1
check_equal others_are_goals "boundary branch function ${sanitized:+ubsan }" \
	"$(./others --goals | sed 's/.*"type":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' ')"
printf '\0\0\0\0\0\0\0\0\0\0\0\0' > first.bin
"$me" score --labels=FC ./others first.bin > others.score 2>&1
check_line others_are_scored '^subject +function +1/1$' others.score

# ---- me score, and a part of the corpus that has the same score

# TYPE COVERED ALL, by what it counts.
scores() { # me score's output of JSON, counted
	sed -n 's/.*"kind":"score".*"type":"\([a-z]*\)","counted":"'"$2"'","covered":\([0-9]*\),"all":\([0-9]*\)}/\1 \2 \3/p' \
		"$1" | sort
}
"$me" score --json --labels=DCC,MCC,MCDC,NCC2 ./target inputs > score.json
check_equal scores_what_the_oracle_does "$(for kind in cc dc mcc ncc; do
	echo "$kind $(cut -d' ' -f2 wanted | sort -u | grep -c "^$kind\\.")"; done)" \
	"$(scores score.json goals | grep -v mcdc | cut -d' ' -f1,2)"
check_equal scores_all "$(for kind in cc dc mcc mcdc ncc; do
	echo "$(labels_of ./target | grep -c "^$kind\\.")"; done)" "$(scores score.json goals | cut -d' ' -f3)"
check_equal pairs_of_the_oracle "$(cut -d' ' -f2 wanted | grep '^mcdc' | sort -u | awk -F. '{
		key = $2 "." $3
		keys[key] = met[key, $4, $5] = 1
	}
	END {
		for (key in keys) {
			pairs += met[key, "true", "true"] && met[key, "false", "false"] ||
				met[key, "true", "false"] && met[key, "false", "true"]
			all++
		}
		print "mcdc", pairs, all
	}')" "$(scores score.json conditions)"
# The input of a label is the first one that covers it.
sed -n 's/.*"goal":"subject:\([^"]*\)".*"input":"inputs\/\([0-9]*\)"}$/\1 \2/p' score.json |
	grep -v '^mcdc' | sort > by
awk '!/ mcdc/ && !($2 in first) {first[$2] = $1} END {for (label in first) print label, first[label]}' \
	got | sort > first
check names_the_first_input cmp by first

# Both values of a condition that decides by itself are no pair when the decision is the
# same in both.
cat > either.c <<'E2'
int either(int a, int b) { return (a > 0) ^ (b > 0); }
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=either -fplugin-arg-me-labels=MCDC,CC either.c -o either
printf '\1\0\0\0\0\0\0\0' > first_holds
printf '\0\0\0\0\1\0\0\0' > second_holds
printf '\0\0\0\0\0\0\0\0' > none_holds
"$me" score ./either first_holds second_holds > no_pair
check_line no_pair '^either +mcdc +0/2 conditions decide by themselves' no_pair
check_line no_pair_though_both_values '^either +cc +4/4' no_pair
check_line names_the_predicate 'either.c:1:.* mcdc.0.0.true.false.T: a > 0 && b > 0: not covered' no_pair
"$me" score ./either first_holds second_holds none_holds > pair
check_line pair '^either +mcdc +2/2 conditions decide by themselves' pair

check_equal score_of_a_file_writes_nothing "" "$(ls -d *holds.me 2> /dev/null)"

"$me" corpus minimise --output=chosen ./target inputs > chosen.log 2>&1
"$me" score --json ./target chosen > chosen.json
"$me" score --json ./target inputs > all.json
check_same chosen_keeps_the_score "$(scores all.json goals; scores all.json conditions)" \
	"$(scores chosen.json goals; scores chosen.json conditions)"
check chosen_is_smaller test "$(ls chosen | wc -l)" -lt 20
check_equal score_of_nothing 1 "$(status_of error "$me" score ./target no_such)"
check_equal score_unknown 1 "$(status_of error "$me" score --labels=XYZ ./target inputs)"
check_line score_unknown_says_which 'it has no goal of XYZ; no kind of goals has this name' error
check_equal score_absent 1 "$(status_of error "$me" score --labels=IC ./target inputs)"
check_line score_absent_says_how 'it has no goal of IC; compile with -fplugin-arg-me-labels=IC$' error
status_of error "$me" score --labels=rte ./target inputs > /dev/null
check_line score_absent_goals 'it has no goal of rte; compile with -fplugin-arg-me-kinds=rte$' error
"$me" prove --timeout=5 ./target found > /dev/null 2>&1
command -v $first > /dev/null && "$me" score --labels=MCC ./target found > proven &&
	check_line score_tells_proofs 'mcc\.6\.FF.: !\(b >= 0\) && !\(b < 4\): infeasible' proven

# A corpus of another build: inputs of another size are told of, and what was proven about
# that program is not said of this one.
echo 'int other(int a) { return a > 3 && a < 9; }' > other.c
"$me_cc" -g -O0 -fplugin-arg-me-entry=other -fplugin-arg-me-labels=MCC other.c -o other > other.log 2>&1
"$me" score ./other inputs > other.score 2>&1
check_line other_sizes_are_told_of \
	"note: 392 of 392 inputs were made for another build or entry: inputs/1 has 12 bytes, an input of ./other has 4" \
	other.score
"$me" score --json ./target inputs > own.json 2> own.notes
check_equal own_sizes_are_not '' "$(cat own.notes)"
echo 'int other(int a) { return a > 3 && a < 2; }' > other.c
"$me_cc" -g -O0 -fplugin-arg-me-entry=other -fplugin-arg-me-labels=MCC other.c -o never > other.log 2>&1
mkdir proven.other
./never -seed=1 proven.other > never.log 2>&1
if command -v $first > /dev/null; then
	"$me" prove --timeout=5 ./never proven.other > never.prove 2>&1
	"$me" score --labels=MCC ./never proven.other > never.score 2>&1
	check_line this_builds_proofs 'mcc.0.TT: .*: infeasible$' never.score
	"$me" score -v --labels=MCC ./other proven.other > other.score 2>&1
	check_line other_builds_proofs_are_not 'mcc.0.TT: .*: (not covered|covered by .*)$' other.score
fi

# Constants of an enumeration are printed by their names.
cat > kinds.c <<'E2'
enum kind { FIRST, SECOND = 7, THIRD };
int kinds(enum kind k, int n)
{
	return k == SECOND || (k != THIRD && n > 2);
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=kinds -fplugin-arg-me-labels=CC -c kinds.c -o kinds.o > build.log 2>&1
"$me_cc" kinds.o -o kinds >> build.log 2>&1
check_equal names_of_constants 'k == SECOND;k != THIRD;n > 2;' \
	"$(./kinds --goals | sed -n 's/.*"name":"cc\.[^"]*true".*"never":"never has \([^"]*\)".*/\1/p' | tr '\n' ';')"

# A comparison that the front end has made an equality of is printed as it was written.
cat > ends.c <<'E2'
int ends(unsigned char c, int n)
{
	return c > 254 || (n < 3 && c <= 253) || c < 1;
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=ends -fplugin-arg-me-labels=CC ends.c -o ends > build.log 2>&1
check_equal operators_at_ends 'c > 254;n < 3;c <= 253;c < 1;' \
	"$(./ends --goals | sed -n 's/.*"name":"cc\.[^"]*true".*"never":"never has \([^"]*\)".*/\1/p' | tr '\n' ';')"

# Constructors and destructors, which the front end copies, have each label once.
cat > built.cc <<'E2'
struct base {
	int n;
	base(int k) : n(k > 3 && k < 9 ? k : 2) { for (int i = 0; i < k; i++) n += i; }
	virtual ~base() { if (n > 3) n = 0; }
};
struct derived : base {
	base other;
	derived(int k) : base(k), other(n) { if (k == 4) n--; }
};
int built(int k) { derived d(k); return d.n; }
E2
"$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=built,k:-9..9 -fplugin-arg-me-labels=DCC,MCC,MCDC,WM,IC,ELO,RTE \
	-c built.cc -o built.o > build.log 2>&1
"$ME_BUILD/me-c++" built.o -o built >> build.log 2>&1
check_no_line built_once 'in this function already' build.log
check_equal built_decisions '_ZN4baseC2Ei 4;_ZN4baseD2Ev 2;_ZN7derivedC2Ei 2;' \
	"$(./built --goals | sed -n 's/.*"goal":"\([^:@]*\)[^:]*:dc\.[^"]*".*/\1/p' | sort | uniq -c | awk '{print $2 " " $1}' | tr '\n' ';')"
check_equal built_has_no_implicit_statements 0 "$(./built --goals | grep -c '"goal":"_ZN7derivedD[^"]*:ic\.')"

# Expressions that a front end or an inline header makes of the source: constant tables behind
# a call, pointers to members, lists of objects that are destroyed. All criteria build, and the
# decisions that are written have their labels.
cat > tables.c <<'E2'
#include <ctype.h>
#include <string.h>
int tables(const char *t)
{
	if (isupper((unsigned char)t[0]))
		return 1;
	return t[strlen(t) > 3 ? 1 : 0] == 'k';
}
E2
cat > members.cc <<'E2'
#include <string>
#include <vector>
struct meter {
	int n, count;
	int more(int x) { return n + x; }
};
int members(int n)
{
	std::vector<std::string> names{"a", "bb"};
	meter m{3, 4};
	int (meter::*step)(int) = n > 9 ? &meter::more : nullptr;
	int meter::*field = &meter::count;
	if (step && (m.*step)(n) * 2 == 46)
		return -(m.*field) * (int)names.size();
	return n;
}
E2
every=DCC,MCC,MCDC,WM,SVR,IC,ELO,RTE,NCC2
"$ME_BUILD/me-cc" -g -O0 -fplugin-arg-me-entry=tables,t:5 -fplugin-arg-me-labels=$every \
	tables.c -o tables > tables.log 2>&1
check_equal tables_decisions 4 "$(./tables --goals | grep -c '"goal":"tables:dc\.')"
"$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=members -fplugin-arg-me-labels=$every \
	members.cc -o members > members.log 2>&1
check_equal members_decisions 4 "$(./members --goals | grep -c '"goal":"_Z7membersi:dc\.')"
