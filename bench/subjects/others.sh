#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The functions of others.tsv, or of TABLE.tsv beside it, out of Debian's source packages:
#	others.sh [NAME...]	their targets, build/subjects/others/NAME/fuzz_target
#	others.sh list [NAME...]  the rows that tools/target.sh reads; the last field is
#				PACKAGE VERSION
#	others.sh unpack PACKAGE  only fetches it, and prints its directory
# The packages come from the machine's own mirrors, and are kept in build/subjects.
# Environment: TABLE (others); CC, as in the Makefile; ME_BUILD, for tools/target.sh.
. "$(dirname "$0")/../base/start.sh"
table=${TABLE:-others}
sources=build/subjects/sources
apt=$PWD/$sources/apt
. bench/subjects/apt.sh

# Debian's own changes are left out: the function is its author's.
unpack() { # package
	[ ! -d $sources/$1 ] || return 0
	apt_refresh
	work=$sources/$1.$$
	mkdir -p $work
	if ! (cd $work && apt_get --download-only source $1 >&2); then
		ls $work/*.orig.tar.* >/dev/null 2>&1 ||
			fail "$1: its source package is not to be had from this machine's mirrors"
	fi
	tar -xf "$(ls $work/*.orig.tar.?z* | grep -v 'asc$')" -C $work --strip-components=1
	ls $work/*.dsc | sed 's/.*_\(.*\)\.dsc/\1/' > $work/me.version
	headers $1 $work
	mv -T $work $sources/$1 || rm -r $work
}

# What the package's own configure and make would put into place before compiling.
headers() { # package directory
	mkdir -p $2/me
	case $1 in
	gsl)
		printf '#define %s\n' 'GSL_COERCE_DBL(x) (x)' \
			'RETURN_IF_NULL(x) if (!(x)) return' > $2/me/config.h
		mkdir $2/me/gsl
		find $2 -path $2/me -prune -o -name 'gsl_*.h' -exec cp {} $2/me/gsl/ \;
		;;
	musl)
		mkdir $2/me/bits
		sed -f $2/tools/mkalltypes.sed $2/arch/x86_64/bits/alltypes.h.in \
			$2/include/alltypes.h.in > $2/me/bits/alltypes.h
		;;
	nlopt)
		printf '#define %s\n' HAVE_COPYSIGN HAVE_FPCLASSIFY HAVE_GETPID HAVE_GETTIMEOFDAY \
			HAVE_ISINF HAVE_ISNAN HAVE_QSORT_R HAVE_STDINT_H HAVE_SYS_TIME_H HAVE_TIME HAVE_UINT32_T \
			HAVE_UNISTD_H 'SIZEOF_UNSIGNED_INT 4' 'SIZEOF_UNSIGNED_LONG 8' 'MAJOR_VERSION 2' \
			'MINOR_VERSION 7' 'BUGFIX_VERSION 1' 'THREADLOCAL __thread' > $2/me/nlopt_config.h
		find $2/src -name '*.h' -exec cp {} $2/me/ \;
		;;
	geographiclib)
		mkdir $2/me/GeographicLib
		printf '#define %s\n' 'GEOGRAPHICLIB_VERSION_STRING "2"' 'GEOGRAPHICLIB_VERSION_MAJOR 2' \
			'GEOGRAPHICLIB_VERSION_MINOR 1' 'GEOGRAPHICLIB_VERSION_PATCH 2' \
			'GEOGRAPHICLIB_DATA "/nowhere"' 'GEOGRAPHICLIB_HAVE_LONG_DOUBLE 1' \
			'GEOGRAPHICLIB_WORDS_BIGENDIAN 0' 'GEOGRAPHICLIB_PRECISION 2' \
			'GEOGRAPHICLIB_SHARED_LIB 0' > $2/me/GeographicLib/Config.h
		;;
	wcslib) : > $2/me/wcsconfig.h ;;
	lapack) $CC -w -fsyntax-only -J $2/me $2/SRC/la_constants.f90 ;;
	esac
}

# Files that the function needs, built plain; hidden, so that no library calls them.
plain() { # archive package-directory flags file...
	[ ! -f $1 ] || return 0
	objects=$1.$$
	mkdir -p $objects
	archive=$1 package_dir=$2 plain_flags=$3
	shift 3
	for needed; do
		$CC -w -O2 -fvisibility=hidden $plain_flags -c $package_dir/$needed \
			-o $objects/$(basename $needed | tr . _).o
	done
	ar rcs $objects.a $objects/*.o
	rm -r $objects
	mv $objects.a $archive
}

rows() {
	grep -v '^#' bench/subjects/$table.tsv
}

tab=$(printf '\t')
list() { # [name...]
	for wanted in ${*:-$(rows | cut -f1)}; do
		row=$(rows | awk -F'\t' -v name="$wanted" '$1 == name')
		[ -n "$row" ] || fail "$wanted: not in bench/subjects/$table.tsv"
		echo "$row" | {
			IFS=$tab read -r name entry package file signature flags plain rest
			unpack $package
			dir=$sources/$package
			flags=$(echo "$flags" | sed "s|@|$dir|g")
			libs=-lm
			case $file in *.[fF]*) libs="-lgfortran -lm" ;; esac
			if [ "$plain" != - ]; then
				libs="$dir/me/$name.a $libs"
				plain $dir/me/$name.a $dir "$flags" $plain
			fi
			printf '%s\t%s\t%s\t%s\t%s\t%s\t%s %s\n' "$name" "$entry" "$signature" \
				"$dir/$file" "$flags" "$libs" $package "$(cat $dir/me.version)"
		}
	done
}

case ${1:-} in
unpack)
	unpack $2
	echo $sources/$2
	;;
list)
	shift
	list "$@"
	;;
*) list "$@" | sh tools/target.sh build/subjects/$table ;;
esac
