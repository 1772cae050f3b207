# SPDX-License-Identifier: GPL-3.0-or-later
# A target's command line: libFuzzer's, kept whole, and our own options beside it.
. "$ME_ROOT/tests/check.sh"

target small small,y:2 <<'E2'
#include <math.h>
static int is_small(double x)
{
	return fabs(x) < 1e-5;
}

int small(double x, double *y, int n)
{
	if (is_small(x) && x != 0)
		return 1;
	if (y[0] == 42.5)
		n = (int)(n + 1u);
	if (y[1] >= 1e-20 && y[1] < 1e-19)
		n = (int)(n + 1u);
	return n > 1000000;
}
E2
search small || not_ok harness_session "$(tail -n 4 small/log)"

# What the session says it covered is covered by the files that it left: also what
# libFuzzer's own first inputs cover, the empty one and the one of a line feed.
check_equal harness_goals_left 0 "$(goals_left small/log)"
check_equal harness_files_cover_goals 0 "$(branches_left small)"
target first_inputs f <<'E2'
int f(unsigned long x)
{
	if (x == 10)
		return 1;
	return 0;
}
E2
search first_inputs
check_equal harness_first_inputs_kept "$(goals_left first_inputs/log)" "$(branches_left first_inputs)"

# ---- files

run_file() { # name bytes wanted-call
	printf "$2" > "$1.in"
	check_equal "file_exit_$1" 0 "$(status_of file.log small/fuzz_target "$1.in")"
	check_equal "file_call_$1" "$3" "$(grep '^small(' file.log | uniq)"
}

run_file empty '' 'small(0, {0, 0}, 0)'
run_file short '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\360' \
	'small(1, {3.645561009778199e-304, 0}, 0)'
run_file long '\0\0\0\0\0\0\360\077\0\0\0\0\0\0\360\277\0\0\0\0\0\0\0\0\377\377\377\377more' \
	'small(1, {-1, 0}, -1)'
check_equal file_two_calls 2 "$(small/fuzz_target short.in long.in 2>&1 | grep '^small(' |
	uniq | wc -l)"
for option in show trace; do
	check_equal file_missing_$option 1 "$(status_of file.log small/fuzz_target --$option absent)"
done
mkdir -p odd
cp empty.in short.in long.in odd
head -c 5000 /dev/zero | tr '\0' '\377' > odd/ones
check_equal corpus_of_odd_files 0 "$(status_of odd.log small/fuzz_target -seed=1 odd)"
check_line corpus_of_odd_files_closed 'stop: all goals are closed' odd.log
check_equal trace_lines 2 "$(small/fuzz_target --trace short.in long.in | grep -c '^{"kind":"run","file":"[a-z]*[.]in","met":\[')"
check_equal trace_goals "$(small/fuzz_target --goals | grep -c '"scope":true')" \
	"$(small/fuzz_target --trace odd/* | met_goals | grep -c .)"
check_line goals_lines '"function":"is_small".*"op":"<"|"function":"small".*"op":"=="' \
	"$(small/fuzz_target --goals > goals.json; echo goals.json)"
"$CC" -O1 "$ME_ROOT/tests/json_lines.c" -ljansson -o json_lines
check json_goals ./json_lines goals.json
small/fuzz_target --units > units.json
check json_units ./json_lines units.json

# ---- own options

check_equal help_exit 0 "$(status_of help.txt small/fuzz_target --help)"
for option in method starts functions kinds state; do
	check_line help_$option "--$option=" help.txt
done
for method in auto signed simplex powell basin-hopping coverme off; do
	mkdir -p m.$method
	check_equal method_exit_$method 0 "$(status_of method.log small/fuzz_target -seed=1 \
		-runs=8000 --method=$method m.$method)"
	check_line method_says_$method 'INFO: me: |Done 8000 runs' method.log
	[ -n "$(ls m.$method)" ] && ok method_files_$method || not_ok method_files_$method none
done
for method in auto signed; do
	mkdir -p d.$method
	status_of method.log small/fuzz_target -seed=2 --method=$method d.$method > /dev/null
	check_line method_closes_$method 'stop: all goals are closed' method.log
done
for distance in ulp real flopsy; do
	mkdir -p distance.$distance
	check_equal distance_exit_$distance 0 "$(status_of distance.log small/fuzz_target \
		-seed=1 -runs=20000 --method=auto,distance=$distance distance.$distance)"
	mv distance.log "$distance.log"
done

