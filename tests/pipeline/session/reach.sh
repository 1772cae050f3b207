# SPDX-License-Identifier: GPL-3.0-or-later
# Nothing that a run does reaches the session: where indices of 32 bits lead lies
# inaccessible room, so that each access outside of an array is a fault of its own run; and
# what a session prints has a bound.
. "$ME_ROOT/tests/check.sh"
ulimit -S -s 1024 # of an overflow each frame is unwound

# Each artifact of a directory fails again in a process of its own.
artifacts_fail() { # name directory
	passed=
	for artifact in $(cd "$2" && ls | grep -E '^(crash|timeout|oom|leak)-'); do
		[ "$(cd "$2" && status_of again.log ./fuzz_target "$artifact")" != 0 ] || passed="$passed $artifact"
	done
	check_equal "$1" '' "$passed"
}

# ---- far outside of an array

target far far,x:9 <<'E2'
int far(const double *x, int i)
{
	if (i < 100 || i > 100000)
		return 0;
	return x[i] > 0 ? 1 : 2;
}
E2
search far -runs=2000
check_equal reach_far_status 77 $?
check_line reach_far_read 'SIGSEGV: read of x\[[0-9]+\], past the end of x \([0-9]+ elements of 8 bytes\), in far' far/log
check_line reach_far_open 'stop: .*; 4 of 6 goals covered' far/log
artifacts_fail reach_far_artifacts far
check_equal reach_far_corpus 0 "$(cd far && status_of corpus.log ./fuzz_target -runs=0 corpus)"

# An index that a product made: it led into the session's own memory, which then reported
# without end.
target factor factor,a:1 <<'E2'
#include <math.h>
int factor(int n, double *a, int lda)
{
	if (n <= 0 || lda < n)
		return -1;
	for (int j = 0; j < n; j++) {
		double d = a[j * lda + j];
		for (int k = 0; k < j; k++)
			d -= a[j * lda + k] * a[j * lda + k];
		if (!(d > 0))
			return j + 1;
		a[j * lda + j] = d = sqrt(d);
		for (int i = j + 1; i < n; i++) {
			double s = a[i * lda + j];
			for (int k = 0; k < j; k++)
				s -= a[i * lda + k] * a[j * lda + k];
			a[i * lda + j] = s / d;
		}
	}
	return 0;
}
E2
search factor -runs=50000
check_equal reach_factor_status 77 $?
check_equal reach_factor_reports 1 "$(grep -c 'ERROR: libFuzzer: ' factor/log)"
check_line reach_factor_read 'read of a\[[0-9]+\], past the end of a .*, in factor' factor/log
artifacts_fail reach_factor_artifacts factor

# Where address space is limited there is less room, and a word about it.
if [ "$sanitized" ]; then
	skip reach_limited 'sanitizers need address space'
else
	rm -rf far/corpus
	(ulimit -v 2000000 && search far -runs=2000)
	check_equal reach_limited_status 77 $?
	check_equal reach_limited 1 "$(grep -c "address space is limited (ulimit -v): indices far outside of 'x'" far/log)"
fi

# ---- what a session prints

target prints prints <<'E2'
#include <stdio.h>
int prints(int i)
{
	static int run;
	printf("%0200d\n", i);
	fprintf(stderr, "the program says much in run %d: %0100d\n", ++run, i);
	if (i == 123456)
		for (;;)
			fprintf(stderr, "%01000d\n", i);
	return i > 5;
}
E2
mkdir -p prints/corpus
printf '\100\342\001\000' > prints/corpus/endless
(cd prints && ./fuzz_target -seed=1 -runs=4000 corpus) > prints/out 2> prints/log < /dev/null
check_equal reach_prints_status 70 $?
[ "$(stat -c %s prints/log)" -lt 500000 ] && ok reach_prints_bound || not_ok reach_prints_bound "$(stat -c %s prints/log)"
[ "$(stat -c %s prints/out)" -lt 150000 ] && ok reach_prints_out_bound || not_ok reach_prints_out_bound "$(stat -c %s prints/out)"
check_line reach_prints_first 'the program says much in run 1: ' prints/log
check_line reach_prints_output_cut '^INFO: me: the program has printed 131072 bytes to standard output: what follows is not shown' prints/log
check_line reach_prints_errors_cut '^INFO: me: the program has printed 131072 bytes to standard error: what follows is not shown' prints/log
check_line reach_prints_timeout 'runs failed, with 1 distinct fault' prints/log

