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
	check_line drivers_counted_all "$closed; 6 of 6 goals" steepest.log
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

# ---- shapes: all goals of each function, and no failure

cat > hidden.h <<'END'
typedef struct hidden hidden;
hidden *hidden_new(int size);
void hidden_free(hidden *h);
int hidden_at(const hidden *h, int i);
END
cat > hidden.c <<'END'
#include <stdlib.h>
#include "hidden.h"
struct hidden { int size; };
hidden *hidden_new(int size)
{
	hidden *h = malloc(sizeof *h);

	if (h)
		h->size = size;
	return h;
}
void hidden_free(hidden *h) { free(h); }
int hidden_at(const hidden *h, int i) { return i < h->size && i > 0 && i < 99 ? i * i : -1; }
END
cat > shapes.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hidden.h"
typedef struct { size_t rows, columns, tda; double *data; } grid;
double corner(const grid *g)
{
	double last = 0;

	for (size_t i = 0; i < g->rows; i++)
		for (size_t j = 0; j < g->columns; j++)
			last = g->data[i * g->tda + j];
	return last > 6 ? 1 : 0;
}
struct leaf { int key; struct leaf *low, *high; };
int clear(struct leaf *l)
{
	int n = 0;

	if (!l)
		return 0;
	if (l->key == 9)
		n = 10;
	n += clear(l->low) + clear(l->high);
	free(l);
	return n;
}
struct ring { int value; struct ring *prev, *next; };
int tidy(const struct ring *r)
{
	for (; r; r = r->next)
		if (r->next && r->next->prev != r)
			return 0;
	return 1;
}
struct cell { enum { WHOLE, REAL, WORD } kind; union { long n; double x; const char *s; } as; unsigned old : 2; };
int shows(const struct cell *c)
{
	if (c->old == 3)
		return 0;
	if (c->kind == WHOLE)
		return c->as.n > 70;
	if (c->kind == REAL)
		return c->as.x > 0.5 ? 2 : 3;
	return c->as.s[0] == '#' ? 4 : 5;
}
struct model { double gain; unsigned calls; };
static double amplify(double x, void *data)
{
	struct model *m = data;

	m->calls++;
	return m->gain * x;
}
int crosses(double (*f)(double, void *), void *data, double limit)
{
	if (!f)
		return -1;
	return f(limit, data) > 2 ? f == amplify ? 2 : 1 : 0;
}
int lines(FILE *in)
{
	int c, n = 0;

	while ((c = getc(in)) != EOF)
		if (c == '\n')
			n++;
	if (n > 1)
		return 1;
	return 0;
}
int option(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "-n") == 0)
			return i;
	return 0;
}
int third(const hidden *h, int i)
{
	if (hidden_at(h, i) == 9)
		return 1;
	return 0;
}
struct stack { int top; double item[6]; };
double *grow(double **list, int *room, int used)
{
	if (used < 0 || used > 8)
		return NULL;
	if (used >= *room) {
		double *more = realloc(*list, (used + 1) * sizeof **list);
		if (!more)
			return NULL;
		*list = more;
		*room = used + 1;
	}
	return *list;
}
unsigned sum(const void *bytes, size_t size)
{
	const unsigned char *b = bytes;
	unsigned s = 0;

	for (size_t i = 0; i < size; i++)
		s += b[i];
	return s == 300;
}
int never(const struct ring *r)
{
	return r && r->next == r ? 1 : 0;
}
int many(int n, ...)
{
	return n;
}
double (*const used)(double, void *) = amplify;
END

driven() { # function
	mkdir -p "$1/corpus"
	"$me_cc" -g -O0 -I. "-fplugin-arg-me-entry=$1" shapes.c hidden.c -lm -o "$1/t" > "$1/build.log" 2>&1 || {
		not_ok "drivers_shape_$1" "$(tail -n 3 "$1/build.log")"
		return
	}
	(cd "$1" && ./t -seed=1 corpus) > "$1/log" 2>&1
	check_equal "drivers_status_$1" 0 $?
	check_line "drivers_shape_$1" 'stop: all goals are closed' "$1/log"
}
for function in corner clear tidy shows crosses lines option third sum; do driven $function; done
check_line drivers_made_by 'guess: h is made by hidden_new\(\)' third/third_driver.c
check_line drivers_destroyed 'hidden_free\(h\);' third/third_driver.c

