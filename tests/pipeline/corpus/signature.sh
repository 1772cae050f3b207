# SPDX-License-Identifier: GPL-3.0-or-later
# `me corpus export` and `import`: all bits of all types come back, and a corpus survives a
# change of the signature: values go by the names of parameters and members.
. "$ME_ROOT/tests/check.sh"

# ---- all types, all bits

target all 'f,d:2,p:2,z.im:0..9,o:?,n:len(d)' <<'E2C'
#include <stdbool.h>
struct point { float x; struct { short n[2]; } in; long double w; };
int f(bool b, signed char c, unsigned char C, short s, unsigned short S, int i, unsigned u,
	long l, unsigned long L, __int128 w, unsigned __int128 W, float g, const double *d, int n,
	struct point *p, _Float128 q, double _Complex z, const int *o, const char *text, double a[2][2])
{
	return b && c > C && s > S && i > u && l > L && w > W && g > *d && n && p->w > 0 && q > 1 &&
		__real__ z > 1 && o && *o && *text && a[1][1] > 2;
}
E2C
(cd all && ./fuzz_target --units | grep -q '"path":"in.n"') && ok export_path || not_ok export_path "no member is named"
mkdir all/raw all/canonical
size=$(sed -n 's/.*"bytes":\([0-9]*\).*/\1/p' <(all/fuzz_target --units))
for i in 1 2 3 4 5 6 7 8; do # any bits: NaNs, subnormals, invalid long doubles
	head -c $((size * 8)) < <(seq $((i * 7919)) 99999 | sha512sum -b | cut -c1-128; seq $i 99999 | md5sum; seq $((i * 31)) 70000) |
		tail -c +$((i * 40)) | head -c "$size" > all/raw/$i
done
head -c "$size" /dev/zero | tr '\0' '\377' > all/raw/ones
head -c "$size" /dev/zero > all/raw/zeros
(cd all && "$me" corpus export --format=files --output=canonical fuzz_target raw) > files.log 2>&1
check_equal export_files 0 $?
check_equal export_files_all 10 "$(ls all/canonical | wc -l)"
for format in json csv; do
	(cd all && "$me" corpus export --format=$format --output=out.$format fuzz_target raw) > $format.log 2>&1
	check_equal export_$format 0 $?
	(cd all && "$me" corpus import fuzz_target back_$format out.$format) > back_$format.log 2>&1
	check_equal import_$format 0 $?
	check_line import_says_$format '^10 inputs: 10 written, 0 there already$' back_$format.log
	# Nothing is new, rounded or left out.
	check_no_line import_whole_$format '^  ' back_$format.log
	check_equal export_bits_$format '' "$(diff -r all/canonical all/back_$format)"
