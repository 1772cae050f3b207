# SPDX-License-Identifier: GPL-3.0-or-later
# A library with 12 planted bugs (bench/triage/planted.c) and several hundred inputs by
# which it fails: `me triage` finds 12 groups, each of them one bug's artifacts.
. "$ME_ROOT/tests/check.sh"

if [ "$sanitized" ]; then
	skip planted "with a sanitizer the library fails in other ways"
	exit 0
fi
CC="$CC" sh "$ME_ROOT/bench/triage/triage.sh" target "$PWD/built" > build.log 2>&1 ||
	not_ok planted_build "$(tail -n 5 build.log)"
mkdir found
check planted_inputs built/planted_inputs found 7 26 3
"$me" triage --runs=1 --timeout=1 --json built/planted found > log 2> err
check_equal planted_status 4 $?
check_equal planted_groups "289 289 12 12 0 0" \
	"$(awk -f "$ME_ROOT/bench/triage/judge.awk" < log | tr '\t' ' ')"
# The judge sees a group that mixes bugs, and a bug that is in two groups.
printf '%s\n' '{"kind":"artifact","file":"d/1-0","group":1}' \
	'{"kind":"artifact","file":"d/2-0","group":1}' \
	'{"kind":"artifact","file":"d/2-1","group":2}' \
	'{"kind":"artifact","file":"d/3-1","why":"does not fail"}' > wrong
check_equal planted_judge "4 3 2 3 1 1" \
	"$(awk -f "$ME_ROOT/bench/triage/judge.awk" < wrong | tr '\t' ' ')"
for type in 'abort by free' 'exit' 'integer division' 'abort' 'null pointer read' 'stack overflow' \
	'assertion failed' 'signed integer overflow' 'timeout' 'null pointer write'; do
	check_line "planted_$type" "^\{\"kind\":\"group\",.*\"type\":\"$type\"" log
done
