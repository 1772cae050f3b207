# SPDX-License-Identifier: GPL-3.0-or-later
# What drivers guess of arguments that they pass on, and of what structures lead to.
. "$ME_ROOT/tests/check.sh"

# ---- a pointer that the driver passes on is null where the function asks for that

cat > null.c <<'END'
struct heap { int size; double *key; };
double pop(struct heap *h, const double *w, int n, double *out)
{
	double s = 0;

	if (h->size < 1)
		return 0;
	if (w)
		for (int i = 0; i < n; i++)
			s += w[i];
	if (out)
		*out = h->key[0];
	return s;
}
END
cat > vector.cc <<'END'
#include <vector>
double back(const std::vector<double> &v, double *out)
{
	if (v.empty())
		return 0;
	if (out)
		*out = v.back();
	return v.front();
}
END
check_equal driver_null 0 "$(status_of null.log "$me" test --time=20 null.c pop)"
check_line driver_null_all '^pop: 8 branches: 8 covered' null.log
check_equal driver_null_cxx 0 "$(status_of null_cxx.log "$me" test --time=20 vector.cc back)"
check_line driver_null_cxx_all '^back: 4 branches: 4 covered' null_cxx.log

# ---- callbacks write arrays, as many elements as the function has, and read them

cat > calls.c <<'END'
#include <stddef.h>
typedef int (*slope_fn)(double t, const double *y, double *dy, void *data);
/* A step of Euler's method with a bound on the slope. */
int euler(slope_fn f, void *data, int n, double *y, double h)
{
	double dy[6], most = 0;

	if (n < 1 || n > 6)
		return -1;
	if (f(0, y, dy, data))
		return -2;
	for (int i = 0; i < n; i++)
		most = dy[i] > most ? dy[i] : most;
	if (most > 100)
		return 1;
	for (int i = 0; i < n; i++)
		y[i] += h * dy[i];
	return y[n - 1] > 1e6 ? 2 : 0;
}
struct problem {
	double (*cost)(const double *x, size_t n);
	void (*step)(double *x, size_t n);
};
double descend(const struct problem *p, double *x, size_t n)
{
	double before = p->cost(x, n), cost;

	p->step(x, n);
	cost = p->cost(x, n);
	return cost < before ? cost : before;
}
END
check_equal driver_calls 0 "$(status_of calls.log "$me" test --time=30 calls.c euler descend)"
check_line driver_calls_euler '^euler +16 +16 +0 +0 +0$' calls.log
check_line driver_calls_descend '^descend +2 +2 +0 +0 +0$' calls.log
check_line driver_calls_text 'guess: euler_f\(\) writes a polynomial, whose coefficients are euler_f_values$' \
	calls.c.me/euler/euler_driver.c

# ---- a structure that keeps what it was given: its counts and indices lie in the array

