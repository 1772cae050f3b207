# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by tests of branches that a proof may not call infeasible, behind check.sh.

# Entries are called directly: for any value of what they keep, and not for those that a driver's
# calls leave.

# verdicts NAME FILE: of the marked lines of NAME/FILE, in NAME/log. $infeasible is what a
# verdict says of a branch that no input takes.
infeasible=infeasible
verdicts() {
	for line in $(sed -n '/\(\/\*\|!\) taken/=' "$1/$2"); do
		check_line "$1_told_$line" "^$2:$line:" "$1/log"
		check_no_line "$1_taken_$line" "^$2:$line:.*never true: $infeasible" "$1/log"
	done
	for line in $(sed -n '/\(\/\*\|!\) never true/=' "$1/$2"); do
		check_line "$1_never_$line" "^$2:$line:.*never true: $infeasible" "$1/log"
	done
	check_line "$1_proved" '^[0-9]+ of [0-9]+ goals resolved' "$1/log"
}

# taken NAME ENTRY CALL < source: the source is C, with an entry NAME; CALL is one that
# returns 1 where the mark is. $more is a file that belongs to the program too.
more=
taken() {
	target "$1" "$1$2" -w --no-driver $more || return
	(cd "$1" && printf 'int main(void) { return (%s) != 1; }\n' "$3" | cat "$1.c" - > plain.c &&
		"$CC" -O0 -w -I"$ME_ROOT/include" plain.c $more -lm -o plain) > "$1/plain.log" 2>&1
	check "$1_plain" "$1/plain"
	"$me" prove --no-search --timeout=3 "$1/fuzz_target" "$1/corpus" > "$1/log" 2>&1
	verdicts "$1" "$1.c"
}

# fortran NAME < source: the same in Fortran, without the plain build.
fortran() {
	mkdir -p "$1"
	cat > "$1/$1.f90"
	(cd "$1" && "$ME_BUILD/me-fortran" --no-driver -g -O0 -fplugin-arg-me-entry="$1" "$1.f90" -o fuzz_target) \
		> "$1/build.log" 2>&1 || not_ok "build_$1" "$(tail -n 3 "$1/build.log")"
	"$me" prove --no-search --timeout=3 "$1/fuzz_target" "$1/corpus" > "$1/log" 2>&1
	verdicts "$1" "$1.f90"
}

# cplusplus NAME: proves NAME/NAME.cc, with an entry NAME; without the plain build.
cplusplus() {
	(cd "$1" && "$ME_BUILD/me-c++" --no-driver -g -O0 -w -fplugin-arg-me-entry="$1" "$1.cc" -o fuzz_target) \
		> "$1/build.log" 2>&1 || not_ok "build_$1" "$(tail -n 3 "$1/build.log")"
	"$me" prove --no-search --timeout=3 "$1/fuzz_target" "$1/corpus" > "$1/log" 2>&1
	verdicts "$1" "$1.cc"
}
