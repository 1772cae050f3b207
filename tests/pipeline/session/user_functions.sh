# SPDX-License-Identifier: GPL-3.0-or-later
# What a user may define beside his target: LLVMFuzzerInitialize, LLVMFuzzerCustomMutator,
# LLVMFuzzerCustomCrossOver, and a main() that calls LLVMFuzzerRunDriver. All of it is
# called, wherever it stands, and what it gives back means what it means to libFuzzer.
. "$ME_ROOT/tests/check.sh"

# Each says that it was called; initializing, how often.
cat > functions.h <<'E2'
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
#define API extern "C"
#else
#define API
#endif
API size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
API int LLVMFuzzerInitialize(int *argc, char ***argv);
API size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
				   unsigned seed);
API size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n, const uint8_t *b, size_t m,
				     uint8_t *out, size_t max_size, unsigned seed);
API int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
E2
cat > functions.c <<'E2'
#include "functions.h"
int ready;
static void once(int *said, const char *what)
{
	if (!(*said)++)
		fprintf(stderr, "USER: %s\n", what);
}
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	ready = *argc > 0 && (*argv)[0];
	fprintf(stderr, "USER: initialized\n");
	return 0;
}
#ifndef ONLY_INITIALIZE
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	static int said;
	once(&said, "mutated");
	(void)seed;
	size = LLVMFuzzerMutate(data, size, max_size);
	if (size)
		data[0] = 'U';
	return size;
}
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t n, const uint8_t *b, size_t m,
				 uint8_t *out, size_t max_size, unsigned seed)
{
	static int said;
	once(&said, "crossed");
	(void)seed;
	if (n + m > max_size)
		return 0;
	memcpy(out, a, n);
	memcpy(out + n, b, m);
	return n + m;
}
#endif
E2
cat > bytes.c <<'E2'
#include "functions.h"
extern int ready;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!ready)
		abort();
	if (size > 1 && data[0] == 'U' && data[1] == 'x')
		return 0;
	return 0;
}
E2
sed 's/^extern int/extern "C" int/' bytes.c > bytes.cc
sed 's/^int ready/extern "C" { int ready; }/' functions.c > functions.cc

runs() { # name wanted COMMAND...
	ran=$1 wanted=$2
	shift 2
	check_equal "user_exit_$ran" 0 "$(status_of "$ran.log" "$@")"
	check_equal "user_calls_$ran" "$wanted" "$(called "$ran.log")"
}

called() { # log
	sed -n 's/^USER: //p' "$1" | sort | tr '\n' ' '
}

all='crossed initialized mutated '
built() { # name COMMAND...
	check "user_built_$@"
}
"$me_cc" -g -c functions.c -o functions.o
"$CC" -g -c functions.c -o plain.o
"$CC" -g -DONLY_INITIALIZE -c functions.c -o initialize.o
"$me_cc" -g -c bytes.c -o bytes.o
ar rcs libplain.a plain.o
ar rcs libboth.a bytes.o plain.o
built objects "$me_cc" bytes.o functions.o -o objects
built archive "$me_cc" bytes.o libplain.a -o archive
built archives "$me_cc" libboth.a -o archives
built initialize "$me_cc" bytes.o initialize.o -o initialize
built long_form "$CC" bytes.o libplain.a $(PKG_CONFIG_PATH=$ME_BUILD pkg-config --libs me) \
	${sanitized:+-fsanitize=address,undefined} -o long_form
built cc "$ME_BUILD/me-c++" -g bytes.cc functions.cc -o cc
for name in objects archive archives long_form cc; do
	runs $name "$all" ./$name -seed=1 -runs=20000
done
runs initialize 'initialized ' ./initialize -seed=1 -runs=2000 --method=off
check_line user_mutation_found 'NEW.*Custom' objects.log

# The twin has them as well, out of the archive too: without Initialize it would abort.
for name in archive archives; do
	mkdir -p $name.corpus
	status_of $name.log ./$name -seed=1 -runs=20000 $name.corpus > $name.status
	"$me" cover $name $name.corpus > $name.cover 2>&1
	check_line user_cover_$name '^LLVMFuzzerTestOneInput +.* 8/8 100' $name.cover
done
mkdir -p cc.corpus
status_of cc.log ./cc -seed=1 -runs=20000 cc.corpus > cc.status
"$me" cover cc cc.corpus > cc.cover 2>&1
check_line user_cover '^LLVMFuzzerTestOneInput +.* 8/8 100' cc.cover

# libFuzzer's own default, unless there is a mutator.
check_line user_len_control 'NEW.* lim: [0-9]{1,2} ' initialize.log
check_no_line user_len_control_mutator 'NEW.* lim: [0-9]{1,2} ' objects.log
status_of given.log ./initialize -seed=1 -runs=2000 --method=off -len_control=0 > given.status
check_line user_len_control_given_runs '^#[0-9]+.NEW ' given.log
check_no_line user_len_control_given 'NEW.* lim: [0-9]{1,2} ' given.log

