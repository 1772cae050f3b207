/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * backtrace.c - stack traces with functions and lines, also without a sanitizer, in the
 * form that triage tools read: `    #N 0xADDRESS in FUNCTION FILE:LINE`. libFuzzer calls
 * __sanitizer_print_stack_trace when there is one; ours gives way to a sanitizer's.
 */
#include "harness/program/backtrace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <backtrace.h>

#include "harness/program/source_name.h"
#include "harness/program/hash.h"
#include "me/ends.h"

enum { FRAMES_MOST = 64 }; /* of an endless recursion the innermost ones */

void __sanitizer_print_stack_trace(void);

struct frames {
	struct backtrace_state *state;
	int number;
	int inside; /* the frames of the handler are behind us */
};

static void on_error(void *data, const char *text, int number)
{
	(void)data;
	(void)text;
	(void)number;
}

/* libbacktrace is at work; a handler that interrupts it must not enter it again. */
static volatile sig_atomic_t busy;

/* Made when first asked for: that reads the program's symbols. Null when it is being
 * used already; else leave() follows. */
static struct backtrace_state *enter(void)
{
	static struct backtrace_state *made;

	if (busy)
		return NULL;
	busy = 1;
	if (!made)
		made = backtrace_create_state(NULL, 0, on_error, NULL);
	if (!made)
		busy = 0;
	return made;
}

static void leave(void)
{
	busy = 0;
}

static void name_symbol(void *data, uintptr_t pc, const char *name, uintptr_t value,
			uintptr_t size)
{
	const char **out = data;

	(void)pc;
	(void)value;
	(void)size;
	*out = name;
}

static int starts_with(const char *text, const char *start)
{
	return text && !strncmp(text, start, strlen(start));
}

/* Whether it is the code to which a handler of SIGSEGV returns, in the C library. */
static int returns_signal(uintptr_t pc)
{
	enum { SIZE = 16, SET_BYTES = 8 };
	struct {
		uintptr_t handler, flags, restorer, set[2]; /* as the kernel has it */
	} action = {0};

	syscall(SYS_rt_sigaction, SIGSEGV, NULL, &action, SET_BYTES);
	return action.restorer && pc - action.restorer + 1 <= SIZE;
}

/* What lies above the program under test: libFuzzer's handler and ours, and the
 * signal's frame. */
static int is_handler(uintptr_t pc, const char *function, const char *file)
{
	if (starts_with(function, "_ZN6fuzzer") ||
	    starts_with(function, "__me_failure") || returns_signal(pc))
		return 1;
	return file &&
	       (strstr(file, "harness/runtime/guard.c") ||
		strstr(file, "harness/libfuzzer/") || strstr(file, "harness/triage/"));
}

/* Between the program and libc: our own exit(). */
static int is_exit(const char *file)
{
	return file && strstr(file, "harness/libfuzzer/failure.c");
}

static int print_frame(void *data, uintptr_t pc, const char *file, int line,
		       const char *function)
{
	struct frames *f = data;

	if (!function)
		backtrace_syminfo(f->state, pc, name_symbol, on_error, &function);
	if ((!f->inside && is_handler(pc, function, file)) || is_exit(file))
		return 0;
	if (starts_with(function, "__me_call_"))
		return 1; /* below is the harness */
	f->inside = 1;
	char room[SOURCE_NAME_MOST];
	fprintf(stderr, "    #%d 0x%lx in %s", f->number++, (unsigned long)pc,
		function ? source_name(function, file, room) : "??");
	if (file)
		fprintf(stderr, " %s:%d", file, line);
	fprintf(stderr, "\n");
	return f->number == FRAMES_MOST || starts_with(function, "main");
}

static int (*is_known)(void);

void backtrace_omit(int (*known)(void))
{
	is_known = known;
}

__attribute__((weak, visibility("default"))) void __sanitizer_print_stack_trace(void)
{
	if (is_known && is_known())
		return;
	struct frames frames = {enter(), 0, 0};

	if (!frames.state)
		return;
	backtrace_full(frames.state, 1, print_frame, on_error, &frames);
	leave();
}

/* ---- whose a program counter is */

static const char *symbol_of(struct backtrace_state *state, uintptr_t pc)
{
	const char *name = NULL;

	backtrace_syminfo(state, pc, name_symbol, on_error, &name);
	return name;
}

