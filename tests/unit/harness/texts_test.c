/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Distances of calls on texts, over pairs of short texts of few letters: the way to an
 * outcome is 0 exactly when the C library's function has it; it falls as the common
 * part grows and as the first different byte comes nearer; and no byte is read that the
 * function need not read: each text lies just before a page that cannot be read.
 */
#include "harness/runtime/texts.h"

#include <errno.h>
#include <fenv.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/unit/me_check.h"
#include "tests/unit/me_random.h"

enum { PAIRS = 20000, LONGEST = 9 };

/* ---- texts before an abyss */

static char *abyss[2];

static void make_abysses(void)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);

	for (int i = 0; i < 2; i++) {
		abyss[i] = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		abyss[i] += page;
		mprotect(abyss[i], page, PROT_NONE);
	}
}

/* A text of `size` bytes whose end is the abyss; with `ended` the last one is a NUL. */
static char *random_text(int which, size_t size, int ended)
{
	static const char letters[] = "abBcz\xff";
	char *text = abyss[which] - size;

	for (size_t i = 0; i < size; i++)
		text[i] = random_below(12) ? letters[random_below(6)] : 0;
	if (ended)
		text[size - 1] = 0;
	return text;
}

/* ---- what the C library says */

struct sample {
	enum me_op op;
	const char *a, *b;
	uint64_t a_size, b_size;
};

