# SPDX-License-Identifier: GPL-3.0-or-later
# Drivers of Fortran: derived types, pointers, ALLOCATABLE, classes, procedures and texts are made
# from numbers.
. "$ME_ROOT/tests/check.sh"
with_fortran drivers_fortran || exit 0
fortran=$ME_BUILD/me-fortran

cat > queue.f90 <<'END'
! What doesn't concern others is private.
module queue
  implicit none
  private
  public :: line, join, leave, deepest, first_key
  type :: person
    integer :: age = 0
    type(person), pointer :: next => null()
  end type
  type :: line
    private
    integer :: length = 0
    type(person), pointer :: head => null()
  end type
  type :: tree
    integer :: key = 0
    type(tree), allocatable :: left, right
  end type
contains
  subroutine join(l, age, after)
    type(line), intent(inout) :: l
    integer, intent(in) :: age
    logical, intent(in), optional :: after
    type(person), pointer :: new, at
    if (age < 0) return
    allocate(new)
    new%age = age
    at => l%head
    if (.not. associated(at)) then
      l%head => new
    else
      do while (associated(at%next))
        if (at%next%age > age) exit
        at => at%next
      end do
      if (present(after)) then
        if (.not. after) then
          deallocate (new)
          return
        end if
      end if
      new%next => at%next
      at%next => new
    end if
    l%length = l%length + 1
  end subroutine
  integer function leave(l) result(age)
    type(line), intent(inout) :: l
    type(person), pointer :: old
    age = -1
    if (.not. associated(l%head)) return
    old => l%head
    age = old%age
    l%head => old%next
    deallocate(old)
    if (age == 77 .and. .not. associated(l%head)) age = 78
  end function
  recursive integer function deepest(t) result(d)
    type(tree), intent(in) :: t
    d = 1
    if (allocated(t%left)) d = 1 + deepest(t%left)
    if (allocated(t%right)) then
      if (t%right%key == 12345) d = d + 100
    end if
  end function
  subroutine first_key(p, key)
    type(person), pointer, intent(in) :: p
    integer, intent(out) :: key
    type(person), pointer :: at
    at => p
    key = 0
    do while (associated(at))
      if (at%age == 4711) key = 1
      at => at%next
    end do
  end subroutine
end module
END
cat > grids.f90 <<'END'
module grids
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  type :: csr
    integer :: rows = 0
    integer, allocatable :: first(:), column(:)
    real(wp), allocatable :: value(:)
    character(len=:), allocatable :: label
  end type
  abstract interface
    subroutine slope(t, y, dy)
      import :: wp
      real(wp), intent(in) :: t, y(:)
      real(wp), intent(out) :: dy(:)
    end subroutine
  end interface
  type, abstract :: law
    real(wp) :: scale = 1
  contains
    procedure(value_of), deferred :: at
  end type
  abstract interface
    real(wp) function value_of(self, x)
      import :: law, wp
      class(law), intent(in) :: self
      real(wp), intent(in) :: x
    end function
  end interface
  type, extends(law) :: power
    integer :: exponent
  contains
    procedure :: at => power_at
  end type
  type, extends(law) :: wave
    real(wp) :: length
  contains
    procedure :: at => wave_at
  end type
