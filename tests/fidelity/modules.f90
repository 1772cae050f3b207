! SPDX-License-Identifier: GPL-3.0-or-later
! Modules, generic procedures, internal procedures, allocatable and derived types.
module shapes
   implicit none
   type :: point
      real(8) :: x, y
   end type point
   interface area
      module procedure area_of_circle, area_of_box
   end interface area
   integer, save :: calls = 0
contains
   real(8) function area_of_circle(radius)
      real(8), intent(in) :: radius
      calls = calls + 1
      if (radius < 0) then
         area_of_circle = 0
      else
         area_of_circle = 3 * radius**2
      end if
   end function area_of_circle
   real(8) function area_of_box(a, b)
      type(point), intent(in) :: a, b
      calls = calls + 1
      area_of_box = abs(a%x - b%x) * abs(a%y - b%y)
      if (area_of_box > 100) area_of_box = 100
   end function area_of_box
   recursive integer function depth(n) result(d)
      integer, intent(in) :: n
      d = 0
      if (n > 1) d = 1 + depth(merge(n / 2, 3 * n + 1, mod(n, 2) == 0))
   end function depth
end module shapes

program modules
   use shapes
   implicit none
   real(8), allocatable :: list(:)
   character(len=8) :: word
   integer :: i
   allocate (list(10))
   do i = 1, 10
      list(i) = area(real(i, 8) - 3)
      if (list(i) > 50 .and. any(list(1:i) == 0)) exit
   end do
   where (list(1:6) < 4) list(1:6) = -1
   print *, i, list(1:6)
   print *, area(point(0d0, 0d0), point(3d0, 4d0)), area(point(0d0, 0d0), point(30d0, 40d0))
   print *, depth(27), calls, inner(5)
   word = 'fidelity'
   select case (word(1:3))
   case ('fid')
      print *, 'fid'
   case default
      print *, 'other'
   end select
contains
   integer function inner(n)
      integer, intent(in) :: n
      inner = count([(mod(i, n) == 0 .or. i > 8, i=1, 10)])
   end function inner
end program modules
