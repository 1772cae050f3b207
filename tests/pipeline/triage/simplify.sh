# SPDX-License-Identifier: GPL-3.0-or-later
# `me triage --simplify=DIRECTORY`: of each failure an input whose numbers are simple and
# whose bytes are few, and which fails in the same way.
. "$ME_ROOT/tests/check.sh"

# ---- numbers

target numbers f,y:6 <<'E2C'
#include <stdlib.h>
int f(int a, double x, const double *y, float w)
{
	if (a > 1000 && w < 0) {
		if (x > 2.5 && y[4] != 0)
			abort(); /* bug */
		if (y[5] < -1e6)
			abort(); /* other bug */
	}
	return 0;
}
E2C
# f(12345, 777.123, {3, 1e-300, nan, -7.25, 0.1, -2e9}, -3.75f), and without x
doubles='\0\0\0\0\0\0\010\100\131\363\370\302\037\156\245\001\0\0\0\0\0\0\370\177\0\0\0\0\0\0\035\300\232\231\231\231\231\231\271\077\0\0\0\0\145\315\335\301'
mkdir numbers/found
printf "\071\060\0\0\264\310\166\276\373\110\210\100$doubles\0\0\160\300" > numbers/found/one
printf "\071\060\0\0\0\0\0\0\0\0\0\0$doubles\0\0\160\300" > numbers/found/two
check_equal simplify_size 64 "$(wc -c < numbers/found/one)"
cp -r numbers/found before
(cd numbers && "$me" triage --runs=1 --simplify=small ./fuzz_target found) > numbers.log 2>&1
check_equal simplify_status 4 $?
check_line simplify_groups '^2 artifacts, 2 fail: 2 distinct faults$' numbers.log
check_equal simplify_artifacts_stay '' "$(diff -r before numbers/found)"
check_equal simplify_written 2 "$(ls numbers/small | grep -cE '^crash-[0-9a-f]{40}$')"
# The bug's own conditions are all that is left of the input.
check_line simplify_bug '^   f\(2000, 3.0, \(double\[\]\)\{0.0, 0.0, 0.0, 0.0, 1.0, 0.0\}, -1.0f\)$' numbers.log
check_line simplify_other '^   f\(2000, 0.0, \(double\[\]\)\{0.0, 0.0, 0.0, 0.0, 0.0, -2000000.0\}, -1.0f\)$' numbers.log
check_line simplify_from '^   simplified from found/one$' numbers.log
again=$(sed -n 's/^   to run it again: //p' numbers.log | head -n 1)
check_line simplify_again_name '^\./fuzz_target small/crash-[0-9a-f]*$' "$(echo "$again" > again; echo again)"
check_line simplify_again_fails ' f .*numbers.c:' "$(cd numbers && $again > ../again.log 2>&1; echo again.log)"

# The same again writes the same, and nothing more.
(cd numbers && "$me" triage --runs=1 --simplify=small ./fuzz_target found) > numbers2.log 2>&1
check_equal simplify_same '' "$(cmp numbers.log numbers2.log 2>&1)"
check_equal simplify_written_again 2 "$(ls numbers/small | wc -l)"
# Without the option nothing is written.
(cd numbers && rm -rf small && ls -R > ../listed && "$me" triage --runs=1 ./fuzz_target found > ../plain.log 2>&1
	ls -R > ../listed2)
check_equal simplify_default '' "$(cmp listed listed2 2>&1)"
# A file is no directory.
(cd numbers && "$me" triage --runs=1 --simplify=numbers.c ./fuzz_target found) > wrong.log 2>&1
check_equal simplify_no_directory 1 $?
check_line simplify_no_directory_says '^me: numbers.c: is not a directory$' wrong.log

# ---- texts, whose characters become letters together; what there is no more time for stays as it is

target texts 'f,s:60' <<'E2C'
#include <stdlib.h>
#include <string.h>
int f(const char *s, int a)
{
	if (strlen(s) > 40 && a > 10)
		abort();
	return 0;
}
E2C
mkdir texts/found texts/late
{
	seq 100 120 | tr -d '\n' | head -c 60
	printf '\071\060\0\0'
} > texts/found/one
(cd texts && "$me" triage --runs=1 --simplify=small ./fuzz_target found) > texts.log 2>&1
check_line simplify_letters '^   f\(\(char\[61\]\)\{"a{41}"\}, 20\)$' texts.log
(cd texts && ./fuzz_target --failure --simplify=late --trace-limit=0.001 found/one) > late.log 2> late.errors
check_line simplify_late '"kind":"simplified",.*"runs":[1-4][},]' late.log
check_equal simplify_late_written 1 "$(ls texts/late | wc -l)"

# ---- bytes

target bytes '' <<'E2C'
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *at = memchr(data, '<', size);
	size_t sum = 0;

	if (!at || (size_t)(data + size - at) < 3)
		return 0;
	for (size_t i = 0; i < size; i++)
		sum += data[i] == 'k';
	if (at[1] == 'q' && at[2] > '5')
		abort(); /* the first */
	if (sum > 3 && at[1] == 'r')
		abort(); /* the second */
	return 0;
}
E2C
mkdir bytes/found
printf 'some text before it k k k k k<q9 and behind it\n' > bytes/found/first
printf 'kill the kraken <r123 with kind knives' > bytes/found/second
(cd bytes && "$me" triage --runs=1 --json --simplify=small ./fuzz_target found) > bytes.log 2>&1
check_line simplify_bytes '"simpler":"small/crash-' bytes.log
check_equal simplify_bytes_all '<qa kkk<rk ' "$(for file in bytes/small/*; do
	cat "$file"
	echo
done | sort | tr '\n' ' ')"
