# SPDX-License-Identifier: GPL-3.0-or-later
# A session's inputs are numbers that people write, and are shown as such with their results.
. "$ME_ROOT/tests/check.sh"

target table table,x:6,n:len\(x\),y:6,out:1 <<'E2'
#include <math.h>
#include <stddef.h>
int table(const double *x, size_t n, const double *y, double at, double *out)
{
	if (n < 2)
		return -1;
	for (size_t i = 1; i < n; i++)
		if (!(x[i] > x[i - 1]))
			return -2;
	if (isnan(at))
		return -3;
	if (at < x[0] || at > x[n - 1])
		return -4;
	size_t k = 0;
	while (k + 2 < n && x[k + 1] <= at)
		k++;
	if (k == 2)
		return -5;
	*out = y[k] + (at - x[k]) / (x[k + 1] - x[k]) * (y[k + 1] - y[k]);
	if (*out > 1e3)
		return 2;
	if (*out == -0.375)
		return 3;
	return *out < 0;
}
E2
shown() { # corpus
	for input in "$1"/*; do table/fuzz_target --show "$input"; done
}

session() { # corpus arguments...
	corpus=$1
	shift
	rm -rf "$corpus" "$corpus.me"
	mkdir "$corpus"
	table/fuzz_target -seed=1 "$@" "$corpus" > "$corpus.log" 2>&1
	echo "$?" > "$corpus.status"
}

session one
check_equal plain_status 0 "$(cat one.status)"
check_line plain_told '^INFO: me: [0-9]+ of [0-9]+ inputs simplified, [0-9]+ evaluations; 1 goal met only with NaN or infinity$' one.log
shown one > one.calls
# One that is not plain: NaN, which its branch needs.
check_equal plain_nan 1 "$(grep -c 'nan' one.calls)"
# The checks of sanitizers are goals too, of odd numbers, and time passes with them.
[ "$sanitized" ] || check_equal plain_numbers '' "$(grep -v nan one.calls | sed 's/^[a-z]*//; s/).*//' | grep -oE '[-0-9.e+]+' |
	grep -vE '^-?([0-9]{1,6}|[0-9]{1,3}\.[0-9]{1,3})$')"
check_line plain_sorted '^table\(\{1, 2, 3, 4(, 5)?\}, ' one.calls
check_line plain_result '^table\(\{.*\) = 3, \*out = -0.375$' one.calls
check_line plain_unchanged '^table\(\{\}, 0, \{.*\}, 0, \{0\}\) = -1$' one.calls
# All that the session has covered is covered by the files that it leaves.
check_line plain_covers_all 'stop: .* 22 of 22 goals covered' one.log
"$me" cover table/fuzz_target one > one.cover 2>&1
check_line plain_covers '^table .* 22/22 100.0% ' one.cover

# Of lines there are few, and inputs are told of by -verbosity=2 alone.
[ "$sanitized" ] || check plain_few_lines test "$(wc -l < one.log)" -le 12
check_no_line plain_quiet '^INFO: me: new |^#[0-9]+.NEW |^stat::peak' one.log
session loud -verbosity=2 -print_final_stats=1
check_line plain_loud '^INFO: me: new loud/[0-9a-f]{40} cpu=[0-9.]* goals=[0-9]+$' loud.log
check_line plain_statistics '^stat::peak_rss_mb: ' loud.log
check_equal plain_loud_same '' "$(diff -r one loud)"

# The same again, byte for byte; the share is a tenth of -runs, which is not exceeded.
session two
check_equal plain_same '' "$(diff -r one two)"
session few -runs=3000
check_line plain_runs 'stop: -runs is reached; .* 3000 evaluations' few.log
simpler=$(sed -n 's/.* simplified, \([0-9]*\) evaluations.*/\1/p' few.log)
check plain_share test "$simpler" -gt 0 -a "$simpler" -le 300
# A second session leaves what is there, and files of the user.
cp -r one kept
printf '\377\377\377' > one/mine
cp one/mine kept
table/fuzz_target -seed=2 one > again.log 2>&1
check_equal plain_kept '' "$(diff -r one kept | grep -v '^Only in one:')"

# ---- how calls are shown

check_equal plain_hex "table((double[]){}, 0ull, (double[]){0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0}, 0x0p+0, (double[]){0x0p+0})" \
	"$(table/fuzz_target --show --hex /dev/null)"
