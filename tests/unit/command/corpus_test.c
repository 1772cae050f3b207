/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus_test.c - names, whole files, order, errors. */
#include "corpus/files/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/me_check.h"

static int sha1_is(const void *bytes, size_t n, const char *wanted)
{
	char hex[SHA1_HEX_SIZE];

	sha1_hex(bytes, n, hex);
	return strcmp(hex, wanted) == 0;
}

/* The examples of FIPS 180-2, appendix A, and the lengths around a block's end. */
static void test_sha1(void)
{
	char *million = malloc(1000000);

	check(sha1_is("", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709") &&
		  sha1_is("abc", 3, "a9993e364706816aba3e25717850c26c9cd0d89d"),
	      "sha1_short", "wrong digest");
	check(sha1_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
		      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
	      "sha1_two_blocks", "wrong digest");
	memset(million, 'a', 1000000);
	check(sha1_is(million, 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
	      "sha1_million", "wrong digest");
	free(million);
}

static void test_write_read(const char *dir)
{
	static const unsigned char bytes[] = {0, 1, 2, 0xff, 0};
	unsigned char *back = NULL;
	char name[SHA1_HEX_SIZE], path[4200];
	size_t n = 0;

	check(corpus_write(dir, bytes, sizeof(bytes), name) == CORPUS_OK &&
		  corpus_write(dir, bytes, sizeof(bytes), NULL) == CORPUS_OK,
	      "corpus_write_twice", "error");
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	check(corpus_read(path, &back, &n) == CORPUS_OK && n == sizeof(bytes) &&
		  memcmp(back, bytes, n) == 0 && back[n] == 0,
	      "corpus_read_back", "other bytes");
	free(back);
	back = NULL;
	check(truncate(path, 0) == 0 &&
		  corpus_write(dir, bytes, sizeof(bytes), NULL) == CORPUS_OK &&
		  corpus_read(path, &back, &n) == CORPUS_OK && n == sizeof(bytes),
	      "corpus_write_mends", "a file cut short was kept");
	free(back);
}

static void test_list(const char *dir)
{
	struct corpus_list list = {0};
	int sorted = 1;

	for (int i = 0; i < 100; i++)
		corpus_write(dir, &i, sizeof(i), NULL);
	corpus_write(dir, "", 0, NULL);
	check(corpus_list_add(&list, dir) == CORPUS_OK && list.count == 102,
	      "corpus_list_count", "wrong number of files");
	for (size_t i = 1; i < list.count; i++)
		sorted &= strcmp(list.paths[i - 1], list.paths[i]) < 0;
	check(sorted, "corpus_list_sorted", "not sorted");
	check(list.count && corpus_list_add(&list, list.paths[0]) == CORPUS_OK &&
		  list.count == 103,
	      "corpus_list_file", "a file is not added");
	for (size_t i = 0; i < list.count; i++)
		unlink(list.paths[i]);
	corpus_list_done(&list);
}

static void test_errors(const char *dir)
{
	struct corpus_list list = {0};
	unsigned char *bytes;
	size_t n;

	check(corpus_write("/nonexistent/corpus", "a", 1, NULL) == CORPUS_ENOENT &&
		  corpus_list_add(&list, "/nonexistent") == CORPUS_ENOENT &&
		  corpus_read("/nonexistent", &bytes, &n) == CORPUS_ENOENT,
	      "corpus_missing", "not ENOENT");
	check(corpus_list_add(&list, "/dev/null") == CORPUS_ETYPE &&
		  corpus_read(dir, &bytes, &n) == CORPUS_ETYPE,
	      "corpus_wrong_type", "not ETYPE");
	check(corpus_write("/dev/null", "a", 1, NULL) == CORPUS_ENOTDIR,
	      "corpus_not_a_directory", "not ENOTDIR");
}

static int aside_is(const char *corpus, const char *part, const char *wanted)
{
	char *path = NULL;
	const int good =
	    corpus_aside(corpus, part, &path) == CORPUS_OK && !strcmp(path, wanted);

	free(path);
	return good;
}

static void test_aside(void)
{
	check(aside_is("a/corpus", NULL, "a/corpus.me") &&
		  aside_is("corpus//", "gcov", "corpus.me/gcov") &&
		  aside_is("/usr/.", NULL, "/usr.me"),
	      "corpus_aside", "wrong path");
}

/* /proc and /sys offer no nameless files; what is written there fails all the same. */
/* Written by name, a file is replaced; a pipe stays one. */
static void test_write_file(const char *dir)
{
	char path[4200];
	struct stat st;

	snprintf(path, sizeof(path), "%s/named", dir);
	const int first = corpus_write_file(path, "ab", 2);
	const int second = corpus_write_file(path, "c", 1);
	const int found = stat(path, &st);

	check(first == CORPUS_OK && second == CORPUS_OK && !found && st.st_size == 1,
	      "corpus_file_replaced", "not the second file");
	unlink(path);
	if (mkfifo(path, 0600) != 0)
		perror(path);
	check(corpus_write_file(path, "ab", 2) == CORPUS_EXDEV && !lstat(path, &st) &&
		  S_ISFIFO(st.st_mode),
	      "corpus_pipe_left_alone", "it was replaced");
	unlink(path);
}

/* While it is replaced again and again, one or the other file is there, and whole. */
static void test_replace(const char *dir)
{
	char path[4200];
	int missing = 0, looks = 0;
	struct stat st;

	snprintf(path, sizeof(path), "%s/replaced", dir);
	corpus_write_file(path, "ab", 2);
	const pid_t pid = fork();
	if (pid == 0) {
		for (int i = 0; i < 3000; i++)
			if (corpus_write_file(path, "abcd", i % 2 ? 2 : 4))
				_exit(1);
		_exit(0);
	}
	int status = -1;
	for (; waitpid(pid, &status, WNOHANG) == 0; looks++)
		missing += stat(path, &st) != 0 || (st.st_size != 2 && st.st_size != 4);
	check(looks && status == 0, "corpus_file_replaced_often", "error");
	check(missing == 0, "corpus_file_always_there", "it was missing or not whole");
	unlink(path);
}

static void test_nothing_left(const char *dir)
{
	struct corpus_list list = {0};
	const int err = corpus_write("/proc/self", "a", 1, NULL);

	check(err < 0, "corpus_write_refused", "success in /proc");
	check(corpus_list_add(&list, dir) == CORPUS_OK && list.count == 0,
	      "corpus_only_inputs", "other files lie in the corpus");
	corpus_list_done(&list);
}

int main(void)
{
	char dir[] = "/tmp/corpus_test_XXXXXX";

	if (!mkdtemp(dir))
		return 1;
	test_sha1();
	test_write_read(dir);
	test_list(dir);
	test_errors(dir);
	test_aside();
	test_write_file(dir);
	test_replace(dir);
	test_nothing_left(dir);
	rmdir(dir);
	char aside[64];

	snprintf(aside, sizeof(aside), "%s.me", dir);
	rmdir(aside);
	return me_check_failures != 0;
}
