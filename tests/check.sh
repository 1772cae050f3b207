# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of tests/ share; they read it by `. "$ME_ROOT/tests/check.sh"`, and bash
# reads them. A test prints `ok NAME`, `not ok NAME: FILE:LINE: why`, or, where something
# cannot be tested, `SKIP NAME: why`.
me=$ME_BUILD/me
me_cc=$ME_BUILD/me-cc
export ME_CC="$CC"

gcc=$("$CC" -dumpversion | cut -d. -f1)
suffix=${CC##*gcc} # of the names of its other compilers

# The solver beside z3.
first=cvc5
command -v cvc5 > /dev/null || first=bitwuzla

# Static programs that know of threads need glibc 2.34, and none has a sanitizer's library.
links_static() { # name
	if [ "$sanitized" ]; then
		skip "$1" 'sanitizers have no static libraries'
	elif [ "$(getconf GNU_LIBC_VERSION | sed 's/.*\.//')" -lt 34 ]; then
		skip "$1" 'threads in a static program need glibc 2.34'
	else
		return 0
	fi
	return 1
}

# What only some versions of GCC have: with_gcc TEST VERSION NAME..., where TEST is -ge or
# -lt; false, with a line for each name, for the others.
with_gcc() {
	test_of=$1 version_of=$2
	shift 2
	[ "$gcc" "$test_of" "$version_of" ] && return
	for name_of; do skip "$name_of" "not with GCC $gcc"; done
	return 1
}

# Fortran, where its compiler is; false, with a line, elsewhere.
with_fortran() { # name
	command -v "gfortran$suffix" > /dev/null || {
		skip "$1" "there is no gfortran$suffix"
		return 1
	}
}

# Targets of the build MODE=asan have sanitizers: their own exit codes and reports.
case $ME_BUILD in */asan) sanitized=1 ;; *) sanitized= ;; esac
# What ends a session that closes all goals.
closed="all goals are closed${sanitized:+, and no start fails another check of UBSan.s}"

# The line that called a function of this file; of one in a function the lines that
# called that one too.
where() {
	level=0 places=
	while frame=$(caller $level); do
		level=$((level + 1))
		line=${frame%% *} file=${frame#* * }
		[ "${file##*/}" = check.sh ] || places="$places from ${file#"$ME_ROOT/"}:$line"
	done
	echo "${places# from }"
}

ok() { # name
	echo "ok $1"
}

not_ok() { # name why...
	failed=$1
	shift
	local why; why=$(echo "$*" | tr '\n' ' ' | cut -c1-1000)
	echo "not ok $failed: $(where): ${why% }"
}

# What a file has in place of a line that matches the pattern: the lines that have the place or
# the words with which the pattern begins, else the first ones and the last ones.
nearest() { # pattern file
	if [ ! -s "$2" ]; then
		echo 'the file is empty'
		return
	fi
	begin=$(printf '%s\n' "$1" | sed 's/^\^//; s/[][\\.*+?(){}|$^].*//')
	# Of `file.c:7:` the place is the line, whatever follows.
	place=$(printf '%s\n' "$1" | sed -n 's/^\^*\([a-zA-Z0-9_]*\)\\*\.\([a-z0-9]*:[0-9]*:\).*/\1.\2/p')
	for words in "$place" "$begin" "${begin%%[ :]*}"; do
		[ ${#words} -ge 4 ] && found=$(grep -F -m 4 -e "$words" "$2" | cut -c1-200 |
			paste -s -d '|') && [ "$found" ] && echo "it has: $found" && return
	done
	lines=$(wc -l < "$2")
	echo "its $lines lines: $({ head -n 6 "$2"; [ "$lines" -le 6 ] || { echo ...; tail -n 3 "$2"; }; } |
		cut -c1-160 | paste -s -d '|')"
}

skip() { # name why...
	skipped=$1
	shift
	echo "SKIP $skipped: $*"
}

# Whether a file is called by its SHA-1, as inputs of a corpus are.
is_named() { # file
	[ "$(sha1sum < "$1")" = "${1##*/}  -" ]
}

# Those of the files, named on stdin, that are not.
misnamed() {
	xargs -r -d '\n' sha1sum 2>&1 | awk '{name = substr($0, 43); base = name; sub(/.*\//, "", base)}
		base != $1 {print $0}'
}

# Of a farm every input that a session announced is in its corpus, whole, or a simpler one is.
is_replaced() { # file
	[ ! -e "$1" ] && grep -q ' inputs simplified, ' "${1%/corpus/*}/log"
}
check_kept() { # name directory least
	sed -n 's|^INFO: me: new \(.*/[0-9a-f]\{40\}\) .*|\1|p' "$2"/targets/*/*/log > announced
	lost=
	while read -r file; do
		is_named "$file" || is_replaced "$file" || lost="$lost $file"
	done < announced
	check_equal "$1_lost" '' "$lost"
	[ "$(wc -l < announced)" -ge "$3" ] && ok "$1_announced" || not_ok "$1_announced" "$(wc -l < announced)"
}

# Whether a command did what it should: check NAME COMMAND...; its output is the reason.
check() {
	checked=$1
	shift
	if "$@" > check.out 2>&1; then ok "$checked"; else
		not_ok "$checked" "$* ($?): $(tail -n 8 check.out)"
	fi
}

# A file that is not there says nothing of what should be, or should not be, in it.
readable() { # name file
	[ -f "$2" ] && [ -r "$2" ] || {
		not_ok "$1" "there is no file '$2'"
		return 1
	}
}

# The file has a line that matches the pattern.
check_line() { # name pattern file
	readable "$1" "$3" || return
	if grep -Eq -e "$2" "$3"; then ok "$1"; else
		not_ok "$1" "no line of $3 matches '$2'; $(nearest "$2" "$3")"
	fi
}

# The file is there and has none.
check_no_line() { # name pattern file
	readable "$1" "$3" || return
	grep -Eq -e "$2" "$3"
	case $? in
	0) not_ok "$1" "lines of $3 match '$2': $(grep -E -m 3 -e "$2" "$3")" ;;
	1) ok "$1" ;;
	*) not_ok "$1" "grep cannot search '$3' for '$2'" ;;
	esac
}

