# SPDX-License-Identifier: GPL-3.0-or-later
# Drivers of C++: containers, texts, classes, methods and function objects are made from numbers.
. "$ME_ROOT/tests/check.sh"

cat > shop.cc <<'END'
#include <algorithm>
#include <array>
#include <deque>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace shop {

// What is asked for and is not in the list; a text and a vector come back.
std::vector<std::string> missing(const std::map<std::string, int> &stock,
				 const std::vector<std::string> &wanted, std::string mark)
{
	std::vector<std::string> out;

	for (const std::string &name : wanted) {
		auto found = stock.find(name);
		if (found == stock.end())
			out.push_back(mark + name);
		else if (found->second == 0)
			out.push_back(name);
	}
	return out;
}

double middle(std::vector<double> v, std::optional<double> otherwise)
{
	if (v.empty())
		return otherwise ? *otherwise : 0;
	std::sort(v.begin(), v.end());
	if (v.size() % 2)
		return v[v.size() / 2];
	return (v[v.size() / 2 - 1] + v[v.size() / 2]) / 2;
}

class shape {
public:
	virtual ~shape() {}
	virtual double area() const = 0;
};
class disc : public shape {
	double r;
public:
	explicit disc(double r) : r(r) {}
	double area() const override { return r > 0 ? 3 * r * r : 0; }
};
class box : public shape {
	double w, h;
public:
	box(double w, double h) : w(w), h(h) {}
	double area() const override { return w * h; }
};

int large(const std::vector<std::unique_ptr<shape>> &all, const shape &other,
	  const std::function<bool(double)> &is_large)
{
	int n = other.area() > 4 ? 1 : 0;

	for (const auto &s : all) {
		if (!s)
			continue;
		if (!is_large)
			return -1;
		n += is_large(s->area());
	}
	return n > 2 ? 100 : n;
}

// Amounts are made by functions alone.
class amount {
	long cents;
	explicit amount(long c) : cents(c) {}
public:
	static amount of(long euros) { return amount(100 * euros); }
	bool is_less(const amount &other) const { return cents < other.cents; }
};

class till {
	int open = 0;
	double sum;
public:
	explicit till(double sum) : sum(sum) {}
	void begin(int key) { if (key == 7) open++; }
	bool take(double x) { if (!open) return false; sum += x; return sum > 10; }
private:
	int secret() { return open ? 1 : 2; }
};

// Shapes that are only made.
int all_kinds(std::deque<double> &a, const std::list<int> &b, std::set<short> c, std::string_view d,
	      const std::variant<int, double, std::string> &e, std::tuple<int, char, bool> f,
	      std::pair<std::string, std::vector<int>> g, std::array<std::string, 2> h,
	      const std::vector<std::vector<std::pair<int, double>>> &i, std::shared_ptr<amount> j,
	      int (*k)(int), std::vector<bool> l, std::map<int, std::vector<float>> m,
	      std::function<std::string(int)> n, std::initializer_list<int> o, amount &p, amount *q)
{
	if (k(1) == 12 && a.size() == 2 && e.index() == 2)
		return 1;
	return o.size() == 3 ? 2 : 0;
}

// The text is looked for; a temporary object is no branch.
std::string word(const std::string &text)
{
	const std::size_t at = text.find("at=");

	return at == std::string::npos ? "" : text.substr(at + 3);
}

// Nor is whether a part of one was made when push_back() throws.
struct part { int kind; std::string text; };
std::vector<part> parts(const std::string &text)
{
	std::vector<part> out;

	for (char c : text)
		if (c == ',')
			out.push_back({1, std::string(1, c)});
	return out;
}

// Rows and columns are sizes, and a node of a tree may be the last.
struct node { int key; std::unique_ptr<node> left, right; };
class table {
	std::size_t rows, columns;
	std::vector<node> nodes;
public:
	table(std::size_t rows, std::size_t columns) : rows(rows), columns(columns), nodes(rows * columns) {}
	bool is_square() const { return rows == columns; }
};
int depth(const node &n, const table &t)
{
	const int below = n.left ? depth(*n.left, t) : 0;

	if (t.is_square() && n.right && !n.right->left)
		return below;
	return 1 + below;
}

// Abstract classes that nothing implements: the driver does.
class source {
protected:
	explicit source(int most) : most(most) {}
public:
	int most;
	virtual ~source() = default;
	virtual double next(const std::string &of, double *out) noexcept = 0;
	virtual bool is_empty() const = 0;
	virtual std::vector<int> all() const = 0;
	virtual source *copy() const = 0;
	virtual void reset() = 0;
};
int drained(source &s)
{
	s.reset();
	if (s.is_empty())
		return s.most > 5 ? 2 : 1;
	std::unique_ptr<source> other(s.copy());
	return other->next("", nullptr) == 12.5 ? 3 : 0;
}
struct named { virtual const std::string &name() const = 0; };
int impossible(const named &n) { return n.name() == "x" ? 1 : 0; }

} // namespace shop
END

