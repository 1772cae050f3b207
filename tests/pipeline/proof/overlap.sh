# SPDX-License-Identifier: GPL-3.0-or-later
# A proof says when it holds only for arguments that do not overlap: with each other, or
# with global variables. One that holds anyway does not.
. "$ME_ROOT/tests/check.sh"

# verdict NAME MARK WORDS: the verdict of the line with /* MARK */ ends with these words.
verdict() {
	check_line "$1_$2" \
		"^$1.*:$(sed -n "/\/\* $2 \*\//=" "$1"/"$1".c*):.* never true: infeasible \([^;]*$3\)$" \
		"$1/log"
}

# prove NAME ENTRY < source, in C
prove() {
	target "$1" "$2" -w --no-driver || return
	"$me" prove --timeout=3 "$1/fuzz_target" "$1/corpus" > "$1/log" 2>&1
}

prove pairs pairs <<'E2'
struct point {
	int n;
	double v[2];
};
static void set(double *to) { *to = 7; }

int pairs(double *a, double *b, struct point *p, unsigned *n, float *f)
{
	int r = 0;

	*a = 1;
	if (*a == 2) /* before */
		r = 1;
	*b = 2;
	if (*a == 2) /* equal */
		r = 2;
	p->n = 1;
	*f = 3;
	if (p->n != 1) /* types */
		r = 3;
	*n = 2;
	if (p->n == 2) /* member */
		r = 4;
	p->v[1] = 0;
	if (*b == 0) /* array */
		r = 5;
	*b = 5;
	set(a);
	if (*b == 7) /* callee */
		r = 6;
	if (*a != 7) /* written */
		r = 7;
	return r;
}
E2
verdict pairs before ''
verdict pairs equal '; if a and b do not overlap'
verdict pairs types ''
verdict pairs member '; if p and n do not overlap'
verdict pairs array '; if b and p do not overlap'
verdict pairs callee '; if a and b do not overlap'
verdict pairs written ''

prove places places <<'E2'
double global, *where(void);
static double hidden, shown[2];
double *where(void) { return shown; }
void put(double *restrict from, double *restrict to);

int places(double *x, char *restrict t, const double *c)
{
	double before = *c;
	int r = 0;

	global = 1, hidden = 1, shown[1] = 1;
	*x = 2;
	if (global == 2) /* global */
		r = 1;
	if (hidden == 2) /* hidden */
		r = 2;
	if (shown[1] == 2) /* shown */
		r = 3;
	t[0] = 1;
	if (*x != 2) /* restricted */
		r = 4;
	if (before == 4 && *c == 5) /* constant */
		r = 5;
	return r;
}
E2
verdict places global '; if no argument points to a global variable'
verdict places hidden ''
verdict places shown '; if no argument points to a global variable'
verdict places restricted ''
verdict places constant '; if x and c do not overlap and no argument points to a global variable'
(cd places && "$me" prove --json ./fuzz_target corpus) > places/json 2>&1
check_line json '"assumes": *"if no argument points to a global variable"' places/json
(cd places && "$me" cover ./fuzz_target corpus) > places/cover 2>&1
check_line cover 'global == 2.*infeasible \(if no argument points to a global variable\)$' places/cover

mkdir references
cat > references/references.cc <<'E2'
int references(int &a, int &b)
{
	a = 1;
	b = 2;
	if (a == 2) /* reference */
		return 1;
	return 0;
}
E2
(cd references && "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=references references.cc -o fuzz_target &&
	mkdir corpus) > references/build.log 2>&1 || not_ok build_references "$(cat references/build.log)"
"$me" prove references/fuzz_target references/corpus > references/log 2>&1
verdict references reference '; if a and b do not overlap'

"$me" test references/references.cc > references/test.log 2>&1
check_line references_advice '^   with the note b:alias\(a\) b may lie in a$' references/test.log

# Fortran's rule is its own.
mkdir dummies
cat > dummies/dummies.f90 <<'E2'
integer function dummies(a, b)
  integer, intent(inout) :: a, b
  dummies = 0
  a = 1
  b = 2
  if (a == 2) dummies = 1
end function
E2
(cd dummies && "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=dummies dummies.f90 -o fuzz_target &&
	mkdir corpus) > dummies/build.log 2>&1 || not_ok build_dummies "$(cat dummies/build.log)"
"$me" prove dummies/fuzz_target dummies/corpus > dummies/log 2>&1
check_line dummies 'a == 2.* never true: infeasible \([^;]*\)$' dummies/log

# Where addresses are compared it is these that are unknown.
prove addresses addresses <<'E2'
int addresses(const double *a, const double *b)
{
	if (a == b + 0x123456789)
		return 1;
	return 0;
}
E2
check_line addresses_unknown 'a == b.* unknown: the run refutes the model; unconstrained: addresses$' addresses/log

# What an entry's declaration says twice is an error.
twice() { # name declaration words
	(cd addresses && "$me_cc" -g -O0 "-fplugin-arg-me-entry=addresses,$2" addresses.c -o again) > "$1.log" 2>&1
	check_line "twice_$1" "error: .*parameter 1 .*: $3$" "$1.log"
}
twice range a:0..1,b:0..1,a:2..3 'its range is given twice'
twice count a:4,b:4,a:9 'its count is given twice'

# ---- an input says whether one array lies in another one: all places of small arrays beside
# what the session covers and what is proven of nine functions that work in place

