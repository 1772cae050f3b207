# SPDX-License-Identifier: GPL-3.0-or-later
# A parameter or a member that names a file: the driver makes one in memory of the text or the bytes that
# are drawn, or none; and what libc reads into an array says how long that is.
. "$ME_ROOT/tests/check.sh"

cat > load.c <<'END'
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
/* Of a line "3 ...": how many; -1: no file, -2: no number. */
int count(const char *path)
{
	int n;
	FILE *f = fopen(path, "r");
	if (!f)
		return -1;
	const int read = fscanf(f, "%d", &n);
	fclose(f);
	if (read != 1)
		return -2;
	return n > 5 ? 5 : n;
}
static FILE *opened(const char *name)
{
	return name ? fopen(name, "rb") : stdin;
}
int kind(const char *name, unsigned char *out, int n)
{
	FILE *f = opened(name);
	if (!f)
		return -1;
	if (f == stdin)
		return 3;
	const int got = (int)fread(out, 1, (size_t)n, f);
	fclose(f);
	if (got < 4)
		return 0;
	return memcmp(out, "RIFF", 4) == 0 ? 2 : 1;
}
int first(const char *file)
{
	unsigned char head[4];
	const int f = open(file, O_RDONLY);
	if (f < 0)
		return -1;
	const ssize_t got = read(f, head, sizeof head);
	close(f);
	if (got < 4)
		return -2;
	return head[0] == 0 && head[3] == 9 ? 1 : 0;
}
struct source { const char *file; int most; };
int lines(const struct source *s)
{
	FILE *f = fopen(s->file, "r");
	int c, n = 0;
	if (!f)
		return -1;
	while ((c = getc(f)) != EOF)
		n += c == '\n';
	fclose(f);
	return n > s->most ? s->most : n;
}
/* One more byte than the buffer has. */
int over(const char *file)
{
	char head[8];
	FILE *f = fopen(file, "rb");
	if (!f)
		return -1;
	size_t got = fread(head, 1, 16, f);
	fclose(f);
	return got && head[0] == 'x';
}
struct rule { int kind, n; double *w; };
struct rule *rule_load(const char *file)
{
	struct rule *r = calloc(1, sizeof *r);
	FILE *f = fopen(file, "r");
	if (f && fscanf(f, "%d", &r->kind) == 1)
		fclose(f);
	return r;
}
/* Few files have what rule_load() takes: a rule is made of its members. */
int rule_holds(const struct rule *r) { return r->n > 0 && r->w[r->n - 1] > 2 && r->kind == 3; }
END
"$me" test --time=100 load.c > load.log 2>&1
check_line files_text '^count +4 +4 +0 +0 +0$' load.log
check_line files_bytes '^kind +10 +10 +0 +0 +0$' load.log
check_line files_open '^first +8 +8 +0 +0 +0$' load.log
check_line files_member '^lines +4 +4 +0 +0 +0$' load.log
check_line files_fault '^1\. .* in over load\.c:[0-9]+$' load.log
check_line files_members '^rule_holds +6 +6 +0 +0 +0$' load.log
check_no_line files_one '^2\. ' load.log
check_line files_told 'guess: path is the name of a file of up to 64 characters, in memory, or of none' \
	load.c.me/count/count_driver.c
check_no_line files_quiet 'runs write to files' load.log
"$me" test load.c kind > kind.log 2>&1
check_line files_length '^   n: 0\.\.8, for the size of out \(load\.c:32: ' kind.log

