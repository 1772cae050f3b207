# SPDX-License-Identifier: GPL-3.0-or-later
# `me test` from a source file to its report: what it builds, keeps, makes again, prints and
# ends with; what it says of what it cannot do.
. "$ME_ROOT/tests/check.sh"

cat > part.h <<'END'
#define LIMIT 5
END
cat > part.c <<'END'
#include "part.h"
#include "other.h"
int first(int a, int b)
{
	if (a > LIMIT)
		return b > a ? 1 : 2;
	return 0;
}
static int hidden(int k)
{
	return k == 77 ? 1 : 2;
}
int second(double x)
{
	double square = x * x;

	if (square < 0)
		return 3;
	return hidden((int)other(x)) + (x < 2 ? 1 : 2);
}
int third(const int *table, int i)
{
	if (i < 0 || i > 3)
		return -1;
	return 12 / table[i];
}
int main(void)
{
	return first(1, 2);
}
END
echo 'double other(double x);' > other.h
printf '#include "other.h"\ndouble other(double x) { return x + 1; }\n' > other.c

# tested NAME CODE ARGUMENT...: the report is in NAME.out, the rest in NAME.err
tested() {
	name=$1 code=$2
	shift 2
	"$me" test "$@" > "$name.out" 2> "$name.err" < /dev/null
	check_equal "code_$name" "$code" $?
}

has_solvers() { command -v z3 > /dev/null && command -v $first > /dev/null; }
has_solvers || {
	skip me_test 'there are no two solvers'
	exit
}

# Without the second source it is named.
tested unlinked 1 part.c first
check_line unlinked_said 'first: was not built, .*; `me test part\.c -- other\.c` takes what is undefined from' unlinked.err

# All external functions, with a second source; faults first, then the table.
tested all 4 -v part.c -- other.c -O2 -Wall
# UBSan tells the division by itself, in front of the signal, and its report ends the process.
faults=1
[ "$sanitized" ] && faults=2
check_line all_fault "^$faults\. integer division in third part.c:25\$" all.out
check_line all_again "to run it again: part.c.me/third/fuzz_target part.c.me/third/corpus.me/simpler/crash-" all.out
check_line all_simpler '^   third\(\(int\[\]\)\{0(, 0)*\}, 0\)$' all.out
check_line all_first '^first +4 +4 +0 +0 +0$' all.out
check_line all_second '^second +6 +5 +1 +0 +0$' all.out
check_line all_third "^third +4 +4 +0 +0 +$faults\$" all.out
check_line all_sum "^all +14 +13 +1 +0 +$faults\$" all.out
check_line all_proven 'part.c:17:5: `if \(square < 0\)` is true: proven \(' all.out
check_line all_assumed "^   'third,.*table:" all.out
check_no_line all_no_main '^main|^hidden' all.out
check_equal all_faults_first 1 "$(grep -n '^1\. ' all.out | cut -d: -f1)"
$(sed -n 's/.*to run it again: //p' all.out | head -n 1) > again.log 2>&1
again=$?
check_equal all_again_fails "$([ "$sanitized" ] && echo 1 || echo 77)" $again

# Nothing has changed: nothing is built or searched, and the same is said.
tested same 4 -v part.c -- other.c -O2 -Wall
check_same same_report "$(cat all.out)" "$(cat same.out)"
check_no_line same_unbuilt 'me resolve|fplugin-arg-me-entry' same.err
check_line same_compiled 'fplugin-arg-me-list' same.err

# One function has changed, in a header: that one alone is searched again.
echo '#define LIMIT 6' > part.h
tested header 4 -v part.c -- other.c -O2 -Wall
check_line header_searched 'me resolve .*part.c.me/first/fuzz_target' header.err
check_no_line header_others 'me resolve .*part.c.me/(second|third)' header.err

