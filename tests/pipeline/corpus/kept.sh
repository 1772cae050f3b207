# SPDX-License-Identifier: GPL-3.0-or-later
# `me corpus merge`, `minimise`, `simplify` and `diff`: fewer and simpler inputs cover the
# same goals, and nothing is lost, also when the command is killed.
. "$ME_ROOT/tests/check.sh"

target typed 'f,x:4,n:len(x)' <<'E2C'
int f(const double *x, int n, int kind)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i];
	if (sum > 10)
		kind += 1;
	if (kind == 77)
		return 1;
	if (kind < -1000 && sum < -5)
		return 2;
	return x[0] != x[0];
}
E2C
search typed
check_equal kept_found 0 "$(goals_left typed/log)"
# Many more that bring nothing.
many() { # directory
	cp -r typed/corpus "$1"
	for i in 1 2 3 4 5 6 7 10 11; do
		for file in typed/corpus/*; do
			{ head -c 16 "$file"; printf "\\$i\0\0\0"; tail -c +21 "$file"; } > "$1/${file##*/}-$i"
		done
	done
}
goals() { # corpus
	"$me" score --json typed/fuzz_target "$1" | grep '"kind":"score"'
}
wanted=$(goals typed/corpus)
many all
before=$(ls all | wc -l)

# ---- minimise

"$me" corpus minimise --output=few typed/fuzz_target all > minimise.log 2>&1
check_equal minimise_status 0 $?
few=$(ls few | wc -l)
check_line minimise_says "^$few of $before inputs kept$" minimise.log
check_equal minimise_output_removes_nothing "$before" "$(ls all | wc -l)"
check_same minimise_covers "$wanted" "$(goals few)"
[ "$few" -lt "$(ls typed/corpus | wc -l)" ] || [ "$few" -le 6 ] && ok minimise_few || not_ok minimise_few "$few"
cp -r all here
"$me" corpus minimise --json typed/fuzz_target here > minimise.json 2>&1
check_equal minimise_json "{\"kind\":\"summary\",\"inputs\":$before,\"kept\":$few}" "$(cat minimise.json)"
check_equal minimise_here "$few" "$(ls here | wc -l)"
check_same minimise_here_covers "$wanted" "$(goals here)"
check_equal minimise_removes_only '' "$(diff -r all here | grep -v '^Only in all: ')"
# An input whose run tells nothing stays.
target dies f <<'E2C'
#include <signal.h>
#include <unistd.h>
int f(int a)
{
	if (a == 5)
		kill(getpid(), SIGKILL);
	return a > 10;
}
E2C
mkdir dies/in
printf '\5\0\0\0' > dies/in/killed
printf '\0\0\0\0' > dies/in/zero
printf '\1\0\0\0' > dies/in/one
printf '\40\0\0\0' > dies/in/large
"$me" corpus minimise dies/fuzz_target dies/in > dies.log 2>&1
check_equal minimise_silent 'killed large' "$(ls dies/in | tr '\n' ' ' | sed 's/ $//')"
check_line minimise_silent_says 'killed: its run does not tell' dies.log
# An input of another build stays: what it is worth there is not known here.
cp -r dies/in dies/mixed
printf 'longer than four bytes' > dies/mixed/foreign
"$me" corpus minimise dies/fuzz_target dies/mixed > dies/mixed.log 2>&1
check_equal minimise_foreign 0 $?
check_equal minimise_foreign_stays 'longer than four bytes' "$(cat dies/mixed/foreign)"
# Where nothing counts nothing is removed.
cp -r dies/in dies/none
"$me" corpus minimise --functions='nothing*' dies/fuzz_target dies/none > none.log 2>&1
check_equal minimise_none 1 $?
check_line minimise_none_says "functions=nothing\*: no instrumented function has this name" none.log
check_equal minimise_none_stays '' "$(diff -r dies/in dies/none)"

# ---- simplify

