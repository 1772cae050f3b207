# SPDX-License-Identifier: GPL-3.0-or-later
# `me explore` of programs with labels: the counts of paths are worked out by hand.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

# ---- what a predicate itself decides splits no path: n > 3, and the element behind it, have
# three paths

target three three,v:2 -fplugin-arg-me-labels=MCC << 'E2'
int three(const int *v, int n)
{
	if (n > 3 && v[n & 1] < 7)
		return 1;
	return 0;
}
E2
explore_anew three --kinds=branch
check_equal labels_observer '3 4 0' \
	"$(summary paths three.json) $(summary covered_prefixes three.json) $(summary infeasible_prefixes three.json)"

# ---- four labels on two paths

target four four << 'E2'
#include "me/target.h"

int four(unsigned char x)
{
	int odd = 0;

	ME_LABEL(a, x == 30);
	ME_LABEL(b, x >= 30);
	if (x & 1) {
		ME_LABEL(c, x == 200);
		odd = 1;
	}
	ME_LABEL(d, x < 100);
	return odd;
}
E2

# paths, those that stop at a label, those that cannot; labels covered, infeasible
counts() {
	for member in paths label_paths infeasible_label_paths labels_covered labels_infeasible whole; do
		summary $member four.json
	done | paste -sd' '
}

# P: even and odd. The first input is 0, whose run covers d, and no label is asked for.
explore_anew four --instrumentation=none
check_equal labels_none '2 0 0' "$(counts | cut -d' ' -f1-3)"
check_equal labels_none_unknown 0 "$(summary labels_infeasible four.json)"
# P': (a, b) is both, b alone, or none. Both is 30, which is even and below 100: 1. b alone is
# even or odd, below 100 or not, and not 200 when odd: 4. None is even or odd, below 100: 2.
explore_anew four --instrumentation=direct
check_equal labels_direct '7 0 0 3 1 true' "$(counts)"
# P*: a, b in front of the condition; d behind each side; c is infeasible.
explore_anew four --instrumentation=tight,deletion=none
check_equal labels_tight '2 4 1 3 1 true' "$(counts)"
check_line labels_infeasible '"kind":"verdict","goal":"four:label.c".*"verdict":"infeasible"' four.json
check_line labels_prefix '"kind":"prefix".*"label":"four:label.c","verdict":"infeasible"' four.json
# (m k + 1) |P| of Theorem 7: four labels on the odd path
check_equal labels_on_path 4 "$(summary labels_on_path four.json)"
# idl-1: d is asked for once.
explore_anew four --instrumentation=tight,deletion=solved
check_equal labels_solved '2 3 1 3 1 true' "$(counts)"
# idl-2: d is covered by the first run, b by that of a's path.
explore_anew four
check_equal labels_all '2 1 1 3 1 true' "$(counts)"

# ---- again: nothing is left; in pieces: the same; with another setting: anew

again() { # log ARGUMENT...
	"$me" explore --json --time=60 "${@:2}" four/fuzz_target four/corpus > "$1.json" 2> "$1.err"
}

again four
check_equal labels_again '2 1 1 3 1 true' "$(counts)"
check_equal labels_again_idle '0 0' "$(summary runs four.json) $(summary queries four.json)"
rm -rf four/corpus four/corpus.me
for piece in 1 2 3 4 5 6 7; do
	again four --instrumentation=tight,deletion=none --strategy=fair,max-paths=1
done
check_equal labels_pieces '2 4 1 3 1 true' "$(counts)"
check_equal labels_pieces_whole '' "$(cat four.err)"
size=$(stat -c %s four/corpus.me/tree)
head -c $((size - 30)) four/corpus.me/tree > cut && mv cut four/corpus.me/tree
again four --instrumentation=tight,deletion=none
check_equal labels_cut '2 4 1 3 1 true' "$(counts)"
again four --instrumentation=direct
check_line labels_other 'tree is of another build, version or way to explore labels: it is now' four.err
check_equal labels_other_counts '7 3 1 true' "$(counts | cut -d' ' -f1,4-)"
sed 's/^\(m [0-9]*\) i/\1 s/; s/^\(n 0 0 .*\) [0-9]*$/\1 99/' four/corpus.me/tree > damaged
cmp -s damaged four/corpus.me/tree && not_ok labels_damage 'the tree is as it was'
mv damaged four/corpus.me/tree
again four --instrumentation=direct
check_line labels_damaged 'corpus.me/tree is damaged' four.err
check_equal labels_damaged_counts '7 3 1 true' "$(counts | cut -d' ' -f1,4-)"

