# SPDX-License-Identifier: GPL-3.0-or-later
# `me prove` and `me resolve` end when their time is up or a signal asks them to: with all
# that they have started, with a summary, and with each verdict that was printed on disk.
. "$ME_ROOT/tests/check.sh"
"$CC" -O1 -D_GNU_SOURCE "$ME_ROOT/tests/watched.c" -o watched

# gone NAME FILE: the process whose number is in the file ends; polled for a minute
gone() {
	for _ in $(seq 600); do
		# One that nobody has waited for yet is dead, too.
		case $(sed 's/.*) //' "/proc/$(cat "$2")/stat" 2> /dev/null) in
		'' | Z* | X*) ok "$1" && return ;;
		esac
		sleep 0.1
	done
	not_ok "$1" "it still runs after a minute"
	kill -9 "$(cat "$2")"
}

# appears FILE: a process has written its number; polled for a minute
appears() {
	for _ in $(seq 600); do
		[ -s "$1" ] && return
		sleep 0.1
	done
	return 1
}

# ---- a signal after each line

target t 'f,n:0..9' << 'E2'
static int twice(int n)
{
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
	if (n * n == 50)
		return 5;
	return 0;
}
E2

# is_kept LOG: says which of the final verdicts that were printed are not on disk
is_kept() {
	awk '$3 == "infeasible" {print $2}' t/corpus.me/verdicts > kept.goals 2> /dev/null
	for goal in $(sed -n 's/.*"goal":"\([^"]*\)".*"verdict":"infeasible".*/\1/p' "$1"); do
		grep -Fqx "$goal" kept.goals || echo "no proof of $goal"
	done
	for input in $(sed -n 's/.*"input":"\([^"]*\)".*/\1/p' "$1"); do
		[ -f "$input" ] || echo "no input $input"
	done
}

# prove_until SIGNAL LINES: its exit status; the output goes to t/log
prove_until() {
	rm -rf t/corpus t/corpus.me
	./watched -k "$1" "$2" "$me" prove --json --timeout=10 t/fuzz_target t/corpus > t/log
}
prove_until 0 0
check_line whole_summary '"kind":"summary","goals":10,"resolved":10,"covered":6,"infeasible":4' t/log
check_no_line whole_is_not_stopped '"stopped"' t/log
check_equal whole_is_kept '' "$(is_kept t/log)"
lines=$(wc -l < t/log)
lost= unsaid= status=
for number in $(seq 1 $((lines - 2))); do
	prove_until 9 "$number"
	lost="$lost$(is_kept t/log)"
	for signal in 2 15; do
		prove_until $signal "$number"
		status="$status $?"
		lost="$lost$(is_kept t/log)"
		# It may be done when the signal comes.
		tail -n 1 t/log | grep -q '"kind":"summary"' ||
			unsaid="$unsaid $signal:$number"
	done
done
check_equal killed_loses_no_verdict '' "$lost"
check_equal interrupted_says_summary '' "$unsaid"
check_equal interrupted_by_signal '130 143' \
	"$(echo $status | tr ' ' '\n' | grep -vx 0 | sort -u | xargs)"

# ---- solvers that never answer, ignore signals and start others

cat > deaf << 'E2'
#!/bin/sh
trap '' TERM INT HUP
sleep 1000 &
echo $! > deaf.other
echo $$ > deaf.pid
while :; do sleep 1000; done
E2
chmod +x deaf
deaf="--timeout=1000 --solvers=cvc5=./deaf,z3=./deaf"
# within NAME COMMAND...: it ends by itself; seconds matter to nobody, hours would
within() {
	within=$1
	shift
	rm -rf t/corpus t/corpus.me deaf.pid deaf.other
	timeout -k 1 60 "$@" > t/log 2>&1
	check_equal "${within}_ends" 0 $?
}
within deaf "$me" prove --time=2 $deaf t/fuzz_target t/corpus
gone deaf_is_killed deaf.pid
gone deaf_with_others deaf.other
check_line deaf_text 't.c:11:5: f: .* is never true\? the time is up$' t/log
check_line deaf_text_summary '^the time is up: 10 goals are open$' t/log
check_no_line deaf_is_no_failure 'hangs|note: (cvc5|z3)' t/log
within deaf_json "$me" prove --json --time=1 $deaf t/fuzz_target t/corpus
check_line deaf_json '"verdict":"time-is-up","why":"the time is up"}' t/log
check_line deaf_json_summary '"kind":"summary".*"stopped":"time-is-up"}' t/log
for algorithm in statement path prefix; do
	within deaf_$algorithm "$me" prove --time=1 --algorithm=$algorithm,no-near $deaf \
		t/fuzz_target t/corpus
	check_line deaf_${algorithm}_text 'is never true\? the time is up$' t/log
