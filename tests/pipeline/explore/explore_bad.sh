# SPDX-License-Identifier: GPL-3.0-or-later
# What can go wrong while paths are explored: solvers that are missing, wrong or hang, targets
# that do not do the same each time, code that is not followed.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

status() { # name ARGUMENT...: exit status
	explore "$@"
	echo $?
}

# ---- solvers

target sides sides << 'E2'
int sides(int x)
{
	if (x == 12345)
		return 1;
	if (x * x == 2)
		return 2;
	return 0;
}
E2
check_equal bad_missing 1 "$(status sides --solvers=cvc5=/nonexistent/cvc5,z3=/nonexistent/z3)"
check_line bad_missing_says 'nonexistent' sides.err
check_equal bad_unknown_solver 1 "$(status sides --solvers=nobody)"
check_equal bad_usage 2 "$(status sides --solve=guess)"
check_line bad_usage_says 'solve=guess: wants METHOD' sides.err
check_equal bad_goal 2 "$(status sides --kinds=path)"

# One that says unsat to all: the other one does not confirm it.
printf '#!/bin/sh\nwhile read -r line; do case $line in *check-sat*) echo unsat ;; esac; done\n' > liar
chmod +x liar
forget sides
check_equal bad_liar 0 "$(status sides --solve=smt "--solvers=$first=$PWD/liar,z3")"
check_line bad_liar_says 'SOLVERS DISAGREE' sides.err
check_no_line bad_liar_no_proof '"goal":"sides:0\.0".*infeasible|infeasible.*"goal":"sides:0\.0"' sides.json
# One that gives a wrong model: the run decides.
cat > wrong << 'E2'
#!/bin/sh
while read -r line || [ "$line" ]; do
	case $line in
	*check-sat*) echo sat ;;
	*get-value*) echo '((v0 #x00000007))' ;;
	*exit*) exit ;;
	esac
done
E2
chmod +x wrong
forget sides
check_equal bad_wrong 0 "$(status sides --solve=smt "--solvers=$first=$PWD/wrong,z3=$PWD/wrong")"
check_equal bad_wrong_covers 2 "$(summary covered sides.json)"
check_equal bad_wrong_diverges 2 "$(summary diverged sides.json)"
check_equal bad_wrong_unknown 2 "$(summary unknown_prefixes sides.json)"
check_no_line bad_wrong_same 'different paths' sides.err # they diverge, and do the same each time
check_no_line bad_wrong_ends '"stopped"' sides.json # a side whose models diverge is not tried again
# One without answers is asked once for each query where a longer run would not be longer, beside
# the session that each of the two has for all.
printf '#!/bin/sh\necho run >> asked\nwhile read -r line; do case $line in *check-sat*) echo unknown ;; esac; done\n' > silent
chmod +x silent
forget sides
check_equal bad_silent 0 "$(status sides --solve=smt --timeout=1 "--solvers=$first=$PWD/silent,z3=$PWD/silent")"
check_equal bad_silent_runs $((2 * $(summary queries sides.json) + 2)) "$(grep -c run asked)"
# One that hangs is given up; so the verdicts are unknown, or the other's models.
printf '#!/bin/sh\nexec sleep 1000\n' > hangs
chmod +x hangs
forget sides
check_equal bad_hangs 0 "$(status sides --solve=smt --timeout=1 "--solvers=$first=$PWD/hangs,z3")"
check_line bad_hangs_says 'not asked again' sides.err
check_equal bad_hangs_covers 3 "$(summary covered sides.json)"
check_no_line bad_hangs_no_proof '"verdict":"infeasible"' sides.json # nobody confirms it

# Searches alone need none. (What the shell and the target need is found by its path.)
mkdir nothing
forget sides
check_equal bad_no_solver 1 "$(PATH=$PWD/nothing status sides --solve=smt)"
check_line bad_no_solver_says 'a proof needs two solvers, and none is installed' sides.err
forget sides
check_equal bad_no_solver_default 1 "$(PATH=$PWD/nothing status sides)"
for method in avm es cw random; do
	forget sides
	check_equal bad_none_asked_$method 0 "$(PATH=$PWD/nothing status sides --solve=$method)"
	check_equal bad_none_asked_queries_$method 0 "$(summary queries sides.json)"
