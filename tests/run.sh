#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The test runner of `make check`:
#	run.sh [NAME...]	all tests, or those whose name is given
# Tests are the programs of tests/unit/*/*_test.c, which the Makefile builds, and the
# scripts of tests/pipeline/*/ and tests/shapes. A test's name is that of its file. Each
# prints one line for each thing tested,
#	ok NAME
#	not ok NAME: FILE:LINE: why
#	SKIP NAME: why it cannot be tested here
# and runs in an empty directory of its own, with ME_ROOT (the tree), ME_BUILD (what was
# built; both absolute) and CC. Scripts are read by bash, which knows the line of each
# call. A test that dies, hangs (half an hour), or prints no such line has failed.
# The longest tests begin first, as tests/weights has it; FIRST='PATTERN...' begins with the
# tests whose names match one of these shell patterns.
# Environment: JOBS, how many tests run at once (one more than there are processors, since
# many tests wait); SLICE=I/K, only the I-th of each K tests, in alphabetical order of their
# files; UNTIL=SECONDS of the clock (date +%s), after which no test begins: those that are left are
# skipped, other ones for each TURN=N, with which only the very long ones come first; KEEP=1: the
# directories of tests that passed stay too (together several gigabytes).
# Of each test that failed, the directory, what failed, and the end of its output are printed.
# Targets are linked by gold where it is installed, in a third of the CPU time; scripts about the
# compiler or the tree, and those that link libraries or have options for the linker, use the
# compiler's own.
# The ten slowest tests are listed at the end. The last line is `N passed, N failed`, and
# `N passed, N failed, N skipped` when any are skipped; exit 1 when any failed.
set -u
cd "$(dirname "$0")/.."
ME_ROOT=$PWD
ME_BUILD=${ME_BUILD:-build}
case $ME_BUILD in /*) ;; *) ME_BUILD=$ME_ROOT/$ME_BUILD ;; esac
CC=${CC:-gcc}
JOBS=${JOBS:-$(($(nproc) + 1))}
export ME_ROOT ME_BUILD CC JOBS
results=$ME_BUILD/tests/results
# What tests print may be in any encoding.
grep() { LC_ALL=C command grep -a "$@"; }
scratch=$ME_BUILD/tests/scratch
seconds=$ME_BUILD/tests/seconds

# Runs one test; leaves its lines and, last, what the runner has to say.
one() {
	name=$(basename "${1%.sh}")
	if [ "${UNTIL:-}" ] && [ "$(date +%s)" -ge "$UNTIL" ]; then
		echo "SKIP $name: there was no time left" > "$results/$name"
		printf '  %-8s%s\n' SKIP "$name"
		return
	fi
	case $1 in # echo as in every other sh
	*.sh)
		case $1 in tests/pipeline/compiler/* | tests/pipeline/repository/*) ;; *)
			grep -Eq -e '-Wl,|-shared' "$1" || export COMPILER_PATH="$ME_BUILD/tests/linker" ;;
		esac
		set -- bash -O xpg_echo "$ME_ROOT/$1"
		;;
	*) set -- "$ME_BUILD/$1" ;;
	esac
	rm -rf "${scratch:?}/$name"
	mkdir -p "$scratch/$name"
	out=$results/$name
	start=$(date +%s%N)
	if [ "$1" != bash ] && [ ! -x "$1" ]; then
		cat "$ME_BUILD/tests/build.log" > "$out"
		echo "not ok $name: it was not built" >> "$out"
	else
		(unset SLICE UNTIL TURN FIRST KEEP # a test that runs tests has its own
		cd "$scratch/$name" && exec timeout -k 5 1800 "$@") > "$out" 2>&1 < /dev/null
		judge $? >> "$out"
	fi
	took=$((($(date +%s%N) - start) / 100000000))
	times > "$seconds/$name" # the second line: of the processes that were waited for
	cpu=$(awk 'NR == 2 {gsub(/[ms]/, " "); printf "%.0f", 600 * ($1 + $3) + 10 * ($2 + $4)}' \
		"$seconds/$name")
	echo "$took $cpu $name" > "$seconds/$name"
	if grep -q '^not ok ' "$out"; then mark=FAIL; elif grep -q '^ok ' "$out"; then
		mark=ok
	else
		mark=SKIP
	fi
	# What failed is to be looked at; the rest would fill a small disk.
	if [ $mark != FAIL ] && [ -z "${KEEP:-}" ]; then
		chmod -R u+rwX "$scratch/$name" 2> /dev/null
		rm -rf "${scratch:?}/$name"
	fi
	printf '  %-8s%s\n' $mark "$name"
}

judge() { # exit status
	case $1 in
	0)
		grep -Eq '^((not )?ok|SKIP) ' "$out" || echo "not ok $name: it printed no result"
		;;
	124) echo "not ok $name: stopped after 1800 s" ;;
	137) echo "not ok $name: killed (SIGKILL; after 1800 s?)" ;;
	*) grep -q '^not ok ' "$out" || echo "not ok $name: exit status $1" ;;
	esac
}

# The tests of the slice, those of FIRST before others, the longest before others.
list() {
	list_all "$@" | awk -v slice="${SLICE:-1/1}" -v turn="${TURN:-0}" '
		BEGIN {split(slice, part, "/")}
		++number % part[2] == part[1] % part[2] {test[n++] = $0}
		END {for (i = 0; i < n; i++) print test[(i + 61 * turn) % n]}' | while read -r test; do
		name=${test##*/} rank=1
		name=${name%.sh}
		set -f
		for pattern in ${FIRST:-}; do
			case $name in $pattern) rank=0 ;; esac
		done
		set +f
		echo "$rank $name $test"
	done | awk -v least="${TURN:+20}" '
		BEGIN {
			while ((getline line < "tests/weights") > 0)
				if (split(line, field, " ") == 2) weight[field[2]] = field[1]
		}
		{print $1, weight[$2] < least ? 0 : weight[$2] + 0, $3}' | sort -s -k 1,1n -k 2,2nr | cut -d ' ' -f 3
}

