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
check_equal driver_kept 0 "$(status_of kept.log "$me" test --time=30 kept.c newest heap_push)"
check_line driver_kept_all '^all +20 +20 +0 +0 +0$' kept.log
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