contains
  real(wp) function power_at(self, x)
    class(power), intent(in) :: self
    real(wp), intent(in) :: x
    power_at = self%scale
    if (self%exponent == 2) power_at = power_at * x
  end function
  real(wp) function wave_at(self, x)
    class(wave), intent(in) :: self
    real(wp), intent(in) :: x
    wave_at = self%scale * x
    if (self%length < 0) wave_at = 0
  end function
  subroutine multiply(a, x, y)
    type(csr), intent(in) :: a
    real(wp), intent(in) :: x(:)
    real(wp), intent(out) :: y(:)
    integer :: i, k
    do i = 1, a%rows
      y(i) = 0
      do k = a%first(i), a%first(i + 1) - 1
        if (x(a%column(k)) > 0) y(i) = y(i) + a%value(k) * x(a%column(k))
      end do
      if (y(i) > 1e6_wp) y(i) = 1e6_wp
    end do
  end subroutine
  function title(a) result(text)
    type(csr), intent(in) :: a
    character(len=:), allocatable :: text
    text = a%label
    if (.not. allocated(a%label)) then
      text = 'none'
    else if (a%label == 'cfd') then
      text = 'flow'
    end if
  end function
  subroutine grow(v, n)
    real(wp), allocatable, intent(inout) :: v(:)
    integer, intent(in) :: n
    if (.not. allocated(v)) return
    if (n == 7) v = 2 * v
    if (size(v) > n) deallocate(v)
  end subroutine
  subroutine halve(t, y, dy)
    real(wp), intent(in) :: t, y(:)
    real(wp), intent(out) :: dy(:)
    dy = -y / 2 * t
  end subroutine
  subroutine step(f, y, h, info, watch)
    procedure(slope) :: f
    real(wp), intent(inout) :: y(2)
    real(wp), intent(in) :: h
    integer, intent(out) :: info
    interface
      logical function watch(y)
        import :: wp
        real(wp), intent(in) :: y
      end function
    end interface
    optional :: watch
    real(wp) :: d(2)
    call f(h, y, d)
    info = 0
    if (d(1) /= d(1)) info = 1
    if (d(2) > 100 .and. d(1) < -7) info = 2
    y = y + h * d
    if (present(watch)) then
      if (watch(y(1))) info = 3
    end if
  end subroutine
  integer function sort_of(l, any) result(k)
    class(law), intent(in) :: l
    class(*), intent(in) :: any
    k = 0
    if (l%at(2._wp) > 3) k = 1
    select type (any)
    type is (integer)
      if (any == 99) k = 2
    type is (character(*))
      if (any == 'unit') k = 3
    class default
      if (k == 0) k = 4
    end select
  end function
end module
END
cat > plain.f90 <<'END'
! Elements whose count is a component, an index that is compared with it, a procedure of no
! module, and one whose interface is pure.
module parts
  implicit none
  type :: part
    integer :: id
    real(8), pointer :: size => null()
  end type
  type :: store
    integer :: n = 0
    type(part), allocatable :: part(:)
    logical, allocatable :: sold(:)
  end type
  type :: curve
    integer :: n = 0
    real(8), allocatable :: x(:)
  end type
  abstract interface
    pure real(8) function price(size, of)
      real(8), intent(in) :: size, of(:)
    end function
  end interface
contains
  subroutine sell(s, first, count)
    type(store), intent(inout) :: s
    integer, intent(in) :: first
    integer, intent(out) :: count
    integer :: at
    count = 0
    at = first
    do while (at >= 1 .and. at <= s%n)
      if (s%sold(at) .or. s%part(at)%id == 4) exit
      s%sold(at) = .true.
      if (associated(s%part(at)%size)) count = count + 1
      at = at + 1
    end do
  end subroutine
  real(8) function worth(p, of) result(w)
    procedure(price) :: p
    real(8), intent(in) :: of(:)
    w = p(2d0, of)
    if (w > 50) w = 50
  end function
  ! An elemental function has the interface, and can be no pointer's target.
  elemental real(8) function halved(x)
    real(8), intent(in) :: x
    halved = x / 2
  end function
  integer function sign_at(f, x) result(s)
    interface
      real(8) function f(x)
        real(8), intent(in) :: x
      end function
    end interface
    real(8), intent(in) :: x
    s = 1
    if (f(x) < 0) s = -1
  end function
  ! The length of x is known by its name alone.
  integer function place(c, x) result(low)
    type(curve), intent(in) :: c
    real(8), intent(in) :: x
    integer :: high, middle
    low = 1
    high = c%n
    do while (high - low > 1)
      middle = (low + high) / 2
      if (c%x(middle) > x) then
        high = middle
      else
        low = middle
      end if
    end do
  end function
end module
function table(n, first)
  integer, intent(in) :: n
  real, intent(in), optional :: first
  real :: table(n)
  table = 0
  if (present(first) .and. n > 3) table(1) = first
