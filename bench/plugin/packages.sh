#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-packages: packages of Debian, from its sources, each configured, built and
# tested by its own build system, once with the compiler and once with me-cc in its place:
# build/bench/packages.tsv, a summary line last. Exit 1 when one does not build with me-cc,
# or has fewer tests that pass.
# Environment: CC, ME_BUILD; PACKAGES, names instead of all; J, jobs (2).
. "$(dirname "$0")/../base/start.sh"
suffix=${CC##*gcc}
build=$(cd "$ME_BUILD" && pwd)
out=$build/bench/packages
table=$build/bench/packages.tsv
jobs=${J:-2}
apt=$PWD/build/subjects/sources/apt
mkdir -p "$out"
. bench/subjects/apt.sh

# Name, kind of build system (a function below), its arguments.
packages() {
	cat <<'E2'
libyaml autotools
jansson autotools
gsl autotools
cjson cmake
json-c cmake
minpack minpack
lapack cmake -DBUILD_TESTING=ON -DBUILD_SINGLE=OFF -DBUILD_COMPLEX=OFF -DBUILD_COMPLEX16=OFF
E2
}

# ---- sources

unpack() { # package: prints its directory
	if [ ! -d "$out/$1/source" ]; then
		mkdir -p "$out/$1"
		(cd "$out/$1" && apt_get source --download-only "$1") > "$out/$1/fetch.log" 2>&1 &&
			(cd "$out/$1" && dpkg-source -x ./*.dsc unpacked >> fetch.log 2>&1) || return 1
		mv "$out/$1/unpacked" "$out/$1/source"
	fi
	echo "$out/$1/source"
}

# ---- build systems: called in a copy of the source, with CC, CXX, FC set; the last thing
# that they do is the package's own tests

autotools() {
	if [ -x bootstrap ]; then ./bootstrap; elif [ ! -f configure ]; then autoreconf -i; fi
	chmod +x configure
	./configure "$@" F77="$FC"
	make -j"$jobs"
	touch ../built
	make -k -j"$jobs" check
}
cmake() {
	mkdir -p own-build
	cd own-build
	command cmake .. -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
		-DCMAKE_Fortran_COMPILER="$FC" "$@"
	make -j"$jobs"
	touch ../../built
	ctest -j"$jobs"
}
# Its tests are programs with data, which Debian runs by hand: their results, to four
# digits, are what the first build of it computes.
minpack() {
	chmod +x configure
	./configure F77="$FC" CC="$CC"
	make -j"$jobs"
	touch ../built
	number=14
	for data in - 21 21 22 22 22 23; do
		cp ex/file$number driver.f
		"$FC" -std=legacy driver.f -L.libs -lminpack -o driver
		[ $data = - ] && data=/dev/null || data=ex/file$data
		LD_LIBRARY_PATH=.libs ./driver < $data |
			sed 's/\([0-9]\.[0-9]\{4\}\)[0-9]*/\1/g' > result.$number
		wanted=../result.$number
		[ -f "$wanted" ] || cp result.$number "$wanted"
		cmp -s result.$number "$wanted" && echo "# PASS: 1" || echo "# FAIL: 1"
		number=$((number + 1))
	done
}

# ---- measuring

# Passed and failed tests, by what automake and ctest print.
count_tests() { # log
	awk '/^# (PASS|XFAIL): / {passed += $3}
		/^# (FAIL|ERROR|XPASS): / {failed += $3}
		/tests passed, [0-9]+ tests failed out of/ {failed += $4; passed += $9 - $4}
		END {print passed + 0, failed + 0}' "$1"
}
# Object files, and those of them that are instrumented.
count_objects() { # directory
	find "$1" -name '*.o' -type f > "$out/objects"
	all=$(wc -l < "$out/objects")
	with=$(xargs -r objdump -h < "$out/objects" 2>/dev/null | grep -c ' me_units ') || true
	echo "$with/$all"
}
# measure PACKAGE KIND HOW ARGUMENT...: one row.
measure() {
	package=$1 kind=$2 how=$3
	shift 3
	tree=$out/$package/$how
	rm -rf "$tree" "$out/$package/built"
	cp -r "$out/$package/source" "$tree"
	start=$(date +%s)
	(
		cd "$tree"
		case $how in
		plain) export CC="$CC" CXX="g++$suffix" FC="gfortran$suffix" ;;
		me-cc) export ME_CC="$CC" CC="$build/me-cc" CXX="$build/me-c++" FC="$build/me-fortran" ;;
		esac
		set -ex
		$kind "$@"
	) > "$out/$package/$how.log" 2>&1 < /dev/null || true
	[ -f "$out/$package/built" ] && built=yes || built=no
	set -- $(count_tests "$out/$package/$how.log")
	row="$package$tab$kind$tab$how$tab$built$tab$1$tab$2$tab$(count_objects "$tree")$tab$(($(date +%s) - start))"
	echo "$row" | tee -a "$table"
	rm -rf "$tree"
}

apt_refresh
[ ! -f "$table" ] || mv "$table" "$table.before"
printf 'package\tbuild\tcompiler\tbuilt\tpassed\tfailed\tinstrumented\tseconds\n' | tee "$table"
packages | while read -r package kind arguments; do
	case " ${PACKAGES:-$package} " in *" $package "*) ;; *) continue ;; esac
	if ! unpack "$package" > /dev/null; then
		echo "packages.sh: $package: its source cannot be had" >&2
		continue
	fi
	rm -f "$out/$package"/result.*
	for how in plain me-cc; do
		measure "$package" "$kind" $how $arguments
	done
done
awk -F "$tab" 'NR > 1 {n[$3]++; built[$3] += $4 == "yes"; passed[$3] += $5; failed[$3] += $6
		row[$1, $3] = $4 " " $5; name[$1] = 1}
	END {for (p in name) same += row[p, "plain"] == row[p, "me-cc"]
		printf "%d packages; with gcc %d built, %d tests passed, %d failed; with me-cc %d built, " \
			"%d tests passed, %d failed; the same in %d\n", n["plain"], built["plain"],
			passed["plain"], failed["plain"], built["me-cc"], passed["me-cc"],
			failed["me-cc"], same
		exit !n["plain"] || same < n["plain"]}' "$table" > "$out/summary" && status=0 || status=1
tee -a "$table" < "$out/summary"
exit $status