cat > kept.c <<'END'
struct recent { float ring[15]; int length, filled, next; };
float newest(struct recent *r, float v)
{
	float sum = 0;

	if (r->length < 1 || r->length > 15)
		return v;
	if (v != v && r->filled > 0)
		v = r->ring[(r->next + r->length - 1) % r->length];
	r->ring[r->next] = v;
	r->next = (r->next + 1) % r->length;
	if (r->filled < r->length)
		r->filled++;
	for (int i = 0; i < r->filled; i++)
		sum += r->ring[i];
	return sum > 100 ? 100 : sum;
}
struct heap { int size, capacity; double *key; int *value; };
int heap_push(struct heap *h, double key, int value)
{
	int i;

	if (h->size >= h->capacity)
		return -1;
	for (i = h->size++; i > 0 && h->key[(i - 1) / 2] > key; i = (i - 1) / 2) {
		h->key[i] = h->key[(i - 1) / 2];
		h->value[i] = h->value[(i - 1) / 2];
	}
	h->key[i] = key;
	h->value[i] = value;
	return i;
}
/* The capacity is 0 only where that is asked. */
struct deque { double *item; unsigned capacity, first, used; };
int deque_put(struct deque *d, double x)
{
	if (d->capacity == 0)
		return -1;
	if (d->used == d->capacity)
		return 0;
	d->item[(d->first + d->used++) % d->capacity] = x;
	return 1;
}
double deque_take(struct deque *d)
{
	const double x = d->item[d->first];

	d->first = (d->first + 1) % d->capacity;
	return d->used-- > 1 ? x : 0;
}
int heap_last(struct heap *h)
{
	if (h->size == 0)
		return -1;
	h->size--;
	h->key[0] = h->key[h->size];
	h->value[0] = h->value[h->size];
	return h->value[0];
}
END
check_equal driver_kept 0 "$(status_of kept.log "$me" test --time=30 kept.c newest heap_push deque_put deque_take)"
check_line driver_kept_all '^all +26 +26 +0 +0 +0$' kept.log
check_line driver_kept_empty "'deque_put,.*d_capacity:len" kept.log
check_line driver_kept_counts 'r\.length:0\.\.16,r\.filled:0\.\.15,r\.next:0\.\.14' kept.log
check_line driver_kept_files '^   kept\.c\.me/heap_push/heap_push_driver\.c$' kept.log

# ---- rows of an image or a matrix, also by a pointer to one: none is shorter than it is wide

cat > rows.c <<'END'
#include <stdint.h>
struct image { int width, height, stride; uint8_t *pixels; };
int above(const struct image *img, int x, int y, int limit)
{
	const uint8_t *row;

	if (x < 0 || x >= img->width || y < 0 || y >= img->height)
		return -1;
	row = img->pixels + y * img->stride;
	return row[x] > limit;
}
struct columns { int m, n, lda; double *a; };
double trace(const struct columns *a)
{
	double s = 0;

	if (a->m != a->n)
		return -1;
	for (int j = 0; j < a->n; j++)
		for (int i = 0; i < a->m; i++)
			if (i == j)
				s += a->a[i + j * a->lda];
	return s;
}
END
check_equal driver_rows 0 "$(status_of rows.log "$me" test --time=30 rows.c)"
check_line driver_rows_all '^all +16 +16 +0 +0 +0$' rows.log
check_line driver_rows_width 'guess: img_stride is width or one more$' rows.c.me/above/above_driver.c
check_line driver_rows_height 'guess: a_lda is m or one more$' rows.c.me/trace/trace_driver.c

# ---- objects that the source makes with a callback, or of a text that it parses