# As a test that needs no ME.
"$me" test --emit load.c count > emit.log 2>&1
check files_emitted test -s load.c.me/count/tests/*.c
gcc -w -I. -o emitted load.c.me/count/tests/*.c -lm > emitted.log 2>&1 || not_ok files_compiles "$(head -3 emitted.log)"
check files_pass ./emitted

# ---- C++: a std::string, a pointer; to a constructor, open() and fopen()

cat > words.cc <<'END'
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
int keys(const std::string &path)
{
	std::ifstream in(path);
	std::string line;
	int n = 0;
	if (!in)
		throw std::runtime_error("cannot open " + path);
	while (std::getline(in, line))
		n += line.find('=') != std::string::npos;
	return n > 1 ? 2 : n;
}
int first(const char *file)
{
	std::ifstream in;
	if (!file)
		return -2;
	in.open(file, std::ios::binary);
	if (!in.is_open())
		return -1;
	const int c = in.get();
	return c == EOF ? 0 : c == '#' ? 2 : 1;
}
class log {
	std::string name;
public:
	explicit log(std::string n) : name(n) {}
	static int size(std::string path)
	{
		FILE *f = std::fopen(path.c_str(), "rb");
		char bytes[8];
		if (!f)
			return -1;
		const int got = (int)std::fread(bytes, 1, sizeof bytes, f);
		std::fclose(f);
		return got == 8 ? 9 : got;
	}
	int levels() const
	{
		std::fstream in;
		int n = 0;
		in.open(name, std::ios::in);
		if (!in)
			return -1;
		while (in.get() == '!')
			n++;
		return n > 2 ? 2 : n;
	}
};
struct source { std::string path; int most; };
int is_long(const source &s)
{
	std::ifstream in(s.path);
	char c;
	int n = 0;
	while (in.get(c))
		n++;
	return n > s.most ? 1 : 0;
}
class reader {
	std::string name;
public:
	void open(std::string file) { name = std::move(file); }
	bool is_text() const
	{
		std::ifstream in(name.c_str());
		const int c = in.get();
		return c == EOF ? false : c >= ' ';
	}
};
END
"$me" test --time=60 words.cc keys first log::size log::levels is_long reader::is_text -- -std=c++17 > words.log 2>&1
for name in keys first log::size log::levels is_long reader::is_text; do
	check_line files_cxx_$name "^$name +([0-9]+) +\\1 +0 +0 +0\$" words.log
done
check_no_line files_cxx_quiet 'runs write to files' words.log
check_line files_cxx_told 'guess: path is the name of a file' words.cc.me/keys/keys_driver.cc

# ---- Fortran: an argument, and a component of one that ME itself could make

with_fortran files_fortran || exit 0
cat > tables.f90 <<'END'
module tables
  implicit none
  type :: source
    character(len=40) :: file = ' '
    integer :: skip = 0
  end type
contains
  subroutine total(file, sum_of, ierr)
    character(len=*), intent(in) :: file
    integer, intent(out) :: sum_of, ierr
    character :: c
    integer :: u
    sum_of = 0
    open (newunit=u, file=file, status='old', action='read', iostat=ierr)
    if (ierr /= 0) return
    do
      read (u, '(a)', iostat=ierr) c
      if (ierr /= 0) exit
      if (c == '!') cycle
      sum_of = sum_of + 1
    end do
    close (u)
    if (sum_of > 3) sum_of = 3
  end subroutine
  integer function lines(s) result(n)
    type(source), intent(in) :: s
    integer :: u, ios
    character :: c
    n = -1
    open (newunit=u, file=s%file, status='old', iostat=ios)
    if (ios /= 0) return
    n = -s%skip
    do
      read (u, '(a)', iostat=ios) c
      if (ios /= 0) exit
      n = n + 1
    end do
    close (u)
    if (n < 0) n = 0
  end function
end module
END
"$me" test --time=20 tables.f90 > tables.log 2>&1
check_line files_fortran '^tables::total +8 +8 +0 +0 +0$' tables.log
check_line files_fortran_member '^tables::lines +6 +6 +0 +0 +0$' tables.log
check_no_line files_fortran_quiet 'runs write to files' tables.log

# ---- a file that may be left out, a unit, numbers and namelists

cat > inputs.f90 <<'END'
module inputs
  implicit none
contains
  integer function rows(file) result(n)
    character(len=*), intent(in), optional :: file
    character(len=20) :: line
    integer :: u, ios
    n = -1
    if (.not. present(file)) return
    open (newunit=u, file=file, status='old', action='read', iostat=ios)
    if (ios /= 0) return
    n = 0
    do
      read (u, '(a)', iostat=ios) line
      if (ios /= 0) exit
      n = n + 1
    end do
    close (u)
  end function
  subroutine settings(file, n, tol, ierr)
    character(len=*), intent(in) :: file
    integer, intent(inout) :: n
    real(8), intent(inout) :: tol
    integer, intent(out) :: ierr
    logical :: strict = .false.
    character(len=8) :: method = 'newton'
    real(8) :: limits(2)
    integer :: u
    namelist /config/ n, tol, strict, method, limits
    open (newunit=u, file=file, status='old', iostat=ierr)
    if (ierr /= 0) return
    read (u, nml=config, iostat=ierr)
    close (u)
    if (ierr /= 0) return
    if (n < 1 .and. strict) ierr = 1
    if (tol <= 0) ierr = 2
    if (method == 'none') ierr = 3
  end subroutine
  subroutine load(file, x, y, ierr)
    character(len=*), intent(in) :: file
    real(8), allocatable, intent(out) :: x(:), y(:)
    integer, intent(out) :: ierr
    integer :: u, n
    open (newunit=u, file=file, status='old', iostat=ierr)
    if (ierr /= 0) return
    read (u, *, iostat=ierr) n
    if (ierr == 0 .and. n >= 1 .and. n < 50) then
      allocate (x(n), y(n))
      call points(u, x, y, ierr)
    end if
    close (u)
  end subroutine
  subroutine points(u, x, y, ierr)
    integer, intent(in) :: u
    real(8), intent(out) :: x(:), y(:)
    integer, intent(out) :: ierr
    integer :: i
    do i = 1, size(x)
      read (u, *, iostat=ierr) x(i), y(i)
      if (ierr /= 0) exit
      if (x(i) > 1000) ierr = -10
    end do
  end subroutine
  subroutine header(u, nx, ierr)
    integer, intent(in) :: u
    integer, intent(out) :: nx, ierr
    read (u, iostat=ierr) nx
    if (ierr == 0 .and. nx < 0) ierr = 1
  end subroutine
  subroutine report(unit, x)
    integer, intent(in), optional :: unit
    real(8), intent(in) :: x(:)
    integer :: i
    if (.not. present(unit)) return
    do i = 1, size(x)
      if (x(i) < 0) then
        write (unit, *) i, 'negative'
      else
        write (unit, '(i0, 1x, f8.3)') i, x(i)
      end if
    end do
  end subroutine
end module
END
"$me" test --time=60 inputs.f90 > inputs.log 2>&1
for name in rows settings load points header report; do
	check_line files_fortran_$name "^inputs::$name +([0-9]+) +\\1 +0 +0 +0\$" inputs.log
done
check_line files_fortran_named 'guess: file holds the namelist config, or a text' \
	inputs.f90.me/inputs::settings/inputs_settings_driver.F90
check_line files_fortran_first 'load,file_text:64,file_count:1\.\.8,file_per_line:1\.\.4,file_first:-1\.\.8' inputs.log
check_line files_fortran_unit '^ *open \(newunit=unit_given, file=unit_file\)$' \
	inputs.f90.me/inputs::report/inputs_report_driver.F90
check_line files_fortran_binary "access='stream'" inputs.f90.me/inputs::header/inputs_header_driver.F90
