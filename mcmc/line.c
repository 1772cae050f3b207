/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * line.c - pattern moves, secants and bracketed bisection along one line.
 *
 * Pattern moves with doubled steps are those of the alternating variable method (Korel,
 * Automated software test data generation, 1990). Between two points whose readings
 * have opposite signs the root is enclosed by the Illinois variant of regula falsi
 * (Dowell and Jarratt, 1971): an end that is kept twice counts with half of its
 * weight; whenever two such steps have not halved the gap, the third one bisects.
 */
#include "mcmc/line.h"

#include <math.h>
#include <string.h>

/* A bracket of 2^79 coordinates needs at most three evaluations for a halving. */
#define BRACKET_EVALS 250
#define SECANT_EVALS 10
#define RESTORE_EVALS 100
/* Ulps beyond a bracket without a root: rounding can put the root there. */
#define POLL_ULPS 3
/* Steps below ulp(x) / 4 change nothing in the value space. */
#define VALUE_SCALES(fraction) ((fraction) + 4)

/* A reading along one coordinate; the other coordinates are the cursor's. */
struct line_mark {
	coord c;
	struct reading r;
};

static bool same_reading(const struct reading *a, const struct reading *b)
{
	return a->value == b->value && a->sign == b->sign;
}

/* Whether both readings are of one site: else the signs are unrelated. */
static bool comparable(const struct reading *a, const struct reading *b)
{
	return a->site == b->site &&
	       (a->value < OBJECTIVE_UNREACHED) == (b->value < OBJECTIVE_UNREACHED);
}

static bool opposite(const struct reading *a, const struct reading *b)
{
	return comparable(a, b) &&
	       ((a->sign < 0 && b->sign > 0) || (a->sign > 0 && b->sign < 0));
}

/* How far from the goal. Far off the value counts sites, too, so the sign is taken. */
static double distance_of(const struct reading *r)
{
	const double difference = fabs(r->sign);

	return r->value < OBJECTIVE_UNREACHED ? fmax(r->value, difference) : difference;
}

/*
 * What two readings are for interpolation, with their signs. A distance in ulps is a
 * nearly linear function of the arguments, except where a difference is compared with
 * 0: then it is logarithmic and changes most at the root, and the double with the
 * distance as its bits is the linear one. Such distances are of this size, which those
 * between two doubles not about 0 hardly have.
 */
enum gauge {
	GAUGE_ULPS,
	GAUGE_BITS,
};

static bool has_bits(const struct reading *r)
{
	const double d = distance_of(r);

	return d >= 0x1p61 && d < 0x1p63;
}

/*
 * The likelier gauge. A slope that is a power of two tells a copy, a word or a power of
 * an argument, which are linear in ulps at any distance.
 */
static enum gauge gauge_between(const struct line_mark *a, const struct line_mark *b)
{
	const double run = (double)(b->c - a->c);
	const double rise = distance_of(&b->r) - distance_of(&a->r);
	int exponent;

	if (!has_bits(&a->r) || !has_bits(&b->r) ||
	    fabs(frexp(rise / run, &exponent)) == 0.5)
		return GAUGE_ULPS;
	return GAUGE_BITS;
}

static long double gauge_of(enum gauge gauge, const struct reading *r)
{
	const double d = distance_of(r);

	return copysign(gauge == GAUGE_BITS ? axis_to_double(AXIS_F64, (coord)d) : d,
			r->sign);
}

/* c + step, but not from a number into the NaNs, where no secant leads back. */
static coord line_add_number(const struct axis *axis, coord c, coord step)
{
	const coord infinity = axis_from_double(axis, INFINITY);
	const coord to = axis_add(axis, c, step);

	if (axis->kind == AXIS_INTEGER || c > infinity || c < -1 - infinity)
		return to;
	if (to > infinity)
		return infinity;
	return to < -1 - infinity ? axis_clamp(axis, -1 - infinity) : to;
}

/*
 * The root of the line through a and b, their distances weighted: ulps over
 * coordinates, or numbers over numbers. a->c when there is none.
 */
