# SPDX-License-Identifier: GPL-3.0-or-later
# `me emit`: test suites in Test-Comp's exchange format, and tests in C. What they say is
# compared with what the program does when a plain compiler builds it.
. "$ME_ROOT/tests/check.sh"

mkdir drawn
cat > 'drawn/a&b.c' <<'E2C'
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern long long __VERIFIER_nondet_longlong(void);
void reach_error(void) { fprintf(stderr, "ERROR\n"); abort(); }
int main(void)
{
	double d = __VERIFIER_nondet_double();
	int n = __VERIFIER_nondet_int();
	printf("%a %d", d, n);
	if (n > 3 && n < 6)
		for (int i = 0; i < n; i++)
			printf(" %d", __VERIFIER_nondet_uchar());
	if (d < 0) {
		printf(" %llu", __VERIFIER_nondet_ulonglong());
		printf(" %lld", __VERIFIER_nondet_longlong());
	}
	printf("\n");
	return 0;
}
E2C
(cd drawn && "$me_cc" -g -O0 --nondet=5 'a&b.c' -o fuzz_target) > build.log 2>&1
check_equal emit_build 0 $?
mkdir drawn/corpus
values() { # name double int uchars ulonglong longlong
	printf '{"kind":"corpus","version":1}\n{"kind":"input","file":"%s","values":{"v.nondet_double":["%s"],"v.nondet_int":[%s],"v.nondet_uchar":[%s],"v.nondet_ulonglong":["%s"],"v.nondet_longlong":["%s"]}}\n' "$@" > one.json
	"$me" corpus import drawn/fuzz_target drawn/corpus one.json > /dev/null
}
values a 0x1.999999999999ap-4 5 1,2,3,255 1 1
values b -0x1p-1074 -2147483648 7 18446744073709551615 -9223372036854775808
values c inf 4 9,8,7,6,5 0 0
values d 0x1.999999999999ap-4 7 1 1 1
values e 0x1.999999999999ap-4 7 2 2 2
export SOURCE_DATE_EPOCH=86400
"$me" emit --format=testcomp --output=suite drawn/fuzz_target drawn/corpus > suite.log 2>&1
check_equal emit_status 0 $?
# Of d and e the run draws the same: one test.
check_line emit_files '^suite: 5 files$' suite.log
check_equal emit_names 'metadata.xml testcase-1.xml testcase-2.xml testcase-3.xml testcase-4.xml' "$(ls suite | tr '\n' ' ' | sed 's/ $//')"
check_equal emit_metadata "<sourcecodelang>C</sourcecodelang> <producer>ME</producer> <specification>COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )</specification> <programfile>a&amp;b.c</programfile> <programhash>$(sha256sum < 'drawn/a&b.c' | cut -d' ' -f1)</programhash> <entryfunction>main</entryfunction> <architecture>$(getconf LONG_BIT)bit</architecture> <creationtime>1970-01-02T00:00:00Z</creationtime>" \
	"$(grep '^  <' suite/metadata.xml | sed 's/^ *//' | tr '\n' ' ' | sed 's/ $//')"
check_equal emit_doctypes '4 1' "$(grep -l '^<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">$' suite/* | wc -l) $(grep -c '^<!DOCTYPE test-metadata PUBLIC ' suite/metadata.xml)"
# As the format's document types have it: the order of the elements, their attributes. All that
# is between a type's brackets here stands for the file that the format's address names.
metadata_type='<!ELEMENT test-metadata (sourcecodelang, producer, specification, programfile, programhash,
	entryfunction, architecture, inputtestsuitefile*, inputtestsuitehash*, creationtime)>'
for element in sourcecodelang producer specification programfile programhash entryfunction \
	architecture inputtestsuitefile inputtestsuitehash creationtime; do
	metadata_type="$metadata_type <!ELEMENT $element (#PCDATA)>"
