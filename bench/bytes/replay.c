/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.c - runs the files of a directory in a target that gcov counts:
 *	replay DIRECTORY
 * Their number is printed. Exit status 1: the directory, or a file, cannot be read. An
 * input that ends the process is left out: each runs in a process of its own once one has
 * done so. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __gcov_dump(void);
void __gcov_reset(void);
#ifdef __cplusplus
}
#endif

/* The file's bytes, of malloc(), and their number; null when it cannot be read. */
static uint8_t *file_read(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	uint8_t *bytes = NULL;

	if (!file)
		return NULL;
	fseek(file, 0, SEEK_END);
	const long length = ftell(file);
	rewind(file);
	*size = length > 0 ? (size_t)length : 0;
	bytes = (uint8_t *)malloc(*size ? *size : 1);
	if (bytes && fread(bytes, 1, *size, file) != *size) {
		free(bytes);
		bytes = NULL;
	}
	fclose(file);
	return bytes;
}

/* Counts are added to the files of gcov by the child; none when it does not return. */
static void run_apart(const uint8_t *bytes, size_t size)
{
	const pid_t child = fork();

	if (child == 0) {
		__gcov_reset();
		alarm(10);
		LLVMFuzzerTestOneInput(bytes, size);
		__gcov_dump();
		_exit(0);
	}
	if (child > 0)
		waitpid(child, NULL, 0);
}

/* Whether the process that runs all inputs came to its end. */
static int run_all(char **paths, int count)
{
	int status = 0;
	const pid_t child = fork();

	if (child == 0) {
		for (int i = 0; i < count; i++) {
			size_t size;
			uint8_t *bytes = file_read(paths[i], &size);
			if (bytes)
				LLVMFuzzerTestOneInput(bytes, size);
			free(bytes);
		}
		__gcov_dump();
		_exit(0);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

int main(int argc, char **argv)
{
	DIR *directory = argc == 2 ? opendir(argv[1]) : NULL;
	char **paths = NULL;
	int count = 0;

	if (!directory) {
		fprintf(stderr, "replay DIRECTORY\n");
		return 1;
	}
	for (struct dirent *entry; (entry = readdir(directory));) {
		if (entry->d_name[0] == '.')
			continue;
		paths = (char **)realloc(paths, (size_t)(count + 1) * sizeof(*paths));
		if (!paths ||
		    asprintf(&paths[count++], "%s/%s", argv[1], entry->d_name) < 0)
			return 1;
	}
	if (!run_all(paths, count))
		for (int i = 0; i < count; i++) {
			size_t size;
			uint8_t *bytes = file_read(paths[i], &size);
			if (!bytes)
				return 1;
			run_apart(bytes, size);
			free(bytes);
		}
	printf("%d\n", count);
	_exit(0); /* what this process has run is not counted */
}
