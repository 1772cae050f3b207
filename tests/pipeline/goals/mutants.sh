# SPDX-License-Identifier: GPL-3.0-or-later
# labels=WM: weak mutation. An input covers the label of a mutant exactly when the mutated
# expression, compiled, has another value than the one of the source.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/all_inputs.sh"

# Each statement once, for the subject and for the oracle: S(a OPERATOR b), in the order
# of the subject's operators.
cat > ints.h <<'E2'
S(a, <, b) S(a, <=, b) S(a, >, b) S(a, >=, b) S(a, ==, b) S(a, !=, b) S(a, <, 3) S(a, >=, 2)
A(a, +, b) A(a, -, b) A(a, *, b) A(a, -, 2) D(a, /, b) D(a, %, b)
B(a, &, b) B(a, |, b) B(a, ^, b) H(a, <<, b) H(a, >>, b) H(a, >>, 3)
E2
cat > doubles.h <<'E2'
S(a, <, b) S(a, <=, b) S(a, >, b) S(a, >=, b) S(a, ==, b) S(a, !=, b) S(a, <, 1.5)
F(a, +, b) F(a, -, b) F(a, *, b) F(a, /, b)
E2
cat > subject.c <<'E2'
static TYPE kept;
#define A(a, operator, b) kept = a operator b;
#define S A
#define F A
#define B A
#define H A
#define D(a, operator, b) if (b > 1) A(a, operator, b)
void subject(TYPE a, TYPE b)
{
#include LIST
#if IS_INT
	kept = a < b && b < 2;
#else
	kept = a < b || b < 2;
#endif
}
E2
cat > oracle.c <<'E2'
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static int number, at;

static int differs(double e, double mutant)
{
	return e != mutant && !(isnan(e) && isnan(mutant));
}
static void label(const char *kind, const char *name, int covered)
{
	if (covered)
		printf("%d %s.%d.%s\n", number, kind, at, name);
}
static void operand(const char *name, double x, int least)
{
	char text[32];
	sprintf(text, "%s.abs", name);
	label("abs", text, differs(x, fabs(x)));
	sprintf(text, "%s.negabs", name);
	label("abs", text, differs(x, -fabs(x)));
	sprintf(text, "%s.minus", name);
	label("uoi", text, differs(x, -x) && !least);
}
/* The least integer and its negative, as the type has it, are the same. */
#define IS_CONSTANT(b) (#b[0] != 'b')
#define LEAST(x) (IS_INT && (x) == (TYPE)INT_MIN)
#define OPERANDS(a, b) operand("a", a, LEAST(a)), IS_CONSTANT(b) ? (void)0 : operand("b", b, LEAST(b)), at++;
#define R(name, a, operator, other, b) label("ror", name, (a operator b) != (a other b));
#define S(a, operator, b)                                                              \
	R("lt", a, operator, <, b) R("le", a, operator, <=, b) R("gt", a, operator, >, b) \
	R("ge", a, operator, >=, b) R("eq", a, operator, ==, b) R("ne", a, operator, !=, b) \
	OPERANDS(a, b)
#define T(name, a, operator, other, b) label("aor", name, differs(a operator b, a other b));
/* What is stored. */
#define RHS(value) operand("rhs", value, LEAST(value)), at++;
#define CAN(a, b) ((b) != 0 && !((b) == -1 && LEAST(a)))
#define F(a, operator, b)                                                              \
	RHS(a operator b)                                                              \
	T("plus", a, operator, +, b) T("minus", a, operator, -, b)                     \
	T("times", a, operator, *, b) T("div", a, operator, /, b) OPERANDS(a, b)
#define A(a, operator, b)                                                              \
	RHS(a operator b)                                                              \
	T("plus", a, operator, +, b) T("minus", a, operator, -, b) T("times", a, operator, *, b) \
	if (CAN(a, b)) { T("div", a, operator, /, b) T("mod", a, operator, %, b) } OPERANDS(a, b)
#define D(a, operator, b)                                                              \
	R("lt", b, >, <, 1) R("le", b, >, <=, 1) R("ge", b, >, >=, 1) R("eq", b, >, ==, 1) \
	R("ne", b, >, !=, 1) operand("a", b, LEAST(b)), at++;                          \
	if (b > 1) { A(a, operator, b) } else at += 2;
#define L(name, a, operator, other, b) label("lor", name, (a operator b) != (a other b));
#define B(a, operator, b)                                                              \
	RHS(a operator b)                                                              \
	L("and", a, operator, &, b) L("or", a, operator, |, b) L("xor", a, operator, ^, b) \
	OPERANDS(a, b)
/* The processor takes the count modulo 32. */
#define H(a, operator, b)                                                              \
	RHS(a operator (b & 31))                                                       \
	if (b >= 0 && b < 32) {                                                        \
		label("sor", "right", (a operator b) != (a >> b));                     \
		label("sor", "left", (a operator b) != (int)((unsigned)a << b));       \
	}                                                                              \
	OPERANDS(a, b)

