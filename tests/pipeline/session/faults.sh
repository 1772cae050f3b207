# SPDX-License-Identifier: GPL-3.0-or-later
# What runs do wrong is looked for where all goals are covered, too: crashes for single values,
# loops that do not end, assertions; by the default line. What only takes long is no fault.
. "$ME_ROOT/tests/check.sh"

faults_of() { # directory
	(cd "$1" && ls | grep -cE '^(crash|timeout|oom|leak)-')
}

# Of what a sanitizer tells first, in words of its own.
plain_line() {
	[ "$sanitized" ] || check_line "$@"
}

# ---- crashes behind covered branches

target quotient scale <<'E2'
long scale(long value, long low, long high)
{
	return value / (high - low);
}
E2
search quotient
check_equal quotient_status 77 $?
check_line quotient_place 'integer division.* scale ' quotient/log
check_no_line quotient_alone 'depends on earlier runs' quotient/log

# A bin is chosen by a quotient that rounds up to the number of bins.
target bins fill,count:4 <<'E2'
int fill(double x, double low, double high, int *count)
{
	if (!(low < high && x >= low && x < high))
		return -1;
	int k = (int)((x - low) / (high - low) * 4);
	count[k * 1000]++;
	return k;
}
E2
search bins -runs=60000
check_equal bins_status 77 $?

# A function of the library overruns a local array: the compiler's check at the end tells it.
target stack label <<'E2'
#include <stdio.h>
int label(const char *name, int id)
{
	char text[16];
	return sprintf(text, "%s-%d", name, id) > 0 && text[0] == 'x';
}
E2
search stack
check_equal stack_status 77 $?
plain_line stack_place 'stack smashing detected' stack/log
plain_line stack_table 'deadly signal, SIGABRT in label stack.c:6' stack/log

# Blocks of the heap: past the end, after free(), freed twice; also of a vector; and none of a
# cache that stays, of a block that grows, and of one that the C library makes.
target heap both <<'E2'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int *cache;
int both(const int *x, int n, int kind)
{
	char *text = malloc(3);
	int *w = NULL, m = 0;
	if (!cache)
		cache = calloc(4, sizeof *cache);
	for (int i = 0; i < n; i++) {
		if (m % 2 == 0)
			w = realloc(w, (m + 2) * sizeof *w);
		w[m++] = x[i] + cache[i & 3];
	}
	char *copy = strdup("text");
	if (kind == 11)
		text[3] = 0;
	if (kind == 22)
		free(w);
	if (kind == 33 && m > 1)
		m = w[0] == w[m & ~1];
	if (kind == 44)
		m += copy[9];
	if (kind != 22)
		free(w);
	else if (n > 0)
		m = w[0];
	if (kind == 55)
		free(text);
	free(copy);
	free(text);
	return m;
}
E2
if [ ! "$sanitized" ]; then # ASan has checks of its own
search heap -runs=40000
check_equal heap_status 77 $?
check_line heap_write 'SIGSEGV: write to byte 3, past the end of a block of 3 bytes in both ' heap/log
check_line heap_read 'SIGSEGV: read of byte [0-9]+, past the end of a block of [0-9]+ bytes in both ' heap/log
check_line heap_freed 'SIGSEGV: read of byte 0 of a block of [0-9]+ bytes that was freed in both ' heap/log
check_line heap_twice 'deadly signal, SIGABRT.* in both heap.c:32' heap/log
check_line heap_faults 'runs failed, with 4 distinct faults:' heap/log
artifact=$(cd heap && ls crash-* | head -n 1)
(cd heap && ./fuzz_target "$artifact") > heap/again.log 2>&1
check_equal heap_again 77 $?
target under before <<'E2'
#include <stdlib.h>
int before(int n)
{
	int *p = malloc(6 * sizeof *p), r;
	p[n > 7 ? -1 : 1] = 4;
	p[n < -7 ? -3000 : 2] = 4;
	r = p[0];
	free(p);
	return r;
}
E2
search under -runs=1500
check_line under_near 'deadly signal, SIGABRT.* in before under.c:8' under/log
check_line under_far 'SIGSEGV: write to byte -[0-9]+, in front of a block of 24 bytes in before under.c:6' under/log
target lost lost,kept:1 --no-driver <<'E2'
#include <stdlib.h>
#include <string.h>
static double *cache;
static struct list { struct list *next; double v[20]; } *all;
int lost(int way, double x, double *kept)
{
	double *p = malloc(8 * sizeof *p);
	char *s = NULL;
	if (!p)
		return -1;
	p[0] = x;
	switch (way) {
	case 1:
		if (x > 3.5)
			return 2;
		break;
	case 2:
		cache = p + 3;
		return 1;
	case 3:
		memcpy(kept, &p, sizeof p);
		return 1;
	case 4:
		for (int i = 0; i < 3; i++) {
			struct list *l = calloc(1, sizeof *l);
			if (!l)
				break;
			l->next = all, all = l;
		}
		break;
	case 5:
		s = strdup("text");
	}
	free(p);
	return s && s[1] == 'b';
}
E2
search lost -runs=20000
check_equal lost_status 77 $?
check_line lost_early 'a leak, leak of 64 bytes in 1 block, allocated in lost lost.c:7$' lost/log
check_line lost_copy 'a leak, leak of 5 bytes in 1 block, allocated in lost lost.c:32$' lost/log
check_line lost_both 'runs failed, with 2 distinct faults:' lost/log
artifact=$(cd lost && ls leak-* | head -n 1)
check_equal lost_again 77 "$(status_of lost/again.log lost/fuzz_target "lost/$artifact")"
check_line lost_again_says '^ERROR: me: leak of [0-9]+ bytes in 1 block, allocated in lost lost.c:[0-9]+' lost/again.log
(cd lost && "$me" triage fuzz_target leak-*) > lost/triage 2>&1
check_equal lost_triage 2 "$(grep -c 'memory leak in lost lost.c:' lost/triage)"
for off in -detect_leaks=0 --faults=crash,rte,nonfinite; do
	check_equal lost_off$off 0 "$(status_of lost/off.log lost/fuzz_target -seed=1 -runs=20000 $off)"
