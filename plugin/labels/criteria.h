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

bool criteria_any(void);
/* Whether any criterion of decisions, of operators is asked for. */
bool criteria_any_decision(void);
bool criteria_any_mutant(void);
/* Whether any is asked for that is found in the front end's trees alone, as those of
 * decisions are not. */
bool criteria_any_tree(void);
bool criteria_has(enum criterion c);

/* What its goals are called: "mcdc". */
const char *criteria_kind(enum criterion c);

/* The n of NCCn. */
unsigned criteria_wise(void);

#endif
