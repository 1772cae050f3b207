# SPDX-License-Identifier: GPL-3.0-or-later
# One build, one seed: the same bytes out, whatever else differs; what a session leaves in
# and beside its corpus directory; how it ends.
. "$ME_ROOT/tests/check.sh"

target hard f,v:2 <<'E2'
#include <math.h>
static int calls;
int f(double x, double y, int *v)
{
	calls++;
	if (x * x + y * y == 25 && x > y)
		return 1;
	if ((long)v[0] - v[1] == 1234567)
		return 2;
	if (sin(x) > 0.999 && y < -1e100)
		return 3;
	if (calls > 1) /* never: the counter is put back before each run */
		return 4;
	return 0;
}
E2

# ---- the same bytes

session() { # corpus directory, environment words, arguments
	mkdir -p "hard/$1"
	(cd hard && env $2 ./fuzz_target $3 "$1") > "hard/$1.log" 2>&1 < /dev/null
	echo "session $1: $?" >> sessions
}

same() { # name corpus corpus
	if diff -r "hard/$2" "hard/$3" > same.diff && [ -n "$(ls hard/$2)" ]; then
		ok "determinism_$1"
	else
		not_ok "determinism_$1" "$(ls hard/$2 | wc -l) and $(ls hard/$3 | wc -l) \
			files: $(head -n 3 same.diff)"
	fi
}

long=$(printf '%05000d' 7)
session stop1 A=1 -seed=7
session stop2 A=$long -seed=7
same own_stop stop1 stop2
session runs1 A=1 "-seed=7 -runs=20000"
session runs2 "B=$long LC_ALL=C" "-seed=7 -runs=20000"
same runs runs1 runs2
check_same determinism_same_report "$(sed -n 's/^INFO: me: stop/stop/p' hard/runs1.log)" \
	"$(sed -n 's/^INFO: me: stop/stop/p' hard/runs2.log)"
for method in signed basin-hopping coverme off; do
	session $method.1 A=1 "-seed=3 -runs=6000 --method=$method"
	session $method.2 A=$long "-seed=3 -runs=6000 --method=$method"
	same method_$method $method.1 $method.2
done
cp -r hard/stop1 hard/more1
cp -r hard/stop1 hard/more2
session more1 A=1 "-seed=9 -runs=3000"
session more2 A=$long "-seed=9 -runs=3000"
same from_a_corpus more1 more2
session other A=1 -seed=8
if diff -r hard/other hard/stop1 > /dev/null; then
	not_ok determinism_other_seed "another seed, the same files"
else
	ok determinism_other_seed
fi
check_no_line determinism_exit_0 ': [^0]' sessions

# Where the objects lie is another place in each process: that decides nothing.
target pointers f <<'E2'
static int table[64];
int f(int *p, double x, unsigned long u)
{
	int n = 0;
	int *q = table + (u & 63);

	if (p == q)
		n++;
	for (int *r = table; r < q; r++)
		n++;
	if (p && x * x == 6.25 * u)
		n++;
	if (*p + 17 == (int)(u >> 32))
		n++;
	return n;
}
E2
for run in 1 2 3 4; do
	search pointers -runs=60000
	(cd pointers/corpus && ls; sed -n 's/^INFO: me: stop/stop/p' ../log) > pointers.$run
	rm -r pointers/corpus
done
if diff pointers.1 pointers.2 > same.diff &&
	diff pointers.1 pointers.3 > same.diff && diff pointers.1 pointers.4 > same.diff; then
	ok determinism_pointers
else
	not_ok determinism_pointers "$(cat same.diff)"
fi

# ---- static state

check_line state_restored '; [0-9]* of [0-9]* goals covered.* [1-9][0-9]* bytes of state' \
	hard/stop1.log
"$me" cover hard/fuzz_target hard/stop1 > cover.log 2>&1
check_line state_counter_branch 'calls > 1.*not taken' cover.log
session keep A=1 "-seed=7 -runs=3000 --state=keep"
check_line state_kept ' 0 bytes of state' hard/keep.log

# Each kind of variable is put back: no branch below but the last is ever true.
variable() { # name declarations test change [flags [declarations inside]]
	target "$1" f --no-driver ${5:-} <<E2
$2
int f(double x)
{
	${6:-}
	if ($3)
		return 1;
	$4;
	return x == 2.5;
}
E2
	search "$1" -runs=2000
	check_equal "state_of_$1" 1 "$(goals_left "$1/log")"
	check_equal "state_replayed_$1" 1 "$(branches_left "$1")"
}

variable global 'int v = 3;' 'v != 3' 'v++'
variable local_static '' 'v != 3' 'v++' '' 'static int v = 3;'
variable common 'int v;' 'v' 'v = 1' -fcommon
variable structure 'static struct { char *s; double d[9]; } v = {"x", {[8] = 1}};' \
	'(v.d[8] != 1) + v.s[0] != 120' 'v.s = "y"; v.d[8] = 7'
variable pointed 'static int v; static int *p = &v;' 'v + (p - &v)' '*p = 1; p = 0'
variable aligned '_Alignas(64) static char v[999] = "a";' 'v[998]' 'v[998] = 1'
variable volatile 'static volatile int v;' 'v' 'v = 1'
variable thread_local 'static _Thread_local int v = 3;' 'v != 3' 'v++'

# ---- in the corpus directory

wrong_names() { # directory: files whose name is not the SHA-1 of their bytes
	find "$1" -mindepth 1 -maxdepth 1 | misnamed
}

