# SPDX-License-Identifier: GPL-3.0-or-later
# A program under test that defines functions of libc and libm under their own names is
# tested like any other: nothing of ours calls them, and its own calls reach them.
. "$ME_ROOT/tests/check.sh"

defines() { # name entry goals-left < source
	target "$1" "$2" -fno-builtin -w --no-driver || return
	dir=$1 left=$3
	search "$dir" -runs=30000 --functions=all
	check_equal "names_exit_$dir" 0 $?
	check_equal "names_searched_$dir" "$left" "$(goals_left "$dir/log")"
	check_equal "names_covered_$dir" "$left" "$(branches_left "$dir")"
}

# A call by anybody else would find the guard down and abort: the one goal that no input
# meets.
for function in log sqrt floor ceil exp sin fabs ldexp pow frexp; do
	second=
	case $function in
	ldexp) second=', int y' ;;
	pow) second=', double y' ;;
	frexp) second=', int *y' ;;
	esac
	defines $function entry 1 <<E2
#include <stdlib.h>
static int inside;
double $function(double x$second)
{
	if (!inside)
		abort();
	if (x == 42.5)
		return -12345;
	return x < 0 ? -x : x;
}
double entry(double x)
{
	double y;
	int n = 0;

	inside = 1;
	y = $function(x$(case $function in ldexp | pow) echo ', 1' ;; frexp) echo ', &n' ;; esac));
	inside = 0;
	if (y == -12345)
		return 1;
	return 0;
}
E2
done

memory='#include <stdlib.h>
#include <stddef.h>
static int inside;
static void guard(void) { if (!inside) abort(); }
'
defines memory entry 1 <<E2
$memory
int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;

	guard();
	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}
void *memcpy(void *to, const void *from, size_t n)
{
	guard();
	for (size_t i = 0; i < n; i++)
		((char *)to)[i] = ((const char *)from)[i];
	return to;
}
size_t strlen(const char *s)
{
	size_t n = 0;

	guard();
	while (s[n])
		n++;
	return n;
}
int entry(double x)
{
	double y;
	int other;

	inside = 1;
	memcpy(&y, &x, sizeof y);
	y = y == 42.5 ? 1 : 0;
	other = memcmp(&x, "1", 1);
	other += strlen("abc") == 3;
	inside = 0;
	if (y == 1)
		return 2;
	return other;
}
E2

# Entries of these names themselves, and calls among them.
defines own_log log 0 <<'E2'
static double sqrt(double x) { return x < 0 ? -x : x; }
double floor(double x);
double log(double x)
{
	if (sqrt(x) == 9.5)
		return 1;
	if (floor(x) == 3)
		return 2;
	return 0;
}
double floor(double x) { return x >= 3 ? 3 : 0; }
E2

# What the system calls by these names is nobody's but its own.
defines own_alarm alarm 0 <<'E2'
int access(double x) { return x == 7.5; }
int pause(double x) { return x == 8.5; }
int sleep(double x) { return x == 9.5; }
int raise(double x) { return x == 10.5; }
int wait(double x) { return x == 11.5; }
int kill(double x, int n) { return x == -12.5 && n == 77; }
int stat(double x, double *y) { return x == *y + 13.5; }
int rename(double x) { return x == 14.5; }
int unlink(double x) { return x == 15.5; }
int alarm(double level, double heat, int valve)
{
	if (level > 0.95 || (heat > 80.5 && valve < 3))
		return access(level) + pause(heat) + sleep(heat) + raise(heat);
	return wait(level) + kill(level, valve) + stat(level, &heat) + rename(level) + unlink(level);
}
E2

defines own_malloc entry 1 <<'E2'
#include <stddef.h>
static char pool[1 << 16];
static size_t used;
void *my_malloc(size_t n) { void *p = pool + used; used += (n + 15) & ~(size_t)15; return p; }
int qsort(double x) { return x == 2.5; }
int bsearch(double x) { return x == 3.5; }
int rand(void) { return 4; }
int entry(double x)
{
	double *p = my_malloc(sizeof *p);

	*p = x;
	if (qsort(*p))
		return 1;
	if (bsearch(*p))
		return 2;
	return used == 16 ? rand() : *(volatile int *)0;
}
E2

# ---- entries in the spelling of nm -C

cat > spelled.cc <<'E2'
namespace num {
struct pair { double a, b; };
double dot(const pair &u, const pair &v) { return u.a * v.a + u.b * v.b == 17.25; }
template <class T> T least(T x, T y) { return x < y ? x : y; }
template double least<double>(double, double);
double over(int a) { return a > 3; }
double over(double a) { return a > 3.5; }
}
E2
"$CC" -g -O0 -c spelled.cc -o spelled.o
nm -C spelled.o | sed -n 's/^[0-9a-f]* [TW] //p' > spellings
check_equal names_spelled 4 "$(grep -c num:: spellings)"
while read -r spelling; do
	name=$(echo "$spelling" | tr -c 'a-z\n' _)
	"$ME_BUILD/me-c++" -g -O0 "-fplugin-arg-me-entry=$spelling" spelled.cc -o spelled > spelled.log 2>&1
	check_equal "names_entry_$name" "0 1" "$? $(./spelled --units 2> /dev/null | grep -c '"entry"')"
	rm -f spelled
done < spellings
