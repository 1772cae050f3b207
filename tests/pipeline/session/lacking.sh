# SPDX-License-Identifier: GPL-3.0-or-later
# `me test` of a file that is not compiled: what it lacks, and which word gives it.
. "$ME_ROOT/tests/check.sh"

lacks() { # name file pattern word...
	name=$1 file=$2 pattern=$3
	shift 3
	check_equal "lack_$name" 1 "$(status_of "$name.log" "$me" test --time=2 "$file")"
	check_line "lack_$name" "^me: $file: was not compiled, for the reason above$pattern\$" "$name.log"
	[ $# = 0 ] || check "lack_${name}_given" "$me" test --time=5 "$file" -- "$@"
}

mkdir include
echo '#define LIMIT 3' > include/limits_of_mine.h
printf '#include "limits_of_mine.h"\nint f(int x) { return x > LIMIT ? 1 : 2; }\n' > included.c
lacks header included.c '; it includes limits_of_mine.h: `me test included.c -- -IDIR`, where DIR has it' -Iinclude
echo 'int f(int x) { return x > LIMIT ? 1 : 2; }' > defined.c
lacks macro defined.c '; where LIMIT is a macro, `me test defined.c -- -DLIMIT=VALUE` defines it' -DLIMIT=3
echo 'int f(int x) { return x > limit ? 1 : 2; }' > name.c
lacks name name.c ''
echo 'int f(int x) { return x > ; }' > wrong.c
lacks nothing wrong.c ''
if [ "$gcc" -ge 10 ]; then
	echo 'template <class T> requires true int g(T x) { return x > 1 ? 1 : 2; } int f(int x) { return g(x); }' > concept.cc
	lacks standard concept.cc '; it needs -std=c\+\+20: `me test concept.cc -- -std=c\+\+20`'
fi

command -v "gfortran$suffix" > /dev/null || exit 0
cat > used.f90 <<'END'
integer function f(x)
  use kinds_of_mine, only: dp
  real(dp), intent(in) :: x
  f = 0
  if (x > 1) f = 1
end function
END
printf 'module kinds_of_mine\n  integer, parameter :: dp = kind(1d0)\nend module\n' > kinds_of_mine.f90
lacks module used.f90 \
	'; it uses the module kinds_of_mine: `me test used.f90 -- kinds_of_mine.f90` compiles its source first; .*' kinds_of_mine.f90
sed "s/use kinds.*/include 'kinds.inc'/" used.f90 > text.f90
echo '      integer, parameter :: dp = kind(1d0)' > include/kinds.inc
lacks text text.f90 '; it includes kinds.inc: `me test text.f90 -- -IDIR`, where DIR has it' -Iinclude
printf '#include "limits_of_mine.h"\n' | cat - text.f90 > text.F90
lacks fortran_header text.F90 '; it includes limits_of_mine.h: .*' -Iinclude