# What a driver makes and the function leaves is freed behind the run: the heap does not grow.
cat > large.c <<'END2'
#include <malloc.h>
#include <stdlib.h>
struct large { char bytes[1 << 16]; struct large *next; };
int last(struct large *l)
{
	if (mallinfo().uordblks > 100 << 20)
		abort();
	if (l && !l->next)
		free(l);
	return l ? 1 : 0;
}
END2
mkdir -p large
"$me_cc" -g -O0 -w -fplugin-arg-me-entry=last large.c -o large/t > large/build.log 2>&1
large/t -seed=1 -runs=2000 > large/log 2>&1
check_line drivers_large '2000 evaluations' large/log
check_no_line drivers_large_frees 'earlier runs' large/log

# A proof rests on the driver, and says so.
mkdir -p never/corpus
"$me_cc" -g -O0 -I. -fplugin-arg-me-entry=never shapes.c hidden.c -lm -o never/t > never/build.log 2>&1
"$me" prove never/t never/corpus > never.log 2>&1
check_line drivers_assumed 'infeasible \(.*if the arguments are as never_driver makes them' never.log

# ---- what cannot be driven

"$me" driver shapes.c many > many.log 2>&1
check_line drivers_variadic 'many cannot be driven: it has a variable number of arguments' many.log
echo '#include "hidden.h"
struct other; int by(struct other *); int of(struct other *o, int k) { return k > 2 ? by(o) : 0; }' > of.c
"$me" driver of.c of > of.log 2>&1
check_line drivers_no_maker 'of cannot be driven: o is an opaque .struct other., and no function' of.log
"$me" driver shapes.c absent > absent.log 2>&1
check_line drivers_absent 'shapes\.c: defines no function .absent' absent.log
# ---- the last element says how many there are, and a count that is compared with it does not

cat > knots.c <<'END2'
struct knots { int n, known; double *y; };
double last(const struct knots *k, double x)
{
	if (k->known < k->n)
		return 0;
	return x >= k->n - 1 ? k->y[k->n - 1] : k->y[0];
}
END2
"$me" driver knots.c last > last.log 2>&1
check_line drivers_last 'k_n:len\(k_y\)' last_driver.c

# ---- a union is set in the object that was made

cat > freed.c <<'END2'
#include <stdlib.h>
struct term { int kind; union { double value; long number; }; void *next[1]; };
int freed(struct term *t)
{
	const int is_large = t && (t->kind == 1 ? t->number > 3 : t->value > 3);

	free(t);
	return is_large ? 1 : 0;
}
END2
"$me" test --time=10 freed.c > freed.log 2>&1
check_line drivers_freed '^freed: [0-9]+ branches: [0-9]+ covered, 0 proven infeasible, 0 open; 0 faults' freed.log

# ---- sources as libraries have them: macros called as functions of libc, as members and as the function
# itself; parameters called as the driver's own variables; nothing to search over; a result whose type
# has no tag; an index that is bounded by a variable of the body; hundreds of members of which few are used

cat > macros.c <<'END2'
#define abs(x) ((x) < 0 ? -(x) : (x))
#define malloc own_malloc
#define work_MAXOUT 1
#define shifted(w, i) (shifted)(w, (i) + 1)
typedef enum { FINE, WRONG } status;
struct work { double *x; int n; int MAXOUT; struct work *next; };
status (shifted)(const struct work *work, int i)
{
	return work && work->n > 0 && work->MAXOUT == abs(i) ? FINE : WRONG;
}
static int times;
int again(void) { return ++times > 1; }
int leading(double **rows, int count)
{
	int pivot = 0, sum = 0;
	for (int k = 0; k < count; k++)
		if (rows[k][0] > 1)
			pivot = k;
	for (int k = 0; k < pivot; k++)
		sum += rows[pivot][k] > 2;
	return sum;
}
END2
{
	echo 'struct large {'
	seq 300 | sed 's/.*/	double *a&; int n&;/'
	echo '	int wanted; };'
	echo 'int all(struct large *l) { int n = 0;'
	seq 300 | sed 's/.*/	if (l->n& > 0 \&\& l->a&[l->n& - 1] > &) n++;/'
	echo '	return n; }'
	echo 'int one(struct large *l) { return l->wanted == 77; }'
} > large.c
for f in shifted again leading; do
	check drivers_macros_$f "$me" driver macros.c $f
	check drivers_macros_${f}_built "$me_cc" -g -O0 -fplugin-arg-me-entry=${f}_driver -c ${f}_driver.c
