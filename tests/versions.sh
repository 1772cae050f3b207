#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make versions`: the tests with each GCC that Debian has or had, on the Debian that has it:
#	versions.sh DIRECTORY [VERSION...]	VERSION: 9 10 13 14 15 16
# Each Debian is a tree of its own in DIRECTORY, made once by mmdebstrap; in it lies the
# repository as it was committed. Runs as root. What fails is in DIRECTORY/VERSION.log; exit
# 1 when any test fails.
# Environment: TESTS, names of tests (all); MIRROR, where Debian's packages come from
# (mmdebstrap's own).
set -u
cd "$(dirname "$0")/.."
place=$1
shift
[ "$(id -u)" = 0 ] || { echo "versions.sh: chroot wants root" >&2; exit 2; }
# Tests that need no solver: there is only one on the oldest Debian.
plain='shapes fidelity compile counters gcov_report drop_in entries entry_types entry_fortran
	failures bytes_goals libfuzzer_flags floats fork session install exported_gimple linking
	names plugin_args runner signals texts bytes_texts threads user_functions'

suite_of() { # version of GCC
	case $1 in
	9|10) echo bullseye ;;
	13|14) echo trixie ;;
	15|16) echo forky ;;
	*) echo "versions.sh: $1: not one of 9 10 13 14 15 16" >&2; exit 2 ;;
	esac
}

make_tree() { # suite
	tree=$place/$1
	[ ! -e "$tree/made" ] || return 0
	rm -rf "$tree"
	mmdebstrap --variant=minbase --include=make,git,ca-certificates \
		--aptopt='Acquire::Check-Valid-Until "false"' "$1" "$tree" ${MIRROR:-} \
		> "$tree.log" 2>&1 ||
		{ tail -n 5 "$tree.log" >&2; return 1; }
	touch "$tree/made"
}

# In mounts and processes of its own, which end with it.
within() { # tree command
	unshare --mount --pid --fork sh -c '
		mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" || exit 1
		exec chroot "$0" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
			LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive sh -c "$1"' "$1" "$2"
}

test_version() { # version
	suite=$(suite_of "$1") || exit 2
	make_tree "$suite" || return 1
	cp /etc/resolv.conf /etc/hosts "$place/$suite/etc"
	mkdir -p "$place/$suite/srv/house"
	# What was built of it is kept, and no source that it has no more.
	find "$place/$suite/srv/house" -mindepth 1 -maxdepth 1 ! -name 'build*' -exec rm -rf {} +
	git archive HEAD | tar -x -C "$place/$suite/srv/house"
	case $suite in
	bullseye) within "$place/$suite" "cd /srv/house && export CC=gcc-$1 && apt-get update -q &&
		apt-get install -qy --no-install-recommends gfortran-$1 pkg-config &&
		make B=build-$1 CC=gcc-$1 &&
		ME_BUILD=build-$1 sh tests/run.sh $(echo ${TESTS:-$plain})" ;;
	*) within "$place/$suite" "cd /srv/house && make check CC=gcc-$1 B=build-$1 TESTS='${TESTS:-}'" ;;
	esac > "$place/$1.log" 2>&1
}

status=0
mkdir -p "$place"
for version in ${*:-9 10 13 14 15 16}; do
	test_version "$version" || status=1
	echo "gcc-$version: $(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$place/$version.log" ||
		tail -n 1 "$place/$version.log")"
	grep '^not ok' "$place/$version.log" | cut -c1-160
done
exit $status
