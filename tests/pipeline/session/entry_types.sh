# SPDX-License-Identifier: GPL-3.0-or-later
# Entries of C and C++: ranges of members, pointers that are never null, objects,
# exceptions, and what is written in front of a buffer.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/entry.sh"

# ---- C

cat > types.c <<'E2'
#include <stdbool.h>
#include <complex.h>
void abort(void);
enum colour { RED, GREEN = 7, BLUE = -3 };
struct in { short n[3]; float f; };
struct all { double x; struct in in[2]; double _Complex z; };
struct empty { };
struct bits { int a; unsigned b : 3; };
union word { double x; int i[2]; };
struct list { struct list *next; int n; };
void demand(int held) { if (!held) abort(); }
int ranges(struct all v, const struct all *p, double _Complex c, char *s)
{
	for (int i = 0; i < 6; i++)
		demand((v.in[i / 3].n[i % 3] >= -2) & (v.in[i / 3].n[i % 3] <= 9));
	demand((p->x >= 1) & (p->x <= 2.5) & (cimag(c) >= 0) & (cimag(c) <= 1));
	demand((creal(p->z) >= 3) & (creal(p->z) <= 4) & (cimag(p->z) <= 4));
	for (int i = 0; i < 16; i++)
		demand((s[i] >= 97) & (s[i] <= 122));
	if (v.in[1].n[2] == 8 && v.x == 42.5)
		return 1;
	if (creal(c) == 7.5 && cimag(p->z) == 3.25)
		return 2;
	return s[15] == 'q';
}
int mixed(enum colour k, bool b, struct empty e, const double a[static 4], double m[3][4],
	  int n, double v[n])
{
	if (k == GREEN && b)
		return 1;
	if (a[3] == 2.5 && m[2][3] == 3.5)
		return 2;
	return n == 4 && v[3] == 4.5 ? 3 : 0;
}
int null(double *p, int *q, int *r, int n)
{
	if (p == 0)
		return 1;
	if (q && *q == 3)
		return 2;
	if (!(void *)r)
		return 3;
	r = n > 5 ? 0 : r;
	return r == 0 ? 4 : 5;
}
int under(int *p, int n, long *q) { if (n == 77) p[-1] = 3; return *q == 5; }
int under_length(int *p, int n) { if (n == 2) p[-3] = 3; return n; }
int function(double x, int (*bad)(int)) { return x < bad(1); }
int pointer(double x, void *bad) { return x < 1 && bad; }
int members(struct list *bad) { return bad->n < 1 || bad->next; }
int either(union word bad) { return bad.x < 1; }
int bits(struct bits bad) { return bad.b < 1; }
int stream(struct _IO_FILE *bad) { return !bad; }
int variable(int n, ...) { return n < 1; }
int wide(__int128 bad) { return bad < 1; }
E2
limits=v.in.n:-2..9,p.x:1..2.5,p.z:3..4,c.im:0..1,s:97..122
solved member_ranges "ranges,$limits" types.c
check_line entries_member_ranges_info "only inputs of $limits are run" member_ranges/log
bounds=
[ "$gcc" -ge 11 ] || bounds=,a:4,m:3 # 9 and 10 do not know those of parameters
solved mixed mixed,v:4$bounds types.c

built null null,p:1,q:1,r:1 types.c
search null -runs=50000
check_line entries_never_null_p 'INFO: me: p is never null, but types.c:[0-9]+ tests it; p:\? in entry= allows' null/log
check_line entries_never_null_r 'INFO: me: r is never null' null/log
"$me" cover null/fuzz_target null/corpus > null.cover 2>&1
check_line entries_never_null_cover 'p == 0.* is true: not taken; p is never null by the entry.s declaration; p:\? allows null$' null.cover
check_line entries_never_null_side 'q && .q == 3.* is false: not taken; q is never null' null.cover
check_equal entries_never_null_all 3 "$(grep -c ' is never ' null.cover)"
solved nullable 'null,p:?,q:?,r:?' types.c
check_no_line entries_nullable_silent 'never null' nullable/log

