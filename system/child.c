/* SPDX-License-Identifier: GPL-3.0-or-later */
/* child.c - starts a program, talks to it and waits for its end. */
#include "system/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "system/allocation.h"
#include "system/clock.h"

/* ---- process groups that are suspended with us and go on with us. A terminal's SIGTSTP comes
 * to our own group alone: without this, what we have started would go on. The time does not
 * count for clock_now(). */

enum { GROUPS = 64 };

static volatile pid_t groups[GROUPS]; /* 0: none */

static void tell_groups(int number)
{
	for (size_t i = 0; i < GROUPS; i++)
		if (groups[i])
			kill(-groups[i], number);
}

static void suspend(int number)
{
	const int error = errno;
	const double start = clock_now();

	(void)number;
	tell_groups(SIGSTOP);
	raise(SIGSTOP); /* returns after SIGCONT */
	tell_groups(SIGCONT);
	clock_leave_out(clock_now() - start);
	errno = error;
}

static void suspend_watch(void)
{
	struct sigaction action = {.sa_handler = suspend, .sa_flags = SA_RESTART};
	struct sigaction before;

	sigemptyset(&action.sa_mask);
	sigaction(SIGTSTP, NULL, &before);
	if (before.sa_handler == SIG_DFL)
		sigaction(SIGTSTP, &action, NULL);
}

static void suspend_replace(pid_t before, pid_t after)
{
	size_t i = 0;

	while (i < GROUPS && groups[i] != before)
		i++;
	if (i < GROUPS)
		groups[i] = after;
}

/* From now on the group is, which our SIGTSTP must not reach before: where that is
 * ignored, or for more than some tens of groups, nothing happens. */
static void suspend_add(pid_t group)
{
	suspend_watch();
	suspend_replace(0, group);
}

static void suspend_remove(pid_t group)
{
	suspend_replace(group, 0);
}

/* ---- pipes */

/* TROUBLE carries errno when the program cannot be run. */
enum { INPUT, OUTPUT, ERRORS, TROUBLE, PIPES };

struct pipes {
	int theirs[PIPES], ours[PIPES];
};

