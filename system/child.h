/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * child.h - a program that runs as a child process: it is written to and read at
 * the same time, and not longer than until a time by the clock.
 *
 *	start, then write and read as often as one likes, then end
 */
#ifndef SYSTEM_CHILD_H
#define SYSTEM_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum child_streams {
	CHILD_APART, /* stdin, stdout and stderr are pipes */
	CHILD_JOINED, /* stdin is a pipe; another one is both stdout and stderr */
	CHILD_SHARED, /* they are ours; nothing is written or read */
};

struct child_plan {
	const char *const *words; /* ended by a null; the first is looked up in PATH */
	const char *directory; /* where to run; null: here */
	enum child_streams streams;
	unsigned cpu_seconds; /* it gets SIGXCPU when it uses more; 0: no limit */
	unsigned cpu_grace; /* and is killed that many seconds later */
	/* It is killed when we end, however that is; and with it all that it has
	 * started, in whatever process group, where it is killed by us. Its process
	 * group is its own, and is suspended with us. */
	bool is_tied;
	/* A compiler, a linker or a solver: glibc is asked to take its memory in huge pages, which is
	 * up to a third of its time; where GLIBC_TUNABLES asks for something, that stays. */
	bool has_huge_pages;
};

/* What was printed. */
struct child_text {
	char *bytes; /* ended by a NUL, or null; the caller frees */
	size_t size, room;
};

struct child {
	pid_t pid; /* 0: none */
	int in, out, err; /* our ends of the pipes; -1: closed */
	struct child_text output, errors;
	double deadline; /* of clock_now(), the caller's; 0: none */
	bool (*is_over)(void); /* asked while we wait: it is late at once; or null */
	bool is_tied; /* as planned */
	bool is_late; /* the deadline has passed while we waited */
};

/* Starts a program. Returns 0, or the errno of what cannot be run; then there is
 * nothing to end. */
int child_start(struct child *child, const struct child_plan *plan);
/* Writes all of it, reading what the child prints meanwhile. False when the child does
 * not take it: it has ended or closed its stdin, or is late. */
bool child_write(struct child *child, const void *bytes, size_t size);
/* There is no more to be written. */
void child_close_input(struct child *child);
/* Waits for some more of what it prints; false at the end of that, or when it is late.
 */
bool child_read(struct child *child);
/* The seconds of CPU that it has used, without what it has started. */
double child_cpu(const struct child *child);
/*
 * Closes the pipes and waits for the end of the child, which is killed when it is or
 * comes to be late, or at once with `kill_it`. Returns the seconds of CPU that it used;
 * *status is what waitpid() tells, or -1 where SIGCHLD is ignored and nothing is told.
 */
double child_end(struct child *child, bool kill_it, int *status);

/* ---- orphans.c: processes that a child has started and left. This process becomes their
 * parent, whatever process group or session they are in, and can end them. */

/* From now on orphans become children of this process. Those that it has already are
 * none. Called again it does nothing. */
void orphans_adopt(void);

/* A child that was started here is no orphan, until it has been waited for. */
void orphans_except(pid_t child);
void orphans_forget(pid_t child);

/* Kills all orphans, and those that they leave, and waits for them. */
void orphans_kill(void);

#endif
