# SPDX-License-Identifier: GPL-3.0-or-later
# --kinds=custom: a shared object computes the representing function of a run.
. "$ME_ROOT/tests/check.sh"

# ---- the example is that of the page

for file in corner.c both_equal.c; do
	check_same "example_$file" "$(cat "$ME_ROOT/examples/custom/$file")" \
		"$(awk -v name="$file" '/^```/ {inside = $0 == "```c " name; next} inside' "$ME_ROOT/docs/custom-goal.md")"
done

object() { # name < body of a goal: what stands between its includes and me_custom()
	{
		echo '#include <me/custom.h>'
		echo '#include <math.h>'
		echo '#include <string.h>'
		echo 'static const struct me_custom_library *library;'
		cat
		echo 'const struct me_custom *me_custom(const struct me_custom_library *l)'
		echo '{ library = l; return &goal; }'
	} > "$1.c"
	"$CC" -Wall -Werror -Wno-unused-variable -g -shared -fPIC -I"$ME_ROOT/include" "$1.c" -o "$1.so" \
		> "$1.log" 2>&1 || not_ok "object_$1" "$(tail -n 3 "$1.log")"
}

target loop loop <<'E2'
#include <errno.h>
#include <fenv.h>
#include <math.h>
static int in_scope(int n)
{
	if (n == 3)
		return 1;
	return 0;
}
int loop(double x, int n, float f, long double l, char c)
{
	int s = 0;

	feclearexcept(FE_ALL_EXCEPT);
	errno = 0;
	while (x > 1 && s < 100000) {
		x = x / 1.5;
		s++;
	}
	if (f == 0.25f)
		s++;
	if (l < 3)
		s++;
	switch (c) {
	case 'a':
		s++;
		break;
	case 'q':
		s--;
	}
	if (fetestexcept(FE_DIVBYZERO) || errno != 0)
		__builtin_trap();
	return s + in_scope(n);
}
E2
cd loop || exit

# ---- a goal that counts

object many <<'E2'
static double pen(const struct me_custom_decision *d, double r)
{
	/* What it does to the environment, the program does not see. */
	volatile double zero = 0;
	zero = 1 / zero;
	return d->op == ME_GT && d->a.type == ME_F64 && d->taken == 0 && r > 0 ? r - 1 : r;
}
static const struct me_custom goal = {ME_CUSTOM_VERSION, "many passes", 1700, 0, pen, 0};
E2
mkdir corpus
check_equal custom_exit 0 "$(status_of many.log ./fuzz_target --kinds=custom --custom=many.so -seed=1 corpus)"
check_line custom_covered '^INFO: me: many passes: covered by corpus/[0-9a-f]{40}$' many.log
check_line custom_one_goal 'stop: all goals are closed; 1 of 1 goals covered' many.log
check_equal custom_one_input 1 "$(ls corpus | wc -l)"
# Other commands know the goal by its object, and say so where they are not told.
"$me" show --kinds=custom --custom=many.so ./fuzz_target corpus > shown.log 2>&1
check_line custom_shown 'loop: custom.given$' shown.log
"$me" cover --kinds=custom --custom=many.so ./fuzz_target corpus > covered.log 2>&1
check_line custom_in_cover '^custom: 1 of 1 met$' covered.log
mkdir other && printf '' > other/empty
"$me" cover --kinds=custom --custom=many.so ./fuzz_target other > open.log 2>&1
check_line custom_open_in_cover '^custom: 0 of 1 met$' open.log
check_equal custom_cover_without 1 "$(status_of without.log "$me" cover --kinds=custom ./fuzz_target corpus)"
check_line custom_cover_without_says 'kinds=custom: needs --custom=LIB.so' without.log
check_equal custom_passes 1 "$(./fuzz_target --path-of corpus/* | awk '/^loop:0.0$/ {n++} END {print n >= 1700}')"

# ---- what a decision says

object facts <<'E2'
static int seen, wrong;
static void begin(void)
{
	seen = 0;
}
static int ends_with(const char *text, const char *end)
{
	const size_t n = strlen(text), m = strlen(end);
	return n >= m && strcmp(text + n - m, end) == 0;
}
static double pen(const struct me_custom_decision *d, double r)
{
	const int loop = strcmp(d->function, "loop") == 0;

	seen |= loop ? 1 : 2;
	wrong |= !ends_with(d->file, "loop.c") || d->line < 5 || d->line > 35;
	wrong |= strncmp(d->goal, d->function, strlen(d->function)) != 0;
	if (d->op == ME_SWITCH) {
		seen |= 4;
		wrong |= d->b.value != 0 || d->a.value < -128 || d->a.value > 127;
		return r;
	}
	wrong |= (d->distance[0] == 0) == (d->distance[1] == 0);
	wrong |= (d->distance[0] == 0) != (d->taken == 0);
	wrong |= library->distance(d->op, &d->a, &d->b) != d->distance[0];
	if (d->a.type == ME_F32 && d->b.value == 0.25L)
		seen |= 8;
	if (d->a.type == ME_F80 && d->b.value == 3)
		seen |= 16;
	if (!loop)
		wrong |= d->b.value != 3 || d->a.value != (int)d->a.bits[0];
	return r;
}
static int met(double r)
{
	return seen == 31 && !wrong;
}
static const struct me_custom goal = {ME_CUSTOM_VERSION, "facts", 0, begin, pen, met};
E2
check_equal custom_facts 0 "$(status_of facts.log ./fuzz_target --kinds=custom --custom=facts.so -seed=1)"
check_line custom_facts_hold '^INFO: me: facts: covered$' facts.log
check_equal custom_scope 0 "$(status_of scope.log ./fuzz_target --kinds=custom --custom=facts.so --functions=loop -seed=1 -runs=300)"
check_line custom_scope_holds '^INFO: me: facts: not found; the least r is 0$' scope.log

# ---- r is minimised by each method

object near <<'E2'
static double least;
static void begin(void)
{
	least = 1e18;
}
static double pen(const struct me_custom_decision *d, double r)
{
	if (d->a.type == ME_F32)
		least = fabs((double)d->a.value - 1234.5);
	return least < 1e30 ? least : 1e30;
}
static const struct me_custom goal = {ME_CUSTOM_VERSION, "near", 1, begin, pen, 0};
E2
for method in auto signed simplex powell valley basin-hopping de relay avm avm-ordered es es-ordered; do
	check_equal "custom_$method" 0 \
		"$(status_of near.log ./fuzz_target --kinds=custom --custom=near.so --method=$method -seed=1)"
	check_line "custom_${method}_covers" '^INFO: me: near: covered$' near.log
done

# ---- what is no goal

refuse() { # name message ARGUMENT...
	refused=$1 message=$2
	shift 2
	check_equal "$refused" 1 "$(status_of refused.log ./fuzz_target -seed=1 "$@" -runs=200)"
	check_line "${refused}_said" "$message" refused.log
}
constant() { # name version r0 value-of-pen
	object "$1" << E2
static double pen(const struct me_custom_decision *d, double r)
{
	return $4;
}
static const struct me_custom goal = {$2, "$1", $3, 0, pen, 0};
E2
}
constant nan ME_CUSTOM_VERSION 1 'NAN'
refuse custom_nan 'ERROR: me: --custom=./nan.so: at .*loop.c:[0-9]+ pen\(\) returned no number from 0 on' \
	--kinds=custom --custom=./nan.so
constant negative ME_CUSTOM_VERSION 1 'd->op == ME_LT ? r : -0.5'
refuse custom_negative 'ERROR: me: --custom=negative.so: at .*loop.c:[0-9]+ pen\(\) returned no number from 0 on' \
	--kinds=custom --custom=negative.so
constant start ME_CUSTOM_VERSION -1 r
refuse custom_start 'start.so: its r0 is no number from 0 on' --kinds=custom --custom=start.so
constant version 99 1 r
refuse custom_version 'version.so: it was built with another version' --kinds=custom --custom=version.so
echo 'int nothing;' | "$CC" -shared -fPIC -x c - -o nothing.so
refuse custom_nothing 'nothing.so: it defines no function me_custom' --kinds=custom --custom=nothing.so
refuse custom_absent 'absent.so: no such file' --kinds=custom --custom=absent.so
echo text > text.so
refuse custom_text 'text.so: .*(file too short|invalid ELF header)' --kinds=custom --custom=text.so
"$me_cc" -shared -fPIC near.c -o instrumented.so > instrumented.log 2>&1
refuse custom_instrumented 'instrumented.so: it is instrumented' --kinds=custom --custom=instrumented.so
refuse custom_none 'needs --custom=LIB.so' --kinds=custom
refuse custom_no_goal 'needs --kinds=custom' --custom=many.so
breaks() { # name value-of-pen how
	constant "$1" ME_CUSTOM_VERSION 1 "$2"
	refuse "custom_$1" "ERROR: me: --custom=./$1.so: at .*loop.c:[0-9]+ pen\(\) $3\$" \
		--kinds=custom "--custom=./$1.so"
}
breaks crash '*(volatile double *)8' 'failed: SIGSEGV'
breaks abort '(__builtin_abort(), r)' 'failed: SIGABRT'
breaks hang '({ volatile int i = 0; while (!i) { } r; })' 'did not return'
breaks exit '(__builtin_exit(0), r)' 'called exit\(\)'
object begins << 'E2'
static void begin(void)
{
	*(volatile int *)8 = 1;
}
static double pen(const struct me_custom_decision *d, double r)
{
	return r;
}
static const struct me_custom goal = {ME_CUSTOM_VERSION, "begins", 1, begin, pen, 0};
E2
# ASan reports a signal before the first run itself.
[ "$sanitized" ] || refuse custom_begin 'ERROR: me: --custom=./begins.so: begin\(\) failed' --kinds=custom --custom=./begins.so
check_equal custom_no_artifacts '' "$(ls | grep -E '^(crash|timeout)-')"
constant inf ME_CUSTOM_VERSION 1 'INFINITY'
check_equal custom_infinite 0 "$(status_of inf.log ./fuzz_target --kinds=custom --custom=inf.so -seed=1 -runs=500)"
check_line custom_infinite_said 'inf: not found; the least r is' inf.log

# ---- the same in commands that run inputs

object ends << 'E2'
static double pen(const struct me_custom_decision *d, double r)
{
	return r;
}
static int met(double r)
{
	return *(volatile int *)8;
}
static const struct me_custom goal = {ME_CUSTOM_VERSION, "ends", 1, 0, pen, met};
E2
constant minus_inf ME_CUSTOM_VERSION 1 '-INFINITY'
constant minus_one ME_CUSTOM_VERSION 1 '-1'
mkdir two && printf '' > two/empty && printf 12345678 > two/other
for command in show cover; do
	while read -r name said; do
		check_equal "custom_${command}_$name" 1 "$(status_of told.log timeout 60 "$me" $command \
			--kinds=custom "--custom=./$name.so" ./fuzz_target two)"
		check_line "custom_${command}_${name}_said" "^me: --custom=./$name.so: $said\$" told.log
		check_no_line "custom_${command}_${name}_alone" '^(two/|custom:)' told.log
	done << 'E2'
nan at .*loop.c:[0-9]+ pen\(\) returned no number from 0 on
minus_one at .*loop.c:[0-9]+ pen\(\) returned no number from 0 on
minus_inf at .*loop.c:[0-9]+ pen\(\) returned no number from 0 on
crash at .*loop.c:[0-9]+ pen\(\) failed: SIGSEGV
abort at .*loop.c:[0-9]+ pen\(\) failed: SIGABRT
hang at .*loop.c:[0-9]+ pen\(\) did not return
exit at .*loop.c:[0-9]+ pen\(\) called exit\(\)
begins begin\(\) failed.*
ends met\(\) failed.*
E2
done
# A program that fails has its say as without the goal; so has one that hangs in its own loop.
mkdir own && cat > own/own.c << 'E2'
int own(int n)
{
	volatile int i = 1;

	if (n == 1)
		__builtin_trap();
	while (n == 2 && i)
		i = 1;
	return n;
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=own own/own.c -o own/own > own.log 2>&1
printf '\001\000\000\000' > own/1 && printf '\002\000\000\000' > own/2
constant slow ME_CUSTOM_VERSION 0 '({ for (volatile int i = 0; i < 1000; i++) { } r; })'
check_equal custom_own 0 "$(status_of own.log "$me" show --kinds=custom --custom=slow.so own/own own/1 own/2)"
check_equal custom_own_runs 2 "$(grep -c '^own/[12]: own' own.log)"
# What r was before the program failed is said.
check_equal custom_own_nan 1 "$(status_of own.log "$me" show --kinds=custom --custom=nan.so own/own own/1)"

# ---- a bytes target

cat > bytes.c <<'E2'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t magic;
	double x;

	if (size < 14)
		return 0;
	memcpy(&magic, data, 4);
	memcpy(&x, data + 4, 8);
	if (magic != 0x12345678)
		return 0;
	if (x > 1)
		return 0;
	return 0;
}
E2
object sum <<'E2'
/* Two numbers of the input, which the target compares apart. */
static double magic, x;
static void begin(void)
{
	magic = x = 2000;
}
static double pen(const struct me_custom_decision *d, double r)
{
	if (d->a.type == ME_U32)
		magic = log2(1 + d->distance[d->op == ME_NE]);
	if (d->a.type == ME_F64)
		x = d->a.value == d->a.value ? log2(1 + fabs((double)d->a.value - 1234.5)) : 2000;
	return magic + x < 4000 ? magic + x : 4000;
}
static const struct me_custom goal = {ME_CUSTOM_VERSION, "both", 1e7, begin, pen, 0};
E2
"$me_cc" -g -O0 bytes.c -o bytes > bytes.log 2>&1
mkdir both
check_equal custom_bytes 0 "$(status_of both.log ./bytes --kinds=custom --custom=sum.so -seed=1 -runs=300000 both)"
check_line custom_bytes_covers '^INFO: me: both: covered by both/[0-9a-f]{40}$' both.log
check_equal custom_bytes_input 00000000004a9340 "$(od -An -tx1 -j4 -N8 both/* | tr -d ' ')"
