# SPDX-License-Identifier: GPL-3.0-or-later
# Entries of C++ and Fortran: how they are named, what they are driven with, and what is
# refused; lengths and ranges in every report.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/entry.sh"

# ---- lengths and ranges

cat > limits.c <<'E2'
int limits(int n, const double *x, double t)
{
	if (n > 3 && x[n - 1] == 2.5)
		return 1;
	return t == 0.5;
}
E2
solved limits 'limits,n:len(x),x:16,t:0..1' limits.c
shown='only inputs of n:len\(x\),x:16,t:0\.\.1 are run'
check_line entries_ranges_info "^INFO: me: $shown" limits/log
"$me" cover limits/fuzz_target limits/corpus > limits.cover 2>&1
check_line entries_ranges_cover "^$shown" limits.cover
"$me" cover --json limits/fuzz_target limits/corpus > limits.json 2>&1
check_line entries_ranges_json '"ranges": "n:len\(x\),x:16,t:0\.\.1"' limits.json
limits/fuzz_target --units > limits.units 2>&1
check_line entries_ranges_units '"kind":"entry".*"ranges":"n:len\(x\),x:16,t:0\.\.1"' limits.units

# Without parameters there is one input, which is empty.
cat > constant.c <<'E2'
#include <assert.h>
#include <unistd.h>
static int half(int n) { return n / 2; }
int constant(void)
{
	double sum = 0;
	write(9, "x", 1);
	for (int i = 0; i < 10; i++)
		sum += 0.1;
	if (half(7) != 3)
		return 1;
	assert(sum == 1);
	return 0;
}
E2
target constant constant < constant.c
mkdir constant/found
./constant/fuzz_target -seed=1 constant/found 9> constant/runs > constant/log 2>&1
check_line entries_constant '^INFO: me: stop: all inputs have been run; 4 of 6 goals covered' constant/log
check entries_constant_runs test "$(wc -c < constant/runs)" -lt 50
"$me" prove constant/fuzz_target constant/corpus > constant/proofs 2>&1 9> /dev/null
check_line entries_constant_proven '^6 of 6 goals resolved: 4 covered, 2 infeasible' constant/proofs
check_line entries_constant_fails 'assert\(sum == 1\);. is false: covered by .*, which ends with SIGABRT' constant/proofs
check_line entries_constant_call '^   constant\(\)$' constant/proofs

# Nothing outside is run, whatever the method: the entry itself would tell.
cat > inside.c <<'E2'
void abort(void);
struct p { int k; double y; float z[2]; };
int inside(const float *x, unsigned char n, float t, long k, struct p p)
{
	int c = p.k == 3;
	if (n < 1 || n > 5 || p.y - p.y != 0 || p.z[1] - p.z[1] != 0 || !(t >= -2.5f && t <= 1e3f) || k < -7 || k > -3)
		abort();
	for (int i = 0; i < n; i++)
		c += x[i] > t;
	if (t == 7.25f && k == -5)
		c++;
	return c + (x[n - 1] == 3);
}
E2
if built inside 'inside,x:5,n:1..len(x),t:-2.5..1e3,k:-7..-3,p:finite' inside.c; then
	for method in signed simplex powell off coverme; do
		rm -rf inside/corpus
		search inside --method=$method -runs=20000
		check_line "entries_inside_ran_$method" '^INFO: me: stop: ' inside/log
		check_no_line "entries_inside_$method" 'Aborted|deadly|abort' inside/log
	done
else
	not_ok entries_inside "$(tail -n 5 inside/build.log)"
fi

# What lies behind the length is a fault.
cat > beyond.c <<'E2'
int beyond(const int *x, unsigned n) { return n == 3 && x[n] == 4; }
E2
built beyond 'beyond,x:8,n:len(x)' beyond.c
search beyond -runs=20000
check_line entries_beyond_length 'deadly signal|SEGV' beyond/log

# ---- C++

