# SPDX-License-Identifier: GPL-3.0-or-later
# `me triage` runs artifacts again, each in a process of its own: what they fail by and
# where, with inlined functions; those that are the same bug are one failure.
. "$ME_ROOT/tests/check.sh"
ulimit -S -s 1024 # of an overflow each frame is unwound
unset MAKEFLAGS

# A typed input of f(int a, double x, double *y), y:4.
input() { # file a x
	printf "$(awk -v a="$2" 'BEGIN {a += a < 0 ? 4294967296 : 0
		for (i = 0; i < 4; i++) {printf "\\%03o", a % 256; a = int(a / 256)}}')$3" > "$1"
	head -c 44 /dev/zero | tail -c +$(($(wc -c < "$1") + 1)) >> "$1"
}
one='\0\0\0\0\0\0\360\077' # 1.0
thousand='\0\0\0\0\0\0100\217\100'

target kinds f,y:4 -fno-builtin <<'E2C'
#include <assert.h>
#include <stdlib.h>
static int leaf(volatile char *b)
{
	volatile char room[3000];
	room[1] = b[0];
	return room[1];
}
static int deep(int n, volatile char *p)
{
	char b[200];
	b[0] = p[0] + n + leaf(b);
	return deep(n + 1, b) + b[0]; /* recursion */
}
static inline __attribute__((always_inline)) int above(const double *y, int i)
{
	return y[i] > 2; /* read */
}
static int first(const double *y) { return above(y, 4); /* first caller */ }
static int second(const double *y, int i)
{
	return 2 + above(y, i); /* second caller */
}
static int step(int n) { return n + 1; }
static int endless(volatile int *stop)
{
	int n = 0;
	while (!*stop)
		n = step(n);
	return n;
}
int f(int a, double x, double *y)
{
	volatile int zero = 0, *null = (int *)8;
	char *p;
	switch (a) {
	case 1: abort(); /* abort */
	case 2: assert(x > 1000); return 1; /* assert */
	case 3: exit(3); /* exit */
	case 4: return first(y);
	case 5: p = malloc(3); free(p); free(p); return 1; /* free */
	case 6: return 7 / zero; /* division */
	case 7: y[-1] = 1; return 1;
	case 8: return deep(0, (char *)&a);
	case 9: return endless(&zero);
	case 10: return second(y, x > 100 ? 400 : 4);
	case 11: return *null; /* null */
	case 12: *null = 1; return 1; /* null write */
	}
	return 0;
}
E2C
mkdir kinds/found
for a in $(seq 12); do input "kinds/found/$a" $a "$one"; done
input kinds/found/10b 10 "$thousand"
input kinds/found/0 0 "$one"
check_equal triage_size 44 "$(wc -c < kinds/found/12)"
cp -r kinds/found before
(cd kinds && "$me" triage --timeout=1 --runs=2 ./fuzz_target found) > triage.log 2> triage.err
check_equal triage_status 4 $?
check_line triage_counts '^14 artifacts, 13 fail: 1[12] distinct faults$' triage.log
check_equal triage_unchanged '' "$(diff -r before kinds/found)"

# The paragraph of a failure; what its title says.
paragraph() { # pattern
	awk -v wanted="$1" '/^$/ {inside = 0} /^[0-9]+\. / {inside = $0 ~ wanted} inside' triage.log
}
line_of() { # mark
	grep -n "/\* $1 \*/" kinds/kinds.c | cut -d: -f1
}
fails() { # name title
	if [ "$(paragraph "^[0-9]+. $2")" ]; then ok "triage_$1"; else
		not_ok "triage_$1" "no '$2': $(grep '^[0-9]' triage.log)"
	fi
}
fails exit "exit in f kinds.c:$(line_of exit) .1 artifact"
fails division "integer division in f kinds.c:$(line_of division) "
[ "$sanitized" ] || fails front "write in front of y "
fails endless 'timeout in endless kinds.c [(]'
if [ ! "$sanitized" ]; then
	fails abort "abort in f kinds.c:$(line_of abort) "
	fails assert "assertion failed in f kinds.c:$(line_of assert) "
	fails free "double free in f kinds.c:$(line_of free) "
fi
fails null "null pointer read in f kinds.c:$(line_of null) "
fails null_write "null pointer write in f kinds.c:$(line_of 'null write') "
fails recursion 'stack overflow in deep kinds.c [(]'

# One place, reached by two callers, through a function that is inlined.
fails callers "out-of-bounds read in above kinds.c:$(line_of read) .3 artifacts"
paragraph 'out-of-bounds read in above' > read
check_line triage_inlined "^ +above .*kinds.c:$(line_of read) \(inlined\)\$" read
check_line triage_caller "^ +(first|second) .*kinds.c:$(line_of "$(grep -q ' first ' read && echo first || echo second) caller")\$" read
check_line triage_detail 'read of y\[4(00)?\], past the end of y' read
check_line triage_call '^   f\((4|10), ' read
check_line triage_also '^   also found/.*, found/' read
paragraph 'stack overflow' > recursion
check_line triage_times "^ +deep .*kinds.c:$(line_of recursion) \([0-9]+ times\)\$" recursion
check_line triage_returns '^found/0: does not fail$' triage.log

