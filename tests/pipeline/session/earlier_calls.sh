# SPDX-License-Identifier: GPL-3.0-or-later
# What a function keeps from call to call is reached by calls before the last one: of itself, and
# of others that change what it reads.
. "$ME_ROOT/tests/check.sh"

# A row of the table of `me test`: NAME FUNCTION BRANCHES COVERED PROVEN LOG
row() {
	check_line "$1" "^$2 +$3 +$4 +$5 +0 +0\$" "$6"
}

# ---- C: a variable of the function, of the file, a text, a setter, arguments that stay

cat > kept.c <<'END'
#include <stdbool.h>
#include <string.h>
static double items[6];
static int first, count, mode;
void set_mode(const char *name) { mode = !strcmp(name, "loud") ? 1 : strlen(name) == 9 ? 2 : 0; }
bool put(double x)
{
	if (count == 6)
		return false;
	items[(first + count++) % 6] = x;
	return true;
}
double take(void)
{
	if (count == 0)
		return -1;
	double x = items[first];
	first = (first + 1) % 6;
	count--;
	return mode == 1 && x < 0 ? 0 : x;
}
double smooth(double x, double weight)
{
	static double before;
	static int started;

	if (!started) {
		started = 1;
		return before = x;
	}
	before += weight * (x - before);
	return before > 1000 ? 1000 : before;
}
double mean(const double *x, int n)
{
	static double last;
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	if (n > 0 && sum / n == last)
		return 0;
	last = n > 0 ? sum / n : -1;
	return last;
}
int same(int x)
{
	static int last, repeated;

	x &= 7;
	repeated = x == last ? repeated + 1 : 0;
	last = x;
	if (last < 0)
		return -1;
	return repeated > 2 && x == 5;
}
static int limit = 3;
int clamp(int x)
{
	if (x > limit)
		return limit;
	return x;
}
double norm, largest;
static unsigned calls, counts[4];
double result(double x, double y)
{
	calls++;
	counts[(unsigned)x & 3] += 2;
	norm = x * x + y * y;
	largest = x;
	if (largest < y)
		largest = y;
	return norm > 1 ? largest / norm : largest;
}
#include <stdlib.h>
int drop(double *x)
{
	static int dropped;

	if (!x)
		return -1;
	free(x);
	return ++dropped > 1;
}
typedef struct { double r, i; } complex_number;
static void split(const double *x, long *whole, double *part)
{
	static double t;

	t = *x;
	*whole = t > 1e6 || t < -1e6 ? 0 : (long)t;
	*part = t - *whole;
}
static int machine(int *which)
{
	static int constants[4];

	constants[1] = 2;
	constants[2] = 24;
	constants[3] = -125;
	return constants[*which & 3];
}
/* As translators from Fortran write it: each call assigns before it reads. */
int reduce(double *x, double *y)
{
	static int two = 2;
	static long whole;
	static double part, sign;
	static complex_number z;

	split(x, &whole, &part);
	if (*y < 0)
		sign = -1;
	else
		sign = 1;
	z.r = part;
	z.i = sign * *y;
	if (z.i > 24)
		return whole == machine(&two);
	return z.r == 0.5;
}
/* One way leads past the assignment, or one part of it. */
double held(double x)
{
	static double value;

	if (x < 100)
		value = x;
	return value > 50 ? 50 : value;
}
double turned(double x)
{
	static complex_number z;

	z.r = x;
	if (x > 8)
		z.i = x;
	return z.i == 9 ? -1 : z.r;
}
/* A function that gets the address reads first, and tells. */
static int bump(int *n)
{
	return ++*n > 2;
}
int third(int x)
{
	static int n;

	return bump(&n) && x > 5;
}
#ifdef MAIN
int main(void) { limit = 4; return clamp(1); }
#endif
END
"$me" test --emit kept.c > c.log 2>&1
row calls_put put 2 2 0 c.log
if [ "$sanitized" ]; then
	skip calls_take 'a text that is compared in an earlier call takes longer than there is'
else
	row calls_take take 6 6 0 c.log
fi
row calls_smooth smooth 4 4 0 c.log
row calls_mean mean 8 8 0 c.log
row calls_same same 8 7 1 c.log
row calls_clamp clamp 2 2 0 c.log
# What it frees is freed once.
row calls_drop drop 2 2 0 c.log
# What only main() changes is no reason.
"$me" test kept.c clamp -- -DMAIN > main.log 2>&1
check_line calls_main '^clamp: 2 branches: 2 covered' main.log
check_no_line calls_main_direct 'is called by' main.log
# Nor are results that each call writes before it reads them, and counters.
row calls_result result 4 4 0 c.log
check_no_line calls_result_direct '^result is called by' c.log
row calls_reduce reduce 8 8 0 c.log
check_no_line calls_assigned_direct '/(result|reduce)_driver' c.log
row calls_held held 4 4 0 c.log
row calls_turned turned 4 4 0 c.log
row calls_third third 4 4 0 c.log
for name in held turned third; do
	check_line "calls_kept_$name" "/${name}_driver" c.log