/* Answers are kept: the same pcs come again. */
static int is_in_program(struct backtrace_state *state, uintptr_t pc)
{
	static struct answer {
		uintptr_t pc;
		int found;
	} answers[256];
	struct answer *a = &answers[pc * 0x9e3779b97f4a7c15u >> 56];
	struct source_function s;

	if (a->pc == pc)
		return a->found;
	a->pc = pc;
	const char *name = symbol_of(state, pc);
	a->found = name && source_name_find(name, &s);
	return a->found;
}

static int read_lines(void *data, uintptr_t pc, const char *file, int line,
		      const char *function)
{
	(void)data;
	(void)pc;
	(void)file;
	(void)line;
	(void)function;
	return 1;
}

void backtrace_prepare(void)
{
	const uintptr_t pc = (uintptr_t)backtrace_prepare;
	struct backtrace_state *state = enter();

	if (!state)
		return;
	is_in_program(state, pc);
	backtrace_pcinfo(state, pc, read_lines, on_error, NULL);
	leave();
}

/* ---- what a run may be left in */

struct library_call {
	struct backtrace_state *state;
	uintptr_t pc; /* of the frame before: in the function that was called */
	int is_lockless;
};

static int find_library_call(void *data, uintptr_t pc)
{
	struct library_call *c = data;
	const int is_caller = is_in_program(c->state, pc);

	if (is_caller)
		c->is_lockless = lockless_has(c->pc);
	c->pc = pc;
	return is_caller;
}

int backtrace_may_leave(uintptr_t pc)
{
	struct library_call c = {.state = enter()};

	if (!c.state)
		return 0;
	c.is_lockless = is_in_program(c.state, pc);
	if (!c.is_lockless)
		backtrace_simple(c.state, 1, find_library_call, on_error, &c);
	leave();
	return c.is_lockless;
}

/* ---- how a program ends itself */

/* A way to end the process: the functions that do, and, by how they begin, those that call
 * them on behalf of their own caller and hold no lock meanwhile. */
struct end {
	const char *functions[4], *for_caller[9];
};

static const struct end aborts = {
    {"abort"},
    {"__assert", "_ZSt9terminatev", "_ZN9__gnu_cxx27__verbose_terminate",
     "_ZN10__cxxabiv111__terminate", "__cxa_throw", "__cxa_rethrow",
     "_ZNSt7__cxx1112basic_string", "_ZNKSt7__cxx1112basic_string"}};
static const struct end exits = {
    {"exit", "_exit", "_Exit"},
    {"_gfortran_stop_", "_gfortran_error_stop_", "_gfortran_exit_", "_Exit"}};

static int is_for_caller(const struct end *end, const char *function)
{
	for (size_t i = 0; end->for_caller[i]; i++)
		if (starts_with(function, end->for_caller[i]))
			return 1;
	/* A static function of a library, between two of these, or std::__throw_out_of_range(). */
	return !function ||
	       (starts_with(function, "_ZSt") && strstr(function, "__throw_"));
}

struct end_call {
	struct backtrace_state *state;
	const struct end *end;
	int called; /* the frame of the function that ends the process is behind us */
	int by_program;
};

static int find_end(void *data, uintptr_t pc)
{
	struct end_call *c = data;
	const char *function = symbol_of(c->state, pc);

	if (!c->called) {
		for (size_t i = 0; function && c->end->functions[i]; i++)
			c->called |= !strcmp(function, c->end->functions[i]);
		return 0;
	}
	c->by_program = is_in_program(c->state, pc);
	return c->by_program || !is_for_caller(c->end, function);
}

static int is_end_of_program(const struct end *end)
{
	struct end_call c = {enter(), end, 0, 0};

	if (!c.state)
		return 0;
	backtrace_simple(c.state, 1, find_end, on_error, &c);
	leave();
	return c.by_program;
}

int backtrace_aborts(void)
{
	return is_end_of_program(&aborts);
}

int backtrace_exits(void)
{
	return is_end_of_program(&exits);
}

/* ---- what tells failures apart */

struct top {
	struct backtrace_state *state;
	int with_lines,
	    with_standard; /* frames of the standard library's templates count */
	uint64_t key;
	int count;
	uint64_t last; /* the frame before, */
	uintptr_t last_pc; /* and where its code is */
	char *text; /* null: not wanted */
	size_t size;
	struct backtrace_top *all; /* or null */
};

