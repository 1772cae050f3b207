# SPDX-License-Identifier: GPL-3.0-or-later
# What `me prove` has proven infeasible the search does not aim at: a session ends when all
# else is covered. Proofs of another program, or in a file that is damaged, count nothing.
. "$ME_ROOT/tests/check.sh"

target t 'f,n:0..9' <<'E2'
static int twice(int n)
{
	if (n < 0)
		return 0;
	return 2 * n;
}
int f(double x, int n)
{
	double square = x * x;

	if (square < 0)
		return 1;
	if (n > 9)
		return 2;
	if (x + n == 1234.5)
		return 3;
	if (twice(n) == 7)
		return 4;
	return 0;
}
E2
"$me" prove --timeout=10 t/fuzz_target t/kept > t/prove.log 2>&1
check_line proven_all '^([0-9]+) of \1 goals resolved' t/prove.log
rm -r t/kept

# session [ARGUMENT...]: from an empty corpus with the proofs beside it
session() {
	rm -rf t/corpus t/corpus.me
	mkdir -p t/corpus.me
	cp t/kept.me/verdicts t/corpus.me/
	search t "$@"
}
ended='all goals are covered or proven infeasible'
[ ! "$sanitized" ] || ended=$closed
whole="stop: $ended; 6 of 10 goals covered, 4 proven infeasible"
session
check_equal session_exit 0 $?
check_line session_says_proven '^INFO: me: 4 goals are proven infeasible, see corpus.me/verdicts' t/log
check_line session_ends "$whole" t/log
check_equal corpus_has_inputs_only '' "$(ls t/corpus | grep -Ev '^[0-9a-f]{40}$')"
session -fork=1
check_equal fork_exit 0 $?
check_line fork_ends "$whole" t/log
# Mutations alone are too many beside a sanitizer.
if [ ! "$sanitized" ]; then
	session --method=off
	check_line off_ends "$whole" t/log
fi

# Without a goal that is left there is nothing to search, but for what UBSan checks.
search t
check_line again_ends "$whole, [0-9]+ evaluations, $([ "$sanitized" ] || echo '0 starts')" t/log
"$me" prove t/fuzz_target t/corpus > t/again.log 2>&1
check_line prove_again_asks_nothing '^10 of 10 goals resolved: [0-9]+ covered, [1-9] infeasible; 0 queries' t/again.log

# ---- files that are worth nothing

# broken NAME MESSAGE SED-COMMAND
broken() {
	rm -rf t/corpus t/corpus.me
	mkdir -p t/corpus.me
	sed "$3" t/kept.me/verdicts > t/corpus.me/verdicts
	search t
	check_line "broken_${1}_says" "^WARNING: me: corpus.me/verdicts $2: ignored" t/log
	check_equal "broken_${1}_once" 1 "$(grep -c verdicts t/log)"
	check_line "broken_${1}_searches" 'stop: no start brings a new goal; 6 of 10 goals covered, [0-9]+ ev' t/log
	"$me" cover t/fuzz_target t/corpus > t/cover.log 2>&1
	check_line "broken_${1}_cover" "corpus.me/verdicts $2: ignored" t/cover.log
	check_no_line "broken_${1}_cover_counts_nothing" ': infeasible' t/cover.log
}
broken digit 'is damaged' 's/ infeasible/ infeasible[round-to-nearest]/'
broken cut 'is damaged' '$d'
broken added 'is damaged' '$s/$/\nffffffffffffffff f 0 0 infeasible (x)/'
broken empty 'is of another version' d
broken version 'is of another version' '1s/[0-9]*$/1/'
"$me" prove t/fuzz_target t/corpus > t/again.log 2>&1
check_line broken_is_proven_again 'verdicts is of another version: ignored' t/again.log
search t
check_line broken_is_written_anew "$whole" t/log

# ---- another program

# other NAME ENTRY SED-COMMAND
other() {
	sed "$3" t/t.c | target "$1" "$2"
	mkdir -p "$1/corpus.me"
	cp t/kept.me/verdicts "$1/corpus.me/"
	search "$1"
	check_no_line "other_$1" 'proven|verdicts' "$1/log"
	check_line "other_${1}_searches" '^INFO: me: stop: ' "$1/log"
}
other text f,n:0..9 's/return 2/return 4/'
other callee f,n:0..9 's/2 \* n;/4 * n;/'
other range f,n:0..8 ''
other name g,n:0..9 's/int f(/int g(/'

# ---- objects without the plugin that change what proofs rest on

