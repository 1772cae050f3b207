# SPDX-License-Identifier: GPL-3.0-or-later
# Exceptions that leave the entry: what the program's own code throws is a result, in the
# session and in each command, and so are classes of other libraries; what else no throw of it has
# raised is a fault.
. "$ME_ROOT/tests/check.sh"

cat > ends.cc <<'E2'
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <vector>
#include "foreign.h"
void library_check(int kind);
void foreign_check(int kind);
namespace
{
struct own_error {
	int code;
};
} // namespace
static int never_throws(int n) noexcept
{
	if (n == 16)
		throw own_error{n};
	return n;
}
/* What is kept is thrown again later, in the place of the first. */
static void throw_kept()
{
	std::exception_ptr kept;
	try {
		throw std::length_error("kept");
	} catch (...) {
		kept = std::current_exception();
	}
	std::rethrow_exception(kept);
}
static int caught(const std::vector<int> &v)
{
	try {
		throw std::out_of_range("caught");
	} catch (const std::exception &) {
	}
	return v.at(3);
}
int ends(int kind)
{
	std::vector<int> v(3);
	std::function<int(int)> empty;

	switch (kind) {
	case 1:
		throw std::invalid_argument("kind");
	case 2:
		throw own_error{2};
	case 3:
		try {
			throw std::domain_error("first");
		} catch (...) {
			throw;
		}
	case 4:
		throw_kept();
		break;
	case 5:
		library_check(kind);
		break;
	case 6:
	case 18:
		foreign_check(kind);
		break;
	case 11:
		return v.at(3);
	case 12:
		return empty(3);
	case 13:
		return std::optional<int>().value();
	case 14:
		throw 5;
	case 15:
		return caught(v);
	case 17:
		try {
			return v.at(4);
		} catch (...) {
			throw;
		}
	}
	return never_throws(kind);
}
E2
cat > library.cc <<'E2'
#include <stdexcept>
void library_check(int kind)
{
	if (kind == 5)
		throw std::range_error("library");
}
E2
cat > foreign.h <<'E2'
#include <stdexcept>
namespace foreign { struct bad : std::runtime_error { using runtime_error::runtime_error; }; }
E2
cat > foreign.cc <<'E2'
#include "foreign.h"
void foreign_check(int kind)
{
	if (kind == 6)
		throw foreign::bad("foreign");
	throw std::runtime_error("foreign");
}
E2
"g++$suffix" -fPIC -c foreign.cc -o foreign.o
"$ME_BUILD/me-c++" -std=c++17 -g -O0 -fPIC -shared library.cc foreign.o -o liblibrary.so
"$ME_BUILD/me-c++" -std=c++17 -g -O0 -w -fplugin-arg-me-entry=ends,kind:0..20 ends.cc -L. -llibrary -Wl,-rpath,"$PWD" -o ends
mkdir corpus
./ends -seed=1 -runs=2000 corpus > log 2>&1
check_equal exceptions_status 77 $?
for type in std::invalid_argument '\(anonymous namespace\)::own_error' std::domain_error std::length_error std::range_error foreign::bad; do
	check_line "exceptions_$type" "^INFO: me: 1 input ends with $type: ends\\([1-6]\\)" log
done
check_equal exceptions_results 6 "$(grep -c '^INFO: me: [0-9]* input' log)"
check_line exceptions_faults 'runs failed, with 8 distinct faults' log
for call in 11 12 13 14 15 16 17 18; do
	check_line "exceptions_fault_$call" "^INFO: me:     ends\\($call\\)" log
done
check_line exceptions_uncaught 'SIGABRT: uncaught std::bad_function_call in ' log


# ---- the same answer of each command