check_equal shop 3 "$(status_of shop.log "$me" test --time=300 shop.cc shop::missing shop::middle \
	shop::large shop::till::take shop::all_kinds shop::till::secret shop::impossible shop::word shop::parts shop::depth shop::drained -- -std=c++17)"
check_line shop_missing '^shop::missing +6 +6 +0 +0 +0' shop.log
check_line shop_middle '^shop::middle +6 +6 +0 +0 +0' shop.log
check_line shop_large '^shop::large +12 +12 +0 +0 +0' shop.log
check_line shop_calls '^shop::till::take +2 +2 +0 +0 +0' shop.log
check_line shop_kinds '^shop::all_kinds +10 +10 +0 +0 +0' shop.log
check_line shop_word '^shop::word +2 +2 +0 +0 +0' shop.log
check_line shop_parts '^shop::parts +4 +4 +0 +0 +0' shop.log
check_line shop_depth '^shop::depth +10 +10 +0 +0 +0' shop.log
check_line shop_derived '^shop::drained +6 +6 +0 +0 +0' shop.log
check_line shop_private '^shop::till::secret +2 +2 +0 +0 +0' shop.log
check_line shop_abstract 'shop::impossible is not tested: .*shop::named is abstract, .* its name returns' shop.log
check_line shop_source 'std::vector<double>\(v, v \+ v_size\)' shop.cc.me/shop::middle/shop_middle_driver.cc
check_line shop_includes '^#include "../../shop.cc"$' shop.cc.me/shop::middle/shop_middle_driver.cc

# A size is made up to which the constructor checks it. Functions that the class has beside the
# tested one are no goals, unless a call through a table may be of them.
cat > band.cc <<'END'
#include <memory>
#include <stdexcept>
struct shape {
	virtual ~shape() {}
	virtual double area() const = 0;
	virtual bool has(double x) const = 0;
};
class band : public shape {
	double size;
public:
	explicit band(std::size_t n) : size(n) { if (n > 40) throw std::length_error("band"); }
	double area() const override { return size > 3 ? size : 0; }
	bool has(double x) const override { return x > 0 && x < size; }
};
struct node { int key; std::unique_ptr<node> left, right; };
bool insert(std::unique_ptr<node> &root, int key)
{
	if (!root)
		root = std::make_unique<node>();
	else if (key != root->key)
		return insert(key < root->key ? root->left : root->right, key);
	return !root->left;
}
/* Nobody but its functions sets what is private: head is below 3. */
class queue {
	int data[3] = {0}, head = 0;
public:
	void put(int v) { data[head] = v; }
	int next() { head = (head + 1) % 3; return data[head] > 0 ? 1 : 2; }
	bool operator==(const queue &o) const { return head == o.head; }
};
/* n is the length of nothing, and a top of 4 is not refused. */
class ratio {
	long n, d;
public:
	ratio(long n, long d) : n(n), d(d) { if (d == 0) throw std::domain_error("ratio"); }
	bool operator()(long most) const { return n > most ? d > 0 : d < 9; }
};
struct pile { int top; double item[4]; };
int put(pile &p, const ratio &r)
{
	if (p.top == 3)
		throw std::overflow_error("pile");
	p.item[++p.top] = 1;
	return r(1000) ? 2 : 1;
}
bool (queue::*const same)(const queue &) const = &queue::operator==;
int covers(const shape &s, double x) { return s.has(x) ? 2 : 1; }
END
check_equal band 0 "$(status_of band.log "$me" test --time=42 band.cc band::area put 'ratio::operator()' covers insert queue::next 'queue::operator==')"
check_line band_own '^band::area +2 +2 +0 +0 +0' band.log
check_line band_number '^put +6 +6 +0 +0 +0' band.log
check_line band_call '^bool ratio::operator\(\)\(long int\) const +2 +2 +0 +0 +0' band.log
check_line band_virtual '^covers +6 +6 +0 +0 +0' band.log
check_line band_tree '^insert +6 +6 +0 +0 +0' band.log
check_line band_private '^queue::next +2 +2 +0 +0 +0' band.log
check_line band_operator '^bool queue::operator==\(const queue&\) const +0 +0 +0 +0 +0' band.log
check_line band_size "'band::area,self_n:0..41'" band.log

