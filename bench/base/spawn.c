/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/base/spawn.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { NOT_RUN = 127 }; /* exit status of a child that could not become the target */

/* Core 1, or the only one; the driver stays free to run elsewhere. */
static void pin(void)
{
	cpu_set_t cores;

	CPU_ZERO(&cores);
	CPU_SET(1, &cores);
	if (sched_setaffinity(0, sizeof cores, &cores) == 0)
		return;
	CPU_ZERO(&cores);
	CPU_SET(0, &cores);
	sched_setaffinity(0, sizeof cores, &cores);
}

static pid_t start(const char *dir, char *const *argv, int out[2])
{
	const pid_t child = fork();

	if (child != 0)
		return child;
	const int null = open("/dev/null", O_RDONLY);

	pin();
	dup2(null, 0);
	dup2(out[1], 1);
	dup2(out[1], 2);
	close(out[0]);
	close(out[1]);
	if (chdir(dir) == 0)
		execv(argv[0], argv);
	_exit(NOT_RUN);
}

static double seconds(clockid_t clock)
{
	struct timespec now = {0};

	clock_gettime(clock, &now);
	return now.tv_sec + now.tv_nsec * 1e-9;
}

/* A line of the target: an announced file is linked to KEEP/number. */
static void announced(struct run *run, const char *dir, const char *keep,
		      const char *text)
{
	char file[1024], from[2048], to[2048];
	double cpu;

	if (!keep || sscanf(text, "INFO: me: new %1023s cpu=%lf", file, &cpu) != 2)
		return;
	if (*file == '/')
		snprintf(from, sizeof from, "%s", file);
	else
		snprintf(from, sizeof from, "%s/%s", dir, file);
	snprintf(to, sizeof to, "%s/%s/%05zu", dir, keep, run->inputs);
	if (run->inputs == SPAWN_INPUTS || link(from, to) != 0) {
		run->lost++;
		return;
	}
	run->input[run->inputs++] = (struct announcement){strdup(to), cpu};
}

/* Output is read in lines; text[] keeps the piece of a line that has not ended yet. */
struct reader {
	int fd;
	FILE *log;
	size_t length;
	char text[8192];
};

static int read_some(struct reader *reader, struct run *run, const char *dir,
		     const char *keep)
{
	const ssize_t n = read(reader->fd, reader->text + reader->length,
			       sizeof reader->text - 1 - reader->length);
	char *line = reader->text, *end;

	if (n <= 0)
		return 0;
	fwrite(reader->text + reader->length, 1, n, reader->log);
	reader->length += n;
	reader->text[reader->length] = '\0';
	for (; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		*end = '\0';
		announced(run, dir, keep, line);
	}
	reader->length = strlen(line);
	if (reader->length == sizeof reader->text - 1)
		reader->length = 0;
	memmove(reader->text, line, reader->length);
	return 1;
}

/* Until the output ends; with a limit the child's CPU clock is looked at every ms. */
static void follow(pid_t child, struct reader *reader, struct run *run, const char *dir,
		   const char *keep, double limit)
{
	struct pollfd ready = {.fd = reader->fd, .events = POLLIN};
	clockid_t clock;

	if (clock_getcpuclockid(child, &clock) != 0)
		clock = CLOCK_PROCESS_CPUTIME_ID;
	for (;;) {
		if (poll(&ready, 1, limit > 0 ? 1 : -1) > 0 &&
		    !read_some(reader, run, dir, keep))
			return;
		if (limit > 0 && !run->stopped && seconds(clock) >= limit) {
			kill(child, SIGKILL);
			run->stopped = 1;
		}
	}
}

static double rusage_cpu(const struct rusage *usage)
{
	return usage->ru_utime.tv_sec + usage->ru_utime.tv_usec * 1e-6 +
	       usage->ru_stime.tv_sec + usage->ru_stime.tv_usec * 1e-6;
}

int spawn(const char *dir, char *const *argv, const char *log, const char *keep,
	  double limit, struct run *run)
{
	char path[2048];
	int out[2];
	struct rusage usage;
	struct reader reader = {0};

	*run = (struct run){0};
	if (keep) {
		snprintf(path, sizeof path, "%s/%s", dir, keep);
		mkdir(path, 0777);
	}
	snprintf(path, sizeof path, "%s/%s", dir, log);
	reader.log = fopen(path, "w");
	if (!reader.log || pipe2(out, O_CLOEXEC) != 0)
		return -1;
	const pid_t child = start(dir, argv, out);

	close(out[1]);
	reader.fd = out[0];
	if (child > 0)
		follow(child, &reader, run, dir, keep, limit);
	close(out[0]);
	fclose(reader.log);
	if (child < 0 || wait4(child, &run->status, 0, &usage) != child)
		return -1;
	run->cpu = rusage_cpu(&usage);
	return WIFEXITED(run->status) && WEXITSTATUS(run->status) == NOT_RUN ? -1 : 0;
}

void spawn_done(struct run *run)
{
	for (size_t i = 0; i < run->inputs; i++)
		free(run->input[i].file);
	run->inputs = 0;
}
