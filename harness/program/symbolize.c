/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbolize.c - names for the PCs of our counters. A counter's pc is the counter's
 * own address, which no debugger maps to a line, but the site's record does. libFuzzer
 * asks when it prints PCs.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "harness/program/module.h"

void __me_symbolize_pc(void *pc, const char *format, char *out, size_t size);
/* A sanitizer's, which knows nothing of our counters; null without one. */
void __sanitizer_symbolize_pc(void *pc, const char *format, char *out, size_t size)
    __attribute__((weak));

int __sanitizer_get_module_and_offset_for_pc(void *pc, char *path, size_t size,
					     void **offset);

struct place {
	const char *function, *file;
	uint32_t line, column;
};

/* The place of the counter, in the unit whose counters it is among. */
static int find_place(const struct me_module *m, const uint8_t *counter,
		      struct place *out)
{
	for (const struct me_unit *u = m->units; u < m->units_end; u++) {
		if (counter < u->counters || counter >= u->counters + u->counter_count)
			continue;
		for (uint32_t g = 0; g < u->goal_count; g++) {
			const struct me_goal *q = &u->goals[g];
			const struct me_site *s = &u->sites[q->site];
			if (q->counter != counter)
				continue;
			*out = (struct place){u->functions[q->function].source_name,
					      s->file, s->line, s->column};
			return 1;
		}
		return 0;
	}
	return 0;
}

/* The entry counter of a function comes right before those of its branches; functions
 * follow each other in the table in the same order. */
static int find_entry(const struct me_module *m, const uint8_t *counter,
		      struct place *out)
{
	for (const struct me_unit *u = m->units; u < m->units_end; u++) {
		uint32_t f = 0;
		if (counter < u->counters || counter >= u->counters + u->counter_count)
			continue;
		size_t base = (size_t)(u->counters - m->counters);
		for (const uint8_t *c = u->counters; c < counter; c++)
			f += m->pcs[base + (size_t)(c - u->counters)][1] & 1;
		if (f >= u->function_count)
			return 0;
		*out = (struct place){u->functions[f].source_name, u->functions[f].file,
				      u->functions[f].line, 0};
		return 1;
	}
	return 0;
}

static int find_in(const struct me_module *m, uintptr_t pc, struct place *out)
{
	size_t n = (size_t)(m->pcs_end - m->pcs);

	for (size_t i = 0; i < n; i++) {
		const uint8_t *counter = &m->counters[i];
		if (m->pcs[i][0] != pc)
			continue;
		return m->pcs[i][1] & 1 ? find_entry(m, counter, out)
					: find_place(m, counter, out);
	}
	return 0;
}

static int find(uintptr_t pc, struct place *out)
{
	const struct me_module *m = module_first();

	while (m && !find_in(m, pc, out))
		m = m->next;
	return m != NULL;
}

/* One letter after a %, as sanitizers have it; how many bytes it wants. */
static int format_letter(char letter, void *pc, const struct place *p, char *out,
			 size_t size)
{
	switch (letter) {
	case 'p':
		return snprintf(out, size, "%p", pc);
	case 'F':
		return snprintf(out, size, "in %s", p->function);
	case 'f':
		return snprintf(out, size, "%s", p->function);
	case 'L':
		return snprintf(out, size, "%s:%u:%u", p->file, p->line, p->column);
	case 's':
		return snprintf(out, size, "%s", p->file);
	case 'l':
		return snprintf(out, size, "%u", p->line);
	case 'c':
		return snprintf(out, size, "%u", p->column);
	default:
		return 0;
	}
}

/* Describes the pc by the format: libFuzzer's __sanitizer_symbolize_pc. */
__attribute__((visibility("default"))) void
__me_symbolize_pc(void *pc, const char *format, char *out, size_t size)
{
	struct place place = {"<unknown>", "<unknown>", 0, 0};
	size_t n = 0;

	/* libFuzzer names the instruction after the one it means. */
	const int found =
	    find((uintptr_t)pc - 1, &place) || find((uintptr_t)pc, &place);
	if (!found && &__sanitizer_symbolize_pc) {
		__sanitizer_symbolize_pc(pc, format, out, size);
		return;
	}
	for (; *format && n + 1 < size; format++) {
		int k = 0;
		if (*format != '%') {
			out[n++] = *format;
			continue;
		}
		if (!*++format)
			break;
		k = format_letter(*format, pc, &place, out + n, size - n);
		n += k > 0 ? (size_t)k : 0;
	}
	if (size)
		out[n < size ? n : size - 1] = 0;
}

/* The file that the pc lies in and where in it; libFuzzer asks before -print_coverage.
 */
__attribute__((weak, visibility("default"))) int
__sanitizer_get_module_and_offset_for_pc(void *pc, char *path, size_t size,
					 void **offset)
{
	Dl_info info;

	if (!dladdr(pc, &info))
		return 0;
	snprintf(path, size, "%s", info.dli_fname);
	*offset = (void *)((uintptr_t)pc - (uintptr_t)info.dli_fbase);
	return 1;
}
