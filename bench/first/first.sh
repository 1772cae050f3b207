#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-first: 40 functions as numerical people write them (first.tsv), by `me test` as a new
# user types it, and with the best notes that a person could write. For each
#	the function; feasible branches, those covered, those called infeasible; infeasible ones,
#	those proven; faults; inputs, those of plain numbers; seconds; covered with notes
# into build/bench/first.tsv, and the sums last. A number is plain when it is an integer below 10^6
# or a decimal of at most 6 digits. A fault is spurious unless it is an overflow of signed
# integers: all else comes from sizes that the function was never meant to get.
# Environment: CC, ME_BUILD; SECONDS (10) for each function; ONLY='fft horner'; NOTES=0: none.
set -eu
cd "$(dirname "$0")/../.."
export ME_CC="${CC:-gcc}"
build=$(cd "${ME_BUILD:-build}" && pwd)
out=$build/bench/first
seconds=${SECONDS:-10}
rm -rf "$out"
mkdir -p "$out"
cp bench/first/*.c bench/first/*.cc bench/first/*.f90 "$out"

# tested FILE FUNCTION: the line of JSON
tested() {
	code=0
	(cd "$out" && timeout $((3 * seconds + 60)) "$build/me" test --json --time="$seconds" "$1" "$2" \
		2>> errors < /dev/null) || code=$?
	case $code in 0 | 3 | 4) ;; *) echo '{}' ;; esac
}

# The columns of a row: of the line of JSON, and the goals that no input meets.
columns='
function texts(line, name, list,   n) {
	for (n = 0; match(line, "\"" name "\": ?\"([^\"\\\\]|\\\\.)*\""); ) {
		list[++n] = substr(line, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
		sub(/^ ?"/, "", list[n])
		line = substr(line, RSTART + RLENGTH)
	}
	return n
}
function is_plain(call,   number, digits) {
	sub(/\) = .*/, "", call)
	sub(/^[^(]*\(/, "", call)
	gsub(/__builtin_[a-z]*/, " nan ", call)
	while (match(call, /(0x[0-9a-fA-F.]+(p[-+]?[0-9]+)?|nan|inf|NAN|INFINITY|[0-9]+\.?[0-9]*([ed][-+]?[0-9]+)?)/)) {
		number = substr(call, RSTART, RLENGTH)
		call = substr(call, RSTART + RLENGTH)
		if (number ~ /^(nan|inf|NAN|INF|0x)/) return 0
		sub(/d0$/, "", number)
		if (number ~ /[ed]/) return 0
		digits = number
		gsub(/[^0-9]/, "", digits)
		if (length(digits) > 6) return 0
	}
	return 1
}
{
	begin = index($0, "\"branches\":")
	part = begin ? substr($0, begin) : ""
	split(never, list, " ")
	for (i in list) is_never[list[i]] = 1
	n = texts(part, "goal", goals)
	texts(part, "verdict", verdicts)
	for (i = 1; i <= n; i++) {
		if ("~" goals[i] in is_never) continue
		if (goals[i] in is_never) { infeasible++; proven += verdicts[i] == "infeasible"; continue }
		feasible++
		covered += verdicts[i] == "covered"
		wrong += verdicts[i] == "infeasible"
	}
	calls = texts(part, "call", call)
	for (i = 1; i <= calls; i++) plain += is_plain(call[i])
	faults = 0
	for (rest = $0; match(rest, /"kind": ?"group"[^}]*"type": ?"[^"]*"/); rest = substr(rest, RSTART + RLENGTH))
		faults += substr(rest, RSTART, RLENGTH) !~ /overflow/
	printf "%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d", feasible, covered, wrong, infeasible, proven, faults, calls, plain
}'

row() { # function file notes never
	start=$(date +%s.%N)
	tested "$2" "$1" > "$out/$1.json"
	end=$(date +%s.%N)
	never=$4
	[ "$never" != - ] || never=
	printf '%s\t%s\t%s' "$1" "$(awk -v never="$never" "$columns" "$out/$1.json")" \
		"$(echo "$end $start" | awk '{printf "%.1f", $1 - $2}')"
	if [ "${NOTES:-1}" = 1 ]; then
		notes=,$3
		[ "$notes" != ,- ] || notes=
		tested "$2" "$1$notes" > "$out/$1.notes.json"
		printf '\t%s' "$(awk -v never="$never" "$columns" "$out/$1.notes.json" | cut -f 2)"
	fi
	echo
}

tab=$(printf '\t')
grep -v '^#' bench/first/first.tsv | while IFS="$tab" read -r function file notes never; do
	case " ${ONLY:-$function} " in *" $function "*) row "$function" "$file" "$notes" "$never" ;; esac
done | tee "$build/bench/first.tsv"
awk -F '\t' '
	{for (i = 2; i <= NF; i++) sum[i] += $i; n++; columns = NF}
	function part(a, b) {return b ? sprintf("%d of %d (%.1f %%)", a, b, 100 * a / b) : "0 of 0"}
	END {
		printf "%d functions in %.0f s: feasible branches covered %s", n, sum[10], part(sum[3], sum[2])
		if (columns > 10) printf ", with notes %s", part(sum[11], sum[2])
		printf ", called infeasible %d; infeasible proven %s; spurious faults %d; plain inputs %s\n",
			sum[4], part(sum[6], sum[5]), sum[7], part(sum[9], sum[8])
	}' "$build/bench/first.tsv"
