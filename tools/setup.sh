#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Finds out what this machine lacks for a goal of the Makefile and installs it:
#	setup.sh build|demo|check|golden|bench|torture|versions|csmith|packages
# Says nothing when nothing is missing. As root, or where `sudo -n` works, it calls
# apt-get; else it prints the command and exits 1.
# Environment: CC, the compiler that the plugin is for (gcc).
set -eu
cd "$(dirname "$0")/.."
goal=${1:-build}
CC=${CC:-gcc}
compiler=${CC##*[ /]}
suffix=${compiler##*gcc} # "" or "-11"
log=build/setup.log
tried=build/setup.wished # the packages that were to be installed if they can be

has() {
	command -v "$1" >/dev/null 2>&1
}

file() { # does one of the files exist?
	for name; do
		[ ! -e "$name" ] || return 0
	done
	return 1
}

is_packaged() { # package
	has apt-cache && [ -n "$(apt-cache show "$1" 2>/dev/null)" ]
}

need() { # why package...
	why=$1
	shift
	echo "setup: missing $*: $why"
	missing="$missing $*"
}

wish() { # why package...: ME is built without them too
	why=$1
	shift
	wishes="$wishes$*: $why
"
	wished="$wished $*"
}

# The version that CC has, or will have once it is installed.
major() {
	if has "$CC"; then
		"$CC" -dumpversion | cut -d. -f1
	elif [ -n "$suffix" ]; then
		echo "${suffix#-}"
	else
		known=$(apt-cache depends gcc 2>/dev/null |
			sed -n 's/.*Depends: gcc-\([0-9]*\)$/\1/p')
		echo "${known:-12}"
	fi
}

libfuzzer_package() {
	for llvm in 14 16 19 20 21 22; do
		! is_packaged libclang-rt-$llvm-dev || break
	done
	is_packaged libclang-rt-$llvm-dev || llvm=14
	echo libclang-rt-$llvm-dev
}

check_build() {
	plugin=
	if has "$CC" && has "g++$suffix" && file /usr/include/stdio.h; then
		plugin=$("$CC" -print-file-name=plugin)
	else
		need "C and C++ compiler, which the plugin is built with and for" \
			"gcc$suffix" "g++$suffix" libc6-dev
	fi
	[ -n "$plugin" ] && file "$plugin/include/gcc-plugin.h" ||
		need "GCC's own headers, for the plugin" "gcc-$(major)-plugin-dev"
	file /usr/include/gsl/gsl_multimin.h ||
		need "GNU Scientific Library, for the minimisers" libgsl-dev
	file /usr/include/jansson.h || need "JSON, for gcov's data" libjansson-dev
	file /usr/include/glpk.h || wish "linear programming, for the covers of paths" libglpk-dev
	file /usr/include/z3.h || wish "reads the formulas of \`me sat\`" libz3-dev
	file /usr/include/sqlite3.h || wish "keeps what a search learns for the next one" libsqlite3-dev
	file /usr/include/mpfr.h || need "exact floating point, for \`me sat\`" libmpfr-dev
	file /usr/include/libelf.h || need "ELF files, for the GIMPLE in programs" libelf-dev
	sh tools/libfuzzer.sh >/dev/null 2>&1 || need "libFuzzer, linked into every target" "$(libfuzzer_package)"
}

# cvc5, or where it is not packaged, bitwuzla.
check_solvers() { # need|wish
	if ! has cvc5; then
		first=cvc5
		is_packaged cvc5 || ! is_packaged bitwuzla || first=bitwuzla
		has $first || $1 "first solver, for proofs" $first
	fi
	has z3 || $1 "second solver, which confirms the first" z3
}

check_demo() {
	file /usr/src/newlib/newlib-*.tar.xz && has xz ||
		need "Fdlibm, the functions under test" newlib-source xz-utils
}

check_check() {
	has "gfortran$suffix" || need "Fortran compiler, for the tests" "gfortran$suffix"
	has pkg-config || need "finds build flags, for the tests" pkg-config
	has zip && has unzip || need "seed corpora as OSS-Fuzz has them, for the tests" zip unzip
	has xmllint || wish "checks the suites of Test-Comp" libxml2-utils
}

# A cluster of one node; Slurm's daemons are started by the test alone.
check_cluster() {
	PATH=$PATH:/usr/sbin:/sbin has slurmctld && PATH=$PATH:/usr/sbin:/sbin has slurmd &&
		PATH=$PATH:/usr/sbin:/sbin has munged && has sbatch ||
		wish "cluster of one node, for the test of \`me farm\`" slurmctld slurmd slurm-client munge
}

# Another GCC, where there is one with its headers: the plugin is tested with both.
check_other_gcc() {
	own=$(major)
	for version in $((own - 1)) $((own + 1)); do
		if has gcc-$version && has g++-$version &&
			file "$(gcc-$version -print-file-name=plugin)/include/gcc-plugin.h"; then
			return
		fi
	done
	for version in $((own - 1)) $((own + 1)); do
		is_packaged gcc-$version-plugin-dev || continue
		need "another version of GCC, for the plugin's tests" gcc-$version \
			g++-$version gfortran-$version gcc-$version-plugin-dev
		return
	done
}

check_torture() {
	file /usr/src/gcc-*/gcc-*.tar.xz && has xz ||
		need "GCC's own tests, for those of the plugin" "gcc-$(major)-source" xz-utils
	has valgrind || need "finds invalid reads in GCC's tests" valgrind
}

check_csmith() {
	has csmith && file /usr/include/csmith/csmith.h ||
		need "random programs, for the tests of the plugin" csmith libcsmith-dev
}

check_reduction() {
	has cvise || need "reduces large programs that fail" cvise
}

# What `make golden` runs.
check_golden() {
	has "gfortran$suffix" || need "Fortran compiler, for functions in Fortran" "gfortran$suffix"
	file /usr/include/stb/stb_image.h && file /usr/include/jsmn.h &&
		file /usr/include/rapidjson/document.h ||
		need "parsers of bytes" libstb-dev libjsmn-dev rapidjson-dev
}

check_bench() {
	has "gfortran$suffix" || need "Fortran compiler, for LAPACK's functions" "gfortran$suffix"
	has dpkg-source || need "unpacks source packages, for the comparison" dpkg-dev
	has clang || need "compiler whose fuzzing instrumentation is compared with ours" clang
	file /usr/include/stb/stb_image.h && file /usr/include/jsmn.h &&
		file /usr/include/rapidjson/document.h ||
		need "parsers of bytes, for the comparison" libstb-dev libjsmn-dev rapidjson-dev
	has taskset || need "pins a run to one core" util-linux
}

check_packages() {
	has dpkg-source || need "unpacks source packages" dpkg-dev
	has cmake && has make || need "build system of some packages" cmake make
	has autoreconf && has automake && has libtoolize ||
		need "build system of other packages" autoconf automake libtool
}

check() {
	missing=
	wished=
	wishes=
	case $goal in
	build) check_build; check_solvers wish ;;
	demo) check_build; check_demo; check_solvers wish ;;
	golden) check_build; check_demo; check_golden; check_solvers need ;;
	bench) check_build; check_demo; check_bench; check_solvers need ;;
	check) check_build; check_demo; check_check; check_solvers need; check_torture; check_csmith; check_other_gcc; check_cluster ;;
	packages) check_build; check_check; check_packages ;;
	torture) check_build; check_check; check_torture ;;
	versions) has mmdebstrap || need "makes trees of other Debian releases" mmdebstrap ;;
	csmith) check_build; check_csmith; check_reduction ;;
	*)
		echo "setup.sh: $goal: not one of build, demo, check, golden, bench, torture, versions, csmith, packages" >&2
		exit 2
		;;
	esac
}