other_sizes() { # directory size
	find "$1" ! -type d ! -size "$2"c
}

check_equal corpus_names '' "$(wrong_names hard/stop1)"
check_equal corpus_sizes '' "$(other_sizes hard/stop1 24)"
goals=$(./hard/fuzz_target --goals | wc -l)
[ "$(ls hard/stop1 | wc -l)" -le "$goals" ] && ok corpus_small ||
	not_ok corpus_small "$(ls hard/stop1 | wc -l) files for $goals branches"
check_equal corpus_nothing_else '' "$(ls hard | grep -Ev \
	'^(stop|runs|more|other|keep|signed|basin-hopping|coverme|off)[.0-9]*(\.log)?$|^hard.c$|^build.log$|^fuzz_target$|\.me$')"

# ---- ends

target easy f <<'E2'
int f(double x, int n)
{
	if (x == 42.5)
		return 1;
	if (n < -1000000)
		return 2;
	return 0;
}
E2
target never f <<'E2'
int f(double x)
{
	double square = x * x;

	if (square < -1)
		return 1;
	return 0;
}
E2
mkdir -p corpus
check_equal end_all_closed 0 "$(status_of easy.log easy/fuzz_target -seed=1 corpus)"
check_line end_all_closed_says 'stop: all goals are closed; 4 of 4' easy.log
check_line end_statistics '^stat::number_of_executed_units' easy.log
check_equal end_none_new 0 "$(status_of never.log never/fuzz_target -seed=1 --starts=20 corpus)"
check_line end_none_new_says 'stop: no start brings a new goal; 1 of 2' never.log
check_line end_n_start ' 20 starts' never.log
check_equal end_no_directory 0 "$(status_of none.log easy/fuzz_target -seed=1)"
check_equal end_no_directory_line 1 "$(grep -c '^INFO: me: .*not saved' none.log)"
check_equal end_no_directory_warns_only_then 0 "$(grep -c 'not saved' easy.log)"
check_equal end_missing_directory 1 "$(status_of missing.log easy/fuzz_target -seed=1 absent)"

# ---- -runs and -max_total_time rule instead of the own stop

evaluations() { # log
	sed -n 's/^INFO: me: stop.* \([0-9]*\) evaluations.*/\1/p' "$1"
}

within() { # name value low high
	[ "$2" -ge "$3" ] 2>/dev/null && [ "$2" -le "$4" ] && ok "$1" ||
		not_ok "$1" "$2 is not in $3..$4"
}

for n in 100 5000 20000; do
	mkdir -p runs.$n
	status_of runs.log never/fuzz_target -seed=1 -runs=$n runs.$n > /dev/null
	within runs_counts_inner_$n "$(evaluations runs.log)" $n $n
done
mkdir -p runs.coverme
status_of runs.log never/fuzz_target -seed=1 -runs=3000 --method=coverme --starts=9999 \
	runs.coverme > /dev/null
within runs_counts_coverme "$(evaluations runs.log)" 3000 3000
check_equal runs_exit 0 "$(status_of runs.log easy/fuzz_target -seed=1 -runs=3000 corpus)"
executed=$(sed -n 's/^stat::number_of_executed_units: //p' runs.log)
within runs_when_all_is_closed "$executed" 2000 3100
# Where all is closed there is nothing to wait for.
mkdir -p closed
check_equal time_closed 0 "$(status_of closed.log timeout 300 easy/fuzz_target -seed=1 -max_total_time=600 closed)"
check_line time_closed_says 'stop: all goals are closed' closed.log
check_equal time_exit 0 "$(status_of time.log never/fuzz_target -seed=1 -max_total_time=1 -print_final_stats=1 corpus)"
check_line time_ends 'Done [0-9]+ runs in [12] second' time.log

# ---- libFuzzer's statistics count the search's runs too

runs=$(evaluations time.log)
check_line statistics_runs "^Done $runs runs in " time.log
check_line statistics_done "^#$runs	DONE .* exec/s: [1-9]" time.log
check_line statistics_units "^stat::number_of_executed_units: $runs\$" time.log
check_line statistics_rate '^stat::average_exec_per_sec:     [1-9]' time.log
# One more is run behind the last slice.
within statistics_of_own_stop "$(sed -n 's/^stat::number_of_executed_units: //p' never.log)" \
	"$(evaluations never.log)" "$(($(evaluations never.log) + 1))"
mkdir -p fork.corpus
check_equal fork_exit 0 "$(status_of fork.log never/fuzz_target -seed=1 -fork=1 \
	-ignore_crashes=1 --starts=20 fork.corpus)"
within statistics_of_fork "$(sed -n 's/^#\([0-9]*\): cov.*/\1/p' fork.log | tail -n 1)" \
	"$(evaluations fork.log)" "$(($(evaluations fork.log) + 1))"

# ---- a function that has few inputs gets all of them

cat > few.c <<'E2'
int few(unsigned char a, unsigned char b)
{
	int steps = 0;

	while (b) {
		unsigned char rest = a % b;
		a = b;
		b = rest;
		steps++;
	}
	if (steps == 12)
		return 1;
	if (a > 127 && steps > 2)
		return 2;
	return steps > 12;
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=few few.c -o few > few.build 2>&1
mkdir fews
./few -seed=1 fews > few.log 2>&1
check_line few_all 'stop: all inputs have been run; 7 of 8 goals covered, 1[0-9]{5} ev' few.log