done
# A person's notes are for the function itself.
"$me" test kept.c smooth,x:0..1 > noted.log 2>&1
check_no_line calls_noted 'is called by' noted.log
# The tests need nothing of ME.
check calls_emitted "$CC" -w -I. kept.c.me/take/tests/test.c -o emitted
check calls_emitted_runs ./emitted

# ---- C++: objects of classes, overloads' own names

cat > kept.cc <<'END'
#include <map>
#include <stdexcept>
#include <vector>
namespace stats {
static std::vector<double> seen;
void add(double x)
{
	if (seen.size() == 3)
		throw std::length_error("seen");
	seen.push_back(x);
}
double spread()
{
	if (seen.size() < 2)
		return 0;
	return seen.back() < seen.front() ? -1 : seen.back() - seen.front();
}
}
int squares(int n)
{
	static std::map<int, int> cache;
	const auto at = cache.find(n);
	if (at != cache.end())
		return at->second;
	cache[n] = n % 100 * (n % 100);
	return 0;
}
END
"$me" test --emit kept.cc > cxx.log 2>&1
row calls_add stats::add 2 2 0 cxx.log
row calls_spread stats::spread 4 4 0 cxx.log
check_line calls_squares '^squares +([0-9]+) +\1 +0 +0 +0$' cxx.log
check calls_cxx_emitted "$CC" -w -I. kept.cc.me/squares/tests/test.cc -lstdc++ -o emitted_cxx
check calls_cxx_emitted_runs ./emitted_cxx

# ---- Fortran: SAVE, a module's variables, COMMON

cat > kept.f90 <<'END'
module queue
  implicit none
  real(8), private :: items(3)
  integer, private :: length = 0
contains
  subroutine put(x, ok)
    real(8), intent(in) :: x
    logical, intent(out) :: ok
    ok = length < size(items)
    if (.not. ok) return
    length = length + 1
    items(length) = x
  end subroutine
  real(8) function largest()
    largest = -1
    if (length == 3) largest = maxval(items)
    if (largest > 1d3) largest = 1d3
  end function
end module
module counter
  implicit none
  integer, private :: n = 0
contains
  integer function bump(k)
    integer, intent(in) :: k
    n = n + k
    bump = n
  end function
  integer function level()
    level = 0
    if (n > 10) level = 1
  end function
end module
real(8) function average(x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  logical, save :: first = .true.
  real(8), save :: last
  if (first) last = -1
  first = .false.
  average = last
  if (n < 1) return
  average = sum(x) / n
  if (average == last) average = 0
  last = average
end function
integer function ranks(a)
  implicit none
  real(8), intent(in) :: a(..)
  integer, save :: last = 0
  ranks = 0
  if (rank(a) < last) ranks = 1
  last = rank(a)
end function
subroutine setlim(l)
  implicit none
  integer :: l, most
  common /limits/ most
  most = l
end subroutine
integer function beyond(i, k)
  implicit none
  integer :: i, k, most
  common /limits/ most
  beyond = 0
  if (i + k > most) beyond = 1
end function
integer function steps(x)
  implicit none
  integer :: most
  real(8) :: x
  common /limits/ most
  steps = 0
  do while (abs(x) > 1 .and. steps < most)
    x = x / 2
    steps = steps + 1
  end do
end function
END
"$me" test kept.f90 > fortran.log 2>&1
row calls_f_put queue::put 2 2 0 fortran.log
check_line calls_f_largest '^queue::largest +([0-9]+) +\1 +0 +0 +0$' fortran.log
check_line calls_f_average '^average +([0-9]+) +\1 +0 +0 +0$' fortran.log
check_line calls_f_steps '^steps +([0-9]+) +\1 +0 +0 +0$' fortran.log
# A loop's variable has no name that an argument may have.
row calls_f_beyond beyond 2 2 0 fortran.log
row calls_f_level counter::level 2 2 0 fortran.log
# One of assumed rank is called once.
check_line calls_f_ranks '^ranks +2 +1 ' fortran.log

# ---- the names of a procedure with ENTRY statements: what one of them keeps another one reads

cat > entries.f <<'END2'
      SUBROUTINE LEVEL(KEY,VAL)
      INTEGER KEY
      DOUBLE PRECISION VAL,HELD
      SAVE HELD
      DATA HELD/0D0/
      IF (KEY.GT.1) HELD = VAL
      RETURN
      ENTRY LEVELQ(VAL)
      VAL = HELD
      IF (HELD.GT.3D0) VAL = -1D0
      END
      SUBROUTINE FIRST(N,X,S)
      INTEGER N
      DOUBLE PRECISION X(N),S
      S = 0
      IF (N.LT.1) RETURN
      S = X(1)
      RETURN
      ENTRY FINAL(N,X,S)
      S = X(N)
      IF (S.LT.-3D0) S = -3D0
      END
END2
check_equal entries 0 "$(status_of entries.log "$me" test --time=20 entries.f)"
row entries_state level 4 4 0 entries.log
row entries_query levelq 4 4 0 entries.log
row entries_first first 4 2 2 entries.log
row entries_final final 4 2 2 entries.log
