/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * budget.c - runs a command until it and all processes that come from it have used so
 * much CPU time together:
 *
 *	budget [-t] SECONDS REPORT COMMAND [ARGUMENT...]
 *
 * It looks every 0.1 s, also at those whose parents have ended (they become its own
 * children), and kills them all at the end, or after WALL_FACTOR * SECONDS by the
 * clock. With -t the command gets SIGTERM at the limit, and is killed END_SECONDS later.
 * The file REPORT gets the CPU time, a tab, and how the command ended: its exit
 * status, 128 and the signal, or 124 for the limit. Exit status 0 when the command was
 * run.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 32768, WALL_FACTOR = 200, END_SECONDS = 5 };

struct process {
	pid_t id, parent;
	double cpu; /* with its children that were waited for */
	int is_ours;
};

struct processes {
	size_t count;
	struct process list[MOST];
};

/* 0, or -1 when it is gone. */
static int read_process(const char *id, struct process *process)
{
	char path[300], text[1024] = "";
	unsigned long user, system;
	long waited_user, waited_system;

	snprintf(path, sizeof path, "/proc/%s/stat", id);
	FILE *stat = fopen(path, "r");

	if (!stat)
		return -1;
	const size_t n = fread(text, 1, sizeof text - 1, stat);

	fclose(stat);
	text[n] = '\0';
	const char *rest = strrchr(text, ')'); /* behind the program's name */

	if (!rest ||
	    sscanf(rest,
		   ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu "
		   "%ld %ld",
		   &process->parent, &user, &system, &waited_user, &waited_system) != 5)
		return -1;
	process->id = atoi(id);
	process->cpu = (double)(user + system + waited_user + waited_system) /
		       sysconf(_SC_CLK_TCK);
	process->is_ours = 0;
	return 0;
}

static void mark_ours(struct processes *all)
{
	const pid_t self = getpid();
	int changed = 1;

	while (changed) {
		changed = 0;
		for (size_t i = 0; i < all->count; i++) {
			struct process *p = &all->list[i];
			int is_ours = p->parent == self;

			for (size_t k = 0; k < all->count && !is_ours; k++)
				is_ours = all->list[k].is_ours &&
					  all->list[k].id == p->parent;
			changed |= is_ours && !p->is_ours;
			p->is_ours = is_ours;
		}
	}
}

static void read_processes(struct processes *all)
{
	const struct dirent *entry;
	DIR *proc = opendir("/proc");

	all->count = 0;
	while (proc && all->count < MOST && (entry = readdir(proc)) != NULL)
		if (isdigit((unsigned char)*entry->d_name) &&
		    read_process(entry->d_name, &all->list[all->count]) == 0)
			all->count++;
	if (proc)
		closedir(proc);
	mark_ours(all);
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

/* Of the living and of those that have ended. */
static double used(const struct processes *all)
{
	struct rusage ended;
	double sum;

	getrusage(RUSAGE_CHILDREN, &ended);
	sum = seconds(ended.ru_utime) + seconds(ended.ru_stime);
	for (size_t i = 0; i < all->count; i++)
		sum += all->list[i].is_ours ? all->list[i].cpu : 0;
	return sum;
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Waits for what has ended; whether the command is among it. */
static int reap(pid_t command, int *status)
{
	int one, ended = 0;
	pid_t child;

	while ((child = waitpid(-1, &one, WNOHANG)) > 0)
		if (child == command) {
			*status = one;
			ended = 1;
		}
	return ended;
}

static void kill_all(struct processes *all)
{
	int one;

	do {
		read_processes(all);
		for (size_t i = 0; i < all->count; i++)
			if (all->list[i].is_ours)
				kill(all->list[i].id, SIGKILL);
		while (waitpid(-1, &one, WNOHANG) > 0)
			continue;
	} while (waitpid(-1, &one, 0) > 0 || errno == EINTR);
}

/* Until the command ends, or the limit; how it ended. */
static int watch(pid_t command, double limit, struct processes *all)
{
	const struct timespec tick = {0, 100000000};
	const double last = now() + WALL_FACTOR * limit;
	int status = 0;

	while (!reap(command, &status)) {
		read_processes(all);
		if (used(all) >= limit || now() >= last)
			return 124;
		nanosleep(&tick, NULL);
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Asks the command to end, and waits until it has. */
static void ask_to_end(pid_t command)
{
	const struct timespec tick = {0, 20000000};
	const double last = now() + END_SECONDS;
	int status;

	kill(command, SIGTERM);
	while (!reap(command, &status) && now() < last)
		nanosleep(&tick, NULL);
}

int main(int argc, char **argv)
{
	static struct processes all;
	const int asks = argc > 1 && strcmp(argv[1], "-t") == 0;

	argc -= asks;
	argv += asks;
	char *end = NULL;
	const double limit = argc > 3 ? strtod(argv[1], &end) : 0;
	FILE *report = argc > 3 ? fopen(argv[2], "w") : NULL;

	if (argc < 4 || *end || limit <= 0 || !report) {
		fprintf(stderr,
			"usage: budget [-t] SECONDS REPORT COMMAND [ARGUMENT...]\n");
		return 2;
	}
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	const pid_t command = fork();

	if (command == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		fclose(report);
		execvp(argv[3], argv + 3);
		fprintf(stderr, "budget: %s: %s\n", argv[3], strerror(errno));
		_exit(127);
	}
	if (command < 0)
		return 1;
	const int status = watch(command, limit, &all);

	if (asks && status == 124)
		ask_to_end(command);
	kill_all(&all);
	all.count = 0;
	fprintf(report, "%.2f\t%d\n", used(&all), status);
	return fclose(report) != 0 || status == 127;
}
