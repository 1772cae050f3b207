# SPDX-License-Identifier: GPL-3.0-or-later
# Every flag of libFuzzer's, on a typed target and on a bytes target of the same function:
# each name in the list that the target prints has a function flag_NAME below, which is
# called once for each kind of target. fork.sh and failures.sh have more of some.
. "$ME_ROOT/tests/check.sh"

# ASan would take these signals before libFuzzer.
[ ! "$sanitized" ] || export ASAN_OPTIONS=handle_segv=0:handle_sigbus=0:handle_sigfpe=0

cat > core.c <<'E2'
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;
static char *volatile kept;

static void fail(char how)
{
#ifdef ONLY
	if (how != ONLY)
		return;
#endif
	switch (how) {
	case 'n': puts("noise 1"); fflush(stdout); fprintf(stderr, "noise 2\n"); break;
	case 'a': raise(SIGABRT); break;
	case 's': raise(SIGSEGV); break;
	case 'b': raise(SIGBUS); break;
	case 'f': raise(SIGFPE); break;
	case 'i': raise(SIGILL); break;
	case 't': raise(SIGTRAP); break;
	case 'x': raise(SIGXFSZ); break;
	case '1': raise(SIGUSR1); break;
	case '2': raise(SIGUSR2); break;
	case 'I': raise(SIGINT); break;
	case 'T': raise(SIGTERM); break;
	case 'e': exit(3);
	case 'h': for (;;) usleep(1000);
	case 'm': for (;; usleep(1000)) memset(malloc(1 << 20), 1, 1 << 20);
	case 'M': free(kept = malloc(700 << 20)); kept = 0; break;
	case 'l': kept = malloc(77); kept = 0; break;
	case 'w': usleep(1100000); break;
	}
}

static int rare(void)
{
	return ++sink;
}

static int core(int kind, int n, double x)
{
	int r = 0;

#ifdef SLOW
	usleep(1000);
#endif
#ifdef FAILS
	if ((kind & 0xffff) == 'F')
		fail((char)(kind >> 16));
#endif
	if (kind == 0x44434241) /* ABCD */
		r++;
	if (n > 1000000)
		r += rare();
	if (n < -5 && (kind & 1))
		r++;
	if (x == 42.5)
		r++;
	for (int i = 0; i < (n & 255); i++)
		sink += i;
	return r;
}

#ifdef BYTES
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct { int kind, n; double x; } v = {0, 0, 0};

	memcpy(&v, data, size < sizeof v ? size : sizeof v);
	core(v.kind, v.n, v.x);
	return 0;
}
#else
int f(int kind, int n, double x)
{
	return core(kind, n, x);
}
#endif
E2
built() { # name flags...
	"$me_cc" -g -O0 -w -fno-builtin core.c "$@" > build.log 2>&1 && return
	not_ok "flags_build_$1" "$(tail -n 3 build.log)"
	exit 1
}
typed='-fplugin-arg-me-entry=f --no-driver' # rare() keeps a value
built $typed -o typed
built $typed -DFAILS -o typed_fails
built -DBYTES -o bytes
built -DBYTES -DFAILS -o bytes_fails
built $typed -DFAILS -fsanitize=address -o typed_asan
built -DBYTES -DFAILS -fsanitize=address -o bytes_asan
for how in n a s b f i t x 1 2 I T e h m M l w; do
	printf 'F\0%s' $how > in_$how
done
printf 'A' > in_A

# run NAME[=SUFFIX of the target] ARGUMENT...: a session of a new process with seed 1;
# $log, $status. A corpus directory is the caller's to give.
run() {
	log=$kind.$flag.log
	env --default-signal ./$kind$variant -seed=1 "$@" > "$log" 2>&1 < /dev/null
	status=$?
}

# off ARGUMENT...: 2000 runs of libFuzzer's own mutations, into the empty directory $dir.
off() {
	dir=$kind.$flag.corpus
	rm -rf "$dir"
	mkdir "$dir"
	run --method=off -runs=2000 "$dir" "$@"
}

name() {
	echo "flag_${flag}_$kind$1"
}

says() { # pattern
	check_line "$(name _says)" "$1" "$log"
}

says_not() { # pattern
	check_no_line "$(name _says_not)" "$1" "$log"
}

ends() { # status
	check_equal "$(name _exit)" "$1" $status
}

holds() { # what-is-tested command...: the command is true
	holds=$1
	shift
	if "$@"; then ok "$(name "_$holds")"; else not_ok "$(name "_$holds")" "$*"; fi
}

