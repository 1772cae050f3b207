# SPDX-License-Identifier: GPL-3.0-or-later
# me-cc in the place of the compiler: the same exit status, output, messages and files, and
# the same answers to the questions of configure and CMake; flags of clang's are GCC's.
. "$ME_ROOT/tests/check.sh"
mkdir -p given/sub
cd given
cat > main.c <<'E2'
#include <stdio.h>
#include "all.h"
int main(void) { printf("%d\n", above(5)); return 3; }
E2
echo 'static inline int above(int x) { return x > 3 ? x : 4; }' > all.h
echo '#include "all.h"
int other(int x) { return above(x); }' > other.c
printf '\t.globl marked\nmarked:\n\tret\n\t.section .note.GNU-stack,"",@progbits\n' > marked.S
echo 'int main() { try { throw 3; } catch (int x) { return x; } }' > main.cc
echo 'program main
print *, "prints"
end program' > main.f90
echo '-O1 -c "sub/sp ace.c"' > nested.rsp
echo '@nested.rsp -Dword="a b"' > words.rsp
echo 'int spaced(int x) { return x < 3; }' > 'sub/sp ace.c'
"$CC" -c other.c -o plain.o
cd ..

# One command, by the compiler and by me-cc (as $C), each in a copy of `given`. Objects
# differ; that they are there, and what is run or printed, does not.
run_in() { # directory compiler command
	rm -rf "$1" && cp -r given "$1"
	(
		cd "$1" && export C="$2" LC_ALL=C
		eval "$3" > ../out 2> ../err < main.c
		echo "exit status $?" >> ../out
		find . | sort > ../files
	)
	sed 's/cc[A-Za-z0-9]\{6\}\.\([a-z]*\)/temporary.\1/g; s/+0x[0-9a-f]*/+offset/g' err > "$1/err"
	mv out files "$1"
}
same() { # name compiler me-cc command...
	command="$4"
	run_in with.gcc "$2" "$command"
	run_in with.me "$3" "$command"
	for what in out err files; do
		diff with.gcc/$what with.me/$what || break
	done > difference 2>&1
	if [ -s difference ]; then
		not_ok "drop_in_$1" "$command: $(cat difference)"
	else
		ok "drop_in_$1"
	fi
}
number=0
while read -r command; do
	number=$((number + 1))
	case $gcc$command in
	9*absent.o|10*absent.o|9*absent.rsp|10*absent.rsp) continue ;; # they say more
	esac
	same "$number" "$CC" "$me_cc" "$command"
done <<'E2'
$C -V
$C --version
$C -dumpmachine && $C -dumpversion
$C -print-prog-name=ld && $C -print-file-name=libc.so && $C --print-search-dirs
$C
$C -
$C -E -
$C -E -P main.c
$C -E -dM -x c /dev/null | grep -v __ME__
$C -M main.c && $C -MM main.c && $C -MM main.c absent.c
$C -MD -MF main.d -c main.c && cat main.d
$C -MMD -MP main.c -o main && ./main
$C -S main.c other.c && grep -c '^above:' main.s
$C -x c - -o main && ./main
$C -xc -c -o main.o - && $C main.o -o main && ./main
$C main.c other.c plain.o
$C main.c other.c marked.S -o main && ./main
$C main.c && ./a.out
$C -c main.c other.c marked.S
$C -fsyntax-only main.c
$C -save-temps main.c -o main
$C main.c absent.c
$C absent.o
$C -std=c90 -pedantic-errors 'sub/sp ace.c' main.c
$C @words.rsp && $C @absent.rsp
$C -O2 -flto main.c other.c -o main && ./main
$C -g3 -gsplit-dwarf -c main.c
$C --coverage main.c -o main && ./main
$C -pg main.c -o main
$C all.h && $C -Winvalid-pch -Werror main.c -o main && ./main
$C -x c-header all.h -o all.h.gch
$C -E main.c -o main.i && $C main.i -o main && ./main
$C -r -nostdlib plain.o -o joined.o
$C -shared -fPIC other.c -Wl,-soname,libother.so.1 -o libother.so && $C main.c -L. -lother -o main
$C -nostdlib main.c -e main -lc -o main
$C -nostartfiles main.c -e main -o main
$C -nodefaultlibs main.c -lc -lgcc -o main && ./main
$C -Xlinker --as-needed -Wl,-z,now,--no-undefined main.c -Wl,-Map,map -o main && test -s map
$C -D'WORDS="a b"' -Isub -c main.c -o /dev/null
$C -pipe -omain main.c && ./main
$C -Wall -Wextra -Wundefined-option -c main.c
$C -c main.c -o absent/main.o
$C --sysroot=/ main.c -T absent.ld
E2
[ $number -gt 40 ] || not_ok drop_in_list "only $number commands"
if [ "$sanitized" ]; then skip drop_in_static 'sanitizers have no static libraries'; else
	same static "$CC" "$me_cc" '$C -static main.c -o main && ./main'
