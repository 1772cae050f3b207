/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arguments.c - the arguments of a typed target in memory. */
#include "harness/input/arguments.h"

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "harness/input/exception.h"
#include "harness/runtime/unset.h"
#include "value/type.h"

enum {
	SLOT_SIZE = 16,
	FRONT_BYTE = 0xa5,
};

/* ---- placing */

/* Of a parameter that is passed by pointer: inaccessible bytes on either side of its
 * buffer that no index of 32 bits, signed or not, leaves, also where the pointer is cast
 * to one of larger scalars, or the index is that of a column of up to 16 elements. What is
 * passed by value is copied: nothing is ever indexed from here. */
static size_t room_wanted(const struct me_parameter *r, size_t page)
{
	const size_t size = r->size < SLOT_SIZE ? SLOT_SIZE : r->size;

	if (r->passing != ME_BY_POINTER)
		return page;
	return size < SIZE_MAX >> 38 ? size << 36 : SIZE_MAX >> 2;
}

/* Bytes of address space for all buffers: half of what a process has, or a quarter of its
 * limit. */
static size_t room_of_all(void)
{
	const size_t most = (size_t)1 << 46;
	struct rlimit limit;

	if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return most;
	return limit.rlim_cur / 4 < most ? (size_t)limit.rlim_cur / 4 : most;
}

/* A buffer that ends where inaccessible room begins, with as much such room in front of its
 * pages; between these and the start of the buffer is room for the front. Where there is
 * less address space the room is smaller. */
static int guarded_buffer(const struct layout *l, struct layout_parameter *p)
{
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	const size_t inner = (p->memory_size + page - 1) / page * page;
	const size_t share = room_of_all() / 2 / l->parameter_count;
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	size_t room = room_wanted(p->record, page);
	char *pages = MAP_FAILED;

	for (room = (room < share ? room : share) / page * page;;
	     room = room / 2 / page * page) {
		if (room < page)
			room = page;
		pages = mmap(NULL, inner + 2 * room, PROT_NONE, flags, -1, 0);
		if (pages != MAP_FAILED || room == page)
			break;
	}
	if (pages == MAP_FAILED)
		return -1;
	p->mapping = pages;
	p->mapping_size = inner + 2 * room;
	p->room = room;
	p->memory = pages + room + inner - p->memory_size;
	p->front_room = inner - p->memory_size;
	return mprotect(pages + room, inner, PROT_READ | PROT_WRITE);
}

const char *arguments_leave_room(const struct layout *l)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct me_parameter *r = l->parameters[i].record;
		if (r->passing == ME_BY_POINTER &&
		    l->parameters[i].room >> 31 < r->size)
			return r->name;
	}
	return NULL;
}

static int place_memory(const struct layout *l, struct layout_parameter *p)
{
	const struct me_parameter *r = p->record;

	p->memory_size =
	    (size_t)p->capacity * r->size + !!(r->flags & ME_PARAMETER_STRING);
	if (r->flags & ME_PARAMETER_GUESSED && r->count < ME_GUESSED_ELEMENTS)
		p->memory_size =
		    (size_t)(p->capacity - r->count + ME_GUESSED_ELEMENTS) * r->size;
	if (r->passing == ME_BY_POINTER || p->memory_size > SLOT_SIZE)
		return guarded_buffer(l, p);
	p->memory = calloc(1, SLOT_SIZE);
	return p->memory ? 0 : -1;
}

int arguments_init(struct layout *l, const struct me_entry *entry)
{
	int err = layout_init(l, entry->parameters, entry->parameter_count);

	memset(l->front, FRONT_BYTE, sizeof l->front);
	l->entry = entry;
	l->unset_stack = UNSET_STACK;
	l->slots = calloc(l->parameter_count + 1, sizeof *l->slots);
	if (!l->slots)
		err = -1;
	for (size_t i = 0; i < l->parameter_count && !err; i++)
		err = place_memory(l, &l->parameters[i]);
	if (err)
		arguments_done(l);
	return err;
}

void arguments_done(struct layout *l)
{
	for (size_t i = 0; l->parameters && i < l->parameter_count; i++) {
		if (l->parameters[i].mapping)
			munmap(l->parameters[i].mapping, l->parameters[i].mapping_size);
		else
			free(l->parameters[i].memory);
	}
	free(l->slots);
	layout_done(l);
}

/* ---- memory */

