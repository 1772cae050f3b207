/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * farm_session.c - the sessions of a task, one after the other or some at once.
 *
 * A session writes to a corpus of its own, and reads the one that is merged of all. So it
 * may be killed at any moment, and begin again on another machine.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "command/farm/farm_pool.h"
#include "command/farm/farm.h"
#include "corpus/files/corpus.h"
#include "me/ends.h"
#include "system/allocation.h"
#include "system/clock.h"

/*
 * What the other sessions of a target have found is given to one of them while it runs:
 * their inputs appear in its corpus, which libFuzzer reads again each second (-reload=1).
 * So many short sessions find what a long one would.
 */

/* Start with all zeros. */
struct farm_exchange {
	double next; /* of clock_now() */
	double wait; /* seconds */
};

/* Each wait is so many times as long as the one before: what is known is not read again. */
static const double wait_first = 1, wait_most = 60, wait_grows = 1.25;

static void input_copy(const char *from, const char *corpus)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read_regular(from, &bytes, &size))
		return;
	corpus_write(corpus, bytes, size, NULL);
	free(bytes);
}

static void input_take(const char *from, const char *corpus, const char *name)
{
	char to[PATH_MAX];

	if (snprintf(to, sizeof to, "%s/%s", corpus, name) >= (int)sizeof to)
		return;
	if (link(from, to) != 0 && errno != EEXIST && errno != ENOENT)
		input_copy(from, corpus);
}

/* Sessions name their inputs by their hashes; what somebody has put there stays where it is. */
static void inputs_take(const char *others, const char *corpus)
{
	DIR *directory = opendir(others);
	const struct dirent *entry;
	char from[PATH_MAX];

	while (directory && (entry = readdir(directory)))
		if (sha1_is_hex(entry->d_name) &&
		    snprintf(from, sizeof from, "%s/%s", others, entry->d_name) <
			(int)sizeof from)
			input_take(from, corpus, entry->d_name);
	if (directory)
		closedir(directory);
}

/*
 * When it is time, which is ever more rarely, up to once a minute: links the inputs of the
 * others into the session's corpus, or copies them where the file system has no links. What
 * cannot be read is passed over.
 */
static void farm_exchange(struct farm_exchange *exchange, const struct farm_unit *unit)
{
	struct text_buffer path = {0}, others = {0};
	struct farm_unit other = *unit;

	if (clock_now() < exchange->next || unit->farm->settings.seeds < 2)
		return;
	farm_unit_path(unit, &path, "corpus");
	for (other.seed = 1; other.seed <= unit->farm->settings.seeds; other.seed++)
		if (other.seed != unit->seed)
			inputs_take(farm_unit_path(&other, &others, "corpus"),
				    text_string(&path));
	text_done(&path);
	text_done(&others);
	exchange->wait = exchange->wait ? wait_grows * exchange->wait : wait_first;
	if (exchange->wait > wait_most)
		exchange->wait = wait_most;
	exchange->next = clock_now() + exchange->wait;
}

enum {
	POLL_MS = 20,
	END_SECONDS = 10, /* in which a session that is asked to end does */
	AGAIN_SECONDS = 2, /* less is not worth another start */
};

static const double margin_least = 5, margin_most = 60, overtime_most = 30;

double farm_search_margin(double seconds)
{
	const double m = seconds / 10;

	return m < margin_least ? margin_least : m > margin_most ? margin_most : m;
}

/* ---- its directory */

static int make_directories(struct command *command, const struct farm_unit *unit)
{
	static const char *const parts[] = {"", "corpus", "corpus.me", "artifacts"};
	struct text_buffer path = {0};

	int err = command_make_directory(
	    command, farm_path(unit->farm, &path, "targets/%s", unit->target->name));
	if (!err)
		err = command_make_directory(command, farm_path(unit->farm, &path,
								"targets/%s/corpus",
								unit->target->name));
	for (size_t i = 0; i < sizeof parts / sizeof *parts && !err; i++)
		err = command_make_directory(command,
					     farm_unit_path(unit, &path, parts[i]));
	text_done(&path);
	return err;
}

/* Whether there is a file to copy, and it was copied. */
static bool copy_file(const char *from, const char *to)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read_regular(from, &bytes, &size))
		return false;
	const bool copied = corpus_write_file(to, bytes, size) == 0;
	free(bytes);
	return copied;
}

/* The proofs about the target. A session without them only searches for more. */
static void take_verdicts(const struct farm_unit *unit)
{
	struct text_buffer from = {0}, to = {0};

	copy_file(farm_path(unit->farm, &from, "targets/%s/corpus.me/verdicts",
			    unit->target->name),
		  farm_unit_path(unit, &to, "corpus.me/verdicts"));
	text_done(&from);
	text_done(&to);
}

