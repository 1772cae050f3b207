# SPDX-License-Identifier: GPL-3.0-or-later
# Blocks of malloc() and calloc() and arrays of variable length are objects of their own, in proofs:
# what each holds is known, what lies beyond or was freed is not, and malloc() may fail.
. "$ME_ROOT/tests/check.sh"

cat > blocks.c <<'E2C'
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int v; };
extern void outside(int *p);
static int *kept;
static int twice(int *p) { return p[0] + p[0]; }

int blocks(int which, int n, int k, double x)
{
	int s = 0, *p, *q;
	double *w;

	switch (which) {
	case 0: if (n < 1 || n > 3 || !(w = malloc((size_t)n * sizeof *w))) break;
		for (int i = 0; i < n; i++) w[i] = x > 0 ? x : 0;
		s = n > 5; if (s) return 1; /* HOLDS */
		free(w); break;
	case 1: if (!(p = calloc(4, sizeof *p))) break;
		if (p[2]) return 2; /* HOLDS */
		p[1] = k;
		if (p[1] != k || p[3]) return 3; /* HOLDS */
		if (p[1] == 7) return 4; /* TAKEN */
		free(p); break;
	case 2: p = malloc(sizeof *p); q = malloc(sizeof *q);
		if (p && q) { *p = 1; *q = 2; if (*p != 1) return 5; /* HOLDS */ }
		if (p && q) { *p = 1; *q = k; if (twice(q) == 8) return 6; /* TAKEN */ }
		break;
	case 3: if (!(p = malloc(sizeof *p))) return 7; /* FAILS: there may be no memory */
		break;
	case 4: if (!(p = malloc((size_t)n * sizeof *p))) break;
		*p = 3; p[2] = 1;
		if (k == 77) { if (*p != 3) return 8; /* FAILS: what lies beyond is anything */ }
		break;
	case 5: if (!(p = malloc(8))) break;
		p[0] = 1; free(p); p[1] = 5; q = malloc(8);
		if (q) { q[1] = 2; p[1] = 6; if (q[1] != 2) return 9; /* FAILS: freed */ }
		break;
	case 6: if (!(p = malloc(8))) break;
		p[0] = 1; outside(p);
		if (p[0] != 1) return 10; /* FAILS */
		break;
	case 7: if (!(kept = malloc(8))) break;
		kept[0] = 1; outside(0);
		if (kept[0] != 1) return 11; /* FAILS */
		break;
	case 8: if (n < 1 || n > 4) break;
		{ int v[n]; v[n - 1] = k; if (v[n - 1] != k) return 12; /* TRUE */ }
		if (n > 4) return 13; /* HOLDS */
		break;
	case 9: for (int i = 0; i < 2; i++) {
			struct node *a = malloc(sizeof *a);
			if (!a) return 14;
			a->v = i; a->next = NULL;
			if (a->v != i || a->next) return 15; /* HOLDS */
			free(a);
		}
		break;
	case 10: if (!(p = malloc(8))) break;
		memset(p, 0, 8); p[0] = k;
		q = k > 5 ? p : &s;
		*q = 4;
		if (k > 5 && p[0] != 4) return 16; /* HOLDS */
		if (k < 5 && p[0] == 4) return 17; /* TAKEN */
		free(p); break;
	case 11: if (!(p = malloc(4))) break;
		*p = 1; p = realloc(p, 8);
		if (p && p[1] == 1234) return 18; /* FAILS: not initialised */
		break;
	case 12: p = calloc((size_t)n, (size_t)k << 32);
		if (p && n == 3) { p[9] = 1; if (k != 1 && k == 2) return 19; /* TRUE */ }
		break;
	case 13: p = malloc(4); q = malloc(4);
		if (p == q) return 20; /* FAILS: both are null */
		break;
	case 15: { char b[8] = "abcd", *c = k > 9 ? b + 1 : b; b[k & 3] = 0;
		if (strlen(b) > 3) return 22; /* HOLDS */
		if (strlen(b) == 2) return 23; /* TAKEN */
		if (strlen(b + 4) != 0) return 24; /* HOLDS */
		if (strlen(c) == 3 && k < 5) return 25; /* TAKEN */
		if (strlen(c) == 3 && b[3]) return 26; /* TAKEN */
		b[7] = 'x';
		if (strlen(b) == 9) return 27; /* TRUE */ }
		break;
	case 14: if (!(p = malloc(4))) break;
		if (*p == 5) return 21; /* FAILS: not initialised */
		free(p); break;
	}
	return 0;
}
E2C
echo 'void outside(int *p) { static int *last; if (p) last = p; if (last) *last = 9; }' > outside.c
"$CC" -c outside.c -o outside.o
"$me_cc" -g -O0 -w -fplugin-arg-me-entry=blocks blocks.c outside.o -o blocks > notes 2>&1 ||
	not_ok build "$(cat notes)"
