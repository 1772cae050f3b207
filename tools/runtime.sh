#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes libme.a, or with --replay libme-replay.a:
#	runtime.sh [--replay] OUT MEMBER... -- OBJECT...	each MEMBER stays one of its own
#
# The subject may define log, memcmp or alarm, and nothing of ours may call it. So our
# objects, GSL, libbacktrace and libFuzzer (of the replay: libgcov) are joined into one object, and
# what they call of libm, and of libc's functions with names that a program may well use, is
# renamed to __me_libc_NAME: a jump through a pointer that is set from libm.so and libc.so
# themselves at start.
set -eu
replay=
if [ "$1" = --replay ]; then
	replay=1
	shift
fi
out=$1
shift
members=
while [ "$1" != -- ]; do
	members="$members $1"
	shift
done
shift
dir=$(dirname "$out")/runtime$replay
: "${CC:=gcc}"
gsl=$($CC -print-file-name=libgsl.a)
cblas=$($CC -print-file-name=libgslcblas.a)
backtrace=$($CC -print-file-name=libbacktrace.a)
libm=$($CC -print-file-name=libm.so.6)

mkdir -p "$dir"
if [ "$replay" ]; then
	ld -r -o "$dir/all.o" "$@" --whole-archive "$($CC -print-file-name=libgcov.a)"
else
	# libFuzzer by itself first: its files go through harness/libfuzzer/wholefile.c, its child
	# processes through harness/libfuzzer/fork.c, what it prints through harness/libfuzzer/statistics.c,
	# its tables are made by harness/libfuzzer/run_processes.c.
	libfuzzer=$(sh "$(dirname "$0")/libfuzzer.sh")
	ld -r -o "$dir/libfuzzer.o" --whole-archive "$libfuzzer"
	objcopy --redefine-sym fopen=__me_whole_fopen --redefine-sym fclose=__me_whole_fclose \
		--redefine-sym unlink=__me_whole_unlink \
		--redefine-sym _Exit=__me_libfuzzer_exit --redefine-sym system=__me_fork_system \
		--redefine-sym vfprintf=__me_fuzzer_vfprintf --redefine-sym _Znwm=__me_fuzzer_new \
		--redefine-sym memset=__me_fuzzer_memset \
		--redefine-sym __vfprintf_chk=__me_fuzzer_vfprintf_chk \
		--weaken-symbol=main "$dir/libfuzzer.o"
	# What a user may define is called by harness/libfuzzer/user.c, and his main() calls ours.
	objcopy --redefine-sym LLVMFuzzerCustomMutator=__me_mutate \
		--redefine-sym LLVMFuzzerInitialize=__me_initialize \
		--redefine-sym __sanitizer_symbolize_pc=__me_symbolize_pc \
		--redefine-sym LLVMFuzzerRunDriver=__me_libfuzzer_run "$dir/libfuzzer.o"
	# Its artifacts go through harness/libfuzzer/failure.c: calls of DumpCurrentUnit lead there,
	# where the function itself has another name.
	redirect() { # function symbol original ours
		at=$(objdump -t "$dir/libfuzzer.o" | awk -v name=$2 '$NF == name && / F / {
			split(substr($0, index($0, " F ") + 3), at); print at[1] ":0x" $1}')
		if [ ! "$at" ]; then
			echo "runtime.sh: $libfuzzer has no $1: this version of libFuzzer is not supported" >&2
			exit 1
		fi
		objcopy --add-symbol $3="$at",function,global --redefine-sym $2=$4 "$dir/libfuzzer.o"
		objcopy --weaken-symbol=$4 "$dir/libfuzzer.o"
	}
	redirect Fuzzer::DumpCurrentUnit _ZN6fuzzer6Fuzzer15DumpCurrentUnitEPKc \
		__me_libfuzzer_dump __me_failure_dump
	# It is called for each input that libFuzzer keeps: harness/bytes/mutation.c.
	redirect MutationDispatcher::RecordSuccessfulMutationSequence \
		_ZN6fuzzer18MutationDispatcher32RecordSuccessfulMutationSequenceEv \
		__me_libfuzzer_record __me_kept_record
	# The table of its flags, by which harness/main/harness_options.c reads the command line: its
	# begin and its end, since the address of an absolute symbol is moved by gold.
	name_flags() { # section start size
		objcopy --add-symbol __me_libfuzzer_flags="$1:$2",object,global \
			--add-symbol __me_libfuzzer_flags_end="$1:$(($2 + $3))",object,global "$dir/libfuzzer.o"
	}
	flags=$(objdump -t "$dir/libfuzzer.o" | awk '$NF ~ /FlagDescriptions/ && / O / {
		split(substr($0, index($0, " O ") + 3), at); print at[1], "0x" $1, "0x" at[2]}')
	[ ! "$flags" ] || name_flags $flags
	ld -r -o "$dir/all.o" "$@" "$dir/libfuzzer.o" --start-group "$gsl" "$cblas" \
		"$backtrace" --end-group
fi

# What is undefined in it and defined by libm, or is one of these.
nm -D --defined-only "$libm" | awk '{sub(/@.*/, "", $3); print $3}' | grep -v '^_' | sort -u >"$dir/libm"
cp "$dir/libm" "$dir/redirect"
for f in memcpy memmove memset memcmp memchr memmem memrchr strlen strnlen strcmp strncmp \
	strcasecmp strncasecmp strstr strcasestr strchr strrchr strcpy strncpy strcat strncat \
	strspn strcspn strpbrk strtol strtoul strtoll strtoull strtod strtof strtold atoi atol atoll \
	isalpha isdigit isalnum isspace isprint isxdigit islower isupper tolower toupper \
	qsort bsearch strdup strndup strerror access alarm close dirname dup dup2 fcntl fstat ftruncate \
	getitimer getline getpid getppid gettid initstate kill lseek lstat mkdir nanosleep open pause poll pread raise random \
	read readlink recv rename rmdir setitimer setrlimit setstate setvbuf sleep stat unlink usleep wait waitpid write; do
	echo $f
