# SPDX-License-Identifier: GPL-3.0-or-later
# Arrays whose elements are indices or offsets of arrays: drivers make them valid, and what is then
# outside is a fault.
. "$ME_ROOT/tests/check.sh"

# told NAME FILE FUNCTION...: each function is tested; the report is NAME.log
told() {
	name=$1
	shift
	"$me" test --time=$((25 * ($# - 1))) "$@" > "$name.log" 2>&1
}
# sound NAME FUNCTION BRANCHES: all are covered, without a fault
sound() {
	check_line "sound_$2" "^$2 +$3 +$3 +0 +0 +0$" "$1.log"
}
# faulty NAME FUNCTION LINE: a fault is told there
faulty() {
	check_line "faulty_$2" "^[0-9]+\. .* in $2 [a-z]*\.c:$3$" "$1.log"
}

# ---- rows of a sparse matrix

cat > rows.c <<'END'
#include <stdlib.h>
void multiply(int n, const int *start, const int *column, const double *value, const double *x,
	      double *y)
{
	for (int i = 0; i < n; i++) {
		double sum = 0;
		for (int k = start[i]; k < start[i + 1]; k++)
			sum += value[k] * x[column[k]];
		y[i] = sum;
	}
}
void multiply_late(int n, const int *start, const int *column, const double *value,
		   const double *x, double *y)
{
	for (int i = 0; i < n; i++) {
		double sum = 0;
		for (int k = start[i]; k <= start[i + 1]; k++)
			sum += value[k] * x[column[k]];
		y[i] = sum;
	}
}
/* Each column begins with its diagonal. */
void solve(int n, const int *start, const int *row, const double *value, double *x)
{
	for (int j = 0; j < n; j++) {
		x[j] /= value[start[j]];
		for (int k = start[j] + 1; k < start[j + 1]; k++)
			x[row[k]] -= value[k] * x[j];
	}
}
struct matrix { int n; int *start, *column; };
int repeated(const struct matrix *a)
{
	char *seen = calloc(a->n + 1, 1);
	int count = 0;

	for (int i = 0; i < a->n; i++) {
		for (int k = a->start[i]; k < a->start[i + 1]; k++)
			count += seen[a->column[k]]++ > 0;
		for (int k = a->start[i]; k < a->start[i + 1]; k++)
			seen[a->column[k]] = 0;
	}
	free(seen);
	return count > 1;
}
int repeated_next(const struct matrix *a)
{
	char *seen = calloc(a->n, 1);
	int count = 0;

	for (int i = 0; i < a->n; i++)
		for (int k = a->start[i]; k < a->start[i + 1]; k++) {
			count += seen[a->column[k]] > 0;
			seen[a->column[k] + 1] = 1;
		}
	free(seen);
	return count > 1;
}
END
told rows rows.c multiply multiply_late solve repeated repeated_next
sound rows multiply 4
sound rows solve 4
sound rows repeated 6
faulty rows multiply_late 18
faulty rows repeated_next 54

# ---- forests by parents, permutations, lists by next, queues of nodes

cat > chains.c <<'END'
int find(int *parent, int n, int x)
{
	if (x < 0 || x >= n)
		return -1;
	while (parent[x] != x) {
		parent[x] = parent[parent[x]];
		x = parent[x];
	}
	return x;
}
static int top(const int *parent, int x)
{
	return parent[x] == x ? x : top(parent, parent[x]);
}
int same(const int *parent, int n, int a, int b)
{
	if (a < 0 || b < 0 || a > n || b > n)
		return -1;
	return top(parent, a) == top(parent, b);
}
int cycles(const int *p, int n)
{
	int count = 0;
	char seen[64] = {0};

	if (n > 64)
		return -1;
	for (int i = 0; i < n; i++) {
		if (seen[i])
			continue;
		count++;
		for (int k = i; !seen[k]; k = p[k])
			seen[k] = 1;
	}
	return count;
}
struct graph { int n; int *head, *next, *to; };
int reached(const struct graph *g, int from, int *mark, int *queue)
{
	int first = 0, last = 0;

	for (int i = 0; i < g->n; i++)
		mark[i] = 0;
	if (from < 0 || from >= g->n)
		return 0;
	mark[from] = 1;
	queue[last++] = from;
	while (first < last)
		for (int e = g->head[queue[first++]]; e != -1; e = g->next[e])
			if (!mark[g->to[e]]) {
				mark[g->to[e]] = 1;
				queue[last++] = g->to[e];
			}
	return last;
}
struct heap { int size; double *key; };
void sink(struct heap *h, int i)
{
	for (int child; (child = 2 * i + 1) < h->size; i = child) {
		double key = h->key[i];

		if (child + 1 < h->size && h->key[child + 1] < h->key[child])
			child++;
		if (key <= h->key[child])
			return;
		h->key[i] = h->key[child];
		h->key[child] = key;
	}
}
END
told chains chains.c find same cycles reached sink
sound chains find 6
sound chains cycles 8
sound chains reached 12
sound chains sink 8
check_line faulty_same '^[0-9]+\. .* in top( chains\.c:13)?$' chains.log

# ---- what indices are reduced by is not 0; a ring that another function wraps; lists and keys

cat > kept.c <<'END'
#include <stdlib.h>
struct entry { const void *key; struct entry *next; };
struct map {
	size_t count, capacity;
	struct entry **buckets;
	unsigned (*hash)(const void *key);
	int (*compare)(const void *a, const void *b);
};
const void *lookup(const struct map *m, const void *key)
{
	if (!key)
		return NULL;
	for (struct entry *e = m->buckets[m->hash(key) % m->capacity]; e; e = e->next)
		if (m->compare(e->key, key) == 0)
			return e->key;
	return NULL;
}
struct ring { double *data; int tail, count, capacity; };
int take(struct ring *r, double *x)
{
	if (r->count == 0)
		return 0;
	*x = r->data[r->tail];
	if (++r->tail == r->capacity)
		r->tail = 0;
	return 1;
}
double total(const struct ring *r)
{
	double sum = 0;

	for (int i = 0; i < r->count; i++)
		sum += r->data[r->tail + i];
	return sum;
}
struct node { void *data; struct node *next; };
struct list { struct node *head, *tail; size_t length; void (*release)(void *); };
int drop(struct list *l, size_t index)
{
	struct node **link = &l->head, *n;

	if (index >= l->length)
		return -1;
	while (index-- > 0)
		link = &(*link)->next;
	n = *link;
	*link = n->next;
	if (l->release)
		l->release(n->data);
	free(n);
	l->length--;
	return 0;
}
END
told kept kept.c lookup take total drop
sound kept lookup 6
sound kept take 4
sound kept drop 6
faulty kept total 33

# ---- elements whose next offset is read are rows; of a member array whose elements are only passed on, by
# their address, the count beside it counts them

cat > rows.c <<'END'
#include <string.h>
struct csr { int nrows, *start, *column; double *value; };
/* -2: a row has no diagonal element; k: that of row k - 1 is 0. */
int factored(struct csr *a, int *diagonal)
{
	for (int i = 0; i < a->nrows; i++) {
		diagonal[i] = -1;
		for (int k = a->start[i]; k < a->start[i + 1]; k++)
			if (a->column[k] == i)
				diagonal[i] = k;
		if (diagonal[i] < 0)
			return -2;
	}
	for (int i = 1; i < a->nrows; i++)
		for (int k = a->start[i]; k < diagonal[i]; k++) {
			const int j = a->column[k];
			if (a->value[diagonal[j]] == 0)
				return j + 1;
			for (int m = diagonal[j] + 1; m < a->start[j + 1]; m++)
				a->value[k] -= a->value[m];
		}
	return 0;
}
struct column { char name[12]; int unit; };
struct columns { int count; struct column items[16]; };
static int has_unit(const struct column *c, int unit) { return c->unit == unit; }
int units(const struct columns *c, int unit)
{
	int n = 0;
	for (int i = 0; i < c->count; i++)
		n += has_unit(&c->items[i], unit);
	return n > 2 ? 2 : n;
}
int named(const struct columns *c, const char *name)
{
	for (int i = 0; i < c->count; i++)
		if (strcmp(c->items[i].name, name) == 0)
			return i;
	return -1;
}
int full(const struct columns *c)
{
	const struct column *end = &c->items[c->count];
	int n = 0;
	for (const struct column *p = c->items; p < end; p++)
		n += p->unit > 5;
	return n == 16 ? 1 : 0;
}
END
"$me" test --time=40 rows.c > rows.log 2>&1
for name in factored units named full; do
	check_line indices_rows_$name "^$name +([0-9]+) +\\1 +0 +0 +0\$" rows.log
done
check_line indices_rows_below 'column_made\(a_column, a_start_end, a_nrows\)' rows.c.me/factored/factored_driver.c

# ---- an array has as many elements as its capacity says, of which some are in use: none, or all

cat > grown.c <<'END'
#include <assert.h>
#include <stdlib.h>
struct item { double key; int id; };
struct heap { int size, capacity; struct item *at; };
int heap_push(struct heap *h, double key, int id)
{
	if (h->size == h->capacity)
		return h->capacity == 0 ? -2 : -1;
	int i = h->size++;
	while (i > 0 && h->at[(i - 1) / 2].key > key) {
		h->at[i] = h->at[(i - 1) / 2];
		i = (i - 1) / 2;
	}
	h->at[i].key = key;
	h->at[i].id = id;
	return i;
}
int heap_least(const struct heap *h)
{
	return h->size <= 0 ? -1 : h->at[0].id;
}
struct number { unsigned *digit; size_t n, room; };
int number_add(struct number *r, const struct number *a, const struct number *b)
{
	const struct number *l = a->n >= b->n ? a : b, *s = a->n >= b->n ? b : a;
	unsigned carry = 0;

	if (r->room < l->n)
		return -1;
	for (size_t i = 0; i < l->n; i++) {
		carry += l->digit[i] % 10 + (i < s->n ? s->digit[i] % 10 : 0);
		r->digit[i] = carry % 10;
		carry /= 10;
	}
	r->n = l->n;
	if (carry) {
		if (r->n == r->room)
			return -2;
		r->digit[r->n++] = carry;
	}
	return 0;
}
int number_shift(struct number *r)
{
	if (r->n > r->room)
		return -1;
	for (size_t i = r->n; i > 0; i--)
		r->digit[i] = r->digit[i - 1];
	r->n++;
	return 0;
}
struct queue { int *at, head, tail, size, longest; };
int queue_put(struct queue *q, int x)
{
	assert(q->tail <= q->size);
	if (q->tail == q->size)
		return -1;
	q->at[q->tail++] = x;
	if (q->tail > q->longest)
		q->longest = q->tail;
	return 0;
}
int queue_get(struct queue *q)
{
	return q->head == q->tail ? -1 : q->at[q->head++];
}
struct entry { char *name; int value; };
struct dictionary { struct entry *entry; unsigned n, limit; };
int dictionary_add(struct dictionary *d, int value)
{
	if (d->n == d->limit)
		return d->limit == 0 ? -2 : -1;
	for (unsigned i = 0; i < d->n; i++)
		if (d->entry[i].value == value)
			return 1;
	d->entry[d->n].name = NULL;
	d->entry[d->n++].value = value;
	return 0;
}
struct ring { double *x; unsigned head, tail, mask; };
int ring_put(struct ring *r, double x)
{
	if (r->tail - r->head > r->mask)
		return 0;
	r->x[r->tail++ & r->mask] = x;
	return 1;
}
struct table { unsigned *key, mask; };
int table_find(const struct table *t, unsigned key)
{
	unsigned i = (key * 31) & t->mask;
	for (unsigned k = 0; k <= t->mask; k++, i = (i + 1) & t->mask)
		if (t->key[i] == key)
			return 1;
	return 0;
}
/* What is freed is a copy with all elements. */
int table_end(struct table *t, unsigned key)
{
	int found = t->key[key & t->mask] == key;
	free(t->key);
	t->key = NULL;
	if (found)
		return 5;
	return 2;
}
int table_late(const struct table *t, unsigned key)
{
	return t->key[(key & t->mask) + 1] == key ? 1 : 0;
}
END
told grown grown.c heap_push heap_least number_add number_shift queue_get \
	dictionary_add ring_put table_find table_end table_late
sound grown heap_push 8
sound grown heap_least 2
sound grown number_add 14
sound grown queue_get 2
sound grown dictionary_add 8
faulty grown number_shift 48
sound grown ring_put 2
sound grown table_find 4
sound grown table_end 2
faulty grown table_late 109
check_line indices_grown_mask '\.mask = \(1 << t_mask\) - 1' grown.c.me/table_find/table_find_driver.c
check_line indices_grown_range "'heap_push,h_size:0..8,h_at:8,h_capacity:len\\(h_at\\)" grown.log
"$me" driver grown.c queue_put > queue.log 2>&1
check_line indices_grown_asserted '\.tail = q_tail < q_size \? q_tail : q_size,?$' queue_put_driver.c
# One that the function itself asks for may be larger, and that is covered.
check_line indices_grown_larger '^number_shift +4 +4 +0 +0 +1$' grown.log

# ---- offsets that the function checks itself need not increase

cat > checked.c <<'END'
#include <assert.h>
int multiply(int rows, int cols, const int *ptr, const int *col, const double *val,
	     const double *x, double *y)
{
	for (int i = 0; i < rows; i++) {
		double sum = 0;
		if (ptr[i + 1] < ptr[i])
			return -2;
		for (int k = ptr[i]; k < ptr[i + 1]; k++) {
			if (col[k] < 0 || col[k] >= cols)
				return -3;
			sum += val[k] * x[col[k]];
		}
		y[i] = sum;
	}
	return 0;
}
static int is_sorted(const int *ptr, int n)
{
	for (int i = 1; i <= n; i++)
		if (ptr[i] < ptr[i - 1])
			return 0;
	return 1;
}
int nonzeros(int n, const int *ptr, const double *val)
{
	int count = 0;
	if (!is_sorted(ptr, n))
		return -1;
	for (int i = 0; i < n; i++)
		for (int k = ptr[i]; k < ptr[i + 1]; k++)
			count += val[k] != 0;
	return count;
}
double diagonal(int n, const int *ptr, const double *val)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		const int from = ptr[i], to = ptr[i + 1];
		if (to <= from)
			return -1;
		sum += val[from];
		for (int k = from + 1; k < to; k++)
			sum -= val[k];
	}
	return sum;
}
double late(int n, const int *ptr, const double *val)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		if (ptr[i + 1] < ptr[i])
			return -1;
		for (int k = ptr[i]; k <= ptr[i + 1]; k++)
			sum += val[k];
	}
	return sum;
}
double trusted(int n, const int *ptr, const double *val)
{
	double sum = 0;
	for (int i = 0; i < n; i++) {
		assert(ptr[i] <= ptr[i + 1]);
		for (int k = ptr[i]; k < ptr[i + 1]; k++)
			sum += val[k];
	}
	return sum;
}
END
told checked checked.c multiply nonzeros diagonal late
sound checked multiply 10
sound checked nonzeros 10
sound checked diagonal 6
faulty checked late 55
"$me" driver checked.c trusted > trusted.log 2>&1
check_line indices_checked_asserted 'the elements of ptr are offsets that increase$' trusted_driver.c
# ---- pointers into one array: a cursor by its address and the end, members, how many are left

