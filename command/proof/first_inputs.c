/* SPDX-License-Identifier: GPL-3.0-or-later */
/* first_inputs.c - inputs that need no formulas: zeros, ones and the like. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/proof/witness.h"
#include "system/clock.h"
#include "system/stop.h"

/* For all scalars alike; then for one of the first ones, while the others are 0. */
static const double alike[] = {0,   1,	 -1,  2,	0.5,	   3,  10,
			       100, 1e6, -50, INFINITY, -INFINITY, NAN};

enum {
	ALIKE = sizeof alike / sizeof *alike,
	SERIES = 4, /* 1, 2, 3, ...; its negation; downward; 1, -1, 1, ... */
	SINGLE = 12, /* scalars that one input each, or two, is about */
	INPUTS = ALIKE + SERIES + 2 * SINGLE,
	SHARE_SECONDS = 1,
};

/* The number of the scalar in input `input`. */
static double value_at(unsigned input, unsigned scalar)
{
	if (input < ALIKE)
		return alike[input];
	input -= ALIKE;
	if (input < 2)
		return input ? -(double)scalar - 1 : scalar + 1.0;
	if (input < SERIES)
		return input == 2 ? 8.0 - scalar : scalar % 2 ? -1 : 1;
	input -= SERIES;
	return scalar == input / 2 ? (input % 2 ? -1 : 1) : 0;
}

/* ---- a scalar in the file */

/* Numbers that an integer does not hold become its ends. */
static int64_t whole_number(double value)
{
	return isnan(value)	 ? 0
	       : value >= 0x1p63 ? INT64_MAX
	       : value < -0x1p63 ? INT64_MIN
				 : (int64_t)value;
}

static void put_number(uint8_t *to, enum me_type type, double value)
{
	const float f32 = (float)value;
	const long double f80 = value;
	const __float128 f128 = value;
	const __int128 whole = whole_number(value);

	switch (type) {
	case ME_F32:
		memcpy(to, &f32, sizeof f32);
		break;
	case ME_F64:
		memcpy(to, &value, sizeof value);
		break;
	case ME_F80:
		memcpy(to, &f80, entry_scalar_size(type));
		break;
	case ME_F128:
		memcpy(to, &f128, sizeof f128);
		break;
	case ME_BOOL:
		*to = value != 0;
		break;
	default:
		memcpy(to, &whole, entry_scalar_size(type));
	}
}

static double range_end(enum me_type type, const uint64_t bits[2])
{
	float f32;
	double f64;
	long double f80;

	switch (type) {
	case ME_F32:
		memcpy(&f32, bits, sizeof f32);
		return f32;
	case ME_F64:
		memcpy(&f64, bits, sizeof f64);
		return f64;
	case ME_F80:
		memcpy(&f80, bits, 10);
		return (double)f80;
	case ME_U8:
	case ME_U16:
	case ME_U32:
	case ME_U64:
	case ME_BOOL:
		return (double)bits[0];
	default:
		return (double)(int64_t)bits[0];
	}
}

static void put_scalar(uint8_t *to, const struct entry_field *f, double value)
{
	const bool is_inside = !f->has_range || (value >= range_end(f->type, f->low) &&
						 value <= range_end(f->type, f->high));

	if (is_inside)
		put_number(to, f->type, value);
	else
		memcpy(to, f->low, entry_scalar_size(f->type));
}

/* ---- an input */

/* How many elements an array has whose length the parameter is; else the value. */
static double length_or(const struct entry *entry, const struct entry_parameter *p,
			double value)
{
	const double most = p->length_of < entry->parameter_count
				? entry->parameters[p->length_of].count
				: INFINITY;

	return value <= most && (value >= 0 || most == INFINITY) ? value : most;
}

static void make_input(const struct entry *entry, unsigned input, uint8_t *to)
{
	unsigned scalar = 0;

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct entry_parameter *p = &entry->parameters[i];
		to += p->nullable;
		for (uint32_t element = 0; element < p->count; element++)
			for (size_t k = 0; k < p->field_count; k++)
				for (uint32_t n = 0; n < p->fields[k].count; n++) {
					put_scalar(to, &p->fields[k],
						   length_or(entry, p,
							     value_at(input, scalar)));
					to += entry_scalar_size(p->fields[k].type);
					scalar++;
				}
	}
}

/* ---- all of them */

/* One that takes long is no news here: a model may do the same, and has more time. Nor is
 * one behind __builtin_unreachable. */
static void first_run(void *context, const char *path, const struct trace_run *run)
{
	struct proof_session *p = context;
	unsigned char *bytes;
	size_t size;

	if (p->command->status)
		p->command->status->executions++;
	if (run->end.kind == ME_END_TIMEOUT || witness_is_undefined(p, run) ||
	    corpus_read(path, &bytes, &size))
		return;
	witness_note(p, run, bytes, size);
	free(bytes);
}

static int write_inputs(const struct proof_session *p, struct corpus_list *files)
{
	const size_t size = entry_file_size(&p->entry);
	uint8_t *bytes = malloc(size + 1);
	char path[4096];
	int err = bytes ? 0 : CORPUS_ENOMEM;

	for (unsigned i = 0; i < INPUTS && !err; i++) {
		memset(bytes, 0, size);
		make_input(&p->entry, i, bytes);
		snprintf(path, sizeof path, "%s-%u", p->model, i);
		err = corpus_write_file(path, bytes, size);
		if (!err)
			err = corpus_list_add(files, path);
	}
	free(bytes);
	return err;
}

int first_inputs_run(struct proof_session *p)
{
	struct corpus_list files = {0};
	int err = write_inputs(p, &files);

	if (err)
		err = command_fail(p->command, p->corpus, "%s", corpus_strerror(err));
	stop_share_begin(SHARE_SECONDS * clock_load());
	if (!err)
		err = trace_briefly(p->command, &p->record, &files, first_run, p);
	stop_share_end();
	for (size_t i = 0; i < files.count; i++)
		unlink(files.paths[i]);
	corpus_list_done(&files);
	return err;
}
