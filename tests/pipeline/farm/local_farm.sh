# SPDX-License-Identifier: GPL-3.0-or-later
# me farm on this machine: rounds, ends by signals, the merge and the report. Sessions end by
# -runs; where one has to be at work for long, it is ended by a signal.
. "$ME_ROOT/tests/check.sh"

target one f <<'E2'
#include <stdlib.h>
int f(double x, int n)
{
	double square = x * x;

	if (n == 5)
		abort();
	if (n == 87654321)
		return 1;
	if (square < -1)
		return 2;
	return x > 1.5;
}
E2
target two g <<'E2'
int g(int a, int b)
{
	if (a > b && a == 4321)
		return 1;
	return b < 7 ? 2 : 3;
}
E2
mkdir -p bytes
cat > bytes/bytes.c <<'E2'
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 2 && data[0] == 'M') {
		if (data[1] == 'E')
			abort();
		if (data[2] == 'Y')
			abort();
	}
	return 0;
}
E2
check farm_bytes_built "$me_cc" -g -O0 bytes/bytes.c -o bytes/bytes

# ---- a round

check_equal farm_exit 4 "$(status_of log "$me" farm --local=2 --seeds=2 --session=60 \
	--target-args='-runs=3000 -verbosity=2' farm one/fuzz_target two/fuzz_target)"
check_line farm_round '^round 1 of 2 targets: 4 of 4 sessions done$' log
check_equal farm_sessions 4 "$(grep -c '^\(two-\)\?fuzz_target [12]: done, ' log)"
check_line farm_row '^ +6 +5 +0 +1 +[0-9]+ +1  fuzz_target$' log
check_line farm_other_row '^ +6 +6 +0 +0 +[0-9]+ +0  two-fuzz_target$' log
check_line farm_sum '^ +12 +11 +0 +1 .* all 2 merged targets$' log
check_line farm_failure '^fuzz_target: abort in f .*/one.c:7 \([1-9][0-9]* artifacts?\)$' log
check_line farm_failure_call '^  f\(.*\)$' log
check_equal farm_failures_first 4 "$(sed -n '/^ *goals/q; /[^ ]/p' farm/report.txt | wc -l)"
sed -n '/^round/,$p' log > log.report
check_same farm_report "$(cat log.report)" "$(cat farm/report.txt)"
check_kept farm farm 4
goals() { # corpora...
	one/fuzz_target --trace $(find "$@" -type f) | met_goals
}
check_same farm_merged "$(goals farm/targets/fuzz_target/[12]/corpus)" "$(goals farm/targets/fuzz_target/corpus)"
again=$(sed -n '/one.c:7 (/{n; n; p}' log)
$again > again.log 2>&1
[ $? != 0 ] && ok farm_again || not_ok farm_again "$again"

# Started again it makes another round, with other seeds and the same settings.
check_equal farm_second 4 "$(status_of log "$me" farm --local=2 farm)"
check_line farm_second_round '^round 2 of 2 targets: 4 of 4 sessions done$' log
check_line farm_second_seed '^INFO: Seed: 4$' farm/targets/fuzz_target/2/log
check_line farm_second_reads ' 2 files found in .*/farm/targets/fuzz_target/corpus|[0-9] files found in .*/fuzz_target/corpus$' \
	farm/targets/fuzz_target/2/log
check_equal farm_status 0 "$(status_of log "$me" status farm)"
check_line farm_status_head '^round 2 of 2 targets: 4 of 4 sessions done$' log
check_line farm_status_row '^ended +6 .*farm/targets/fuzz_target/2/status.json$' log
"$me" status --json farm > log
check_line farm_status_json '^\{"kind":"farm",.*"round":2,"targets":2,"sessions":4,"done":4,"begun":0,"failed":0,' log

# ---- interrupted

