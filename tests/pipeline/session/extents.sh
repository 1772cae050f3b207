# SPDX-License-Identifier: GPL-3.0-or-later
# Sizes of arrays: taken from the source where it declares them; where it does not, they are
# guessed from the body, a note says so, and a proof that rests on a default names it.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/entry.sh"

declared() { # name entry source ranges [OPTION]
	if built "$1" "$2" "$3" "${5:-}"; then
		check_equal "extents_$1" "$4" "$("$1/fuzz_target" --units |
			sed -n 's/.*"kind":"entry".*"ranges":"\([^"]*\)".*/\1/p')"
	else
		not_ok "extents_$1" "$(tail -n 5 "$1/build.log")"
	fi
}

cat > sizes.f90 <<'E2'
subroutine sizes(a, n, b, m, c, d, e, f)
	integer :: n, m
	real(8) :: a(n), b(n, m), c(2*n + 1), d(0:n), e(3, *), f(5)
	if (a(n) > 3) a(1) = 3
	if (b(n, m) > 3) a(1) = 4
	if (c(2*n + 1) > d(n)) a(1) = 5
	if (e(2, 1) > f(5)) a(1) = 6
end subroutine
E2
declared fortran sizes sizes.f90 'a:8,n:len(a),m:0..8,b:64,c:17,d:9,e:2'
declared fortran_ranges sizes,n:2..5,m:3..4,e:3 sizes.f90 'n:2..5,m:3..4,e:3,a:5,b:20,c:11,d:6'
declared fortran_count 'sizes,b:6' sizes.f90 'b:6,a:8,n:len(a),c:17,d:9,e:2'
# No access is beyond the arrays where n and m are at least 1.
search fortran_ranges -runs=20000
check_line extents_fortran_runs 'INFO: me: only inputs of n:2..5,m:3..4,e:3,a:5,b:20,c:11,d:6 are run' fortran_ranges/log
check_line extents_fortran_covers '8 of 8 goals covered' fortran_ranges/log

cat > sizes.c <<'E2'
int fixed(double a[static 8], double b[6]) { return a[7] > b[5]; }
int counted(int n, double a[n], double c[n]) { return n > 3 && a[2] > 3 && c[2] > 4; }
int square(int n, int m, double a[n][m]) { return n > 3 && m > 2 && a[1][0] > 3; }
int bare(const double *x, int n, double v)
{
	int k = 0;

	if (n < 2)
		return 0;
	for (int i = 0; i < n; i++)
		k += x[i] < v;
	return k == 2 && v > 2 ? 1 : k;
}
int plain(const double *x, int k) { return *x > k; }
int text(const char *s, int n)
{
	int i = 0;

	if (n > 4 && n < 3)
		return 1;
	while (s[i])
		i++;
	return i > 16;
}
int null(int *p, int n)
{
	if (!p)
		return n > 4 ? 1 : 2;
	return n > 4 && n < 3;
}
E2
declared fixed fixed sizes.c ''
check_line extents_fixed_count '"name":"a","pointer":true,"count":8,.*"name":"b","pointer":true,"count":6,' \
	"$(fixed/fuzz_target --units > fixed/units; echo fixed/units)"
with_gcc -ge 11 extents_counted extents_square && {
	declared counted counted sizes.c 'a:8,n:len(a),c:n'
	declared square square sizes.c 'n:0..8,m:0..8,a:64'
}
declared length 'bare,n:len(x)' sizes.c 'n:len(x),x:8'
search length -runs=20000
check_line extents_length_covers '8 of 8 goals covered|all goals are closed' length/log

# What moves in a member's array says nothing of how many structures there are.
cat > ring.c << 'E2'
#include <string.h>
struct ring { double x[5]; int n, head; };
int push(struct ring *r, double v)
{
	if (r->n == 5) {
		int i = 0;
		while (i < 5 && r->x[i] != r->x[r->head])
			i++;
		memmove(r->x + i, r->x + i + 1, (4 - i) * sizeof(double));
		r->n--;
	}
	r->x[r->n++] = v;
	r->head = (r->head + 1) % 5;
	return r->n;
}
E2
declared ring push ring.c 'r.n:0..5,r.head:0..4'

# All bounds of an array may be given, as its type has them.
echo 'int trace(double p[2][3]) { return p[0][0] + p[1][1] > 7; }' > trace.c
declared bounds trace,p:2x3 trace.c p:2x3
refused bounds_other trace,p:3x2 trace.c 'other bounds behind the first'

# ---- enumerations have their enumerators, and others where a switch or comparison asks