end function
END
cat > old.f <<'END'
      SUBROUTINE EULER(N, T, Y, F, WORK, IFLAG)
      INTEGER N, IFLAG, I
      DOUBLE PRECISION T, Y(N), WORK(*)
      EXTERNAL F
      IFLAG = 0
      IF (N .LT. 1) THEN
         IFLAG = -1
         RETURN
      END IF
      CALL F(N, T, Y, WORK)
      DO 10 I = 1, N
         IF (WORK(I) .NE. WORK(I)) IFLAG = 2
         Y(I) = Y(I) + WORK(I)
   10 CONTINUE
      END
      SUBROUTINE RESID(M, N, X, FVEC, F, S)
      INTEGER M, N, I
      DOUBLE PRECISION X(N), FVEC(M), S
      EXTERNAL F
      CALL F(M, N, X, FVEC)
      S = 0
      DO 10 I = 1, M
         IF (FVEC(I) .GT. 3) S = S + FVEC(I)
   10 CONTINUE
      END
      DOUBLE PRECISION FUNCTION ROOT(A, B, F)
      DOUBLE PRECISION A, B, F
      EXTERNAL F
      ROOT = A
      IF (F(A) * F(B) .GT. 0) RETURN
      ROOT = (A + B) / 2
      IF (F(ROOT) .EQ. 0) RETURN
      ROOT = B
      END
END

# driven FILE FUNCTION GOALS [STATUS]: in a session of its driver. What the compiler makes of
# ALLOCATE is no goal. With a sanitizer the session ends with the status.
driven() {
	out=$2 ends=0
	[ ! "$sanitized" ] || ends=${4:-0}
	mkdir -p "$out/corpus"
	"$fortran" -g -O0 "-J$out" "-fplugin-arg-me-entry=$2" "$1" -o "$out/t" > "$out/build.log" 2>&1 || {
		not_ok "drivers_fortran_$2" "$(tail -n 3 "$out/build.log")"
		return
	}
	(cd "$out" && ./t -seed=1 -runs=30000 corpus) > "$out/log" 2>&1
	check_equal "drivers_fortran_status_$2" "$ends" $?
	check_line "drivers_fortran_$2" "(all goals are closed;|-runs is reached;) $3 goals covered" "$out/log"
}
cat > ranks.f90 <<'END'
module ranks
contains
  real function total(a, weight)
    real, intent(in) :: a(..)
    real, intent(in) :: weight
    total = 0
    select rank (a)
    rank (0)
      total = a
    rank (1)
      if (size(a) > 1) total = a(2)
    rank (2)
      if (size(a, 1) == 3) total = weight
    rank default
      total = -1
    end select
    if (total == 7) total = 0
  end function
end module
END
driven ranks.f90 total '14 of 14'
# Neither the size of a result, nor that of an array which is allocated, is known before.
cat > results.f90 <<'END'
module results
contains
  function steps(x) result(d)
    real, intent(in) :: x(:)
    integer :: d(size(x) - 1), i
    do i = 1, size(d)
      d(i) = merge(1, 0, x(i + 1) > x(i))
    end do
  end function
  subroutine keep(x, kept)
    real, intent(in) :: x(:)
    real, allocatable, intent(out) :: kept(:)
    if (size(x) == 3) kept = x
    if (.not. allocated(kept)) allocate (kept(0))
  end subroutine
end module
END
# gfortran asks malloc() for less than nothing where a result has a negative size, which ASan reports.
driven results.f90 steps '[0-9]* of [0-9]*' 77
driven results.f90 keep '4 of 4'
check_line drivers_fortran_allocated 'call keep\(x, kept\)' keep/keep_driver.F90
# LSan finds what is linked to an object of the driver's, and takes some of the runs.
driven queue.f90 join "1[${sanitized}2] of 12" 77
driven queue.f90 leave '4 of 4'
driven queue.f90 deepest '6 of 6'
driven queue.f90 first_key '4 of 4'
check_line drivers_fortran_pool 'person_next\(i_\) > 0 .and. i_ \+ person_next\(i_\) <= 4' first_key/first_key_driver.F90
driven grids.f90 multiply '8 of 8'
check_line drivers_fortran_length 'a%first = a_first\(1:a%rows \+ 1\)' multiply/multiply_driver.F90
driven grids.f90 grow '8 of 8'
driven grids.f90 step '12 of 12'
check_line drivers_fortran_candidate 'f_procedure => halve' step/step_driver.F90
driven grids.f90 sort_of '16 of 16'
check_equal drivers_fortran_guard "$(sed -n '/type is (integer)/=' grids.f90)" \
	"$(sort_of/t --goals | sed -n 's/.*sort_of:1.0".*"line":\([0-9]*\).*/\1/p')"
