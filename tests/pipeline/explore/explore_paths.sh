# SPDX-License-Identifier: GPL-3.0-or-later
# `me explore`: each path of a target is taken, or proven infeasible; in C, C++ and Fortran.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

# ---- C: of two tests of x and two of n, one order of the outcomes is impossible

target order order << 'E2'
static int high(double y)
{
	return y > 3.5;
}
int order(double x, int n)
{
	int s = 0;

	if (high(x))
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
explore order --functions=all
check_equal explore_whole true "$(summary whole order.json)"
# three of x (also not a number), five of n and the loop
check_equal explore_paths 15 "$(summary paths order.json)"
check_equal explore_files 15 "$(ls order/corpus | wc -l)"
check_line explore_covered '"kind":"verdict".*"goal":"order:0\.0".*"verdict":"covered"' order.json
check_line explore_infeasible '"kind":"prefix".*"verdict":"infeasible","goal":"order:2\.0","how":".*(cvc5|z3|bitwuzla), ' order.json
check_equal explore_diverged '0 0' "$(summary diverged order.json) $(summary lost order.json)"
# Each input takes a path of its own.
for input in order/corpus/*; do
	order/fuzz_target --functions=all --path-of "$input" | grep -v "^#" | paste -sd' '
done > order.paths
check_equal explore_own_paths 15 "$(sort -u order.paths | wc -l)"

# ---- again: nothing is left, nothing is asked, and nothing is added

explore order --functions=all
check_equal explore_again '0 0 true' \
	"$(summary runs order.json) $(summary queries order.json) $(summary whole order.json)"
check_equal explore_again_paths 15 "$(summary paths order.json)"

# ---- a decision on addresses: that the last element is behind the first one has a proof

target behind behind,v:3 << 'E2'
int behind(const int *v)
{
	int n = 0;

	for (const int *at = v; at <= v + 2; at++)
		n += *at == 5;
	return n == 3;
}
E2
explore behind
check_equal explore_addresses 'true 0' "$(summary whole behind.json) $(summary unknown_prefixes behind.json)"

# ---- bounds

target loop loop << 'E2'
int loop(unsigned n, int k)
{
	int s = 0;

	while (n--)
		s += k;
	if (k == 77)
		return -1;
	return s;
}
E2
explore loop --strategy=fair,max-visits=3
check_equal explore_visits false "$(summary whole loop.json)"
check_equal explore_goals '4 4' "$(summary goals loop.json) $(summary covered loop.json)"
few=$(summary paths loop.json)
check_equal explore_visits_paths yes "$([ "$few" -ge 6 ] && echo yes)" # 0 to 2 rounds, k twice
visits=$(summary open_prefixes loop.json)
check_equal explore_out_of_bounds "$visits" "$(summary out_of_bounds loop.json)"
explore loop --strategy=fair,max-visits=5
more=$(summary paths loop.json)
check_equal explore_more_visits yes "$([ "$more" -ge $((few + 3)) ] && echo yes)"
explore loop --strategy=fair,max-paths=2,max-visits=64
check_equal explore_max_paths $((more + 2)) "$(summary paths loop.json)"
# Both sides behind the loop come before it is at its end.
for strategy in fair dfs fitness; do
	rm -rf loop/corpus loop/corpus.me
	explore loop --strategy=$strategy,max-paths=40 --until-covered
	check_equal explore_$strategy 4 "$(summary covered loop.json)"
done

# A loop of many paths starves what comes before it where the deepest side is next, and not where the
# block is that was tried least often, or the one that is nearest to an open goal.
target starved starved << 'E2'
int starved(unsigned a, unsigned char x)
{
	int bits = 0;

	if (x == 77)
		return -1;
	for (int i = 0; i < 12; i++)
		if (a >> i & 1)
			bits++;
	return bits;
}
E2
for strategy in fair fitness dfs; do
	rm -rf starved/corpus starved/corpus.me
	explore starved --strategy=$strategy,max-paths=8
	check_equal explore_starved_$strategy $([ $strategy = dfs ] && echo 5 || echo 6) \
		"$(summary covered starved.json)"
done

# ---- C++ and Fortran

mkdir -p plus && cat > plus/plus.cc << 'E2'
template <typename T> static T clamp(T x, T low, T high)
{
	return x < low ? low : x > high ? high : x;
}
struct span { float low, high; };
int plus_entry(const span &s, float x)
{
	if (!(s.low < s.high))
		return -1;
	const float y = clamp(x, s.low, s.high);
	if (y != x && x == 2.5f)
		return 1;
	return y > 100;
}
E2
check explore_plus_builds "$me_cc" -x c++ -g -O0 -fplugin-arg-me-entry=plus_entry plus/plus.cc -lstdc++ -lm -o plus/fuzz_target
explore plus --functions=all
check_equal explore_plus true "$(summary whole plus.json)"
check_equal explore_plus_goals "$(summary goals plus.json)" "$(summary covered plus.json)"

mkdir -p marks && cat > marks/marks.f90 << 'E2'
integer function marks(x, a)
  real(8), intent(in) :: x
  integer, intent(in) :: a(3)
  integer :: i
  marks = 0
  do i = 1, 3
    if (a(i) > 7 .and. x < i) marks = marks + 1
  end do
  if (marks == 3) marks = 100
end function
E2
check explore_marks_builds "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=marks marks/marks.f90 -o marks/fuzz_target
explore marks
check_equal explore_marks 'true 8' "$(summary whole marks.json) $(summary paths marks.json)"

# ---- what a whole exploration proves

# A division ends the runs of some inputs behind the first condition: others go on, and behind
# `if (k)`, which goes one way only, they have another choice.
target divided divided << 'E2'
int divided(int n, int m)
{
	int k = 0;

	if (n > 100)
		return 0;
	int q = 1000 / n;
	if (k)
		return 2;
	if (m == 3)
		return 1;
	return q & 0;
}
E2
# A sanitizer makes n == 0 a choice, and what is behind it no input takes nor a formula excludes.
if [ "${sanitized:-}" ]; then skip divided_whole 'it divides by zero, which a sanitizer asks for'; else
explore divided
check_equal divided_whole 'true 5 1' "$(summary whole divided.json) $(summary covered divided.json) $(summary infeasible divided.json)"
check_line divided_proof '^[0-9a-f]* divided:1.0 infeasible on each path' divided/corpus.me/verdicts
"$me" resolve --time=20 divided/fuzz_target divided/corpus > divided.log 2>&1
check_line divided_resolved '^6 of 6 goals resolved: 5 covered, 1 infeasible' divided.log
explore divided
check_equal divided_again '0 1' "$(summary runs divided.json) $(summary infeasible divided.json)"
fi
# Nothing is proven where a path was cut.
target endless endless << 'E2'
int endless(unsigned n)
{
	unsigned i, odd = 0;

	for (i = 0; i < n; i++)
		odd ^= 1;
	if (odd > 1)
		return 2;
	return odd;
}
E2
explore endless --strategy=fair,max-visits=3
check_equal endless_whole false "$(summary whole endless.json)"
check_equal endless_proves '' "$(grep endless:1.0 endless/corpus.me/verdicts 2> /dev/null)"
