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
check_equal formats_json_status 4 $?
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

# ---- SARIF

triage log --format=sarif
check_equal formats_sarif_status 4 $?
$CC "$ME_ROOT/tests/sarif_check.c" -o sarif_check -ljansson &&
	check formats_sarif ./sarif_check log
sed 's/"startLine": 2/"startLine": 0/' log > worse
check_equal formats_sarif_checked 1 "$(status_of worse.log ./sarif_check worse)"
check_equal formats_sarif_results 2 "$(grep -c '"ruleId"' log)"
check_line formats_sarif_rule '"id": "out-of-bounds-read"' log
check_line formats_sarif_count '"occurrenceCount": 2' log
check_line formats_sarif_uri '"uri": "found/a%3C2%3E%26.in"' log
check_line formats_sarif_file '"uri": "file:///.*/fails.c"' log
check_line formats_sarif_again "\"reproducer\": \"./fuzz_target 'found/a<1>&.in'\"" log
check_line formats_sarif_rest '"text": "found/a<4>&.in: does not fail"' log
# What names a failure stays when lines move.
prints() { grep -A1 '"partialFingerprints"' "$1" | grep functions | sort; }
prints log > before
sed -i '1i/* one line more */' fails/fails.c
(cd fails && "$me_cc" -g -O0 -fplugin-arg-me-entry=f,y:4 fails.c -lm -o fuzz_target)
triage log --format=sarif
check_same formats_sarif_fingerprints "$(cat before)" "$(prints log)"

# ---- HTML

triage page.html --format=html
check_equal formats_html_status 4 $?
check_line formats_html_group '<h2 id="group-1">1. out-of-bounds read in get fails.c:3</h2>' page.html
check_line formats_html_link '<a href="#group-2">2</a></td><td>abort in f fails.c:11</td><td>1</td>' page.html
check_line formats_html_stack '<span class="program">get .*fails.c:3</span>$' page.html
check_line formats_html_again "./fuzz_target 'found/a&lt;1&gt;&amp;.in'" page.html
check_line formats_html_member '<li>found/a&lt;2&gt;&amp;.in</li>' page.html
check_line formats_html_rest '<li>found/a&lt;4&gt;&amp;.in: does not fail; .*</li>' page.html
check_no_line formats_html_escaped 'a<[0-9]>' page.html
for tag in html head body table tr td h2 pre span details ul li p; do
	check_equal "formats_html_$tag" "$(grep -oE "<$tag[ >]" page.html | wc -l)" \
		"$(grep -o "</$tag>" page.html | wc -l)"
done
# A page needs no other file, and none of the network.
check_no_line formats_html_alone '(src|href)="[^#]' page.html

# ---- what is not known

check_equal formats_unknown 2 "$(status_of unknown.log "$me" triage --format=xml fails/fuzz_target fails/found)"
check_line formats_unknown_says 'wants text, json, sarif or html' unknown.log