done
testcase_type='<!ELEMENT testcase (input*)> <!ATTLIST testcase coversError (true|false) "false">
	<!ELEMENT input (#PCDATA)> <!ATTLIST input type CDATA "" variable CDATA "">'
check_valid() { # directory
	for file in "$1"/*.xml; do
		case $file in
		*/metadata.xml) type=$metadata_type ;;
		*) type=$testcase_type ;;
		esac
		echo "$type" > type.dtd
		check "emit_valid_$file" xmllint --noout --nonet --dropdtd --dtdvalid type.dtd "$file"
	done
}
has_xmllint=$(command -v xmllint)
if [ "$has_xmllint" ]; then
	check_valid suite
	echo "$metadata_type" > type.dtd
	grep -v '<producer>' suite/metadata.xml > lacks.xml
	xmllint --noout --nonet --dropdtd --dtdvalid type.dtd lacks.xml > lacks.log 2>&1 &&
		not_ok emit_invalid 'a suite without a producer is valid' || ok emit_invalid
else
	skip emit_valid 'there is no xmllint (Debian: libxml2-utils)'
fi
check_equal emit_no_error 0 "$(cat suite/testcase-*.xml | grep -c coversError)"
# Each test's values, in their order, are what the program prints for them.
printed() { # file
	sed -n 's/^  <input type="\([a-z_A-Z ]*\)">\(.*\)<\/input>$/\2/p' "$1" | tr '\n' ' ' | sed 's/ $//'
}
"$me" emit --output=tests drawn/fuzz_target drawn/corpus > tests.log 2>&1
check_equal emit_c 4 "$(ls tests | wc -l)"
for i in 1 2 3 4; do
	"$CC" -Wall -Werror "drawn/a&b.c" tests/testcase-$i.c -o test > cc.log 2>&1 || not_ok emit_compiles_$i "$(cat cc.log)"
	./test > test.out 2>&1
	# Hexadecimal as decimal: the first number.
	first_number=$(printf '%.17g' "$(cut -d' ' -f1 test.out)")
	check_equal emit_same_$i "$first_number $(cut -d' ' -f2- test.out)" "$(printed suite/testcase-$i.xml)"
done
check_equal emit_most 1 "$(cat suite/*.xml | grep -c '<input type="unsigned long long">18446744073709551615</input>')"
check_equal emit_least 1 "$(cat suite/*.xml | grep -c '<input type="long long">-9223372036854775808</input>')"

# ---- an error, and an archive

mkdir error
cat > error/error.c <<'E2C'
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { __builtin_trap(); }
void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void)
{
	if (__VERIFIER_nondet_int() == 77)
		__assert_fail("0", "error.c", 3, "reach_error");
	return 0;
}
E2C
(cd error && "$me_cc" -g -O0 --nondet=1 error.c -o fuzz_target) > error.log 2>&1
mkdir error/in
printf '\115\0\0\0' > error/in/error
printf '\0\0\0\0' > error/in/fine
"$me" emit --format=testcomp --property=error --output=error.zip error/fuzz_target error/in > zip.log 2>&1
check_equal emit_zip 0 $?
mkdir unpacked
if command -v unzip > /dev/null; then
	(cd unpacked && unzip -q ../error.zip) > unzip.log 2>&1
elif command -v python3 > /dev/null; then
	python3 -m zipfile -e error.zip unpacked > unzip.log 2>&1
fi
if [ -f unpacked/metadata.xml ]; then
	check_equal emit_unpacked 'metadata.xml testcase-1.xml testcase-2.xml' "$(ls unpacked | tr '\n' ' ' | sed 's/ $//')"
	[ ! "$has_xmllint" ] || check_valid unpacked
	check_line emit_error '^<testcase coversError="true">$' unpacked/testcase-1.xml
	check_no_line emit_fine coversError unpacked/testcase-2.xml
	check_line emit_property 'COVER EDGES\(@CALL\(reach_error\)\)' unpacked/metadata.xml
	"$me" emit --format=testcomp --property=error --output=same error/fuzz_target error/in > same.log 2>&1
	check_equal emit_archive_same '' "$(diff -r same unpacked)"
else
	skip emit_unpacked 'there is nothing that reads archives'
fi

# ---- calls