/* Stores an element whose first coordinate is i; returns that of the next one. */
static size_t store_element(const struct layout *l, const struct layout_parameter *p,
			    size_t i, const coord *x, char *element)
{
	const struct me_parameter *r = p->record;

	for (uint32_t f = 0; f < r->field_count; f++) {
		const struct me_field *field = &r->fields[f];
		enum me_type part[2];
		unsigned parts = type_parts(field->type, part);
		char *to = element + field->offset;
		for (uint32_t k = 0; k < field->count; k++, i += parts) {
			type_store_memory(part[0], layout_passed(l, p, i, x), to);
			if (parts == 2)
				type_store_memory(part[1], x[i + 1],
						  to + type_file_size(part[0]));
			to += type_memory_size(field->type);
		}
	}
	return i;
}

/* The number of bytes in front of the first element that belong to the harness. */
static size_t front_size(const struct layout_parameter *p, const char *start)
{
	const size_t room = p->front_room + (size_t)(start - p->memory);
	const size_t most = p->record->passing == ME_BY_POINTER ? LAYOUT_FRONT : 0;

	return room < most ? room : most;
}

/* AddressSanitizer's, where the program has it. */
void __asan_poison_memory_region(const volatile void *, size_t) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *, size_t) __attribute__((weak));

/* What is accessible in front of the first element: there, too, an access is an error. */
static void poison_front(const struct layout_parameter *p, const char *start)
{
	if (!p->mapping || !__asan_poison_memory_region)
		return;
	__asan_unpoison_memory_region(start,
				      (size_t)(p->memory + p->memory_size - start));
	__asan_poison_memory_region(p->memory - p->front_room,
				    p->front_room + (size_t)(start - p->memory));
}

/* Elements from..to - 1 of the region, which arrays have that lie in it. */
static void store_others(const struct layout *l, const struct layout_region *r,
			 const coord *x, char *first, long from, long to)
{
	for (long i = from, k; i < to; i++) {
		const struct layout_parameter *p = layout_element(l, r, x, i, &k);
		store_element(l, p,
			      p->first + (size_t)k * layout_element_size(p->record), x,
			      first + i * (long)p->record->size);
	}
}

uint32_t arguments_behind_text(const struct layout *l, const struct layout_parameter *p,
			       const coord *x)
{
	const uint32_t length = layout_length(p, x);
	uint32_t n = 0;

	if (!(p->record->flags & ME_PARAMETER_ENDED) || l->has_aliases)
		return 0;
	while (n < length && x[p->first + n])
		n++;
	return length - n;
}

static void *store_parameter(const struct layout *l, struct layout_parameter *p,
			     const coord *x)
{
	const struct layout_region r = layout_region(l, p, x);
	const size_t size = p->record->size;
	const uint32_t cut = arguments_behind_text(l, p, x),
		       length = layout_length(p, x) - cut;
	char *start = p->memory + (p->capacity - (size_t)(r.high - r.low) + cut) * size,
	     *first = start - r.low * (long)size;
	size_t at = p->first, front = front_size(p, start);

	memcpy(start - front, l->front, front);
	memset(start, 0, p->memory_size - (size_t)(start - p->memory));
	for (uint32_t k = 0; k < length; k++)
		at = store_element(l, p, at, x, first + (size_t)k * size);
	store_others(l, &r, x, first, r.low, 0);
	store_others(l, &r, x, first, length, r.high - (long)cut);
	poison_front(p, start);
	p->start = start;
	p->cut = cut;
	return first;
}

/* ---- accesses in front */

static const struct layout *called; /* last */

static void set_access(struct layout_parameter *p, int access)
{
	p->is_closed = access == PROT_NONE;
	mprotect((char *)p->mapping + p->room, p->mapping_size - 2 * p->room, access);
}

/* Where it has ASan, that knows what is in front of an array. */
void arguments_close(const char *parameter)
{
	for (size_t i = 0; called && i < called->parameter_count; i++) {
		struct layout_parameter *p = &called->parameters[i];
		if (p->start && p->mapping && !__asan_poison_memory_region &&
		    strcmp(p->record->name, parameter) == 0)
			set_access(p, PROT_NONE);
	}
}

void arguments_open(const struct layout *l)
{
	for (size_t i = 0; i < l->parameter_count; i++)
		if (l->parameters[i].is_closed)
			set_access(&l->parameters[i], PROT_READ | PROT_WRITE);
}

/* ---- what is passed */

void arguments_store(const struct layout *l, const coord *x)
{
	long behind;

	for (size_t i = 0; i < l->parameter_count; i++) {
		struct layout_parameter *p = &l->parameters[i];
		p->start = NULL;
		l->slots[i] = layout_is_null(p, x) || layout_inside(l, p, x, &behind)
				  ? NULL
				  : store_parameter(l, p, x);
	}
	for (size_t i = 0; l->has_aliases && i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const struct layout_parameter *of = layout_inside(l, p, x, &behind);
		if (of)
			l->slots[i] = (char *)l->slots[of - l->parameters] +
				      behind * (long)p->record->size;
	}
}