# The command that is printed shows the failure again.
again=$(sed -n 's/^   to run it again: //p' read)
case $(cd kinds && status_of again.log $again) in
77 | 1) ok triage_again ;;
*) not_ok triage_again "$again" ;;
esac
# Artifacts by their names; the others of the directory are none.
mkdir kinds/named
cp kinds/found/1 kinds/named/crash-$(printf %040d 1)
cp kinds/found/11 kinds/named/mine-crash-$(printf %040d 2)
cp kinds/found/12 kinds/named/kinds.o
check_equal triage_named '2 artifacts, 2 fail: 2 distinct faults' \
	"$(cd kinds && "$me" triage --runs=1 ./fuzz_target named | head -n 1)"
# Of a corpus those that its sessions have listed.
mkdir kinds/corpus kinds/corpus.me
cp kinds/found/0 kinds/corpus/0
printf '%s\0' "$PWD/kinds/named/crash-$(printf %040d 1)" > kinds/corpus.me/artifacts
check_equal triage_listed '1 artifact, 1 fail: 1 distinct fault' \
	"$(cd kinds && "$me" triage --runs=1 ./fuzz_target corpus | head -n 1)"

# ---- a bytes target: two hangs, whose innermost functions the clock decides

target bytes '' -O2 -fno-builtin <<'E2C'
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
static volatile int sink, stop;
static __attribute__((noinline)) void one(void) { sink++; }
static __attribute__((noinline)) void two(void) { sink--; }
static __attribute__((noinline)) void spin(void)
{
	while (!stop) {
		one();
		two();
	}
}
static __attribute__((noinline)) void wheel(int n)
{
	while (n > 0 && !stop)
		two();
}
static int byte_at(const uint8_t *data, size_t i)
{
	return data[i] == 255;
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 3 || data[0] != 'T')
		return 0;
	if (data[1] == 'a')
		spin();
	if (data[1] == 'b')
		wheel(data[2]);
	if (data[1] == 'c')
		abort();
	if (data[1] == 'd' && byte_at(data, 1u << 30))
		return 1;
	return 0;
}
E2C
mkdir bytes/found
for text in Ta1 Ta2 Ta3 Tb1 Tb2 Tc1 Tc22 Td1 Te1; do printf $text > bytes/found/$text; done
(cd bytes && "$me" triage --timeout=1 --runs=1 ./fuzz_target found) > bytes.log 2>&1
check_line triage_bytes '^9 artifacts, 8 fail: 4 distinct faults$' bytes.log
check_line triage_bytes_spin 'timeout in spin bytes.c \(3 artifacts\)' bytes.log
check_line triage_bytes_wheel 'timeout in wheel bytes.c \(2 artifacts\)' bytes.log
check_line triage_bytes_inlined 'in byte_at bytes.c:[0-9]+ \(1 artifact\)' bytes.log
# The shortest one stands for its group.
check_line triage_bytes_shortest '^   to run it again: ./fuzz_target found/Tc1$' bytes.log

# ---- sanitizers

[ "$sanitized" ] || target asan '' -fsanitize=address,undefined -fno-sanitize-recover=undefined <<'E2C'
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
static int get(const char *p, int i) { return p[i]; }
/* So that no copy of a lost address is left where LeakSanitizer looks for one. */
static void clear_stack(void)
{
	volatile char below[1 << 16];
	for (size_t i = 0; i < sizeof below; i++)
		below[i] = 0;
}
static void lose(int n) { *(char *volatile *)malloc(sizeof(char *) * n) = 0; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	volatile int big = 2147483647, shift = 33;
	char *p;
	int n = 0;
	if (size != 2)
		return 0;
	p = malloc(8);
	switch (data[0]) {
	case 'a': n = get(p, 8 + data[1] % 2); break;
	case 'b': n = big + data[1]; break;
	case 'c': n = 1 << (shift + data[1] % 2); break;
	case 'd': free(p); break;
	case 'e': p = 0; clear_stack(); break;
	case 'g': lose(3); clear_stack(); break;
	}
	free(p);
	return n == 12345;
}
E2C
if [ -x asan/fuzz_target ]; then
	mkdir asan/found
	for text in a1 a2 b1 b2 c1 c2 d1 d2 e1 e2 f1 g1 g2; do printf $text > asan/found/$text; done
	(cd asan && "$me" triage --runs=1 ./fuzz_target found) > asan.log 2>&1
	check_line triage_asan '^13 artifacts, 12 fail: 6 distinct faults$' asan.log
	for title in 'heap-buffer-overflow in get asan.c:4' 'signed integer overflow in LLVMFuzzerTestOneInput' \
		"shift exponent N is too large for N-bit type 'int' in LLVM" 'double-free in LLVM' 'memory leak in LLVMFuzzerTestOneInput asan.c:'; do
		check_line "triage_asan_${title%% *}" "^[0-9]+. $title.*2 artifacts" asan.log
	done
	check_line triage_leak_elsewhere '^[0-9]+. memory leak in lose asan.c:12 .2 artifacts' asan.log
	check_line triage_leak_says 'Direct leak of 24 byte' asan.log