# Elements that an object gives by reference are numbers; calls fill an array in it, and once more. An
# aggregate with a constructor that is only `= default` is made of its members.
cat > grid.cc <<'END'
#include <cstddef>
#include <vector>
class grid {
	std::size_t rows_, cols_;
	std::vector<double> data;
public:
	grid(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), data(rows * cols) {}
	std::size_t rows() const { return rows_; }
	std::size_t cols() const { return cols_; }
	double &operator()(std::size_t i, std::size_t j) { return data[i * cols_ + j]; }
};
int singular(grid m)
{
	if (m.rows() != 2 || m.cols() != 2)
		return -1;
	return m(0, 0) * m(1, 1) == m(0, 1) * m(1, 0) + 7;
}
template <std::size_t N> class window {
	double items[N]{};
	std::size_t filled = 0;
public:
	bool add(double x)
	{
		if (filled == N)
			return true;
		items[filled++] = x;
		return false;
	}
};
template class window<6>;
struct pole { double re = 0, im = 0; pole() = default; };
struct poles {
	pole first;
	explicit poles(const pole &p) : first(p) {}
};
int unstable(const poles &p) { return p.first.re > 3 ? 1 : 0; }
END
check_equal grid 0 "$(status_of grid.log "$me" test --time=30 grid.cc singular 'window<6>::add' unstable -- -std=c++17)"
check_line grid_elements '^singular +6 +6 +0 +0 +0$' grid.log
check_line grid_window '^window<6>::add +2 +2 +0 +0 +0$' grid.log
check_line grid_constructed '^unstable +2 +2 +0 +0 +0$' grid.log

# A matrix whose elements a base gives, and whose constructors by numbers are for other sizes than its
# own: it is made without arguments, gets a size if that is not fixed, and then numbers.
cat > dense.cc <<'END'
#include <cassert>
#include <cstdlib>
template <int Rows, int Columns> struct storage {
	double data[Rows * Columns];
	void resize(long rows, long columns) { assert(rows == Rows && columns == Columns); }
	long rows() const { return Rows; }
	long columns() const { return Columns; }
};
template <> struct storage<-1, -1> {
	double *data = nullptr;
	long rows_ = 0, columns_ = 0;
	storage() = default;
	storage(const storage &) = delete;
	~storage() { std::free(data); }
	void resize(long rows, long columns)
	{
		std::free(data);
		data = static_cast<double *>(std::malloc(rows * columns * sizeof *data));
		rows_ = rows;
		columns_ = columns;
	}
	long rows() const { return rows_; }
	long columns() const { return columns_; }
};
template <int Rows, int Columns> class dense {
protected:
	storage<Rows, Columns> kept;
public:
	long rows() const { return kept.rows(); }
	long columns() const { return kept.columns(); }
	long innerSize() const { return kept.rows(); }
	long size() const { return rows() * columns(); }
	double &at(long i, long j) { return kept.data[i * columns() + j]; }
	const double &at(long i, long j) const { return kept.data[i * columns() + j]; }
	void resize(long rows, long columns) { kept.resize(rows, columns); }
	double first(const dense &x) const
	{
		double sum = 0;
		assert(columns() == x.rows());
		for (long j = 0; j < columns(); j++)
			sum += at(0, j) * x.at(j, 0);
		return sum;
	}
};
template <int Rows, int Columns> class matrix : public dense<Rows, Columns> {
public:
	matrix() {}
	matrix(double x, double y, double z)
	{
		static_assert(Rows * Columns == 3, "of three elements");
		this->at(0, 0) = x;
		this->at(1, 0) = y;
		this->at(2, 0) = z;
	}
};
int turns(const matrix<2, 2> &m)
{
	const double d = m.at(0, 0) * m.at(1, 1) - m.at(0, 1) * m.at(1, 0);
	return d > 4 ? 1 : d < -4 ? -1 : 0;
}
/* Both have one size, which nothing compares. */
double first_of(const matrix<-1, -1> &m, const matrix<-1, -1> &x)
{
	return m.columns() > 0 && m.first(x) > 3 ? 1 : 0;
}
int is_diagonal(const matrix<-1, -1> &m)
{
	if (m.rows() != m.columns() || m.rows() < 2)
		return -1;
	for (long i = 0; i < m.rows(); i++)
		for (long j = 0; j < m.columns(); j++)
			if (i != j && m.at(i, j) != 0)
				return 0;
	return 1;
}
END
check_equal dense 0 "$(status_of dense.log "$me" test --time=30 dense.cc turns is_diagonal first_of)"
check_line dense_alike "'first_of,m_object_size:0\.\.4,m_object_elements:32,x_object_elements:32'" dense.log
check_line dense_fixed '^turns +4 +4 +0 +0 +0$' dense.log
check_line dense_resized '^is_diagonal +16 +16 +0 +0 +0$' dense.log
check_line dense_elements "'turns,m_object_elements:4'" dense.log
check_line dense_sizes "'is_diagonal,m_object_rows:0\.\.8,m_object_columns:0\.\.4,m_object_elements:32'" dense.log

