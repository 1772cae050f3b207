# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin's arguments: what is taken, what is refused and how it is said; entries of
# every type, and those that cannot be driven.
. "$ME_ROOT/tests/check.sh"
plugin=-fplugin=$ME_BUILD/me.so
arg=-fplugin-arg-me

# ---- arguments that are refused list the known ones

cat > two.c <<'E2'
static int inner(double x) { return x < 2; }
int outer(double x) { if (x > 1) return inner(x); return 0; }
int third(int i) { return i < 3; }
E2

refused() { # name pattern argument...
	refused=$1 pattern=$2
	shift 2
	if "$CC" "$plugin" "$@" -c two.c -o two.o > refused.log 2>&1; then
		not_ok "args_$refused" "accepted"
	else
		check_line "args_$refused" "$pattern" refused.log
	fi
}

known='known arguments: entry=.*only=.*skip=.*conditions='
refused unknown "$known" $arg-colour=red
refused unknown_bare "$known" $arg-colour
refused entry_empty "$known" $arg-entry=
refused entry_bare "$known" $arg-entry
refused entry_comma "$known" $arg-entry=,y:4
refused entry_no_count "$known" $arg-entry=outer,y
refused entry_count_word 'has no parameter' $arg-entry=outer,y:four
refused entry_count_zero "$known" $arg-entry=outer,y:0
refused entry_count_negative "$known" $arg-entry=outer,y:-1
refused entry_count_tail "$known" $arg-entry=outer,y:4x
refused entry_count_huge "$known" $arg-entry=outer,y:99999999999999999999
refused entry_count_empty "$known" $arg-entry=outer,y:
refused entry_trailing_comma "$known" $arg-entry=outer,
refused entry_twice "$known" $arg-entry=outer $arg-entry=inner
refused only_empty "$known" $arg-only=
refused skip_bare "$known" $arg-skip
refused verbose_value "$known" $arg-verbose=1
refused entry_length_open "$known" "$arg-entry=outer,x:len(y"
refused entry_range_word "$known" $arg-entry=outer,x:0..one
refused entry_range_half "$known" $arg-entry=outer,x:0..
refused entry_range_empty 'outer.*x.*empty' $arg-entry=outer,x:2..1
refused entry_range_outside 'third.*i.*no value' $arg-entry=third,i:0..3000000000
refused entry_null_number 'outer.*x.*no pointer' "$arg-entry=outer,x:?"
refused entry_length_of_number 'outer.*x.*length' "$arg-entry=outer,x:len(x)"
refused entry_length_of_nobody 'outer.*nobody' "$arg-entry=outer,x:len(nobody)"
refused entry_not_a_pointer 'outer.*x|x.*outer' $arg-entry=outer,x:4
refused entry_unknown_parameter 'outer.*nobody' $arg-entry=outer,nobody:4

# ---- which functions are instrumented

sites() { # argument... -> the lines of two.c's sites
	"$CC" "$plugin" -g -O0 "$@" -c two.c -o two.o > sites.log 2>&1 &&
		"$CC" -I"$ME_ROOT/include" "$ME_ROOT/tests/shapes/sites.c" two.o -o sites.exe \
			>> sites.log 2>&1 || {
		echo "build failed: $(tail -n 3 sites.log)"
		return
	}
	./sites.exe | awk '{print $1}' | sort | uniq -c | awk '{printf "%s", $2}'
}

cat > two.c <<'E2'
int first(double x) { return x < 2; }

int second(double x) { return x < 3; }

