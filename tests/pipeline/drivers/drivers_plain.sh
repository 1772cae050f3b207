# SPDX-License-Identifier: GPL-3.0-or-later
# Functions of C++ whose arguments are those of C have drivers as in C: lengths, offsets, nodes, objects that
# functions make, pointers to pointers, files, data of callbacks. Objects that cannot be copied are moved.
. "$ME_ROOT/tests/check.sh"

cat > plain.cc <<'END'
#include <cstdio>
#include <cstdlib>
#include <cstring>
namespace flat {
struct row { int n; double *at; };
/* How many are larger than their neighbours. */
int peaks(const row &r)
{
	int count = 0;

	for (int i = 1; i + 1 < r.n; i++)
		count += r.at[i] > r.at[i - 1] && r.at[i] > r.at[i + 1];
	return count == 2 ? -1 : count;
}
struct sparse { int n; const int *start, *column; const double *value; };
int empty_rows(const sparse *s, const double *x)
{
	int count = 0;

	for (int i = 0; i < s->n; i++) {
		double sum = 0;
		for (int k = s->start[i]; k < s->start[i + 1]; k++)
			sum += s->value[k] * x[s->column[k]];
		count += sum == 0 ? 1 : 0;
	}
	return count > 1 ? -1 : count;
}
int options(int argc, const char *const *argv, bool &is_loud)
{
	int count = 0;

	for (int i = 0; i < argc; i++)
		count += std::strcmp(argv[i], "-l") == 0;
	is_loud = count > 1;
	return count;
}
int pivot(double **a, int n)
{
	for (int k = 0; k < n; k++)
		if (a[k][k] == 0)
			return k;
	return -1;
}
struct node { int key; node *left, *right; };
int insert(node *&root, int key)
{
	node **at = &root;

	while (*at) {
		if (key == (*at)->key)
			return 0;
		at = key < (*at)->key ? &(*at)->left : &(*at)->right;
	}
	*at = static_cast<node *>(std::calloc(1, sizeof **at));
	(*at)->key = key;
	return 1;
}
struct stack { std::size_t used, limit; double *item; };
stack *stack_new(std::size_t limit)
{
	stack *s = static_cast<stack *>(std::malloc(sizeof *s));

	if (!s)
		return nullptr;
	s->used = 0;
	s->limit = limit;
	s->item = static_cast<double *>(std::calloc(limit + 1, sizeof *s->item));
	return s;
}
void stack_free(stack *s)
{
	std::free(s->item);
	std::free(s);
}
bool stack_push(stack *s, double x)
{
	if (s->used == s->limit)
		return false;
	s->item[s->used++] = x;
	return true;
}
double stack_pop(stack *s) { return s->used ? s->item[--s->used] : -1; }
struct line { double slope, offset; };
double on_line(double x, void *data)
{
	line *l = static_cast<line *>(data);

	return l->slope * x + l->offset;
}
double with_more(double x, void *, ...) { return x; } // is no double (*)(double, void *)
int rises(double (*f)(double, void *), void *data, double x)
{
	return f(x, data) < f(x + 1, data) ? 1 : 0;
}
namespace {
bool is_steep(line l)
{
	if (l.slope > 2)
		return true;
	return false;
}
}
int steep(line l) { return is_steep(l) ? 1 : 0; }
} // namespace flat
int lines(FILE *f)
{
	int count = 0, c;

	while ((c = std::fgetc(f)) != EOF)
		count += c == '\n' ? 1 : 0;
	return count == 2 ? -1 : count;
}
END
check_equal plain 0 "$(status_of plain.log "$me" test --time=60 plain.cc flat::peaks flat::empty_rows \
	flat::options flat::pivot flat::insert flat::stack_pop flat::rises flat::is_steep lines)"
check_line plain_length '^flat::peaks +8 +8 +0 +0 +0' plain.log
check_line plain_offsets '^flat::empty_rows +8 +8 +0 +0 +0' plain.log
check_line plain_texts '^flat::options +2 +2 +0 +0 +0' plain.log
check_line plain_rows '^flat::pivot +4 +4 +0 +0 +0' plain.log
check_line plain_pointer '^flat::insert +6 +6 +0 +0 +0' plain.log
check_line plain_made '^flat::stack_pop +2 +2 +0 +0 +0' plain.log
check_line plain_data '^flat::rises +2 +2 +0 +0 +0' plain.log
check_line plain_nameless '^flat::\{anonymous\}::is_steep +2 +2 +0 +0 +0' plain.log
check_line plain_file '^lines +6 +6 +0 +0 +0' plain.log

cat > moved.cc <<'END'
#include <memory>
#include <utility>
#include <vector>
class owner {
	std::unique_ptr<int> of;
public:
	explicit owner(int x) : of(new int(x)) {}
	int get() const { return *of; }
	void raise() { ++*of; }
};
int by_value(owner o) { return o.get() == 12 ? 1 : 0; }
int by_rvalue(owner &&o) { return o.get() == 12 ? 1 : 0; }
int many(std::vector<owner> all) { return all.size() == 2 && all[1].get() == 12 ? 1 : 0; }
END
check_equal moved 0 "$(status_of moved.log "$me" test --time=30 moved.cc by_value by_rvalue many)"
check_line moved_value '^by_value +2 +2 +0 +0 +0' moved.log
check_line moved_rvalue '^by_rvalue +2 +2 +0 +0 +0' moved.log
check_line moved_many '^many +4 +4 +0 +0 +0' moved.log

# A stream has the numbers that a body reads of it, as long as it is no other text.
cat > stream.cc <<'END'
#include <istream>
#include <stdexcept>
#include <vector>
double trace(std::istream &in)
{
	int rows, columns;
	double sum = 0, x;

	if (!(in >> rows >> columns))
		throw std::runtime_error("no size");
	if (rows != columns || rows < 0)
		return -1;
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < columns; j++) {
			if (!(in >> x))
				throw std::runtime_error("too few");
			sum += i == j ? x : 0;
		}
	return sum > 50 ? 50 : sum;
}
int many(std::istream &in)
{
	int n = 0, x;

	while (in >> x)
		n += x > 1000 ? 1 : 0;
	return n > 2 ? 1 : 0;
}
END
check_equal stream 0 "$(status_of stream.log "$me" test --time=40 stream.cc trace many)"
check_line stream_sizes '^trace +16 +16 +0 +0 +0' stream.log
check_line stream_integers '^many +6 +6 +0 +0 +0' stream.log
check_line stream_notes "'trace,in:64,in_size:len\(in\),in_counts:2,in_numbers:8,in_numbers_size:len\(in_numbers\)'" stream.log
