# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because a signal handler has run that no exported code registers:
# an object that was built without the plugin does, or a library. What is marked as never
# true is infeasible all the same.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

if [ $sanitized ]; then
	skip sound_signals 'tables of sanitizers hold the addresses of functions: less is proven'
	exit
fi

# Goes on behind the division: its instruction has 3 bytes.
cat > own.c <<'E2'
#define _GNU_SOURCE
#include <signal.h>
#include <ucontext.h>
extern int seen;
static void handler(int number, siginfo_t *info, void *context)
{
	seen = 7;
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += 3;
}
__attribute__((constructor)) static void start(void)
{
	static struct sigaction action = {.sa_flags = SA_SIGINFO};

	action.sa_sigaction = handler;
	sigaction(SIGFPE, &action, 0);
}
/* No byte of the code above looks like the distance to what comes behind. */
int unrelated(int n) { return 3 * n + 1; }
E2
divides() { # name: a program whose division may be interrupted
	cat <<E2
int seen;
int $1(int a, int b)
{
	int own = 3, r;

	seen = 0;
	r = a / b;
	if (own != 3) /* never true */
		return 2;
	if (seen == 7) /* taken */
		return 1;
	return r && 0;
}
E2
}

# ---- an object

check own_object "$CC" -O0 -c own.c -o own.o
check no_plt_object "$CC" -O2 -fPIC -fno-plt -c own.c -o no_plt.o
for form in pie no-pie; do
	name=object_$(echo $form | tr - _)
	more="../own.o -$form"
	divides $name | taken $name '' "$name(5, 0)"
done
more=../no_plt.o
divides slots | taken slots '' 'slots(5, 0)'
if links_static static_object; then
	more='../own.o -static'
	# What is never true is not proven: some of libc's bytes look like the entry's address.
	divides static_object | sed 's, /. never true ./,,' | taken static_object '' 'static_object(5, 0)'
	# libc's own calls register no handler for others.
	more=-static
	taken static_none '' 'static_none(8)' <<'E2'
static int seen;
int static_none(int n)
{
	seen = n;
	if (n == 8) /* taken */
		return 1;
	if (seen != n) /* never true */
		return 2;
	return 0;
}
E2
fi
# Without a call of that kind nothing interrupts it.
printf 'int other(int n) { return n - 1; }\n' > other.c
check other_object "$CC" -O0 -c other.c -o other.o
more=../other.o
taken calm '' 'calm(8)' <<'E2'
int other(int);
int seen;
int calm(int n)
{
	seen = 0;
	if (other(n) == 7) /* taken */
		return 1;
	seen = 1;
	if (seen == 7) /* never true */
		return 2;
	return 0;
}
E2

# ---- a library

mkdir -p own.lib install.lib
check own_library "$CC" -fPIC -shared own.c -o own.lib/libown.so
more="-Wl,--no-as-needed $PWD/own.lib/libown.so"
divides library | taken library '' 'library(5, 0)'

cat > install.c <<'E2'
#include <signal.h>
void install(int number, void (*handler)(int, siginfo_t *, void *))
{
	static struct sigaction action = {.sa_flags = SA_SIGINFO};

	action.sa_sigaction = handler;
	sigaction(number, &action, 0);
}
E2
check install_library "$CC" -fPIC -shared install.c -o install.lib/libinstall.so
handled() { # name call: the program has the handler
	cat <<E2
#define _GNU_SOURCE
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
static int seen;
void install(int, void (*)(int, siginfo_t *, void *)), goes_back(void);
__asm__("goes_back: mov \$15, %eax\n\tsyscall");
static void handler(int number, siginfo_t *info, void *context)
{
	seen = 7;
	((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += 3;
}
__attribute__((constructor)) static void start(void)
{
	$2;
}
int $1(int a, int b)
{
	int r;

	seen = 0;
	r = a / b;
	if (seen == 7) /* taken */
		return 1;
	return r && 0;
}
E2
}
more="-Wl,--no-as-needed $PWD/install.lib/libinstall.so"
handled given 'install(SIGFPE, handler)' | taken given '' 'given(5, 0)'
# A constructor looks like a handler, and is none: its address is given to nobody.
taken started '' 'started(8)' <<'E2'
static int seen, own;
void install(int, void (*)(void));
__attribute__((constructor)) static void start(void) { own = 3; }
int started(int n)
{
	seen = n;
	if (n + own == 11) /* taken */
		return 1;
	if (seen != n) /* never true */
		return 2;
	return 0;
}
E2

# ---- the kernel's own call

more=
handled kernel 'struct { void *f; long flags; void *back; long mask; } a = {handler, 0x04000004, goes_back};
	syscall(SYS_rt_sigaction, SIGFPE, &a, 0, 8)' | taken kernel '' 'kernel(5, 0)'
