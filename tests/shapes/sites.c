/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sites.c - prints the sites that the plugin left in the objects that it is linked
 * with, one a line, without the harness: LINE KIND [OP] TYPE SIDES [flag] [compiler]
 */
#include <stdio.h>

#include "me/abi.h"

extern struct me_unit __start_me_units[], __stop_me_units[];

const uint32_t ME_ABI_NAME = ME_ABI;

void __me_compare(struct me_site *site, uint64_t a, uint64_t b)
{
	(void)site, (void)a, (void)b;
}

void __me_compare_f80(struct me_site *site, long double a, long double b)
{
	(void)site, (void)a, (void)b;
}

__extension__ void __me_compare_128(struct me_site *site, unsigned __int128 a,
				    unsigned __int128 b)
{
	(void)site, (void)a, (void)b;
}

void __me_switch(struct me_site *site, uint64_t value)
{
	(void)site, (void)value;
}

void __me_texts(struct me_site *site, const void *a, uint64_t a_size, const void *b,
		uint64_t b_size, int64_t result)
{
	(void)site, (void)a, (void)a_size, (void)b, (void)b_size, (void)result;
}

void __me_number(struct me_site *site, const char *text, uint64_t size, uint32_t base)
{
	(void)site, (void)text, (void)size, (void)base;
}

void __me_format(struct me_site *site, const char *text, const char *format)
{
	(void)site, (void)text, (void)format;
}

static const char *const types[ME_TYPE_COUNT] = {"void", "bool", "i8",	"i16", "i32",
						 "i64",	 "u8",	 "u16", "u32", "u64",
						 "f32",	 "f64",	 "f80", "ptr", "i128",
						 "u128", "f128", "d32", "d64", "d128"};
static const char *const ops[ME_OP_COUNT] = {
    "<",   "<=",   "==",  "!=",	  ">=",	  ">",	"unordered", "ordered",
    "un<", "un<=", "un>", "un>=", "un==", "<>", "signbit",
    "words", "switch", "compare", "nocase", "padded", "find", "find-nocase", "find-char",
    "number", "format"};
static const char *const kinds[] = {"cond", "switch", "data", "parse", "predicate",
				    "inner"};

static void print_site(const struct me_site *s)
{
	printf("%u %s ", s->line, kinds[s->kind]);
	if (s->kind != ME_SITE_SWITCH)
		printf("%s ", ops[s->op]);
	printf("%s %u", types[s->type], s->sides);
	if (s->flags & ME_SITE_FLAG)
		printf(" flag");
	if (s->flags & ME_SITE_COMPILER)
		printf(" compiler");
	printf("\n");
}

int main(void)
{
	for (const struct me_unit *u = __start_me_units; u < __stop_me_units; u++)
		for (uint32_t i = 0; i < u->site_count; i++)
			print_site(&u->sites[i]);
	return 0;
}
