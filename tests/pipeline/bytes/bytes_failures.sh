# SPDX-License-Identifier: GPL-3.0-or-later
# The same as failures.sh of a bytes target: its inputs vary in size, it has libFuzzer's
# rules, and what it reads beyond an input is a sanitizer's matter.
bytes=1
. "$ME_ROOT/tests/failing.sh"

each '' ''
build heap 4 && kept heap 70 timeout -timeout=1 && says heap "$timeout" bottom heap
build status_0 14 && kept status_0 77 crash && says status_0 "$exited" bottom exit0

build exit_asan 1 $asan && kept exit_asan 77 crash && says exit_asan "$exited" bottom exit
build hang_asan 3 $asan && kept hang_asan 70 timeout -timeout=1 &&
	says hang_asan "$timeout" bottom hang
build large 8 $asan && kept large 71 oom -malloc_limit_mb=100 -timeout=60 && says large "$oom" bottom large
report='SUMMARY: AddressSanitizer: heap-buffer-overflow'
build asan 9 $asan && kept asan '1 77' crash &&
	says asan "$report" bottom heap-buffer-overflow
inner asan
report='runtime error: signed integer overflow'
build ubsan 10 $ubsan && kept ubsan '1 77' crash && says ubsan "$report"
inner ubsan
build leak 11 $asan && kept leak '1 77' leak && says leak 'LeakSanitizer: detected memory leaks'

# ---- what only bytes targets have

# The input ends where its buffer ends.
target overread '' $asan <<'E3'
#include <stddef.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	double x;
	if (size < 8)
		return 0;
	memcpy(&x, data, sizeof x);
	if (x == 1234.5)
		return data[size] == 7;
	return 0;
}
E3
search overread -runs=200000
among failure_exit_overread '1 77' $?
check_equal failure_artifacts_overread 1 "$(artifacts overread | wc -l)"
check_line failure_text_overread 'heap-buffer-overflow' overread/log
inner overread

# An input that is written to, which libFuzzer reports of its own runs alone.
target overwrites '' <<'E3'
#include <stddef.h>
#include <string.h>
int LLVMFuzzerTestOneInput(unsigned char *data, size_t size)
{
	double x;
	if (size < 8)
		return 0;
	memcpy(&x, data, sizeof x);
	if (x == 1234.5)
		data[0] = 1;
	return 0;
}
E3
search overwrites -runs=200000
check_equal failure_exit_overwrites 77 $?
check_equal failure_artifacts_overwrites 1 "$(artifacts overwrites | wc -l)"
check_line failure_text_overwrites 'overwrites its const input' overwrites/log