static void run(TYPE a, TYPE b)
{
	at = 0;
#include LIST
	label("cor", IS_INT ? "or" : "and", IS_INT ? (a < b && b < 2) != (a < b || b < 2)
						  : (a < b || b < 2) != (a < b && b < 2));
	at++;
	S(a, <, b)
	if ((a < b) == IS_INT) { /* the second operand of && and of || */
		S(b, <, 2)
	}
}

int main(void)
{
	static const TYPE values[] = {VALUES};
	enum { N = sizeof values / sizeof *values };
	for (int i = 0; i < N * N; i++) {
		char name[32];
		const TYPE input[] = {values[i / N], values[i % N]};
		sprintf(name, "inputs/%d", ++number);
		FILE *out = fopen(name, "wb");
		fwrite(input, sizeof input, 1, out);
		fclose(out);
		run(input[0], input[1]);
	}
}
E2

# For each traced input: FILE LABEL.
covered() { # target
	met_by_input "$1" |
		sed -n 's/"[^:]*:\(\(ror\|aor\|cor\|abs\|uoi\|sor\|lor\)\.[^"]*\)"$/\1/p' | sort -u
}

# agree NAME TYPE VALUES FLAG: all mutants, on all pairs of the values.
agree() {
	mkdir "$1" && cd "$1" && mkdir inputs
	name=$1 type=$2 values=$3
	shift 3
	"$CC" -fwrapv -w -I.. "-DTYPE=$type" "-DVALUES=$values" -DLIST="\"$name.h\"" "$@" ../oracle.c -lm -o oracle
	./oracle | sort -u > wanted
	# Compiled apart: a link with a sanitized library has sanitizers.
	"$me_cc" -g -O0 -I.. "-DTYPE=$type" "$@" -DLIST="\"$name.h\"" -fplugin-arg-me-entry=subject \
		-fplugin-arg-me-labels=WM -c ../subject.c -o target.o > build.log 2>&1
	"$me_cc" target.o -o target >> build.log 2>&1
	covered ./target > got
	check "${name}_mutants_differ_where_labels_say" cmp wanted got
	for kind in ror aor cor abs uoi; do
		check_line "${name}_some_of_$kind" " $kind\\." got
	done
	cd ..
}
agree ints int '-2147483647 - 1, -2147483647, -3, -2, -1, 0, 1, 2, 3, 4, 7, 31, 32, 2147483647' -DIS_INT=1
check_line ints_some_of_lor ' lor\.' ints/got
check_line ints_some_of_sor ' sor\.' ints/got
agree doubles double 'NAN, -INFINITY, -1.5, -0.0, 0.0, 0.5, 1.5, 2, 1e308, INFINITY' -DIS_INT=0

# ---- what the labels say, and what has none

cat > text.c <<'E2'
int text(int *p, int i, unsigned u, int b)
{
	p[i + 1] += 2;
	int r = i * b - 7;
	if (b >= 3 && u)
		r = r / b;
	b = i++ - b;
	return r + p[i] + b;
}
E2
"$me_cc" -g -O0 -fplugin-arg-me-entry=text,p:8,i:0..5 -fplugin-arg-me-labels=WM-paper,MCDC -c text.c -o text.o > build.log 2>&1
"$me_cc" text.o -o text >> build.log 2>&1
./text --goals | sed -n 's/.*"type":"\(ror\|aor\|cor\|abs\|uoi\)".*"line":\([0-9]*\),.*"never":"never has \([^"]*\)".*/\2 \1 \3/p' > texts
check_line minus_as_written '^4 aor i \* b - 7 != i \* b \+ 7$|^4 aor \(i \* b\) - 7 != \(i \* b\) \+ 7$' texts
check_line greater_as_written '^5 ror b == 3$' texts
check_line division_is_guarded '^4 aor b != 0 && i \* b != i / b$' texts
check_no_line no_abs_in_wm_paper '^[0-9]* abs' texts
check_no_line no_product_of_an_index '\* 4 !=' texts
check_line effects_are_named 'text.c:7:.* fewer labels here: an operand has side effects' build.log

mkdir -p corpus && ./text -seed=1 corpus > log 2>&1
check_line the_search_takes_mutants 'goals covered' log
"$me" score --labels=ROR,AOR,COR,UOI,MCDC ./text corpus > score
check_line pairs_beside_mutants '^text +mcdc +2/2 conditions' score
check_line most_are_covered '^text +ror +9/10$' score # u < 0 is never
"$me" score --labels=WM ./text corpus > score.wm
check_same wm_is_all_of_them "$(grep -E '^text +(ror|aor|cor|uoi) ' score)" "$(grep '^text  ' score.wm)"