driven plain.f90 sell '6 of 6'
check_line drivers_fortran_elements 'allocate\(s%part\(max\(0, s%n\)\)\)' sell/sell_driver.F90
driven plain.f90 worth '2 of 2'
driven plain.f90 sign_at '2 of 2'
driven plain.f90 place '4 of 4'
driven plain.f90 table '4 of 4' 77 # as steps
# The procedure that is made fills fvec whatever x has.
driven old.f resid '4 of 4'
driven old.f euler '6 of 6'
driven old.f root '4 of 4'

# The names of a class and of a driver; what was edited is kept, and its hash is behind a mark of
# a comment.
"$me" driver grids.f90 grids::title > title.log 2>&1
check_line drivers_fortran_entry '^title_driver|^grids_title_driver.F90: entry=title_driver' title.log
file=grids_title_driver.F90
check_line drivers_fortran_mark '^! me driver 1, text [0-9a-f]{16}: function title\(' $file
sed -i 's/has_a_label/is_named/' $file
"$me" driver grids.f90 grids::title > edited.log 2>&1
check_line drivers_fortran_edited 'was edited, and left as it is' edited.log
check_line drivers_fortran_no_module_file '^0$' "$(ls | grep -c '\.mod$' > mods; echo mods)"

# ---- comments of Fortran that are attributes

cat > notes.f90 <<'END'
subroutine scaled(n, x)
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  if (n > 3) x(4) = 2
  if (n > 6) x(7) = 2
end subroutine
!me$ driver
!me$ notes n:0..5
!ME$ Notes x:5
subroutine scaled_from(n, x)
  integer :: n
  real(8) :: x(n)
  if (n > 2) call scaled(n, x)
end subroutine
!me$ notse n:0..5
subroutine misspelt(n)
  integer :: n
  if (n > 2) n = 2
end subroutine
END
mkdir -p notes/corpus
"$fortran" -g -O0 -fplugin-arg-me-entry=scaled_from notes.f90 -o notes/t > notes.log 2>&1
check_line notes_fortran_wrong 'notes.f90:15.*|.!me\$ notse n:0\.\.5. is none of' notes.log
(cd notes && ./t -seed=1 -runs=2000 corpus) > notes/log 2>&1
check_line notes_fortran_read 'INFO: me: only inputs of n:0\.\.5,x:5 are run' notes/log
check_line notes_fortran_driver '3 of 4 goals covered' notes/log

# A function that returns an object is called, although nothing reads what it returns.
cat > object.f90 <<'END'
module object
  type :: part
    real :: x(3)
    integer :: kind
  end type
contains
  function made(n) result(p)
    integer, intent(in) :: n
    type(part) :: p
    p%kind = 0
    if (n > 3) p%kind = 1
  end function
end module
END
mkdir -p object/corpus
"$fortran" -g -O0 -fplugin-arg-me-entry=object::made object.f90 -o object/t > object.log 2>&1
(cd object && ./t -seed=1 -runs=100 corpus) > object/log 2>&1
check_line drivers_fortran_result '2 of 2 goals covered' object/log

# ---- arguments that must fit each other

cat > solve.f <<'END'
      SUBROUTINE SOLVE(UPLO, N, A, LDA, X, INCX, WORK, LWORK, INFO)
      CHARACTER UPLO
      INTEGER N, LDA, INCX, LWORK, INFO, I, IX
      DOUBLE PRECISION A(LDA, *), X(*), WORK(*)
      LOGICAL LSAME, UPPER
      EXTERNAL LSAME, XERBLA
      UPPER = LSAME(UPLO, 'U')
      INFO = 0
      IF (.NOT.UPPER .AND. .NOT.LSAME(UPLO, 'L')) THEN
         INFO = -1
      ELSE IF (N .LT. 0) THEN
         INFO = -2
      ELSE IF (LDA .LT. MAX(1, N)) THEN
         INFO = -4
      ELSE IF (INCX .EQ. 0) THEN
         INFO = -6
      ELSE IF (LWORK .LT. N .AND. LWORK .NE. -1) THEN
         INFO = -8
      END IF
      IF (INFO .NE. 0) THEN
         CALL XERBLA('SOLVE ', -INFO)
         RETURN
      END IF
      IF (LWORK .EQ. -1) THEN
         WORK(1) = N
         RETURN
      END IF
      IX = 1
      IF (INCX .LT. 0) IX = 1 - (N - 1)*INCX
      DO 10 I = 1, N
         IF (A(I, I) .EQ. 0) INFO = I
         WORK(I) = X(IX)/A(I, I)
         IX = IX + INCX
   10 CONTINUE
      END
      LOGICAL FUNCTION LSAME(CA, CB)
      CHARACTER CA, CB
      LSAME = CA .EQ. CB
      END