check_equal() { # name wanted got
	if [ "$2" = "$3" ]; then ok "$1"; else not_ok "$1" "wanted '$2', got '$3'"; fi
}

# The same of two that are computed: that both found nothing is no agreement.
check_same() { # name text text
	if [ -z "$2$3" ]; then not_ok "$1" "both are empty"; else check_equal "$@"; fi
}

# Exit status of a command, whose output goes to a file.
status_of() { # file command...
	out=$1
	shift
	"$@" > "$out" 2>&1 < /dev/null
	echo $?
}

# target DIRECTORY ENTRY [FLAG...] < source: builds DIRECTORY/fuzz_target; of a bytes
# target ENTRY is empty.
target() {
	mkdir -p "$1"
	cat > "$1/$1.c"
	entry=$2
	(cd "$1" && shift 2 && "$me_cc" -g -O0 ${entry:+-fplugin-arg-me-entry="$entry"} "$@" "${PWD##*/}.c" \
		-lm -o fuzz_target) > "$1/build.log" 2>&1 || {
		not_ok "build_$1" "$(tail -n 5 "$1/build.log")"
		return 1
	}
}

# search DIRECTORY [ARGUMENT...]: a session in DIRECTORY/corpus, its output in
# DIRECTORY/log; the exit status is the session's. It ends after a tenth of the starts in vain that
# are the default, unless an argument says otherwise.
search() {
	dir=$1
	shift
	mkdir -p "$dir/corpus"
	(cd "$dir" && ./fuzz_target -seed=1 --starts=50 "$@" corpus) > "$dir/log" 2>&1 < /dev/null
}

# Goals that a session left open, by its own count; the last line that says so counts.
goals_left() { # log
	[ -f "$1" ] || { echo "no file $1"; return; }
	sed -n 's/^INFO: me: stop: .*; \([0-9]*\) of \([0-9]*\) goals covered.*/\1 \2/p' "$1" |
		awk '{left = $2 - $1} END {print NR ? left : "no stop line"}'
}

# Branches that gcov finds not taken in a corpus, over all functions of the table.
branches_left() { # directory
	(cd "$1" && "$me" cover ./fuzz_target corpus) > "$1/cover" 2>&1 || {
		echo "me cover failed: $(tail -n 3 "$1/cover")"
		return
	}
	awk '$2 ~ /^[0-9]+\/[0-9]+$/ && $6 ~ /^[0-9]+\/[0-9]+$/ {split($6, n, "/"); left += n[2] - n[1]; rows++}
		END {print rows ? left : "no table"}' "$1/cover"
}

# The goals that the runs of --trace meet, each once: their output on stdin.
met_goals() {
	sed -n 's/^{.*"met":\[\(.*\)\]}$/\1/p' | tr ',' '\n' | grep . | sort -u
}