fi
same cxx "g++$suffix" "$ME_BUILD/me-c++" '$C main.cc -o main; ./main'
same fortran "gfortran$suffix" "$ME_BUILD/me-fortran" '$C main.f90 -o main && ./main'

# A library without -fPIC, as far as that goes, runs in a plain program.
"$me_cc" -shared "given/sub/sp ace.c" -o libspaced.so
echo 'int spaced(int x); int main(void) { return spaced(2) + spaced(5); }' > spaces.c
"$CC" spaces.c -L. -lspaced -Wl,-rpath,"$PWD" -o spaces
check_equal drop_in_no_pic 1 "$(status_of spaces.log ./spaces)"

# ---- what configure and CMake ask

# probe NAME ANSWER FLAG... < source: 0 when it links.
probe() {
	probed=$1 answer=$2
	shift 2
	cat > conftest.c
	for compiler in "$CC" "$me_cc"; do
		check_equal "drop_in_probe_$probed" "$answer" \
			"$(status_of conftest.log "$compiler" conftest.c -o conftest "$@")"
	done
}
probe function 0 << 'E2'
char printf(); int main(void) { return printf(); }
E2
probe no_function 1 << 'E2'
char no_such_function(); int main(void) { return no_such_function(); }
E2
# Which library has it: not ours, by chance.
symbol='char cbrt(); int main(void) { return cbrt(); }'
echo "$symbol" | probe library_needed 1
echo "$symbol" | probe library_given 0 -lm

echo 'int main(void) { return 0; }' | probe no_library 1 -lno_such_library
echo 'int main(void) { return 0; }' | probe no_flag 1 -fno-such-flag
echo 'int size[sizeof(long) == 8 ? 1 : -1]; int main(void) { return 0; }' | probe size 0
readelf -d conftest > needs
check_line drop_in_needs_libc 'NEEDED.*libc\.' needs
check_no_line drop_in_needs_nothing 'libstdc|libm\.' needs

# ---- flags of clang's

cat > fuzzed.c <<'E2'
int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size)
{
	return size > 3 && data[0] == 'x' && data[1] && 1000 / data[1] > 700 ? 0 : 0;
}
E2
# As a build for fuzzing has them: without libFuzzer where it compiles, with it at the end.
check drop_in_clang_compiles "$me_cc" -Werror -O1 -gline-tables-only -fno-omit-frame-pointer \
	-fsanitize=fuzzer-no-link,undefined -fsanitize-coverage=trace-pc-guard,trace-cmp \
	-fsanitize-ignorelist=/absent -Qunused-arguments -fprofile-instr-generate \
	-fcoverage-mapping -fcolor-diagnostics -c fuzzed.c -o fuzzed.o
check drop_in_clang_links "$ME_BUILD/me-c++" -stdlib=libc++ -fsanitize=fuzzer-no-link,undefined \
	-fsanitize=fuzzer fuzzed.o -o fuzzed
check_line drop_in_clang_sanitizes '__ubsan_handle_divrem' "$(nm fuzzed.o > names; echo names)"
check_line drop_in_clang_debug DW_TAG_compile_unit "$(readelf --debug-dump=info fuzzed.o > info 2>&1; echo info)"
check_no_line drop_in_clang_g1 'DW_TAG_formal_parameter' info
mkdir corpus
status=$(status_of fuzzed.log ./fuzzed -seed=1 -runs=20000 corpus)
check_line drop_in_clang_fuzzes '^INFO: me: stop: .* evaluations' fuzzed.log
check_equal drop_in_clang_exit 0 "$status"
check_equal drop_in_no_link 3 "$("$me_cc" -fsanitize=fuzzer-no-link given/main.c -o no_link &&
	status_of no_link.log ./no_link)"
