# SPDX-License-Identifier: GPL-3.0-or-later
# labels= in decisions with side effects. On all inputs of a small program each label is
# covered by exactly those that an evaluation of the criterion's definition says, from the
# values that the oracle writes down as the program computes them; and the program's
# branches are those that it has without labels.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

# K is a condition, D a decision; in the subject they are nothing.
cat > body.h <<'E2'
	int r = 0, n = c;
	if (D(0, 2, V(0) && V(1), K(0, n-- > 0) && K(1, b > 1)))
		r++;
	if (D(1, 3, (V(0) || V(1)) && V(2), (K(0, a > b) || K(1, next(b))) && K(2, c++ < 1)))
		r++;
	while (D(2, 3, V(0) && (V(1) != V(2)), K(0, a-- > 0) && (K(1, next(a) > 0) ^ K(2, b > 0))))
		r++;
	int ok = D(3, 2, V(0) || V(1), K(0, r++ > 1) || K(1, next(c)));
	if (D(4, 2, V(0) && V(1), K(0, r-- > 1) && K(1, a < b)))
		r += ok;
	for (int i = 0; D(5, 3, V(0) && V(1) && V(2), K(0, i < 3) && K(1, i++ < c) && K(2, i != b)); )
		r += i;
	r += D(6, 4, (V(0) && V(1)) || (V(2) && V(3)), (K(0, next(a)) && K(1, b > 0)) || (K(2, next(c)) && K(3, ++n > 1)));
	if (D(7, 1, V(0), K(0, next(r))))
		r++;
	if (D(8, 2, V(0) && V(1), K(0, a + 2 == b) && K(1, next(r))))
		return r;
	return -r;
E2
cat > subject.c <<'E2'
static int calls;
static int next(int n) { calls++; return n > 1; }
#define K(k, e) (e)
#define D(d, n, formula, e) (e)
int subject(int a, int b, int c)
{
#include "body.h"
}
E2
cat > oracle.c <<'E2'
#include <stdio.h>
#include <string.h>
enum { UNKNOWN = -1, MOST = 8 };
static int calls, number, value[MOST];
static int next(int n) { calls++; return n > 1; }
static const char *word(int is) { return is ? "true" : "false"; }

/* The decision with these values. */
typedef int decide_fn(const int *v);
#define V(k) v[k]

/* Whether some values of what is unknown make the decision differ when v[k] does. */
static int is_active(decide_fn *decide, int n, const int *v, int k)
{
	for (int more = 0; more < 1 << n; more++) {
		int one[MOST], other[MOST];
		for (int i = 0; i < n; i++)
			one[i] = other[i] = v[i] == UNKNOWN ? more >> i & 1 : v[i];
		other[k] = !one[k];
		if (decide(one) != decide(other))
			return 1;
	}
	return 0;
}
static int decided(int d, int n, decide_fn *decide, int result)
{
	const int *v = value;
	printf("%d dc.%d.%s\n%d mcc.%d.", number, d, word(result), number, d);
	for (int k = 0; k < n; k++)
		putchar(v[k] == UNKNOWN ? '-' : "FT"[v[k]]);
	putchar('\n');
	if (n == 1)
		printf("%d ncc.%d.0%c\n", number, d, "FT"[v[0]]);
	for (int k = 0; k < n; k++) {
		if (v[k] == UNKNOWN)
			continue;
		printf("%d cc.%d.%d.%s\n", number, d, k, word(v[k]));
		if (is_active(decide, n, v, k))
			printf("%d mcdc.%d.%d.%s.%s\n", number, d, k, word(v[k]), word(result));
		for (int i = 0; i < k; i++)
			if (v[i] != UNKNOWN)
				printf("%d ncc.%d.%d%c%d%c\n", number, d, i, "FT"[v[i]], k, "FT"[v[k]]);
	}
	return result;
}
static int keep(int k, int is) { return value[k] = is; }
#define K(k, e) keep(k, (e) != 0)
#define D(d, n, formula, e) \
	({ int decide(const int *v) { return formula; } \
	   memset(value, UNKNOWN, sizeof value); decided(d, n, decide, (e) != 0); })
