# SPDX-License-Identifier: GPL-3.0-or-later
# A mistake of a new user ends with a message that says what to do, and runs nothing.
. "$ME_ROOT/tests/check.sh"

cat > f.c <<'E2'
int f(double x)
{
	return x == 42.5 ? 1 : 0;
}
E2
check build "$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c -o f
mkdir corpus
./f -seed=1 corpus > f.log 2>&1 < /dev/null

# ---- what is no target is not run

cat > script <<'E2'
#!/bin/sh
echo ran >> was_run
E2
chmod +x script
cp /bin/true foreign
for subcommand in cover prove resolve show; do
	check_equal script_exit_$subcommand 1 "$(status_of out "$me" $subcommand ./script corpus)"
	check_line script_says_$subcommand 'script: .*not run: give the target that me-cc linked' out
	check_equal foreign_exit_$subcommand 1 "$(status_of out "$me" $subcommand ./foreign corpus)"
	check_line foreign_says_$subcommand 'foreign: was not built with .* give the target that me-cc linked' out
done
check_equal script_never_runs '' "$(cat was_run 2> /dev/null)"

# A target without symbols is one.
strip f -o stripped
check_equal stripped_shown 0 "$(status_of out "$me" show ./stripped corpus)"

# ---- a corpus that is not there

check_equal absent_exit 1 "$(status_of out ./f absent)"
check_line absent_says '^ERROR: me: absent: does not exist; make the corpus directory with mkdir' out
check_equal absent_cover 1 "$(status_of out "$me" cover f absent)"
check_line absent_cover_says '^me: absent: no such file or directory; `mkdir absent && ./f absent` makes a corpus$' out
mkdir empty
check_equal empty_cover 1 "$(status_of out "$me" cover ./f empty)"
check_line empty_cover_says '^me: empty: has no inputs; `./f empty` searches for some$' out
check_equal absent_prove 0 "$(status_of out "$me" prove ./f absent)"
check_line absent_prove_says '^me: note: absent: there was no such directory; it was made' out

# ---- inputs of which one is missing: the others are shown

first=$(ls corpus | head -n 1)
check_equal show_exit 1 "$(status_of out "$me" show ./f nothing corpus/$first nowhere)"
check_line show_shows "^corpus/$first: f\\(" out
check_line show_first '^me: nothing: no such file' out
check_line show_second '^me: nowhere: no such file' out

# ---- clang as the compiler, and 32 bits

printf '#!/bin/sh\necho "Debian clang version 14.0.6"\n' > clang
chmod +x clang
check_equal clang_exit 1 "$(ME_CC=./clang status_of out "$me_cc" -c f.c)"
check_line clang_says 'ME_CC=./clang is clang.*unset ME_CC, or set it to' out
check_equal m32_exit 1 "$(status_of out "$me_cc" -m32 -c f.c)"
check_line m32_says 'only 64-bit little-endian targets are supported; compile without -m32' out

# ---- an entry that is not there

cat > names.cc <<'E2'
namespace geo {
struct point { double x; double far(double y) const; };
double point::far(double y) const { return x > y ? 1 : 0; }
template <class T> T pick(T a, int b) { return b > 2 ? a : 0; }
double scale(const double *a, unsigned n) { return n > 1 && a[1] > 3; }
}
template double geo::pick<double>(double, int);
E2
cat > names.f90 <<'E2'
module shapes
contains
	subroutine area(x)
		real(8) :: x
		if (x > 3) x = 2
	end subroutine
end module
subroutine outer(x)
	real(8) :: x
	if (x > 3) x = 2
end subroutine
E2
entry() { # wrapper entry source
	status_of out "$ME_BUILD/$1" -g -O0 "-fplugin-arg-me-entry=$2" "$3" -o named
}
near() { # name wrapper entry source nearest
	check_equal "near_$1" 1 "$(entry "$2" "$3" "$4")"
	check_line "near_$1_says" "entry=.*: no instrumented file defines this function; did you mean $5" out
}
near letter me-cc g f.c 'f\?$'
near scope me-c++ geo::scall names.cc 'geo::scale\(double const\*, unsigned int\)\?$'
near types me-c++ 'geo::scale(float*, int)' names.cc 'geo::scale\('
near module me-fortran shapes::aera names.f90 'shapes::area\?$'
near plain me-fortran outter names.f90 'outer\?$'
check_equal near_none 1 "$(entry me-cc incomparable f.c)"
check_line near_none_says 'entry=incomparable: .*; none has a name like it$' out
check_equal near_other 1 "$(status_of out "$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c -lnothing -o named)"
check_no_line near_other_says 'no instrumented file' out

for name in 'geo::scale(double const*, unsigned int)' 'geo::point::far(double) const' \
	'double geo::pick<double>(double, int)' 'geo::pick<double>(double, int)'; do
	check_equal "nm: $name" 0 "$(entry me-c++ "$name" names.cc)"
done
check_equal fortran_case 0 "$(entry me-fortran Outer,X:0..4 names.f90)"
check_equal fortran_module_case 0 "$(entry me-fortran SHAPES::Area names.f90)"

# ---- a link of objects that were compiled without the plugin

"$CC" -c f.c -o plain.o
check_equal plain_exit 1 "$(status_of out "$me_cc" -fplugin-arg-me-entry=f plain.o -o plain)"
check_line plain_says 'plain: entry=f: nothing in it is instrumented; compile the source files with me-cc' out
check_equal plain_left 1 "$(status_of out test -e plain)"
echo 'int main(void) { return 0; }' > main.c
"$CC" -c main.c
check_equal plain_main 0 "$(status_of out "$me_cc" -fplugin-arg-me-entry=f main.o -o own)"
