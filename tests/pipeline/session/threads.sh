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
# The side of v < 4 that nothing takes.
check_equal threads_left 1 "$(goals_left joined/log)"
check_equal threads_gcov 1 "$(branches_left joined)"

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
