# SPDX-License-Identifier: GPL-3.0-or-later
# Which goals are sought: by default those of the functions of the entry's file that it can
# reach, static or not; what is reachable elsewhere is counted in one line.
. "$ME_ROOT/tests/check.sh"

mkdir scope
cat > scope/near.c <<'E2'
#include <me/target.h>
double far(double);
int back(int x) /* called from far.c alone */
{
	return x > 5 ? 1 : 2;
}
double help(double x)
{
	ME_ASSERT(x < 100);
	return x > 3 ? far(x) : 0;
}
static double own(double x)
{
	return x > 2 ? help(x) : 0;
}
double unused(double x)
{
	return x > 3 ? 3 : 0;
}
double f(double x)
{
	return x > 1 ? own(x) : 0;
}
E2
cat > scope/far.c <<'E2'
int back(int);
double far(double x)
{
	return x > 20 ? back((int)x) : 1;
}
double other(double x)
{
	return x > 7 ? 1 : 0;
}
E2
(cd scope && "$me_cc" -g -O0 -fplugin-arg-me-entry=f near.c far.c -o fuzz_target) > scope/build.log 2>&1 ||
	not_ok scope_builds "$(tail -n 3 scope/build.log)"
search scope
functions_of() { # option...: those with goals in scope
	scope/fuzz_target "$@" --goals | sed -n '/"scope":true/s/.*"source_name":"\([^"]*\)".*/\1/p' |
		sort -u | tr '\n' ' '
}
check_equal scope_functions 'back f help own ' "$(functions_of)"
check_equal scope_static 'f own ' "$(functions_of --functions=static)"
check_equal scope_all 'back f far help other own unused ' "$(functions_of --functions=all)"
check_line scope_session 'INFO: me: stop: .*; [0-9]+ of 9 goals' scope/log
beyond='2 goals in far\(\) of far.c are reachable and out of scope; --functions=all takes them in$'
check_line scope_says "^INFO: me: $beyond" scope/log