done
# What the target itself makes of the raw files is what it makes of the canonical ones.
calls() { # corpus
	(cd all && ./fuzz_target --show "$1"/*) | sort
}
check_same export_calls "$(calls raw)" "$(calls canonical)"
(cd all && "$me" corpus import fuzz_target back_json out.csv) > again.log 2>&1
check_line import_again '^10 inputs: 0 written, 10 there already$' again.log
# A person writes values, too.
cat > all/hand.json <<'E2J'
{"kind":"corpus","version":1}
{"kind":"input","values":{"text":{"text":"hi"},"g":0.1,"d":[1e300,"-nan:8000000000001"],"l":"-9223372036854775808","w":"-170141183460469231731687303715884105728","b":true,"p[1].in.n":[1,-2],"a[1]":[3,4],"o=null":true}}
E2J
(cd all && "$me" corpus import fuzz_target hand hand.json && ./fuzz_target --show --hex hand/*) > hand.log 2>&1
check_line import_hand 'f\(1, 0, 0u, 0, 0u, 0, 0u, -9223372036854775808ll, 0ull, \(\(__int128\)-9223372036854775808ll << 64 \| 0ull\), .*, 0x1.99999ap-4f, \(double\[\]\)\{0x1.7e43c8800759cp\+996, -__builtin_nan\("0x1"\)\}, 2, .*\{\{1, -2\}\}.*, 0, "hi", .*0x1.8p\+1, 0x1p\+2' hand.log

# ---- another signature

target old 'f,x:4,n:len(x),p:2' <<'E2C'
struct point { double x, y; int kind; };
int f(const double *x, int n, struct point *p, float t, const char *name, int gone)
{
	double sum = gone;
	for (int i = 0; i < n; i++)
		sum += x[i];
	if (p[1].kind == 77 && p[0].y > 3)
		return 1;
	if (t == 0.1f)
		return 2;
	return name[0] == 'h' && sum > 10;
}
E2C
target new 'f,x:6,n:len(x),p:3,kind_limit:5..9' <<'E2C'
struct point { long kind; float y, x; };
int f(double t, int kind_limit, const char *name, const double *x, int n, struct point *p, double tolerance)
{
	double sum = tolerance + kind_limit;
	for (int i = 0; i < n; i++)
		sum += x[i];
	if (p[1].kind == 77 && p[0].y > 3)
		return 1;
	if (t == 0.1f)
		return 2;
	return name[0] == 'h' && sum > 10;
}
E2C
# By a search that is compared with others: its inputs are not simplified.
search old --method=signed
check_equal signature_found 0 "$(goals_left old/log)"
"$me" corpus export --output=old.json old/fuzz_target old/corpus
"$me" corpus import new/fuzz_target new/corpus old.json > new.log 2>&1
check_equal signature_status 0 $?
inputs=$(ls old/corpus | wc -l)
# Nothing is lost of what was found, without any search.
(cd new && "$me" cover --json fuzz_target corpus) > cover.json 2>&1
check_equal signature_covers '"covered": 12, "total": 12' "$(grep -A 2 '"branches": {' cover.json |
	sed -n 's/^ *"\(covered\|total\)/"\1/p' | head -n 2 | tr '\n' ' ' | sed 's/ $//')"
check_line signature_unmapped "^  gone: $inputs values in $inputs inputs: not mapped: " new.log
check_line signature_new "^  tolerance: $inputs values in $inputs inputs: new: " new.log
check_line signature_new_elements "^  x: $((2 * inputs)) values in $inputs inputs: new: " new.log
check_line signature_rounded '^  p.x: [0-9]* values? in [0-9]* inputs?: (rounded|not in the type)' new.log
check_no_line signature_exact '^  (p.kind|n|name): .*(rounded|outside)' new.log
# The old target instead of an export; and lines for machines.
"$me" corpus import --json --from=old/fuzz_target new/fuzz_target new/corpus2 old/corpus > new.jsonl 2>&1
check_equal signature_from '' "$(diff -r new/corpus new/corpus2)"
check_line signature_json "^\{\"kind\":\"mapping\",\"name\":\"gone\",\"what\":\"unmapped\",\"values\":$inputs,\"inputs\":$inputs\}" new.jsonl
check_line signature_json_summary "^\{\"kind\":\"summary\",\"inputs\":$inputs,\"written\":$(ls new/corpus | wc -l)\}$" new.jsonl
# A range is kept, and a new length is that of all elements.
echo '{"kind":"corpus","version":1}
{"kind":"input","values":{"x":[1,2],"kind_limit":3,"t":0.5}}' > few.json
"$me" corpus import new/fuzz_target few few.json > few.log 2>&1
check_line signature_limited '^  kind_limit: 1 value in 1 input: outside of the range' few.log
check_equal signature_length 1 "$("$me" corpus export new/fuzz_target few | grep -c '"n":6[,}]')"
check_equal signature_bound 1 "$("$me" corpus export new/fuzz_target few | grep -c '"kind_limit":5[,}]')"

# ---- bytes targets

target bytes '' <<'E2C'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	return size > 2 && data[0] == '{' && data[1] == 0;
}
E2C
mkdir bytes/in
printf '{\0x\377' > bytes/in/a
: > bytes/in/b
for format in json csv; do
	"$me" corpus export --format=$format --output=bytes.$format bytes/fuzz_target bytes/in
	"$me" corpus import bytes/fuzz_target bytes/$format bytes.$format > bytes.log 2>&1
	check_equal export_bytes_$format "$(cat bytes/in/* | sha1sum)" "$(cat $(ls -S bytes/$format/*) | sha1sum)"
	check_equal export_bytes_count_$format 2 "$(ls bytes/$format | wc -l)"
done