done >>"$dir/redirect"
sort -u "$dir/redirect" -o "$dir/redirect"
nm -u "$dir/all.o" | awk '{print $2}' | sort -u | comm -12 - "$dir/redirect" >"$dir/names"

awk '{print $1, "__me_libc_" $1}' "$dir/names" >"$dir/map"
# Our messages have a stream of their own, see harness/program/quiet.h.
echo "stderr __me_stderr" >>"$dir/map"
# What libgcov has for the objects of the twin is hidden, but has to stay to be found.
localize=--localize-hidden
[ ! "$replay" ] || localize=
objcopy --redefine-syms="$dir/map" --wildcard $localize \
	--localize-symbol='gsl_*' --localize-symbol='cblas_*' --localize-symbol='backtrace_*' \
	--localize-symbol='__backtrace*' "$dir/all.o" "$dir/me.o"

# The jumps: until the pointers are set they lead to whatever the program has. It need
# not be linked with libm: libstdc++ brings that along.
{
	echo '/* Made by tools/runtime.sh. */'
	echo '#include <dlfcn.h>'
	echo '#include <elf.h>'
	echo '#include <stdio.h>'
	echo '__attribute__((visibility("hidden"))) FILE *__me_stderr;'
	awk '{
		printf "extern char me_libc_%s __asm__(\"%s\");\n", $1, $1
		printf "__attribute__((visibility(\"hidden\"))) void *me_pointer_%s = &me_libc_%s;\n", $1, $1
		printf "__asm__(\".text\\n.globl __me_libc_%s\\n.hidden __me_libc_%s\\n.type __me_libc_%s,@function\\n", $1, $1, $1
		printf "__me_libc_%s:\\n\\tjmp *me_pointer_%s(%%rip)\\n\");\n", $1, $1
	}' "$dir/names"
	comm -12 "$dir/names" "$dir/libm" | sed 's/.*/__asm__(".weak &");/'
	echo 'static void set(void *library, const char *name, void **pointer)'
	echo '{ void *found = library ? dlsym(library, name) : 0; if (found) *pointer = found; }'
	# In a program that is linked statically a second libc would be loaded, with a heap of its
	# own: what its strdup() or getline() allocates cannot be freed by the program'"'"'s free().
	echo 'extern const Elf64_Ehdr __ehdr_start __attribute__((weak, visibility("hidden")));'
	echo 'static int is_static(void)'
	echo '{'
	echo '	if (!&__ehdr_start) return 0;'
	echo '	const Elf64_Phdr *p = (const void *)((const char *)&__ehdr_start + __ehdr_start.e_phoff);'
	echo '	for (int i = 0; i < __ehdr_start.e_phnum; i++) if (p[i].p_type == PT_INTERP) return 0;'
	echo '	return 1;'
	echo '}'
	echo '__attribute__((constructor(101))) static void me_libc_init(void)'
	echo '{'
	echo '	__me_stderr = stderr;'
	echo '	if (is_static()) return;'
	echo '	void *c = dlopen("libc.so.6", RTLD_LAZY), *m = dlopen("libm.so.6", RTLD_LAZY);'
	awk '{printf "\tset(c, \"%s\", &me_pointer_%s);\n\tset(m, \"%s\", &me_pointer_%s);\n", $1, $1, $1, $1}' "$dir/names"
	echo '}'
	echo 'int me_libc_calls __attribute__((visibility("hidden")));'
} >"$dir/libc_calls.c"
$CC -O2 -fPIC -fno-builtin -c "$dir/libc_calls.c" -o "$dir/libc_calls.o"
# All of its code lies in one section, by which the prover knows it (prover/executable/executable.c).
echo 'SECTIONS { me_runtime : { *(.text .text.*) } }' >"$dir/sections"
ld -r --force-group-allocation -T "$dir/sections" -o "$dir/whole.o" "$dir/me.o" "$dir/libc_calls.o"
own=
for member in $members; do
	ld -r -T "$dir/sections" -o "$dir/${member##*/}" "$member"
	own="$own $dir/${member##*/}"
done

# A program that is linked statically has no other libm than its own: -u __me_libm.
{
	comm -12 "$dir/names" "$dir/libm" | sed 's/.*/extern char me_libc_& __asm__("&");/'
	echo 'const void *const __me_libm[] = {'
	comm -12 "$dir/names" "$dir/libm" | sed 's/.*/\t\&me_libc_&,/'
	echo '};'
} >"$dir/libm.c"
$CC -O2 -fPIC -fno-builtin -c "$dir/libm.c" -o "$dir/libm.o"

# What a target consists of beside its main(). Where the user has no such function, a
# member of the archive stands in for it; that it does is told by a second symbol.
absent=
for name in TestOneInput Initialize CustomMutator; do
	printf 'void LLVMFuzzer%s(void);\nvoid LLVMFuzzer%s(void) {}\nconst char __me_no_%s = 1;\n' \
		$name $name $name >"$dir/no_$name.c"
	$CC -O2 -fPIC -c "$dir/no_$name.c" -o "$dir/no_$name.o"
	absent="$absent $dir/no_$name.o"
done
rm -f "$out"
ar rcs "$out" "$dir/whole.o" $own "$dir/libm.o" $absent