cat > queue.c <<'END'
#include <stdlib.h>
#include <string.h>
typedef int (*order_fn)(const void *a, const void *b, void *data);
typedef struct { void **items; size_t count, room; order_fn order; void *data; } queue;
queue *queue_new(size_t room, order_fn order, void *data)
{
	queue *q = malloc(sizeof *q);

	q->room = room ? room : 1;
	q->items = malloc(q->room * sizeof *q->items);
	q->count = 0;
	q->order = order;
	q->data = data;
	return q;
}
void queue_free(queue *q)
{
	if (q)
		free(q->items);
	free(q);
}
void queue_push(queue *q, void *item)
{
	size_t i = q->count++;

	if (q->count > q->room)
		q->items = realloc(q->items, (q->room *= 2) * sizeof *q->items);
	for (; i > 0 && q->order(item, q->items[i - 1], q->data) < 0; i--)
		q->items[i] = q->items[i - 1];
	q->items[i] = item;
}
void *queue_third(const queue *q)
{
	if (q->count < 3)
		return NULL;
	return q->order(q->items[0], q->items[2], q->data) ? q->items[2] : q->items[0];
}
struct name { const char *text; const void *address; };
typedef struct term { int kind; union { double value; const double *bound; }; struct term *sides[2]; } term;
static const struct name known[] = {{"pi", NULL}, {"e", NULL}};
static const struct name *name_find(const char *text)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].text, text) == 0)
			return &known[i];
	return NULL;
}
struct reader { const char *at; const struct name *names; int count; };
static term *read_sum(struct reader *r)
{
	term *t = calloc(1, sizeof *t);

	if (*r->at >= '0' && *r->at <= '9')
		t->value = *r->at++ - '0';
	else
		t->value = name_find(r->at) ? 3 : 0;
	if (*r->at == '+') {
		term *sum = calloc(1, sizeof *sum);
		r->at++;
		sum->kind = 1;
		sum->sides[0] = t;
		sum->sides[1] = read_sum(r);
		return sum;
	}
	return t;
}
void term_free(term *t)
{
	if (t && t->kind) {
		term_free(t->sides[0]);
		term_free(t->sides[1]);
	}
	free(t);
}
term *term_read(const char *text, const struct name *names, int count)
{
	struct reader r = {text, names, count};

	for (int i = 0; i < count; i++)
		if (!r.names[i].text)
			return NULL;
	return read_sum(&r);
}
double term_value(const term *t)
{
	if (t->kind == 1)
		return term_value(t->sides[0]) + term_value(t->sides[1]);
	return t->value;
}
END
"$me" test --time=20 queue.c queue_third queue_push term_value > queue.log 2>&1
check_line driver_made_with_callback '^queue_third +4 +4 +0 +0 +0$' queue.log
check_line driver_growing '^queue_push +6 +6 +0 +0 +0$' queue.log
check_line driver_parsed '^term_value +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ +0$' queue.log
check_line driver_parsed_by ' = term_read\(t_text, NULL, 0\);$' queue.c.me/term_value/term_value_driver.c
check_line driver_parser_is_goal '^ME_DRIVER_CALLS\("term_value"\)$' queue.c.me/term_value/term_value_driver.c
check_line driver_ended 'term_free\(t\);' queue.c.me/term_value/term_value_driver.c
"$me" test --time=5 queue.c term_read > read.log 2>&1
check_no_line driver_unknown_array 'null pointer|out-of-bounds' read.log

# ---- the bounds of an array are those that the source declares

cat > nearest.c <<'END'
#include <stddef.h>
struct site { double at[2]; struct site *next; };
double nearest(const struct site *s, const double p[2])
{
	double best = 1e9;

	for (; s; s = s->next) {
		double dx = s->at[0] - p[0], dy = s->at[1] - p[1];
		if (dx * dx + dy * dy < best)
			best = dx * dx + dy * dy;
	}
	return best;
}
END
"$me" test --time=10 nearest.c nearest > nearest.log 2>&1
check_line driver_bounds '^nearest: 4 branches: 4 covered, 0 proven infeasible, 0 open; 0 faults' nearest.log
check_line driver_declared 'const double p\[2\]' nearest.c.me/nearest/nearest_driver.c

# ---- an array at the end of a structure: objects are as large as its length says, or as what the
# file itself allocates

cat > tail.c <<'END'
#include <stdlib.h>
#include <string.h>
struct samples { int n; double x[]; };
double peak(const struct samples *s)
{
	double best = 0;

	if (!s || s->n == 0)
		return -1;
	for (int i = 0; i < s->n; i++)
		if (s->x[i] > best)
			best = s->x[i];
	return best == 42.5 ? 0 : best;
}
struct grid { int rows, cols; double a[1]; };
double trace(const struct grid *g)
{
	double t = 0;

	if (g->rows != g->cols)
		return -1;
	for (int i = 0; i < g->rows; i++)
		t += g->a[i * g->cols + i];
	return t > 10 ? 10 : t;
}
struct word { struct word *next; unsigned hash; char name[]; };
int place(const struct word *w, unsigned hash, const char *name)
{
	int at = 0;

	for (; w; w = w->next, at++)
		if (w->hash == hash && strcmp(w->name, name) == 0)
			return at;
	return -1;
}
struct table { int n; double root[1]; };
struct table *table_make(int n, void *memory, size_t *size)
{
	struct table *t = NULL;
	const size_t need = sizeof *t + (n - 1) * sizeof t->root[0];

