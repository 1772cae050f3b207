#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-interpret: the interpreter of exported GIMPLE against the compiled functions of
# bench/subjects/fdlibm.tsv, RUNS (20000) inputs each, and the encoder's conditions against the
# interpreter, RUNS/10 inputs each in all four rounding modes; a line for each, the number of
# functions that agree in both last. Exit 1 when one does not.
# Environment: CC, ME_BUILD; ONLY, names of functions instead of all.
. "$(dirname "$0")/../base/start.sh"
build=$ME_BUILD
newlib=build/subjects/newlib
out=$build/bench/interpret
runs=${RUNS:-20000}
mkdir -p $out
sh bench/subjects/fdlibm.sh ${ONLY:-}
$CC -O2 -g -D_GNU_SOURCE -I. -Iinclude -o $out/check tests/interpret_check.c \
	$build/obj/prover/ir/*.o $build/obj/prover/executable/*.o $build/obj/tests/interpret/*.o $build/obj/system/*.o -lelf -ldl -lm
$CC -O2 -g -D_GNU_SOURCE -I. -Iinclude -o $out/encode_check tests/encode_check.c \
	$build/obj/prover/ir/*.o $build/obj/prover/executable/*.o $build/obj/tests/interpret/*.o $build/obj/prover/expr/*.o \
	$build/obj/prover/encode/*.o $build/obj/value/*.o $build/obj/mcmc/axis.o $build/obj/system/*.o -lelf -ldl -lm
# What newlib hides is called from outside here.
include="-I$newlib/libc/include -I$newlib/libm/common -D__visibility__(x)=__unused__"
echo 'int *__errno(void); int *__errno_location(void);
int *__errno(void) { return __errno_location(); }' > $out/errno.c
[ -f $out/libplain.so ] ||
	$CC -w -O2 -shared -fPIC -fno-builtin -fno-strict-aliasing -Wl,-Bsymbolic $include \
		$out/errno.c $newlib/libm/math/[eks]_*.c $newlib/libm/common/s_*.c \
		$newlib/libm/common/math_err.c -o $out/libplain.so
sh bench/subjects/fdlibm.sh list ${ONLY:-} > $out/rows
while IFS=$tab read -r name entry signature source flags rest; do
	$CC -w -O0 -shared -fPIC "-D__visibility__(x)=__unused__" $flags $source -o $out/$name.so $out/libplain.so \
		-Wl,-rpath,"$PWD/$out" -lm
	$out/check build/subjects/fdlibm/$name/fuzz_target $name $out/$name.so \
		"$runs" 1 || true
	$out/encode_check build/subjects/fdlibm/$name/fuzz_target $name $out/$name.so \
		$((runs / 10)) 1 || true
done < $out/rows > $out/results
cat $out/results
agree=$(grep ' 0 differ$' $out/results | grep -vc ' 0 conditions' || true)
wanted=$((2 * $(wc -l < $out/rows)))
echo "$agree of $wanted comparisons agree"
[ "$agree" = "$wanted" ]
