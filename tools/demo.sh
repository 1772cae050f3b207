#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make demo: four functions of Fdlibm, from their source to a table of branches; of the last
# one a branch is open, which `me prove` decides where solvers are installed.
# Environment: CC, ME_BUILD (where me-cc and me are), as in the Makefile.
set -eu
cd "$(dirname "$0")/.."
CC=${CC:-gcc}
ME_BUILD=${ME_BUILD:-build}
export CC ME_BUILD
demo=build/demo

say() { # command... printed, then run
	echo "\$ $*"
	"$@"
}

rm -rf $demo
mkdir -p $demo
functions='__ieee754_acos __ieee754_fmod tanh __ieee754_exp'
sh bench/subjects/fdlibm.sh list $functions | V=1 sh tools/target.sh $demo
for function in $functions; do
	echo
	cd $demo/$function
	mkdir corpus
	echo "\$ cd $demo/$function && mkdir corpus && ./fuzz_target corpus"
	if ! ./fuzz_target corpus > log 2>&1; then
		cat log
		exit 1
	fi
	grep '^INFO: me:' log | tail -n 3
	cd ../../..
	say $ME_BUILD/me cover $demo/$function/fuzz_target $demo/$function/corpus
done
echo
say $ME_BUILD/me prove $demo/__ieee754_exp/fuzz_target $demo/__ieee754_exp/corpus ||
	echo "without solvers: open branches have no verdict"
echo
echo "The inputs that were found, as calls:"
say $ME_BUILD/me show $demo/__ieee754_acos/fuzz_target $demo/__ieee754_acos/corpus
