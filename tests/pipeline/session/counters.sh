# SPDX-License-Identifier: GPL-3.0-or-later
# What libFuzzer's counters hold after a run: how often a side was taken, never 0 again, in
# a unit without entry=; 1 in a unit with it.
. "$ME_ROOT/tests/check.sh"

cat > loop.c <<'E2'
int loop(int n);
int loop(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += i ^ n;
	return sum;
}
E2
cat > main.c <<'E2'
#include <stdio.h>
#include <stdlib.h>
extern unsigned char __start___sancov_cntrs[], __stop___sancov_cntrs[];
int loop(int n);
#ifdef MAIN
int main(void) {}
#endif
__attribute__((constructor)) static void count(int argc, char **argv)
{
	int n[] = {3, 256, 300};

	for (int i = 0; i < 3; i++) {
		unsigned char *c = __start___sancov_cntrs;
		int sum = loop(n[i] * argc);
		for (; c < __stop___sancov_cntrs; *c++ = 0)
			printf("%d ", *c);
		printf("%s", sum == 42 ? argv[0] : "");
	}
	exit(0);
}
E2
# The entry's counter, that of the side that goes on, that of the end; three times.
counters() { # flags...
	"$me_cc" "$@" -w -fplugin-arg-me-any-O -c loop.c -o loop.o &&
		"$CC" $main -c main.c -o main.o && "$me_cc" loop.o main.o -o program && ./program
}

for level in -O0 -O2; do
	main=-DMAIN
	check_equal "counters_count$level" "1 3 1 1 255 1 1 255 1 " "$(counters $level 2>&1)"
	main= # of the library
	check_equal "counters_mark$level" "1 1 1 1 1 1 1 1 1 " \
		"$(counters $level -fplugin-arg-me-entry=loop 2>&1)"
done
