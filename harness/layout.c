/* SPDX-License-Identifier: GPL-3.0-or-later */
/* layout.c - bytes, vectors and arguments of a typed target. */
#include "harness/layout.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/type.h"

enum { SLOT_SIZE = 16 };

/* A buffer of `size` bytes whose end is the start of an inaccessible page. */
static void *guarded_buffer(struct layout_field *f, size_t size)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t room = (size + page - 1) / page * page;
	char *pages = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (pages == MAP_FAILED)
		return NULL;
	f->mapping = pages;
	f->mapping_size = room + page;
	if (mprotect(pages + room, page, PROT_NONE))
		return NULL;
	return pages + room - size;
}

static int place_field(struct layout *l, size_t i)
{
	struct layout_field *f = &l->fields[i];
	const struct me_field *r = f->record;
	enum me_type type = r->type;
	struct axis axis = type_axis(type);

	f->offset = l->file_size;
	f->first = l->n;
	for (uint32_t k = 0; k < r->count; k++, l->n++) {
		l->axes[l->n] = axis;
		l->types[l->n] = type;
	}
	l->file_size += r->count * type_file_size(type);
	if (r->passing == ME_BY_POINTER)
		f->memory = guarded_buffer(f, r->count * type_memory_size(type));
	else
		f->memory = calloc(1, SLOT_SIZE);
	l->slots[i] = f->memory;
	return f->memory ? 0 : -1;
}

int layout_init(struct layout *l, const struct me_entry *entry)
{
	size_t n = 0;

	memset(l, 0, sizeof *l);
	l->entry = entry;
	l->field_count = entry->field_count;
	for (size_t i = 0; i < l->field_count; i++)
		n += entry->fields[i].count;
	l->fields = calloc(l->field_count + 1, sizeof *l->fields);
	l->slots = calloc(l->field_count + 1, sizeof *l->slots);
	l->axes = calloc(n + 1, sizeof *l->axes);
	l->types = calloc(n + 1, sizeof *l->types);
	if (!l->fields || !l->slots || !l->axes || !l->types)
		goto fail;
	for (size_t i = 0; i < l->field_count; i++) {
		l->fields[i].record = &entry->fields[i];
		if (place_field(l, i))
			goto fail;
	}
	return 0;
fail:
	layout_done(l);
	return -1;
}

void layout_done(struct layout *l)
{
	for (size_t i = 0; l->fields && i < l->field_count; i++) {
		if (l->fields[i].mapping)
			munmap(l->fields[i].mapping, l->fields[i].mapping_size);
		else
			free(l->fields[i].memory);
	}
	free(l->fields);
	free(l->slots);
	free(l->axes);
	free(l->types);
	memset(l, 0, sizeof *l);
}

void layout_decode(const struct layout *l, const unsigned char *bytes, size_t size,
		   coord *x)
{
	size_t offset = 0;

	for (size_t i = 0; i < l->n; i++) {
		unsigned char whole[SLOT_SIZE] = {0};
		size_t want = type_file_size(l->types[i]);
		size_t have = offset < size ? size - offset : 0;
		if (have)
			memcpy(whole, bytes + offset, have < want ? have : want);
		x[i] = type_load(l->types[i], whole);
		offset += want;
	}
}

void layout_encode(const struct layout *l, const coord *x, unsigned char *bytes)
{
	for (size_t i = 0; i < l->n; i++) {
		type_store(l->types[i], x[i], bytes);
		bytes += type_file_size(l->types[i]);
	}
}

void layout_store(const struct layout *l, const coord *x)
{
	for (size_t i = 0; i < l->field_count; i++) {
		const struct layout_field *f = &l->fields[i];
		size_t size = type_memory_size(f->record->type);
		char *to = f->memory;
		for (uint32_t k = 0; k < f->record->count; k++, to += size)
			type_store_memory(f->record->type, x[f->first + k], to);
	}
}

void layout_call(struct layout *l)
{
	l->entry->call(l->slots, l->result);
}

/* ---- printing */

struct text {
	char *out;
	size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t, const char *format,
						       ...)
{
	va_list arguments;
	size_t left = t->length < t->size ? t->size - t->length : 0;

	va_start(arguments, format);
	int n = vsnprintf(left ? t->out + t->length : NULL, left, format, arguments);
	va_end(arguments);
	if (n > 0)
		t->length += (size_t)n;
}

static void put_field(struct text *t, const struct layout *l, size_t i, const coord *x)
{
	const struct layout_field *f = &l->fields[i];
	const struct me_field *r = f->record;
	char value[64];

	if (i)
		put(t, ", ");
	if (r->passing == ME_BY_POINTER)
		put(t, "(%s[]){", r->type_name);
	for (uint32_t k = 0; k < r->count; k++) {
		type_print(r->type, x[f->first + k], value, sizeof value);
		put(t, "%s%s", k ? ", " : "", value);
	}
	if (r->passing == ME_BY_POINTER)
		put(t, "}");
}

int layout_print_call(const struct layout *l, const coord *x, char *out, size_t size)
{
	struct text t = {out, size, 0};

	put(&t, "%s(", l->entry->source_name);
	for (size_t i = 0; i < l->field_count; i++)
		put_field(&t, l, i, x);
	put(&t, ")");
	return (int)t.length;
}

int layout_print_result(const struct layout *l, char *out, size_t size)
{
	enum me_type type = l->entry->result;

	if (type == ME_VOID || type == ME_PTR)
		return snprintf(out, size, "%s", "");
	return type_print(type, type_load_memory(type, l->result), out, size);
}
