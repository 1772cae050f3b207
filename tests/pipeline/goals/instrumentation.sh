# SPDX-License-Identifier: GPL-3.0-or-later
# instrumentation= and deletion= of --method=: labels as conditions of the program (direct), as
# observers (tight), and observers that are deleted when they are covered. For one corpus
# all report the same covered labels.
. "$ME_ROOT/tests/check.sh"

cat > subject.c <<'E3'
#include <stdio.h>
int subject(int a, int b, double x)
{
	int r = 0;
	if (a < 3 && (b > a || x == 2.5))
		r += a - b;
	for (int i = 0; i < a && i < 4; i++)
		r += i * b;
	if ((x > 1) == (b != 7) || !(a + b >= 5))
		r++;
	while (b > 0 && r < 20) {
		r += 3;
		b--;
	}
	return x < 0 ? -r : r;
}
#ifdef MAIN
int main(void)
{
	for (int i = -200; i < 200; i++)
		printf("%d\n", subject(i % 9, i % 7 + 3, i * 0.5));
}
#endif
E3
criteria=IC,ELO,DCC,MCC,MCDC,NCC2,WM
# The compiler alone, with bounds: a label inside of a label would have no end.
limited() { # instrumentation argument...
	how=$1
	shift
	(
		ulimit -v 4000000
		ulimit -t 300
		"$CC" -fplugin="$ME_BUILD/me.so" -w -g -O0 -fplugin-arg-me-entry=subject \
			-fplugin-arg-me-instrumentation=$how -fplugin-arg-me-labels=$criteria "$@"
	)
}
limited direct -c subject.c > limited.log 2>&1 || {
	not_ok direct_ends "$(tail -n 3 limited.log)"
	exit 0
}
ok direct_ends
# Compiled apart: a link with a sanitized library has sanitizers, which exclude direct.
apart() { # output compiler argument...
	output=$1 compiler=$2
	shift 2
	{
		"$compiler" "$@" -c subject.c -o subject.o && "$compiler" subject.o -o "$output"
	} > "$output.log" 2>&1
}
for how in direct tight; do
	apart $how "$me_cc" -g -O0 -fplugin-arg-me-entry=subject,a:-5..9,b:-5..9 \
		-fplugin-arg-me-instrumentation=$how -fplugin-arg-me-labels=$criteria
	./$how --goals > $how.goals
done
labels() { # goals
	sed -n 's/.*"goal":"\([^"]*:[a-z]*\.[^"]*\)".*/\1/p' "$1" | sort
}
check_same same_labels "$(labels direct.goals)" "$(labels tight.goals)"
branches() { # goals
	grep -c '"type":"branch"' "$1"
}
check direct_splits_paths test "$(branches direct.goals)" -gt \
	$((2 * $(labels tight.goals | wc -l)))

# The program does the same.
"$CC" -DMAIN subject.c -o plain && ./plain > plain.out
for how in direct tight; do
	apart changed "$me_cc" -g -O0 -DMAIN -fplugin-arg-me-instrumentation=$how \
		-fplugin-arg-me-labels=$criteria
	./changed > changed.out
	check "${how}_changes_nothing" cmp plain.out changed.out
done
# Neither are the conditions of labels decisions or operators of the source in C++.
for how in direct tight; do
	apart cxx "$ME_BUILD/me-c++" -g -O2 -fplugin-arg-me-any-O -fplugin-arg-me-entry=subject \
		-fplugin-arg-me-instrumentation=$how -fplugin-arg-me-labels=$criteria -x c++
	./cxx --goals > cxx.$how
done
check_same same_labels_in_cxx "$(labels cxx.direct)" "$(labels cxx.tight)"
check_line labels_in_cxx ':mcdc\.' cxx.tight

# All criteria in a unit with lambdas, templates and exceptions, with the same bounds.
cat > deep.cc <<'E3'
#include <algorithm>
#include <map>
#include <string>
#include <vector>
template <class T, class F> static T fold(const std::vector<T> &v, T start, F f)
{
	for (const T &x : v)
		if (x > 0 && x < 100)
			start = f(start, x);
	return start;
}
int subject(int a, int b, int c)
{
	std::vector<int> v{a, b, c};
	std::map<std::string, int> m;
	auto add = [&](int x, int y) { return x + (y > a && y < c ? y : b); };
	std::sort(v.begin(), v.end(), [](int x, int y) { return x < y || (x == y && x > 3); });
	int s = fold(v, 0, add) + fold(v, 1, [=](int x, int y) {
		int r = 0;
		while (x-- > 0 && r < 9)
			r += y + b;
		return r;
	});
	m["a"] += s;
	for (auto &p : m)
		if (p.second > s && (p.first == "a" || a > b))
			s += p.second;
	try {
		if (a > 3 && v.at(2) > 7)
			s++;
	} catch (...) {
		s = -1;
	}
	return s;
}
E3
for how in direct tight; do
	limited $how -c deep.cc -o deep.o > deep.$how.log 2>&1 &&
		"$ME_BUILD/me-c++" deep.o -o deep.$how >> deep.$how.log 2>&1
	./deep.$how --goals > deep.$how.goals
