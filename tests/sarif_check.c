/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sarif_check.c - exits 0 when FILE is a log that follows what SARIF 2.1.0 (OASIS) demands
 * of the objects that `me triage --format=sarif` writes; says what does not.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void want(int good, const char *what)
{
	if (!good)
		fprintf(stderr, "not so: %s\n", what);
	wrong |= !good;
}

static const json_t *member(const json_t *object, const char *name)
{
	return json_object_get(object, name);
}

static const char *text(const json_t *object, const char *name)
{
	return json_string_value(member(object, name));
}

/* Only names of the standard's object (3.13 and the following sections). */
static void only(const json_t *object, const char *names, const char *what)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)object, key, value)
	{
		char word[80];
		snprintf(word, sizeof word, " %s ", key);
		want(strstr(names, word) != NULL, what);
	}
}

/* 3.4.3: a URI reference; of RFC 3986's characters those that are no delimiters. */
static void check_uri(const json_t *artifact)
{
	const char *uri = text(artifact, "uri");

	want(uri && *uri, "an artifactLocation has a uri");
	want(uri && strspn(uri, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				"0123456789-._~/%:") == strlen(uri),
	     "a uri has the characters of one");
}

static void check_message(const json_t *message)
{
	only(message, " text ", "a message has text alone");
	want(text(message, "text") && *text(message, "text"), "a message has text");
}

static void check_location(const json_t *location)
{
	const json_t *physical = member(location, "physicalLocation"), *logical;
	const json_t *line = member(member(physical, "region"), "startLine");
	size_t i;

	only(location, " physicalLocation logicalLocations ", "a location's members");
	if (physical)
		check_uri(member(physical, "artifactLocation"));
	want(!line || json_integer_value(line) >= 1, "lines begin at 1");
	json_array_foreach(member(location, "logicalLocations"), i, logical)
	    want(text(logical, "fullyQualifiedName") != NULL, "a function's name");
}

static void check_stack(const json_t *stack)
{
	const json_t *frame;
	size_t i;

	want(json_array_size(member(stack, "frames")) > 0, "a stack has frames");
	json_array_foreach(member(stack, "frames"), i, frame)
	    check_location(member(frame, "location"));
}

static void check_result(const json_t *result, const json_t *rules)
{
	const json_t *rule = json_array_get(
	    rules, (size_t)json_integer_value(member(result, "ruleIndex")));
	const json_t *each;
	size_t i;

	only(result,
	     " ruleId ruleIndex level message occurrenceCount partialFingerprints "
	     "attachments properties locations stacks ",
	     "a result's members");
	want(rule && text(result, "ruleId") &&
		 !strcmp(text(result, "ruleId"), text(rule, "id")),
	     "ruleIndex leads to the rule of ruleId");
	want(text(result, "level") && !strcmp(text(result, "level"), "error"),
	     "a failure is an error");
	check_message(member(result, "message"));
	want(json_integer_value(member(result, "occurrenceCount")) >= 1,
	     "it has occurred");
	json_array_foreach(member(result, "attachments"), i, each)
	    check_uri(member(each, "artifactLocation"));
	json_array_foreach(member(result, "locations"), i, each) check_location(each);
	json_array_foreach(member(result, "stacks"), i, each) check_stack(each);
}

static void check_run(const json_t *run)
{
	const json_t *driver = member(member(run, "tool"), "driver"), *each;
	size_t i;

	only(run, " tool invocations results ", "a run's members");
	want(text(driver, "name") != NULL, "the tool has a name");
	want(json_is_array(member(run, "results")), "there are results");
	json_array_foreach(member(driver, "rules"), i, each)
	    want(text(each, "id") && *text(each, "id"), "a rule has an id");
	json_array_foreach(member(run, "results"), i, each)
	    check_result(each, member(driver, "rules"));
	json_array_foreach(member(run, "invocations"), i, each)
	    want(json_is_boolean(member(each, "executionSuccessful")), "an invocation");
}

int main(int argc, char **argv)
{
	json_error_t error;
	const json_t *log = argc == 2 ? json_load_file(argv[1], 0, &error) : NULL;
	const json_t *run;
	size_t i;

	want(json_is_object(log), "an object");
	only(log, " $schema version runs ", "a log's members");
	want(text(log, "version") && !strcmp(text(log, "version"), "2.1.0"), "2.1.0");
	want(json_array_size(member(log, "runs")) == 1, "one run");
	json_array_foreach(member(log, "runs"), i, run) check_run(run);
	return wrong;
}
