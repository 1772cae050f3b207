/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs in their three forms: decode(encode(x)) = x, encode(decode(b)) is canonical
 * for bytes of any length, and arguments in memory are those of the vector.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "value/type.h"
#include "tests/unit/harness/layout_cases.h"
#include "tests/unit/me_random.h"

enum {
	COORDS = 12 + 6 + 3 + 1 + 2 + 4 + 2 + 4,
	BYTES = 1 + 1 + 2 + 4 + 8 + 1 + 2 + 4 + 8 + 4 + 8 + 10 + 48 + 3 + 4 + 8 + 32 +
		20 + 32,
	ROUNDS = 2000,
};

/* Bytes of a scalar in a file. */
static size_t whole_size(enum me_type type)
{
	enum me_type part[2];
	const unsigned parts = type_parts(type, part);

	return type_file_size(part[0]) + (parts == 2 ? type_file_size(part[1]) : 0);
}

static coord random_coordinate(const struct axis *axis)
{
	const ucoord width = (ucoord)(axis->high - axis->low) + 1;
	const ucoord r = (ucoord)random_word() << 64 | random_word();

	switch (random_word() % 8) {
	case 0:
		return axis->low;
	case 1:
		return axis->high;
	case 2:
		return axis->low < 0 ? (coord)(r % 3) - 1 : (coord)(r % 2);
	default:
		return axis->low + (coord)(r % width);
	}
}

/* ---- bytes and vectors */

static void check_round_trip(const struct layout *l)
{
	coord x[COORDS], y[COORDS];
	unsigned char bytes[BYTES];
	int bad = 0;

	for (int round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < l->n; i++)
			x[i] = random_coordinate(&l->axes[i]);
		layout_encode(l, x, bytes);
		layout_decode(l, bytes, BYTES, y);
		for (size_t i = 0; i < l->n; i++)
			bad += x[i] != y[i];
	}
	check(!bad, "layout_decode_encode", "another vector came back");
}

/* Bits that say nothing, all set, and random ones. */
static void random_bytes(unsigned char *bytes, size_t size)
{
	const unsigned kind = random_word() % 4;

	for (size_t i = 0; i < size; i++)
		bytes[i] = kind == 0   ? 0
			   : kind == 1 ? 0xff
				       : (unsigned char)random_word();
}

static void check_canonical(const struct layout *l)
{
	unsigned char raw[BYTES + 40], first[BYTES], second[BYTES], padded[BYTES];
	coord x[COORDS];
	int outside = 0, unstable = 0, unlike = 0;

	for (int round = 0; round < ROUNDS; round++) {
		const size_t size = random_word() % sizeof raw;
		random_bytes(raw, size);
		layout_decode(l, raw, size, x);
		for (size_t i = 0; i < l->n; i++)
			outside += x[i] < l->axes[i].low || x[i] > l->axes[i].high;
		layout_encode(l, x, first);
		layout_decode(l, first, BYTES, x);
		layout_encode(l, x, second);
		unstable += memcmp(first, second, BYTES) != 0;
		memset(padded, 0, BYTES);
		memcpy(padded, raw, size < BYTES ? size : BYTES);
		layout_decode(l, padded, BYTES, x);
		layout_encode(l, x, second);
		unlike += memcmp(first, second, BYTES) != 0;
	}
	check(!outside, "layout_decode_inside_axes", "a coordinate is outside");
	check(!unstable, "layout_canonical_idempotent", "the form changes again");
	check(!unlike, "layout_short_and_long", "not as zero-extended or cut");
}

/* What a program can see is not changed by bytes -> vector -> bytes: only a bool's
 * upper bits and invalid long doubles are. */
static void check_kept_bytes(const struct layout *l)
{
	unsigned char raw[BYTES], out[BYTES];
	coord x[COORDS];
	int bad = 0;

	for (int round = 0; round < ROUNDS; round++) {
		random_bytes(raw, BYTES);
		layout_decode(l, raw, BYTES, x);
		layout_encode(l, x, out);
		for (size_t i = 0; i < l->parameter_count; i++) {
			const struct layout_parameter *f = &l->parameters[i];
			if (f->record->fields[0].type == ME_BOOL)
				bad += (raw[f->offset] & 1) != out[f->offset];
			else if (f->record->fields[0].type != ME_F80)
				bad +=
				    memcmp(raw + f->offset, out + f->offset,
					   f->record->count *
					       whole_size(f->record->fields[0].type)) !=
				    0;
		}
	}
	check(!bad, "layout_keeps_bytes", "bytes that are a value were changed");
}

static void check_empty(const struct layout *l)
{
	unsigned char bytes[BYTES] = {1, 2, 3};
	coord x[COORDS];
	int bad = 0;

	layout_decode(l, bytes, 0, x);
	layout_encode(l, x, bytes);
	for (int i = 0; i < BYTES; i++)
		bad += bytes[i] != 0;
	check(!bad, "layout_empty_is_zero", "not all zero");
}

/* All encodings of x87: the explicit bit made to fit, the sign kept, no invalid operand
 * left. */