done
check drivers_large "$me" driver large.c one
check_equal drivers_large_used 1 "$(sed -n '/^ME_DRIVER/,$p' one_driver.c | grep -c 'int one_driver(int l_wanted)')"

# ---- a library's handler of errors, which ends the program, is turned off: by drivers and before functions of
# numbers; a length that nothing shows is only guessed, an access beyond it is no fault

cat > lib.h <<'END2'
typedef void lib_handler(const char *);
lib_handler *lib_set_error_handler_off(void);
void lib_error(const char *why);
END2
cat > lib.c <<'END2'
#include <stdlib.h>
#include "lib.h"
static int is_off;
lib_handler *lib_set_error_handler_off(void) { is_off = 1; return 0; }
void lib_error(const char *why) { if (!is_off) abort(); }
END2
cat > norm.c <<'END2'
#include "lib.h"
struct vec { int n; double *x; };
int norm(const struct vec *v)
{
	double s = 0;
	if (v->n == 0) { lib_error("empty"); return -1; }
	for (int i = 0; i < v->n; i++)
		s += v->x[i] * v->x[i];
	return s > 4;
}
int root(double x)
{
	if (x < 0) { lib_error("negative"); return -1; }
	return x > 2;
}
struct state { int phase; double *knots; };
int knot(const struct state *s) { return s->phase == 3 && s->knots[11] > 2; }
END2
check_equal drivers_quiet 0 "$(status_of norm.log "$me" test --time=9 norm.c norm root knot -- lib.c)"
check_line drivers_quiet_all '^all +[0-9]+ +[0-9]+ +0 +[0-9]+ +0$' norm.log
check_line drivers_quiet_line '^	lib_set_error_handler_off\(\);$' norm.c.me/norm/norm_driver.c
check_line drivers_guessed '^ME_NOTES."s_knots:~8".$' norm.c.me/knot/knot_driver.c

# ---- an object that leads to others is made by the library, also where it leads to one of its own kind; a state of
# so many members that nobody fills them by the function that initialises it

cat > optimum.c <<'END2'
#include <stdlib.h>
typedef struct optimum_s { unsigned n; double *low, *high; void *data; struct optimum_s *local; } *optimum;
optimum optimum_create(unsigned n)
{
	optimum o = calloc(1, sizeof *o);
	if (!o)
		return 0;
	o->n = n;
	o->low = calloc(n, sizeof *o->low);
	o->high = calloc(n, sizeof *o->high);
	return o;
}
void optimum_destroy(optimum o)
{
	if (!o)
		return;
	free(o->low);
	free(o->high);
	optimum_destroy(o->local);
	free(o);
}
int is_point(optimum o)
{
	if (!o)
		return -1;
	for (unsigned i = 0; i < o->n; i++)
		if (o->low[i] != o->high[i])
			return 0;
	return 1;
}
END2
check drivers_own "$me" driver optimum.c is_point
check_line drivers_own_made '^	struct optimum_s \*o = optimum_create\(o_n\);$' is_point_driver.c
# The branches of what makes it are no goals.
"$me" test --time=5 --json optimum.c is_point > own.json
check_equal drivers_own_goals 6 "$(sed -n 's/.*"kind":"function".*"goals":\([0-9]*\).*/\1/p' own.json)"
{
	sed '$d' large.c
	echo 'void large_zero(struct large *l, int wanted) { l->wanted = wanted; }'
} > state.c
check drivers_state "$me" driver state.c all
check_line drivers_state_made '^	large_zero\(&l, l_wanted\);$' all_driver.c

# ---- sizes that are products, and that are one more