	if (!size) {
		t = malloc(need);
	} else {
		if (memory && *size >= need)
			t = memory;
		*size = need;
	}
	if (t)
		t->n = n;
	for (int i = 0; t && i < n; i++)
		t->root[i] = (double)i * i;
	return t;
}
double look(const struct table *t, int at)
{
	const double *root = t->root;

	if (at < 0 || at >= t->n)
		return -1;
	return root[at] == 9 ? root[0] : root[at];
}
/* Arrays that are freed. */
struct part { char *name; int id; };
int drop(struct part *list, int n, int id)
{
	int dropped = 0;

	for (int i = 0; i < n; i++)
		if (list[i].id == id) {
			free(list[i].name);
			dropped++;
		}
	free(list);
	return dropped == 2;
}
struct pair { int id; double w; };
int heaviest(struct pair *p, int n)
{
	int best = -1;

	for (int i = 0; i < n; i++)
		if (best < 0 || p[i].w > p[best].w)
			best = i;
	free(p);
	return best;
}
END
"$me" test --time=40 tail.c peak trace place look drop heaviest > tail.log 2>&1
check_line tail_counted '^peak +10 +10 +0 +0 +0$' tail.log
check_line tail_wide '^trace +6 +6 +0 +0 +0$' tail.log
check_line tail_text '^place +6 +6 +0 +0 +0$' tail.log
[ "$sanitized" ] || # LSan finds what nobody frees
	check_line tail_made '^look +6 +6 +0 +0 +0$' tail.log
check_line tail_made_by 'table_make\(t_n, NULL, NULL\);$' tail.c.me/look/look_driver.c
check_line freed_array '^drop +[0-9]+ +[0-9]+ +0 +0 +0$' tail.log
check_line freed_array_block 'struct part \*list = me_allocated\(4 \* sizeof \*list\);' tail.c.me/drop/drop_driver.c
check_line freed_numbers '^heaviest +6 +6 +0 +0 +0$' tail.log

# ---- an index that goes up to the length: of what is counted it is one too many

cat > beyond.c <<'END'
struct image { int im_count; double *im; };
double sum_of(const struct image *s)
{
	double t = 0;

	for (int i = 0; i <= s->im_count; i++)
		t += s->im[i];
	return t;
}
struct polynomial { int degree; double *coefficients; };
double at_one(const struct polynomial *p)
{
	double t = 0;

	for (int i = 0; i <= p->degree; i++)
		t += p->coefficients[i];
	return t;
}
/* The first element is none. */
struct ranks { int size; double *key; };
double least_child(const struct ranks *h)
{
	double t = h->key[1];

	for (int k = 1; 2 * k <= h->size; k *= 2)
		if (h->key[2 * k] < t)
			t = h->key[2 * k];
	return t;
}
struct rows { int row_count; int *start; };
int longest(const struct rows *r)
{
	int most = 0;

	for (int i = 0; i < r->row_count; i++)
		if (r->start[i + 1] - r->start[i] > most)
			most = r->start[i + 1] - r->start[i];
	return most;
}
struct text { int length; char *text; };
int spaces(const struct text *t)
{
	int n = 0;

	for (int i = 0; i <= t->length; i++)
		n += t->text[i] == ' ';
	return n > 3;
}
END
"$me" test --time=30 beyond.c > beyond.log 2>&1
check_line beyond_counted 'SIGSEGV: read of s_im\[[0-9]+\], past the end of s_im ' beyond.log
check_line beyond_degree '^at_one +2 +2 +0 +0 +0$' beyond.log
check_line beyond_from_one '^least_child +4 +4 +0 +0 +0$' beyond.log
check_line beyond_ends '^longest +4 +4 +0 +0 +0$' beyond.log
check_line beyond_text '^spaces +2 +2 +0 +0 +0$' beyond.log

# ---- a number of elements of an array in the structure is told from the full array

