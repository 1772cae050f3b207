# SPDX-License-Identifier: GPL-3.0-or-later
# Drivers of Fortran: components that belong together.
. "$ME_ROOT/tests/check.sh"
with_fortran drivers_components || exit 0

# An object that the procedure makes has a type, too.
cat > words.f90 <<'END'
module words
  implicit none
  type :: list
    character(len=:), allocatable :: text
    integer, allocatable :: first(:)
  end type
contains
  subroutine split(s, l)
    character(len=*), intent(in) :: s
    type(list), intent(out) :: l
    integer :: i
    allocate (l%first(0))
    do i = 1, len(s)
      if (s(i:i) == ',') l%first = [l%first, i]
    end do
  end subroutine
end module
END
"$me" test --time=10 words.f90 > words.log 2>&1
check_line made_object '^words::split: 4 branches: 4 covered' words.log

# A component that is read by the indices of another one is as long, and is not there without it,
# though its own size is compared with a constant.
cat > sparse.f90 <<'END'
module sparse
  implicit none
  type :: vector
    real(8), allocatable :: value(:)
    integer, allocatable :: place(:)
  end type
contains
  real(8) function at(v, i)
    type(vector), intent(in) :: v
    integer, intent(in) :: i
    integer :: k
    at = 0
    if (.not. allocated(v%place)) return
    do k = 1, size(v%place)
      if (v%place(k) == i) at = v%value(k)
    end do
  end function
  real(8) function largest(v)
    type(vector), intent(in) :: v
    largest = 0
    if (size(v%value) > 0) largest = maxval(v%value)
  end function
  subroutine add(v, i, x)
    type(vector), intent(inout) :: v
    integer, intent(in) :: i
    real(8), intent(in) :: x
    if (.not. allocated(v%place)) allocate (v%place(0), v%value(0))
    v%place = [v%place, i]
    v%value = [v%value, x]
  end subroutine
end module
END
"$me" test --time=30 sparse.f90 > sparse.log 2>&1
check_line together_read '^sparse::at +6 +6 +0 +0 +0$' sparse.log
check_line together_asked '^sparse::largest +[0-9]+ +[0-9]+ +0 +0 +0$' sparse.log
check_line together_absent '^sparse::add +2 +2 +0 +0 +0$' sparse.log

# What a procedure asks that is called by a binding is asked.
cat > bound.f90 <<'END'
module bound
  implicit none
  type, abstract :: law
  contains
    procedure(value_of), deferred :: at
  end type
  abstract interface
    real(8) function value_of(self, x)
      import :: law
      class(law), intent(in) :: self
      real(8), intent(in) :: x
    end function
  end interface
  type, extends(law) :: poly
    real(8), allocatable :: c(:)
  contains
    procedure :: at => poly_at
  end type
contains
  real(8) function poly_at(self, x)
    class(poly), intent(in) :: self
    real(8), intent(in) :: x
    poly_at = x
    if (allocated(self%c)) poly_at = x * size(self%c)
  end function
  real(8) function twice(l)
    class(law), intent(in) :: l
    twice = 2 * l%at(1d0)
  end function
end module
END
"$me" test --time=20 bound.f90 > bound.log 2>&1
check_line bound_asked '^bound::twice +2 +2 +0 +0 +0$' bound.log
