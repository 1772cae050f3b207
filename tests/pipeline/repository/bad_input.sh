# SPDX-License-Identifier: GPL-3.0-or-later
# Odd corpora, full disks, closed streams, kills, failing targets, damaged files: a clear
# message or a sensible run, and no file that is lost, empty or cut.
. "$ME_ROOT/tests/check.sh"

cat > core.c <<'E2'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static int recurse(int n, volatile char *p)
{
	char b[200];

	b[0] = p[0] + n;
	return recurse(n + 1, b) + b[0];
}
static int core(double x, int n)
{
	char c = 0;

	(void)c;
	if (n == 87654321)
		return 1;
	if (x == 42.5)
		return 2;
	if (n < -5 && x > 1e10)
		return 3;
#ifdef OPEN /* a session does not end by itself */
	double square = x * x;
	if (square < -1)
		return 4;
#endif
#ifdef FAILS
	if (x == 7.25 || n == 0x41414141)
		FAILS;
#endif
	return 0;
}
#ifdef BYTES
#ifdef __cplusplus
extern "C"
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x = 0;
	int n = 0;

	memcpy(&x, data, size < 8 ? size : 8);
	if (size >= 12)
		memcpy(&n, data + 8, 4);
	core(x, n);
	return 0;
}
#else
int f(double x, int n)
{
	return core(x, n);
}
#endif
E2
built() { # name flags...
	"${compiler:-$me_cc}" -g -O0 -w "$@" "${source:-core.c}" > build.log 2>&1 && return
	not_ok "bad_build_$kind" "$(tail -n 3 build.log)"
	exit 1
}
build() { # NAME [FLAG...]: $kind of target
	built_name=$1
	shift
	case $kind in
	typed) built -fplugin-arg-me-entry=f "$@" -o typed$built_name ;;
	bytes) built -DBYTES "$@" -o bytes$built_name ;;
	esac
}
wrong_files() { # directory: files that are not what their names say
	find "$1" -mindepth 1 -maxdepth 1 ! -name '*[!0-9a-f]*' | misnamed
}
nobody=
[ "$(id -u)" != 0 ] || nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'
one_error() { # name log
	check_equal "$1" 1 "$(grep -c '^ERROR' "$2")"
}

corpora() {
	# Files of any content, and what is no file.
	mkdir -p $kind.odd/below
	: > $kind.odd/empty
	printf x > $kind.odd/one
	head -c 1048576 /dev/urandom > $kind.odd/large
	printf '\0\0\0\0\0\100\105\100' > $kind.odd/below/deep
	mkfifo $kind.odd/pipe
	ln -s loop $kind.odd/loop
	ln -s . $kind.odd/self
	ln -s absent $kind.odd/dangling
	before=$(find $kind.odd | sort)
	check_equal corpus_odd_exit_$kind 0 "$(status_of odd.log timeout 600 ./$kind -seed=1 -runs=3000 $kind.odd)"
	# libFuzzer does not count the empty file.
	check_line corpus_odd_read_$kind 'seed corpus: files: [34] min: 1b max: 1048576b' odd.log
	check_equal corpus_odd_left_$kind "$before" "$(find $kind.odd | grep -vE '/[0-9a-f]{40}$' | sort)"
	check_equal corpus_odd_files_$kind '' "$(wrong_files $kind.odd)"

	# What cannot be read or written.
	mkdir -p $kind.closed $kind.unreadable
	printf x > $kind.unreadable/closed
	chmod 0 $kind.unreadable/closed
	chmod 555 $kind.closed
	status_of closed.log $nobody ./$kind -seed=1 -runs=3000 $kind.unreadable > unreadable.status
	check_equal corpus_unreadable_exit_$kind 1 "$(cat unreadable.status)"
	check_line corpus_unreadable_says_$kind "WARNING: me: $kind.unreadable/closed cannot be read" closed.log
	check_equal corpus_unwritable_exit_$kind 1 \
		"$(status_of closed.log $nobody ./$kind -seed=1 -runs=3000 $kind.closed)"
	check_line corpus_unwritable_says_$kind "^ERROR: me: $kind.closed/[0-9a-f]*: permission denied" closed.log
	one_error corpus_unwritable_once_$kind closed.log
	chmod 755 $kind.closed
	check_equal corpus_absent_exit_$kind 1 "$(status_of absent.log ./$kind -runs=10 absent/below)"
	check_line corpus_absent_says_$kind 'absent/below.* does not exist' absent.log
	# A file is an input, not a directory.
	printf x > a_file
	check_equal corpus_file_exit_$kind 0 "$(status_of file.log ./$kind -runs=10 a_file)"
	check_line corpus_file_run_$kind 'Executed a_file' file.log
	check_equal corpus_file_left_$kind x "$(cat a_file)"

	# A corpus of another target's inputs is a corpus like others.
	mkdir -p $kind.foreign
	for text in '{"a": 1}' '<x/>' 'GIF89a'; do printf "$text" > "$kind.foreign/${#text}"; done
	check_equal corpus_foreign_exit_$kind 0 \
		"$(status_of foreign.log ./$kind -seed=1 -runs=20000 $kind.foreign)"
	[ $kind = bytes ] ||
		check_line corpus_foreign_covers_$kind '; 8 of 8 goals covered' foreign.log
}