END
driven solve.f solve '20 of 20'
check_line drivers_fortran_letters "uplo_letters = 'UL\?'" solve/solve_driver.F
check_line drivers_fortran_leading 'lda = max\(1, ?n\) \+ lda_more' solve/solve_driver.F
# With notes the procedure is called as it is.
"$fortran" -g -O0 "-fplugin-arg-me-entry=solve,n:0..2" -c solve.f -o solve.o > noted.log 2>&1
check_no_line drivers_fortran_noted 'makes its arguments' noted.log

# ---- an array whose size is compared with another one has its own, and one that is accessed by the
# elements of another one is as long as these are large

cat > sparse.f90 <<'END'
module sparse
  implicit none
  type :: table
    real(8), allocatable :: x(:), y(:)
  end type
  type :: csr
    integer :: n = 0
    integer, allocatable :: ptr(:), col(:)
    real(8), allocatable :: val(:)
  end type
contains
  real(8) function lookup(t, v)
    type(table), intent(in) :: t
    real(8), intent(in) :: v
    integer :: i, n
    lookup = 0
    n = size(t%x)
    if (n < 2 .or. size(t%y) /= n) return
    do i = 1, n - 1
      if (v <= t%x(i + 1)) exit
    end do
    if (i >= n) return
    lookup = t%y(i) + (v - t%x(i)) * (t%y(i + 1) - t%y(i))
  end function
  subroutine multiply(a, x, y)
    type(csr), intent(in) :: a
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y(:)
    integer :: i, k
    do i = 1, a%n
      y(i) = 0
      do k = a%ptr(i), a%ptr(i + 1) - 1
        y(i) = y(i) + a%val(k) * x(a%col(k))
      end do
    end do
  end subroutine
end module
END
driven sparse.f90 sparse::lookup '8 of 8'
driven sparse.f90 sparse::multiply '4 of 4'

# A component whose size nobody asks for is as long as the one before it whose size is asked for.
cat > steps.f90 <<'END2'
module steps
  implicit none
  type :: table
    real(8), allocatable :: x(:), y(:)
  end type
contains
  real(8) function lookup(t, q) result(v)
    type(table), intent(in) :: t
    real(8), intent(in) :: q
    integer :: lo, hi, mid, n
    n = size(t%x)
    v = 0
    if (n < 2) return
    lo = 1
    hi = n
    do while (hi - lo > 1)
      mid = (lo + hi) / 2
      if (t%x(mid) > q) then
        hi = mid
      else
        lo = mid
      end if
    end do
    v = t%y(lo) + q * t%y(hi)
  end function
end module
END2
"$me" test --time=10 steps.f90 lookup > steps.log 2>&1
check_line fortran_beside '^steps::lookup: 6 branches: 6 covered, 0 proven infeasible, 0 open; 0 faults' steps.log

# ---- components that one statement allocates are there together; the number of those in use is 0 where there
# are none, and elements are no larger than the local array is that they are indices of

cat > entries.f90 <<'END2'
module entries
  implicit none
  type :: coo
    integer :: n = 0, used = 0
    integer, allocatable :: row(:)
    real(8), allocatable :: value(:)
  end type
contains
  subroutine add(this, i, v)
    class(coo), intent(inout) :: this
    integer, intent(in) :: i
    real(8), intent(in) :: v
    integer :: k
    if (i < 1) return
    do k = 1, this%used
      if (this%row(k) == i) then
        this%value(k) = this%value(k) + v
        return
      end if
    end do
    if (.not. allocated(this%row)) allocate (this%row(4), this%value(4))
    if (this%used == size(this%row)) then
      this%row = [this%row, spread(0, 1, this%used)]
      this%value = [this%value, spread(0d0, 1, this%used)]
    end if
    this%used = this%used + 1
    this%row(this%used) = i
    this%value(this%used) = v
  end subroutine
  real(8) function norm(a) result(s)
    type(coo), intent(in) :: a
    real(8), allocatable :: sums(:)
    integer :: k
    s = 0
    if (a%n < 1) return
    allocate (sums(a%n))
    sums = 0
    do k = 1, a%used
      sums(a%row(k)) = sums(a%row(k)) + abs(a%value(k))
    end do
    s = sums(1)
    if (s > 1d8) s = 1d8
  end function