/* Whether there was one to take. A session that was killed may have left a part of it in
 * a file beside it. */
static bool take_database(const struct farm_unit *from, const char *to)
{
	struct text_buffer path = {0};
	const bool taken =
	    access(farm_unit_path(from, &path, "corpus.me/search.db-wal"), F_OK) != 0 &&
	    copy_file(farm_unit_path(from, &path, "corpus.me/search.db"), to);

	text_done(&path);
	return taken;
}

/* What another session of the target, which has ended, has learnt; where this one has not
 * begun to learn. With the inputs that it gets too, it goes on where that one ended. */
static void take_learnt(const struct farm_unit *unit)
{
	struct text_buffer path = {0};
	struct farm_unit other = *unit;
	const char *own = farm_unit_path(unit, &path, "corpus.me/search.db");

	if (access(own, F_OK) != 0)
		for (other.seed = unit->farm->settings.seeds; other.seed; other.seed--)
			if (other.seed != unit->seed &&
			    farm_unit_state(&other, NULL, 0) == UNIT_DONE &&
			    take_database(&other, own))
				break;
	text_done(&path);
}

/* Standard output and error become the log, which has what the round's earlier starts have
 * said. */
static int log_open(struct command *command, const struct farm_unit *unit)
{
	struct text_buffer path = {0};
	const bool goes_on = farm_unit_state(unit, NULL, 0) != UNIT_OPEN;
	const char *name = farm_unit_path(unit, &path, "log");
	const int fd =
	    open(name, O_WRONLY | O_CREAT | O_CLOEXEC | (goes_on ? O_APPEND : O_TRUNC),
		 0666);

	if (fd < 0)
		command_fail(command, name, "%s", strerror(errno));
	text_done(&path);
	return fd;
}

/* ---- its process */

static void session_line(const struct farm_unit *unit, double seconds, bool survives,
			 struct words *line)
{
	static const char *const surviving[] = {"-fork=1", "-ignore_crashes=1",
						"-ignore_timeouts=1", "-ignore_ooms=1"};
	const struct farm_settings *settings = &unit->farm->settings;
	struct text_buffer path = {0};

	words_add(line, unit->target->path);
	words_add_format(line, "-seed=%u",
			 settings->seed + (unit->farm->round - 1) * settings->seeds +
			     unit->seed - 1);
	words_add_format(line, "-max_total_time=%.0f", seconds < 1 ? 1 : seconds);
	words_add_format(line, "-artifact_prefix=%s",
			 farm_unit_path(unit, &path, "artifacts/"));
	words_add_format(line, "--status=%s",
			 farm_unit_path(unit, &path, "status.json"));
	if (settings->target_args)
		words_split(line, settings->target_args);
	for (size_t i = 0; survives && i < sizeof surviving / sizeof *surviving; i++)
		words_add(line, surviving[i]);
	words_add(line, farm_unit_path(unit, &path, "corpus"));
	words_add(line, farm_path(unit->farm, &path, "targets/%s/corpus",
				  unit->target->name));
	text_done(&path);
}

static void session_become(const struct words *line, int log, pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	if (getppid() != parent)
		_exit(126);
	dup2(log, STDOUT_FILENO);
	dup2(log, STDERR_FILENO);
	execv(line->items[0], line->items);
	dprintf(log, "%s: %s\n", line->items[0], strerror(errno));
	_exit(127);
}

/* Waits until the process ends, or until then; whether it has. With a session, which is
 * given what others find meanwhile, also until we are asked to end. */
static bool await(pid_t pid, double until, const struct farm_unit *session,
		  struct farm_exchange *exchange, int *status)
{
	const struct timespec tick = {0, POLL_MS * 1000000L};

	for (;;) {
		if (waitpid(pid, status, WNOHANG) == pid)
			return true;
		if (clock_now() >= until || (session && farm_pool_is_asked()))
			return false;
		if (session)
			farm_exchange(exchange, session);
		nanosleep(&tick, NULL);
	}
}

/* Runs it to its end; its exit code, or 128 and the signal. What it has started ends with
 * it. A session ends by itself when its time is up; this one is asked to when it does not,
 * or when we are. */
static int carry_out(const struct farm_unit *unit, const struct words *line, int log,
		     double seconds)
{
	const double overtime = seconds < overtime_most ? seconds + 5 : overtime_most;
	const pid_t parent = getpid();
	struct farm_exchange exchange = {.next = 0};
	int status = 0;

	/* It begins with what others have found before. */
	farm_exchange(&exchange, unit);
	const pid_t pid = fork();

	if (pid < 0)
		return 126;
	if (pid == 0)
		session_become(line, log, parent);
	setpgid(pid, pid);
	if (!await(pid, clock_now() + seconds + overtime, unit, &exchange, &status)) {
		kill(pid, SIGUSR1);
		if (!await(pid, clock_now() + END_SECONDS, NULL, NULL, &status)) {
			kill(-pid, SIGKILL);
			waitpid(pid, &status, 0);
		}
	}
	kill(-pid, SIGKILL);
	return me_end_code(status);
}