static uint64_t hash_name(const char *name)
{
	uint64_t key = 1;

	for (; *name; name++)
		key = hash_mix(key, (unsigned char)*name);
	return key;
}

struct frame_place {
	uintptr_t pc, symbol;
	const char *function, *file;
	int line;
};

static void find_symbol(void *data, uintptr_t pc, const char *name, uintptr_t value,
			uintptr_t size)
{
	struct frame_place *p = data;

	(void)pc;
	(void)size;
	p->function = name ? name : "";
	p->symbol = value;
}

/* Inlined functions come first, the one that has the code last. */
static int find_line(void *data, uintptr_t pc, const char *file, int line,
		     const char *function)
{
	struct frame_place *p = data;

	(void)pc;
	(void)function;
	if (file && !p->file) {
		p->file = file;
		p->line = line;
	}
	return 0;
}

static int take_frame(void *data, uintptr_t pc)
{
	struct top *t = data;
	struct frame_place p = {pc, 0, "", NULL, 0};

	/* The stack of an endless recursion has many thousands of this one. */
	if (pc == t->last_pc || !is_in_program(t->state, pc))
		return 0;
	backtrace_syminfo(t->state, pc, find_symbol, on_error, &p);
	backtrace_pcinfo(t->state, pc, find_line, on_error, &p);
	if (!t->with_standard && me_is_standard_header(p.file))
		return 0;
	/* Where no line is known the offset in the function stands for it. */
	const uint64_t line = p.line ? (uint64_t)p.line : pc - p.symbol,
		       frame =
			   hash_mix(hash_name(p.function), t->with_lines ? line : 0);
	if (frame == t->last)
		return 0;
	t->last = frame;
	t->last_pc = pc;
	t->key = hash_mix(t->key, frame);
	char room[SOURCE_NAME_MOST];
	const char *slash = p.file ? strrchr(p.file, '/') : NULL;
	p.function = source_name(p.function, p.file, room);
	if (t->text && !t->count && p.file)
		snprintf(t->text, t->size, "in %s %s:%d", p.function,
			 slash ? slash + 1 : p.file, p.line);
	else if (t->text && !t->count)
		snprintf(t->text, t->size, "in %s", p.function);
	if (t->all) {
		t->all->functions[t->count] = hash_name(p.function);
		t->all->lines[t->count] = p.file && p.line
					      ? hash_mix(hash_name(p.file), line)
					      : t->all->functions[t->count];
		t->all->count = t->count + 1;
	}
	return ++t->count == BACKTRACE_TOP;
}

static void take_frames(struct top *t)
{
	t->state = enter();
	if (!t->state)
		return;
	backtrace_simple(t->state, 1, take_frame, on_error, t);
	t->with_standard = !t->count;
	if (t->with_standard)
		backtrace_simple(t->state, 1, take_frame, on_error, t);
	leave();
}

uint64_t backtrace_key(int with_lines)
{
	struct top top = {.with_lines = with_lines};

	take_frames(&top);
	return top.key;
}

void backtrace_place(char *text, size_t size, struct backtrace_top *all)
{
	struct top top = {.text = text, .size = size, .all = all};

	*text = '\0';
	take_frames(&top);
}

/* ---- the whole stack */

struct collected {
	struct backtrace_state *state;
	struct backtrace_frame *frames;
	size_t count, most;
	int inside; /* the frames of the handler are behind us */
};

/* The name by which the source knows an instrumented function, and its counter. */
static void find_source(struct backtrace_frame *f)
{
	struct source_function s;

	if (!source_name_find(f->function, &s))
		return;
	f->entries = source_name_entries(&s);
	f->function = s.unit->functions[s.function].source_name;
}

static struct backtrace_frame *find_frame(const struct collected *c,
					  const struct backtrace_frame *wanted)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->frames[i].pc == wanted->pc &&
		    c->frames[i].line == wanted->line &&
		    c->frames[i].function == wanted->function)
			return &c->frames[i];
	return NULL;
}

/* Two new frames of one pc follow each other where the first is inlined into the second.
 */
static void add_frame(struct collected *c, const struct backtrace_frame *frame)
{
	struct backtrace_frame *known = find_frame(c, frame);

	if (known) {
		known->times++;
		return;
	}
	if (c->count == c->most)
		return;
	if (c->count && c->frames[c->count - 1].pc == frame->pc)
		c->frames[c->count - 1].is_inlined = 1;
	c->frames[c->count++] = *frame;
}