done

# Solvers that answer some queries, and no more: each kind of query is the last one.
cat > tired << 'E2'
#!/bin/sh
while read -r line; do
	case $line in
	*check-sat*)
		echo >> tired.asked
		[ "$(wc -l < tired.asked)" -le "$(cat tired.most)" ] || exec sleep 1000
		;;
	esac
	printf '%s\n' "$line"
done | z3 -smt2 -in
E2
chmod +x tired
target free f << 'E2'
int f(unsigned a, unsigned b, unsigned c)
{
	if ((a ^ b) == 77 && (b ^ c) == 1234 && (a ^ c) == 99)
		return 1;
	return 0;
}
E2
for most in 1 2 3; do
	rm -f tired.asked
	echo $most > tired.most
	within tired_$most "$me" prove --time=1 --timeout=1000 \
		--solvers=cvc5=./tired,z3=./tired free/fuzz_target t/corpus
	check_line tired_${most}_text 'is never (true|false)\? the time is up$' t/log
done

# ---- no goal has the time of all others

cat > picky << 'E2'
#!/bin/sh
while read -r line; do
	case $line in ';'*' of hard'*) exec sleep 1000 ;; esac # its title
	printf '%s\n' "$line"
done | z3 -smt2 -in
E2
chmod +x picky
target picked f << 'E2'
static int hard(int n)
{
	if (n * n == 50)
		return 1;
	return 0;
}
static int easy(double x)
{
	double square = x * x;

	if (square < 0)
		return 2;
	return 0;
}
int f(double x, int n)
{
	return hard(n) + easy(x);
}
E2
within picky "$me" prove --time=20 --timeout=1000 --solvers=cvc5=./picky,z3=./picky \
	picked/fuzz_target t/corpus
check_line picky_hard 'hard: .* is never true\? the time is up$' t/log
check_line picky_easy 'easy: .* is never true: infeasible' t/log
check_line picky_summary '^3 of 4 goals resolved: 2 covered, 1 infeasible' t/log

# ---- more goals than there is time for: some have the time of a query

cat > slowly << 'E2'
#!/bin/sh
while read -r line; do
	case $line in *check-sat*) sleep 0.3 ;; esac
	printf '%s\n' "$line"
done | z3 -smt2 -in
E2
chmod +x slowly
for number in $(seq 100); do
	printf 'static int f%d(unsigned n)\n{\n\tif (n * n == 4 * %d + 2)\n\t\treturn 1;\n\treturn 0;\n}\n' \
		"$number" "$number"
done > several.c
{
	cat several.c
	printf 'int f(unsigned n)\n{\n\treturn f1(n)'
	printf ' + f%d(n)' $(seq 2 100)
	printf ';\n}\n'
} | target several f
within several "$me" prove --time=12 --solvers=cvc5=./slowly,z3=./slowly several/fuzz_target t/corpus
check_line several_counts '^[0-9]+ of 200 goals resolved: [0-9]+ covered, [1-9][0-9]* infeasible' t/log
check_line several_rest 'is never (true|false)\? the time is up$' t/log

# dies_with NAME SIGNAL
dies_with() {
	rm -rf t/corpus t/corpus.me deaf.pid deaf.other
	"$me" prove --json $deaf t/fuzz_target t/corpus > t/log 2>&1 &
	child=$!
	appears deaf.pid || not_ok "$1" "the solver was not started"
	kill "-$2" $child
	wait $child 2> /dev/null
	check_equal "${1}_exit" $((128 + $2)) $?
	gone "$1" deaf.pid
	kill -9 "$(cat deaf.other)" 2> /dev/null # of SIGKILL only the solver hears
}
dies_with solver_dies_when_killed 9
dies_with solver_dies_when_terminated 15
check_line terminated_goals '"verdict":"interrupted","why":"interrupted"}' t/log
check_line terminated_summary '"kind":"summary".*"stopped":"interrupted"}' t/log

# ---- suspended by the terminal, and going on

# comes_to NAME PATTERN FILE: the state of the process whose number is in the file
comes_to() {
	for _ in $(seq 600); do
		state=$(sed 's/.*) \(.\).*/\1/' "/proc/$(cat "$3")/stat")
		case $state in $2) ok "$1" && return ;; esac
		sleep 0.1
	done
	not_ok "$1" "state $state"
}
rm -rf t/corpus t/corpus.me deaf.pid deaf.other
"$me" prove --json $deaf t/fuzz_target t/corpus > t/log 2>&1 &
echo $! > me.pid
appears deaf.pid && appears deaf.other || not_ok suspended "the solver was not started"
kill -TSTP $!
comes_to suspended T me.pid
comes_to suspended_solver T deaf.pid
comes_to suspended_others T deaf.other
kill -CONT $!
comes_to continued '[RS]' me.pid
comes_to continued_solver '[RS]' deaf.pid
comes_to continued_others '[RS]' deaf.other
kill $!
wait $! 2> /dev/null
check_equal continued_exit 143 $?
gone continued_is_killed deaf.pid

