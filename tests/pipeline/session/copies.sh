# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that copy memory or texts into, or out of, arrays in structures and on the stack, behind which
# memory goes on; memcpy() between places that overlap. Of the functions without a fault nothing is told.
. "$ME_ROOT/tests/check.sh"

tested() { # function [what is told]
	status=$(status_of "$1.log" "$me" test --time=10 copies.c "$1")
	if [ "${2:-}" ]; then
		check_equal "$1_status" 4 "$status"
		check_line "$1_told" "$2" "$1.log"
	else
		check_equal "$1_status" 0 "$status"
	fi
}
cat > copies.c <<'E2'
#include <string.h>
struct axis { char label[12]; int width; char unit[8]; };
int named(struct axis *a, const char *text)
{
	strncpy(a->label, text, sizeof a->label);
	return (int)strlen(a->label);
}
int named_whole(struct axis *a, const char *text)
{
	strncpy(a->label, text, sizeof a->label - 1);
	a->label[11] = 0;
	return (int)strlen(a->label);
}
int width(const struct axis *a)
{
	return (int)strlen(a->label);
}
int set(struct axis *a, const char *text)
{
	strcpy(a->label, text);
	return a->width;
}
int set_short(struct axis *a, const char *text)
{
	if (strlen(text) > 11)
		return -1;
	strcpy(a->label, text);
	return a->width;
}
int local(const char *s)
{
	char b[8];
	strncpy(b, s, 8);
	return (int)strlen(b);
}
struct buffer { char text[64]; int used; };
int append(struct buffer *b, const char *s, int n)
{
	if (n < 0 || n > 64)
		return -1;
	memcpy(b->text + b->used, s, n);
	b->used += n;
	return 0;
}
int append_some(struct buffer *b, const char *s, int n)
{
	if (n < 0 || n > 64 - b->used)
		return -1;
	memcpy(b->text + b->used, s, n);
	b->used += n;
	return 0;
}
int cut(struct buffer *b, int at, int n)
{
	if (b->used < 0 || b->used > 64 || at < 0 || n < 0 || at > b->used || n > b->used - at)
		return -1;
	memcpy(b->text + at, b->text + at + n, b->used - at - n);
	b->used -= n;
	return b->used;
}
int cut_moved(struct buffer *b, int at, int n)
{
	if (b->used < 0 || b->used > 64 || at < 0 || n < 0 || at > b->used || n > b->used - at)
		return -1;
	memmove(b->text + at, b->text + at + n, b->used - at - n);
	b->used -= n;
	return b->used;
}
struct queue { double v[16]; unsigned n; };
void pop(struct queue *q)
{
	if (q->n) {
		memmove(q->v, q->v + 1, q->n * sizeof *q->v);
		q->n--;
	}
}
void pop_one(struct queue *q)
{
	if (q->n) {
		memmove(q->v, q->v + 1, (q->n - 1) * sizeof *q->v);
		q->n--;
	}
}
E2
tested named 'no text ends in label \(12 elements\)'
tested named_whole
tested width
tested set 'the copy is outside of label \(12 elements\)'
tested set_short
[ "$sanitized" ] || tested local 'no text ends in b \(8 elements\)'
tested append 'the copy is outside of text \(64 elements\)'
tested append_some
tested cut 'memcpy\(\) between places that overlap'
tested cut_moved
tested pop 'the copy is outside of v \(16 elements\)'
tested pop_one
