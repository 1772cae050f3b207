# SPDX-License-Identifier: GPL-3.0-or-later
# The GIMPLE that a target carries, and `me ir`, which prints it.
. "$ME_ROOT/tests/check.sh"

cat > forms.c <<'E2'
struct record { double a; int b : 3; int c; };
static const double table[3] = {1, 2, 0.5};
static int count;
static int square(int x) { return x * x; }
int forms(double x, int n, double *p, struct record *q)
{
	union { double d; unsigned w[2]; } u;
	struct record copy = *q;
	volatile int kept = n;

	u.d = x;
	copy.b = n;
	count++;
	if (u.w[1] >= 0x7ff00000)
		return 1;
	for (int i = 0; i < n; i++)
		p[i] = table[i % 3] + kept;
	switch (n) {
	case 1:
	case 3 ... 5:
		return 2;
	case 9:
		return square(n);
	}
	__asm__ volatile("" : "=r"(n) : "0"(n));
	*q = copy;
	return __builtin_fabs(x) > __builtin_sqrt(2.0 * n);
}
int drive(double x, int n, double *p)
{
	struct record r = {x, 0, n};

	return forms(x, n, p, &r);
}
E2
target forms drive,p:4 < forms.c
"$me" ir forms/fuzz_target > all.ir
check_line ir_unit '^me-ir [0-9]+ "forms.c"$' all.ir
check_equal ir_functions 3 "$(grep -c '^function ' all.ir)"
"$me" ir forms/fuzz_target square > one.ir
check_equal ir_one_function 'function square end' "$(sed -n '1s/ [0-9a-f]*$//p;$p' one.ir | tr '\n' ' ' | sed 's/ $//')"
check_equal ir_absent_function 1 "$(status_of absent.log "$me" ir forms/fuzz_target nothing)"

# ---- the forms of the grammar

# 9 cannot tell the bytes of an array.
with_gcc -ge 10 ir_table && check_line ir_table '^const table 24 static "table" 000000000000f03f0000000000000040000000000000e03f$' all.ir
check_line ir_private '^global count 4 static,private "count" 00000000$' all.ir
check_line ir_parameter '^param f64 %x_[0-9]+ "x"$' all.ir
check_line ir_punned '= load - \[&u\.[0-9]+\+0 \+ 4\] @14:' all.ir
check_line ir_indexed '= load - \[&table\+0 \+ %_[0-9]+\*8\]' all.ir
check_line ir_volatile '^store i32 volatile \[&kept' all.ir
check_line ir_copy '^copy 16 \[&copy\.[0-9]+\+0\] \[%q_' all.ir
check_line ir_bit_field '^store u8 - \[&copy\.[0-9]+\+0 \+ 8\] %field\.[0-9]+' all.ir
check_line ir_constant 'mult_expr %_[0-9]+ f64:4000000000000000' all.ir
check_line ir_builtin '= call sqrt builtin %_' all.ir
check_line ir_phi '^phi %i_[0-9]+ i32 [0-9]+ %i_[0-9]+ [0-9]+ %i_' all.ir
check_line ir_condition '^cond gt_expr %_[0-9]+ u32:7fefffff [0-9]+ [0-9]+ 0 0 1 @14:' all.ir
check_line ir_switch '^switch %n_[0-9]+ [0-9]+ i32:1 i32:1 [0-9]+ i32:3 i32:5 [0-9]+ i32:9 i32:9 [0-9]+ ; 2 ' all.ir
check_line ir_assembly '^unknown "assembly: ' all.ir

# ---- the same text at the end of -flto, and for C++ and Fortran something that is read

mkdir lto
cp forms/forms.c lto
(cd lto && "$me_cc" -g -O0 -flto -fplugin-arg-me-entry=drive,p:4 forms.c -lm -o fuzz_target) > lto.log 2>&1
"$me" ir lto/fuzz_target > lto.ir 2>&1
sed -i 's/ #.*//' all.ir lto.ir
cmp -s all.ir lto.ir && ok ir_lto || not_ok ir_lto "$(diff all.ir lto.ir | head -n 5)"
cat > thrown.cc <<'E2'
struct guard { double *p; ~guard() { *p = 1; } };
void maybe(double);
int thrown(double x)
{
	double y = 0;
	try {
		guard g = {&y};
		if (x > 3)
			throw 1;
	} catch (int e) {
		return e;
	}
	return y > 0;
}
E2
check ir_cxx_build "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=thrown thrown.cc -o thrown
check ir_cxx "$me" ir ./thrown
cat > sums.f90 <<'E2'
real(8) function sums(z, n)
	complex(8) :: z
	integer :: n, i
	real(8) :: a(10)
	a = 0
	do i = 1, min(n, 10)
		a(i) = real(z) * i
	end do
	sums = sum(a, mask=a > 2)
