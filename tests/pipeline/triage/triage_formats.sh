# SPDX-License-Identifier: GPL-3.0-or-later
# The formats of `me triage` say the same, each by its own rules.
. "$ME_ROOT/tests/check.sh"

target fails f,y:4 <<'E2C'
#include <stdlib.h>
static int get(const int *y, int i) { return y[i]; }
int f(int a, const int *y)
{
	if (a == 1)
		return get(y, 4);
	if (a == 2)
		return 1 + get(y, 4);
	if (a == 3)
		abort();
	return 0;
}
E2C
mkdir fails/found
zeros='\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
for a in 1 2 3 4; do printf "\\$a\0\0\0$zeros" > "fails/found/a<$a>&.in"; done
triage() { # file OPTION...
	out=$1
	shift
	(cd fails && "$me" triage --runs=1 "$@" ./fuzz_target found) > "$out" 2> err
}

# ---- JSON

triage lines --json
check_equal formats_json_status 0 $?
triage lines2 --format=json
check_equal formats_json_same '' "$(cmp lines lines2 2>&1)"
$CC "$ME_ROOT/tests/json_lines.c" -o json_lines -ljansson && ./json_lines lines &&
	ok formats_json_lines || not_ok formats_json_lines "$(tail -n 3 lines)"
check_line formats_json_group '^\{"kind":"group","number":1,"type":"out-of-bounds read","ended":"signal","artifact":"found/a<1>&.in","flaky":false' lines
check_line formats_json_members '"artifacts":\["found/a<1>&.in","found/a<2>&.in"\],"function":"get","file":"[^"]*fails.c","line":2,"signal":"SEGV"' lines
check_line formats_json_stack '"stack":\[\{"function":"get","file":"[^"]*fails.c","line":2,"inlined":false,"program":true\},\{"function":"f"' lines
check_line formats_json_again "\"again\":\"./fuzz_target 'found/a<1>&.in'\"" lines
check_line formats_json_artifact '^\{"kind":"artifact","file":"found/a<2>&.in","bytes":20,"runs":1,"failed":1,"differs":false,"group":1\}$' lines
check_line formats_json_why '^\{"kind":"artifact","file":"found/a<4>&.in",.*"failed":0,.*"why":"does not fail"\}$' lines
check_line formats_json_summary '^\{"kind":"summary","artifacts":4,"failing":3,"groups":2,"flaky":0,"returning":1,"not_run":0\}$' lines