empty=da39a3ee5e6b4b0d3255bfef95601890afd80709 # an input, too

# A file system of two pages, of a limited number of files; else a limit on files.
full() { # name options
	mkdir -p disk
	if mount -t tmpfs -o "$2" tmpfs disk 2> /dev/null; then
		check_equal disk_exit_$1_$kind 1 "$(status_of disk.log ./$kind -seed=1 -runs=5000 disk)"
		check_equal disk_files_$1_$kind '' "$(wrong_files disk; find disk -type f -size 0 ! -name $empty)"
		umount disk
		check_line disk_says_$1_$kind '^ERROR: me: disk/[0-9a-f]*: no space left' disk.log
		one_error disk_once_$1_$kind disk.log
	else
		skip disk_$1_$kind 'no file system can be mounted'
	fi
	[ -z "$(ls disk)" ] || not_ok disk_unmounted "$(ls disk)"
}

full_artifacts() { # name arguments...
	name=$1
	shift
	mkdir -p disk
	mount -t tmpfs -o size=4k tmpfs disk 2> /dev/null || {
		skip "disk_artifact_$name" 'no file system can be mounted'
		return
	}
	head -c 9000 /dev/zero > disk/fill 2> /dev/null
	check_equal "disk_artifact_exit_$name" 1 \
		"$(status_of disk.log "$@" -seed=1 -runs=20000 -artifact_prefix=disk/)"
	check_equal "disk_artifact_files_$name" fill "$(ls disk)"
	umount disk
	check_line "disk_artifact_says_$name" \
		'^ERROR: me: disk/crash-[0-9a-f]*: [Nn]o space left' disk.log
	one_error "disk_artifact_once_$name" disk.log
}

streams() {
	for how in '>&-' '2>&-' '<&- >&- 2>&-'; do
		rm -rf $kind.streams
		mkdir $kind.streams
		eval "./$kind -seed=1 -runs=3000 $kind.streams > /dev/null 2>&1 $how"
		check_equal "stream_exit_${kind}_$how" 0 $?
		check_equal "stream_files_${kind}_$how" '' "$(wrong_files $kind.streams)"
		[ -n "$(ls $kind.streams)" ] || not_ok "stream_corpus_${kind}_$how" none
	done
	# Nobody reads on: the process ends, what it wrote is whole.
	rm -rf $kind.streams
	mkdir $kind.streams
	{
		./$kind -seed=1 $kind.streams 2>&1
		echo $? > pipe.status
	} | head -n 12 > /dev/null
	check_line stream_pipe_ends_$kind '^(0|141)$' pipe.status
	check_equal stream_pipe_files_$kind '' "$(wrong_files $kind.streams)"
}

# Waits until a command is true: until COMMAND...
until_true() {
	for turn in $(seq 3000); do
		"$@" && return
		sleep 0.02
	done
	not_ok until_true "not within a minute: $*"
}
has_files() { # directory count
	[ "$(ls "$1" | wc -l)" -ge "$2" ]
}

