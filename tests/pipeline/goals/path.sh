# SPDX-License-Identifier: GPL-3.0-or-later
# --path-of prints the decisions of a run in their order; --kinds=path searches for an input
# whose decisions begin with those of a list.
. "$ME_ROOT/tests/check.sh"

# The decisions alone.
path_of() { # file...
	./fuzz_target --path-of "$@" | grep -v '^# build [0-9a-f]\{16\}$'
}

target walk walk <<'E2'
#include <stdio.h>
#include <stdlib.h>
static int high(double y)
{
	if (y > 3.5)
		return 1;
	return 0;
}
int walk(double x, int n, double y, int k)
{
	int s = 0;

	printf("walk\n");
	for (int i = 0; i < n; i++) {
		if (x * i == 42.0)
			s++;
		else if (high(y))
			s += 2;
	}
	switch ((unsigned)s + k) {
	case 3:
		return 7;
	case 4 ... 9:
		return 8;
	default:
		return 9;
	}
}
E2
cd walk || exit
printf '\0\0\0\0\0\0\360\077\2\0\0\0\0\0\0\0\0\0\020\100\0\0\0\0' > one # 1, 2, 4, 0

# ---- decisions in their order

cat > one.wanted <<'E2'
walk:2.0
walk:0.1
high@walk.c:0.0
walk:1.0
walk:2.0
walk:0.1
high@walk.c:0.0
walk:1.0
walk:2.1
walk:3.2
E2
path_of one > one.path 2> one.log
turn() { # K: the path up to its K-th decision, which goes the other way
	head -n "$1" one.path | sed '$s/^/!/' > "turn.$1"
}
for k in 5 6 7 9 10; do turn $k; done
check_equal path_of_order "$(cat one.wanted)" "$(cat one.path)"
check_equal path_of_ids "$(LC_ALL=C sort -u one.path)" \
	"$(./fuzz_target --trace one | met_goals | tr -d '"' | LC_ALL=C sort -u)"
check_equal path_of_two 20 "$(./fuzz_target --path-of one one 2> /dev/null | grep -c :)"
check_equal path_of_absent 1 "$(status_of absent.log ./fuzz_target --path-of absent)"
check_line path_of_absent_said 'absent: no such file' absent.log

cp one 'one more'
odd=$(printf 'one\nmore')
cp one "$odd"
paths() { # of what a target serves: the decisions, whether the run returned, and errors
	sed -n 's/"//g
		s/^{kind:error,file:\(.*\),text:\(.*\)}$/\1: \2/p
		s/^{kind:path,file:.*,returned:\(.*\),path:\[\(.*\)\]}$/\2,\1/p' | tr , '\n' | grep .
}
printf 'one\0absent\0one more\0%s' "$odd" | ./fuzz_target --path-of --serve > served.path 2> served.log
check_equal path_of_served_status '0 1' "${PIPESTATUS[*]}"
check_equal path_of_served "$({ cat one.path; echo true; echo 'absent: no such file or directory'
	cat one.path; echo true; cat one.path; echo true; })" "$(paths < served.path)"
runs() { # of each line's target
	grep '^{"kind":"run"'
}
check_equal path_of_served_met "$(./fuzz_target --trace one 'one more' "$odd" | runs)" \
	"$(runs < served.path)"

# Each run is told as by --trace, however it ends.
target ends ends <<'E2'
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int ends(int how)
{
	printf("ends\n");
	switch (how) {
	case 1:
		abort();
	case 2:
		exit(0);
	case 3:
		_exit(3);
	case 4:
		while (sqrt(how) == 2)
			how = 4;
		return 4;
	case 5:
		*(volatile char *)8 = 0;
	}
	return 0;
}
E2
for how in 0 1 2 3 4 5; do
	printf "\\$how\0\0\0" > ends/how$how
	(cd ends && ./fuzz_target --trace-limit=0.2 --trace how$how 2> /dev/null | runs)
done > ends/trace
(cd ends && printf 'how%s\0' 0 1 2 3 4 5 |
	./fuzz_target --trace-limit=0.2 --path-of --serve > paths 2> paths.log)
