# SPDX-License-Identifier: GPL-3.0-or-later
# -merge=1 of a finished corpus loses no branch by gcov: also with a function that is
# always inlined, with inlining by the optimiser, and with -flto. Neither does what
# libFuzzer makes of the corpus while it runs.
. "$ME_ROOT/tests/check.sh"

cat > source.c <<'E2'
#include <math.h>
#ifndef INLINE
#define INLINE static
#endif
INLINE int sign_of(double x)
{
	int s = 0;

	if (x < 0)
		s = -1;
	if (x > 0)
		s = 1;
	return s;
}

INLINE int shape(double x, double y, int n)
{
	int kind = 0;

	if (x == y)
		kind |= 1;
	if (x > 1e10)
		kind |= 2;
	if (isnan(y))
		kind |= 4;
	switch (n) {
	case -5 ... 5:
		kind |= 8;
		break;
	case 1000000:
		kind |= 16;
		break;
	}
	while (n > 100 && kind < 1000) {
		kind += 100;
		n /= 2;
	}
	return kind;
}

int f(double x, double y, int n)
{
	if (sign_of(x) != sign_of(y))
		return shape(y, x, n);
	if (x * y > 100 || n == 7)
		return 1;
	return shape(x, y, n);
}
E2

branches() { # directory corpus
	(cd "$1" && "$me" cover ./fuzz_target "$2") > "$1/$2.cover" 2>&1 ||
		echo "me cover: $(tail -n 2 "$1/$2.cover")"
	grep -E '(never|nothing|no input)|^[a-z_]+ +[0-9]+/' "$1/$2.cover" | sed 's/ \[.*//'
}

loses_nothing() { # name flags...
	name=$1
	shift
	target "$name" f "$@" < source.c || return
	search "$name" -runs=60000
	before=$(branches "$name" corpus)
	mkdir -p "$name/merged"
	check_equal "merge_exit_$name" 0 "$(cd "$name" && status_of merge.log ./fuzz_target -merge=1 \
		merged corpus)"
	after=$(branches "$name" merged)
	check_equal "merge_$name" "$before" "$after"
	[ "$(ls "$name/merged" | wc -l)" -gt 1 ] && ok "merge_files_$name" ||
		not_ok "merge_files_$name" "$(ls "$name/merged")"
	check_equal "merge_search_$name" 0 "$(goals_left "$name/log")"
	check_equal "merge_gcov_$name" 0 "$(branches_left "$name")"
}

loses_nothing plain
loses_nothing always_inline "-DINLINE=static inline __attribute__((always_inline))"
loses_nothing O2 -O2 --any-O "-DINLINE=static inline"
loses_nothing O3 -O3 --any-O
loses_nothing lto -O2 --any-O -flto
loses_nothing lto_inline -O2 --any-O -flto "-DINLINE=static inline __attribute__((always_inline))"
loses_nothing asan -fsanitize=address

# An unreduced corpus: what libFuzzer's mutations and ours leave, merged.
plain/fuzz_target -seed=3 -runs=4000 --method=off "$(mkdir -p raw && echo raw)" > raw.log 2>&1
mkdir -p plain/both plain/once
cp raw/* plain/corpus/* plain/both 2> /dev/null
before=$(branches plain both)
(cd plain && ./fuzz_target -merge=1 once both > once.log 2>&1)
check_equal merge_of_many "$before" "$(branches plain once)"

# Both sides of every branch are a feature: two files that differ in one false side only.
target sides f <<'E2'
int f(double x, double y)
{
	int n = 0;

	if (x > 1)
		n++;
	if (y > 1)
		n++;
	return n;
}
E2
mkdir -p sides/in sides/out
printf '\0\0\0\0\0\0\0\100\0\0\0\0\0\0\0\100' > sides/in/both
printf '\0\0\0\0\0\0\0\100' > sides/in/one
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\100' > sides/in/two
(cd sides && ./fuzz_target -merge=1 out in > out.log 2>&1)
check_same merge_false_sides "$(branches sides in)" "$(branches sides out)"

# What reads the corpus only leaves it as it is.
kept=$(ls plain/corpus)
(cd plain && ./fuzz_target -merge=1 corpus both > again.log 2>&1)
check_same merge_into_finished "$kept" "$(ls plain/corpus)"