# Constructors and functions that assert at compile time what the class is not are left out: the driver
# is written again without all of them. An object that is returned as const can be changed when copied.
cat > frame.cc <<'END'
template <int N> class frame {
	double shift[N] = {}, turn = 0;
public:
	frame() {}
	explicit frame(double turn, double width = 1) : turn(turn * width)
	{
		static_assert(N == 2, "of the plane");
	}
	void tilt(double by)
	{
		static_assert(N == 3, "of space");
		turn += by;
	}
	void widen(double by)
	{
		static_assert(N == 4, "of four dimensions");
		turn *= by;
	}
	double angle() const { return turn; }
	long size() const { return N; }
	double &operator[](long i) { return shift[i]; }
	double operator[](long i) const { return shift[i]; }
};
int moves(const frame<3> &f) { return f[2] > 8 ? 1 : 0; }
class gauge {
	double values[2] = {1, 1};
	gauge(double first) { values[0] = first; }
public:
	static const gauge plain() { return gauge(1); }
	long size() const { return 2; }
	double &operator[](long i) { return values[i]; }
};
int reads(gauge g) { return g[1] == 6 ? 1 : 0; }
END
check_equal frame 0 "$(status_of frame.log "$me" test --time=30 frame.cc)"
check_line frame_plainer '^moves +2 +2 +0 +0 +0$' frame.log
check_line frame_const '^reads +2 +2 +0 +0 +0$' frame.log
check_no_line frame_quiet 'static assertion' frame.log

# Containers and texts have as many elements as their size is compared with; a stream is as long as a
# file.
cat > sizes.cc <<'END'
#include <istream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>
int grade(const std::string &word)
{
	if (word.size() > 20)
		return -1;
	return word.length() == 18 ? 2 : 0;
}
int tail(const std::vector<double> &x, const std::vector<double> &w)
{
	if (x.size() < 12)
		return 0;
	double s = 0;
	for (std::size_t i = 0; i < x.size(); i++)
		s += x[i] * w[i];
	return s > 4 ? 1 : 2;
}
int settings(std::istream &in)
{
	std::map<std::string, double> out;
	std::string key, eq;
	double value;
	while (in >> key >> eq >> value) {
		if (eq != "=")
			throw std::runtime_error("no =");
		if (out.count(key))
			return -1;
		out[key] = value;
	}
	return (int)out.size();
}
END
check_equal sizes 0 "$(status_of sizes.log "$me" test --time=30 sizes.cc)"
check_line sizes_text '^grade +4 +4 +0 +0 +0$' sizes.log
check_line sizes_rows '^tail +6 +6 +0 +0 +0$' sizes.log
check_line sizes_stream '^settings +6 +6 +0 +0 +0$' sizes.log
check_line sizes_alike "'tail,x:12,x_size:len\(x\),w:12'" sizes.log

# Iterators of a range are those of a container; an output without an end is as long. Pointers are a
# range by their names, and beside them others are not.
cat > range.cc <<'END'
#include <iterator>
#include <list>
#include <vector>
template <class In, class Out>
Out differences(In first, In last, Out out)
{
	if (first == last)
		return out;
	for (In next = first; ++next != last; ++first)
		*out++ = *next > *first ? (unsigned)*next - *first : 0;
	return out;
}
template std::vector<int>::iterator differences(std::list<int>::const_iterator,
						std::list<int>::const_iterator,
						std::vector<int>::iterator);
