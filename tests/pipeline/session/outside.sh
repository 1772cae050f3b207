# SPDX-License-Identifier: GPL-3.0-or-later
# Accesses outside of a number of elements that is only guessed are no faults: in sessions, their
# files, `me triage`, `me show`, `me cover`, `me prove` and `me status`; what remains a fault.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/entry.sh"

cat > sparse.c <<'END'
/* A row of a sparse matrix by a vector: the columns are not checked from below. */
double row(const double *value, const int *column, int first, int last, const double *x)
{
	double sum = 0;

	if (first > last)
		return -1;
	for (int i = first; i < last; i++)
		sum += value[i] * x[2l * column[i]];
	return sum > 9 ? 9 : sum;
}
void halve_last(double *x, int n)
{
	for (int i = 1; i < n; i++)
		x[i] += x[i - 1];
	x[n - 1] /= 2;
}
int met_outside(const int *t, const unsigned *order)
{
	if (order[0] > 70)
		return t[order[0]] > 5;
	return 0;
}
/* A column of a matrix by number: far away, and of no other array. */
double column(const double *x, const int *order, double *out)
{
	*out = x[11l * order[0]] > 0;
	return *out;
}
/* Behind the last abscissa the next one is read. */
double slope(const double *x, int n, double v)
{
	int i = 0;

	if (n < 2 || !(v >= x[0]))
		return 0;
	while (i < n - 1 && x[i + 1] <= v)
		i++;
	return x[i + 1] - x[i];
}
void *memset(void *, int, unsigned long);
int tally(const int *x, int n, unsigned *count, unsigned kinds)
{
	memset(count, 0, kinds * sizeof *count);
	for (int i = 0; i < n; i++)
		if (x[i] >= 0 && (unsigned)x[i] <= kinds)
			count[x[i]]++;
	return kinds > 0 && count[0] > 2;
}
END

# ended NAME CODE [ARGUMENT...]: builds the entry, runs a session and compares its exit code
ended() {
	name=$1 code=$2
	shift 2
	built "$name" "$name" sparse.c
	mkdir -p "$name/corpus"
	(cd "$name" && ./fuzz_target -seed=1 --status=status.json "$@" corpus) > "$name/log" 2>&1 < /dev/null
	check_equal "code_$name" "$code" $?
}

ended row 0 -runs=8000
check_no_line row_report 'ERROR|runs failed|Test unit' row/log
check_line row_count 'INFO: me: [0-9]+ runs left what was assumed of the parameters, which is no fault:$' row/log
check_line row_told 'outside-[0-9a-f]*: read of x\[-?[0-9]+\], .* of x \(8 elements of 8 bytes, a guess\) in row sparse.c:9; the note x:[0-9]+ ' row/log
file=$(cd row && ls outside-* | head -n 1)
(cd row && ./fuzz_target "$file") > row/replay 2>&1
check_equal row_replay 0 $?
check_line row_replay_told 'the run left what was assumed .*: read of .*; the note ' row/replay
check_no_line row_replay_report 'ERROR' row/replay
(cd row && "$me" triage ./fuzz_target .) > row/triage 2>&1
check_equal row_triage_code 0 $?
check_line row_triage ' 0 fail: 0 distinct faults' row/triage
check_line row_triage_told '^   sparse.c:9: read of .*; the note ' row/triage
(cd row && "$me" triage --json ./fuzz_target .) > row/lines 2>&1
check_line row_triage_json '^\{"kind":"outside",.*"ended":"outside"' row/lines
check_no_line row_triage_json_none '"kind":"group"' row/lines
(cd row && "$me" show ./fuzz_target "$file") > row/show 2>&1
check_line row_show 'row\(.*\) leaves what was assumed$' row/show
(cd row && "$me" cover --fail-on-faults ./fuzz_target corpus) > row/cover 2>&1
check_equal row_cover_code 0 $?
check_line row_cover '^   sparse.c:9: read of ' row/cover
(cd row && "$me" status status.json) > row/status 2>&1
check_line row_status '^outside what was assumed of the parameters, which is no fault$' row/status
check_no_line row_status_faults 'distinct fault' row/status

