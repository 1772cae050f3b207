#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The torture: torture.sh DIRECTORY [OPTION=VALUE]...
# Unpacks GCC's own tests, runs those asked for (torture.c has the options) with results
# in DIRECTORY, and reports on all results that DIRECTORY has of this me.so. Exit 1 when
# the plugin made a difference.
# Environment: CC, ME_BUILD.
set -eu
cd "$(dirname "$0")/../.."
CC=${CC:-gcc}
build=$(cd "$ME_BUILD" && pwd)
mkdir -p "$1"
directory=$(cd "$1" && pwd)
shift

suite=$(sh tests/torture/unpack.sh)

"$CC" -O2 -Iinclude -c tests/torture/hooks.c -o "$directory/hooks.o"
# A build in the meantime does not change what is under test.
cp "$build/me.so" "$directory/me.so"
name_of() { # file...: of what is in them
	cat "$@" | sha1sum | cut -c1-12
}
base=$("$CC" -dumpfullversion)-$(name_of tests/torture/measure.c tests/torture/job.c \
	tests/torture/suite.c)
key=$(name_of "$directory/me.so" "$directory/hooks.o" tests/torture/trial.c \
	tests/torture/unsteady.c)-$base
nice "$build/tests/torture" "$suite" "$directory/me.so" "$directory" "$key" "$base" cc="$CC" "$@"
awk -v key="$key" -f tests/torture/report.awk "$directory/results.tsv"
