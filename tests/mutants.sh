#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Mutants of the product: mutants.sh DIRECTORY [NAME...]; mutants.sh --check says which rows
# have no file, no test, or a text that does not stand in the file once, and tries none.
# Of each row of tests/mutants.tsv, or of those whose name is given: in a copy of the tree in
# DIRECTORY/tree the text is replaced in the file, what depends on it is built again, and the
# test is run. A mutant is killed when the test fails. What came goes to DIRECTORY/NAME.log.
# A test called `golden KIND SUBJECT...` is that of tests/golden: what the copy makes of the
# subjects is compared with what it made without the mutant, and has to differ in that kind.
# For each mutant one line, `killed`, `survived`, or why it could not be tried: `not found` (the
# text has to stand in the file once), `not built`. Before the first one the tests that are
# wanted have to pass in the copy. The last line is `N mutants, N killed`; exit 1 unless these
# are equal.
set -u
cd "$(dirname "$0")/.."
if [ "$1" = --check ]; then
	tab=$(printf '\t')
	grep -v '^#' tests/mutants.tsv | while IFS=$tab read -r name file old new test; do
		[ "$(grep -cF -e "$old" "$file" 2> /dev/null)" = 1 ] || echo "$name: not once in $file"
		[ "$new" ] && [ "$new" != "$old" ] || echo "$name: changes nothing"
		case $test in 'golden '*) continue ;; esac
		find tests/unit tests/pipeline tests/shapes -name "$test.c" -o -name "$test.sh" |
			grep -q . || echo "$name: no test $test"
	done
	exit
fi
mkdir -p "$1"
place=$(cd "$1" && pwd) tree=$place/tree
shift
tab=$(printf '\t')

# The tree as it is here, checked in or not, with what is built of it.
copy_tree() {
	mkdir -p "$tree"
	git ls-files --cached --others --exclude-standard | grep -v "^build/" | while IFS= read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done | tar -cf - -T - | tar -xf - -C "$tree"
	[ -d "$tree/build" ] || [ ! -d build/obj ] || {
		mkdir "$tree/build"
		tar -C build -cf - --exclude=./tests/scratch --exclude=./mutants --exclude=./bench \
			--exclude=./versions --exclude=./asan --exclude=./other . | tar -C "$tree/build" -xf -
	}
	mkdir -p "$tree/build/include"
	ln -sfn "$tree/include/me" "$tree/build/include/me"
}

make_tree() { # log target...
	log=$1
	shift
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$tree" -j "$(nproc)" "$@" > "$log" 2>&1
}

# A unit test, which has to be built too, or a script.
source_of() { # test
	case $1 in 'golden '*)
		echo golden
		return
		;;
	esac
	(cd "$tree" && for file in tests/unit/*/"$1".c tests/pipeline/*/"$1".sh tests/shapes/"$1".sh; do
		[ ! -f "$file" ] || echo "$file"
	done)
}

built() { # test log
	case $(source_of "$1") in
	*.c)
		unit=$(source_of "$1")
		make_tree "$2" products "build/${unit%.c}"
		;;
	*.sh|golden) make_tree "$2" products ;;
	*) echo "there is no test $1" > "$2" && return 1 ;;
	esac
}

# Whether what the copy makes of the subjects is as it was at the first call.
golden_passes() { # log kind subject...
	log=$1 kind=$2
	shift 2
	before=$place/golden.$(echo "$*" | tr ' ' .) after=$place/golden.now
	[ -d "$before" ] || after=$before
	ONLY="$*" JOBS=1 sh tests/golden/golden.sh record "$tree/build" "$after" > "$log" 2>&1 &&
		{ sh tests/golden/golden.sh compare "$before" "$after" > "$log" 2>&1 ||
			! grep -q "^  $kind " "$log"; }
}

# Whether the test passes; what it printed goes to the log.
passes() { # test log
	case $1 in 'golden '*)
		golden_passes "$2" ${1#golden }
		return
		;;
	esac
	test=$(source_of "$1")
	mkdir -p "$tree/build/tests/results" "$tree/build/tests/seconds"
	(cd "$tree" && ME_BUILD=build JOBS=1 sh tests/run.sh --one "${test%.c}") > /dev/null 2>&1
	cp "$tree/build/tests/results/$1" "$2" &&
		! grep -aq '^not ok ' "$2" && grep -aq '^ok ' "$2"
}

# replace FILE OLD NEW: false unless the text stands there once.
replace() {
	OLD=$2 NEW=$3 awk 'BEGIN {old = ENVIRON["OLD"]; new = ENVIRON["NEW"]}
		{
			text = $0
			for (rest = text; (at = index(rest, old)) > 0; rest = substr(rest, at + length(old)))
				found++
			if ((at = index(text, old)) > 0)
				text = substr(text, 1, at - 1) new substr(text, at + length(old))
			print text
		}
		END {exit found != 1}' "$1" > "$place/mutated"
}

try() { # name file old new test
	original=$place/original
	cp "$tree/$2" "$original" || return
	if ! replace "$original" "$3" "$4"; then
		echo 'not found'
		return
	fi
	cp "$place/mutated" "$tree/$2"
	if ! built "$5" "$place/$1.log"; then
		echo 'not built'
	elif passes "$5" "$place/$1.log"; then
		echo survived
	else
		echo killed
	fi
	cp "$original" "$tree/$2"
}

rows() { # name...
	if [ $# = 0 ]; then
		grep -v '^#' tests/mutants.tsv
		return
	fi
	for name; do
		awk -F '\t' -v name="$name" '$1 == name {print; found = 1} END {exit !found}' \
			tests/mutants.tsv || echo "$name${tab}?${tab}?${tab}?${tab}?"
	done
}

rows "$@" > "$place/rows"
awk -F '\t' 'NF != 5 || !$4 {print "mutants.sh: " $1 " has not five fields"; bad = 1}
	END {exit bad}' "$place/rows" >&2 || exit 1
copy_tree
rm -rf "$place"/golden.*
cut -f 5 "$place/rows" | sort -u > "$place/tests"
while IFS= read -r test; do
	{ built "$test" "$place/plain.log" && passes "$test" "$place/plain.log"; } < /dev/null || {
		echo "mutants.sh: without a mutant, $test fails or cannot be run: $place/plain.log" >&2
		exit 1
	}
done < "$place/tests"
: > "$place/results"
while IFS=$tab read -r name file old new test; do
	result=$(try "$name" "$file" "$old" "$new" "$test" < /dev/null)
	printf '  %-10s%s (%s, %s)\n' "$result" "$name" "$file" "$test"
	echo "$result" >> "$place/results"
done < "$place/rows"
make_tree "$place/restore.log" products
all=$(wc -l < "$place/rows") killed=$(grep -c '^killed$' "$place/results")
echo "$all mutants, $killed killed"
[ "$all" = "$killed" ] && [ "$all" != 0 ]
