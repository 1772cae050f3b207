/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: -pthread */
/* Threads that compare at one time, thread-local variables, fork without exec, vfork.
 */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static _Thread_local int turns;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *of)
{
	int sum = 0, start = *(int *)of;

	for (int i = start; i < start + 20000; i++) {
		if (i % 7 == 3 || i % 11 > 8)
			sum++;
		switch (i & 3) {
		case 1:
			turns++;
			break;
		case 2:
			sum += turns > 100;
		}
	}
	pthread_mutex_lock(&lock);
	total += sum + turns;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static int in_child(int n)
{
	int status = 0;
	pid_t child = fork();

	if (child == 0)
		_exit(n > 3 ? n % 5 + 10 : turns);
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int in_borrowed(int n)
{
	volatile int given = n;
	int status = 0;
	pid_t child = vfork();

	if (child == 0)
		_exit(given > 2 ? 20 + n : 1);
	if (child < 0 || waitpid(child, &status, 0) != child)
		return -1;
	return given == n && WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

int main(void)
{
	pthread_t threads[4];
	int starts[4] = {0, 5, 1000, 77};

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, work, &starts[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", total, turns);
	for (int n = 0; n < 8; n++)
		printf("%d %d\n", in_child(n), in_borrowed(n));
	return 0;
}