# ---- the end of a session
# Whatever its runs do to their process: they block, ignore or take over all signals and hang, or
# crash, in a library too, again and again. TRIES=200 for more moments.

target ends ends <<'E2'
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
static int way;
static void ignore(int n) { (void)n; }
__attribute__((constructor)) static void choose(void)
{
	way = getenv("WAY") ? atoi(getenv("WAY")) : 0;
}
static void block(void)
{
	sigset_t s;
	sigfillset(&s);
	sigprocmask(SIG_BLOCK, &s, 0);
}
int ends(int i, int *a)
{
	if (i < 1000)
		return 0;
	switch (way) {
	case 0: block(); for (;;) ;
	case 1: block(); for (;;) pause();
	case 2: for (int k = 1; k < 65; k++) signal(k, ignore); for (;;) ;
	case 3: for (int k = 1; k < 65; k++) signal(k, SIG_IGN); return 1;
	case 4: *(volatile int *)8 = 1; return 1;
	case 5: free((char *)a + 1); return 1;
	case 6: raise(SIGKILL); return 1;
	case 7: for (;;) pause();
	case 8: for (int k = 1; k < 65; k++) signal(k, SIG_DFL); for (;;) pause();
	case 9: if (i == 123456) { block(); for (;;) ; }
	}
	return i > 5;
}
E2
now_ms() {
	date +%s%3N
}

late= other=
for try in $(seq "${TRIES:-10}"); do
	way=$((try % 9)) signal=INT
	[ $((try % 3)) != 0 ] || signal=TERM
	rm -rf ends/corpus && mkdir ends/corpus
	(cd ends && WAY=$way exec env --default-signal ./fuzz_target -seed=$try -runs=1000000000 corpus) > ends/log 2>&1 < /dev/null &
	session=$!
	case $((try % 5)) in
	0) sleep "1.$((RANDOM % 90 + 10))" ;;
	1) sleep "0.0$((RANDOM % 9 + 1))" ;; # its processes are being made
	*) sleep "0.$((RANDOM % 90 + 10))" ;;
	esac
	asked=$(now_ms)
	kill -$signal $session
	wait $session
	status=$? took=$(($(now_ms) - asked))
	[ $took -le 2000 ] || late="$late $way:$signal:$took"
	# Before the session has begun the signal itself ends the process.
	case $status in 72 | 130 | 143) ;; *) other="$other $way:$signal:$status" ;; esac
	[ "$(stat -c %s ends/log)" -lt 1000000 ] || other="$other $way:size"
done
check_equal reach_ends_in_time '' "$late"
check_equal reach_ends_status '' "$other"

# A run that cannot be interrupted is a timeout, and the session goes on.
mkdir -p hangs/corpus
(cd hangs && WAY=9 ../ends/fuzz_target -seed=1 -runs=100 corpus) > hangs/log 2>&1 < /dev/null
check_equal reach_hangs_status 70 $?
check_line reach_hangs 'ERROR: libFuzzer: timeout' hangs/log

# ---- an endless recursion is a stack overflow, however many passes of loops it takes

target recurses recurses,x:4 <<'E2'
static int divide(const double *x, int left, int right, int most)
{
	int mid = left;
	if (right - left <= most)
		return 1;
	for (int i = left; i < right; i++)
		if (x[i] < x[left])
			mid++;
	return divide(x, left, mid, most) + divide(x, mid, right, most);
}
/* Deep, and it returns. */
static int sum(const double *x, int n)
{
	int s = 0;
	for (int i = 0; i < 4; i++)
		s += x[i] > n;
	return n <= 0 ? s : sum(x, n - 1) + s;
}
int recurses(const double *x, int n, int most)
{
	if (n == 3000)
		return sum(x, n) == 7;
	if (n < 1 || n > 4 || most < 1)
		return -1;
	return divide(x, 0, n, most);
}
E2
search recurses -runs=2000
check_equal reach_recurses_status 77 $?
check_line reach_recurses 'SIGSEGV: stack overflow, in divide ' recurses/log
check_line reach_recurses_once 'runs failed, with 1 distinct fault' recurses/log
artifacts_fail reach_recurses_artifacts recurses

# ---- what a session lacks

