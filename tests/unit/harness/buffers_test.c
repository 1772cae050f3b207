/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory of arguments: a buffer ends where the process may not go on, what is written in
 * front of it is seen, and indices of 32 bits lead into room that faults.
 */
#include "tests/unit/harness/layout_cases.h"
#include "value/type.h"

/* ---- guard pages */

static void check_guard_pages(const struct layout *l)
{
	int inside = 0, after = 0;

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *f = &l->parameters[i];
		const size_t size =
		    f->record->count * type_memory_size(f->record->fields[0].type);
		char *end = (char *)f->memory + size;
		if (f->record->passing != ME_BY_POINTER)
			continue;
		inside += signal_of_touch(end - 1, 1) != 0;
		after += signal_of_touch(end, 0) != SIGSEGV;
		after += signal_of_touch(end, 1) != SIGSEGV;
	}
	check(!inside, "layout_buffer_usable", "its last byte faults");
	check(!after, "layout_guard_page", "the byte beyond a buffer can be used");
}

/* ---- what is in front of a buffer */

static int write_at; /* bytes from the start of p */

__attribute__((no_sanitize("address"))) static void write_near(void **slots,
							       void *result)
{
	(void)result;
	((volatile char *)slots[0])[write_at] = 1;
}

static int signal_of_call(struct layout *l, int at)
{
	const struct rlimit no_core = {0, 0};
	const coord x[4] = {0};
	int status;

	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGABRT, SIG_DFL);
		signal(SIGSEGV, SIG_DFL);
		fclose(stderr);
		write_at = at;
		arguments_store(l, x);
		arguments_call(l);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void check_front(void)
{
	static const struct me_parameter buffers[] = {
	    FIELD("p", int, 3, ME_I32, ME_BY_POINTER),
	};
	static const struct me_entry writer = {
	    ME_ABI,  1,	 "w", "w",  "w.c",	1,    ME_VOID,
	    buffers, "", "",  NULL, write_near, NULL,
	};
	struct layout l;

	arguments_init(&l, &writer);
	check(signal_of_call(&l, 0) == 0 && signal_of_call(&l, 11) == 0,
	      "layout_front_inside", "a write into the buffer is refused");
	check(signal_of_call(&l, -1) == SIGABRT && signal_of_call(&l, -64) == SIGABRT,
	      "layout_front", "a write in front of the buffer is not seen");
	/* The buffer ends with its only page. */
	check(signal_of_call(&l, -4096) == SIGSEGV, "layout_front_page",
	      "there is no page in front that faults");
	arguments_done(&l);
}

/* ---- what indices of 32 bits reach */

struct wide {
	char bytes[1000];
};

static void check_reach(void)
{
	static const struct me_parameter arrays[] = {
	    FIELD("d", double, 3, ME_F64, ME_BY_POINTER),
	    FIELD("w", struct wide, 2, ME_I8, ME_BY_POINTER),
	    FIELD("c", char, 1, ME_I8, ME_BY_POINTER),
	};
	static const struct me_entry reader = {
	    ME_ABI, 3,	"r", "r",  "r.c",     1,    ME_VOID,
	    arrays, "", "",  NULL, note_call, NULL,
	};
	static const long indices[] = {INT32_MIN, -100000, 4096, INT32_MAX, UINT32_MAX};
	struct layout l;
	int missed = 0;

	arguments_init(&l, &reader);
	for (size_t i = 0; i < l.parameter_count; i++)
		for (size_t k = 0; k < sizeof indices / sizeof *indices; k++) {
			const struct layout_parameter *p = &l.parameters[i];
			volatile char *at =
			    p->memory + indices[k] * (long)p->record->size;
			char *low = p->mapping;
			missed += at < low || at >= low + p->mapping_size ||
				  (at < p->memory - 4096 &&
				   signal_of_touch(at, 0) != SIGSEGV) ||
				  (at >= p->memory + p->memory_size &&
				   signal_of_touch(at, 1) != SIGSEGV);
		}
	check(!missed, "layout_reach", "an index of 32 bits leaves the room");
	check(!arguments_leave_room(&l), "layout_has_room", arguments_leave_room(&l));
	arguments_done(&l);
}

#ifndef __SANITIZE_ADDRESS__
/* In a child: of the address space that a limit leaves, most is left alone. */
static void check_limited_space(void)
{
	static const struct me_parameter array[] = {
	    FIELD("d", double, 3, ME_F64, ME_BY_POINTER),
	};
	static const struct me_entry reader = {
	    ME_ABI, 1,	"r", "r",  "r.c",     1,    ME_VOID,
	    array,  "", "",  NULL, note_call, NULL,
	};
	const struct rlimit limit = {(rlim_t)1 << 32, (rlim_t)1 << 32};
	struct layout l;
	int status;

	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		if (setrlimit(RLIMIT_AS, &limit) || arguments_init(&l, &reader))
			_exit(1);
		const char *name = arguments_leave_room(&l);
		_exit(!name || strcmp(name, "d") || l.parameters->room < 1 << 20 ||
		      l.parameters->mapping_size > (size_t)1 << 31);
	}
	waitpid(child, &status, 0);
	check(WIFEXITED(status) && !WEXITSTATUS(status), "layout_limited_space",
	      "no buffer, or too large a room");
}
#endif

int main(void)
{
	struct layout l;

	if (arguments_init(&l, &entry)) {
		check(0, "buffers_init", "out of memory");
		return 1;
	}
	check_guard_pages(&l);
	check_front();
	check_reach();
	arguments_done(&l);
#ifndef __SANITIZE_ADDRESS__
	check_limited_space();
#endif
	return me_check_failures != 0;
}
