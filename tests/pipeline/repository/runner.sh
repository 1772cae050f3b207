# SPDX-License-Identifier: GPL-3.0-or-later
# The test runner sees every way in which a test can fail, and says which line did.
. "$ME_ROOT/tests/check.sh"
unset SLICE FIRST # of the run that this is a part of
room=tree/tests/pipeline/room
mkdir -p $room tree/tests/unit/room
cp "$ME_ROOT/tests/run.sh" "$ME_ROOT/tests/check.sh" tree/tests/
printf 'unit-tests:\n\tfalse\n' > tree/Makefile
: > tree/tests/unit/room/unbuilt_test.c
echo 'echo "ok a"; echo "ok b"' > $room/good.sh
echo 'echo "ok c"; echo "not ok d: because"; exit 1' > $room/says_so.sh
echo 'echo "ok e"; exit 3' > $room/exits.sh
echo 'echo "ok f"; kill -9 $$' > $room/dies.sh
echo 'true' > $room/silent.sh
echo 'for v in ME_ROOT ME_BUILD CC; do eval echo "ok \$$v"; done' > $room/names.sh
unset ME_BUILD JOBS KEEP

# The runner's last line and exit status, its output in NAME.log.
run() { # name wanted status test...
	name=$1 wanted=$2 exits=$3
	shift 3
	got=$(cd tree && status_of "../$name.log" sh tests/run.sh "$@")
	check_equal "runner_${name}_exit" "$exits" "$got"
	check_equal "runner_$name" "$wanted" "$(tail -n 1 "$name.log")"
}
run counts '8 passed, 5 failed' 1
run names '2 passed, 0 failed' 0 good
# The directories of those that failed stay.
kept() {
	ls tree/build/tests/scratch | tr '\n' ' '
}
KEEP='' run all_again '8 passed, 5 failed' 1
check_equal runner_scratch 'dies exits says_so silent unbuilt_test ' "$(kept)"
export KEEP=1
run keep '2 passed, 0 failed' 0 good
check_equal runner_keep "dies exits good says_so silent unbuilt_test " "$(kept)"
unset KEEP
run nothing '0 passed, 0 failed' 1 absent
run one_nothing '0 passed, 0 failed' 1 good absent

# ---- skipped: counted, and never ok

echo '. "$ME_ROOT/tests/check.sh"; skip g no solver; skip h no root' > $room/skips.sh
run skips '0 passed, 0 failed, 2 skipped' 0 skips
check_line runner_skips_mark '^  SKIP +skips$' skips.log
check_line runner_skips_why '^  g: no solver$' skips.log
run skips_more '2 passed, 0 failed, 2 skipped' 0 skips good
run skips_fail '8 passed, 5 failed, 2 skipped' 1 skips good says_so exits dies silent unbuilt_test names

# ---- where: the line of a check, and those of the functions that called it

cat > tree/tests/shared.sh <<'E2'
twice() {
	check_equal "$1" 1 1
	check_equal "$1" 1 2
}
E2
cat > $room/lines.sh <<'E2'
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/shared.sh"
check_equal direct 1 2
here() {
	check false_command false
}
here
twice shared
E2
run lines '1 passed, 3 failed' 1 lines
at=tests/pipeline/room/lines.sh
check_line runner_line "^not ok direct: $at:3: wanted '1', got '2'" lines.log
check_line runner_line_function "^not ok false_command: $at:5 from $at:7: " lines.log
check_line runner_line_shared "^not ok shared: tests/shared.sh:3 from $at:8: " lines.log

# ---- and of a C test

cat > lines.c <<'E2'
#include "tests/unit/me_property.h"
int main(void)
{
	check(1 == 1, "right", "");
	check(1 == 2, "wrong", "differ");
	for (int i = 0; i < 3; i++)
		say_why("of %d", i);
	check_property("property");
	return me_check_failures != 2;
}
E2
check runner_c_builds "$CC" -I"$ME_ROOT" lines.c -o lines
check_equal runner_c_exit 0 "$(status_of c.log ./lines)"
check_line runner_c_line '^not ok wrong: lines.c:5: differ$' c.log
check_line runner_c_property '^not ok property: lines.c:7: of 0$' c.log

# ---- what is read has to be there

cat > $room/missing.sh <<'E2'
. "$ME_ROOT/tests/check.sh"
check_line line a absent
check_no_line no_line a absent
mkdir directory
check_no_line no_line_directory a directory
echo a > there
check_no_line no_line_pattern '(' there
check_same same '' ''
echo "left: $(goals_left absent) $(branches_left .)"
E2
run missing '0 passed, 5 failed' 1 missing
check_line runner_goals_left "left: no file absent me cover failed" missing.log

# ---- as many at once as JOBS says: each waits until the other has begun

for each in left:right right:left; do
	cat > $room/${each%:*}.sh <<E2