cat > slots.c <<'END2'
struct slot { int key; double value; };
struct store { struct slot slot[3]; int count; };
int store_put(struct store *s, int key, double (*value)(int key, void *data), void *data)
{
	int at = 0;

	while (at < s->count && s->slot[at].key != key)
		at++;
	if (!value)
		return -1;
	if (at == s->count && s->count < 3)
		s->count++;
	else if (at == s->count)
		at = 0;
	s->slot[at].key = key;
	s->slot[at].value = value(key, data);
	return at;
}
END2
check_equal driver_slots 0 "$(status_of slots.log "$me" test --time=10 slots.c)"
check_line driver_slots_count 's\.count:0\.\.3' slots.log

# ---- indices, the last of them and -1; where a range begins; and one fault of many functions

cat > begins.c <<'E2'
#include <stdlib.h>
struct stack { char at[10]; int top; };
char pop(struct stack *s)
{
	return s->top == -1 ? 0 : s->at[s->top--];
}
int circular(const int *a, int n, int i)
{
	if (i == -1)
		i = n + 1;
	return a[i] > 7;
}
int search(const int *a, int low, int high, int key)
{
	while (low <= high) {
		int middle = low + (high - low) / 2;
		if (a[middle] == key)
			return middle;
		if (a[middle] < key)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return -1;
}
E2
cat > shared.c <<'E2'
#include <stdlib.h>
int root_of(int x)
{
	if (x < 0)
		exit(3);
	int r = 0;
	while (r < 100 && r * r < x)
		r++;
	return r;
}
int next_root(int x)
{
	return root_of(x) + 1;
}
E2
told=$(status_of begins.log "$me" test --time=60 begins.c)
check_equal begins 0 "$told"
check_line begins_stack '^pop +2 +2 +0 +0 +0$' begins.log
check_line begins_circular '^circular +2 +2 +0 +0 +0$' begins.log
check_line begins_search '^search +6 +6 +0 +0 +0$' begins.log
check_line begins_assumed "'search,low:~0\.\.[0-9]+,high:0\.\.8,a:9'" begins.log
check_equal shared 4 "$(status_of shared.log "$me" test --time=40 shared.c)"
check_line shared_first '^1\. exit in root_of shared\.c:5$' shared.log
check_line shared_also '^   also by next_root$' shared.log
check_no_line shared_once '^2\.' shared.log
check_line shared_all '^all +12 +12 +0 +0 +1$' shared.log

# ---- indices and numbers of elements of arrays with a size of their own, which the caller passes
# with these; but for what the function asks for, and arrays of its own

cat > given.c <<'E2'
int marked(double a[3][4], int rows, int n)
{
	int count = 0;

	for (int i = 0; i < rows; i++)
		for (int j = 0; j < n; j++)
			count += a[i][j] > 2;
	return count > 1 ? 2 : 1;
}
struct ring { int at[8], head; };
int peek(const struct ring *r, int k)
{
	return r->at[k] > 4 ? 1 : 2;
}
int peek_checked(const struct ring *r, int k)
{
	if (k < 0 || k > 8)
		return -1;
	return r->at[k] > 4;
}
int letter(int k)
{
	char name[8] = "abcdefg";

	return name[k] == 'c';
}
E2
cat > given.cc <<'E2'
#include <array>
double above(const std::array<double, 10> &x, const int &c)
{
	double s = 0;

	for (int i = 0; i < c; ++i)
		s += x[i];
	return s > 5 ? 1 : s;
}
E2
"$me" test --time=60 given.c > given.log 2>&1
check_line given_rows '^marked +6 +6 +0 +0 +0$' given.log
check_line given_index '^peek +2 +2 +0 +0 +0$' given.log
check_line given_notes "'marked,rows:0\.\.3,n:0\.\.4'" given.log
check_line given_checked '^[0-9]\. run-time error in peek_checked given\.c:19$' given.log
check_line given_own '^[0-9]\. run-time error in letter given\.c:25$' given.log
check_equal given_array 0 "$(status_of given_cxx.log "$me" test --time=20 given.cc above)"
check_line given_array_notes "'above,c:0\.\.10'" given_cxx.log