cat > enumerations.c <<'E2'
enum step { FIRST, SECOND, THIRD };
enum option { RAW = 1, SORTED = 2, UNIQUE = 8 };
enum level { COLD = -10, WARM = 5, HOT = 30 };
struct part { double x; enum step s; };
static int is_past(enum level l) { return l > HOT; }
static int (*const table[])(enum level) = {is_past, is_past, is_past};
int enumerations(enum step s, enum option o, enum level l, const struct part *p)
{
	switch (p->s) {
	case FIRST:
		return 1;
	case SECOND:
		return 2;
	case THIRD:
		return o & RAW && o & UNIQUE ? 3 : 4;
	}
	return is_past(l) ? 5 : table[s](l);
}
E2
declared enumerations enumerations enumerations.c 's:0..2,o:0..11,l:-10..31,p.s:0..3'
search enumerations -runs=20000
check_no_line extents_enumerations_pass 'runs? failed' enumerations/log

# ---- what the body says where nothing declares it

declared bare bare sizes.c 'x:8,n:len(x)'
declared more bare,v:0..1 sizes.c 'v:0..1,x:8,n:len(x)'
declared own bare,x:20 sizes.c 'x:20'
declared null_guess null sizes.c 'p:?'
declared null_count null,p:1 sizes.c 'p:1'
cat > finds.c <<'E2'
#include <string.h>
int finds(const char *p)
{
	const char *q = p + 3;
	if (p[0] != '#')
		return 0;
	q = strchr(q, ';');
	if (!q)
		return 1;
	--q;
	return *q == 'x';
}
E2
declared null_found finds finds.c ''
check_line extents_note "note: plugin me: .x. has n elements, as this access has it" bare/build.log
check_line extents_note_null "note: plugin me: .p. may be null, as it is compared here" null_guess/build.log
built plain plain sizes.c
check_no_line extents_note_none 'note: plugin me' plain/build.log
check_no_line extents_note_taken 'note: plugin me' length/build.log
cat > guesses.c <<'E2'
#include <stddef.h>
/* Solves with an upper triangle whose rows are lda numbers apart. */
int back(int n, const double *u, int lda, double *b)
{
	if (n < 0 || lda < n)
		return -1;
	for (int i = n - 1; i >= 0; i--) {
		for (int j = i + 1; j < n; j++)
			b[i] -= u[i * lda + j] * b[j];
		if (u[i * lda + i] == 0)
			return i + 1;
		b[i] /= u[i * lda + i];
	}
	return 0;
}
double polynomial(const double *c, unsigned degree, double x)
{
	double r = 0;

	for (unsigned i = 0; i <= degree; i++)
		r = r * x + c[degree - i];
	return r > 3 ? 3 : r;
}
static double total(const double *from, size_t count)
{
	double sum = 0;

	for (const double *end = from + count; from < end; from++)
		sum += *from;
	return sum;
}
int axes(const double *v, size_t n, double *out)
{
	const size_t m = n;

	if (!out)
		return 1;
	out[0] = total(v, m);
	out[2] = 1;
	return out[0] > 5 ? 2 : 0;
}
E2
declared back back guesses.c 'n:-1..8,b:8,n:len(b),lda:0..8,u:64'
declared polynomial polynomial guesses.c 'degree:0..8,c:9'
declared axes axes guesses.c 'v:8,n:len(v),out:3?'
search back -runs=20000
check_line extents_back '10 of 10 goals covered|all goals are closed' back/log
check_no_line extents_back_faults 'SIGSEGV' back/log

