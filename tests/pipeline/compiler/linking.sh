# SPDX-License-Identifier: GPL-3.0-or-later
# Instrumented objects in every kind of program: without libme an executable does not
# link, for one reason, and a shared library does nothing; with libme all sites are
# known, also those of libraries that the program was linked with or loads by itself.
. "$ME_ROOT/tests/check.sh"
plugin=-fplugin=$ME_BUILD/me.so
abi=__me_abi_$(sed -n 's/^#define ME_ABI \([0-9]*\)$/\1/p' "$ME_ROOT/include/me/abi.h")

# All kinds of hooks.
cat > body.c <<'E2'
#include <stdlib.h>
#include <string.h>
static int calls;
int body(double x, long double y, unsigned __int128 z, unsigned n, const char *text)
{
	calls++;
	if (x == 42.5 || y < 3 || z == 7)
		return calls;
	switch (n) {
	case 10:
		return 20;
	case 30:
		return 40;
	}
	return strcmp(text, "word") ? atoi(text) : 50;
}
E2
cat > plain.c <<'E2'
#include <stdio.h>
int body(double x, long double y, unsigned __int128 z, unsigned n, const char *text);
int main(void)
{
	for (int i = 0; i < 50; i++)
		printf("%d ", body(i + 0.5, i, i, i, i % 9 ? "11" : "word"));
	return 3;
}
E2
outcome() { # program
	"$@" 2>&1
	echo "exit status $?"
}
"$CC" body.c plain.c -o plain && outcome ./plain > plain.out

# ---- without libme

# Names that the link misses, each once.
missing() { # words of the link...
	LC_ALL=C "$@" -o missing > missing.log 2>&1
	sed -n "s/.*undefined reference to .\([A-Za-z0-9_]*\).*/\1/p" missing.log | sort -u | tr '\n' ' '
}
needs_libme() { # name flag...
	kind=$1
	shift
	"$CC" $plugin "$@" -c body.c -o body.o
	check_equal "linking_missing_$kind" "$abi " "$(missing "$CC" "$@" body.o plain.c)"
}
needs_libme pie -O2
needs_libme no_pie -fno-pie -no-pie
needs_libme static -static
needs_libme static_pie -fPIE -static-pie
# The mark that keeps a table from being dropped is known from 11 on.
with_gcc -ge 11 linking_missing_sections &&
	needs_libme sections -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections
needs_libme lto -O2 -flto
"$CC" $plugin -c body.c -o body.o && "$CC" -r -nostdlib body.o -o joined.o
check_equal linking_missing_joined "$abi " "$(missing "$CC" joined.o plain.c)"
"$CC" $plugin -fplugin-arg-me-entry=body -c body.c -o body.o
check_equal linking_missing_entry "${abi}_entry " "$(missing "$CC" body.o plain.c)"

# A shared library does what it does without the plugin.
runs_plain() { # name flag...
	kind=$1
	shift
	"$CC" $plugin -fPIC -shared "$@" body.c -o libbody.so > runs.log 2>&1 &&
		"$CC" plain.c -L. -lbody -Wl,-rpath,"$PWD" -o plain.so.exe >> runs.log 2>&1 ||
		not_ok "linking_builds_$kind" "$(tail -n 5 runs.log)"
	outcome ./plain.so.exe > plain.so.out
	check "linking_plain_$kind" diff plain.out plain.so.out
}
runs_plain O0 -O0
runs_plain O2 -O2 -Wl,-z,defs,-z,now
runs_plain sections -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections
runs_plain lto -O2 -flto
runs_plain entry -fplugin-arg-me-entry=body
"$CC" $plugin -fPIC -c body.c -o body.o
"$CC" -r -nostdlib body.o -o joined.o && "$CC" -shared joined.o -o libjoined.so
"$CC" plain.c -L. -ljoined -Wl,-rpath,"$PWD" -o joined.exe
outcome ./joined.exe > joined.out
check linking_plain_joined diff plain.out joined.out
# Its objects, in a program.
"$CC" body.o plain.c -o objects && outcome ./objects > objects.out
check linking_plain_objects diff plain.out objects.out