# The same where AddressSanitizer sees it.
built checked row sparse.c -fsanitize=address
mkdir -p checked/corpus
(cd checked && ./fuzz_target -seed=1 -runs=8000 corpus) > checked/log 2>&1
check_equal checked_code 0 $?
check_line checked_told 'outside-[0-9a-f]*: (read of|write to) [a-z]*\[-?[0-9]+\], .*a guess\).* in row' checked/log
check_no_line checked_report 'AddressSanitizer|Test unit' checked/log
(cd checked && ./fuzz_target outside-*) > checked/replay 2>&1
check_equal checked_replay 0 $?
check_line checked_replay_told 'the run left what was assumed .*; the note ' checked/replay

# Who declares the array gets the fault.
built given row,x:8,value:8,column:8 sparse.c
search given -runs=8000
check_line given_fault 'SIGSEGV: (read of|write to) [a-z]*\[.*elements of [48] bytes\), in row' given/log

# Without elements: also where a write is in front of them.
ended halve_last 0 -runs=2000
# The read is seen where the sanitizer looks, the write behind the run.
before='(read of|write to) x\[-1\], in front of x \(0 elements of 8 bytes'
check_line empty_told "$before.*the note n:1\.\.8 excludes it" halve_last/log
file=$(cd halve_last && ls outside-* | head -n 1)
(cd halve_last && ./fuzz_target "$file") > halve_last/replay 2>&1
check_equal empty_replay 0 $?

# A goal that only such a run meets is covered by it. Where the first failure ends the session,
# it ends so, too, and is none.
ended met_outside 0 -runs=2000 -ignore_crashes=0
check_line first_told 'the run left what was assumed .*: read of t' met_outside/log
check_no_line first_is_none 'ERROR|Test unit' met_outside/log
ended met_outside 0 -runs=2000
(cd met_outside && "$me" prove ./fuzz_target corpus) > met_outside/prove 2>&1
check_line met_outside_covered '^2 of 2 goals resolved: 2 covered' met_outside/prove

ended column 0 -runs=2000
check_line column_told 'read of x\[-?[0-9]{9,}\], ' column/log

# All indices are below the length: one that is not is a fault.
ended slope 77 -runs=8000
check_line slope_fault 'SIGSEGV: read of x\[[0-9]\], past the end of x' slope/log
check_no_line slope_outside 'what was assumed' slope/log

# So it is of an array that memset() sets as a whole.
ended tally 77 -runs=8000
check_line tally_fault 'SIGSEGV: read of count\[[1-8]\], past the end of count \([1-8] elements? of' tally/log

# ---- the reasons of what is assumed: at the start, and all of them by --entry-notes

check_line reason_start '^INFO: me: last: length of value and column \(sparse.c:9: `sum \+= value\[i\] \* x\[2l \* column\[i\]\];`\)' row/log
check_line reason_more '^INFO: me: first: 0\.\.8, for the size of value|; [0-9]+ more: --entry-notes$' row/log
(cd row && ./fuzz_target --entry-notes) > row/notes 2>&1
check_equal reason_notes 0 $?
check_line reason_paste '^row,value:8,last:len\(value\),column:last,x:8,first:0\.\.8$' row/notes
check_line reason_each '^x: 8 elements \(sparse.c:9: `' row/notes

# ---- a null pointer that is tested, by a copy and in a called function; it keeps its length

cat > nulls.c <<'END'
#include <stddef.h>
static int is_missing(const double *p) { return p == NULL; }
double spread(const double *x, int n, double *low)
{
	const double *from = x;
	double *const to = low;
	double least, most;

	if (n <= 0)
		return -1;
	if (is_missing(from))
		return -2;
	least = most = from[0];
	for (int i = 1; i < n; i++) {
		if (from[i] < least)
			least = from[i];
		if (from[i] > most)
			most = from[i];
	}
	if (!to)
		return most - least;
	*to = least;
	return most;
}
END
built spread spread nulls.c
search spread -runs=8000
check_line nulls_all 'all goals are closed|12 of 12 goals covered|-runs is reached; ([0-9]+) of \1 goals' spread/log
check_line nulls_reason '^INFO: me: x: may be null \(nulls.c:2: ' spread/log
check_no_line nulls_faults 'failed|what was assumed' spread/log