cat > sizes.c <<'END'
#include <stddef.h>
struct square { size_t rows, cols; double *data; };
int factor(struct square *m)
{
	if (m->rows != m->cols)
		return -1;
	const size_t n = m->rows;
	for (size_t j = 0; j < n; j++)
		for (size_t k = 0; k < j; k++)
			m->data[j * n + j] -= m->data[j * n + k];
	return n > 1 && m->data[n + 1] > 0;
}
struct block { size_t high, wide; double *values; };
double total(const struct block *b)
{
	double sum = 0;
	const size_t n = b->high * b->wide;
	for (size_t i = 0; i < n; i++)
		sum += b->values[i];
	return sum;
}
/* Rows of a sparse matrix: from begin[i] to begin[i + 1]. */
struct sparse { int n, *begin, *column; double *value; };
double trace(const struct sparse *s)
{
	double sum = 0;
	for (int i = 0; i < s->n; i++)
		for (int k = s->begin[i]; k < s->begin[i + 1]; k++)
			if (s->column[k] == i)
				sum += s->value[k];
	return sum;
}
END
check_equal drivers_sizes 0 "$(status_of sizes.log "$me" test --time=30 sizes.c)"
check_line drivers_sizes_all '^all +18 +18 +0 +0 +0$' sizes.log
check_line drivers_sizes_square "'factor,m_rows:1..3,m_cols:0..4,m_data:24'" sizes.log
check_line drivers_sizes_product "'total,b_high:0..4,b_wide:1..3,b_values:24'" sizes.log
check_line drivers_sizes_more "'trace,.*s_n:0..7,s_begin:8" sizes.log

# What its own source makes is made so, where it leads to arrays, and changed by its functions. What
# fails in a call that the driver makes is no fault of the function.
cat > ring.c <<'END'
#include <stdlib.h>
#define unused __attribute__((unused)) /* as sources have it */
struct ring { int size, first, count; double *items; };
struct ring *ring_new(int size)
{
	struct ring *r = size > 0 ? malloc(sizeof *r) : NULL;
	if (!r)
		return NULL;
	if (size == 7)
		*(volatile int *)8 = 0;
	*r = (struct ring){size, 0, 0, calloc(size, sizeof(double))};
	return r;
}
void ring_free(struct ring *r) { free(r->items); free(r); }
int ring_put(struct ring *r, double x)
{
	if (r->count == r->size)
		return 0;
	r->items[(r->first + r->count++) % r->size] = x;
	return 1;
}
double ring_take(struct ring *r)
{
	if (r->count == 0)
		return -1;
	const double x = r->items[r->first];
	r->first = (r->first + 1) % r->size;
	r->count--;
	return x > 100 ? 100 : x;
}
typedef struct { const float *taps; float history[8]; int count, at; } filter;
void filter_init(filter *f, const float *taps, int count)
{
	*f = (filter){taps, {0}, count, 0};
}
float filter_next(filter *f, float x)
{
	float y = 0;
	f->history[f->at] = x;
	for (int i = 0, k = f->at; i < f->count; i++, k = k ? k - 1 : f->count - 1)
		y += f->taps[i] * f->history[k];
	f->at = f->at + 1 < f->count ? f->at + 1 : 0;
	return f->history[f->at] == 42.5f && x == 1 ? 2 : y;
}
END
"$me" test --emit --time=30 ring.c ring_put ring_take filter_next > ring.log 2>&1
check drivers_ring_emitted "$CC" -Werror -I. ring.c.me/filter_next/tests/test.c -lm -o emitted
check_line drivers_ring '^all +16 +16 +0 +0 +0$' ring.log
"$me" test ring.c ring_new > ring_new.log 2>&1
[ "$sanitized" ] || check_line drivers_ring_fault '^1. null pointer write in ring_new ring.c:10$' ring_new.log
check_line drivers_ring_call '^			ring_put\(r, ring_put_x\[i\]\);$' ring.c.me/ring_take/ring_take_driver.c

