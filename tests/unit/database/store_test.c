/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows come back as they were put; of a goal's best inputs the nearest one stays, unless it
 * is of another build; what was not committed is not there; two stores on one file see each
 * other's rows. */
#include "harness/database/store.h"

#include <string.h>
#include <unistd.h>

#include "tests/unit/me_check.h"

#define PATH "store.db"

#ifdef ME_HAS_SQLITE

enum { MOST = 8 };

static struct seen {
	struct store_row row;
	char name[40], data[40];
} seen[MOST];
static int count;

static void see(void *context, const struct store_row *row)
{
	struct seen *s = &seen[count < MOST ? count : MOST - 1];

	(void)context;
	s->row = *row;
	snprintf(s->name, sizeof s->name, "%s", row->name);
	if (row->size && row->size < sizeof s->data)
		memcpy(s->data, row->data, row->size);
	count++;
}

/* Reads the file as that build. */
static void read_as(uint64_t program)
{
	struct store s = {.path = PATH, .program = program};

	count = 0;
	store_read(&s, see, NULL);
	check(!*s.text, "store_reads", s.text);
	store_close(&s);
}

static void put(struct store *s, enum row_kind kind, const char *name, const char *data,
		double value)
{
	const struct store_row r = {.kind = kind,
			      .name = name,
			      .data = data,
			      .size = strlen(data),
			      .number = {value, 2, -3.5}};

	store_put(s, &r);
}

static int is(int i, enum row_kind kind, const char *name, const char *data,
	      double value)
{
	const struct store_row *r = &seen[i].row;

	return i < count && r->kind == kind && !strcmp(seen[i].name, name) &&
	       r->size == strlen(data) && !memcmp(seen[i].data, data, r->size) &&
	       r->number[0] == value && r->number[1] == 2 && r->number[2] == -3.5;
}

static void check_rows(void)
{
	struct store a = {.path = PATH, .program = 1}, b = a;

	read_as(1);
	check(!count && access(PATH, F_OK), "store_absent", "the file was made");
	put(&a, ROW_BEST, "f:1.0", "near", 5);
	put(&a, ROW_STATE, "idle", "", 1);
	read_as(1);
	check(!count, "store_uncommitted", "rows are there before the commit");
	store_commit(&a);
	read_as(1);
	check(count == 2 && is(0, ROW_BEST, "f:1.0", "near", 5) &&
		  is(1, ROW_STATE, "idle", "", 1) && seen[0].row.is_same,
	      "store_rows", "rows are not as they were put");
	put(&b, ROW_BEST, "f:1.0", "far", 6);
	put(&b, ROW_STATE, "idle", "new", 9);
	store_commit(&b);
	read_as(1);
	check(is(0, ROW_BEST, "f:1.0", "near", 5) && is(1, ROW_STATE, "idle", "new", 9),
	      "store_nearest", "the farther input took its place");
	put(&a, ROW_BEST, "f:1.0", "nearer", 4);
	store_commit(&a);
	read_as(2);
	check(is(0, ROW_BEST, "f:1.0", "nearer", 4) && !seen[0].row.is_same,
	      "store_nearer", "it is not there, or of this build");
	b.program = 2;
	put(&b, ROW_BEST, "f:1.0", "other", 7);
	store_commit(&b);
	store_drop(&a, &(struct store_row){.kind = ROW_STATE, .name = "idle"});
	store_commit(&a);
	read_as(2);
	check(count == 1 && is(0, ROW_BEST, "f:1.0", "other", 7) && seen[0].row.is_same,
	      "store_other_build", "another build's input stayed, or a dropped row");
	check(!*a.text && !*b.text, "store_silent", a.text);
	store_close(&a);
	store_close(&b);
}

int main(void)
{
	check_rows();
	return me_check_failures > 0;
}

#else

int main(void)
{
	printf("SKIP store: ME is built without SQLite\n");
	return 0;
}

#endif
