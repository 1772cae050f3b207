#!/bin/bash -eu
# SPDX-License-Identifier: GPL-3.0-or-later
# Fuzz targets for newlib's libm: `pow` and `jn` are typed, fuzz_libm reads bytes. All
# three find the branches of what they call.
cd "$SRC"
CC=${ME_CC_COMMAND:-me-cc}
CXX=${ME_CXX_COMMAND:-me-c++}
LIB_FUZZING_ENGINE=-fsanitize=fuzzer
# GCC's branches are goals as they stand in the source at -O0; the last -O counts.
CFLAGS="$CFLAGS -g -O0 -w -fno-builtin -Inewlib/libc/include -Inewlib/libm/common"
CXXFLAGS="$CXXFLAGS -static-libstdc++ -static-libgcc"

names='e_acos e_asin e_atan2 e_cosh e_exp e_fmod e_hypot e_j0 e_jn e_j1 e_log e_log10 e_pow
	e_rem_pio2 e_remainder e_sinh e_sqrt k_cos k_rem_pio2 k_sin k_tan s_asinh s_atan s_ceil
	s_cos s_erf s_fabs s_floor s_sin s_tan s_tanh'
common='s_copysign s_expm1 s_finite s_isnan s_log1p s_rint s_scalbn s_nan math_err math_errf'
objects=
compile() { # object source [option...]
	local object=$WORK/$1.o source=$2
	shift 2
	$CC $CFLAGS "$@" -c "$source" -o "$object"
	objects="$objects $object"
}
for name in $names; do
	compile $name newlib/libm/math/$name.c
done
for name in $common; do
	[ ! -f newlib/libm/common/$name.c ] || compile $name newlib/libm/common/$name.c
done
echo 'int *__errno_location(void); int *__errno(void) { return __errno_location(); }' \
	> "$WORK/errno.c"
compile errno "$WORK/errno.c"
ar rcs "$WORK/libnewlib.a" $objects

link() { # target object
	$CXX $CXXFLAGS "$2" "$WORK/libnewlib.a" $LIB_FUZZING_ENGINE -lm -o "$OUT/$1"
	# GCC's UBSan names its own copy of libbacktrace __asan_...: no ASan is in it.
	case " $CFLAGS " in
	*fsanitize=address*) ;;
	*) objcopy --wildcard --strip-symbol='__asan_*' "$OUT/$1" ;;
	esac
}
compile fuzz_libm fuzz_libm.c
link fuzz_libm "$WORK/fuzz_libm.o"
for name in pow jn; do
	compile fuzz_$name newlib/libm/math/e_$name.c -fplugin-arg-me-entry=__ieee754_$name
	link fuzz_$name "$WORK/fuzz_$name.o"
done

# The inputs of fuzz_libm: a function's number, and two doubles.
mkdir -p "$WORK/seeds"
printf '\000\000\000\000\000\000\000\360\077\000\000\000\000\000\000\000\100' \
	> "$WORK/seeds/acos"
printf '\014\000\000\000\000\000\000\360\077\000\000\000\000\000\000\000\100' \
	> "$WORK/seeds/pow"
(cd "$WORK/seeds" && zip -q "$OUT/fuzz_libm_seed_corpus.zip" *)
printf '"\\x00\\x00\\xf0\\x3f"\n"\\x00\\x00\\xf0\\x7f"\n' > "$OUT/fuzz_libm.dict"
printf '[libfuzzer]\nmax_len = 64\ndict = fuzz_libm.dict\n\n[asan]\ndetect_leaks = 0\n' \
	> "$OUT/fuzz_libm.options"
