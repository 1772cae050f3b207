# SPDX-License-Identifier: GPL-3.0-or-later
# Calls that may end by an exception which the caller catches, or has to clean up for: behind them it
# is known what they leave where they return, and nothing of what they leave where they throw.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/taken.sh"

mkdir throws
cat > throws/throws.cc <<'E2C'
static int left, cleaned;
struct guard {
	int *at;
	explicit guard(int *p) : at(p) {}
	~guard() { ++*at; }
};
struct box {
	int n;
	explicit box(int k) : n(k)
	{
		if (k < 0)
			throw 1;
	}
	int grow(int by)
	{
		n += by;
		if (n > 100)
			throw 2;
		n *= 2;
		return n;
	}
	virtual int turn(int k)
	{
		if (k == 5)
			throw 5;
		return k + 1;
	}
	virtual ~box() {}
};
struct other : box {
	other() : box(1) {}
	int turn(int k) override { return k == 6 ? throw 6 : k + 2; }
};
struct pair { int a, b; };
static pair both(int k)
{
	left = 1;
	if (k == 7)
		throw 7;
	left = 2;
	return {k, k + 1};
}
static int deep(int k)
{
	guard g(&cleaned);
	if (k == 0)
		return 1;
	if (k == 3)
		throw 3;
	return deep(k - 1) + 1;
}
int throws(int which, int k, int m)
{
	guard outer(&cleaned);
	int s = 0;
	cleaned = left = 0;
	switch (which) {
	case 0: {
		box b(k);
		if (b.n != k) /* never true */
			return 1;
		if (b.n < 0) /* never true */
			return 2;
		int r = b.grow(m & 7);
		if (r != b.n) /* never true */
			return 3;
		if (b.n > 200) /* never true */
			return 4;
		if (b.n == 24) /* taken */
			s = 1;
		break;
	}
	case 1: {
		box b(1);
		try {
			b.grow(k);
			left = 3;
			if (b.n != 2 * (1 + k)) /* never true */
				return 5;
		} catch (int what) {
			if (b.n == 105) /* taken */
				s = 2;
			if (what == 2) /* taken */
				s += 1;
			if (left == 3) /* true of nothing, and not asked for */
				s = 9;
		}
		if (left == 3) /* taken */
			s += 4;
		if (left == 0) /* taken */
			s += 8;
		break;
	}
	case 2:
		try {
			pair p = both(k);
			if (left != 2) /* never true */
				return 6;
			if (p.b == 5) /* taken */
				s = 3;
		} catch (...) {
			if (left == 1) /* taken */
				s = 4;
		}
		break;
	case 3:
		try {
			left = deep(k & 7);
			if (cleaned == 3) /* taken */
				s = 5;
		} catch (int) {
			if (cleaned > 1) /* taken */
				s = 6;
		}
		break;
	case 4: {
		other o;
		box b(2), *p = m > 0 ? &b : &o;
		try {
			int r = p->turn(k);
			if (r == k + 2) /* taken */
				s = 7;
			if (r == k + 1) /* taken */
				s = 8;
		} catch (int what) {
			if (what == 6) /* taken */
				s = 10;
		}
		break;
	}
	case 5:
		for (int i = 0; i < 2; i++) {
			try {
				box b(k - i);
				left += b.n;
			} catch (int) {
				if (i == 0) /* taken */
					s = 11;
				if (i == 1) /* taken */
					s += 12;
			}
		}
		if (left == 1 && k == 1) /* taken */
			s = 13;
		break;
	case 6:
		try {
			try {
				box b(k);
			} catch (int) {
				left = 4;
				throw;
			}
			if (left == 4) /* never true */
				return 7;
		} catch (int) {
			if (left == 4) /* taken */
				s = 14;
		}
		break;
	}
	return s;
}
E2C
cplusplus throws