# ---- a member that is an index of an array beside it: what nobody passes is not tried

cat > ring.c <<'END'
struct ring { double values[5]; unsigned next; int count; };
int push(struct ring *r, double v)
{
	if (r->count == 5)
		return -1;
	r->values[(r->next + (unsigned)r->count) % 5] = v;
	return ++r->count;
}
int put(struct ring *r, double v)
{
	r->values[r->next++] = v;
	if (r->next == 5)
		r->next = 0;
	return v < 0 ? -1 : 0;
}
struct slots { int used; double values[5]; };
int replace(struct slots s, double v)
{
	if (s.used < 0)
		return -1;
	s.values[s.used] = v;
	return s.values[0] > 3;
}
struct bag { int n; double values[6]; };
int holds(const struct bag *b, double v)
{
	for (int i = 0; i < b->n; i++)
		if (b->values[i] == v)
			return 1;
	return 0;
}
int gain(struct bag *b, double v)
{
	for (int i = 0; i < b->n; i++)
		if (b->values[i] == v)
			return 1;
	b->values[b->n++] = v;
	return 0;
}
/* The bound is asked for, and the number is none below 0. */
int append(struct bag *b, double v)
{
	int i;

	if (b->n >= 6)
		return -1;
	i = b->n++;
	b->values[i] = v;
	return 0;
}
/* The bound is wrong. */
int late(struct ring *r, double v)
{
	if (r->count < 0 || r->count > 50)
		return -1;
	r->values[r->count] = v;
	return 0;
}
END
member() {
	built "$1" "$1" ring.c
	mkdir "$1/corpus"
	(cd "$1" && ./fuzz_target -seed=1 corpus) > "$1/log" 2>&1 < /dev/null
	check_equal "code_$1" "$2" $?
	[ -z "$3" ] || check_line "notes_$1" "only inputs of .*$3" "$1/log"
}
member holds 0 'b.n:0\.\.6'
member gain 77 'b.n:0\.\.6'
member push 0 'r.next:0\.\.4,r.count:0\.\.5'
member put 0 'r.next:0\.\.4'
member replace 0 's.used:-1\.\.4'
member append 0 'b.n:0\.\.8'
member late 77 'r.count:-1\.\.[5-9].'


# ---- where all runs fail by an access outside of an array, that is a wall: the search looks for
# what lies behind it

cat > wall.c <<'END'
int far(const char *base, long offset, int w)
{
	if (w < 12)
		return 0;
	char c = base[offset - 123456789];
	if (c == 'x' && w == 30)
		return 1;
	return w > 50;
}
int three(const int *a, const int *b, const int *c, int i, int j, int k)
{
	int s = a[i + 100] + b[j - 5000] + c[k * 3 + 1000000];
	if (s == 19)
		return 1;
	return 0;
}
int never(const int *a, int i)
{
	if (a[(i & 1023) + 100000] > 3)
		return 1;
	return 0;
}
END
if [ "$sanitized" ]; then
	skip outside_walls 'AddressSanitizer ends the process at accesses in front of an array, on the way'
else
	for case in far,base:20:6 three,a:8,b:8,c:8:2 never,a:8:0; do
		entry=${case%:*} name=${case%%,*}
		built "$name" "$entry" wall.c
		for twice in 1 2; do
			mkdir "$name/corpus$twice"
			(cd "$name" && ./fuzz_target -seed=3 corpus$twice) > "$name/log" 2>&1 < /dev/null
			check_equal "wall_code_$name$twice" 77 $?
		done
		check_line "wall_$name" "stop: .*; ${case##*:} of [0-9]+ goals covered" "$name/log"
		ls "$name/corpus1" > first.list
		ls "$name/corpus2" > second.list
		check "wall_same_$name" cmp first.list second.list
	done
	# Also where a check of UBSan's that waits is all that a run has come to.
	built checks far,base:20 wall.c -fsanitize=undefined
	(cd checks && ./fuzz_target -seed=3 --starts=50) > checks/log 2>&1
	check_line wall_checks 'stop: .*; 6 of 6 goals covered' checks/log
