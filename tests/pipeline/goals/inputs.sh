# SPDX-License-Identifier: GPL-3.0-or-later
# labels=IOB,IDC: boundaries of the entry's parameters and parts of their domains. Each
# label is covered by exactly those inputs of a list that comparisons in the oracle name.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

cat > subject.c <<'E2'
int subject(int n, double x, unsigned char u, float y)
{
	return n > u && x > y;
}
E2
cat > partition <<'E2'
# parts of the domains

n: ..-1, 0, 1..9, 10..
x: nan, ..0, 0, 0..1.5, 1.5..   # the first one: what is no number
  u : 0..127,128 .. 0xff
y: -1..0.25, 0.25..1
E2
cat > oracle.c <<'E2'
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
static int number;
#define SAY(name, is) ((is) ? (void)printf("%d %s\n", number, name) : (void)0)
static void run(int n, double x, unsigned char u, float y)
{
	SAY("iob.n.min", n == INT_MIN), SAY("iob.n.min+", n == INT_MIN + 1);
	SAY("iob.n.max-", n == INT_MAX - 1), SAY("iob.n.max", n == INT_MAX);
	SAY("iob.x.min", x == -DBL_MAX), SAY("iob.x.min+", x == nextafter(-DBL_MAX, 0));
	SAY("iob.x.max-", x == nextafter(DBL_MAX, 0)), SAY("iob.x.max", x == DBL_MAX);
	SAY("iob.u.min", u == 0), SAY("iob.u.min+", u == 1);
	SAY("iob.u.max-", u == 254), SAY("iob.u.max", u == 255);
	SAY("iob.y.min", y == -1), SAY("iob.y.min+", y == nextafterf(-1, 0));
	SAY("iob.y.max-", y == nextafterf(1, 0)), SAY("iob.y.max", y == 1);
	printf("%d idc.n.%d\n", number, n < 0 ? 0 : n == 0 ? 1 : n < 10 ? 2 : 3);
	printf("%d idc.x.%d\n", number, isnan(x) ? 0 : x < 0 ? 1 : x == 0 ? 2 : x < 1.5 ? 3 : 4);
	printf("%d idc.u.%d\n", number, u > 127);
	printf("%d idc.y.%d\n", number, y >= 0.25f);
}
int main(void)
{
	static const int ns[] = {INT_MIN, INT_MIN + 1, -1, 0, 1, 9, 10, INT_MAX - 1, INT_MAX};
	const double xs[] = {NAN, -INFINITY, -DBL_MAX, nextafter(-DBL_MAX, 0), -1e-320, -0.0, 0, 1e-320, 1.4999,
			     1.5, nextafter(DBL_MAX, 0), DBL_MAX, INFINITY};
	static const unsigned char us[] = {0, 1, 126, 127, 128, 254, 255};
	const float ys[] = {-1, nextafterf(-1, 0), 0, 0.2499f, 0.25f, nextafterf(1, 0), 1};
	for (int i = 0; i < 9 * 13; i++) {
		const int n = ns[i % 9];
		const double x = xs[i % 13];
		const unsigned char u = us[i % 7];
		const float y = ys[i / 3 % 7];
		char name[32];
		sprintf(name, "inputs/%d", ++number);
		FILE *out = fopen(name, "wb");
		fwrite(&n, sizeof n, 1, out);
		fwrite(&x, sizeof x, 1, out);
		fwrite(&u, sizeof u, 1, out);
		fwrite(&y, sizeof y, 1, out);
		fclose(out);
		run(n, x, u, y);
	}
}
E2
"$CC" -w oracle.c -lm -o oracle && mkdir inputs && ./oracle | sort -u > wanted
# For each traced input: FILE LABEL.
covered() { # target
	met_by_input "$1" |
		sed -n 's/"[^"]*:\(i[od][bc]\.[^"]*\)"$/\1/p' | sort -u
}
build() { # target flag...
	target=$1
	shift
	"$me_cc" -g "$@" -fplugin-arg-me-entry=subject,y:-1..1 -fplugin-arg-me-any-O -fplugin-arg-me-labels=IOB,IDC \
		-fplugin-arg-me-partition=partition -c subject.c -o "$target.o" > "$target.log" 2>&1
	"$me_cc" "$target.o" -o "$target" >> "$target.log" 2>&1
}
for level in 0 2; do
	build "c$level" -O$level
	covered "./c$level" > got
	check "inputs_are_where_labels_say_O$level" cmp wanted got