static coord secant_root(const struct axis *axis, enum gauge gauge,
			 const struct line_mark *a, const struct line_mark *b,
			 const double weight[2])
{
	const bool by_value = gauge == GAUGE_BITS && axis->kind != AXIS_INTEGER;
	const long double va = axis_to_long_double(axis->kind, a->c);
	const long double run =
	    by_value ? axis_to_long_double(axis->kind, b->c) - va : b->c - a->c;
	const long double fa = weight[0] * gauge_of(gauge, &a->r);
	const long double fb = weight[1] * gauge_of(gauge, &b->r);
	const long double step = -fa * (run / (fb - fa));

	if (!comparable(&a->r, &b->r) || !isfinite(step))
		return a->c;
	if (by_value)
		return axis_from_long_double(axis, va + step);
	if (fabsl(step) > 0x1p99L)
		return line_add_number(axis, a->c, copysignl(0x1p99L, step));
	return line_add_number(axis, a->c, (coord)rintl(step));
}

static bool exhausted(const struct cursor *p)
{
	return p->d->over || p->d->evals >= p->limit;
}

bool line_probe(struct cursor *p, size_t i, coord c, struct reading *out)
{
	const coord old = p->x[i];

	p->x[i] = c;
	descent_eval(p->d, p->x, out);
	if (descent_lower(out, &p->r))
		p->r = *out;
	else
		p->x[i] = old;
	return !p->d->over;
}

/* Reads the point that the restorer makes of x with coordinate i set to m->c. */
static bool probe_restored(struct cursor *p, size_t i, struct line_mark *m)
{
	struct cursor *q = p->restorer;
	const size_t size = p->d->f->n * sizeof *p->x;

	memcpy(q->x, p->x, size);
	q->x[i] = m->c;
	q->limit = p->d->evals + RESTORE_EVALS;
	if (q->limit > p->limit)
		q->limit = p->limit;
	descent_eval(q->d, q->x, &q->r);
	line_chase(q, p->restored);
	m->r = q->r;
	if (descent_lower(&q->r, &p->r)) {
		memcpy(p->x, q->x, size);
		p->r = q->r;
	}
	return !p->d->over;
}

static bool probe_mark(struct cursor *p, size_t i, struct line_mark *m)
{
	return p->restorer ? probe_restored(p, i, m) : line_probe(p, i, m->c, &m->r);
}

/* ---- a bracket */

/* weight[] is 1, or less where the Illinois rule has halved it. */
static coord interpolate(const struct axis *axis, enum gauge gauge,
			 const struct line_mark end[2], const double weight[2])
{
	const coord middle = end[0].c + (end[1].c - end[0].c) / 2;
	const coord root = secant_root(axis, gauge, &end[0], &end[1], weight);

	if (root == end[0].c)
		return end[0].c + 1;
	if (root == end[1].c)
		return end[1].c - 1;
	return end[0].c < root && root < end[1].c ? root : middle;
}

static void poll_around(struct cursor *p, size_t i, const struct line_mark end[2])
{
	const struct axis *axis = &p->d->f->axes[i];

	for (int ulps = 1; ulps <= POLL_ULPS; ulps++) {
		struct line_mark below = {.c = axis_add(axis, end[0].c, -ulps)};
		struct line_mark above = {.c = axis_add(axis, end[1].c, ulps)};

		if (exhausted(p) || !probe_mark(p, i, &below) || exhausted(p) ||
		    !probe_mark(p, i, &above))
			return;
	}
}

/* Puts m in the place of the end that has its sign. */
static void narrow_bracket(struct line_mark end[2], double weight[2],
			   const struct line_mark *m, int *kept)
{
	const int side = opposite(&end[0].r, &m->r) ? 1 : 0;

	end[side] = *m;
	weight[side] = 1;
	if (*kept == !side)
		weight[!side] /= 2;
	*kept = !side;
}

/*
 * Encloses a change of sign between a and b. Ends at value 0 (the descent is over), at
 * adjacent coordinates, or at a reading without a comparable sign. Returns a
 * coordinate where the sign changes.
 */