done
cat > vector.cc <<'E2'
#include <vector>
int at(int n, int k)
{
	std::vector<int> w(n > 0 && n < 100 ? n : 1);
	return w[k & 31] + (w.size() > 40);
}
E2
cat > cycle.cc <<'E2'
#include <memory>
#include <sstream>
struct node { std::shared_ptr<node> next; double v = 1; };
int cycle(int n, double x)
{
	static std::string all;
	std::ostringstream text;
	text << x << " and a text that is on the heap";
	all += text.str();
	auto a = std::make_shared<node>(), b = std::make_shared<node>();
	a->next = b;
	if (n == 77)
		b->next = a;
	return a->v > x;
}
E2
mkdir -p cycle
"${ME_BUILD}/me-c++" -g -O0 -fplugin-arg-me-entry=cycle cycle.cc --no-driver -o cycle/fuzz_target > cycle/build.log 2>&1
(cd cycle && ./fuzz_target -seed=1 -runs=20000) > cycle/log 2>&1
check_line cycle_leak 'a leak, leak of [0-9]+ bytes in 2 blocks, allocated in cycle cycle.cc:10$' cycle/log
check_line cycle_alone 'runs failed, with 1 distinct fault:' cycle/log
mkdir -p vector
"${ME_BUILD}/me-c++" -g -O0 -fplugin-arg-me-entry=at vector.cc -o vector/fuzz_target > vector/build.log 2>&1
(cd vector && ./fuzz_target -seed=1 -runs=4000) > vector/log 2>&1
check_line vector_read 'SIGSEGV: read of byte [0-9]+, past the end of a block of [0-9]+ bytes in at vector.cc:5' vector/log
fi

# What fails in most runs is told at once, with the note that allows it.
target short total,x:2 <<'E2'
int total(const double *x, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum > 3;
}
E2
search short -runs=5000
check_line short_most '^INFO: me: [3-9][0-9] % of runs fail: .*read of x\[2\], past the end of x .* in total .*; the note x:8 allows more$' short/log
check_equal short_once 1 "$(grep -c '% of runs fail' short/log)"