static void check_f80(void)
{
	unsigned char bytes[10], out[10];
	int bad = 0;

	for (int round = 0; round < ROUNDS * 10; round++) {
		uint16_t top = (uint16_t)random_word(), got_top;
		uint64_t mantissa = random_word(), got;
		if (round % 4 == 0)
			top = (uint16_t)((top & 0x8000) |
					 (round & 4 ? 0x7fff : round & 1));
		if (round % 3 == 0)
			mantissa &= (uint64_t)3 << 62;
		memcpy(bytes, &mantissa, 8);
		memcpy(bytes + 8, &top, 2);
		type_store(ME_F80, type_load(ME_F80, bytes), out);
		memcpy(&got, out, 8);
		memcpy(&got_top, out + 8, 2);
		bad += (got_top & 0x8000) != (top & 0x8000);
		bad += (got >> 63) != ((got_top & 0x7fff) != 0);
		if (mantissa >> 63 == ((top & 0x7fff) != 0)) /* valid before */
			bad += got != mantissa || got_top != top;
	}
	check(!bad, "layout_f80_encodings",
	      "an invalid encoding, or a valid one changed");
}

/* ---- arguments in memory */

static int holds(const struct layout *l, size_t i, const coord *x)
{
	const struct layout_parameter *p = &l->parameters[i];
	const enum me_type type = p->record->fields[0].type;
	const size_t size = type_memory_size(type);
	enum me_type part[2];
	const unsigned parts = type_parts(type, part);

	for (uint32_t k = 0; k < p->record->count; k++) {
		const char *at = (char *)seen_slots[i] + k * size;
		const coord *c = x + p->first + k * parts;
		if (type_load_memory(part[0], at) != c[0])
			return 0;
		if (parts == 2 &&
		    type_load_memory(part[1], at + type_file_size(part[0])) != c[1])
			return 0;
	}
	return 1;
}

static void check_arguments(struct layout *l)
{
	coord x[COORDS];
	int bad = 0;

	for (int round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < l->n; i++)
			x[i] = random_coordinate(&l->axes[i]);
		arguments_store(l, x);
		arguments_call(l);
		for (size_t i = 0; i < l->parameter_count; i++)
			bad += !holds(l, i, x);
	}
	check(!bad, "layout_arguments", "the entry sees other values");
}

/* A run that wrote into its arguments is not seen by the next one. */
static void check_stored_anew(struct layout *l)
{
	coord x[COORDS] = {0};
	int bad = 0;

	arguments_store(l, x);
	arguments_call(l);
	for (size_t i = 0; i < l->parameter_count; i++)
		memset(seen_slots[i], 0x5a, type_file_size(fields[i].fields[0].type));
	arguments_store(l, x);
	arguments_call(l);
	for (size_t i = 0; i < l->parameter_count; i++)
		bad += !holds(l, i, x);
	check(!bad, "layout_stored_anew", "what a run wrote was left");
}

/* ---- printing */

static void check_print(void)
{
	static const struct me_parameter printed[] = {
	    FIELD("x", double, 1, ME_F64, ME_BY_VALUE),
	    FIELD("y", double, 2, ME_F64, ME_BY_POINTER),
	    FIELD("b", _Bool, 1, ME_BOOL, ME_BY_VALUE),
	    FIELD("n", unsigned, 1, ME_U32, ME_BY_VALUE),
	};
	static const struct me_entry small = {
	    ME_ABI,  4,	 "f", "f",  "f.c",     1,    ME_VOID,
	    printed, "", "",  NULL, note_call, NULL,
	};
	static const char *const wanted[] = {
	    [TEXT_PLAIN] = "f(1.5, {-inf, -0}, 1, 4294967295)",
	    [TEXT_SOURCE] =
		"f(1.5, (double[]){-__builtin_inf(), -0.0}, 1, 4294967295u)",
	    [TEXT_HEX] =
		"f(0x1.8p+0, (double[]){-__builtin_inf(), -0x0p+0}, 1, 4294967295u)"};
	const double values[] = {1.5, -__builtin_inf(), -0.0};
	unsigned char bytes[29];
	struct layout l;
	coord x[5];
	char text[100], cut[5];

	memcpy(bytes, values, sizeof values);
	bytes[24] = 0xff;
	memset(bytes + 25, 0xff, 4);
	arguments_init(&l, &small);
	layout_decode(&l, bytes, sizeof bytes, x);
	for (int form = TEXT_PLAIN; form <= TEXT_HEX; form++) {
		const struct call_text_form f = {(enum text_form)form, NULL};
		const int length = call_text_print(&l, x, f, text, sizeof text);
		check(!strcmp(text, wanted[form]), "call_text_print", text);
		check(length == (int)strlen(wanted[form]) &&
			  call_text_print(&l, x, f, cut, sizeof cut) == length &&
			  !cut[4],
		      "layout_print_length", "not like snprintf");
	}
	arguments_done(&l);
}

/* ---- structures, strings, lengths, ranges and null */

struct pair {
	char c;
	double d[2];
};

static const struct me_field limited_field = {
    .count = 1,
    .type = ME_I16,
    .flags = ME_FIELD_RANGE,
    .low = {0xfffb},
    .high = {7}, /* -5..7 */
};