static coord bracket(struct cursor *p, size_t i, const struct line_mark *a,
		     const struct line_mark *b)
{
	const struct axis *axis = &p->d->f->axes[i];
	struct line_mark end[2] = {a->c < b->c ? *a : *b, a->c < b->c ? *b : *a}, m;
	double weight[2] = {1, 1};
	coord last_gap = end[1].c - end[0].c;
	int kept = -1;

	for (unsigned n = 1; end[1].c - end[0].c > 1 && n < BRACKET_EVALS; n++) {
		const bool bits =
		    n % 3 == 1 && has_bits(&end[0].r) && has_bits(&end[1].r);

		m.c = interpolate(axis, bits ? GAUGE_BITS : GAUGE_ULPS, end, weight);
		if (n % 3 == 0) {
			const coord gap = end[1].c - end[0].c;

			if (gap > last_gap / 2)
				m.c = end[0].c + gap / 2;
			last_gap = gap;
		}
		if (exhausted(p) || !probe_mark(p, i, &m) || m.r.sign == 0 ||
		    !comparable(&m.r, &a->r))
			return m.c;
		narrow_bracket(end, weight, &m, &kept);
	}
	poll_around(p, i, end);
	return end[0].c;
}

/* ---- secants */

/* Reads the root of one secant. True when it is lower than a or on the other side. */
static bool try_secant(struct cursor *p, size_t i, enum gauge gauge,
		       const struct line_mark *a, const struct line_mark *b,
		       struct line_mark *out)
{
	static const double weight[2] = {1, 1};

	out->c = secant_root(&p->d->f->axes[i], gauge, a, b, weight);
	if (out->c == a->c || out->c == b->c || exhausted(p))
		return false;
	probe_mark(p, i, out);
	return descent_lower(&out->r, &a->r) || opposite(&out->r, &a->r);
}

/* Follows secants from the lower one of a and b while they go down. */
static void follow_secants(struct cursor *p, size_t i, struct line_mark a,
			   struct line_mark b)
{
	for (int n = 0; n < SECANT_EVALS && !exhausted(p); n++) {
		const enum gauge first = gauge_between(&a, &b);
		struct line_mark next;

		if (descent_lower(&b.r, &a.r)) {
			next = a;
			a = b;
			b = next;
		}
		if (opposite(&a.r, &b.r)) {
			bracket(p, i, &a, &b);
			return;
		}
		if (!try_secant(p, i, first, &a, &b, &next) &&
		    (first == GAUGE_ULPS ||
		     !try_secant(p, i, GAUGE_ULPS, &a, &b, &next)))
			return;
		b = a;
		a = next;
	}
}

#define PROBES 6

/*
 * Distances at which two readings may differ: the high word of a double, one ulp, a
 * sixteenth, a factor of two; of an integer some powers of two.
 */
static coord probe_step(const struct axis *axis, int n)
{
	static const unsigned of_integer[PROBES] = {0, 8, 16, 32, 8, 16};
	const unsigned fraction = axis_fraction_bits(axis->kind);
	const unsigned of_float[PROBES] = {
	    fraction - 20, 0, fraction - 4, fraction, fraction - 4, fraction};
	const coord step = (coord)1
			   << (axis->kind == AXIS_INTEGER ? of_integer : of_float)[n];

	return n < 4 ? step : -step;
}

void line_chase(struct cursor *p, size_t i)
{
	const struct axis *axis = &p->d->f->axes[i];

	for (int n = 0; n < PROBES && !exhausted(p); n++) {
		const struct line_mark a = {p->x[i], p->r};
		const coord step = probe_step(axis, n);
		struct line_mark b = {.c = axis_add(axis, a.c, step)};

		if (b.c == a.c)
			b.c = axis_add(axis, a.c, -step);
		if (b.c == a.c || !probe_mark(p, i, &b))
			continue;
		if (!same_reading(&a.r, &b.r))
			follow_secants(p, i, a, b);
		if (descent_lower(&p->r, &a.r))
			return;
	}
}

/* ---- pattern moves */

/* e of 2^(e-1) <= |x[i]| < 2^e; 0 for zeros, infinities and NaNs. */
static int exponent_of(const struct cursor *p, size_t i)
{
	const long double v = axis_to_long_double(p->d->f->axes[i].kind, p->x[i]);
	int e = 0;

	if (isfinite(v))
		frexpl(v, &e);
	return e;
}

