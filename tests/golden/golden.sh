#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make golden BASE=COMMIT: shows that a change changed nothing. One build, one seed and -runs
# give the same bytes; so the same work is done with the build of a commit and with that of this
# tree, and what comes out is compared:
#	session   what a session prints of itself, times masked
#	corpus    the SHA-1 sums of its corpus, and of what it found to fail
#	verdicts  `me prove --json`, with limits of the solvers' own resources, not of seconds
#	explore   `me explore --json`
#	sat       `me sat`
#	report    the JSON and the text of cover, score, select, triage, corpus, show and emit
# The subjects and their seeds are in subjects.sh, the work in record.sh.
#	golden.sh BASE		compares; exit 1 when a kind differs that is not expected to
#	golden.sh record BUILD DIR  only records what that build makes
#	golden.sh compare DIR DIR   only compares two records
# It prints each kind with how many of its files are the same; of one that differs the file
# and its first difference. The records of a commit are kept in build/golden/records.
# MEDIANS=1: for a change of random streams. Sessions are run with seven seeds, and the medians of
# goals, evaluations and CPU of the subjects are printed side by side; exit 1 when the sum of goals
# is smaller.
# Environment: CC; JOBS (one for each processor); EXPECT, kinds that are meant to differ;
# ONLY, names of subjects; SETS, functions of subjects.sh instead of all.
set -eu
cd "$(dirname "$0")/../.."
CC=${CC:-gcc}
JOBS=${JOBS:-$(nproc)}
export CC JOBS
golden=build/golden
kinds='session corpus verdicts explore sat report'
[ -z "${MEDIANS:-}" ] || kinds=medians

fail() {
	echo "golden.sh: $*" >&2
	exit 2
}

# The build of a commit, in a tree of its own.
build_base() { # commit
	[ -d $golden/tree ] || git clone -q --shared . $golden/tree
	git -C $golden/tree fetch -q origin
	git -C $golden/tree checkout -q "$1"
	make -C $golden/tree -j"$JOBS" > $golden/tree.log 2>&1 ||
		fail "$1: not built; see $golden/tree.log"
}

record() { # build directory
	rm -rf "$2" "$2.part"
	mkdir -p "$2.part"
	sh tests/golden/record.sh "$1" "$2.part" || fail "$1: a record is missing; see $2.part"
	mv "$2.part" "$2"
}

# Of a kind: `KIND: N of N the same`, and where they differ the first difference of each file.
compare_kind() { # kind before after
	mkdir -p "$2/$1" "$3/$1"
	all=$( (cd "$2/$1" && ls; cd "$OLDPWD" && cd "$3/$1" && ls) | sort -u)
	count=0
	differing=
	for name in $all; do
		count=$((count + 1))
		cmp -s "$2/$1/$name" "$3/$1/$name" || differing="$differing $name"
	done
	[ $count != 0 ] || return 0
	set -- "$1" "$2" "$3" $differing
	echo "$1: $((count - $# + 3)) of $count the same"
	[ $# = 3 ] && return
	kind=$1 before=$2 after=$3
	shift 3
	for name; do
		first_difference "$before/$kind/$name" "$after/$kind/$name" "$kind $name"
	done
	case " ${EXPECT:-} " in *" $kind "*) echo "$kind: expected" ;; *) return 1 ;; esac
}

first_difference() { # before after title
	for file in "$1" "$2"; do
		[ -f "$file" ] || { echo "  $3: only in one of them: $(ls "$1" "$2" 2> /dev/null)"; return; }
	done
	diff "$1" "$2" | cut -c 1-300 | awk -v title="$3" '
		NR == 1 {print "  " title ", line " $0}
		/^[<>]/ && !shown[substr($0, 1, 1)]++ {print "    " $0}'
}

compare() { # before after
	status=0
	for kind in $kinds; do
		compare_kind $kind "$1" "$2" || status=1
	done
	return $status
}

# Of each subject the medians of both; then the sums.
compare_medians() { # before after
	(cd "$1/medians" && ls) | while read -r name; do
		paste "$1/medians/$name" "$2/medians/$name" | sed "s/^/$name	/"
	done | awk -F '\t' '
		BEGIN {print "subject\tgoals\tevaluations\tcpu\tgoals after\tevaluations\tcpu"}
		{
			for (i = 2; i <= 7; i++)
				sum[i] += $i
			different += $2 != $5
			less += $5 < $2
			if ($2 != $5) print
		}
		END {
			printf "all\t%d\t%d\t%.2f\t%d\t%d\t%.2f\n", sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]
			printf "%d subjects differ, %d with fewer goals; evaluations %.3f times, CPU %.3f times\n",
				different, less, sum[6] / sum[3], sum[7] / sum[4]
			exit sum[5] < sum[2]
		}'
}

case ${1:-} in
'') fail 'make golden BASE=COMMIT: the commit to compare with' ;;
record)
	record "$2" "$3"
	exit
	;;
compare)
	compare "$2" "$3"
	exit
	;;
esac
commit=$(git rev-parse --verify -q "$1^{commit}") || fail "$1: no such commit"
mkdir -p $golden/records
# Records are of one way of recording, with one compiler and one set of options.
way=$(cat tests/golden/*.sh tests/golden/programs/* | sha1sum | cut -c 1-8)
variant=$(echo "$CC $($CC -dumpfullversion) ${ONLY:-} ${SETS:-} ${MEDIANS:-}" | sha1sum | cut -c 1-8)
before=$golden/records/$commit.$way.$variant
after=$golden/records/now
if [ ! -d $before ]; then
	build_base $commit
	record $golden/tree/build $before
fi
record build $after
if [ -n "${MEDIANS:-}" ]; then
	compare_medians $before $after
else
	compare $before $after
fi
echo "golden: as $(git log -1 --format='%h %s' $commit)"