static const struct me_field pair_fields[] = {
    {.offset = offsetof(struct pair, c), .count = 1, .type = ME_I8},
    {.offset = offsetof(struct pair, d), .count = 2, .type = ME_F64},
};

static const struct me_parameter limited[] = {
    {.name = "n",
     .literal = "",
     .element = "@",
     .fields = &scalars[ME_U32],
     .field_count = 1,
     .count = 1,
     .size = 4,
     .length_of = 1},
    {.name = "p",
     .literal = "(struct pair[])",
     .element = "{@, {@}}",
     .fields = pair_fields,
     .field_count = 2,
     .count = 3,
     .size = sizeof(struct pair),
     .length_of = ME_NO_PARAMETER,
     .passing = ME_BY_POINTER,
     .flags = ME_PARAMETER_NULLABLE},
    {.name = "s",
     .literal = "(char[])",
     .element = "@",
     .fields = &scalars[ME_I8],
     .field_count = 1,
     .count = 4,
     .size = 1,
     .length_of = ME_NO_PARAMETER,
     .passing = ME_BY_POINTER,
     .flags = ME_PARAMETER_STRING},
    {.name = "t",
     .literal = "",
     .element = "@",
     .fields = &limited_field,
     .field_count = 1,
     .count = 1,
     .size = 2,
     .length_of = ME_NO_PARAMETER},
};

static void *limited_slots[4];

static void note_limited(void **slots, void *result)
{
	(void)result;
	memcpy(limited_slots, slots, sizeof limited_slots);
}

static const struct me_entry limited_entry = {
    ME_ABI, 4, "g", "g", "g.c", 1, ME_VOID, limited, "", "", NULL, note_limited, NULL,
};

enum { LIMITED_BYTES = 4 + 1 + 3 * 17 + 4 + 2 };

static void check_print_limited(const struct layout *l, const coord *x,
				const char *wanted)
{
	char text[200];

	call_text_print(l, x, (struct call_text_form){TEXT_SOURCE, NULL}, text,
			sizeof text);
	check(!strcmp(text, wanted), "layout_print_limited", text);
}

static void check_limits(void)
{
	static const char page_end[] = "layout_length_before_guard";
	unsigned char bytes[LIMITED_BYTES] = {2, 0, 0, 0, 0, 'A'};
	const struct pair *pairs;
	struct layout l;
	coord x[16];

	arguments_init(&l, &limited_entry);
	check(l.file_size == LIMITED_BYTES && l.n == 1 + 1 + 9 + 4 + 1,
	      "layout_limited_size", "other sizes");
	bytes[5 + 17] = 'B';
	memcpy(bytes + 5 + 51, "hi", 2);
	memset(bytes + LIMITED_BYTES - 2, 0x7f, 2);
	layout_decode(&l, bytes, sizeof bytes, x);
	arguments_store(&l, x);
	arguments_call(&l);
	pairs = limited_slots[1];
	check(*(uint32_t *)limited_slots[0] == 2 && pairs[0].c == 'A' &&
		  pairs[1].c == 'B',
	      "layout_structure", "other members");
	check(signal_of_touch((char *)(pairs + 2) - 1, 0) == 0 &&
		  signal_of_touch((char *)(pairs + 2), 0) == SIGSEGV,
	      page_end, "the buffer is longer than its length");
	check(!strcmp(limited_slots[2], "hi") && !((char *)limited_slots[2])[4] &&
		  signal_of_touch((char *)limited_slots[2] + 5, 0) == SIGSEGV,
	      "layout_string", "no zero byte at its end");
	check(*(int16_t *)limited_slots[3] == 7, "layout_range_high",
	      "above its range");
	check_print_limited(&l, x,
			    "g(2u, (struct pair[]){{65, {0.0, 0.0}}, "
			    "{66, {0.0, 0.0}}}, (char[5]){\"hi\"}, 7)");
	bytes[0] = 4; /* more than there are */
	bytes[4] = 3; /* null */
	bytes[LIMITED_BYTES - 1] = 0x80;
	layout_decode(&l, bytes, sizeof bytes, x);
	check(x[0] == 3 && x[1] == 1 && x[l.n - 1] == -5, "layout_limits",
	      "a coordinate is outside");
	arguments_store(&l, x);
	arguments_call(&l);
	check(*(uint32_t *)limited_slots[0] == 0 && !limited_slots[1], "layout_null",
	      "not null, or its length is not 0");
	check_print_limited(&l, x, "g(0u, 0, (char[5]){\"hi\"}, -5)");
	arguments_done(&l);
}

int main(void)
{
	struct layout l;

	if (arguments_init(&l, &entry)) {
		check(0, "layout_init", "out of memory");
		return 1;
	}
	check(l.n == COORDS && l.file_size == BYTES, "layout_size", "other sizes");
	check_empty(&l);
	check_round_trip(&l);
	check_canonical(&l);
	check_kept_bytes(&l);
	check_f80();
	check_arguments(&l);
	check_stored_anew(&l);
	check_print();
	check_limits();
	arguments_done(&l);
	arguments_done(&l); /* allowed after itself */
	return me_check_failures != 0;
}