# The paper's algorithm gives up a side that it cannot reach: that is no proof, it is said
# so, and the session goes on to its end; a side that is reached is never given up.
target given_up f <<'E2'
int f(double x)
{
	double square = x * x;

	if (x > 1e10)
		return 2;
	if (square < -1)
		return 1;
	return 0;
}
E2
search given_up --method=coverme --starts=50
check_line coverme_given_up '1 goals? given up' given_up/log
check_no_line coverme_not_infeasible 'infeasible' given_up/log
check_equal coverme_open_side 1 "$(goals_left given_up/log)"
check_equal coverme_open_side_gcov 1 "$(branches_left given_up)"
for seed in 1 2 3 4 5; do
	rm -rf small/coverme
	mkdir small/coverme
	(cd small && ./fuzz_target -seed=$seed --method=coverme --starts=60 coverme) \
		> coverme.log 2>&1 < /dev/null
	"$me" cover small/fuzz_target small/coverme > coverme.cover 2>&1
	check_equal coverme_counted_as_gcov_$seed \
		"$(sed -n 's/^INFO: me: stop.* \([0-9]*\) of 10 goals.*/\1/p' coverme.log)" \
		"$(sed -n 's|^small .* \([0-9]*\)/10 .*|\1|p' coverme.cover)"
done

# A goal is met when the decision is, not when a float became 0.
target tiny f <<'E2'
int f(double x)
{
	if (x >= 1e-20)
		return 1;
	if (x == 1e-200)
		return 2;
	return 0;
}
E2
for distance in ulp real flopsy; do
	rm -rf tiny/corpus
	search tiny -runs=20000 --method=auto,distance=$distance
	claimed=$(sed -n 's/^INFO: me: stop.* \([0-9]*\) of 4 goals.*/\1/p' tiny/log)
	check_equal distance_counted_as_gcov_$distance "$((4 - claimed))" "$(branches_left tiny)"
done

bad() { # option
	if [ "$(status_of bad.log small/fuzz_target "$1" -runs=1)" = 0 ]; then
		not_ok "option_bad_$1" accepted
	else
		check_line "option_bad_$1" "$(echo "$1" | sed 's/^-*//; s/=.*//')" bad.log
	fi
}
bad --method=newton
bad --method=
bad --method=auto,distance=far
bad --starts=0
bad --starts=x
bad --starts=-3
bad --starts=99999999999999999999
bad --method=auto,hops=1.5
bad --state=maybe
bad --functions=

near() { # wrong right
	near_status=1
	[ "${1#--}" != "$1" ] || near_status=0 # libFuzzer only warns of what has one dash
	check_equal "option_near_status_$1" $near_status "$(status_of near.log small/fuzz_target "$1" -runs=1)"
	check_line "option_near_$1" "(ERROR|WARNING): me: .*--$2" near.log
}
near --metod=auto method
near --methd method
near --databse=none database
near --start=3 starts
near --helpp help
near --seed=3 '?-seed=\\?'
near --unheard-of=3 help
near -method=off method
near --status status=
near_flag() { # wrong right
	small/fuzz_target "$1" -runs=1 > near.log 2>&1 < /dev/null
	check_line "option_near_$1" "WARNING: me: unknown option '$1'; did you mean -$2=\?" near.log
}
near_flag -rnus=3 runs
near_flag -max-total-time=3 max_total_time
# libFuzzer takes the digits that a number begins with, or aborts.
number() { # argument
	check_equal "option_number_$1" 1 "$(status_of bad.log small/fuzz_target "$1" -runs=1)"
	check_line "option_number_says_$1" "ERROR: me: $1: wants a whole number from" bad.log
}
for flag in -seed=x -seed= -seed=4294967296 -runs=1e3 -runs=99999999999 -max_total_time=abc -timeout=1s \
	-rss_limit_mb=2g -fork=x; do
	number $flag
done
check_equal option_number_taken 0 "$(status_of bad.log small/fuzz_target -seed=4294967295 -runs=+3 -len_control=0)"
# Lines of libFuzzer that say nothing of a typed target, to the end of each.
idle='Failed to find|found LLVMF|0x|not provided|trying to exit|start with'
status_of idle.log small/fuzz_target -seed=1 -runs=3 --method=auto > /dev/null
check_equal idle_lines '' "$(grep -E "$idle" idle.log | grep -vE '^INFO: (Running|Loaded)')"
check_line idle_others '^INFO: Seed: 1$' idle.log
# OSS-Fuzz and ClusterFuzz read these.
check_line idle_modules '^INFO: Loaded [0-9]+ modules +[(][0-9]+ .*(counters|guards)[)]: [0-9]+ ' idle.log
check_line idle_tables '^INFO: Loaded [0-9]+ PC tables +[(][0-9]+ .*[)]' idle.log
status_of idle.log small/fuzz_target -seed=1 -runs=3 --method=auto -verbosity=2 > /dev/null
check_line idle_asked '^INFO: found LLVMFuzzerCustomMutator ' idle.log
small/fuzz_target -runs=1 -max_len=3 > form.log 2>&1
check_line option_max_len_says 'WARNING: me: -max_len=3: inputs of this target have [0-9]+ bytes' form.log
small/fuzz_target -runs=1 -only_ascii=1 > form.log 2>&1
check_line option_only_ascii_says 'WARNING: me: -only_ascii=1 switches the search off' form.log
# A report that cannot be written is an error.
for request in --help --units --goals --trace --show --path-of --failure; do
	small/fuzz_target $request "$ME_ROOT/COPYING" > /dev/full 2> full.log
	check_equal "option_full_$request" 1 $?
	check_line "option_full_says_$request" 'ERROR: me: standard output: cannot be written' full.log
