# SPDX-License-Identifier: GPL-3.0-or-later
# The user's own --coverage and profiles: gcov counts the program, without the hooks.
. "$ME_ROOT/tests/check.sh"
gcov=gcov$suffix

cat > f.c <<'E2'
#include <math.h>
#include <string.h>
static int f(double x, int n, long double y)
{
	if (x == 3.5)
		return 1;
	if (x < 1 && y > 2)
		return 2;
	int all = n > 3 && x > 4;
	switch (n) {
	case 3 ... 4:
		return 3;
	case 9:
		return 4 + all;
	}
	for (int i = 0; i < n; i++)
		x += sqrt(i);
	if (!strcmp(x > 3 ? "a" : "b", "a"))
		n++;
	return x > 100 ? n : isnan(x);
}
int main(void)
{
	int s = 0, round = 0;
again:
	for (int i = 0; i < 12; i++)
		s += f(i + 0.5, i, i);
	if (round++ < 3)
		goto again;
	return s == 0;
}
E2
cat > f.cc <<'E2'
#include <stdexcept>
#include <string>
#include <vector>
struct first {
	virtual ~first() {}
	virtual int g(double x) { if (x > 3.5) throw std::runtime_error("x"); return x < 1; }
};
struct second : first {
	std::string s = "abc";
	int g(double x) override
	{
		static int size = s.size();
		return s == "abc" && x == 2 ? first::g(x) + size : first::g(x + 1);
	}
};
template <class T> static int compare(T a, T b) { return a < b ? 1 : a == b ? 2 : 3; }
int main()
{
	std::vector<first *> all = {new first, new second};
	int n = 0;
	for (first *one : all)
		for (int i = 0; i < 5; i++)
			try {
				n += one->g(i);
			} catch (std::exception &) {
				if (n > 100)
					return 3;
				n += 10;
			}
	for (first *one : all)
		delete one;
	return compare(1, n) + compare('a', 'a') + compare(2.0, 1.0) != 6;
}
E2
cat > f.f90 <<'E2'
module m
contains
	integer function f(x, n)
		real(8), intent(in) :: x(:)
		integer, intent(in), optional :: n
		complex(8) :: z
		f = 0
		if (present(n)) then
			if (n > 3 .and. x(1) > 2) f = 1
		end if
		do i = 1, size(x)
			if (x(i) == 2.5d0) f = f + 1
		end do
		z = cmplx(x(1), x(2), 8)
		if (z == (1d0, 2d0)) f = 9
		select case (f)
		case (1:3)
			f = 3
		case (9)
			f = 8
		end select
		if (merge('abc', 'abd', f > 2) == 'abc') f = f + 1
	end function
end module
program p
	use m
	if (f([1d0, 2d0]) + f([3d0, 2.5d0, 4d0], 4) < 0) stop 1
end program
E2

# What gcov tells of a program that one compiler built and that ran once. It is compiled and
# linked apart: only the link is to have the sanitizers of a sanitized library.
told() { # directory compiler source flag...
	rm -rf "$1" && mkdir "$1" && cp "$3" "$1"
	(cd "$1" && "$2" -g --coverage "${@:4}" -c "$3" -o "${3%.*}.o" &&
		"$2" -g --coverage "${@:4}" "${3%.*}.o" -o program -lm && ./program) > "$1/log" 2>&1 ||
		cat "$1/log"
	(cd "$1" && "$gcov" -a -b -c -t *.gcda) 2> "$1/err"
}
same() { # name source flag...
	case $2 in
	*.c) plain=$CC ours=$me_cc ;;
	*.cc) plain=g++$suffix ours=$ME_BUILD/me-c++ ;;
	*.f90) plain=gfortran$suffix ours=$ME_BUILD/me-fortran ;;
	esac
	told plain "$plain" "${@:2}" > plain.txt
	told ours "$ours" "${@:2}" > ours.txt
	check_line "coverage_$1_tells" '^branch +[0-9]+ taken [1-9]' plain.txt
	check "coverage_$1" diff plain.txt ours.txt
}
same c f.c -O0
same cplusplus f.cc -O0
same fortran f.f90 -O0
same sanitized f.c -O0 -fsanitize=undefined
same lto f.c -O0 -flto

# The functions of a unit with an entry, without the driver that is made of it.
entry_notes() { # directory compiler flag...
	rm -rf "$1" && mkdir "$1" && sed '/^int main/,$d; s/^static //' f.c > "$1/f.c"
	(cd "$1" && "${@:2}" -g -O0 --coverage -c f.c && "$gcov" -a -b -c -t f.gcno) 2>&1
}
entry_notes plain "$CC" > plain.txt
entry_notes ours "$me_cc" -fplugin-arg-me-entry=f > ours.txt
check_line coverage_entry_tells '^function f called 0' plain.txt
check coverage_entry diff plain.txt ours.txt

# Above -O0 the optimisers leave other code; a hook in it is no call.
echo 'int main(int n, char **v) { int k = 0;
while (n < 50) { n++; if (n * 1.5 > 30.5) k++; if (n != 7) k += n; } return k < 9; }' > calls.c
told ours "$me_cc" calls.c -O2 > ours.txt
check_line coverage_optimised_tells '^branch' ours.txt
check_no_line coverage_optimised_calls '^call' ours.txt

# A profile of the plain program fits the instrumented one, and the other way round.
profile() { # name compiler-that-makes-it compiler-that-uses-it
	rm -rf profile && mkdir profile && cp f.c profile
	(cd profile && "$2" -O0 -fprofile-generate -c f.c && "$2" -fprofile-generate f.o -lm -o f &&
		./f && "$3" -O0 -fprofile-use -Wcoverage-mismatch -Werror -fdump-ipa-profile -c f.c) > profile.log 2>&1
	check_equal "profile_$1" 0 $?
	check_line "profile_$1_fits" '^Read edge .*count:48$' "$(ls profile/*.profile)"
}
profile of_plain "$CC" "$me_cc"
profile of_ours "$me_cc" "$CC"