# One function: its inputs as calls; a static one; notes; tests that need no ME.
tested one 0 part.c first -- other.c
check_line one_numbers '^first: 4 branches: 4 covered, 0 proven infeasible, 0 open; 0 faults$' one.out
check_line one_call '^   first\([0-9-]+, [0-9-]+\)' one.out
check_line one_branch '^      .*6:2?[0-9] is false' one.out
tested static 0 part.c hidden -- other.c
check_line static_numbers '^hidden: 2 branches: 2 covered' static.out
tested notes 4 --emit part.c 'third,table:4,i:0..3' -- other.c
check_line notes_said "'third,table:4,i:0\.\.3'" notes.out
check_line notes_tests '^tests: part.c.me/third/tests$' notes.out
check emitted_builds "$CC" -I. part.c.me/third/tests/test.c other.c -o emitted
check emitted_runs ./emitted
tested json 0 --json part.c first -- other.c
check_line json_line '^\{"kind":"function","function":"first",.*"verdict":"covered"' json.out
check_equal json_quiet '' "$(cat json.err)"

# C++: overloads, namespaces, a function that cannot be driven, and no fault: 3.
cat > geo.cc <<'END'
namespace geo {
struct part { part(int v) : v(v) {} int v; int twice() const; virtual const int &price() const = 0; };
int part::twice() const { return v > 3 ? 2 * v : v; }
int turn(int a) { return a > 1 ? 1 : 2; }
int turn(double a) { return a > 1 ? 1 : 2; }
void reset() {}
}
END
tested cxx 3 geo.cc
check_line cxx_overload '^int geo::turn\(double\) +2 +2 +0 +0 +0' cxx.out
check_line cxx_without_parameters '^(void )?geo::reset\(?\)? +0 +0 +0 +0 +0' cxx.out
check_line cxx_refused '^geo::part::twice +not tested$' cxx.out
check_line cxx_reason 'geo::part::twice is not tested: .*geo::part is abstract, .* its price returns' cxx.out
tested overload 0 geo.cc 'turn(double)'
tested other 1 geo.cc 'geo::turn(unsigned)'
check_line other_says "geo::turn\(unsigned\): has other parameters; name one of 'int geo::turn\(int\)', " other.err
tested several 1 geo.cc turn
check_line several_says "turn: means several functions; name one of 'int geo::turn\(int\)', " several.err

# A branch behind a call of malloc() that fails is open, with that as its reason.
cat > copy.c <<'END'
#include <stdlib.h>
#include <string.h>
int second(const char *s)
{
	char *copy = strdup(s);
	int is_dash;
	if (!copy)
		return -1;
	is_dash = *copy == '-';
	free(copy);
	return is_dash;
}
int first(const int *x)
{
	int *copy = malloc(sizeof *copy), n;
	if (!copy)
		return -1;
	n = *copy = *x;
	free(copy);
	return n;
}
END
tested copy 3 --time=20 copy.c
check_line copy_why 'first, no input .*: only where malloc returns null, and ME makes no call of it fail:$' copy.out
check_line copied_why 'second, no input .*: only where strdup returns null, and ME makes no call of it fail:$' copy.out

# What the time is too short for is said in one line.
for n in $(seq 40); do echo "int f$n(int x) { return x > $n ? 1 : 2; }"; done > forty.c
tested short 3 --time=1 forty.c
check_line short_says '^[0-9]+ functions are not tested: the time is up' short.out

# Fortran: procedures of a module, and no module file in the directory.
if command -v "gfortran$suffix" > /dev/null; then
	cat > grid.f90 <<'END'
module grid
contains
  integer function sign_of(n)
    integer, intent(in) :: n
    sign_of = 0
    if (n > 0) sign_of = 1
  end function
end module
END
	tested fortran 0 grid.f90
	check_line fortran_function '^grid::sign_of: 2 branches: 2 covered' fortran.out
	check fortran_module [ ! -e grid.mod ]
	printf 'integer function turned(n, k)\n use grid\n integer, intent(in) :: n\n integer, optional :: k\n turned = 1\n if (present(k)) turned = 3\n if (sign_of(n) > 0) turned = 2\nend function\n' > turn.f90
	tested modules 0 turn.f90 -- grid.f90
	check_line modules_function '^turned: [0-9]+ branches: [0-9]+ covered, 0 proven infeasible, 0 open' modules.out
	check_no_line modules_no_tests '.--emit' modules.out
	check_line modules_absent '^   k: may be absent \(turn.f90:6: ' modules.out
