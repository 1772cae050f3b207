/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/failures.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* The first kind of a prefix is the one that it stands for. */
static const char *const prefixes[] = {
    [FAILURE_SIGNAL] = "crash-",    [FAILURE_EXIT] = "crash-",
    [FAILURE_SANITIZER] = "crash-", [FAILURE_LEAK] = "leak-",
    [FAILURE_TIMEOUT] = "timeout-", [FAILURE_OOM] = "oom-",
};

const char *failures_prefix(enum failure_kind kind)
{
	return prefixes[kind];
}

enum failure_kind failures_kind(const char *prefix)
{
	for (int k = 0; k < (int)(sizeof prefixes / sizeof *prefixes); k++)
		if (!strcmp(prefix, prefixes[k]))
			return (enum failure_kind)k;
	return FAILURE_SIGNAL;
}

struct failures *failures_map(void)
{
	void *f = mmap(NULL, sizeof(struct failures), PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return f == MAP_FAILED ? NULL : f;
}

static struct failure_record *find(struct failures *f, enum failure_kind kind,
				   uint64_t key)
{
	for (unsigned i = 0; i < f->count && i < FAILURES_MOST; i++)
		if (f->list[i].key == key && f->list[i].kind == (int)kind)
			return &f->list[i];
	return NULL;
}

/* Two processes may find the same failure at one time: then it is listed twice. */
static struct failure_record *add(struct failures *f, enum failure_kind kind,
				  uint64_t key)
{
	unsigned i = atomic_load(&f->count);

	do {
		if (i >= FAILURES_MOST)
			return NULL;
	} while (!atomic_compare_exchange_weak(&f->count, &i, i + 1));
	f->list[i].kind = (int)kind;
	f->list[i].key = key;
	return &f->list[i];
}

struct failure_record *failures_note(struct failures *f, enum failure_kind kind,
				     uint64_t key, int *is_new)
{
	struct failure_record *r = find(f, kind, key);

	atomic_fetch_add(&f->runs, 1);
	*is_new = 0;
	if (!r) {
		r = add(f, kind, key);
		*is_new = r != NULL;
	}
	if (r)
		atomic_fetch_add(&r->runs, 1);
	return r;
}

int failures_know(struct failures *f, enum failure_kind kind, uint64_t key)
{
	return find(f, kind, key) != NULL;
}

void failures_print(const struct failures *f)
{
	const unsigned count = f->count < FAILURES_MOST ? f->count : FAILURES_MOST;

	if (!count)
		return;
	fprintf(stderr, "INFO: me: %llu runs failed, with %u distinct failure%s:\n",
		(unsigned long long)f->runs, count, count == 1 ? "" : "s");
	for (unsigned i = 0; i < count; i++)
		fprintf(stderr, "INFO: me:   %s: %llu runs: %s\n", f->list[i].artifact,
			(unsigned long long)f->list[i].runs, f->list[i].what);
}
