# SPDX-License-Identifier: GPL-3.0-or-later
# Structures that functions return: what their bytes say is known, and no more. What is marked
# as taken is, by an input or by the call that is given; what is marked as never true is
# infeasible.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

# ---- their members

taken members '' 'members(3, 4, 7)' <<'E2'
struct vector { double x, y, z; };
struct pair { int n; struct vector v; char c; };
static struct vector turned(struct vector a)
{
	return (struct vector){-a.x, -a.y, 2};
}
static struct pair make(int n, struct vector v)
{
	struct pair p = {n, turned(v), 'c'};

	if (n == 7)
		return p;
	p.c = 'd';
	return p;
}
int members(double x, double y, int n)
{
	struct vector v = {x, y, 0};
	struct pair p[2] = {{0}};

	p[n & 1] = make(n, v);
	if (p[0].n != 0 && p[1].n != 0) /* never true */
		return 2;
	if (p[n & 1].v.z != 2) /* never true */
		return 3;
	if (p[1].c == 'c' && p[1].v.x == -3 && p[1].v.y == -4) /* taken */
		return 1;
	return 0;
}
E2

# ---- the target is read while the result is made

taken itself '' 'itself(5)' <<'E2'
struct three { long a, b, c; };
static struct three turned(const struct three *p)
{
	struct three t;

	t.a = p->b;
	t.b = p->c;
	t.c = p->a;
	return t;
}
int itself(long n)
{
	struct three t = {n, n + 1, n + 2};

	t = turned(&t);
	t = turned(&t);
	if (t.a == n) /* never true */
		return 2;
	if (t.a - t.b == 2 && t.c == 6) /* taken */
		return 1;
	return 0;
}
E2

# ---- a pointer in it

taken pointing '' 'pointing(9)' <<'E2'
struct view { int *at; long n; };
static struct view view_of(int *a, long n)
{
	return (struct view){a, n};
}
static void put(struct view v, int value)
{
	*v.at = value;
}
int pointing(int n)
{
	int here = 1, there = 2;
	struct view v = view_of(&here, n);

	put(v, n);
	if (there != 2) /* never true */
		return 2;
	if (here == 9) /* taken */
		return 1;
	return 0;
}
E2

# ---- by pointer, by a library, of many bytes

taken others '' 'others(6, 2)' <<'E2'
#include <stdlib.h>
struct big { int n[500]; };
struct two { int a, b; };
static struct two one_way(int n) { return (struct two){n, 1}; }
static struct two other_way(int n) { return (struct two){n, 2}; }
static struct big filled(int n)
{
	struct big b = {{n}};

	b.n[499] = n + 1;
	return b;
}
int others(int n, int k)
{
	struct two (*way)(int) = k & 1 ? one_way : other_way;
	struct two t = way(n);
	div_t d = div(n, 4);
	struct big b = filled(n);

	if (t.b == 2 && d.rem == 2 && b.n[499] == 7) /* taken */
		return 1;
	return 0;
}
E2

# ---- of a callee that calls itself

taken down '' 'down(6, 2)' <<'E2'
struct two { int a, b; };
static struct two lower(int n, int more)
{
	if (more > 0 && more < 4)
		return lower(n + 1, more - 1);
	return (struct two){n, more};
}
int down(int n, int k)
{
	struct two t = lower(n, k);

	if (t.a < n && n < 1000000) /* never true */
		return 2;
	if (t.a == 8 && t.b == 0 && n == 6) /* taken */
		return 1;
	return 0;
}
E2

# ---- of C++: with a destructor, and thrown away

mkdir -p objects
cat > objects/objects.cc <<'E2'
struct thing {
	int n, *count;
	thing(int i, int *c) : n(i), count(c) { ++*count; }
	thing(const thing &t) : n(t.n), count(t.count) { ++*count; }
	~thing() { --*count; }
};
struct plain { long a, b, c; };
static thing make(int n, int *count)
{
	thing t(n, count);
	if (n > 5)
		return thing(n + 1, count);
	return t;
}
static plain fill(long n)
{
	plain p = {n, n, n};
	if (n == 3)
		throw n;
	return p;
}
extern "C" int objects(int n, long m)
{
	int count = 0;
	plain p = {1, 1, 1};
	{
		thing t = make(n, &count);
		if (t.n == 8 && n == 7) /* taken */
			return 1;
	}
	try {
		p = fill(m);
	} catch (long) {
		if (p.a == 1) /* taken */
			return 2;
	}
	return 0;
}
E2
cplusplus objects

# ---- constructed where the caller wants it

mkdir -p placed
cat > placed/placed.cc <<'E2'
struct thing {
	int n, k;
	thing *self;
	thing(int i) : n(i), k(2 * i), self(this) { }
	thing(const thing &t) : n(t.n), k(t.k), self(this) { }
	bool is_moved() const { return self != this; }
};
static thing make(int n)
{
	if (n > 5)
		return thing(n + 1);
	thing t(n);
	return t;
}
extern "C" int placed(int n)
{
	thing t[2] = {make(n), make(1)};
	if (t[0].k != 2 * t[0].n && n < 1000) /* never true */
		return 3;
	if (make(n + 1).n == 13 && t[0].n != 12) /* never true */
		return 4;
	if (t[0].is_moved() || t[1].is_moved()) /* never true */
		return 2;
	if (t[n & 1].k == 2468) /* taken */
		return 1;
	return 0;
}
E2
cplusplus placed

# ---- tables of functions: constant ones are known, others change

taken tables '' 'tables(3, 1)' <<'E2'
struct ops { const char *name; int size; int (*at)(int); double scale[2]; int (*other)(int); };
static int thrice(int n)
{
	return 3 * n;
}
static int negated(int n) { return -n; }
static const struct ops table[] = {{"thrice", 1, thrice, {1.5, 2}, 0},
				   {"negated", 2, negated, {2.5, 3}, thrice}};
static struct ops changing = {"changing", 3, negated};
static int use(const struct ops *o, int n) { return o->at(n) + (o->other ? o->other(n) : 0); }
static int given(int n) { return n + 1000; }
void change(struct ops *o) { o->at = given; }
int tables(int n, int k)
{
	const struct ops *o = &table[k & 1];
	void (*by)(struct ops *) = change;

	if (o->size != (k & 1) + 1 || table[1].scale[0] != 2.5) /* never true */
		return 8;
	if (use(&table[0], 5) != 15 || use(o, 4) == 4) /* never true */
		return 7;
	if (table[0].name == table[1].name && n == 5) 
		return 6;
	if (n == 3)
		by(&changing);
	if (changing.at(7) == 1007 && use(o, 7) == 14) /* taken */
		return 1;
	return 0;
}
E2
taken hidden '' 'hidden(712345)' <<'E2'
struct ops { int (*at)(int); };
static int found(int n)
{
	if (n * 3 == 2137035) /* taken */
		return 7;
	return 0;
}
static const struct ops inner = {found};
static const struct { int n; const struct ops *ops; } outer = {1, &inner};
int hidden(int n)
{
	unsigned s = n;

	for (int i = 0; i < 300; i++)
		s = s * 1664525 + 1013904223;
	if (s == 77) /* taken */
		return 2;
	return outer.ops->at(n) == 7;
}
E2