"$me" show --hex table/fuzz_target one > one.hex
check_line plain_me_hex ' table\(\(double\[\]\)\{0x' one.hex
"$me" show table/fuzz_target one > one.shown
check_line plain_me_show ' table\(\{1, 2.* = -?[0-9]+' one.shown

target kinds kinds,c:2 <<'E2'
#include <stdlib.h>
struct point { int x; float y; };
long double kinds(float f, long double l, _Float128 q, unsigned long u, char *s, struct point *p,
	const int *c)
{
	if (u == 7)
		abort();
	p->x++;
	s[0] = 'b';
	return f + l + (long double)q + c[1];
}
E2
# f = 0.1f, l = 0.1L, q = 0.1F128, u = 7 or 3000000000, then zeros
scalars='\315\314\314\075\315\314\314\314\314\314\314\314\373\077\232\231\231\231\231\231\231\231\231\231\231\231\231\231\373\077'
printf "$scalars\000\136\320\262\0\0\0\0ab" > large
check_equal plain_types 'kinds(0.1, 0.1, 0.1, 3000000000, "ab", {0, 0}, {0, 0}) = 0.30000000149011611937, s = "bb", *p = {1, 0}' \
	"$(kinds/fuzz_target --show large)"
printf "$scalars\007" > seven
check_equal plain_fails 'kinds(0.1, 0.1, 0.1, 7, "", {0, 0}, {0, 0}) ends with SIGABRT' \
	"$(kinds/fuzz_target --show seven 2> seven.err)"
# Source is read as the same numbers.
mkdir corpus && cp large corpus
(cd kinds && "$me" emit --format=c --output=../emitted ./fuzz_target ../corpus) > emit.log 2>&1
check_line plain_source 'kinds\(0\.1f, 0\.1L, 0\.1F128, 3000000000ull, ' emitted/test.c

# ---- branches that only NaN or infinity takes are marked, where finite numbers take them those are
# found

cat > gap.c <<'E2'
#include <math.h>
int gap(double x, double y)
{
	if (x != x)
		return 1;
	if (isinf(x * y))
		return 2;
	if (!(y < 1e250))
		return 3;
	if (isinf(x))
		return 4;
	return 0;
}
E2
"$me_cc" -w -g -O0 -fplugin-arg-me-entry=gap gap.c -lm -o gap > gap.build 2>&1
mkdir gaps
./gap -seed=1 gaps > gap.log 2>&1
check_line gap_told 'inputs simplified, [0-9]+ evaluations; 2 goals met only with NaN or infinity$' gap.log
"$me" show ./gap gaps > gap.shown 2>&1
check_line gap_product 'gap\([-0-9.e]*, [-0-9.e]*\) = 2$' gap.shown
check_line gap_large 'gap\([-0-9.e]*, [-0-9.e]*\) = 3$' gap.shown
"$me" cover ./gap gaps > gap.cover 2>&1
check_equal gap_marked 2 "$(grep -c 'is true: only with NaN or infinity$' gap.cover)"
check_line gap_place '^gap.c:10:5: gap: `if \(isinf\(x\)\)` is true: only with NaN or infinity$' gap.cover
"$me" cover --json ./gap gaps > gap.json 2>&1
check_equal gap_json 2 "$(grep -c '"only_special": true' gap.json)"

# ---- texts of Fortran: blanks, letters and digits

if command -v "gfortran$suffix" > /dev/null; then
	cat > setting.f90 <<'E2'
integer function setting(line, unit)
  implicit none
  character(len=8), intent(in) :: line
  character(len=*), intent(in) :: unit
  integer :: at
  setting = 0
  at = index(line, '=')
  if (at > 1 .and. unit == 'm') then
    read (line(at + 1:), *, iostat=setting) at
    if (setting == 0) setting = 7
  end if
end function
E2
	"$ME_BUILD/me-fortran" -w -g -O0 -fplugin-arg-me-entry=setting setting.f90 -o setting > setting.build 2>&1
	mkdir settings
	./setting -seed=1 settings > setting.log 2>&1
	"$me" show ./setting settings > setting.shown 2>&1
	check_line setting_met "setting\\('[ a1]*= *1 *', 'm'\\) = 7$" setting.shown
	check_no_line setting_zeros 'char\(' setting.shown
fi