# Minimisation stands beside his mutator: neither would get there alone.
cat > beside.c <<'E2'
#include "functions.h"
extern int ready;
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;
	if (size < 16 || data[0] != 'U')
		return 0;
	memcpy(&x, data + 8, sizeof x);
	if (x * x * x - 2 * x > 5.25 && x * x * x - 2 * x < 5.25 + 1e-9)
		abort();
	return 0;
}
E2
built beside "$me_cc" -g beside.c functions.o -o beside
status_of beside.log ./beside -seed=1 -runs=300000 > beside.status
check_line user_beside_minimised 'ERROR: libFuzzer: deadly signal|AddressSanitizer: ABRT' beside.log
check_equal user_beside_calls "$all" "$(called beside.log)"
check_equal user_beside_off 0 "$(status_of beside_off.log ./beside -seed=1 -runs=300000 \
	--method=off)"

# ---- what is given back

cat > returns.c <<'E2'
#include "functions.h"
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	if (seed % 3 == 0)
		return 0;
	if (seed % 3 == 1)
		return max_size + 1 + seed % 1000;
	return LLVMFuzzerMutate(data, size, max_size);
}
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 4)
		return -1;
	if (data[0] == 'R')
		return -1;
	if (data[1] == 'A')
		return 0;
	return 0;
}
E2
built returns "$me_cc" -g returns.c -o returns
mkdir -p kept seeds
for seed in abcR R Rxxx; do printf $seed > seeds/$seed; done
check_equal user_returns 0 "$(status_of returns.log ./returns -seed=1 -runs=30000 kept)"
check_line user_returns_kept 'NEW' returns.log
rejected() { # directory
	for file in "$1"/*; do
		if [ "$(wc -c < "$file")" -lt 4 ] || [ "$(head -c 1 "$file")" = R ]; then
			echo "$file"
		fi
	done
}
check_equal user_rejected_not_kept '' "$(rejected kept)"
[ -n "$(ls kept)" ] && ok user_accepted_kept || not_ok user_accepted_kept none
check_equal user_rejected_merge 0 "$(mkdir merged; status_of merge.log ./returns -merge=1 \
	merged seeds)"
check_equal user_rejected_not_merged abcR "$(cat merged/*)"
# A session whose seeds are all rejected goes on.
mkdir -p all
printf Rxxx > all/Rxxx
check_equal user_rejected_all 0 "$(status_of all.log ./returns -seed=1 -runs=30000 all)"
check_line user_rejected_all_went_on 'NEW' all.log

# ---- a main() of his own

cat > main.c <<'E2'
#include "functions.h"
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *, size_t));
static int test(const uint8_t *data, size_t size)
{
	if (size > 1 && data[0] == 'M' && data[1] == 'x')
		return 0;
	return 0;
}
int main(int argc, char **argv)
{
	fprintf(stderr, "own main\n");
	return LLVMFuzzerRunDriver(&argc, &argv, test);
}
E2
built main "$me_cc" -g main.c initialize.o -o own_main
mkdir -p main.corpus
runs main 'initialized ' ./own_main -seed=1 -runs=20000 main.corpus
check_line user_main_was_run '^own main' main.log
check_line user_main_counters 'NEW' main.log
mkdir -p twin.corpus
printf hello > twin.corpus/1
check user_twin_mutator "$me" cover ./archives twin.corpus
check user_main_covers "$me" cover ./own_main main.corpus
check_equal user_main_option 0 "$(status_of help.log ./own_main --help)"
check_line user_main_own_options '[-]-method=' help.log
"$me" cover own_main main.corpus > main.cover 2>&1
check_line user_main_cover '^test +.* 4/4 100' main.cover
printf 'int f(double x) { return x == 42.5; }\n' > f.c
printf 'int main(void) { return 0; }\n' > other.c
"$CC" -c other.c -o other.o
check_equal user_main_beside_entry 1 "$(status_of two_mains.log "$me_cc" -g -O0 \
	-fplugin-arg-me-entry=f f.c other.o -o two_mains)"
check_line user_main_beside_entry_said 'multiple definition of .main' two_mains.log

# ---- a typed target

# What LLVMFuzzerInitialize leaves is what each run finds.
cat > typed.c <<'E2'
static int limit;
void set_limit(void) { limit = 7; }
int f(double x)
{
	if (x == 42.5 && limit++ == 7)
		return 1;
	return 0;
}
E2
sed '/ready = /i extern void set_limit(void); set_limit();' functions.c > typed_functions.c
built typed "$me_cc" -g -O0 -fplugin-arg-me-entry=f --no-driver typed.c typed_functions.c -o typed
mkdir -p typed.corpus
status_of typed.log ./typed -seed=1 typed.corpus > typed.status
check_line user_typed '3 of 4 goals covered' typed.log
case $(called typed.log) in *'initialized mutated '*) ok user_typed_calls ;;
*) not_ok user_typed_calls "$(called typed.log)" ;; esac
check_equal user_typed_trace 0 "$(status_of trace.log ./typed --trace typed.corpus/*)"
check_equal user_typed_trace_calls 'initialized ' "$(called trace.log)"
check_equal user_typed_trace_met 3 "$(met_goals < trace.log | grep -c .)"
check_line user_goals '"function":"f"' "$(./typed --goals > goals.log 2>&1; echo goals.log)"
check_equal user_goals_calls '' "$(called goals.log)"
cat > argv.c <<'E2'
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static char *changed[] = {0, "-runs=77", "--method=off", "-seed=1", 0};
	changed[0] = (*argv)[0];
	*argc = 4;
	*argv = changed;
	return 0;
}
E2
built argv "$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c argv.c -o argv
check_equal user_argv 0 "$(status_of argv.log ./argv)"
check_line user_argv_obeyed '^Done 77 runs' argv.log