struct search_line line_init(const struct cursor *p, enum line_space space, size_t i,
			     size_t j, bool opposite_steps)
{
	const struct axis *axis = &p->d->f->axes[i];
	const coord nowhere = axis->low - 1;
	struct search_line l = {space, i, j, opposite_steps, 0, 0, {nowhere, nowhere},
				false};

	if (space == LINE_ORDER) {
		l.scales = axis_width(axis);
		l.top = (int)l.scales - 1;
	} else {
		const int e_i = exponent_of(p, i), e_j = exponent_of(p, j);

		l.scales = VALUE_SCALES(axis_fraction_bits(axis->kind));
		l.top = e_i > e_j ? e_i : e_j;
	}
	return l;
}

static coord shift_line(const struct axis *axis, enum line_space space, coord c, int k,
			int direction)
{
	if (space == LINE_ORDER) {
		const coord step = (coord)1 << k;

		return axis_add(axis, c, direction > 0 ? step : -step);
	}
	return axis_from_long_double(axis, axis_to_long_double(axis->kind, c) +
					       direction * ldexpl(1, k));
}

/* Whether a step of 2^k ends where one of 2^(k-1) does: at the bound. */
static bool too_far(const struct cursor *p, const struct search_line *l, int k,
		    int direction)
{
	const struct axis *axis = &p->d->f->axes[l->i];
	const coord c = p->x[l->i];

	if (l->space == LINE_VALUE || k < 1)
		return false;
	if (k > (int)axis_width(axis))
		return true;
	return shift_line(axis, l->space, c, k, direction) ==
	       shift_line(axis, l->space, c, k - 1, direction);
}

/* Reads the objective one step away; goes there and returns true if it is lower. */
static bool move_cursor(struct cursor *p, const struct search_line *l, int k,
			int direction, struct line_mark *out)
{
	const struct axis *axes = p->d->f->axes;
	const coord old_i = p->x[l->i], old_j = p->x[l->j];

	*out = (struct line_mark){old_i, p->r};
	if (too_far(p, l, k, direction))
		return false;
	p->x[l->i] = shift_line(&axes[l->i], l->space, old_i, k, direction);
	if (l->j != l->i)
		p->x[l->j] = shift_line(&axes[l->j], l->space, old_j, k,
					l->opposite ? -direction : direction);
	if (p->x[l->i] == old_i && p->x[l->j] == old_j)
		return false;
	out->c = p->x[l->i];
	descent_eval(p->d, p->x, &out->r);
	if (descent_lower(&out->r, &p->r)) {
		p->r = out->r;
		return true;
	}
	p->x[l->i] = old_i;
	p->x[l->j] = old_j;
	return false;
}

/* Whether a known jump lies between a and b. */
static bool walled(const struct search_line *l, coord a, coord b)
{
	const coord low = a < b ? a : b, high = a < b ? b : a;

	return (low <= l->wall[0] && l->wall[0] < high) ||
	       (low <= l->wall[1] && l->wall[1] < high);
}

void line_step(struct cursor *p, struct search_line *l, coord step)
{
	const struct line_mark from = {p->x[l->i], p->r};
	struct line_mark to = {.c = axis_add(&p->d->f->axes[l->i], from.c, step)};

	if (to.c == from.c || !probe_mark(p, l->i, &to))
		return;
	if (opposite(&from.r, &to.r) && !walled(l, from.c, to.c))
		l->wall[step > 0] = bracket(p, l->i, &from, &to);
}

void line_try(struct cursor *p, struct search_line *l, int k, int direction)
{
	struct line_mark from, to;
	bool moved;

	do {
		from = (struct line_mark){p->x[l->i], p->r};
		moved = move_cursor(p, l, k++, direction, &to);
		l->live |= !same_reading(&from.r, &to.r);
		if (l->j == l->i && opposite(&from.r, &to.r) &&
		    !walled(l, from.c, to.c)) {
			l->wall[direction > 0] = bracket(p, l->i, &from, &to);
			return;
		}
	} while (moved && !exhausted(p));
}
