! SPDX-License-Identifier: GPL-3.0-or-later
! The goals of me/target.h, for a program that is built without ME: they do nothing. The
! plugin replaces the calls, and the gcov twin of a target has these in its library.
subroutine me_reach()
end subroutine

subroutine me_assert(condition)
  logical, intent(in) :: condition
end subroutine

subroutine me_label(id, condition)
  integer, intent(in) :: id
  logical, intent(in) :: condition
end subroutine

subroutine me_reject()
end subroutine