typedef std::vector<double>::iterator place;
int split(place first, place middle, place last, std::back_insert_iterator<std::vector<double>> out)
{
	if (first == middle || middle == last)
		return 0;
	*out = *middle;
	return *first < *middle ? 1 : last - first == 8 ? 2 : 3;
}
END
cat > digits.cc <<'END'
int digits(const char *&begin, const char *end, int *used)
{
	int n = 0;

	while (begin != end && *begin == '0')
		++begin;
	for (; begin < end && *begin > '0' && *begin <= '9'; ++*used)
		n = n + *begin++ - '0', *used &= 255;
	return n > 20 ? 20 : n;
}
END
check_equal range 0 "$(status_of range.log "$me" test --time=30 range.cc differences split)"
check_line range_output '^differences<.* +6 +6 +0 +0 +0' range.log
check_line range_middle '^split +10 +10 +0 +0 +0' range.log
check_line range_long 'guess: out has first_range.size\(\) elements' range.cc.me/_Z11differences*/*_driver.cc
check_equal digits 0 "$(status_of digits.log "$me" test --time=30 digits.cc)"
check_line digits_all '^digits: 10 branches: 10 covered.* 0 faults' digits.log
check_line digits_include '^#include <vector>$' digits.cc.me/digits/digits_driver.cc

# ---- what a call before fails by is no fault of the function, nor what the driver reads of a reference

cat > window.cc <<'END'
#include <cstddef>
class window {
	double *data;
	std::size_t n = 0, room;

public:
	explicit window(std::size_t room) : data(new double[room]()), room(room) {}
	window(const window &) = delete;
	~window() { delete[] data; }
	void push(double x) { data[n++] = x; }
	double last() const { return n > 1 ? data[n - 1] : n == 1 ? data[0] : -1; }
	double &at(std::size_t i) { return data[i & ~std::size_t(0) >> 16]; }
};
END
check_equal window 0 "$(status_of window.log "$me" test --time=30 window.cc window::last window::at)"
check_line window_last '^window::last +4 +4 +0 +0 +0' window.log
check_line window_calls '^ME_DRIVER_CALLS\("_ZNK6window4lastEv"\)' window.cc.me/window::last/window_last_driver.cc
check_equal window_push 4 "$(status_of window_push.log "$me" test --time=30 window.cc window::push)"
told='out-of-bounds write'
[ ! "$sanitized" ] || told=heap-buffer-overflow
check_line window_push_told "$told in push window\.cc:10" window_push.log

# ---- results that are no numbers

cat > results.cc <<'END2'
#include <array>
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>
enum class state { off, on = 3 };
std::optional<double> half(const std::vector<int> &v) { return v.empty() ? std::nullopt : std::optional<double>(0.5); }
std::pair<double, long> sorted(const std::vector<double> &v) { return {v.empty() ? -1.5 : 2, v.size()}; }
std::vector<std::string> words(std::string s) { return s.empty() ? std::vector<std::string>{} : std::vector<std::string>{s, "a\"\n"}; }
std::tuple<int, state, bool> both(int x, const std::vector<int> &v) { return {x, x > 1 ? state::on : state::off, v.empty()}; }
std::map<int, std::array<float, 2>> table(std::vector<int> v) { return {{(int)v.size(), {0.1f, 2}}}; }
struct hidden { int x; int *y; };
hidden hide(const std::vector<int> &v) { return {v.empty() ? 1 : 2, nullptr}; }
END2
"$me" test --time=90 results.cc > results.log 2>&1
for name in half sorted words both table hide; do
	"$me" show results.cc.me/$name/fuzz_target results.cc.me/$name/corpus/* > $name.shown 2>&1
done
check_line shown_optional ' = nullopt$' half.shown
check_line shown_optional_value ' = 0\.5$' half.shown
check_line shown_pair ' = \{-1\.5, 0\}$' sorted.shown
check_line shown_empty ' = \{\}$' words.shown
check_line shown_texts ' = \{".*", "a\\"\\012"\}$' words.shown
check_line shown_tuple ' = \{-?[0-9]+, [03], true\}$' both.shown
check_line shown_map ' = \{\{[0-9], \{0\.1, 2\}\}\}$' table.shown
check_line shown_nothing '\)$' hide.shown
"$me" cover results.cc.me/half/fuzz_target results.cc.me/half/corpus > shown.cover 2>&1
check_line shown_in_twin '^half\(' shown.cover

# ---- containers of which nothing asks the size have as many elements as those of which it is asked

cat > rows.cc <<'END2'
#include <cmath>
#include <vector>
typedef std::vector<std::vector<double>> matrix;
double dot(const std::vector<double> &a, const std::vector<double> &b)
{
	double s = 0;
	for (std::size_t i = 0; i < a.size(); i++)
		s += a[i] * b[i];
	return s > 1 ? 1 : s;
}
static double weight(const std::vector<double> &w, std::size_t i) { return w[i] > 0 ? w[i] : 0; }
double weighted(const std::vector<double> &w, const std::vector<double> &x)
{
	double s = 0;
	for (std::size_t i = 0; i < x.size(); i++)
		s += weight(w, i) * x[i];
	return s;
}
double trace(const matrix &m)
{
	double s = 0;
	for (std::size_t i = 0; i < m.size(); i++)
		s += m[i][i];
	return s < 0 ? -s : s;
}
double largest(const matrix &m)
{
	double most = 0;
	if (m.empty())
		return 0;
	for (std::size_t i = 0; i < m.size(); i++)
		for (std::size_t j = 0; j < m[0].size(); j++)
			if (m[i][j] > most)
				most = m[i][j];
	return most;
}
int longest(const matrix &m)
{
	std::size_t n = 0;
	for (std::size_t i = 0; i < m.size(); i++)
		if (m[i].size() > n)
			n = m[i].size();
	return n > 3 ? 3 : (int)n;
}
double norm(const std::vector<double> &v, int n)
{
	double s = 0;
	for (int i = 0; i < n; i++)
		s += v[i] * v[i];
	return s > 1 ? 1 : s;
}
struct sparse { int n; std::vector<int> row, column; std::vector<double> value; };
double product(const sparse &a, const std::vector<double> &x)
{
	double s = 0;
	for (int i = 0; i < a.n; i++)
		for (int k = a.row[i]; k < a.row[i + 1]; k++)
			s += a.value[k] * x[a.column[k]];
	return s > 1 ? 1 : s;
}
double gather(const std::vector<double> &v, const std::vector<int> &which)
{
	double s = 0;
	for (int i : which)
		s += v[i];
	return s > 1 ? 1 : s;
}
double permuted(const std::vector<double> &v, const std::vector<int> &order)
{
	double s = 0;
	for (std::size_t i = 0; i < v.size(); i++)
		s += i * v[order[i]];
	return s > 1 ? 1 : s;
}
int same(const std::vector<double> &a, const std::vector<double> &b) { return a.size() != b.size() ? -1 : a.empty(); }
END2
"$me" test --time=60 rows.cc > rows.log 2>&1
for name in dot weighted trace largest longest norm product gather permuted same; do
	check_line rows_of_$name "^$name .* 0 +0 +0\$" rows.log
done
check_line rows_alike 'guess: m: each of its elements has m_columns elements' rows.cc.me/largest/largest_driver.cc
check_line rows_first 'guess: w has as many elements as x' rows.cc.me/weighted/weighted_driver.cc
check_no_line rows_ragged 'm_columns' rows.cc.me/longest/longest_driver.cc
check_line rows_asked '^	return same\(std::vector<double>\(a, a \+ a_size\), std::vector<double>\(b, b \+ b_size\)\);' rows.cc.me/same/same_driver.cc
check_line rows_counted 'guess: a_row has as many elements as n says, and one more' rows.cc.me/product/product_driver.cc
check_line rows_indices 'ME_ASSUME\(order\[i\] < v_size\);' rows.cc.me/permuted/permuted_driver.cc

# ---- an object with a std::array is filled, by functions that nothing else instantiates

cat > ring.cc <<'END2'
#include <array>
#include <cstddef>
template <typename T, std::size_t N> class ring {
	std::array<T, N> data{};
	std::size_t head = 0, used = 0;

public:
	bool push(const T &v)
	{
		if (used == N)
			return false;
		data[(head + used++) % N] = v;
		return true;
	}
	std::size_t size() const { return used; }
};
int level(ring<double, 6> &r)
{
	if (r.size() == 6)
		return 2;
	return r.size() > 3 ? 1 : 0;
}
END2
"$me" test --time=10 ring.cc level > ring.log 2>&1
check_line ring_filled '^level: ([0-9]+) branches: \1 covered' ring.log

# ---- lists and trees of nodes end anywhere, whether these own one another or point to it

cat > owned.cc <<'END2'
#include <memory>
struct node { int key; std::unique_ptr<node> next; };
int ascends(const std::unique_ptr<node> &head)
{
	int n = 0;
	for (const node *p = head.get(); p && p->next; p = p->next.get()) {
		if (p->key >= p->next->key)
			return -1;
		n++;
	}
	return n >= 3;
}
struct tree { int key; std::unique_ptr<tree> left, right; };
int depth(const std::unique_ptr<tree> &t)
{
	if (!t)
		return 0;
	const int left = depth(t->left), right = depth(t->right);
	return left > right + 1 ? -1 : 1 + (left > right ? left : right);
}
bool is_long(const std::unique_ptr<node> &head) { return ascends(head) == 1; }
struct link { double key; link *prev = nullptr, *next = nullptr; };
bool is_middle(const link *l)
{
	return l->prev && l->next && l->prev->next == l && l->next->prev == l;
}
void drop(link *&head, double key)
{
	for (link *l = head; l;) {
		link *next = l->next;
		if (l->key == key) {
			if (l->prev)
				l->prev->next = next;
			else
				head = next;
			if (next)
				next->prev = l->prev;
			delete l;
		}
		l = next;
	}
}
struct item {
	int key;
	item *left, *right;
	explicit item(int k) : key(k), left(nullptr), right(nullptr) {}
};
item *add(item *t, int key)
{
	if (!t)
		return new item(key);
	if (key < t->key)
		t->left = add(t->left, key);
	else if (key > t->key)
		t->right = add(t->right, key);
	return t;
}
int leaves(const item *t)
{
	if (!t)
		return 0;
	if (!t->left && !t->right)
		return 1;
	return leaves(t->left) + leaves(t->right);
}
END2
"$me" test --time=60 owned.cc is_long depth is_middle drop add leaves > owned.log 2>&1
check_line owned_list '^is_long +8 +8 +0 +0 +0$' owned.log
check_line owned_tree '^depth +6 +6 +0 +0 +0$' owned.log
check_line owned_back '^is_middle +8 +7 +0 +1 +0$' owned.log
check_line owned_deleted '^drop +8 +8 +0 +0 +0$' owned.log
check_line owned_constructed '^add +6 +6 +0 +0 +0$' owned.log
check_line owned_leaves '^leaves +6 +6 +0 +0 +0$' owned.log

# ---- objects in containers, behind pointers and in others are changed by calls; elements between begin()
# and end(), and those that an array of indices names, are numbers

cat > accounts.cc <<'END2'
#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>
class account {
	double balance = 0;
	int taken = 0;
	bool frozen = false;
public:
	void deposit(double x) { if (x > 0) balance += x; }
	void withdraw(double x) { if (!frozen && x <= balance) balance -= x, taken++; }
	void freeze() { frozen = true; }
	double total() const { return balance; }
	int count() const { return taken; }
	bool is_frozen() const { return frozen; }
};
typedef std::vector<account>::const_iterator place;
int busiest(place first, place last)
{
	int best = -1;
	for (; first != last; ++first) {
		if (first->is_frozen())
			continue;
		if (first->count() > best && first->total() > 10)
			best = first->count();
	}
	return best > 1 ? best : -1;
}
bool is_used(const std::shared_ptr<account> &a) { return a->count() > 0 && a->total() == 7; }
class samples {
	std::vector<double> data;
public:
	explicit samples(std::size_t n) : data(n) {}
	std::vector<double>::iterator begin() { return data.begin(); }
	std::vector<double>::iterator end() { return data.end(); }
	std::vector<double>::const_iterator begin() const { return data.begin(); }
	std::vector<double>::const_iterator end() const { return data.end(); }
};
class mean {
	double sum = 0;
public:
	explicit mean(const samples &s) { for (double x : s) sum += x; }
	bool is_large() const { return sum > 12; }
};
int peaks(const samples &s)
{
	int n = 0;
	double before = 0;
	for (double x : s) {
		if (x > before + 1)
			n++;
		before = x;
	}
	return n == 3 ? 100 : n;
}
template <std::size_t D> class grid {
	std::array<std::size_t, D> sides;
	std::vector<double> data;
public:
	explicit grid(const std::array<std::size_t, D> &s) : sides(s)
	{
		std::size_t n = 1;
		for (std::size_t k : s)
			n *= k;
		data.resize(n);
	}
	const std::array<std::size_t, D> &shape() const { return sides; }
	double &at(const std::array<std::size_t, D> &i) { return data[i[0] * sides[1] + i[1]]; }
	double at(const std::array<std::size_t, D> &i) const { return data[i[0] * sides[1] + i[1]]; }
};
int is_upper(const grid<2> &g)
{
	if (g.shape()[0] != 2 || g.shape()[1] != 2)
		return -1;
	return g.at({1, 0}) == 0 && g.at({0, 1}) > 3 ? 1 : 0;
}
END2
"$me" test --time=30 accounts.cc busiest is_used mean::is_large peaks is_upper > accounts.log 2>&1
check_line accounts_range '^busiest +12 +12 +0 +0 +0$' accounts.log
check_line accounts_owned '^is_used +4 +4 +0 +0 +0$' accounts.log
check_line accounts_given '^mean::is_large +0 +0 +0 +0 +0$' accounts.log
check_line accounts_given_elements 'guess: self_s_object has 16 elements, in turn' accounts.cc.me/mean::is_large/mean_is_large_driver.cc
check_line accounts_elements '^peaks +6 +6 +0 +0 +0$' accounts.log
check_line accounts_shape '^is_upper +10 +10 +0 +0 +0$' accounts.log
check_line accounts_sizes "'is_upper,g_s:0\.\.8,g_object_elements:16'" accounts.log

# ---- tokens whose number no body asks end with the kind that says so; what a constructor keeps is as
# what bodies do with the member

cat > tokens.cc <<'END2'
#include <stdexcept>
#include <utility>
#include <vector>
enum class Kind { Number, Plus, Open, Close, Append, EndOfInput };
struct Token { Kind kind; double value; };
class Parser {
	std::vector<Token> tokens;
	std::size_t pos = 0;
	double sum()
	{
		double v = value();
		while (tokens[pos].kind == Kind::Plus)
			pos++, v += value();
		return v;
	}
	double value()
	{
		if (tokens[pos].kind == Kind::Number)
			return tokens[pos++].value;
		if (tokens[pos++].kind != Kind::Open)
			throw std::runtime_error("no value");
		const double v = sum();
		if (tokens[pos].kind != Kind::Close)
			throw std::runtime_error("no )");
		pos++;
		return v;
	}
public:
	explicit Parser(std::vector<Token> t) : tokens(std::move(t)) {}
	double parse()
	{
		const double v = sum();
		return tokens[pos].kind == Kind::EndOfInput ? v : -1;
	}
};
class curve {
	std::vector<double> x, y;
public:
	curve(std::vector<double> x, const std::vector<double> &y) : x(std::move(x)), y(y) {}
	double area() const
	{
		double sum = 0;
		for (std::size_t i = 1; i < x.size(); i++)
			sum += (x[i] - x[i - 1]) * y[i];
		return sum > 1 ? 1 : sum;
	}
};
END2
"$me" test --time=20 tokens.cc Parser::parse curve::area > tokens.log 2>&1
check_line tokens_end '^Parser::parse +10 +10 +0 +0 +0$' tokens.log
check_line tokens_kept '^curve::area +4 +4 +0 +0 +0$' tokens.log
check_line tokens_length 'guess: self_y has as many elements as x' tokens.cc.me/curve::area/curve_area_driver.cc

# ---- operators get indices of elements that are there, unless they ask for others

cat > table.cc <<'END2'
#include <stdexcept>
#include <vector>
class table {
	std::size_t n, m;
	std::vector<double> a;
public:
	table(std::size_t n, std::size_t m) : n(n), m(m), a(n * m) {}
	std::size_t rows() const { return n; }
	std::size_t cols() const { return m; }
	double operator()(std::size_t i, std::size_t j) const { return a[i * m + j] > 3 ? 3 : a[i * m + j]; }
	double &operator()(std::size_t i, std::size_t j)
	{
		if (i >= n || j >= m)
			throw std::out_of_range("table");
		return a[i * m + j];
	}
};
END2
"$me" test --time=20 table.cc > table.log 2>&1
check_line table_inside '^double table::operator\(\)\(std::size_t, std::size_t\) const +4 +2 +0 +2 +0$' table.log
check_line table_assumed 'ME_ASSUME\(\(unsigned long\)i_2 < rows\);' table.cc.me/_ZNK5tableclEmm/_ZNK5tableclEmm_driver.cc
check_line table_asked '^double& table::operator\(\)\(std::size_t, std::size_t\) +4 +4 +0 +0 +0$' table.log

# ---- cursors by address or reference and their ends, also members: one array

cat "$ME_ROOT/tests/pipeline/drivers/cursors.h" - > cursors.cc <<'END'
#include <cctype>
#include <cstddef>
#include <cstdlib>
bool take(const unsigned char *&p, const unsigned char *end, unsigned &v)
{
	if (p == end)
		return false;
	v = *p++;
	if (v >= 0x80) {
		if (end - p < 2)
			return false;
		v = v << 16 | p[0] << 8 | p[1];
		p += 2;
	}
	return v != 65;
}
int sum(const int *&p, std::size_t &left)
{
	int s = 0;
	while (left > 0 && s < 100) {
		s += *p++ & 63;
		--left;
	}
	return left == 1 ? -s : s;
}
int skip_word(const char **s)
{
	const char *p = *s;
	int n = 0;

	while (isspace((unsigned char)*p))
		p++;
	if (*p == '"') {
		p++;
		while (*p && *p != '"') {
			if (*p == '\\' && p[1])
				p++;
			p++;
			n++;
		}
		if (*p != '"')
			return -1;
		p++;
	} else {
		while (*p && !isspace((unsigned char)*p)) {
			p++;
			n++;
		}
	}
	*s = p;
	return n;
}
int parse_number(char **s, double *v)
{
	char *end;
	double x;

	while (**s == ' ' || **s == '\t')
		++*s;
	if (**s == '\0')
		return 0;
	x = strtod(*s, &end);
	if (end == *s)
		return -1;
	*s = end;
	if (**s == '%') {
		x /= 100;
		++*s;
	}
	*v = x;
	return x > 1 ? 2 : 1;
}
double trace(double **rows, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += *rows[i]++;
	return sum;
}
END
"$me" test --time=40 cursors.cc > cursors.log 2>&1
for name in take sum utf8_next read_length skip_word parse_number; do
	check_line cxx_cursors_$name "^$name +([0-9]+) +\\1 +0 +0 +0\$" cursors.log
done
check_line cxx_cursors_fault '^two +2 +2 +0 +0 +1$' cursors.log
check_line cxx_cursors_end 'return take\(p, p_array \+ p_size, v\);' cursors.cc.me/take/take_driver.cc
check_line cxx_cursors_left 'return sum\(p, left\);' cursors.cc.me/sum/sum_driver.cc
check_line cxx_cursors_rows '^trace +2 +2 +0 +0 +0$' cursors.log