static int compare_padded(const char *a, size_t n, const char *b, size_t m)
{
	for (size_t i = 0; i < n || i < m; i++) {
		unsigned char x = i < n ? (unsigned char)a[i] : ' ';
		unsigned char y = i < m ? (unsigned char)b[i] : ' ';
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

static int compare_sizes(const char *a, size_t n, const char *b, size_t m)
{
	int r = memcmp(a, b, n < m ? n : m);

	return r ? r : (n > m) - (n < m);
}

/* A random call and its result. */
static int64_t random_call(struct sample *s)
{
	size_t n = 1 + random_below(LONGEST), m = 1 + random_below(LONGEST),
	       most = random_below(LONGEST);
	unsigned kind = random_below(11);
	int ended = kind < 6;

	s->a = random_text(0, n, ended);
	s->b = random_text(1, m, ended);
	if (random_below(2)) { /* a common part */
		size_t part = random_below((unsigned)(n < m ? n : m));
		memcpy((char *)s->b, s->a, part);
	}
	s->a_size = s->b_size = ME_SIZE_TEXT | ME_SIZE_MOST;
	switch (kind) {
	case 0:
		s->op = ME_COMPARE_BYTES;
		return strcmp(s->a, s->b);
	case 1:
		s->op = ME_COMPARE_BYTES;
		s->a_size = s->b_size = ME_SIZE_TEXT | most;
		return strncmp(s->a, s->b, most);
	case 2:
		s->op = ME_COMPARE_NOCASE;
		return strcasecmp(s->a, s->b);
	case 3:
		s->op = ME_FIND_BYTES;
		return strstr(s->a, s->b) != NULL;
	case 4:
		s->op = ME_FIND_NOCASE;
		return strcasestr(s->a, s->b) != NULL;
	case 5:
		s->op = ME_COMPARE_NOCASE;
		s->a_size = s->b_size = ME_SIZE_TEXT | most;
		return strncasecmp(s->a, s->b, most);
	case 6:
		s->op = ME_COMPARE_BYTES;
		s->a_size = s->b_size = n < m ? n : m;
		s->a = abyss[0] - s->a_size;
		s->b = abyss[1] - s->b_size;
		return memcmp(s->a, s->b, s->a_size);
	case 7:
		s->op = ME_COMPARE_BYTES;
		s->a_size = n;
		s->b_size = m;
		return compare_sizes(s->a, n, s->b, m);
	case 8:
		s->op = ME_COMPARE_PADDED;
		s->a_size = n;
		s->b_size = m;
		return compare_padded(s->a, n, s->b, m);
	case 9:
		s->op = ME_FIND_CHAR;
		s->a_size = n;
		s->b_size = (unsigned char)s->b[0];
		return memchr(s->a, s->b[0], n) != NULL;
	default:
		s->op = ME_FIND_BYTES;
		s->a_size = n;
		s->b_size = m;
		return memmem(s->a, n, s->b, m) != NULL;
	}
}

static void measure(const struct sample *s, enum distance_kind kind, int64_t result,
		    struct distance *d)
{
	struct text_call c = {.op = s->op, .result = result};

	c.a = text_of(s->a, s->a_size);
	c.b = s->op == ME_FIND_CHAR ? (struct text){NULL, s->b_size, 0}
				    : text_of(s->b, s->b_size);
	texts_distance(kind, &c, d);
}

/* ---- properties */

static void check_outcomes(void)
{
	int outcomes = 0, signs = 0, met = 0;

	for (int i = 0; i < PAIRS; i++) {
		struct sample s;
		struct distance d;
		int64_t result = random_call(&s);
		measure(&s, (enum distance_kind)random_below(4), result, &d);
		outcomes +=
		    (d.to[0] == 0) != (result != 0) || (d.to[1] == 0) != (result == 0);
		if (s.op < ME_FIND_BYTES)
			signs +=
			    (d.sign > 0) - (d.sign < 0) != (result > 0) - (result < 0);
		met += !result;
	}
	check(!outcomes, "texts_outcomes",
	      "a distance is 0 and its outcome is another");
	check(!signs, "texts_order", "the sign is not that of the result");
	check(met > PAIRS / 20 && met < PAIRS - PAIRS / 20, "texts_samples",
	      "the pairs have one outcome alone");
}

/* A function that says what the texts do not: both outcomes are still told apart. */
static void check_odd_results(void)
{
	int bad = 0;

	for (int i = 0; i < PAIRS; i++) {
		struct sample s;
		struct distance d;
		random_call(&s);
		if (s.op >= ME_FIND_BYTES)
			continue;
		int64_t result = (int64_t)random_below(3) - 1;
		measure(&s, DISTANCE_ULP, result, &d);
		bad += (d.to[0] == 0) != (result != 0) ||
		       (d.to[1] == 0) != (result == 0) ||
		       (d.sign > 0) - (d.sign < 0) != result;
	}
	check(!bad, "texts_odd_results", "the function's own result does not count");
}

static uint64_t way(enum me_op op, const char *a, const char *b)
{
	struct sample s = {op, a, b, strlen(a), strlen(b)};
	struct distance d;
	int finds = op >= ME_FIND_BYTES;

	measure(&s, DISTANCE_ULP, finds ? 0 : 1, &d);
	return d.to[finds ? 0 : 1];
}

static void check_monotony(void)
{
	static const char *const nearer[] = {"",	"a",	   "p",	    "pf",
					     "pq",	"prz",	   "prb",   "prefizx",
					     "prefiyz", "prefix0", "prefix"};
	uint64_t last = ~(uint64_t)0;
	int bad = 0;

	for (size_t i = 0; i < sizeof nearer / sizeof *nearer; i++) {
		uint64_t d = i + 1 < sizeof nearer / sizeof *nearer
				 ? way(ME_COMPARE_BYTES, nearer[i], "prefix")
				 : 0;
		bad += d >= last;
		last = d;
	}
	check(!bad, "texts_nearer", "a nearer text is not nearer");
	bad = way(ME_FIND_BYTES, "..key.", "key=") >=
		  way(ME_FIND_BYTES, "..kez=", "key=") ||
	      way(ME_FIND_BYTES, "..key<", "key=") >=
		  way(ME_FIND_BYTES, "..key.", "key=") ||
	      way(ME_FIND_BYTES, "kx.key<", "key=") !=
		  way(ME_FIND_BYTES, "..key<", "key=") ||
	      way(ME_FIND_NOCASE, "..KEY<", "key=") !=
		  way(ME_FIND_BYTES, "..key<", "key=");
	check(!bad, "texts_nearest_place", "another place than the nearest counts");
}

/* A text that only a NUL ends need have none behind the first difference. */
static void check_reach(void)
{
	char *a = abyss[0] - 3, *b = abyss[1] - 2;
	struct sample s = {ME_COMPARE_BYTES, a, b, ME_SIZE_TEXT | ME_SIZE_MOST,
			   ME_SIZE_TEXT | ME_SIZE_MOST};
	struct text_call c = {.op = s.op, .result = 1};
	struct distance d;

	memcpy(a, "abc", 3);
	memcpy(b, "ax", 2);
	c.a = text_of(a, s.a_size);
	c.b = text_of(b, s.b_size);
	texts_distance(DISTANCE_ULP, &c, &d);
	check(d.to[1] != 0 && c.known[0] == 2 && c.known[1] == 2, "texts_reach",
	      "more or less is known than the first difference");
}

/* A std::string is {pointer, size}. */
/* A text is read on for its NUL, but not beyond the page; with a size not beyond that. */
static void check_word(void)
{
	char *a = abyss[0] - 6;
	const struct text open = text_of(a, ME_SIZE_TEXT | ME_SIZE_MOST);
	const struct text sized = text_of(a, ME_SIZE_TEXT | 4);
	const struct text bytes = text_of(a, 5);

	memcpy(a, "break", 6);
	check(texts_word(&open, 1) == 5 && texts_word(&open, 0) == 0 &&
		  texts_word(&sized, 2) == 4 && texts_word(&bytes, 5) == 5,
	      "texts_word", "it is not the whole word");
	memcpy(a, "breaks", 6);
	check(texts_word(&open, 2) == 2 && texts_word(&open, 6) == 6,
	      "texts_word_without_end", "what need not be a text is one");
}

static void check_object(void)
{
	struct {
		const char *bytes;
		uint64_t size;
	} object = {"abc", 2};
	struct sample s = {ME_COMPARE_BYTES, (const char *)&object, "ab",
			   ME_SIZE_OBJECT, ME_SIZE_TEXT | ME_SIZE_MOST};
	struct distance d;

	measure(&s, DISTANCE_ULP, 0, &d);
	int equal = d.to[1] == 0 && d.sign == 0;
	s.b = "abc";
	measure(&s, DISTANCE_ULP, -1, &d);
	check(equal && d.sign < -1, "texts_object",
	      "its size or its bytes are not read");
}

static void check_environment(void)
{
	struct sample s;
	struct distance d;

	feclearexcept(FE_ALL_EXCEPT);
	errno = 0;
	for (int i = 0; i < PAIRS; i++) {
		int64_t result = random_call(&s);
		measure(&s, (enum distance_kind)random_below(4), result, &d);
	}
	check(!fetestexcept(FE_ALL_EXCEPT) && !errno, "texts_environment",
	      "an exception was raised, or errno set");
}

int main(void)
{
	make_abysses();
	check_outcomes();
	check_odd_results();
	check_monotony();
	check_reach();
	check_word();
	check_object();
	check_environment();
	return me_check_failures != 0;
}
