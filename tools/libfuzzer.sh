#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the path of libFuzzer, 14 or newer: the newest libclang_rt.fuzzer_no_main, else
# the newest libFuzzer.a. LIBFUZZER=PATH in the environment overrides it.
if [ -n "${LIBFUZZER:-}" ]; then
	echo "$LIBFUZZER"
	exit 0
fi
machine=$(uname -m)
for v in 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14; do
	for f in /usr/lib/llvm-$v/lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-$machine.a \
		/usr/lib/llvm-$v/lib/clang/*/lib/*/libclang_rt.fuzzer_no_main.a \
		/usr/lib/llvm-$v/lib/libFuzzer.a; do
		[ -f "$f" ] && echo "$f" && exit 0
	done
done
echo "libfuzzer.sh: no libFuzzer 14 or newer found (package libclang-rt-14-dev)" >&2
exit 1
