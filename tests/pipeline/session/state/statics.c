/* State of C that a run finds as the first run of a program does: a table of functions, of
 * which none returns -1. PLAIN: the program that runs one input. */
#include <fcntl.h>
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int counter(int k)
{
	static int calls;
	if (calls++)
		return -1;
	return k == 4711 ? 1 : 0;
}

static int table(int k)
{
	static double values[64] = {[3] = 1.5};
	if (values[3] != 1.5)
		return -1;
	values[3] += k;
	return values[3] == 12.5 ? 1 : 0;
}

static int allocated(int k)
{
	static int *kept;
	if (kept)
		return -1;
	kept = calloc(8, sizeof *kept);
	if (!kept)
		return 0;
	kept[k & 7] = k;
	return kept[5] == 21 ? 1 : 0;
}

static int text(int k)
{
	static char line[16] = "name";
	if (strcmp(line, "name"))
		return -1;
	snprintf(line, sizeof line, "%d", k);
	return !strcmp(line, "321") ? 1 : 0;
}

static int opened(int k)
{
	const int file = open("/dev/null", O_RDONLY);
	if (file > 60 || file < 0)
		return -1;
	return k == 60 ? 1 : 0;
}

static int opened_stream(int k)
{
	static FILE *log;
	if (log)
		return -1;
	log = fopen("/dev/null", "w");
	if (log)
		fprintf(log, "%d\n", k);
	return k == 90 ? 1 : 0;
}

static int elsewhere(int k)
{
	char here[4096];
	if (!getcwd(here, sizeof here) || !strcmp(here, "/"))
		return -1;
	return !chdir("/") && k == 5150 ? 1 : 0;
}

static int drawn(int k)
{
	const long first = random();
	if (first != 1804289383)
		return -1;
	return (first ^ k) == 1804289000 ? 1 : 0;
}

static int seeded(int k)
{
	srand((unsigned)k);
	return rand() == rand() + 1 ? -1 : k == 31337 ? 1 : 0;
}

static int rounded(int k)
{
	if (fegetround() != FE_TONEAREST)
		return -1;
	fesetround(FE_UPWARD);
	return k == 222 ? 1 : 0;
}

static int gone_calls;
static void gone(void)
{
	gone_calls++;
}

static int at_the_end(int k)
{
	if (gone_calls)
		return -1;
	atexit(gone);
	return k == -9 ? 1 : 0;
}

static int (*hook)(int);
static int twice(int n)
{
	return 2 * (n & 1023);
}

static int hooked(int k)
{
	if (hook)
		return -1;
	hook = twice;
	return hook(k) == 84 ? 1 : 0;
}

static _Thread_local int of_thread = 3;

static int thread_static(int k)
{
	if (of_thread != 3)
		return -1;
	of_thread = k;
	return of_thread == 1000 ? 1 : 0;
}

static struct {
	unsigned is_made : 1;
	int last;
} machine;

static int state_machine(int k)
{
	if (machine.is_made)
		return -1;
	machine.is_made = 1;
	machine.last = k;
	return machine.last == 28 ? 1 : 0;
}

typedef int function(int);
static function *const functions[] = {
    counter, table,  allocated, text,	    opened, opened_stream, elsewhere,
    drawn,   seeded, rounded,	at_the_end, hooked, thread_static, state_machine};

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