root() { # runs a command as root
	if [ "$(id -u)" = 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

refresh() {
	root apt-get update >>$log 2>&1 || return 1
	echo "setup: package lists refreshed"
}

# Lists that lack a package are refreshed; which versions there are is known after that,
# and what is missing is looked for again.
refresh_old() {
	for package in $missing; do
		! is_packaged "$package" || continue
		refresh || return 1
		check >>$log
		return
	done
}

install_command() {
	echo "apt-get install -y --no-install-recommends$missing"
}

# Lists that name versions which are gone are refreshed once. The downloaded files do not
# stay on the disk. Another apt-get, of a second make say, is waited for.
install() {
	echo "setup: $(install_command)"
	set -- env DEBIAN_FRONTEND=noninteractive $(install_command) \
		-o APT::Keep-Downloaded-Packages=false -o DPkg::Lock::Timeout=600
	root "$@" >>$log 2>&1 || { refresh && root "$@" >>$log 2>&1; }
}

can_install() {
	has apt-get && { [ "$(id -u)" = 0 ] || { has sudo && sudo -n true 2>/dev/null; }; }
}

install_missing() {
	if ! has apt-get; then
		echo "setup: this is not Debian: install the above by hand" >&2
		exit 1
	fi
	if ! can_install; then
		echo "setup: run as root: apt-get update && $(install_command)" >&2
		exit 1
	fi
	mkdir -p build
	: >$log
	if ! { refresh_old && install; }; then
		tail -n 20 $log >&2
		echo "setup: apt-get failed (all of its output: $log)" >&2
		exit 1
	fi
	check
	if [ -n "$missing" ]; then
		echo "setup: installed, but still not found:$missing" >&2
		exit 1
	fi
}

# Tries once to install what ME can do without, and says once that it does.
install_wished() {
	mkdir -p build
	[ "$(cat $tried 2>/dev/null)" != "$wished" ] || return 0
	echo "$wished" >$tried
	missing=
	for package in $wished; do
		! is_packaged "$package" || missing="$missing $package"
	done
	: >>$log
	if [ -n "$missing" ] && can_install && install; then
		check
		[ -n "$wished" ] || return 0
	fi
	printf '%s' "$wishes" | sed 's/^/setup: goes on without /'
}

check
if [ -n "$missing" ]; then
	install_missing
fi
[ -z "$wished" ] || install_wished
