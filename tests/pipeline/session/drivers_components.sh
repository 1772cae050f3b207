# SPDX-License-Identifier: GPL-3.0-or-later
# Drivers of Fortran: components that belong together.
. "$ME_ROOT/tests/check.sh"
if ! command -v "gfortran$suffix" > /dev/null; then
	skip drivers_components "there is no gfortran$suffix"
	exit 0
fi

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
