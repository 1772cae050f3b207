# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin in a GCC of another version, and objects of another version of ours in one
# link: each says what is wrong.
. "$ME_ROOT/tests/check.sh"

echo 'int f(int x) { if (x == 3) return 1; return 0; }' > f.c
version=$("$CC" -dumpfullversion)

# A compiler of another version, made by a plugin that takes itself for another one's and
# calls a function that this one does not have.
other=$(echo "$version" | sed 's/^../98/')
function=$(nm -D --undefined-only "$ME_BUILD/me.so" | sed -n 's/.* \(_Z[0-9]*gsi_for_stmt[A-Za-z0-9_]*\)$/\1/p')
check_line other_function_known gsi_for_stmt "$(echo "$function" > function; echo function)"
sed "s/$version/$other/g; s/gsi_for_stmt/gsi_fro_stmt/g" "$ME_BUILD/me.so" > me.so
refused() { # name command...
	refused=$1
	shift
	check_equal "other_exit_$refused" 1 "$(status_of "$refused.log" "$@")"
	check_line "other_says_$refused" \
		"error: plugin me was built for GCC [0-9.]*, this is GCC [0-9.]*; rebuild it with .make CC=gcc-[0-9]+" \
		"$refused.log"
	check_no_line "other_says_nothing_else_$refused" 'undefined symbol|internal compiler' "$refused.log"
}
refused patched "$CC" -fplugin=./me.so -c f.c -o f.o
check_line other_versions "built for GCC $other, this is GCC $version; .*CC=gcc-${version%%.*}" \
	patched.log

# And those that are installed.
tried=
for compiler in gcc-9 gcc-10 gcc-11 gcc-12 gcc-13 gcc-14 gcc-15; do
	command -v $compiler > /dev/null || continue
	[ "$($compiler -dumpfullversion)" != "$version" ] || continue
	tried=1
	refused $compiler $compiler -fplugin="$ME_BUILD/me.so" -c f.c -o f.o
	refused me-cc_$compiler env ME_CC=$compiler "$me_cc" -fplugin-arg-me-entry=f f.c -o f
done
[ "$tried" ] || skip other_installed 'no other GCC is here'

# Weak symbols let every version load the plugin: so it is tested here that the compilers
# that it is for have all of them, but those of one language that the plugin tests for.
for program in cc1 cc1plus f951 lto1; do
	file=$("$CC" -print-prog-name=$program)
	[ -x "$file" ] || { skip other_symbols_$program "there is no $program"; continue; }
	nm -D --defined-only "$file" > program.names
	for library in libc.so.6 libstdc++.so.6; do
		nm -D --defined-only "$("$CC" -print-file-name=$library)"
	done | cat - program.names | sed 's/.* //; s/@.*//' | sort > defined
	nm -D --undefined-only "$ME_BUILD/me.so" | sed 's/.* //' |
		grep -Ev '@|^(_ITM_.*|__gmon_start__|__cxa_finalize|__[at]san.*|__ubsan.*)$' | sort > wanted
	check other_symbols_known test -s wanted
	check_equal other_symbols_$program '' "$(comm -23 wanted defined |
		grep -vx -e parse_in -e '_Z14type_as_stringP9tree_nodei' -e '_Z10cpp_defineP10cpp_readerPKc' -e cpp_define -e _Z9mark_usedP9tree_node \
			-e _Z11mark_neededP9tree_node -e _Z13complete_typeP9tree_node)"
done

# ---- objects of another ABI

echo 'extern const unsigned __me_abi_99; const unsigned *const wanted_abi = &__me_abi_99;' > old.c
"$CC" -c old.c -o old.o
check_equal abi_exit 1 "$(status_of abi.log "$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c old.o -o f)"
check_line abi_says 'undefined reference to .__me_abi_99' abi.log
"$me_cc" -g -O0 -fplugin-arg-me-entry=f -c f.c -o f.o
name=__me_abi_$(sed -n 's/^#define ME_ABI \([0-9]*\)$/\1/p' "$ME_ROOT/include/me/abi.h")
check_line abi_of_units " U ${name}_entry\$" "$(nm f.o > f.names; echo f.names)"
