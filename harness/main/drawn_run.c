/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawn_run.c - the values that a run draws, noted in memory that its child shares. */
#include "harness/main/drawn_run.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "harness/goals/describe.h"
#include "harness/libfuzzer/ending.h"
#include "harness/program/exit_now.h"

enum { RETURNED = 123 }; /* the exit code of a run that has come back */
enum { TEXT_SIZE = 1 << 22 };

static struct drawn {
	size_t size;
	int is_cut; /* there was no room for all */
	char text[TEXT_SIZE]; /* ["int","5"],["double","0.5"] */
} * drawn; /* null: nothing is recorded */

void __me_drawn(const char *name, const void *value, size_t size)
    __attribute__((visibility("default")));

/* ---- values as text */

static int is_unsigned(const char *name)
{
	return *name == 'u' || !strcmp(name, "bool") || !strcmp(name, "size_t") ||
	       !strcmp(name, "sector_t");
}

static void print_integer(const char *name, const void *value, size_t size, char *out)
{
	unsigned __int128 bits = 0;
	char digits[48];
	int n = 0;

	memcpy(&bits, value, size);
	const int negative = !is_unsigned(name) && bits >> (8 * size - 1) & 1;
	if (negative)
		bits = ((unsigned __int128)1 << (8 * size - 1) << 1) - bits;
	do
		digits[n++] = (char)('0' + (int)(bits % 10));
	while (bits /= 10);
	if (negative)
		*out++ = '-';
	while (n)
		*out++ = digits[--n];
	*out = 0;
}

/* As many digits as give the number back. */
static void print_value(const char *name, const void *value, size_t size, char *out)
{
	float f;
	double d;

	if (!strcmp(name, "float")) {
		memcpy(&f, value, sizeof f);
		sprintf(out, "%.9g", (double)f);
	} else if (!strcmp(name, "double")) {
		memcpy(&d, value, sizeof d);
		sprintf(out, "%.17g", d);
	} else {
		print_integer(name, value, size, out);
	}
}

void __me_drawn(const char *name, const void *value, size_t size)
{
	char text[64];

	if (!drawn || size > sizeof(__int128))
		return;
	if (drawn->size + 128 > TEXT_SIZE) {
		drawn->is_cut = 1;
		return;
	}
	print_value(name, value, size, text);
	drawn->size +=
	    (size_t)sprintf(drawn->text + drawn->size, "%s[\"%.40s\",\"%s\"]",
			    drawn->size ? "," : "", name, text);
}

/* ---- the run */

static void run_child(const struct recorded_run *run)
{
	alarm(ENDING_WALL_S);
	dup2(STDERR_FILENO, STDOUT_FILENO);
	if (run->state)
		state_restore(run->state);
	environment_restore(run->environment);
	run->subject->kind->call(run->subject);
	fflush(NULL);
	__me_exit_now(RETURNED);
}

static void print_line(const char *file, int status)
{
	char *name = describe_string(file);

	printf("{\"kind\":\"draws\",\"file\":%s,\"ended\":\"", name ? name : "\"\"");
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		printf("hang");
	else if (WIFSIGNALED(status))
		printf("signal %d", WTERMSIG(status));
	else
		printf(WEXITSTATUS(status) == RETURNED ? "returns" : "exit");
	printf("\",\"cut\":%s,\"draws\":[%s]}\n", drawn->is_cut ? "true" : "false",
	       drawn->text);
	free(name);
}

const char *drawn_run_print(const struct recorded_run *run, const char *file)
{
	unsigned char *bytes;
	size_t size;
	int status, err = corpus_read_regular(file, &bytes, &size);

	if (err)
		return corpus_strerror(err);
	if (!drawn)
		drawn = mmap(NULL, sizeof *drawn, PROT_READ | PROT_WRITE,
			     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (drawn == MAP_FAILED)
		return "out of memory";
	drawn->size = 0;
	drawn->is_cut = 0;
	*drawn->text = 0;
	run->subject->kind->take(run->subject, bytes, size);
	fflush(NULL);
	const pid_t child = fork();
	if (!child)
		run_child(run);
	free(bytes);
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return "no process can be made";
	print_line(file, status);
	return NULL;
}
