/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - reads numbers of the unit records; they need no relocation. */
#include "tests/torture/units.h"

#include <string.h>

#include "me/abi.h"
#include "prover/executable/section.h"

static void add_units(struct units *u, const Elf_Data *data)
{
	const char *bytes = data->d_buf;

	for (size_t at = 0; at + sizeof(struct me_unit) <= data->d_size;
	     at += sizeof(struct me_unit)) {
		struct me_unit unit;
		memcpy(&unit, bytes + at, sizeof unit);
		u->sites += unit.site_count;
		u->skipped += unit.skipped;
	}
}

int units_read(struct units *u, const char *path)
{
	struct section_file file;
	char why[SECTION_WHY];
	Elf_Scn *section;
	Elf_Data *data;
	int err = section_open(&file, path, why);

	*u = (struct units){.is_object = !err};
	if (!err)
		err = section_find(&file, "me_units", &section, &data, why);
	if (!err)
		add_units(u, data);
	section_close(&file);
	return err;
}
