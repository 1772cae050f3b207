# SPDX-License-Identifier: GPL-3.0-or-later
# Exceptions in proofs: what does not return may throw, and the run goes on where that is
# caught; nothing behind a catch is called infeasible that an input takes.
. "$ME_ROOT/tests/check.sh"

cat > outside.cc <<'E2'
void outside(int x) { throw x; }
E2
cat > throws.cc <<'E2'
[[noreturn]] void outside(int x);
static int written;
static void inner(int x)
{
	written = x;
	if (x > 3) /* in a callee */
		outside(x);
	written = -1;
}
static int quiet(int x)
{
	return x > 7 ? 1 : 0; /* no exception */
}
int throws(int x, int y)
{
	int r = 0;

	try {
		if (x > 3) /* thrown here */
			outside(x);
	} catch (int n) {
		if (x > 10) /* caught */
			r = 2;
		if (x < 2) /* never caught */
			r = 4;
	}
	try {
		inner(x);
	} catch (int n) {
		if (x > 20) /* caught from a callee */
			r += 3;
	}
	if (written == x) /* what it wrote before */
		r += 100;
	try {
		r += quiet(y);
		if (y > 9 && quiet(y) == 0) /* never */
			outside(y);
	} catch (...) {
		r = 1000;
	}
	return r;
}
E2
if "g++$suffix" -c outside.cc -o outside.o && "$ME_BUILD/me-c++" -g -O0 --no-driver -fplugin-arg-me-entry=throws throws.cc outside.o -o throws > build.log 2>&1; then
	for algorithm in goal statement; do
		rm -rf throws.corpus throws.corpus.me
		"$me" prove --timeout=10 --algorithm=$algorithm ./throws throws.corpus > throws.$algorithm 2>&1
		check_equal "throws_${algorithm}_covered" '' "$(grep ': infeasible' throws.$algorithm | grep -v '/\* never')"
		for mark in 'in a callee' 'thrown here' 'caught' 'caught from a callee' 'what it wrote before'; do
			line=$(grep -n "/\* $mark \*/" throws.cc | cut -d: -f1)
			check_equal "throws_${algorithm}_$mark" 2 "$(grep -c "^throws.cc:$line:.* covered by" throws.$algorithm)"
		done
		check_line "throws_${algorithm}_never" 'never \*/.* is never true: infeasible \(' throws.$algorithm
	done
	"$me" prove --timeout=10 --complete --algorithm=statement ./throws complete.corpus > throws.complete 2>&1
	check_line throws_complete_told '^[0-9]+ of [0-9]+ goals resolved' throws.complete
	check_equal throws_complete '' "$(grep 'returns\|completes' throws.complete | grep -v '/\* never')"
else
	not_ok throws_build "$(tail -n 3 build.log)"
fi