# A check ends runs with n <= 1 before the array is left: n is not what has to be limited.
cat > forth.f <<'E2'
      SUBROUTINE FORTH(FW, M, N, X, LDX, K)
      LOGICAL FW
      INTEGER M, N, LDX, K(*), I, II, J, IN
      DOUBLE PRECISION X(LDX, *), T
      IF (N .LE. 1) RETURN
      DO 10 I = 1, N
         K(I) = -K(I)
   10 CONTINUE
      DO 50 I = 1, N
         IF (K(I) .GT. 0) GO TO 40
         IF (.NOT. FW) GO TO 40
         J = I
         K(J) = -K(J)
         IN = K(J)
   20    IF (K(IN) .GT. 0) GO TO 40
         DO 30 II = 1, M
            T = X(II, J)
            X(II, J) = X(II, IN)
            X(II, IN) = T
   30    CONTINUE
         K(IN) = -K(IN)
         J = IN
         IN = K(IN)
         GO TO 20
   40    CONTINUE
   50 CONTINUE
      END
E2
"$me" test --time=$((12 + ${sanitized:-0} * 16)) forth.f > forth.log 2>&1
check_line forth '^forth: 14 branches: 14 covered' forth.log
else
	skip fortran 'there is no gfortran'
fi

# A header is compiled as a source: its static functions, the bodies behind X_IMPLEMENTATION, C++.
cat > chain.h <<'END'
#pragma once
struct link { int value; struct link *next; };
static inline int above(const struct link *l, int limit)
{
	int n = 0;

	for (; l; l = l->next)
		n += l->value > limit ? 1 : 0;
	return n;
}
END
cat > whole.h <<'END'
int sign(int x);
#if defined(WHOLE_IMPLEMENTATION)
int sign(int x)
{
	return x > 0 ? 1 : x < 0 ? -1 : 0;
}
#endif
END
cat > level.hpp <<'END'
#pragma once
namespace tank {
inline int level(double x)
{
	return x > 2 ? 2 : 0;
}
}
END
"$me" test --time=4 chain.h > chain.log 2>&1
check_line static_of_header '^above: 2 branches: 2 covered' chain.log
check_no_line once_is_quiet 'warning' chain.log
"$me" cover chain.h.me/above/fuzz_target chain.h.me/above/corpus > chain.cover 2>&1
check_line cover_behind_driver '^above +[0-9]+/' chain.cover
"$me" test --time=4 whole.h > whole.log 2>&1
check_line implementation '^sign: 4 branches: 4 covered' whole.log
"$me" test --time=4 level.hpp > level.log 2>&1
check_line header_of_cxx '^tank::level: 2 branches: 2 covered' level.log

# Of runs that hang some are made again, which take seconds each, and behind the others.
cat > forever.c <<'END'
int forever(const int *flag, int n)
{
	const volatile int *f = flag;
	int tries = 0;

	while (!*f)
		tries += n;
	return tries > 100;
}
END
"$me" test --time=1 forever.c > forever.log 2>&1
for digit in 1 2 3 4 5; do
	head -c 8 /dev/zero > forever.c.me/forever/corpus.me/timeout-$(printf "%040d" $digit)
done
"$me" prove --json forever.c.me/forever/fuzz_target forever.c.me/forever/corpus > forever.json 2> forever.err
check_equal hangs_again 2 "$(grep '"type": *"timeout"' forever.json | sed 's/.*"artifacts"//; s/\].*//' | grep -o timeout- | wc -l)"

