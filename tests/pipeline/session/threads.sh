# SPDX-License-Identifier: GPL-3.0-or-later
# Targets with threads: their sites neither race on the verdicts nor crash.
. "$ME_ROOT/tests/check.sh"

# Each run starts three threads that come to the same sites with other values.
cat > joined.c <<'E2'
#include <pthread.h>

static double wanted(double v)
{
	if (v == 123.5)
		return 1;
	if (v > 5 && v < 4)
		return 2;
	return v < -1e300 ? 3 : 4;
}

static void *work(void *of)
{
	double *v = of;

	for (int i = 0; i < 50; i++)
		*v = wanted(*v - i) - 7;
	return v;
}

int joined(double x, double y)
{
	pthread_t threads[3];
	double values[3] = {x - 1e9, y + 1e9, x * y};

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, &values[i]);
	int way = (int)wanted(x);
	for (int i = 0; i < 50; i++)
		if (x - y == 2.125 * i && y == 77.25)
			way = 9;
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return way;
}
E2
target joined joined -pthread < joined.c || exit 0
for turn in 1 2; do
	rm -rf joined/corpus
	search joined -runs=20000
	mv joined/corpus joined/corpus.$turn
done
check threads_same diff -r joined/corpus.1 joined/corpus.2
mv joined/corpus.1 joined/corpus
# The side of v < 4 that nothing takes; with checks of sanitizers a session has less time for the rest.
[ "$sanitized" ] || check_equal threads_left 1 "$(goals_left joined/log)"
[ "$sanitized" ] || check_equal threads_gcov 1 "$(branches_left joined)"

# A thread of the program's own that never rests, from before main on.
cat > restless.c <<'E2'
#include <pthread.h>
#include <stddef.h>

static volatile double spun;

static int spin(double v, unsigned n)
{
	switch (n & 7) {
	case 2:
		return v > 3;
	case 5:
		return v == 1e10;
	}
	return n % 3 == 1;
}

static void *restless(void *of)
{
	for (unsigned n = 0;; n++)
		if (spin(spun, n))
			spun = spun * 3 + n;
	return of;
}

__attribute__((constructor)) static void begin(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, restless, NULL);
}

int calm(double x, int n)
{
	if (x == 77.25)
		return n == 123456 ? 1 : 2;
	if (x > 5 && x < 4)
		return 3;
	return 0;
}
E2
target restless calm -pthread < restless.c || exit 0
search restless -runs=20000
check_equal threads_restless 0 $?
"$me" cover restless/fuzz_target restless/corpus > restless/cover 2>&1
check_line threads_restless_gcov '^calm .* 7/8 ' restless/cover

# ---- runs that end the process, where threads prevent its copies

artifacts() { (cd "$1" && ls | grep -E '^(crash|timeout|oom)-' | sort); }

# The program's own threads are there before main: another process goes on, with what the
# one before has found, and what is left of -runs.
cat > started.c <<'E2'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *rest(void *of)
{
	for (;;)
		pause();
	return of;
}

__attribute__((constructor)) static void begin(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, rest, NULL);
}

int started(int a, double x)
{
	if (a == 5)
		exit(3);
	if (a == 7) {
		char *volatile p = malloc(3);
		free(p);
		free(p); /* in the C library, with its lock */
	}
	if (x == 12.25)
		return 1;
	if (a == 6)
		exit(4);
	return a == -77 && x < -5;
}
E2
target started started -pthread -fno-builtin < started.c || exit 0
search started -seed=3 -runs=20000
check_equal threads_started 77 $?
check_equal threads_started_artifacts 3 "$(artifacts started | wc -l)"
check_line threads_started_says 'the program has threads of its own: where a run ends the process, another one goes on' started/log
check_equal threads_started_once 1 "$(grep -c 'the program has threads of its own' started/log)"
check_equal threads_started_quiet 1 "$(grep -c 'INFO: Seed' started/log)"
check_line threads_started_distinct 'runs failed, with 3 distinct faults' started/log
check_line threads_started_end '^Done [0-9]{4,} runs|stop: -runs is reached; .*, [0-9]{4,} evaluations' started/log
"$me" cover started/fuzz_target started/corpus > started/cover 2>&1
# There a run that frees twice ends before its counts are written.
[ "$sanitized" ] || check_line threads_started_gcov '^started .* 12/12 ' started/cover
# What the program prints reaches standard error after each of these.
check_equal threads_started_message 1 "$(grep -c 'double free\|ERROR: .* double-free' started/log)"
# -runs counts those of all processes.
rm -rf started/corpus started/crash-*
search started -runs=300
check_equal threads_started_runs 77 $?
runs=$(sed -n 's/.*number_of_executed_units: *//p' started/log)
[ "${runs:-999}" -le 300 ] && ok threads_started_rest || not_ok threads_started_rest "$(tail started/log)"