target clean clean <<'E2'
int clean(int i)
{
	return i > 5;
}
E2
mkdir -p clean/corpus
(cd clean && ./fuzz_target -seed=1 -runs=2000 corpus) > clean/out 2> /dev/full < /dev/null
check_equal reach_full_errors 1 $?
rm -rf factor/corpus factor/crash-* && mkdir factor/corpus
(cd factor && ./fuzz_target -seed=1 -runs=5000 corpus) > factor/log 2>&- < /dev/null
check_equal reach_closed_status 77 $?
check_equal reach_closed_artifact 1 "$(ls factor | grep -c '^crash-')"
check_equal reach_closed_corpus 4 "$(ls factor/corpus | wc -l)"
rm -rf factor/corpus factor/crash-* && mkdir factor/corpus
(ulimit -n 10 && cd factor && ./fuzz_target -seed=1 -runs=5000 corpus) > factor/log 2>&1 < /dev/null
check_equal reach_few_files_status 77 $?
check_equal reach_few_files_corpus 4 "$(ls factor/corpus | wc -l)"

# ---- functions that write anywhere
# In one build; the environment tells which one is meant. Each session ends by itself, whatever
# is left of its processes' memory, prints little, and each input that it reports fails alone.

target anywhere anywhere -w <<'E2'
#define _GNU_SOURCE
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct box {
	int n;
	double v[4];
	struct { short k; int m[3]; } in[2];
};

#define P int i, long l, double *a, struct box *b
static double global[16];

/* ---- through the parameters, by indices of every width */

static int a_i32(P) { if (i < 100) return 0; a[i] = 1; return 1; }
static int a_neg(P) { if (i > -600) return 0; a[i] = 1; return 1; }
static int a_u32(P) { a[(unsigned)i] = 1; return i > 5; }
static int a_i16(P) { a[(short)i] = 1; return i > 5; }
static int a_u16(P) { a[(unsigned short)i] = 1; return i > 5; }
static int a_i8(P) { a[(signed char)i] = 1; return i > 5; }
static int a_i64(P) { if (l > -100 && l < 100) return 0; a[l] = 1; return 1; }
static int a_u64(P) { if (l > -100 && l < 100) return 0; a[(unsigned long)l >> 8] = 1; return 1; }
static int a_stride(P) { if (i < 2) return 0; for (int k = 0; k < 64; k++) a[k * i] = k; return 1; }
static int a_back(P) { if (i < 2) return 0; for (int k = 0; k < 100000; k++) a[-k] = k; return 1; }
static int a_forth(P) { if (i < 2) return 0; for (int k = 0; k < 100000; k++) a[k] = k; return 1; }
static int a_square(P) { if (i < 2 || l < 2) return 0; a[(int)((unsigned)i * (unsigned)l + (unsigned)i)] = 1; return 1; }
static int a_read(P) { if (i < 100) return 0; return a[i] > 0 ? 1 : 2; }
static int a_char(P) { if (i < 100) return 0; ((char *)a)[i] = 1; return 1; }
static int a_cast(P) { if (i < 100) return 0; ((struct box *)a)[i].n = 1; return 1; }
static int a_twice(P) { if (i < 100) return 0; double *p = a + i; p[(int)l] = 1; return 1; }

/* ---- through structures */

static int b_v(P) { b->v[i] = 1; return i > 3; }
static int b_in(P) { b->in[i].k = 1; return i > 3; }
static int b_m(P) { b->in[i & 1].m[(int)l] = 1; return i > 3; }
static int b_at(P) { b[i].n = 1; return i > 3; }
static int b_n(P) { for (int k = 0; k < b->n; k++) b->v[k] = k; return i > 3; }
static int b_copy(P) { if (i < 2) return 0; b[i] = b[0]; return i > 3; }

/* ---- by library functions */

static int m_cpy(P) { if (i < 100) return 0; memcpy(a, b, (unsigned)i); return 1; }
static int m_from(P) { char t[64]; if (i < 100) return 0; memcpy(t, a + i, sizeof t); return t[3]; }
static int m_neg(P) { if (i > -100) return 0; memcpy(a, b, (size_t)(long)i); return 1; }
static int m_set(P) { if (i < 100) return 0; memset(a, 0x41, (unsigned)i); return 1; }
static int m_move(P) { if (i < 100) return 0; memmove(a, a + 1, (unsigned)i); return 1; }
static int m_str(P) { if (i < 100) return 0; return (int)strlen((char *)a); }
static int m_print(P) { if (i < 100) return 0; return sprintf((char *)a, "%*d", i, i); }

