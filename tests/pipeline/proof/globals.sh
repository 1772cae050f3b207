# SPDX-License-Identifier: GPL-3.0-or-later
# Global variables as inputs: `entry=f,globals`. Searched, shown, proven, and named where a
# branch depends on one that is no input.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

cat > other.c <<'E2'
unsigned mode = 3;
static int hidden = 1;
void step(int by) { hidden += by; mode += by; }
int stepped(void) { return hidden; }
E2
cat > globals.c <<'E2'
struct settings { double tolerance; int most; };
static struct settings settings = {1e-6, 50};
static int table[3] = {1, 2, 3}, untouched = 5, result;
extern unsigned mode;
static double *memory;
extern int missing __attribute__((weak));

int globals(double x, int n)
{
	static int calls;

	result = n;
	if (++calls > 1)
		return 9;
	if (n > settings.most && settings.tolerance == 0.25)
		return 1;
	if (table[2] == 4711)
		return 2;
	if (untouched == 6)
		return 3;
	if (mode > 100)
		return 4;
	if (mode > 90 && mode < 80)
		return 5;
	return memory == 0 && (!&missing || missing);
}
int plain(int n)
{
	return n > 2 && untouched == 777 ? 1 : 0;
}
E2
mkdir found
(cd found && "$me_cc" -g -O0 -fplugin-arg-me-entry=globals,globals,mode:0..200 ../globals.c ../other.c -o fuzz_target) \
	> found/build.log 2>&1 || not_ok build_found "$(cat found/build.log)"
check_line pointer_is_none "note: plugin me: .memory. is no input: a pointer" found/build.log
"$me" prove --timeout=3 found/fuzz_target found/corpus > found/log 2>&1
check_line proven ': globals: `if \(mode > 90 && mode < 80\)` is never true: infeasible' found/log
check_line calls_are_no_input '`if \(\+\+calls > 1\)` is never true: (infeasible|unknown)|is never true\? unknown' found/log
check_no_line all_found '(4711|untouched == 6|mode > 100|0\.25).*(unknown|infeasible)' found/log
"$me" show found/fuzz_target found/corpus > found/shown
check_line shown 'settings = \{[^}]*\}; table = \{[0-9, -]*\}; untouched = 6; mode = [0-9]+; globals\(' found/shown
check_no_line written_is_none 'result' found/shown

# The tests that are written set them.
"$me" test --time=5 --emit globals.c globals,globals -- other.c > test.log 2>&1
check emitted "$CC" -w -I. globals.c.me/globals/tests/test.c other.c -o emitted
check_line emitted_sets 'untouched = 6; mode = [0-9]+u; globals\(' globals.c.me/globals/tests/test.c
check emitted_runs ./emitted

# What would make one an input.
echo 'int m; int nothing(void) { if (m == 7) return 1; return 0; }' > nothing.c
"$me" test nothing.c > nothing.log 2>&1
check_line nothing 'depends on m, .*; the note globals makes global variables inputs:$' nothing.log
sed -i 's/return n > 2 \&\& untouched == 777/untouched += n == 3; &/' globals.c
"$me" test --time=12 globals.c plain -- other.c > advice 2>&1
check_line advice 'depends on .*untouched.*; the note globals makes global variables inputs:$' advice

# COMMON
cat > common.f <<'E2'
      INTEGER FUNCTION COMMON( N )
      COMMON /CFG/ TOL, MAXIT
      DOUBLE PRECISION TOL
      INTEGER MAXIT, N
      COMMON = 0
      IF( N.GT.MAXIT .AND. MAXIT.LT.-10 ) COMMON = 1
      IF( TOL.GT.1.0D0 ) COMMON = 2
      END
E2
"$me" test common.f common,globals > common.log 2>&1
check_line common 'common: ([0-9]+) branches: \1 covered, 0 proven' common.log

# ---- what the prover knows of an input holds at the start only

more=../other.c
taken by_callee ,globals 'by_callee(3)' <<'E2'
void step(int), other(void);
extern unsigned mode;
int by_callee(int n)
{
	const unsigned before = mode;

	step(n);
	if (mode == before + 3 && mode != before) /* taken */
		return 1;
	return 0;
}
E2
taken same_name ,globals 'same_name(0)' <<'E2'
int stepped(void);
static int hidden;
int same_name(int n)
{
	hidden = hidden ? hidden : 2;
	if (stepped() == 1 && hidden != 1 && n < 7) /* taken */
		return 1;
	return 0;
}
E2
more=
taken by_pointer ,globals '(at = &k, k = 0, by_pointer(1))' <<'E2'
int k = 4, *at;
int by_pointer(int n)
{
	const int before = k;

	if (before < 3 && before > 4) /* never true */
		return 2;
	if (at)
		*at = before + n;
	if (k != before && n == 1) /* taken */
		return 1;
	return 0;
}
E2
taken by_loop ,globals 'by_loop(5)' <<'E2'
static int k = 4;
static void add(void) { k++; }
int by_loop(unsigned n)
{
	k = k > 10 ? 10 : k;
	const int before = k;

	for (unsigned i = 0; i < n; i++)
		add();
	if (k > 8 && n == 5) /* taken */
		return 1;
	if (before > 10) /* never true */
		return 2;
	return 0;
}
E2