fi

# ---- loops that share their variables are too many ways to a bound: then no bound is known

{
	echo 'subroutine tangled(m, n, v, c, ldc)'
	echo 'integer m, n, ldc, j'
	echo 'double precision c(ldc, *), v(*)'
	for i in 1 2 3 4 5 6 7 8 9 10; do
		echo 'do j = 1, m'
		echo "v($i) = v($i) + c(j, 1) + c(j, 2) + c(j, 3) + c(j, 4) + c(j, 5) + c(j, 6)"
		echo 'end do; do j = 1, n'
		echo 'c(1, j) = c(1, j) - v(1); c(2, j) = c(2, j) - v(2); c(3, j) = c(3, j) - v(3)'
		echo 'end do'
	done
	echo 'end'
} > tangled.f90
if command -v "gfortran$suffix" > /dev/null; then
	built tangled 'tangled,m:~len(c),c:~8' tangled.f90
	(cd tangled && ./fuzz_target -seed=1 -runs=1000) > tangled/log 2>&1
	code=$?
	# Its loops are long, where each pass takes a sanitizer's time.
	[ "$sanitized" ] || check_equal tangled_code 0 $code
	check_line tangled_told 'read of c\(-?[0-9]+\), .* of c \([0-9]+ elements? of 8 bytes, a guess\)' tangled/log
fi

# ---- arrays of assumed shape, one of which is longer: what all of them have not is a fault

cat > shapes.f90 <<'E2'
double precision function weighted(x, w)
  double precision, intent(in) :: x(:), w(:)
  integer :: i
  weighted = 0
  do i = 1, size(x)
    weighted = weighted + x(i) * w(i)
  end do
  if (size(x) == size(w) .and. size(x) > 1) weighted = weighted - w(size(x) + 1)
end function
E2
if command -v "gfortran$suffix" > /dev/null; then
	built shapes weighted shapes.f90
	(cd shapes && ./fuzz_target -seed=1 -runs=2000) > shapes/log 2>&1
	check_line shapes_told 'read of w.* in weighted shapes.f90:6; the notes x:4,w:4 exclude it' shapes/log
	check_line shapes_fault 'SIGSEGV: read of w.* in weighted shapes.f90:8' shapes/log
	check_no_line shapes_no_fault 'SIGSEGV.*shapes.f90:6' shapes/log
	built shapes_noted 'weighted,x:..4,w:..4' shapes.f90
	(cd shapes_noted && ./fuzz_target -seed=1 -runs=500) > shapes_noted/log 2>&1
	check_line shapes_noted 'SIGSEGV: read of w.* in weighted shapes.f90:6' shapes_noted/log
fi

# ---- x:~9 is a guess that a person writes: no fault, and proofs name it

built tilde 'met_outside,t:~9' sparse.c
mkdir tilde/corpus
(cd tilde && ./fuzz_target -seed=1 -runs=2000 corpus) > tilde/log 2>&1
check_equal tilde_code $? 0
check_line tilde_told 'only inputs of t:~9 are run|past the end of t \(9 elements of 4 bytes, a guess\)' tilde/log
cat > tilde.c <<'E2'
int above(const int *x, int n)
{
	int s = 0;

	if (n > 100)
		return 1;
	for (int i = 0; i < n; i++)
		s += x[i] > 3;
	return s;
}
E2
for notes in 'n:~0..9:n is at most 9' 'n:~len(x):x has 9 elements'; do
	command -v z3 > /dev/null && command -v "$first" > /dev/null || continue
	built above "above,x:~9,${notes%:*}" tilde.c
	mkdir -p above/corpus
	(cd above && ./fuzz_target -seed=1 -runs=500 corpus && "$me" prove ./fuzz_target corpus) > above/log 2>&1
	check_line "tilde_proof_${notes##* }" "infeasible \([^;]*; by default ${notes##*:}\)" above/log
done
