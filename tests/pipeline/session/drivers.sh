# SPDX-License-Identifier: GPL-3.0-or-later
# Drivers that are written for functions whose arguments are no numbers: by me-cc, by `me test` and
# by `me driver`; what becomes of one that was edited.
. "$ME_ROOT/tests/check.sh"

cat > series.c <<'END'
#include <stddef.h>
struct series { int n; double *y; };
double steepest(const struct series *s)
{
	double most = 0;

	for (int i = 1; i < s->n; i++)
		if (s->y[i] - s->y[i - 1] > most)
			most = s->y[i] - s->y[i - 1];
	return most == 12.5 ? -1 : most;
}
struct link { int key; struct link *next; };
static int found(const struct link *list, int key)
{
	int at = 0;

	for (; list; list = list->next, at++)
		if (list->key == key)
			return at == 2 ? 100 : at;
	return -1;
}
END

# ---- me-cc: the driver stands beside the target

with_gcc -ge 11 drivers_counted drivers_counted_all && {
	mkdir -p out corpus
	"$me_cc" -g -O0 -fplugin-arg-me-entry=steepest series.c -lm -o out/steepest > build.log 2>&1 ||
		not_ok drivers_counted "$(tail -n 3 build.log)"
	check_line drivers_counted 'steepest cannot be driven directly .*: out/steepest_driver\.c makes' build.log
	./out/steepest -seed=1 corpus > steepest.log 2>&1
	check_line drivers_counted_all 'all goals are closed; 6 of 6 goals' steepest.log
}

# ---- me test: a static function, over a list

check_equal drivers_test 0 "$(status_of test.log "$me" test --time=10 series.c found)"
check_line drivers_test_all '^found: 6 branches: 6 covered' test.log
check drivers_test_file test -f series.c.me/found/found_driver.c

# ---- me driver: what was edited stays

"$me" driver series.c found > driver.log 2>&1
check_line drivers_written '^found_driver\.c: entry=found_driver$' driver.log
check drivers_again "$me" driver series.c found
sed 's/\[4\]/[3]/' found_driver.c > edited.c && cp edited.c found_driver.c
"$me" driver series.c found > edited.log 2>&1
check_line drivers_edited 'found_driver\.c was edited, and left as it is$' edited.log
check drivers_edited_same cmp edited.c found_driver.c
sed -i 's/found(const struct link \*list, int key)/found(const struct link *list, long key)/' series.c
"$me" driver series.c found > changed.log 2>&1
check_line drivers_changed 'was written for .int found\(const struct link \*, int\)., which is now .*long' changed.log
check drivers_changed_same cmp edited.c found_driver.c
echo 'int found_driver;' > found_driver.c
check_equal drivers_foreign 1 "$(status_of foreign.log "$me" driver series.c found)"
check_line drivers_foreign_says 'no driver that this version of .me driver. wrote' foreign.log
