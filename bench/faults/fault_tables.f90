! SPDX-License-Identifier: GPL-3.0-or-later
! fault_tables.f90 - functions of Fortran with one fault each (fault_indices.c says whose).

! No pressure is above p: minloc is 0. MetOffice/socrates #35
double precision function above(p)
  implicit none
  double precision, intent(in) :: p
  double precision, parameter :: grid(5) = [1d0, 10d0, 100d0, 500d0, 1000d0]
  double precision :: value(5)
  integer :: j
  value = sqrt(grid)
  j = minloc(grid, dim=1, mask=grid > p)
  above = value(j)
end function

! The last cell has no neighbour. MESAHub/mesa #917
double precision function linear(t)
  implicit none
  double precision, intent(in) :: t
  double precision :: y(6)
  integer :: i
  y = [0d0, 1d0, 4d0, 9d0, 16d0, 25d0]
  linear = 0
  if (.not. (t >= 1 .and. t <= 6)) return
  i = int(t)
  if (i > size(y)) i = size(y)
  linear = y(i) + (t - i) * (y(i + 1) - y(i))
end function

! A rate of 0 divides. gqrx #738
integer function interval(samples, rate)
  implicit none
  integer, intent(in) :: samples, rate
  interval = -1
  if (samples < 1 .or. rate > 120) return
  if (rate < 0) return
  interval = samples / rate
end function

! The step is no number, and is never small. cemyuksel/cyCodeBase #20
double precision function cube_root(x)
  implicit none
  double precision, intent(in) :: x
  double precision :: y, step
  y = merge(x, 1d0, abs(x) > 1)
  step = 1
  do while (.not. abs(step) <= 1d-12 * abs(y))
    step = (y - x / y**2) / 3
    y = y - step
  end do
  cube_root = y
end function
