/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walled.c - see walled.h. */
#include "harness/program/walled.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <unwind.h>

#include "harness/program/backtrace.h"
#include "harness/program/module.h"
#include "me/ends.h"

enum {
	PAGE = 4096,
	ALIGNMENT = 16, /* of what malloc() returns */
	FRONT = 1 << 20, /* bytes without memory in front of the first block */
	MADE_MOST = 12, /* calls that are known of a block */
	BLOCKS_MOST = 1 << 14, /* each takes two of the 65,530 mappings of a process */
};

#define ROOM ((size_t)1 << 28) /* bytes of addresses; what is freed has no memory */

struct walled_block {
	char *start;
	size_t size;
	uintptr_t made[MADE_MOST]; /* in the calls, innermost first; then 0 */
	int is_freed;
	int is_found; /* by the search for leaks: an address in it */
	struct walled_block *next; /* found, too, and to be searched itself */
};

static struct {
	char *room,
	    *next; /* room: null before the start; next: the page behind all walls */
	struct walled_block *list; /* BLOCKS_MOST; in the order of their addresses */
	size_t count, first; /* first: of this run */
	int is_busy;
	const char *why; /* the run was aborted here; or null */
	int judges_leaks;
	const char *stack; /* below it, what the run has left of its own */
	const char *ignored, *ignored_end; /* memory of ours */
	struct walled_block *found; /* a list, not searched yet */
	char leak[400]; /* what walled_leak() tells, or empty */
	const struct walled_block *lost; /* the first block of the leak */
	size_t lost_from, lost_to; /* its makers, the program's own first */
	int tells;
	const char *text,
	    *text_end; /* code of the program whose blocks end with their last byte */
	const char *new[2]; /* operators of C++ */
} walled;

__attribute__((visibility("default"))) int __me_walled;
int walled_has_blocks;

extern const char __executable_start[] __attribute__((weak)),
    etext[] __attribute__((weak));

/* There, if the wrappers are linked. */
int __me_wraps_free(void) __attribute__((weak));

/* Code that the optimisers have seen may rely on the alignment that malloc() promises. */
static int is_optimised(const struct me_unit *u)
{
	const char *option = u->options;

	while ((option = strstr(option, "'-O")))
		if (*(option += 3) != '0')
			return 1;
	return 0;
}

/* Other code, where it says so. */
static int needs_alignment(void)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++) {
			if (is_optimised(u))
				return 1;
			for (uint32_t i = 0; i < u->function_count; i++)
				if (u->functions[i].flags & ME_FUNCTION_ALIGNED)
					return 1;
		}
	return 0;
}

int walled_sees_free(void)
{
	return __me_wraps_free && __me_wraps_free();
}