# An integer that does nothing but keep others below it is the length, also where what it is compared
# with wraps, or a sum is too large; one that an index may reach is none.
cat > guards.c <<'E2'
#include <stddef.h>
#include <string.h>
int window(const double *x, int length, int from, int n)
{
	double sum = 0;

	if (from < 0 || n < 1 || from >= length || n > length)
		return 0;
	for (int i = 0; i < n; i++)
		sum += x[from + i];
	return sum > 3;
}
int area(unsigned char *pixels, unsigned room, unsigned width, unsigned height)
{
	if (width * height > room)
		return -1;
	for (unsigned y = 0; y < height; y++)
		for (unsigned x = 0; x < width; x++)
			pixels[y * width + x] ^= 255;
	return 0;
}
int sum(const int *table, int n, int base, int offset)
{
	if (base < 0 || offset < 0 || (int)((unsigned)base + (unsigned)offset) >= n)
		return -1;
	return table[(int)((unsigned)base + (unsigned)offset)];
}
int strided(const short *x, size_t n, unsigned width, unsigned height, unsigned stride)
{
	int sum = 0;

	if (width > stride || !stride || height > n / stride)
		return -1;
	for (unsigned y = 0; y < height; y++)
		for (unsigned k = 0; k < width; k++)
			sum += x[(size_t)y * stride + k];
	return sum;
}
int cut(const char *from, int n, char *to, int room)
{
	if (n < 0 || room < 1)
		return -1;
	if (n >= room)
		n = room - 1;
	memcpy(to, from, n);
	to[n] = 0;
	return n;
}
void least(const double *x, unsigned n, double *y, unsigned most)
{
	unsigned m = n < most ? n : most;

	for (unsigned i = 0; i < m; i++)
		y[i] = x[i] * 2;
}
double up_to(const double *x, int i, int last)
{
	return i < 0 || i > last ? 0 : x[i];
}
int digits(unsigned char *out, int room, unsigned v)
{
	int written = 0;

	for (; v; v >>= 8) {
		if (written + 2 > room)
			return -1;
		out[written++] = v & 15;
		out[written++] = v >> 4 & 15;
	}
	return written;
}
int ended(char *to, const char *from, int n, int room)
{
	if (n > room)
		n = room;
	for (int i = 0; i < n; i++)
		to[i] = from[i];
	to[n] = 0;
	return n;
}
int copied(int *first, const int *from, int n)
{
	int to[32];

	if (n > 32)
		return -1;
	to[0] = 0;
	memcpy(to, from, n * sizeof *to);
	*first = to[0];
	return n;
}
int refused(int *first, const int *from, int n)
{
	int to[32];

	if (n < 1 || n > 32)
		return -1;
	memcpy(to, from, n * sizeof *to);
	*first = to[0];
	return n;
}
double from_one(double *a, int n, int most)
{
	double s = 0;

	if (n > most)
		n = most;
	for (int i = 1; i <= n; i++)
		s += a[i];
	return s;
}
E2
declared window window guards.c 'x:8,length:len(x)'
declared area area guards.c 'pixels:8,room:len(pixels)'
declared sum sum guards.c 'table:8,n:len(table)'
declared strided strided guards.c 'x:8,n:len(x)'
declared cut cut guards.c 'room:-1..8,to:8,room:len(to),from:7,n:-1..8'
declared least least guards.c 'x:8,n:len(x),y:8,most:len(y)'
declared up_to up_to guards.c 'i:-1..8,last:0..8,x:9'
# Two are asked for and two written; one is written behind what is asked for; the first is none.
declared digits digits guards.c 'out:8,room:len(out)'
declared ended ended guards.c 'to:8,room:len(to),from:room,n:0..8'
declared from_one from_one guards.c 'most:0..8,a:9'
# A negative number of bytes is huge.
declared copied copied guards.c 'n:-1..33,from:33,n:len(from)'
declared refused refused guards.c 'n:-1..33,from:33,n:len(from)'
for name in window area sum ended copied; do
	search $name -runs=20000
	check_equal guards_$name 77 $?
done
check_line guards_past 'SIGSEGV: read of x\[[0-9]+\], past the end of x \([0-9]+ elements? of 8 bytes\)' window/log
check_line guards_front 'SIGSEGV: read of table\[-[0-9]+\], in front of table \([0-9]+ elements? of 4 bytes\)' sum/log
check_line guards_negative 'copied\(.*, -1\): SIGSEGV' copied/log
check_line guards_end 'SIGSEGV: write to to\[[0-9]+\], past the end of to \([0-9]+ elements? of 1 byte\)' ended/log
for name in strided cut least up_to digits from_one refused; do
	search $name -runs=20000
	check_equal guards_$name 0 $?
done

# Where an array is empty, the access that is a fault elsewhere is told once.
check_equal area 4 "$(status_of area.log "$me" test --time=10 guards.c area)"
check_line area_told 'past the end of pixels \([1-9][0-9]* elements? of 1 byte\)' area.log
check_no_line area_once 'which is no fault' area.log

# Bytes with their length, in which nothing but themselves says where to go on.
cat > parsed.c <<'E2'
#include <stddef.h>
int parsed(const unsigned char *data, size_t size)
{
	size_t at = 0;
	int sum = 0;

	while (at + 2 <= size) {
		unsigned length = data[at] << 8 | data[at + 1];
		at += 2;
		for (unsigned i = 0; i < length; i++)
			sum += data[at + i];
		at += length;
	}
	return sum;
}
int chosen(const unsigned char *next, size_t n)
{
	int sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += next[next[i]];
	return sum;
}
int elsewhere(const unsigned char *x, size_t n, const unsigned *shift)
{
	int sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i] - x[shift[i] + 1];
	return sum;
}
E2
for name in parsed chosen elsewhere; do
	built $name $name parsed.c
	search $name -runs=20000
	status=$?
	check_equal parsed_$name $([ $name = parsed ] && echo 77 || echo 0) $status
done
check_line parsed_past 'SIGSEGV: read of data\[[0-9]+\], past the end of data \([0-9]+ elements? of 1 byte\)' parsed/log
check_line parsed_chosen 'leaves what was assumed|outside of what was assumed|past the end of next' chosen/log

