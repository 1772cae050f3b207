/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of options: what each kind takes and refuses, with what reason. */
#include "system/option.h"

#include <stdbool.h>
#include <string.h>

#include "tests/unit/me_check.h"

enum colour { NONE, RED, GREEN };

struct record {
	bool flag;
	unsigned constant, number;
	double real;
	const char *text;
	enum colour colour;
	char called;
};

static const char *const colours[] = {"red", "green", "blue", NULL};

static int set_called(void *record, const char *value)
{
	((struct record *)record)->called = *value;
	return *value == 'y' ? 0 : -1;
}

#define AT(member) .at = offsetof(struct record, member)

static const struct option_row rows[] = {
    {"flag", NULL, "", OPTION_FLAG, AT(flag)},
    {"constant", NULL, "", OPTION_CONSTANT, AT(constant), .least = 7},
    {"number", "N", "", OPTION_NUMBER, AT(number), .least = 2, .most = 4000000000},
    {"real", "R", "", OPTION_REAL, AT(real), .least = -1, .most = 1.5},
    {"text", "TEXT", "", OPTION_TEXT, AT(text)},
    {"colour", "C", "", OPTION_CHOICE, AT(colour), .least = RED, .choices = colours},
    {"call", "y|Y", "", OPTION_CALL, .set = set_called},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *const hopping[] = {"red", "blue", NULL};
static const struct option_row keys[] = {
    {"number", "N", "", OPTION_NUMBER, AT(number), .least = 2, .most = 9},
    {"flag", NULL, "", OPTION_FLAG, AT(flag), .of = hopping},
};
static const struct option_row method = {
    "method",		"C[,KEY=VALUE...]", "", OPTION_CHOICE, AT(colour), .least = RED,
    .choices = colours, OPTION_KEYS(keys)};

static struct record r;
static char why[OPTION_WHY];

static bool takes(const char *name, const char *value)
{
	*why = '\0';
	for (int i = 0; i < ROWS; i++)
		if (strcmp(rows[i].name, name) == 0)
			return option_store(&rows[i], value, &r, why) == 0;
	return false;
}

static bool refuses(const char *name, const char *value, const char *reason)
{
	const struct record before = r;

	return !takes(name, value) && strcmp(why, reason) == 0 &&
	       before.number == r.number && before.real == r.real &&
	       before.colour == r.colour;
}

static void check_numbers(void)
{
	static const char range[] = "wants a whole number from 2 to 4000000000";
	static const char *const wrong[] = {
	    "",	    "1",   "4000000001", "18446744073709551618", "-3", "+3", " 3", "3 ",
	    "0x10", "2.5", "x"};

	check(takes("number", "2") && r.number == 2 && takes("number", "4000000000") &&
		  r.number == 4000000000 && takes("number", "007") && r.number == 7,
	      "option_number", "another number");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		check(refuses("number", wrong[i], range), "option_no_number", wrong[i]);
}

static void check_reals(void)
{
	static const char *const wrong[] = {"", "x", "1.6", "-1.1", "nan", "inf", "1x"};

	check(takes("real", "-1") && r.real == -1 && takes("real", "15e-1") &&
		  r.real == 1.5,
	      "option_real", "another number");
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		check(refuses("real", wrong[i], "wants a number from -1 to 1.5"),
		      "option_no_real", wrong[i]);
}

static void check_others(void)
{
	check(takes("flag", NULL) && r.flag && takes("constant", NULL) &&
		  r.constant == 7,
	      "option_without", "not set");
	check(takes("text", "a b") && strcmp(r.text, "a b") == 0, "option_text",
	      "another text");
	check(refuses("text", "", "wants TEXT"), "option_no_text", why);
	check(takes("colour", "green") && r.colour == GREEN, "option_choice",
	      "another choice");
	check(refuses("colour", "gree", "wants red, green or blue") &&
		  refuses("colour", "", "wants red, green or blue"),
	      "option_no_choice", why);
	check(takes("call", "yes") && r.called == 'y', "option_call", "not called");
	check(refuses("call", "no", "wants y|Y"), "option_no_call", why);
}

/* NAME,KEY=VALUE: the reason when it is refused, else "". */
static const char *method_why(const char *value)
{
	*why = '\0';
	option_store(&method, value, &r, why);
	return why;
}

static void check_methods(void)
{
	static const char *const wrong[][2] = {
	    {"green,flag", "green has no 'flag'"},
	    {"red,numbr=3", "red has no 'numbr'; did you mean number?"},
	    {"red,number=1", "number wants a whole number from 2 to 9"},
	    {"red,number", "number wants a value"},
	    {"red,flag=1", "flag takes no value"},
	    {"red,", "red has no ''"},
	    {"gren,number=3", "wants red, green or blue"}};

	r = (struct record){0};
	check(!*method_why("green") && r.colour == GREEN && !r.flag &&
		  !*method_why("red,flag,number=7") && r.colour == RED && r.flag &&
		  r.number == 7,
	      "option_method", why);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		check(strcmp(method_why(wrong[i][0]), wrong[i][1]) == 0,
		      "option_no_method", why);
}

static bool is_near(const char *name, const char *wanted)
{
	const char *near = option_near(rows, ROWS, name);

	return wanted ? near && strcmp(near, wanted) == 0 : !near;
}

int main(void)
{
	check_numbers();
	check_reals();
	check_others();
	check_methods();
	check(is_near("numbr", "number") && is_near("colur", "colour") &&
		  is_near("reall", "real") && is_near("txet", "text"),
	      "option_near", "another name");
	check(is_near("nothing", NULL) &&
		  is_near("a-name-of-more-than-forty-letters-which-is-none", NULL),
	      "option_far", "a name");
	return me_check_failures != 0;
}
