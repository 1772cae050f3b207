# SPDX-License-Identifier: GPL-3.0-or-later
# A bytes target's session: libFuzzer's rules, the same bytes out for one seed, our own
# options, static variables, and what must not be minimised.
. "$ME_ROOT/tests/check.sh"

target parser '' <<'E3'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int depth;
	double x;
	depth = 0;
	for (size_t i = 0; i < size && i < 64; i++) {
		if (data[i] == '[')
			depth++;
		else if (data[i] == ']' && depth > 0)
			depth--;
		else if (data[i] == '"')
			break;
	}
	if (size < 30 || depth != 2)
		return 0;
	memcpy(&x, data + 20, sizeof x);
	if (x > 1e9 && x < 1.0001e9)
		return 1;
	if (x * x == 30.25)
		return 2;
	return 0;
}
E3

# ---- the same bytes

session() { # corpus environment-words [ARGUMENT...]
	name=$1 words=$2
	shift 2
	mkdir -p "parser/$name"
	(cd parser && env $words ./fuzz_target "$@" "$name") > "parser/$name.log" 2>&1 < /dev/null
	echo "session $name: $?" >> sessions
}

same() { # name corpus corpus
	if diff -r "parser/$2" "parser/$3" > same.diff && [ -n "$(ls "parser/$2")" ]; then
		ok "bytes_same_$1"
	else
		not_ok "bytes_same_$1" "$(head -n 3 same.diff)"
	fi
}

long=$(printf '%05000d' 7)
for seed in 1 2; do
	session "a$seed" A=1 -seed=$seed -runs=150000
	session "b$seed" A=$long -seed=$seed -runs=150000
	same "seed$seed" "a$seed" "b$seed"
	check_same "bytes_same_report$seed" "$(grep 'me: stop' "parser/a$seed.log")" \
		"$(grep 'me: stop' "parser/b$seed.log")"
done
check_no_line bytes_exit_0 ': [^0]' sessions
check_line bytes_runs_count '-runs is reached; .* 150000 evaluations' parser/a1.log

# ---- libFuzzer's rules

# The end is not ours, even without an open goal.
session rules A=1 -seed=1 -runs=400000
check_equal bytes_all_goals 0 "$(goals_left parser/rules.log)"
mv parser/rules parser/corpus
check_equal bytes_gcov_agrees 0 "$(branches_left parser)"
session limited A=1 -seed=1 -runs=20000 -max_len=40
check_equal bytes_max_len '' "$(find parser/limited -type f -size +40c)"

# Files, merging and minimising of a crash: no inner runs.
check_equal bytes_files 0 "$(status_of files.log parser/fuzz_target parser/corpus/*)"
check_line bytes_files_run '^Executed parser/corpus/' files.log
check_no_line bytes_files_only 'me: new' files.log
mkdir -p merged
check_equal bytes_merge 0 "$(status_of merge.log parser/fuzz_target -merge=1 merged parser/corpus)"
check_line bytes_merge_says '^MERGE-OUTER: ' merge.log
check_no_line bytes_merge_only 'me: (new|stop)' merge.log
parser/fuzz_target --trace parser/corpus/* | met_goals > covered
check "bytes_merge_covered" [ -s covered ]
check_same bytes_merge_covers "$(cat covered)" "$(parser/fuzz_target --trace merged/* | met_goals)"

target dies '' <<'E3'
#include <stdint.h>
#include <stdlib.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 3 && data[1] == 'B' && data[2] == 'U')
		abort();
	return 0;
}
E3
printf 'xBUxxxxxxxxxxxxxxxxxx' > dies/long
(cd dies && ./fuzz_target -seed=1 -minimize_crash=1 -runs=3000 -exact_artifact_path=short long) \
	> dies/log 2>&1
check_equal bytes_minimize_crash 4 "$(wc -c < dies/short)"
check_no_line bytes_minimize_crash_only 'me: (new|stop)' dies/log

# ---- our own options

printf 'ab\0' > three.in
: > empty.in
check_equal bytes_show 'LLVMFuzzerTestOneInput((const uint8_t[]){0x61, 0x62, 0x00}, 3)' \
	"$(parser/fuzz_target --show three.in)"
check_equal bytes_show_empty 'LLVMFuzzerTestOneInput((const uint8_t[]){0}, 0)' \
	"$(parser/fuzz_target --show empty.in)"
"$me" show parser/fuzz_target parser/corpus > show.log 2>&1
check_equal bytes_me_show "$(ls parser/corpus | wc -l)" "$(grep -c ': LLVMFuzzerTestOneInput(' show.log)"
# Without the checks of sanitizers, which are sought as faults.
[ "$sanitized" ] || check_same bytes_goals "$(sed -n 's/.* of \([0-9]*\) goals covered.*/\1/p' parser/rules.log)" \
	"$(parser/fuzz_target --goals | wc -l)"
check_line bytes_coverme 'this method needs a typed target' "$(parser/fuzz_target --method=coverme > coverme.log 2>&1; echo coverme.log)"

# ---- static variables

# What LLVMFuzzerInitialize has made stays; what a run leaves is put back only when that is
# asked for, and what only an earlier run makes possible counts only with --state=keep.
target counts '' <<'E3'
#include <stddef.h>
static int made, calls;
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	made = 1;
	return 0;
}
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	calls++;
	if (!made)
		return 1;
	if (calls > 100)
		return 2;
	return 0;
}
E3
for state in '' keep restore; do
	rm -rf counts/corpus
	search counts -runs=3000 ${state:+--state=$state}
	wanted=2
	[ "$state" = keep ] && wanted=3
	check_line "bytes_state_${state:-default}" "; $wanted of 4 goals" counts/log
done
printf 'x' > one.in
check_equal bytes_trace_initialised 1 \
	"$(counts/fuzz_target --trace one.in | grep -c '^{"kind":"run","file":"one.in","met":\["[^"]')"

# ---- an input that the target does not want in a corpus

target rejects '' <<'E3'
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;
	if (size < 8)
		return 0;
	memcpy(&x, data, sizeof x);
	if (x == 4321.5)
		return -1;
	return 0;
}
E3
search rejects -runs=20000
check_equal bytes_rejected 1 "$(goals_left rejects/log)"
