/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repair.c - writes operands of equalities over one another in the input. */
#include "harness/bytes/repair.h"

#include <string.h>

void repair_begin(struct repair *m)
{
	m->repairs = m->tries = 0;
	m->pending = 0;
}

static struct repair_site *entry_of(struct repair *m, uint32_t site)
{
	struct repair_site *e = &m->sites[site % REPAIR_SITES];

	if (e->site != site)
		*e = (struct repair_site){.site = site};
	return e;
}

void repair_succeeded(struct repair *m)
{
	struct repair_site *e = entry_of(m, m->site);

	if (!m->pending)
		return;
	m->pending = 0;
	e->failures = 0;
	e->known = 1;
	e->field = m->field;
}

static void take_back(struct repair *m, uint8_t *data)
{
	if (m->pending)
		memcpy(data + m->field.offset, m->before, m->field.width);
	m->pending = 0;
}

static void write_field(struct repair *m, const struct field *f, coord value,
			uint8_t *data)
{
	m->field = *f;
	m->pending = 1;
	m->repairs++;
	m->tries++;
	memcpy(m->before, data + f->offset, f->width);
	field_store(f, value, data + f->offset);
}

/* Whether the field has the value of one operand; *value gets that of the other one. */
static int other_value(const struct field *f, const struct operand *a,
		       const struct operand *b, const uint8_t *data, coord *value)
{
	coord now = field_read(f, data, 0), is_a = operand_value(a, f, 0),
	      is_b = operand_value(b, f, 0);

	*value = now == is_a ? is_b : is_a;
	return is_a != is_b && (now == is_a || now == is_b);
}

/* Tries the field that repaired the site before, then those that contain an operand. */
static int next_field(struct repair *m, const struct repair_site *e,
		      const struct operand *pair[2], uint8_t *data, size_t size)
{
	struct field found[2 * REPAIR_FIELDS];
	unsigned skip = m->tries;
	coord value;
	size_t n;

	if (e->known && e->field.offset + e->field.width <= size) {
		if (!skip && other_value(&e->field, pair[0], pair[1], data, &value)) {
			write_field(m, &e->field, value, data);
			return 1;
		}
		skip -= skip > 0;
	}
	n = operand_find(pair[0], data, size, NULL, found, REPAIR_FIELDS);
	n += operand_find(pair[1], data, size, NULL, found + n, REPAIR_FIELDS);
	for (size_t i = skip; i < n; i++) {
		if (!other_value(&found[i], pair[0], pair[1], data, &value))
			continue;
		m->tries = (unsigned)i;
		write_field(m, &found[i], value, data);
		return 1;
	}
	return 0;
}

int repair_try(struct repair *m, uint32_t site, const struct operand *a,
	       const struct operand *b, uint8_t *data, size_t size)
{
	struct repair_site *e = entry_of(m, site);
	const struct operand *pair[2] = {a, b};

	if (m->pending && m->site == site) { /* the last repair was wrong */
		take_back(m, data);
	} else {
		repair_succeeded(m);
		m->tries = 0;
	}
	m->site = site;
	if (m->repairs < REPAIR_MOST && e->failures < REPAIR_PATIENCE &&
	    next_field(m, e, pair, data, size))
		return 1;
	e->failures += e->failures < REPAIR_PATIENCE;
	return 0;
}
