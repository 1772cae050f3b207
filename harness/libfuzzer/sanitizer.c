/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/libfuzzer/sanitizer.h"

#include <dlfcn.h>
#include <stddef.h>

void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

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
