/* SPDX-License-Identifier: GPL-3.0-or-later */
/* module.c - the list of modules. Libraries enter it from their constructors, which run
 * before any of ours. */
#include "harness/program/module.h"

#include <dlfcn.h>
#include <string.h>

/* The linker joins what units have; all are null where no unit has any. */
extern struct me_unit __start_me_units[] __attribute__((weak));
extern struct me_unit __stop_me_units[] __attribute__((weak));
extern const struct me_entry __start_me_entries[] __attribute__((weak));
extern const struct me_entry __stop_me_entries[] __attribute__((weak));
extern uint8_t __start___sancov_cntrs[] __attribute__((weak));
extern uint8_t __stop___sancov_cntrs[] __attribute__((weak));
extern const uintptr_t __start___sancov_pcs[][2] __attribute__((weak));
extern const uintptr_t __stop___sancov_pcs[][2] __attribute__((weak));

static struct {
	struct me_module own, *last; /* last: null until the list is begun */
	uint32_t count;
	int has_library;
	int unfit;
	module_fn *arrived;
	void *context;
} modules;

static void begin(void)
{
	if (modules.last)
		return;
	modules.own = (struct me_module){
	    .abi = ME_ABI,
	    .units = __start_me_units,
	    .units_end = __stop_me_units,
	    .entries = __start_me_entries,
	    .entries_end = __stop_me_entries,
	    .counters = __start___sancov_cntrs,
	    .counters_end = __stop___sancov_cntrs,
	    .pcs = __start___sancov_pcs,
	    .pcs_end = __stop___sancov_pcs,
	};
	modules.last = &modules.own;
	modules.count = 1;
}

/* All units of a library name the same sections. Objects made for a library may be part
 * of the program itself. */
static int is_known(const struct me_module *module)
{
	for (const struct me_module *m = &modules.own; m; m = m->next)
		if (m->units == module->units)
			return 1;
	return 0;
}

void module_append(struct me_module *module)
{
	begin();
	modules.last->next = module;
	modules.last = module;
	modules.count++;
}

/* dlclose() would leave the records' addresses to others. */
static void keep_loaded(const struct me_module *module)
{
	Dl_info info;

	if (dladdr(module, &info))
		dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

__attribute__((visibility("default"))) void __me_module(struct me_module *module)
{
	begin();
	if (module->abi != ME_ABI) {
		modules.unfit = 1;
		return;
	}
	if (is_known(module))
		return;
	keep_loaded(module);
	module_append(module);
	modules.has_library = 1;
	if (modules.arrived)
		modules.arrived(modules.context, module);
}

static int is_among(const char *name, const char *const *names)
{
	for (; *names; names++)
		if (!strcmp(name, *names))
			return 1;
	return 0;
}

int module_unit_calls(const struct me_unit *u, const char *const *names)
{
	for (uint32_t c = 0; c < u->callee_count; c++)
		if (is_among(u->callees[c], names))
			return 1;
	return 0;
}

int module_calls(const char *const *names)
{
	for (const struct me_module *m = module_first(); m; m = m->next)
		for (const struct me_unit *u = m->units; u < m->units_end; u++)
			if (module_unit_calls(u, names))
				return 1;
	return 0;
}

const struct me_module *module_first(void)
{
	begin();
	return &modules.own;
}

uint32_t module_count(void)
{
	begin();
	return modules.count;
}

int module_has_library(void)
{
	return modules.has_library;
}

void module_watch(module_fn *arrived, void *context)
{
	modules.arrived = arrived;
	modules.context = context;
}

int module_is_unfit(void)
{
	return modules.unfit;
}