cat "$ME_ROOT/tests/pipeline/drivers/cursors.h" - > cursors.c <<'END'
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
typedef unsigned char u8;
int take_varint(const unsigned char **in, size_t *left, unsigned *value)
{
	unsigned v = 0;

	for (int shift = 0; shift < 35; shift += 7) {
		if (*left == 0)
			return -1;
		unsigned char c = *(*in)++;
		(*left)--;
		v |= (unsigned)(c & 0x7f) << shift;
		if (!(c & 0x80)) {
			*value = v;
			return shift == 28 && c > 15 ? -2 : 0;
		}
	}
	return -3;
}
static int peek(const unsigned char **p, const unsigned char *e)
{
	return *p < e ? **p : -1;
}
int bracket(const unsigned char **p, const unsigned char *e)
{
	int depth = 0;

	for (;;) {
		int c = peek(p, e);
		if (c < 0)
			return depth ? -1 : 0;
		++*p;
		if (c == '(')
			depth++;
		else if (c == ')' && --depth < 0)
			return -2;
		else if (c == ';' && depth == 0)
			return 1;
	}
}
int longest_run(const int *const *at, const int *end)
{
	const int *p = *at;
	int best = 0, n = 0;

	if (p == end)
		return 0;
	for (p++; p < end; p++) {
		n = p[0] == p[-1] ? n + 1 : 0;
		if (n > best)
			best = n;
	}
	return best > 2 ? -1 : best;
}
int latin_to_utf8(const u8 **in, size_t *in_left, u8 **out, size_t *out_left)
{
	while (*in_left > 0) {
		u8 c = **in;
		size_t need = c < 0x80 ? 1 : 2;
		if (*out_left < need)
			return -1;
		if (need == 1) {
			*(*out)++ = c;
		} else {
			*(*out)++ = (u8)(0xc0 | c >> 6);
			*(*out)++ = (u8)(0x80 | (c & 0x3f));
		}
		*out_left -= need;
		++*in;
		--*in_left;
	}
	return 0;
}
int parse_header12(const u8 **p, const u8 *end)
{
	const u8 *s = *p;
	if (end - s < 12)
		return -1;
	if (memcmp(s, "RIFF", 4) != 0)
		return -2;
	if (s[8] != 'W')
		return -3;
	*p = s + 12;
	return *p == end;
}
int count_big(const int **p, const int *last)
{
	int n = 0;
	while (*p <= last) {
		if (**p > 100)
			n++;
		++*p;
	}
	return n > 2;
}
int skip_bytes(const u8 *end, const u8 **p, unsigned n)
{
	if (!p || !*p)
		return -1;
	if (*p > end || (size_t)(end - *p) < n)
		return -2;
	*p += n;
	return *p == end;
}
int last_slash(const char *begin, const char **p)
{
	while (*p > begin && (*p)[-1] != '/')
		--*p;
	return *p == begin ? -1 : 1;
}
int trim(const char **first, const char **last)
{
	while (*first < *last && **first == ' ')
		++*first;
	while (*last > *first && (*last)[-1] == ' ')
		--*last;
	return *first == *last ? 0 : 1;
}
struct source { const u8 *p; size_t left; };
int get_u16(struct source *s)
{
	int v;
	if (s->left < 2)
		return -1;
	v = s->p[0] << 8 | s->p[1];
	s->p += 2;
	s->left -= 2;
	return v == 0x1234 ? -2 : v;
}
/* No counts of elements. */
struct parser { const char *p; int depth; };
static int value(struct parser *s)
{
	if (*s->p == '[') {
		if (s->depth == 0)
			return -1;
		s->depth--;
		s->p++;
		while (*s->p && *s->p != ']')
			if (value(s) < 0)
				return -1;
		if (*s->p != ']')
			return -2;
		s->p++;
		s->depth++;
		return 1;
	}
	s->p++;
	return 0;
}
int parse_value(struct parser *s)
{
	return *s->p ? value(s) : -3;
}
int nested(const char **s, int levels)
{
	if (levels == 0)
		return -1;
	if (**s == '(') {
		++*s;
		if (nested(s, levels - 1) < 0)
			return -1;
		if (**s != ')')
			return -2;
		++*s;
	}
	return 0;
}
double number_of(const char *text, char **endp)
{
	const char *s = text;
	double v = 0;

	while (*s == ' ')
		s++;
	if (*s < '0' || *s > '9') {
		if (endp)
			*endp = (char *)text;
		return 0;
	}
	while (*s >= '0' && *s <= '9')
		v = v * 10 + (*s++ - '0');
	if (endp)
		*endp = (char *)s;
	return v;
}
int parse_number(char **s, double *v)
{
	char *end;
	double x;

	while (**s == ' ' || **s == '\t')
		++*s;
	if (**s == '\0')
		return 0;
	x = strtod(*s, &end);
	if (end == *s)
		return -1;
	*s = end;
	if (**s == '%') {
		x /= 100;
		++*s;
	}
	*v = x;
	return x > 1 ? 2 : 1;
}
/* No ends: they may be independent, or must not overlap. */
int same_start(const char **a, const char **b)
{
	if (*a == *b)
		return 1;
	while (**a && **a == **b) {
		++*a;
		++*b;
	}
	return **a == **b ? 2 : 0;
}
struct opt { int k; int *table; };
int copy_ints(int *to, const int *from, size_t n, struct opt *o)
{
	if (to == from)
		return 0;
	if (to < from) {
		for (size_t i = 0; i < n; i++)
			to[i] = from[i];
	} else {
		for (size_t i = n; i-- > 0;)
			to[i] = from[i];
	}
	return o->k > 3;
}
END
"$me" test --time=60 cursors.c > cursors.log 2>&1
for name in utf8_next take_varint bracket longest_run read_length latin_to_utf8 parse_header12 \
	count_big last_slash trim get_u16 parse_value nested number_of parse_number copy_ints; do
	check_line cursors_$name "^$name +([0-9]+) +\\1 +0 +0 +0\$" cursors.log
done
check_line cursors_checked '^skip_bytes +8 +7 +1 +0 +0$' cursors.log
check_line cursors_fault '^two +2 +2 +0 +0 +1$' cursors.log
check_line cursors_behind 'past the end of p_array \(1 element of 1 byte\)' cursors.log
check_line cursors_apart '^same_start +8 +7 +0 +1 +0$' cursors.log
check_line cursors_end 'return utf8_next\(&p, p_array \+ p_size\)' cursors.c.me/utf8_next/utf8_next_driver.c
check_line cursors_last 'return count_big\(&p, p_array \+ p_size - 1\)' cursors.c.me/count_big/count_big_driver.c
check_line cursors_place 'r_begin_array \+ r_cur_at % \(r_begin_size \+ 1\)' cursors.c.me/read_length/read_length_driver.c
check_line cursors_left 'return take_varint\(&in, &left, value\)' cursors.c.me/take_varint/take_varint_driver.c
check_line cursors_output 'has_endp \? &endp : NULL' cursors.c.me/number_of/number_of_driver.c
