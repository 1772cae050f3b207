#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the default line reports of functions without known faults: Fdlibm's of CoverMe's table,
# and 60 others, those of fdlibm-pointer.tsv and others.tsv and the first of fdlibm-float.tsv. Each
# reported input is made a test by `me emit`, and built without ME, with UBSan: a report is confirmed
# when that test is built, and fails too.
#
# $out/noise.tsv gets a row for each function and seed: reports, and those that are not confirmed. A
# summary is the last line. Exit 1 with more than one that is not confirmed.
# The last part of faults.sh, in whose environment, directory and `out` it runs.
set -eu
tab=$(printf '\t')

rows() {
	TABLE=fdlibm sh bench/subjects/fdlibm.sh list
	{
		TABLE=fdlibm-pointer sh bench/subjects/fdlibm.sh list
		sh bench/subjects/others.sh list
		TABLE=fdlibm-float sh bench/subjects/fdlibm.sh list
	} 2> /dev/null | head -60
}

# In a directory of a session's artifacts: prints how many there are, and how many of their tests
# return in a build without ME.
judge() { # target flags libs
	reports=$(ls | grep -c -E '^(crash|timeout|oom|leak)-') || :
	if [ $reports = 0 ]; then
		echo "0 0"
		return
	fi
	$ME_BUILD/me emit --output=tests $1 $(ls | grep -E '^(crash|timeout|oom|leak)-') > emit.log 2>&1
	# newlib's stdio.h is none of the system's, nor is musl's stdout.
	sed -i '/fflush(stdout);/d' tests/test.c
	set -- "$1" "$(echo "$2" | sed 's/-I\([^ ]*libc.include\)/-idirafter \1/')" "$3"
	(cd $root && $CC -w -g -O0 -I. -fsanitize=undefined,float-cast-overflow -fno-sanitize-recover=all $2 \
		$OLDPWD/tests/test.c $3 -lm -o $OLDPWD/test) || {
		echo "$reports $reports"
		return
	}
	./test > test.log 2>&1 || :
	echo "$reports $(grep -c '^test [0-9]* returns,' test.log || :)"
}

root=$PWD
mkdir -p $out/noise
rows | awk -F'\t' -v names=" ${ONLY:-} " 'names ~ /^ *$/ || index(names, " " $1 " ")' > $out/noise.rows
sh tools/target.sh $out/noise < $out/noise.rows
while IFS=$tab read -r name entry signature source flags libs rest; do
	for seed in $(seq ${SEEDS:-3}); do
		dir=$out/noise/$name/$seed
		rm -rf $dir
		mkdir -p $dir/corpus
		cd $dir
		$out/budget -t $CPU report ../fuzz_target -seed=$seed corpus > log 2>&1 < /dev/null
		printf "$name\t$seed\t%s\t%s\n" $(judge ../fuzz_target "$flags" "$libs")
		cd $root
	done
done < $out/noise.rows > $out/noise.tsv
awk -F'\t' '$3 {print $1 ", seed " $2 ": " $3 " reports, " $4 " not confirmed"}
	{reports += $3; wrong += $4; seen[$1] = 1}
	END {
		for (name in seen)
			functions++
		printf "bench-faults: %d functions without known faults: %d reports, %d not confirmed\n", functions,
			reports, wrong
		exit !functions || wrong > 1
	}' $out/noise.tsv