printf '\1\0\0\0' > one
check_equal exceptions_again 0 "$(status_of again ./ends one)"
check_line exceptions_again_told '^ends with std::invalid_argument$' again
check_equal exceptions_again_fault 77 "$(status_of again ./ends --exceptions=faults one)"
printf '\13\0\0\0' > eleven
check_equal exceptions_again_at 77 "$(status_of again ./ends eleven)"
check_equal exceptions_again_result 0 "$(status_of again ./ends --exceptions=results eleven)"
"$me" triage ./ends corpus/* > triage 2>&1
check_equal exceptions_triage 0 $?
"$me" cover ./ends corpus > cover 2>&1
check_equal exceptions_cover 7 "$(grep -c 'only by inputs that fail' cover)"
check_line exceptions_cover_faults '^8 distinct faults' cover
"$me" emit --output=tests ./ends corpus > emit 2>&1
check_line exceptions_emit 'catch \(const std::range_error &\)' tests/test.cc
check_line exceptions_emit_unnamed 'catch \(\.\.\.\)' tests/test.cc
"g++$suffix" -w -std=c++17 -I. tests/test.cc -L. -llibrary -Wl,-rpath,"$PWD" -o emitted
check_equal exceptions_emitted 0 "$(status_of emitted.log ./emitted)"
sed 's/throw std::invalid_argument("kind")/return 3/' ends.cc > changed.cc
sed 's/"ends.cc"/"changed.cc"/' tests/test.cc > changed_test.cc
"g++$suffix" -w -std=c++17 -I. changed_test.cc -L. -llibrary -Wl,-rpath,"$PWD" -o changed
check_equal exceptions_emitted_changed 1 "$(status_of changed.log ./changed)"
check_line exceptions_emitted_told 'ends by signal 6; for ME it ends with std::invalid_argument' changed.log

# ---- the choice is an option

rm -rf crash-*
./ends -seed=1 -runs=1000 --exceptions=faults > faults 2>&1
check_equal exceptions_all_faults 0 "$(grep -c ' input.* with ' faults)"
check_line exceptions_all_faults_told 'uncaught std::invalid_argument in ' faults
./ends -seed=1 -runs=1000 --exceptions=results > results 2>&1
check_line exceptions_all_results '^INFO: me: 1 input ends with int: ends\(14\)' results
check_line exceptions_noexcept 'runs failed, with 1 distinct fault:' results
rm -rf crash-*

# ---- of runs that the library's own code ends none costs a process

cat > parse.cc <<'E2'
#include <string>
int parse(int kind, int n)
{
	const std::string text(n & 1 ? "1" : "x");

	return kind == 0 ? 0 : kind % 2 ? (int)text.substr(n).size() : std::stoi(text);
}
E2
"$ME_BUILD/me-c++" -g -O0 --no-driver -fplugin-arg-me-entry=parse parse.cc -o parse
./parse -seed=1 -runs=2000 > parse.log 2>&1
check_equal exceptions_library_runs yes "$(sed -n 's/^INFO: me: \([0-9]*\) runs failed.*/\1/p' parse.log |
	awk '{ print ($1 > 500 ? "yes" : $1) }')"
rm -rf crash-*

# ---- a library that is loaded by a program without libme works as before

"g++$suffix" -x c++ - -L. -llibrary -Wl,-rpath,"$PWD" -o plain <<'E2'
#include <stdexcept>
void library_check(int kind);
int main(int argc, char **)
{
	try {
		library_check(argc + 3);
	} catch (const std::range_error &) {
		return 9;
	}
	return 0;
}
E2
check_equal exceptions_plain 0 "$(status_of plain.log ./plain)"
check_equal exceptions_plain_throws 9 "$(status_of plain.log ./plain x)"

# A call that throws has no result: none is shown, and none is not finite.
cat > root.cc <<'END2'
#include <stdexcept>
double root(double x, double *out)
{
	if (x < 0)
		throw std::domain_error("negative");
	*out = x;
	return x > 4 ? 2 : x;
}
END2
"$ME_BUILD/me" test --time=10 root.cc > root.log 2>&1
check_line thrown_shown '^   root\(-[0-9.]+, .*\) throws std::domain_error$' root.log
check_line returned_shown '^   root\(.*\) = 2, \*out = ' root.log
check_no_line thrown_is_finite 'not finite' root.log