# A trace of the session without what differs from run to run.
trace() {
	sed 's/exec.s: [0-9]*//; s/rss: [0-9]*Mb//; s/cpu=[0-9.]*//; s/^==[0-9]*//
		s/0x[0-9a-f]*//g; /^stat::/d; /second/d; /entropic power/d' "$log"
}

# The flag changes what a session does, and the same value does the same again.
matters() { # value value [ARGUMENT...]
	one=$1 two=$2
	shift 2
	off -$flag=$one "$@"
	trace > trace.1
	off -$flag=$one "$@"
	trace > trace.2
	holds repeats cmp -s trace.1 trace.2
	off -$flag=$two "$@"
	trace > trace.2
	holds matters sh -c '! cmp -s trace.1 trace.2'
	ends 0
}

# A run of a file that fails: exit code with the flag, and without its value.
fails() { # how "with" "without" ARGUMENT-without
	variant=_fails
	run -$flag=1 in_$1
	check_equal "$(name _on)" "$2" $status
	run -$flag=0 in_$1
	check_equal "$(name _off)" "$3" $status
	variant=
}

# What takes a second or more goes on beside the rest: later NAME COMMAND... runs
# the command in a shell of its own; its results are printed at the end.
later() {
	("$@") > "later.$kind.$flag" 2>&1 &
}

is_typed() {
	[ $kind = typed ]
}
# A typed session; not where checks of UBSan's stay open that no start fails.
ends_itself() {
	is_typed && [ ! "$sanitized" ]
}

done_300='Done 30[0-9] runs|stop: .* 30[0-9] evaluations'

# ---- how long and how much

flag_verbosity() {
	off -verbosity=0
	says_not '^INFO: Seed|^#[0-9]'
	off -verbosity=2
	says '^#2.*INITED'
}
flag_seed() {
	matters 1 2
	says '^INFO: Seed: 2$'
}
flag_runs() {
	run -runs=600
	says ' 60[0-9] evaluations'
	ends 0
}
flag_max_len() {
	off -max_len=3
	says 'lim: 3 '
	check_equal "$(name _files)" '' "$(find "$dir" -type f -size +3c)"
}
flag_len_control() {
	matters 0 100
	says 'lim: [4-9] '
}
flag_max_total_time() { later max_total_time; }
max_total_time() {
	mkdir $kind.time
	if ends_itself; then
		run -max_total_time=20 $kind.time
		says 'stop: all goals are closed'
	else
		run -max_total_time=1 $kind.time
		says 'Done [0-9]+ runs in [1-9][0-9]* second'
	fi
	ends 0
}
flag_timeout() { later timeout_; }
timeout_() {
	variant=_fails
	run -timeout=1 in_h
	says 'SUMMARY: libFuzzer: timeout'
	ends 70
}
flag_timeout_exitcode() { later timeout_exitcode; }
timeout_exitcode() {
	variant=_fails
	run -timeout=1 -timeout_exitcode=98 in_h
	ends 98
}
flag_report_slow_units() { later report_slow_units; }
report_slow_units() {
	variant=_fails
	mkdir $kind.slow
	cp in_w $kind.slow
	run -runs=1 -timeout=100 -report_slow_units=1 -artifact_prefix=$kind.slow- $kind.slow
	says 'Slowest unit: [1-9][0-9]* s'
	holds artifact test -f $kind.slow-slow-unit-*
	ends 0
}
flag_stop_file() {
	echo stop > stop
	run -stop_file=stop
	ends 0
	says 'INFO: libFuzzer: exiting as requested|stop.?file|Done [0-9]+ runs'
}
flag_help() {
	run -help=1
	says '^Usage:'
	says_not '^#'
	ends 0
}
flag_ignore_remaining_args() {
	run -runs=300 -ignore_remaining_args=1 -runs=100000 absent
	says "$done_300"
	ends 0
}
flag_error_exitcode() {
	variant=_fails
	run -error_exitcode=99 in_e
	ends 99
}

# ---- processes

