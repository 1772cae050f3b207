#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-cost: what the hooks cost the functions of bench/subjects/fdlibm.tsv (cost.c says what
# is timed). Each is built -O2 in four ways, from the same source with the same flags:
#	plain	CC
#	hooked	me-cc with entry=, as a typed target has it
#	clang	clang
#	fuzzer	clang -fsanitize=fuzzer
# The corpus is what the search leaves with -seed=1. Results: build/bench/cost.tsv.
# Environment: CC, ME_BUILD; ONLY, names of functions instead of all.
. "$(dirname "$0")/../base/start.sh"
out=build/bench/cost
# clang's limits.h goes on to glibc's, which wants more of features.h than newlib's has.
limits='-D__GLIBC_USE(feature)=0'

# One build: the thunk and the function in one object that shows the thunk alone, so that
# all builds fit into one process.
build() { # how compiler...
	how=$1
	shift
	keep="--keep-global-symbol=call_$how"
	"$@" -w -O2 $flags -c $source -o $dir/$how.subject.o
	ld -r -o $dir/$how.o $dir/call.o $dir/$how.subject.o
	objcopy --redefine-sym plain_call=call_$how $keep $dir/$how.o
}

# The hooks' runtime as libme.a has it, with a main of its own. References to hooks are
# weak, and take no member out of an archive.
link_cost() {
	$CC -o $dir/cost $out/cost.o $dir/plain.o $dir/hooked.o $dir/clang.o $dir/fuzzer.o \
		-Wl,-u,__me_compare $libs $out/harness.a "$(sh tools/libfuzzer.sh)" -lstdc++ -lm -lrt -lpthread -ldl
}

make_corpus() {
	rm -rf $dir/corpus
	mkdir -p $dir/corpus
	build/subjects/fdlibm/$name/fuzz_target -seed=1 $dir/corpus > $dir/corpus.log 2>&1
}

is_new() { # nothing that the builds and the corpus are made of is newer
	[ -f $dir/corpus.log ] && [ -z "$(find $source $ME_BUILD/me.so $ME_BUILD/libme.a \
		bench/subjects/call.awk bench/plugin/cost.sh bench/subjects/fdlibm.tsv -newer $dir/corpus.log)" ]
}

measure() {
	printf 'function\tplain_ns\tclosed_ns\tclosed_ratio\topen_ns\topen_ratio\tclang_ns\t'
	printf 'clang_fuzzer_ns\tclang_fuzzer_ratio\tpreparing_ns_not_in_ratios\n'
	while IFS=$tab read -r name entry signature source flags libs rest; do
		dir=$out/$name
		mkdir -p $dir
		if ! is_new; then
			echo "$signature" | awk -v name=$name -f bench/subjects/call.awk > $dir/call.c
			$CC -w -O2 -fno-builtin -I. -c $dir/call.c -o $dir/call.o
			build plain $CC
			build hooked $ME_BUILD/me-cc --any-O -fplugin-arg-me-entry=$entry
			build clang clang "$limits"
			build fuzzer clang "$limits" -fsanitize=fuzzer-no-link
			make_corpus
		fi
		link_cost
		$dir/cost $name $dir/corpus
	done < $out.rows
}

mkdir -p $out
sh bench/subjects/fdlibm.sh list ${ONLY:-} > $out.rows
sh tools/target.sh build/subjects/fdlibm < $out.rows
rm -f $out/harness.a
ar qcs $out/harness.a $(ls $ME_BUILD/pic/harness/*/*.o | grep -v -e /main.o -e /start.o) \
	$ME_BUILD/pic/value/*.o $ME_BUILD/pic/mcmc/*.o $ME_BUILD/pic/corpus/files/*.o $ME_BUILD/pic/system/*.o
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -I. -Iinclude -c bench/plugin/cost.c -o $out/cost.o
measure > build/bench/cost.tsv
awk -F'\t' -f bench/plugin/cost.awk build/bench/cost.tsv
