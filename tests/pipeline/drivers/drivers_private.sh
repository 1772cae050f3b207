# SPDX-License-Identifier: GPL-3.0-or-later
# Drivers of what classes and modules keep for themselves.
. "$ME_ROOT/tests/check.sh"

# What only its class calls is tested where it is named.
cat > tree.cc <<'END'
class tree {
public:
	void insert(int key) { root = add(root, key); }
	bool is_empty() const { return !root; }
protected:
	struct node {
		int key;
		node *left, *right;
		bool is_leaf() const { return !left && !right; }
	};
	enum class side { left, right };
	class counter {
		int n = 0;
	public:
		void note(side s) { if (s == side::left) n++; }
		bool is_many() const { if (n > 2) return true; return false; }
	};
private:
	node *add(node *n, int key)
	{
		if (!n)
			return new node{key, nullptr, nullptr};
		if (key < n->key)
			n->left = add(n->left, key);
		return n;
	}
	node *root = nullptr;
};
int seen(tree t) { return t.is_empty() ? 1 : 2; }
END
check_equal hidden 0 "$(status_of tree.log "$me" test --time=40 tree.cc tree::node::is_leaf tree::counter::is_many \
	tree::counter::note tree::add)"
check_line hidden_node '^tree::node::is_leaf +4 +4 +0 +0 +0$' tree.log
check_line hidden_class '^tree::counter::is_many +2 +2 +0 +0 +0$' tree.log
check_line hidden_enumeration '^tree::counter::note +2 +2 +0 +0 +0$' tree.log
check_line hidden_function '^tree::add +4 +4 +0 +0 +0$' tree.log
check_no_line hidden_named 'private' tree.log
"$me" test --time=30 tree.cc > tree.log 2>&1
check_line hidden_left '^4 private or protected functions are not tested; .* one: tree::node::is_leaf, tree::counter::note, tree::counter::is_many, tree::add$' tree.log
check_no_line hidden_row '^tree::add ' tree.log
check_no_line open_driver 'fno-access-control' tree.cc.me/tree::insert/tree_insert_driver.cc

# A reason is told once.
cat > bare.cc <<'END'
#include <string>
struct named { virtual const std::string &name() const = 0; };
int first(const named &n) { return n.name().empty() ? 1 : 0; }
int second(const named &n) { return n.name().empty() ? 2 : 0; }
END
"$me" test --time=10 bare.cc > bare.log 2>&1
check_line reason_once '^first, second are not tested: .*named is abstract' bare.log

with_fortran drivers_private || exit 0

# The statement in a type and in a module, with names over lines; the attribute.
mkdir src
cat > src/dates.f90 <<'END'
module dates
  implicit none
  private
  include 'lengths.inc'
  type, public :: span
    private
    integer :: days = 0
    real, allocatable :: parts(:)
  contains
    Private
    procedure, public :: total
    procedure, &
      private :: scaled
    procedure, private, non_overridable :: label
    generic, public :: operator(*) => scaled
  end type
  integer, parameter, private :: week = 7
  private :: scaled, &
             label
contains
  integer function total(self)
    class(span), intent(in) :: self
    total = mod(self%days, 100)
    if (allocated(self%parts)) total = total + 1
  end function
  type(span) function scaled(self, factor)
    class(span), intent(in) :: self
    integer, intent(in) :: factor
    scaled%days = self%days
    if (factor > week) scaled%days = lengths(1)
  end function
  function label(self)
    class(span), intent(in) :: self
    character(9) :: label
    label = 'public'
    if (self%days == 4711) label = ', private'
  end function
end module
END
echo '  integer, parameter :: lengths(2) = [31, 28]' > src/lengths.inc
cat > old.f <<'END'
      MODULE OLD
      PRIVATE
      TYPE, PUBLIC :: PAIR
         PRIVATE
         INTEGER :: A
         REAL, ALLOCATABLE :: B(:)
      END TYPE
      INTEGER, PRIVATE :: SEEN
      PUBLIC :: GREATER
      CONTAINS
      LOGICAL FUNCTION GREATER(P)
      TYPE(PAIR), INTENT(IN) :: P
C     This is no PRIVATE, and isn't public.
      GREATER = .FALSE.
      IF (ALLOCATED(P%B)) GREATER = P%A .GT. 3
      END FUNCTION
      END MODULE
END
"$me" test --time=30 src/dates.f90 > dates.log 2>&1
check_line private_total '^dates::total +2 +2 +0 +0 +0$' dates.log
check_line private_scaled '^dates::scaled +2 +2 +0 +0 +0$' dates.log
check_line private_label '^dates::label +2 +2 +0 +0 +0$' dates.log
"$me" test --time=10 old.f > old.log 2>&1
check_line private_fixed '^old::greater: 2 branches: 2 covered' old.log

# The lines are the source's, and what texts say stays.
"$me" test --time=10 src/dates.f90 label > label.log 2>&1
check_line private_line '^ +(.*, )?36:8 is true' label.log
check_line private_text "label = ', private'" src/dates.f90.me/dates::label/*_public.F90

# What two modules call by one name, one of them or both for itself; each is driven.
cat > two.f90 <<'END'
module first
  implicit none
  private
  type, public :: pair
    real, allocatable :: a(:)
  end type
  real, parameter :: eps = 1e-3
  public :: low
contains
  real function limit(x)
    real, intent(in) :: x
    limit = max(x, eps)
  end function
  logical function low(p)
    type(pair), intent(in) :: p
    low = .false.
    if (size(p%a) > 1) low = p%a(2) < limit(p%a(1))
  end function
end module
module second
  use first ! and its type
  implicit none
  private
  real, parameter :: eps = 5
  public :: high
contains
  subroutine limit(p)
    type(pair), intent(inout) :: p
    if (size(p%a) > 0) p%a = min(p%a, eps)
  end subroutine
  logical function high(p)
    type(pair), intent(inout) :: p
    high = .false.
    if (.not. allocated(p%a)) return
    call limit(p)
    if (size(p%a) > 2) high = p%a(3) == 4
  end function
end module
END
"$me" test --time=20 two.f90 low high > two.log 2>&1
check_line private_first '^first::low +2 +2 +0 +0 +0$' two.log
check_line private_second '^second::high +([0-9]+) +\1 +0 +0 +0$' two.log
"$me" test --time=10 two.f90 high > high.log 2>&1
check_line private_two_line '[ ,]36:8 is true' high.log

# A file that somebody else wrote is kept.
echo '! mine' > mine_public.F90
"$me" driver --output=mine.F90 src/dates.f90 total > mine.log 2>&1
check_line private_kept 'mine_public.F90: is there, and is no driver' mine.log
check_equal private_mine '! mine' "$(cat mine_public.F90)"
