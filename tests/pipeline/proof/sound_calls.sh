# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because functions are called by others than the text shows, or
# because units that look alike are two. What is marked as never true is infeasible all
# the same. Where `same` is called the first, rough question is no answer.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- what never returns throws

mkdir -p thrown
cat > thrown/thrown.cc <<'E2'
struct empty { };
[[noreturn]] static void fail() { throw empty(); }
static int same(int m) { return m; }
extern "C" int thrown(int n, int m)
{
	try {
		if (n > 5)
			fail();
	} catch (empty) {
		if (n == 77 && same(m) == 7654321) /* taken */
			return 1;
		if (n == 5) /* never true */
			return 2;
	}
	return 0;
}
E2
cplusplus thrown

# ---- builtins that call back: of OpenMP, and exit

more=-fopenmp
taken parallel '' 'parallel(1234567)' <<'E2'
static int far(int n, int k)
{
	if (n + k == 1234567) /* taken */
		return 1;
	return 0;
}
int parallel(int n)
{
	int sum = far(0, 1);

#pragma omp parallel for reduction(+:sum)
	for (int i = 0; i < 4; i++)
		sum += far(n, i);
	return sum;
}
E2
more=

taken leaving '' 'leaving(77)' <<'E2'
#include <stdlib.h>
static int last;
static void far(int n)
{
	if (n == 77) /* taken */
		_Exit(0);
}
static void at_end(void) { far(last); }
__attribute__((constructor)) static void start(void) { atexit(at_end); }
int leaving(int n)
{
	last = 0;
	if (n == 88)
		far(3);
	last = n;
	if (n == 77)
		exit(3);
	return 0;
}
E2

# ---- a signal's handler

if [ "$sanitized" ]; then
	skip caught 'tables of sanitizers hold the addresses of functions: less is proven'
	skip interrupted 'tables of sanitizers hold the addresses of functions: less is proven'
else
taken caught '' 'caught(77, 0)' <<'E2'
#include <signal.h>
#include <stdlib.h>
static int armed;
static void handler(int sig)
{
	if (armed == 77) /* taken */
		_Exit(0);
	if (sig == SIGFPE) /* the division would come again, for ever */
		_Exit(3);
}
__attribute__((constructor)) static void start(void) { signal(SIGFPE, handler); }
int caught(int a, int b)
{
	armed = 0;
	if (a == 1)
		handler(3);
	if (a > 5 && a < 5) /* never true */
		return 2;
	armed = a;
	return a / b;
}
E2

taken interrupted '' 'interrupted(5, 0, 7654321)' <<'E2'
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>
static int seen;
static int same(int m) { return m; }
/* Goes on behind the division: its instruction has 3 bytes. */
static void handler(int sig, siginfo_t *info, void *context)
{
	seen = 7;
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += 3;
}
__attribute__((constructor)) static void start(void)
{
	static struct sigaction action = {.sa_flags = SA_SIGINFO};

	action.sa_sigaction = handler;
	sigaction(SIGFPE, &action, 0);
}
int interrupted(int a, int b, int m)
{
	int own = 3, r;

	seen = 0;
	r = a / b;
	if (own != 3) /* never true */
		return 2;
	if (seen == 7 && same(m) == 7654321) /* taken */
		return 1;
	return r && 0;
}
E2
fi

# ---- the entry, called again by a library or by itself

taken again ',n:0..10' 'again(5)' <<'E2'
#include <stdlib.h>
static int depth;
int again(int n);
static int order(const void *a, const void *b) { return again(*(const int *)a); }
static int sorted(void)
{
	int v[2] = {77, 77};

	qsort(v, 2, sizeof *v, order);
	return v[0];
}
int again(int n)
{
	if (n == 77) /* taken */
		if (depth)
			return 0;
	depth = 1;
	return sorted() == 77;
}
E2

taken deeper ',level:0..0' 'deeper(0, &flag - many)' <<'E2'
static int flag, many[4];
int deeper(int level, long at)
{
	if (level == 2 && flag == 77) /* taken */
		return 1;
	flag = 0;
	many[at] = 77;
	if (level == 0)
		return deeper(2, at);
	return 0;
}
E2

