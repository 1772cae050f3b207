/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver.c - runs a solver: writes the query, reads the answer, asks for the values. */
#include "prover/solver.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "prover/arena.h"

enum { WALL_FACTOR = 4, WALL_EXTRA = 10, KNOWN = 3 };

static const struct {
	const char *name;
	const char *options[3];
} known[KNOWN] = {{"cvc5", {"--lang=smt2", "--fp-exp", NULL}}, /* more than f32, f64 */
		  {"z3", {"-smt2", "-in", NULL}},
		  {"bitwuzla", {"--lang=smt2", NULL}}};

/* ---- finding them */

static bool in_path(const char *name)
{
	const char *path = getenv("PATH");
	char file[4096];

	if (strchr(name, '/'))
		return access(name, X_OK) == 0;
	while (path && *path) {
		const size_t n = strcspn(path, ":");
		snprintf(file, sizeof file, "%.*s/%s", (int)n, path, name);
		if (access(file, X_OK) == 0)
			return true;
		path += n + (path[n] == ':');
	}
	return false;
}

static const char *known_name(const char *name, size_t length)
{
	for (int i = 0; i < KNOWN; i++)
		if (strlen(known[i].name) == length &&
		    memcmp(known[i].name, name, length) == 0)
			return known[i].name;
	return NULL;
}

/* NAME or NAME=PATH */
static int add_named(struct solvers *s, const char *word, size_t length, char *why)
{
	const char *equals = memchr(word, '=', length);
	const size_t n = equals ? (size_t)(equals - word) : length;
	const char *name = known_name(word, n);

	if (!name || s->count == SOLVER_LIMIT) {
		snprintf(why, 256, "%.*s: no solver that is known: cvc5, z3, bitwuzla",
			 (int)length, word);
		return -1;
	}
	char *path = equals ? strndup(equals + 1, length - n - 1) : strdup(name);
	if (!path || !in_path(path)) {
		snprintf(why, 256, "%s: no such solver here: apt-get install %s",
			 path ? path : name, name);
		free(path);
		return -1;
	}
	s->list[s->count++] = (struct solver){name, path};
	return 0;
}

int solvers_find(struct solvers *s, const char *list, char *why)
{
	s->count = 0;
	for (int i = 0; i < KNOWN && !list; i++)
		if (in_path(known[i].name) &&
		    add_named(s, known[i].name, strlen(known[i].name), why))
			return -1;
	while (list && *list) {
		const size_t n = strcspn(list, ",");
		if (add_named(s, list, n, why))
			return -1;
		list += n + (list[n] == ',');
	}
	if (s->count >= 2)
		return 0;
	snprintf(
	    why, 256,
	    "a proof is made by two solvers, and %s is here: apt-get install cvc5 z3",
	    s->count ? s->list[0].name : "none");
	return -1;
}

void solvers_done(struct solvers *s)
{
	for (size_t i = 0; i < s->count; i++)
		free((char *)s->list[i].path);
	s->count = 0;
}

/* ---- a process */

struct process {
	pid_t pid;
	int in, out; /* its stdin and stdout */
	struct timespec end; /* when it is killed */
	char *text; /* what it has printed */
	size_t size, room;
	bool is_late;
};

static void child(const struct solver *solver, unsigned seconds, int in, int out)
{
	const struct rlimit limit = {seconds, seconds + 1};
	const char *argv[5] = {solver->path};
	int i = 0;

	while (known_name(solver->name, strlen(solver->name)) != known[i].name)
		i++;
	for (int k = 0; known[i].options[k]; k++) {
		argv[k + 1] = known[i].options[k];
		argv[k + 2] = NULL;
	}
	dup2(in, 0);
	dup2(out, 1);
	dup2(out, 2);
	signal(SIGPIPE, SIG_DFL);
	setrlimit(RLIMIT_CPU, &limit);
	execvp(argv[0], (char *const *)argv);
	dprintf(2, "cannot be run: %s\n", strerror(errno));
	_exit(127);
}

static int start(struct process *p, const struct solver *solver, unsigned seconds)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC))
		return -1;
	if (pipe2(from, O_CLOEXEC)) {
		close(to[0]);
		close(to[1]);
		return -1;
	}
	p->pid = fork();
	if (p->pid == 0)
		child(solver, seconds, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	p->in = to[1];
	p->out = from[0];
	fcntl(p->in, F_SETFL, O_NONBLOCK);
	clock_gettime(CLOCK_MONOTONIC, &p->end);
	p->end.tv_sec += WALL_FACTOR * seconds + WALL_EXTRA;
	if (p->pid > 0)
		return 0;
	close(p->in);
	close(p->out);
	return -1;
}

static int left_ms(const struct process *p)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	const long long ms = (p->end.tv_sec - now.tv_sec) * 1000LL +
			     (p->end.tv_nsec - now.tv_nsec) / 1000000;
	return ms < 0 ? 0 : (int)ms;
}

/* Reads some more; false at the end of its output or of its time. */
static bool read_more(struct process *p)
{
	p->text = array_grow(p->text, p->size + 4096, &p->room, 1);
	p->text[p->size] = '\0';
	const ssize_t n = read(p->out, p->text + p->size, p->room - p->size - 1);

	if (n <= 0)
		return n < 0 && errno == EINTR;
	p->size += (size_t)n;
	p->text[p->size] = '\0';
	return true;
}