check_equal path_of_ended "$(cat ends/trace)" "$(runs < ends/paths)"
check_equal path_of_ends 'exit exit signal ABRT signal SEGV timeout' \
	"$(grep -ao '"ended":"[^}]*' ends/paths | sed 's/","signal":"/ /; s/[^:]*:"//; s/".*//' | sort | paste -s -d ' ' -)"
check_equal path_of_ends_said 'true false false false false false' \
	"$(paths < ends/paths | grep -x 'true\|false' | paste -s -d ' ' -)"

# ---- a path that is given

# seek NAME ARGUMENT...: a session with the goal; prints the decisions of its inputs.
seek() {
	name=$1
	shift
	rm -rf "$name.corpus"
	mkdir "$name.corpus"
	./fuzz_target --kinds=path "$@" -seed=1 "$name.corpus" > "$name.log" 2>&1 < /dev/null ||
		echo "exit $?"
	for found in "$name.corpus"/*; do
		[ ! -f "$found" ] || path_of "$found" 2> /dev/null
	done
}
{
	echo '# two passes, of which the second one meets the equation'
	echo
	head -n 5 one.wanted
	echo ' walk:0.0 '
} > given
check_equal path_given "$(head -n 5 one.wanted; echo walk:0.0)" "$(seek given --path=given | head -n 6)"
check_line path_covered '^INFO: me: path: covered by given.corpus/[0-9a-f]{40}$' given.log
check_line path_is_all_goals 'stop: all goals are closed; 1 of 1 goals covered' given.log
check_equal path_one_input 1 "$(ls given.corpus | wc -l)"
seek again --path=given > again.path
check_same path_same_seed "$(ls given.corpus)" "$(ls again.corpus)"
check_equal path_of_input "$(cat one.wanted)" "$(seek whole --path=one.path)"
check_equal path_each_minimiser '' "$(for m in signed simplex powell valley basin-hopping de relay avm avm-ordered es es-ordered; do
	seek $m --path=turn.9 --method=$m > $m.path
	[ "$(sed -n 9p $m.path)" = walk:2.0 ] || echo $m
done)"

# ---- one decision turned

check_equal path_turn "$(head -n 5 one.wanted; echo walk:0.0)" \
	"$(seek turn --path=turn.6 | head -n 6)"
check_line path_turn_covered '^INFO: me: path: covered by turn.corpus/' turn.log
check_equal path_unsaved 0 "$(status_of unsaved.log ./fuzz_target --kinds=path --path=turn.5 -seed=1)"
check_line path_unsaved_said '^INFO: me: path: covered$' unsaved.log
# A turned switch may take any other side.
seek switch --path=turn.10 > switch.path
check_equal path_turn_switch "$(head -n 9 one.wanted)" "$(head -n 9 switch.path)"
check_line path_turn_switch_other '^walk:3\.[01]$' switch.path
printf '%s\n' walk:2.1 '!walk:3.0' '# the end' > negated
seek negated --path=negated > negated.path
check_line path_negated "^walk:3\.[12]$" negated.path
# The same y cannot be high and not high.
check_equal path_infeasible '' "$(seek infeasible --path=turn.7 --starts=3)"
check_line path_not_found '^INFO: me: path: not found; the nearest run takes the first 6 of its 7 decisions$' \
	infeasible.log

# ---- what is no path

refuse() { # name message ARGUMENT...
	refused=$1 message=$2
	shift 2
	check_equal "$refused" 1 "$(status_of refused.log ./fuzz_target "$@" -runs=1)"
	check_line "${refused}_said" "$message" refused.log
}
lines() { # id...: a file of them
	printf '%s\n' "$@" > lines
}
lines walk:2.0 '' walk:9.9
refuse path_other_build 'lines:3: walk:9.9 is no goal of this target' --kinds=path --path=lines
lines walk:2.1 walk:0.0
refuse path_no_way 'lines:2: walk:0.0 cannot follow the decisions before it' --kinds=path --path=lines
lines walk:0.0
refuse path_no_start 'lines:1: walk:0.0 cannot be the first decision' --kinds=path --path=lines
lines walk:2.1 walk:3.0 walk:2.1
refuse path_entry_again 'lines:3: walk:2.1 cannot follow' --kinds=path --path=lines
lines walk:2.0 walk:0.1 high@walk.c:0.0 high@walk.c:0.0 walk:2.0
refuse path_back_from_call 'lines:5: walk:2.0 cannot follow' --kinds=path --path=lines
lines '# nothing'
refuse path_empty 'lines: the file has no decision' --kinds=path --path=lines
refuse path_absent 'absent: no such file' --kinds=path --path=absent
lines high@walk.c:0.0
refuse path_scope 'high@walk.c:0.0 is out of scope' --functions=walk --kinds=path --path=lines
refuse path_none 'needs --path=FILE' --kinds=path
refuse path_no_goal 'needs --kinds=path' --path=one
refuse path_and_custom 'a session has one of them' --kinds=path,custom --path=one
./fuzz_target --path-of one > own 2> /dev/null
mkdir own_found
check_equal path_own_build 0 "$(status_of own.log ./fuzz_target --kinds=path --path=own -seed=1 own_found)"
{
	echo '# build a path to the first return'
	echo '# build'
	cat own
} > commented
check_equal path_own_comment 0 "$(status_of own.log ./fuzz_target --kinds=path --path=commented -seed=1 own_found)"
sed 's/^# build ..../# build 0000/' own > foreign
refuse path_other_build 'foreign:1: # the path is of another build' --kinds=path --path=foreign
refuse path_real 'distance=real may be 0' --kinds=path --path=given --method=auto,distance=real
refuse path_coverme '--method=coverme' --kinds=path --path=given --method=coverme
cd ..

# ---- runs that do not return

target ends ends <<'E2'
#include <stdlib.h>
int ends(int n)
{
	if (n == 77)
		abort();
	if (n == 78)
		exit(3);
	if (n == 1000003)
		return 1;
	return 0;
}
E2
cd ends || exit
printf '\115\0\0\0' > aborts
printf '\116\0\0\0' > exits
check_equal path_of_abort ends:0.0 "$(path_of aborts 2> aborts.log)"
check_line path_of_abort_said 'aborts: its run does not return: it (ends with SIGABRT|exits)' aborts.log
check_equal path_of_exit 'ends:0.1 ends:1.0' "$(path_of exits 2> exits.log | paste -sd' ')"
check_line path_of_exit_said 'exits: its run does not return: it exits' exits.log
# One that ends the process meets its path all the same.
path_of exits > exits.path 2> exits.log
./fuzz_target --kinds=path --path=exits.path -seed=1 > exits.log 2>&1
check_line path_exit_met '1 of 1 goals covered' exits.log
cd ..

for subcommand in prove resolve; do
	check_equal "custom_$subcommand" 2 \
		"$(status_of refused.log "$me" $subcommand --kinds=custom walk/fuzz_target walk/turn.corpus)"
	check_line "custom_${subcommand}_said" 'the verdict on a custom goal is unknown' refused.log
done

# ---- recursion, and functions that call back

target calls calls <<'E2'
static int down(int n)
{
	if (n > 3)
		return down(n - 2) + 1;
	if (n == 1)
		return 5;
	return 6;
}
int calls(int n)
{
	if (down(n) == 6)
		return 1;
	return 0;
}
E2
cd calls || exit
printf '\6\0\0\0' > six
path_of six > six.path
check_equal path_recursion 'down@calls.c:0.0 down@calls.c:0.0 down@calls.c:0.1 down@calls.c:1.1 calls:0.1' \
	"$(paste -sd' ' six.path)"
check_equal path_recursion_found "$(cat six.path)" "$(seek six --path=six.path)"
cd ..

# ---- beside other goals

target beside beside -fplugin-arg-me-kinds=boundary <<'E2'
int beside(double x, int n)
{
	int s = 0;
	for (int i = 0; i < n % 8; i++)
		s += x * i == 42.0;
	if (s && n == 4711)
		return 1;
	return x < 1e9 ? 2 : 3;
}
E2
cd beside || exit
printf '%s\n' beside:0.0 beside:0.0 beside:0.1 beside:1.1 > path
mkdir corpus
check_equal beside_status 0 "$(status_of log ./fuzz_target --kinds=branch,boundary,path --path=path -seed=1 corpus)"
check_line beside_met 'stop: .*; 2[234] of 24 goals covered' log
check_line beside_path '^INFO: me: path: covered by corpus/' log
"$me" show --kinds=path --path=path ./fuzz_target corpus > show 2>&1
check_line beside_show ' path\.[0-9a-f]{16}$' show
"$me" cover --kinds=branch,path --path=path ./fuzz_target corpus > cover 2>&1
check_line beside_cover '7/7' cover
mkdir proofs
"$me" resolve --kinds=branch,path --path=path ./fuzz_target proofs > resolve 2>&1
check_line beside_resolve '^9 of 9 goals resolved' resolve
cd ..

# ---- a path beside runs that call exit() or _exit()

cat > exits.c <<'E2'
#include <stdlib.h>
#include <unistd.h>
int exits(double x, int n, int how)
{
	if (x * x * x == 3.375) {
		if (n == 123456) {
			if (how == 1)
				abort();
			if (how == 2)
				_exit(3);
			exit(1);
		}
	}
	return 0;
}
E2
target exits exits < exits.c
cd exits || exit
for side in 0 1; do
	printf '%s\n' exits:0.0 exits:1.0 exits:2.$side > path$side
	for seed in 1 2 3; do
		mkdir "c$side$seed"
		./fuzz_target --kinds=path --path=path$side -seed=$seed -runs=3000 "c$side$seed" > "log$side$seed" 2>&1
		check_line "exits_found_$side.$seed" 'stop: all goals are closed; 1 of 1 goals covered' "log$side$seed"
	done
done
cd ..
# Where force has led a run that ends says nothing; the one that takes the path is a failure.
target exits_forced exits -fplugin-arg-me-force < exits.c
cd exits_forced || exit
printf '%s\n' exits:0.0 exits:1.0 exits:2.1 exits:3.1 > path
check_equal exits_forced_status 'exit 77' "$(seek exits_forced --path=path | head -n 1)"
check_equal exits_forced "$(cat path)" "$(path_of crash-* 2> /dev/null)"
check_line exits_forced_counts ', [1-9][0-9]* of them failed by that' exits_forced.log
check_line exits_forced_once '1 runs failed, with 1 distinct fault' exits_forced.log
cd ..

# ---- a build that forces branches

target forced forced -fplugin-arg-me-force <<'E2'
static double table[4] = {1, 2, 3, 4};
int forced(double x, double y, unsigned i, int k)
{
	if (i >= 4)
		return 0;
	table[i] = x; /* where i is larger, a forced run fails */
	if (x * x + y != 1234.5)
		return 1;
	if (y > 1e3)
		return 2;
	switch (k) {
	case 7000:
	case 7002:
		return 3;
	case 1000000:
		return 4;
	default:
		return 5;
	}
}
E2
cd forced || exit
head -c 20 /dev/zero > zeros
check_equal force_observes 'forced:0.1 forced:1.0' "$(path_of zeros | paste -sd' ')"
for side in 0 1 2; do
	printf '%s\n' forced:0.1 forced:1.1 forced:2.1 forced:3.$side > path$side
	check_equal force_found_$side "$(cat path$side)" "$(seek found$side --path=path$side)"
	check_line force_forces_$side '^INFO: me: path: [1-9][0-9]* runs were forced along it' found$side.log
