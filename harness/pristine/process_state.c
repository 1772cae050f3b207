/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/pristine/process_state.h"

#include <locale.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "harness/program/limits.h"
#include "harness/program/module.h"
#include "harness/runtime/regions.h"

/* ---- what signals do, and which are blocked */

enum { SIGNALS = 65 };

static struct {
	int is_changed; /* the program calls what changes it, here and below */
	struct sigaction before[SIGNALS];
	sigset_t mask;
} signals;

static void note_signals(void)
{
	static const char *const of_signals[] = {
	    "signal",	     "sigaction",    "bsd_signal",  "sysv_signal",
	    "__sysv_signal", "sigset",	     "sigprocmask", "pthread_sigmask",
	    "sigblock",	     "sigsetmask",   "sighold",	    "sigrelse",
	    "sigignore",     "siginterrupt", NULL};

	signals.is_changed = module_calls(of_signals);
}

static void begin_signals(void)
{
	if (!signals.is_changed)
		return;
	for (int i = 1; i < SIGNALS; i++)
		sigaction(i, NULL, &signals.before[i]);
	sigprocmask(SIG_SETMASK, NULL, &signals.mask);
}

static void restore_signals(void)
{
	struct sigaction now;

	if (!signals.is_changed)
		return;
	for (int i = 1; i < SIGNALS; i++)
		if (!sigaction(i, NULL, &now) &&
		    (now.sa_sigaction != signals.before[i].sa_sigaction ||
		     now.sa_flags != signals.before[i].sa_flags))
			sigaction(i, &signals.before[i], NULL);
	sigprocmask(SIG_SETMASK, &signals.mask, NULL);
}

/* ---- interval timers; those of the session are not the program's, which has none at first */

enum { TIMERS = 3 };

static struct {
	int is_changed;
	struct itimerval before[TIMERS];
} timers;

static void note_timers(void)
{
	static const char *const of_timers[] = {"alarm", "ualarm", "setitimer", NULL};

	timers.is_changed = module_calls(of_timers);
}

static void begin_timers(void)
{
	static const struct itimerval none;

	for (int i = 0; timers.is_changed && i < TIMERS; i++)
		syscall(SYS_setitimer, i, &none, &timers.before[i]);
}

static void restore_timers(void)
{
	for (int i = 0; timers.is_changed && i < TIMERS; i++)
		syscall(SYS_setitimer, i, &timers.before[i], NULL);
}

/* ---- the mask of new files' modes, which only setting it tells */

static struct {
	int is_changed;
	mode_t before;
} file_mask;

static void note_file_mask(void)
{
	static const char *const of_umask[] = {"umask", NULL};

	file_mask.is_changed = module_calls(of_umask);
	if (!file_mask.is_changed)
		return;
	file_mask.before = (mode_t)syscall(SYS_umask, 0);
	syscall(SYS_umask, file_mask.before);
}

static void restore_file_mask(void)
{
	if (file_mask.is_changed)
		syscall(SYS_umask, file_mask.before);
}

/* ---- what the process may use */

static struct {
	int is_changed;
	struct limits before;
} uses;

static void note_limits(void)
{
	static const char *const of_limits[] = {"setrlimit", "setrlimit64", "prlimit",
						"prlimit64", NULL};

	uses.is_changed = module_calls(of_limits);
	if (uses.is_changed)
		limits_note(&uses.before);
}

void process_limits_restore(void)
{
	if (uses.is_changed)
		limits_restore(&uses.before);
}

/* ---- environment variables */

extern char **environ;

static struct {
	int is_changed;
	char **list,
	    **copy; /* copy: of the list's `size` bytes, with the null at its end */
	size_t size;
} variables;

static void note_variables(void)
{
	static const char *const of_variables[] = {"setenv", "putenv", "unsetenv",
						   "clearenv", NULL};
	size_t n = 1;

	variables.is_changed = module_calls(of_variables);
	if (!variables.is_changed)
		return;
	for (char **v = environ; v && *v; v++)
		n++;
	variables.size = environ ? n * sizeof *environ : 0;
	variables.copy = malloc(variables.size + 1);
	variables.list = environ;
	if (variables.copy && environ)
		memcpy(variables.copy, environ, variables.size);
}