__attribute__((me_ignore)) int third(double x) { return x < 4; }
E2
check_equal args_all 13 "$(sites)"
check_equal args_only_function 1 "$(sites $arg-only=first)"
check_equal args_only_glob 13 "$(sites "$arg-only=[fs]*")"
check_equal args_only_twice 13 "$(sites $arg-only=first $arg-only=second)"
check_equal args_skip_function 3 "$(sites $arg-skip=first)"
check_equal args_skip_wins 3 "$(sites "$arg-only=*" "$arg-skip=f*")"
check_equal args_only_path 13 "$(sites "$arg-only=*.c")"
mkdir -p sub
mv two.c sub/two.c
in_sub() {
	mv sub/two.c two.c
	sites "$@"
	mv two.c sub/two.c
}
check_equal args_skip_path '' "$(in_sub "$arg-skip=two.c")"
check_equal args_skip_path_wins '' "$(in_sub $arg-only=first "$arg-skip=tw?.c")"
check_equal args_other_path 13 "$(in_sub "$arg-skip=other/*")"
mv sub/two.c two.c

# ---- verbose, __ME__, ME_IGNORE

"$CC" "$plugin" -g -O0 $arg-verbose -c two.c -o two.o > verbose.log 2>&1
check_line args_verbose first verbose.log
echo 'typedef int v __attribute__((vector_size(16)));
v f(v a, _Decimal64 d) { return d < 2 ? a < 1 : a; }' > kinds.c
"$CC" "$plugin" -O0 $arg-verbose -c kinds.c -o kinds.o > kinds.log 2>&1
with_gcc -ge 11 args_verbose_vectors && check_line args_verbose_vectors 'skipped: vectors' kinds.log
cat > member.cc <<'E2'
struct pair { int a, b; };
int f(int pair::*m) { return m == &pair::b ? 1 : 0; }
E2
"$CC" "$plugin" -O0 $arg-verbose -c member.cc -o member.o > member.log 2>&1
check_line args_member_hooked '1 comparisons hooked, 0 skipped' member.log
with_gcc -ge 11 args_decimal_hooked && check_line args_decimal_hooked '1 comparisons hooked, 1 skipped' kinds.log
cat > defined.c <<'E2'
#include "me/target.h"
#ifdef __ME__
#define BOUND 2
#else
#define BOUND 1
#endif
_Static_assert(BOUND == WANTED, "__ME__");
ME_IGNORE int ignored(double x) { return x < 1; }
E2
check args_me_defined "$CC" "$plugin" -DWANTED=2 -I"$ME_ROOT/include" -c defined.c -o d.o
check args_me_preprocessed "$CC" "$plugin" -DWANTED=2 -I"$ME_ROOT/include" -save-temps -c defined.c \
	-o d.o
"$CC" "$plugin" -DWANTED=2 -I"$ME_ROOT/include" -E defined.c | tr '\n' ' ' > defined.pre
check_line args_me_ignore_preprocessed 'me_ignore.* int ignored' defined.pre
check args_me_undefined "$CC" -Wall -Werror -DWANTED=1 -I"$ME_ROOT/include" -c defined.c -o d.o
cp defined.c two.c
check_equal args_me_ignore_macro '' "$(sites -DWANTED=2 -I"$ME_ROOT/include")"

# ---- an entry that is found in no unit, or in two

link() { # name pattern file... : does not link, and says why
	linked=$1 pattern=$2
	shift 2
	if "$me_cc" -g -O0 $arg-entry=wanted "$@" -lm -o never > link.log 2>&1; then
		not_ok "args_$linked" "it was built"
	else
		check_line "args_$linked" "$pattern" link.log
	fi
}

echo 'int unwanted(double x) { return x < 1; }' > none.c
echo 'static int wanted(double x) { return x < 1; } int one(double x) { return wanted(x); }' \
	> one.c
echo 'static int wanted(double x) { return x > 1; } int two(double x) { return wanted(x); }' \
	> again.c
echo 'int wanted(double x); int calls(double x) { return wanted(x) < 3; }' > calls.c
link entry_in_no_unit 'wanted' none.c
link entry_only_declared 'wanted' none.c calls.c
link entry_in_two_units 'wanted' one.c again.c
check args_entry_beside_others "$me_cc" -g -O0 $arg-entry=wanted one.c none.c -lm -o beside

# ---- entries that cannot be driven: entry, parameter and reason are named

undriven() { # name signature [reason [statement that uses it]]
	printf '#include <stdarg.h>\nstruct gone;\nstruct point { double x, y; };\n' > u.c
	# A parameter or a member that is never used is no reason.
	case $2 in *bad*) use=${4:-'keep = &bad;'} ;; *) use= ;; esac
	printf 'union word { double x; int i[2]; };\nconst volatile void *keep;\n' >> u.c
	printf '%s\n{\n\t%s\n\treturn 0;\n}\n' "$2" "$use" >> u.c
	if "$me_cc" --no-driver -g -O0 $arg-entry=driven u.c -lm -o never > u.log 2>&1; then
		not_ok "args_undriven_$1" "it was built"
	elif grep -qi 'internal compiler error' u.log; then
		not_ok "args_undriven_$1" "$(grep -i internal u.log)"
	else
		check_line "args_undriven_$1" "driven.*(bad|parameter).*${3:-}" u.log
	fi
}

undriven function_pointer 'int driven(double x, int (*bad)(int))'
check_line args_undriven_advice "note: .*write a function that makes .bad. from numbers and calls .driven., and name that one as the entry" u.log
undriven void_pointer 'int driven(void *bad)'
undriven varargs 'int driven(int x, ...)'
undriven incomplete 'int driven(struct gone *bad)'
undriven union_by_value 'int driven(union word bad)' 'union word is a union'
undriven union_inside 'struct u { int i; union word w; }; int driven(struct u *bad)' \
	"member 'w': union word is a union" 'keep = &bad->w;'
undriven bit_field 'struct b { int i : 3; }; int driven(struct b bad)' \
	"member 'i' is a bit-field"
undriven pointer_inside 'struct l { struct l *next; }; int driven(struct l bad)' \
	"member 'next': a pointer" 'keep = bad.next->next;'
undriven flexible 'struct x { int n, tail[]; }; int driven(struct x *bad)' \
	"member 'tail' is an array that goes on behind it"
undriven huge 'struct h { double x[2000000]; }; int driven(struct h *bad)' 'too many'
undriven pointer_to_pointer 'int driven(double **bad)'
undriven vector 'typedef double pair __attribute__((vector_size(16))); int driven(pair bad)'
undriven decimal 'int driven(_Decimal64 bad)'
undriven float16 'int driven(_Float16 bad)'
undriven va_list 'int driven(va_list bad)' '' 'return va_arg(bad, int);'

# ---- entries of every type: their fields and what they print

driven() { # name entry signature body bytes wanted-call
	mkdir -p "driven_$1"
	printf '#include <stdbool.h>\nenum colour { RED, GREEN = 7 };\ntypedef double real;\n' \
		> "driven_$1/t.c"
	printf '%s\n{\n\t%s\n}\n' "$3" "$4" >> "driven_$1/t.c"
	(cd "driven_$1" && "$me_cc" -std=gnu17 -g -O0 $arg-entry="$2" t.c -lm -o fuzz_target) \
		> driven.log 2>&1 || {
		not_ok "args_driven_$1" "$(tail -n 4 driven.log)"
		return
	}
	printf "$5" > "driven_$1/input"
	check_equal "args_driven_$1" "$6" "$("driven_$1/fuzz_target" --show --hex "driven_$1/input" 2>&1)"
	printf 'void again(void) { (void)%s; }\n' "$6" >> "driven_$1/t.c"
	check "args_compiles_$1" "$CC" -fsyntax-only "driven_$1/t.c"
}

driven double f 'double f(double x)' 'return x < 1;' '\0\0\0\0\0\0\370\077' 'f(0x1.8p+0)'
driven float f 'float f(float x)' 'return x < 1;' '\0\0\300\077' 'f(0x1.8p+0f)'
driven long_double f 'long double f(long double x)' 'return x < 1;' \
	'\0\0\0\0\0\0\0\300\377\077' 'f(0xcp-3L)'
driven bool f 'bool f(bool b, int i)' 'return b && i < 3;' '\003\002\0\0\0' 'f(1, 2)'
driven char f 'char f(char c, signed char d, unsigned char u)' 'return c < d + u;' \
	'\377\376\375' 'f(-1, -2, 253u)'
driven short f 'short f(short s, unsigned short u)' 'return s < u;' '\376\377\376\377' \
	'f(-2, 65534u)'
driven int f 'int f(int i, unsigned u)' 'return i < 3 && u > 2;' \
	'\377\377\377\377\377\377\377\377' 'f(-1, 4294967295u)'
driven long f 'long f(long l, unsigned long long u)' 'return l < 3 && u > 2;' \
	'\376\377\377\377\377\377\377\377\1' 'f(-2ll, 1ull)'
driven enum f 'int f(enum colour k)' 'return k == GREEN;' '\007' 'f(7u)'
driven typedef f 'real f(const real x, volatile int n)' 'return x < n;' '' 'f(0x0p+0, 0)'
driven pointer f 'double f(int *n, double *y)' 'return *n < *y;' '\005' \
	'f((int[]){5}, (double[]){0x0p+0})'
driven pointer_count f,y:4 'double f(int *n, double *y)' 'return *n < y[3];' '\005' \
	'f((int[]){5}, (double[]){0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0})'
driven array f,y:2 'double f(const double y[4])' 'return y[0] < y[1];' '' \
	'f((double[]){0x0p+0, 0x0p+0})'
driven counts f,a:2,b:3 'int f(signed char *a, bool *b)' 'return a[1] < b[2];' '\1\2\3\4\5' \
	'f((signed char[]){1, 2}, (_Bool[]){1, 0, 1})'
driven pointer_long_double f,x:2 'int f(long double *x)' 'return x[0] < x[1];' '' \
	'f((long double[]){0x0p+0L, 0x0p+0L})'
driven void f 'void f(double x)' 'static int n; if (x < 1) n++;' '' 'f(0x0p+0)'
driven old_style f 'int f(x, n) float x; short n;' 'return x < n;' '' 'f(0x0p+0f, 0)'
driven static f 'static int f(double x)' 'return x < 1;' '' 'f(0x0p+0)'
driven many f 'int f(int a, double b, int c, float d, long e, short g, char h, double i,
	long double j, int k, long l, double m)' 'return a+b+c+d+e+g+h+i+j+k+l+m > 100;' '' \
	'f(0, 0x0p+0, 0, 0x0p+0f, 0ll, 0, 0, 0x0p+0, 0x0p+0L, 0, 0ll, 0x0p+0)'

driven string f 'int f(const char *s)' 'return s[0] < s[1];' 'a"\t?\\' \
	'f((char[17]){"a\"\011\077\\"})'
driven string_length f,s:2 'int f(char *s)' 'return s[0] < s[1];' 'abc' \
	'f((char[3]){"ab"})'
driven struct f 'struct p { double x; struct { short n[2]; char c; } in; };
	int f(struct p v, const struct p *q)' 'return v.x < q->in.c;' \
	'\0\0\0\0\0\0\370\077\1\0\2\0\3\0\0\0\0\0\0\0\0\4' \
	'f((struct p){0x1.8p+0, {{1, 2}, 3}}, &(struct p){0x0p+0, {{4, 0}, 0}})'
driven structs f,q:2 'typedef struct { float x, y; } pair; int f(pair *q)' \
	'return q[0].x < q[1].y;' '\0\0\300\077' \
	'f((pair[]){{0x1.8p+0f, 0x0p+0f}, {0x0p+0f, 0x0p+0f}})'
# Bounds of parameters are known from 11 on.
if with_gcc -ge 11 args_matrix args_bound; then
driven matrix f 'int f(double m[2][2])' 'return m[0][0] < m[1][1];' \
	'\0\0\0\0\0\0\370\077' 'f((double[][2]){{0x1.8p+0, 0x0p+0}, {0x0p+0, 0x0p+0}})'
driven bound f 'int f(int n, float y[3])' 'return n < y[2];' '' \
	'f(0, (float[]){0x0p+0f, 0x0p+0f, 0x0p+0f})'
fi
driven complex f 'int f(double _Complex c, float _Complex *d)' 'return c == *d;' \
	'\0\0\0\0\0\0\370\077' \
	'f(__builtin_complex(0x1.8p+0, 0x0p+0), (_Complex float[]){__builtin_complex(0x0p+0f, 0x0p+0f)})'
driven int128 f 'int f(__int128 a, unsigned __int128 b, __int128 c)' 'return a < b + c;' \
	'\376\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\7\0\0\0\0\0\0\0\1' \
	'f(-2ll, ((unsigned __int128)1ull << 64 | 7ull), 0ll)'
driven float128 f '_Float128 f(_Float128 a, _Float128 *b)' 'return a + *b;' \
	'\1\0\0\0\0\0\0\0\0\0\0\0\0\200\0\300' \
	'f(-0x1.8000000000000000000000000001p+1F128, (_Float128[]){0x0p+0F128})'
driven length f,y:3,n:len\(y\) 'int f(short *y, int n)' 'return n && y[0];' '\1\0\2\0\3\0\2' \
	'f((short int[]){1, 2}, 2)'
driven length_above f,y:3,n:len\(y\) 'int f(short *y, int n)' 'return n && y[0];' \
	'\1\0\2\0\3\0\7' 'f((short int[]){1, 2, 3}, 3)'
driven length_below f,y:3,n:len\(y\) 'int f(short *y, int n)' 'return n && y[0];' \
	'\1\0\2\0\3\0\377\377\377\377' 'f((short int[]){}, 0)'
driven null f,y:1?,z:? 'int f(short *y, int *z)' 'return y && *y < *z;' '\3\1\0\2\5' \
	'f(0, (int[]){5})'
driven null_length f,y:2?,n:len\(y\) 'int f(short *y, int n)' 'return y && n;' \
	'\1\1\0\2\0\2' 'f(0, 0)'
driven range f,t:0..1,u:-5..-3,v:1e-3..2.5,w:0x10..20 \
	'int f(double t, int u, float v, unsigned char w)' 'return t < u + v + w;' \
	'\0\0\0\0\0\0\0\100' 'f(0x1p+0, -3, 0x1.0624dep-10f, 16u)'
driven range_zeros f,t:0..1 'int f(double t)' 'return t < 1;' '\0\0\0\0\0\0\0\200' \
	'f(-0x0p+0)'
driven range_nan f,t:0..1 'int f(long double t)' 'return t < 1;' \
	'\0\0\0\0\0\0\0\300\377\377' 'f(-0x0p+0L)'
driven range_elements f,y:2,y:1..3 'int f(long *y)' 'return y[0] < y[1];' '\2' \
	'f((long int[]){2ll, 1ll})'

# What the entry really gets is what --show says: it tells itself.
cat > tells.c <<'E2'
#include <stdio.h>
int tells(signed char c, float f, long double *l, unsigned short s, double d, _Bool b)
{
	printf("tells %d %a %La %La %u %a %d\n", c, f, l[0], l[1], s, d, b);
	fflush(stdout);
	return f < d;
}
E2
check args_tells_built "$me_cc" -g -O0 $arg-entry=tells,l:2 tells.c -lm -o tells
printf '\376\0\0\200\277\0\0\0\0\0\0\0\200\000\100\0\0\0\0\0\0\0\300\377\277\377\376\0\0\0\0\0\0\004\100\1' \
	> tells.in
./tells tells.in > tells.out 2>&1
check_line args_tells '^tells -2 -0x1p\+0 0x8p-2 -0xc?\.?[0-9a-f]*p.* 65279 0x1.4p\+1 1$' tells.out

# A static entry that nothing calls is kept by the optimiser too.
echo 'static int lonely(double x) { if (x == 42.5) return 1; return 0; }' > lonely.c
for level in 0 1 2 3 s; do
	check args_static_unused_O$level "$me_cc" -g -O$level --any-O $arg-entry=lonely lonely.c \
		-lm -o lonely
	mkdir -p lonely.$level
	./lonely -seed=1 lonely.$level > lonely.log 2>&1 < /dev/null
	check_line args_static_unused_found_O$level 'stop: all goals are closed; 2 of 2' lonely.log
done
if "$me_cc" -g -O2 $arg-entry=lonely lonely.c -lm -o lonely2 > any.log 2>&1; then
	not_ok args_O2_refused "entry= at -O2 without --any-O is accepted"
else
	check_line args_O2_refused 'any-O' any.log
fi

# ---- a program with its own main

cat > has_main.c <<'E2'
#include <stdio.h>
int parse(double x) { if (x == 42.5) return 1; return 0; }
int main(int argc, char **argv) { (void)argv; puts("the program's own main"); return parse(argc); }
E2
check args_own_main_built "$me_cc" -g -O0 $arg-entry=parse has_main.c -lm -o has_main
mkdir -p has_main.corpus
./has_main -seed=1 has_main.corpus > has_main.log 2>&1 < /dev/null
check_line args_own_main 'stop: all goals are closed' has_main.log
check_no_line args_own_main_not_run 'own main' has_main.log

# ---- one entry, two files, compiled apart

printf 'int wanted(double x); int helper(double x) { return x == 7.5; }\n' > part1.c
printf 'int helper(double);\nint wanted(double x) { if (helper(x)) return 1; return 0; }\n' \
	> part2.c
for part in part1 part2; do
	"$me_cc" -g -O0 $arg-entry=wanted -c $part.c -o $part.o > part.log 2>&1 ||
		not_ok args_two_files_$part "$(tail -n 4 part.log)"
done
check args_two_files "$me_cc" $arg-entry=wanted part1.o part2.o -lm -o parts
mkdir -p parts.corpus
./parts -seed=1 parts.corpus > parts.log 2>&1 < /dev/null
check_line args_two_files_searched 'stop: all goals are closed; 2 of 2' parts.log