mkdir inplace
cat > inplace/inplace.c <<'E2'
#include <string.h>
#ifdef PLAIN
static char hit[200];
#define IF(c) if ((c) && (hit[__LINE__] = 1))
#else
#define IF(c) if (c)
#endif
static void set(int *to) { *to = 7; }

int inplace(int which, int *a, int *b, int n)
{
	const int first = *a, second = a[1], other = *b;
	int r = 0;

	switch (which) {
	case 0:
		for (int i = 0; i < n; i++)
			b[i] = 2 * a[i];
		IF(n && first == 1 && *a == 2) r = 1;
		IF(n == 2 && second == 1 && b[1] != 2) r = 2;
		break;
	case 1:
		for (int i = 0; i < n; i++)
			a[i] = b[i];
		IF(n && *b != other) r = 1;
		IF(n && *a != other) r = 2;
		break;
	case 2:
		*a ^= *b, *b ^= *a, *a ^= *b;
		IF(*a == 0 && *b == 0 && first == 2) r = 1;
		IF(*a != other && first != other) r = 2;
		break;
	case 3:
		*a = 1, *b = 2;
		IF(*a == 2) r = 1;
		IF(a[1] == 2 && second == 0) r = 2;
		IF(*b != 2) r = 3;
		break;
	case 4:
		IF(a < b) r = 1;
		IF(b - a == 1) r = 2;
		IF(b == a) r = 3;
		IF(b + 1 == a) r = 4;
		break;
	case 5:
		set(a);
		IF(*b == 7 && other != 7) r = 1;
		IF(b[1] == 7 && *b == 1) r = 2;
		IF(*a != 7) r = 3;
		break;
	case 6:
		memmove(a + 1, b, 2 * sizeof *a);
		IF(other == 1 && *b != 1) r = 1;
		IF(a[1] != other) r = 2;
		break;
	case 7:
		*b = 0;
		for (int i = 0; i < n; i++)
			*b += a[i];
		IF(*a == 0 && first == 1) r = 1;
		IF(n == 1 && *b == 2 * first && first == 1) r = 2;
		IF(n == 2 && *b == 2 * second && first == 1 && second == 2) r = 3;
		break;
	case 8:
		IF(*a == 1 && *b == 2 && a == b) r = 1;
		a++;
		IF(a == b && *a == 2 && first == 1) r = 2;
		break;
	}
	return r;
}
#ifdef PLAIN
#include <stdio.h>
/* a and b in arrays of their own, or one at most one element from the other; values 0..2. */
int main(void)
{
	for (long k = 0; k < 729L * 4 * 3 * 9; k++) {
		const int place = k / 729 % 4, n = k / 729 / 4 % 3, which = k / 729 / 12;
		int m[8] = {0}, apart[8] = {0};
		int *a = m + 1, *b = place == 3 ? apart : m + place;
		for (long i = 0, v = k % 729; i < 6; i++, v /= 3)
			*(i < 3 ? a + i : b + i - 3) = v % 3;
		inplace(which, a, b, n);
	}
	for (int i = 0; i < 200; i++)
		if (hit[i])
			printf("%d\n", i);
	return 0;
}
#endif
E2
(cd inplace && "$CC" -w -DPLAIN inplace.c -o plain && ./plain > taken && mkdir corpus &&
	"$me_cc" -g -O0 '-fplugin-arg-me-entry=inplace,a:3,b:3,b:alias(a),n:0..2,which:0..8' inplace.c -o fuzz_target) \
	> inplace/build.log 2>&1 || not_ok build_inplace "$(cat inplace/build.log)"
search inplace -runs=60000
(cd inplace && "$me" prove --timeout=2 ./fuzz_target corpus) > inplace/log 2>&1
for line in $(cat inplace/taken); do
	check_no_line "inplace_covered_$line" "^inplace.c:$line:.* true: unknown" inplace/log
	check_no_line "inplace_sound_$line" "^inplace.c:$line:.*never true: infeasible" inplace/log
done
check inplace_hits [ "$(wc -l < inplace/taken)" -ge 14 ]
check_line inplace_written ':.*IF\(a\[0\] != 1\).* never true: infeasible|:.*IF\(\*b != 2\).*never true: infeasible' inplace/log
twice alias_of_itself 'a:alias(a)' 'it takes two pointers to lie in one array'
twice alias_ranges 'a:alias(b),a:0..1' 'both have to have elements of one type and range'
twice two_aliases 'a:alias(b),a:alias(b)' 'it lies in two arrays'
(cd dummies && "$ME_BUILD/me-fortran" -g -O0 '-fplugin-arg-me-entry=dummies,a:alias(b)' dummies.f90 -o again) > dummies/again.log 2>&1
check_line dummies_alias '[Ee]rror: .*arguments of Fortran do not overlap$' dummies/again.log

# Tests that are written have one array, of C++ too.
cat > same.cc <<'E2'
int same(int &a, const int &b, unsigned *p, unsigned *q)
{
	a = 1;
	return (&a == &b && b == 1) + (p < q ? 2 : p == q ? 4 : 8);
}
E2
"$me" test --time=5 --emit same.cc > same.log 2>&1
check_line same_note 'same,b:alias\(a\),q:alias\(p\)' same.log
check same_compiles g++ -w -I. same.cc.me/same/tests/test.cc -o same
check same_runs ./same
check_line same_reference 'same\(\*me_0, me_0\[0\], ' same.cc.me/same/tests/test.cc
check_line same_array 'me_2 \+ 1\)|, me_3 \+ 1, me_3\)|, me_2, me_2\)' same.cc.me/same/tests/test.cc