done

# ---- a run that does not do the same each time

target random chance << 'E2'
#include <stdlib.h>
#include <time.h>
static int coin(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_nsec / 16 % 2;
}
int chance(int x)
{
	int n = 0;

	for (int i = 0; i < 40; i++)
		if (coin())
			n++;
	if (x == 4711)
		n = 9;
	return n;
}
E2
check_equal bad_random 0 "$(status random --strategy=fair,max-paths=12)"
check_equal bad_random_whole false "$(summary whole random.json)"
check_no_line bad_random_no_proof '"verdict":"infeasible"' random.json
check_line bad_random_says 'runs of one input take different paths' random.err

# ---- code that is not followed: a callee without GIMPLE that calls back

cat > hidden.c << 'E2'
int seen(int x);
int hidden(int x) { return x > 5 ? seen(x) : 0; }
int twice(int x) { return 2 * x; }
E2
check bad_hidden_object "$CC" -c hidden.c -o hidden.o
target calls calls ../hidden.o << 'E2'
int hidden(int x);
int twice(int x);
int seen(int x)
{
	return x == 9 ? 3 : 4;
}
int calls(int x)
{
	if (hidden(x) == 3)
		return 1;
	if (twice(x) == 10)
		return 2;
	if (x == 77)
		return 5;
	return 0;
}
E2
check_equal bad_calls 0 "$(status calls --functions=all)"
check_no_line bad_calls_no_proof '"verdict":"infeasible"' calls.json
check_equal bad_calls_whole false "$(summary whole calls.json)"
check_line bad_calls_covers '"goal":"calls:2\.0".*"verdict":"covered"|"verdict":"covered","goal":"calls:2\.0"' calls.json

# ---- a loop and a recursion without bounds, a run that hangs, one that fails

target deep deep << 'E2'
#include <stdlib.h>
static int down(unsigned n)
{
	return n == 0 ? 0 : 1 + down(n - 1);
}
int deep(unsigned n, unsigned k)
{
	if (n > 5000)
		return -1;
	if (k == 31337)
		abort();
	while (k == 31338)
		;
	return down(n);
}
E2
check_equal bad_deep 0 "$(status deep --functions=all --strategy=fair,max-length=12)"
check_equal bad_deep_goals '8 8' "$(summary goals deep.json) $(summary covered deep.json)"
check_equal bad_deep_crash '1 1' "$(ls deep/corpus.me | grep -c ^crash-) $(ls deep/corpus.me | grep -c ^timeout-)"
check_equal bad_deep_open true "$([ "$(summary out_of_bounds deep.json)" -gt 0 ] && echo true)"

# A recursion without end overflows the stack of the target, and not that of the explorer; a later
# session reads its input again.
target endless endless << 'E2'
int endless(int n, int m)
{
	if (n == 100)
		return 1;
	if (m == 31337)
		return 2;
	return endless(n, m) + 1;
}
E2
for round in first again; do
	check_equal bad_endless_$round 0 "$(status endless)"
	check_equal bad_endless_${round}_covered '4 false' "$(summary covered endless.json) $(summary whole endless.json)"
done

# A run that fails on the way that the model predicts has not diverged: the formulas do not know
# that the read of a[n] ends it.
target early early,a:1 << 'E2'
int early(int n, const int *a)
{
	int s = 0;

	if (n < 2)
		return 0;
	for (int j = n; j >= 0; j--)
		s += a[j];
	return s;
}
E2
check_equal bad_early 0 "$(status early --solve=smt)"
check_equal bad_early_counts '0 true' \
	"$(summary diverged early.json) $([ "$(summary ended early.json)" -gt 0 ] && echo true)"
check_line bad_early_why '"verdict":"unknown","goal":"early:1.0","why":"the run ends before it"' early.json