fi

# A run that goes on after UBSan's report may have more of them, and fail otherwise then.
[ "$sanitized" ] || target goes_on mix -fsanitize=undefined <<'E2C'
int mix(int a, int b)
{
	int sum = a + 2147483600;
	int bit = 1 << b;
	if (a == 1000)
		sum /= b - 1000;
	return sum ^ bit;
}
E2C
if [ -x goes_on/fuzz_target ]; then
	mkdir goes_on/found
	printf '\350\3\0\0\350\3\0\0' > goes_on/found/all
	printf '\351\3\0\0\2\0\0\0' > goes_on/found/sum
	(cd goes_on && "$me" triage --runs=2 ./fuzz_target found) > goes_on.log 2>&1
	check_line triage_goes_on '^2 artifacts, 2 fail: [34] distinct faults$' goes_on.log
	check_line triage_goes_on_sum '^1. signed integer overflow in mix goes_on.c:3 .2 artifacts' goes_on.log
	check_line triage_goes_on_bit '^[0-9]+. shift exponent N is too large .* in mix goes_on.c:4 .1 artifact' goes_on.log
	check_line triage_goes_on_words '^   goes_on.c:4:.*: runtime error: shift exponent 1000 is' goes_on.log
	check_line triage_goes_on_end '^[0-9]+. .*division.* in mix goes_on.c:6 .1 artifact' goes_on.log
	check_no_line triage_goes_on_flaky 'flaky|different ways' goes_on.log
	(cd goes_on && "$me" triage --json ./fuzz_target found) > goes_on.json 2>&1
	check_equal triage_goes_on_lines 2 "$(grep -c '"kind":"artifact"' goes_on.json)"
	check_no_line triage_goes_on_names '"function":"_Z' goes_on.json
fi

# ---- two assertions of one line; exceptions out of the library's templates

target said f,v:4 -x c++ <<'E2C'
#include <cassert>
#include <stdexcept>
#include <string>
#include <vector>
static void limits(double v, int n) { assert(v < 5); assert(n != 2); }
static double at(const std::vector<double> &v, int i) { return v.at(i); /* at */ }
static int number(const char *s) { return std::stoi(s); /* number */ }
extern "C" double f(int n, double x, const double *v)
{
	const std::vector<double> four(v, v + 4);
	switch (n) {
	case 1: limits(6, 0); break;
	case 2: limits(x, n); break;
	case 3: return at(four, 4);
	case 4: return number("");
	case 5: return number("99999999999");
	case 6: limits(7, 0); break;
	}
	return x;
}
E2C
mkdir said/found
for n in 1 2 3 4 5 6; do input said/found/$n $n "$one"; done
(cd said && "$me" triage --runs=1 ./fuzz_target found) > said.log 2>&1
check_line triage_said '^6 artifacts, 6 fail: 4 distinct faults$' said.log
check_line triage_assertion "Assertion .v < 5' failed" said.log
check_line triage_other_assertion "Assertion .n != 2' failed" said.log
for in in at number; do
	check_line "triage_throws_$in" "^[0-9]. uncaught exception in $in said.c:$(grep -n "/\* $in \*/" said/said.c | cut -d: -f1) " said.log
done

# ---- arguments of the target

target fpe f -fplugin-arg-me-kinds=fpe <<'E2C'
double f(double a, int n)
{
	if (n == 5)
		return 3 / a;
	return n;
}
E2C
printf '\0\0\0\0\0\0\0\0\5\0\0\0' > fpe/zero
(cd fpe && "$me" triage --runs=1 ./fuzz_target zero) > fpe.log 2>&1
check_line triage_no_argument '^zero: does not fail' fpe.log
(cd fpe && "$me" triage --runs=1 --target-args=--abort-on=fpe ./fuzz_target zero) > fpe.log 2>&1
[ "$sanitized" ] || check_line triage_argument '^1. division by zero in f fpe.c:4 ' fpe.log
check_line triage_argument_again '^   to run it again: ./fuzz_target --abort-on=fpe zero$' fpe.log
(cd fpe && "$me" triage --runs=1 --target-args=--abort-on=label ./fuzz_target zero) > fpe.log 2>&1
check_equal triage_bad_argument 1 $?
check_line triage_bad_argument_says '^zero: --abort-on=label: the program has no goal of this kind' fpe.log