refused function function types.c "parameter 2 \(.bad., of type .int \(\*\)\(int\).*: .*pointer to a function"
refused void pointer types.c "parameter 2 \(.bad., of type .void \*.*: .*pointer to void"
refused list members types.c "parameter 1 \(.bad., of type .struct list \*.*'next': a pointer"
refused union either types.c "parameter 1 \(.bad., of type .union word.*union word is a union"
refused bit_field bits types.c "parameter 1 \(.bad., of type .struct bits.*'b' is a bit-field"
refused stream stream types.c "parameter 1 \(.bad., of type .struct _IO_FILE \*"
refused variable variable types.c 'parameter 2 .*variable arguments'
refused range_wide wide,bad:0..1 types.c "'?bad'?.*a range is for numbers of at most 80 bits"
refused range_members ranges,v:0..1 types.c "'?v'?.*several types; name one member"
refused range_no_member ranges,v.y:0..1 types.c "'?v'?.*no member of that name"
refused range_prefix ranges,v.i:0..1 types.c "'?v'?.*no member of that name"
refused count_member ranges,p.x:3 types.c "'?p'?.*given to a member"
refused null_member 'ranges,p.x:?' types.c "'?p'?.*given to a member"

# ---- what is written in front of a buffer

check_under() { # name entry
	built "$1" "$2" types.c
	search "$1" -artifact_prefix=./
	check_equal "entries_status_$1" 77 $?
	check_line "entries_$1" "me: under.*: write to p\\[-[13]\\], in front of p \\([12] elements? of 4 bytes" "$1/log"
	check_line "entries_artifact_$1" 'Test unit written to \./crash-' "$1/log"
	(cd "$1" && ./fuzz_target crash-*) > "$1/again" 2>&1
	again="ERROR: me: write to p\\[-[13]\\], in front of p"
	[ ! "$sanitized" ] || again="$again|ERROR: AddressSanitizer: use-after-poison" # where a word in front is its
	check_line "entries_again_$1" "$again" "$1/again"
}
check_under under under
check_under under_length 'under_length,p:4,n:len(p)'

# ---- C++

cat > types.cc <<'E2'
namespace {
namespace deep {
int hidden(double x) { if (x == 42.5) return 1; return 0; }
}
int hidden(double x) { if (x == 43.5) return 1; return deep::hidden(x); }
}
struct holder {
	double limit;
	int reach(const int &n) const { if (n == 77 && limit == 2.5) return 1; return 0; }
	holder &operator=(double x) { limit = x; return *this; }
};
struct made { made(int k) : k(k) {} int m(int n) { return n < k; } int k; };
int defaults(int n, double x = 3) { if (n == 3 && x == 2.5) return 1; return 0; }
template <class T, int N> int instance(T x) { if (x == N) return 1; return 0; }
auto closure = [](double x) { return x < 3; };
int user(double x)
{
	holder h = {1};
	h = 2;
	made m(3);
	return hidden(x) + h.reach(3) + m.m(2) + instance<double, 3>(x) + closure(x);
}
E2
cat > library.cc <<'E2'
#include <array>
#include <complex>
#include <stdexcept>
#include <vector>
enum class level : short { low, high = 300 };
struct pair { double a; int b; };
struct derived : pair { level l; };
typedef std::complex<float> number;
int numbers(const std::complex<double> &z, number w, std::complex<double> *p)
{
	if (z.real() == 2.5 && w.imag() == 3.5f)
		return 1;
	return p->imag() > 5 ? 2 : 0;
}
int arrays(std::array<double, 3> a, const std::array<pair, 2> &b, derived d)
{
	if (a[2] == 2.5 && b[1].b == 7)
		return 1;
	return d.l == level::high && d.b == 3 ? 2 : 0;
}
struct left { std::vector<int> v; left() : v(100) {} };
int throws(double x, int n)
{
	left behind;
	if (n == 77) {
		if (x == 42.5)
			throw std::runtime_error("it leaves");
		return 2;
	}
	if (x == 7.5)
		return 3;
	return behind.v[0];
}
E2
solved cc_anonymous '(anonymous namespace)::hidden' types.cc
solved cc_anonymous_deep '(anonymous namespace)::deep::hidden(double)' types.cc
solved cc_complex numbers,z.im:0..1 library.cc
solved cc_arrays arrays library.cc
solved cc_object holder::reach types.cc
solved cc_defaults defaults types.cc
solved cc_instance_value 'instance<double, 3>' types.cc
refused cc_made made::m types.cc "parameter 1 \(.this.*made is a class with a constructor"
shown=$(cc_complex/fuzz_target --show --hex /dev/null)
check_equal entries_cc_show 'numbers({0x0p+0, 0x0p+0}, (std::complex<float>){0x0p+0f, 0x0p+0f}, &(std::complex<double>){0x0p+0, 0x0p+0})' "$shown"