flag_fork() { later fork_; }
fork_() {
	mkdir $kind.fork
	ends_itself && limit=120 || limit=2
	run -fork=2 -max_total_time=$limit $kind.fork
	says 'INFO: -fork=2: [0-9]* seed inputs'
	if ends_itself; then says 'stop: all goals are closed'
	else says 'fuzzed for [0-9]+ seconds, wrapping up'; fi
	holds corpus test -n "$(ls $kind.fork)"
	ends 0
}
flag_fork_corpus_groups() { later fork_corpus_groups; }
fork_corpus_groups() {
	mkdir $kind.groups
	cp in_? $kind.groups
	run -fork=1 -fork_corpus_groups=1 -keep_seed=1 -max_total_time=2 $kind.groups
	says '^#.* corp: '
	ends 0
}
flag_ignore_crashes() { later ignored a 77 crash; }
flag_ignore_timeouts() { later ignored h 70 timeout; }
flag_ignore_ooms() { later ignored M 71 oom -fsanitize=address; }
ignored() { # how code artifact [FLAG]: the only failure that can be met
	how=$1 code=$2 artifact=$3
	variant=_only_$how
	if is_typed; then set -- ${4:-} $typed; else set -- ${4:-} -DBYTES; fi
	built -DFAILS "-DONLY='$how'" "$@" -o "$kind$variant"
	mkdir $kind.only.$how
	cp in_$how $kind.only.$how
	set -- -fork=1 -timeout=1 -malloc_limit_mb=500 -keep_seed=1 \
		-artifact_prefix=$kind.only.$how. $kind.only.$how
	run -$flag=0 "$@"
	ends $code
	says 'log from the inner process'
	run -$flag=1 -max_total_time=2 "$@"
	says 'wrapping up'
	says_not 'log from the inner process'
	holds artifact sh -c "ls $kind.only.$how.$artifact-*"
}
flag_jobs() {
	mkdir -p $kind.jobs
	(cd $kind.jobs && mkdir c && env ../$kind -jobs=2 -workers=1 -runs=300 c) > jobs.log 2>&1
	log=jobs.log
	says 'Job 1 exited with exit code 0'
	check_line "$(name _logs)" "$done_300" $kind.jobs/fuzz-1.log
}
flag_workers() {
	mkdir -p $kind.workers
	(cd $kind.workers && env ../$kind -jobs=1 -workers=3 -runs=300) > $kind.workers.log 2>&1
	status=$?
	ends 0
	check_line "$(name _logs)" "$done_300" $kind.workers/fuzz-0.log
	# Without -jobs it does nothing.
	run -workers=2 -runs=300
	says "$done_300"
}
flag_reload() { later reload; }
logged() { # pattern: waits for it
	for _ in $(seq 120); do
		! grep -q "$1" $log || return 0
		${2:-:} # meanwhile
		sleep 1
	done
	return 1
}
# It looks at a directory that has changed in a later second than when it looked last.
offer() {
	printf 'ABCD' > $kind.reload.new
	mv $kind.reload.new $kind.reload/new
}
reload() {
	log=$kind.$flag.log
	built -DSLOW $(is_typed && echo $typed || echo -DBYTES) -o $kind.slow_one # it uses little CPU
	for value in 0 1; do
		rm -rf $kind.reload
		mkdir $kind.reload
		: > $log
		env --default-signal ./$kind.slow_one -seed=1 -reload=$value --method=off -use_cmp=0 \
			-max_total_time=600 $kind.reload > $log 2>&1 < /dev/null &
		logged INITED
		if [ $value = 1 ]; then
			logged RELOAD offer
		else
			for _ in 1 2 3 4; do offer; sleep 1; done
			says_not RELOAD
		fi
		kill -INT $!
		wait $!
	done
	says RELOAD
}

# ---- inputs