cp -r few simple
"$me" corpus simplify typed/fuzz_target simple > simplify.log 2>&1
check_equal simplify_status 0 $?
check_line simplify_says "^[0-9]+ of $few inputs simplified, [0-9]+ runs$" simplify.log
check_same simplify_covers "$wanted" "$(goals simple)"
"$me" show --hex typed/fuzz_target simple > simple.calls
# Zeros and small numbers are left: no number has more than three digits but -1001 and 77.
check_equal simplify_numbers '' "$(sed 's/^[^:]*: //' simple.calls | grep -oE '[0-9.]{5,}' | grep -vE '^1\.[0-9a-f]{1,3}$|^2000$|^1001$')"
check_line simplify_77 ', 7[67]\)$' simple.calls
check_equal simplify_no_others '' "$(ls simple | grep -vE '^[0-9a-f]{40}$')"
# Again, and nothing changes; with --output= the corpus stays.
cp -r simple simple2
"$me" corpus simplify --json --output=out typed/fuzz_target simple2 > simplify.json 2>&1
check_equal simplify_stays '' "$(diff -r simple simple2)"
check_equal simplify_fixed '' "$(diff -r simple out)"
check_line simplify_json '^\{"kind":"summary","inputs":[0-9]+,"changed":0,"left":0,"runs":[0-9]+\}$' simplify.json
# A run that does not come back is none to be like; it is left as it is.
"$me" corpus simplify dies/fuzz_target dies/in > dies2.log 2>&1
check_equal simplify_killed 0 $?
check_line simplify_killed_says 'killed: its run does not return; it was left as it is' dies2.log
[ -f dies/in/killed ] && ok simplify_killed_stays || not_ok simplify_killed_stays "$(ls dies/in)"
# Of bytes.
target bytes '' <<'E2C'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *at = memchr(data, '<', size);
	return at && at + 1 < data + size && at[1] == 'q';
}
E2C
mkdir bytes/in
echo 'a long text <qand what is behind it' > bytes/in/a
"$me" corpus simplify bytes/fuzz_target bytes/in > bytes.log 2>&1
check_equal simplify_bytes '<q' "$(cat bytes/in/*)"

# ---- diff

mkdir half
for file in $(ls few | head -n 2); do cp few/$file half; done
"$me" corpus diff typed/fuzz_target few half > diff.log 2>&1
check_equal diff_status 0 $?
check_line diff_both '^both: [0-9]+ goals, 2 inputs$' diff.log
check_line diff_only "^only few: [1-9][0-9]* goals?, $((few - 2)) inputs$" diff.log
check_no_line diff_not_half '^only half' diff.log
check_line diff_goal '^  typed.c:[0-9]+:[0-9]+: f: [^:]*: .*: few/[0-9a-f]{40}$' diff.log
check_equal diff_inputs $((few - 2)) "$(grep -cE '^  few/[0-9a-f]{40}: f\(' diff.log)"
"$me" corpus diff --json typed/fuzz_target half few > diff.json 2>&1
check_line diff_json_goal '^\{"kind":"goal","only":"few","goal":"[^"]+",.*"input":"few/' diff.json
check_line diff_json_input '^\{"kind":"input","only":"few","file":"few/[0-9a-f]*","call":"f\(' diff.json
check_equal diff_json_lines 0 "$(grep -vc '^{.*}$' diff.json)"
# The same inputs under other names, and longer ones that are cut, are the same.
mkdir renamed
for file in few/*; do { cat "$file"; echo more; } > "renamed/x${file##*/}"; done
"$me" corpus diff typed/fuzz_target few renamed > same.log 2> /dev/null
check_equal diff_same "both: $(sed -n 's/^both: \([0-9]*\) goals.*/\1/p' same.log) goals, $few inputs" "$(cat same.log)"

# ---- merge

