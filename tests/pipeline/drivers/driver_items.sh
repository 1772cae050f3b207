# SPDX-License-Identifier: GPL-3.0-or-later
# Containers of void *, made by a function that stores them at its last argument: what they keep is
# found again by its address, and freed where the function under test frees it.
. "$ME_ROOT/tests/check.sh"

cat > bag.c <<'END2'
#include <stdbool.h>
#include <stdlib.h>
struct options { size_t limit; void *(*take)(size_t); };
typedef struct bag {
	size_t used, limit;
	void **item;
	int (*order)(const void *, const void *);
} bag;
void options_init(struct options *o)
{
	o->limit = 6;
	o->take = malloc;
}
int bag_new(int (*order)(const void *, const void *), bag **out)
{
	struct options o;
	bag *b = malloc(sizeof *b);

	options_init(&o);
	if (!b)
		return -1;
	b->used = 0;
	b->limit = o.limit;
	b->item = o.take(o.limit * sizeof *b->item);
	b->order = order;
	*out = b;
	return 0;
}
void bag_destroy(bag *b)
{
	free(b->item);
	free(b);
}
int bag_put(bag *b, void *item)
{
	if (b->used >= b->limit) {
		b->item = realloc(b->item, 2 * b->limit * sizeof *b->item);
		b->limit *= 2;
	}
	b->item[b->used++] = item;
	return 0;
}
/* Each item of which the predicate holds goes. */
void bag_filter(bag *b, bool (*keeps)(const void *))
{
	size_t n = 0;

	for (size_t i = 0; i < b->used; i++)
		if (keeps(b->item[i]))
			b->item[n++] = b->item[i];
	b->used = n;
}
int bag_find(const bag *b, const void *item)
{
	for (size_t i = 0; i < b->used; i++)
		if (b->item[i] == item)
			return i > 0 ? 2 : 1;
	return 0;
}
size_t bag_size(const bag *b)
{
	if (b->used > 2)
		return 3;
	return b->used;
}
int bag_empty(bag *b)
{
	int n = 0;

	for (; b->used > 0; n++)
		free(b->item[--b->used]);
	return n;
}
END2
check_equal driver_items 0 "$(status_of items.log "$me" test --time=40 bag.c bag_put bag_find bag_size bag_empty)"
check_line driver_items_grow '^bag_put +2 +2 +0 +0 +0$' items.log
check_line driver_items_found '^bag_find +6 +6 +0 +0 +0$' items.log
check_line driver_items_called '^bag_size +2 +2 +0 +0 +0$' items.log
check_line driver_items_freed '^bag_empty +2 +2 +0 +0 +0$' items.log
check_line driver_items_made 'bag_new\(.*, &b\);$' bag.c.me/bag_find/bag_find_driver.c
check_line driver_items_callback 'bag_filter\(b, bag_find_bag_filter_keeps\);$' bag.c.me/bag_find/bag_find_driver.c
check_line driver_items_limit 'guess: up to 7 calls come before the last one$' bag.c.me/bag_put/bag_put_driver.c
check_line driver_items_blocks 'guess: what is kept by its address is one of 4 blocks' bag.c.me/bag_find/bag_find_driver.c

# An iterator begins by its own function, behind the calls that fill what it goes over, and goes on by calls
# of the tested function; so does one over a list whose members that function does not name.
cat > walk.c <<'END2'
#include <stdlib.h>
typedef struct { int used, limit; double *value; } shelf;
typedef struct { const shelf *of; int at; } walk;
shelf *shelf_new(int limit)
{
	shelf *s = malloc(sizeof *s);

	if (!s)
		return NULL;
	*s = (shelf){.limit = limit};
	s->value = calloc(limit + 1, sizeof *s->value);
	return s;
}
void shelf_free(shelf *s)
{
	free(s->value);
	free(s);
}
void shelf_add(shelf *s, double x)
{
	if (s->used < s->limit)
		s->value[s->used++] = x;
}
void initWalk(walk *w, const shelf *s)
{
	w->of = s;
	w->at = 0;
}
int walk_next(walk *w, double *value)
{
	if (w->at >= w->of->used)
		return w->at ? -1 : 0;
	*value = w->of->value[w->at++];
	return *value > 7 ? 2 : 1;
}
struct link { int key; struct link *next; };
struct chain { struct link *first; };
struct cursor { struct link *at; int skipped; };
void cursor_begin(struct cursor *c, struct chain *l)
{
	c->at = l->first;
	c->skipped = 0;
}
int cursor_next(struct cursor *c)
{
	while (c->at && c->at->key < 0) {
		c->skipped++;
		c->at = c->at->next;
	}
	return c->at ? c->at->key : -c->skipped;
}
END2
check_equal walk 0 "$(status_of walk.log "$me" test --time=30 walk.c walk_next cursor_next)"
check_line walk_next '^walk_next +6 +6 +0 +0 +0' walk.log
check_line walk_cursor '^cursor_next +6 +6 +0 +0 +0' walk.log
check_line walk_begins '^	initWalk\(&w, w_s\);$' walk.c.me/walk_next/walk_next_driver.c

# What a function that it is passed to divides by, and nothing asks whether it is 0, is made larger.
cat > wheel.c <<'END2'
#include <stdlib.h>
struct wheel { int spokes, at, *load; };
struct wheel *wheel_new(int spokes)
{
	struct wheel *w = malloc(sizeof *w);

	if (!w)
		return NULL;
	w->spokes = spokes;
	w->at = 0;
	w->load = calloc(spokes, sizeof *w->load);
	return w;
}
void wheel_free(struct wheel *w)
{
	free(w->load);
	free(w);
}
static int behind(int at, int count) { return (at + 1) % count; }
int wheel_turn(struct wheel *w, int load)
{
	w->at = behind(w->at, w->spokes);
	w->load[w->at] += load;
	return w->load[w->at] > 20 ? load : 0;
}
END2
check_equal wheel 0 "$(status_of wheel.log "$me" test --time=10 wheel.c wheel_turn)"
check_line wheel_turn '^wheel_turn: 2 branches: 2 covered' wheel.log
check_line wheel_divides "'wheel_turn,w_spokes:1\.\.16" wheel.log
