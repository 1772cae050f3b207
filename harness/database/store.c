/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/database/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/database/sqlite.h"

static void store_say(struct store *s, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(s->text, sizeof s->text, format, arguments);
	va_end(arguments);
}

#ifdef ME_HAS_SQLITE

#define APPLICATION 0x4d457372 /* "MEsr" */
#define SCHEMA                                                                         \
	"CREATE TABLE IF NOT EXISTS learnt(kind TEXT NOT NULL, name TEXT NOT NULL, "   \
	"program INTEGER NOT NULL, data BLOB, a REAL, b REAL, c REAL, "                \
	"PRIMARY KEY(kind, name)) WITHOUT ROWID"

static const char *const kinds[ROW_KINDS] = {[ROW_BEST] = "best",
					     [ROW_METHOD] = "method",
					     [ROW_STATE] = "state",
					     [ROW_FAILING] = "failing"};

enum { BUSY_MS = 5000, OPEN_TRIES = 50, OPEN_PAUSE_US = 20000 };

static const struct sqlite *sql;

/* ---- what goes wrong */

static int is_damage(int code)
{
	return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

/* Why the system does not open it; 0: it does. */
static int open_errno(const char *path)
{
	const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (file < 0)
		return errno;
	close(file);
	return 0;
}

static const char *reason(const struct store *s, int code)
{
	int number = 0;

	switch (code & 0xff) {
	case SQLITE_FULL:
		number = ENOSPC;
		break;
	case SQLITE_READONLY:
		return "it is read-only";
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return "other processes use it all the time";
	case SQLITE_CANTOPEN:
		number = open_errno(s->path);
		break;
	case SQLITE_IOERR:
		number = s->db ? sql->system_errno(s->db) : 0;
		break;
	default:
		break;
	}
	return number  ? strerror(number)
	       : s->db ? sql->errmsg(s->db)
		       : "it cannot be opened";
}

static void fails(struct store *s, int code)
{
	if (is_damage(code))
		store_say(s, "%s is damaged", s->path);
	else
		store_say(s, "%s: %s", s->path, reason(s, code));
	s->is_bad = 1;
}

/* ---- opening */

/* What SQLite has in its log may not yet be in the file: not even our number. */
static int has_log(const char *path)
{
	char *log = malloc(strlen(path) + sizeof "-wal");
	struct stat st;

	if (log)
		sprintf(log, "%s-wal", path);
	const int found = log && !stat(log, &st) && st.st_size;
	free(log);
	return found;
}

int store_is_foreign(const char *path)
{
	/* sqlite.org/fileformat.html: the application's number, its first byte first. */
	enum { NUMBER_AT = 68, HEADER = 72 };
	unsigned char head[HEADER] = {0};
	struct stat st;
	const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (file < 0)
		return 0;
	const int is_regular = !fstat(file, &st) && S_ISREG(st.st_mode);
	const ssize_t n = is_regular ? read(file, head, HEADER) : 0;
	const unsigned char *at = head + NUMBER_AT;
	const uint32_t number = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
				(uint32_t)at[2] << 8 | at[3];
	close(file);
	if (n <= 0)
		return 0;
	return memcmp(head, "SQLite format 3", 16) ||
	       (number != APPLICATION && !(number == 0 && has_log(path)));
}

void store_close(struct store *s)
{
	if (s->db)
		sql->close(s->db);
	s->db = NULL;
}

static int execute(struct store *s, const char *statement)
{
	return sql->exec(s->db, statement, NULL, NULL, NULL);
}

/* The first value of a query's first row, as a number; text of a value that is none. */
static int query(struct store *s, const char *text, int64_t *number, char *word,
		 size_t size)
{
	sqlite3_stmt *q = NULL;
	int code = sql->prepare_v2(s->db, text, -1, &q, NULL);

	if (code == SQLITE_OK)
		code = sql->step(q);
	if (code == SQLITE_ROW) {
		const char *value = (const char *)sql->column_text(q, 0);
		*number = sql->column_int64(q, 0);
		snprintf(word, size, "%s", value ? value : "");
		code = SQLITE_OK;
	}
	sql->finalize(q);
	return code;
}

static int query_number(struct store *s, const char *text, int64_t *number)
{
	char word[8];

	return query(s, text, number, word, sizeof word);
}

/* A name as SQLite's URIs have it, for a file on a medium that nobody can write. */
static int open_immutable(struct store *s)
{
	char *uri = malloc(3 * strlen(s->path) + 32), *at = uri;

	if (!uri)
		return SQLITE_NOMEM;
	at += sprintf(at, "file:");
	for (const char *c = s->path; *c; c++)
		at +=
		    sprintf(at, strchr("%?#", *c) ? "%%%02x" : "%c", (unsigned char)*c);
	sprintf(at, "?immutable=1");
	const int code = sql->open_v2(uri, (sqlite3 **)&s->db,
				      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
	free(uri);
	return code;
}

static int open_file(struct store *s)
{
	int64_t tables;
	int code = sql->open_v2(s->path, (sqlite3 **)&s->db,
				SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);

	if (code != SQLITE_OK)
		return code;
	sql->busy_timeout(s->db, BUSY_MS);
	code = query_number(s, "SELECT count(*) FROM sqlite_master", &tables);
	s->is_read_only = sql->db_readonly(s->db, "main") == 1;
	if (code == SQLITE_OK || is_damage(code) || !s->is_read_only)
		return code;
	/* The index of the log cannot be made beside it. */
	store_close(s);
	return open_immutable(s);
}

static int make_table(struct store *s)
{
	static const char *const statements[] = {"PRAGMA synchronous=OFF",
						 "PRAGMA journal_mode=WAL",
						 "BEGIN IMMEDIATE",
						 SCHEMA,
						 NULL,
						 NULL,
						 "COMMIT",
						 "PRAGMA synchronous=NORMAL"};
	char id[64], version[64];
	int code = SQLITE_OK;

	snprintf(id, sizeof id, "PRAGMA application_id=%d", APPLICATION);
	snprintf(version, sizeof version, "PRAGMA user_version=%d", STORE_VERSION);
	for (size_t i = 0;
	     code == SQLITE_OK && i < sizeof statements / sizeof *statements; i++)
		code = execute(s, statements[i] ? statements[i]
				  : i == 4	? id
						: version);
	return code;
}

/* Whether the file is a sound one of ours, or empty. Else s->text says what it is. */
static int check_file(struct store *s)
{
	int64_t id = 0, version = 0, tables = 0;
	char word[8] = "";
	int code = query_number(s, "PRAGMA application_id", &id);

	if (code == SQLITE_OK)
		code = query_number(s, "PRAGMA user_version", &version);
	if (code == SQLITE_OK)
		code = query_number(s, "SELECT count(*) FROM sqlite_master", &tables);
	if (code != SQLITE_OK)
		return code;
	s->is_useless = 1;
	if (tables && id != APPLICATION)
		store_say(s,
			  "%s is no database of ME: it is left as it is, and not used",
			  s->path);
	else if (tables && version != STORE_VERSION)
		store_say(
		    s,
		    "%s is of a newer version of ME: it is left as it is, and not used",
		    s->path);
	else
		s->is_useless = 0;
	if (s->is_useless)
		return SQLITE_OK;
	if (!tables)
		return make_table(s);
	code = query(s, "PRAGMA quick_check(1)", &id, word, sizeof word);
	if (code == SQLITE_OK && strcmp(word, "ok") != 0)
		return SQLITE_CORRUPT;
	if (code != SQLITE_OK || s->is_read_only)
		return code;
	return execute(s, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL");
}

/* Processes that begin at once wait for each other. */
static int open_checked(struct store *s)
{
	int code = SQLITE_BUSY;

	for (int i = 0; (code & 0xff) == SQLITE_BUSY && i < OPEN_TRIES; i++) {
		if (i)
			usleep(OPEN_PAUSE_US);
		store_close(s);
		code = open_file(s);
		if (code == SQLITE_OK)
			code = check_file(s);
	}
	return code;
}

/* Where the file is, for free(); null when out of memory. */
static char *directory_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return strdup(".");
	return strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

/* PATH.damaged, with its log. */
static void put_aside(const struct store *s)
{
	static const char *const parts[] = {"", "-wal", "-shm"};
	char *from = malloc(2 * strlen(s->path) + 64),
	     *to = from + strlen(s->path) + 16;

	for (int i = 0; from && i < 3; i++) {
		sprintf(from, "%s%s", s->path, parts[i]);
		sprintf(to, "%s.damaged%s", s->path, parts[i]);
		rename(from, to);
	}
	free(from);
}

/* One of several processes that find the damage puts the file aside. */
static int replace_damaged(struct store *s)
{
	char *directory = directory_of(s->path);
	const int lock =
	    open(directory ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	free(directory);
	if (lock >= 0)
		flock(lock, LOCK_EX);
	int code = open_checked(s);
	if (is_damage(code)) {
		store_close(s);
		put_aside(s);
		code = open_checked(s);
		if (code == SQLITE_OK)
			store_say(
			    s,
			    "%s was damaged: it is kept as %s.damaged, and another one "
			    "is begun",
			    s->path, s->path);
	}
	if (lock >= 0)
		close(lock);
	return code;
}

static int load(struct store *s)
{
	const char *why;

	if (!sql)
		sql = sqlite_load(&why);
	if (!sql)
		store_say(s, "%s is not used: %s", s->path, why);
	return sql != NULL;
}

/* A device or a directory is none of ours. */
static int is_fit(struct store *s)
{
	struct stat st;

	if (stat(s->path, &st))
		return 1;
	if (!S_ISREG(st.st_mode))
		store_say(s, "%s is no regular file: it is not used", s->path);
	else if (access(s->path, R_OK))
		store_say(s, "%s cannot be read: it is not used", s->path);
	return S_ISREG(st.st_mode) && !access(s->path, R_OK);
}

/* Whether the file is open. */
static int store_is_open(struct store *s)
{
	if (s->db || s->is_useless)
		return !s->is_useless;
	s->is_useless = 1;
	if (!is_fit(s) || !load(s))
		return 0;
	s->is_useless = 0;
	int code = open_checked(s);
	if (is_damage(code))
		code = replace_damaged(s);
	if (code != SQLITE_OK) {
		fails(s, code);
		store_close(s);
		return 0;
	}
	if (s->is_read_only && !*s->text)
		store_say(s, "%s is read-only: it is used, and nothing is added",
			  s->path);
	return !s->is_useless;
}

/* ---- reading */

/* Nothing is known of a corpus without inputs. */
static int is_empty_corpus(const char *corpus)
{
	DIR *directory = opendir(corpus);
	const struct dirent *entry = NULL;

	while (directory && (entry = readdir(directory)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			break;
	if (directory)
		closedir(directory);
	return !entry;
}

static enum row_kind kind_of(const char *name)
{
	int k = 0;

	while (k < ROW_KINDS && (!name || strcmp(name, kinds[k]) != 0))
		k++;
	return (enum row_kind)k;
}

static struct store_row store_row_of(const struct store *s, sqlite3_stmt *q)
{
	struct store_row r = {.kind = kind_of((const char *)sql->column_text(q, 0)),
			      .name = (const char *)sql->column_text(q, 1),
			      .data = sql->column_blob(q, 3),
			      .size = (size_t)sql->column_bytes(q, 3),
			      .is_same =
				  sql->column_int64(q, 2) == (int64_t)s->program};

	for (int i = 0; i < ROW_NUMBERS; i++)
		r.number[i] = sql->column_double(q, 4 + i);
	return r;
}

void store_read(struct store *s, store_row_fn *fn, void *context)
{
	sqlite3_stmt *q = NULL;
	int code;

	if ((access(s->path, F_OK) && errno == ENOENT) || !store_is_open(s))
		return;
	if (s->corpus && is_empty_corpus(s->corpus)) {
		if (!s->is_read_only)
			execute(s, "DELETE FROM learnt");
		return;
	}
	code = sql->prepare_v2(s->db,
			       "SELECT kind, name, program, data, a, b, c FROM "
			       "learnt ORDER BY kind, name",
			       -1, &q, NULL);
	while (code == SQLITE_OK && (code = sql->step(q)) == SQLITE_ROW) {
		const struct store_row r = store_row_of(s, q);
		if (r.kind != ROW_KINDS && r.name)
			fn(context, &r);
		code = SQLITE_OK;
	}
	if (code != SQLITE_DONE)
		fails(s, code);
	sql->finalize(q);
}

/* ---- writing */

static const char put_text[] =
    "INSERT INTO learnt VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT(kind, name) "
    "DO UPDATE SET program=?3, data=?4, a=?5, b=?6, c=?7 "
    "WHERE ?1<>'best' OR program<>?3 OR a>=?5";
static const char drop_text[] = "DELETE FROM learnt WHERE kind=?1 AND name=?2";

static void make_directory(const char *path)
{
	char *directory = directory_of(path);

	if (directory)
		mkdir(directory, 0777);
	free(directory);
}

/* A batch is under way: the first change begins it. */
static int begin_batch(struct store *s)
{
	if (s->in_batch || s->is_bad)
		return !s->is_bad;
	s->in_batch = 1;
	if (!s->db && !s->is_useless)
		make_directory(s->path);
	if (!store_is_open(s) || s->is_read_only) {
		s->is_bad = 1;
		return 0;
	}
	const int code = execute(s, "BEGIN IMMEDIATE");
	if (code != SQLITE_OK)
		fails(s, code);
	return code == SQLITE_OK;
}

static void change_row(struct store *s, const char *text, const struct store_row *r,
		       int is_put)
{
	sqlite3_stmt *q = NULL;

	if (!begin_batch(s))
		return;
	int code = sql->prepare_v2(s->db, text, -1, &q, NULL);
	if (code == SQLITE_OK) {
		sql->bind_text(q, 1, kinds[r->kind], -1, SQLITE_STATIC);
		sql->bind_text(q, 2, r->name, -1, SQLITE_STATIC);
	}
	if (code == SQLITE_OK && is_put) {
		sql->bind_int64(q, 3, (int64_t)s->program);
		sql->bind_blob(q, 4, r->data, (int)r->size, SQLITE_STATIC);
		for (int i = 0; i < ROW_NUMBERS; i++)
			sql->bind_double(q, 5 + i, r->number[i]);
	}
	if (code == SQLITE_OK && (code = sql->step(q)) == SQLITE_DONE)
		code = SQLITE_OK;
	if (code != SQLITE_OK)
		fails(s, code);
	sql->finalize(q);
}

void store_put(struct store *s, const struct store_row *row)
{
	change_row(s, put_text, row, 1);
}

void store_drop(struct store *s, const struct store_row *row)
{
	change_row(s, drop_text, row, 0);
}

/* A file that turns out to be damaged is put aside at the next opening. */
void store_commit(struct store *s)
{
	int code = SQLITE_OK;

	if (s->in_batch && s->db && !s->is_read_only) {
		code = s->is_bad ? SQLITE_OK : execute(s, "COMMIT");
		if (code != SQLITE_OK)
			fails(s, code);
		if (s->is_bad) {
			execute(s, "ROLLBACK");
			store_close(s);
		}
	}
	s->in_batch = s->is_bad = 0;
}

#else

void store_read(struct store *s, store_row_fn *fn, void *context)
{
	(void)fn;
	(void)context;
	if (!access(s->path, F_OK))
		store_say(s, "%s is not used: ME was built without SQLite", s->path);
}

void store_put(struct store *s, const struct store_row *row)
{
	(void)s;
	(void)row;
}

void store_drop(struct store *s, const struct store_row *row)
{
	(void)s;
	(void)row;
}

void store_commit(struct store *s)
{
	(void)s;
}

void store_close(struct store *s)
{
	(void)s;
}

#endif
