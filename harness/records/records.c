/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/records/records.h"

#include <fcntl.h>
#include <unistd.h>

#include "harness/records/json_writer.h"

enum { ABOVE = 100 }; /* what a program opens lies below */

static struct {
	int serves, file;
	FILE *out, *in; /* null: standard output; there are no requests */
} records;

static FILE *lift(int file, const char *mode)
{
	const int above = fcntl(file, F_DUPFD_CLOEXEC, ABOVE);

	return above < 0 ? NULL : fdopen(above, mode);
}

static void put_ready(void)
{
	struct json_writer line;

	json_writer_begin(&line, records.file);
	json_writer_text(&line, "kind", "ready");
	json_writer_number(&line, "process", getpid());
	json_writer_end(&line);
}

int records_open(int serves)
{
	const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);

	fflush(stdout);
	records.out = lift(STDOUT_FILENO, "w");
	records.in = serves ? lift(STDIN_FILENO, "r") : NULL;
	json_writer_share();
	if (!records.out || (serves && !records.in) || nothing < 0 ||
	    dup2(STDERR_FILENO, STDOUT_FILENO) < 0 || dup2(nothing, STDIN_FILENO) < 0)
		return -1;
	close(nothing);
	records.file = fileno(records.out);
	records.serves = serves;
	if (!serves)
		return 0;
	setvbuf(records.in, NULL, _IONBF,
		0); /* an exit() of a run gives nothing back */
	put_ready();
	return 0;
}

FILE *records_out(void)
{
	return records.out ? records.out : stdout;
}

int records_close(void)
{
	FILE *out = records_out();
	const int err = fflush(out) || ferror(out);

	return err || json_writer_failed() ? -1 : 0;
}

int records_file(void)
{
	return records.file;
}

int records_input(void)
{
	return fileno(records.in);
}

const char *records_next(void)
{
	static char *text;
	static size_t room;

	fflush(records.out);
	return records.serves && getdelim(&text, &room, 0, records.in) > 0 ? text
									   : NULL;
}

void records_error(const char *file, const char *text)
{
	struct json_writer line;

	if (!records.serves) {
		fprintf(stderr, "ERROR: me: %s%s%s\n", file ? file : "",
			file ? ": " : "", text);
		return;
	}
	json_writer_begin(&line, records.file);
	json_writer_text(&line, "kind", "error");
	json_writer_text(&line, "file", file);
	json_writer_text(&line, "text", text);
	json_writer_end(&line);
}

int records_fail(const char *what, const char *why)
{
	char text[1000];

	snprintf(text, sizeof text, "%s%s%s", what, why ? ": " : "", why ? why : "");
	records_error(NULL, text);
	return 1;
}