done
cat found?.log > found.log
# A sanitizer's report ends the process, and the count with it.
[ "$sanitized" ] || check_line force_faults ', [1-9][0-9]* of them failed by that' found.log
check_equal force_no_artifact '' "$(ls | grep '^crash-')"
# Nothing is forced in other sessions: of those the branches count that a run takes itself.
mkdir corpus
check_equal force_not_in_branches 0 "$(status_of branches.log ./fuzz_target -seed=1 corpus)"
check_line force_branches "stop: $closed; 9 of 9 goals covered" branches.log
"$me" cover ./fuzz_target corpus > cover.log 2>&1
check_line force_cover '^forced .* 9/9 100.0%' cover.log
cd ..

# ---- a bytes target

cat > bytes.c <<'E2'
#include <stdint.h>
#include <stddef.h>
#include <string.h>
static int sum_of(const uint8_t *d, size_t n)
{
	uint32_t sum = 0;
	for (size_t i = 0; i < n; i++)
		sum = sum * 31 + d[i];
	return (int)(sum & 0xffff);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t magic;
	double x;
	uint16_t sum;

	if (size < 20)
		return 0;
	memcpy(&magic, data, 4);
	memcpy(&x, data + 4, 8);
	memcpy(&sum, data + 12, 2);
	if (magic != 0x4d455831)
		return 0;
	if (x * x * x == 1331.0)
		return 0;
	if (sum != sum_of(data + 14, 6))
		return 0;
	switch (data[19]) {
	case 7:
		return 0;
	case 9:
		return 0;
	}
	if (x > 1e300)
		return 0;
	if (memcmp(data + 14, "path!", 5) == 0)
		return 0;
	return 0;
}
E2
"$me_cc" -g -O0 bytes.c -o fuzz_target > bytes.log 2>&1
f=LLVMFuzzerTestOneInput
printf ax > ax
check_equal path_of_bytes $f:0.0 "$(path_of ax 2> /dev/null)"
bytes_path() { # id...: a path through the checksum, and on
	printf '%s\n' $f:0.1 $f:1.1 $f:2.1
	printf 'sum_of@bytes.c:0.%s\n' 0 0 0 0 0 0 1
	printf '%s\n' $f:3.1 "$@"
}
bytes_path $f:4.2 > bytes.label
bytes_path $f:4.0 $f:5.0 > bytes.large
bytes_path $f:4.0 $f:5.1 $f:6.0 > bytes.text
printf '%s\n' $f:0.1 $f:1.1 $f:2.0 > bytes.cube
for one in label large text cube; do
	check_equal "path_bytes_$one" "$(cat bytes.$one)" \
		"$(seek found.$one --path=bytes.$one -runs=300000 | head -n "$(grep -c . bytes.$one)")"
	check_line "path_bytes_${one}_covered" '^INFO: me: path: covered by found\..*\.corpus/[0-9a-f]{40}$' found.$one.log
	check_equal "path_bytes_${one}_input" 1 "$(ls found.$one.corpus | wc -l)"
