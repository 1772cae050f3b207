! State of Fortran that a run finds as the first run of a program does: none of these
! subroutines sets found to -1.
module kept
  implicit none
  integer :: total = 0
  real(8), allocatable :: list(:)
  real(8), pointer :: at(:) => null()
contains
  subroutine saved(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    integer, save :: calls = 0
    found = 0
    if (calls > 0) found = -1
    calls = calls + 1
    if (k == 310) found = 1
  end subroutine
  subroutine module_variable(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    found = 0
    if (total /= 0) found = -1
    total = k
    if (total == 99) found = 1
  end subroutine
  subroutine allocates(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    found = 0
    if (allocated(list)) found = -1
    if (.not. allocated(list)) allocate (list(4))
    list = k
    if (list(2) == 1024) found = 1
  end subroutine
  subroutine points(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    found = 0
    if (associated(at)) found = -1
    allocate (at(3))
    at(1) = k
    if (at(1) == -64) found = 1
  end subroutine
  subroutine shares(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    integer :: first, second
    common /block/ first, second
    found = 0
    if (second /= 0) found = -1
    first = k
    second = 1
    if (first == 55) found = 1
  end subroutine
  subroutine writes(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    integer :: unit
    found = 0
    open (newunit=unit, file='/dev/null')
    if (unit < -1000) found = -1
    write (unit, *) k
    if (k == 256) found = 1
  end subroutine
  subroutine draws(k, found)
    integer, intent(in) :: k
    integer, intent(out) :: found
    real(8) :: first
    found = 0
    first = 0.5d0
    if (k == 42) found = 1
    if (first > 1) found = -1
  end subroutine
end module

subroutine f(which, k, found)
  use kept
  implicit none
  integer, intent(in) :: which, k
  integer, intent(out) :: found
  found = 0
  select case (which)
  case (0)
    call saved(k, found)
  case (1)
    call module_variable(k, found)
  case (2)
    call allocates(k, found)
  case (3)
    call points(k, found)
  case (4)
    call shares(k, found)
  case (5)
    call writes(k, found)
  case default
    call draws(k, found)
  end select
  if (found == -1) found = 100
end subroutine
