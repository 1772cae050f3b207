# SPDX-License-Identifier: GPL-3.0-or-later
# Comparisons of texts and numbers read from them, in C, C++ and Fortran and with functions
# of the subject's own: solved with few evaluations, and gcov agrees.
. "$ME_ROOT/tests/check.sh"
arg=-fplugin-arg-me-entry

# solved NAME ENTRY SOURCE EVALUATIONS [FLAG...]: by each of three seeds.
solved() {
	name=$1 entry=$2 source=$3 most=$4
	shift 4
	mkdir -p "$name"
	case $source in *.cc) wrapper=me-c++ ;; *.f90) wrapper=me-fortran ;; *) wrapper=me-cc ;; esac
	cp "$source" "$name"
	(cd "$name" && "$ME_BUILD/$wrapper" -g -O0 "$arg=$entry" "$@" "$source" -lm \
		-o fuzz_target) > "$name/build.log" 2>&1 || {
		not_ok "texts_$name" "$(tail -n 5 "$name/build.log")"
		return
	}
	for seed in 1 2 3; do
		rm -rf "$name/corpus"
		search "$name" -seed=$seed -runs="$most"
		[ "$(goals_left "$name/log")" = 0 ] || {
			not_ok "texts_$name" "seed $seed: $(grep 'me: stop' "$name/log")"
			return
		}
	done
	ok "texts_$name"
	case " $* " in *' -O2 '*) return ;; esac
	# Of C++ lines and conditions: it has branches for what is never thrown.
	"$me" cover "$name/fuzz_target" "$name/corpus" > "$name/cover" 2>&1
	columns=3
	[ $wrapper != me-c++ ] || columns=2
	check_line "texts_gcov_$name" "^${entry%_}(\(.*\))?( +[0-9/]+ +100\.0%){$columns}" "$name/cover"
}

# ---- C

cat > one.c <<'E2'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
struct header { int version; char magic[8]; char kind[4]; };
int word(const char *s) { if (!strcmp(s, "quit!")) return 1; return 0; }
int longer(const char *s) { return strcmp(s, "bicubic-upstream-interpolation") ? s[14] == '-' : 2; }
int nocase(const char *s) { if (strncasecmp(s, "Content-Type", 12)) return 0; return 1; }
int magic(const struct header *h)
{
	if (memcmp(h->magic, "\x89ME\r\n\x1a\n", 8) == 0)
		if (memcmp(h->kind, "IHDR", 4) == 0 && h->version == 12345)
			return 1;
	return 0;
}
int keyed(const char *s)
{
	const char *at = strstr(s, "key=");
	if (at && strtod(at + 4, NULL) == 42.125)
		return 1;
	return 0;
}
int range(const char *s)
{
	double x;
	if (sscanf(s, "%lf", &x) == 1 && x > 15.5 && x < 15.51)
		return 1;
	return 0;
}
int whole(const char *s) { if (atoi(s) == 31337) return 1; return 0; }
int table(const char *s)
{
	static const char *const words[] = {"alpha", "beta", "gamma", "delta"};
	for (int i = 0; i < 4; i++)
		if (!strcmp(s, words[i]))
			return i;
	return -1;
}
E2
solved word word one.c 2000
solved longer longer one.c 20000
solved word_O2 word one.c 2000 -O2 -fplugin-arg-me-any-O
solved nocase nocase one.c 2000
solved magic magic one.c 4000
solved magic_O2 magic one.c 4000 -O2 -fplugin-arg-me-any-O
solved keyed keyed one.c 4000
solved range range one.c 4000
solved whole whole one.c 2000
solved table table one.c 4000

# ---- functions of the subject's own under these names

cat > own.c <<'E2'
typedef __SIZE_TYPE__ size_t;
int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *p = a, *q = b;
	for (size_t i = 0; i < n; i++)
		if (p[i] != q[i])
			return p[i] < q[i] ? -1 : 1;
	return 0;
}
int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return (unsigned char)*a - (unsigned char)*b;
}
static double strstr(double x) { return x * x; }
static int strncmp(const char *a, int k) { return a[k] == 'k'; }
int own(const char *s, double x)
{
	if (!strcmp(s, "mine"))
		return 1;
	if (memcmp(s, "yours", 5) == 0)
		return 2;
	if (strncmp(s, 3) && strstr(x) == 6.25)
		return 3;
	return 0;
}
E2
solved own own own.c 60000 -fno-builtin -w
"$CC" -fplugin="$ME_BUILD/me.so" -fno-builtin -w -c own.c -o own.o
check_equal texts_own_signature 2 "$(objdump -dr own.o | grep -c '__me_texts')"