# A driver in a file of its own has no goals: they are those of what it calls, also in a header
# of the program, and never in one of the system.
mkdir -p driver/system
echo 'static inline int clamp(int x) { if (x > 50) return 50; return x; }' > driver/clamp.h
echo 'static inline int twist(int x) { return x > 9 ? -x : x; }' > driver/system/twist.h
printf '#include <twist.h>\n#include "clamp.h"\nint library(int x) { return twist(clamp(x)) > 7; }\nint unused(int x) { return x > 3 ? 1 : 2; }\n' > driver/library.c
printf 'int library(int);\nint drive(int x) { return library(x); }\n' > driver/drive.c
(cd driver && "$me_cc" -g -O0 -isystem system -fplugin-arg-me-entry=drive drive.c library.c -o t) > driver.log 2>&1
check_equal driver_scope 'clamp ' "$(driver/t --goals | sed -n '/"scope":true/s/.*"source_name":"\([^"]*\)".*/\1/p' | sort -u | tr '\n' ' ')"

# What is installed is of the system, whatever option leads to it.
cat > top.c <<'E2'
#define HAVE_INLINE
#include <gsl_vector_double.h>
double two[2] = {1, 2};
int top(int i)
{
	gsl_vector v = {2, 1, two, 0, 0};

	if (gsl_vector_get(&v, i & 1) > 1)
		i = 7;
	return i;
}
E2
"$me_cc" -g -O0 -Dinline=static -I/usr/include/gsl -fplugin-arg-me-entry=top top.c -lgsl -lgslcblas \
	-o top > top.log 2>&1
check_equal scope_installed 'top ' "$(./top --goals | sed -n '/"scope":true/s/.*"source_name":"\([^"]*\)".*/\1/p' | sort -u | tr '\n' ' ')"

(cd scope && "$me" prove ./fuzz_target corpus) > scope/prove 2>&1
check_line scope_prove_says "^$beyond" scope/prove
check_line scope_prove '^9 of 9 goals resolved: ' scope/prove
(cd scope && "$me" cover ./fuzz_target corpus) > scope/cover 2>&1
check_line scope_cover_says "^$beyond" scope/cover
check_line scope_cover_assert '^assert: 1 of 1 met$' scope/cover
check_no_line scope_cover_unused 'unused: `' scope/cover

# The subcommands have the option too.
(cd scope && "$me" resolve --functions=all ./fuzz_target all) > scope/resolve 2>&1
check_line scope_resolve_all '^15 of 15 goals resolved: ' scope/resolve
check_no_line scope_resolve_whole 'out of scope' scope/resolve
(cd scope && "$me" cover --functions=other ./fuzz_target corpus) > scope/cover 2>&1
check_equal scope_cover_glob 2 "$(grep -c 'far.c:8:.*: not taken$' scope/cover)"

# Of several functions; and of two units that have one inline function its goals once.
mkdir twice
cat > twice/inline.h <<'E2'
inline int shared(int x) { return x > 3 ? 1 : 2; }
E2
cat > twice/a.cc <<'E2'
#include "inline.h"
int second(int x) { return x > 9 ? shared(x) : 3; }
int third(int x) { return x > 8 ? second(x) : 3; }
E2
cat > twice/b.cc <<'E2'
#include "inline.h"
#include <algorithm>
int third(int x);
int f(int x) { return std::max(shared(x), third(x)); }
E2
(cd twice && "${me_cc%me-cc}me-c++" -g -O0 -fplugin-arg-me-entry=f a.cc b.cc -o fuzz_target) > twice/build.log 2>&1 ||
	not_ok twice_builds "$(tail -n 3 twice/build.log)"
search twice
check_line twice_shared 'INFO: me: stop: all goals are closed; 2 of 2 goals covered' twice/log
check_line twice_says 'INFO: me: 4 goals in second\(\) of a.cc and in 1 other function are reachable' twice/log

# By pointer: where a function's address is taken it can be called from then on, and so where a
# variable is named that holds it.
mkdir pointers
cat > pointers/pointers.c <<'E2'
#include <stdlib.h>
static int passed(const void *a, const void *b) { return *(int *)a > *(int *)b ? 1 : -1; }
static int chosen(int n) { return n > 5 ? 1 : 2; }
static int listed(int n) { return n > 6 ? 1 : 2; }
static int apart(int n) { return n > 7 ? 1 : 2; }
static int (*const table[])(int) = {listed, abs};
static int (*const unused[])(int) = {apart};
int never(int n) { return unused[n & 0](n); }
int pointers(int n, int k)
{
	int v[2] = {n, k}, (*f)(int) = k > 3 ? chosen : abs;

	qsort(v, 2, sizeof *v, passed);
	return f(n) + table[k & 1](k);
}
E2
cat > pointers/virtual.cc <<'E2'
struct base {
	virtual int at(int n) { return n > 3 ? 1 : 2; }
	virtual ~base() {}
};
struct derived : base {
	int at(int n) override { return n > 4 ? 1 : 2; }
};
struct other : base {
	int at(int n) override { return n > 5 ? 1 : 2; }
};
int virtual_(int n)
{
	derived d;
	base *b = &d;
	return b->at(n);
}
E2
(cd pointers && "$me_cc" -w -g -O0 -fplugin-arg-me-entry=pointers pointers.c -o fuzz_target &&
	"${me_cc%me-cc}me-c++" -g -O0 -fplugin-arg-me-entry=virtual_ virtual.cc -o virtual) > pointers/build.log 2>&1 ||
	not_ok pointers_builds "$(tail -n 3 pointers/build.log)"
in_scope() { # target field
	"$1" --goals | sed -n "/\"scope\":true/s/.*\"$2\":\"\([^\"]*\)\".*/\1/p" | sort -u | tr '\n' ' '
}
check_equal pointers_functions 'chosen listed passed pointers ' "$(in_scope pointers/fuzz_target source_name)"
check_equal pointers_virtual '_ZN4base2atEi _ZN7derived2atEi ' "$(in_scope pointers/virtual function)"

# An address that is stored is none that is called, where nothing that the entry reaches calls by
# pointers; one that is given to a library is.
cat > pointers/stored.c <<'E2'
#include <signal.h>
#include <stdlib.h>
struct kind { int (*of)(int); int number; };
static int low(int n) { return n < 3 ? 1 : 2; }
static int high(int n) { return n > 7 ? 1 : 2; }
static void stopped(int n) { exit(n > 9 ? 1 : 2); }
static int called(const struct kind *k, int n) { return k->of(n); }
struct kind stored(int n)
{
	struct kind k = {n > 5 ? low : high, n};
	return k;
}
int handled(int n)
{
	signal(SIGUSR1, stopped);
	return n > 5 ? 1 : 0;
}
int used(int n)
{
	struct kind k = stored(n);
	return called(&k, n);
}
E2
for name in stored handled used; do
	(cd pointers && "$me_cc" -w -g -O0 -fplugin-arg-me-entry=$name stored.c -o $name) > pointers/build.log 2>&1 ||
		not_ok pointers_${name}_builds "$(tail -n 3 pointers/build.log)"
done
check_equal pointers_stored 'stored ' "$(in_scope pointers/stored source_name)"
check_equal pointers_handled 'stopped ' "$(in_scope pointers/handled source_name)"
check_equal pointers_used 'high low stored ' "$(in_scope pointers/used source_name)"
