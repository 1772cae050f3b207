/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_lines.c - exits 0 when every line of FILE is a JSON object and there is one. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	char *line = NULL;
	size_t room = 0, count = 0;

	if (!file)
		return 2;
	for (; getline(&line, &room, file) > 0; count++) {
		json_t *object = json_loads(line, 0, NULL);
		if (!json_is_object(object)) {
			fprintf(stderr, "%s:%zu: no JSON object\n", argv[1], count + 1);
			return 1;
		}
		json_decref(object);
	}
	free(line);
	fclose(file);
	return count == 0;
}