list_all() {
	for test in tests/unit/*/*_test.c tests/pipeline/*/*.sh tests/shapes/*.sh; do
		[ -f "$test" ] || continue
		if [ $# = 0 ]; then
			echo "${test%.c}"
			continue
		fi
		for wanted; do
			case $test in */"$wanted".?|*/"$wanted".sh) echo "${test%.c}" ;; esac
		done
	done
}

count() { # pattern
	cat "$results"/* 2>/dev/null | grep -c "$1"
}

report_failures() {
	for out in $(grep -l '^not ok ' "$results"/* 2> /dev/null); do
		name=$(basename "$out")
		echo "---- $name"
		echo "its directory: $scratch/$name"
		echo "alone: make check TESTS=$name JOBS=1"
		grep '^not ok ' "$out"
		grep -v '^\(not \)\?ok ' "$out" | tail -n 30
	done
}

list_slowest() {
	echo "---- slowest"
	cat "$seconds"/* 2> /dev/null | sort -rn | head -n 10 |
		awk '{printf "  %6.1f s, %6.1f s of CPU  %s\n", $1 / 10, $2 / 10, $3}'
}

if [ "${1:-}" = --one ]; then
	one "$2"
	exit 0
fi
for wanted; do
	[ "$(list_all "$wanted")" ] && continue
	echo "run.sh: no test is called $wanted" >&2
	echo "0 passed, 0 failed"
	exit 1
done
rm -rf "$results" "$seconds" "$ME_BUILD/tests/linker"
mkdir -p "$results" "$seconds" "$ME_BUILD/tests/linker"
if gold=$(command -v ld.gold); then ln -s "$gold" "$ME_BUILD/tests/linker/ld"; fi
if ls tests/unit/*/*_test.c >/dev/null 2>&1; then
	COMPILER_PATH="$ME_BUILD/tests/linker" ${MAKE:-make} -k -j "$JOBS" unit-tests > "$ME_BUILD/tests/build.log" 2>&1
fi
# A test that calls make is no part of this one.
unset MAKEFLAGS MFLAGS MAKELEVEL
list "$@" | xargs -n 1 -P "$JOBS" sh tests/run.sh --one
report_failures
if [ "$(count '^SKIP ')" != 0 ]; then
	echo "---- skipped"
	cat "$results"/* | sed -n 's/^SKIP /  /p'
fi
list_slowest
failed=$(count '^not ok ')
passed=$(count '^ok ')
skipped=$(count '^SKIP ')
[ "$skipped" = 0 ] && skipped= || skipped=", $skipped skipped"
echo "$passed passed, $failed failed$skipped"
[ "$failed" = 0 ] && [ "$passed$skipped" != 0 ]