# What is wrong, in words.
says() { # name code pattern argument...
	name=$1 code=$2 pattern=$3
	shift 3
	tested "$name" "$code" "$@"
	check_line "${name}_says" "$pattern" "$name.err"
}
says absent 1 '^me: none.c: No such file' none.c
says directory 1 ' is no source file$' .
says text 2 'other.txt: is no source file of C, C\+\+ or Fortran' "$(echo > other.txt; echo other.txt)"
says empty_header 1 'part.h: has no function to test' part.h
echo 'template <class T> T half(T x) { return x / 2; }' > half.hpp
says templates 1 'half.hpp: has no function to test; a template is one where a source' half.hpp
printf 'int one(int a) { return a; }\nint second(int a) { return -a; }\n' > two.c
mkdir hangs # a compiler that does, for one function
printf '#!/bin/sh\ncase "$*" in *me-entry=second*) exec sleep 300 ;; esac\nexec %s "$@"\n' "$CC" > hangs/cc
chmod +x hangs/cc
ME_CC=$PWD/hangs/cc tested hung_build 3 two.c one second
check_line hung_build_one '^one +0 +0 +0 +0 +0$' hung_build.out
check_line hung_build_second '^second is not tested: its build has not ended in [0-9]+ s$' hung_build.out
says near 1 'frst: part.c has no such function; did you mean first\?' part.c frst -- other.c
says main 1 'main: is where the program starts' part.c main -- other.c
says output 2 "^me: -o: " part.c first -- -o x
says unlinked 1 'other' part.c second
check_line unlinked_reason '^me: second: was not built' unlinked.err
echo 'int f(int x) { return x' > broken.c
says broken 1 "^broken.c:1:[0-9]+: error: expected" broken.c
ME_CC=gcc-none says compiler 1 'gcc-none: cannot run' part.c
mkdir foreign.c.me && echo mine > foreign.c.me/mine && cp other.c foreign.c
says foreign 1 "^me: foreign.c.me: .*did not make it" foreign.c
check_equal foreign_left mine "$(ls foreign.c.me)"
cp other.c file.c && echo mine > file.c.me
says file 1 '^me: file.c.me: .*did not make it' file.c
check_equal file_left mine "$(cat file.c.me)"
"$me" test --json part.c first -- other.c > /dev/full 2> full.err
check_equal code_full 1 $?
check_line full_says 'standard output: cannot be written' full.err

# SIGTERM, as SIGINT, ends it by that signal; what was found stays, and the next one goes on.
cat > long.c <<'END'
#include <math.h>
int quick(int a) { return a > 3 ? 1 : 2; }
int slow(double x) { return sin(x) * sin(x) + cos(x) * cos(x) > 1.5 ? 1 : 2; }
END
"$me" test --time=600 long.c > int.out 2> int.err &
process=$!
for i in $(seq 300); do
	[ "$(ls long.c.me/slow/corpus 2> /dev/null)" ] && break
	sleep 0.1
done
kill -TERM $process
wait $process
check_equal code_int 143 $?
check_line int_says 'interrupted; what was found is in long.c.me' int.err
check_line int_table '^quick +2 +2 +0 +0 +0' int.out
check int_kept [ -f long.c.me/quick/report.json ]
tested after 3 -v --time=4 long.c
check_no_line after_quick 'me resolve .*quick' after.err
check_line after_open '^open in slow, no' after.out

# Wrong guesses of arrays are mended, said once, and held by everything that reads the inputs.
cat > guess.c <<'EOF'
/* Its end is found in the data. */
int until(const int *x)
{
	int n = 0, odd = 0;

	for (; x[n] != -1; n++)
		odd += x[n] & 1;
	return odd > 12 ? 1 : n > 30 ? 2 : 0;
}

/* k follows one of two arrays. */
double choose(const double *a, const double *b, int which, int k)
{
	const double *t = which ? a : b;

	if (k < 0)
		return 0;
	return t[k] > 2 ? t[k + 1] : 1;
}