# What a function makes is also null where the body asks for that, and not made where it asks for a
# pointer in it. Rows that are freed one by one are copies, as many as the shortest list allows.
cat > delay.c <<'END'
#include <stdlib.h>
struct delay { float *data; unsigned size, at; };
int delay_init(struct delay *d, unsigned size)
{
	d->data = calloc(size, sizeof *d->data);
	d->size = size;
	return d->data ? 0 : -1;
}
int delay_push(struct delay *d, float x)
{
	if (!d || !d->data)
		return -1;
	d->data[d->at] = x;
	d->at = (d->at + 1) % d->size;
	return d->at == 3;
}
struct text { unsigned long used, room; char *bytes; };
int put(struct text *t, int c)
{
	if (t->used + 1 >= t->room) {
		t->room = t->used + 2;
		t->bytes = realloc(t->bytes, t->room);
	}
	t->bytes[t->used++] = (char)c;
	return t->used > 3;
}
struct model { int n; double **rows, *scale; };
void model_free(struct model *m)
{
	if (!m)
		return;
	for (int i = 0; i <= m->n; i++)
		if (m->rows)
			free(m->rows[i]);
	for (int i = 0; i < m->n; i++)
		m->scale[i] = 0;
	free(m->rows);
	free(m->scale);
	free(m);
}
/* A list that is freed is one, by whatever pointer it is walked. */
int longest(char **names)
{
	int most = 0;

	for (char **p = names; *p; p++) {
		int n = 0;
		while ((*p)[n])
			n++;
		most = n > most ? n : most;
		free(*p);
	}
	free(names);
	return most > 5;
}
END
"$me" test --time=20 delay.c delay_push put model_free longest > delay.log 2>&1
check_line drivers_freed_list '^longest +4 +4 +0 +0 +0$' delay.log
[ "$sanitized" ] || # LSan finds what nobody frees
	check_line drivers_grown '^put +2 +2 +0 +0 +0$' delay.log
check_line drivers_delay '^delay_push +4 +4 +0 +0 +0$' delay.log
check_line drivers_rows '^model_free +8 +8 +0 +0 +0$' delay.log
check_line drivers_delay_made '^	for \(i = 0; i < calls && d_is_made; i\+\+\) \{$' delay.c.me/delay_push/delay_push_driver.c

# A function that fills what another one makes, by the names of its arguments, is called first.
cat > table.c <<'END'
#include <stdlib.h>
#include <string.h>
struct table { int n; double *x; };
struct table *table_alloc(int n)
{
	struct table *t = malloc(sizeof *t);
	t->n = n;
	t->x = calloc(n, sizeof *t->x);
	return t;
}
int table_set(struct table *t, const double *x, int n)
{
	if (n > t->n)
		return -1;
	memcpy(t->x, x, n * sizeof *x);
	return 0;
}
int table_find(const struct table *t, double v)
{
	int low = 0, high = t->n;
	while (low < high) {
		int middle = (low + high) / 2;
		if (t->x[middle] < v)
			low = middle + 1;
		else
			high = middle;
	}
	return low < t->n && t->x[low] == v && v > 5 ? low : -1;
}
END
# LSan finds what nobody frees.
check_equal drivers_filled $((4 * ${sanitized:-0})) "$(status_of filled.log "$me" test --time=10 table.c table_find)"
check_line drivers_filled_by '^	table_set\(t, t_x, t_n\);$' table.c.me/table_find/table_find_driver.c

# One of the functions that make an object is chosen, with sizes from 0 or -1 on; it is not used where its maker tells of
# an error. None is called before, and one that only lends a variable changes nothing.
cat > item.c <<'END'
#include <stdlib.h>
struct item { int kind, size; double number; struct item *first; };
static struct hooks { void *(*get)(size_t, size_t); } hooks = {calloc};
static int made;
static struct item *item_new(const struct hooks *h, struct item value)
{
	struct item *i = h->get(1, sizeof *i);
	made++;
	if (i)
		*i = value;
	return i;
}
struct item *item_none(void) { return hooks.get ? item_new(&hooks, (struct item){0}) : NULL; }
struct item *item_number(double x) { return item_new(&hooks, (struct item){1, 0, x, NULL}); }
struct item *item_list(int size) { return size < 0 ? NULL : item_new(&hooks, (struct item){2, size, 0, NULL}); }
struct item *item_parse(const char *text, int *error)
{
	*error = *text != '[';
	return item_new(&hooks, (struct item){3, 0, 0, *error ? NULL : item_number(text[1])});
}
double item_value(const struct item *it)
{
	if (it->kind == 3)
		return it->first->number == 'x' ? 1 : made;
	if (it->kind == 2 && it->size == 0)
		return 3;
	return it->kind == 1 && it->number > 5 ? 4 : it->kind == 2 && it->size > 8;
}
END
"$me" test item.c item_value item_none > item.log 2>&1
[ "$sanitized" ] || # LSan again
	check_line drivers_makers '^item_value +16 +16 +0 +0 +0$' item.log