mkdir into
cp half/* into
"$me" corpus merge typed/fuzz_target into all few > merge.log 2>&1
check_equal merge_status 0 $?
check_same merge_covers "$wanted" "$(goals into)"
check_line merge_says '^into: [1-9][0-9]* inputs? added, [0-9]+ in all$' merge.log
check_equal merge_keeps '' "$(diff -r half into | grep -v '^Only in into: ')"
"$me" corpus merge --json typed/fuzz_target into all > merge.json 2>&1
check_equal merge_again "{\"kind\":\"summary\",\"before\":$(ls into | wc -l),\"after\":$(ls into | wc -l)}" "$(cat merge.json)"
# Goals that no counter shows: a label that another input meets on the same path.
target labels f <<'E2C'
#include <me/target.h>
int f(int a)
{
	ME_LABEL(seven, a == 7);
	ME_LABEL(eight, a == 8);
	return a;
}
E2C
mkdir labels/in labels/into
printf '\0\0\0\0' > labels/into/zero
printf '\7\0\0\0' > labels/in/seven
printf '\10\0\0\0' > labels/in/eight
printf '\11\0\0\0' > labels/in/nine
"$me" corpus merge labels/fuzz_target labels/into labels/in > labels.log 2>&1
check_equal merge_labels 2 "$("$me" score --json labels/fuzz_target labels/into | grep -c '"kind":"label".*"input":"')"
check_equal merge_labels_few 3 "$(ls labels/into | wc -l)"

# A name with a newline, in either corpus.
mkdir labels/named
cp labels/in/eight 'labels/into/with
newline'
cp labels/in/seven "labels/named/$(printf 'a\nb')"
cp labels/in/nine "labels/named/$(printf '\nc\n')"
TMPDIR=$PWD/labels "$me" corpus merge labels/fuzz_target labels/into labels/named > newline.log 2>&1
check_equal merge_newline_status 0 $?
check_line merge_newline '^labels/into: 0 inputs added, 4 in all$' newline.log
rm labels/into/[0-9a-f]*
"$me" corpus merge labels/fuzz_target labels/into labels/named > newline.log 2>&1
check_line merge_newline_new '^labels/into: 1 input added, 3 in all$' newline.log
check_equal merge_newline_leaves '' "$(ls labels | grep me-merge)"

# ---- killed at any moment

for action in 'minimise' 'simplify'; do
	lost=
	for delay in 0.02 0.05 0.1 0.2 0.4; do
		rm -rf hurt hurt.me
		cp -r all hurt
		"$me" corpus $action typed/fuzz_target hurt > killed.log 2>&1 &
		sleep $delay
		kill -KILL $! 2> /dev/null
		wait $! 2> /dev/null
		[ "$(goals hurt)" = "$wanted" ] || lost="$lost $delay"
	done
	check_equal kept_killed_$action '' "$lost"
done

# ---- links beside a corpus are not followed

mkdir linked
"$me" cover typed/fuzz_target few > cover.log 2>&1
notes=$(ls few.me/gcov/*.gcno 2> /dev/null | head -n 1)
[ "$notes" ] && ok links_cover || not_ok links_cover "$(tail -n 3 cover.log)"
echo keep > linked/victim
for part in d o gcno gcda; do
	rm -f "${notes%gcno}$part"
	ln -s "$PWD/linked/victim" "${notes%gcno}$part"
done
"$me" cover typed/fuzz_target few > cover.log 2>&1
check_equal links_status 0 $?
check_equal links_kept keep "$(cat linked/victim)"

# ---- a sanitizer that names places knows nothing of our counters

mkdir focus
cat > focus/focus.c <<'E2C'
#include <stddef.h>
#include <stdint.h>
static int core(int x) { return x == 7; }
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) { return size && core(data[0]) && size > 9; }
E2C
for linked in -static-libasan -shared-libgcc; do
	(cd focus && "$me_cc" -g -fsanitize=fuzzer,address $linked focus.c -o fuzz && ./fuzz -focus_function=core -runs=100) > focus.log 2>&1
	check_equal focus_status_$linked 0 $?
	check_line focus_$linked 'inputs touch the focus function' focus.log
done
