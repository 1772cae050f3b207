/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/status/status_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/status/status_farm.h"
#include "corpus/files/corpus.h"

/* Whether the session's process is known to be none any more. */
static bool is_gone(const json_t *status)
{
	char host[256] = "";
	const json_int_t process =
	    json_integer_value(json_object_get(status, "process"));

	gethostname(host, sizeof host - 1);
	return strcmp(json_member_text(status, "state"), "running") == 0 &&
	       process > 0 && strcmp(json_member_text(status, "host"), host) == 0 &&
	       kill((pid_t)process, 0) != 0 && errno == ESRCH;
}

/* Null when the bytes are no such file; the caller owns it. */
static json_t *parse(const unsigned char *bytes, size_t size)
{
	json_t *status = json_loadb((const char *)bytes, size, 0, NULL);

	if (json_is_object(status) &&
	    strcmp(json_member_text(status, "kind"), "status") == 0)
		return status;
	json_decref(status);
	return NULL;
}

static int add(struct command *command, struct status_files *files, const char *path,
	       json_t *status)
{
	if (is_gone(status))
		json_object_set_new(status, "state", json_string("gone"));
	if (!files->list)
		files->list = json_array();
	json_object_set_new(status, "file", json_text(path));
	return json_array_append_new(files->list, status) ? command_no_memory(command)
							  : 0;
}

static int add_file(struct command *command, struct status_files *files,
		    const char *path, bool is_named)
{
	unsigned char *bytes;
	size_t size;
	const int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return command_fail(command, path, "%s", corpus_strerror(err));
	json_t *status = parse(bytes, size);
	free(bytes);
	if (status)
		return add(command, files, path, status);
	return is_named ? command_fail(command, path, "is no status of a session") : 0;
}

static bool is_candidate(const char *path)
{
	const size_t n = strlen(path);

	return n > 5 && strcmp(path + n - 5, ".json") == 0;
}

/* A file may have gone since it was listed. */
static int add_listed(struct command *command, struct status_files *files,
		      const struct corpus_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (!is_candidate(list->paths[i]) || access(list->paths[i], F_OK) ||
		    !add_file(command, files, list->paths[i], false))
			continue;
		command_report(command);
		files->troubled = true;
	}
	return 0;
}

int status_files_add(struct command *command, struct status_files *files,
		     const char *path)
{
	struct corpus_list list = {0, NULL, 0};
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISDIR(st.st_mode))
		return add_file(command, files, path, true);
	const int farm = status_farm_list(command, path, &list);
	const int err = farm ? 0 : corpus_list_add(&list, path);
	int result = err ? command_fail(command, path, "%s", corpus_strerror(err))
		     : farm < 0 ? farm
				: add_listed(command, files, &list);
	files->is_begun |= farm > 0;

	corpus_list_done(&list);
	return result;
}

void status_files_done(struct status_files *files)
{
	json_decref(files->list);
	files->list = NULL;
}