end module
END2
"$me" test --time=20 entries.f90 > entries.log 2>&1
for name in add norm; do
	check_line fortran_entries_$name "^entries::$name +([0-9]+) +\\1 +0 +0 +0\$" entries.log
done

# ---- an object is finalised once, and what one leads to and frees is no other's

cat > stacks.f90 <<'END2'
module stacks
  implicit none
  type :: item
    real(8) :: value
    type(item), pointer :: below => null()
  end type
  type :: stack
    type(item), pointer :: top => null()
    integer :: depth = 0
  contains
    final :: clear
  end type
contains
  subroutine pop(this, v)
    class(stack), intent(inout) :: this
    real(8), intent(out) :: v
    type(item), pointer :: old
    v = 0
    if (.not. associated(this%top)) return
    old => this%top
    v = old%value
    this%top => old%below
    deallocate (old)
    if (v > 5) this%depth = this%depth - 1
  end subroutine
  subroutine swap_tops(a, b)
    class(stack), intent(inout) :: a
    class(stack), intent(inout) :: b
    real(8) :: v
    if (.not. associated(b%top)) return
    v = b%top%value
    call pop(a, b%top%value)
    if (v > b%top%value) b%top%value = v
  end subroutine
  subroutine clear(this)
    type(stack), intent(inout) :: this
    real(8) :: v
    do while (associated(this%top))
      call pop(this, v)
    end do
  end subroutine
end module
END2
"$me" test --time=20 stacks.f90 pop swap_tops > stacks.log 2>&1
[ "$sanitized" ] || # LSan, as in queue.f90
	for name in pop swap_tops; do
		check_line fortran_stacks_$name "^stacks::$name +([0-9]+) +\\1 +0 +0 +0\$" stacks.log
	done