static void restore_variables(void)
{
	if (!variables.is_changed)
		return;
	environ = variables.list;
	if (variables.copy && environ)
		memcpy(environ, variables.copy, variables.size);
}

/* ---- the locale; a static program that does not change it may not have it */

extern char *setlocale(int category, const char *name) __attribute__((weak));
extern locale_t uselocale(locale_t locale) __attribute__((weak));

static struct {
	const char *name; /* libc's own text: another one is of another locale */
	char *copy;
	locale_t thread;
} locales;

static void note_locale(void)
{
	static const char *const of_locale[] = {"setlocale", "uselocale", NULL};

	if (!module_calls(of_locale))
		return;
	locales.name = setlocale ? setlocale(LC_ALL, NULL) : NULL;
	locales.copy = locales.name ? strdup(locales.name) : NULL;
	locales.thread = uselocale ? uselocale(NULL) : NULL;
}

static void restore_locale(void)
{
	if (locales.copy && setlocale(LC_ALL, NULL) != locales.name) {
		setlocale(LC_ALL, locales.copy);
		locales.name = setlocale(LC_ALL, NULL);
	}
	if (locales.thread && uselocale(NULL) != locales.thread)
		uselocale(locales.thread);
}

/* ---- C++'s standard streams */

extern char __me_cin[] __asm__("_ZSt3cin") __attribute__((weak));
extern char __me_cout[] __asm__("_ZSt4cout") __attribute__((weak));
extern char __me_cerr[] __asm__("_ZSt4cerr") __attribute__((weak));
extern char __me_clog[] __asm__("_ZSt4clog") __attribute__((weak));

/* Of libstdc++'s std::basic_ios<char>, by its ABI (GLIBCXX_3.4, 64 bits), in words: precision,
 * width, flags with exceptions, and state follow the pointer to the functions; tie, fill
 * character and buffer lie behind std::ios_base. */
enum { STREAMS = 4, WORDS = 7 };
static const unsigned char places[WORDS] = {1, 2, 3, 4, 27, 28, 29};

typedef uint64_t __attribute__((may_alias)) word;

static struct stream {
	word *base; /* its std::basic_ios<char>; null: there is none */
	word before[WORDS];
} streams[STREAMS];

/* A virtual base lies where the third number before its object's functions says. */
static char *virtual_base(char *object)
{
	const ptrdiff_t *functions;

	if (!object)
		return NULL;
	memcpy(&functions, object, sizeof functions);
	return functions ? object + functions[-3] : NULL;
}

static void note_streams(void)
{
	char *const objects[STREAMS] = {__me_cin, __me_cout, __me_cerr, __me_clog};

	for (int i = 0; i < STREAMS; i++) {
		struct stream *s = &streams[i];
		s->base = (word *)(void *)virtual_base(objects[i]);
		for (int k = 0; k < WORDS && s->base; k++)
			s->before[k] = s->base[places[k]];
	}
}

static void restore_streams(void)
{
	for (int i = 0; i < STREAMS; i++) {
		struct stream *s = &streams[i];
		for (int k = 0; k < WORDS && s->base; k++)
			if (s->base[places[k]] != s->before[k])
				s->base[places[k]] = s->before[k];
	}
}

/* ---- */

static int is_one_thread; /* regions of OpenMP have one */

void process_state_note(void)
{
	note_signals();
	note_timers();
	note_file_mask();
	note_limits();
	note_variables();
	note_locale();
	note_streams();
	is_one_thread = regions_have_one_thread();
}

void process_state_begin(void)
{
	begin_signals();
	begin_timers();
	if (is_one_thread)
		regions_set_one_thread();
}

void process_state_restore(void)
{
	restore_signals();
	restore_timers();
	restore_file_mask();
	restore_variables();
	restore_locale();
	restore_streams();
	if (__me_begin_drand48)
		__me_begin_drand48();
}
