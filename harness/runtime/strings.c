/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * strings.c - the hooks of calls that compare texts, search one in another or read
 * numbers from them. A call that compares or searches is a data site (the outcome is
 * whether its result is not 0), and a condition on the result finds its distance
 * through a guide. Numbers that are read are only logged.
 */
#include <string.h>

#include "harness/runtime/format.h"
#include "harness/runtime/comparison_log.h"
#include "harness/runtime/hooks.h"

/* libFuzzer's, if it is linked: it collects texts for its own mutations. */
void __sanitizer_weak_hook_memcmp(void *pc, const void *a, const void *b, size_t n,
				  int result) __attribute__((weak));
void __sanitizer_weak_hook_memmem(void *pc, const void *a, size_t a_size, const void *b,
				  size_t b_size, void *result) __attribute__((weak));

/* Passes to libFuzzer the common length for its table of comparisons, both texts for its
 * table of words. */
static void feed(const struct text_call *c, void *pc)
{
	const uint64_t length[] = {texts_word(&c->a, c->known[0]),
				   texts_word(&c->b, c->known[1])};
	const uint64_t n = length[0] < length[1] ? length[0] : length[1];

	if (!__sanitizer_weak_hook_memcmp)
		return;
	if (c->op < ME_FIND_BYTES && c->result && n)
		__sanitizer_weak_hook_memcmp(pc, c->a.bytes, c->b.bytes, n, 1);
	for (int side = 0; side < 2; side++) {
		const struct text *t = side ? &c->b : &c->a;
		if (length[side] && (side || c->op < ME_FIND_BYTES))
			__sanitizer_weak_hook_memmem(pc, t->bytes, 0, t->bytes,
						     length[side], NULL);
	}
}

/* What the entries compare with goes where a run's comparisons are logged, as that of calls.
 * The text is freed before its switch comes, where it is one of trim(): it is copied, as far as
 * case texts are long. */
static void note_select(const struct me_site *site, struct switch_text t)
{
	static unsigned char kept[256];
	struct text_call c;

	for (uint64_t i = 0; i < t.count && i < SWITCH_WHOLE; i++) {
		if (!t.entries[i].low && !t.entries[i].high)
			continue;
		switch_compare(&t, &t.entries[i], &c);
		c.known[0] = c.a.size;
		c.known[1] = c.b.size;
		comparison_log_add_text(site, &c);
		if (trace.asked.feed)
			feed(&c, __builtin_return_address(0));
	}
	if (t.text.size > sizeof kept)
		t.text.size = sizeof kept;
	if (t.text.size)
		memcpy(kept, t.text.bytes, t.text.size);
	t.text.bytes = kept;
	hook_switch_text = t;
}

__attribute__((visibility("default"))) void __me_texts(struct me_site *site,
						       const void *a, uint64_t a_size,
						       const void *b, uint64_t b_size,
						       int64_t result)
{
	struct text_call c = {.op = site->op, .result = result};
	struct distance d;

	if (!trace_listening())
		return;
	c.a = text_of(a, a_size);
	if (site->op < ME_COMPARE_BYTES) {
		note_select(site, (struct switch_text){site->id, c.a, b, b_size});
		return;
	}
	c.b = b ? text_of(b, b_size) : (struct text){NULL, b_size, 0};
	texts_distance(trace.session.kind, &c, &d);
	hook_note(site, &d, 0, 0);
	comparison_log_add_text(site, &c);
	if (trace.asked.feed && c.op != ME_FIND_CHAR)
		feed(&c, __builtin_return_address(0));
}

static void add_number(const void *site, const struct number_place *n)
{
	comparison_log_add_number(site, n);
}

__attribute__((visibility("default"))) void
__me_number(struct me_site *site, const char *text, uint64_t size, uint32_t base)
{
	struct number_form form = {site->type, base > 36 ? 10 : (unsigned char)base, 0};

	if (!trace_listening() || !comparison_log.on || !text)
		return;
	struct text t = text_of(text, size);
	struct number_place n = number_find(&t, form);
	comparison_log_add_number(site, &n);
}

__attribute__((visibility("default"))) void
__me_format(struct me_site *site, const char *text, const char *format)
{
	if (!trace_listening() || !comparison_log.on || !text || !format)
		return;
	comparison_log_add_format(site, text, format);
	format_scan(text, format, add_number, site);
}
