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
	target "$1" "$2" -w || return
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

# Where two addresses are compared it is these that are unknown.
prove addresses addresses <<'E2'
int addresses(const double *a, const double *b)
{
	if (a == b)
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