done
check_same all_labels "$(cut -d' ' -f2 wanted | sort -u)" \
	"$(./c0 --goals | sed -n 's/.*"name":"\(i[od][bc]\.[^"]*\)".*/\1/p' | sort)"
mkdir found
./c0 -seed=1 found > log 2>&1
"$me" score --labels=IOB,IDC ./c0 found > score 2>&1
check_line search_covers_boundaries '^subject  iob +16/16$' score
check_line search_covers_parts '^subject  idc +13/13$' score
"$me" score -v --labels=IOB,IDC ./c0 inputs/1 > score 2>&1
check_line names_the_part 'idc.x.3: x in 0..1.5: not covered' score
check_line names_the_value 'iob.x.max: x == 1.7976931348623157[0-9]*e\+308: not covered' score

# C++: what a reference refers to; what is no number is named.
printf 'n: ..0, 1..\n' > small
cat > cxx.cc <<'E2'
struct pair { int a; };
int cxx(const int &n, bool b, pair p, int a) { return n > 0 || b || p.a > a; }
E2
"$ME_BUILD/me-c++" -g -O2 -fplugin-arg-me-entry=cxx,n:-2..1,a:3..3 -fplugin-arg-me-any-O \
	-fplugin-arg-me-labels=IOB,IDC -fplugin-arg-me-partition=small -c cxx.cc -o cxx.o > cxx.log 2>&1
"$ME_BUILD/me-c++" cxx.o -o cxx >> cxx.log 2>&1
check_equal cxx_labels 'iob.n.min n == -2;iob.n.max n == 1;iob.n.min+ n == -1;iob.n.max- n == 0;idc.n.0 n in ..0;idc.n.1 n in 1..;iob.b.min b == 0;iob.b.max b == 1;iob.a.min a == 3;' \
	"$(./cxx --goals | sed -n 's/.*"name":"\(i[od][bc]\.[^"]*\)".*"never":"never has \([^"]*\)".*/\1 \2/p' |
		sed 's,[()],,g; s,false,0,; s,true,1,' | tr '\n' ';')"
check_line tells_of_others 'no labels of iob here: the parameter is no number' cxx.log

# ---- files that cannot be

# refuses NAME LINE MESSAGE: what standard input holds.
refuses() {
	cat > bad
	check_equal "$1" 1 "$(status_of error "$me_cc" -c -g -O0 -fplugin-arg-me-entry=subject,y:-1..1 \
		-fplugin-arg-me-labels=IDC -fplugin-arg-me-partition=bad subject.c)"
	check_line "$1_says_so" "error: plugin me: bad:$2: $3" error
}
printf 'n: ..-1, 1..\n' | refuses hole_of_integers 1 'hole in front of .1\.\.'
printf 'y: -1..0, 0.5..1\n' | refuses hole_of_floats 1 'hole in front of .0.5\.\.1'
printf '\nu: 1..255\n' | refuses hole_at_the_begin 2 'hole in front of .1\.\.255'
printf 'u: 0..9, 10..200\n' | refuses hole_at_the_end 1 'hole behind .10\.\.200'
printf 'x: 0..\n' | refuses hole_of_a_type 1 'hole in front of .0\.\.'
printf 'n: ..5, 5..\n' | refuses overlap_of_integers 1 'overlap with what is before .5\.\.'
printf 'y: -1..0.5, 0..1\n' | refuses overlap_of_floats 1 'overlap with what is before .0\.\.1'
printf 'n: 0.., ..5\n' | refuses ends_twice 1 '(hole in front of|overlap: only the last range has no end)'
printf 'n: ..-1, 0..\nx: ..\ny: -2..1\n' | refuses below_the_range 3 'begins below the parameter.s range: .-2\.\.1'
printf 'n: ..-1, 0..9, 9..3, 4..\n' | refuses backwards 1 'a range is LOW..HIGH, not .9\.\.3'
printf 'n: ..x\n' | refuses no_number 1 'expected NUMBER, LOW..HIGH, ..HIGH, LOW.. or nan, not .\.\.x'
printf 'n: ..0,, 1..\n' | refuses no_range 1 'expected NUMBER'
printf '# a\nn ..0\n' | refuses no_colon 2 'expected PARAMETER: RANGE, RANGE, ..., not .n \.\.0'
printf 'n: ..\nn: ..\n' | refuses twice 2 'there is a line already for .n'
printf 'n: ..0, 1..\nzz: 0..\n' | refuses no_parameter 2 'subject has no parameter .zz'
printf 'u: 0..300\n' | refuses no_value 1 'the parameter has no such value: .300'
printf 'n: nan, ..\n' | refuses no_nan 1 'the parameter has no such value: .nan'
check_equal missing_file 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-labels=IDC -fplugin-arg-me-partition=none subject.c)"
check_line missing_file_says_so 'argument .partition=none.: No such file' error
check_equal no_partition 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-labels=IDC subject.c)"
check_line no_partition_says_so 'argument .labels=IDC. needs .partition=FILE.' error
check_equal no_criterion 1 "$(status_of error "$me_cc" -c -fplugin-arg-me-partition=partition subject.c)"
check_line no_criterion_says_so 'argument .partition=partition. needs .labels=IDC.' error
