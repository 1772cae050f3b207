# SPDX-License-Identifier: GPL-3.0-or-later
# Structures of which an integer says which pointers are set: drivers make them so, and what is read
# besides is a fault.
. "$ME_ROOT/tests/check.sh"

cat > tree.c <<'END'
enum { NUMBER, NEGATIVE, ADD, SUBTRACT, DIVIDE };
struct node { int kind; struct node *left, *right; double value; };
double value_of(const struct node *n)
{
	switch (n->kind) {
	case NUMBER: return n->value;
	case NEGATIVE: return -value_of(n->left);
	case ADD: return value_of(n->left) + value_of(n->right);
	case SUBTRACT: return value_of(n->left) - value_of(n->right);
	case DIVIDE: return value_of(n->left) / value_of(n->right);
	}
	return 0;
}
int is_constant(const struct node *n)
{
	if (n->kind == NUMBER)
		return 1;
	if (n->kind == NEGATIVE)
		return is_constant(n->left);
	return is_constant(n->left) && is_constant(n->right);
}
/* The right one is asked for where there is none, and read where there may be none. */
int size_of(const struct node *n)
{
	if (n->kind == NUMBER)
		return 1;
	if (n->kind == NEGATIVE && n->right)
		return 1 + size_of(n->left);
	return 1 + size_of(n->left) + size_of(n->right);
}
struct expression {
	enum { CONSTANT, OPPOSITE, SUM } kind;
	union {
		double number;
		struct { struct expression *first, *second; } pair;
	} u;
};
double evaluate(const struct expression *e)
{
	if (e->kind == CONSTANT)
		return e->u.number;
	if (e->kind == OPPOSITE)
		return -evaluate(e->u.pair.first);
	return evaluate(e->u.pair.first) + evaluate(e->u.pair.second);
}
struct turn {
	union { float w, scalar; };
	union { struct { float x, y, z; } axis; struct { float x, y, z[1]; }; };
};
int is_unit(const struct turn *q)
{
	return q->w * q->w + q->x * q->x + q->y * q->y + q->z[0] * q->z[0] == 1;
}
END
"$me" test --time=100 tree.c > tree.log 2>&1
check_line variants_switch '^value_of +6 +6 +0 +0 +0$' tree.log
check_line variants_if '^is_constant +8 +[68] +[02] +[02] +0$' tree.log
check_line variants_union '^evaluate +4 +4 +0 +0 +0$' tree.log
check_line variants_unnamed '^is_unit +0 +0 +0 +0 +0$' tree.log
check_line variants_unnamed_set '^\s+q\.x = q__?x;$' tree.c.me/is_unit/is_unit_driver.c
check_line variants_fault '^[0-9]+\. null pointer read in size_of tree\.c:[0-9]+$' tree.log
check_no_line variants_one 'read in (value_of|is_constant|evaluate)' tree.log
check_line variants_told 'guess: kind says which pointers of struct node are there' \
	tree.c.me/value_of/value_of_driver.c

# ---- a class whose constructors are templates: those that the source uses

cat > instances.cc <<'END2'
#include <cstddef>
#include <vector>
class sums {
	std::vector<double> at;

public:
	template <typename T> explicit sums(const std::vector<T> &x)
	{
		double total = 0;
		for (const T &v : x)
			at.push_back(total += v);
	}
	double up_to(std::size_t k) const
	{
		if (k >= at.size())
			return -1;
		return at[k] > 100 ? 100 : at[k];
	}
};
double third(const std::vector<int> &x)
{
	return sums(x).up_to(2);
}
END2
"$me" test --time=10 instances.cc sums::up_to -- -std=c++17 > instances.log 2>&1
check_line variants_template_constructor '^sums::up_to: 4 branches: 4 covered, 0 proven infeasible, 0 open; 0 faults$' instances.log
