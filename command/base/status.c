/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status.c - the line that says how far a command is. */
#include "command/base/status.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "system/clock.h"
#include "system/stop.h"

static const double interval_seconds = 1;

/* ---- the line */

static size_t columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1
		   ? size.ws_col
		   : 80;
}

/* Appends to the line, as far as there is room. */
static void add(char *line, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(char *line, size_t room, const char *format, ...)
{
	const size_t n = strlen(line);
	va_list list;

	va_start(list, format);
	vsnprintf(line + n, room - n, format, list);
	va_end(list);
}

static void line_make(const struct status *s, char *line, size_t room)
{
	const double left = stop_left();

	*line = '\0';
	if (s->goals)
		add(line, room, "%zu covered, %zu infeasible, %zu open; ", s->covered,
		    s->infeasible, s->goals - s->covered - s->infeasible);
	add(line, room, "%s", s->doing);
	if (s->executions)
		add(line, room, "; %llu executions", s->executions);
	if (isfinite(left))
		add(line, room, "; %.0f s left", ceil(left));
}

static void put(const char *bytes, size_t size)
{
	while (size) {
		const ssize_t n = write(STDERR_FILENO, bytes, size);
		if (n <= 0)
			return;
		bytes += n;
		size -= (size_t)n;
	}
}

/* A full line would move the cursor to the next one. */
static void draw(struct status *s)
{
	char line[400], text[420];
	const size_t most = columns() - 1;

	line_make(s, line, sizeof line);
	if (strlen(line) > most)
		line[most] = '\0';
	put(text, (size_t)snprintf(text, sizeof text, "\r%s\033[K", line));
	s->is_drawn = true;
}

static void tick(void *context)
{
	struct status *s = context;
	const double now = clock_now();

	if (now - s->drawn_at < interval_seconds)
		return;
	s->drawn_at = now;
	draw(s);
}

/* ---- */

void status_begin(struct status *s)
{
	s->is_on = isatty(STDERR_FILENO);
	s->drawn_at = clock_now();
	if (s->is_on)
		stop_tick_by(tick, s);
}

void status_erase(struct status *s)
{
	if (!s || !s->is_drawn)
		return;
	fflush(stdout);
	put("\r\033[K", strlen("\r\033[K"));
	s->is_drawn = false;
}

void status_do(struct status *s, const char *format, ...)
{
	va_list list;

	if (!s)
		return;
	va_start(list, format);
	vsnprintf(s->doing, sizeof s->doing, format, list);
	va_end(list);
}