/* The length of a text that goes through a structure, and a text that is read past its end. */
int digits(const char *s, unsigned long n)
{
	struct { const char *at; unsigned long left; } b = {s, n};
	int count = 0;

	for (; b.left; b.left--, b.at++)
		count += *b.at >= '0' && *b.at <= '9';
	return count > 3;
}

static double sum(const double *x, int n)
{
	double s = 0;

	while (n)
		s += x[--n];
	return s;
}

/* The length goes through memory. */
double kept(const double *x, int n)
{
	int many[2] = {n, 0};

	if (n < 1)
		return -1;
	return sum(x, many[n > 1000000]) > 10 ? 1 : 0;
}

static int same(int k) { return k; }
double looked_up(const double *table, const int *at, int n)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		if (at[i] < 0)
			return -1;
		else
			s += table[same(at[i])];
	return s > 3 ? 3 : s;
}
EOF
tested guess 0 guess.c
check_line guess_all '^all +30 +30 +0 +0 +0$' guess.out
check_line guess_digits "'digits,n:~len\(s\)'" guess.out
tested guess_until 0 guess.c until
check_line guess_until_says '^   x: 64 elements, after a read of x\[[0-9]+\] \(guess.c:6\)$' guess_until.out
check_line guess_until_notes "^   as notes, which can be changed: 'until,x:~64'$" guess_until.out
check_line guess_until_left '^   guess.c:6: read of x\[64\], .*; the note x:65 allows it$' guess_until.out
tested guess_choose 0 guess.c choose
check_line guess_choose_notes "'choose,.*a:~8.*k:~?-1\.\.[67]" guess_choose.out
check_no_line guess_choose_stays 'runs left this' guess_choose.out
tested guess_looked 0 guess.c looked_up
check_line guess_looked_says '^   at: -1\.\.7, after a read of table\[[0-9]+\] \(guess.c:[0-9]+\)$' guess_looked.out
tested guess_same 0 -v guess.c
check_no_line guess_same_unbuilt 'fplugin-arg-me-entry|me resolve' guess_same.err
u=guess.c.me/until
"$me" cover $u/fuzz_target $u/corpus > guess.cover 2>&1
check_line guess_cover '^until .* 6/6 100.0% .* 6/6 100.0% ' guess.cover
"$me" prove $u/fuzz_target $u/corpus > guess.prove 2>&1
check_line guess_prove '^6 of 6 goals resolved: 6 covered' guess.prove
for seed in 1 2; do
	mkdir grown$seed
	$u/fuzz_target -seed=5 -runs=3000 grown$seed > grown.log 2>&1
