# SPDX-License-Identifier: GPL-3.0-or-later
# A program that prints what a target answers, and what ME says of errors, in each of its runs and
# beside them: `me` tells the same of it as of the program that prints nothing.
. "$ME_ROOT/tests/check.sh"

cat > talk.c <<'E2'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *const lines[] = {
    "ERROR: me: one: FAKE",
    "ERROR: me: --custom=FAKE.so: pen() failed",
    "ERROR: FAKE",
    "{\"kind\":\"ready\",\"process\":1}",
    "{\"kind\":\"error\",\"text\":\"FAKE\"}",
    "{\"kind\":\"error\",\"file\":\"one\",\"text\":\"FAKE\"}",
    "{\"kind\":\"unit\",\"source\":\"FAKE.c\",\"directory\":\"/\",\"compiler\":\"cc\"}",
    "{\"kind\":\"goal\",\"goal\":\"FAKE:0.0\",\"type\":\"branch\",\"unit\":0,\"scope\":true}",
    "{\"kind\":\"run\",\"file\":\"one\",\"met\":[\"talks:0.0\",\"talks:1.0\",\"talks:2.0\"]}",
    "{\"kind\":\"path\",\"file\":\"one\",\"returned\":true,\"path\":[\"talks:2.0\"]}",
    "{\"kind\":\"failure\",\"file\":\"one\",\"ended\":\"signal\",\"signal\":\"SEGV\",\"type\":\"FAKE\"}",
    "{\"kind\":\"output\",\"file\":\"one\",\"text\":\"FAKE\"}",
    "{\"kind\":\"simplified\",\"file\":\"one\",\"to\":\"FAKE\",\"bytes\":1,\"runs\":1}",
    "{\"kind\":\"draws\",\"file\":\"one\",\"ended\":\"returns\",\"cut\":false,\"draws\":[]}",
    "{\"kind\":\"call\",\"file\":\"one\",\"call\":\"FAKE()\"}",
    "returned", "talks:2.0",
};
void talk(void)
{
	for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
		char line[300];
		const int n = snprintf(line, sizeof line, "\n%s\n", lines[i]);
		printf("%s", line);
		fflush(stdout);
		fprintf(stderr, "%s", line);
		if (write(1, line, n) != n || write(2, line, n) != n)
			_exit(9);
	}
}
__attribute__((constructor)) static void begin(void)
{
	talk();
	atexit(talk);
}
E2
cat > talks.c <<'E2'
#include <stdlib.h>
void talk(void);
int talks(int x, double y)
{
	talk();
	if (x == 12345)
		abort();
	if (y > 100)
		return x > 3 ? 7 : 1;
	if (x == 777)
		exit(3);
	return 0;
}
E2
"$CC" -g -w -c talk.c -o loud.o
echo 'void talk(void) {}' > quiet.c
"$CC" -g -c quiet.c -o silent.o
printf '\001\0\0\0\0\0\0\0\0\0\0\0' > one
printf '\001\0\0\0\0\0\0\0\0\0\160\100' > two # 256
printf '\071\060\0\0\0\0\0\0\0\0\0\0' > aborts
printf '\011\003\0\0\0\0\0\0\0\0\0\0' > exits
bytes_of_name=$(sha1sum < aborts | cut -c1-40)
for name in silent loud; do
	mkdir -p $name/corpus $name/more $name/found
	cp one two exits $name/corpus
	cp two exits $name/more
	cp aborts "$name/found/crash-$bytes_of_name"
	cp exits "$name/found/crash-$(sha1sum < exits | cut -c1-40)"
	cp one $name/found/crash-0000000000000000000000000000000000000000
	cp talks.c $name
	(cd $name && "$me_cc" -g -fplugin-arg-me-entry=talks \
		-fplugin-arg-me-kinds=branch,assert talks.c ../$name.o -o fuzz_target) > build.log 2>&1 ||
		not_ok forged_build_$name "$(cat build.log)"
done

# told NAME COMMAND...: what the command tells of each of the two, without seconds.
told() {
	name_of=$1
	shift
	for of in silent loud; do
		(cd $of && "$me" "$@"; echo "status $?") 2>&1 |
			sed "s|/$of/|/NAME/|g; s/\"\\([a-z_]*seconds\\)\":[0-9.e-]*/\"\\1\":0/g; s/ [0-9.]* s\\b/ N s/g" \
			> "$name_of.$of"
	done
	check "forged_${name_of}_tells" test "$(wc -l < "$name_of.silent")" -gt 1
	check_no_line "forged_$name_of" FAKE "$name_of.loud"
}
same() {
	told "$@"
	check_same "forged_${1}_same" "$(cat "$1.silent")" "$(cat "$1.loud")"
}
same show show ./fuzz_target corpus
same goals show --kinds=branch ./fuzz_target corpus
same explore explore --json --solve=avm ./fuzz_target found
same emit emit --format=c ./fuzz_target corpus
same merge corpus merge --json ./fuzz_target into corpus more
same diff corpus diff --json ./fuzz_target corpus more
same score score --json ./fuzz_target corpus
same cover cover --json ./fuzz_target corpus
same simplify corpus simplify --json --output=simple ./fuzz_target corpus
told triage triage ./fuzz_target found
check_line forged_triage_abort 'abort in talks talks.c:' triage.loud
check_line forged_triage_counts '3 artifacts, 2 fail: 2 distinct faults' triage.loud
check_line forged_triage_returns "found/crash-0*: does not fail" triage.loud