mkdir linked
cat > linked/linked.c <<'E2'
#include <math.h>
void step(void);
int linked(double x)
{
	double twice = x + x;

	step();
	if (twice != x + x && x == x) /* by the rounding mode */
		return 1;
	if (floor(x) > x) /* by the function */
		return 2;
	return 0;
}
E2
echo 'void step(void) { }' > linked/none.c
cat > linked/mode.c <<'E2'
#include <xmmintrin.h>
void step(void) { _mm_setcsr(_mm_getcsr() ^ 0x4000); }
E2
cat > linked/floor.c <<'E2'
void step(void) { }
double floor(double x) { return x + 0.5; }
E2
for i in none mode floor; do
	(cd linked && "$CC" -w -fno-builtin -c $i.c -o $i.o && "$me_cc" -g -O0 -fplugin-arg-me-entry=linked linked.c \
		$i.o -lm -o $i) || not_ok "linked_$i" 'does not build'
	"$me" prove --timeout=10 linked/$i linked/corpus > linked/$i.log 2>&1
	"$me" cover linked/$i linked/corpus > linked/$i.cover 2>&1
done
check_line linked_mode_proven ':8:.*never true: infeasible' linked/none.log
check_line linked_floor_proven ':10:.*never true: infeasible' linked/none.log
check_line linked_floor_shown ':10:.*never true: infeasible' linked/none.cover
check_no_line linked_mode_open ':8:.*infeasible' linked/mode.log
check_no_line linked_mode_not_shown ':8:.*infeasible' linked/mode.cover
check_no_line linked_floor_open ':10:.*infeasible' linked/floor.log
check_no_line linked_floor_not_shown ':10:.*infeasible' linked/floor.cover
check_line linked_mode_kept ':8:.*never true: infeasible' linked/floor.log

# A session knows the proofs that hold for its own executable, and no others.
session_of() { # executable
	(cd linked && rm -rf "$1.d" "$1.d.me" && mkdir "$1.d.me" && cp corpus.me/verdicts "$1.d.me" &&
		mkdir "$1.d" && "./$1" -seed=1 "$1.d" > "$1.session" 2>&1 < /dev/null)
}
for i in none mode floor; do
	session_of $i
	want="$(grep -c 'never.*: infeasible' linked/$i.log)"
	if [ "$want" = 0 ]; then
		check_no_line "linked_${i}_session" 'proven infeasible' linked/$i.session
	else
		check_line "linked_${i}_session" "^INFO: me: $want goals are proven infeasible" linked/$i.session
	fi
done
# Linked anew with other objects it has none until `me` has looked at it.
(cd linked && echo 'int unused;' > unused.c && "$CC" -c unused.c &&
	"$me_cc" -g -O0 -fplugin-arg-me-entry=linked linked.c none.o unused.o -lm -o again) ||
	not_ok linked_again 'does not build'
session_of again
check_no_line linked_again_session 'proven infeasible' linked/again.session
"$me" resolve --timeout=10 linked/again linked/again.d > linked/again.log 2>&1
check_line linked_again_known ' 0 queries' linked/again.log
(cd linked && ./again -seed=1 again.d > again.session 2>&1)
check_line linked_again_session_knows '^INFO: me: 2 goals are proven infeasible' linked/again.session

# ---- a proof that a run refutes is said, and dropped

target behind behind <<'E2'
int behind(unsigned n) /* no search finds it */
{
	n = (n ^ n >> 15) * n;
	n = (n ^ n >> 13) * n;
	n = (n ^ n >> 11) * n - 0xcd6c3d80u;
	if (n < 256)
		__builtin_unreachable();
	if (n < 1)
		return 1;
	return 0;
}
E2
mkdir behind/d
"$me" prove --timeout=1 behind/fuzz_target behind/d > behind/log 2>&1
check_line refuted_proven 'n < 1\).* is never true: infeasible' behind/log
check_line refuted_kept ' behind:1.0 ' behind/d.me/verdicts
printf '\376\312\255\013' > behind/d/known
"$me" prove --timeout=1 behind/fuzz_target behind/d > behind/again 2>&1
if [ "$sanitized" ]; then
	skip refuted 'UBSan stops the run where it would refute the proof'
else
	check_line refuted_said 'PROOF REFUTED: behind:1.0 .*known takes it behind __builtin_unreachable' behind/again
	check_line refuted_covered 'n < 1\).* is true: covered by ' behind/again
	check_no_line refuted_dropped 'behind:1.0' behind/d.me/verdicts
fi