# A finite input takes the place of one with a NaN as the one that is shown and kept.
target nans step <<'E2'
#include <stdlib.h>
double step(double x, double y)
{
	if (x != x || x - 123.25 == 3)
		abort();
	return x > y ? x - y : y;
}
E2
search nans
check_line nans_finite '^INFO: me: it fails so with finite arguments, too: step\(126\.25, ' nans/log
check_line nans_shown '^INFO: me:     step\(126\.25, [^n]*$' nans/log
check_equal nans_kept 2 "$(faults_of nans)"
check_equal nans_alone 77 "$(status_of again nans/fuzz_target nans/crash-*)"

# ---- runs that do not end

target wrapped wrap <<'E2'
double wrap(double a)
{
	while (a > 360)
		a -= 360;
	return a;
}
E2
search wrapped
check_equal wrapped_status 70 $?
check_line wrapped_place 'timeout, it did not end in wrap ' wrapped/log
check_equal wrapped_kept 1 "$(faults_of wrapped)"
check_equal wrapped_corpus 0 "$(for f in wrapped/corpus/*; do
	timeout 20 wrapped/fuzz_target "$f" >one 2>&1 || echo "$f"
done | wc -l)"

# One that works in place: what is run again is what it was given.
target rescaled rescale,x:4 <<'E2'
#include <math.h>
int rescale(double *x)
{
	int count = 0;
	while (!(fabs(x[0] + x[1]) >= 1e-3)) {
		for (int i = 0; i < 4; i++)
			x[i] = x[i] == 0 ? 1 : x[i] * 10;
		count++;
	}
	return count > 3;
}
E2
search rescaled
status=$?
[ "$sanitized" ] || check_equal rescaled_status 70 $status
plain_line rescaled_place 'timeout, it did not end in rescale ' rescaled/log

# A count that goes on to the greatest number is slow.
target counted total <<'E2'
double total(int n, double x)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += x / (i + 1.0);
	return sum;
}
E2
search counted
check_equal counted_status 0 $?
check_equal counted_kept 0 "$(faults_of counted)"

# What takes long and ends is told, and is no fault.
cat > work.c <<'E2'
#include <time.h>
void work(void)
{
	const clock_t begin = clock();
	while (clock() - begin < CLOCKS_PER_SEC * 6 / 10)
		;
}
E2
$CC -c work.c
target lasting delay "$PWD/work.o" <<'E2'
void work(void);
int delay(int n)
{
	if (n != 4711)
		return 0;
	work();
	return 1;
}
E2
search lasting --starts=500 -runs=300
check_equal lasting_status 0 $?
check_line lasting_told '^INFO: me: slowest run: 0\.[5-9] s, delay\(4711\)$' lasting/log

# The search for faults ends with the time, however long runs take.
target busy wait <<'E2'
#include <unistd.h>
int wait(int n)
{
	usleep(1000);
	return n > 3;
}
E2
search busy -max_total_time=2
check_equal busy_status 0 $?
check_line busy_ends '^INFO: me: stop: libFuzzer has ended; ' busy/log
check_no_line busy_killed 'its process was killed' busy/log

# ---- assertions of the source

target asserted clip <<'E2'
#include <me/target.h>
int clip(int x, int y)
{
	int r = x > 100 ? 100 : x;
	ME_ASSERT(r >= 0 || y != 4711);
	if (y == 4711 && r < -5)
		return 1;
	return 0;
}
E2
search asserted
check_equal asserted_status 77 $?
check_line asserted_goals '([0-9]+) of \1 goals covered' asserted/log
check_line asserted_says 'asserted.*: the assertion fails in clip ' asserted/log
input=$(ls asserted/crash-*)
check_equal asserted_alone 77 "$(status_of again asserted/fuzz_target "$input")"
check_line asserted_alone_says 'the assertion fails in clip ' again
"$me" triage asserted/fuzz_target "$input" >triaged 2>&1
check_line asserted_triaged '^1\. assertion failure in clip ' triaged

# ---- indices and divisions, by their distance