cat > throws.cc <<'E2'
#include <stdexcept>
template <class T> T half(T x) { if (x < 0) throw std::out_of_range("negative"); return x / 2; }
int throws(int n) { try { return half(n) + half(double(n) - 2); } catch (std::exception &) { return -1; } }
E2
cat > throws_main.cc <<'E2'
#include <cstdio>
int throws(int n);
int main() { for (int i = -3; i < 6; i++) std::printf("%d ", throws(i)); }
E2
"g++$suffix" throws.cc throws_main.cc -o throws && outcome ./throws > throws.out
"g++$suffix" $plugin -fPIC -shared -O2 throws.cc -o libthrows.so &&
	"g++$suffix" throws_main.cc -L. -lthrows -Wl,-rpath,"$PWD" -o throws.so.exe
outcome ./throws.so.exe > throws.so.out
check linking_plain_cxx diff throws.out throws.so.out

# ---- with libme: libraries

mkdir library
cat > library/one.c <<'E2'
int two(long x);
int one(const unsigned char *data, unsigned long size)
{
	long x;

	if (size < 8)
		return 0;
	__builtin_memcpy(&x, data, 8);
	return two(x);
}
E2
cat > library/two.c <<'E2'
int two(long x)
{
	static int before;

	if (x == 0x123456789abcdef)
		return 1;
	switch ((unsigned char)x) {
	case 77:
		return 2;
	case 99:
		return before++ ? 3 : 4;
	}
	return 5;
}
E2
cat > linked.c <<'E2'
int one(const unsigned char *data, unsigned long size);
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size)
{
	one(data, size);
	return 0;
}
E2
cat > loads.c <<'E2'
#include <dlfcn.h>
#include <stdlib.h>
typedef int one_fn(const unsigned char *data, unsigned long size);
static one_fn *load(void)
{
	void *library = dlopen(getenv("LIBRARY"), RTLD_NOW);
	one_fn *one = (one_fn *)dlsym(library, "one");

	/* A second handle that is given back: the library stays. */
	dlclose(dlopen(getenv("LIBRARY"), RTLD_NOW));
	return one;
}
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size)
{
	static one_fn *one;

	if (!one)
		one = load();
	one(data, size);
	return 0;
}
int entry(long x)
{
	if (x > 9)
		return load()((unsigned char *)&x, sizeof x);
	return 0;
}
E2
export LIBRARY=$PWD/libone.so
check linking_library "$me_cc" -g -O0 -fPIC -shared library/one.c library/two.c -o libone.so
"$me_cc" -g -O0 linked.c -L. -lone -Wl,-rpath,"$PWD" -o linked
"$me_cc" -g -O0 loads.c -ldl -o loads
"$me_cc" -g -O0 -fplugin-arg-me-entry=entry loads.c -ldl -o loads_entry
closes() { # name goals program argument...
	kind=$1 goals=$2 program=$3
	shift 3
	mkdir -p "$kind.corpus"
	"./$program" -seed=1 "$@" "$kind.corpus" > "$kind.log" 2>&1 < /dev/null
	check_line "linking_closes_$kind" "; $goals of [0-9]* goals covered" "$kind.log"
}
# Of the library: size 2, equality 2, switch 3, before 1: the other side needs an earlier run.
closes linked 8 linked -runs=60000
closes loads 10 loads -runs=60000
# The entry's 2 as well; size and the state of `before` leave one each.
closes loads_entry 9 loads_entry --functions=all
# One module for the program and one for the library, whatever it consists of. A program
# that has no sites but those of libraries is one of them.
check_line linking_modules 'Loaded 2 modules' linked.log
check_line linking_names_places 'NEW_FUNC.* in two .*library/two.c:1' loads.log
"$me" cover linked linked.corpus > cover.log 2>&1
check_line linking_cover '^two  .* 7/7 100.0%' cover.log
rm -rf fork.corpus && mkdir fork.corpus
"./loads" -seed=1 -fork=1 -runs=3000 fork.corpus > fork.log 2>&1 < /dev/null
check_line linking_fork_ran 'fuzzed for [0-9]* iterations, wrapping up' fork.log
check_no_line linking_fork 'ERROR|Sanitizer' fork.log
mkdir merged && ./loads -merge=1 merged loads.corpus > merge.log 2>&1
check linking_merge test "$(ls merged | wc -l)" -ge 4

# The program shows its hooks to libraries; where it does not it says so.
"$CC" -g $plugin linked.c -L. -lone -Wl,-rpath,"$PWD" ${sanitized:+-fsanitize=address,undefined} \
	$(PKG_CONFIG_PATH=$ME_BUILD pkg-config --libs me) -o by_pkg_config