# An exception that leaves the entry, in a minimisation and in a plain run.
built throws throws library.cc
search throws --exceptions=faults -artifact_prefix=./
check_equal entries_throws_status 77 $?
check_line entries_throws_what "terminate called after throwing an instance of 'std::runtime_error'" throws/log
check_line entries_throws_place 'throws.* /.*library.cc:[0-9]+' throws/log
check_line entries_throws_artifact 'Test unit written to \./crash-' throws/log
input=$(cd throws && ls crash-* | head -n 1)
check_equal entries_throws_again 77 "$(cd throws && status_of again ./fuzz_target --exceptions=faults "$input")"
check_line entries_throws_option 'to run it again: ./fuzz_target --exceptions=faults \./crash-' throws/log
check_equal entries_throws_caught 0 "$(cd throws && status_of caught ./fuzz_target "$input")"
check_line entries_throws_told '^ends with std::runtime_error$' throws/caught
rm -rf throws/corpus
search throws
check_equal entries_catch_status 0 $?
check_line entries_catch_goals 'stop: all goals are closed; 6 of 6' throws/log
built catch_c ranges types.c
(cd catch_c && ./fuzz_target --exceptions=faults /dev/null) > catch_c/log 2>&1
check_line entries_catch_c 'WARNING: me: --exceptions: the entry is not of C\+\+' catch_c/log

# ---- comparisons without a hook are counted

cat > skipped.c <<'E2'
typedef int v4 __attribute__((vector_size(16)));
#ifdef __FLT16_MAX__
typedef _Float16 half_t;
#else
typedef float half_t;
#endif
int skipped(double x, int n)
{
	half_t half = (half_t)x;
	_Decimal64 tens = n;
	v4 a = {n, 2, 3, 4}, b = a > 2;
	b &= a != b;
	if (half < 1)
		return b[0];
	return tens == 2.5dd;
}
E2
for level in 0 2; do
	"$ME_CC" -fplugin="$ME_BUILD/me.so" -g -O$level -c skipped.c -o skipped.o > skipped.log 2>&1 ||
		not_ok entries_skipped_O$level "$(tail -n 4 skipped.log)"
	check_no_line entries_skipped_ice_O$level 'nternal compiler' skipped.log
done
built skipped skipped skipped.c
skipped/fuzz_target --units > skipped.units
with_gcc -ge 11 entries_skipped_counted && check_line entries_skipped_counted '"skipped":2\}' skipped.units
search skipped -runs=20000
check_line entries_skipped_searched 'stop: ' skipped/log

# ---- enumerations of a few values that take as much memory as int

cat > enums.cc <<'E2'
enum two { A, B };
enum five { F0, F1, F2, F3, F4 };
struct s {
	two t[3];
	five f[3];
	bool b[3];
};
int enums(const s &p, five g)
{
	int r = 0;
	if (p.t[2] == B)
		r |= 1;
	if (p.f[2] == F4)
		r |= 2;
	if (p.b[2])
		r |= 4;
	if (g == F3)
		r |= 8;
	return r;
}
E2
mkdir enums
check entries_enums_build "$ME_BUILD/me-c++" -g -O0 -fstrict-enums "$arg=enums" enums.cc -o enums/fuzz_target
search enums
check_line entries_enums 'stop: all goals are closed; 8 of 8' enums/log

# ---- arrays of char are texts; in source one that fills its array has no NUL

cat > named.c <<'E2'
struct person { char name[4]; int age; };
int named(struct person p, char codes[2][4], const char *s, int n, char by)
{
	int k = 0;

	for (int i = 0; i < n; i++)
		k += s[i] == by;
	return k > 1 && p.name[0] == 'x' && p.age && codes[1][3] == 'z';
}
E2
built named named,codes:2,s:4,n:len\(s\) named.c
printf 'xy"\0\5\0\0\0abc\0\n\0\0za,,b\4\0\0\0,' > named/input
check_equal entries_texts 'named({"xy\"", 5}, {"abc", "\012\000\000z"}, "a,,b", 4, '"','"') = 1' \
	"$(named/fuzz_target --show named/input | sed 's/^[^:]*: //')"
shown=$(named/fuzz_target --show --hex named/input | sed 's/^[^:]*: //')
check_equal entries_texts_source "named((struct person){\"xy\\\"\", 5}, (char[][4]){\"abc\", {10, 0, 0, 'z'}}, (char[]){'a', ',', ',', 'b'}, 4, ',')" "$shown"
printf '#include "named.c"\nint main(void) { return !%s; }\n' "$shown" > call.c
check entries_texts_compile "gcc$suffix" -Wall -Werror call.c -o call
check entries_texts_call ./call