seeds() { # that cover the same
	rm -rf $kind.seeds
	mkdir $kind.seeds
	for first in t u v w x y z; do
		printf '%cyzw' $first > $kind.seeds/$first
	done
}
flag_seed_inputs() {
	off -seed_inputs=in_A,in_a
	says 'seed corpus: files: 2 '
	printf 'in_A,in_a,in_s' > list
	off -seed_inputs=@list
	says 'seed corpus: files: 3 '
	off -seed_inputs=@absent
	ends 1
}
flag_keep_seed() {
	seeds
	run -runs=1 -keep_seed=0 $kind.seeds
	says 'INITED .* corp: [12]/'
	run -runs=1 -keep_seed=1 $kind.seeds
	says 'INITED .* corp: [4-8]/'
}
flag_shuffle() {
	seeds
	matters 0 1 -prefer_small=0 -keep_seed=1 $kind.seeds
}
flag_prefer_small() {
	seeds
	printf 'z' > $kind.seeds/4
	matters 0 1 -shuffle=0 -keep_seed=1 $kind.seeds
}
flag_cross_over() {
	off -cross_over=0 -runs=5000
	says_not CrossOver
	off -cross_over=1 -runs=5000
	says CrossOver
}
flag_cross_over_uniform_dist() {
	seeds
	matters 0 1 -keep_seed=1 -runs=5000 $kind.seeds
}
flag_mutate_depth() { matters 1 5; }
flag_reduce_depth() { matters 0 1 -use_value_profile=1 -runs=5000; }
flag_use_counters() {
	# A typed target's counters only say that a side was taken.
	if is_typed; then off -use_counters=1; says 'DONE'; else matters 0 1; fi
}
flag_use_value_profile() {
	matters 0 1
}
flag_use_cmp() { matters 0 1; }
flag_use_memmem() {
	off -use_memmem=0 # nothing to intercept: it is taken
	ends 0
	says 'Done 2000 runs'
}
flag_shrink() {
	mkdir -p $kind.shrinks
	head -c 16 /dev/zero > $kind.shrinks/1
	printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' > $kind.shrinks/2
	if is_typed; then # inputs of one length cannot shrink
		off -shrink=1
		ends 0
		says 'Done [0-9]* runs'
	else
		matters 0 1 -use_cmp=0 -runs=5000 $kind.shrinks
	fi
}
flag_reduce_inputs() {
	off -reduce_inputs=0 -runs=5000
	says_not REDUCE
	is_typed && return # inputs of one length cannot be reduced
	off -reduce_inputs=1 -runs=5000
	says REDUCE
}
other_than_ascii() { # directory
	for file in $1/*; do
		[ ! -e $file ] || [ "$(tr -d '\0[:print:][:space:]' < $file | wc -c)" = 0 ] || echo $file
	done
}
flag_only_ascii() {
	off -only_ascii=1
	ends 0
	# libFuzzer's own first inputs, which a typed target keeps, are older than the flag.
	check_equal "$(name _files)" '' "$(other_than_ascii $dir)"
	rm -rf $dir
	mkdir $dir
	run -only_ascii=1 -runs=2000 $dir
	check_equal "$(name _minimised)" '' "$(other_than_ascii $dir)"
}
flag_dict() {
	echo 'word="ABCD"' > dict
	off -use_cmp=0 -dict=absent
	ends 1
	off -use_cmp=0 -dict=dict -runs=5000
	says '^Dictionary: 1 entries'
	holds used sh -c "grep -q ^ABCD $dir/*"
	off -use_cmp=0 -runs=5000
	holds wanted sh -c "! grep -q ^ABCD $dir/*"
}
flag_analyze_dict() {
	seeds
	echo 'word="ABCD"' > dict
	run -analyze_dict=1 -dict=dict $kind.seeds
	says 'Started dictionary minimization'
	ends 0
}
flag_focus_function() {
	off -focus_function=core
	says "INFO: Focus function is set to 'core'"
	ends 0
	off -focus_function=absent
	says 'ERROR: Failed to set focus function'
}
flag_entropic() {
	matters 0 1
	says 'INFO: Running with entropic power schedule'
	off -entropic=0
	says_not 'INFO: Running with entropic'
}
flag_entropic_feature_frequency_threshold() {
	off -$flag=3
	says 'entropic power schedule \(0x3,'
}
flag_entropic_number_of_rarest_features() {
	off -$flag=7
	says 'entropic power schedule \(0x[0-9A-F]*, 7\)'
}
flag_entropic_scale_per_exec_time() { # depends on the clock
	off -$flag=1
	ends 0
	says 'Done 2000 runs'
}

# ---- from directory to directory

flag_merge() {
	seeds
	mkdir -p $kind.merged.$flag
	run -$flag=1 $kind.merged.$flag $kind.seeds
	ends 0
	says 'MERGE-OUTER: [1-9][0-9]* new files'
	says_not 'INFO: me: (new|stop)'
	holds fewer test "$(ls $kind.merged.$flag | wc -l)" -lt 3
	holds some test -n "$(ls $kind.merged.$flag)"
}
flag_set_cover_merge() { flag_merge; }
flag_merge_control_file() {
	seeds
	mkdir -p $kind.controlled
	run -merge=1 -merge_control_file=$kind.control $kind.controlled $kind.seeds
	ends 0
	check_line "$(name _written)" '^(FT|STARTED) ' $kind.control
}
flag_minimize_crash() {
	variant=_fails
	{
		cat in_a
		head -c 13 /dev/zero | tr '\0' 'r'
	} > long
	run -minimize_crash=1 -runs=3000 -exact_artifact_path=$kind.minimal long
	ends 0
	says 'CRASH_MIN: failed to minimize beyond'
	says_not 'INFO: me: (new|stop)'
	check_equal "$(name _bytes)" "$(od -c in_a)" "$(od -c $kind.minimal)"
	run $kind.minimal
	check_equal "$(name _again)" 77 $status
}
flag_cleanse_crash() {
	variant=_fails
	{
		cat in_a
		printf 'zzzzz'
	} > dirty
	run -cleanse_crash=1 -exact_artifact_path=$kind.clean dirty
	ends 0
	says_not 'INFO: me: (new|stop)'
	check_equal "$(name _bytes)" '' "$(tr -dc z < $kind.clean)"
	run $kind.clean
	check_equal "$(name _again)" 77 $status
}
flag_features_dir() {
	mkdir -p $kind.features
	off -features_dir=$kind.features
	ends 0
	holds written test -n "$(ls $kind.features)"
	# Each is named like an input; a typed target writes more inputs than libFuzzer's.
	check_equal "$(name _of_inputs)" '' "$(ls $kind.features | grep -vE '^[0-9a-f]{40}$')"
}
flag_mutation_graph_file() {
	off -mutation_graph_file=$kind.dot
	holds written grep -q -e '->' $kind.dot
}
flag_create_missing_dirs() {
	run -runs=300 -create_missing_dirs=0 $kind.made/corpus
	check_equal "$(name _off)" 1 $status
	run -runs=300 -verbosity=2 -create_missing_dirs=1 -artifact_prefix=$kind.made/artifacts/ $kind.made/corpus
	ends 0
	holds corpus test -n "$(ls $kind.made/corpus)"
	holds artifacts test -d $kind.made/artifacts
	is_typed || return
	says 'INFO: me: new typed.made/corpus/'
}
flag_data_flow_trace() {
	mkdir -p traces
	off -data_flow_trace=traces
	says "INFO: DataFlowTrace: reading from 'traces'"
	ends 0
}
flag_collect_data_flow() {
	echo 'echo collects "$@" >> collected' > collect.sh
	chmod +x collect.sh
	sed -i '1i #!/bin/sh' collect.sh
	rm -f collected
	run -collect_data_flow=./collect.sh -data_flow_trace=$kind.flow in_A
	check_line "$(name _runs)" 'in_A' collected
}

# ---- failures

flag_artifact_prefix() {
	variant=_fails
	mkdir -p $kind.prefix $kind.prefixed
	cp in_a $kind.prefixed
	run -runs=2 -artifact_prefix=$kind.prefix/x- $kind.prefixed
	ends 77
	check_equal "$(name _file)" "x-crash-$(cat $kind.prefix/x-crash-* | sha1sum | cut -c1-40)" \
		"$(ls $kind.prefix)"
	run -artifact_prefix=absent/ $kind.prefixed
	check_equal "$(name _absent)" 1 $status
}
flag_exact_artifact_path() {
	variant=_fails
	mkdir -p $kind.exactly
	cp in_a $kind.exactly
	run -runs=2 -exact_artifact_path=$kind.exact $kind.exactly
	ends 77
	holds same cmp -s -n 3 in_a $kind.exact
}
flag_handle_segv() { fails s 77 139; }
flag_handle_bus() { fails b 77 135; }
flag_handle_abrt() { fails a 77 134; }
flag_handle_ill() { fails i 77 132; }
flag_handle_fpe() { fails f 77 136; }
flag_handle_trap() { fails t 77 133; }
flag_handle_int() { fails I 72 130; }
flag_handle_term() { fails T 72 143; }
flag_handle_xfsz() { fails x 77 153; }
flag_handle_usr1() {
	fails 1 0 138
	own_end
}
flag_handle_usr2() {
	fails 2 0 140
	own_end
}
# The session's own end needs no signal.
own_end() {
	is_typed || return
	run -$flag=0 --starts=5
	says 'INFO: me: stop: '
	says '^stat::number_of_executed_units'
	ends 0
}
flag_handle_winexcept() {
	run -handle_winexcept=0 in_A
	ends 0
}
flag_close_fd_mask() {
	variant=_fails
	for mask in 0 1 2 3; do
		run -close_fd_mask=$mask -detect_leaks=0 in_n # a leak is looked for twice
		ends 0
		case $mask in 0) wanted='noise 1,noise 2,' ;; 1) wanted='noise 2,' ;;
		2) wanted='noise 1,' ;; 3) wanted= ;; esac
		check_equal "$(name _$mask)" "$wanted" "$(grep '^noise' "$log" | sort | tr '\n' ',')"
		says 'Executed in_n'
	done
	holds device test -c /dev/null
	variant=
	is_typed || return
	off -close_fd_mask=3 # what the harness says is no noise of the target's
	says 'INFO: me: new '
	says 'INFO: me: stop: '
}
flag_detect_leaks() {
	variant=_asan
	for value in 0 1; do
		mkdir -p $kind.leaks.$value
		cp in_l $kind.leaks.$value
		run -runs=2 -detect_leaks=$value -artifact_prefix=$kind.leaks.$value- $kind.leaks.$value
	done
	ends 77
	holds on test -f $kind.leaks.1-leak-*
	holds off sh -c "! ls $kind.leaks.0-leak-* 2> /dev/null"
}
flag_trace_malloc() {
	variant=_asan
	run -trace_malloc=1 in_l
	says '^MALLOC\[[0-9]+\] +0x[0-9a-f]+ 77$'
}
flag_rss_limit_mb() { later rss_limit_mb; }
rss_limit_mb() {
	variant=_fails
	run -rss_limit_mb=200 in_m
	says 'SUMMARY: libFuzzer: out-of-memory'
	ends 71
}
flag_malloc_limit_mb() {
	variant=_asan
	run -malloc_limit_mb=500 in_M
	says 'SUMMARY: libFuzzer: out-of-memory'
	ends 71
	run -malloc_limit_mb=800 in_M
	check_equal "$(name _below)" 0 $status
}
flag_purge_allocator_interval() {
	variant=_asan
	run -purge_allocator_interval=-1 in_A
	ends 0
}

# ---- reports

flag_print_pcs() {
	off -print_pcs=0
	says_not NEW_PC
	off -print_pcs=1
	says 'NEW_PC: 0x[0-9a-f]+ in core .*core.c:[0-9]+'
}
flag_print_funcs() {
	off -print_funcs=0
	says_not NEW_FUNC
	off -print_funcs=5
	says 'NEW_FUNC.* in rare .*core.c:[0-9]+'
}
flag_print_final_stats() {
	off -print_final_stats=0
	says_not '^stat::'
	off -print_final_stats=1
	says '^stat::number_of_executed_units: *2000'
}
flag_print_corpus_stats() {
	off -print_corpus_stats=1
	says '^ *\[ *[0-9]+ [0-9a-f]{5,40}\] +sz: +[0-9]+'
}
flag_print_coverage() {
	off -print_coverage=0
	says_not COVERED_FUNC
	off -print_coverage=1
	says '^COVERED_FUNC: hits: [0-9]+ edges: [0-9]+/[0-9]+ core .*core.c:[0-9]+'
}
flag_print_full_coverage() {
	off -print_full_coverage=1
	says '^FULL COVERAGE:'
	says '^C [0-9]'
}
flag_dump_coverage() {
	run -dump_coverage=1 -runs=100
	ends 0
}
flag_use_clang_coverage() {
	run -use_clang_coverage=0 -runs=100
	ends 0
}
flag_exit_on_src_pos() {
	line=$(grep -n 'int rare' core.c | cut -d: -f1)
	off -exit_on_src_pos=core.c:$line -runs=50000
	says "INFO: found line matching 'core.c:$line', exiting"
	ends 0
}
flag_exit_on_item() {
	item=$(head -c 16 /dev/zero | sha1sum | cut -c1-40)
	mkdir -p zeros
	head -c 16 /dev/zero > zeros/z
	run -exit_on_item=$item zeros
	says "INFO: found item with checksum '$item', exiting"
	ends 0
}

# ---- all of them

check_line flags_unknown "WARNING: unrecognized flag '-nonsense=1'" \
	"$(./typed -nonsense=1 -runs=1 > unknown.log 2>&1; echo unknown.log)"
for kind in typed bytes; do
	./$kind -help=1 2>&1 | sed -n 's/^ \([a-z_0-9]*\) *	.*/\1/p' > $kind.list
	holds=$(wc -l < $kind.list)
	[ "$holds" -gt 50 ] && ok flags_list_$kind || not_ok flags_list_$kind "$holds flags"
	for flag in $(cat $kind.list); do
		variant=
		if command -v "flag_$flag" > /dev/null; then "flag_$flag"; else
			not_ok "flag_${flag}_$kind" "it has no test"
		fi
	done
done
wait
cat later.*