# Runs are processes of one target, to which their files are named: a run that reads standard input
# does not take these names, and one that kills that target costs itself alone.
target reads reads << 'E2'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int getchar(void);
int getline(char *text, int size)
{
	(void)text;
	(void)size;
	abort();
}
int reads(int x)
{
	if (getchar() >= 0)
		return 1;
	if (x == 5 && getppid() == getpgrp())
		kill(getppid(), SIGKILL);
	if (x == 77)
		return 2;
	if (x == 78)
		return 3;
	return 0;
}
E2
check_equal bad_reads 0 "$(status reads)"
set -- reads/corpus/*
check_equal bad_reads_no_names 2 "$(printf '%s\0%s\0' "$1" "$1" | reads/fuzz_target --path-of --serve |
	grep -c '"path":\["reads:0\.1"')"
check_equal bad_reads_goals '10 8' "$(summary goals reads.json) $(summary covered reads.json)"
check_line bad_reads_nothing '"goal":"reads:0\.0"' reads.json

# Where no target stays, each run has its own, with the same decisions: here since the names of the
# files could not be told to one that does.
forget sides
odd=$(printf 'two\nlines')
check_equal bad_apart 0 "$(status_of apart.json "$me" explore --json --solve=smt sides/fuzz_target "$odd")"
check_equal bad_apart_same '2 0 0' "$(summary paths apart.json) $(summary diverged apart.json) $(summary lost apart.json)"
rm -rf "$odd" "$odd.me"

# What is printed is not lost without a word.
if [ -w /dev/full ]; then
	for command in "explore --json" explore prove; do
		"$me" $command sides/fuzz_target sides/corpus > /dev/full 2> unwritten.err
		check_equal "bad_unwritten_$command" 1 $?
		check_line "bad_unwritten_says_$command" 'standard output: cannot be written' unwritten.err
	done
fi

# A session that is interrupted while a model is run leaves its side open.
target slow slow << 'E2'
int slow(unsigned n, unsigned x)
{
	unsigned i = 0;

	if (n == 5) {
		while (x != 1)
			i += x;
		return 3;
	}
	return 0;
}
E2
slow_runs() { # whether the target runs with n = 5
	server=$(ps -o pid=,args= --ppid "$1" | awk '/path-of/ {print $1; exit}')
	[ "$server" ] && ps -o pid= --ppid "$server" | grep -q .
}
"$me" explore --json --solve=smt slow/fuzz_target slow/corpus > slow.json 2> slow.err &
pid=$!
for wait in $(seq 500); do
	[ -e slow/corpus.me/tree ] && grep -q '"goal":"slow:0\.1"' slow.json && slow_runs $pid && break
	sleep 0.02
done
kill -TERM $pid
wait $pid
check_line bad_slow_stopped '"kind":"summary".*"stopped":"interrupted"' slow.json
check_no_line bad_slow_open '"why":"the run took another path"' slow.json
check_equal bad_slow_diverges 0 "$(summary diverged slow.json)"

# ---- what is no typed target

printf '#include <stdint.h>\n#include <stddef.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return n && *d == 7; }\n' |
	target bytes ''
check_equal bad_bytes 1 "$(status bytes)"
check_line bad_bytes_says 'only a typed target' bytes.err
check_equal bad_absent 1 "$(status absent)"

# ---- --time=

target long long_run << 'E2'
int long_run(unsigned a, unsigned b)
{
	int n = 0;

	for (unsigned i = 0; i < 60; i++)
		if ((a * a * 7 + b * b * b) >> i & 1)
			n++;
	return n == 59;
}
E2
"$me" explore --json --time=4 long/fuzz_target long/corpus > long.json 2> long.err
check_line bad_time '"stopped":"time-is-up"' long.json

# ---- a file is no corpus

printf x > file
for subcommand in explore prove; do
	check_equal bad_file_$subcommand 1 "$(status_of bad.file "$me" $subcommand reads/fuzz_target file)"
	check_line bad_file_${subcommand}_says 'file: Not a directory' bad.file
done
check_equal bad_file_nothing '' "$(ls -d file.me 2> /dev/null)"