check_line fortran_stacks_apart 'item_b_stack_pool' stacks.f90.me/stacks::swap_tops/*_driver.F90

# ---- a place in a text begins at 1, unless the procedure asks for less; where it asks for no end, callers
# pass none beyond the last character

cat > words.f90 <<'END2'
module words
  implicit none
contains
  function word(text, at) result(found)
    character(len=*), intent(in) :: text
    integer, intent(inout) :: at
    character(len=:), allocatable :: found
    integer :: first
    call skip(text, at)
    first = at
    do while (at <= len(text))
      if (text(at:at) == ' ') exit
      at = at + 1
    end do
    found = text(first:at - 1)
    if (found == 'end') found = '<end>'
  end function
  subroutine skip(line, pos)
    character(len=*), intent(in) :: line
    integer, intent(inout) :: pos
    do while (pos <= len(line))
      if (line(pos:pos) /= ' ') return
      pos = pos + 1
    end do
  end subroutine
  integer function kind_of(line, at) result(k)
    character(len=*), intent(in) :: line
    integer, intent(in) :: at
    select case (line(at:at))
    case ('0':'9'); k = 1
    case default; k = 0
    end select
  end function
  logical function is_mark(s, i)
    character(len=*), intent(in) :: s
    integer, intent(in) :: i
    is_mark = .false.
    if (i < 1 .or. i > len(s)) return
    is_mark = s(i:i) == '#'
  end function
end module
END2
"$me" test --time=20 words.f90 > words.log 2>&1
for name in word skip kind_of is_mark; do
	check_line fortran_cursor_$name "^words::$name +([0-9]+) +\\1 +0 +0 +0\$" words.log
done
check_line fortran_cursor_range "'words::skip,pos:1\.\.17'" words.log
check_line fortran_cursor_last "'words::kind_of,at:1\.\.16'" words.log
check_no_line fortran_cursor_asked 'words::is_mark,' words.log

# ---- the assignment of an object with allocatable components has no branches

cat > copies.f90 <<'END2'
module copies
  implicit none
  type :: part
    real(8), allocatable :: w(:)
    integer :: id = 0
  end type
  type :: body
    type(part), allocatable :: parts(:)
    type(part) :: core
    character(len=:), allocatable :: title
    real(8) :: mass = 0
  end type
contains
  logical function clone(a, b)
    type(body), intent(in) :: a
    type(body), intent(inout) :: b
    clone = .false.
    if (a%mass < 0) return
    b = a
    if (b%mass > 100) clone = .true.
  end function
end module
END2
"$me" test --time=20 copies.f90 > copies.log 2>&1
check_line fortran_copied '^copies::clone: 4 branches: 4 covered.* 0 faults' copies.log

# ---- a component that counts elements is not negative, though it is asked to be more than 0

cat > pile.f90 <<'END2'
module pile
  implicit none
  type :: stack
    real(8), allocatable :: items(:)
    integer :: top = 0
  contains
    procedure :: push, pop
  end type
contains
  subroutine push(s, x)
    class(stack), intent(inout) :: s
    real(8), intent(in) :: x
    real(8), allocatable :: more(:)
    if (.not. allocated(s%items)) allocate (s%items(2))
    if (s%top == size(s%items)) then
      allocate (more(2*s%top + 1))
      more(:s%top) = s%items
      call move_alloc(more, s%items)
    end if
    s%top = s%top + 1
    s%items(s%top) = x
  end subroutine
  subroutine pop(s, x, ok)
    class(stack), intent(inout) :: s
    real(8), intent(out) :: x
    logical, intent(out) :: ok
    ok = .false.
    x = 0
    if (s%top <= 0) return
    ok = .true.
    x = s%items(s%top)
    s%top = s%top - 1
  end subroutine
end module
END2
"$me" test --time=20 pile.f90 > pile.log 2>&1
for name in push pop; do
	check_line fortran_pile_$name "^pile::$name +([0-9]+) +\\1 +0 +0 +0\$" pile.log
done
check_line fortran_pile_count "'pile::pop,s_stack_top:0\.\.8'" pile.log

# ---- a procedure of no module that C calls, by its name there and by value

cat > bound.f90 <<'END2'
subroutine step(a, k, x) bind(c, name='C_Step')
  use iso_c_binding
  integer(c_int), value :: a
  integer(c_int) :: k
  real(c_double), value :: x
  integer, save :: n = 0
  n = n + 1
  k = 0
  if (n == 3 .and. a == 7 .and. x == 2.5d0) k = 5
end subroutine
integer function by_value(a, k)
  integer, value :: a
  integer :: k
  integer, save :: n = 0
  by_value = 0
  n = n + 1
  if (n == 3 .and. a == 7) by_value = k
end function
END2
"$me" test --time=20 bound.f90 > bound.log 2>&1
for name in step by_value; do
	check_line fortran_bound_$name "^$name +2 +2 +0 +0 +0\$" bound.log
done
check_line fortran_bound_name "subroutine step.* bind\(c, name='C_Step'\)" bound.f90.me/step/step_driver.F90

# ---- an array of a class: its elements are of one type, which extends that

cat > fleet.f90 <<'END2'
module fleet
  implicit none
  type, abstract :: craft
    real :: mass = 0
  contains
    procedure(load_of), deferred :: load
  end type
  type, extends(craft) :: boat
    integer :: seats = 0
  contains
    procedure :: load => boat_load
  end type
  type, extends(craft) :: barge
    real :: cargo = 0
  contains
    procedure :: load => barge_load
  end type
  abstract interface
    real function load_of(self)
      import :: craft
      class(craft), intent(in) :: self
    end function
  end interface
contains
  real function boat_load(self)
    class(boat), intent(in) :: self
    boat_load = self%mass + self%seats
  end function
  real function barge_load(self)
    class(barge), intent(in) :: self
    barge_load = self%mass + self%cargo
  end function
  integer function heavy(all)
    class(craft), intent(in) :: all(:)
    integer :: i
    heavy = 0
    do i = 1, size(all)
      if (all(i)%load() > 9) heavy = heavy + 1
    end do
    select type (all)
    type is (boat)
      if (heavy > 2) heavy = -1
    end select
  end function
end module
END2
"$me" test --time=20 fleet.f90 heavy > fleet.log 2>&1
check_line fortran_fleet '^fleet::heavy: ([0-9]+) branches: \1 covered' fleet.log
check_line fortran_fleet_notes "'fleet::heavy,all_size:0..4,all_type:0..1'" fleet.log