void walled_start(void)
{
	if (walled.room || !walled_sees_free())
		return;
	walled.list =
	    mmap(NULL, BLOCKS_MOST * sizeof *walled.list, PROT_READ | PROT_WRITE,
		 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	walled.room = mmap(NULL, ROOM, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (walled.list == MAP_FAILED || walled.room == MAP_FAILED) {
		walled.room = NULL;
		return;
	}
	walled.next = walled.room + FRONT;
	walled.new[0] = dlsym(RTLD_DEFAULT, "_Znwm");
	walled.new[1] = dlsym(RTLD_DEFAULT, "_Znam");
	if (__executable_start && etext && !needs_alignment()) {
		walled.text = __executable_start;
		walled.text_end = etext;
	}
}

int walled_is_on(void)
{
	return walled.room != NULL;
}

int walled_is_spent(void)
{
	return walled.count == BLOCKS_MOST || walled.next >= walled.room + ROOM;
}

const char *walled_abort(void)
{
	return walled.why;
}

/* ---- for the wrappers */

static const char in_front[] = "write in front of a block";

static int is_in(const char *start, size_t size, const char *at)
{
	return start && (uintptr_t)at - (uintptr_t)start < size;
}

/* What is asked for with a size that is no multiple of 16 has no part that needs to lie so: its
 * end may be the page's. */
static size_t alignment_of(size_t size, const char *caller)
{
	enum { OPERATOR = 256 /* bytes of its code */ };

	if (!is_in(walled.text, (size_t)(walled.text_end - walled.text), caller) &&
	    !(walled.text && (is_in(walled.new[0], OPERATOR, caller) ||
			      is_in(walled.new[1], OPERATOR, caller))))
		return ALIGNMENT;
	const size_t natural = size & -size;
	return !size ? 1 : natural < ALIGNMENT ? natural : ALIGNMENT;
}

struct block_makers {
	uintptr_t *made;
	int count, is_inside; /* the frames of the wrapper are behind us */
	uintptr_t caller;
};

static _Unwind_Reason_Code note_maker(struct _Unwind_Context *context, void *data)
{
	struct block_makers *m = data;
	const uintptr_t pc = _Unwind_GetIP(context) - 1;

	m->is_inside |= pc == m->caller;
	if (m->is_inside)
		m->made[m->count++] = pc;
	return m->count == MADE_MOST ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/* Behind a function of a library, such as strdup() or operator new, is the program's. */
static void note_makers(struct walled_block *b, const char *caller)
{
	struct block_makers m = {b->made, 0, 0, (uintptr_t)caller - 1};
	const int is_program = __executable_start && etext &&
			       caller >= __executable_start && caller < etext;

	if (!is_program && walled.judges_leaks)
		_Unwind_Backtrace(note_maker, &m);
	if (!m.count)
		b->made[0] = m.caller;
}

static void *make_block(size_t size, const char *caller)
{
	const size_t alignment = alignment_of(size, caller);
	const size_t pages = size ? (size + PAGE - 1) / PAGE * PAGE : PAGE;

	if (walled_is_spent() ||
	    pages + PAGE > (size_t)(walled.room + ROOM - walled.next) ||
	    mprotect(walled.next, pages, PROT_READ | PROT_WRITE))
		return NULL;
	char *end = walled.next + pages;
	char *start = end - (size + alignment - 1) / alignment * alignment;
	walled.list[walled.count++] =
	    (struct walled_block){.start = start, .size = size};
	note_makers(&walled.list[walled.count - 1], caller);
	walled.next = end + PAGE;
	return start;
}

__attribute__((visibility("default"))) void *__me_walled_block(size_t size,
							       const void *caller)
{
	walled_has_blocks = 1;
	if (!walled.room)
		__me_walled = 0; /* the rest of the run need not ask */
	if (!walled.room || size > ROOM)
		return NULL;
	/* By another thread, or by the code that a handler has interrupted. */
	if (__atomic_exchange_n(&walled.is_busy, 1, __ATOMIC_ACQUIRE))
		return NULL;
	void *block = make_block(size, caller);
	__atomic_store_n(&walled.is_busy, 0, __ATOMIC_RELEASE);
	return block;
}

/* The last block that begins at the address or in front of it, or null. */
static struct walled_block *find(const char *address)
{
	size_t low = 0, high = walled.count;

	if (!is_in(walled.room, ROOM, address))
		return NULL;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (walled.list[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &walled.list[low - 1] : NULL;
}

__attribute__((visibility("default"))) int __me_walled_has(const void *block)
{
	return is_in(walled.room, ROOM, block);
}

__attribute__((visibility("default"))) size_t __me_walled_size(const void *block)
{
	const struct walled_block *b = find(block);

	return b ? b->size : 0;
}

void walled_open(const void *block)
{
	const struct walled_block *b = find(block);
	char *end = b ? b->start + b->size : NULL;

	if (b)
		mprotect(end + (PAGE - (uintptr_t)end % PAGE) % PAGE, PAGE,
			 PROT_READ | PROT_WRITE);
}

void walled_tell(void)
{
	walled.tells = 1;
}

static void end_run(const char *why)
{
	walled.why = why;
	if (walled.tells)
		fprintf(stderr, "ERROR: me: %s\n", *walled.leak ? walled.leak : why);
	abort();
}

/* In front of a block its page is empty. */
static int is_front_empty(const struct walled_block *b)
{
	const char *at = b->start - (uintptr_t)b->start % PAGE;

	while (at < b->start && !*at)
		at++;
	return at == b->start;
}

__attribute__((visibility("default"))) void __me_walled_free(void *block)
{
	struct walled_block *b = find(block);

	if (!b || b->start != block)
		end_run("invalid free");
	else if (b->is_freed)
		end_run("double free");
	else if (!is_front_empty(b))
		end_run(in_front);
	b->is_freed = 1;
	char *page = b->start - (uintptr_t)b->start % PAGE;
	const size_t size =
	    (size_t)(b->start + b->size - page + PAGE - 1) / PAGE * PAGE;
	mmap(page, size ? size : PAGE, PROT_NONE,
	     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

/* ---- */

void walled_run(const void *stack)
{
	__me_walled = stack != NULL;
	if (!stack)
		return;
	walled.stack = stack;
	walled.why = NULL;
	*walled.leak = '\0';
	walled.first = walled.count;
}

/* ---- leaks */

void walled_judge_leaks(const void *noted, size_t size)
{
	walled.judges_leaks = 1;
	walled.ignored = noted;
	walled.ignored_end = walled.ignored + size;
}

const char *walled_leak(void)
{
	return *walled.leak ? walled.leak : NULL;
}

static size_t walled_leak_stack(const uintptr_t **pcs)
{
	*pcs = *walled.leak ? walled.lost->made + walled.lost_from : NULL;
	return *walled.leak ? walled.lost_to - walled.lost_from : 0;
}

uint64_t walled_leak_key(void)
{
	const uintptr_t *pcs;

	return walled_leak_stack(&pcs) ? *pcs - (uintptr_t)&walled_leak_key : 0;
}

static void note_found(struct walled_block *b)
{
	if (b->is_found || b->is_freed)
		return;
	b->is_found = 1;
	b->next = walled.found;
	walled.found = b;
}

/* Takes each word for an address: of a block, it is found. Not ASan's business. */
__attribute__((no_sanitize_address)) static void read_words(const char *from,
							    const char *to)
{
	const size_t size = sizeof(char *);

	for (const char *at = from + -(uintptr_t)from % size;
	     at < to && (size_t)(to - at) >= size; at += size) {
		const char *word;
		if (at >= walled.ignored && at < walled.ignored_end)
			continue;
		memcpy(&word, at, size);
		struct walled_block *b =
		    is_in(walled.room, ROOM, word) ? find(word) : NULL;
		if (b && word <= b->start + b->size)
			note_found(b);
	}
}

static int is_of_walls(const char *at)
{
	return is_in(walled.room, ROOM, at) ||
	       is_in((char *)walled.list, BLOCKS_MOST * sizeof *walled.list, at);
}

/* What a process can write to, without the stack of the run. 0 when it is too much. */
static int read_memory(void)
{
	enum { LINE = 512, MOST = 1 << 27 };
	char line[LINE], access[8];
	unsigned long from, to;
	size_t sum = 0;
	FILE *maps = fopen("/proc/self/maps", "re");

	if (!maps)
		return 0;
	while (sum < MOST && fgets(line, sizeof line, maps))
		if (sscanf(line, "%lx-%lx %7s", &from, &to, access) == 3 && /* NOLINT */
		    !strncmp(access, "rw-p", 4) && !is_of_walls((char *)from)) {
			const char *start = (char *)from, *end = (char *)to;
			if (walled.stack >= start && walled.stack < end)
				start = walled.stack;
			sum += (size_t)(end - start);
			if (sum < MOST)
				read_words(start, end);
		}
	fclose(maps);
	return sum < MOST;
}

/* Blocks of earlier runs are the program's as its other memory is. */
static void read_blocks(void)
{
	struct walled_block *b;

	for (size_t i = 0; i < walled.first; i++)
		note_found(&walled.list[i]);
	while ((b = walled.found)) {
		walled.found = b->next;
		read_words(b->start, b->start + b->size);
	}
}

static int is_lost(const struct walled_block *b)
{
	return !b->is_freed && !b->is_found && b->size;
}

/* Whether the call is one of the program's own lines. */
static int is_own(const struct backtrace_frame *f)
{
	return f->is_program && f->file && !me_is_standard_header(f->file);
}

static void tell_leak(const struct walled_block *lost, size_t bytes, unsigned blocks)
{
	struct backtrace_frame f;
	size_t i = 0, count = 0;

	while (count < MADE_MOST && lost->made[count])
		count++;
	while (i < count &&
	       !(backtrace_frames_at(&lost->made[i], 1, &f, 1) && is_own(&f)))
		i++;
	walled.lost = lost;
	walled.lost_from = i < count ? i : 0;
	walled.lost_to = count;
	snprintf(walled.leak, sizeof walled.leak, "leak of %zu byte%s in %u block%s",
		 bytes, bytes == 1 ? "" : "s", blocks, blocks == 1 ? "" : "s");
	const size_t used = strlen(walled.leak);
	if (i < count)
		snprintf(walled.leak + used, sizeof walled.leak - used,
			 ", allocated in %s %s:%d", f.function,
			 strrchr(f.file, '/') ? strrchr(f.file, '/') + 1 : f.file,
			 f.line);
}

static void look_for_leaks(void)
{
	const struct walled_block *lost = NULL;
	size_t bytes = 0;
	unsigned blocks = 0;

	walled.found = NULL;
	for (size_t i = 0; i < walled.count; i++)
		walled.list[i].is_found = 0;
	if (!read_memory())
		return;
	read_blocks();
	for (size_t i = walled.first; i < walled.count; i++)
		if (is_lost(&walled.list[i])) {
			lost = lost ? lost : &walled.list[i];
			bytes += walled.list[i].size;
			blocks++;
		}
	if (!lost)
		return;
	tell_leak(lost, bytes, blocks);
	end_run("leak");
}

/* ---- */

void walled_look(void)
{
	int has_left = 0;

	__me_walled = 0;
	for (size_t i = walled.first; i < walled.count; i++) {
		if (!walled.list[i].is_freed && !is_front_empty(&walled.list[i]))
			end_run(in_front);
		has_left |= is_lost(&walled.list[i]);
	}
	if (walled.judges_leaks && has_left)
		look_for_leaks();
}

int walled_describe(const void *address, int *is_freed, char *text, size_t size)
{
	const char *at = address;
	const struct walled_block *b = find(at), *next = b ? b + 1 : walled.list;

	if (!is_in(walled.room, ROOM, at) || !walled.count)
		return 0;
	if (next < walled.list + walled.count &&
	    (!b || next->start - at < at - (b->start + b->size)))
		b = next;
	const long byte = at - b->start;
	const int is_behind = byte >= (long)b->size;
	*is_freed = b->is_freed && byte >= 0 && !is_behind;
	snprintf(text, size, "byte %ld%s of a block of %zu byte%s%s", byte,
		 is_behind  ? ", past the end"
		 : byte < 0 ? ", in front"
			    : "",
		 b->size, b->size == 1 ? "" : "s", *is_freed ? " that was freed" : "");
	return 1;
}

/* ---- the calls that have allocated what a run has lost */

/* Of lines "    #1 0x55d0 in f file.c:5" only the addresses are read, the names depend on the
 * sanitizer's options. The address of frame `number` in the line, or 0. */
static uintptr_t frame_address(const char *line, size_t number)
{
	char *end;

	line += strspn(line, " ");
	if (*line != '#' || strtoul(line + 1, &end, 10) != number || *end != ' ')
		return 0;
	return (uintptr_t)strtoull(end, NULL, 16);
}

struct leak_stack leak_stack_read(const char *printed)
{
	const char *line = strstr(printed, "LeakSanitizer: detected memory leaks");
	struct leak_stack stack = {.count = 0};

	while (line && stack.count < LEAK_STACK_MOST && (line = strchr(line, '\n'))) {
		const uintptr_t pc = frame_address(++line, stack.count);
		if (pc)
			stack.pcs[stack.count++] = pc;
		else if (stack.count)
			break;
	}
	return stack;
}

struct leak_stack leak_stack_of_walls(void)
{
	struct leak_stack stack;
	const uintptr_t *pcs;

	stack.count = walled_leak_stack(&pcs);
	if (stack.count)
		memcpy(stack.pcs, pcs, stack.count * sizeof *pcs);
	return stack;
}
