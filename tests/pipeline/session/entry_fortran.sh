# SPDX-License-Identifier: GPL-3.0-or-later
# Entries of Fortran: what the compiler passes beside the arguments of the source.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/entry.sh"
with_fortran entry_fortran || exit 0

cat > shapes.f90 <<'E2'
module shapes
type point
	real(8) :: x
	integer :: n(2)
	complex(4) :: z
end type
type holder
	logical(2) :: two(3)
	logical(8) :: eight
end type
contains
subroutine demand(held)
	logical, intent(in) :: held
	if (.not. held) stop 3
end subroutine
subroutine one(x, k)
	real(8) :: x(:)
	integer :: k
	k = 0
	call demand(size(x) == 5 .and. lbound(x, 1) == 1)
	if (x(5) == 3.25d0) k = 2
	if (sum(x(2:3)) > 7d0) k = 3
end subroutine
subroutine two(a, &
		b, k)
	real(4), contiguous, intent(in) :: a(:,:)
	integer(8), intent(in) :: b(:,:,:)
	integer :: k
	k = 0
	call demand(size(a, 1) == 2 .and. size(a, 2) == 3)
	call demand(size(b, 2) == 2 .and. size(b, 3) == 2)
	if (a(2, 3) == 2.5) k = 1
	if (a(1, 2) > a(2, 1)) k = 2
	if (b(2, 1, 2) == 123456789012_8) k = 3
end subroutine
subroutine counted(n, x, k)
	integer, intent(in) :: n
	real(8), intent(in) :: x(:)
	integer :: k
	k = 0
	call demand(size(x) == n)
	if (n == 4) then
		if (x(n) == 1.5d0) k = 1
	end if
end subroutine
subroutine maybe(x, v, k)
	real(8), optional, intent(in) :: x(:)
	integer, optional, value :: v
	integer :: k
	k = 0
	if (present(x)) then
		if (x(3) == 3.25d0) k = 1
	end if
	if (present(v)) then
		if (v == 77) k = 2
	end if
end subroutine
subroutine derived(p, q, l, k)
	type(point) :: p
	type(point), intent(in) :: q(:)
	logical :: l
	integer :: k
	k = 0
	if (p%x == 42.5d0 .and. p%n(2) == 7) k = 1
	if (aimag(q(2)%z) == 1.5) k = 2
	call demand(q(1)%n(1) >= 2 .and. q(1)%n(1) <= 5)
	if (l) k = k + 1
end subroutine
subroutine texts(c, d, e, f, k)
	character(len=3) :: c(2), f(:)
	character(len=*) :: d(2), e
	integer :: k
	k = 0
	call demand(len(c) == 3 .and. len(d) == 16 .and. len(f) == 3)
	if (ichar(c(2)(3:3)) == 65) k = 1
	if (ichar(d(2)(16:16)) == 66) k = 2
	if (ichar(f(2)(1:1)) == 67) k = 3
	if (len(e) == 5) then
		if (ichar(e(5:5)) == 68) k = 4
	end if
end subroutine
character(len=3) function text(n)
	integer :: n
	text = 'no'
	if (n == 7) text = 'yes'
end function
function array(n)
	integer :: n
	real(8) :: array(3)
	array = n
end function
subroutine given(x)
	real(8), allocatable :: x(:)
	if (x(1) == 3d0) deallocate (x)
end subroutine
subroutine pointed(x)
	real(8), pointer :: x(:)
	if (x(1) == 3d0) nullify (x)
end subroutine
subroutine kinds(a, b, c, d, h, l1, l2, l4, l8, k)
	logical(1) :: a(3)
	logical(2) :: b(3)
	logical(4) :: c(3)
	logical(8) :: d(2, 2)
	type(holder) :: h
	logical(1), value :: l1
	logical(2), value :: l2
	logical(4) :: l4
	logical(8), value :: l8
	integer :: k
	k = 0
	if (a(3)) k = k + 1
	if (b(3)) k = k + 1
	if (c(3)) k = k + 1
	if (d(2, 2)) k = k + 1
	if (h%two(3)) k = k + 1
	if (h%eight) k = k + 1
	if (l1) k = k + 1
	if (l2) k = k + 1
	if (l4) k = k + 1
	if (l8) k = k + 1
	if (.not. c(1)) then
		if (c(2)) k = k + 1
	end if
end subroutine
subroutine same(n)
	integer :: n
	if (n == 42) n = 1
