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
