# SPDX-License-Identifier: GPL-3.0-or-later
# Ids of goals (me/goal.h) and the lines of JSON (me/schema.h): one id means one goal in
# the target, traces, the verdict file and reports, whatever names a program has.
. "$ME_ROOT/tests/check.sh"
export LC_ALL=C # patterns are of bytes
"$CC" -O1 "$ME_ROOT/tests/json_lines.c" -ljansson -o json_lines

# ids [ARGUMENT...]: the ids that a target prints
ids() {
	"$@" | sed -n 's/.*"goal":"\([^"]*\)".*/\1/p'
}

# ---- a file name that is no UTF-8: no line is lost, no goal credited to another one
name=$(printf 'caf\351')
mkdir latin && cd latin || exit 1
cat > "$name.h" <<'E2'
static int inner(double y)
{
	if (y == 42.5)
		return 1;
	return 0;
}
E2
cat > "$name.c" <<E2
#include "$name.h"
int f(double x, double y)
{
	if (x > 1)
		return inner(y);
	if (x > 3)
		return 3;
	return 2;
}
E2
check latin_builds "$me_cc" -g -O0 -fplugin-arg-me-entry=f "$name.c" -o fuzz_target
cd ..
search latin
(cd latin && ./fuzz_target --goals > goals && ./fuzz_target --units > units && ./fuzz_target --trace corpus/* | grep . > traces) 2> /dev/null
check latin_goals_are_json ./json_lines latin/goals
check latin_units_are_json ./json_lines latin/units
check latin_traces_are_json ./json_lines latin/traces
check_same latin_traces_of_directory "$(cat latin/traces)" "$(cd latin && ./fuzz_target --trace corpus 2> /dev/null | grep .)"
check_equal latin_goals 6 "$(grep -c . latin/goals)"
check_line latin_escaped '"file":"caf.*[.]c"' latin/goals
check_equal latin_ids 'f:0.0 f:0.1 f:1.0 f:1.1 inner@caf%E9.c:0.0 inner@caf%E9.c:0.1' \
	"$(sort -u latin/goals | ids cat | sort | tr '\n' ' ' | sed 's/ $//')"
(cd latin && "$me" cover ./fuzz_target corpus) > latin/cover 2>&1
check_line latin_cover '^the rest .* 2/2 100.0%  *2/2 100.0% ' latin/cover
check_line latin_cover_source '^caf.*[.]c:6:[0-9]+: f: `if \(x > 3\)` is true: not taken$' latin/cover
check_equal latin_cover_misses 1 "$(grep -c ': not taken' latin/cover)"
(cd latin && "$me" cover --json ./fuzz_target corpus) > latin/cover.json 2>&1
check_line latin_cover_json '"file": "caf.*[.]c"' latin/cover.json
if command -v "$first" > /dev/null; then
	(cd latin && "$me" prove ./fuzz_target corpus) > latin/prove 2>&1
	check_line latin_prove '^6 of 6 goals resolved' latin/prove
	check_line latin_proof '`if \(x > 3\)` is never true: infeasible' latin/prove
	(cd latin && "$me" prove --json ./fuzz_target corpus | tail -n 1) > latin/summary
	check_line latin_prove_json '"kind":"summary","goals":6,"resolved":6,"covered":5,"infeasible":1' latin/summary
else
	skip latin_prove 'there is no solver'
fi

# Bytes of a name, their characters, and back.
mkdir odd && cd odd || exit 1
printf 'int f(int x) { if (x > 3) return 1; return 0; }\n' > 'a "b" %\.c'
check odd_builds "$me_cc" -g -O0 -fplugin-arg-me-entry=f 'a "b" %\.c' -o fuzz_target
./fuzz_target --goals > goals
cd ..
check odd_goals_are_json ./json_lines odd/goals

# ---- static functions of one name, in units of one source
mkdir same && cd same || exit 1
cat > part.c <<'E2'
static int helper(int x) { if (x == VALUE) return 1; return 0; }
int PART(int x) { return helper(x) + 1; }
E2
echo 'int first(int), second(int); int f(int x, int y) { return first(x) | second(y); }' > main.c
"$me_cc" -g -O0 -DPART=first -DVALUE=123456 -c part.c -o first.o
"$me_cc" -g -O0 -DPART=second -DVALUE=654321 -c part.c -o second.o
check same_builds "$me_cc" -g -O0 -fplugin-arg-me-entry=f main.c first.o second.o -o fuzz_target
./fuzz_target --goals --functions=all > goals
cd ..
check_equal same_ids 'helper@part.c#2:0.0 helper@part.c#2:0.1 helper@part.c:0.0 helper@part.c:0.1' \
	"$(ids cat same/goals | sort | tr '\n' ' ' | sed 's/ $//')"
search same --functions=all -runs=100000
check_line same_all_covered 'stop: .*; 4 of 4 goals covered' same/log

# ---- an inline function of C++ in two units: one goal, met in whichever the linker took
mkdir inlined && cd inlined || exit 1
cat > shared.h <<'E2'
inline int shared(int x) { if (x == 77777) return 1; return 0; }
E2
printf '#include "shared.h"\nint one(int x) { return shared(x); }\n' > one.cc
printf '#include "shared.h"\nint one(int); int f(int x) { return one(x) | shared(x ^ 1); }\n' > two.cc
check inlined_builds "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry='f(int)' one.cc two.cc -o fuzz_target
./fuzz_target --goals --functions=all > goals
cd ..
check_equal inlined_goals 2 "$(grep -c . inlined/goals)"
search inlined --functions=all -runs=100000
check_line inlined_covered 'stop: .*; 2 of 2 goals covered' inlined/log

# ---- the ids are those of the build before, when nothing has changed
cp same/goals before
(cd same && "$me_cc" -g -O0 -DPART=first -DVALUE=123456 -c part.c -o first.o &&
	"$me_cc" -g -O0 -fplugin-arg-me-entry=f main.c first.o second.o -o fuzz_target &&
	./fuzz_target --goals --functions=all) > after
check ids_survive_a_build cmp before after

# ---- a line of verdicts is about one goal
if command -v "$first" > /dev/null; then
	check_line verdict_line '^[0-9a-f]{16} f:1[.]0 infeasible ' latin/corpus.me/verdicts
else
	skip verdict_line 'there is no solver'
fi

# ---- me prove --json, me resolve --json
if command -v "$first" > /dev/null; then
	cat > p.c <<'E2'
#include <stdlib.h>
int p(int a, int b)
{
	if (a > 3 && a < 2)
		return 1;
	if (b == 4711)
		abort();
	return 0;
}
E2
	target json p < p.c
	(cd json && "$me" prove --json ./fuzz_target corpus) > proofs 2> proofs.log
	(cd json && "$me" resolve --json ./fuzz_target again) > resolved 2> resolved.log
	for log in proofs resolved; do
		check "${log}_are_json" ./json_lines $log
		check_line "${log}_infeasible" '"goal":"p:1.0",.*"verdict":"infeasible","how":"' $log
		check_line "${log}_ended" '"goal":"p:2.0",.*"verdict":"covered","input":"[a-z]+.me/crash-[0-9a-f]+","ended":"signal","signal":"ABRT"' $log
		check_line "${log}_summary" '"kind":"summary","goals":6,"resolved":6,"covered":5,"infeasible":1' $log
	done
	check_line proofs_covered '"goal":"p:0.0","type":"branch".*"verdict":"covered","input":"corpus/[0-9a-f]{40}"' proofs
	check_line resolved_search '"search_seconds":' resolved
	(cd json && "$me" prove --json --explain ./fuzz_target corpus) > explained 2> explained.log
	check_line explained_reasons '"goal":"p:1.0",.*"reasons":\[\{"function":"p","file":"json.c","line":4,"edge":0\}' explained
else
	skip prove_json 'there is no solver'
fi