cat > names.cc <<'E2'
struct point { double x; int n; };
struct derived : point { float f; };
struct made { made(int k) : k(k) {} int k; };
struct virt { virtual int v() { return 1; } int k; };
namespace ns {
int f(double x) { if (x == 42.5) return 1; return 0; }
int f(double x, int n) { if (x == n && n > 1000) return 1; return 0; }
static int refer(const point &p, double &y, derived d)
{
	if (p.x == y && p.n == 7 && d.f == 2.5f && d.n == 9)
		return 1;
	return 0;
}
template <class T> int cubed(T x) { if (x * x * x == 27) return 1; return 0; }
int user() { return cubed<double>(3) + cubed<int>(4); }
int with_made(made m) { return m.k == 3; }
int with_virtual(const virt &v) { return v.k == 3; }
int use(const point &p, double &y, derived d) { return refer(p, y, d); }
}
struct object { int k; int method(int x) { if (x == k && x == 77) return 1; return 0; } };
int call() { object o = {1}; return o.method(3); }
E2
solved cc_signature 'ns::f(double)' names.cc
solved cc_signature_two 'ns::f(double,int)' names.cc
solved cc_mangled _ZN2ns1fEdi names.cc
solved cc_references ns::refer names.cc
solved cc_instance 'ns::cubed<double>' names.cc
refused cc_overloads ns::f names.cc 'is the name of 2 functions'
check_line entries_cc_overloads_one 'ns::f\(double\) \(_ZN2ns1fEd\)' cc_overloads/build.log
check_line entries_cc_overloads_two 'ns::f\(double, int\) \(_ZN2ns1fEdi\)' cc_overloads/build.log
refused cc_plain_overloads f names.cc 'is the name of 2 functions'
refused cc_template ns::cubed names.cc 'is the name of 2 functions'
refused cc_constructor ns::with_made names.cc "'?m'?.*made is a class with a constructor"
refused cc_virtual ns::with_virtual names.cc 'class with virtual functions'
solved cc_method object::method names.cc
# The function outside of all namespaces and classes is its own qualified name, and an
# object as a result is constructed and destroyed around the call.
cat > global.cc <<'E2'
#include <string>
#include <vector>
struct room { static int area(int x) { return x > 3 ? 2 : 1; } };
namespace other { int area(int x) { return x > 7 ? 2 : 1; } }
int area(int x) { return x == 90 ? room::area(x) : other::area(x); }
std::string word(double x) { return x == 2.5 ? "a text that is longer than the object" : "short"; }
std::vector<double> zeros(unsigned char n) { return std::vector<double>(n == 77 ? 3 : 0); }
struct counted {
	static int alive;
	int k;
	explicit counted(int k) : k(k) { alive++; }
	counted(const counted &o) : k(o.k) { alive++; }
	~counted() { alive--; }
};
int counted::alive;
counted balance(unsigned char n)
{
	if (counted::alive)
		__builtin_abort();
	return counted(n == 99 ? 1 : 2);
}
E2
solved cc_global area global.cc
solved cc_global_colons ::area global.cc
built cc_string word global.cc
search cc_string -runs=20000
check_line entries_cc_string '2 of 2 goals covered' cc_string/log
built cc_vector zeros global.cc
search cc_vector -runs=20000
check_line entries_cc_vector '2 of 2 goals covered' cc_vector/log
built cc_destroyed balance global.cc
search cc_destroyed -runs=5000
check_line entries_cc_destroyed '3 of 4 goals covered' cc_destroyed/log
check_no_line entries_cc_destroyed_each 'runs? failed' cc_destroyed/log

refused cc_null_reference 'ns::refer,y:?' names.cc 'reference may not be null'
refused cc_nobody ns::nobody names.cc '__me_no_unit_defines_the_entry_ns__nobody'

# ---- Fortran

with_fortran entries_fortran || exit 0
cat > names.f90 <<'E2'
module mod
contains
integer function proc(a, n, x, z, ok)
	real(8) :: a
	integer :: n
	real(8) :: x(*)
	complex(8) :: z
	logical :: ok
	proc = 0
	if (a == 42.5d0) proc = 1
	if (n == 7 .and. x(8) == 3d0) proc = 2
	if (real(z) == 1d0) proc = 3
	if (ok) proc = proc + 1
end function
subroutine bounds(n, x, y, m)
	integer, intent(in) :: n
	real(8) :: x(n), y(3), m(2,2)
	if (x(n) == 3d0) m(1,1) = 2
	if (y(3) == 3d0) m(1,1) = 2
	if (m(2,2) == 5d0) m(1,1) = 2
end subroutine
subroutine maybe(i, j)
	integer, value :: i
	integer, optional :: j
	if (present(j)) then
		if (i == j) j = 2
	end if
end subroutine
subroutine texts(c, d)
	character(len=*) :: c
	character(len=3) :: d
	if (len(c) == 5) then
		if (ichar(c(5:5)) == 65) d = 'a'
	end if
	if (len(d) /= 3) d = 'b'
	if (ichar(d(3:3)) == 66) d = 'c'
end subroutine
subroutine outer(i)
	integer :: i, k
	k = 1
	call nested(i)
contains
	subroutine nested(i)
		integer :: i
		if (i == k) i = 2
	end subroutine
end subroutine
end module
E2
solved fortran mod::proc,x:8 names.f90
solved fortran_mangled __mod_MOD_proc,x:8 names.f90
solved fortran_bounds mod::bounds,x:4,n:2..4 names.f90
solved fortran_optional mod::maybe,j:? names.f90
solved fortran_texts mod::texts names.f90
solved fortran_texts_length mod::texts,c:5 names.f90
refused fortran_nested nested names.f90 'nested in another function'

# The PROGRAM beside an entry is set aside, as a main() is.
cat > program.f90 <<'E2'
integer function squared(x)
	real(8) :: x
	squared = 0
	if (x * x == 6.25d0) squared = 1
end function
program main_program
	print *, 'the program itself'
end program
E2
solved fortran_program squared program.f90
check_no_line entries_fortran_program_not_run 'the program itself' fortran_program/log
