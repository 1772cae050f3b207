! SPDX-License-Identifier: GPL-3.0-or-later
! grids.f90 - procedures of Fortran on arrays of explicit and assumed shape.
module grids
  implicit none
contains

  ! Means over a window that moves; ierr is not 0 where the window does not fit.
  subroutine moving_average(x, n, window, y, ierr)
    integer, intent(in) :: n, window
    double precision, intent(in) :: x(n)
    double precision, intent(out) :: y(n)
    integer, intent(out) :: ierr
    integer :: i, low, high

    ierr = 0
    if (window < 1) ierr = 1
    if (window > n) ierr = 2
    if (ierr /= 0) return
    do i = 1, n
      low = max(1, i - window / 2)
      high = min(n, i + window / 2)
      y(i) = sum(x(low:high)) / (high - low + 1)
    end do
  end subroutine

  ! The integral of y over x, which rises; -1 where it does not.
  double precision function trapezoid(x, y)
    double precision, intent(in) :: x(:), y(:)
    integer :: i

    trapezoid = 0
    if (size(x) /= size(y) .or. size(x) < 2) return
    do i = 2, size(x)
      if (x(i) < x(i - 1)) then
        trapezoid = -1
        return
      end if
      trapezoid = trapezoid + (x(i) - x(i - 1)) * (y(i) + y(i - 1)) / 2
    end do
  end function

  ! Eigenvalues of a real matrix of order 2; pairs is true where they are complex.
  subroutine eigen2(a, first, second, pairs)
    double precision, intent(in) :: a(2, 2)
    double precision, intent(out) :: first, second
    logical, intent(out) :: pairs
    double precision :: half, d

    half = (a(1, 1) + a(2, 2)) / 2
    d = half * half - (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1))
    pairs = d < 0
    if (pairs) then
      first = half
      second = sqrt(-d)
    else if (d == 0) then
      first = half
      second = half
    else
      first = half + sqrt(d)
      second = half - sqrt(d)
    end if
  end subroutine

  ! Mean, and where they are wanted variance and skewness.
  subroutine moments(x, mean, variance, skewness)
    double precision, intent(in) :: x(:)
    double precision, intent(out) :: mean
    double precision, intent(out), optional :: variance, skewness
    double precision :: v
    integer :: n

    n = size(x)
    mean = 0
    if (present(variance)) variance = 0
    if (present(skewness)) skewness = 0
    if (n == 0) return
    mean = sum(x) / n
    v = sum((x - mean)**2) / n
    if (present(variance)) variance = v
    if (present(skewness) .and. v > 0) then
      skewness = sum((x - mean)**3) / n / v**1.5d0
    end if
  end subroutine

end module

! Factors a in place without pivots; info: the step whose pivot is too small.
subroutine factor_plain(n, a, lda, info)
  implicit none
  integer, intent(in) :: n, lda
  double precision, intent(inout) :: a(lda, *)
  integer, intent(out) :: info
  integer :: i, j, k

  info = 0
  if (n < 0 .or. lda < max(1, n)) then
    info = -1
    return
  end if
  do k = 1, n
    if (abs(a(k, k)) < 1d-12) then
      info = k
      return
    end if
    do i = k + 1, n
      a(i, k) = a(i, k) / a(k, k)
      do j = k + 1, n
        a(i, j) = a(i, j) - a(i, k) * a(k, j)
      end do
    end do
  end do
end subroutine

! The number of a unit, or 0.
integer function unit_code(name)
  implicit none
  character(len=*), intent(in) :: name

  select case (name)
  case ('m', 'metre')
    unit_code = 1
  case ('km')
    unit_code = 2
  case ('ft', 'foot')
    unit_code = 3
  case default
    unit_code = 0
    if (len(name) > 0) then
      if (name(1:1) == '#') unit_code = 9
    end if
  end select
end function

! Relaxes a grid with fixed edges; sweeps: how many were made until no value moved by more
! than the tolerance, or -1.
subroutine relax(grid, nx, ny, tolerance, most, sweeps)
  implicit none
  integer, intent(in) :: nx, ny, most
  double precision, intent(inout) :: grid(nx, ny)
  double precision, intent(in) :: tolerance
  integer, intent(out) :: sweeps
  double precision :: moved, value
  integer :: i, j

  sweeps = 0
  if (nx < 3 .or. ny < 3 .or. tolerance <= 0) return
  do sweeps = 1, min(most, 50)
    moved = 0
    do j = 2, ny - 1
      do i = 2, nx - 1
        value = (grid(i-1, j) + grid(i+1, j) + grid(i, j-1) + grid(i, j+1)) / 4
        moved = max(moved, abs(value - grid(i, j)))
        grid(i, j) = value
      end do
    end do
    if (moved < tolerance) return
  end do
  sweeps = -1
end subroutine