end subroutine
end module
module others
contains
subroutine same(n)
	integer :: n
	if (n == 43) n = 1
	if (n == 44) n = 1
end subroutine
end module
subroutine outside(i)
	integer :: i
	call inner(i)
contains
	subroutine inner(i)
		integer :: i
		if (i == 3) i = 2
	end subroutine
end subroutine
program main_part
	use shapes
	integer :: n
	n = 3
	call same(n)
end program
E2
# What the compiler asks of descriptors stays open: nobody passes such arrays.
shaped() { # name entry
	built "$1" "$2" shapes.f90 || {
		not_ok "entries_$1" "$(tail -n 5 "$1/build.log")"
		return
	}
	search "$1" --functions=static
	check_line "entries_$1" 'stop: all goals are closed' "$1/log"
	"$me" cover --functions=static "$1/fuzz_target" "$1/corpus" > "$1/cover" 2>&1
	check_line "entries_table_$1" '^the rest' "$1/cover"
	check_equal "entries_gcov_$1" '' "$(grep ': not taken' "$1/cover" | grep -v '(made by')"
}

shaped shape_one shapes::one,x:5
shaped shape_two shapes::two,a:2x3,b:2
shaped shape_length 'shapes::counted,x:8,n:len(x)'
# 9 asks whether its data is there too.
with_gcc -ge 10 entries_shape_optional && shaped shape_optional 'shapes::maybe,x:3?,v:?'
shaped derived_types shapes::derived,q:2,q.n:2..5
shaped character_arrays shapes::texts,f:2
# Booleans wider than a byte. The prover alone, without a corpus, finds both values too.
solved logical_kinds shapes::kinds shapes.f90
if command -v "$first" > /dev/null; then
	(cd logical_kinds && "$me" prove ./fuzz_target none) > kinds.prove 2>&1
	check_line entries_logical_kinds_prove '^24 of 24 goals resolved' kinds.prove
	check_no_line entries_logical_kinds_never ': infeasible' kinds.prove
else
	skip entries_logical_kinds_prove "there is no solver"
	skip entries_logical_kinds_never "there is no solver"
fi
solved module_first shapes::same shapes.f90
solved module_second others::same shapes.f90
check_line entries_module_goals '4 of 4 goals' module_second/log

# Present unless it may be absent, like a pointer.
built always_present shapes::maybe,x:3 shapes.f90
search always_present -runs=50000
check_line entries_present_info 'INFO: me: x is never null, but .*x:\? in entry= allows' always_present/log
"$me" cover always_present/fuzz_target always_present/corpus > present.cover 2>&1
check_line entries_present_cover 'is false( .made by the compiler.)?: not taken; x is never null.*x:\? allows null' present.cover

refused shape_rank_more shapes::two,a:2x3x4 shapes.f90 "'?a'?.*fewer dimensions"
refused shape_rank_less shapes::two,b:2x3 shapes.f90 "'?b'?.*more dimensions"
refused shape_of_other shapes::two,k:2x3 shapes.f90 "'?k'?.*one dimension"
refused result_text shapes::text shapes.f90 'result is a CHARACTER or an array.*subroutine'
refused result_array shapes::array shapes.f90 'result is a CHARACTER or an array.*subroutine'
refused allocatable shapes::given shapes.f90 "'?x'?.*ALLOCATABLE.*only assumed shape"
refused pointer shapes::pointed shapes.f90 "'?x'?.*POINTER.*only assumed shape"
refused module_both same shapes.f90 'is the name of 2 functions'
refused internal inner shapes.f90 'nested in another function; move it out'
refused program main_part shapes.f90 'it is a PROGRAM; move .* into a subroutine'

# ---- inputs are told as calls of Fortran

cat > told.f90 <<'E2'
module told
type pair
	real(8) :: x
	integer :: n(2)
	character(len=2) :: t
end type
contains
integer function f(x, y, c, p, n, z, v, l)
	real(8), intent(in) :: x(:), z(*)
	real(4), intent(in) :: y(:,:)
	character(len=*), intent(in) :: c
	type(pair), intent(in) :: p
	integer(8), intent(in) :: n
	complex(8), intent(in), optional :: v
	logical(1), intent(in) :: l
	f = 0
	if (size(x) == 3) then
		if (x(2) == 2.5d0) f = f + 1
	end if
	if (size(x) == 0) f = f + 2
	if (y(1, 2) == 0.1) f = f + 4
	if (y(2, 1) /= y(2, 1)) f = f + 8
	if (len(c) == 3) then
		if (ichar(c(3:3)) == 39) f = f + 16
		if (ichar(c(1:1)) < 32) f = f + 32
	end if
	if (p%n(2) == 7 .and. p%t == 'ab') f = f + 64
	if (n < -9223372036854775807_8) f = f + 128
	if (z(2) > huge(z(2))) f = f + 256
	if (present(v)) then
		if (aimag(v) == 1.5d0) f = f + 512
	end if
	if (l) f = f + 1024
	! print "(a, i0)", "= ", f
