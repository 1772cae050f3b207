/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.c - processes in a group of their own, ended by CPU time or the clock. */
#include "tests/torture/job.h"

#include <ctype.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

void job_start(struct job *j, const char *directory, const char *log, int seconds)
{
	*j = (struct job){.directory = directory, .log = log, .seconds = seconds};
}

void job_add(struct job *j, const char *word)
{
	if (j->count < JOB_WORDS)
		j->words[j->count++] = word;
}

void job_add_words(struct job *j, const char *text)
{
	for (text += strspn(text, " \t"); *text; text += strspn(text, " \t")) {
		size_t n = strcspn(text, " \t");
		char *word = strndup(text, n);
		if (!word || j->copied == JOB_WORDS) {
			free(word);
			return;
		}
		j->copies[j->copied++] = word;
		job_add(j, word);
		text += n;
	}
}

void job_done(struct job *j)
{
	while (j->copied)
		free(j->copies[--j->copied]);
}

/* ---- running */

static void limit(int what, rlim_t soft, rlim_t hard)
{
	struct rlimit r = {soft, hard};

	setrlimit(what, &r);
}

static void become(const struct job *j)
{
	int in = open("/dev/null", O_RDONLY);
	int out = open(j->log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	rlim_t seconds = (rlim_t)j->seconds;

	setpgid(0, 0);
	if (in < 0 || out < 0 || chdir(j->directory))
		_exit(127);
	dup2(in, 0);
	dup2(out, 1);
	dup2(out, 2);
	close(in);
	close(out);
	limit(RLIMIT_CPU, seconds, seconds + 1);
	limit(RLIMIT_CORE, 0, 0);
	limit(RLIMIT_FSIZE, 256 << 20, 256 << 20);
	if (j->environment)
		execvpe(j->words[0], (char *const *)j->words,
			(char *const *)j->environment);
	else
		execvp(j->words[0], (char *const *)j->words);
	_exit(127);
}

/* Whether it ends by itself within the time. */
static int ends(pid_t child, int seconds)
{
	struct pollfd end = {pidfd_open(child, 0), POLLIN, 0};
	int got = poll(&end, 1, seconds * 10 * 1000);

	close(end.fd);
	return got != 0;
}

static unsigned milliseconds(const struct rusage *r)
{
	return (unsigned)((r->ru_utime.tv_sec + r->ru_stime.tv_sec) * 1000 +
			  (r->ru_utime.tv_usec + r->ru_stime.tv_usec) / 1000);
}

struct job_result job_run(const struct job *j)
{
	struct job_result result = {127, 0};
	struct rusage usage;
	int status;
	pid_t child = fork();

	if (child == 0)
		become(j);
	if (child < 0)
		return result;
	setpgid(child, child);
	int in_time = ends(child, j->seconds);
	kill(-child, SIGKILL);
	if (wait4(child, &status, 0, &usage) != child)
		return result;
	result.cpu_ms = milliseconds(&usage);
	if (!in_time || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
		result.status = JOB_TIMEOUT;
	else if (WIFSIGNALED(status))
		result.status = JOB_SIGNAL + WTERMSIG(status);
	else
		result.status = WEXITSTATUS(status);
	return result;
}

/* ---- reading */

/* How many characters at `s` differ from run to run: 0xADDRESS, ==PID==, ccXXXXXX., and
 * the linker's (.text+0x...). */
static size_t changing(const char *s)
{
	size_t n = 2;

	if (s[0] == '0' && s[1] == 'x') {
		while (isxdigit((unsigned char)s[n]))
			n++;
		return n;
	}
	if (s[0] == '=' && s[1] == '=' && isdigit((unsigned char)s[2])) {
		while (isdigit((unsigned char)s[n]))
			n++;
		return s[n] == '=' ? n : 0;
	}
	if (s[0] == 'c' && s[1] == 'c') {
		while (n < 8 && isalnum((unsigned char)s[n]))
			n++;
		return n == 8 && s[8] == '.' ? n : 0;
	}
	return strncmp(s, "(.text", 6) ? 0 : strcspn(s, ")\n");
}

/* FNV-1a. */
static uint64_t hash_line(uint64_t hash, const char *line)
{
	for (const char *s = line; *s; s++) {
		size_t n = changing(s);
		hash = (hash ^ (uint64_t)(n ? 1 : (unsigned char)*s)) * 0x100000001b3;
		s += n ? n - 1 : 0;
	}
	return hash;
}

static const uint64_t hash_start = 0xcbf29ce484222325;

uint64_t job_log_hash(const char *log)
{
	FILE *f = fopen(log, "r");
	uint64_t hash = f ? hash_start : 0;
	char *line = NULL;
	size_t room = 0;
	int skip = 0;

	while (f && getline(&line, &room, f) > 0) {
		if (skip-- > 0)
			continue;
		/* UndefinedBehaviorSanitizer: a line of bytes and one of marks follow.
		 */
		skip = strstr(line, "note: pointer points here") ? 2 : 0;
		hash = hash_line(hash, line);
	}
	free(line);
	if (f)
		fclose(f);
	return hash;
}

uint64_t job_log_diagnostics(const char *log)
{
	static const char *const kinds[] = {"warning: ", "error: ", "note: "};
	FILE *f = fopen(log, "r");
	uint64_t sum = f ? hash_start : 0;
	char *line = NULL;
	size_t room = 0;

	while (f && getline(&line, &room, f) > 0)
		for (int i = 0; i < 3; i++)
			if (strstr(line, kinds[i])) {
				sum += hash_line(hash_start, line);
				break;
			}
	free(line);
	if (f)
		fclose(f);
	return sum;
}

int job_log_find(const char *log, const char *text, char *into, int size)
{
	FILE *f = fopen(log, "r");
	char *line = NULL;
	size_t room = 0;
	int found = 0;

	while (f && !found && getline(&line, &room, f) > 0)
		found = strstr(line, text) != NULL;
	if (found && into) {
		line[strcspn(line, "\n")] = 0;
		for (char *s = line; (s = strchr(s, '\t'));)
			*s = ' ';
		snprintf(into, (size_t)size, "%s", line);
	}
	free(line);
	if (f)
		fclose(f);
	return found;
}