static int run(int a, int b, int c)
{
#include "body.h"
}
#include "all_inputs.h"
ALL_INPUTS(-2, 3, -2, 3, -2, 4)
E2
run_oracle -w | sort -u > wanted

# Of what was met, by input, the branches.
branches() { # traced
	grep ':[0-9]*\.[0-9]*"$' "$1" | sort -u
}
build() { # target compiler flag...
	target=$1 compiler=$2
	shift 2
	"$compiler" -g -fplugin-arg-me-entry=subject,a:-2..3,b:-2..3,c:-2..4 -fplugin-arg-me-any-O "$@" \
		-c subject.c -o "$target.o" > "$target.log" 2>&1
	"$compiler" "$target.o" -o "$target" >> "$target.log" 2>&1
	met_by_input "./$target" > "$target.goals"
}
criteria=-fplugin-arg-me-labels=DCC,MCC,MCDC,NCC2
build c "$me_cc" -O0 $criteria
labels_of_decisions < c.goals > got
check c_labels_are_what_their_definitions_say cmp wanted got
build cxx "$ME_BUILD/me-c++" -O2 -x c++ $criteria
labels_of_decisions < cxx.goals > got
check cxx_labels_are_what_their_definitions_say cmp wanted got
check_equal nothing_is_left_out '' "$(cat c.log cxx.log)"

# Each input takes the branches, by their ids, that it takes without labels.
build bare "$me_cc" -O0
branches bare.goals > wanted.branches
branches c.goals > got.branches
check branches_are_those_without_labels cmp wanted.branches got.branches
"$me" cover ./c inputs > cover 2>&1
check_line gcov_has_the_same '^subject .* ([0-9]+)/\1 ' cover
check_no_line gcov_has_no_fewer 'not found in the twin' cover

# Labels that no run of this kind has are none: b in `a && b` where a is false.
check_equal no_combination_of_what_has_no_value '' \
	"$(./c --goals | sed -n 's/.*"name":"\(ncc\.0\.0F1.\|mcc\.0\.F[TF]\)".*/\1/p')"
./c --goals > list
check_line predicate_as_source_text '"name":"mcc.0.TF",.*"never":"never has n-- > 0 && !.b > 1."' list
mkdir found
./c -seed=1 found > log 2>&1
./c --trace found/* 2> /dev/null | met_goals > reached
./c --trace inputs/* 2> /dev/null | met_goals > possible
check search_covers_what_any_input_covers cmp possible reached
"$me" score --labels=MCDC ./c inputs > score
pairs=$(sed -n 's/^[0-9]* mcdc\.//p' wanted | sort -u | awk -F. '{key = $1 "." $2; keys[key] = met[key, $3, $4] = 1}
	END {
		for (key in keys)
			pairs += met[key, "true", "true"] && met[key, "false", "false"] ||
				met[key, "true", "false"] && met[key, "false", "true"]
		print pairs
	}')
check_line pairs "^subject +mcdc +$pairs/22 conditions" score

# The labels change nothing.
cat > main.c <<'E2'
#include <stdio.h>
#ifdef __cplusplus
int subject(int a, int b, int c);
#else
int subject(int, int, int);
#endif
int main(void)
{
	for (int a = -4; a < 6; a++)
		for (int b = -4; b < 6; b++)
			printf("%d\n", subject(a, b, a ^ b));
}
E2
"$CC" -w subject.c main.c -o plain && ./plain > plain.out
"$me_cc" -g -O0 -Wall -Wextra $criteria,WM,IC,ELO,RTE subject.c main.c -o changed > build.log 2>&1
./changed > changed.out
check changes_nothing cmp plain.out changed.out
check_no_line no_warnings 'warning:' build.log
