#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds a fuzz target of each row that it reads:
#	target.sh DIR < rows
# A row is, by tabs: name, entry (as -fplugin-arg-me-entry= takes it), signature, source,
# flags of the compiler, libraries. The target is DIR/NAME/fuzz_target; one that is newer
# than its source, the plugin and the runtime is left alone.
# Environment: CC; ME_BUILD, where me-cc is (build); V=1 prints the commands.
set -eu
cd "$(dirname "$0")/.."
CC=${CC:-gcc}
ME_BUILD=${ME_BUILD:-build}
export CC
tab=$(printf '\t')

while IFS=$tab read -r name entry signature source flags libs rest; do
	target=$1/$name/fuzz_target
	if [ -f $target ] && [ -z "$(find $source $ME_BUILD/me.so $ME_BUILD/libme.a \
		$ME_BUILD/me bench/subjects/*.tsv -newer $target)" ]; then
		continue
	fi
	mkdir -p $1/$name
	set -- "$1" $ME_BUILD/me-cc -w -g -O0 -fplugin-arg-me-entry=$entry $flags \
		$source $libs -o $target
	if [ -n "${V:-}" ]; then (shift; echo "$@"); fi
	(shift; "$@") || {
		echo "target.sh: $name: not built" >&2
		exit 1
	}
done