target table lookup <<'E2'
#include <math.h>
static const double weight[12] = {1, 2, 3};
static int counts[5];
double lookup(double x, int k, int n)
{
	if (!(x >= 0 && x < 11.5) || n < 0)
		return 0;
	counts[n % 5]++;
	if (k == 777) __builtin_unreachable(); /* The index is 12 from 11.0000001 on. */
	return weight[(int)ceil(x)] / (1000 / (k - 123456789));
}
E2
search table
check_equal table_status 77 $?
plain_line table_index 'run-time error, .*:10:[0-9]+: the index is outside of weight \(12 elements\) in lookup ' table/log
check_line table_division 'SIGFPE: integer division by zero' table/log
plain_line table_unreachable 'run-time error, .*:9:[0-9]+: the run reaches __builtin_unreachable\(\) in lookup ' table/log
check_equal table_counts 0 "$(grep -c ':8:.*the index' table/log)"
input=table/$(sed -n 's/.*me:   .*\(crash-[0-9a-f]*\): .*the index is.*/\1/p' table/log)
check_equal table_alone 77 "$(status_of again table/fuzz_target "$input")"
plain_line table_alone_says 'the index is outside of weight \(12 elements\) in lookup ' again
"$me" triage table/fuzz_target "$input" > triaged 2>&1
plain_line table_triaged '^1\. run-time error in lookup ' triaged
plain_line table_goals 'stop: all goals are closed; ([0-9]+) of \1 goals' table/log
search table --faults=none
check_equal table_none 0 "$(grep -c 'the index' table/log)"
search table --faults=index
check_line table_unknown "--faults=index: " table/log

# AddressSanitizer's report of an index is confirmed by a run that tells the index first.
[ "$sanitized" ] || target ring push -fsanitize=address <<'E2'
int push(int n)
{
	int ring[4] = {0}, end = 0;
	for (int i = 0; i < n && i < 9; i++) {
		ring[end] = i;
		end = (end + 1) % 5;
	}
	return ring[0] > 3;
}
E2
if [ "$sanitized" ]; then skip ring 'the sanitizer is there in any case'; else
	search ring -runs=100
	check_equal ring_status 77 $?
	check_line ring_told 'me:   .*crash-.*: .*stack-buffer-overflow.* in push ' ring/log
	check_no_line ring_confirmed 'depends on earlier runs' ring/log
fi

# ---- results that are not finite

# In front of an array: reads, by an index that a loop makes; behind a look at it is no access.
target front 'sorted,a:6,n:len(a)' <<'E2'
void sorted(int *a, int n)
{
	for (int i = 1; i < n; i++) {
		int key = a[i], j = i - 1;
		while (a[j] > key) {
			a[j + 1] = a[j];
			j--;
		}
		a[j + 1] = key;
	}
}
E2
search front -runs=600
check_equal front_status 77 $?
plain_line front_read 'SIGSEGV: read of a\[-1\], in front of a \(. elements of 4 bytes\).* in sorted ' front/log
(cd front && ./fuzz_target crash-*) > again 2>&1
plain_line front_again 'deadly signal' again
target guarded 'guarded,a:6,n:len(a)' <<'E2'
int guarded(int *a, int n)
{
	int c = 0;

	for (int i = 1; i < n; i++)
		for (int j = i - 1; j >= 0 && a[j] > a[i]; j--)
			c++;
	return c;
}
E2
search guarded
check_equal guarded_status 0 $?
target spread spread <<'E2'
#include <math.h>
struct pair { double mean, deviation; };
struct pair spread(double a, double b)
{
	double mean = (a + b) / 2;
	double square = ((a - mean) * (a - mean) + (b - mean) * (b - mean)) / 2;
	struct pair p = {mean, sqrt(square) / (a == b ? 0 : 1)};
	return p;
}
E2
search spread
check_equal spread_status 0 $?
check_line spread_nan 'finite arguments make the result nan: spread\(0x0p\+0, 0x0p\+0\)|finite arguments make the result nan: spread\(0\.0, 0\.0\)' spread/log
check_line spread_inf 'finite arguments make the result inf: spread\(' spread/log
search spread --faults=crash,rte
check_equal spread_off 0 "$(grep -c 'finite arguments' spread/log)"
# While a goal is sought in vain, where the time is limited.
target lasting lasting <<'E2'
#include <math.h>
double lasting(double a, unsigned long n)
{
	if (n * n % 4294967291u == 77777 && sin(n * 1e9) > 0.999999999)
		return 1;
	return a > 1 ? sqrt(2 - a * 1e-7) : 0;
}
E2
search lasting --starts=500 -runs=150000 -max_total_time=600
check_line lasting_nan 'finite arguments make the result nan: lasting\(' lasting/log
# The range of numbers that overflow is narrow: larger results lead there.
target narrow narrow <<'E2'
#include <math.h>
double narrow(double x) { return x * x + sin(x) > 504000 ? 0 : exp(x); }
E2
search narrow
check_line narrow_inf 'finite arguments make the result inf: narrow\((709|710)' narrow/log
target status ratio <<'E2'
int ratio(double a, double b, double *r)
{
	if (b < 1e-300 && b > -1e-300)
		return -1;
	*r = a / (b - 3);
	return 0;
}
E2
search status
check_line status_inf 'finite arguments make r inf, and 0 is returned: ratio\(.*0x1\.8p\+1|finite arguments make r inf, and 0 is returned: ratio\(.* 3\.0' status/log
check_equal status_status 0 "$(grep -c 'failed, with' status/log)"
"$me" test status/status.c > status/test 2>&1
check_equal status_tested 0 $?
check_line status_reported '^   finite arguments make r inf, and 0 is returned:$' status/test
check_line status_called '^   ratio\(.*3\.0' status/test
"$me" test --json status/status.c 2>&1 | grep -o '"not_finite":.*' > status/kept
check_line status_kept '^"not_finite":\[\{"kind":"not_finite",' status/kept