check_line drivers_makers_size 'it_size:-1\.\.16' item.c.me/item_value/item_value_driver.c
check_no_line drivers_makers_before 'calls' item.c.me/item_value/item_value_driver.c
check_line drivers_makers_error '^	if \(it_error\)$' item.c.me/item_value/item_value_driver.c
check_no_line drivers_lent '^item_none is called by' item.log

# An array is as long as the member with which its index is compared, also where the index is
# copied to a variable that changes. A size that is compared with 0 may be 0.
cat > heap.c <<'END'
struct heap { double *key; int *item, size, capacity; };
int push(struct heap *h, double key, int item)
{
	int i = h->size;
	if (h->size > h->capacity)
		return 0;
	h->key[i] = key;
	h->item[i] = item;
	for (h->size++; i > 0 && h->key[(i - 1) / 2] > h->key[i]; i = (i - 1) / 2)
		h->key[i] = h->key[(i - 1) / 2];
	return 1;
}
struct square { int n; double *a; };
double trace(const struct square *s)
{
	double sum = 0;
	if (s->n <= 0)
		return -1;
	for (int i = 0; i < s->n; i++)
		sum += s->a[i * s->n + i];
	return sum;
}
END
check_equal drivers_heap 4 "$(status_of heap.log "$me" test --time=30 heap.c)"
check_line drivers_heap_fault '^1. out-of-bounds write in push heap.c:7$' heap.log
check_line drivers_heap_all '^all +10 +10 +0 +0 +1$' heap.log
check_line drivers_heap_length "'push,h_size:0..8,h_key:8,h_capacity:len\\(h_key\\),h_item:h_capacity'" heap.log
check_line drivers_heap_square "'trace,s_n:-1..3,s_a:24'" heap.log
# A driver that does not compile is its function's matter: the others are tested.
echo 'no C' >> heap.c.me/push/push_driver.c
check_equal drivers_broken 1 "$(status_of broken.log "$me" test --time=30 heap.c)"
check_line drivers_broken_told '^me: push: was not built, for the reason above' broken.log
check_line drivers_broken_others '^trace: +4 branches: 4 covered' broken.log

# What a variable points to is made before it.
cat > chain.c <<'END'
#include <stdlib.h>
struct link { double key; struct link *next; };
static struct link *without(struct link **head, double key, int *count)
{
	struct link **at = head;
	while (*at)
		if ((*at)->key == key) {
			struct link *gone = *at;
			*at = gone->next;
			free(gone);
			++*count;
		} else
			at = &(*at)->next;
	return *head;
}
int drop(struct link **head, double key)
{
	int count = 0;
	return without(head, key, &count) ? count : -count;
}
int drop_late(struct link **head, double key)
{
	for (struct link *n = *head; n; n = n->next)
		if (n->key == key)
			free(n);
	return 0;
}
END
check_equal drivers_chain 4 "$(status_of chain.log "$me" test --time=30 chain.c)"
check_line drivers_chain_all '^drop +6 +6 +0 +0 +0$' chain.log
told='read of freed memory'
[ ! "$sanitized" ] || told=heap-use-after-free
check_line drivers_chain_late "^1. $told in drop_late chain.c:23\$" chain.log