touch ../begun_${each%:*}
for turn in \$(seq 600); do
	[ -e ../begun_${each#*:} ] && break
	[ "\${JOBS:-}" = 1 ] && break
	sleep 0.1
done
[ -e ../begun_${each#*:} ] && echo "ok both" || echo "ok alone"
E2
done
begun() {
	rm -f tree/build/tests/scratch/begun_*
	JOBS=$1
	export JOBS
	run jobs_$1 '2 passed, 0 failed' 0 left right
	cat tree/build/tests/results/left tree/build/tests/results/right > together_$1
}
begun 1
check_line runner_one_job alone together_1
begun 2
check_no_line runner_two_jobs alone together_2

# ---- a slice: each test is in one of them

for part in 1 2 3; do
	SLICE=$part/3
	export SLICE
	(cd tree && sh tests/run.sh) > slice.log 2>&1
	sed -n 's/^  \(ok\|FAIL\|SKIP\)  *//p' slice.log >> in_slices
done
unset SLICE
ls tree/tests/pipeline/room tree/tests/unit/room | grep '_test.c$\|.sh$' | sed 's/\..*//' | sort > in_tree
sort in_slices > sorted
check runner_slices cmp in_tree sorted

# ---- the longest begin first, and those of FIRST before them

printf '3 good\n20 silent\n7.5 exits\n' > tree/tests/weights
order() { # name wanted: of the first tests
	(cd tree && JOBS=1 sh tests/run.sh) > order.log 2>&1
	check_equal "runner_order_$1" "$2" "$(sed -n 's/^  \(ok\|FAIL\|SKIP\)  *//p' order.log |
		head -n 5 | tr '\n' ' ')"
}
order longest 'silent exits good unbuilt_test dies '
FIRST='names d*' order first 'dies names silent exits good '
# Whatever begins first, all are run.
sed -n 's/^  \(ok\|FAIL\|SKIP\)  *//p' order.log | sort > ordered
check runner_order_has_all cmp in_tree ordered
rm tree/tests/weights
check_equal runner_weight_names '' "$(while read -r seconds name; do
	find "$ME_ROOT/tests/pipeline" "$ME_ROOT/tests/shapes" "$ME_ROOT/tests/unit" \
		-name "$name.sh" -o -name "$name.c" | grep -q . || echo "$name"
done < "$ME_ROOT/tests/weights")"

# ---- what failed says where its directory is, what was wanted, and what came

cat > $room/tells.sh <<'E2'
. "$ME_ROOT/tests/check.sh"
printf 'a.c:7:3: f: unknown\n' > log
seq 100 | sed 's/^/line /' >> log
: > nothing
check_line verdict '^a\.c:7:.*infeasible' log
check_line first_lines '^other' log
check_line same_word '^line 1000 ' log
check_line empty x nothing
check_no_line absent '^line 5' log
E2
run tells '0 passed, 5 failed' 1 tells
check_line runner_directory "^its directory: .*/tree/build/tests/scratch/tells$" tells.log
check_line runner_alone '^alone: make check TESTS=tells JOBS=1$' tells.log
check_line runner_wanted '^not ok verdict: .*:5: no line of log matches .*a.*infeasible' tells.log
check_line runner_came 'not ok verdict: .*; it has: a.c:7:3: f: unknown$' tells.log
check_line runner_came_first 'not ok first_lines: .*; its 101 lines: a.c:7:3: f: unknown.line 1.line 2.*line 100$' tells.log
check_line runner_came_alike 'not ok same_word: .*; it has: line 1.line 2.line 3.line 4$' tells.log
check_line runner_came_nothing 'not ok empty: .*; the file is empty$' tells.log
check_line runner_came_unwanted "not ok absent: .*: lines of log match '.line 5': line 5 line 50 line 51$" tells.log
check "runner_bounded" test "$(grep -c . tells.log)" -lt 60

# ---- the rows of `make mutants` fit the tree; its verdicts

check_equal mutants_fit '' "$(sh "$ME_ROOT/tests/mutants.sh" --check)"
[ "$(grep -vc '^#' "$ME_ROOT/tests/mutants.tsv")" -ge 30 ] && ok mutants_enough ||
	not_ok mutants_enough "$(wc -l < "$ME_ROOT/tests/mutants.tsv") lines"
mkdir -p mutated/tests/pipeline/room mutated/build
cp "$ME_ROOT/tests/run.sh" "$ME_ROOT/tests/mutants.sh" mutated/tests/
printf 'products:\n\tgrep -q . product\n' > mutated/Makefile
printf 'one and two\nthree\n' > mutated/product
cat > mutated/tests/pipeline/room/reads.sh <<'E2'
grep -q 'one and' "$ME_ROOT/product" && echo ok one || echo not ok one: it is not there
E2
{
	printf 'found\tproduct\tone\t1\treads\n'
	printf 'late\tproduct\tthree\t3\treads\n'
	printf 'absent\tproduct\tfour\t4\treads\n'
} > mutated/tests/mutants.tsv
(cd mutated && git init -q . && status_of ../mutants.log sh tests/mutants.sh build/mutants) > mutants.status
check_equal mutants_status 1 "$(cat mutants.status)"
check_equal mutants_verdicts 'killed found, survived late, not found absent, 3 mutants, 1 killed' \
	"$(sed 's/^ *//; s/ (.*//; s/  */ /g' mutants.log | paste -s -d '|' | sed 's/|/, /g')"
check_equal mutants_one 0 "$(cd mutated && status_of ../mutants.log sh tests/mutants.sh build/mutants found)"
check_equal mutants_leave_no_trace 'one and two three' "$(cat mutated/product mutated/build/mutants/tree/product |
	sort -u | paste -s -d ' ')"

# ---- the ten slowest, before the last line

for n in 1 2 3 4 5 6 7 8 9 10 11 12; do
	echo "echo ok $n" > $room/quick$n.sh
done
run slowest '12 passed, 0 failed' 0 $(seq -f quick%g 12)
tail -n 11 slowest.log | head -n 10 > slowest
check_equal runner_ten 10 "$(grep -Ec '^ +[0-9]+\.[0-9] s, +[0-9]+\.[0-9] s of CPU  quick[0-9]+$' slowest)"
check runner_slowest_first sort -s -c -k 1,1nr slowest