/* Writes all of it, reading what the solver prints meanwhile. */
static bool write_all(struct process *p, const char *text, size_t size)
{
	while (size) {
		struct pollfd fds[2] = {{p->in, POLLOUT, 0}, {p->out, POLLIN, 0}};
		const int ms = left_ms(p);
		if (!ms || poll(fds, 2, ms) == 0) {
			p->is_late = true;
			return false;
		}
		if (fds[1].revents && !read_more(p))
			return false;
		if (!(fds[0].revents & (POLLOUT | POLLERR)))
			continue;
		const ssize_t n = write(p->in, text, size);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			size -= (size_t)n;
		}
	}
	return true;
}

/* Reads until there is a whole line, or, with `all`, until the end. */
static bool read_answer(struct process *p, bool all)
{
	while (all || !memchr(p->text ? p->text : "", '\n', p->size)) {
		struct pollfd fd = {p->out, POLLIN, 0};
		const int ms = left_ms(p);
		if (!ms || poll(&fd, 1, ms) == 0) {
			p->is_late = true;
			return false;
		}
		if (!read_more(p))
			return all;
	}
	return true;
}

static void finish(struct process *p, struct solution *s, int *status)
{
	struct rusage usage;

	close(p->in);
	close(p->out);
	if (p->is_late || s->answer == ANSWER_UNSAT)
		kill(p->pid, SIGKILL); /* nothing more is wanted of it */
	while (wait4(p->pid, status, 0, &usage) < 0 && errno == EINTR)
		;
	s->seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
		     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* ---- values */

/* ((v3 #x00ff)) or #b01 */
static bool read_value(const char *text, uint32_t variable, uint64_t *value)
{
	char name[24];
	const char *at;

	snprintf(name, sizeof name, "(v%u ", variable);
	at = text ? strstr(text, name) : NULL;
	if (!at)
		return false;
	at += strlen(name);
	*value = strtoull(at + 2, NULL, at[1] == 'x' ? 16 : 2);
	return at[0] == '#';
}

static void ask_values(struct process *p, const struct query *q, struct solution *s)
{
	char *text = NULL;
	size_t size = 0, room = 0;
	FILE *out = open_memstream(&text, &size);

	fputs("(get-value (", out);
	for (size_t i = 0; i < q->input_count; i++)
		fprintf(out, " v%u", q->inputs[i]);
	fputs("))\n(exit)\n", out);
	fclose(out);
	const char *answer = NULL;
	if (q->input_count && write_all(p, text, size) && read_answer(p, true))
		answer = p->text;
	s->values =
	    array_grow(NULL, 0, &room, (q->input_count + 1) * sizeof *s->values);
	for (size_t i = 0; i < q->input_count; i++)
		if (!read_value(answer, q->inputs[i], &s->values[i])) {
			s->answer = ANSWER_FAILED;
			snprintf(s->why, sizeof s->why,
				 "it tells no value of an input");
		}
	free(text);
}

/* ---- asking */

static void judge(struct process *p, unsigned seconds, int status, struct solution *s)
{
	const int n = p->text ? (int)strcspn(p->text, "\n") : 0;

	if (s->answer == ANSWER_SAT || s->answer == ANSWER_UNSAT || s->why[0])
		return;
	s->answer = ANSWER_NONE;
	/* Some die of SIGXCPU, which some machines send early; some catch it and abort.
	 */
	if (p->is_late || s->seconds > 0.5 * seconds ||
	    (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)) {
		snprintf(s->why, sizeof s->why, "no answer in time");
	} else if (n && strncmp(p->text, "unknown", 7) == 0) {
		snprintf(s->why, sizeof s->why, "it says unknown");
	} else {
		s->answer = ANSWER_FAILED;
		if (WIFSIGNALED(status))
			snprintf(s->why, sizeof s->why, "it died of signal %d",
				 WTERMSIG(status));
		else
			snprintf(s->why, sizeof s->why, "it printed '%.*s'",
				 n > 150 ? 150 : n, p->text ? p->text : "");
	}
}

void solver_ask(const struct solver *solver, const struct query *q, unsigned seconds,
		struct solution *s)
{
	struct process p = {0};
	int status = 0;

	memset(s, 0, sizeof *s);
	s->answer = ANSWER_FAILED;
	signal(SIGPIPE, SIG_IGN);
	if (start(&p, solver, seconds)) {
		snprintf(s->why, sizeof s->why, "it cannot be started: %s",
			 strerror(errno));
		return;
	}
	if (write_all(&p, q->text, q->size) && read_answer(&p, false)) {
		if (strncmp(p.text, "unsat\n", 6) == 0) {
			s->answer = ANSWER_UNSAT;
		} else if (strncmp(p.text, "sat\n", 4) == 0) {
			s->answer = ANSWER_SAT;
			ask_values(&p, q, s);
		}
	}
	finish(&p, s, &status);
	judge(&p, seconds, status, s);
	free(p.text);
}
