#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Unpacks GCC's own tests, which are the same for all builds, and prints where they are.
set -eu
cd "$(dirname "$0")/../.."
source=$(ls /usr/src/gcc-*/gcc-*.tar.xz | head -n 1)
top=$(basename "$source" | sed 's/\(gcc-[0-9.]*[0-9]\).*/\1/')
suite=$PWD/build/torture/$top/gcc/testsuite
if [ ! -e "$suite/.unpacked" ]; then
	mkdir -p build/torture
	tar -xf "$source" -C build/torture "$top/gcc/testsuite"
	: > "$suite/.unpacked"
fi
echo "$suite"
