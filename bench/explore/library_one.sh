#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# One function of part_library.sh: library_one.sh FILE FUNCTION; the row is the file
# $work/FUNCTION/row. Environment: $work, $package, $build, $me, $KEEP and what
# part_library.sh has, as there.
set -eu
file=$1 name=$2
dir=$work/$name
[ "${KEEP:-0}" != 1 ] || [ ! -s $dir/row ] || exit 0
. bench/base/json.sh
rm -rf $dir
mkdir -p $dir
# The macros are configure's, where doubles are not kept in longer registers.
flags="-DGSL_COERCE_DBL(x)=(x) -DHAVE_IEEE_COMPARISONS=1"
flags="$flags -I$package/me -I$package -I$package/${file%/*}"

compile() { # entry option...
	entry=$1
	shift
	$build/me-cc -g -O0 "-fplugin-arg-me-entry=$entry" $flags $package/$file "$@"
}

# A row of a function that is not explored: name, `refused` or `broken`, why.
refuse() { # what log
	printf '%s\t%s\t%s\n' $name $1 "$(sed -n 's/.*error: //p' $2 | head -n 1 | tr '\t' ' ')" > $dir/row
	exit 0
}

compile $name -c -o $dir/one.o > $dir/notes 2>&1 || {
	grep -q 'plugin me: entry .* cannot be driven' $dir/notes && refuse refused $dir/notes
	refuse broken $dir/notes
}
proposed=$(sed -n "s/.*plugin me: if .* write [^ ]*entry=\([A-Za-z_0-9,:()]*\).*/\1/p" $dir/notes | head -n 1)
compile "${proposed:-$name}" -w $work/gsl_errors.o -lgsl -lgslcblas -lm -o $dir/fuzz_target \
	> $dir/notes 2>&1 || refuse broken $dir/notes
rm -f $dir/one.o
goals=$($dir/fuzz_target --goals | grep -c '"kind":"goal".*"scope":true' || true)

explore() { # method seed
	rm -rf $dir/c $dir/c.me
	mkdir $dir/c
	$work/budget -t ${SECONDS_EACH:-60} $dir/report "$me" explore --json --until-covered --seed=$2 \
		--solve=$1 --timeout=${TIMEOUT:-20} --solvers=${SOLVERS:-cvc5,z3} $dir/fuzz_target $dir/c \
		> $dir/$1.$2.json 2> $dir/$1.$2.err < /dev/null || true
	awk -v OFS='\t' -v name=$name -v method=$1 -v seed=$2 -v goals=$goals \
		-v report="$(cat $dir/report)" "$json"'
		/"kind":"verdict"/ && member("verdict") == "covered" && !(member("goal") in met) {
			met[member("goal")] = 1
			covered++
		}
		/"kind":"summary"/ {
			found = 1
			kinds = "invoked solved timeouts failed fixed diverged lost refuted ended"
			for (i = split(kinds, kind, " "); i > 0; i--)
				value[i] = member(kind[i])
			match($0, /"types":{[^}]*}/)
			types = substr($0, RSTART + 9, RLENGTH - 10)
			match($0, /"operators":{[^}]*}/)
			operators = substr($0, RSTART + 13, RLENGTH - 14)
		}
		END {
			print name, method, goals, covered + 0, report, value[1] + 0, value[2] + 0, value[3] + 0,
				value[4] + 0, value[5] + 0, value[6] + 0, value[7] + 0, value[8] + 0,
				value[9] + 0, found ? types : "-", found ? operators : "-", seed
		}' $dir/$1.$2.json
}

for seed in $(seq ${SEEDS:-1}); do
	for method in ${METHODS:-smt smt+avm smt+es}; do
		explore $method $seed
	done
done > $dir/rows
mv $dir/rows $dir/row
rm -rf $dir/c $dir/c.me $dir/fuzz_target