# OpenMP's threads, which a parallel region leaves behind, are ended between runs: no run
# is made more than twice or so, however many end the process.
cat > region.c <<'E2'
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static void count(void)
{
	const int file = open("made", O_WRONLY | O_CREAT | O_APPEND, 0600);

	if (write(file, "", 1) == 1)
		close(file);
}

int region(int a, double x)
{
	double s = 0;

	count();
#pragma omp parallel for reduction(+ : s) num_threads(2)
	for (int i = 0; i < 10; i++)
		s += x;
	if (a % 4 == 1)
		exit(3);
	if (x == 12.25)
		return 1;
	return s > 7;
}
E2
target region region -fopenmp -fno-builtin < region.c || exit 0
search region -runs=2000
check_equal threads_region 77 $?
# One that closed a goal before the process ended has an artifact, too.
lost=$(sed -n 's/^INFO: me: \([0-9]*\) runs failed, with 1 distinct fault:$/\1/p' region/log)
[ "${lost:-0}" -gt 8 ] && ok threads_region_fails || not_ok threads_region_fails "$lost runs"
[ "$(wc -c < region/made)" -lt 4100 ] && ok threads_region_made || not_ok threads_region_made "$(wc -c < region/made)"

# ---- what a forked process does at its end may wait for ever
cat > waits.c <<'E2'
#include <stdlib.h>
#include <unistd.h>

static pid_t first;

static void wait_in_a_fork(void)
{
	while (getenv("ME_TEST_WAITS") && getpid() != first)
		pause();
}

__attribute__((constructor)) static void begin(void)
{
	first = getpid();
	atexit(wait_in_a_fork);
}

int waits(double x)
{
	return x == 12.5;
}
E2
target waits waits < waits.c || exit 0
search waits -runs=2000
check_equal threads_waits 0 $?
ME_TEST_WAITS=1 timeout 120 "$me" cover waits/fuzz_target waits/corpus > waits/cover 2>&1
check_equal threads_waits_ends 0 $?
check_line threads_waits_gcov '^waits .* 2/2 ' waits/cover

# ---- parallel regions of OpenMP have one thread, unless the environment says how many; their
# indices tell the lengths of arrays
cat > parallel.c <<'E2'
#include <omp.h>

double parallel(const double *x, int n, int at)
{
	static const double table[] = {1, 2, 4};
	double s = 0; int hits = 0;

	if (omp_get_level() > 0)
		return -1;
#pragma omp parallel for reduction(+ : s, hits)
	for (int i = 0; i < n; i++)
		if (x[i] == 12.25)
			hits++, s += table[at] + omp_get_num_threads();
	if (hits > 0 && omp_get_max_threads() > 1)
		return -2;
	return hits > 0 ? s : 7;
}
E2
target parallel parallel -fopenmp -fno-builtin < parallel.c || exit 0
search parallel -runs=20000
check_equal threads_parallel 77 $?
check_line threads_parallel_guess 'n: length of x \(parallel.c:12: `if \(x\[i\] == 12.25\)`\)' parallel/log
# A level that a failing run has left, several threads.
[ "$sanitized" ] || check_equal threads_parallel_left 2 "$(goals_left parallel/log)"
"$me" cover parallel/fuzz_target parallel/corpus > parallel/cover 2>&1
check_line threads_parallel_name '^parallel .* 2/' parallel/cover
# What the session has covered gcov counts, too: two branches are left, and one of the compiler's.
check_equal threads_parallel_same 2 "$(grep -c '^parallel.c:.*not taken' parallel/cover)"
rm -rf parallel/corpus parallel/crash-*
OMP_NUM_THREADS=2 search parallel -runs=200
grep -q ' in parallel parallel.c:13' parallel/log &&
	ok threads_parallel_two || not_ok threads_parallel_two "$(tail parallel/log)"

# A fault of another thread is told like any other, once.
cat > beside.c <<'E2'
#include <pthread.h>
#include <stddef.h>

static int values[4];

static void *work(void *of)
{
	const long at = *(const int *)of;

	if (at > 2)
		*(volatile int *)NULL = values[at & 3];
	return of;
}

int beside(int at)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, work, &at);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return at == 1;
}
E2
target beside beside -pthread < beside.c || exit 0
search beside -runs=300
check_equal threads_beside 77 $?
[ "$sanitized" ] || check_equal threads_beside_once 1 "$(grep -c 'ERROR: libFuzzer: deadly signal$' beside/log)"
[ "$sanitized" ] || check_line threads_beside_place \
	'^INFO: me: beside\([0-9]+\): SIGSEGV: write to address \(nil\), in work beside.c:11' beside/log
[ "$(wc -c < beside/log)" -lt 10000 ] && ok threads_beside_short || not_ok threads_beside_short "$(wc -c < beside/log)"