end function
subroutine s(n, x)
	integer, intent(in) :: n
	real(8), optional :: x
	if (n == 77) then
		if (.not. present(x)) error stop
	end if
end subroutine
end module
E2
built told told::f,x:3,y:2x2,z:2,v:? told.f90
search told -runs=300000
"$me" show --hex told/fuzz_target told/corpus > told.calls 2>&1
"$me" show --hex shape_length/fuzz_target shape_length/corpus > counted.calls 2>&1
check_line fortran_call_absent ': r = f\(\[.*\], .*[^v]=' told.calls
check_line fortran_call_empty ': call counted\(0, \[real\(kind=8\) ::\], ' counted.calls
for shape in 'reshape\(\[.*\], \[2, 2\]\)' '[ =]cmplx\(' 'pair\(' '.true._1'; do
	check_line "fortran_call_$shape" "$shape" told.calls
done
# The compiler reads these calls, and they return what the inputs do.
{
	printf 'program all\nuse told\ninteger :: r\n'
	sed 's/^[^:]*: //' told.calls
	echo 'end program'
} > calls.f90
sed 's/! print/print/' told.f90 > prints.f90
check fortran_call_compiles "gfortran$suffix" -O0 -w -ffree-line-length-none -fno-range-check prints.f90 calls.f90 -o calls
./calls > calls.results 2>&1
built prints told::f,x:3,y:2x2,z:2,v:? prints.f90
for input in $(sed 's/:.*//' told.calls); do
	# libFuzzer runs an input again that may have lost memory.
	prints/fuzz_target "$input" 2>&1 | grep '^= ' | tail -n 1
done > told.results
check_line fortran_call_tried '^= [1-9]' told.results
check fortran_call_results diff told.results calls.results
built absent told::s,x:? told.f90
search absent
check_line fortran_call_failure 'INFO: me: call s\(77\), in ' absent/log

# ---- what a failure says

cat > past.f90 <<'E2'
module grids
contains
subroutine fill(n, a)
	integer, intent(in) :: n
	real(8), intent(out) :: a(2, 2)
	integer :: i
	do i = 1, n
		a(1, i) = 1
	end do
end subroutine
subroutine widen(n, x, b)
	integer, intent(in) :: n
	real(8), intent(out) :: x(*)
	real(4), intent(out) :: b(:, :)
	integer :: i
	do i = 1, n
		b(1, i) = 1
	end do
	x(n + 5) = 1
end subroutine
end module
subroutine named(n, name)
	integer, intent(in) :: n
	character(len=3), intent(inout) :: name
	call spell(n, name)
end subroutine
subroutine spell(n, text)
	integer, intent(in) :: n
	character(len=*), intent(inout) :: text
	if (n > 3) text(n:n) = 'x'
end subroutine
E2
# past NAME ENTRY PATTERN
past() {
	built "past_$1" "$2" past.f90
	search "past_$1" -runs=300
	check_line "fortran_past_$1" "write to $3" "past_$1/log"
}
past constant fill,n:3..9 \
	'element 5 of a, past the end of a \(4 elements of 8 bytes\), in grids::fill past.f90:8$'
past shape widen,n:3..9,x:4,b:2x2 'b\(1, 3\), past the end of b \(4 elements of 4 bytes\)'
past array widen,n:0..1,x:4,b:2x2 'x\(5\), past the end of x \(4 elements of 8 bytes\)'
past text spell,n:4..4,text:3 'text\(4:4\), past the end of text .*, in spell past.f90:30$'
past callee named,n:4..4 'element 4 of name, past the end of name .*, in spell past.f90:30$'
check_line fortran_past_stack '^    #1 0x[0-9a-f]* in named .*past.f90:25$' past_callee/log

# ---- a text whose length is computed is no shorter

