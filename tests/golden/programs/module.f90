! SPDX-License-Identifier: GPL-3.0-or-later
! A module's function: loop, logical operators, select case.
module golden
contains
  integer function sum_of(x, n, key)
    real(8), intent(in) :: x(3)
    integer, intent(in) :: n, key
    real(8) :: s
    integer :: i
    s = 0
    do i = 1, min(n, 3)
      s = s + x(i)
    end do
    select case (key)
    case (:-1)
      sum_of = -1
    case (10:20)
      sum_of = merge(1, 2, s == 4.5d0)
    case default
      sum_of = 0
      if (s > 1d3 .and. x(1) < x(2) .or. key == 77) sum_of = 3
    end select
  end function
end module