# So is what a list's structure leads to, whose last node and whose count fit to the first. Nodes that
# one function makes are in lists nevertheless, a node with a parent is any one of its tree, and the
# place of a result that is asked for may be null.
cat > nodes.c <<'END'
#include <stdlib.h>
typedef struct link { double key; struct link *back_to, *next; } link;
struct list { link *first, *last; int count; };
int drop(struct list *l, double key)
{
	for (link *n = l->first; n; n = n->next)
		if (n->key == key) {
			if (n == l->last)
				l->last = n->back_to;
			free(n);
			return l->count--;
		}
	return 0;
}
struct node { int key; struct node *next; };
struct node *new_node(int key)
{
	struct node *n = malloc(sizeof *n);
	n->key = key;
	n->next = NULL;
	return n;
}
int ascends(struct node *n)
{
	for (; n && n->next; n = n->next)
		if (n->key > n->next->key)
			return 0;
	return 1;
}
double at(const struct list *l, int i)
{
	const link *n = l->first;
	if (i < 0 || i >= l->count)
		return -1;
	if (i < l->count / 2)
		for (; i > 0; i--)
			n = n->next;
	else
		for (n = l->last; ++i < l->count;)
			n = n->back_to;
	return n->key;
}
struct tree { struct tree *left, *right, *parent; };
int is_right(const struct tree *t)
{
	return !t->left && t->parent && t->parent->right == t;
}
double digits(const char *s, const char **end)
{
	double value = 0;
	for (; *s >= '0' && *s <= '9'; s++)
		value = 10 * value + (*s - '0');
	if (end)
		*end = s;
	return value;
}
END
check_equal drivers_nodes 0 "$(status_of nodes.log "$me" test --time=40 nodes.c)"
check_line drivers_nodes_list '^drop +6 +6 +0 +0 +0$' nodes.log
check_line drivers_nodes_ends '^at +10 +10 +0 +0 +0$' nodes.log
check_line drivers_nodes_made '^ascends +6 +6 +0 +0 +0$' nodes.log
check_line drivers_nodes_parent '^is_right +6 +6 +0 +0 +0$' nodes.log
check_line drivers_nodes_place '^digits +6 +6 +0 +0 +0$' nodes.log

# Both ends of a ring lie in it, and which one is the other's equal says nothing of its length; a
# chain of a table is one of as many as its places are computed of, and may be empty.
cat > places.c <<'END'
#include <stddef.h>
#include <string.h>
struct ring { double *items; size_t room, head, tail; int full; };
int put(struct ring *r, double x)
{
	if (r->full)
		return 0;
	r->items[r->head] = x;
	r->head = (r->head + 1) % r->room;
	r->full = r->head == r->tail;
	return 1;
}
double take(struct ring *r)
{
	double x;
	if (r->head == r->tail && !r->full)
		return -1;
	x = r->items[r->tail];
	if (++r->tail == r->room)
		r->tail = 0;
	r->full = 0;
	return x;
}
struct entry { char *key; int value; struct entry *next; };
struct table { struct entry **chain; size_t places; };
static unsigned hash(const char *s)
{
	unsigned h = 0;
	while (*s)
		h = 31 * h + (unsigned char)*s++;
	return h;
}
int find(const struct table *t, const char *key)
{
	const struct entry *e;
	if (!t->places)
		return -1;
	e = t->chain[hash(key) % t->places];
	if (!e)
		return -2;
	for (; e; e = e->next)
		if (!strcmp(e->key, key))
			return e->value;
	return -3;
}
struct edge { int to; struct edge *next; };
struct graph { int nvertices; struct edge **first; };
int loops(const struct graph *g)
{
	int n = 0;
	for (int i = 0; i < g->nvertices; i++)
		for (const struct edge *e = g->first[i]; e; e = e->next)
			n += e->to == i;
	return n > 1 ? 2 : n;
}
END
check_equal drivers_places 0 "$(status_of places.log "$me" test --time=40 places.c)"
check_line drivers_places_put '^put +2 +2 +0 +0 +0$' places.log
check_line drivers_places_take '^take +6 +6 +0 +0 +0$' places.log
check_line drivers_places_chain '^find +10 +10 +0 +0 +0$' places.log
check_line drivers_places_edges '^loops +4 +4 +0 +0 +0$' places.log

# What a maker gets as memory is no other object of its own making.
cat > placed.c <<'END'
#include <stdlib.h>
struct state { int n; void *user; double *x; };
struct state *state_new(int n, void *memory)
{
	struct state *s = memory ? (struct state *)memory : malloc(sizeof *s);
	if (!s || n < 1 || n > 9)
		return NULL;
	*s = (struct state){n, NULL, calloc(n, sizeof *s->x)};
	return s;
}
double state_sum(struct state *s, double y)
{
	for (int i = 0; i < s->n; i++)
		y += s->x[i];
	return y > 3 ? 3 : y;
}
END
"$me" test placed.c state_sum > placed.log 2>&1
check_line drivers_placed '^state_sum: 4 branches: 4 covered' placed.log
check_line drivers_placed_made 'state_new\(s_n, NULL\)' placed.c.me/state_sum/state_sum_driver.c

