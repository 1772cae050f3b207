# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of entries share, read after check.sh.
arg=-fplugin-arg-me-entry

# built NAME ENTRY SOURCE [OPTION]: NAME/fuzz_target by the wrapper of the source's language.
built() {
	mkdir -p "$1"
	case $3 in *.cc) wrapper=me-c++ ;; *.f90) wrapper=me-fortran ;; *) wrapper=me-cc ;; esac
	cp "$3" "$1"
	(cd "$1" && "$ME_BUILD/$wrapper" -g -O0 ${4:-} "$arg=$2" "${3##*/}" -lm -o fuzz_target) \
		> "$1/build.log" 2>&1
}

# A search closes all goals of the entry, and gcov agrees.
solved() { # name entry source
	built "$1" "$2" "$3" || {
		not_ok "entries_$1" "$(tail -n 5 "$1/build.log")"
		return
	}
	search "$1" --functions=static
	check_line "entries_$1" 'stop: all goals are closed' "$1/log"
	check "entries_gcov_$1" "$me" cover --fail-under=100 "$1/fuzz_target" "$1/corpus"
}

# What the plugin cannot drive by itself.
refused() { # name entry source pattern
	if built "$1" "$2" "$3" --no-driver; then not_ok "entries_$1" "it was built"; else
		check_line "entries_$1" "$4" "$1/build.log"
	fi
	check_no_line "entries_no_ice_$1" 'nternal compiler error' "$1/build.log"
}