# ---- a stop once the labels are closed: c cannot be, but a, b and d are

sed 's/ME_LABEL(c.*/;/' four/four.c > open.c
target open 'four' < open.c
explore_anew open --kinds=label --until-covered
check_equal labels_stop '3 1' "$(summary labels_covered open.json) $(summary label_paths open.json)"
check_equal labels_stop_early 1 "$(summary paths open.json)"

# ---- bounds: the labels of a loop's later rounds are out of them, and tried by a session that
# has larger ones

target loop 'loop,n:0..5' << 'E2'
#include "me/target.h"

int loop(int n, int k)
{
	int s = 0;

	for (int i = 0; i < n; i++) {
		ME_LABEL(third, i == 3 && k == 7);
		s += k;
	}
	return s;
}
E2
explore_anew loop --strategy=fair,max-visits=3
check_equal labels_bounded 'false 0' "$(summary whole loop.json) $(summary labels_covered loop.json)"
"$me" explore --json --time=60 loop/fuzz_target loop/corpus > loop.json
check_equal labels_wider 'true 1' "$(summary whole loop.json) $(summary labels_covered loop.json)"

# ---- C++ and Fortran

mkdir -p plus marks
cat > plus/plus.cc << 'E2'
struct span { double low, high; };
template <typename T> static bool inside(const span &s, T x)
{
	return s.low < x && x < s.high;
}
int plus_entry(const span &s, double x)
{
	if (!(s.low < s.high) || x != x)
		return -1;
	return inside(s, x) ? 1 : 0;
}
E2
check labels_plus_builds "$me_cc" -x c++ -g -O0 -fplugin-arg-me-entry=plus_entry -fplugin-arg-me-labels=MCC plus/plus.cc -lstdc++ -lm -o plus/fuzz_target
# Five paths: no span; no number; below; inside; above. The first decision has four labels, all
# of which can be; the second one four behind one side, and below and above at once cannot be;
# the last one two on each of three paths, which decide them.
explore_anew plus --kinds=mcc --instrumentation=tight,deletion=none
check_equal labels_plus '5 10 4 9 1' \
	"$(for member in paths label_paths infeasible_label_paths labels_covered labels_infeasible; do summary $member plus.json; done | paste -sd' ')"

cat > marks/marks.f90 << 'E2'
integer function marks(x, n)
  real(8), intent(in) :: x
  integer, intent(in) :: n
  marks = 0
  if (n > 7 .and. x < n) marks = 1
end function
E2
check labels_marks_builds "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=marks -fplugin-arg-me-labels=MCC marks/marks.f90 -o marks/fuzz_target
# One jump on both conditions, and four labels in front of it.
explore_anew marks --kinds=mcc --instrumentation=direct
check_equal labels_marks_direct '4 4' "$(summary paths marks.json) $(summary labels_covered marks.json)"
explore_anew marks --kinds=mcc --instrumentation=tight,deletion=none
check_equal labels_marks '2 4' "$(summary paths marks.json) $(summary label_paths marks.json)"

# ---- options

check_equal labels_bad 2 "$(status_of bad "$me" explore --instrumentation=loose four/fuzz_target four/corpus)"
check_line labels_bad_says 'none.*tight.*direct' bad
forget four
"$me" explore --time=60 four/fuzz_target four/corpus > text 2> text.err
check_line labels_text '^4 labels: 3 covered, 1 infeasible, 0 unknown; their paths: 1 covered, 1 infeasible, 0 unknown, 0 open' text
check_line labels_text_never '^four.c:10:.*c.*infeasible \(on each path' text
# The proof is kept: others know it, and it is not made again.
check_line labels_proof_kept '^[0-9a-f]* four:label.c infeasible on each path' four/corpus.me/verdicts
"$me" show --functions=all four/fuzz_target four/corpus > shown 2> shown.err
check_equal labels_known "$(summary labels_infeasible four.json)" "$("$me" explore --json four/fuzz_target four/corpus 2> /dev/null | sed -n 's/.*"labels_infeasible":\([0-9]*\).*/\1/p')"