/* ---- the stack: of this function, of its callers in the harness */

static void scribble(volatile char *p, long from, long to) { for (long k = from; k < to; k++) p[k] = 0x41; }
static int s_local(P) { volatile double t[8]; if (i < 100) return 0; t[i] = 1; return 1; }
static int s_small(P) { char t[8]; if (i < 100) return 0; scribble(t, 0, 64); return 1; }
static int s_up(P) { if (i < 100) return 0; scribble(__builtin_frame_address(0), 0, 1 << 12); return 1; }
static int s_all(P) { if (i < 100) return 0; scribble(__builtin_frame_address(0), 0, 1 << 30); return 1; }
static int s_skip(P) { if (i < 100) return 0; scribble(__builtin_frame_address(0), 512, 4096); return 1; }
static int s_down(P) { char *t = __builtin_frame_address(0); if (i < 100) return 0; t[-(long)i * 64] = 1; return 1; }
static int s_deep(P) { volatile char t[200]; t[0] = 1; return i < 100 ? 0 : s_deep(i + (i < 1 << 30), l, a, b) + t[0]; }

/* ---- the heap, where the harness has its own blocks */

static int h_after(P) { if (i < 100) return 0; char *p = malloc(24); scribble(p, 0, 1 << 16); return 1; }
static int h_before(P) { if (i < 100) return 0; char *p = malloc(24); scribble(p, -(1 << 16), 0); return 1; }
static int h_all(P) { if (i < 100) return 0; char *p = malloc(24); scribble(p, -(1L << 30), 1); return 1; }
static int h_index(P) { if (i < 100) return 0; double *p = malloc(24); p[i & 0xffff] = 1; return 1; }
static int h_neg(P) { if (i < 100) return 0; double *p = malloc(24); p[-(i & 0xffff)] = 1; return 1; }
static int h_size(P) { if (i < 100) return 0; size_t *p = malloc(24); p[-1] = (size_t)i; p[3] = (size_t)i; free(p); free(malloc(5000)); return 1; }
static int h_freed(P) { if (i < 100) return 0; char *p = malloc(600); free(p); memset(p, 0x41, 600); p = malloc(600); p = malloc(600); return p != 0; }
static int h_bad(P) { if (i < 100) return 0; free((void *)(long)i); return 1; }
static int h_param(P) { if (i < 100) return 0; free(a); return 1; }

/* ---- static variables, the harness's among them */

static int g_index(P) { if (i < 100) return 0; global[i] = 1; return 1; }
static int g_neg(P) { if (i > -100) return 0; global[i] = 1; return 1; }
static int writable(struct dl_phdr_info *info, size_t size, void *context)
{
	(void)size;
	for (int k = 0; k < info->dlpi_phnum; k++)
		if (info->dlpi_phdr[k].p_type == PT_LOAD && (info->dlpi_phdr[k].p_flags & PF_W)) {
			((char **)context)[0] = (char *)(info->dlpi_addr + info->dlpi_phdr[k].p_vaddr);
			((long *)context)[1] = (long)info->dlpi_phdr[k].p_memsz;
		}
	return 1;
}
static int g_all(P) { long to[2]; if (i < 100) return 0; dl_iterate_phdr(writable, to); memset((char *)to[0] + 8192, 0x41, (size_t)to[1] - 8192); return 1; }
static int g_zero(P) { long to[2]; if (i < 100) return 0; dl_iterate_phdr(writable, to); memset((char *)to[0] + 8192, 0, (size_t)to[1] - 8192); return 1; }
static int g_some(P) { long to[2]; if (i < 100) return 0; dl_iterate_phdr(writable, to); for (long k = 8192 + i % 97 * 8; k + 8 < to[1]; k += 97 * 8) *(long *)(to[0] + k) = 0x4141414141414141; return 1; }
static int g_stderr(P) { if (i < 100) return 0; memset(stderr, 0x41, 200); return 1; }
static int g_libc(P) { if (i < 100) return 0; memset((char *)stdout - 3000, 0x41, 6000); return 1; }

/* ---- anywhere, and what else a program does to its process */