target typed 'f,x:3,n:len(x)' <<'E2C'
#include <stdio.h>
struct p { int a; double b; };
static double f(const double *x, int n, struct p *p, const char *name)
{
	double sum = p->a + p->b;
	for (int i = 0; i < n; i++)
		sum += x[i];
	printf("%d %.17g %.3s\n", n, sum, name);
	return sum > 10 ? sum : 0;
}
E2C
echo '{"kind":"corpus","version":1}
{"kind":"input","values":{"x":[0.1,1e300,3],"n":2,"p.a":5,"p.b":"inf","name":{"text":"ab\\"c"}}}
{"kind":"input","values":{"n":0,"p.a":-7,"p.b":0.25,"name":{"text":"?"}}}' > calls.json
"$me" corpus import typed/fuzz_target typed/in calls.json > calls.log 2>&1
(cd typed && "$me" emit --output=out fuzz_target in) > typed.log 2>&1
check_equal emit_calls 0 $?
(cd typed && "$CC" -I. out/test.c -o test && ./test) > typed.out 2>&1
check_equal emit_calls_do '0 -6.75 ?|2 inf ab"' "$(grep -v '^test ' typed.out | sort | tr '\n' '|' | sed 's/|$//')"

# Each call finds static variables as they were, one that fails or never ends hides no other,
# and the test says which one does not end as it did.
target alone 'f,x:-100..100' <<'E2C'
#include <stdlib.h>
static int used;
#ifndef MORE
#define MORE 0
#endif
int f(int x)
{
	if (used++ > 0)
		abort();
	if (x == 7)
		for (volatile int k = 0;; k = 1 - k)
			;
	if (x == 8 + MORE)
		abort();
	return x > 3;
}
E2C
mkdir alone/in
for x in 4 5 7 8; do printf "\\$x\\0\\0\\0" > alone/in/$x; done
printf '\10\0\0\0' > alone/in/8
(cd alone && "$me" emit --output=out fuzz_target in) > alone.log 2>&1
check_equal emit_alone 0 $?
(cd alone && "$CC" -Wall -Werror -I. out/test.c -o test && timeout 20 ./test) > alone.out 2>&1
check_equal emit_alone_ends 0 $?
check_equal emit_alone_all 'test 1|test 2|test 3|test 4|' "$(tr '\n' '|' < alone.out)"
(cd alone && "$CC" -DMORE=-4 -I. out/test.c -o test && timeout 20 ./test) > alone.out 2>&1
check_equal emit_alone_fails 1 $?
check_line emit_alone_says 'test 1 ends by signal 6; for ME it returns$' alone.out
check_line emit_alone_returns 'test 4 returns, 0; for ME it .*ABRT$' alone.out

# References and arrays of C++ are variables.
mkdir cxx cxx/in
cat > cxx/all.cc <<'E2C'
struct pair { int a; double b; };
extern "C" int all(const double &x, pair &q, unsigned char &c, int *z, const pair *r, int &&m)
{
	if (x > 3)
		c = 4;
	return *z > 5 ? 2 : q.a > 2 ? m : r->a;
}
E2C
(cd cxx && "$ME_BUILD/me-c++" -g -O0 -fplugin-arg-me-entry=all all.cc -o fuzz_target) > cxx.log 2>&1
check_equal emit_cxx_builds 0 $?
head -c "$(cxx/fuzz_target --units | sed -n 's/.*"bytes":\([0-9]*\).*/\1/p')" /dev/zero > cxx/in/zero
(cd cxx && "$me" emit --output=out fuzz_target in && "$CC" -I. out/test.cc -lstdc++ -o test && ./test) > cxx.out 2>&1
check_equal emit_cxx_runs 0 $?

# ---- wrong uses

check_equal emit_typed 1 "$(status_of wrong.log "$me" emit --format=testcomp --output=no typed/fuzz_target typed/in)"
check_line emit_typed_says 'wants a program that draws its values \(me-cc --nondet\)$' wrong.log
[ ! -e no ] && ok emit_typed_nothing || not_ok emit_typed_nothing "$(ls no)"
check_equal emit_output 2 "$(status_of wrong.log "$me" emit typed/fuzz_target typed/in)"
check_line emit_output_says 'wants a directory or NAME.zip' wrong.log
check_equal emit_missing 1 "$(status_of wrong.log "$me" emit --output=no typed/fuzz_target absent)"
: > file
check_equal emit_file 1 "$(status_of wrong.log "$me" emit --output=file typed/fuzz_target typed/in)"
check_line emit_file_says '^me: file: is not a directory$' wrong.log
