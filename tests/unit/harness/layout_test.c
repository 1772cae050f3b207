/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inputs in their three forms: decode(encode(x)) = x, encode(decode(b)) is canonical
 * for bytes of any length, arguments in memory are those of the vector, and a buffer
 * ends where the process may not go on.
 */
#include "harness/input/call_text.h"

#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "value/type.h"
#include "tests/unit/me_check.h"
#include "tests/unit/me_random.h"

#define SCALAR(t) [t] = {.count = 1, .type = t}
static const struct me_field scalars[ME_TYPE_COUNT] = {
    SCALAR(ME_BOOL), SCALAR(ME_I8),  SCALAR(ME_I16),  SCALAR(ME_I32),  SCALAR(ME_I64),
    SCALAR(ME_U8),   SCALAR(ME_U16), SCALAR(ME_U32),  SCALAR(ME_U64),  SCALAR(ME_F32),
    SCALAR(ME_F64),  SCALAR(ME_F80), SCALAR(ME_I128), SCALAR(ME_U128), SCALAR(ME_F128),
};

/* A parameter of scalars of one type. */
#define FIELD(c_name, c_type, n, scalar, how)                                          \
	{                                                                              \
		.name = c_name, .element = "@", .field_count = 1, .count = n,          \
		.literal = how == ME_BY_VALUE ? "" : "(" #c_type "[])",                \
		.size = sizeof(c_type), .length_of = ME_NO_PARAMETER, .passing = how,  \
		.fields = &scalars[scalar]                                             \
	}

/* Every type, by value and by pointer. */
static const struct me_parameter fields[] = {
    FIELD("b", _Bool, 1, ME_BOOL, ME_BY_VALUE),
    FIELD("c", signed char, 1, ME_I8, ME_BY_VALUE),
    FIELD("s", short, 1, ME_I16, ME_BY_VALUE),
    FIELD("i", int, 1, ME_I32, ME_BY_VALUE),
    FIELD("l", long, 1, ME_I64, ME_BY_VALUE),
    FIELD("uc", unsigned char, 1, ME_U8, ME_BY_VALUE),
    FIELD("us", unsigned short, 1, ME_U16, ME_BY_VALUE),
    FIELD("u", unsigned, 1, ME_U32, ME_BY_VALUE),
    FIELD("ul", unsigned long, 1, ME_U64, ME_BY_VALUE),
    FIELD("f", float, 1, ME_F32, ME_BY_VALUE),
    FIELD("d", double, 1, ME_F64, ME_BY_VALUE),
    FIELD("ld", long double, 1, ME_F80, ME_BY_VALUE),
    FIELD("w", __int128, 1, ME_I128, ME_BY_VALUE),
    FIELD("uw", unsigned __int128, 1, ME_U128, ME_BY_VALUE),
    FIELD("q", _Float128, 1, ME_F128, ME_BY_VALUE),
    FIELD("pb", _Bool, 3, ME_BOOL, ME_BY_POINTER),
    FIELD("pi", int, 1, ME_I32, ME_BY_POINTER),
    FIELD("pf", float, 2, ME_F32, ME_BY_POINTER),
    FIELD("pd", double, 4, ME_F64, ME_BY_POINTER),
    FIELD("pld", long double, 2, ME_F80, ME_BY_POINTER),
    FIELD("pq", _Float128, 2, ME_F128, ME_BY_POINTER),
};

enum {
	FIELD_COUNT = sizeof fields / sizeof *fields,
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

static void *seen_slots[FIELD_COUNT];

static void note_call(void **slots, void *result)
{
	double sum = 0;

	memcpy(seen_slots, slots, sizeof seen_slots);
	for (int i = 0; i < 4; i++)
		sum += ((double *)slots[18])[i];
	memcpy(result, &sum, sizeof sum);
}

static const struct me_entry entry = {
    ME_ABI, FIELD_COUNT, "everything", "everything", "everything.c", 1,	   ME_F64,
    fields, "",		 "",	       NULL,	     note_call,	     NULL,
};

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

/* ---- guard pages */

static volatile char *beyond;

__attribute__((no_sanitize("address"))) static void touch(int writes)
{
	if (writes)
		*beyond = 1;
	else
		(void)*beyond;
}

/* The signal that ends a child that touches memory, 0 when it lives. */
static int signal_of_touch(volatile char *address, int writes)
{
	const struct rlimit no_core = {0, 0};
	int status;

	beyond = address;
	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		setrlimit(RLIMIT_CORE, &no_core);
		signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would exit */
		touch(writes);
		_exit(0);
	}
	waitpid(child, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

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
	check_guard_pages(&l);
	check_front();
	check_reach();
	check_print();
	check_limits();
	arguments_done(&l);
	arguments_done(&l); /* allowed after itself */
#ifndef __SANITIZE_ADDRESS__
	check_limited_space();
#endif
	return me_check_failures != 0;
}
