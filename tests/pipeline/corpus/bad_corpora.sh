# SPDX-License-Identifier: GPL-3.0-or-later
# Corpora, exports and targets that are not as they should be: each has a clear message, the
# exit code is 1, and nothing that was there is lost.
. "$ME_ROOT/tests/check.sh"

target typed 'f,x:2' <<'E2C'
int f(const double *x, int n)
{
	return x[0] > 1 && n > 3;
}
E2C
target wider 'f,x:3' < typed/typed.c
target bytes '' <<'E2C'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return size > 2 && data[0] == '{';
}
E2C
t=typed/fuzz_target
search typed
cp -r typed/corpus before
export_all() { "$me" corpus export --output="$1" $t typed/corpus; }
export_all good.json
"$me" corpus export --format=csv --output=good.csv $t typed/corpus
nobody=
[ "$(id -u)" != 0 ] || nobody='setpriv --reuid=65534 --regid=65534 --clear-groups'

# fails NAME PATTERN ARGUMENT...: `me corpus ARGUMENT...` fails and says so, in one line.
fails() {
	name=$1 pattern=$2
	shift 2
	"$me" corpus "$@" > fails.log 2>&1 < /dev/null
	check_equal "bad_$name" 1 $?
	check_line "bad_${name}_says" "^me: $pattern" fails.log
}

# ---- names

fails merge_missing 'absent: no such file or directory; ' merge $t into absent
fails merge_target 'absent: No such file' merge absent into typed/corpus
fails merge_into_file 'good.json: is not a directory' merge $t good.json typed/corpus
fails minimise_missing 'absent: no such file' minimise $t absent
fails minimise_file 'good.json: is not a directory' minimise $t good.json
fails simplify_missing 'absent: no such file' simplify $t absent
fails simplify_out 'good.json: is not a directory' simplify --output=good.json $t typed/corpus
fails diff_missing 'absent: no such file' diff $t typed/corpus absent
fails export_missing 'absent: no such file' export $t absent
fails export_out 'absent/there: no such file' export --output=absent/there $t typed/corpus
fails import_missing 'absent: no such file' import $t into absent
fails import_into_file 'good.csv: is not a directory' import $t good.csv good.json
mkdir empty
for action in minimise simplify export; do
	fails empty_$action 'empty: has no inputs' $action $t empty
done
fails empty_import 'empty: has no inputs' import $t into empty
fails not_me '[a-z/]*/true: was not built' export /bin/true typed/corpus
check_equal bad_action 2 "$(status_of action.log "$me" corpus melt $t typed/corpus)"
check_line bad_action_says 'corpus: wants one of merge, minimise, simplify, diff, export, import' action.log
check_equal bad_files_usage 2 "$(status_of usage.log "$me" corpus export --format=files $t typed/corpus)"

# ---- files that cannot be read

cp -r typed/corpus closed
first=$(ls closed | head -n 1)
chmod 0 "closed/$first"
chmod 755 .
$nobody "$me" corpus export $t closed > closed.json 2> closed.log
check_equal bad_unreadable 1 $?
check_line bad_unreadable_says "^me: closed/$first: permission denied$" closed.log
check_equal bad_unreadable_others "$(($(ls closed | wc -l) - 1))" "$(grep -c '"kind":"input"' closed.json)"
# What was left out does not make the export look damaged.
"$me" corpus import $t from_closed closed.json > from_closed.log 2>&1
check_equal bad_unreadable_import 0 $?

# ---- another build

fails other_build "typed/corpus/[0-9a-f]*: has 20 bytes, an input of wider/fuzz_target has 28: it is of another build; --from=OLD_TARGET" \
	import wider/fuzz_target wide typed/corpus
[ ! -e wide ] && ok bad_other_build_writes_nothing || not_ok bad_other_build_writes_nothing "$(ls wide)"
"$me" corpus export wider/fuzz_target typed/corpus 2> other.log > /dev/null
check_line bad_other_build_note 'note: .* inputs were made for another build or entry' other.log
fails from_bytes '.*bytes/fuzz_target: is a bytes target' import --from=bytes/fuzz_target $t into typed/corpus
check_line bad_from_bytes_path 'is a bytes target: its inputs have no names' fails.log
fails named_to_bytes 'good.json: line 2: named values, but the target takes bytes' import bytes/fuzz_target into good.json
mkdir some && echo '{abc' > some/a
"$me" corpus export --output=bytes.json bytes/fuzz_target some
fails bytes_to_named 'bytes.json: line 2: bytes, but the target takes named values' import $t into bytes.json

# ---- damaged exports

