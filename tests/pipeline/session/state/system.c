/* State of the process, which is put back, and of standard input, which only another process
 * is free of: a table of functions, of which none returns -1. PLAIN: the program that runs
 * one input. */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int environment(int k)
{
	if (getenv("STATE_OF_A_RUN"))
		return -1;
	setenv("STATE_OF_A_RUN", "1", 1);
	return k == 17 ? 1 : 0;
}

static int mask(int k)
{
	if (umask(0777) == 0777)
		return -1;
	return k == 91 ? 1 : 0;
}

static int drawn(int k)
{
	if (lrand48())
		return -1;
	return k == 48 ? 1 : 0;
}

static int handled(int k)
{
	if (signal(SIGUSR2, SIG_IGN) == SIG_IGN)
		return -1;
	return k == 12 ? 1 : 0;
}

static int alarmed(int k)
{
	if (alarm(1000))
		return -1;
	return k == 14 ? 1 : 0;
}

static int located(int k)
{
	if (strcmp(setlocale(LC_CTYPE, NULL), "C"))
		return -1;
	setlocale(LC_CTYPE, "C.UTF-8");
	return k == 33 ? 1 : 0;
}

static int blocked(int k)
{
	sigset_t set, before;

	sigemptyset(&set);
	sigaddset(&set, SIGSEGV);
	sigprocmask(SIG_BLOCK, &set, &before);
	if (sigismember(&before, SIGSEGV))
		return -1;
	return k == 11 ? 1 : 0;
}

static int buffered(int k)
{
	if (ftell(stdin) > 0)
		return -1;
	getchar();
	return k == 77 ? 1 : 0;
}

typedef int function(int);
static function *const functions[] = {environment, mask,    drawn,   handled,
				      alarmed,	   located, blocked, buffered};

int f(int which, int k)
{
	if (functions[which](k) == -1)
		return -1;
	return 0;
}

#ifdef PLAIN
int main(int argc, char **argv)
{
	int numbers[2] = {0, 0};
	FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;

	if (in && !fread(numbers, sizeof numbers, 1, in))
		return 1;
	if (in)
		fclose(in);
	f(numbers[0], numbers[1]);
	return 0;
}
#endif