done
# It ends when the path is met, and one seed gives one session.
seek again.cube --path=bytes.cube > again.path
check_same path_bytes_seed "$(ls found.cube.corpus)" "$(ls again.cube.corpus)"
cp found.cube.corpus/* cube
printf '%s\n' $f:0.1 "!$f:1.1" > bytes.turned
check_equal path_bytes_turn "$(printf '%s\n' $f:0.1 $f:1.0)" \
	"$(seek turned.cube --path=bytes.turned -runs=300000)"
bytes_path $f:4.1 $f:5.0 > bytes.none
check_equal path_bytes_refused 1 "$(status_of refused.log ./fuzz_target --kinds=path --path=bytes.none)"
check_line path_bytes_refused_said "bytes.none:13: $f:5.0 cannot follow the decisions before it" refused.log
printf '%s\n' $f:0.1 $f:1.1 $f:2.0 > bytes.cubed
sed 's/x \* x \* x == 1331/x * x == -1331/' bytes.c > other.c
"$me_cc" -g -O0 other.c -o other > other.log 2>&1
# No number has that square: the session ends where it is told to.
./other --kinds=path --path=bytes.cubed -seed=1 -runs=20000 > other.log 2>&1
check_line path_bytes_not_found '^INFO: me: path: not found; the nearest run takes the first 2 of its 3 decisions$' other.log

# What the target thinks of its inputs does not matter.
mkdir rejecting
sed 's/return 0/return -1/' bytes.c > rejecting/bytes.c
cd rejecting || exit
"$me_cc" -g -O0 bytes.c -o fuzz_target > build.log 2>&1
check_equal path_bytes_rejects "$(cat ../bytes.large)" \
	"$(seek rejects --path=../bytes.large -runs=300000 | head -n 13)"
cd ..
