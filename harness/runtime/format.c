/* SPDX-License-Identifier: GPL-3.0-or-later */
/* format.c - reads texts according to scanf formats. */
#include "harness/runtime/format.h"

static int is_blank(unsigned char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ---- conversions */

struct conversion {
	int discarded; /* %* */
	unsigned most; /* width, or 0 */
	char modifier; /* of the length: h, H (hh), l, L (also ll, j, q, z, t) or 0 */
	char letter;
	const char *set; /* of %[: its [ */
	const char *end; /* the rest of the format; null: it is incomplete */
};

/* Parses a conversion after its %. */
static struct conversion read_conversion(const char *f)
{
	struct conversion c = {0, 0, 0, 0, NULL, NULL};

	if (*f == '*') {
		c.discarded = 1;
		f++;
	}
	for (; *f >= '0' && *f <= '9'; f++)
		c.most = c.most < 1000 ? c.most * 10 + (unsigned)(*f - '0') : c.most;
	for (; *f == 'h' || *f == 'l' || *f == 'L' || *f == 'j' || *f == 'q' ||
	       *f == 'z' || *f == 't';
	     f++)
		c.modifier = *f == 'h'	 ? (c.modifier == 'h' ? 'H' : 'h')
			     : *f == 'l' ? (c.modifier == 'l' ? 'L' : 'l')
					 : 'L';
	c.letter = *f;
	c.set = f;
	if (c.letter == '[') { /* the first ] of a set is one of its members */
		f += f[1] == '^';
		f += f[1] == ']';
		do
			f++;
		while (*f && *f != ']');
	}
	if (*f)
		c.end = f + 1;
	return c;
}

static enum me_type integer_type(char modifier, int is_signed)
{
	switch (modifier) {
	case 'H':
		return is_signed ? ME_I8 : ME_U8;
	case 'h':
		return is_signed ? ME_I16 : ME_U16;
	case 0:
		return is_signed ? ME_I32 : ME_U32;
	default:
		return is_signed ? ME_I64 : ME_U64;
	}
}

/* The form of the number that a conversion reads, of type ME_VOID for none. */
static struct number_form form_of(const struct conversion *c)
{
	struct number_form form = {ME_VOID, 10, (uint16_t)c->most};

	switch (c->letter) {
	case 'd':
	case 'u':
		form.type = integer_type(c->modifier, c->letter == 'd');
		break;
	case 'i':
	case 'o':
	case 'x':
	case 'X':
		form.type = integer_type(c->modifier, c->letter == 'i');
		form.base = c->letter == 'i' ? 0 : c->letter == 'o' ? 8 : 16;
		break;
	case 'a':
	case 'e':
	case 'f':
	case 'g':
	case 'A':
	case 'E':
	case 'F':
	case 'G':
		form.type = c->modifier == 'L'	 ? ME_F80
			    : c->modifier == 'l' ? ME_F64
						 : ME_F32;
		form.base = 0;
		break;
	default:
		break;
	}
	return form;
}

/* Whether a set, which begins at [, has the character. */
static int in_set(const char *set, unsigned char c)
{
	int turned = set[1] == '^', found = 0;
	const char *s = set + 1 + turned;

	do {
		if (s[1] == '-' && s[2] && s[2] != ']') {
			found |= c >= (unsigned char)s[0] && c <= (unsigned char)s[2];
			s += 3;
		} else {
			found |= c == (unsigned char)*s++;
		}
	} while (*s && *s != ']');
	return found != turned;
}

/* The end of what %s, %c or %[ reads at `text`; null if it reads nothing. */
static const char *skip_text(const char *text, const struct conversion *c)
{
	unsigned most = c->most ? c->most : c->letter == 'c' ? 1 : ~0u, n = 0;

	if (c->letter == 's')
		while (is_blank((unsigned char)*text))
			text++;
	while (n < most && text[n] &&
	       (c->letter == 'c' ||
		(c->letter == 's' && !is_blank((unsigned char)text[n])) ||
		(c->letter == '[' && in_set(c->set, (unsigned char)text[n]))))
		n++;
	return n ? text + n : NULL;
}

/* Does one conversion; returns the rest of the text, or null when the scan ends. */
static const char *scan_one(const char *text, const struct conversion *c,
			    format_visit_fn *visit, const void *context)
{
	struct number_form form = form_of(c);
	struct text rest = {(const unsigned char *)text, ME_SIZE_MOST, 1};

	if (form.type == ME_VOID)
		return c->letter == 'n' ? text : skip_text(text, c);
	struct number_place n = number_find(&rest, form);
	visit(context, &n);
	return n.length ? (const char *)n.at + n.length : NULL;
}

void format_scan(const char *text, const char *format, format_visit_fn *visit,
		 const void *context)
{
	while (text && *format) {
		if (is_blank((unsigned char)*format)) {
			while (is_blank((unsigned char)*text))
				text++;
			format++;
		} else if (*format != '%' || format[1] == '%') {
			format += *format == '%';
			if (*text++ != *format++)
				return;
		} else {
			struct conversion c = read_conversion(++format);
			if (!c.end)
				return;
			text = scan_one(text, &c, visit, context);
			format = c.end;
		}
	}
}

/* A character that the conversion reads. */
static unsigned char example(const struct conversion *c)
{
	unsigned char member = 1;

	if (c->letter == 's' || c->letter == 'c')
		return 'a';
	if (c->letter != '[')
		return '1';
	/* Printed ones first. */
	for (unsigned i = 0; i < 255; i++) {
		member = (unsigned char)(1 + (i + '0' - 1) % 255);
		if (in_set(c->set, member))
			break;
	}
	return member;
}

size_t format_sample(const char *format, unsigned char *out, size_t size)
{
	size_t n = 0;

	while (*format && n < size) {
		if (*format != '%' || format[1] == '%') {
			format += *format == '%';
			out[n++] = (unsigned char)*format++;
			continue;
		}
		struct conversion c = read_conversion(format + 1);
		if (!c.end)
			break;
		format = c.end;
		if (c.letter == 'n')
			continue;
		size_t count = c.letter == 'c' && c.most ? c.most : 1;
		while (count-- && n < size)
			out[n++] = example(&c);
		/* Whether the next text has to be separated from this one. */
		if (*format == '%' && form_of(&c).type != ME_VOID && n < size)
			out[n++] = ' ';
	}
	return n;
}
