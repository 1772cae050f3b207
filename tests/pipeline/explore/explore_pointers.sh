# SPDX-License-Identifier: GPL-3.0-or-later
# Which function a call by pointer comes to is a choice of the path, where the input decides it:
# by an index of a table, an object's class, a pointer that is kept.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

covered() { # name goals
	check_equal "pointers_$1_covered" "$2" "$(summary covered "$1.json")"
	check_equal "pointers_$1_lost" 0 "$(summary lost "$1.json")"
	check_equal "pointers_$1_refuted" 0 "$(summary refuted "$1.json")"
}

# The last function is in the table, and no index leads to it.
target table calculate << 'E2'
static int add(int a, int b) { return a == b + 77 ? 1 : 0; }
static int sub(int a, int b) { return a == 3 * b && a > 1000 ? 2 : 0; }
static int mul(int a, int b) { return a == 12345 && b < a ? 3 : 0; }
static int rest(int a, int b) { return a == b ? 4 : 0; }
static int (*const operations[])(int, int) = {add, sub, mul, rest};
int calculate(unsigned operation, int a, int b)
{
	if (operation >= 3)
		return -1;
	return operations[operation](a, b) ? a : b;
}
E2
explore_anew table
covered table 12
check_equal pointers_table_whole true "$(summary whole table.json)"
check_equal pointers_table_infeasible 2 "$(summary infeasible table.json)"
check_line pointers_table_callee '"kind":"prefix".*"line":[1-9].*"callee":"[a-z]+"' table.json
check_line pointers_table_proof '"goal":"rest@.*"verdict":"infeasible"' table.json

# What was found is read again from the tree.
cp table/corpus.me/tree table.tree
explore table
check_equal pointers_again_whole true "$(summary whole table.json)"
check_equal pointers_again_runs 0 "$(summary runs table.json)"
check_same pointers_again_tree "$(cat table.tree)" "$(cat table/corpus.me/tree)"

# One that is not followed: another unit has it.
cat > hidden.c << 'E2'
int hidden(int a) { return a * 3; }
E2
check pointers_object "$CC" -c hidden.c -o hidden.o
target mixed mixed ../hidden.o << 'E2'
int hidden(int a);
static int seen(int a) { return a == 4711; }
int mixed(int which, int a)
{
	int (*const functions[2])(int) = {seen, hidden};

	switch (functions[which & 1](a)) {
	case 1:
		return 1;
	case 51:
		return 2;
	}
	return 0;
}
E2
explore_anew mixed
covered mixed 2
check_equal pointers_mixed_whole false "$(summary whole mixed.json)"

# A machine whose state is a function.
target machine machine << 'E2'
static int start(int c);
static int open(int c);
static int end(int c);
static int (*state)(int);
static int start(int c)
{
	state = c == '<' ? open : start;
	return 0;
}
static int open(int c)
{
	state = c == '!' ? end : start;
	return 0;
}
static int end(int c)
{
	return c == '>';
}
int machine(const char text[4])
{
	state = start;
	for (int i = 0; i < 4; i++)
		if (state(text[i]))
			return i == 3 ? 1 : 2;
	return 0;
}
E2
explore_anew machine
covered machine 10
check_equal pointers_machine_whole true "$(summary whole machine.json)"

# Methods of classes.
mkdir methods
cat > methods/methods.cc << 'E2'
struct shape {
	virtual int side(int) const = 0;
};
struct square : shape {
	int side(int area) const override { return area == 49 ? 7 : 0; }
};
struct bar : shape {
	int side(int area) const override { return area > 1000000 ? area - 1000000 : 1; }
};
int methods(bool wide, int area)
{
	const square a;
	const bar b;
	const shape *chosen = &a;

	if (wide)
		chosen = &b;
	if (chosen->side(area) == 7)
		return wide ? 2 : 1;
	return 0;
}
E2
check pointers_methods_build "$ME_BUILD/me-c++" -g -O0 '-fplugin-arg-me-entry=methods' \
	methods/methods.cc -o methods/fuzz_target
explore_anew methods
check_equal pointers_methods_whole true "$(summary whole methods.json)"
check_equal pointers_methods_lost 0 "$(summary lost methods.json)"
check_equal pointers_methods_all "$(summary goals methods.json)" "$(summary covered methods.json)"

# A method that throws: what is behind the call and what catches are both open.
mkdir thrown
cat > thrown/thrown.cc << 'E2'
namespace {
struct shape {
	virtual int side(int) const = 0;
};
struct square : shape {
	int side(int area) const override
	{
		if (area == 4099)
			throw 5;
		return area;
	}
};
struct bar : shape {
	int side(int) const override { return 1; }
};
}
int thrown(int kind, int area)
{
	const square a;
	const bar b;
	const shape &chosen = kind == 77 ? static_cast<const shape &>(a) : b;
	int n = 0;

	try {
		n = chosen.side(area);
		if (kind == 77 && area == 4099)
			return 3; /* never */
		if (kind != 77 && n != 1)
			return 4; /* never */
	} catch (int thrown) {
		n = area == 4099 ? 1 : 2; /* never 2 */
	}
	return n;
}
E2
check pointers_thrown_build "$ME_BUILD/me-c++" -g -O0 '-fplugin-arg-me-entry=thrown' \
	thrown/thrown.cc -o thrown/fuzz_target
explore_anew thrown
check_equal pointers_thrown_refuted 0 "$(summary refuted thrown.json)"
check_line pointers_thrown_side '"goal":"[^"]*square[^"]*:0.0".*"verdict":"covered"' thrown.json
"$me" resolve --json --time=4 thrown/fuzz_target thrown/corpus > thrown.all 2> thrown.err
check_equal pointers_thrown_told_once '' "$(sort thrown.all | uniq -d)"
check_line pointers_thrown_open '"verdict":"unknown"' thrown.all
check_line pointers_thrown_place '"line":31,.*"never":"is never false".*"verdict":"unknown"' thrown.all
check_no_line pointers_thrown_caught '"line":31,.*"never":"is never true".*"verdict":"infeasible' thrown.all
