#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The part of bench-bytes for parsers: those of parsers.tsv, from an empty corpus, in the same
# CPU time:
#	me		me-cc -fplugin-arg-me-conditions=source
#	libfuzzer	clang -fsanitize=fuzzer
#	profile		the same with -use_value_profile=1
# All at -O1. What is counted are the branches that gcov sees taken, in one build by gcc -O0
# --coverage for all three, by what a contender has left in its corpus; a corpus is replayed
# by replay.c. build/bench/parsers.tsv has a row for each run; the table of means is printed,
# and a summary as the last line. Exit status 1 where ME is not above both.
# Environment: CC, ME_BUILD; SEEDS (5); CPU, seconds for each run (25); ONLY, names of
# parsers instead of all.
. "$(dirname "$0")/../base/start.sh"
case $ME_BUILD in /*) ;; *) ME_BUILD=$PWD/$ME_BUILD ;; esac
SEEDS=${SEEDS:-5}
CPU=${CPU:-25}
out=$PWD/build/bench/parsers
root=$PWD

# Sets package, sources and flags of a parser.
row() { # name
	line=$(grep "^$1\.c*$tab" bench/bytes/parsers.tsv) || fail "$1: no such parser"
	target=$root/bench/bytes/${line%%"$tab"*}
	package=$(echo "$line" | cut -f2)
	sources=$(echo "$line" | cut -f3)
	flags=$(echo "$line" | cut -f4)
	[ "$package" != - ] || { sources= flags=; return 0; }
	directory=$root/$(sh bench/subjects/others.sh unpack "$package" | tail -n 1)
	sources=$(echo "$sources" | sed "s,@,$directory,g")
	flags=$(echo "$flags" | sed "s,@,$directory,g")
}

build() { # name
	row $1
	mkdir -p $out/$1/gcov
	case $target in
	*.cc) ours=me-c++ clang=clang++ plain=$(echo "$CC" | sed 's/gcc/g++/') language='-x c++' ;;
	*) ours=me-cc clang=clang plain=$CC language= ;;
	esac
	$ME_BUILD/$ours -w -g -O1 -fplugin-arg-me-conditions=source $flags $target $sources -lm -o $out/$1/me > $out/$1/log 2>&1 &&
		$clang -w -g -O1 -fsanitize=fuzzer $flags $target $sources -lm \
			-o $out/$1/libfuzzer >> $out/$1/log 2>&1 &&
		(cd $out/$1/gcov && $plain -w -g -O0 -c -D_GNU_SOURCE $language \
			$root/bench/bytes/replay.c -o replay.o &&
			for source in $target $sources; do
				$plain -w -g -O0 --coverage $flags -c $source || exit
			done && $plain --coverage *.o -lm -o replay) >> $out/$1/log 2>&1 ||
		fail "$1: not built: $(tail -n 3 $out/$1/log)"
}

run() { # name contender seed
	dir=$out/$1/$2.$3 binary=../$2 more=
	[ $2 != profile ] || { binary=../libfuzzer more=-use_value_profile=1; }
	rm -rf $dir
	mkdir -p $dir/corpus
	(cd $dir && status=0 &&
		../../limit $CPU $binary -seed=$3 $more corpus > log 2>&1 < /dev/null || status=$?
	echo $status > status)
}

# Branches that are taken, and all.
count() { # name directory
	(cd $out/$1/gcov && rm -f *.gcda && ./replay $2 > /dev/null 2>&1 &&
		for file in *.gcda; do gcov -b -c -t $file 2> /dev/null; done |
		awk '/^branch/ {all++; taken += $3 == "taken" && $4 > 0}
			END {print taken + 0 "\t" all + 0}')
}

for name in ${ONLY:=$(grep -v '^#' bench/bytes/parsers.tsv | sed 's/\..*//')}; do
	row $name
done
rm -rf $out
mkdir -p $out
$CC -O2 -std=gnu11 -Wall -Wextra -D_GNU_SOURCE -o $out/limit bench/base/limit.c
printf 'parser\tcontender\tseed\tbranches\tstatus\tall\n' > $out.tsv
for name in $ONLY; do
	build $name
	for seed in $(seq $SEEDS); do
		for contender in me libfuzzer profile; do
			run $name $contender $seed
			counts=$(count $name $out/$name/$contender.$seed/corpus) ||
				fail "$name: the corpus of $contender, seed $seed, cannot be replayed"
			printf "$name\t$contender\t$seed\t%s\t%s\t%s\n" "${counts%"$tab"*}" \
				"$(cat $out/$name/$contender.$seed/status)" "${counts#*"$tab"}" >> $out.tsv
			rm -r $out/$name/$contender.$seed/corpus
		done
	done
done
awk -F'\t' -f bench/bytes/parsers.awk $out.tsv
