/* State of C++ that a run finds as the first run of a program does: a table of functions,
 * of which none returns -1. PLAIN: the program that runs one input. */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

static double root(double x)
{
	return std::sqrt(x);
}

static int guarded_number(int k)
{
	static const double scale = root(2.25);
	if (scale == 0)
		return -1;
	return k * scale == 9 ? 1 : 0;
}

static int guarded_pointer(int k)
{
	static std::vector<int> *list = new std::vector<int>{3, 5, 8};
	list->push_back(k);
	if (list->size() != 4)
		return -1;
	return list->back() == 1234 ? 1 : 0;
}

static int guarded_text(int k)
{
	static std::string text(40, 'x');
	text += std::to_string(k);
	if (text.size() > 52)
		return -1;
	return text.size() == 43 && text[40] == '7' ? 1 : 0;
}

struct singleton {
	int uses = 0;
	static singleton &get()
	{
		static singleton s;
		return s;
	}
};

static int singleton_count(int k)
{
	if (++singleton::get().uses != 1)
		return -1;
	return k == 77 ? 1 : 0;
}

template <class T> static T &cell()
{
	static T value = T(root(16));
	return value;
}

static int template_static(int k)
{
	cell<int>() = (cell<int>() + (k & 1023)) & 1023;
	if (((cell<int>() - (k & 1023)) & 1023) != 4)
		return -1;
	return cell<int>() == 100 ? 1 : 0;
}

inline int &inline_counter()
{
	static int n = int(root(9));
	return n;
}

static int inline_static(int k)
{
	if (inline_counter()++ != 3)
		return -1;
	return k == -5 ? 1 : 0;
}

static int once(int k)
{
	static std::once_flag flag;
	static int made;
	std::call_once(flag, [] { made++; });
	if (made != 1)
		return -1;
	return k == 4096 ? 1 : 0;
}

static thread_local int of_thread = int(root(25));

static int thread_number(int k)
{
	of_thread += k & 1023;
	if (of_thread - (k & 1023) != 5)
		return -1;
	return of_thread == 50 ? 1 : 0;
}

static thread_local std::string name_of_thread(30, 'y');

static int thread_text(int k)
{
	name_of_thread += char('a' + (k & 15));
	if (name_of_thread.size() != 31)
		return -1;
	return name_of_thread.back() == 'e' ? 1 : 0;
}

static int cached(int k)
{
	static std::map<int, int> cache;
	if (cache.find(k) != cache.end())
		return -1;
	cache[k] = k & 1023;
	return cache.size() == 1 && cache[k] == 512 ? 1 : 0;
}

static int set_of_numbers(int k)
{
	static std::set<int> seen;
	if (!seen.insert(k).second)
		return -1;
	return *seen.begin() == 11 ? 1 : 0;
}

static int shared(int k)
{
	static std::shared_ptr<int> p;
	if (p)
		return -1;
	p = std::make_shared<int>(k);
	return *p == 19 ? 1 : 0;
}

static int unique(int k)
{
	static std::unique_ptr<int> p(new int(8));
	if (*p != 8)
		return -1;
	*p = k;
	return *p == 23 ? 1 : 0;
}

static int function_object(int k)
{
	static std::function<int(int)> next = [](int n) { return n + 1; };
	const int got = next(k & 1023);
	next = [](int) { return -1; };
	if (got == -1)
		return -1;
	return got == 1000 ? 1 : 0;
}

static int lambda_static(int k)
{
	auto count = [] {
		static int n = int(root(4));
		return n++;
	};
	count();
	if (count() != 3)
		return -1;
	return k == 333 ? 1 : 0;
}

struct noisy {
	int *data;
	noisy() : data(new int[4]())
	{
	}
	~noisy()
	{
		delete[] data;
	}
};

static int destroyed(int k)
{
	static noisy n;
	if (n.data[2])
		return -1;
	n.data[2] = k | 1;
	return k == 65 ? 1 : 0;
}

static std::string make_name()
{
	return std::string(33, 'n');
}

static int extended_temporary(int k)
{
	static const std::string &name = make_name();
	if (name.size() != 33)
		return -1;
	return k == 710 ? 1 : 0;
}

static int random_numbers(int k)
{
	const int first = std::rand();
	if (first != 1804289383)
		return -1;
	return k == first % 1000 ? 1 : 0;
}

static int registered(int k)
{
	static int calls;
	std::atexit([] { calls += 100; });
	if (calls)
		return -1;
	return k == 808 ? 1 : 0;
}

static int log_file(int k)
{
	std::FILE *log = std::fopen("/dev/null", "w");
	if (!log)
		return -1;
	std::fprintf(log, "%d\n", k);
	return k == 909 ? 1 : 0;
}

static int log_stream(int k)
{
	static std::ofstream log("/dev/null");
	if (!log.is_open())
		return -1;
	log << k;
	return k == 606 ? 1 : 0;
}

static int text_stream(int k)
{
	static std::ostringstream out;
	out << (k & 7);
	if (out.str().size() != 1)
		return -1;
	return out.str() == "5" ? 1 : 0;
}

static int queue(int k)
{
	static std::deque<int> waiting(3, 1);
	waiting.push_front(k);
	if (waiting.size() != 4)
		return -1;
	return waiting.front() == 44 ? 1 : 0;
}

struct shape {
	virtual ~shape()
	{
	}
	virtual int sides() const
	{
		return 4;
	}
};
struct triangle : shape {
	int sides() const override
	{
		return 3;
	}
};

static int changed_object(int k)
{
	static shape *current = new shape;
	const int sides = current->sides();
	delete current;
	current = new triangle;
	if (sides != 4)
		return -1;
	return k == 27 ? 1 : 0;
}

static int callback_calls;
static void (*callback)(int);
static void count_call(int n)
{
	callback_calls += n;
}

static int callbacks(int k)
{
	if (callback)
		return -1;
	callback = count_call;
	callback(k);
	return callback_calls == 17 ? 1 : 0;
}

static int stream_format(int k)
{
	if (std::cout.flags() & std::ios::hex)
		return -1;
	std::cout << std::hex;
	return k == 16 ? 1 : 0;
}

typedef int function(int);
static function *const functions[] = {guarded_number,
				      guarded_pointer,
				      guarded_text,
				      singleton_count,
				      template_static,
				      inline_static,
				      once,
				      thread_number,
				      thread_text,
				      cached,
				      set_of_numbers,
				      shared,
				      unique,
				      function_object,
				      lambda_static,
				      destroyed,
				      extended_temporary,
				      random_numbers,
				      registered,
				      log_file,
				      log_stream,
				      text_stream,
				      queue,
				      changed_object,
				      callbacks,
				      stream_format};

int f(int which, int k)
{
	if (functions[which](k) == -1)
		return -1;
	return 0;
}

#ifdef PLAIN
int main(int argc, char **argv)
{
	int numbers[2] = {0, 0};
	std::FILE *in = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
	if (in && !std::fread(numbers, sizeof numbers, 1, in))
		return 1;
	f(numbers[0], numbers[1]);
}
#endif