static void close_end(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void close_pipes(struct pipes *p)
{
	for (int i = 0; i < PIPES; i++) {
		close_end(&p->theirs[i]);
		close_end(&p->ours[i]);
	}
}

/* Above the standard streams: who runs us may have closed those. */
static int lifted(int fd)
{
	const int higher = fd <= 2 ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : fd;

	if (higher != fd)
		close(fd);
	return higher;
}

static bool pipe_is_wanted(int pipe, enum child_streams streams)
{
	return pipe == TROUBLE || streams == CHILD_APART ||
	       (streams == CHILD_JOINED && pipe != ERRORS);
}

/* Returns 0 or an errno. */
static int open_pipes(struct pipes *p, enum child_streams streams)
{
	for (int i = 0; i < PIPES; i++)
		p->theirs[i] = p->ours[i] = -1;
	for (int i = 0; i < PIPES; i++) {
		int ends[2];

		if (!pipe_is_wanted(i, streams))
			continue;
		if (pipe2(ends, O_CLOEXEC) != 0)
			return errno;
		p->theirs[i] = lifted(ends[i == INPUT ? 0 : 1]);
		p->ours[i] = lifted(ends[i == INPUT ? 1 : 0]);
		if (p->theirs[i] < 0 || p->ours[i] < 0)
			return errno;
	}
	return 0;
}

/* ---- starting */

/* In the child. The parent may have ended before the kernel was asked to tell of it:
 * then it is our parent no more. */
static void tie(pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(126);
}

static const char huge_pages[] = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=4194304:"
				 "glibc.malloc.mmap_threshold=67108864";

/* In the child, between fork and exec. */
static void child_become(const struct child_plan *plan, const struct pipes *p,
			 pid_t parent)
{
	bool good = true;

	if (plan->is_tied)
		tie(parent);
	signal(SIGPIPE, SIG_DFL);
	if (plan->has_huge_pages)
		setenv("GLIBC_TUNABLES", huge_pages, 0);
	if (plan->cpu_seconds) {
		const struct rlimit limit = {plan->cpu_seconds,
					     plan->cpu_seconds + plan->cpu_grace};
		setrlimit(RLIMIT_CPU, &limit);
	}
	for (int i = INPUT; i <= ERRORS && plan->streams != CHILD_SHARED; i++) {
		const int end = p->theirs[i] < 0 ? p->theirs[OUTPUT] : p->theirs[i];
		good = good && dup2(end, i) == i;
	}
	if (plan->directory)
		good = good && chdir(plan->directory) == 0;
	if (good)
		execvp(plan->words[0], (char *const *)plan->words);
	int code = errno;
	if (write(p->theirs[TROUBLE], &code, sizeof(code)) < 0)
		_exit(126);
	_exit(127);
}

/* Nothing comes of a child that runs its program: the pipe closes. */
static int read_trouble(int fd)
{
	int code = 0;
	ssize_t n;

	do
		n = read(fd, &code, sizeof(code));
	while (n < 0 && errno == EINTR);
	return n == sizeof(code) ? code : 0;
}

/* As fork(), and a child that is tied is suspended with us from its start. */
static pid_t fork_child(bool is_tied)
{
	sigset_t stop, before;

	sigemptyset(&stop);
	sigaddset(&stop, SIGTSTP);
	sigprocmask(SIG_BLOCK, &stop, &before);
	if (is_tied)
		orphans_adopt();
	const pid_t pid = fork();
	if (pid > 0)
		orphans_except(pid);
	if (pid > 0 && is_tied) {
		setpgid(pid, pid); /* the child does so too: who comes first */
		suspend_add(pid);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

int child_start(struct child *child, const struct child_plan *plan)
{
	struct pipes p;
	const pid_t parent = getpid();
	int code = open_pipes(&p, plan->streams);
	int status;

	*child =
	    (struct child){.in = -1, .out = -1, .err = -1, .is_tied = plan->is_tied};
	if (!code) {
		child->pid = fork_child(plan->is_tied);
		code = child->pid < 0 ? errno : 0;
	}
	if (code) {
		close_pipes(&p);
		child->pid = 0;
		return code;
	}
	if (child->pid == 0)
		child_become(plan, &p, parent);
	for (int i = 0; i < PIPES; i++)
		close_end(&p.theirs[i]);
	child->in = p.ours[INPUT];
	child->out = p.ours[OUTPUT];
	child->err = p.ours[ERRORS];
	if (child->in >= 0)
		fcntl(child->in, F_SETFL, O_NONBLOCK);
	code = read_trouble(p.ours[TROUBLE]);
	close_end(&p.ours[TROUBLE]);
	if (code) {
		child_end(child, false, &status);
		child->pid = 0;
	}
	return code;
}

/* ---- talking */

enum { WAIT_MS = 100 }; /* between two looks at whether it is over */

static bool child_is_late(const struct child *c)
{
	return (c->deadline && clock_now() >= c->deadline) ||
	       (c->is_over && c->is_over());
}

/* As poll() wants it: -1 for any time. */
static int wait_ms(const struct child *c)
{
	const double ms = 1000 * (c->deadline - clock_now());

	if (!c->deadline)
		return c->is_over ? WAIT_MS : -1;
	return ms < 0 ? 0 : ms < WAIT_MS ? (int)ms + 1 : WAIT_MS;
}

/* Waits until one of them is ready, through signals. */
static bool wait_for(struct child *c, struct pollfd *fds, nfds_t count)
{
	int ready = 0;

	while (!c->is_late && ready <= 0) {
		c->is_late = child_is_late(c);
		if (!c->is_late)
			ready = poll(fds, count, wait_ms(c));
		c->is_late |= ready < 0 && errno != EINTR;
	}
	return !c->is_late;
}

static void reserve(struct child_text *text, size_t more)
{
	const size_t need = text->size + more + 1;
	const size_t room = need > 2 * text->room ? need : 2 * text->room;

	if (need <= text->room)
		return;
	text->bytes = memory_checked(realloc(text->bytes, room));
	text->room = room;
}

/* Reads what is there; at the end closes the pipe. */
static void pipe_take(int *fd, struct child_text *text)
{
	reserve(text, 4096);
	const ssize_t n = read(*fd, text->bytes + text->size, 4096);
	if (n > 0)
		text->size += (size_t)n;
	else if (n == 0 || errno != EINTR)
		close_end(fd);
	text->bytes[text->size] = '\0';
}

/* Waits for what it prints, and with `writes` until it can be written to, of which
 * *ready tells. False when it is late. */
static bool child_listen(struct child *c, bool writes, bool *ready)
{
	/* poll() leaves out what is negative. */
	struct pollfd fds[] = {{c->out, POLLIN, 0},
			       {c->err, POLLIN, 0},
			       {writes ? c->in : -1, POLLOUT, 0}};

	if (!wait_for(c, fds, 3))
		return false;
	if (fds[0].revents)
		pipe_take(&c->out, &c->output);
	if (fds[1].revents)
		pipe_take(&c->err, &c->errors);
	*ready = fds[2].revents != 0;
	return true;
}

static bool pipe_write(struct child *c, const char *bytes, size_t size)
{
	bool ready;

	while (size) {
		if (c->in < 0 || !child_listen(c, true, &ready))
			return false;
		if (!ready)
			continue;
		const ssize_t n = write(c->in, bytes, size);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (n > 0) {
			bytes += n;
			size -= (size_t)n;
		}
	}
	return true;
}

bool child_write(struct child *child, const void *bytes, size_t size)
{
	const struct sigaction ignore = {.sa_handler = SIG_IGN};
	struct sigaction before;

	sigaction(SIGPIPE, &ignore, &before);
	const bool good = pipe_write(child, bytes, size);
	sigaction(SIGPIPE, &before, NULL);
	return good;
}

void child_close_input(struct child *child)
{
	close_end(&child->in);
}

bool child_read(struct child *child)
{
	bool ready;

	return (child->out >= 0 || child->err >= 0) &&
	       child_listen(child, false, &ready);
}

double child_cpu(const struct child *child)
{
	struct timespec used;
	clockid_t clock;

	if (clock_getcpuclockid(child->pid, &clock) || clock_gettime(clock, &used))
		return 0;
	return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

/* ---- ending */

static void kill_all(const struct child *c)
{
	if (c->is_tied)
		kill(-c->pid, SIGKILL);
	kill(c->pid, SIGKILL);
}

/* Most end at once when nobody listens to them any more: waits are short at first. */
static void wait_or_kill(struct child *c)
{
	struct timespec pause = {0, 50000};
	siginfo_t ended;

	while (!c->is_late) {
		ended.si_pid = 0;
		if (waitid(P_PID, (id_t)c->pid, &ended, WEXITED | WNOWAIT | WNOHANG) ||
		    ended.si_pid)
			return;
		c->is_late = child_is_late(c);
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < 20000000)
			pause.tv_nsec *= 2;
	}
	kill_all(c);
}

double child_end(struct child *child, bool kill_it, int *status)
{
	struct rusage usage = {0};
	pid_t ended;

	*status = -1;
	close_end(&child->in);
	close_end(&child->out);
	close_end(&child->err);
	if (kill_it)
		kill_all(child);
	else if (child->is_late || child->deadline || child->is_over)
		wait_or_kill(child);
	/* A child keeps its number until it is waited for. */
	while (child->is_tied &&
	       waitid(P_PID, (id_t)child->pid, &(siginfo_t){0}, WEXITED | WNOWAIT) &&
	       errno == EINTR)
		;
	suspend_remove(child->pid);
	do
		ended = wait4(child->pid, status, 0, &usage);
	while (ended < 0 && errno == EINTR);
	orphans_forget(child->pid);
	if (child->is_tied && (kill_it || child->is_late))
		orphans_kill();
	return ended < 0 ? 0 : clock_used(&usage);
}
