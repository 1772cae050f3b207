/* SPDX-License-Identifier: GPL-3.0-or-later */
/* criteria.cc - reads the list of criteria. */
#include "plugin/gcc.h"
#include "plugin/labels/criteria.h"
#include "plugin/plugin_options.h"

enum { MOST_WISE = 6 };

struct named_criteria {
	const char *name;
	unsigned set; /* a bit for each criterion */
};

/* WM of the paper's experiments */
enum {
	PAPERS_OPERATORS = 1u << RELATIONAL_OPERATORS | 1u << ARITHMETIC_OPERATORS |
			   1u << CONDITIONAL_OPERATORS | 1u << UNARY_OPERATORS
};

static const struct named_criteria named[] = {
    {"DC", 1u << DECISION_COVERAGE},
    {"CC", 1u << CONDITION_COVERAGE},
    {"DCC", 1u << DECISION_COVERAGE | 1u << CONDITION_COVERAGE},
    {"MCC", 1u << MULTIPLE_CONDITIONS},
    {"MCDC", 1u << MODIFIED_CONDITIONS},
    {"ROR", 1u << RELATIONAL_OPERATORS},
    {"AOR", 1u << ARITHMETIC_OPERATORS},
    {"COR", 1u << CONDITIONAL_OPERATORS},
    {"ABS", 1u << ABSOLUTE_VALUES},
    {"UOI", 1u << UNARY_OPERATORS},
    {"SOR", 1u << SHIFT_OPERATORS},
    {"LOR", 1u << BIT_OPERATORS},
    {"SVR", 1u << ASSIGNMENT_TARGETS},
    {"WM", OPERATOR_CRITERIA},
    {"WM-paper", PAPERS_OPERATORS},
    {"IC", 1u << STATEMENTS},
    {"ELO", 1u << LOOPS},
    {"IOB", 1u << INPUT_BOUNDARIES},
    {"IDC", 1u << INPUT_DOMAINS},
};

static unsigned asked_for; /* a bit for each criterion */
static unsigned wise;

/* Criteria that are kinds of goals by themselves (plugin/goals). */
static const struct {
	const char *name, *goals;
} others[] = {{"FC", "function"}, {"CB", "boundary"}, {"RTE", "rte"}};

static bool read_other(const char *name, size_t length)
{
	for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
		if (options_word_is(name, length, others[i].name)) {
			options.goals = options.goals ? concat(options.goals, ",",
							       others[i].goals, NULL)
						      : others[i].goals;
			return true;
		}
	return false;
}

/* NCC2 or NCC(2): two at a time. */
static bool read_wise(const char *name, size_t length)
{
	const bool closed = length == 6 && name[3] == '(' && name[5] == ')';

	if (strncmp(name, "NCC", 3) || (length != 4 && !closed))
		return false;
	const unsigned n = name[closed ? 4 : 3] - '0';
	if (n < 1 || n > MOST_WISE)
		return false;
	asked_for |= 1u << N_WISE_CONDITIONS;
	wise = n;
	return true;
}

static bool read_name(const char *name, size_t length)
{
	for (unsigned i = 0; i < ARRAY_SIZE(named); i++)
		if (options_word_is(name, length, named[i].name)) {
			asked_for |= named[i].set;
			return true;
		}
	return read_other(name, length) || read_wise(name, length);
}

static void report_unknown(const char *name, size_t length)
{
	char *all = xstrdup("");

	for (unsigned i = 0; i < ARRAY_SIZE(named); i++)
		all = concat(all, named[i].name, ", ", NULL);
	for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
		all = concat(all, others[i].name, ", ", NULL);
	error("plugin me: argument %<labels=%>: %<%.*s%> is no criterion; known are "
	      "%sand NCC1 to NCC%d",
	      (int)length, name, all, MOST_WISE);
}

bool criteria_read(const char *list)
{
	for (const char *at = list; at;) {
		const size_t n = strcspn(at, ",");
		if (!read_name(at, n)) {
			report_unknown(at, n);
			return false;
		}
		at = at[n] ? at + n + 1 : NULL;
	}
	return true;
}

bool criteria_any(unsigned set)
{
	return (asked_for & set) != 0;
}

bool criteria_has(enum criterion c)
{
	return asked_for >> c & 1;
}

const char *criteria_kind(enum criterion c)
{
	static const char *const kinds[] = {"dc",  "cc",  "mcc", "mcdc", "ncc", "ror",
					    "aor", "cor", "abs", "uoi",	 "sor", "lor",
					    "svr", "ic",  "elo", "iob",	 "idc"};

	return kinds[c];
}

unsigned criteria_wise(void)
{
	return wise;
}