static bool is_bytes(const struct farm_unit *unit)
{
	return strcmp(unit->target->signature, "bytes") == 0;
}

static int session_run_once(const struct farm_unit *unit, int log, double seconds,
			    bool survives)
{
	struct words line = {0};

	session_line(unit, seconds, survives, &line);
	const int code = carry_out(unit, &line, log, seconds);
	words_done(&line);
	return code;
}

/* A session of a bytes target ends with its first failure: it goes on with the rest of its
 * time in processes of which each may fail. */
static int session_run(const struct farm_unit *unit, int log, double seconds)
{
	const double end = clock_now() + seconds;
	int code = session_run_once(unit, log, seconds, false);
	const double left = end - clock_now();

	if (code && code != ME_CODE_INTERRUPTED && is_bytes(unit) &&
	    !farm_pool_is_asked() && left >= AGAIN_SECONDS)
		code = session_run_once(unit, log, left, true);
	return code;
}

/* ---- a session */

/* Codes by which libFuzzer, or a sanitizer, says that the target has failed, are what a
 * session is for. */
static bool is_trouble(const struct farm_unit *unit, int code)
{
	return code != 0 && code != ME_CODE_INTERRUPTED && !me_end_is_code(code) &&
	       (!is_bytes(unit) || code == 126 || code == 127);
}

static int conclude(struct command *command, const struct farm_unit *unit, int code)
{
	char why[64];

	if (farm_pool_is_asked())
		return 0; /* it goes on another time */
	if (!is_trouble(unit, code))
		return farm_unit_note(command, unit, UNIT_DONE, NULL);
	if (code > 128)
		snprintf(why, sizeof why, "the session died by signal %d", code - 128);
	else
		snprintf(why, sizeof why, "the session ended with status %d", code);
	if (farm_unit_note(command, unit, UNIT_FAILED, why))
		return -1;
	struct text_buffer path = {0};
	command_fail(command, farm_unit_path(unit, &path, "log"), "%s", why);
	text_done(&path);
	return -1;
}

static int session_hold(struct command *command, const struct farm_unit *unit,
			double seconds)
{
	int log = -1, err = farm_targets_check(command, unit->target);

	if (!err)
		err = make_directories(command, unit);
	if (!err && (log = log_open(command, unit)) < 0)
		err = -1;
	if (!err)
		err = farm_unit_note(command, unit, UNIT_RUNNING, NULL);
	if (!err) {
		take_verdicts(unit);
		take_learnt(unit);
		err = conclude(command, unit, session_run(unit, log, seconds));
	}
	if (log >= 0)
		close(log);
	return err;
}

/* ---- those of a task */

static int session_work(void *context, size_t piece, double seconds)
{
	const struct farm_search *s = context;
	const struct farm_unit unit = farm_unit_at(s->farm, piece);
	const double begin = clock_now(), left = s->deadline - begin;
	const unsigned wanted = s->farm->settings.session;

	if (wanted)
		seconds = wanted < left ? wanted : left;
	const int err = session_hold(s->command, &unit, seconds);
	printf("%s %u: %s, %.0f s\n", unit.target->name, unit.seed,
	       err		      ? "failed"
	       : farm_pool_is_asked() ? "interrupted"
				      : "done",
	       clock_now() - begin);
	command_report(s->command);
	return err ? 1 : 0;
}

/* Those of first, first + step, ... that are not done; the caller frees. */
static size_t *open_units(const struct farm *farm, size_t first, size_t step,
			  size_t *count)
{
	const size_t all = farm_units(farm);
	size_t *list = array_new(all / step + 1, sizeof *list);

	*count = 0;
	for (size_t i = first; i < all; i += step) {
		const struct farm_unit unit = farm_unit_at(farm, i);
		if (farm_unit_state(&unit, NULL, 0) < UNIT_DONE)
			list[(*count)++] = i;
	}
	return list;
}

int farm_search_run(struct farm_search *search, size_t first, size_t step)
{
	struct farm_pool pool = {.width = search->width,
				 .deadline = search->deadline,
				 .work = session_work,
				 .context = search};
	size_t count;
	size_t *pieces = open_units(search->farm, first, step, &count);

	farm_pool_watch();
	farm_pool_run(&pool, pieces, count);
	free(pieces);
	pieces = open_units(search->farm, first, step, &search->open);
	free(pieces);
	search->failed = pool.failed;
	search->cpu = pool.cpu;
	search->is_interrupted = pool.is_interrupted;
	return 0;
}
