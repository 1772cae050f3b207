# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken by what the harness may pass to the entry, by what runs before
# have left behind, and by objects that were linked without the plugin. What is marked
# as never true is infeasible all the same.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# object NAME < source: NAME.o, built without the plugin.
object() {
	cat > "$1.c"
	check "object_$1" "$CC" -O0 -w -fno-builtin -c "$1.c" -o "$1.o"
}

# ---- lengths of fewer values than there are elements

taken narrow ',x:300,n:len(x)' 'narrow((int[300]){0}, 200)' <<'E2'
int narrow(int *x, unsigned char n)
{
	if (n == 200) /* taken */
		return 1;
	return 0;
}
E2

taken counter ',x:65536,n:len(x)' 'counter((char[65536]){0}, 100)' <<'E2'
int counter(char *x, unsigned short n)
{
	if (n == 100) /* taken */
		return 1;
	return 0;
}
E2

# ---- a pointer that a library has kept since the run before

object keeper <<'E2'
static char *kept;
char *left;
void keep(char *p) { kept = p; }
void poke(void)
{
	if (kept)
		kept[1] = 'x';
	if (left)
		left[1] = 'x';
}
E2
more=../keeper.o
taken again ',s:8' 'found()' <<'E2'
void keep(char *), poke(void);
static int same(int m) { return m; }
int again(char *s, int m)
{
	s[1] = 'a';
	if (s[1] != 'a') /* never true */
		return 2;
	poke();
	if (s[1] != 'a' && same(m) == 7654321) /* taken */
		return 1;
	keep(s);
	return 0;
}
int found(void)
{
	char text[9] = "";

	again(text, 0);
	return again(text, 7654321);
}
E2

taken hidden ',s:8' 'found()' <<'E2'
void poke(void);
extern char *left;
static int same(int m) { return m; }
int hidden(char *s, int m)
{
	s[1] = 'a';
	poke();
	if (s[1] != 'a' && same(m) == 7654321) /* taken */
		return 1;
	__builtin_memcpy(&left, &s, sizeof s);
	return 0;
}
int found(void)
{
	char text[9] = "";

	hidden(text, 0);
	return hidden(text, 7654321);
}
E2
more=

# ---- a function of the program's own in the place of the library's

object own <<'E2'
double floor(double x) { return x + 0.5; }
double exp(double x) { return x; }
E2
more=../own.o
taken replaced '' 'replaced(-1)' <<'E2'
double floor(double), ceil(double), exp(double), cosh(double);
int replaced(double x)
{
	double y = exp(x), z = cosh(x);

	if (z < 0) /* never true */
		return 2;
	if (floor(x) > x) /* taken */
		if (y < 0) /* taken */
			return 1;
	if (ceil(x) < x) /* never true */
		return 2;
	return 0;
}
E2
more=

taken ignored '' 'ignored(1)' <<'E2'
__attribute__((me_ignore)) double floor(double x) { return x + 0.5; }
int ignored(double x)
{
	if (floor(x) > x) /* taken */
		return 1;
	return 0;
}
E2

# ---- the rounding mode, changed by an object

object mode <<'E2'
#include <fenv.h>
void up(void) { fesetround(FE_UPWARD); }
E2
more=../mode.o
taken upward '' 'upward(1, 1e-20)' <<'E2'
void up(void);
int upward(double x, double y)
{
	double a = x + y, b;

	up();
	b = x + y;
	if (a < b) /* taken */
		return 1;
	return 0;
}
E2

# ---- variables of other objects: two names, and a size that no unit tells

object names <<'E2'
int first;
extern int second __attribute__((alias("first")));
int third;
E2
more=../names.o
taken outside '' 'outside(2)' <<'E2'
extern int first, second, third;
int outside(int n)
{
	third = n;
	if (third != n) /* never true */
		return 2;
	first = 1;
	second = n;
	if (first == 2) /* taken */
		return 1;
	return 0;
}
E2
more=

taken library '' 'library(2)' <<'E2'
extern int daylight, __daylight;
int library(int n)
{
	daylight = 1;
	__daylight = n;
	if (daylight == 2) /* taken */
		return 1;
	return 0;
}
E2

object sizes <<'E2'
int many[4] = {1}, flag = 1;
E2
more=../sizes.o
taken unsized '' 'found()' <<'E2'
extern int many[], flag;
int unsized(long n)
{
	flag = 0;
	many[n & 3] = 7;
	if (flag == 7) /* never true */
		return 2;
	many[n] = 7;
	if (flag == 7) /* taken */
		return 1;
	return 0;
}
int found(void) { return unsized(&flag - many); }
E2
more=

# ---- bytes of which nothing is told, read as a truth value

taken copied '' 'copied(5)' <<'E2'
static unsigned char many[5000];
static _Bool truths[5000];
int copied(unsigned char c)
{
	union { unsigned char c; _Bool b; } u;
	int i = truths[c];

	if (i == 5) /* never true */
		return 2;
	many[7] = c;
	u.c = many[7];
	i = u.b;
	if (i == 5) /* taken */
		return 1;
	return 0;
}
E2