end function
E2
check ir_fortran_build "$ME_BUILD/me-fortran" -g -O0 -fplugin-arg-me-entry=sums sums.f90 -o sums
check ir_fortran "$me" ir ./sums

# ---- what cannot be read

check_equal ir_usage 2 "$(status_of usage.log "$me" ir)"
check_equal ir_no_file 1 "$(status_of file.log "$me" ir ./absent)"
check_equal ir_no_section 1 "$(status_of section.log "$me" ir /bin/true)"
check_line ir_no_section_says '^me: /bin/true: has no section .me_ir: ' section.log
echo text > text
check_equal ir_no_program 1 "$(status_of text.log "$me" ir ./text)"
objcopy -O binary -j .me_ir --set-section-flags .me_ir=alloc forms/fuzz_target whole

# damaged NAME MESSAGE SED-COMMAND
damaged() {
	sed "$3" whole > part
	objcopy --update-section .me_ir=part forms/fuzz_target damaged
	check_equal "$1" 1 "$(status_of damaged.log "$me" ir ./damaged)"
	check_line "${1}_says" "$2" damaged.log
}
damaged ir_version 'line 1 .*version 99, this program reads [0-9]+: build the target again' '1s/me-ir [0-9]*/me-ir 99/'
damaged ir_changed 'the text of square is damaged: its hash differs' 's/mult_expr %x/plus_expr %x/'
damaged ir_cut 'line 12 .*: the text ends inside of a function' '12,$d'
damaged ir_foreign "line 2 .*: 'function' is missing" '2s/.*/hello/'

# ---- checks of sanitizers are no part of the source

cat > checked.c <<'E2'
static const int table[4] = {1, 2, 3, 4};
struct record { double numbers[2]; };
int checked(const struct record *r, int n)
{
	int copy[2] = {n, 1};

	{
		int *last = &copy[n & 1];
		n += *last;
	}
	return r->numbers[n & 1] > 0 ? table[n & 3] : copy[0];
}
E2
target checked checked -fsanitize=address,undefined,null,object-size < checked.c
"$CC" -O0 -fsanitize=address,undefined,null,object-size -fdump-tree-ssa=checked.ssa -c checked.c
check_line ir_checks_are_there 'UBSAN_|ASAN_' checked.ssa
check_equal ir_no_checks 0 "$("$me" ir checked/fuzz_target | grep -c 'call \.')"

# ---- floats that are not as their types say

cat > inexact.c <<'E2'
int exact(double x, long double y) { return x + 1 > 2 && y + 1 > 2; }
__attribute__((optimize("finite-math-only")))
int finite(double x, long double y) { return x + 1 > 2 && y + 1 > 2; }
__attribute__((target("fpmath=387")))
int x87(double x, long double y) { return x + 1 > 2 && y + 1 > 2; }
__attribute__((target("fpmath=sse+387")))
int both(double x, long double y) { return x + 1 > 2 && y + 1 > 2; }
E2
target inexact exact < inexact.c
inexact() { # function [target]: how many lines are not told, and why
	"$me" ir "${2:-inexact}/fuzz_target" "$1" > told.ir && grep -q "^function $1 " told.ir ||
		echo "no function $1"
	sed -n 's/.* = unknown \("[^"]*"\).*/\1/p' told.ir | sort | uniq -c |
		sed 's/^ *//'
}
check_equal ir_exact '' "$(inexact exact)"
check_equal ir_finite '4 "arithmetic of -ffast-math"' "$(inexact finite)"
check_equal ir_x87 '2 "x87 arithmetic"' "$(inexact x87)"
check_equal ir_both '2 "x87 arithmetic"' "$(inexact both)"

# ---- sums that optimisers may fuse with products

cat > sum.c <<'E2'
int sum(double x, long double y) { return x * x - 1 > 2 && y * y - 1 > 2; }
E2
sum() { # name flag...
	target "$1" sum -mfma -fplugin-arg-me-any-O "$2" "$3" < sum.c
	inexact sum "$1"
}
check_equal ir_fused '1 "a sum that may be fused with a product"' "$(sum fused -O2 -ffp-contract=fast)"
check_equal ir_apart '' "$(sum apart -O2 -ffp-contract=off)"
check_equal ir_plain '' "$(sum plain -O0 -ffp-contract=fast)"
