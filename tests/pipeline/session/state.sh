# SPDX-License-Identifier: GPL-3.0-or-later
# Each run of a session begins as the first run of a program does, whatever earlier ones have
# left: in programs with every kind of state no run fails, nothing is covered that no program
# takes, and session, --trace, `me cover` and gcov over a program that runs each input in a
# process of its own agree.
. "$ME_ROOT/tests/check.sh"
programs=$ME_ROOT/tests/pipeline/session/state

# build DIRECTORY COMPILER SOURCE ENTRY: DIRECTORY/fuzz_target.
build() {
	mkdir -p "$1"
	(cd "$1" && "$ME_BUILD/$2" -g -O0 -fplugin-arg-me-entry="$4" "$3" -lm -o fuzz_target) \
		> "$1/build.log" 2>&1 || {
		not_ok "build_$1" "$(tail -n 5 "$1/build.log")"
		return 1
	}
}

covered() { # directory
	sed -n 's/^INFO: me: stop: .*; \([0-9]*\) of [0-9]* goals covered.*/\1/p' "$1/log" | tail -n 1
}

# Goals that the inputs meet by --trace.
traced() { # directory
	(cd "$1" && ./fuzz_target --trace corpus/*) 2> /dev/null |
		sed -n 's/.*"met":\[\(.*\)\]}$/\1/p' | sed 's/","/"\n"/g' | sort -u | grep -c .
}

# Lines with a side that is not taken: by `me cover`, and by gcov of the program that runs one
# input; its main() is not the target's, and exceptions and the test of delete[] are no sides.
by_cover() { # directory compiler source
	(cd "$1" && "$me" cover ./fuzz_target corpus) | grep -v 'delete\[\]' |
		sed -n "s|^$3:\([0-9]*\):[0-9]*: .* not taken\$|\1|p" | sort -u
}
by_gcov() { # directory compiler source
	mkdir -p "$1/plain"
	(cd "$1/plain" && "$2" -g -O0 --coverage -DPLAIN "$3" -lm -o plain || exit
	for input in ../corpus/*; do
		./plain "$input" < /dev/null > /dev/null
	done
	gcov -b ./*.gcda > /dev/null 2>&1
	awk -F: '$2 + 0 > 0 {line = $2 + 0; of_main = of_main || /ifdef PLAIN/
			deletes = /delete\[\]/}
		/^branch/ && !/throw/ && (/taken 0%/ || /never executed/) && !of_main && !deletes {print line}' \
		"$(basename "$3").gcov") | sort -u
}

# agree NAME: of the session in the directory NAME.
agree() {
	check_equal "$1_status" 0 "$2"
	check_no_line "$1_no_failure" 'ERROR|runs failed' "$1/log"
	check_same "$1_trace" "$(covered "$1")" "$(traced "$1")"
}

# agree_with_gcov NAME COMPILER SOURCE LINES: at least so many lines have a side that is not
# taken, since no program takes it.
agree_with_gcov() {
	by_cover "$@" > "$1/by_cover"
	by_gcov "$@" > "$1/by_gcov"
	check_same "$1_gcov" "$(cat "$1/by_gcov")" "$(cat "$1/by_cover")"
	check "$1_lines" test "$(wc -l < "$1/by_gcov")" -ge "$4"
	check_equal "$1_never" '' "$(awk -F: '/return -1;$/ && $1 ~ /[0-9]/ {print $2 $3}' "$1"/plain/*.gcov)"
}

# ---- what is put back in one process

if build objects me-c++ "$programs/objects.cc" f,which:0..25; then
	search objects
	agree objects $?
	agree_with_gcov objects "${CXX:-g++$suffix}" "$programs/objects.cc" 20
	check_no_line objects_in_one_process 'process of its own' objects/log
	check_line objects_files 'INFO: me: runs leave files open' objects/log
fi
if build statics me-cc "$programs/statics.c" f,which:0..13; then
	search statics
	agree statics $?
	agree_with_gcov statics "$CC" "$programs/statics.c" 12
	check_no_line statics_in_one_process 'process of its own' statics/log
fi
if build system me-cc "$programs/system.c" f,which:0..6; then
	search system -runs=5000
	agree system $?
	agree_with_gcov system "$CC" "$programs/system.c" 7
	check_no_line system_in_one_process 'process of its own' system/log
fi
if build saved me-fortran "$programs/saved.f90" f,which:0..6; then
	search saved -runs=2000
	agree saved $?
	check_line saved_apart 'INFO: me: runs depend on earlier runs' saved/log
fi

# What a run may use is put back before its files are closed, and in the twin before the counts are
# written, which the plain program's own limits do not allow.
target limited f <<'E2'
#include <signal.h>
#include <sys/resource.h>
int f(int k)
{
	struct rlimit files, size;
	if (getrlimit(RLIMIT_NOFILE, &files) || getrlimit(RLIMIT_FSIZE, &size))
		return -2;
	if (files.rlim_cur == 3 || size.rlim_cur == 64)
		return -1;
	files.rlim_cur = 3;
	size.rlim_cur = 64;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_NOFILE, &files);
	setrlimit(RLIMIT_FSIZE, &size);
	return k == 36 ? 1 : 0;
}
E2
search limited -runs=5000
agree limited $?
check_no_line limited_in_one_process 'process of its own' limited/log
(cd limited && "$me" cover ./fuzz_target corpus) > limited/cover 2>&1
check_same limited_cover "$(covered limited)" "$(awk '/^f / {print $6 + 0}' limited/cover)"

# Memory that Fortran's front end makes: of an EQUIVALENCE, whose conditions are the source's, and
# the mark of a procedure that is not recursive, which a fault leaves set.
mkdir shared
cat > shared/shared.f90 <<'E2'
integer function f(a, k)
  integer, intent(in) :: a, k
  integer, save :: raw(2)
  real(8), save :: both
  equivalence (raw, both)
  f = 0
  if (both /= 0d0) then
    f = -1
    return
  end if
  raw(2) = 5
  if (a > 10) f = 12 / (a - 77)
  if (k == 107) f = 1
end function
E2
if with_fortran shared; then
	(cd shared && "$ME_BUILD/me-fortran" --no-driver -g -O0 -fcheck=all -fplugin-arg-me-entry=f shared.f90 \
		-o fuzz_target) > shared/build.log 2>&1
	search shared
	check_equal shared_status 77 $?
	check_line shared_goals 'stop: .*; 5 of 6 goals covered' shared/log
	check_line shared_faults 'runs failed, with 1 distinct fault' shared/log
	check_no_line shared_in_one_process 'earlier runs|process of its own' shared/log
	(cd shared && "$me" cover ./fuzz_target corpus) > shared/cover 2>&1
	check_line shared_never 'shared.f90:7:6: f: .*is true: not taken' shared/cover
fi

# ---- what is not

if build apart me-cc "$programs/system.c" f,which:0..7; then
	search apart --state=fork -runs=2000
	agree apart $?
	agree_with_gcov apart "$CC" "$programs/system.c" 8
	check_line apart_says 'INFO: me: each input is run in a process of its own' apart/log
fi

# A global object that a run changes on the heap: a run alone does not fail.
target grows f -x c++ <<'E2'
#include <vector>
static std::vector<int> squares{0, 1, 4};
int f(int n)
{
	if (n < 0 || n > 40)
		return -1;
	while ((int)squares.size() <= n)
		squares.push_back((int)(squares.size() * squares.size()));
	if (squares[n] != n * n)
		__builtin_trap();
	return squares[n] == 1225 ? 1 : 0;
}
E2
search grows -runs=1000
status=$?
# A sanitizer has a free() of its own, which keeps no block, and prints what it finds.
if [ "$sanitized" ]; then
	skip grows 'the sanitizer frees what variables point to'
else
	agree grows $status
fi
check_line grows_apart 'INFO: me: runs depend on earlier runs' grows/log
check_line grows_all 'stop: .* 9 of 10 goals covered' grows/log

# A result that the caller would free: the runs add up to the limit, and none of them has it.
target leaves f <<'E2'
#include <stdlib.h>
#include <string.h>
double *f(int n, double x)
{
	double *out = malloc(60000);
	if (!out)
		return NULL;
	memset(out, 0, 60000);
	if (n > 1000)
		out[0] = x;
	return out;
}
E2
search leaves -rss_limit_mb=$([ "$sanitized" ] && echo 700 || echo 120) -detect_leaks=0 -runs=6000
agree leaves $?
check_line leaves_apart 'INFO: me: runs leave memory behind' leaves/log

# Where forks and restored runs do the same they leave the same corpus.
target same f <<'E2'
static int calls;
int f(int a, double x)
{
	calls++;
	if (a == 12345)
		return x > 3 ? 1 : 2;
	return calls == 1 && x == 0.75;
}
E2
search same -runs=1000
mv same/corpus same/first
rm -r same/corpus.me
search same --state=fork -runs=1000
check same_corpus diff -r same/first same/corpus

# A file that is open before the first run: processes that are forked share its position.
target opened f -x c++ <<'E2'
#include <fstream>
static std::fstream notes("notes", std::ios::in | std::ios::out | std::ios::trunc);
int f(int k)
{
	int back = 0;
	if (!notes || notes.tellp() != std::streampos(0))
		return -1;
	notes << k << std::flush;
	notes.seekg(0);
	notes >> back;
	if (back == k)
		return k == 1234 ? 2 : 1;
	return -2;
}
E2
search opened -runs=1000
agree opened $?
check_line opened_alone 'stop: .*8 of 10 goals covered' opened/log
(cd opened && "$me" cover ./fuzz_target corpus) > opened/cover 2>&1
check_equal opened_cover 2 "$(grep -c 'not taken$' opened/cover)"

# Without -runs such a session makes fewer runs: a share for faults of 2,048.
target paced f <<'E2'
int f(int k)
{
	if (k > 5)
		return 1;
	return 0;
}
E2
search paced --state=fork
check_line paced_runs 'stop: all goals are closed; 2 of 2 goals covered, 2[0-9]{3} evaluations' paced/log

# ---- what is said

# A descriptor that a library opens, and a directory that is left.
target leaves f <<'E2'
#include <unistd.h>
int f(int k)
{
	if (chdir("/tmp"))
		return -1;
	if (k == 77)
		return 2;
	return k > 1000 ? 3 : 0;
}
E2
search leaves -runs=5000
check leaves_corpus test "$(ls leaves/corpus | wc -l)" -ge 3

# A child that returns from the function makes no runs.
target forks f <<'E2'
#include <unistd.h>
int f(int k)
{
	if (fork() < 0)
		return 2;
	return k == 77;
}
E2
search forks -runs=100
check_line forks_runs 'stop: .* 100 evaluations' forks/log
check_equal forks_said 1 "$(grep -c 'INFO: me: runs start processes' forks/log)"
check_equal forks_one_report 1 "$(grep -c 'INFO: me: stop' forks/log)"
rm -rf forks/corpus forks/corpus.me
search forks --state=fork -runs=100
check_equal forks_said_once 1 "$(grep -c 'INFO: me: runs start processes' forks/log)"

# What is written stays; what is printed is nothing of that kind.
target writes f <<'E2'
#include <stdio.h>
int f(int k)
{
	FILE *log = k > 5 ? fopen("kept.log", "a") : NULL;
	printf("%d\n", k);
	if (!log)
		return 0;
	fprintf(log, "%d\n", k);
	fclose(log);
	return 1;
}
E2
search writes -runs=300
check_equal writes_said 1 "$(grep -c 'INFO: me: runs write to files or other processes' writes/log)"
target speaks f <<'E2'
#include <stdio.h>
int f(int k)
{
	printf("%d\n", k);
	fflush(stdout);
	fprintf(stderr, "%d\n", k);
	if (k > 5)
		return 1;
	return 0;
}
E2
search speaks -runs=300
check_no_line speaks_unsaid 'runs write to files' speaks/log

# A run alone, where all goals are open, takes more steps than that of the session.
mkdir labels
"$me_cc" -w -g -O0 '-fplugin-arg-me-entry=substitute,pattern:6,with:3,text:5' \
	-fplugin-arg-me-labels=CC,WM "$ME_ROOT/bench/labels/programs/substitute.c" -o labels/fuzz_target 2> labels/notes
search labels -runs=4000
check_no_line labels_confirmed 'depends on earlier runs' labels/log
