/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exception.c - a handler whose personality routine decides while the stack is still whole
 * whether it takes the exception (Itanium C++ ABI: Exception Handling, 1.6 and 2.2).
 *
 * What the program's own code throws is told from the rest by its destructor, which stays
 * with the exception object for its whole life, however often it is thrown again: the plugin
 * hands __cxa_throw the one that __me_throw returns.
 */
#include "harness/input/exception.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "me/abi.h"

typedef _Unwind_Reason_Code personality_fn(int, _Unwind_Action, _Unwind_Exception_Class,
					   struct _Unwind_Exception *,
					   struct _Unwind_Context *);
typedef void destructor_fn(void *);

/* Of libstdc++, where the program has it. */
personality_fn __gxx_personality_v0 __attribute__((weak));
char *__cxa_demangle(const char *, char *, size_t *, int *) __attribute__((weak));

personality_fn __me_personality;

/* ---- what the program's own code has thrown */

enum { THROWN_MOST = 64 };

/* An exception object that a run has left behind, when it was ended, is overwritten: at worst
 * one of the program's is not destroyed. */
static struct thrown {
	_Atomic(void *) object;
	destructor_fn *_Atomic destructor;
} thrown[THROWN_MOST];
static atomic_uint newest;

static struct thrown *find_thrown(void *object)
{
	for (unsigned i = 0; i < THROWN_MOST; i++)
		if (thrown[i].object == object)
			return &thrown[i];
	return NULL;
}

static void end_thrown(void *object)
{
	struct thrown *t = find_thrown(object);
	destructor_fn *destructor = t ? t->destructor : NULL;

	if (t)
		t->object = NULL;
	if (destructor)
		destructor(object);
}

__attribute__((visibility("default"))) void *__me_throw(void *object, void *destructor)
{
	struct thrown *t = find_thrown(object);
	destructor_fn *const ours = end_thrown;
	destructor_fn *given;
	void *result;

	if (!t)
		t = &thrown[atomic_fetch_add(&newest, 1) % THROWN_MOST];
	memcpy(&given, &destructor, sizeof given);
	t->destructor = given;
	t->object = object;
	memcpy(&result, &ours, sizeof result);
	return result;
}

/* ---- the exception object */

/* What stands in front of it. */
struct exception_header {
	const struct type_info {
		const void *table;
		const char *name;
	} * type; /* of a dependent exception, the object that it stands for */
	destructor_fn *destructor;
	void (*unexpected)(void), (*terminate)(void);
	void *next;
	int handlers, choice;
	const unsigned char *action, *data;
	uintptr_t pad;
	void *adjusted;
	struct _Unwind_Exception unwind;
};

static const struct exception_header *header_of(const void *object)
{
	return (const struct exception_header *)object - 1;
}

/* Null: it is of another language, or another library. */
static const struct exception_header *primary(const struct _Unwind_Exception *e)
{
	static const char vendor[] = "GNUCC++";
	const uint64_t class = e->exception_class >> 8;
	uint64_t wanted = 0;

	for (const char *c = vendor; *c; c++)
		wanted = wanted << 8 | (unsigned char)*c;
	if (class != wanted)
		return NULL;
	const struct exception_header *h = header_of(e + 1);
	/* By std::rethrow_exception. */
	return e->exception_class & 1 ? header_of(h->type) : h;
}

/* Of a class or an enumeration: neither int nor const char *. The star in front of it says
 * that it is local to the unit. */
static int has_name(const char *type)
{
	type += *type == '*';
	return (*type >= '0' && *type <= '9') || *type == 'N' || *type == 'S' ||
	       *type == 'Z';
}

/* Of namespace std, or of one inside of it. */
static int is_standard(const char *type)
{
	type += *type == '*';
	return strncmp(type, "St", 2) == 0 || strncmp(type, "NSt", 3) == 0;
}

/* ---- the handler */

static enum exceptions results;
static struct {
	const char *left, *refused; /* types, or null */
} last;

void exceptions_are(enum exceptions which)
{
	results = which;
}

static int is_result(const struct exception_header *h)
{
	if (results != EXCEPTIONS_OWN)
		return results == EXCEPTIONS_RESULTS;
	return h && has_name(h->type->name) &&
	       (h->destructor == end_thrown || !is_standard(h->type->name));
}

/* Of the function that calls the entry (plugin/entry/thunk.cc). */
__attribute__((visibility("default"))) _Unwind_Reason_Code
__me_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
		 struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
	const struct exception_header *h = primary(exception);
	const char *type = h ? h->type->name : "";

	/* The end of a thread is no exception. */
	if (actions & _UA_FORCE_UNWIND)
		return _URC_CONTINUE_UNWIND;
	if ((actions & _UA_SEARCH_PHASE) && !is_result(h)) {
		last.refused = type;
		return _URC_CONTINUE_UNWIND;
	}
	last.left = type;
	return __gxx_personality_v0(version, actions, class, exception, context);
}

void exception_begin(void)
{
	last.left = last.refused = NULL;
}

static int print_type(const char *name, char *type, size_t size)
{
	if (!name)
		return 0;
	name += *name == '*';
	char *readable =
	    &__cxa_demangle ? __cxa_demangle(name, NULL, NULL, NULL) : NULL;
	snprintf(type, size, "%s",
		 readable ? readable
		 : *name  ? name
			  : "an exception of another language");
	free(readable);
	return 1;
}

int exception_left(char *type, size_t size)
{
	return print_type(last.left, type, size);
}

int exception_has_left(void)
{
	return last.left != NULL;
}

int exception_refused(char *type, size_t size)
{
	return print_type(last.refused, type, size);
}

void *exception_state(size_t *size)
{
	*size = sizeof last;
	return &last;
}