# ---- units of one source file

mkdir -p twice/one twice/two twice/corpus
cat > twice/one/unit.c <<'E2'
static int count;
static int scale(int n) { return n + count; }
void set_one(int n) { count = n; }
int one(void) { return scale(0); }
E2
cat > twice/two/unit.c <<'E2'
static int count;
int one(void);
void set_one(int n);
static void set(int n) { count = n; }
static int same(int m) { return m; }
int twice(int n, int m)
{
	set_one(5);
	set(7);
	if (n == 1234567)
		if (one() == 5 && same(m) == 7654321) /* taken */
			return 1;
	if (one() == 7) /* never true */
		return 2;
	return 0;
}
E2
for i in one two; do
	check "build_$i" sh -c "cd twice/$i && '$me_cc' -g -O0 -fplugin-arg-me-entry=twice -c unit.c"
done
check build_twice "$me_cc" -fplugin-arg-me-entry=twice twice/one/unit.o twice/two/unit.o \
	-o twice/fuzz_target
"$me" prove --no-search --timeout=3 twice/fuzz_target twice/corpus > twice/log 2>&1
cp twice/two/unit.c twice/unit.c
verdicts twice unit.c

# ---- parameters that are narrower than the int that is passed

more=-std=gnu17
taken narrowed '' 'narrowed(70000, 261, 7654321)' <<'E2'
static int shorts(short s) { return s; }
static int bytes(unsigned char c) { return c; }
static int chars(signed char c) { return c; }
static int truths(_Bool b) { return b; }
static short back(short s) { return s; }
static int same(int m) { return m; }
int narrowed(int n, int k, int m)
{
	if (shorts(n) > 40000) /* never true */
		return 2;
	if (n == 70000 && shorts(n) != 4464) /* never true */
		return 3;
	if (bytes(k) != (k & 255) || chars(k) > 127) /* never true */
		return 4;
	if (truths(k) > 1) /* never true */
		return 5;
	if (back(k) != (short)k) /* never true */
		return 6;
	if (n == 70000 && shorts(n) == 4464 && bytes(k) == 5 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
E2
taken unprototyped '' 'unprototyped(77, 7654321)' <<'E2'
static int same(int m) { return m; }
int callee();
int truth();
int unprototyped(int n, int m)
{
	if (callee(n) > 127) /* never true */
		return 2;
	if (truth(n) > 1 && same(m) == 7654321) /* taken */
		return 1;
	return 0;
}
int callee(c) signed char c; { return c; }
int truth(b) _Bool b; { return b; }
E2
more=

# ---- attributes that promise too much: without optimisation GCC does not rely on them

taken promised '' 'promised(5)' <<'E2'
int lie(int *) __attribute__((const)), other(int *) __attribute__((pure));
int promised(int n)
{
	int x = 0, y = 0;
	int r = lie(&x) + other(&y);

	if (x == 5) /* taken */
		if (y == 5) /* taken */
			return r == 4;
	return 0;
}
__asm__("lie: other: movl $5, (%rdi)\n\tmovl $2, %eax\n\tret");
E2

# ---- nested functions share variables, directly or by pointer

taken nested '' 'nested(5, 2)' <<'E2'
int nested(int n, int k)
{
	int shared = 1, own = 2;
	void set(int m)
	{
		void add(int by) { shared += by; }
		shared = m;
		add(k);
	}
	int down(int m) { return m > 0 && m < 3 ? down(m - 1) + 1 : shared; }

	if (shared != 1) /* never true */
		return 2;
	set(n);
	if (shared - k != n) /* never true */
		return 3;
	if (own != 2) /* never true */
		return 4;
	if (n == 2 && down(n) != shared + 2) /* never true */
		return 5;
	if (shared == 7 && k == 2) /* taken */
		return 1;
	return 0;
}
E2
taken through '' 'through(5, 3)' <<'E2'
static int twice(int (*f)(int), int n) { return f(f(n)); }
int through(int n, int k)
{
	int own = 2;
	int raise(int m) { own++; return m + k; }

	if (twice(raise, n) == 11 && own == 4) /* taken */
		return 1;
	return 0;
}
E2
taken outwards ,m:0..9 'outwards(712345, 3)' <<'E2'
int outwards(int n, int m)
{
	__label__ out;
	void inner(int k)
	{
		if (k > 5)
			goto out;
	}

	m = 100;
	inner(n);
	if (n > 5) /* never true */
		return 2;
	return 0;
out:
	if (m == 100 && n * 3 == 2137035) /* taken */
		return 1;
	return 3;
}
E2

# ---- callbacks: pointers to functions as arguments, in structures, compared, chosen

taken callbacks '' 'callbacks(5, 4.5, 1)' <<'E2'
struct rule { double (*at)(double, void *); void *with; };
static int calls;
static double scaled(double x, void *with)
{
	if (calls > 100) /* never true */
		return 0;
	calls++;
	return *(int *)with * x;
}
static double plain(double x, void *with) { return with ? -1 : x; }
static double apply(const struct rule *r, double x) { return r->at ? r->at(x, r->with) : 7; }
static int down(int (*again)(int, void *), int n, void *self)
{
	return n > 0 && n < 4 ? again(n - 1, self) + 1 : 0;
}
static int back(int n, void *self) { return down(back, n, self); }
int callbacks(int n, double x, int k)
{
	struct rule first = {scaled, &n}, second = {plain, 0}, none = {0, 0};

	calls = 0;
	if (apply(&none, x) != 7) /* never true */
		return 2;
	if (apply(&second, x) != x && x > 0) /* never true */
		return 3;
	if (apply(&first, 2) != 2.0 * n) /* never true */
		return 4;
	if (first.at == plain || !first.at) /* never true */
		return 5;
	if (down(back, 3, 0) != 3) /* never true */
		return 6;
	if (apply(k & 1 ? &first : &second, x) == 22.5 && calls == 2) /* taken */
		return 1;
	return 0;
}
E2

taken mismatched '' 'mismatched(12345, 2.5)' <<'E2'
static double narrow(float x) { return x; }
static double given(double x) { return -x; }
int mismatched(int n, double x)
{
	double (*how)(double) = n & 1 ? (double (*)(double))narrow : given;

	if (n == 12345 && how(x) != -x) /* taken */
		return 1;
	return 0;
}
E2

# ---- by a library, behind a loop that is not unwound

taken sorted '' 'sorted(712345, 5)' <<'E2'
#include <stdlib.h>
static int compared(int x, int y)
{
	if (x * 3 == 2137035 && y == 5) /* taken */
		return 0;
	return x < y ? -1 : 1;
}
static int compare(const void *a, const void *b)
{
	return compared(*(int *)a, *(int *)b);
}
int sorted(int a, int b)
{
	int v[2] = {a, b};
	unsigned s = b;

	for (int i = 0; i < 300; i++)
		s = s * 1664525 + 1013904223;
	if (s == 77) /* taken */
		return 2;
	qsort(v, 2, sizeof *v, compare);
	return v[0] == 712345;
}
E2

# ---- by pointer to a function that another one may replace, or of which only assembly has the
# address, and from there to others

taken replaced '' 'replaced(712345)' <<'E2'
static int certain(int n)
{
	if (n * 3 == 2137035) /* taken */
		return 7;
	return 0;
}
__attribute__((weak)) int uncertain(int n) { return certain(n); }
int replaced(int n)
{
	int (*volatile f)(int) = uncertain;

	if (n == 1)
		return certain(n);
	return f(n) == 7;
}
E2
taken loaded '' 'loaded(712345)' <<'E2'
static int certain(int n)
{
	if (n * 3 == 2137035) /* taken */
		return 7;
	return 0;
}
__attribute__((used)) static int named(int n) { return certain(n); }
int loaded(int n)
{
	int (*f)(int);

	__asm__("lea named(%%rip), %0" : "=r"(f));
	if (n == 1)
		return certain(n);
	return f(n) == 7;
}
E2