# ---- a search and replays that take longer than there is time

target slow f << 'E2'
#include <stdio.h>
#include <unistd.h>
int f(double x)
{
	FILE *out = fopen("slow.pid", "w");

	fprintf(out, "%ld\n", (long)getpid());
	fclose(out);
	usleep(100000);
	if (x == 1.5)
		return 1;
	if (x * x * x == 17)
		return 2;
	return 0;
}
E2
timeout -k 1 60 "$me" resolve --time=4 slow/fuzz_target slow.corpus > slow.log 2>&1
check_equal slow_search_ends 0 $?
gone slow_search_is_over slow.pid
check_line slow_search_summary '^[0-4] of 4 goals resolved.*; search ' slow.log
check_no_line slow_search_is_no_failure 'ended with status' slow.log
mkdir -p many
for number in $(seq 1000); do
	printf '%08d' "$number" > many/$number
done
timeout -k 1 60 "$me" prove --time=2 slow/fuzz_target many > many.log 2>&1
check_equal slow_replay_ends 0 $?
check_line slow_replay_summary '^the time is up: [1-4] goals are open$' many.log
rm -f slow.pid
"$me" resolve slow/fuzz_target slow.corpus2 > slow.log 2>&1 &
child=$!
appears slow.pid || not_ok slow_starts "the target was not started"
kill -9 $child
gone slow_dies_with_it slow.pid

# ---- where it is stuck itself, here in a source that never comes

mv t/t.c t/kept.c
mkfifo t/t.c
rm -rf t/corpus t/corpus.me
timeout -k 1 60 "$me" prove --time=1 t/fuzz_target t/corpus > t/log 2>&1
check_equal stuck_ends 1 $?
check_line stuck_says '^me: the time is up, and no summary can be told in time$' t/log
mv t/kept.c t/t.c

# ---- the status on a terminal

rm -rf t/corpus t/corpus.me
mkdir t/corpus
./watched -t "$me" prove --time=5 $deaf t/fuzz_target t/corpus | tr -d '\r' > status.log
check_line status_says '.\[K0 covered, 0 infeasible, 10 open; proving goal [0-9]* of 10, f:[0-4][.][01] [(]t.c:[0-9]*[)], waiting for [a-z0-9]*; [1-4] s left' status.log
drawn=$(grep -o 's left' status.log | wc -l)
[ "$drawn" -ge 1 ] && [ "$drawn" -le 6 ] && ok status_a_second_apart ||
	not_ok status_a_second_apart "$drawn times in 5 s"
sed "s/.*$(printf '\033')\[K//" status.log > plain.log
check_equal status_is_erased 13 "$(grep -Ec '^(t.c:[0-9:]+ f: .* the time is up|0 of 10 goals .*|the time is up: .*|for .*)$' plain.log)"
check_equal status_leaves_nothing 13 "$(wc -l < plain.log)"
rm -rf t/corpus t/corpus.me
./watched "$me" prove --time=2 $deaf t/fuzz_target t/corpus > pipe.log
check_no_line status_not_in_a_pipe "$(printf '\033')|s left" pipe.log
rm -rf slow.corpus
./watched -t "$me" resolve --time=6 slow/fuzz_target slow.corpus | tr -d '\r' > status.log
check_line status_of_search 'searching, round 1; ([0-9]+ executions; )?[1-6] s left' status.log

# ---- what hangs takes the time to be run again: it is told all the same, and what is covered is

target hangs f <<'E2'
int f(int a, int b)
{
	int x = a, y = b;
	while (x != y) {
		if (x > y)
			x -= y;
		else
			y -= x;
	}
	return a / x * b;
}
E2
search hangs --starts=500
check_equal hangs_kept 1 "$(ls hangs | grep -c '^timeout-')"
for seconds in 1 3; do
	(cd hangs && "$me" resolve --time=$seconds ./fuzz_target corpus) > hangs/log.$seconds 2>&1
	check_line hangs_told_$seconds '^[0-9]+\. timeout (in f|that was not run again)' hangs/log.$seconds
	check_line hangs_covered_$seconds '^4 of 4 goals resolved: 4 covered' hangs/log.$seconds
done