# Killed at any moment of its writing, it leaves whole files.
killed() {
	mkdir -p $kind.killed
	for moment in 1 2 3 4 5 6 7 8 9; do
		rm -f $kind.killed/* alive && mkfifo alive
		cat alive > /dev/null &
		reader=$!
		./$kind -use_value_profile=1 --starts=100000 $kind.killed > killed.log 2>&1 3> alive &
		process=$!
		until_true has_files $kind.killed 1
		sleep 0.00$moment
		kill -9 $process
		wait $process 2> /dev/null
		wait $reader # until its worker has gone, too
		wrong_files $kind.killed >> $kind.wrong
		[ $kind = bytes ] || find $kind.killed -type f ! -size 12c >> $kind.wrong
	done
	has_files $kind.killed 1 && ok killed_some_$kind || not_ok killed_some_$kind none
	check_equal killed_files_$kind '' "$(cat $kind.wrong)"
}

# Ctrl-C and SIGTERM end it with libFuzzer's code and its statistics.
interrupted() {
	build .open -DOPEN
	for signal in INT TERM; do
		rm -f killed.log # an earlier one has such lines
		env --default-signal ./$kind.open -print_final_stats=1 -max_total_time=600 > killed.log 2>&1 &
		process=$!
		until_true grep -q '^#[0-9]' killed.log
		kill -$signal $process
		wait $process
		check_equal signal_${signal}_exit_$kind 72 $?
		check_line signal_${signal}_stats_$kind '^stat::number_of_executed_units' killed.log
		check_line signal_${signal}_says_$kind 'libFuzzer: run interrupted' killed.log
	done
}

deleted() {
	mkdir -p $kind.gone
	{
		until_true has_files $kind.gone 1
		mv $kind.gone $kind.away # at once: rm -r leaves it when a file comes in between
	} &
	./$kind.open -seed=1 -max_total_time=3 $kind.gone > gone.log 2>&1 < /dev/null
	code=$?
	wait
	if [ $kind = bytes ]; then # libFuzzer reads it again, or replaces a file there
		# Or an input of the minimisation's made it again before.
		check_equal deleted_exit_$kind "$(grep -c 'had disappeared: made again' gone.log)" $((1 - code))
		check_line deleted_says_$kind \
			'No such file or directory: bytes.gone; exiting|^ERROR: me: bytes.gone/[0-9a-f]+: no such file|had disappeared: made again' gone.log
	else
		check_equal deleted_exit_$kind 0 $code
		check_line deleted_says_$kind "WARNING: me: $kind.gone had disappeared: made again, with [1-9]" gone.log
		check_equal deleted_covers_$kind 1 "$("$me" cover ./$kind.open $kind.gone 2>&1 |
			grep -c ': not taken')"
	fi
}

# ---- failing targets: libFuzzer's code, an artifact, and that fails again

fails() { # name codes FAILS [ARGUMENT...]
	name=$1_$kind codes=" $2 " what=$3
	shift 3
	build .$name "-DFAILS=$what"
	mkdir -p in.fails
	printf 'AAAAAAAAAAAA' > in.fails/seed
	for seeds in '' in.fails; do
		[ $kind = typed ] || [ "$seeds" ] || continue
		rm -f made.*
		[ $kind = typed ] && runs= || runs=-runs=200000 # a typed session goes on
		code=$(status_of fails.log ./$kind.$name -seed=1 $runs -artifact_prefix=made. \
			"$@" $seeds)
		case $codes in *" $code "*) ok "fails_exit_$name$seeds" ;;
		*) not_ok "fails_exit_$name$seeds" "$code: $(tail -n 3 fails.log)" ;; esac
		# One that fails in the same way is kept where it covers more.
		count=$(ls made.* | wc -l)
		[ $kind = bytes ] || [ "$count" = 0 ] || count=1
		check_equal "fails_artifacts_$name$seeds" 1 "$count"
		code=$(status_of fails.log ./$kind.$name "$@" made.*)
		case $codes in *" $code "*) ok "fails_again_$name$seeds" ;;
		*) not_ok "fails_again_$name$seeds" "$code: $(tail -n 3 fails.log)" ;; esac
	done
}

for kind in typed bytes; do
	build ''
	corpora
	full pages size=4k
	full files size=64k,nr_inodes=2
	streams
	killed
	interrupted
	deleted
	[ $kind = typed ] || # of typed targets: failures.sh
		fails recursion '77 1' 'recurse(0, &c)'
	# Few enough pages that a loaded machine has them before the run counts as hanging.
	fails allocation 71 'for (;;) memset(malloc(1 << 20), 1, 1 << 20)' -rss_limit_mb=150
	build .crash -DFAILS='abort()'
	mkdir -p in.crash
	printf 'AAAAAAAAAAAA' > in.crash/a
	full_artifacts seed_$kind ./$kind.crash in.crash
	[ $kind = bytes ] || full_artifacts inner ./$kind.crash
	cp core.c core.cc
	compiler=$ME_BUILD/me-c++ source=core.cc
	fails exception '77 1' 'throw 5'
	compiler= source=
done
check_equal bad_devices '' "$(for device in /dev/null /dev/full; do
	[ -c $device ] || echo $device; done)"

# ---- nothing to compare

echo 'int f(double x) { return (int)x; }' > none.c
source=none.c built -fplugin-arg-me-entry=f -o none
mkdir -p none.corpus
check_equal none_exit 0 "$(status_of none.log ./none -seed=1 none.corpus)"
check_line none_says 'stop: no goals: the functions in scope have none; 0 of 0 goals covered' none.log
check_equal none_corpus 1 "$(ls none.corpus | wc -l)"
printf '#include <stdint.h>\n#include <stddef.h>\nint LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { (void)d; (void)n; return 0; }\n' > none.c
source=none.c built -o none_bytes
check_equal none_bytes_exit 0 "$(status_of none.log ./none_bytes -runs=100 none.corpus)"

# ---- own options given twice: the last one counts

check_equal option_twice_exit 0 "$(status_of twice.log ./typed -seed=1 --method=off --starts=7 \
	--starts=1 --method=signed -runs=500)"
check_line option_twice_says ' 500 evaluations| 8 of 8' twice.log
check_equal option_twice_bad 1 "$(status_of twice.log ./typed --method=off --method=wrong)"

# ---- me cover makes its data anew, whatever lies there

mkdir -p cover
./typed -seed=1 cover > cover.log 2>&1 < /dev/null
"$me" cover ./typed cover > whole.txt 2>&1
damage() { # name command
	eval "$2"
	check_equal "cover_exit_$1" 0 "$(status_of cover.txt "$me" cover ./typed cover)"
	check "cover_same_$1" cmp whole.txt cover.txt
}
damage gcno_cut 'truncate -s 10 cover.me/gcov/*.gcno'
damage gcda_empty 'truncate -s 0 cover.me/gcov/*.gcda'
damage gcda_random 'for f in cover.me/gcov/*.gcda; do head -c 100 /dev/urandom > $f; done'
damage gcda_gone 'rm -f cover.me/gcov/*.gcda'
damage twin_random 'head -c 100 /dev/urandom > cover.me/gcov/twin'
damage all_gone 'rm -rf cover.me'
rm -rf cover.me
echo x > cover.me
check_equal cover_no_room_exit 1 "$(status_of cover.txt "$me" cover ./typed cover)"
check_line cover_no_room_says 'cover.me' cover.txt
rm -f cover.me
mkdir -p no_compiler
check_equal cover_no_compiler_exit 1 "$(PATH=$PWD/no_compiler status_of cover.txt "$me" cover ./typed cover)"
check_line cover_no_compiler_says "me: $CC: cannot run|me: .*cannot" cover.txt

# ---- programs that are none, cut or damaged

refused() { # name file
	check_equal "program_exit_$1" 1 "$(status_of ir.log "$me" ir "$2")"
	check_line "program_says_$1" \
		"^me: $2: (no program for this machine \(ELF, 64 bits\)|has no section .me_ir: build it)" ir.log
}
size=$(stat -c %s typed)
for bytes in 0 3 16 63 64 1000 $((size / 2)) $((size - 64)) $((size - 1)); do
	head -c "$bytes" typed > cut
	refused "cut_$bytes" cut
done
refused source core.c
{ head -c 4 typed; printf '\1'; tail -c +6 typed; } > bits_32
refused bits_32 bits_32
{ head -c 5 typed; printf '\2'; tail -c +7 typed; } > big_endian
refused big_endian big_endian
check_equal program_directory_exit 1 "$(status_of ir.log "$me" ir cover)"
check_line program_directory_says '^me: cover: no program for this machine' ir.log

# A name that lies outside the table of names: what the program defines is not known.
at=$(readelf -SW typed | sed -n 's/.* \.symtab  *SYMTAB  *[0-9a-f]*  *\([0-9a-f]*\) .*/\1/p')
cp typed damaged
printf '\377\377\377\377' | dd of=damaged bs=1 seek=$((0x$at + 24)) conv=notrunc 2> /dev/null
check_equal symbols_exit 1 "$(status_of ir.log "$me" prove damaged cover)"
check_line symbols_says '^me: .*damaged: its symbol table is damaged' ir.log

# More sections than an ELF header can count.
"$me_cc" -g -O0 -w -S core.c -o many.s
awk 'BEGIN { for (i = 0; i < 66000; i++) printf "\t.section s%d,\"a\"\n\t.byte 0\n", i }' >> many.s
"$CC" -c many.s -o many.o
check sections_many "$me" ir many.o core

# ---- command lines

usage() { # name reason arguments...
	usage=$1
	reason=$2
	shift 2
	check_equal "usage_exit_$usage" 2 "$(status_of usage.log "$me" "$@")"
	check_line "usage_says_$usage" "^me: $reason" usage.log
	check_equal "usage_lines_$usage" 1 "$(wc -l < usage.log)"
}
try='; try .me prove --help.$'
usage nothing 'a subcommand is missing; try'
usage subcommand 'prvoe: unknown subcommand; did you mean .me prove..; try .me help' prvoe
usage subcommand_far 'xy: unknown subcommand; try .me help' xy
usage subcommand_two 'corpus: wants one of .*; did you mean .me corpus minimise..' corpus minimize
usage subcommand_second 'merge: unknown subcommand; did you mean .me corpus merge..' merge
usage operands "prove: wants TARGET CORPUS$try" prove typed
usage third "three: one argument too many, wanted is TARGET CORPUS$try" prove one two three
usage unknown "--wrong-name=1: unknown option$try" prove --wrong-name=1 typed cover
usage near "--sovlers=z3: unknown option; did you mean --solvers\?$try" prove --sovlers=z3 typed cover
usage letter "-x: unknown option$try" prove -x typed cover
usage cluster "-y: unknown option$try" prove -vy typed cover
usage valued "--explain=no: takes no value$try" prove --explain=no typed cover
usage valueless "--dump: wants a value, DIRECTORY$try" prove typed cover --dump
usage empty "--dump=: wants DIRECTORY$try" prove --dump= typed cover
usage seconds "--timeout=0: wants a whole number from 1 to 86400$try" prove --timeout 0 typed cover
usage many "--t=1: several options begin so$try" prove --t=1 typed cover
usage percent '--fail-under=101: wants a number from 0 to 100; try .me cover' cover --fail-under=101 typed cover
usage show 'show: wants TARGET CORPUS' show typed
usage show_option '--json: unknown option; try .me show --help' show --json typed cover
usage ir 'ir: wants TARGET .FUNCTION.; try .me ir --help' ir
usage help 'prvoe: unknown subcommand' help prvoe

# Options stand anywhere, a value behind = or as the next word; behind -- there are none.
check_equal usage_order_exit 0 "$(status_of order.log "$me" prove typed --timeout 7 cover --time=9)"
check_line usage_order_says 'goals resolved' order.log
check_equal usage_short_exit 0 "$(status_of order.log "$me" prove typed --timeo=7 cover)"
check_equal usage_dashes_exit 0 "$(status_of order.log "$me" show typed -- cover)"
check_line usage_dashes_says '^cover/[0-9a-f]*: f\(' order.log
check_equal usage_behind_exit 1 "$(status_of order.log "$me" show typed -- --help)"
check_line usage_behind_says '^me: --help: no such file' order.log

# The help of a subcommand is the same in both places.
for subcommand in cover show prove resolve ir help; do
	check_equal "help_exit_$subcommand" 0 "$(status_of help.one "$me" $subcommand --help)"
	check_line "help_usage_$subcommand" "^usage: me $subcommand .*[A-Z]" help.one
	check_equal "help_same_$subcommand" "$(cat help.one)" "$("$me" help $subcommand)"
done
"$me" prove --help > help.prove
check_line help_value '^  --timeout=SECONDS  ' help.prove
check_equal help_cc "$("$CC" --help)" "$("$me" cc --help | sed '1,/^More: /d' | sed 1d)"
check_line help_cc_own '^  -fplugin-arg-me-entry=FUNCTION' "$("$me" cc --help > cc.help; echo cc.help)"

# ---- files without an end, and programs that never come to main()

# ends NAME STATUS COMMAND...: the command ends by itself, with that status and no signal.
ends() {
	ended=$1 wanted=$2
	shift 2
	check_equal "$ended" "$wanted" "$(status_of ends.log timeout 300 "$@")"
}
mkfifo pipe
ends endless_zero 1 "$me" ir /dev/zero
check_line endless_zero_says '/dev/zero: no program' ends.log
ends endless_pipe 1 "$me" ir pipe
check_line endless_pipe_says 'pipe: no program' ends.log
mkdir -p piped piped.me
mkfifo piped.me/verdicts
ends endless_verdicts 1 "$me" prove typed piped
check_line endless_verdicts_says 'piped.me/verdicts: neither a regular file' ends.log
ends endless_verdicts_session 0 ./typed -runs=10 piped

printf '#include <unistd.h>\n%s\n%s\n' \
	'__attribute__((constructor)) static void wait(void) { for (;;) pause(); }' \
	'int waits(int n) { return n > 5 ? 1 : 0; }' > waits.c
check waits_build "$me_cc" -g -O0 -fplugin-arg-me-entry=waits waits.c -o waits
ends waits_prove 1 "$me" prove ./waits piped
check_line waits_says 'no answer within 30 seconds' ends.log