cat > lengths.f90 <<'E2'
subroutine lengths(s, t, n, v, w, u)
	character(len=*), intent(in) :: s
	character(len=len(s)), intent(out) :: t
	integer, intent(in) :: n
	character(len=n), intent(inout) :: v
	character(len=2*n+1), intent(inout) :: w
	character(len=n), intent(inout) :: u(3)
	t = s
	if (n > 0) v(n:n) = 'a'
	if (n > 3) w(2*n+1:) = u(3)
end subroutine
E2
built lengths lengths lengths.f90
search lengths -runs=2000
check_equal fortran_lengths '' "$(grep -i 'failed\|outside' lengths/log)"
check_equal fortran_lengths_notes 't:_s,n:-1..8,v:8,n:len(v),w:17' \
	"$(lengths/fuzz_target --entry-notes 2>&1 | sed -n 's|^lengths,||p')"
sed 's/2\*n+1:/2*n+2:2*n+2/' lengths.f90 > beyond.f90
built beyond lengths,n:8..8 beyond.f90
search beyond -runs=300
check_line fortran_lengths_past 'write to w\(18:18\), past the end of w \(17 elements' beyond/log

# ---- tests that gfortran makes of one condition are told apart

cat > largest.f90 <<'E2'
integer function largest(x)
	real(8), intent(in) :: x(3)
	largest = 0
	if (maxval(x) > 1234.5d0) largest = 1
end function
E2
built largest largest largest.f90
mkdir -p largest/corpus
head -c 24 /dev/zero > largest/corpus/zeros
"$me" cover largest/fuzz_target largest/corpus > largest.cover 2>&1
check_line entries_part_of_condition '`test [1-9] in: if \(maxval' largest.cover
check_equal entries_whole_condition 1 "$(grep -c '[^:]: .*`if (maxval' largest.cover)"

# ---- an array of assumed shape whose size nobody asks for: its extents are guesses

cat > shapes.f90 <<'END'
integer function pick(x, k)
  implicit none
  real(8), intent(in) :: x(:)
  integer, intent(in) :: k
  pick = 0
  if (x(k) > 3) pick = 1
end function
integer function through(x, k)
  implicit none
  interface
    integer function pick(x, k)
      real(8), intent(in) :: x(:)
      integer, intent(in) :: k
    end function
  end interface
  real(8), intent(in) :: x(:)
  integer, intent(in) :: k
  through = pick(x, ieor(k, 1))
end function
integer function over(x)
  implicit none
  real(8), intent(in) :: x(:)
  integer :: i
  over = 0
  do i = 1, size(x)
    if (x(i) > x(i + 1)) over = i
  end do
end function
END
check_equal shape_pick 0 "$(status_of pick.log "$me" test --time=20 shapes.f90 pick)"
check_line shape_pick_all '^pick: 2 branches: 2 covered' pick.log
check_equal shape_through 0 "$(status_of through.log "$me" test --time=20 shapes.f90 through)"
check_equal shape_over 4 "$(status_of over.log "$me" test --time=20 shapes.f90 over)"
check_line shape_over_told 'read of x\(2\), past the end of x \(1 element of' over.log

# ---- OpenMP's regions are the procedure's, a module's too

cat > regions.f90 <<'END'
module regions
contains
  subroutine limit(x, n, most, lowest)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: most
    real(8), intent(out) :: lowest
    integer :: i
    lowest = most
    !$omp parallel do reduction(min:lowest)
    do i = 1, n
       if (x(i) > most) x(i) = most
       lowest = min(lowest, x(i))
    end do
    !$omp parallel sections
    !$omp section
    if (lowest > 1d3) lowest = 1d3
    !$omp section
    if (most < 0) x = 0
    !$omp end parallel sections
  end subroutine
end module
END
check_equal regions 0 "$(status_of regions.log "$me" test --time=20 regions.f90 limit -- -fopenmp)"
check_line regions_all '^regions::limit: 8 branches: 8 covered' regions.log
check_line regions_length '^   n: length of x \(regions.f90:12' regions.log

# ---- `do while (c)` is true where c is, although the compiler asks whether to leave

cat > first.f90 <<'END'
integer function first(k)
  integer, intent(in) :: k
  first = 0
  once: do while (k > 1 .and. k < 1000)
    first = k
    exit
  end do once
end function
END
"$me" test --time=10 first.f90 first > first.log 2>&1
check_equal do_while '4:29 is false' "$(sed -n '/first(0) = 0$/{n;s/^ *//p}' first.log)"