done
echo 'int LLVMFuzzerInitialize(int *n, char ***words) { (void)n, (void)words; return 0; }
int even(int n) { return n % 2 ? 1 : 2; }' | target initializes even
initializes/fuzz_target --zzzzzzzz=1 -runs=1 > near.log 2>&1 < /dev/null
check_line option_foreign_ignored '^Done 2 runs ' near.log
check_no_line option_foreign_silent 'WARNING: me:' near.log

# ---- goals

check_equal scope_default 10 "$(small/fuzz_target --goals | grep -c '"scope":true')"
target scopes entry <<'E2'
static int local(double x) { if (x < 1) return 1; return 0; }
int public_one(double x) { if (x < 2) return 1; return 0; }
static int unused(double x) { if (x < 3) return 1; return 0; }
int (*table[])(double) = {unused};
int entry(double x) { if (x < 4) return local(x); return public_one(x); }
E2
in_scope() { # argument
	scopes/fuzz_target --goals $1 | grep '"scope":true' | sed 's/.*"function":"\([a-z_]*\).*/\1/' |
		sort -u | tr '\n' ' '
}
check_equal scope_entry 'entry local public_one ' "$(in_scope)"
check_equal scope_static 'entry local ' "$(in_scope --functions=static)"
check_equal scope_all 'entry local public_one unused ' "$(in_scope --functions=all)"
check_equal scope_glob 'public_one ' "$(in_scope '--functions=pub*')"
scopes/fuzz_target --goals --functions=absent > absent.log 2>&1
check_equal scope_glob_none 1 $?
check_line scope_glob_none_says 'ERROR: me: --functions=absent: no instrumented function has this name$' absent.log
check_equal scope_kind 1 "$(status_of absent.log scopes/fuzz_target --functions=boundary -runs=1)"
check_line scope_kind_says 'did you mean --kinds=boundary\?$' absent.log

# ---- libFuzzer's own flags

small/fuzz_target -help=1 > fuzzer.help 2>&1
check_line libfuzzer_help '^ *max_total_time' fuzzer.help
small/fuzz_target -print_pcs=1 -runs=50 -seed=1 --method=off > pcs.log 2>&1 < /dev/null
check_line libfuzzer_pcs 'NEW_PC: 0x[0-9a-f]+ in (small|is_small).* .*small.c:(4|[789]|1[0-6])' pcs.log
lines=$(sed -n 's/.*NEW_PC.*small\.c:\([0-9]*\).*/\1/p' pcs.log | sort -un | tr '\n' ' ')
check_equal libfuzzer_pcs_in_functions '' "$(for l in $lines; do
	[ "$l" -ge 2 ] && [ "$l" -le 16 ] || echo "$l"; done)"
check_no_line libfuzzer_pcs_unknown 'NEW_PC.*(\?\?|:0$)' pcs.log
check_equal libfuzzer_coverage_exit 0 "$(status_of cov.log small/fuzz_target \
	-print_coverage=1 -runs=0 small/corpus)"
check_line libfuzzer_coverage 'COVERED_FUNC:.*small' cov.log
mkdir -p jobs
cp small/fuzz_target jobs/
check_equal libfuzzer_jobs 0 "$(cd jobs && mkdir -p c && status_of jobs.log ./fuzz_target \
	-jobs=2 -workers=1 -seed=1 c)"
check_line libfuzzer_jobs_ran 'INFO: me: stop' jobs/fuzz-0.log
check_line libfuzzer_jobs_second 'INFO: me: stop' jobs/fuzz-1.log
before=$(ls small/corpus)
check_equal libfuzzer_runs_0 0 "$(status_of zero.log small/fuzz_target -runs=0 small/corpus)"
check_same libfuzzer_runs_0_adds_nothing "$before" "$(ls small/corpus)"
search small
check_equal libfuzzer_finished_adds_nothing "$before" "$(ls small/corpus)"
check_line libfuzzer_finished_stops '^INFO: me: stop: ' small/log
check_no_line libfuzzer_finished_announces_nothing 'INFO: me: new' small/log
mkdir -p read_only extra
cp small/corpus/* extra
check_equal libfuzzer_second_directory 0 "$(status_of two.log small/fuzz_target -seed=1 read_only extra)"
check_line libfuzzer_second_directory_read 'stop: all goals are closed' two.log
check_equal libfuzzer_second_directory_kept "$before" "$(ls extra)"

# The parent of jobs ends well under a leak checker too.
target leaks f -fsanitize=address <<'E2'
int f(double x)
{
	if (x == 42.5)
		return 1;
	return 0;
}
E2
check_equal libfuzzer_jobs_leak_nothing 0 "$(cd leaks && mkdir -p c && status_of jobs.log \
	./fuzz_target -jobs=2 -workers=1 -seed=1 c)"