damaged() { # name pattern < file
	cat > "$1.damaged"
	rm -rf into into.me
	fails "$1" "$1.damaged: $2" import $t into "$1.damaged"
	[ ! -e into ] && ok "bad_$1_writes_nothing" || not_ok "bad_$1_writes_nothing" "$(ls into)"
}
head='{"kind":"corpus","version":1,"inputs":1}'
size=$(wc -c < good.json)
head -c $((size - 30)) good.json | damaged cut_json "line $(wc -l < good.json), column [0-9]+: "
lines=$(wc -l < good.json)
head -n $((lines - 1)) good.json | damaged cut_line "line $((lines - 1)): it ends after $((lines - 2)) of $((lines - 1)) inputs"
{ echo "$head"; echo '{"kind":"input","values":{"n":"1x"}}'; } | damaged number 'line 2: n: is no number'
{ echo "$head"; echo '{"kind":"input","values":{"n":[1,{}]}}'; } | damaged member 'line 2: n: is no number'
{ echo "$head"; echo '{"kind":"input","values":{"n[":1}}'; } | damaged name 'line 2: n\[: is no name'
{ echo "$head"; echo; echo '{"kind":"input","values":{"n":1},}'; } | damaged syntax 'line 3, column [0-9]+: '
{ echo "$head"; echo '{"kind":"input"}'; } | damaged values 'line 2: an input without values'
{ echo "$head"; echo '{"kind":"input","hex":"12x"}'; } | damaged hex 'line 2: hex: not pairs'
echo '{"kind":"input","values":{"n":1}}' | damaged headless 'line 1: the line of the corpus is missing'
echo '{"kind":"corpus","version":2,"inputs":1}' | damaged newer 'line 1: another version of the format'
{ echo "$head"; printf '{"kind":"input","values":{"n":1}}\n\0\0\0\0'; } | damaged zeros 'byte [0-9]+ is zero: the file is damaged'
: | damaged nothing 'line 1, column 1: neither JSON nor CSV'
printf '\177ELF' | damaged other 'line 1, column 1: neither JSON nor CSV'
printf 'file,n\na,1,2\n' | damaged csv_many 'line 2, column 5: the row has too many cells'
printf 'file,n,x[0]\na,1,2\nb,1\n' | damaged csv_few 'line 3, column [0-9]+: the row has too few cells'
printf 'file,n\na,1\nb, 2\n' | damaged csv_number 'line 3, column 3: is no number'
printf 'file,n,x[0\na,1,2\n' | damaged csv_name 'line 1, column 8: is no name of a value'
printf 'file,n\na,1\n"b,2\n' | damaged csv_quote 'line [0-9]+, column [0-9]+: a quote is not closed'
printf 'file,hex\na,1g\n' | damaged csv_hex 'line 2, column 3: not pairs'
# Cells in quotes, and lines that end as on other systems, are none.
printf '"file","n","x[0]","x[1]"\r\n"a ""b""\n",7,-inf,"1e-3"\r\n' > quoted.csv
"$me" corpus import $t quoted quoted.csv > quoted.log 2>&1
check_equal bad_quoted 0 $?
check_equal bad_quoted_call 1 "$("$me" show --hex $t quoted | grep -c 'f((double\[\]){-__builtin_inf(), 0x1.0624dd2f1a9fcp-10}, 7)$')"

# ---- a full disk

mkdir full
if mount -t tmpfs -o size=64k,nr_inodes=12 none full 2> /dev/null; then
	trap 'umount full' EXIT
	{
		echo '{"kind":"corpus","version":1}'
		for i in $(seq 40); do echo "{\"kind\":\"input\",\"values\":{\"n\":$i}}"; done
	} > forty.json
	fails full_import 'full/corpus: no space left' import $t full/corpus forty.json
	check_equal bad_full_whole '' "$(find full/corpus -type f ! -size 20c)"
	"$me" corpus export $t full/corpus > some.json && [ "$(grep -c '"input"' some.json)" -gt 3 ] &&
		ok bad_full_rest || not_ok bad_full_rest "$(ls full/corpus)"
	fails full_export 'full/e.json: no space left' export --output=full/e.json $t typed/corpus
	[ ! -e full/e.json ] && ok bad_full_no_half || not_ok bad_full_no_half "$(wc -c full/e.json)"
	cp -r typed/corpus minimised
	fails full_minimise 'full/m: |full/corpus: no space' minimise --output=full/m $t minimised
	check_equal bad_full_minimise_stays '' "$(diff -r typed/corpus minimised)"
	umount full
	trap - EXIT
else
	skip bad_full 'no file system can be mounted here'
fi

# ---- CORPUS.me leads elsewhere

mkdir -p elsewhere linked
cp typed/corpus/* linked
rm -rf linked.me
ln -s elsewhere linked.me
for asked in "$t linked" "$me cover $t linked" "$me prove $t linked" "$me resolve $t linked" "$me explore $t linked"; do
	check_equal bad_link 1 "$(status_of fails.log $asked)"
	check_line bad_link_says 'linked: the directory beside the corpus is a symbolic link, which is not followed$' fails.log
done
check_equal bad_link_unused '' "$(ls elsewhere)"
check_equal bad_nothing_lost '' "$(diff -r before typed/corpus)"
