/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kind_advice.h - how goals of a kind come into a program: what the target and `me` say
 * where one is asked for that the program does not have.
 */
#ifndef ME_KIND_ADVICE_H
#define ME_KIND_ADVICE_H

#include <stddef.h>
#include <string.h>

struct me_kind_advice {
	const char *kind, *advice;
};

/* What to do for goals of the kind; null when no kind has this name, which is the first
 * `length` bytes. */
static inline const char *me_kind_advice(const char *kind, size_t length)
{
#define ME_BY_LABELS(criterion) "compile with -fplugin-arg-me-labels=" criterion
#define ME_BY_GOALS(name) "compile with -fplugin-arg-me-kinds=" name
#define ME_BY_SOURCE(macro) "write " macro " in the source"
#define ME_ALONE(name) "it cannot be joined to others: --kinds=" name
	static const struct me_kind_advice kinds[] = {
	    {"dc", ME_BY_LABELS("DC")},
	    {"cc", ME_BY_LABELS("CC")},
	    {"mcc", ME_BY_LABELS("MCC")},
	    {"mcdc", ME_BY_LABELS("MCDC")},
	    {"ncc", ME_BY_LABELS("NCC2, or up to NCC6")},
	    {"ror", ME_BY_LABELS("ROR")},
	    {"aor", ME_BY_LABELS("AOR")},
	    {"cor", ME_BY_LABELS("COR")},
	    {"sor", ME_BY_LABELS("SOR")},
	    {"lor", ME_BY_LABELS("LOR")},
	    {"svr", ME_BY_LABELS("SVR")},
	    {"abs", ME_BY_LABELS("ABS")},
	    {"uoi", ME_BY_LABELS("UOI")},
	    {"ic", ME_BY_LABELS("IC")},
	    {"elo", ME_BY_LABELS("ELO")},
	    {"iob", ME_BY_LABELS("IOB")},
	    {"idc", ME_BY_LABELS("IDC -fplugin-arg-me-partition=FILE")},
	    {"rte", ME_BY_GOALS("rte")},
	    {"ubsan", "compile with -fsanitize=undefined"},
	    {"function", ME_BY_GOALS("function")},
	    {"boundary", ME_BY_GOALS("boundary")},
	    {"fpe", ME_BY_GOALS("fpe")},
	    {"assert", ME_BY_GOALS("assert")},
	    {"label", ME_BY_SOURCE("ME_LABEL(id, expr)")},
	    {"reach", ME_BY_SOURCE("ME_REACH()")},
	    {"path", ME_ALONE("path")},
	    {"custom", ME_ALONE("custom")},
	};
#undef ME_BY_LABELS
#undef ME_BY_GOALS
#undef ME_BY_SOURCE
#undef ME_ALONE

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strlen(kinds[i].kind) == length &&
		    !strncmp(kinds[i].kind, kind, length))
			return kinds[i].advice;
	return NULL;
}

#define ME_KIND_UNKNOWN "no kind of goals has this name"

#endif
