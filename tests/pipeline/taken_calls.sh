# SPDX-License-Identifier: GPL-3.0-or-later
# Branches that are taken because functions are called by others than the text shows, or
# because units that look alike are two. What is marked as never true is infeasible all
# the same. Where `same` is called the first, rough question is no answer.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- units of one source file

mkdir -p twice/one twice/two twice/corpus
cat > twice/one/unit.c <<'E2'
static int count;
static int scale(int n) { return n + count; }
void set_one(int n) { count = n; }
int one(void) { return scale(0); }
E2
cat > twice/two/unit.c <<'E2'
static int count;
int one(void);
void set_one(int n);
static void set(int n) { count = n; }
static int same(int m) { return m; }
int twice(int n, int m)
{
	set_one(5);
	set(7);
	if (n == 1234567)
		if (one() == 5 && same(m) == 7654321) /* taken */
			return 1;
	if (one() == 7) /* never true */
		return 2;
	return 0;
}
E2
for i in one two; do
	check "build_$i" sh -c "cd twice/$i && '$me_cc' -g -O0 -fplugin-arg-me-entry=twice -c unit.c"
done
check build_twice "$me_cc" -fplugin-arg-me-entry=twice twice/one/unit.o twice/two/unit.o \
	-o twice/fuzz_target
"$me" prove --timeout=3 twice/fuzz_target twice/corpus > twice/log 2>&1
cp twice/two/unit.c twice/unit.c
verdicts twice unit.c
