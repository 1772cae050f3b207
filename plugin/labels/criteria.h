/* SPDX-License-Identifier: GPL-3.0-or-later */
/* criteria.h - which criteria labels= asks for. */
#ifndef PLUGIN_CRITERIA_H
#define PLUGIN_CRITERIA_H

enum criterion {
	DECISION_COVERAGE, /* DC: a decision is true, is false */
	CONDITION_COVERAGE, /* CC: each of its conditions is true, is false */
	MULTIPLE_CONDITIONS, /* MCC: each combination of its conditions' values */
	MODIFIED_CONDITIONS, /* MCDC: each condition, by itself, decides it */
	N_WISE_CONDITIONS, /* NCCn: each combination of the values of n conditions */
	/* weak mutation (WM): what tells an operator from another one */
	RELATIONAL_OPERATORS, /* ROR */
	ARITHMETIC_OPERATORS, /* AOR */
	CONDITIONAL_OPERATORS, /* COR */
	ABSOLUTE_VALUES, /* ABS */
	UNARY_OPERATORS, /* UOI: a minus in front of an operand */
	SHIFT_OPERATORS, /* SOR */
	BIT_OPERATORS, /* LOR */
	ASSIGNMENT_TARGETS, /* SVR: another variable is assigned to; not in WM */
	STATEMENTS, /* IC: each statement is executed */
	LOOPS, /* ELO: each loop makes no pass, one, several */
	INPUT_BOUNDARIES, /* IOB: least and greatest values of the inputs */
	INPUT_DOMAINS, /* IDC: parts of the inputs' domains */
	CRITERIA
};

/* Reads the list, "DC,MCDC"; null: none. Reports an unknown one as an error, and
 * returns false. */
bool criteria_read(const char *list);

/* Sets of criteria: of decisions, of operators (WM), all. */
enum {
	DECISION_CRITERIA = 1u << DECISION_COVERAGE | 1u << CONDITION_COVERAGE |
			    1u << MULTIPLE_CONDITIONS | 1u << MODIFIED_CONDITIONS |
			    1u << N_WISE_CONDITIONS,
	OPERATOR_CRITERIA = 1u << RELATIONAL_OPERATORS | 1u << ARITHMETIC_OPERATORS |
			    1u << CONDITIONAL_OPERATORS | 1u << ABSOLUTE_VALUES |
			    1u << UNARY_OPERATORS | 1u << SHIFT_OPERATORS |
			    1u << BIT_OPERATORS,
	ALL_CRITERIA = (1u << CRITERIA) - 1
};

/* Whether one of the set is asked for. */
bool criteria_any(unsigned set);
bool criteria_has(enum criterion c);

/* What its goals are called: "mcdc". */
const char *criteria_kind(enum criterion c);

/* The n of NCCn. */
unsigned criteria_wise(void);

#endif