/* Of one pc the innermost inlined function comes first, the one that has the code last.
 */
static int collect_frame(void *data, uintptr_t pc, const char *file, int line,
			 const char *function)
{
	struct collected *c = data;

	if (!function)
		backtrace_syminfo(c->state, pc, name_symbol, on_error, &function);
	const struct backtrace_frame frame = {
	    .pc = pc, .function = function, .file = file, .line = line, .times = 1};
	if (!c->inside && is_handler(pc, function, file))
		return 0;
	if (starts_with(function, "__me_call_"))
		return 1; /* below is the harness */
	c->inside = 1;
	add_frame(c, &frame);
	return starts_with(function, "main");
}

static void name_frame(struct backtrace_state *state, struct backtrace_frame *f)
{
	f->is_program = is_in_program(state, f->pc) != 0;
	if (f->is_program && f->function)
		find_source(f);
}

/* The frames of our hooks, which the program has called: what lies in front of the code
 * that is neither ours nor without a name. */
static size_t hook_frames(const struct backtrace_frame *frames, size_t count)
{
	size_t hooks = 0;

	for (size_t i = 0; i < count && !frames[i].is_program; i++)
		if (starts_with(frames[i].file, "harness/"))
			hooks = i + 1;
	while (hooks && hooks < count && !frames[hooks].function && !frames[hooks].file)
		hooks++;
	return hooks;
}

static size_t name_frames(struct collected *c)
{
	size_t last = 0;

	for (size_t i = 0; i < c->count; i++) {
		name_frame(c->state, &c->frames[i]);
		last = c->frames[i].is_program ? i + 1 : last;
	}
	leave();
	c->count = last ? last : c->count; /* below the program is the harness */
	const size_t hooks = hook_frames(c->frames, c->count);
	memmove(c->frames, c->frames + hooks, (c->count - hooks) * sizeof *c->frames);
	return c->count - hooks;
}

size_t backtrace_frames(struct backtrace_frame *frames, size_t most)
{
	struct collected c = {enter(), frames, 0, most, 0};

	if (c.state)
		backtrace_full(c.state, 1, collect_frame, on_error, &c);
	return c.state ? name_frames(&c) : 0;
}

size_t backtrace_frames_at(const uintptr_t *pcs, size_t count,
			   struct backtrace_frame *frames, size_t most)
{
	struct collected c = {enter(), frames, 0, most, 1};

	for (size_t i = 0; i < count && c.state; i++)
		backtrace_pcinfo(c.state, pcs[i], collect_frame, on_error, &c);
	return c.state ? name_frames(&c) : 0;
}

/* ---- the files that libbacktrace reads, in place of its own posix.c */

int backtrace_open(const char *file, backtrace_error_callback error, void *data,
		   int *is_absent);
int backtrace_close(int descriptor, backtrace_error_callback error, void *data);

/* Of glibc and of GCC. */
static int is_system_library(const char *file)
{
	static const char *const names[] = {"libc.so.", "libm.so.", "ld-linux",
					    "libstdc++.so.", "libgcc_s.so."};
	const char *slash = strrchr(file, '/');

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (starts_with(slash ? slash + 1 : file, names[i]))
			return 1;
	return 0;
}

/* A debug file is opened right after the file that it belongs to. Where a system has those of
 * its C library, reading them takes a hundred times as long as all else, in each process that
 * names a fault, and tells lines of the C library only. */
int backtrace_open(const char *file, backtrace_error_callback error, void *data,
		   int *is_absent)
{
	static int is_system;
	const int is_debug = starts_with(file, "/usr/lib/debug/");

	if (is_absent)
		*is_absent = 0;
	if (!is_debug)
		is_system = is_system_library(file);
	errno = ENOENT;
	const int descriptor =
	    is_debug && is_system ? -1 : open(file, O_RDONLY | O_CLOEXEC);
	if (descriptor >= 0)
		return descriptor;
	if (is_absent && (errno == ENOENT || errno == EACCES))
		*is_absent = 1;
	else
		error(data, file, errno);
	return -1;
}

int backtrace_close(int descriptor, backtrace_error_callback error, void *data)
{
	const int failed = close(descriptor);

	if (failed)
		error(data, "close", errno);
	return !failed;
}