/* Where scalar k of an element's coordinates is in the element. */
static size_t scalar_offset(const struct me_parameter *r, size_t k)
{
	const struct me_field *field = r->fields;
	enum me_type part[2];
	unsigned parts;

	for (; parts = type_parts(field->type, part), k >= parts * (size_t)field->count;
	     field++)
		k -= parts * (size_t)field->count;
	return field->offset + k / parts * type_memory_size(field->type) +
	       (k % parts ? type_file_size(part[0]) : 0);
}

const void *arguments_pointed(const struct layout *l, const struct layout_parameter *p,
			      size_t i)
{
	const size_t n = layout_element_size(p->record), k = i - p->first;
	const char *start = l->slots[p - l->parameters];

	if (p->record->passing != ME_BY_POINTER || !start ||
	    (p->cut && k + p->cut >= p->record->count))
		return NULL;
	return start + k / n * p->record->size + scalar_offset(p->record, k % n);
}

int arguments_overwritten(const struct layout *l, const coord *x, size_t i)
{
	const struct layout_parameter *p = layout_owner(l, x, i);
	const void *at = p ? arguments_pointed(l, p, i) : NULL;
	char stored[SLOT_SIZE] = {0};

	if (!at)
		return 0;
	type_store_memory(l->types[i], layout_passed(l, p, i, x), stored);
	return memcmp(at, stored, type_file_size(l->types[i])) != 0;
}

static void load_parameter(const struct layout *l, const struct layout_parameter *p,
			   const char *start, uint32_t length, coord *out)
{
	const size_t n = layout_element_size(p->record);

	for (size_t k = 0; k < n * length; k++)
		out[p->first + k] = type_load_memory(
		    l->types[p->first + k],
		    start + k / n * p->record->size + scalar_offset(p->record, k % n));
}

void arguments_load(const struct layout *l, const coord *x, coord *out)
{
	memcpy(out, x, l->n * sizeof *x);
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		if (p->record->passing == ME_BY_POINTER && l->slots[i])
			load_parameter(l, p, l->slots[i], layout_length(p, x) - p->cut,
				       out);
	}
}

/* Ends the run as a crash, in libFuzzer's runs and in ours. */
__attribute__((no_sanitize_address)) static void check_fronts(struct layout *l)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const char *start = p->start;
		size_t front = start ? front_size(p, start) : 0;
		if (!front || !memcmp(start - front, l->front, front))
			continue;
		l->damaged = p->record->name;
		for (l->damaged_at = start - 1;
		     *l->damaged_at ==
		     (char)l->front[front - (size_t)(start - l->damaged_at)];)
			l->damaged_at--;
		if (l->returns)
			return;
		fprintf(stderr,
			"ERROR: me: %s wrote in front of the elements of parameter "
			"'%s'\n",
			l->entry->source_name, p->record->name);
		raise(SIGABRT);
	}
}

/* Where a run that ends inside of the entry goes on. */
static jmp_buf call_end;

enum { CALL_ENDED = 1, CALL_REJECTED };

void __me_end_call(void) __attribute__((noreturn));
void __me_reject(void);

/* Of include/me/nondet.c: an assumption of the program's that does not hold, or exit(). */
__attribute__((visibility("default"))) void __me_end_call(void)
{
	longjmp(call_end, CALL_ENDED);
}

/* Of ME_ASSUME (include/me/target.h). */
__attribute__((visibility("default"))) void __me_reject(void)
{
	longjmp(call_end, CALL_REJECTED);
}

/* The stack where the entry's variables will lie. */
static __attribute__((noinline)) void unset_stack(size_t bytes)
{
	_Alignas(16) char below[UNSET_STACK];

	bytes = bytes < sizeof below ? (bytes + 15) / 16 * 16 : sizeof below;
	unset_fill(below + sizeof below - bytes, bytes);
	__asm__ volatile("" : : "r"(below) : "memory");
}

void arguments_call(struct layout *l)
{
	l->damaged = NULL;
	l->is_rejected = 0;
	called = l;
	exception_begin();
	if (l->unset_stack)
		unset_stack(l->unset_stack);
	switch (_setjmp(call_end)) {
	case 0:
		(l->entry->call_catching ? l->entry->call_catching
					 : l->entry->call)(l->slots, l->result);
		break;
	case CALL_REJECTED:
		l->is_rejected = 1;
	}
	arguments_open(l);
	check_fronts(l);
}