done
check_same same_labels_of_lambdas "$(labels deep.direct.goals)" "$(labels deep.tight.goals)"
check_line statements_of_lambdas ':ic\.' deep.direct.goals

# ---- one corpus

mkdir corpus
./tight -seed=1 -runs=2000 corpus > search 2>&1
# FILE and the labels that it meets, in the order of the corpus.
met() { # target corpus
	"$1" --trace "$2"/* 2> trace.err | sed -n 's/^{.*"file":"\([^"]*\)","met":\[\(.*\)\]}$/\1 \2/p' |
		awk '{
			n = split($2, id, ",")
			for (i = 1; i <= n; i++)
				if (id[i] ~ /:[a-z]+\./)
					print $1, id[i]
		}' | sort
}
met ./direct corpus > met.direct
met ./tight corpus > met.tight
check each_input_covers_the_same cmp met.direct met.tight
check_line some_are_covered ':mcdc\.' met.tight
# The first input of each label; me score deletes labels that are covered.
awk '!($2 in first) {first[$2]; print $2, $1}' met.tight | tr -d '"' | sort > first.trace
for how in direct tight; do
	"$me" score --json ./$how corpus > score.$how.json
	sed -n 's/^{"kind":"label","goal":"\([^"]*:[a-z]*\.[^"]*\)".*"input":"\([^"]*\)"}$/\1 \2/p' \
		score.$how.json | sort > first.$how
	check "${how}_scores_by_the_first_input" cmp first.trace first.$how
done

# ---- deletion

# What a search of its own covers, evaluates and keeps.
of_stop() { # file expression
	sed -n "s/.*stop: .*; \([0-9]*\) of .* \([0-9]*\) evaluations of predicates/$2/p" "$1"
}
kinds=$(labels tight.goals | sed "s/^[^:]*:\([a-z]*\)\..*/\1/" | sort -u | paste -sd , -)
for how in all solved none; do
	mkdir corpus.$how
	./tight -seed=1 -runs=2000 --kinds=$kinds --method=auto,deletion=$how corpus.$how > $how.log 2>&1
	"$me" score --json --kinds=$kinds ./tight corpus.$how | grep '"kind":"label"' |
		grep -cv '"input":null' > $how.scored
done
check_equal all_covers_what_its_corpus_does "$(cat all.scored)" "$(of_stop all.log '\1')"
check_equal none_covers_what_its_corpus_does "$(cat none.scored)" "$(of_stop none.log '\1')"
check solved_counts_no_more test "$(of_stop solved.log '\1')" -le "$(cat solved.scored)"
check all_saves_evaluations test "$((2 * $(of_stop all.log '\2')))" -lt "$(of_stop none.log '\2')"
check solved_saves_some test "$(of_stop solved.log '\2')" -lt "$(of_stop none.log '\2')"
check all_saves_more test "$(of_stop all.log '\2')" -lt "$(of_stop solved.log '\2')"
# Given inputs count as a whole, and the one of libFuzzer's own that comes after them;
# libFuzzer runs some twice when it looks for leaks.
for how in all solved; do
	rm -rf given && cp -r corpus given
	./tight -seed=1 -runs=$(($(ls corpus | wc -l) + 2)) -detect_leaks=0 --method=off,deletion=$how --kinds=$kinds given > given.$how 2>&1
	check_line "given_inputs_count_$how" "stop: .*; $(met ./tight given | sort -u -k2,2 | wc -l) of" given.$how
done

# ---- what cannot be

check_equal unknown 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-instrumentation=loose subject.c)"
check_line unknown_says_which 'instrumentation=loose.: it is direct or tight' error
check_equal sanitized 1 "$(status_of error "$me_cc" -g -c -fsanitize=undefined -fplugin-arg-me-labels=CC \
	-fplugin-arg-me-instrumentation=direct subject.c)"
check_line sanitized_says_why 'instrumentation=direct. and .-fsanitize=. exclude each other' error
check_equal unknown_deletion 1 "$(status_of error ./tight --method=auto,deletion=some corpus)"
check_line unknown_deletion_lists_them 'all\|solved\|none|all, solved' error
