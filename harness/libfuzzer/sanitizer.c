/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/sanitizer.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "harness/goals/goal_names.h"
#include "harness/input/arguments.h"
#include "harness/program/state.h"
#include "harness/runtime/trace.h"

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

int __asan_report_present(void) __attribute__((weak));
const char *__asan_get_report_description(void) __attribute__((weak));
void *__asan_get_report_address(void) __attribute__((weak));
void *__asan_get_report_pc(void) __attribute__((weak));
int __asan_get_report_access_type(void) __attribute__((weak));

void __lsan_ignore_object(const void *object) __attribute__((weak));
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *,
								size_t),
					      void (*on_free)(const volatile void *))
    __attribute__((weak));

enum { ALLOCATIONS_MOST = 1 << 16 }; /* further ones of a run are not noted */

void __ubsan_get_current_report_data(const char **kind, const char **message,
				     const char **file, unsigned *line,
				     unsigned *column, char **address)
    __attribute__((weak));
void __ubsan_on_report(void);

static sanitizer_report_fn *on_report;

void sanitizer_call_at_report(sanitizer_report_fn *callback)
{
	on_report = callback;
}

/* Tells of it; what the driver calls by itself is outside of what was assumed. */
static void report_tell(struct sanitizer_report *r)
{
	static char message[400]; /* begins as UBSan prints it: not with a capital */

	snprintf(message, sizeof message, "%s", r->message ? r->message : "");
	*message = (char)tolower((unsigned char)*message);
	r->message = message;
	if (fault_tell_driver(message, sizeof message))
		r->end = ME_END_OUTSIDE;
	on_report(r);
}

/* libubsan calls it with each report; weak, as the program may have its own. */
__attribute__((weak, visibility("default"))) void __ubsan_on_report(void)
{
	struct sanitizer_report r = {.end = ME_END_SANITIZER};
	char *address;

	if (!on_report || !__ubsan_get_current_report_data)
		return;
	__ubsan_get_current_report_data(&r.kind, &r.message, &r.file, &r.line,
					&r.column, &address);
	report_tell(&r);
}

/* ---- goals whose inputs fail */

static abort_on_fn *aborts;

/* Of ME_ASSERT. Those of kinds=assert fail by themselves: their names are words. */
static int is_assertion(const struct me_goal *goal)
{
	const struct me_predicate *p = goal->predicate;

	return p && !strcmp(p->kind, "assert") && isdigit((unsigned char)*p->name);
}

/* What a fault is behind which the run would go on, or null: a division by zero ends it
 * by itself. */
static const char *error_of(const struct me_goal *goal)
{
	static const char leaves[] = "never leaves ", ends[] = "always ends in ";
	static char text[200];
	const char *name = kinds_is_fault(goal) ? goal->predicate->name : "";
	const char *never = *name ? goal->predicate->never : "";
	const int is_named = !strncmp(never, leaves, strlen(leaves));

	if (strstr(name, ".index") || !strncmp(name, "copy", 4)) {
		snprintf(text, sizeof text, "the %s is outside of %s",
			 strstr(name, ".index") ? "index" : "copy",
			 is_named ? never + strlen(leaves) : "its array");
		return text;
	}
	if (strstr(name, ".shift"))
		return "the shift's count is negative or as large as the number of bits";
	if (!strncmp(never, ends, strlen(ends))) {
		snprintf(text, sizeof text, "no text ends in %s", never + strlen(ends));
		return text;
	}
	if (!strncmp(name, "overlap", 7))
		return "memcpy() between places that overlap";
	if (!strcmp(name, ME_NO_VALUE))
		return "the function ends without a value";
	return strncmp(name, "unreachable", 11) == 0
		   ? "the run reaches __builtin_unreachable()"
		   : NULL;
}

/* The parameter in front of whose elements an access is, or null. */
static const char *front_of(const struct me_goal *goal)
{
	const char *name =
	    kinds_is_fault(goal) ? strstr(goal->predicate->name, "." ME_FRONT) : NULL;

	return name ? name + sizeof "." ME_FRONT - 1 : NULL;
}

static void report_at(enum me_end end, const char *message, const struct me_site *s)
{
	if (on_report)
		report_tell(&(struct sanitizer_report){end, me_ends[end].name, message,
						       s->file, s->line, s->column});
}

/* Named for the stack trace, which begins below it. */
static void __me_failure_met(uint32_t goal)
{
	const struct program *p = trace.program;
	const struct me_site *s = p->sites[program_goal_site(p, goal)];
	const char *error = error_of(p->goals[goal]);
	const char *array = front_of(p->goals[goal]);

	if (aborts)
		aborts(goal);
	if (array)
		arguments_close(array);
	if (is_assertion(p->goals[goal]))
		report_at(ME_END_ASSERTION, "the assertion fails", s);
	else if (error)
		report_at(ME_END_ERROR, error, s);
}

abort_on_fn *sanitizer_judge_goals(const struct program *program, const char *kinds)
{
	int has_some = 0;

	for (uint32_t i = 0; i < program->goal_count; i++)
		has_some |= is_assertion(program->goals[i]) ||
			    error_of(program->goals[i]) || front_of(program->goals[i]);
	aborts = abort_on(kinds);
	return aborts || has_some ? __me_failure_met : NULL;
}

/* ---- allocations */

static struct {
	const volatile void *list[ALLOCATIONS_MOST];
	size_t count;
} allocations; /* of the current run; some may have been freed */

void sanitizer_call_at_death_of_libubsan(void (*callback)(void))
{
	void *library = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD);
	void (*set)(void (*)(void)) = NULL;

	if (library)
		*(void **)&set = dlsym(library, "__sanitizer_set_death_callback");
	if (set)
		set(callback);
}

void sanitizer_call_at_death(void (*callback)(void))
{
	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(callback);
	sanitizer_call_at_death_of_libubsan(callback);
}

int sanitizer_is_address(void)
{
	return __asan_report_present && __asan_report_present();
}

/* Memory in front of an array is poisoned by nobody but layout.c. */
static enum me_end describe_address(const struct subject *s, char *text, size_t size,
				    const char **type)
{
	enum me_end end = ME_END_SANITIZER;
	const char *error = __asan_get_report_description();
	const void *address = __asan_get_report_address();
	const int writes = __asan_get_report_access_type();

	if (!strcmp(error, "use-after-poison"))
		*type = fault_access(s, address, (uintptr_t)__asan_get_report_pc(),
				     writes, &end, text, size);
	if (!*type)
		snprintf(text, size, "%s", error);
	return end;
}

enum me_end sanitizer_describe(const struct subject *s, char *text, size_t size,
			       const char **type)
{
	enum me_end end = ME_END_SANITIZER;

	*type = NULL;
	snprintf(text, size, "%s", "");
	if (sanitizer_is_address())
		end = describe_address(s, text, size, type);
	return fault_tell_driver(text, size) ? ME_END_OUTSIDE : end;
}

static void on_malloc(const volatile void *object, size_t size)
{
	(void)size;
	if (trace_listening() && allocations.count < ALLOCATIONS_MOST)
		allocations.list[allocations.count++] = object;
}

static void on_free(const volatile void *object)
{
	(void)object;
}

void sanitizer_watch_allocations(void)
{
	if (__lsan_ignore_object && __sanitizer_install_malloc_and_free_hooks)
		__sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}

void sanitizer_begin_run(void)
{
	allocations.count = 0;
}

void sanitizer_excuse_run(void)
{
	for (size_t i = 0; i < allocations.count; i++)
		state_excuse((const void *)allocations.list[i]);
	allocations.count = 0;
}