# A text is longer than what it is copied to, up to 256 bytes.
cat > copied.c <<'E2'
#include <stdio.h>
#include <string.h>
int copied(const char *text)
{
	char line[200];
	int n = 0;

	while (*text)
		line[n++] = *text++;
	line[n] = 0;
	return line[0];
}
int printed(const char *name, int id)
{
	char text[100];

	return id < 0 ? -1 : sprintf(text, "<%s:%d>", name, id);
}
int passed(const char *name)
{
	char text[100];

	return snprintf(text, sizeof text, "<%s>", name) > 12 && text[3] == 'x';
}
int longest(const char *name)
{
	return strlen(name) > 120 ? -1 : name[0] == 'x';
}
E2
count_of() { # directory
	sed -n 's/.*"pointer":true,"count":\([0-9]*\),.*/\1/p' "$1/units"
}
for case in copied:208 printed:108 passed:16 longest:128; do
	name=${case%:*}
	built $name $name copied.c
	$name/fuzz_target --units > $name/units
	check_equal text_$name ${case#*:} "$(count_of $name)"
done
search copied
check_equal text_copied_fails 77 $?
search longest -runs=20000
check_line text_longest '([0-9]+) of \1 goals covered' longest/log

# ---- proofs that rest on a default

proves() { # directory: verdicts in DIRECTORY/prove, coverage in DIRECTORY/cover
	search "$1" -runs=2000
	(cd "$1" && "$me" prove ./fuzz_target corpus) > "$1/prove" 2>&1
	(cd "$1" && "$me" cover ./fuzz_target corpus) > "$1/cover" 2>&1
}
cat > many.c <<'E2'
int many(const int *x, int n)
{
	int sum = 0;

	if (n > 8)
		return 1;
	if (n < 4 && n > 5)
		return 2;
	for (int i = 0; i < n; i++)
		sum += x[i] == 3;
	return sum;
}
E2
built many 'many,n:len(x)' many.c
proves many
check_line default_length 'n > 8.* is never true: infeasible \(.*; by default x has 8 elements\)$' many/prove
check_line default_length_cover 'n > 8.* is never true: infeasible \(by default x has 8 elements\)$' many/cover
check_line default_length_not 'n < 4 && n > 5.* is never true: infeasible \([^;]*\)$' many/prove
check_line default_length_not_cover 'n < 4 && n > 5.* is never true: infeasible$' many/cover
built given 'many,n:len(x),x:8' many.c
proves given
check_line given_length 'n > 8.* is never true: infeasible \([^;]*\)$' given/prove
(cd many && "$me" prove --json ./fuzz_target corpus) > many/json 2>&1
check_line default_kept '"how": *"[^"]*; by default x has 8 elements"' many/json
built null null,p:1 sizes.c
proves null
check_line default_null 'n > 4 [?].* is never true: infeasible \(.*; by default p is never null\)$' null/prove
check_line default_null_not 'n > 4 && n < 3.* is never true: infeasible \([^;]*\)$' null/prove
cat > range.f90 <<'E2'
subroutine range(a, n, m)
	integer :: n, m
	real(8) :: a(n, m)
	if (a(1, 1) > 3) return
	if (n > 80) m = 1
end subroutine
E2
built range range range.f90
proves range
check_line default_range 'n > 80.* is never true: infeasible \(.*; by default n is at most 8' range/prove

# ---- arrays of assumed shape have 0 to 4 elements in each dimension

cat > shape.f90 <<'E2'
integer function shape_of(x, y, table, mask, scale)
	real, intent(in) :: x(:), y(:), table(:, :)
	logical, intent(in), optional :: mask(:)
	integer, value, optional :: scale
	shape_of = 0
	if (size(x) > 4) shape_of = 1
	if (size(x) /= size(y) .or. size(table, 1) /= 3) return
	shape_of = 2
	if (size(x) == 0 .or. size(table, 2) < 2) return
	shape_of = 3
	if (present(scale)) shape_of = scale
	if (present(mask)) then
		if (size(mask) /= size(x)) return
		if (mask(1)) shape_of = 4
	end if
	if (table(3, size(table, 2)) > y(size(y))) shape_of = 5
end function
E2
declared shape shape_of shape.f90 'x:..4,y:..4,table:..4x4,mask:..4?,scale:?'
declared shape_given 'shape_of,x:..5,y:2,mask:3?' shape.f90 'x:..5,y:2,mask:3?,table:..4x4,scale:?'
search shape -runs=20000
proves shape
check_line shape_proven 'size\(x\) > 4.* is never true: infeasible \(.*; by default size\(x, 1\) is at most 4\)$' shape/prove
check_line shape_resolved '^16 of 16 goals resolved: 15 covered, 1 infeasible' shape/prove
check_no_line shape_faults 'SIGSEGV' shape/log
(cd shape && "$me" show --hex ./fuzz_target corpus/*) > shape/show 2>&1
check_line shape_call 'r = shape_of\(\[.*reshape\(\[.*\], \[3, [0-4]\]\)' shape/show

# ---- what no function uses, and no input can be, is null or zero

cat > unused.c <<'E2'
union tag { int i; float f; };
struct node {
	double key;
	struct node *next;
	union tag tag;
	void (*done)(void *);
	const char *names[2];
	int level;
};
int unused(const struct node *n, void *user, int (*compare)(double), union tag t)
{
	if (n->key > 3 && n->level == 7)
		return 1;
	return n->level > 9;
}
int used(const struct node *n) { return n->next ? 1 : 0; }
int operand(void *user, int n)
{
	__asm__ volatile("" : : "r"(user));
	return n > 3;
}
E2
built unused unused unused.c
proves unused
check_line unused_covers '4 of 4 goals resolved: 4 covered' unused/prove
(cd unused && "$me" show --hex ./fuzz_target corpus/*) > unused/show 2>&1
check_line unused_call 'unused\(&\(struct node\)\{[^,]*, 0, \{0\}, 0, \{0\}, 7\}, 0, 0, \{0\}\)$' unused/show
refused used used unused.c "its member 'next': a pointer inside a structure"
refused operand operand unused.c 'a pointer to void'

# ---- a proof names the values that an enumeration has by default

cat > level.c <<'E2'
enum unit { METRE, FOOT, MILE };
int level(enum unit u, enum unit to)
{
	static const double factors[] = {1, 0.3048, 1609.344};

	if (factors[u] > 2000)
		return 1;
	if (to == METRE)
		return 2;
	else if (to == FOOT)
		return 3;
	else if (to == MILE)
		return 4;
	return 5;
}
E2
declared level level level.c 'u:0..2,to:0..3'
proves level
check_line level_named 'factors\[u\] > 2000.* is never true: infeasible \(.*; by default u is 0\.\.2\)$' level/prove
check_line level_else '^8 of 8 goals resolved: 7 covered' level/prove

# ---- all arrays of one length have it, and guesses follow copies, members and pointers

cat > numerics.c <<'E2'
#include <string.h>
double both(const double *v, const double *w, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += v[i] * (w ? w[i] : 1);
	return sum > 9 ? 9 : sum;
}
struct queue { unsigned first, used; };
int push(struct queue *q, int *items, unsigned room, int item)
{
	if (q->first >= room || q->used >= room)
		return -1;
	items[(q->first + q->used) % room] = item;
	return items[q->first] == 7 && q->used++ > 2;
}
static double dot(const double *a, const double *b, int n)
{
	double s = 0;

	while (n--)
		s += *a++ * *b++;
	return s;
}
/* What is read behind the end of bytes, or of as many numbers as there are, is none of them. */
int repeats(const unsigned char *s, unsigned long n)
{
	int r = 0;

	for (unsigned long i = 0; i < n; i++)
		r += s[i] == s[i + 1];
	return r > 2;
}
double last_of(const double *x, int count)
{
	double most = 0;

	for (int i = 0; i <= count; i++)
		most = x[i] > most ? x[i] : most;
	return most;
}
double polynomial(const double *c, int degree, double x)
{
	double r = 0;

	for (int i = degree; i >= 0; i--)
		r = r * x + c[i];
	return r > 0 ? r : -r;
}
/* A text may be longer than what it is copied to. */
int field(const char *text)
{
	char digits[20];
	int n = 0;

	while (*text >= '0' && *text <= '9')
		digits[n++] = *text++;
	digits[n] = 0;
	return digits[0] == '7';
}
int number(const char *text)
{
	struct {
		int length;
		signed char digit[30];
	} d = {0, {0}};

	for (; *text >= '0' && *text <= '9'; text++)
		d.digit[d.length++] = *text - '0';
	return d.digit[0] == 7;
}
/* So may one whose length is asked for. */
struct labelled {
	int id;
	char name[20];
};
int labelled(const char *text, struct labelled *l)
{
	size_t n = strcspn(text, ";");

	if (strlen(text) > 32)
		return -1;
	if (n >= sizeof l->name)
		return -2;
	memcpy(l->name, text, n);
	return 0;
}
int slide(const double *x, int count, const double *taps, int width, double *out)
{
	if (width < 1)
		return -1;
	for (int i = 0; i + width <= count; i++)
		out[i] = dot(x + i, taps, width);
	return count > width && out[0] > 1;
}
double between(const double *y, long n)
{
	const double *end = y + n;
	double s = 0;

	if (n < 1)
		return 0;
	while (y != end)
		s += *y++;
	return s > 3 ? 3 : s;
}
int stepped(const float *x, int step, int n)
{
	int below = 0, at = 0;

	for (int i = 0; i < n; i++, at += step)
		below += x[at] < 0;
	return below > 3;
}
int partial(const double *s, int which)
{
	double sum = 0;

	for (int i = 0; i < which; i++)
		sum += s[i];
	return sum > s[5];
}
int twelve(const int *t, int n)
{
	for (int i = 0; i < n; i++)
		if (t[i] == i + 40)
			return 1;
	return n == 12 ? 2 : 3;
}
int wild(const int *t, const unsigned *order)
{
	return t[order[0]] > 5 && t[order[1]] > 6;
}
int words(const char *s, int *out, int most)
{
	int n = 0;

	for (int i = 0; s[i]; i++)
		if (s[i] == ' ' && n < most)
			out[n++] = i;
	return n > 2;
}
int gathered(const double *x, int n)
{
	double w[64];
	int k = 0;

	for (int i = 0; i < n; i++)
		if (x[i] > 0)
			w[k++] = x[i];
	return k > 1 && w[k - 1] > w[0];
}
int hashed(const unsigned *x, int n)
{
	int count[40] = {0};

	for (int i = 0; i < n; i++)
		count[x[i] % 40]++;
	return count[3] > 1;
}
E2
cat > upper.f90 <<'E2'
integer function upper(n, a, lda, b)
	integer, intent(in) :: n, lda
	real(8), intent(in) :: a(lda, *)
	real(8), intent(inout) :: b(*)
	integer :: i, j
	upper = 0
	if (lda < max(1, n)) return
	do i = n, 1, -1
		do j = i + 1, n
			b(i) = b(i) - a(i, j) * b(j)
		end do
		if (a(i, i) == 0) upper = i
	end do
end function
E2
declared both both numerics.c 'v:8,n:len(v),w:n?'
declared both_given 'both,v:5,n:len(v),w:n' numerics.c 'v:5,n:len(v),w:n'
declared push push numerics.c 'items:8,room:len(items),q.first:0..8'
declared slide slide numerics.c 'width:-1..8,taps:8,width:len(taps),out:8,count:len(out),x:16'
declared between between numerics.c 'n:-1..8,y:8,n:len(y)'
declared stepped stepped numerics.c 'step:0..8,n:0..8,x:65'
declared partial partial numerics.c 'which:0..8,s:8'
declared repeats repeats numerics.c 's:8,n:len(s)'
declared last_of last_of numerics.c 'x:8,count:len(x)'
declared polynomial polynomial numerics.c 'degree:0..8,c:9'
# An array of the body is overrun where the length is larger than it, and no index is bounded.
declared gathered gathered numerics.c 'x:65,n:len(x)'
declared hashed hashed numerics.c 'x:8,n:len(x)'
declared twelve twelve numerics.c 't:13,n:len(t)'
declared words words numerics.c 'out:8,most:len(out)'
declared upper upper upper.f90 'b:8,n:len(b),lda:0..8,a:64'
for f in both push slide between stepped partial twelve words upper; do
	search $f -runs=20000
	check_no_line guess_faults_$f 'SIGSEGV|fail' $f/log
done
built labelled labelled numerics.c
search labelled -runs=20000
check_line guess_labelled '4 of 4 goals covered' labelled/log
check_line guess_twelve '6 of 6 goals covered|all goals are closed' twelve/log
# index_outside NAME ARRAY SIZE: of chars; where UBSan checks it, by its words
index_outside() {
	built "$1" "$1" numerics.c
	search "$1" -runs=40000
	told="the index is outside of $2 \\($3 elements\\)"
	[ ! "$sanitized" ] || told="index $3 out of bounds for type '(signed )?char \\[$3\\]'"
	check_line "guess_$1" "$told" "$1/log"
}
index_outside field digits 20
index_outside number digit 30
# No bound of the index is known: elements behind the guessed ones are 0.
built wild wild,order:8 numerics.c
search wild -runs=20000
check_line guess_wild 'read of t\[[0-9]*\], past the end of t \(8 elements of 4 bytes, a guess\)' wild/log

# ---- notes in the source; what entry= has for a parameter replaces them

target noted 'f,x:5' <<'E2C'
#include <me/target.h>
ME_NOTES("x:3,n:len(x),t:0..1")
int f(const double *x, int n, double t)
{
	if (n > 3 || t > 1)
		return 1;
	return n == 3 && x[2] == 7;
}
E2C
(cd noted && mkdir corpus && ./fuzz_target -seed=1 -runs=2000 corpus) > noted.log 2>&1
check_line noted_said '^INFO: me: only inputs of x:5,n:len\(x\),t:0\.\.1 are run$' noted.log
check_line noted_limit '^INFO: me: stop: .*7 of 8 goals covered' noted.log
# The twin reads the inputs by these notes, too.
target noted_twin f <<'E2C'
#include <me/target.h>
#include <string.h>
ME_NOTES("x:4,n:len(x)")
int f(const double *x, int n)
{
	double y[4] = {0};
	memcpy(y, x, n * sizeof *x);
	return n > 3 && y[2] == 7;
}
E2C
(cd noted_twin && mkdir corpus && ./fuzz_target -seed=1 corpus) > noted_twin.log 2>&1
check_line noted_twin_session '^INFO: me: stop: .*4 of 4 goals covered' noted_twin.log
"$me" cover noted_twin/fuzz_target noted_twin/corpus > noted_twin.cover 2>&1
check_no_line noted_twin_cover 'not taken' noted_twin.cover
"$ME_CC" -Wall -Werror -I"$ME_ROOT/include" -c noted/*.c -o noted/plain.o > noted_plain.log 2>&1
check_equal noted_plain 0 $?
cat > noted/bad.c <<'E2C'
#include <me/target.h>
ME_NOTES("x")
int f(const double *x)
{
	return *x > 0;
}
E2C
"$me_cc" -g -O0 -fplugin-arg-me-entry=f noted/bad.c -o noted/bad > noted_bad.log 2>&1
check_line noted_bad "argument .entry=x.: expected PARAMETER:COUNT" noted_bad.log

# ---- more that people write: middles, sums, wraps, bits; what callers pass

cat > written.c <<'E2C'
#include <stdlib.h>
int locate(const double *x, int n, double v)
{
	int low = 0, high = n - 1;

	while (high - low > 1) {
		int middle = low + (high - low) / 2;
		if (x[middle] > v)
			high = middle;
		else
			low = middle;
	}
	return low;
}
int first_above(const double *x, int n, double v)
{
	int low = 0, high = n;

	while (low < high) {
		int middle = low + (high - low) / 2;
		if (x[middle] <= v)
			low = middle + 1;
		else
			high = middle;
	}
	return x[low] > 7;
}
int first_not_less(const double *x, int n, double v)
{
	int low = 0, high = n - 1;

	while (low < high) {
		int middle = (low + high) / 2;
		if (x[middle] < v)
			low = middle + 1;
		else
			high = middle;
	}
	return x[low] > v;
}
int first_equal(const double *x, int n, double v)
{
	int low = 0, high = n - 1;

	while (low <= high) {
		int middle = (low + high) / 2;
		if (x[middle] < v)
			low = middle + 1;
		else
			high = middle - 1;
	}
	return low < n && x[low] == v;
}
int run(const unsigned char *in, int n)
{
	int k = 1;

	for (int i = 0; i + k < n && in[i + k] == in[i];)
		k++;
	return k;
}
double periodic(const double *values, int period, long t)
{
	long k = t % period;

	if (k < 0)
		k += period;
	return values[k] > 1 ? 1 : values[k];
}
int bits_set(const unsigned char *bits, int n)
{
	int c = 0;

	for (int i = 0; i < n; i++)
		c += bits[i >> 3] >> (i & 7) & 1;
	return c > 12 ? 2 : c;
}
double swapped(double *re, int log_n)
{
	int n = 1 << log_n;

	for (int i = 0; i < n; i++)
		if (re[i] > 2)
			return re[i];
	return 0;
}
static double sum(const double *x, const int *many)
{
	double s = 0;

	for (int i = 0; i < many[0]; i++)
		s += x[i];
	return s;
}
double total(const double *x, int n)
{
	int many[2];

	many[0] = n;
	return n < 1 ? -1 : sum(x, many);
}
static int compare(const void *a, const void *b)
{
	return *(const double *)a < *(const double *)b ? -1 : 1;
}
double middle(double *x)
{
	qsort(x, 6, sizeof *x, compare);
	return x[0];
}
int hashed(const int *table, const int *key)
{
	int h = key[0] ^ key[1];

	return h < 0 ? -1 : table[h];
}
static double one(const double *p) { return *p; }
double weighed(double v, const double *w) { return v > 2 ? one(w) : 0; }
int main(void)
{
	static const int table[12];
	double a[6] = {0};
	int key[2] = {0}, n = 6;

	return middle(a) + total(a, n) + hashed(table, key) + weighed(1, NULL);
}
E2C
declared locate locate written.c 'x:8,n:len(x)'
declared first_above first_above written.c 'x:8,n:len(x)'
declared first_not_less first_not_less written.c 'x:8,n:len(x)'
declared first_equal first_equal written.c 'x:8,n:len(x)'
declared run run written.c 'in:8,n:len(in)'
declared periodic periodic written.c 'values:8,period:len(values)'
declared bits_set bits_set written.c 'n:0..32,bits:4'
declared swapped swapped written.c 'log_n:0..8,re:256'
declared swapped_checked swapped written.c 'log_n:0..8,re:256' -fsanitize=undefined
declared total total written.c 'n:-1..8,x:8,n:len(x)'
declared middle middle written.c 'x:6'
declared hashed hashed written.c 'table:12,key:2'
declared weighed weighed written.c 'w:?'
check_line extents_call "note: plugin me: .x. has n elements, as this call has it" total/build.log

# ---- what no extent says: rows below a leading dimension, indices out of another array

cat > rows.f90 <<'E2'
subroutine rows(m, n, a, lda, ipvt, x)
	integer :: m, n, lda, ipvt(n), i, j
	real(8) :: a(lda, n), x(n)
	do j = 1, n
		x(ipvt(j)) = 0
		do i = 1, m
			x(ipvt(j)) = x(ipvt(j)) + a(i, j)
		end do
	end do
end subroutine
subroutine late(n, x)
	integer :: n, i
	real(8) :: x(n)
	do i = 1, n
		if (x(i + 1) > 3) x(i) = 0
	end do
end subroutine
! A length that only declares, as in MINPACK: r is a triangle by rows, of n*(n+1)/2.
subroutine triangle(n, r, lr, x)
	integer :: n, lr, i, j, jj
	real(8) :: r(lr), x(n)
	if (n < 0) return
	jj = 1
	do i = 1, n
		do j = i, n
			x(i) = x(i) + r(jj)
			jj = jj + 1
		end do
		if (x(i) > 3) x(i) = 0
	end do
end subroutine
! m is at least n, and columns from k on are set.
subroutine columns(m, n, k, q, ldq, w, v)
	integer :: m, n, k, ldq, i, j
	real(8) :: q(ldq, m), w(m), v(n)
	do j = 1, n
		w(j) = v(j)
	end do
	do j = k + 1, m
		q(1, j) = 0
		if (w(j) > 3) w(j) = 0
	end do
end subroutine
! Here a length is asked for, and counts.
subroutine checked(n, r, lr)
	integer :: n, lr, i
	real(8) :: r(lr)
	if (lr < n) return
	do i = 1, n + 1
		r(i) = 0
	end do
end subroutine
! No other number could say how many there are.
integer function place(x, n, v)
	integer, intent(in) :: n
	real(8), intent(in) :: x(n), v
	place = 1
	do while (x(place) < v)
		place = place + 1
	end do
end function
E2
declared rows rows rows.f90 'ipvt:8,n:len(ipvt),x:n,m:0..8,lda:0..8,a:64'
declared triangle triangle rows.f90 'n:-1..8,x:8,n:len(x),r:8,lr:8..8'
declared columns columns rows.f90 'w:8,m:len(w),v:8,n:len(v),ldq:0..8,q:64,k:0..8'
for f in triangle columns; do
	search $f -runs=3000
	check_no_line extents_$f 'written to .*/(crash|timeout)' $f/log
done
built checked checked rows.f90
search checked -runs=3000
check_line extents_checked 'SIGSEGV: write to r\([0-9]*\), past the end of r \([0-9]* elements? of 8 bytes\)' checked/log
built place place rows.f90
search place -runs=3000
check_line extents_place 'SIGSEGV: read of x\([0-9]*\), past the end of x \([0-9]* elements? of 8 bytes\)' place/log
search rows -runs=3000
check_no_line extents_rows_faults 'failed|Test unit' rows/log
built late late rows.f90
search late -runs=3000
check_line extents_late 'SIGSEGV: read of x\([2-9]\), past the end of x' late/log

# ---- members that are indices of arrays with a size of their own, and those that bound them

cat > graph.c <<'END'
#include <stdbool.h>
enum { MOST = 16 };
struct graph { int n; int degree[MOST]; int to[MOST][MOST]; };
static void visit(const struct graph *g, int v, bool *seen)
{
	seen[v] = true;
	for (int i = 0; i < g->degree[v]; i++)
		if (!seen[g->to[v][i]])
			visit(g, g->to[v][i], seen);
}
int components(const struct graph *g)
{
	bool seen[MOST] = {false};
	int count = 0;

	for (int v = 0; v < g->n; v++)
		if (!seen[v]) {
			count++;
			visit(g, v, seen);
		}
	return count;
}
struct pool { int head; int next[MOST]; int value[MOST]; };
int pool_find(const struct pool *p, int v)
{
	int steps = 0;

	for (int i = p->head; i >= 0; i = p->next[i]) {
		if (p->value[i] == v)
			return i;
		if (++steps > MOST)
			return -2;
	}
	return -1;
}
struct marks { int mark[MOST]; };
/* One too many is let through. */
int marked(const struct marks *m, int k)
{
	static const int weight[10] = {3, 1};

	if (k < 0 || k >= MOST || m->mark[k] < 0 || m->mark[k] > 10)
		return -1;
	return weight[m->mark[k]];
}
/* What is looked up in a table comes from somewhere. */
struct message { int kind; double value; };
double weighted(const struct message *m)
{
	static const double weight[4] = {1, 2, 5, 10};

	return weight[m->kind] * m->value;
}
END
"$me" test --time=20 graph.c components pool_find marked weighted > graph.log 2>&1
check_line indices_graph '^components +8 +8 +0 +0 +0$' graph.log
check_line indices_bounds "'components,g.n:0..16,g.degree:0..16,g.to:0..15'" graph.log
check_line indices_ended '^pool_find +6 +6 +0 +0 +0$' graph.log
check_line indices_sentinel "'pool_find,p.head:-1..15,p.next:-1..15'" graph.log
check_line indices_checked '^marked +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+ +1$' graph.log
check_line indices_table '^weighted +0 +0 +0 +0 +1$' graph.log

# What bounds the indices of an array of structures is found behind it, too.
cat > bag.c <<'END'
struct item { int id; double weight; };
struct bag { struct item items[16]; int count; };
int find(const struct bag *b, int id)
{
	for (int i = 0; i < b->count; i++)
		if (b->items[i].id == id)
			return i;
	return -1;
}
END
"$me" test --time=10 bag.c > bag.log 2>&1
check_line indices_structures '^find: 4 branches: 4 covered, 0 proven infeasible, 0 open; 0 faults' bag.log
check_line indices_count "'find,b.count:0..16'" bag.log