begin_long() {
	"$me" farm --local=2 --session=1000 --target-args='-runs=-1 -verbosity=2' long one/fuzz_target > log 2>&1 < /dev/null &
	first=$!
	for _ in $(seq 600); do
		! grep -qs '^#[0-9]*.*INITED' long/targets/fuzz_target/1/log || break
		sleep 0.1
	done
	sleep 1
}
ended() { # no session is left
	for _ in $(seq 300); do
		sessions=$(grep -lsa "$PWD/[l]ong/targets" /proc/[0-9]*/cmdline | wc -l)
		[ "$sessions" != 0 ] || break
		sleep 0.1
	done
	check_equal "$1" 0 "$sessions"
}
begin_long
check_equal farm_busy 1 "$(status_of busy.log "$me" farm --local=1 long)"
check_line farm_busy_says 'long: another `me farm` is at work there' busy.log
kill -TERM $first
wait $first
check_equal farm_interrupted 1 $?
check_line farm_interrupted_says '^me: .*/long: interrupted with 1 session to be run; nothing is lost' log
ended farm_interrupted_ended
check_kept farm_interrupted long 2

begin_long
kill -KILL $first
wait $first 2> /dev/null
ended farm_killed_ended
check_kept farm_killed long 2
check_equal farm_goes_on 4 "$(status_of log "$me" farm --local=2 --target-args='-runs=3000 -verbosity=2' long)"
check_line farm_goes_on_round '^round 1 of 1 target: 1 of 1 sessions done$' log
check_kept farm_goes_on long 2

# ---- a bytes target goes on behind its first failure; targets are added

check_equal farm_add_refused 1 "$(status_of log "$me" farm --local=2 farm bytes/bytes)"
check_line farm_add_refused_says '^me: bytes/bytes: is no target of the farm .*--add adds it' log
check_equal farm_bytes 4 "$(status_of log "$me" farm --local=1 --session=120 \
	--target-args=-runs=60000 bytes.farm bytes/bytes)"
check_line farm_bytes_failures '^ +8 +8 +0 +0 +[0-9]+ +2  bytes$' log
check_equal farm_added 4 "$(status_of log "$me" farm --local=2 --add farm bytes/bytes)"
check_line farm_added_round '^round 2 of 3 targets: 6 of 6 sessions done$' log

# ---- sessions of one target exchange what they find

check_equal farm_exchange 4 "$(status_of log "$me" farm --local=2 --seeds=2 --session=3 \
	--target-args='-runs=-1 --starts=1000000' exchange one/fuzz_target)"
given=
for seed in 1 2; do
	for name in $(ls exchange/targets/fuzz_target/$seed/corpus); do
		grep -q "new .*/$name " exchange/targets/fuzz_target/$seed/log || given="$given $name"
	done
done
[ "$given" ] && ok farm_exchanged || not_ok farm_exchanged "$(ls exchange/targets/fuzz_target/*/corpus)"

# A session that begins after another one of its target goes on where that one ended: with its
# inputs, the input that came nearest to a goal, and what minimisation has left of its energy,
# which each of these sessions would spend on it alone.
target near '' <<'E2'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t seen[256] = {0};
	int distinct = 0;

	for (size_t i = 0; i < size; i++) {
		distinct += !seen[data[i]];
		seen[data[i]] = 1;
	}
	if (distinct > 250)
		return 1;
	return 0;
}
E2
check_equal farm_after 0 "$(status_of log "$me" farm --local=1 --seeds=2 --session=300 \
	--target-args='-runs=380000 -max_len=64' after near/fuzz_target)"
for seed in 1 2; do
	cp after/targets/fuzz_target/$seed/status.json status.$seed
done
check_no_line farm_after_first '"kept"' status.1
# (Checks of UBSan cost steps, too: the same energy is far fewer runs.)
if [ ! "$sanitized" ]; then
	check_line farm_after_kept '"name":"kept","goals":0,"executions":1[,}]' status.2
	check_line farm_after_energy_first '"name":"mutations","goals":0,"executions":[0-9]{1,5}[,}]' status.1
	check_line farm_after_energy '"name":"mutations","goals":0,"executions":[3-9][0-9]{5}[,}]' status.2
fi
