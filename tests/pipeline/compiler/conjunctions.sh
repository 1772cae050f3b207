# SPDX-License-Identifier: GPL-3.0-or-later
# Of which conditions a search may decide the outcome: those that a chain of && or ||
# evaluates after each other, where what is evaluated has no effect and cannot fail.
. "$ME_ROOT/tests/check.sh"

cat > chains.c <<'E2'
#include <math.h>
extern int effect(int);
volatile int device;
int and3(double x, double y) { return x > 1 && y > 2 && sin(x) > y; }
int or2(double x, double y) { if (x > 1 || y > 2) return 7; return 8; }
int mixed(double x, int a, int b) { if (x > 1 && (a > 3 || b > 4)) return 7; return 8; }
int global[4];
int reads(int a) { if (a > 3 && global[2] > a) return 7; return 8; }
int divides(int a, int b) { if (a > 3 && b / 16 > a) return 7; return 8; }

int one(double x) { if (x > 1) return 7; return 8; }
int nested(double x, double y) { if (x > 1) { if (y > 2) return 7; return 9; } return 8; }
int calls(int a) { if (a > 3 && effect(a) > 4) return 7; return 8; }
int assigns(int a) { if (a > 3 && (global[1] = a - 4)) return 7; return 8; }
int is_volatile(int a) { if (a > 3 && device > 4) return 7; return 8; }
int pointer(int *a) { if (a && *a > 4) return 7; return 8; }
int element(unsigned a) { if (a < 4 && global[a] > 4) return 7; return 8; }
int divisor(int a, int b) { if (b != 0 && a / b > 4) return 7; return 8; }
int sign(double x) { if (x > 1 && lgamma(x) > 2) return 7; return 8; }
int other_value(double x, double y) { int k = 5; if (x > 1 && (k = 6, y > 2)) return 7; return k; }
E2
forces() { # option...: how many calls of the hook each function has
	"$ME_BUILD/me-cc" -w -g -O0 "$@" -c chains.c -o chains.o > compile.log 2>&1 ||
		cat compile.log
	objdump -dr chains.o | awk '/^[0-9a-f]+ </ {name = $2; gsub(/[<>:]/, "", name)}
		/R_X86_64.*__me_force/ {n[name]++} END {for (f in n) print f, n[f]}' |
		LC_ALL=C sort | paste -sd' '
}
check_equal chains 'and3 3 divides 2 mixed 2 or2 2 reads 2' "$(forces -fplugin-arg-me-entry=and3)"
# Only where the session is one of a typed target, of the build that the verdicts are about.
check_equal chains_no_entry '' "$(forces)"
check_equal chains_optimised '' "$(forces -O1 -fplugin-arg-me-any-O -fplugin-arg-me-entry=and3)"
check_equal chains_sanitized '' "$(forces -fsanitize=float-divide-by-zero -fplugin-arg-me-entry=and3)"
check_equal chains_coverage '' "$(forces --coverage -fplugin-arg-me-entry=and3)"