done
check_same guess_same_corpus "$(ls grown1)" "$(ls grown2)"
$u/fuzz_target grown1/* > grown.log 2>&1
check_equal guess_replay 0 $?
# A parameter whose guess was mended has another name now.
sed -i 's/int \*x)/int *data)/; s/x\[n\]/data[n]/g' guess.c
tested guess_renamed 0 guess.c until
check_line guess_renamed_says '^   data: 64 elements, after a read' guess_renamed.out
check_no_line guess_renamed_quiet 'error' guess_renamed.err

# A function is named behind its file.
"$me" test guess.c:until > guess.colon 2>&1
check_line guess_colon "is named behind its file: .me test guess.c 'until'" guess.colon

# What does not link has advice, once for all functions.
echo 'extern double scale; int scaled(double x) { return x * scale > 1; }' > linked.c
echo 'double scale = 2; int main(void) { return 0; }' > program.c
"$CC" -c program.c -o program.o
"$me" test linked.c > linked.none 2>&1
check_line linked_none 'reason above; .* what is undefined go behind --: `me test FILE -- other.c' linked.none
cat > linked.cc <<'EOF'
#include <vector>
double scale(double x);
int first(std::vector<double> v) { return v.empty() ? 0 : scale(v[0]) > 1; }
int second(std::vector<double> v) { return v.size() > 1 ? scale(v[1]) > 1 : 0; }
EOF
"$me" test linked.cc > linked.once 2>&1
check_equal linked_once 1 "$(grep -c 'was not built' linked.once)"
# What is unknown to the prover has the names of the source, as functions have in commands and notes.
cat > unknown.cc <<'EOF'
namespace outer { template <class T> T twice(T x); }
template <class T> int odd(const T *x, int n) { return n > 2 && outer::twice<T>(x[2]) == 7 ? 1 : 0; }
template int odd(const int *, int);
EOF
echo 'namespace outer { template <class T> T twice(T x) { return (x | 1) * 2; } template int twice(int); }' > twice.cc
"$CC" -c twice.cc -o twice.o
"$me" test --time=6 unknown.cc 'odd<int>' -- twice.o > unknown.out 2>&1
check_line unknown_name 'it depends on int outer::twice<...>, of which the prover knows nothing' unknown.out
check_line unknown_notes "'odd<int>,x:3'" unknown.out
"$me" test linked.c -- program.o > linked.object 2>&1
check_line linked_object 'reason above; an object or archive has a main\(\) of its own: its source' linked.object
"$me" test linked.c -- program.c > linked.source 2>&1
check_equal linked_source 0 $?
# What an assertion says of a pointer, callers keep to; a test that goes on is another thing.
cat > asserted.c <<'EOF2'
#include <assert.h>
#include <stdlib.h>
struct row { int n; double *x; };
double head(const double *x, int n)
{
	assert(x && "x is null");
	return n > 0 ? x[0] : 0;
}
double last(const struct row *r)
{
	assert(r != NULL && r->x != NULL);
	return r->n > 0 ? r->x[r->n - 1] : 0;
}
double first(const double *x)
{
	return x ? x[0] : -1;
}
EOF2
cat > quoted.c <<'EOF2'
#include <stddef.h>
const char *line_end(const char *s, unsigned char *count)
{
	while (*s && *s != '\n' && *s != '\r')
		s++, ++*count;
	return *s ? s : NULL;
}
EOF2
"$me" test --time=10 quoted.c line_end > quoted.log 2>&1
check_line pointer_null "line_end\(.*\) = NULL" quoted.log
check_line pointer_inside "line_end\(.*\) = (s|&s\[[0-9]+\])" quoted.log
cat > logs.c <<'EOF2'
#include <stdio.h>
int logs(int k)
{
	FILE *log = fopen("kept.log", "a");

	if (!log || fprintf(log, "%d\n", k) < 0 || fclose(log))
		return -1;
	return k > 5;
}
int twice(int k) { return k > 5 ? 2 * k : k; }
EOF2
"$me" test --time=10 logs.c > logs.log 2>&1
check_equal writes_said 'runs of logs write to files or other processes: what they have written stays' \
	"$(grep 'write to files' logs.log)"
check_equal asserted 0 "$(status_of asserted.log "$me" test --time=30 asserted.c)"
check_line asserted_head '^head +4 +3 +1 +0 +0$' asserted.log
check_line asserted_last '^last +6 +4 +2 +0 +0$' asserted.log
check_line asserted_first '^first +2 +2 +0 +0 +0$' asserted.log
check_line asserted_why 'is false: proven \(by simplification\), since x is never null; the note x:\? allows it$' asserted.log
# A branch that stays open takes the time, and the fault has a simpler input all the same.
cat > frees.c <<'EOF2'
#include <stdlib.h>
int frees(const double *x, int n, double limit)
{
	double *copy;
	int bad = 0;

	if (n < 1)
		return -1;
	copy = malloc(n * sizeof *copy);
	if (!copy)
		return -2;
	for (int i = 0; i < n && !bad; i++) {
		copy[i] = x[i];
		bad = x[i] > limit;
		if (bad)
			free(copy);
	}
	free(copy);
	return bad;
}
EOF2
if [ "$sanitized" ]; then skip frees 'ASan has checks of its own'; else
	check_equal frees 4 "$(status_of frees.log "$me" test --time=15 frees.c frees)"
	check_line frees_simpler '^   to run it again: .*/corpus\.me/simpler/crash-' frees.log
fi
