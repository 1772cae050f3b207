# SPDX-License-Identifier: GPL-3.0-or-later
# A parameter that names a file: the driver makes one in memory of the text or the bytes that are
# drawn, or none; and what libc reads into an array says how long that is.
. "$ME_ROOT/tests/check.sh"

cat > load.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* Of a line "3 ...": how many; -1: no file, -2: no number. */
int count(const char *path)
{
	int n;
	FILE *f = fopen(path, "r");
	if (!f)
		return -1;
	const int read = fscanf(f, "%d", &n);
	fclose(f);
	if (read != 1)
		return -2;
	return n > 5 ? 5 : n;
}
static FILE *opened(const char *name)
{
	return name ? fopen(name, "rb") : stdin;
}
int kind(const char *name, unsigned char *out, int n)
{
	FILE *f = opened(name);
	if (!f)
		return -1;
	if (f == stdin)
		return 3;
	const int got = (int)fread(out, 1, (size_t)n, f);
	fclose(f);
	if (got < 4)
		return 0;
	return memcmp(out, "RIFF", 4) == 0 ? 2 : 1;
}
int first(const char *file)
{
	unsigned char head[4];
	const int f = open(file, O_RDONLY);
	if (f < 0)
		return -1;
	const ssize_t got = read(f, head, sizeof head);
	close(f);
	if (got < 4)
		return -2;
	return head[0] == 0 && head[3] == 9 ? 1 : 0;
}
/* One more byte than the buffer has. */
int over(const char *file)
{
	char head[8];
	FILE *f = fopen(file, "rb");
	if (!f)
		return -1;
	size_t got = fread(head, 1, 16, f);
	fclose(f);
	return got && head[0] == 'x';
}
END
"$me" test --time=100 load.c > load.log 2>&1
check_line files_text '^count +4 +4 +0 +0 +0$' load.log
check_line files_bytes '^kind +10 +10 +0 +0 +0$' load.log
check_line files_open '^first +8 +8 +0 +0 +0$' load.log
check_line files_fault '^1\. .* in over load\.c:[0-9]+$' load.log
check_no_line files_one '^2\. ' load.log
check_line files_told 'guess: path is the name of a file of up to 64 characters, in memory, or of none' \
	load.c.me/count/count_driver.c
check_no_line files_quiet 'runs write to files' load.log
"$me" test load.c kind > kind.log 2>&1
check_line files_length '^   n: 0\.\.8, for the size of out \(load\.c:31: ' kind.log

# As a test that needs no ME.
"$me" test --emit load.c count > emit.log 2>&1
check files_emitted test -s load.c.me/count/tests/*.c
gcc -w -I. -o emitted load.c.me/count/tests/*.c -lm > emitted.log 2>&1 || not_ok files_compiles "$(head -3 emitted.log)"
check files_pass ./emitted