"$me" prove --json --no-search --kinds=branch --timeout=2 --unwind=5 --time=60 blocks corpus > log 2>&1
sed -n 's/.*"line":\([0-9]*\),.*"verdict":"infeasible.*/\1/p' log | sort -u > proven
grep -n 'FAILS\|TAKEN' blocks.c | sed 's/:.*//' | sort > fails
grep -n HOLDS blocks.c | sed 's/:.*//' | sort > holds
check_equal sound '' "$(comm -12 proven fails)"
check_equal proven '' "$(comm -13 proven holds)"

# A malloc() of the program's own gives what it likes.
cat > own.c <<'E2C'
#include <stddef.h>
static char room[64];
void *malloc(size_t size) { return room; }
void free(void *p) {}
int own(int k)
{
	int *p = malloc(4), *q = malloc(4);
	*p = 1; *q = k;
	return *p != 1 ? 2 : 0; /* FAILS */
}
E2C
"$CC" -g -c own.c -o plain.o
sed 's/^void.*//' own.c > user.c
sed -i 's/#include <stddef.h>/#include <stdlib.h>/' user.c
if "$me_cc" -g -O0 -w -fplugin-arg-me-entry=own user.c plain.o -Wl,-z,muldefs -o own > own.notes 2>&1; then
	"$me" prove --no-search own own.corpus > own.log 2>&1
	check_no_line own_is_another 'own: .*p != 1.*infeasible' own.log
fi

# The same of new and delete, unless the program has an operator new or a handler of its own.
cat > fresh.cc <<'E2C'
#ifdef OWN
#include <cstddef>
static char room[64];
void *operator new(std::size_t) { return room; }
void operator delete(void *) noexcept {}
void operator delete(void *, std::size_t) noexcept {}
#endif
#ifdef HANDLED
#include <new>
#include <cstdlib>
static int handled;
void note() { handled = 1; std::exit(0); }
#endif
int fresh(int n, int k)
{
	int *p = new int(1), *q = new int(k), s = 0;
#ifdef HANDLED
	std::set_new_handler(note);
	handled = 0;
	delete new char[n > 0 ? n : 1];
	if (handled) /* the handler has run */
		s = 5;
#endif
	if (*p != 1) // own
		s = 1;
	if (*q == 3)
		s = 2;
	if (n > 0 && n < 4) {
		double *w = new double[n];
		for (int i = 0; i < n; i++)
			w[i] = k;
		if (n > 4) // never
			s = 3;
		delete[] w;
	}
	delete p;
	delete q;
	return s;
}
E2C
cxx() { # NAME FLAG...
	name=$1
	shift
	"$ME_BUILD/me-c++" -g -O0 -w --no-driver -fplugin-arg-me-entry=fresh "$@" fresh.cc -o "$name" > "$name.notes" 2>&1 ||
		not_ok "build_$name" "$(cat "$name.notes")"
	"$me" prove --no-search --timeout=2 --unwind=4 "$name" "$name.corpus" > "$name.log" 2>&1
}
cxx new
check_line new_is_apart ':.*p != 1.* is never true: infeasible' new.log
check_line new_goes_on ':.*n > 4.* is never true: infeasible' new.log
check_no_line new_is_taken 'q == 3.*infeasible' new.log
cxx new_own -DOWN
check_no_line new_own_is_another 'p != 1.*true: infeasible' new_own.log
cxx new_handled -DHANDLED
check_no_line new_handler_runs 'handled\).*true: infeasible' new_handled.log