# ---- the share

search quotient -runs=50 -seed=3
check_line runs_rule 'stop: -runs is reached|libFuzzer has ended' quotient/log

# A shift by a count that the type does not have, and one that is always within it.
target shifts scaled <<'E2'
unsigned scaled(unsigned x, int exponent)
{
	if (exponent < -31)
		return 0;
	return exponent < 0 ? x >> -exponent : x << exponent;
}
E2
search shifts
check_equal shifts_status 77 $?
check_line shifts_said "run-time error, .*: the shift's count is negative or as large as the number of bits in scaled shifts.c:5\$" shifts/log
target rotates rotated <<'E2'
unsigned rotated(unsigned x, unsigned n)
{
	return n % 32 ? x << n % 32 | x >> (32 - n % 32) : x;
}
E2
search rotates
check_equal rotates_status 0 $?

# Characters that are written behind the size which stands beside the buffer, and none where there is
# just enough; who reads a buffer as a text says what callers put there.
target joins joined <<'E2'
#include <string.h>
int joined(char *out, size_t size, const char *a, const char *b)
{
	if (strlen(a) + strlen(b) + 1 > size)
		return -1;
	strcpy(out, a);
	strcat(out, "/");
	strcat(out, b);
	return 0;
}
E2
search joins
check_equal joins_status 77 $?
check_line joins_said 'write to out\[[0-9]+\], past the end of out \([0-9]+ elements? of 1 byte\) in joined joins.c:[678]$' joins/log
target copies copied <<'E2'
#include <string.h>
int copied(char *out, int size, const char *s)
{
	size_t n = strlen(s);
	if (size < 1 || n > (size_t)size - 1)
		return -1;
	memcpy(out, s, n + 1);
	return (int)n;
}
E2
search copies
check_equal copies_status 0 $?
check_equal copies_left 0 "$(goals_left copies/log | cut -d' ' -f1)"
target appends appended <<'E2'
#include <string.h>
int appended(char *buffer, size_t buffer_size, const char *s)
{
	size_t n = strlen(buffer), m = strlen(s);
	if (n + m + 1 > buffer_size)
		return -1;
	memcpy(buffer + n, s, m + 1);
	return 0;
}
E2
search appends
check_equal appends_status 0 $?

# ---- who looks for a text's end reads nothing behind it; of who does not, nobody knows what it takes

target steps stepped <<'E2'
int stepped(const char *s)
{
	int n = 0;
	for (int i = 0; s[i]; i += 2)
		n += s[i] == s[i + 1];
	return n;
}
E2
search steps
check_equal steps_status 77 $?
check_line steps_said 'read of s\[[0-9]+\], past the end of s \([0-9]+ elements? of 1 byte, a guess\) in stepped steps.c:[45]$' steps/log
target month month_of <<'E2'
int month_of(const char *s)
{
	return (s[5] - '0') * 10 + (s[6] - '0') > 12;
}
E2
search month
check_equal month_status 0 $?