# What a call before gets wrong, an index too, is no fault of the function.
cat > histogram.c <<'END'
static int bins;
static double low, high, count[20];
int book(int n, double a, double b)
{
	if (n < 1 || n > 20 || !(a < b))
		return 1;
	bins = n;
	low = a;
	high = b;
	return 0;
}
void fill(double x)
{
	if (bins && !(x < low || x >= high)) /* a NaN is in no bin */
		count[(int)((x - low) / (high - low) * bins)] += 1;
}
int fullest(void)
{
	int k = 0;
	for (int i = 0; i < bins; i++)
		if (count[i] > count[k])
			k = i;
	return k;
}
END
check_equal drivers_histogram 0 "$(status_of histogram.log "$me" test --time=10 histogram.c fullest)"
check_line drivers_histogram_all '^fullest: 4 branches: 4 covered.* 0 faults$' histogram.log
"$me" test --time=10 histogram.c fill > fill.log 2>&1
[ "$sanitized" ] || check_line drivers_histogram_own '^1\. run-time error in fill histogram\.c:15$' fill.log

# Rows of 2 * k + 1 elements have room, and what sets a callback is called before.
cat > band.c <<'END'
#include <stdlib.h>
typedef struct { int n, k; double *v; } band;
int product(const band *b, const double *x, double *y)
{
	if (b->n <= 0 || b->k < 0)
		return -1;
	for (int i = 0; i < b->n; i++) {
		y[i] = 0;
		for (int j = i - b->k; j <= i + b->k; j++)
			if (j >= 0 && j < b->n)
				y[i] += b->v[i * (2 * b->k + 1) + j - i + b->k] * x[j];
	}
	return 0;
}
struct walk { int steps; double at; double *trail; int (*watch)(double at); };
struct walk *walk_create(int steps)
{
	struct walk *w = steps > 0 && steps < 20 ? calloc(1, sizeof *w) : NULL;
	if (!w)
		return NULL;
	w->steps = steps;
	w->trail = calloc(steps, sizeof *w->trail);
	return w;
}
void walk_destroy(struct walk *w)
{
	free(w->trail);
	free(w);
}
void walk_watch(struct walk *w, int (*watch)(double)) { w->watch = watch; }
int walk_on(struct walk *w, double by)
{
	for (int i = 0; i < w->steps; i++) {
		w->trail[i] = w->at += by;
		if (w->watch && w->watch(w->at))
			return i;
	}
	return w->steps;
}
END
check_equal drivers_band 0 "$(status_of band.log "$me" test --time=20 band.c product walk_on)"
check_line drivers_band_rows '^product +12 +12 +0 +0 +0$' band.log
check_line drivers_band_watched '^walk_on +6 +6 +0 +0 +0$' band.log

# An array of a structure without a name, and one of numbers that only another function compares with
# null.
cat > unnamed.c <<'END'
#include <math.h>
struct queue { int size, room; struct { double key; int id; } *at; double *weights; };
int queue_pop(struct queue *q, double *key)
{
	if (q->size == 0)
		return -1;
	int id = q->at[0].id, last = --q->size, i = 0;
	*key = q->at[0].key;
	for (int c; (c = 2 * i + 1) < last; i = c) {
		if (c + 1 < last && q->at[c + 1].key < q->at[c].key)
			c++;
		if (q->at[c].key >= q->at[last].key)
			break;
		q->at[i] = q->at[c];
	}
	q->at[i] = q->at[last];
	return id;
}
double queue_weight(const struct queue *q)
{
	double s = 0;
	for (int i = 0; i < q->size; i++)
		s += q->weights[i];
	return s > 7 ? s : 7;
}
int queue_is_weighted(const struct queue *q) { return q->weights ? q->weights[q->size - 1] > 0 : -1; }
END
check_equal drivers_unnamed 0 "$(status_of unnamed.log "$me" test --time=20 unnamed.c queue_pop queue_weight)"
check_line drivers_unnamed_elements '^queue_pop +10 +10 +0 +0 +0$' unnamed.log
check_line drivers_null_elsewhere '^queue_weight +4 +4 +0 +0 +0$' unnamed.log