closes by_pkg_config 8 by_pkg_config -runs=60000
"$CC" -g $plugin linked.c -L. -lone -Wl,-rpath,"$PWD" ${sanitized:+-fsanitize=address,undefined} \
	-Wl,-u,LLVMFuzzerTestOneInput "$ME_BUILD/libme.a" -lstdc++ -lm -lrt -lpthread -ldl -o hidden
check_equal linking_hidden_exit 1 "$(status_of hidden.log ./hidden -runs=1)"
check_line linking_hidden_says 'does not see the hooks: .*-Wl,--export-dynamic-symbol=' hidden.log
cat > old.c <<'E2'
#include "me/abi.h"
void __me_module(struct me_module *module);
static struct me_module module = {.abi = ME_ABI + 1};
__attribute__((constructor)) static void arrive(void) { __me_module(&module); }
int one(const unsigned char *data, unsigned long size) { return data && size; }
E2
mkdir old && "$CC" -I"$ME_ROOT/include" -fPIC -shared old.c -o old/libone.so
check_equal linking_old_exit 1 "$(status_of old.log env LD_LIBRARY_PATH=old ./linked -runs=1)"
check_line linking_old_says 'a shared library was built by another version of me' old.log

# ---- with libme: the program

cat > target.c <<'E2'
int target(double x)
{
	if (x == 42.5)
		return 1;
	return x < -3 ? 2 : 3;
}
E2
found() { # name flag...
	kind=$1
	shift
	"$me_cc" -g -O0 -fplugin-arg-me-entry=target "$@" -o "found.$kind" > build.log 2>&1 || {
		not_ok "linking_found_$kind" "$(tail -n 5 build.log)"
		return
	}
	closes "found_$kind" 4 "found.$kind"
}
found pie -fPIE -pie target.c
found no_pie -fno-pie -no-pie target.c
found pic -fPIC target.c
found sections -ffunction-sections -fdata-sections -Wl,--gc-sections target.c
"$me_cc" -g -O0 -fplugin-arg-me-entry=target -c target.c -o target.o &&
	"$CC" -r -nostdlib target.o -o found.o
found joined found.o
if links_static linking_found_static; then
	found static -static target.c
	found static_pie -static-pie -fPIE target.c
	found static_pic -static -fPIC target.c

	# Which malloc() and which free() a static program has depends on the order of members.
	cat > blocks.c <<'E2'
#include <malloc.h>
#include <stdlib.h>
int target(double x)
{
	double *a = calloc(3, sizeof *a), *b = realloc(a, 40 * sizeof *b);
	int result = malloc_usable_size(b) < 40 * sizeof *b;

	b[2] = x;
	if (x == 42.5)
		result += 2;
	free(b);
	return result;
}
E2
	"$me_cc" -g -O0 -fplugin-arg-me-entry=target -static blocks.c -o blocks > build.log 2>&1
	check_equal linking_static_blocks 0 "$(status_of blocks.log ./blocks -runs=300 -seed=1)"
fi

# ---- a line that ends in --whole-archive

mkdir whole
cat > whole/fuzz.c <<'E2C'
#include <stddef.h>
#include <stdint.h>
int twice(int);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size && twice(data[0]) == 9; }
E2C
echo 'int twice(int x) { return x > 7 ? 2 * x : x; }' > whole/twice.c
(cd whole && "$me_cc" -g -O1 -fsanitize=fuzzer-no-link -c twice.c && ar rcs libtwice.a twice.o &&
	"$me_cc" -g -O1 -fsanitize=fuzzer fuzz.c -Wl,--whole-archive libtwice.a -Wl,--allow-multiple-definition -o fuzz &&
	./fuzz -runs=100) > whole.log 2>&1
check_equal linking_whole_archive 0 $?

# ---- other linkers

cat > linked.c <<'E3'
int linked(double x, int n) { return x * x == 42.25 && n == 7; }
E3
for linker in gold lld; do
	command -v ld.$linker > /dev/null || {
		skip "linking_by_$linker" "no ld.$linker"
		continue
	}
	target $linker linked -fuse-ld=$linker < linked.c
	search $linker
	check_line "linking_by_$linker" 'stop: all goals are closed; 4 of 4' $linker/log
	check_equal "linking_flag_$linker" 0 "$(status_of flag.log $linker/fuzz_target -rnus=9 -runs=1)"
	check_line "linking_near_flag_$linker" '-rnus.*-runs' flag.log
done
