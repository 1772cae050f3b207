# SPDX-License-Identifier: GPL-3.0-or-later
# How far a session is: lines for a person, at most one a second; --status=FILE, whole at
# each moment; me status over many.
. "$ME_ROOT/tests/check.sh"

target open f <<'E2'
int f(double x, int n)
{
	double square = x * x;

	if (n == 87654321)
		return 1;
	if (square < -1)
		return 2;
	return 0;
}
E2

# ---- lines

line='^INFO: me: [0-9]+ s: goals: 3 covered, 1 open; [0-9]+ evaluations, 2 inputs; covered by (given|random|signed)'
search open -max_total_time=2 --status=status.json
check_line progress_line "$line" open/log
lines=$(grep -Ec "$line" open/log)
[ "$lines" -ge 1 ] && [ "$lines" -le 3 ] && ok progress_lines || not_ok progress_lines "$lines"
search open -max_total_time=2 -verbosity=0
check_no_line progress_quiet ' s: goals: ' open/log

# ---- the file

value() { # member file
	sed 's/,"methods".*//' "$2" | sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"
}
search open -runs=20000 --status=status.json
for pair in kind:status state:ended target:./fuzz_target corpus:corpus goals:4 covered:3 open:1 infeasible:0 given_up:0 inputs:2 failures:0; do
	check_equal "status_${pair%%:*}" "${pair#*:}" "$(value "${pair%%:*}" open/status.json)"
done
check_equal status_why '-runs is reached' "$(value why open/status.json)"
check_equal status_executions "$(sed -n 's/.*goals covered, \([0-9]*\) evaluations.*/\1/p' open/log)" \
	"$(value executions open/status.json)"
check_line status_methods '"methods":\[\{"name":"given","goals":3,' open/status.json

target fails f -fno-builtin <<'E2'
#include <stdlib.h>
int f(int n)
{
	if (n == 5)
		abort();
	if (n == 6)
		exit(1);
	return 0;
}
E2
search fails --status=status.json
check_equal status_failures 2 "$(value failures fails/status.json)"
check_line status_failing_runs '"failing_runs":[1-9]' fails/status.json
mkdir -p fails/sub/corpus
printf '{"kind":"other"}' > fails/sub/other.json
printf '{"kind":"sta' > fails/sub/half.json
printf '\001' > fails/sub/binary.json

mkdir -p bytes/corpus
cat > bytes/bytes.c <<'E2'
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 3)
		return 0;
	if (data[0] == 'M' && data[1] == 'E')
		return size == 7;
	return 0;
}
E2
check status_bytes_built "$me_cc" -g -O0 bytes/bytes.c -o bytes/fuzz_target
search bytes -runs=20000 --status=status.json --method=off
check_equal status_bytes ended "$(value state bytes/status.json)"
check_line status_bytes_methods '"name":"mutations","goals":[1-9]' bytes/status.json

# ---- me status

check_equal status_command 0 "$(status_of table "$me" status open fails bytes/status.json)"
check_line status_head '^state +goals +covered +infeasible +open +executions +inputs +failures +seconds +file$' table
check_line status_row '^ended +4 +3 +0 +1 +[0-9]+ +2 +0 +[0-9]+ +open/status.json$' table
check_line status_sums '^all .* 3 sessions$' table
check_equal status_rows 5 "$(sed '1,/^$/d' table | wc -l)"
# The faults come first; sessions that met the same one are counted.
mkdir -p fails/again
(cd fails && ./fuzz_target -seed=2 -runs=20000 -artifact_prefix=again/ --status=again.json again > again.log 2>&1)
"$me" status fails > faults
check_equal status_faults '2 distinct faults' "$(head -n 1 faults)"
check_line status_fault_abort '^[12]\. deadly signal, SIGABRT in f fails\.c:5 \([0-9]+ runs of 2 sessions\)$' faults
check_line status_fault_call '^   f\(5\)$' faults
check_line status_fault_again "^   to run it again: \\./fuzz_target $PWD/fails/(again/)?crash-[0-9a-f]+\$" faults
check_equal status_json 0 "$(status_of lines "$me" status --json open fails)"
check_equal status_json_lines 2 "$(grep -c '^{"kind":"status".*"file":".*/status.json"}$' lines)"
check_equal status_none 1 "$(status_of none.log "$me" status open/corpus)"
check_line status_none_says '^me: open/corpus: has no status of a session' none.log
check_equal status_half 1 "$(status_of half.log "$me" status fails/sub/half.json)"
check_line status_half_says '^me: fails/sub/half.json: is no status of a session' half.log
check_equal status_absent 1 "$(status_of absent.log "$me" status absent)"
check_line status_absent_says '^me: absent: no such file' absent.log