# ---- C++

cat > one.cc <<'E2'
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>
int equal(const char *s) { std::string t(s); if (t == "quit!") return 1; return 0; }
int two(const char *s)
{
	std::string t(s), other("other");
	if (t == other)
		return 1;
	if (t < "b" && t > "aZ")
		return 2;
	return 0;
}
int viewed(const char *s)
{
	std::string_view t(s);
	if (t == "quit!")
		return 1;
	if (t.substr(0, 3) == "abc")
		return 2;
	return 0;
}
int thrown(const char *s)
{
	std::string t(s);
	try {
		if (std::stod(t) == 2.75)
			return 1;
		if (std::stoi(t) == -77777)
			return 2;
	} catch (...) {
		return 3;
	}
	return 0;
}
int chars(const char *s)
{
	int n = 0;
	std::from_chars(s, s + std::strlen(s), n);
	if (n == 31337)
		return 1;
	return 0;
}
E2
solved cc_equal equal one.cc 2000 -std=c++17
solved cc_equal_O2 equal one.cc 2000 -std=c++17 -O2 -fplugin-arg-me-any-O
solved cc_two two one.cc 4000 -std=c++17
solved cc_view viewed one.cc 20000 -std=c++17
solved cc_thrown thrown one.cc 20000 -std=c++17
solved cc_chars chars one.cc 4000 -std=c++17

# ---- libFuzzer's own mutations hear of the texts

cat > words.c <<'E2'
#include <string.h>
int words(const char *s)
{
	if (!memcmp(s + 3, "xyzzyplugh", 10))
		return 1;
	return 0;
}
E2
solved fed words words.c 200000
rm -rf fed/corpus
search fed --method=off -runs=300000
check_equal texts_fed_alone 0 "$(goals_left fed/log)"

# ---- Fortran

with_fortran texts_fortran || exit 0
cat > one.f90 <<'E2'
integer function hello(s)
	character(16) :: s
	hello = 0
	if (s == 'hello') hello = 1
	if (s > 'x' .and. s < 'xb') hello = 2
	if (index(s, 'need') > 3) hello = 4
end function
real function scale(unit)
	character(*), intent(in) :: unit
	select case (unit)
	case ('km')
		scale = 1e3
	case ('mile', 'miles')
		scale = 1609.344
	case (:'0')
		scale = 0
	case ('u':'v')
		scale = 1e-6
	case default
		scale = 1
	end select
end function
integer function rate(unit, n)
	character(*), intent(in) :: unit
	integer, intent(in) :: n
	select case (trim(unit))
	case ('km', 'kilo')
		rate = n
	case ('mile')
		rate = 2
	case default
		rate = 3
	end select
end function
integer function loud(mode)
	character(*), intent(in) :: mode
	loud = 0
	select case (trim(mode))
	case ('up')
		loud = 1
	end select
end function
E2
solved f_hello hello_ one.f90 20000
solved f_select scale_ one.f90 20000
solved f_trim rate_ one.f90 20000
solved f_single loud_ one.f90 20000
# The place of a choice is the line of its text, and not that of its last case.
mkdir f_select/one && cp "$(ls f_select/corpus/* | head -n 1)" f_select/one
"$me" cover f_select/fuzz_target f_select/one > select.cover 2>&1
check_line texts_select_place ':10:2: scale: .select case \(unit\). .*not taken' select.cover
cat > read.f90 <<'E2'
integer function real(s)
	character(16) :: s
	real(8) :: x
	real = 0
	read (s, *, end=1, err=1) x
	if (x > 15.5d0 .and. x < 15.51d0) real = 1
1 end function
integer function whole(s)
	character(24) :: s
	integer :: n, ios
	whole = 0
	n = 0 ! a null value leaves it
	read (s(5:), *, iostat=ios) n
	if (ios /= 0) return
	if (n == 31337) whole = 1
end function
E2
solved f_real real_ read.f90 20000
solved f_whole whole_ read.f90 20000
solved f_whole_O2 whole_ read.f90 40000 -O2 -fplugin-arg-me-any-O

# ---- a number with more digits than its type bears, read digit by digit

cat > digits.c <<'E2'
long long number_of(const char *s)
{
	long long value = 0;

	for (int i = 0; s[i] >= '0' && s[i] <= '9'; i++) {
		if (value > (9223372036854775807 - (s[i] - '0')) / 10)
			return -1;
		value = 10 * value + (s[i] - '0');
	}
	return value;
}
E2
solved digits number_of digits.c 60000