static int w_any(P) { if (l < 4096) return 0; *(volatile char *)l = 1; return 1; }
static int w_jump(P) { if (i < 100) return 0; ((void (*)(void))l)(); return 1; }
static int w_stack(P) { if (i < 100) return 0; __asm__ volatile("mov $8, %%rsp\n\tpush %%rax" ::: "memory"); return 1; }
static int w_mask(P) { sigset_t s; if (i < 100) return 0; sigfillset(&s); sigprocmask(SIG_BLOCK, &s, 0); if (i & 1) *(volatile int *)8 = 1; return 1; }
static int w_ignore(P) { if (i < 100) return 0; for (int k = 1; k < 32; k++) signal(k, SIG_IGN); if (i & 1) *(volatile int *)8 = 1; return 1; }

static int w_leave(P) { if (i < 100) return 0; return (int)syscall(231, 5); } /* exit_group */
static int w_fork(P) { if (i < 100) return 0; return fork() > 0; }
static int w_exits(P) { if (i < 100) return 0; if (!fork()) exit(3); return 1; }

#define F(f) {#f, f}
static const struct { const char *name; int (*call)(int, long, double *, struct box *); } table[] = {
F(a_i32), F(a_neg), F(a_u32), F(a_i16), F(a_u16), F(a_i8), F(a_i64), F(a_u64), F(a_stride), F(a_back), F(a_forth), F(a_square), F(a_read), F(a_char), F(a_cast), F(a_twice),
F(b_v), F(b_in), F(b_m), F(b_at), F(b_n), F(b_copy),
F(m_cpy), F(m_from), F(m_neg), F(m_set), F(m_move), F(m_str), F(m_print),
F(s_local), F(s_small), F(s_up), F(s_all), F(s_skip), F(s_down), F(s_deep),
F(h_after), F(h_before), F(h_all), F(h_index), F(h_neg), F(h_size), F(h_freed), F(h_bad), F(h_param),
F(g_index), F(g_neg), F(g_all), F(g_zero), F(g_some), F(g_stderr), F(g_libc),
F(w_any), F(w_jump), F(w_stack), F(w_mask), F(w_ignore), F(w_leave), F(w_fork), F(w_exits)
};
static int chosen = -1;

__attribute__((constructor)) static void choose(void)
{
	const char *name = getenv("WAY");
	for (unsigned k = 0; k < sizeof table / sizeof *table; k++)
		if (name && !strcmp(name, table[k].name))
			chosen = (int)k;
}

int anywhere(int i, long l, double *a, struct box *b)
{
	return table[chosen].call(i, l, a, b);
}
E2
endless= lost= innocent= large=
for function in $(sed -n 's/F(\([a-z0-9_]*\))[^F]*/\1 /gp' anywhere/anywhere.c | grep -v define); do
	# The sanitizer's own report waits for ever in a libc that is overwritten.
	[ "$sanitized" ] && [ $function = g_libc ] && continue
	# It has checks in the harness too, whose frames these write to.
	[ "$sanitized" ] && [ $function = s_skip ] && continue
	rm -rf run && mkdir -p run/corpus
	(cd run && WAY=$function timeout 60 ../anywhere/fuzz_target -seed=1 -runs=200 corpus) > run/log 2>&1 < /dev/null
	case $? in
	124 | 137) endless="$endless $function" ;;
	0 | 1 | 70 | 71 | 77) ;;
	*) lost="$lost $function:$?" ;;
	esac
	grep -Eq 'INFO: me: stop: |ERROR: me: the session ends: ' run/log || lost="$lost $function"
	[ "$(stat -c %s run/log)" -lt 100000 ] || large="$large $function"
	for artifact in $(cd run && ls | grep -E '^(crash|timeout|oom|leak)-'); do
		# What lies where a stray access goes varies between processes.
		for again in 1 2 3 4 5; do
			WAY=$function status_of run/again timeout 60 anywhere/fuzz_target "run/$artifact" > run/status
			[ "$(cat run/status)" = 0 ] || break
		done
		[ "$(cat run/status)" != 0 ] || innocent="$innocent $function:$artifact"
	done
done
check_equal reach_anywhere_endless '' "$endless"
check_equal reach_anywhere_lost '' "$lost"
check_equal reach_anywhere_innocent '' "$innocent"
check_equal reach_anywhere_large '' "$large"