# ---- while it runs, and killed

(cd open && exec ./fuzz_target -seed=1 -max_total_time=600 --status=run.json corpus) > open/log 2>&1 < /dev/null &
first=$!
for _ in $(seq 300); do
	[ ! -e open/run.json ] || break
	sleep 0.1
done
wrong=
for _ in $(seq 100); do
	"$me" status open/run.json > run.table 2>&1 && grep -q '^running ' run.table || wrong=$(cat run.table)
done
check_equal status_whole '' "$wrong"
check_equal status_process $first "$(value process open/run.json)"
kill -KILL $first
wait $first 2> /dev/null
"$me" status open/run.json > run.table 2>&1
check_line status_gone '^gone ' run.table
check_equal status_leaves '' "$(ls open | grep run.json.)"

# ---- several processes

search open -fork=2 --starts=30 --status=fork.json
check_equal status_fork ended "$(value state open/fork.json)"
check_equal status_fork_covered 3 "$(value covered open/fork.json)"
check_equal status_fork_executions "$(sed -n 's/.*stop: .* goals covered, \([0-9]*\) evaluations.*/\1/p' open/log)" \
	"$(value executions open/fork.json)"
mkdir -p open/jobs
search open -jobs=2 -workers=2 --starts=30 --status=jobs/%p.json
check_equal status_jobs 2 "$(ls open/jobs | grep -c '^[0-9]*\.json$')"

# ---- a file that cannot be written

for bad in absent/status.json /dev/full; do
	search open -runs=3000 --status=$bad
	check_equal "status_bad_exit_$bad" 0 $?
	check_equal "status_bad_once_$bad" 1 "$(grep -c "^WARNING: me: $bad: " open/log)"
done

# ---- ends that the session itself cannot tell of

begin() { # directory arguments...: a session of $first, until it has run its first inputs
	dir=$1
	shift
	rm -rf "$dir/corpus" "$dir/corpus.me" "$dir/end.json" "$dir/log"
	mkdir "$dir/corpus"
	(cd "$dir" && exec ./fuzz_target -seed=1 -max_total_time=600 --status=end.json "$@" corpus) \
		> "$dir/log" 2>&1 < /dev/null &
	first=$!
	for _ in $(seq 300); do
		! grep -qs '^#[0-9]*.*INITED\|^INFO: -fork' "$dir/log" || break
		sleep 0.1
	done
}
state_of() { # directory
	"$me" status "$1/end.json" 2>&1 | sed -n '/^state /{n;s/ .*//p;}'
}
for dir in open bytes; do
	for signal in INT TERM USR1; do
		begin $dir
		kill -$signal $first
		wait $first
		check_equal "status_${dir}_$signal" ended "$(state_of $dir)"
	done
	begin $dir
	kill -KILL $first
	wait $first 2> /dev/null
	check_equal "status_${dir}_KILL" gone "$(state_of $dir)"
done
sed -i 's/return size == 7/__builtin_trap()/' bytes/bytes.c
check status_trap_built "$me_cc" -g -O0 bytes/bytes.c -o bytes/fuzz_target
begin bytes
wait $first
check_equal status_bytes_failed ended "$(state_of bytes)"
begin bytes -fork=1 -ignore_crashes=1 -max_total_time=3
wait $first
check_equal status_fork_failed ended "$(state_of bytes)"