# The checks of a sanitizer are neither decisions nor operators of the source.
labels_of() { # target
	"$1" --goals | sed -n 's/.*"goal":"[^"]*:\(ror\|cor\|mcdc\)\..*"line":\([0-9]*\),.*"never":"\([^"]*\)".*/\2 \1 \3/p'
}
for trap in '' -fsanitize-undefined-trap-on-error; do
	"$me_cc" -g -O0 -fsanitize=undefined $trap -fplugin-arg-me-entry=text,p:8,i:0..5 \
		-fplugin-arg-me-labels=WM-paper,MCDC -c text.c -o sanitized.o > build.log 2>&1
	"$me_cc" -fsanitize=undefined sanitized.o -o sanitized >> build.log 2>&1
	check_same "sanitized_labels$trap" "$(labels_of ./text)" "$(labels_of ./sanitized)"
done

# Decisions that have labels of their own, and expressions around them, have the same mutants.
cat > both.c <<'E2'
int both(int a, int b, unsigned char c)
{
	int r = (a < b && b < 7) + c;
	r = (a > 3 || c == 2) * (r - b);
	if ((a == b) + c > 2 && !(r == 1 || a - b < 4))
		r = c > 3 ? r : -a;
	const int late = a++ > 2 && b < r + 3;
	if (b-- > 1 || late)
		r = a + (late && r > b);
	return !((c == 240 && a < 3) || (c == 244 && b > 2));
}
E2
cp both.c both.cc
for name in both.c both.cc; do
	[ $name = both.c ] && compiler=$me_cc || compiler=$ME_BUILD/me-c++
	for criteria in SVR,WM SVR,WM,DCC,MCC,MCDC; do
		"$compiler" -g -O0 -fplugin-arg-me-entry=both -fplugin-arg-me-labels=$criteria -c $name -o both.o > both.log 2>&1
		"$compiler" both.o -o both >> both.log 2>&1
		./both --goals | sed -n 's/.*"goal":"[^"]*:\([a-z]*\.[^"]*\)".*"never":"\([^"]*\)".*/\1 \2/p' |
			grep -E '^(ror|aor|cor|abs|uoi|svr)' | sort > "$name.$criteria"
	done
	check_line "mutants_around_decisions_$name" '^aor.*a < b\)* && ' "$name.SVR,WM"
	check "mutants_beside_decisions_$name" cmp "$name.SVR,WM" "$name.SVR,WM,DCC,MCC,MCDC"
done

# The labels change nothing.
cat > main.c <<'E2'
#include <stdio.h>
int text(int *p, int i, unsigned u, int b);
int main(void)
{
	for (int n = 0; n < 300; n++) {
		int p[8] = {n, 2, 3, -n, 5, 6, n * n, 8};
		printf("%d\n", text(p, n % 6, (unsigned)(n - 9), n - 150));
	}
}
E2
"$CC" text.c main.c -o plain && ./plain > plain.out
"$me_cc" -g -O0 -fplugin-arg-me-labels=WM,DCC,MCC text.c main.c -o changed > build.log 2>&1
./changed > changed.out
check changes_nothing cmp plain.out changed.out

# C++ has the mutants of C, also deep inside of an expression that its front end has folded
# already.
cat > deep.c <<'E2'
int deep(int a, int b, int c, int d)
{
	int r = 0;
	if (a < b && b < c && c < 9)
		r++;
	r = (a + b) * c - d;
	r += (a > b && b > 2) * c + (c < d || a == d);
	return r > 7 ? r * 2 + a : (r - 1) * b;
}
E2
cp deep.c deep.cc
for name in deep.c deep.cc; do
	[ $name = deep.c ] && compiler=$me_cc || compiler=$ME_BUILD/me-c++
	"$compiler" -g -O0 -fplugin-arg-me-entry=deep -fplugin-arg-me-labels=AOR,ROR,UOI -c $name -o $name.o > build.log 2>&1
	"$compiler" $name.o -o $name.out >> build.log 2>&1
	"./$name.out" --goals | sed -n 's/.*"type":"\([a-z]*\)".*"line":\([0-9]*\),.*"never":"never has .*/\2 \1/p' | sort | uniq -c > $name.labels
	"$compiler" -g -O0 -fplugin-arg-me-entry=deep -fplugin-arg-me-labels=DCC,MCC,MCDC -c $name -o $name.o > build.log 2>&1
	"$compiler" $name.o -o $name.out >> build.log 2>&1
	"./$name.out" --goals | sed -n 's/.*"type":"\([a-z]*\)".*"line":\([0-9]*\),.*"never":"never has .*/\2 \1/p' | sort | uniq -c >> $name.labels
done
check_same deep_labels_of_cxx "$(cat deep.c.labels)" "$(cat deep.cc.labels)"
